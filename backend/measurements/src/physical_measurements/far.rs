//! Heights and weights that are implausibly far from the person's previous ones.

use super::store::{NewMeasurement, Physical};
use crate::kind::{FarValue, Kind};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{measurement, physical_measurement},
    },
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::domain::{
    decimal::Hundredths,
    plausible::{MAX_DAYS, is_far_height, is_far_weight},
    time::DAY_MILLISECONDS,
};

/// The maximum number of previous measurements that are read for many.
const MOST: i64 = 20_000;

/// What was measured of a person at a time.
type Size = (i64, Option<Hundredths>, Option<Hundredths>);
/// A row: member, time, height, weight.
type Row = (i64, i64, Option<i64>, Option<i64>);

/// Returns for each measurement of a member the values that are implausibly far from the previous ones, stored or among
/// these. `except` is the measurement that is corrected.
///
/// # Errors
/// Returns an error if the database fails.
pub fn far_from_last(
    connection: &mut DatabaseConnection,
    measured: &[(i64, NewMeasurement, Option<u16>)],
    except: Option<i64>,
) -> Result<Vec<Vec<FarValue>>, Problem> {
    let sized: Vec<_> = measured.iter().filter(|(_, new, _)| new.height.is_some() || new.weight.is_some()).collect();
    let times = sized.iter().map(|(_, new, _)| new.measured_at.0);
    let (Some(first), Some(last)) = (times.clone().min(), times.max()) else {
        return Ok(measured.iter().map(|_| Vec::new()).collect());
    };
    let mut ids: Vec<i64> = sized.iter().map(|(member_id, ..)| *member_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let stored = measurement::table
        .inner_join(physical_measurement::table)
        .filter(measurement::member_id.eq_any(ids))
        .filter(measurement::kind.eq(Physical::KIND.number()))
        .filter(measurement::measured_at.between(first - MAX_DAYS * DAY_MILLISECONDS, last))
        .filter(measurement::measurement_id.ne(except.unwrap_or_default()))
        .filter(physical_measurement::height.is_not_null().or(physical_measurement::weight.is_not_null()))
        .order(measurement::measured_at.desc())
        .select((
            diesel::NullableExpressionMethods::assume_not_null(measurement::member_id),
            measurement::measured_at,
            physical_measurement::height,
            physical_measurement::weight,
        ))
        .limit(MOST)
        .load::<Row>(connection)?;
    let mut known: HashMap<i64, Vec<Size>> = HashMap::new();
    for (member_id, at, height, weight) in stored {
        known.entry(member_id).or_default().push((at, height.map(Hundredths), weight.map(Hundredths)));
    }
    for (member_id, new, _) in &sized {
        known.entry(*member_id).or_default().push((new.measured_at.0, new.height, new.weight));
    }
    known.values_mut().for_each(|sizes| sizes.sort_unstable_by_key(|(at, ..)| std::cmp::Reverse(*at)));
    let none = Vec::new();
    Ok(measured.iter().map(|(member_id, new, age)| far(known.get(member_id).unwrap_or(&none), new, *age)).collect())
}

/// Returns the values of a measurement that are far from the latest of these before it.
fn far(known: &[Size], new: &NewMeasurement, age: Option<u16>) -> Vec<FarValue> {
    let at = new.measured_at.0;
    let before = |of: fn(&Size) -> Option<Hundredths>| {
        let mut earlier = known.iter().filter(|(time, ..)| *time < at);
        earlier.find_map(|size| Some(((at - size.0) / DAY_MILLISECONDS, of(size)?)))
    };
    let mut far = Vec::new();
    if let (Some(now), Some((days, last))) = (new.height, before(|sized| sized.1))
        && is_far_height(last, now, days, age)
    {
        far.push(FarValue { field: "heightCm", before: last.to_string() });
    }
    if let (Some(now), Some((days, last))) = (new.weight, before(|sized| sized.2))
        && is_far_weight(last, now, days)
    {
        far.push(FarValue { field: "weightKg", before: last.to_string() });
    }
    far
}
