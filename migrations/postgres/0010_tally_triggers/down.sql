-- Removes the triggers and their functions.
DROP TRIGGER member_comes ON member;
DROP TRIGGER member_goes ON member;
DROP TRIGGER physical_measurement_comes ON physical_measurement;
DROP TRIGGER physical_measurement_goes ON physical_measurement;
DROP TRIGGER member_is_named ON member;
DROP TRIGGER member_is_renamed ON member;
DROP TRIGGER member_name_goes ON member;
DROP FUNCTION forget_member_name;
DROP FUNCTION keep_member_names;
DROP FUNCTION tally_rows;
DROP FUNCTION tally_slot;
