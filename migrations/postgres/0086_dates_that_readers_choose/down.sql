DROP TABLE chosen_date;
