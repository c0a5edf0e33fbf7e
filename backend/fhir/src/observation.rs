//! Observations: one resource per measured value, with its grade as the interpretation.

use crate::{
    codes::{self, Coding, EXTENSIONS, GRADES, UCUM},
    measured::{Header, Measured},
};
use measurements::{kind::MeasurementKind, stress_measurements::store::bepsi_k};
use serde_json::{Map, Value as Json, json};
use uno_core::{
    contract::vision_measurements::{AcuityRange, AcuityReading},
    domain::{
        decimal::{Hundredths, Thousandths},
        grade::{
            Indicator,
            heart_rate::HeartRateContext,
            psychological::PsychologicalInstrument,
            safety::{UrgentMark, UrgentSide},
            screening::ScreeningInstrument,
        },
    },
};

/// Minimum age of adults, for whom reference ranges are published.
const ADULT: u16 = 19;

/// An observed value.
#[derive(Clone, Debug, Default)]
struct ObservedValue {
    /// Identifies the value within the measurement; the last part of the id.
    key: String,
    category: &'static str,
    codings: Vec<Coding>,
    profile: Option<&'static str>,
    value: Option<(&'static str, Json)>,
    components: Vec<(Coding, Json, Option<UrgentSide>)>,
    /// Sides on which the value calls for action at once.
    urgent: Vec<UrgentSide>,
    /// Indicator and grade.
    interpretations: Vec<(&'static str, &'static str)>,
    /// Published reference ranges, with low, high and description.
    ranges: Vec<Json>,
    site: Option<Coding>,
    /// The instrument whose answers or total it is derived from.
    instrument: Option<&'static str>,
    extensions: Vec<Json>,
    method: Option<Coding>,
}

/// An observation with its searchable attributes.
#[derive(Clone, Debug)]
pub struct Observation {
    /// Its id.
    pub id: String,
    /// Its category.
    pub category: &'static str,
    /// Its codes.
    pub codings: Vec<Coding>,
    /// Codes of its components.
    pub components: Vec<Coding>,
    /// The FHIR resource.
    pub json: Json,
}

/// Returns a quantity with a UCUM unit.
fn quantity(value: impl serde::Serialize, unit: &str) -> Json {
    json!({ "value": value, "unit": unit, "system": UCUM, "code": unit })
}

/// Returns a number with its measured precision: an integer has no decimal point, which would claim precision that was
/// not measured.
#[must_use]
pub fn number(value: impl Into<Thousandths>) -> Json {
    let value: Thousandths = value.into();
    if value.0 % 1_000 == 0 { json!(value.0 / 1_000) } else { json!(value.to_number()) }
}

impl ObservedValue {
    fn new(key: impl Into<String>, category: &'static str, coding: Coding) -> Self {
        Self { key: key.into(), category, codings: vec![coding], ..Self::default() }
    }

    fn quantity(mut self, value: Json, unit: &str) -> Self {
        self.value = Some(("valueQuantity", quantity(value, unit)));
        self
    }

    fn text(mut self, text: &str) -> Self {
        self.value = Some(("valueString", text.into()));
        self
    }

    fn word(mut self, indicator: &str, word: &str) -> Self {
        self.value = Some(("valueCodeableConcept", graded(indicator, word)));
        self
    }

    fn also(mut self, coding: Coding) -> Self {
        self.codings.push(coding);
        self
    }

    fn profile(self, profile: &'static str) -> Self {
        Self { profile: Some(profile), ..self }
    }

    fn graded(mut self, indicator: &'static str, grade: Option<&'static str>) -> Self {
        self.interpretations.extend(grade.map(|grade| (indicator, grade)));
        self
    }

    /// Marks the value as critically low or high if one of these marks is about it.
    fn urgent(mut self, marks: &[UrgentMark], indicators: &[Indicator]) -> Self {
        let own = marks.iter().filter(|mark| indicators.contains(&mark.indicator)).map(|mark| mark.side);
        let all: Vec<UrgentSide> = own.collect();
        self.urgent = UrgentSide::ALL.iter().copied().filter(|side| all.contains(side)).collect();
        self
    }

    fn range(mut self, range: Option<Json>) -> Self {
        self.ranges.extend(range);
        self
    }

    fn at(self, site: Coding) -> Self {
        Self { site: Some(site), ..self }
    }

    fn of(self, instrument: &'static str) -> Self {
        Self { instrument: Some(instrument), ..self }
    }

    fn said(mut self, name: &str, word: &str) -> Self {
        self.extensions.push(json!({ "url": format!("{EXTENSIONS}{name}"), "valueCode": word }));
        self
    }

    /// Adds the number of the reading as an extension. It is not a component, because it is not a measured value.
    fn numbered(mut self, number: Option<u16>) -> Self {
        let told = |number: u16| json!({ "url": format!("{EXTENSIONS}reading-number"), "valueInteger": number });
        self.extensions.extend(number.map(told));
        self
    }

    fn in_posture(mut self, posture: Option<Coding>) -> Self {
        let concept = posture.map(|posture| json!({ "coding": [posture.json()] }));
        let told = concept.map(|concept| json!({ "url": codes::BODY_POSITION, "valueCodeableConcept": concept }));
        self.extensions.extend(told);
        self
    }

    fn by(self, method: Option<Coding>) -> Self {
        Self { method, ..self }
    }

    fn told(self, header: &Header) -> Observation {
        let id = format!("{}-{}", header.stem(), self.key);
        let mut told = header.common_elements("Observation", &id, self.profile);
        let mut extensions = self.extensions;
        if let Some((rules, version)) = header.rules.as_ref().filter(|_| !self.interpretations.is_empty()) {
            let text = format!("{rules} {version}");
            extensions.push(json!({ "url": format!("{EXTENSIONS}rules"), "valueString": text }));
        }
        put(&mut told, "extension", list(extensions));
        put(&mut told, "identifier", header.identifier().map(|identifier| json!([identifier])));
        told.insert("status".into(), if header.is_corrected() { "amended" } else { "final" }.into());
        let category = json!([{ "coding": [{ "system": codes::CATEGORIES, "code": self.category }] }]);
        told.insert("category".into(), category);
        let codings: Vec<Json> = self.codings.iter().map(|coding| coding.json()).collect();
        told.insert("code".into(), json!({ "coding": codings }));
        put(&mut told, "subject", header.subject());
        told.insert("effectiveDateTime".into(), header.moment());
        told.insert("issued".into(), json!(header.received_at));
        put(&mut told, "performer", header.company().map(|company| json!([company])));
        if let Some((name, value)) = self.value {
            told.insert(name.into(), value);
        }
        let interpretations = self.interpretations.iter().map(|(indicator, grade)| graded(indicator, grade));
        let interpretations = self.urgent.iter().map(|side| critical(*side)).chain(interpretations).collect::<Vec<_>>();
        put(&mut told, "interpretation", list(interpretations));
        put(&mut told, "bodySite", self.site.map(|site| json!({ "coding": [site.json()] })));
        let method = self.method.map(|method| json!({ "coding": [method.json()], "text": method.display }));
        put(&mut told, "method", method);
        put(&mut told, "device", header.device());
        put(&mut told, "referenceRange", list(self.ranges));
        let instrument = self.instrument.map(|instrument| {
            let id = format!("{}-{}", header.stem(), slug(instrument));
            json!([{ "reference": format!("QuestionnaireResponse/{id}") }])
        });
        put(&mut told, "derivedFrom", instrument);
        let component = |(coding, value, urgent): &(Coding, Json, Option<UrgentSide>)| {
            let mut told = json!({ "code": { "coding": [coding.json()] }, "valueQuantity": value });
            if let (Some(side), Some(told)) = (urgent, told.as_object_mut()) {
                told.insert("interpretation".into(), json!([critical(*side)]));
            }
            told
        };
        put(&mut told, "component", list(self.components.iter().map(component).collect()));
        let components = self.components.into_iter().map(|(coding, ..)| coding).collect();
        Observation { id, category: self.category, codings: self.codings, components, json: Json::Object(told) }
    }
}

fn put(into: &mut Map<String, Json>, name: &str, value: Option<Json>) {
    if let Some(value) = value {
        into.insert(name.into(), value);
    }
}

/// Returns `None` for an empty list, which FHIR does not allow.
fn list(entries: Vec<Json>) -> Option<Json> {
    if entries.is_empty() { None } else { Some(Json::Array(entries)) }
}

/// Returns a grade of the product as a concept.
fn graded(indicator: &str, grade: &str) -> Json {
    json!({ "coding": [{ "system": format!("{GRADES}{indicator}"), "code": grade }] })
}

/// Returns the interpretation of a value that calls for action at once: critically low or high (HL7).
fn critical(side: UrgentSide) -> Json {
    let (code, display) = match side {
        UrgentSide::Low => ("LL", "Critical low"),
        UrgentSide::High => ("HH", "Critical high"),
    };
    json!({ "coding": [{ "system": codes::INTERPRETATIONS, "code": code, "display": display }] })
}

/// Returns the form of a code used in ids, such as `pss-10` for `PSS_10`.
#[must_use]
pub fn slug(word: &str) -> String {
    word.to_ascii_lowercase().replace('_', "-")
}

/// Returns the published reference range of adults: from `low` to below `high`.
fn adult_range(header: &Header, [low, high]: [Hundredths; 2], unit: &str, text: &str) -> Option<Json> {
    header.age.filter(|age| *age >= ADULT)?;
    Some(json!({ "text": text, "low": quantity(number(low), unit), "high": quantity(number(high), unit) }))
}

/// Returns the observations of a measurement, one per value.
#[must_use]
pub fn of(measured: &Measured) -> Vec<Observation> {
    let header = measured.header();
    let observed = match measured {
        Measured::Physical(found) => physical(found, &header),
        Measured::HeartRate(found) => heart_rate(found, &header),
        Measured::Stress(found) => stress(found),
        Measured::Vision(found) => vision(found),
        Measured::Dementia(found) => dementia(found),
        Measured::Psychological(found) => psychological(found),
    };
    observed.into_iter().map(|observed| observed.told(&header)).collect()
}

const VITAL: &str = "vital-signs";
const SURVEY: &str = "survey";
const EXAM: &str = "exam";
const PROCEDURE: &str = "procedure";

/// Returns the categories of a kind's observations.
#[must_use]
pub const fn categories(kind: MeasurementKind) -> &'static [&'static str] {
    match kind {
        MeasurementKind::Physical => &[VITAL, EXAM],
        MeasurementKind::HeartRate => &[VITAL],
        MeasurementKind::Stress => &[VITAL, PROCEDURE, SURVEY],
        MeasurementKind::Vision => &[EXAM],
        MeasurementKind::Dementia | MeasurementKind::Psychological => &[SURVEY],
    }
}

fn physical(
    found: &uno_core::contract::physical_measurements::PhysicalMeasurement,
    header: &Header,
) -> Vec<ObservedValue> {
    let mut all = Vec::new();
    if let Some(height) = found.height_cm {
        let observed = ObservedValue::new("height", VITAL, codes::HEIGHT).profile("bodyheight");
        all.push(observed.quantity(number(height), "cm"));
    }
    if let Some(weight) = found.weight_kg {
        let observed = ObservedValue::new("weight", VITAL, codes::WEIGHT).profile("bodyweight");
        all.push(observed.quantity(number(weight), "kg"));
    }
    if let Some(bmi) = found.bmi {
        let range =
            adult_range(header, [Hundredths(1_850), Hundredths(2_300)], "kg/m2", "below 23, WHO Asia-Pacific 2000");
        let observed = ObservedValue::new("bmi", VITAL, codes::BMI).profile("bmi").quantity(number(bmi), "kg/m2");
        let class_3 = found.obesity_class_3.filter(|is_so| *is_so).map(|_| "OBESITY_3");
        let observed = observed.graded("bmi", found.bmi_grade.map(|grade| grade.as_str()));
        all.push(observed.graded("obesity-class", class_3).range(range));
    }
    if let Some(fat) = found.body_fat_percent {
        let observed = ObservedValue::new("body-fat", EXAM, codes::BODY_FAT).quantity(number(fat), "%");
        all.push(observed.graded("body-fat", found.body_fat_grade.map(|grade| grade.as_str())));
    }
    if let (Some(systolic), Some(diastolic)) = (found.systolic, found.diastolic) {
        let mut observed = ObservedValue::new("blood-pressure", VITAL, codes::BLOOD_PRESSURE)
            .profile("bp")
            .said("setting", found.setting.as_str())
            .numbered(found.reading_number)
            .in_posture(found.posture.map(codes::posture))
            .graded("blood-pressure", found.blood_pressure_grade.map(|grade| grade.as_str()))
            .graded("blood-pressure-class", found.blood_pressure_class.map(|class| class.as_str()))
            .graded(
                "blood-pressure-pattern",
                found.isolated_systolic.filter(|is_so| *is_so).map(|_| "ISOLATED_SYSTOLIC"),
            )
            .urgent(&found.urgent, &[Indicator::SystolicPressure, Indicator::DiastolicPressure]);
        let side = |indicator| found.urgent.iter().find(|mark| mark.indicator == indicator).map(|mark| mark.side);
        observed.components = vec![
            (codes::SYSTOLIC, quantity(systolic, "mm[Hg]"), side(Indicator::SystolicPressure)),
            (codes::DIASTOLIC, quantity(diastolic, "mm[Hg]"), side(Indicator::DiastolicPressure)),
        ];
        observed.site = found.arm.map(codes::arm);
        all.push(observed);
    }
    if let Some(pulse) = found.pulse {
        let observed = ObservedValue::new("pulse", VITAL, codes::HEART_RATE).profile("heartrate");
        all.push(observed.quantity(json!(pulse), "/min").urgent(&found.urgent, &[Indicator::HeartRate]));
    }
    all
}

fn heart_rate(
    found: &uno_core::contract::heart_rate_measurements::HeartRateMeasurement,
    header: &Header,
) -> Vec<ObservedValue> {
    let mut observed = ObservedValue::new("heart-rate", VITAL, codes::HEART_RATE)
        .profile("heartrate")
        .quantity(json!(found.rate), "/min")
        .said("heart-rate-context", found.context.as_str())
        .graded("heart-rate", found.grade.map(|grade| grade.as_str()))
        .urgent(&found.urgent, &[Indicator::HeartRate]);
    if found.context == HeartRateContext::Rest {
        let range = adult_range(header, [Hundredths(6_000), Hundredths(10_000)], "/min", "adults at rest");
        observed = observed.also(codes::RESTING_HEART_RATE).range(range);
    }
    vec![observed]
}

fn stress(found: &uno_core::contract::stress_measurements::StressMeasurement) -> Vec<ObservedValue> {
    let computed = found.computed;
    let mut all = Vec::new();
    let mut add = |key: &str, coding, category, said: Option<Hundredths>, made: Option<Hundredths>, unit: &str| {
        if let Some(value) = said.or(made) {
            let method = if said.is_none() { Some(codes::FROM_INTERVALS) } else { None };
            let observed = ObservedValue::new(key, category, coding).quantity(number(value), unit).by(method);
            all.push(if key == "heart-rate" {
                observed.urgent(&found.urgent, &[Indicator::HeartRate])
            } else {
                observed
            });
        }
    };
    let made = |value: fn(&uno_core::contract::stress_measurements::ComputedVariability) -> Hundredths| {
        computed.as_ref().map(value)
    };
    add("heart-rate", codes::HEART_RATE, VITAL, found.heart_rate, made(|made| made.heart_rate), "/min");
    add("sdnn", codes::SDNN, PROCEDURE, found.sdnn, made(|made| made.sdnn), "ms");
    add("rmssd", codes::RMSSD, PROCEDURE, found.rmssd, made(|made| made.rmssd), "ms");
    add("pnn50", codes::PNN50, PROCEDURE, found.pnn50, made(|made| made.pnn50), "%");
    add("total-power", codes::TOTAL_POWER, PROCEDURE, found.tp, None, "ms2");
    add("low-frequency-power", codes::LOW_FREQUENCY, PROCEDURE, found.lf, None, "ms2");
    add("high-frequency-power", codes::HIGH_FREQUENCY, PROCEDURE, found.hf, None, "ms2");
    let index = computed.and_then(|computed| computed.stress_index);
    add("stress-index", codes::STRESS_INDEX, PROCEDURE, found.stress_index, index, "1/s2");
    // The values cannot be judged without the recording time and the share of artifacts.
    let seconds = found.duration_seconds.map(|seconds| Hundredths(i64::from(seconds) * 100));
    add("hrv-duration", codes::HRV_DURATION, PROCEDURE, seconds, None, "s");
    add("hrv-artifacts", codes::HRV_ARTIFACTS, PROCEDURE, found.artifact_percent, None, "%");
    for (instrument, total) in totals(found) {
        all.push(total_of(instrument, total));
    }
    let scores = [
        ("stress", codes::STRESS_SCORE, found.stress_score, found.stress_grade),
        ("anxiety", codes::ANXIETY_SCORE, found.anxiety_score, found.anxiety_grade),
        ("burnout", codes::BURNOUT_SCORE, found.burnout_score, found.burnout_grade),
    ];
    for (indicator, coding, score, grade) in scores {
        if let Some(score) = score {
            let observed = ObservedValue::new(coding.code, SURVEY, coding).quantity(number(score), "{score}");
            all.push(observed.graded(indicator, grade.map(|grade| grade.as_str())));
        }
    }
    if let Some(score) = found.activation_score {
        let observed =
            ObservedValue::new("activation-score", SURVEY, codes::ACTIVATION).quantity(number(score), "{score}");
        all.push(observed.graded("lethargy", found.lethargy_grade.map(|grade| grade.as_str())));
    }
    all
}

/// Returns the questionnaire results contained in a stress measurement.
#[must_use]
pub fn totals(
    found: &uno_core::contract::stress_measurements::StressMeasurement,
) -> Vec<(PsychologicalInstrument, Hundredths)> {
    let whole = |total: u16| Hundredths(i64::from(total) * 100);
    [
        (PsychologicalInstrument::Pss10, found.pss_10_total.map(whole)),
        (PsychologicalInstrument::BepsiK, bepsi_k(found)),
        (PsychologicalInstrument::Gad7, found.gad_7_total.map(whole)),
        (PsychologicalInstrument::CbiPersonal, found.cbi_personal),
        (PsychologicalInstrument::CbiWork, found.cbi_work),
        (PsychologicalInstrument::CbiClient, found.cbi_client),
        (PsychologicalInstrument::Cbi, found.cbi_mean),
        (PsychologicalInstrument::Bat12, found.bat_12_mean),
    ]
    .into_iter()
    .filter_map(|(instrument, total)| Some((instrument, total?)))
    .collect()
}

/// Returns the code of an instrument's result.
#[must_use]
pub const fn coding_of(instrument: PsychologicalInstrument) -> Coding {
    match instrument {
        PsychologicalInstrument::Pss10 => codes::PSS_10,
        PsychologicalInstrument::BepsiK => codes::BEPSI_K,
        PsychologicalInstrument::Gad7 => codes::GAD_7_TOTAL,
        PsychologicalInstrument::CbiPersonal => codes::CBI_PERSONAL,
        PsychologicalInstrument::CbiWork => codes::CBI_WORK,
        PsychologicalInstrument::CbiClient => codes::CBI_CLIENT,
        PsychologicalInstrument::Cbi => codes::CBI,
        PsychologicalInstrument::Bat12 => codes::BAT_12,
    }
}

fn total_of(instrument: PsychologicalInstrument, total: Hundredths) -> ObservedValue {
    let word = instrument.as_str();
    ObservedValue::new(slug(word), SURVEY, coding_of(instrument)).quantity(number(total), "{score}").of(word)
}

fn psychological(found: &uno_core::contract::psychological_tests::PsychologicalTest) -> Vec<ObservedValue> {
    use uno_core::domain::grade::Indicator;
    let mut all = vec![total_of(found.instrument, found.result)];
    let (indicator, coding) = match found.instrument.about() {
        Indicator::Anxiety => ("anxiety", codes::ANXIETY_SCORE),
        Indicator::Burnout => ("burnout", codes::BURNOUT_SCORE),
        _ => ("stress", codes::STRESS_SCORE),
    };
    if let Some(score) = found.score {
        let observed = ObservedValue::new(coding.code, SURVEY, coding).quantity(number(score), "{score}");
        all.push(observed.graded(indicator, found.grade.map(|grade| grade.as_str())).of(found.instrument.as_str()));
    }
    all
}

fn dementia(found: &uno_core::contract::dementia_screenings::DementiaScreening) -> Vec<ObservedValue> {
    let coding = match found.instrument {
        ScreeningInstrument::Cist => codes::CIST,
        ScreeningInstrument::KdsqC => codes::KDSQ_C,
        ScreeningInstrument::KdsqP => codes::KDSQ_P,
        ScreeningInstrument::MmseKc => codes::MMSE_KC,
    };
    let Some(score) = found.score else { return Vec::new() };
    let word = found.instrument.as_str();
    let observed = ObservedValue::new(slug(word), SURVEY, coding).quantity(json!(score), "{score}").of(word);
    // The result is that of a screening, not a diagnosis.
    vec![observed.graded("screening", found.outcome.map(|outcome| outcome.as_str())).by(Some(codes::BY_SCREENING))]
}

fn vision(found: &uno_core::contract::vision_measurements::VisionMeasurement) -> Vec<ObservedValue> {
    let mut all = Vec::new();
    let range = match found.range {
        AcuityRange::Distance => codes::DISTANCE_ACUITY,
        AcuityRange::Near => codes::NEAR_ACUITY,
    };
    let acuities = [
        ("right-uncorrected", codes::RIGHT_EYE, codes::UNCORRECTED, found.right_uncorrected),
        ("right-presenting", codes::RIGHT_EYE, codes::PRESENTING, found.right_presenting),
        ("right-best-corrected", codes::RIGHT_EYE, codes::BEST_CORRECTED, found.right_best_corrected),
        ("left-uncorrected", codes::LEFT_EYE, codes::UNCORRECTED, found.left_uncorrected),
        ("left-presenting", codes::LEFT_EYE, codes::PRESENTING, found.left_presenting),
        ("left-best-corrected", codes::LEFT_EYE, codes::BEST_CORRECTED, found.left_best_corrected),
        ("both-uncorrected", codes::BOTH_EYES, codes::UNCORRECTED, found.both_uncorrected),
        ("both-presenting", codes::BOTH_EYES, codes::PRESENTING, found.both_presenting),
        ("both-best-corrected", codes::BOTH_EYES, codes::BEST_CORRECTED, found.both_best_corrected),
    ];
    for (key, eye, state, acuity) in acuities {
        let observed = || ObservedValue::new(key, EXAM, range).also(state).at(eye);
        match acuity {
            Some(AcuityReading::Decimal(decimal)) => all.push(observed().quantity(number(decimal), "1")),
            Some(AcuityReading::Qualitative(word)) => all.push(observed().text(word.as_str())),
            None => {}
        }
    }
    if let Some(grade) = found.vision_grade {
        let observed = ObservedValue::new("distance-vision", EXAM, codes::DISTANCE_VISION);
        all.push(observed.word("vision", grade.as_str()));
    }
    let of_eyes = [
        ("right", codes::RIGHT_EYE, found.right_spherical_equivalent, found.right_myopia, found.right_pressure),
        ("left", codes::LEFT_EYE, found.left_spherical_equivalent, found.left_myopia, found.left_pressure),
    ];
    for (eye, site, equivalent, myopia, pressure) in of_eyes {
        if let Some(equivalent) = equivalent {
            let observed = ObservedValue::new(format!("{eye}-spherical-equivalent"), EXAM, codes::SPHERICAL_EQUIVALENT);
            let observed = observed.quantity(number(equivalent), "[diop]").at(site);
            all.push(observed.graded("myopia", myopia.map(|grade| grade.as_str())));
        }
        if let Some(pressure) = pressure {
            let observed = ObservedValue::new(format!("{eye}-pressure"), EXAM, codes::EYE_PRESSURE);
            all.push(observed.quantity(number(pressure), "mm[Hg]").at(site));
        }
    }
    if let Some(distance) = found.pupillary_distance {
        let observed = ObservedValue::new("pupillary-distance", EXAM, codes::PUPILLARY_DISTANCE);
        all.push(observed.quantity(number(distance), "mm"));
    }
    if let Some(colours) = found.colour_vision {
        let observed = ObservedValue::new("colour-vision", EXAM, codes::COLOUR_VISION);
        all.push(observed.word("colour-vision", colours.as_str()));
    }
    if let Some(stereo) = found.stereo_acuity {
        all.push(ObservedValue::new("stereo-acuity", EXAM, codes::STEREO_ACUITY).quantity(json!(stereo), "''"));
    }
    if let Some(contrast) = found.contrast_sensitivity {
        let observed = ObservedValue::new("contrast-sensitivity", EXAM, codes::CONTRAST_SENSITIVITY);
        all.push(observed.quantity(number(contrast), "{log}"));
    }
    all
}
