//! The alerts of the demonstration: what the latest measurements call for.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, schema::measurement},
    problem::Problem,
};
use measurements::{
    concerns, kind::Kind, physical_measurements::store::Physical, stress_measurements::store::Stress,
    vision_measurements::store::Vision,
};

/// The latest measurements of each kind that are looked at.
const LATEST: i64 = 400;

/// Makes the alerts.
///
/// # Errors
/// When the database fails.
pub fn fill(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    of_kind::<Physical>(connection)?;
    of_kind::<Stress>(connection)?;
    of_kind::<Vision>(connection)
}

fn of_kind<K: Kind>(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let latest = measurement::table
        .filter(measurement::kind.eq(K::KIND.number()))
        .order((measurement::measured_at.desc(), measurement::measurement_id.desc()))
        .limit(LATEST)
        .select(measurement::measurement_id)
        .load::<i64>(connection)?;
    concerns::review::<K>(connection, &latest)
}
