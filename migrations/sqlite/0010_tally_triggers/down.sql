-- Removes the triggers.
DROP TRIGGER member_comes;
DROP TRIGGER member_goes;
DROP TRIGGER member_is_renamed;
DROP TRIGGER physical_measurement_comes;
DROP TRIGGER physical_measurement_goes;
