//! Domain calculations for JavaScript: ages, weeks, grades. Conversions only.

use super::{
    settings::now,
    value::{get, is_absent, must, set, text, wrong},
};
use crate::domain::{
    age::{age_at, decade_of, year_age_at},
    decimal::Hundredths,
    grade::{
        Indicator, Quantity, Sex, Subject, built_in,
        physical::{self, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, PhysicalInputs, Setting},
        safety::{Assessment, UngradedReason, UrgentSide, assess},
        vision,
    },
    qr_login::scanned_code,
    time::Date,
    week::{WeekKey, WeekOfMonth},
};
use js_sys::{Array, Object};
use std::borrow::Cow;
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A week: its ISO key, such as `2024-W09`, and its number within a month as counted in Korea (a week belongs to the month of its Thursday). */
export interface Week { key: string; year: number; month: number; week: number }
/** Measured values and the person measured; `age` in completed years at the time of measuring. */
export interface PhysicalInputs {
    age?: number | null | undefined;
    sex?: Sex | null | undefined;
    heightCm?: number | null | undefined;
    weightKg?: number | null | undefined;
    bodyFatPercent?: number | null | undefined;
    systolic?: number | null | undefined;
    diastolic?: number | null | undefined;
    /** Beats per minute. */
    pulse?: number | null | undefined;
    /** Whose table grades the body fat; `INBODY` by default. */
    bodyFatSource?: RuleSource | null | undefined;
    /** Where the blood pressure was taken; `CLINIC` by default. */
    setting?: Setting | null | undefined;
}
/** Grades of a measurement; `null` for what cannot be graded. `bmi` is not rounded. `urgent` has the values that call for action at once, whatever their grade; `ungraded` says why something has no grade. */
export type PhysicalGrades = Pick<PhysicalMeasurement, "bmi" | "bmiGrade" | "obesityClass3" | "bloodPressureGrade" | "bloodPressureClass" | "isolatedSystolic" | "bodyFatGrade" | "ruleSet" | "ruleVersion"> & {
    urgent: Pick<UrgentMark, "indicator" | "side" | "value">[];
    ungraded: Pick<Ungraded, "indicator" | "reason">[];
};
/** What is said of one value: its grade, or why it has none, and whether it calls for action at once. */
export interface Assessment { grade: string | null; ungraded: UngradedReason | null; urgent: UrgentSide | null }
/** The person measured; `age` in completed years at the time of measuring. */
export interface Subject { age?: number | null | undefined; sex?: Sex | null | undefined }
"#;

#[wasm_bindgen]
extern "C" {
    /// TypeScript type of a week.
    #[wasm_bindgen(typescript_type = "Week | undefined")]
    pub type Week;
    /// TypeScript type of measured quantities.
    #[wasm_bindgen(typescript_type = "PhysicalInputs")]
    pub type Measured;
    /// TypeScript type of grades.
    #[wasm_bindgen(typescript_type = "PhysicalGrades")]
    pub type Grades;
    /// TypeScript type of the person whose measurement is graded.
    #[wasm_bindgen(typescript_type = "Subject")]
    pub type Person;
    /// TypeScript type of what is said of one value.
    #[wasm_bindgen(typescript_type = "Assessment")]
    pub type Assessed;
    /// TypeScript type of a grade's wire value.
    #[wasm_bindgen(typescript_type = "string | null")]
    pub type Word;
}

#[wasm_bindgen(module = "/src/wasm/answers.js")]
extern "C" {
    #[wasm_bindgen(js_namespace = answers, js_name = physicalGrades)]
    fn physical_grades(
        bmi: Option<f64>,
        bmi_grade: Option<&str>,
        obesity_class_3: Option<bool>,
        blood_pressure_grade: Option<&str>,
        blood_pressure_class: Option<&str>,
        isolated_systolic: Option<bool>,
        body_fat_grade: Option<&str>,
        rule_set: &str,
        rule_version: i32,
        urgent: Array,
        ungraded: Array,
    ) -> Grades;
}

/// Returns the completed years (만나이) at `on`; `undefined` for an invalid date, or before the birth.
#[wasm_bindgen(js_name = ageAt)]
pub fn age_at_text(
    #[wasm_bindgen(js_name = birthDate, unchecked_param_type = "string")] birth_date: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] on: &JsValue,
) -> Result<Option<u16>, JsValue> {
    Ok(dates(birth_date, on)?.and_then(|(birth, on)| age_at(birth, on)))
}

/// Returns the year age (연나이) at `on`: the difference of the calendar years; `undefined` for an invalid date, or before
/// the year of birth.
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

/// Returns the decade of an age: 0, 10, 20, …; `undefined` for a number that cannot be a person's age.
#[wasm_bindgen(js_name = decadeOf)]
pub fn decade_of_age(#[wasm_bindgen(unchecked_param_type = "number")] age: &JsValue) -> Result<Option<u16>, JsValue> {
    let age = age.as_f64().ok_or_else(|| wrong("age", "a number"))?;
    Ok(whole(age).and_then(decade_of))
}

/// Returns today's date in Seoul, `YYYY-MM-DD`.
#[wasm_bindgen]
pub fn today() -> String {
    today_in_seoul().text()
}

/// Returns today's date in Seoul, by the host's clock.
pub fn today_in_seoul() -> Date {
    now().date_in_seoul()
}

/// Returns the week that contains a date; `undefined` for an invalid date.
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

/// Grades a physical measurement by the same rules as the server. Quantities have at most two decimals; missing or
/// impossible values have no grade.
#[wasm_bindgen(js_name = gradePhysical)]
pub fn grade_physical(measured: &Measured) -> Result<Grades, JsValue> {
    must(measured.is_object(), "measured", "an object")?;
    let number = |name: &str| part(measured, "measured", name, "a number", JsValue::as_f64);
    let word = |name: &str| part(measured, "measured", name, "a string", JsValue::as_string);
    let hundredths = |name: &str| Ok::<_, JsValue>(number(name)?.and_then(Hundredths::from_number));
    let whole = |name: &str| Ok::<_, JsValue>(number(name)?.and_then(whole));
    let Subject { age, sex } = subject_of(measured, "measured")?;
    let inputs = PhysicalInputs {
        age,
        sex,
        height: hundredths("heightCm")?,
        weight: hundredths("weightKg")?,
        body_fat: hundredths("bodyFatPercent")?,
        systolic: whole("systolic")?,
        diastolic: whole("diastolic")?,
        setting: match word("setting")? {
            Some(setting) => Setting::parse(&setting).unwrap_or(Setting::Home),
            None => Setting::Clinic,
        },
    };
    let source = word("bodyFatSource")?;
    let table = built_in::BODY_FAT.iter().find(|table| source.as_deref() == Some(table.source.as_str()));
    let other = table.filter(|table| table.source != built_in::BODY_FAT[0].source);
    let rules = other.map(|table| Cow::Owned(built_in::PHYSICAL.with_table(table)));
    let rules = rules.unwrap_or(Cow::Borrowed(&built_in::PHYSICAL));
    let grades = physical::grade_by(&rules, &inputs);
    let index = inputs.height.zip(inputs.weight).and_then(|(height, weight)| physical::body_mass_index(height, weight));
    let urgent = Array::new();
    for (indicator, value) in physical::vital_values(inputs.systolic, inputs.diastolic, whole("pulse")?) {
        let Some(value) = value.and_then(Quantity::hundredths).filter(|value| indicator.is_possible(*value)) else {
            continue;
        };
        if let Some(rule) = built_in::URGENT.urgent(indicator, value) {
            let mark = Object::new();
            set(&mark, "indicator", indicator.as_str());
            set(&mark, "side", rule.side.as_str());
            set(&mark, "value", value.to_number());
            urgent.push(&mark);
        }
    }
    let ungraded = Array::new();
    for found in physical::ungraded(&rules, &inputs) {
        let told = Object::new();
        set(&told, "indicator", found.indicator.as_str());
        set(&told, "reason", found.reason.as_str());
        ungraded.push(&told);
    }
    Ok(physical_grades(
        index.map(Quantity::to_number),
        grades.bmi.map(BmiGrade::as_str),
        grades.obesity_class_3,
        grades.blood_pressure.map(BloodPressureGrade::as_str),
        grades.blood_pressure_class.map(BloodPressureClass::as_str),
        grades.isolated_systolic,
        grades.body_fat.map(BodyFatGrade::as_str),
        physical::RULES.id,
        physical::RULES.version,
        urgent,
        ungraded,
    ))
}

/// Returns the grade of an indicator's value, with any number of decimals, by the built-in rules; `null` if it has
/// none: see [`assessment_of`]. Myopia is graded by the spherical equivalent with its sign.
#[wasm_bindgen(js_name = gradeOf)]
pub fn grade_of(
    #[wasm_bindgen(unchecked_param_type = "Indicator")] indicator: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] value: &JsValue,
    subject: Option<Person>,
) -> Result<Word, JsValue> {
    let assessed = assessed(indicator, value, subject)?;
    Ok(assessed.grade.map_or(JsValue::NULL, JsValue::from).unchecked_into())
}

/// Returns the grade of an indicator's value as [`grade_of`] does, why there is none, and whether the value calls for
/// action at once, which depends on neither grade nor person.
#[wasm_bindgen(js_name = assessmentOf)]
pub fn assessment_of(
    #[wasm_bindgen(unchecked_param_type = "Indicator")] indicator: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] value: &JsValue,
    subject: Option<Person>,
) -> Result<Assessed, JsValue> {
    let assessed = assessed(indicator, value, subject)?;
    let told = Object::new();
    let or_null = |word: Option<&str>| word.map_or(JsValue::NULL, JsValue::from);
    set(&told, "grade", or_null(assessed.grade.ok()));
    set(&told, "ungraded", or_null(assessed.grade.err().map(UngradedReason::as_str)));
    set(&told, "urgent", or_null(assessed.urgent.map(UrgentSide::as_str)));
    Ok(told.unchecked_into())
}

fn assessed(indicator: &JsValue, value: &JsValue, subject: Option<Person>) -> Result<Assessment, JsValue> {
    let indicator = indicator_of(indicator, "indicator")?;
    let value = value.as_f64().ok_or_else(|| wrong("value", "a number"))?;
    let subject = match subject {
        Some(subject) => {
            must(subject.is_object(), "subject", "an object")?;
            subject_of(&subject, "subject")?
        }
        None => Subject::default(),
    };
    Ok(assess(indicator, value, subject))
}

/// Converts a Snellen fraction (`20/40`, `6/12`) or a logMAR (`logMAR 0.3`, `0.3 logMAR`) to a decimal acuity, to the
/// thousandth; `undefined` for anything else.
#[wasm_bindgen(js_name = decimalAcuity)]
pub fn decimal_acuity(
    #[wasm_bindgen(unchecked_param_type = "string")] written: &JsValue,
) -> Result<Option<f64>, JsValue> {
    let found = vision::decimal_of(&text(written, "written")?);
    Ok(found.map(|(_, decimal)| decimal.to_number()))
}

/// Reads the person from the parts of an argument.
fn subject_of(argument: &JsValue, name: &str) -> Result<Subject, JsValue> {
    let age = part(argument, name, "age", "a number", JsValue::as_f64)?.and_then(whole);
    let sex = part(argument, name, "sex", "a string", JsValue::as_string)?.as_deref().and_then(Sex::parse);
    Ok(Subject { age, sex })
}

fn indicator_of(value: &JsValue, name: &str) -> Result<Indicator, JsValue> {
    let word = text(value, name)?;
    let is_meant = |indicator: &&Indicator| indicator.as_str() == word;
    Indicator::ALL.iter().find(is_meant).copied().ok_or_else(|| wrong(name, "an indicator"))
}

/// Reads an optional part of an argument.
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

/// Converts an integer in the range of ages and pressures; `None` for anything else.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> Option<u16> {
    (number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(&number)).then_some(number as u16)
}

/// Returns the code in a scanned text; `undefined` if it is not one of the product's codes.
#[wasm_bindgen(js_name = scannedQrCode)]
pub fn scanned_qr_code(
    #[wasm_bindgen(js_name = text, unchecked_param_type = "string")] scanned: &JsValue,
) -> Result<Option<String>, JsValue> {
    Ok(scanned_code(&text(scanned, "text")?).map(str::to_owned))
}
