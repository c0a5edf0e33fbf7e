//! When people come to be measured: in the mornings and afternoons of working days, on few Saturdays, on no Sunday.

use super::HOUR_MILLISECONDS;
use uno_core::domain::time::DAY_MILLISECONDS as DAY;

const WEEK: i64 = 7 * DAY;
/// From a Monday at midnight in Seoul to the beginning of 1970, a Thursday at nine there.
const TO_MONDAY: i64 = 3 * DAY + 9 * HOUR_MILLISECONDS;
/// How many come on a day, from Monday on.
const DAYS: [i64; 7] = [11, 10, 9, 10, 9, 3, 0];
const OPENS: i64 = 9;
/// How many come in an hour, from the opening on.
const HOURS: [i64; 9] = [6, 10, 9, 3, 5, 9, 8, 6, 3];

/// Moments that are spread evenly, as people come: none leaves its week, none overtakes another.
pub fn usual(moment: i64) -> i64 {
    let into_week = (moment + TO_MONDAY).rem_euclid(WEEK);
    let (day, into_day) = share(&DAYS, into_week, WEEK);
    let (hour, into_hour) = share(&HOURS, into_day, DAY);
    moment - into_week + day * DAY + (OPENS + hour) * HOUR_MILLISECONDS + into_hour * HOUR_MILLISECONDS / DAY
}

/// The part into which a moment of a span falls when the span is divided by weights, and how far into it, in
/// milliseconds of a day.
fn share(weights: &[i64], moment: i64, span: i64) -> (i64, i64) {
    let mut rest = moment * weights.iter().sum::<i64>();
    for (place, weight) in (0..).zip(weights) {
        let own = weight * span;
        if rest < own {
            return (place, (i128::from(rest) * i128::from(DAY) / i128::from(own)) as i64);
        }
        rest -= own;
    }
    (0, 0)
}

/// The moment itself where somebody is there, otherwise in the two hours after the next opening.
pub fn opened(moment: i64) -> i64 {
    let from_monday = (moment + TO_MONDAY).rem_euclid(WEEK);
    let (day, into_day) = (from_monday / DAY, from_monday % DAY);
    let closes = (OPENS + HOURS.len() as i64) * HOUR_MILLISECONDS;
    let is_sunday = day == 6;
    if !is_sunday && (OPENS * HOUR_MILLISECONDS..closes).contains(&into_day) {
        return moment;
    }
    let days = match (is_sunday, into_day < OPENS * HOUR_MILLISECONDS) {
        (false, true) => 0,
        // Nobody is there on the day after a Saturday.
        (false, false) if day == 5 => 2,
        _ => 1,
    };
    moment - into_day + days * DAY + OPENS * HOUR_MILLISECONDS + into_day % (2 * HOUR_MILLISECONDS)
}
