//! Physical measurements: their detail beside the common header, their grading, reading and writing.

use super::far;
use crate::{
    detail::{Named, answer, details_in, unit},
    grades::{Grade, GradeFilter, UrgentSides, packed, unpacked},
    kind::{FarValue, Findings, Kind, ListRequest, MeasuredMember, MeasurementKind, Person, Place},
    request_of, rules,
    store::{self as headers, Assessed, Header, Origin, Owner},
};
use diesel::{ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{measurement, physical_measurement},
    },
    problem::Problem,
    records,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uno_core::{
    contract::{
        jobs::JobId,
        measurement_imports::ImportedKind,
        measurements::MeasurementsByKind,
        members::MemberId,
        page::Can,
        physical_measurements::{
            PhysicalMeasurement, PhysicalMeasurementFilter, PhysicalMeasurementId, PhysicalMeasurementPath,
            PhysicalMeasurementSave, SCREEN,
        },
    },
    domain::{
        decimal::Hundredths,
        grade::{
            Indicator, RuleSet, RuleSource, Sex,
            built_in::{PHYSICAL, URGENT},
            concern::GradedIndicator,
            physical::{
                self, Arm, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, PhysicalInputs, Posture,
                RULES, RuleSetVersion, Setting,
            },
            safety::{Ungraded, UngradedReason, is_low_pressure},
        },
        time::{Date, Timestamp},
    },
};

/// The resource name in revisions and counts.
pub const RESOURCE: &str = MeasurementKind::Physical.resource();

/// The usual range of heights of adults and schoolchildren, in hundredths of a cm.
const USUAL_HEIGHTS: (i64, i64) = (10_000, 21_000);
/// The usual range of the body mass index, in tenths.
const USUAL_BMI_TENTHS: (i64, i64) = (120, 600);
/// The usual range of body fat, in hundredths of a %.
const USUAL_BODY_FAT: (i64, i64) = (300, 6_000);
/// The usual range of systolic pressure, in mmHg.
const USUAL_SYSTOLIC: (i64, i64) = (70, 230);
/// The usual difference between systolic and diastolic pressure, in mmHg.
const USUAL_PULSE_PRESSURES: (i64, i64) = (15, 120);
/// The usual range of pulses per minute.
const USUAL_PULSES: (i64, i64) = (35, 180);

/// The kind of physical measurements.
pub struct Physical;

impl Grade for BmiGrade {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = Self::ALL;
}

impl Grade for BloodPressureGrade {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

impl Grade for BodyFatGrade {
    const INDICATOR: u32 = 2;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// The detail row as read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = physical_measurement)]
struct Row {
    height: Option<i64>,
    weight: Option<i64>,
    body_fat: Option<i64>,
    systolic: Option<i32>,
    diastolic: Option<i32>,
    pulse: Option<i32>,
    bmi_tenths: Option<i64>,
    obesity_class_3: bool,
    blood_pressure_class: Option<String>,
    isolated_systolic: bool,
    arm: Option<String>,
    posture: Option<String>,
    reading_number: Option<i32>,
}

impl Kind for Physical {
    const KIND: MeasurementKind = MeasurementKind::Physical;
    const SCREEN: &'static str = SCREEN;
    const TITLE: &'static str = "measurement.ofMember";
    const IMPORTED: ImportedKind = ImportedKind::Physical;
    const LIST: &'static str = "physical";
    const GRADED: &'static [(u32, GradedIndicator)] = &[
        (BmiGrade::INDICATOR, GradedIndicator::Bmi),
        (BloodPressureGrade::INDICATOR, GradedIndicator::BloodPressure),
        (BodyFatGrade::INDICATOR, GradedIndicator::BodyFat),
    ];
    type Path = PhysicalMeasurementPath;
    type Filter = PhysicalMeasurementFilter;
    type Measurement = PhysicalMeasurement;
    type Save = PhysicalMeasurementSave;
    type Detail = Detail;

    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<PhysicalMeasurement> {
        &mut lists.physical
    }

    fn list_request(filter: &PhysicalMeasurementFilter) -> ListRequest {
        request_of!(
            filter,
            [
                GradeFilter::of(&filter.bmi_grades),
                GradeFilter::of(&filter.blood_pressure_grades),
                GradeFilter::of(&filter.body_fat_grades),
            ]
        )
    }

    fn place(measurement: &PhysicalMeasurement) -> Place {
        (measurement.measured_at.0, measurement.physical_measurement_id.0)
    }

    fn versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        rules::activated(connection, &[&PHYSICAL, &URGENT])
    }

    fn explain(measurement: &mut PhysicalMeasurement, versions: &[RuleSet]) {
        let rules = rules::version_of_grade(&PHYSICAL, versions, measurement.rule_version, measurement.measured_at);
        measurement.why = Some(physical::why(rules, &inputs(measurement)));
    }

    fn form(measurement: &PhysicalMeasurement) -> PhysicalMeasurementSave {
        measurement.form()
    }

    fn findings(save: &PhysicalMeasurementSave, person: Person) -> Findings<Detail> {
        findings(&NewMeasurement::from(save), person, &[])
    }

    fn findings_by(save: &PhysicalMeasurementSave, person: Person, versions: &[RuleSet]) -> Findings<Detail> {
        findings(&NewMeasurement::from(save), person, versions)
    }

    fn complete(connection: &mut DatabaseConnection, found: &mut [PhysicalMeasurement]) -> Result<(), Problem> {
        let versions = Self::versions(connection)?;
        for measurement in found {
            let at = measurement.measured_at;
            let rules = rules::version_of_grade(&PHYSICAL, &versions, measurement.rule_version, at);
            measurement.body_fat_source = measurement.body_fat_grade.and(source_of_body_fat(rules));
            let values = physical::vital_values(measurement.systolic, measurement.diastolic, measurement.pulse);
            measurement.urgent = rules::at(&URGENT, &versions, measurement.measured_at).urgent_marks(&values);
        }
        Ok(())
    }

    fn far_from_last(
        connection: &mut DatabaseConnection,
        measured: &[MeasuredMember<'_, PhysicalMeasurementSave>],
        except: Option<i64>,
    ) -> Result<Vec<Vec<FarValue>>, Problem> {
        let measured = measured.iter().map(|(member_id, save, age)| (*member_id, NewMeasurement::from(*save), *age));
        far::far_from_last(connection, &measured.collect::<Vec<_>>(), except)
    }

    details_in!(physical_measurement, Row, measurement_of);
}

fn measurement_of(
    (header, row, member_no, member_name, company_name): Named<Row>,
    can: &Can,
) -> Result<PhysicalMeasurement, Problem> {
    let grades = header.grades;
    let mut measurement = answer!(header, (member_no, member_name, company_name), can => PhysicalMeasurement {
        physical_measurement_id: PhysicalMeasurementId,
        height_cm: row.height.map(Hundredths),
        weight_kg: row.weight.map(Hundredths),
        body_fat_percent: row.body_fat.map(Hundredths),
        systolic: unit(row.systolic),
        diastolic: unit(row.diastolic),
        pulse: unit(row.pulse),
        setting: setting(&header)?,
        arm: arm(&row),
        posture: posture(&row),
        reading_number: unit(row.reading_number),
        bmi: row.height.zip(row.weight).and_then(|(height, weight)| {
            physical::shown_index(Hundredths(height), Hundredths(weight))
        }),
        bmi_grade: unpacked(header.grades),
        obesity_class_3: unpacked::<BmiGrade>(header.grades).map(|_| row.obesity_class_3),
        blood_pressure_grade: unpacked(header.grades),
        blood_pressure_class: row.blood_pressure_class.as_deref().and_then(BloodPressureClass::parse),
        isolated_systolic: row.blood_pressure_class.as_ref().map(|_| row.isolated_systolic),
        is_low_pressure: unit(row.systolic).zip(unit(row.diastolic)).map(|(high, low)| is_low_pressure(high, low)),
        body_fat_grade: unpacked(header.grades),
        body_fat_source: unpacked::<BodyFatGrade>(header.grades).and(source_of_body_fat(&PHYSICAL)),
        ungraded: Vec::new(),
        why: None,
    });
    let told = physical::ungraded(&PHYSICAL, &inputs(&measurement));
    let is_graded = |indicator| Physical::graded(grades).iter().any(|(graded, _)| *graded == indicator);
    measurement.ungraded = told.into_iter().filter(|told| !is_graded(told.indicator)).collect();
    // The built-in table grades everybody of age, another one not.
    if measurement.body_fat_percent.is_some()
        && !is_graded(GradedIndicator::BodyFat)
        && !measurement.ungraded.iter().any(|told| told.indicator == GradedIndicator::BodyFat)
    {
        let (indicator, reason) = (GradedIndicator::BodyFat, UngradedReason::NoNorm);
        measurement.ungraded.push(Ungraded { indicator, reason, age_from: None });
    }
    Ok(measurement)
}

/// Returns whose table grades body fat in a version.
fn source_of_body_fat(rules: &RuleSet) -> Option<RuleSource> {
    rules.tables.iter().find(|table| table.indicator == Indicator::BodyFat).map(|table| table.source)
}

fn setting(header: &Header) -> Result<Setting, Problem> {
    header.setting.as_deref().and_then(Setting::parse).ok_or_else(|| Problem::internal("unknown setting"))
}

fn arm(row: &Row) -> Option<Arm> {
    row.arm.as_deref().and_then(Arm::parse)
}

fn posture(row: &Row) -> Option<Posture> {
    row.posture.as_deref().and_then(Posture::parse)
}

/// The measured values, before grading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMeasurement {
    /// The time of measuring.
    pub measured_at: Timestamp,
    /// Height in cm.
    pub height: Option<Hundredths>,
    /// Weight in kg.
    pub weight: Option<Hundredths>,
    /// Body fat in %.
    pub body_fat: Option<Hundredths>,
    /// Systolic pressure in mmHg.
    pub systolic: Option<u16>,
    /// Diastolic pressure in mmHg.
    pub diastolic: Option<u16>,
    /// Pulse per minute.
    pub pulse: Option<u16>,
    /// The place where the pressure was taken.
    pub setting: Setting,
    /// The arm at which the pressure was taken.
    pub arm: Option<Arm>,
    /// The person's posture while the pressure was taken.
    pub posture: Option<Posture>,
    /// Which reading of a series the pressure is, from 1.
    pub reading_number: Option<u16>,
}

/// The detail row as written.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = physical_measurement, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Detail {
    height: Option<i64>,
    weight: Option<i64>,
    body_fat: Option<i64>,
    systolic: Option<i32>,
    diastolic: Option<i32>,
    pulse: Option<i32>,
    bmi_tenths: Option<i64>,
    obesity_class_3: bool,
    blood_pressure_class: Option<&'static str>,
    isolated_systolic: bool,
    arm: Option<&'static str>,
    posture: Option<&'static str>,
    reading_number: Option<i32>,
}

impl From<&PhysicalMeasurementSave> for NewMeasurement {
    fn from(save: &PhysicalMeasurementSave) -> Self {
        Self {
            measured_at: save.measured_at,
            height: save.height_cm,
            weight: save.weight_kg,
            body_fat: save.body_fat_percent,
            systolic: save.systolic,
            diastolic: save.diastolic,
            pulse: save.pulse,
            setting: save.setting,
            arm: save.arm,
            posture: save.posture,
            reading_number: save.reading_number,
        }
    }
}

impl NewMeasurement {
    /// Returns a form with these values, and everything else as it is.
    #[must_use]
    pub fn over(self, form: PhysicalMeasurementSave) -> PhysicalMeasurementSave {
        PhysicalMeasurementSave {
            measured_at: self.measured_at,
            height_cm: self.height,
            weight_kg: self.weight,
            body_fat_percent: self.body_fat,
            systolic: self.systolic,
            diastolic: self.diastolic,
            pulse: self.pulse,
            setting: self.setting,
            arm: self.arm,
            posture: self.posture,
            reading_number: self.reading_number,
            ..form
        }
    }

    /// Returns the input of the grading, for a person of this age and sex.
    fn inputs(&self, age: Option<u16>, sex: Option<Sex>) -> PhysicalInputs {
        PhysicalInputs {
            age,
            sex,
            height: self.height,
            weight: self.weight,
            body_fat: self.body_fat,
            systolic: self.systolic,
            diastolic: self.diastolic,
            setting: self.setting,
        }
    }
}

/// Returns the input of the grading of a stored measurement.
#[must_use]
pub fn inputs(measurement: &PhysicalMeasurement) -> PhysicalInputs {
    NewMeasurement::from(&measurement.form()).inputs(measurement.age, measurement.sex)
}

/// A measurement graded for its member.
#[derive(Clone, Debug)]
pub struct Graded {
    /// Its header columns.
    pub header: Assessed,
    /// Its detail row.
    pub detail: Detail,
    /// Which values are implausibly far from the person's previous ones, as the header stores it.
    pub far_from_last: String,
}

/// Returns the findings for a measurement by those of these versions that are in force for it.
fn findings(new: &NewMeasurement, person: Person, versions: &[RuleSet]) -> Findings<Detail> {
    let rules = rules::at(&PHYSICAL, versions, new.measured_at);
    let values = physical::vital_values(new.systolic, new.diastolic, new.pulse);
    let urgent = rules::at(&URGENT, versions, new.measured_at).urgent_marks(&values);
    let grades = physical::grade_by(rules, &new.inputs(person.age_at(new.measured_at), person.sex));
    Findings {
        setting: Some(new.setting.as_str()),
        test_case: "",
        grades: packed(grades.bmi)
            | packed(grades.blood_pressure)
            | packed(grades.body_fat)
            | packed(UrgentSides::of(&urgent)),
        rules: Some(RuleSetVersion { id: RULES.id, version: rules.version }),
        unusual: unusual(new, grades.bmi_tenths),
        detail: Detail {
            height: new.height.map(|value| value.0),
            weight: new.weight.map(|value| value.0),
            body_fat: new.body_fat.map(|value| value.0),
            systolic: new.systolic.map(i32::from),
            diastolic: new.diastolic.map(i32::from),
            pulse: new.pulse.map(i32::from),
            bmi_tenths: grades.bmi_tenths,
            obesity_class_3: grades.obesity_class_3 == Some(true),
            blood_pressure_class: grades.blood_pressure_class.map(BloodPressureClass::as_str),
            isolated_systolic: grades.isolated_systolic == Some(true),
            arm: new.arm.map(Arm::as_str),
            posture: new.posture.map(Posture::as_str),
            reading_number: new.reading_number.map(i32::from),
        },
    }
}

/// Returns the fields of a measurement with values that are possible but rare.
#[must_use]
pub fn unusual_of(new: &NewMeasurement) -> Vec<&'static str> {
    findings(new, Person::default(), &[]).unusual
}

/// Returns the fields with values that are possible but rare, which are mostly typing errors or wrong units.
fn unusual(new: &NewMeasurement, bmi_tenths: Option<i64>) -> Vec<&'static str> {
    let beyond = |value: i64, (least, most): (i64, i64)| value < least || value > most;
    let pulse_pressure =
        new.systolic.zip(new.diastolic).map(|(systolic, diastolic)| i64::from(systolic) - i64::from(diastolic));
    let named = [
        ("heightCm", new.height.is_some_and(|value| beyond(value.0, USUAL_HEIGHTS))),
        ("weightKg", bmi_tenths.is_some_and(|tenths| beyond(tenths, USUAL_BMI_TENTHS))),
        ("bodyFatPercent", new.body_fat.is_some_and(|value| beyond(value.0, USUAL_BODY_FAT))),
        ("systolic", new.systolic.is_some_and(|value| beyond(value.into(), USUAL_SYSTOLIC))),
        ("diastolic", pulse_pressure.is_some_and(|difference| beyond(difference, USUAL_PULSE_PRESSURES))),
        ("pulse", new.pulse.is_some_and(|value| beyond(value.into(), USUAL_PULSES))),
    ];
    named.into_iter().filter(|(_, is_unusual)| *is_unusual).map(|(name, _)| name).collect()
}

/// Grades a measurement by the one of these versions that is in force for it, for a person of this birth date and sex.
#[must_use]
pub fn graded(new: &NewMeasurement, birth_date: Date, sex: Sex, versions: &[RuleSet]) -> Graded {
    let person = Person { birth_date: Some(birth_date), sex: Some(sex) };
    let findings = findings(new, person, versions);
    let header = Assessed::of::<Physical>(new.measured_at.0, clock::now(), person, &findings);
    Graded { header, detail: findings.detail, far_from_last: String::new() }
}

/// Inserts graded measurements, which an import of members may bring; returns their ids.
///
/// # Errors
/// Returns an error if a member already has a measurement at the same time.
pub fn insert(
    connection: &mut DatabaseConnection,
    import: Option<JobId>,
    measurements: &[(Owner, Graded)],
) -> Result<Vec<i64>, Problem> {
    let origins: Vec<Origin> = measurements
        .iter()
        .map(|(_, graded)| Origin {
            import_id: import.map(|job_id| job_id.0),
            far_from_last: graded.far_from_last.clone(),
            ..Origin::default()
        })
        .collect();
    let new: Vec<_> =
        measurements.iter().zip(&origins).map(|((owner, graded), origin)| (*owner, &graded.header, origin)).collect();
    let ids = headers::insert(connection, new)?.into_iter().map(|id| id.ok_or_else(|| Problem::taken("measuredAt")));
    let ids: Vec<i64> = ids.collect::<Result<_, Problem>>()?;
    let details = measurements.iter().map(|(_, graded)| graded.detail.clone());
    Physical::insert_details(connection, ids.iter().copied().zip(details).collect())?;
    Ok(ids)
}

/// A stored measurement of a member.
#[derive(Clone, Copy, Debug)]
pub struct StoredMeasurement {
    /// Id of the measurement.
    pub id: PhysicalMeasurementId,
    /// The measured values.
    pub measured: NewMeasurement,
    /// When it was received or last changed, in milliseconds.
    pub updated_at: i64,
    received_at: i64,
    /// The version.
    pub version: i64,
}

/// Replaces a measurement, including its grades.
///
/// # Errors
/// Returns an error if the measurement was changed meanwhile.
pub fn replace(
    connection: &mut DatabaseConnection,
    stored: &StoredMeasurement,
    graded: &Graded,
) -> Result<(), Problem> {
    let header = Assessed { received_at: stored.received_at, ..graded.header.clone() };
    let change = (
        &header,
        measurement::far_from_last.eq(&graded.far_from_last),
        measurement::updated_at.eq(clock::now().0),
        measurement::version.eq(stored.version + 1),
    );
    let row = measurement::table.find(stored.id.0).filter(measurement::version.eq(stored.version));
    records::check_not_changed(diesel::update(row).set(change).execute(connection)?)?;
    Physical::replace_detail(connection, stored.id.0, graded.detail.clone())
}

/// Stored measurements by member and time.
pub type ByMemberAndTime = HashMap<(MemberId, Timestamp), StoredMeasurement>;

/// Selects this kind's headers of members, with their details.
macro_rules! of_members {
    ($member_ids:expr) => {
        measurement::table
            .inner_join(physical_measurement::table)
            .filter(measurement::member_id.eq_any($member_ids))
            .filter(measurement::kind.eq(Physical::KIND.number()))
            .select((Header::as_select(), Row::as_select()))
    };
}

/// Returns the measurements of members in a period.
///
/// # Errors
/// Returns an error if the database fails.
pub fn measured_of(
    connection: &mut DatabaseConnection,
    member_ids: &[i64],
    from: Timestamp,
    to: Timestamp,
) -> Result<ByMemberAndTime, Problem> {
    let rows = of_members!(member_ids)
        .filter(measurement::measured_at.between(from.0, to.0))
        .load::<(Header, Row)>(connection)?;
    rows.iter()
        .filter_map(|(header, row)| Some((header.member_id?, header, row)))
        .map(|(member_id, header, row)| {
            let stored = StoredMeasurement {
                id: PhysicalMeasurementId(header.measurement_id),
                measured: measured(header, row)?,
                updated_at: header.updated_at().0,
                received_at: header.received_at,
                version: header.version,
            };
            Ok(((MemberId(member_id), stored.measured.measured_at), stored))
        })
        .collect()
}

/// Returns the measured values of a row, without the grades.
fn measured(header: &Header, row: &Row) -> Result<NewMeasurement, Problem> {
    Ok(NewMeasurement {
        measured_at: Timestamp(header.measured_at),
        height: row.height.map(Hundredths),
        weight: row.weight.map(Hundredths),
        body_fat: row.body_fat.map(Hundredths),
        systolic: unit(row.systolic),
        diastolic: unit(row.diastolic),
        pulse: unit(row.pulse),
        setting: setting(header)?,
        arm: arm(row),
        posture: posture(row),
        reading_number: unit(row.reading_number),
    })
}
