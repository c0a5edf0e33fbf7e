-- What is nobody's yet is sought in every history and is little among all: walked by indexes of its own, in the order of
-- the lists. Whose a measurement is stands in one expression, so that no index of either column is taken for it.
CREATE INDEX measurement_of_nobody_by_time
    ON measurement (kind, measured_at, measurement_id, grades) WHERE coalesce(member_id, user_id) IS NULL;
CREATE INDEX measurement_of_nobody_by_vendor
    ON measurement (vendor_id, kind, measured_at, measurement_id, grades) WHERE coalesce(member_id, user_id) IS NULL;
CREATE INDEX measurement_of_nobody_by_dealer
    ON measurement (dealer_id, kind, measured_at, measurement_id, grades) WHERE coalesce(member_id, user_id) IS NULL;
CREATE INDEX measurement_of_nobody_by_retailer
    ON measurement (retailer_id, kind, measured_at, measurement_id, grades) WHERE coalesce(member_id, user_id) IS NULL;
