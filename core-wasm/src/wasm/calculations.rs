//! What JavaScript computes by the rules of the domain: ages, weeks, grades. Conversions only.

use super::{
    settings::now,
    value::{get, is_absent, must, set, text, wrong},
};
use crate::domain::{
    age::{age_at, decade_of, year_age_at},
    decimal::Hundredths,
    grade::{
        End, Indicator, Quantity, Reading, Sex, Subject, Why, built_in,
        hrv::{self, IntervalFault, StressIndex, TimeDomain},
        physical::{self, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, PhysicalInputs, Setting},
    },
    qr_login::scanned_code,
    time::Date,
    week::{WeekKey, WeekOfMonth},
};
use js_sys::{Array, Object};
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A week: its ISO key, as `2024-W09`, and the n-th of a month, as Koreans count (a week belongs to the month of its Thursday). */
export interface Week { key: string; year: number; month: number; week: number }
/** What was measured, and of whom; `age` in completed years at the measurement. */
export interface PhysicalInputs {
    age?: number | null | undefined;
    sex?: Sex | null | undefined;
    heightCm?: number | null | undefined;
    weightKg?: number | null | undefined;
    bodyFatPercent?: number | null | undefined;
    systolic?: number | null | undefined;
    diastolic?: number | null | undefined;
    /** Where the pressure was taken: `CLINIC` where absent. */
    setting?: Setting | null | undefined;
}
/** The grades of a measurement; what cannot be graded is `null`. */
export type PhysicalGrades = Pick<PhysicalMeasurement, "bmi" | "bmiGrade" | "obesityClass3" | "bloodPressureGrade" | "bloodPressureClass" | "isolatedSystolic" | "bodyFatGrade" | "ruleSet" | "ruleVersion">;
/** Whose measurement is graded; `age` in completed years at the measurement. */
export interface Subject { age?: number | null | undefined; sex?: Sex | null | undefined }
/** What was measured, by indicator or instrument: the value, with at most two decimals, or the answers of the questionnaire. */
export type Readings = { [indicator in Indicator]?: number | readonly (number | null)[] | null | undefined };
/** Heart rate variability in the time domain, and the stress index; `null` where a fault says why. */
export interface HeartRateVariability {
    /** Why nothing could be computed. */
    fault: IntervalFault | null;
    /** Mean interval in ms. */
    meanNn: number | null;
    /** Standard deviation in ms. */
    sdnn: number | null;
    /** Root of the mean square of successive differences in ms. */
    rmssd: number | null;
    /** Successive differences of more than 50 ms, in %. */
    pnn50: number | null;
    /** Beats a minute. */
    heartRate: number | null;
    /** Why there is no stress index. */
    stressIndexFault: IntervalFault | null;
    /** Mode in ms. */
    mode: number | null;
    /** Amplitude of the mode in %. */
    amplitude: number | null;
    /** Longest less shortest interval in ms. */
    range: number | null;
    /** The index, rounded to hundredths. */
    stressIndex: number | null;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A week, in TypeScript.
    #[wasm_bindgen(typescript_type = "Week | undefined")]
    pub type Week;
    /// Measured quantities, in TypeScript.
    #[wasm_bindgen(typescript_type = "PhysicalInputs")]
    pub type Measured;
    /// Grades, in TypeScript.
    #[wasm_bindgen(typescript_type = "PhysicalGrades")]
    pub type Grades;
    /// Whose measurement is graded, in TypeScript.
    #[wasm_bindgen(typescript_type = "Subject")]
    pub type Person;
    /// Measured values, in TypeScript.
    #[wasm_bindgen(typescript_type = "Readings")]
    pub type Measures;
    /// Why a grade was given, in TypeScript.
    #[wasm_bindgen(typescript_type = "Why | null")]
    pub type Reason;
    /// Why grades were given, in TypeScript.
    #[wasm_bindgen(typescript_type = "Why[]")]
    pub type Reasons;
    /// Heart rate variability, in TypeScript.
    #[wasm_bindgen(typescript_type = "HeartRateVariability")]
    pub type Variability;
}

/// Completed years (만나이) at `on`; `undefined` for what is no date, or before the birth.
#[wasm_bindgen(js_name = ageAt)]
pub fn age_at_text(
    #[wasm_bindgen(js_name = birthDate, unchecked_param_type = "string")] birth_date: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] on: &JsValue,
) -> Result<Option<u16>, JsValue> {
    Ok(dates(birth_date, on)?.and_then(|(birth, on)| age_at(birth, on)))
}

/// The year age (연나이) at `on`: the difference of the calendar years.
#[wasm_bindgen(js_name = yearAgeAt)]
pub fn year_age_at_text(
    #[wasm_bindgen(js_name = birthDate, unchecked_param_type = "string")] birth_date: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] on: &JsValue,
) -> Result<Option<u16>, JsValue> {
    Ok(dates(birth_date, on)?.and_then(|(birth, on)| year_age_at(birth, on)))
}

fn dates(birth_date: &JsValue, on: &JsValue) -> Result<Option<(Date, Date)>, JsValue> {
    let (birth_date, on) = (text(birth_date, "birthDate")?, text(on, "on")?);
    Ok(Date::parse(&birth_date).zip(Date::parse(&on)))
}

/// The decade of an age: 0, 10, 20, …; `undefined` for a number that is no age of a person.
#[wasm_bindgen(js_name = decadeOf)]
pub fn decade_of_age(#[wasm_bindgen(unchecked_param_type = "number")] age: &JsValue) -> Result<Option<u16>, JsValue> {
    let age = age.as_f64().ok_or_else(|| wrong("age", "a number"))?;
    Ok(whole(age).and_then(decade_of))
}

/// Today in Seoul, `YYYY-MM-DD`.
#[wasm_bindgen]
pub fn today() -> String {
    today_in_seoul().text()
}

/// Today in Seoul, by the host's clock.
pub fn today_in_seoul() -> Date {
    now().date_in_seoul()
}

/// The week that a date lies in; `undefined` for what is no date.
#[wasm_bindgen(js_name = weekOf)]
pub fn week_of(#[wasm_bindgen(unchecked_param_type = "string")] date: &JsValue) -> Result<Week, JsValue> {
    let date = text(date, "date")?;
    let found = Date::parse(&date).and_then(|date| Some((WeekKey::of(date), WeekOfMonth::of(date)?)));
    let Some((key, of_month)) = found else {
        return Ok(JsValue::UNDEFINED.unchecked_into());
    };
    let week = Object::new();
    set(&week, "key", key.text());
    set(&week, "year", of_month.year);
    set(&week, "month", of_month.month);
    set(&week, "week", of_month.week);
    Ok(week.unchecked_into())
}

/// Grades a physical measurement by the rules that the server has too. Quantities have at most two
/// decimals; what is missing, or what no person can have, gives no grade.
#[wasm_bindgen(js_name = gradePhysical)]
pub fn grade_physical(measured: &Measured) -> Result<Grades, JsValue> {
    let grades = physical::grade(&physical_inputs(measured)?);
    let or_null = |word: Option<&'static str>| word.map_or(JsValue::NULL, JsValue::from_str);
    let bmi = grades.bmi_tenths.map(|tenths| Hundredths(tenths.saturating_mul(10)).to_number());
    let answer = Object::new();
    for (name, value) in [
        ("bmi", bmi.map_or(JsValue::NULL, JsValue::from)),
        ("bmiGrade", or_null(grades.bmi.map(BmiGrade::as_str))),
        ("obesityClass3", grades.obesity_class_3.into()),
        ("bloodPressureGrade", or_null(grades.blood_pressure.map(BloodPressureGrade::as_str))),
        ("bloodPressureClass", or_null(grades.blood_pressure_class.map(BloodPressureClass::as_str))),
        ("isolatedSystolic", grades.isolated_systolic.into()),
        ("bodyFatGrade", or_null(grades.body_fat.map(BodyFatGrade::as_str))),
        ("ruleSet", physical::RULES.id.into()),
        ("ruleVersion", physical::RULES.version.into()),
    ] {
        set(&answer, name, value);
    }
    Ok(answer.unchecked_into())
}

fn physical_inputs(measured: &Measured) -> Result<PhysicalInputs, JsValue> {
    must(measured.is_object(), "measured", "an object")?;
    let number = |name: &str| part(measured, "measured", name, "a number", JsValue::as_f64);
    let word = |name: &str| part(measured, "measured", name, "a string", JsValue::as_string);
    let hundredths = |name: &str| Ok::<_, JsValue>(number(name)?.and_then(Hundredths::from_number));
    let whole = |name: &str| Ok::<_, JsValue>(number(name)?.and_then(whole));
    Ok(PhysicalInputs {
        age: whole("age")?,
        sex: word("sex")?.as_deref().and_then(Sex::parse),
        height: hundredths("heightCm")?,
        weight: hundredths("weightKg")?,
        body_fat: hundredths("bodyFatPercent")?,
        systolic: whole("systolic")?,
        diastolic: whole("diastolic")?,
        setting: match word("setting")? {
            Some(setting) => Setting::parse(&setting).unwrap_or(Setting::Home),
            None => Setting::Clinic,
        },
    })
}

/// Why a physical measurement has its grades: of the blood pressure for each of both pressures, of which the graver
/// counts.
#[wasm_bindgen(js_name = whyPhysical)]
pub fn why_physical(measured: &Measured) -> Result<Reasons, JsValue> {
    let reasons = physical::why(&built_in::PHYSICAL, &physical_inputs(measured)?);
    Ok(reasons.iter().map(reason).collect::<Array>().unchecked_into())
}

/// Grades an indicator by what was measured of it, and says why: by its own value where there is one, otherwise by the
/// first instrument that was answered. `null` where there is no grade. Of the heart rate, give that at rest alone.
#[wasm_bindgen(js_name = whyGraded)]
pub fn why_graded(
    #[wasm_bindgen(unchecked_param_type = "Indicator")] indicator: &JsValue,
    readings: &Measures,
    subject: &Person,
) -> Result<Reason, JsValue> {
    let indicator = indicator_of(indicator, "indicator")?;
    must(readings.is_object(), "readings", "an object")?;
    let subject = subject_of(subject)?;
    let mut read: Vec<Reading> = Vec::new();
    for instrument in Indicator::ALL {
        let given = get(readings, instrument.as_str());
        if !is_absent(&given)
            && let Some(value) = value_of(*instrument, &given)?
        {
            read.push((*instrument, value));
        }
    }
    let graded = built_in::of(indicator).grade_by(indicator, subject, &read);
    Ok(graded.map_or(JsValue::NULL, |graded| reason(&graded.why())).unchecked_into())
}

/// Grades many values of an indicator or of an instrument, each by itself: the place of each grade in the order of the
/// indicator's grades, 255 where there is none.
#[wasm_bindgen(js_name = gradesOf)]
pub fn grades_of(
    #[wasm_bindgen(unchecked_param_type = "Indicator")] indicator: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Indicator")] measured: &JsValue,
    values: &[f64],
    subject: &Person,
) -> Result<Vec<u8>, JsValue> {
    let (indicator, measured) = (indicator_of(indicator, "indicator")?, indicator_of(measured, "measured")?);
    let subject = subject_of(subject)?;
    let rules = built_in::of(indicator);
    let grade = |value: &f64| {
        let value = Hundredths::from_number(*value).and_then(Quantity::hundredths)?;
        Some(rules.grade_by(indicator, subject, &[(measured, value)])?.rule.grade)
    };
    Ok(values.iter().map(|value| grade(value).unwrap_or(u8::MAX)).collect())
}

/// Computes the time domain and the stress index of intervals between normal beats, in whole ms and in their order.
#[wasm_bindgen(js_name = heartRateVariability)]
pub fn heart_rate_variability(intervals: &[f64]) -> Variability {
    // What is no whole number of ms is no interval.
    let intervals: Vec<u16> = intervals.iter().map(|interval| whole(*interval).unwrap_or_default()).collect();
    let (domain, index) = (hrv::time_domain(&intervals), hrv::stress_index(&intervals));
    let fault = |fault: Option<IntervalFault>| fault.map_or(JsValue::NULL, |fault| fault.as_str().into());
    let answer = Object::new();
    set(&answer, "fault", fault(domain.err()));
    set(&answer, "stressIndexFault", fault(index.err()));
    let (domain, index) = (domain.ok(), index.ok());
    let of_domain = |part: fn(&TimeDomain) -> Hundredths| domain.as_ref().map(part);
    let of_index = |part: fn(&StressIndex) -> Hundredths| index.as_ref().map(part);
    for (name, value) in [
        ("meanNn", of_domain(|domain| domain.mean_nn)),
        ("sdnn", of_domain(|domain| domain.sdnn)),
        ("rmssd", of_domain(|domain| domain.rmssd)),
        ("pnn50", of_domain(|domain| domain.pnn50)),
        ("heartRate", of_domain(|domain| domain.heart_rate)),
        ("mode", of_index(|index| Hundredths(i64::from(index.mode) * 100))),
        ("amplitude", of_index(|index| index.amplitude)),
        ("range", of_index(|index| Hundredths(i64::from(index.range) * 100))),
        ("stressIndex", of_index(|index| index.index.hundredths_half_up())),
    ] {
        set(&answer, name, number_or_null(value));
    }
    answer.unchecked_into()
}

/// A reason, as JavaScript reads it.
fn reason(why: &Why) -> JsValue {
    let answer = Object::new();
    let end = |end: Option<End>| {
        end.map_or(JsValue::NULL, |End { cut, inclusive }| {
            let end = Object::new();
            set(&end, "cut", cut.to_number());
            set(&end, "inclusive", inclusive);
            end.into()
        })
    };
    let years = |years: Option<u16>| years.map_or(JsValue::NULL, JsValue::from);
    let word = |word: Option<&'static str>| word.map_or(JsValue::NULL, JsValue::from_str);
    for (name, value) in [
        ("indicator", why.indicator.as_str().into()),
        ("grade", why.grade.as_str().into()),
        ("ruleSet", why.rule_set.as_str().into()),
        ("ruleVersion", why.rule_version.into()),
        ("standing", why.standing.as_str().into()),
        ("source", why.source.as_str().into()),
        ("unit", why.unit.as_str().into()),
        ("value", why.value.to_number().into()),
        ("convertedFrom", word(why.converted_from.map(Indicator::as_str))),
        ("raw", number_or_null(why.raw)),
        ("lower", end(why.lower)),
        ("upper", end(why.upper)),
        ("sex", word(why.sex.map(Sex::as_str))),
        ("ageFrom", why.age_from.into()),
        ("ageTo", years(why.age_to)),
        ("educationFrom", years(why.education_from)),
        ("educationTo", years(why.education_to)),
    ] {
        set(&answer, name, value);
    }
    answer.into()
}

fn number_or_null(value: Option<Hundredths>) -> JsValue {
    value.map_or(JsValue::NULL, |value| value.to_number().into())
}

fn indicator_of(value: &JsValue, name: &str) -> Result<Indicator, JsValue> {
    Indicator::parse(&text(value, name)?).ok_or_else(|| wrong(name, "an indicator"))
}

fn subject_of(subject: &Person) -> Result<Subject, JsValue> {
    must(subject.is_object(), "subject", "an object")?;
    let age = part(subject, "subject", "age", "a number", JsValue::as_f64)?.and_then(whole);
    let sex = part(subject, "subject", "sex", "a string", JsValue::as_string)?.as_deref().and_then(Sex::parse);
    Ok(Subject { age, sex })
}

/// A value, or the result of a questionnaire's answers; `None` for what is no measurement or not answered whole.
fn value_of(instrument: Indicator, given: &JsValue) -> Result<Option<Quantity>, JsValue> {
    if let Some(number) = given.as_f64() {
        return Ok(Hundredths::from_number(number).and_then(Quantity::hundredths));
    }
    let expected = || wrong(&["readings.", instrument.as_str()].concat(), "a number or a list of answers");
    let answers = given.dyn_ref::<Array>().ok_or_else(expected)?;
    let answer = |answer: JsValue| answer.as_f64().and_then(whole).and_then(|answer| u8::try_from(answer).ok());
    let answers: Vec<Option<u8>> = answers.iter().map(answer).collect();
    Ok(instrument.questionnaire().and_then(|questionnaire| questionnaire.result(&answers)))
}

/// An optional part of an argument.
fn part<T>(
    argument: &JsValue,
    of: &str,
    name: &str,
    expected: &str,
    read: fn(&JsValue) -> Option<T>,
) -> Result<Option<T>, JsValue> {
    let value = get(argument, name);
    if is_absent(&value) {
        return Ok(None);
    }
    read(&value).map(Some).ok_or_else(|| wrong(&[of, ".", name].concat(), expected))
}

/// A whole number in the range of ages and pressures; anything else is no measurement.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> Option<u16> {
    (number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(&number)).then_some(number as u16)
}

/// The code in what a member has scanned; `undefined` when it is none of ours.
#[wasm_bindgen(js_name = scannedQrCode)]
pub fn scanned_qr_code(
    #[wasm_bindgen(js_name = text, unchecked_param_type = "string")] scanned: &JsValue,
) -> Result<Option<String>, JsValue> {
    Ok(scanned_code(&text(scanned, "text")?).map(str::to_owned))
}
