-- Removes the indexes of the lists.
DROP INDEX member_by_vendor;
DROP INDEX member_by_dealer;
DROP INDEX member_by_retailer;
DROP INDEX member_by_time;
DROP INDEX member_by_vendor_and_name;
DROP INDEX member_by_dealer_and_name;
DROP INDEX member_by_retailer_and_name;
DROP INDEX member_by_name;
DROP INDEX member_by_number;
DROP INDEX member_by_phone;
DROP INDEX member_by_birth_date;
DROP INDEX physical_measurement_by_vendor;
DROP INDEX physical_measurement_by_dealer;
DROP INDEX physical_measurement_by_retailer;
DROP INDEX physical_measurement_by_time;
