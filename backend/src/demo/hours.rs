//! The times at which people are measured: mornings and afternoons of working days, few Saturdays, never Sundays.

use super::HOUR_MILLISECONDS;
use uno_core::domain::time::DAY_MILLISECONDS as DAY;

const WEEK: i64 = 7 * DAY;
/// Offset from a Monday at midnight in Seoul to the start of 1970, a Thursday at 09:00 in Seoul.
const TO_MONDAY: i64 = 3 * DAY + 9 * HOUR_MILLISECONDS;
/// Relative frequency by weekday, from Monday.
const DAYS: [i64; 7] = [11, 10, 9, 10, 9, 3, 0];
const OPENS: i64 = 9;
/// Relative frequency by hour, from opening time.
const HOURS: [i64; 9] = [6, 10, 9, 3, 5, 9, 8, 6, 3];

/// Maps evenly distributed times to realistic ones. Each stays in its week, and the order is preserved.
pub fn realistic_time(moment: i64) -> i64 {
    let into_week = (moment + TO_MONDAY).rem_euclid(WEEK);
    let (day, into_day) = share(&DAYS, into_week, WEEK);
    let (hour, into_hour) = share(&HOURS, into_day, DAY);
    moment - into_week + day * DAY + (OPENS + hour) * HOUR_MILLISECONDS + into_hour * HOUR_MILLISECONDS / DAY
}

/// Divides a span by weights; returns the part that contains a time, and the offset within that part, scaled to a day
/// in milliseconds.
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

/// Returns the time itself during opening hours, otherwise a time within two hours after the next opening.
pub fn within_opening_hours(moment: i64) -> i64 {
    let from_monday = (moment + TO_MONDAY).rem_euclid(WEEK);
    let (day, into_day) = (from_monday / DAY, from_monday % DAY);
    let closes = (OPENS + HOURS.len() as i64) * HOUR_MILLISECONDS;
    let is_sunday = day == 6;
    if !is_sunday && (OPENS * HOUR_MILLISECONDS..closes).contains(&into_day) {
        return moment;
    }
    let days = match (is_sunday, into_day < OPENS * HOUR_MILLISECONDS) {
        (false, true) => 0,
        // Closed on Sunday.
        (false, false) if day == 5 => 2,
        _ => 1,
    };
    moment - into_day + days * DAY + OPENS * HOUR_MILLISECONDS + into_day % (2 * HOUR_MILLISECONDS)
}
