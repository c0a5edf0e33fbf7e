//! Receives observations: converts them to intake requests, which are validated there. Nothing is guessed: an unknown
//! code, unit or element is rejected with its path, and units are converted only where that is exact.
//!
//! Values of the same kind, person, time and device form one measurement: height, weight and blood pressure of the same
//! person and time in a bundle are combined. Results of different instruments stay separate.

use crate::{
    answer::{self, Version, base, etag, not_acceptable, operation_outcome, outcome, resource},
    asking::Requester,
    codes::{self, Coding, DEVICES, EXTENSIONS, GRADES, SOURCE_NUMBERS, UCUM},
    grammar,
    measured::{self, word},
    observation::slug,
    parameters::{Parameters, wrong},
    patient,
};
use actix_web::{HttpResponse, http::StatusCode};
use kernel::{
    http::{decode, idempotency::Change, mount::Raw},
    problem::Problem,
    workers,
};
use measurements::{
    intake::{Sender, WriteMode, may_send, receive},
    kind::MeasurementKind,
};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        error::ErrorCode,
        measurements::{IntakeOutcome, MAX_INTAKE},
        validation::Violation,
    },
    domain::{
        decimal::{Hundredths, Thousandths},
        grade::physical::{Arm, Posture},
        time::Timestamp,
    },
};

/// Documentation in the capability statement.
pub const ABOUT: &str = "Takes observations with the codes and units that it answers, final or corrected. What is \
    computed here (body mass index, scores, spherical equivalents) is not taken. A blood pressure says by the \
    extension setting whether it was taken in a CLINIC or at HOME; it may say the upper arm by bodySite, the posture by \
    the extension observation-bodyPosition, and by reading-number which of several readings it is.";

/// Longer sender numbers are stored as their digest.
const MAX_CHARACTERS: usize = 100;
/// The source under which these measurements and their numbers are stored.
const SOURCE: &str = "fhir";
/// Known elements of an observation: those that are read, and those without content worth storing.
const ELEMENTS: [&str; 28] = [
    "resourceType",
    "id",
    "meta",
    "language",
    "text",
    "extension",
    "identifier",
    "status",
    "category",
    "code",
    "subject",
    "effectiveDateTime",
    "effectiveInstant",
    "issued",
    "performer",
    "valueQuantity",
    "valueInteger",
    "valueString",
    "valueCodeableConcept",
    "interpretation",
    "note",
    "bodySite",
    "method",
    "device",
    "referenceRange",
    "derivedFrom",
    "component",
    "focus",
];

/// Fields of a measurement that its observations have in common.
const SHARED: [&str; 7] =
    ["memberId", "memberNo", "companyId", "measuredAt", "measuredAtOffset", "sourceId", "externalDeviceId"];

/// An accepted unit, with the multiplier and the divisor that convert it to the product's unit.
type Unit = (&'static str, f64, f64);

const CENTIMETRES: &[Unit] = &[("cm", 1.0, 1.0), ("m", 100.0, 1.0), ("mm", 1.0, 10.0)];
const KILOGRAMS: &[Unit] = &[("kg", 1.0, 1.0), ("g", 1.0, 1000.0)];
const PERCENT: &[Unit] = &[("%", 1.0, 1.0)];
const PRESSURES: &[Unit] = &[("mm[Hg]", 1.0, 1.0)];
const RATES: &[Unit] = &[("/min", 1.0, 1.0)];
const MILLISECONDS: &[Unit] = &[("ms", 1.0, 1.0), ("s", 1000.0, 1.0)];
const POWERS: &[Unit] = &[("ms2", 1.0, 1.0)];
const INDICES: &[Unit] = &[("1/s2", 1.0, 1.0)];
const SCORES: &[Unit] = &[("{score}", 1.0, 1.0), ("1", 1.0, 1.0)];
const NUMBERS: &[Unit] = &[("1", 1.0, 1.0)];
const SECONDS: &[Unit] = &[("s", 1.0, 1.0), ("min", 60.0, 1.0)];
const SECONDS_OF_ARC: &[Unit] = &[("''", 1.0, 1.0)];
const LOGARITHMS: &[Unit] = &[("{log}", 1.0, 1.0)];
const MILLIMETRES: &[Unit] = &[("mm", 1.0, 1.0), ("cm", 10.0, 1.0)];

/// Codes with a single meaning: kind, field, id suffix, units.
const PLAIN: &[(Coding, MeasurementKind, &str, &str, &[Unit])] = &[
    (codes::HEIGHT, MeasurementKind::Physical, "heightCm", "height", CENTIMETRES),
    (codes::WEIGHT, MeasurementKind::Physical, "weightKg", "weight", KILOGRAMS),
    (codes::BODY_FAT, MeasurementKind::Physical, "bodyFatPercent", "body-fat", PERCENT),
    (codes::SDNN, MeasurementKind::Stress, "sdnn", "sdnn", MILLISECONDS),
    (codes::RMSSD, MeasurementKind::Stress, "rmssd", "rmssd", MILLISECONDS),
    (codes::PNN50, MeasurementKind::Stress, "pnn50", "pnn50", PERCENT),
    (codes::TOTAL_POWER, MeasurementKind::Stress, "tp", "total-power", POWERS),
    (codes::LOW_FREQUENCY, MeasurementKind::Stress, "lf", "low-frequency-power", POWERS),
    (codes::HIGH_FREQUENCY, MeasurementKind::Stress, "hf", "high-frequency-power", POWERS),
    (codes::STRESS_INDEX, MeasurementKind::Stress, "stressIndex", "stress-index", INDICES),
    (codes::HRV_DURATION, MeasurementKind::Stress, "durationSeconds", "hrv-duration", SECONDS),
    (codes::HRV_ARTIFACTS, MeasurementKind::Stress, "artifactPercent", "hrv-artifacts", PERCENT),
    (codes::ACTIVATION, MeasurementKind::Stress, "activationScore", "activation-score", SCORES),
    (codes::PUPILLARY_DISTANCE, MeasurementKind::Vision, "pupillaryDistance", "pupillary-distance", MILLIMETRES),
    (codes::STEREO_ACUITY, MeasurementKind::Vision, "stereoAcuity", "stereo-acuity", SECONDS_OF_ARC),
    (codes::CONTRAST_SENSITIVITY, MeasurementKind::Vision, "contrastSensitivity", "contrast-sensitivity", LOGARITHMS),
];

/// Codes of instruments' results.
const INSTRUMENTS: &[(Coding, MeasurementKind, &str)] = &[
    (codes::PSS_10, MeasurementKind::Psychological, "PSS_10"),
    (codes::BEPSI_K, MeasurementKind::Psychological, "BEPSI_K"),
    (codes::GAD_7_TOTAL, MeasurementKind::Psychological, "GAD_7"),
    (codes::CBI, MeasurementKind::Psychological, "CBI"),
    (codes::CBI_PERSONAL, MeasurementKind::Psychological, "CBI_PERSONAL"),
    (codes::CBI_WORK, MeasurementKind::Psychological, "CBI_WORK"),
    (codes::CBI_CLIENT, MeasurementKind::Psychological, "CBI_CLIENT"),
    (codes::BAT_12, MeasurementKind::Psychological, "BAT_12"),
    (codes::CIST, MeasurementKind::Dementia, "CIST"),
    (codes::KDSQ_C, MeasurementKind::Dementia, "KDSQ_C"),
    (codes::KDSQ_P, MeasurementKind::Dementia, "KDSQ_P"),
    (codes::MMSE_KC, MeasurementKind::Dementia, "MMSE_KC"),
];

/// Codes of values that the product computes itself.
const COMPUTED: &[Coding] = &[
    codes::BMI,
    codes::STRESS_SCORE,
    codes::ANXIETY_SCORE,
    codes::BURNOUT_SCORE,
    codes::DISTANCE_VISION,
    codes::SPHERICAL_EQUIVALENT,
];

/// A field of the intake, its value, and its path in the request.
type Field = (&'static str, Json, String);
/// The meaning of a code: kind, id suffix, fields, and instrument.
type CodeMeaning = (MeasurementKind, String, Vec<Field>, &'static str);

/// A parsed observation.
#[derive(Clone, Debug)]
struct Reading {
    /// Its path in the request.
    place: String,
    kind: MeasurementKind,
    /// The suffix of its resource id.
    key: String,
    /// Fields of the measurement.
    fields: Vec<Field>,
    /// The instrument: distinguishes measurements of the same kind.
    instrument_key: &'static str,
    /// Intake fields that identify the person.
    subject_fields: Map<String, Json>,
    measured_at: Timestamp,
    /// Local UTC offset in minutes, if given.
    measured_at_offset: Option<i64>,
    device_id: Option<i64>,
    number: Option<String>,
}

/// Receives an observation.
///
/// # Errors
/// Returns an error that names what is wrong with it.
pub async fn observation(raw: Raw) -> Result<HttpResponse, Problem> {
    let sent = match read(&raw).await? {
        Ok(sent) => sent,
        Err(refused) => return Ok(refused),
    };
    let reading = reading_of(&sent, "Observation").map_err(Problem::invalid)?;
    let mut taken = take(&raw, vec![reading], WriteMode::AllOrNone).await?;
    let Some(Ok(made)) = taken.pop() else { return Err(Problem::internal("an observation without a result")) };
    let said = operation_outcome(
        "information",
        "informational",
        if made.is_new { "Taken." } else { "It had been taken before." },
    );
    let location = made.location(&base(&raw));
    Ok(answer::taken(made.status(), &said, (&location, made.version.as_ref()), &raw.request_id))
}

/// Receives a bundle of observations: a transaction as a whole or not at all, a batch one by one.
///
/// # Errors
/// Returns an error that names what is wrong with it.
pub async fn bundle(raw: Raw) -> Result<HttpResponse, Problem> {
    let sent = match read(&raw).await? {
        Ok(sent) => sent,
        Err(refused) => return Ok(refused),
    };
    let mode = match (sent["resourceType"].as_str(), sent["type"].as_str()) {
        (Some("Bundle"), Some("transaction")) => WriteMode::AllOrNone,
        (Some("Bundle"), Some("batch")) => WriteMode::Each,
        (Some("Bundle"), _) => return Err(Problem::invalid_field("Bundle.type", "choice")),
        _ => return Err(Problem::invalid_field("Bundle.resourceType", "choice")),
    };
    let none = Vec::new();
    let entries = match &sent["entry"] {
        Json::Array(entries) => entries,
        Json::Null => &none,
        // Otherwise nothing would be stored, but the response would be a success.
        _ => return Err(Problem::invalid_field("Bundle.entry", "type")),
    };
    if entries.len() > MAX_INTAKE {
        return Err(Problem::invalid_field("Bundle.entry", "tooMany"));
    }
    let read: Vec<Result<Reading, Vec<Violation>>> =
        entries.iter().enumerate().map(|(place, entry)| entry_of(entry, &format!("Bundle.entry[{place}]"))).collect();
    let faults: Vec<Violation> = read.iter().filter_map(|read| read.as_ref().err()).flatten().cloned().collect();
    if mode == WriteMode::AllOrNone && !faults.is_empty() {
        return Err(Problem::invalid(faults));
    }
    let readings: Vec<Reading> = read.iter().filter_map(|read| read.as_ref().ok()).cloned().collect();
    let mut taken = take(&raw, readings, mode).await?.into_iter();
    let base = base(&raw);
    let nothing = || Err(Problem::invalid(Vec::new()));
    let answered: Vec<Json> = read
        .into_iter()
        .map(|read| match read.map_err(Problem::invalid).and_then(|_| taken.next().unwrap_or_else(nothing)) {
            Ok(made) => {
                let mut told = json!({ "status": made.status().to_string(), "location": made.location(&base) });
                if let Some(version) = &made.version {
                    told["etag"] = etag(&version.id).into();
                    told["lastModified"] = json!(version.made_at);
                }
                json!({ "response": told })
            }
            Err(problem) => {
                let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
                json!({ "response": { "status": status.to_string(), "outcome": outcome(&problem) } })
            }
        })
        .collect();
    let kind = if mode == WriteMode::AllOrNone { "transaction-response" } else { "batch-response" };
    let mut answer = json!({ "resourceType": "Bundle", "type": kind });
    if !answered.is_empty() {
        answer["entry"] = answered.into();
    }
    Ok(resource(StatusCode::OK, &answer, &raw.request_id))
}

/// Parses the JSON body. The inner error is the response to an unsupported response format.
async fn read(raw: &Raw) -> Result<Result<Json, HttpResponse>, Problem> {
    let format = Parameters::read(raw.request.query_string(), &[], false)?;
    if let Some(refused) = not_acceptable(raw, format.one("_format")?) {
        return Ok(Err(refused));
    }
    if !raw.header("content-type").is_some_and(answer::is_sent_as_json) {
        return Err(Problem::new(ErrorCode::UnsupportedMedia));
    }
    // The condition would be ignored, so conditional creates are rejected.
    if raw.header("if-none-exist").is_some() {
        return Err(wrong("If-None-Exist", "unknown"));
    }
    let bytes = raw.body.clone();
    workers::run_blocking(move || decode::any_json(&bytes)).await.map(Ok)
}

/// The result of an observation, or why it was rejected.
type Taken = Result<StoredObservation, Problem>;

/// An observation that is stored, now or before.
struct StoredObservation {
    id: String,
    is_new: bool,
    /// `None` if the measurement was removed at once or its version could not be read.
    version: Option<Version>,
}

impl StoredObservation {
    fn status(&self) -> StatusCode {
        if self.is_new { StatusCode::CREATED } else { StatusCode::OK }
    }

    /// Returns its address, with the version.
    fn location(&self, base: &str) -> String {
        let version = self.version.as_ref().map(|version| format!("/_history/{}", version.id)).unwrap_or_default();
        format!("{base}/Observation/{}{version}", self.id)
    }
}

/// The observations that become one intake measurement.
struct Group {
    kind: MeasurementKind,
    values: Map<String, Json>,
    /// The path of each field in the request.
    places: HashMap<String, String>,
    members: Vec<usize>,
    numbers: Vec<String>,
}

/// Passes observations to the intake. Entries of a batch are independent: where some refuse the measurement that they
/// would form together, the others are sent again without them.
async fn take(raw: &Raw, readings: Vec<Reading>, mode: WriteMode) -> Result<Vec<Taken>, Problem> {
    let mut results: Vec<Taken> = readings.iter().map(|_| Err(Problem::invalid(Vec::new()))).collect();
    let sender = match Requester::of(raw)? {
        Requester::Account(caller) => Sender::Account(caller),
        Requester::System(system) => Sender::System(system),
    };
    let mut left: Vec<usize> = Vec::with_capacity(readings.len());
    for (index, reading) in readings.iter().enumerate() {
        // In a batch, a kind the sender may not send does not affect the other entries.
        if mode == WriteMode::Each && !may_send(&sender, reading.kind) {
            set(&mut results, index, Err(Problem::new(ErrorCode::Forbidden)));
        } else {
            left.push(index);
        }
    }
    // Each round settles at least one observation of every refused group, so that the rounds end.
    let mut alone = HashSet::new();
    while !left.is_empty() {
        let mut groups = Vec::new();
        for (index, fault) in grouped(&readings, &left, &alone, &mut groups) {
            if mode == WriteMode::AllOrNone {
                return Err(Problem::invalid(vec![fault]));
            }
            set(&mut results, index, Err(Problem::invalid(vec![fault])));
        }
        left = send(raw, &sender, &readings, (groups, &mut alone), mode, &mut results).await?;
    }
    Ok(results)
}

/// Collects observations into the measurements that they form. Returns those that contradict one before, with the fault.
fn grouped(
    readings: &[Reading],
    left: &[usize],
    alone: &HashSet<usize>,
    groups: &mut Vec<Group>,
) -> Vec<(usize, Violation)> {
    let (mut known, mut faults): (HashMap<String, usize>, _) = (HashMap::new(), Vec::new());
    for index in left {
        let Some(reading) = readings.get(*index) else { continue };
        let own = alone.contains(index).then_some(index);
        let key = format!(
            "{:?}",
            (
                reading.kind,
                reading.instrument_key,
                &reading.subject_fields,
                reading.measured_at,
                reading.device_id,
                own
            )
        );
        let at = *known.entry(key).or_insert_with(|| {
            groups.push(Group::of(reading));
            groups.len() - 1
        });
        let Some(group) = groups.get_mut(at) else { continue };
        if let Err(fault) = group.add(*index, reading) {
            faults.push((*index, fault));
        }
    }
    faults
}

/// Sends measurements to the intake and notes what became of their observations. Returns those to be sent again,
/// because others of their measurement were refused; the ones whose refusal names none of them are noted as `alone`.
async fn send(
    raw: &Raw,
    sender: &Sender,
    readings: &[Reading],
    (mut groups, alone): (Vec<Group>, &mut HashSet<usize>),
    mode: WriteMode,
    results: &mut [Taken],
) -> Result<Vec<usize>, Problem> {
    let mut sent = Map::new();
    let mut placed: HashMap<String, usize> = HashMap::new();
    for (at, group) in groups.iter_mut().enumerate() {
        group.finish();
        let list = list_of(group.kind);
        let items = sent.entry(list).or_insert_with(|| json!([]));
        if let Some(items) = items.as_array_mut() {
            placed.insert(format!("{list}[{}]", items.len()), at);
            items.push(Json::Object(std::mem::take(&mut group.values)));
        }
    }
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    sent.insert("source".into(), SOURCE.into());
    let reader = sender.reader(&raw.request_id, &raw.address);
    let report = receive(&Change::unnamed(&raw.state.database), (sender.clone(), reader), Json::Object(sent), mode)
        .await
        .map_err(|problem| {
            let fields = problem.fields.into_iter().map(|field| {
                let (path, name) = field.path.split_once("].").unwrap_or((&field.path, ""));
                let group = placed.get(&format!("{path}]")).and_then(|at| groups.get(*at));
                let path = group.map_or_else(|| field.path.clone(), |group| group.place_of(name, readings));
                Violation { path, ..field }
            });
            Problem { fields: fields.collect(), ..problem }
        })?;
    let ids: Vec<i64> = report.results.iter().filter_map(|result| result.measurement_id).collect();
    // The measurements are stored, even if their versions cannot be read now.
    let versions = raw.state.database.read(move |connection| measured::versions(connection, &ids)).await;
    let versions = versions.unwrap_or_default();
    let mut again = Vec::new();
    for result in report.results {
        let Some(group) = placed.get(&result.path).and_then(|at| groups.get(*at)) else { continue };
        let refused = match (result.outcome, result.measurement_id) {
            (IntakeOutcome::Refused, _) | (_, None) => group.refused(&result.fields, readings, mode),
            (outcome, Some(id)) => {
                for index in &group.members {
                    let Some(reading) = readings.get(*index) else { continue };
                    let stored = StoredObservation {
                        id: format!("{}-{id}-{}", word(reading.kind), reading.key),
                        is_new: outcome == IntakeOutcome::Created,
                        version: versions.get(&id).cloned(),
                    };
                    set(results, *index, Ok(stored));
                }
                continue;
            }
        };
        for index in &group.members {
            match refused.get(index) {
                Some(faults) => set(results, *index, Err(Problem::invalid(faults.clone()))),
                None => again.push(*index),
            }
        }
        if refused.is_empty() {
            alone.extend(&group.members);
        }
    }
    Ok(again)
}

fn set(results: &mut [Taken], index: usize, taken: Taken) {
    if let Some(result) = results.get_mut(index) {
        *result = taken;
    }
}

/// Returns the name of a kind's list in the intake request.
const fn list_of(kind: MeasurementKind) -> &'static str {
    match kind {
        MeasurementKind::Physical => "physical",
        MeasurementKind::Stress => "stress",
        MeasurementKind::Vision => "vision",
        MeasurementKind::HeartRate => "heartRate",
        MeasurementKind::Dementia => "dementia",
        MeasurementKind::Psychological => "psychological",
    }
}

impl Group {
    /// Creates a measurement without values.
    fn of(reading: &Reading) -> Self {
        let mut values = reading.subject_fields.clone();
        values.insert("measuredAt".into(), json!(reading.measured_at));
        if let Some(minutes) = reading.measured_at_offset {
            values.insert("measuredAtOffset".into(), minutes.into());
        }
        if let Some(id) = reading.device_id {
            values.insert("externalDeviceId".into(), id.into());
        }
        Self { kind: reading.kind, values, places: HashMap::new(), members: Vec::new(), numbers: Vec::new() }
    }

    /// Adds the values of an observation. A second value for the same field is an error, even if it is equal; only
    /// range and setting may be repeated with the same value.
    fn add(&mut self, index: usize, reading: &Reading) -> Result<(), Violation> {
        for (name, value, place) in &reading.fields {
            let is_context = ["range", "setting"].contains(name);
            if self.values.get(*name).is_some_and(|before| !is_context || before != value) {
                return Err(Violation::new(place, "taken"));
            }
        }
        for (name, value, place) in &reading.fields {
            self.values.insert((*name).to_owned(), value.clone());
            self.places.insert((*name).to_owned(), place.clone());
        }
        self.members.push(index);
        self.numbers.extend(reading.number.clone());
        Ok(())
    }

    /// Adds the defaults of the kind, and the number, which is composed of those of all observations.
    fn finish(&mut self) {
        // Only pressures come with a setting and only acuities with a range. Other values of these kinds get the
        // default.
        let (name, word) = match self.kind {
            MeasurementKind::Physical => ("setting", "CLINIC"),
            MeasurementKind::Vision => ("range", "DISTANCE"),
            _ => ("", ""),
        };
        if !name.is_empty() {
            self.values.entry(name).or_insert_with(|| word.into());
        }
        self.numbers.sort_unstable();
        self.numbers.dedup();
        let number = self.numbers.join(" ");
        if !number.is_empty() {
            let is_long = number.chars().count() > MAX_CHARACTERS;
            let number = if is_long { format!("{:x}", Sha256::digest(number.as_bytes())) } else { number };
            self.values.insert("sourceId".into(), number.into());
        }
    }

    /// Returns the observations because of which the measurement was refused, each with its faults. In a batch, those
    /// are the ones whose values are at fault: all if the fault is what they share, and none if it lies between them.
    fn refused(&self, faults: &[Violation], readings: &[Reading], mode: WriteMode) -> HashMap<usize, Vec<Violation>> {
        let placed = |field: &Violation| Violation { path: self.place_of(&field.path, readings), ..field.clone() };
        let is_shared = |field: &Violation| SHARED.contains(&field.path.as_str());
        if mode == WriteMode::AllOrNone || self.members.len() == 1 || faults.iter().any(is_shared) {
            let faults: Vec<Violation> = faults.iter().map(placed).collect();
            return self.members.iter().map(|index| (*index, faults.clone())).collect();
        }
        let mut refused: HashMap<usize, Vec<Violation>> = HashMap::new();
        for field in faults {
            let own = self.members.iter().find(|index| {
                readings.get(**index).is_some_and(|reading| reading.fields.iter().any(|(name, ..)| *name == field.path))
            });
            if let Some(index) = own {
                refused.entry(*index).or_default().push(placed(field));
            }
        }
        refused
    }

    /// Returns the path of a field of the measurement in the request.
    fn place_of(&self, field: &str, readings: &[Reading]) -> String {
        if let Some(place) = self.places.get(field) {
            return place.clone();
        }
        let first = self.members.first().and_then(|index| readings.get(*index));
        let start = first.map_or("Observation", |reading| reading.place.as_str());
        match field {
            "memberId" | "memberNo" | "companyId" => format!("{start}.subject"),
            "measuredAt" => format!("{start}.effectiveDateTime"),
            "sourceId" => format!("{start}.identifier"),
            "externalDeviceId" => format!("{start}.device"),
            _ => start.to_owned(),
        }
    }
}

/// Parses the observation of a bundle entry.
fn entry_of(entry: &Json, place: &str) -> Result<Reading, Vec<Violation>> {
    let wrong = |path: &str, code: &str| Err(vec![Violation::new(&format!("{place}.{path}"), code)]);
    if entry["request"]["method"] != "POST" {
        return wrong("request.method", "choice");
    }
    if entry["request"]["url"] != "Observation" {
        return wrong("request.url", "choice");
    }
    if !entry["request"]["ifNoneExist"].is_null() {
        return wrong("request.ifNoneExist", "unknown");
    }
    reading_of(&entry["resource"], &format!("{place}.resource"))
}

/// Parses an observation.
fn reading_of(sent: &Json, place: &str) -> Result<Reading, Vec<Violation>> {
    let mut reader = Reader { place, faults: Vec::new() };
    let read = reader.read(sent);
    match read {
        Some(read) if reader.faults.is_empty() => Ok(read),
        _ => {
            if reader.faults.is_empty() {
                reader.fault::<()>("", "required");
            }
            Err(reader.faults)
        }
    }
}

/// Parses an observation and collects its violations.
struct Reader<'a> {
    place: &'a str,
    faults: Vec<Violation>,
}

impl Reader<'_> {
    fn at(&self, path: &str) -> String {
        if path.is_empty() { self.place.to_owned() } else { format!("{}.{path}", self.place) }
    }

    fn fault<T>(&mut self, path: &str, code: &str) -> Option<T> {
        let violation = Violation::new(&self.at(path), code);
        if !self.faults.contains(&violation) {
            self.faults.push(violation);
        }
        None
    }

    fn read(&mut self, sent: &Json) -> Option<Reading> {
        if sent["resourceType"] != "Observation" {
            return self.fault("resourceType", "choice");
        }
        for name in sent.as_object().into_iter().flat_map(Map::keys) {
            // A leading underscore marks additional data of the element of that name.
            if !ELEMENTS.contains(&name.trim_start_matches('_')) {
                self.fault::<()>(name, "unknown");
            }
        }
        match sent["status"].as_str() {
            Some("final" | "amended" | "corrected") => {}
            Some(_) => self.fault("status", "choice")?,
            None => self.fault("status", "required")?,
        }
        // Trial measurements would be stored among real ones.
        let mut tags = sent["meta"]["tag"].as_array().into_iter().flatten();
        if tags.any(|tag| tag["system"] == codes::TRIAL.system && tag["code"] == codes::TRIAL.code) {
            self.fault::<()>("meta.tag", "notAllowed");
        }
        // An observation has one value: with two, the intended one is ambiguous.
        if ELEMENTS.iter().filter(|name| name.starts_with("value") && !sent[**name].is_null()).count() > 1 {
            self.fault::<()>("value", "notAllowed");
        }
        let measured_at = self.measured_at(sent);
        let subject_fields = self.subject_fields(&sent["subject"]);
        let device = &sent["device"]["identifier"];
        let device_id = match (device["system"] == DEVICES, device["value"].as_str()) {
            (true, Some(number)) => match number.parse::<i64>() {
                Ok(id) => Some(id),
                Err(_) => self.fault("device.identifier.value", "format"),
            },
            _ => None,
        };
        let number = self.number(&sent["identifier"]);
        let (kind, key, fields, instrument_key) = self.values(sent)?;
        Some(Reading {
            place: self.place.to_owned(),
            kind,
            key,
            fields,
            instrument_key,
            subject_fields: subject_fields?,
            measured_at: measured_at?,
            measured_at_offset: ["effectiveInstant", "effectiveDateTime"]
                .into_iter()
                .find_map(|name| Timestamp::offset_of(sent[name].as_str()?)),
            device_id,
            number,
        })
    }

    fn measured_at(&mut self, sent: &Json) -> Option<Timestamp> {
        let name = if sent["effectiveInstant"].is_null() { "effectiveDateTime" } else { "effectiveInstant" };
        if name == "effectiveInstant" && !sent["effectiveDateTime"].is_null() {
            return self.fault("effective", "notAllowed");
        }
        match sent[name].as_str() {
            // A date without time, or a time without an offset, is no exact moment.
            Some(text) => Timestamp::parse(text).or_else(|| self.fault(name, "format")),
            None => self.fault(name, "required"),
        }
    }

    /// Parses the subject: a patient by its number, a member by the number within the company, or both, which must be
    /// the same person. References to other servers are rejected, because their numbers identify other people.
    fn subject_fields(&mut self, subject: &Json) -> Option<Map<String, Json>> {
        let mut subject_fields = Map::new();
        if subject.is_null() {
            return Some(subject_fields);
        }
        let reference = &subject["reference"];
        if !reference.is_null() {
            let id = reference.as_str().and_then(|reference| grammar::number(reference.strip_prefix("Patient/")?));
            let Some(id) = id else { return self.fault("subject.reference", "format") };
            subject_fields.insert("memberId".into(), id.into());
        }
        let identifier = &subject["identifier"];
        match (identifier["system"].as_str().and_then(patient::company_of), identifier["value"].as_str()) {
            (Some(company_id), Some(number)) => {
                subject_fields.insert("companyId".into(), company_id.into());
                subject_fields.insert("memberNo".into(), number.into());
            }
            // Besides a reference, any other identifier of the person is allowed.
            _ if !subject_fields.is_empty() => {}
            _ => return self.fault("subject", "format"),
        }
        Some(subject_fields)
    }

    /// Parses the sender's number from the first identifier, including its system unless that is the product's.
    fn number(&mut self, identifiers: &Json) -> Option<String> {
        if identifiers.is_null() {
            return None;
        }
        let first = &identifiers[0];
        let Some(value) = first["value"].as_str().filter(|value| !value.is_empty()) else {
            return self.fault("identifier[0].value", "required");
        };
        Some(match first["system"].as_str() {
            Some(system) if system != SOURCE_NUMBERS => format!("{system}|{value}"),
            _ => value.to_owned(),
        })
    }

    /// Returns the index of the extension with this url, if there is one. Repeated extensions are rejected, because
    /// they could contradict each other.
    fn only_extension(&mut self, sent: &Json, url: &str) -> Option<Option<usize>> {
        let all = sent["extension"].as_array().into_iter().flatten().enumerate();
        let own: Vec<usize> = all.filter(|(_, one)| one["url"] == *url).map(|(place, _)| place).collect();
        match own.as_slice() {
            [] => Some(None),
            [place] => Some(Some(*place)),
            [_, second, ..] => self.fault(&format!("extension[{second}]"), "repeated"),
        }
    }

    /// Returns the code of one of the product's extensions.
    fn extension(&mut self, sent: &Json, name: &str) -> Option<Json> {
        let url = format!("{EXTENSIONS}{name}");
        let place = self.only_extension(sent, &url)??;
        Some(sent["extension"][place]["valueCode"].clone())
    }

    /// Interprets the codes: kind, id suffix, fields and instrument.
    fn values(&mut self, sent: &Json) -> Option<CodeMeaning> {
        let codings: Vec<&Json> = sent["code"]["coding"].as_array().into_iter().flatten().collect();
        if codings.is_empty() {
            return self.fault("code.coding", "required");
        }
        let has =
            |code: Coding| codings.iter().any(|coding| coding["system"] == code.system && coding["code"] == code.code);
        let mut of_one: Vec<CodeMeaning> = Vec::new();
        if COMPUTED.iter().any(|code| has(*code)) {
            return self.fault("code", "derived");
        }
        for (_, kind, field, key, units) in PLAIN.iter().filter(|(code, ..)| has(*code)) {
            let value = self.quantity(sent, "", units)?;
            of_one.push((*kind, (*key).to_owned(), vec![(field, value, self.at("valueQuantity"))], ""));
        }
        for (_, kind, word) in INSTRUMENTS.iter().filter(|(code, ..)| has(*code)) {
            let value = self.quantity(sent, "", SCORES)?;
            let field = if *kind == MeasurementKind::Dementia { "total" } else { "result" };
            let fields =
                vec![("instrument", (*word).into(), self.at("code")), (field, value, self.at("valueQuantity"))];
            of_one.push((*kind, slug(word), fields, word));
        }
        if has(codes::BLOOD_PRESSURE) {
            of_one.push((MeasurementKind::Physical, "blood-pressure".into(), self.pressures(sent)?, ""));
        }
        if has(codes::HEART_RATE) || has(codes::RESTING_HEART_RATE) {
            let rate = self.quantity(sent, "", RATES)?;
            let place = self.at("valueQuantity");
            let said = self.extension(sent, "heart-rate-context");
            let context = if has(codes::RESTING_HEART_RATE) { Some("REST".into()) } else { said.clone() };
            if said.is_some() && said != context {
                return self.fault("extension", "notAllowed");
            }
            of_one.push(match context {
                Some(context) => {
                    let fields = vec![("rate", rate, place), ("context", context, self.at("extension"))];
                    (MeasurementKind::HeartRate, "heart-rate".into(), fields, "")
                }
                // A heart rate without further context: a pulse.
                None => (MeasurementKind::Physical, "pulse".into(), vec![("pulse", rate, place)], ""),
            });
        }
        if has(codes::COLOUR_VISION) {
            let system = format!("{GRADES}colour-vision");
            let mut said = sent["valueCodeableConcept"]["coding"].as_array().into_iter().flatten();
            let Some(said) = said.find(|coding| coding["system"] == *system) else {
                return self.fault("valueCodeableConcept", "required");
            };
            let fields = vec![("colourVision", said["code"].clone(), self.at("valueCodeableConcept"))];
            of_one.push((MeasurementKind::Vision, "colour-vision".into(), fields, ""));
        }
        if has(codes::DISTANCE_ACUITY) || has(codes::NEAR_ACUITY) {
            of_one.push(self.acuity(
                sent,
                has(codes::NEAR_ACUITY),
                [has(codes::UNCORRECTED), has(codes::PRESENTING), has(codes::BEST_CORRECTED)],
            )?);
        }
        if has(codes::EYE_PRESSURE) {
            let value = self.quantity(sent, "", PRESSURES)?;
            let (field, key) = match self.eye(sent)? {
                "right" => ("rightPressure", "right-pressure"),
                "left" => ("leftPressure", "left-pressure"),
                _ => return self.fault("bodySite", "choice"),
            };
            of_one.push((MeasurementKind::Vision, key.into(), vec![(field, value, self.at("valueQuantity"))], ""));
        }
        match (of_one.pop(), of_one.is_empty()) {
            (Some(found), true) => {
                // A panel has its values in components, anything else has one of its own.
                let is_panel = has(codes::BLOOD_PRESSURE);
                let is_elsewhere =
                    |name: &&&str| if is_panel { name.starts_with("value") } else { **name == "component" };
                match ELEMENTS.iter().filter(is_elsewhere).find(|name| !sent[**name].is_null()) {
                    Some(name) => self.fault(name, "unknown"),
                    None => Some(found),
                }
            }
            // The codes contradict each other.
            (Some(_), false) => self.fault("code", "choice"),
            (None, _) => self.fault("code", "unknownCode"),
        }
    }

    /// Parses a quantity and converts it to the product's unit; it may have at most two decimals.
    fn quantity(&mut self, holder: &Json, start: &str, units: &[Unit]) -> Option<Json> {
        self.decimal(holder, start, units, |value| Hundredths::from_number(value).map(Thousandths::from))
    }

    /// Does the same with as many decimals as `kept` accepts.
    fn decimal(
        &mut self,
        holder: &Json,
        start: &str,
        units: &[Unit],
        kept: fn(f64) -> Option<Thousandths>,
    ) -> Option<Json> {
        let at = |name: &str| {
            let start = if start.is_empty() { String::new() } else { format!("{start}.") };
            format!("{start}valueQuantity{name}")
        };
        let quantity = &holder["valueQuantity"];
        if quantity.is_null() {
            return self.fault(&at(""), "required");
        }
        if !quantity["comparator"].is_null() {
            return self.fault(&at(".comparator"), "notAllowed");
        }
        if quantity["system"] != UCUM {
            return self.fault(&at(".system"), "choice");
        }
        let Some((_, times, parts)) = units.iter().find(|(unit, ..)| quantity["code"] == **unit) else {
            return self.fault(&at(".code"), "unknownCode");
        };
        let value = match (&quantity["value"], quantity["value"].as_f64()) {
            (_, Some(value)) => value,
            (Json::Null, None) => return self.fault(&at(".value"), "required"),
            (_, None) => return self.fault(&at(".value"), "type"),
        };
        // A value with more decimals is rejected instead of rounded.
        match kept(value * times / parts) {
            Some(value) if value.0 % 1_000 == 0 => Some((value.0 / 1_000).into()),
            Some(value) => Some(json!(value)),
            None => self.fault(&at(".value"), "decimals"),
        }
    }

    fn pressures(&mut self, sent: &Json) -> Option<Vec<Field>> {
        let mut fields: Vec<Field> = Vec::new();
        let none = Vec::new();
        let components = sent["component"].as_array().unwrap_or(&none);
        for (place, component) in components.iter().enumerate() {
            let start = format!("component[{place}]");
            let codings = component["code"]["coding"].as_array().unwrap_or(&none);
            let has = |code: Coding| {
                codings.iter().any(|coding| coding["system"] == code.system && coding["code"] == code.code)
            };
            let (name, units) = match (has(codes::SYSTOLIC), has(codes::DIASTOLIC), has(codes::HEART_RATE)) {
                (true, false, false) => ("systolic", PRESSURES),
                (false, true, false) => ("diastolic", PRESSURES),
                (false, false, true) => ("pulse", RATES),
                _ => return self.fault(&format!("{start}.code"), "unknownCode"),
            };
            let value = self.quantity(component, &start, units)?;
            if fields.iter().any(|(own, ..)| *own == name) {
                return self.fault(&start, "taken");
            }
            fields.push((name, value, self.at(&format!("{start}.valueQuantity"))));
        }
        // The grading depends on the setting.
        let Some(setting) = self.extension(sent, "setting") else { return self.fault("extension", "required") };
        fields.push(("setting", setting, self.at("extension")));
        self.pressure_conditions(sent, &mut fields)?;
        Some(fields)
    }

    /// Parses arm, posture and reading number of a blood pressure, if given. Unknown codes are rejected instead of
    /// ignored: a pressure at the thigh is higher than at the arm.
    fn pressure_conditions(&mut self, sent: &Json, fields: &mut Vec<Field>) -> Option<()> {
        if !sent["bodySite"].is_null() {
            let Some(arm) = coded(&sent["bodySite"], Arm::ALL, codes::arm) else {
                return self.fault("bodySite", "unknownCode");
            };
            fields.push(("arm", arm.as_str().into(), self.at("bodySite")));
        }
        if let Some(place) = self.only_extension(sent, codes::BODY_POSITION)? {
            let path = format!("extension[{place}].valueCodeableConcept");
            let concept = &sent["extension"][place]["valueCodeableConcept"];
            let Some(posture) = coded(concept, Posture::ALL, codes::posture) else {
                return self.fault(&path, "unknownCode");
            };
            fields.push(("posture", posture.as_str().into(), self.at(&path)));
        }
        if let Some(place) = self.only_extension(sent, &format!("{EXTENSIONS}reading-number"))? {
            let path = format!("extension[{place}].valueInteger");
            let number = &sent["extension"][place]["valueInteger"];
            if number.is_null() {
                return self.fault(&path, "required");
            }
            fields.push(("readingNumber", number.clone(), self.at(&path)));
        }
        Some(())
    }

    fn eye(&mut self, sent: &Json) -> Option<&'static str> {
        let codings = sent["bodySite"]["coding"].as_array();
        let has = |code: Coding| {
            let mut codings = codings.into_iter().flatten();
            codings.any(|coding| coding["system"] == code.system && coding["code"] == code.code)
        };
        match (has(codes::RIGHT_EYE), has(codes::LEFT_EYE), has(codes::BOTH_EYES)) {
            (true, false, false) => Some("right"),
            (false, true, false) => Some("left"),
            (false, false, true) => Some("both"),
            (false, false, false) if sent["bodySite"].is_null() => self.fault("bodySite", "required"),
            _ => self.fault("bodySite", "unknownCode"),
        }
    }

    fn acuity(&mut self, sent: &Json, is_near: bool, states: [bool; 3]) -> Option<CodeMeaning> {
        let eye = self.eye(sent)?;
        let state = match states {
            [true, false, false] => "uncorrected",
            [false, true, false] => "presenting",
            [false, false, true] => "best-corrected",
            // An acuity is meaningless without the correction it was measured with.
            _ => return self.fault("code", "required"),
        };
        let field = match (eye, state) {
            ("right", "uncorrected") => "rightUncorrected",
            ("right", "presenting") => "rightPresenting",
            ("right", _) => "rightBestCorrected",
            ("left", "uncorrected") => "leftUncorrected",
            ("left", "presenting") => "leftPresenting",
            ("left", _) => "leftBestCorrected",
            (_, "uncorrected") => "bothUncorrected",
            (_, "presenting") => "bothPresenting",
            _ => "bothBestCorrected",
        };
        let (value, place) = match sent["valueString"].as_str() {
            Some(word) => (word.into(), self.at("valueString")),
            None => (self.decimal(sent, "", NUMBERS, Thousandths::from_number)?, self.at("valueQuantity")),
        };
        let range = if is_near { "NEAR" } else { "DISTANCE" };
        let fields = vec![(field, value, place), ("range", range.into(), self.at("code"))];
        Some((MeasurementKind::Vision, format!("{eye}-{state}"), fields, ""))
    }
}

/// Returns the one word whose code the concept has; `None` if it has the codes of none or several.
fn coded<Word: Copy>(concept: &Json, words: &[Word], coding_of: fn(Word) -> Coding) -> Option<Word> {
    let has = |code: Coding| {
        let mut codings = concept["coding"].as_array().into_iter().flatten();
        codings.any(|coding| coding["system"] == code.system && coding["code"] == code.code)
    };
    let mut found = words.iter().copied().filter(|word| has(coding_of(*word)));
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::{Json, json, reading_of};

    fn sent(code: &Json, more: &Json) -> Json {
        let mut sent = json!({
            "resourceType": "Observation",
            "status": "final",
            "code": { "coding": [code] },
            "subject": { "reference": "Patient/7" },
            "effectiveDateTime": "2026-01-05T09:00:00+09:00",
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            sent[name] = value.clone();
        }
        sent
    }

    fn loinc(code: &str) -> Json {
        json!({ "system": "http://loinc.org", "code": code })
    }

    fn quantity(value: f64, unit: &str) -> Json {
        json!({ "valueQuantity": { "value": value, "system": "http://unitsofmeasure.org", "code": unit } })
    }

    /// Returns the fields with their values, or the violations with their paths.
    fn read(sent: &Json) -> String {
        match reading_of(sent, "Observation") {
            Ok(read) => {
                let fields = read.fields.iter().map(|(name, value, _)| format!("{name}={value}"));
                fields.collect::<Vec<_>>().join(" ")
            }
            Err(faults) => {
                faults.iter().map(|fault| format!("{} {}", fault.path, fault.code)).collect::<Vec<_>>().join("; ")
            }
        }
    }

    #[test]
    fn a_unit_is_converted_where_that_is_exact() {
        for (code, value, unit, expected) in [
            ("8302-2", 174.5, "cm", "heightCm=174.5"),
            ("8302-2", 1.745, "m", "heightCm=174.5"),
            ("29463-7", 72.0, "kg", "weightKg=72"),
            ("29463-7", 72500.0, "g", "weightKg=72.5"),
            ("29463-7", 72543.0, "g", "Observation.valueQuantity.value decimals"),
            ("29463-7", 160.0, "[lb_av]", "Observation.valueQuantity.code unknownCode"),
            ("8302-2", 68.0, "[in_i]", "Observation.valueQuantity.code unknownCode"),
            ("80404-7", 0.04, "s", "sdnn=40"),
            ("8867-4", 70.0, "/min", "pulse=70"),
            ("39156-5", 22.5, "kg/m2", "Observation.code derived"),
            ("1234-5", 1.0, "cm", "Observation.code unknownCode"),
        ] {
            assert_eq!(read(&sent(&loinc(code), &quantity(value, unit))), expected, "{code} {value} {unit}");
        }
    }

    #[test]
    fn an_acuity_is_taken_to_the_thousandth_and_all_else_to_the_hundredth() {
        let snomed = |code: &str| json!({ "system": "http://snomed.info/sct", "code": code });
        let right = json!({ "coding": [snomed("18944008")] });
        for (value, expected) in [
            (0.125, "rightUncorrected=0.125 range=\"DISTANCE\""),
            (0.8, "rightUncorrected=0.8 range=\"DISTANCE\""),
            (1.0, "rightUncorrected=1 range=\"DISTANCE\""),
            (0.1255, "Observation.valueQuantity.value decimals"),
        ] {
            let mut acuity = sent(&snomed("251739003"), &quantity(value, "1"));
            acuity["code"] = json!({ "coding": [snomed("251739003"), snomed("420050001")] });
            acuity["bodySite"] = right.clone();
            assert_eq!(read(&acuity), expected, "{value}");
        }
        let weight = sent(&loinc("29463-7"), &quantity(72.125, "kg"));
        assert_eq!(read(&weight), "Observation.valueQuantity.value decimals");
    }

    #[test]
    fn what_is_not_said_is_not_guessed() {
        let weight = || sent(&loinc("29463-7"), &quantity(72.0, "kg"));
        let with = |name: &str, value: Json| {
            let mut sent = weight();
            sent[name] = value;
            read(&sent)
        };
        assert_eq!(with("status", json!("preliminary")), "Observation.status choice");
        assert_eq!(with("effectiveDateTime", json!("2026-01-05")), "Observation.effectiveDateTime format");
        assert_eq!(with("effectiveDateTime", json!(null)), "Observation.effectiveDateTime required");
        assert_eq!(with("subject", json!({ "reference": "Group/1" })), "Observation.subject.reference format");
        assert_eq!(with("subject", json!({ "display": "somebody" })), "Observation.subject format");
        for elsewhere in [
            "https://other.example/fhir/Patient/7",
            "urn:uuid:Patient/7",
            "xPatient/7",
            "Patient/+7",
            "Patient/07",
            "7",
        ] {
            let said = with("subject", json!({ "reference": elsewhere }));
            assert_eq!(said, "Observation.subject.reference format", "{elsewhere}");
        }
        assert_eq!(with("valueRange", json!({})), "Observation.valueRange unknown");
        assert_eq!(with("resourceType", json!("Patient")), "Observation.resourceType choice");
        assert_eq!(with("code", json!({ "text": "Weight" })), "Observation.code.coding required");
        let trial =
            json!({ "tag": [{ "system": "http://terminology.hl7.org/CodeSystem/v3-ActReason", "code": "HTEST" }] });
        assert_eq!(with("meta", trial), "Observation.meta.tag notAllowed");
        assert_eq!(with("valueString", json!("72")), "Observation.value notAllowed");
        assert_eq!(with("effectiveInstant", json!("2026-01-06T09:00:00Z")), "Observation.effective notAllowed");
        for number in [json!({ "value": "7" }), json!([{ "value": "" }]), json!("7")] {
            assert_eq!(with("identifier", number), "Observation.identifier[0].value required");
        }
        let bare = json!({ "valueQuantity": { "value": 72, "unit": "kg" } });
        assert_eq!(with("valueQuantity", bare["valueQuantity"].clone()), "Observation.valueQuantity.system choice");
    }

    #[test]
    fn a_resting_heart_rate_is_said_to_be_none_other() {
        for (code, said, expected) in [
            ("40443-4", None, "rate=70 context=\"REST\""),
            ("40443-4", Some("REST"), "rate=70 context=\"REST\""),
            ("40443-4", Some("AFTER_EXERCISE"), "Observation.extension notAllowed"),
            ("8867-4", Some("AFTER_EXERCISE"), "rate=70 context=\"AFTER_EXERCISE\""),
        ] {
            let mut sent = sent(&loinc(code), &quantity(70.0, "/min"));
            let extension = |said| json!([{ "url": "urn:uno:fhir:extension:heart-rate-context", "valueCode": said }]);
            sent["extension"] = said.map_or(json!(null), extension);
            assert_eq!(read(&sent), expected, "{code} {said:?}");
        }
    }

    #[test]
    fn a_pressure_says_where_it_was_taken() {
        let component = |code: &str, value: f64| {
            let mut component = quantity(value, "mm[Hg]");
            component["code"] = json!({ "coding": [loinc(code)] });
            component
        };
        let panel = json!({ "component": [component("8480-6", 120.0), component("8462-4", 80.0)] });
        let mut sent = sent(&loinc("85354-9"), &panel);
        assert_eq!(read(&sent), "Observation.extension required");
        sent["extension"] = json!([{ "url": "urn:uno:fhir:extension:setting", "valueCode": "HOME" }]);
        assert_eq!(read(&sent), "systolic=120 diastolic=80 setting=\"HOME\"");
        let snomed = |code: &str| json!({ "coding": [{ "system": "http://snomed.info/sct", "code": code }] });
        let position = |code: &str| {
            let url = "http://hl7.org/fhir/StructureDefinition/observation-bodyPosition";
            json!({ "url": url, "valueCodeableConcept": snomed(code) })
        };
        sent["bodySite"] = snomed("368209003");
        let extensions = |more: &[Json]| {
            let setting = json!({ "url": "urn:uno:fhir:extension:setting", "valueCode": "HOME" });
            Json::Array([&[setting][..], more].concat())
        };
        let number = json!({ "url": "urn:uno:fhir:extension:reading-number", "valueInteger": 2 });
        sent["extension"] = extensions(&[position("10904000"), number]);
        assert_eq!(
            read(&sent),
            "systolic=120 diastolic=80 setting=\"HOME\" arm=\"RIGHT\" posture=\"STANDING\" readingNumber=2"
        );
        sent["valueQuantity"] = quantity(93.0, "mm[Hg]")["valueQuantity"].clone();
        assert_eq!(read(&sent), "Observation.valueQuantity unknown");
        sent["valueQuantity"] = json!(null);
        sent["component"][1]["code"] = json!({ "coding": [loinc("8478-0")] });
        assert_eq!(read(&sent), "Observation.component[1].code unknownCode");
        sent["component"] = panel["component"].clone();
        sent["extension"] = extensions(&[position("40199007")]);
        assert_eq!(read(&sent), "Observation.extension[1].valueCodeableConcept unknownCode");
        sent["extension"] = extensions(&[json!({ "url": "urn:uno:fhir:extension:reading-number" })]);
        assert_eq!(read(&sent), "Observation.extension[1].valueInteger required");
        sent["extension"] = extensions(&[position("10904000"), position("33586001")]);
        assert_eq!(read(&sent), "Observation.extension[2] repeated");
        sent["extension"] = extensions(&[]);
        for site in [snomed("61396006"), json!({ "text": "left arm" })] {
            sent["bodySite"] = site;
            assert_eq!(read(&sent), "Observation.bodySite unknownCode");
        }
    }
}
