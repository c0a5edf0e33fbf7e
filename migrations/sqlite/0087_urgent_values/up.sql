-- Values that call for action at once are marked in four bits of the grades (12th place), are sought in every history and
-- are few among all: walked by indexes of their own, in the order of the lists.
CREATE INDEX measurement_urgent_by_time
    ON measurement (kind, measured_at, measurement_id, grades) WHERE (grades & 4222124650659840) <> 0;
CREATE INDEX measurement_urgent_by_vendor
    ON measurement (vendor_id, kind, measured_at, measurement_id, grades) WHERE (grades & 4222124650659840) <> 0;
CREATE INDEX measurement_urgent_by_dealer
    ON measurement (dealer_id, kind, measured_at, measurement_id, grades) WHERE (grades & 4222124650659840) <> 0;
CREATE INDEX measurement_urgent_by_retailer
    ON measurement (retailer_id, kind, measured_at, measurement_id, grades) WHERE (grades & 4222124650659840) <> 0;

-- The sides of an alert's urgent values: 1 low, 2 high, 3 both.
ALTER TABLE alert ADD COLUMN urgent BIGINT NOT NULL DEFAULT 0;
-- Who has settings hears of urgent values too (the fifth kind), until they say otherwise.
UPDATE alert_setting SET kinds = kinds | 16;

-- Indexes of the intervals before which beats are missing, as two bytes each.
ALTER TABLE stress_measurement ADD COLUMN nn_gaps BLOB;
