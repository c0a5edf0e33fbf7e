DROP TRIGGER user_changes_in_spells;
DROP TABLE app_use_tally;
DROP TABLE app_use_spell_company;
DROP TABLE app_use_spell;
