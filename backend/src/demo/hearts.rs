//! Heart rates of the demonstration: of some members, at rest and in part again after exercise.

use super::{hours, random::Random};
use measurements::{
    heart_rate_measurements::store::{Detail, HeartRate},
    kind::{Kind as _, Person},
    store::{Assessed, Owner},
};
use uno_core::{
    contract::heart_rate_measurements::HeartRateMeasurementSave,
    domain::{
        grade::heart_rate::HeartRateContext,
        time::{DAY_MILLISECONDS, Timestamp},
    },
};

/// A separate seed, so that the other demonstration data does not depend on it.
const SEED: u64 = 44;
const MONTH_MILLISECONDS: i64 = 30 * DAY_MILLISECONDS;
const MINUTE_MILLISECONDS: i64 = 60_000;

/// A heart rate of a member.
pub struct NewHeartRate {
    /// Owner.
    pub owner: Owner,
    /// Header.
    pub header: Assessed,
    /// Detail row.
    pub detail: Detail,
}

/// Returns the heart rates of a member registered at `since`, or of an unidentified person.
pub fn measured(number: u32, owner: Owner, person: Person, since: Timestamp, now: Timestamp) -> Vec<NewHeartRate> {
    let random = &mut Random::of(SEED.wrapping_add(u64::from(number) << 8));
    let is_user = number == super::user::NUMBER;
    if !is_user && random.below(100) >= 35 {
        return Vec::new();
    }
    let age = i64::from(person.age_at(since).unwrap_or(40));
    // Children have a faster heart rate; few people have a slow or fast one at rest.
    let usual = random.around(if age < 12 { 88 } else { 72 }, 27);
    let exercises = random.below(3) == 0;
    let visits = if is_user { 6 } else { 1 + i64::from(random.below(3)) };
    let mut found = Vec::new();
    let mut add = |at: Timestamp, rate: i64, context: HeartRateContext| {
        if at > now {
            return;
        }
        let save = HeartRateMeasurementSave {
            source_id: None,
            member_id: None,
            company_id: None,
            member_no: None,
            measured_at: at,
            measured_at_offset: None,
            service_id: None,
            external_device_id: None,
            rate: rate.clamp(38, 195),
            context,
            version: None,
        };
        let findings = HeartRate::findings(&save, person);
        let header = Assessed::of::<HeartRate>(at.0, at, person, &findings);
        found.push(NewHeartRate { owner, header, detail: findings.detail });
    };
    for visit in 0..visits {
        let at = if is_user {
            now.plus_milliseconds((visit - visits + 1) * MONTH_MILLISECONDS - 3 * DAY_MILLISECONDS)
        } else {
            let later = since.0 + visit * MONTH_MILLISECONDS + random.between(0, 60) * MINUTE_MILLISECONDS;
            Timestamp(hours::within_opening_hours(later))
        };
        let at_rest = random.around(usual, 9);
        add(at, at_rest, HeartRateContext::Rest);
        if exercises || is_user {
            let after = at_rest + random.between(35, 70) - age / 4;
            add(at.plus_milliseconds(20 * MINUTE_MILLISECONDS), after, HeartRateContext::AfterExercise);
        }
    }
    found
}
