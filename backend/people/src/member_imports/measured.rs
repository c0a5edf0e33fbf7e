//! The measurement of a row: a new one, or one that replaces a stored one of the same member and time.

use super::{ASSUMED_SETTING, table::is_measured};
use kernel::{db::DatabaseConnection, problem::Problem, records::revisions::Fields};
use measurements::physical_measurements::store::{
    self as physical_measurements, ByMemberAndTime, NewMeasurement, StoredMeasurement,
};
use std::collections::HashMap;
use uno_core::{
    contract::{member_imports::MemberImportRow, members::MemberId, validation::Violation},
    domain::decimal::Hundredths,
};

/// Returns the stored measurements of members at the times of rows.
///
/// # Errors
/// Returns an error if the database fails.
pub fn stored_measurements<'a>(
    connection: &mut DatabaseConnection,
    ids: &[MemberId],
    rows: impl Iterator<Item = &'a MemberImportRow> + Clone,
) -> Result<ByMemberAndTime, Problem> {
    let times = rows.filter_map(|row| Some(row.measured_at?.first()));
    match (times.clone().min(), times.max()) {
        (Some(from), Some(to)) if !ids.is_empty() => {
            let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
            physical_measurements::measured_of(connection, &ids, from, to)
        }
        _ => Ok(HashMap::new()),
    }
}

/// The stored measurement, if there is one, and what it becomes.
type RowMeasurement = (Option<StoredMeasurement>, NewMeasurement);

/// Returns the measurement of a row, if any: a new one, or one that replaces an existing one.
///
/// # Errors
/// Returns a violation if the pressures of the file and of the stored measurement contradict each other.
pub fn measurement_of(
    row: &MemberImportRow,
    member_id: Option<MemberId>,
    existing: &ByMemberAndTime,
) -> Result<Option<RowMeasurement>, Violation> {
    let Some(measured_at) = row.measured_at.map(|at| at.first()).filter(|_| is_measured(row)) else { return Ok(None) };
    let before = member_id.and_then(|id| existing.get(&(id, measured_at))).copied();
    let old = before.map(|stored| stored.measured);
    let quantity = |said: Option<Hundredths>, of: fn(&NewMeasurement) -> Option<Hundredths>| {
        said.or_else(|| old.as_ref().and_then(of))
    };
    let count = |said: Option<i64>, of: fn(&NewMeasurement) -> Option<u16>| {
        said.and_then(|value| u16::try_from(value).ok()).or_else(|| old.as_ref().and_then(of))
    };
    let now = NewMeasurement {
        measured_at,
        height: quantity(row.height_cm, |old| old.height),
        weight: quantity(row.weight_kg, |old| old.weight),
        body_fat: quantity(row.body_fat_percent, |old| old.body_fat),
        systolic: count(row.systolic, |old| old.systolic),
        diastolic: count(row.diastolic, |old| old.diastolic),
        pulse: count(row.pulse, |old| old.pulse),
        setting: row.setting.or(old.map(|old| old.setting)).unwrap_or(ASSUMED_SETTING),
        arm: row.arm.or(old.and_then(|old| old.arm)),
        posture: row.posture.or(old.and_then(|old| old.posture)),
        reading_number: count(row.reading_number, |old| old.reading_number),
    };
    if old == Some(now) {
        return Ok(None);
    }
    // One of the two pressures may come from the file and the other from the existing measurement.
    if now.systolic.zip(now.diastolic).is_some_and(|(systolic, diastolic)| systolic <= diastolic) {
        return Err(Violation::new("systolic", "order").with("above", "diastolic"));
    }
    Ok(Some((before, now)))
}

/// Returns the fields of a measurement for its history.
#[must_use]
pub fn fields(measured: &NewMeasurement) -> Fields {
    let quantity = |value: Option<Hundredths>| value.map(|value| value.to_string());
    let count = |value: Option<u16>| value.map(|value| value.to_string());
    vec![
        ("heightCm".into(), quantity(measured.height)),
        ("weightKg".into(), quantity(measured.weight)),
        ("bodyFatPercent".into(), quantity(measured.body_fat)),
        ("systolic".into(), count(measured.systolic)),
        ("diastolic".into(), count(measured.diastolic)),
        ("pulse".into(), count(measured.pulse)),
        ("setting".into(), Some(measured.setting.as_str().into())),
        ("arm".into(), measured.arm.map(|arm| arm.as_str().into())),
        ("posture".into(), measured.posture.map(|posture| posture.as_str().into())),
        ("readingNumber".into(), count(measured.reading_number)),
    ]
}
