//! Vision measurements: their detail beside the common header, their grading, reading and writing.

use crate::{
    detail::{Named, answer, details_in, unit},
    grades::{Grade, GradeFilter, packed, unpacked},
    kind::{Findings, Kind, ListRequest, MeasurementKind, Person, Place},
    request_of,
};
use diesel::{Queryable, Selectable};
use kernel::{db::schema::vision_measurement, problem::Problem};
use uno_core::{
    contract::{
        measurement_imports::ImportedKind,
        measurements::MeasurementsByKind,
        page::Can,
        vision_measurements::{
            AcuityChart, AcuityRange, AcuityReading, AcuityScale, AcuityState, ColourVision, Correction, Eye, SCREEN,
            SchoolVision, VisionMeasurement, VisionMeasurementFilter, VisionMeasurementId, VisionMeasurementPath,
            VisionMeasurementSave,
        },
    },
    domain::{
        decimal::Hundredths,
        grade::{
            GradeReason, Graded, RuleSet,
            built_in::VISION,
            concern::GradedIndicator,
            indicator::{MyopiaGrade, VisionGrade},
            physical::RuleSetVersion,
            safety::{Ungraded, UngradedReason},
            vision::{self, Acuity, Refraction, SCHOOL_AGES},
        },
    },
};

/// The rules that grade measurements, stored with each.
const RULES: RuleSetVersion = RuleSetVersion { id: "vision-icd-11", version: 1 };

/// The usual range of intraocular pressure, in hundredths of mmHg.
const USUAL_PRESSURES: (i64, i64) = (500, 4_000);
/// The usual range of spheres, in hundredths of a dioptre.
const USUAL_SPHERES: (i64, i64) = (-1_500, 1_000);
/// The usual range of cylinders without their sign, in hundredths of a dioptre.
const USUAL_CYLINDERS: (i64, i64) = (0, 600);
/// The usual range of pupillary distances, in hundredths of a mm.
const USUAL_PUPILLARY_DISTANCES: (i64, i64) = (4_500, 8_000);
/// The usual maximum by which both eyes together see worse than the better one, as logMAR. More is a typing error.
const USUAL_LOSS: f64 = 0.3;

/// The kind of vision measurements.
pub struct Vision;

impl Grade for VisionGrade {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = Self::ALL;
}

impl Grade for SchoolVision {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// Myopia is graded for each eye; list filters search the grade of the more myopic one.
macro_rules! myopia_of {
    ($($(#[$doc:meta])+ $name:ident = $indicator:literal),+) => { $(
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq)]
        struct $name(MyopiaGrade);

        impl Grade for $name {
            const INDICATOR: u32 = $indicator;
            const NUMBERED: &'static [Self] =
                &[Self(MyopiaGrade::None), Self(MyopiaGrade::Myopia), Self(MyopiaGrade::HighMyopia)];
        }
    )+ };
}
myopia_of! {
    /// The grade of the more myopic eye.
    WorseMyopia = 2,
    /// The grade of the right eye.
    RightMyopia = 3,
    /// The grade of the left eye.
    LeftMyopia = 4
}

/// The detail row as read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = vision_measurement)]
struct Row {
    chart: Option<String>,
    test_distance: Option<i64>,
    correction: Option<String>,
    right_uncorrected: Option<String>,
    right_presenting: Option<String>,
    right_best_corrected: Option<String>,
    left_uncorrected: Option<String>,
    left_presenting: Option<String>,
    left_best_corrected: Option<String>,
    both_uncorrected: Option<String>,
    both_presenting: Option<String>,
    both_best_corrected: Option<String>,
    right_sphere: Option<i64>,
    right_cylinder: Option<i64>,
    right_axis: Option<i32>,
    right_addition: Option<i64>,
    left_sphere: Option<i64>,
    left_cylinder: Option<i64>,
    left_axis: Option<i32>,
    left_addition: Option<i64>,
    pupillary_distance: Option<i64>,
    right_pressure: Option<i64>,
    left_pressure: Option<i64>,
    colour_vision: Option<String>,
    stereo_acuity: Option<i32>,
    contrast_sensitivity: Option<i64>,
}

/// The detail row as written.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = vision_measurement, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Detail {
    chart: Option<&'static str>,
    test_distance: Option<i64>,
    correction: Option<&'static str>,
    right_uncorrected: Option<String>,
    right_presenting: Option<String>,
    right_best_corrected: Option<String>,
    left_uncorrected: Option<String>,
    left_presenting: Option<String>,
    left_best_corrected: Option<String>,
    both_uncorrected: Option<String>,
    both_presenting: Option<String>,
    both_best_corrected: Option<String>,
    right_sphere: Option<i64>,
    right_cylinder: Option<i64>,
    right_axis: Option<i32>,
    right_addition: Option<i64>,
    left_sphere: Option<i64>,
    left_cylinder: Option<i64>,
    left_axis: Option<i32>,
    left_addition: Option<i64>,
    pupillary_distance: Option<i64>,
    right_pressure: Option<i64>,
    left_pressure: Option<i64>,
    colour_vision: Option<&'static str>,
    stereo_acuity: Option<i32>,
    contrast_sensitivity: Option<i64>,
}

impl Kind for Vision {
    const KIND: MeasurementKind = MeasurementKind::Vision;
    const SCREEN: &'static str = SCREEN;
    const TITLE: &'static str = "vision.ofMember";
    const IMPORTED: ImportedKind = ImportedKind::Vision;
    const LIST: &'static str = "vision";
    const GRADED: &'static [(u32, GradedIndicator)] =
        &[(VisionGrade::INDICATOR, GradedIndicator::Vision), (WorseMyopia::INDICATOR, GradedIndicator::Myopia)];
    type Path = VisionMeasurementPath;
    type Filter = VisionMeasurementFilter;
    type Measurement = VisionMeasurement;
    type Save = VisionMeasurementSave;
    type Detail = Detail;

    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<VisionMeasurement> {
        &mut lists.vision
    }

    fn list_request(filter: &VisionMeasurementFilter) -> ListRequest {
        let myopia: Vec<WorseMyopia> = filter.myopia_grades.iter().copied().map(WorseMyopia).collect();
        request_of!(
            filter,
            [GradeFilter::of(&filter.vision_grades), GradeFilter::of(&filter.school_visions), GradeFilter::of(&myopia)]
        )
    }

    fn place(measurement: &VisionMeasurement) -> Place {
        (measurement.measured_at.0, measurement.vision_measurement_id.0)
    }

    fn explain(measurement: &mut VisionMeasurement, _: &[RuleSet]) {
        let found = Gradings::of(&measurement.form());
        let reasons = [found.vision, found.right_myopia, found.left_myopia];
        measurement.why = Some(reasons.into_iter().flatten().map(|graded| graded.why()).collect::<Vec<GradeReason>>());
    }

    fn form(measurement: &VisionMeasurement) -> VisionMeasurementSave {
        measurement.form()
    }

    fn findings(save: &VisionMeasurementSave, person: Person) -> Findings<Detail> {
        findings(save, person)
    }

    details_in!(vision_measurement, Row, measurement_of);
}

fn measurement_of(
    (header, row, member_no, member_name, company_name): Named<Row>,
    can: &Can,
) -> Result<VisionMeasurement, Problem> {
    let range = AcuityRange::parse(&header.test_case).ok_or_else(|| Problem::internal("unknown range of acuities"))?;
    let right = refraction(row.right_sphere, row.right_cylinder, row.right_axis);
    let left = refraction(row.left_sphere, row.left_cylinder, row.left_axis);
    let equivalent = |refraction: Option<Refraction>| refraction.map(Refraction::shown_equivalent);
    let vector = |refraction: Option<Refraction>| refraction.map(Refraction::power_vector).unzip();
    let ((right_j0, right_j45), (left_j0, left_j45)) = (vector(right), vector(left));
    let mut measurement_of = answer!(header, (member_no, member_name, company_name), can => VisionMeasurement {
        vision_measurement_id: VisionMeasurementId,
        range,
        chart: row.chart.as_deref().and_then(AcuityChart::parse),
        test_distance: row.test_distance.map(Hundredths),
        correction: row.correction.as_deref().and_then(Correction::parse),
        right_uncorrected: acuity(row.right_uncorrected.as_deref()),
        right_presenting: acuity(row.right_presenting.as_deref()),
        right_best_corrected: acuity(row.right_best_corrected.as_deref()),
        left_uncorrected: acuity(row.left_uncorrected.as_deref()),
        left_presenting: acuity(row.left_presenting.as_deref()),
        left_best_corrected: acuity(row.left_best_corrected.as_deref()),
        both_uncorrected: acuity(row.both_uncorrected.as_deref()),
        both_presenting: acuity(row.both_presenting.as_deref()),
        both_best_corrected: acuity(row.both_best_corrected.as_deref()),
        right_sphere: row.right_sphere.map(Hundredths),
        right_cylinder: row.right_cylinder.map(Hundredths),
        right_axis: unit(row.right_axis),
        right_addition: row.right_addition.map(Hundredths),
        left_sphere: row.left_sphere.map(Hundredths),
        left_cylinder: row.left_cylinder.map(Hundredths),
        left_axis: unit(row.left_axis),
        left_addition: row.left_addition.map(Hundredths),
        pupillary_distance: row.pupillary_distance.map(Hundredths),
        right_pressure: row.right_pressure.map(Hundredths),
        left_pressure: row.left_pressure.map(Hundredths),
        colour_vision: row.colour_vision.as_deref().and_then(ColourVision::parse),
        stereo_acuity: unit(row.stereo_acuity),
        contrast_sensitivity: row.contrast_sensitivity.map(Hundredths),
        vision_grade: unpacked(header.grades),
        school_vision: unpacked(header.grades),
        right_spherical_equivalent: equivalent(right),
        right_j0,
        right_j45,
        right_myopia: unpacked(header.grades).map(|RightMyopia(grade)| grade),
        left_spherical_equivalent: equivalent(left),
        left_j0,
        left_j45,
        left_myopia: unpacked(header.grades).map(|LeftMyopia(grade)| grade),
        scales: Vec::new(),
        ungraded: Vec::new(),
        why: None,
    });
    measurement_of.scales = scales(&measurement_of);
    // Impairment is that of the better eye, so both are needed.
    let is_one_sided = measurement_of.right_presenting.is_some() != measurement_of.left_presenting.is_some();
    if is_one_sided && measurement_of.vision_grade.is_none() {
        let (indicator, reason) = (GradedIndicator::Vision, UngradedReason::Incomplete);
        measurement_of.ungraded.push(Ungraded { indicator, reason, age_from: None });
    }
    Ok(measurement_of)
}

fn acuity(text: Option<&str>) -> Option<AcuityReading> {
    text.and_then(AcuityReading::parse)
}

/// Converts an acuity into the domain's type.
fn acuity_of(reading: Option<AcuityReading>) -> Option<Acuity> {
    match reading? {
        AcuityReading::Decimal(decimal) => Acuity::decimal(decimal),
        AcuityReading::Qualitative(word) => Some(Acuity::Qualitative(word)),
    }
}

/// Returns the refraction of an eye; a missing cylinder counts as none.
fn refraction(sphere: Option<i64>, cylinder: Option<i64>, axis: Option<i32>) -> Option<Refraction> {
    Refraction::new(Hundredths(sphere?), Hundredths(cylinder.unwrap_or(0)), unit(axis))
}

/// Returns the decimal acuities on other scales.
fn scales(measured: &VisionMeasurement) -> Vec<AcuityScale> {
    use AcuityState::{BestCorrected, Presenting, Uncorrected};
    use Eye::{Both, Left, Right};
    let readings = [
        (Right, Uncorrected, measured.right_uncorrected),
        (Right, Presenting, measured.right_presenting),
        (Right, BestCorrected, measured.right_best_corrected),
        (Left, Uncorrected, measured.left_uncorrected),
        (Left, Presenting, measured.left_presenting),
        (Left, BestCorrected, measured.left_best_corrected),
        (Both, Uncorrected, measured.both_uncorrected),
        (Both, Presenting, measured.both_presenting),
        (Both, BestCorrected, measured.both_best_corrected),
    ];
    let scale = |(eye, state, reading): (Eye, AcuityState, Option<AcuityReading>)| {
        let acuity = acuity_of(reading)?;
        Some(AcuityScale {
            eye,
            state,
            log_mar: log_mar(acuity)?,
            snellen_metres: acuity.to_snellen(6)?,
            snellen_feet: acuity.to_snellen(20)?,
        })
    };
    readings.into_iter().filter_map(scale).collect()
}

/// Returns the logMAR of a decimal acuity, to three decimals.
fn log_mar(acuity: Acuity) -> Option<f64> {
    let thousandths = i32::try_from(acuity.to_log_mar()?).ok()?;
    Some(f64::from(thousandths) / 1_000.0)
}

/// The uncorrected and the presenting acuity of each eye.
struct Eyes {
    uncorrected: [Option<Acuity>; 2],
    presenting: [Option<Acuity>; 2],
}

impl Eyes {
    /// Returns the acuities from a distance chart; those from a near chart are not graded. Without correction, the
    /// presenting acuity is the uncorrected one, so either stands in for the other.
    fn of(save: &VisionMeasurementSave) -> Option<Self> {
        if save.range != AcuityRange::Distance {
            return None;
        }
        let uncorrected = [save.right_uncorrected, save.left_uncorrected].map(acuity_of);
        let presenting = [save.right_presenting, save.left_presenting].map(acuity_of);
        if save.correction != Some(Correction::None) {
            return Some(Self { uncorrected, presenting });
        }
        let [right, left] = presenting;
        let [bare_right, bare_left] = uncorrected;
        Some(Self {
            uncorrected: [bare_right.or(right), bare_left.or(left)],
            presenting: [right.or(bare_right), left.or(bare_left)],
        })
    }
}

/// The grades of a measurement by the rules in force, each with its rule.
struct Gradings {
    vision: Option<Graded<'static>>,
    right_myopia: Option<Graded<'static>>,
    left_myopia: Option<Graded<'static>>,
    school: Option<bool>,
}

impl Gradings {
    fn of(save: &VisionMeasurementSave) -> Self {
        let eyes = Eyes::of(save);
        let myopia = |sphere: Option<Hundredths>, cylinder: Option<Hundredths>, axis: Option<u16>| {
            let power = |value: Option<Hundredths>| value.map(|value| value.0);
            refraction(power(sphere), power(cylinder), axis.map(i32::from))?.myopia(&VISION)
        };
        // A second reading of the chart suggests that the person may wear a correction, even if none was recorded.
        let other_ways =
            [save.right_presenting, save.left_presenting, save.right_best_corrected, save.left_best_corrected];
        let is_corrected = match save.correction {
            Some(correction) => Some(correction != Correction::None),
            None if other_ways.iter().any(Option::is_some) => None,
            None => Some(false),
        };
        Self {
            vision: eyes
                .as_ref()
                .and_then(|Eyes { presenting: [right, left], .. }| vision::grade(&VISION, *right, *left)),
            right_myopia: myopia(save.right_sphere, save.right_cylinder, save.right_axis),
            left_myopia: myopia(save.left_sphere, save.left_cylinder, save.left_axis),
            school: eyes.and_then(|Eyes { uncorrected: [right, left], .. }| {
                vision::is_abnormal_at_school(right, left, is_corrected)
            }),
        }
    }
}

/// Returns the findings for a measurement by the rules in force.
fn findings(save: &VisionMeasurementSave, person: Person) -> Findings<Detail> {
    let graded = Gradings::of(save);
    let myopia = |graded: Option<Graded<'_>>| graded.and_then(|graded| graded.among(MyopiaGrade::ALL));
    let (right, left) = (myopia(graded.right_myopia), myopia(graded.left_myopia));
    let vision = graded.vision.and_then(|graded| graded.among(VisionGrade::ALL));
    let (youngest, oldest) = SCHOOL_AGES;
    let goes_to_school = person.age_at(save.measured_at).is_some_and(|age| (youngest..=oldest).contains(&age));
    let school = graded.school.filter(|_| goes_to_school);
    let school = school.map(|is_abnormal| if is_abnormal { SchoolVision::Abnormal } else { SchoolVision::Normal });
    let text = |reading: Option<AcuityReading>| reading.map(AcuityReading::text);
    let power = |value: Option<Hundredths>| value.map(|value| value.0);
    Findings {
        setting: None,
        test_case: save.range.as_str(),
        grades: packed(vision)
            | packed(school)
            | packed(right.max(left).map(WorseMyopia))
            | packed(right.map(RightMyopia))
            | packed(left.map(LeftMyopia)),
        rules: Some(RULES),
        unusual: unusual(save),
        detail: Detail {
            chart: save.chart.map(AcuityChart::as_str),
            test_distance: power(save.test_distance),
            correction: save.correction.map(Correction::as_str),
            right_uncorrected: text(save.right_uncorrected),
            right_presenting: text(save.right_presenting),
            right_best_corrected: text(save.right_best_corrected),
            left_uncorrected: text(save.left_uncorrected),
            left_presenting: text(save.left_presenting),
            left_best_corrected: text(save.left_best_corrected),
            both_uncorrected: text(save.both_uncorrected),
            both_presenting: text(save.both_presenting),
            both_best_corrected: text(save.both_best_corrected),
            right_sphere: power(save.right_sphere),
            right_cylinder: power(save.right_cylinder),
            right_axis: save.right_axis.map(i32::from),
            right_addition: power(save.right_addition),
            left_sphere: power(save.left_sphere),
            left_cylinder: power(save.left_cylinder),
            left_axis: save.left_axis.map(i32::from),
            left_addition: power(save.left_addition),
            pupillary_distance: power(save.pupillary_distance),
            right_pressure: power(save.right_pressure),
            left_pressure: power(save.left_pressure),
            colour_vision: save.colour_vision.map(ColourVision::as_str),
            stereo_acuity: save.stereo_acuity.map(i32::from),
            contrast_sensitivity: power(save.contrast_sensitivity),
        },
    }
}

/// Returns the fields with values that are possible but rare, which are mostly errors of typing or of a sign.
fn unusual(save: &VisionMeasurementSave) -> Vec<&'static str> {
    let beyond = |value: Option<Hundredths>, (least, most): (i64, i64)| {
        value.is_some_and(|value| value.0 < least || value.0 > most)
    };
    let size = |value: Option<Hundredths>| value.map(|value| Hundredths(value.0.abs()));
    let seen_as = |reading: Option<AcuityReading>| acuity_of(reading).and_then(log_mar);
    // A higher logMAR is a worse acuity.
    let is_worse =
        |reading, than, by: f64| seen_as(reading).zip(than).is_some_and(|(own, than): (f64, f64)| own > than + by);
    let better = [save.right_presenting, save.left_presenting].into_iter().filter_map(seen_as).reduce(f64::min);
    let named = [
        ("rightBestCorrected", is_worse(save.right_best_corrected, seen_as(save.right_presenting), 0.0)),
        ("leftBestCorrected", is_worse(save.left_best_corrected, seen_as(save.left_presenting), 0.0)),
        ("bothPresenting", is_worse(save.both_presenting, better, USUAL_LOSS)),
        ("rightSphere", beyond(save.right_sphere, USUAL_SPHERES)),
        ("leftSphere", beyond(save.left_sphere, USUAL_SPHERES)),
        ("rightCylinder", beyond(size(save.right_cylinder), USUAL_CYLINDERS)),
        ("leftCylinder", beyond(size(save.left_cylinder), USUAL_CYLINDERS)),
        ("pupillaryDistance", beyond(save.pupillary_distance, USUAL_PUPILLARY_DISTANCES)),
        ("rightPressure", beyond(save.right_pressure, USUAL_PRESSURES)),
        ("leftPressure", beyond(save.left_pressure, USUAL_PRESSURES)),
    ];
    named.into_iter().filter(|(_, is_unusual)| *is_unusual).map(|(name, _)| name).collect()
}
