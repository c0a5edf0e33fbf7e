DROP TABLE training_participation;
