//! A measurement of any kind, with what its resources have in common: whose it is, when, by what, and its version.

use crate::{
    answer::Version,
    codes::{COMPANIES, DEVICES, SOURCE_NUMBERS, TRIAL},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::Scope,
    db::{DatabaseConnection, schema::measurement},
    problem::Problem,
};
use measurements::{
    dementia_screenings::store::Dementia,
    heart_rate_measurements::store::HeartRate,
    kind::{Kind as _, MeasurementKind, Place},
    physical_measurements::store::Physical,
    psychological_tests::store::Psychological,
    store,
    stress_measurements::store::Stress,
    vision_measurements::store::Vision,
};
use serde_json::{Map, Value as Json, json};
use std::collections::HashMap;
use uno_core::{
    contract::{
        dementia_screenings::DementiaScreening, heart_rate_measurements::HeartRateMeasurement,
        physical_measurements::PhysicalMeasurement, psychological_tests::PsychologicalTest,
        stress_measurements::StressMeasurement, vision_measurements::VisionMeasurement,
    },
    domain::time::Timestamp,
};

/// A measurement of any kind.
#[derive(Clone, Debug)]
pub enum Measured {
    /// Height, weight, body fat, blood pressure.
    Physical(Box<PhysicalMeasurement>),
    /// Heart rate variability and questionnaires.
    Stress(Box<StressMeasurement>),
    /// Eyes.
    Vision(Box<VisionMeasurement>),
    /// A heart rate.
    HeartRate(Box<HeartRateMeasurement>),
    /// A screening for dementia.
    Dementia(Box<DementiaScreening>),
    /// A psychological test.
    Psychological(Box<PsychologicalTest>),
}

/// What all measurements have.
#[derive(Clone, Debug)]
pub struct Header {
    /// Its kind.
    pub kind: MeasurementKind,
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub member_id: Option<i64>,
    /// The company with its name.
    pub company: Option<(i64, String)>,
    /// When it was measured.
    pub measured_at: Timestamp,
    /// Minutes by which the clock was ahead of UTC there.
    pub measured_at_offset: i64,
    /// When it was received.
    pub received_at: Timestamp,
    /// When it was changed last.
    pub updated_at: Timestamp,
    /// Counts changes.
    pub version: i64,
    /// Age at that time.
    pub age: Option<u16>,
    /// Whether it was made on trial.
    pub trial: bool,
    /// The number that its sender gave it.
    pub source_id: Option<String>,
    /// The device.
    pub device_id: Option<i64>,
    /// The rules that graded it, with their version.
    pub rules: Option<(String, i32)>,
}

/// The version of what is told of a measurement. What is graded again is told otherwise and is no change of the
/// measurement itself: its time tells it.
fn version_of(version: i64, made_at: Timestamp) -> Version {
    Version { id: format!("{version}-{}", made_at.0), made_at }
}

/// The word of a kind in the ids of resources.
#[must_use]
pub const fn word(kind: MeasurementKind) -> &'static str {
    match kind {
        MeasurementKind::Physical => "physical",
        MeasurementKind::Stress => "stress",
        MeasurementKind::Vision => "vision",
        MeasurementKind::HeartRate => "heartrate",
        MeasurementKind::Dementia => "dementia",
        MeasurementKind::Psychological => "psychological",
    }
}

/// The screen on which staff read measurements of a kind.
#[must_use]
pub const fn screen(kind: MeasurementKind) -> &'static str {
    match kind {
        MeasurementKind::Physical => Physical::SCREEN,
        MeasurementKind::Stress => Stress::SCREEN,
        MeasurementKind::Vision => Vision::SCREEN,
        MeasurementKind::HeartRate => HeartRate::SCREEN,
        MeasurementKind::Dementia => Dementia::SCREEN,
        MeasurementKind::Psychological => Psychological::SCREEN,
    }
}

macro_rules! header {
    ($kind:ident, $measurement:expr, $id:ident) => {
        Header {
            kind: MeasurementKind::$kind,
            id: $measurement.$id.0,
            member_id: $measurement.member_id.map(|id| id.0),
            company: $measurement.company_id.map(|id| (id.0, $measurement.company_name.clone().unwrap_or_default())),
            measured_at: $measurement.measured_at,
            measured_at_offset: $measurement.measured_at_offset,
            received_at: $measurement.received_at,
            updated_at: $measurement.updated_at,
            version: $measurement.version,
            age: $measurement.age,
            trial: $measurement.trial,
            source_id: $measurement.source_id.clone(),
            device_id: $measurement.external_device_id.map(|id| id.0),
            rules: $measurement.rule_set.clone().zip($measurement.rule_version),
        }
    };
}

impl Measured {
    /// What all have.
    #[must_use]
    pub fn header(&self) -> Header {
        match self {
            Self::Physical(found) => header!(Physical, found, physical_measurement_id),
            Self::Stress(found) => header!(Stress, found, stress_measurement_id),
            Self::Vision(found) => header!(Vision, found, vision_measurement_id),
            Self::HeartRate(found) => header!(HeartRate, found, heart_rate_measurement_id),
            Self::Dementia(found) => header!(Dementia, found, dementia_screening_id),
            Self::Psychological(found) => header!(Psychological, found, psychological_test_id),
        }
    }
}

impl Header {
    /// The beginning of the ids of its resources: `physical-123`.
    #[must_use]
    pub fn stem(&self) -> String {
        format!("{}-{}", word(self.kind), self.id)
    }

    /// What every resource of it begins with.
    #[must_use]
    pub fn begun(&self, resource: &str, id: &str, profile: Option<&str>) -> Map<String, Json> {
        let version = version_of(self.version, self.updated_at);
        let mut meta = json!({ "versionId": version.id, "lastUpdated": version.made_at });
        // What a profile asks for includes whose it is.
        if let Some(profile) = profile.filter(|_| self.member_id.is_some()) {
            meta["profile"] = json!([format!("{}{profile}", crate::codes::PROFILES)]);
        }
        if self.trial {
            meta["tag"] = json!([TRIAL.json()]);
        }
        let mut begun = Map::new();
        begun.insert("resourceType".into(), resource.into());
        begun.insert("id".into(), id.into());
        begun.insert("meta".into(), meta);
        begun
    }

    /// When it was measured, by the clock that was there.
    #[must_use]
    pub fn moment(&self) -> Json {
        self.measured_at.text_at_offset(self.measured_at_offset).into()
    }

    /// A reference to whose it is.
    #[must_use]
    pub fn subject(&self) -> Option<Json> {
        self.member_id.map(|id| json!({ "reference": format!("Patient/{id}") }))
    }

    /// The number that the sender gave it, as an identifier.
    #[must_use]
    pub fn identifier(&self) -> Option<Json> {
        self.source_id.as_ref().map(|number| json!({ "system": SOURCE_NUMBERS, "value": number }))
    }

    /// A reference to the device: devices are no resources here, so it is named by its number.
    #[must_use]
    pub fn device(&self) -> Option<Json> {
        self.device_id.map(|id| json!({ "identifier": { "system": DEVICES, "value": id.to_string() } }))
    }

    /// A reference to the company in the same way.
    #[must_use]
    pub fn company(&self) -> Option<Json> {
        self.company.as_ref().map(|(id, name)| company(*id, name))
    }

    /// Whether it has been corrected since it was taken.
    #[must_use]
    pub fn is_corrected(&self) -> bool {
        self.version > 1
    }
}

/// A reference to a company: companies are no resources here, so it is named by its number.
#[must_use]
pub fn company(id: i64, name: &str) -> Json {
    json!({ "identifier": { "system": COMPANIES, "value": id.to_string() }, "display": name })
}

/// The versions in which these measurements stand.
///
/// # Errors
/// When the database fails.
pub fn versions(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<HashMap<i64, Version>, Problem> {
    let columns =
        (measurement::measurement_id, measurement::version, measurement::updated_at, measurement::received_at);
    let rows = measurement::table.filter(measurement::measurement_id.eq_any(ids)).select(columns);
    let rows = rows.load::<(i64, i64, i64, i64)>(connection)?.into_iter();
    // Whatever was never changed was made last when it was received.
    let version = |(id, version, updated_at, received_at): (i64, i64, i64, i64)| {
        (id, version_of(version, Timestamp(updated_at.max(received_at))))
    };
    Ok(rows.map(version).collect())
}

/// The measurements at these places, in their order: one query for each kind.
///
/// # Errors
/// When the database fails.
pub fn load(
    connection: &mut DatabaseConnection,
    scope: Scope,
    places: &[(MeasurementKind, Place)],
) -> Result<Vec<Measured>, Problem> {
    let mut found: HashMap<i64, Measured> = HashMap::with_capacity(places.len());
    for kind in MeasurementKind::ALL {
        let ids: Vec<i64> = places.iter().filter(|(own, _)| *own == kind).map(|(_, (_, id))| *id).collect();
        if ids.is_empty() {
            continue;
        }
        macro_rules! add {
            ($kind:ident) => {
                for measurement in store::briefly::<$kind>(connection, scope, &ids)? {
                    found.insert($kind::place(&measurement).1, Measured::$kind(Box::new(measurement)));
                }
            };
        }
        match kind {
            MeasurementKind::Physical => add!(Physical),
            MeasurementKind::Stress => add!(Stress),
            MeasurementKind::Vision => add!(Vision),
            MeasurementKind::HeartRate => add!(HeartRate),
            MeasurementKind::Dementia => add!(Dementia),
            MeasurementKind::Psychological => add!(Psychological),
        }
    }
    Ok(places.iter().filter_map(|(_, (_, id))| found.remove(id)).collect())
}
