DROP TABLE given_screen;
DROP TABLE terms;
