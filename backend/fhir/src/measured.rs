//! A measurement of any kind, and the elements its resources have in common: subject, time, device and version.

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
    /// Eye measurements.
    Vision(Box<VisionMeasurement>),
    /// A heart rate.
    HeartRate(Box<HeartRateMeasurement>),
    /// A screening for dementia.
    Dementia(Box<DementiaScreening>),
    /// A psychological test.
    Psychological(Box<PsychologicalTest>),
}

/// The properties common to all measurements.
#[derive(Clone, Debug)]
pub struct Header {
    /// Its kind.
    pub kind: MeasurementKind,
    /// Its number.
    pub id: i64,
    /// The member it belongs to.
    pub member_id: Option<i64>,
    /// The company's number and name.
    pub company: Option<(i64, String)>,
    /// Time of measurement.
    pub measured_at: Timestamp,
    /// Local UTC offset in minutes.
    pub measured_at_offset: i64,
    /// Time of receipt.
    pub received_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Version for optimistic locking.
    pub version: i64,
    /// Age at the time of measurement.
    pub age: Option<u16>,
    /// Whether it is a trial measurement.
    pub trial: bool,
    /// The number assigned by its sender.
    pub source_id: Option<String>,
    /// The device.
    pub device_id: Option<i64>,
    /// The grading rules with their version.
    pub rules: Option<(String, i32)>,
}

/// Returns the version of a measurement's resources. Regrading changes the resources without changing the measurement's
/// version, so the version includes the time.
fn version_of(version: i64, made_at: Timestamp) -> Version {
    Version { id: format!("{version}-{}", made_at.0), made_at }
}

/// Returns the prefix of a kind in resource ids.
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
    /// Returns the common properties.
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
    /// Returns the prefix of its resources' ids: `physical-123`.
    #[must_use]
    pub fn stem(&self) -> String {
        format!("{}-{}", word(self.kind), self.id)
    }

    /// Returns the common first elements of its resources.
    #[must_use]
    pub fn common_elements(&self, resource: &str, id: &str, profile: Option<&str>) -> Map<String, Json> {
        let version = version_of(self.version, self.updated_at);
        let mut meta = json!({ "versionId": version.id, "lastUpdated": version.made_at });
        // The profiles require a subject.
        if let Some(profile) = profile.filter(|_| self.member_id.is_some()) {
            meta["profile"] = json!([format!("{}{profile}", crate::codes::PROFILES)]);
        }
        if self.trial {
            meta["tag"] = json!([TRIAL.json()]);
        }
        let mut common_elements = Map::new();
        common_elements.insert("resourceType".into(), resource.into());
        common_elements.insert("id".into(), id.into());
        common_elements.insert("meta".into(), meta);
        common_elements
    }

    /// Returns the time of measurement with the local offset.
    #[must_use]
    pub fn moment(&self) -> Json {
        self.measured_at.text_at_offset(self.measured_at_offset).into()
    }

    /// Returns a reference to the member.
    #[must_use]
    pub fn subject(&self) -> Option<Json> {
        self.member_id.map(|id| json!({ "reference": format!("Patient/{id}") }))
    }

    /// Returns the sender's number as an identifier.
    #[must_use]
    pub fn identifier(&self) -> Option<Json> {
        self.source_id.as_ref().map(|number| json!({ "system": SOURCE_NUMBERS, "value": number }))
    }

    /// Returns a reference to the device. Devices are not resources here, so it is identified by number.
    #[must_use]
    pub fn device(&self) -> Option<Json> {
        self.device_id.map(|id| json!({ "identifier": { "system": DEVICES, "value": id.to_string() } }))
    }

    /// Returns a reference to the company, identified likewise.
    #[must_use]
    pub fn company(&self) -> Option<Json> {
        self.company.as_ref().map(|(id, name)| company(*id, name))
    }

    /// Returns whether the measurement has been corrected since it was recorded.
    #[must_use]
    pub fn is_corrected(&self) -> bool {
        self.version > 1
    }
}

/// Returns a reference to a company. Companies are not resources here, so it is identified by number.
#[must_use]
pub fn company(id: i64, name: &str) -> Json {
    json!({ "identifier": { "system": COMPANIES, "value": id.to_string() }, "display": name })
}

/// Returns the current versions of measurements.
///
/// # Errors
/// Returns an error if the database fails.
pub fn versions(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<HashMap<i64, Version>, Problem> {
    let columns =
        (measurement::measurement_id, measurement::version, measurement::updated_at, measurement::received_at);
    let rows = measurement::table.filter(measurement::measurement_id.eq_any(ids)).select(columns);
    let rows = rows.load::<(i64, i64, i64, i64)>(connection)?.into_iter();
    // A measurement that was never changed has the time of its receipt.
    let version = |(id, version, updated_at, received_at): (i64, i64, i64, i64)| {
        (id, version_of(version, Timestamp(updated_at.max(received_at))))
    };
    Ok(rows.map(version).collect())
}

/// Loads the measurements at the given positions, in order, with one query per kind.
///
/// # Errors
/// Returns an error if the database fails.
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
                for measurement in store::list_items::<$kind>(connection, scope, &ids)? {
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
