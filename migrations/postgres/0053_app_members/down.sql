DROP TRIGGER user_changes_in_spells ON user_profile;
DROP FUNCTION user_changes_in_spells;
DROP FUNCTION tally_spell;
DROP TABLE app_use_tally;
DROP TABLE app_use_spell_company;
DROP TABLE app_use_spell;
DROP FUNCTION tally_spells;
