-- What was made on trial is sought in every history and is little among all: walked by indexes of its own, in the order of
-- the lists.
CREATE INDEX measurement_on_trial_by_time
    ON measurement (kind, measured_at, measurement_id, grades) WHERE trial;
CREATE INDEX measurement_on_trial_by_vendor
    ON measurement (vendor_id, kind, measured_at, measurement_id, grades) WHERE trial;
CREATE INDEX measurement_on_trial_by_dealer
    ON measurement (dealer_id, kind, measured_at, measurement_id, grades) WHERE trial;
CREATE INDEX measurement_on_trial_by_retailer
    ON measurement (retailer_id, kind, measured_at, measurement_id, grades) WHERE trial;
