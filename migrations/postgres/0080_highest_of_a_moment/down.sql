-- What was folded anew says what the measurements say.
SELECT 1;
