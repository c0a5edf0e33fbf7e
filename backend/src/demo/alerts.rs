//! Alerts of the demonstration, created from the latest measurements.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, schema::measurement},
    problem::Problem,
};
use measurements::{
    concerns, kind::Kind, physical_measurements::store::Physical, stress_measurements::store::Stress,
    vision_measurements::store::Vision,
};

/// Number of latest measurements checked per kind.
const LATEST: i64 = 400;

/// Creates the alerts.
///
/// # Errors
/// Returns an error if the database fails.
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
