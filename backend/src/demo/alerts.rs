//! The alerts of the demonstration: what the latest measurements of the first company call for.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, schema::measurement},
    problem::Problem,
};
use measurements::{
    concerns, kind::Kind, physical_measurements::store::Physical, stress_measurements::store::Stress,
    vision_measurements::store::Vision,
};
use organisation::companies::store::Line;

/// The latest measurements of each kind that are looked at.
const LATEST: i64 = 40;

/// Makes the alerts; `first` is the company of the demonstration accounts.
///
/// # Errors
/// When the database fails.
pub fn fill(connection: &mut DatabaseConnection, first: &Line) -> Result<(), Problem> {
    of_kind::<Physical>(connection, first)?;
    of_kind::<Stress>(connection, first)?;
    of_kind::<Vision>(connection, first)
}

fn of_kind<K: Kind>(connection: &mut DatabaseConnection, first: &Line) -> Result<(), Problem> {
    let latest = measurement::table
        .filter(measurement::retailer_id.eq(first.retailer_id))
        .filter(measurement::kind.eq(K::KIND.number()))
        .order((measurement::measured_at.desc(), measurement::measurement_id.desc()))
        .limit(LATEST)
        .select(measurement::measurement_id)
        .load::<i64>(connection)?;
    concerns::review::<K>(connection, &latest)
}
