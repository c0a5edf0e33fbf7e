DROP TABLE past_form;
