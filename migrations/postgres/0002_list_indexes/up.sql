-- Lists of members: by line and time, and by line and name; what only some searches need last.
CREATE INDEX member_by_vendor ON member (vendor_id, created_at, member_id);
CREATE INDEX member_by_dealer ON member (dealer_id, created_at, member_id);
CREATE INDEX member_by_retailer ON member (retailer_id, created_at, member_id);
CREATE INDEX member_by_time ON member (created_at, member_id);
CREATE INDEX member_by_vendor_and_name ON member (vendor_id, name_key, member_id);
CREATE INDEX member_by_dealer_and_name ON member (dealer_id, name_key, member_id);
CREATE INDEX member_by_retailer_and_name ON member (retailer_id, name_key, member_id);
CREATE INDEX member_by_name ON member (name_key, member_id);
CREATE INDEX member_by_number ON member (member_no, member_id);
CREATE INDEX member_by_phone ON member (phone_digits) WHERE phone_digits IS NOT NULL;
CREATE INDEX member_by_birth_date ON member (birth_date, member_id);

CREATE INDEX physical_measurement_by_vendor ON physical_measurement (vendor_id, measured_at, physical_measurement_id);
CREATE INDEX physical_measurement_by_dealer ON physical_measurement (dealer_id, measured_at, physical_measurement_id);
CREATE INDEX physical_measurement_by_retailer ON physical_measurement (retailer_id, measured_at, physical_measurement_id);
CREATE INDEX physical_measurement_by_time ON physical_measurement (measured_at, physical_measurement_id);
