//! Vision measurements: acuity of each eye and of both, refraction and other eye examinations, with their grades.

use super::{
    id_type,
    measurements::{MeasurementChanges, MeasurementSort, measurement},
    output, path_type, record_calls,
    validation::{Kind, Presence, Value, Violation, kinds},
    value_enum,
};
use crate::domain::{
    decimal::{Hundredths, Thousandths},
    grade::{
        GradeReason,
        indicator::{MyopiaGrade, VisionGrade},
        physical::Limits,
        vision::{AXIS, CYLINDER, QualitativeAcuity, SPHERE},
    },
};
use serde::{Deserialize, Serialize};

id_type! {
    /// A vision measurement.
    VisionMeasurementId
}

path_type! { VisionMeasurementPath { vision_measurement_id: VisionMeasurementId } }

/// Menu URL of the history.
pub const SCREEN: &str = "/history/vision_measurement_history";

/// Decimal acuities of charts, in thousandths, from logMAR 1.8 on; lower acuities are given as keywords.
const CHART_DECIMAL: Limits = Limits { min: 16, max: 2_500 };
/// Chart distances, in hundredths of a metre.
const TEST_DISTANCE: Limits = Limits { min: 10, max: 2_000 };
/// Additions for near, in hundredths of a dioptre.
const ADDITION: Limits = Limits { min: 0, max: 1_000 };
/// Pupillary distances, in hundredths of a mm.
const PUPILLARY_DISTANCE: Limits = Limits { min: 3_000, max: 9_000 };
/// Intraocular pressures, in hundredths of mmHg.
const INTRAOCULAR_PRESSURE: Limits = Limits { min: 100, max: 9_000 };
/// Stereo acuities in seconds of arc.
const STEREO_ACUITY: Limits = Limits { min: 1, max: 6_000 };
/// Contrast sensitivities, in hundredths of a log unit.
const CONTRAST_SENSITIVITY: Limits = Limits { min: 0, max: 300 };

value_enum! {
    /// Distance of the chart. The classes of distance vision only apply to distance charts.
    pub enum AcuityRange { Distance = "DISTANCE", Near = "NEAR" }
}

value_enum! {
    /// The correction that the person wears in everyday life, with which the presenting acuity is measured.
    pub enum Correction {
        None = "NONE",
        Glasses = "GLASSES",
        ContactLenses = "CONTACT_LENSES",
        /// Lenses worn at night that reshape the cornea.
        Orthokeratology = "ORTHOKERATOLOGY",
    }
}

value_enum! {
    /// Type of chart.
    pub enum AcuityChart {
        /// The Korean chart by Hahn Chun-suk.
        Hahn = "HAHN",
        Etdrs = "ETDRS",
        Snellen = "SNELLEN",
        LandoltC = "LANDOLT_C",
        TumblingE = "TUMBLING_E",
        Pictures = "PICTURES",
        Other = "OTHER",
    }
}

value_enum! {
    /// Result of a colour vision test.
    pub enum ColourVision {
        Normal = "NORMAL",
        /// Red and green are confused; the affected cone is not known.
        RedGreen = "RED_GREEN",
        Protan = "PROTAN",
        Deutan = "DEUTAN",
        Tritan = "TRITAN",
        Achromatopsia = "ACHROMATOPSIA",
    }
}

value_enum! {
    /// 시력이상 of the school health examination.
    pub enum SchoolVision { Normal = "NORMAL", Abnormal = "ABNORMAL" }
}

value_enum! {
    /// Eye.
    pub enum Eye {
        /// Right eye (OD).
        Right = "RIGHT",
        /// Left eye (OS).
        Left = "LEFT",
        /// Both eyes together (OU).
        Both = "BOTH",
    }
}

value_enum! {
    /// Correction with which an acuity was measured.
    pub enum AcuityState {
        /// Without correction.
        Uncorrected = "UNCORRECTED",
        /// With the correction that the person wears in everyday life.
        Presenting = "PRESENTING",
        /// With the best correction found.
        BestCorrected = "BEST_CORRECTED",
    }
}

/// An acuity on the wire: a decimal as a number, or a keyword for an acuity below the range of charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AcuityReading {
    /// Decimal: 1.0 is normal, 0.1 a tenth of it, 0.125 an eighth.
    Decimal(Thousandths),
    /// Counting fingers, hand motion, light perception, no light perception.
    Qualitative(QualitativeAcuity),
}

impl Presence for AcuityReading {
    const REQUIRED: bool = true;
}

impl AcuityReading {
    /// Returns the text form used in the database and in files: `0.8`, `0.125`, `CF`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Decimal(decimal) => decimal.text(),
            Self::Qualitative(word) => word.as_str().into(),
        }
    }

    /// Parses the output of [`AcuityReading::text`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        QualitativeAcuity::parse(text).map(Self::Qualitative).or_else(|| Thousandths::parse(text).map(Self::Decimal))
    }
}

#[cfg(feature = "server")]
impl utoipa::PartialSchema for AcuityReading {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::{
            ObjectBuilder,
            schema::{AnyOfBuilder, Type},
        };
        AnyOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Number))
            .item(
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .enum_values(Some(QualitativeAcuity::WORDS.iter().copied())),
            )
            .description(Some(
                "a decimal acuity with at most three decimals, or a word for an acuity below every chart",
            ))
            .into()
    }
}

#[cfg(feature = "server")]
impl utoipa::ToSchema for AcuityReading {}

#[cfg(target_arch = "wasm32")]
const _: () = {
    #[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
    const READING: &str = "/** A decimal acuity with at most three decimals, or a word for an acuity below every chart. */\n\
        export type AcuityReading = number | QualitativeAcuity;\n";
};

output! {
    /// A decimal acuity on other scales.
    pub struct AcuityScale {
        /// Eye.
        pub eye: Eye,
        /// Correction.
        pub state: AcuityState,
        /// −log₁₀ of the decimal, to three decimals.
        pub log_mar: f64,
        /// Denominator of the Snellen fraction with the numerator 6 m, to two decimals.
        pub snellen_metres: Hundredths,
        /// Denominator of the Snellen fraction with the numerator 20 ft, to two decimals.
        pub snellen_feet: Hundredths,
    }
}

/// The validation rule of an acuity.
const ACUITY: Kind = kinds::decimal_or_word(CHART_DECIMAL.min, CHART_DECIMAL.max, QualitativeAcuity::WORDS);

measurement! {
    /// A vision measurement with its grades and the basis of the grades.
    pub struct VisionMeasurement { vision_measurement_id: VisionMeasurementId }
    /// A vision measurement as sent. It has at least one value. A cylinder needs a sphere and, unless it is 0, an axis;
    /// an axis needs a cylinder. Acuities are decimal, from 0.016 to 2.5 with at most three decimals, or keywords:
    /// counting fingers, hand motion, light perception, no light perception.
    pub struct VisionMeasurementSave {
        /// Whether the acuities were measured with a distance chart or a near chart.
        range: AcuityRange => word(AcuityRange::WORDS),
        /// Type of chart.
        chart: Option<AcuityChart> => word(AcuityChart::WORDS),
        /// Distance of the chart in metres.
        test_distance: Option<Hundredths> => decimal(TEST_DISTANCE.min, TEST_DISTANCE.max),
        /// The correction worn in everyday life. With `NONE`, the presenting acuity is the uncorrected one.
        correction: Option<Correction> => word(Correction::WORDS),
        /// Acuity of the right eye without correction.
        right_uncorrected: Option<AcuityReading> => ACUITY,
        /// Acuity of the right eye with the correction that the person wears.
        right_presenting: Option<AcuityReading> => ACUITY,
        /// Acuity of the right eye with the best correction.
        right_best_corrected: Option<AcuityReading> => ACUITY,
        /// Acuity of the left eye without correction.
        left_uncorrected: Option<AcuityReading> => ACUITY,
        /// Acuity of the left eye with the correction that the person wears.
        left_presenting: Option<AcuityReading> => ACUITY,
        /// Acuity of the left eye with the best correction.
        left_best_corrected: Option<AcuityReading> => ACUITY,
        /// Acuity of both eyes together without correction.
        both_uncorrected: Option<AcuityReading> => ACUITY,
        /// Acuity of both eyes together with the correction that the person wears.
        both_presenting: Option<AcuityReading> => ACUITY,
        /// Acuity of both eyes together with the best correction.
        both_best_corrected: Option<AcuityReading> => ACUITY,
        /// Sphere of the right eye in dioptres.
        right_sphere: Option<Hundredths> => decimal(SPHERE.min, SPHERE.max),
        /// Cylinder of the right eye in dioptres.
        right_cylinder: Option<Hundredths> => decimal(CYLINDER.min, CYLINDER.max),
        /// Axis of that cylinder in degrees.
        right_axis: Option<u16> => integer(AXIS.min, AXIS.max),
        /// Addition for near of the right eye in dioptres.
        right_addition: Option<Hundredths> => decimal(ADDITION.min, ADDITION.max),
        /// Sphere of the left eye in dioptres.
        left_sphere: Option<Hundredths> => decimal(SPHERE.min, SPHERE.max),
        /// Cylinder of the left eye in dioptres.
        left_cylinder: Option<Hundredths> => decimal(CYLINDER.min, CYLINDER.max),
        /// Axis of that cylinder in degrees.
        left_axis: Option<u16> => integer(AXIS.min, AXIS.max),
        /// Addition for near of the left eye in dioptres.
        left_addition: Option<Hundredths> => decimal(ADDITION.min, ADDITION.max),
        /// Pupillary distance in mm.
        pupillary_distance: Option<Hundredths> => decimal(PUPILLARY_DISTANCE.min, PUPILLARY_DISTANCE.max),
        /// Intraocular pressure of the right eye in mmHg.
        right_pressure: Option<Hundredths> => decimal(INTRAOCULAR_PRESSURE.min, INTRAOCULAR_PRESSURE.max),
        /// Intraocular pressure of the left eye in mmHg.
        left_pressure: Option<Hundredths> => decimal(INTRAOCULAR_PRESSURE.min, INTRAOCULAR_PRESSURE.max),
        /// Colour vision.
        colour_vision: Option<ColourVision> => word(ColourVision::WORDS),
        /// Stereo acuity in seconds of arc.
        stereo_acuity: Option<u16> => integer(STEREO_ACUITY.min, STEREO_ACUITY.max),
        /// Contrast sensitivity in log units (Pelli–Robson).
        contrast_sensitivity: Option<Hundredths> => decimal(CONTRAST_SENSITIVITY.min, CONTRAST_SENSITIVITY.max),
    }
    shown {
        /// Impairment of distance vision by the presenting acuity of the better eye (ICD-11 9D90); absent unless both eyes
        /// were measured.
        pub vision_grade: Option<VisionGrade>,
        /// 시력이상 of the school health examination; absent if the person is not of school age.
        pub school_vision: Option<SchoolVision>,
        /// Spherical equivalent of the right eye in dioptres: sphere and half the cylinder.
        pub right_spherical_equivalent: Option<Hundredths>,
        /// Orthogonal component of the astigmatism of the right eye in dioptres (J0 of the power vector).
        pub right_j0: Option<Hundredths>,
        /// Oblique component of the astigmatism of the right eye in dioptres (J45 of the power vector).
        pub right_j45: Option<Hundredths>,
        /// Myopia of the right eye.
        pub right_myopia: Option<MyopiaGrade>,
        /// Spherical equivalent of the left eye in dioptres.
        pub left_spherical_equivalent: Option<Hundredths>,
        /// Orthogonal component of the astigmatism of the left eye in dioptres (J0 of the power vector).
        pub left_j0: Option<Hundredths>,
        /// Oblique component of the astigmatism of the left eye in dioptres (J45 of the power vector).
        pub left_j45: Option<Hundredths>,
        /// Myopia of the left eye.
        pub left_myopia: Option<MyopiaGrade>,
        /// The decimal acuities on other scales.
        pub scales: Vec<AcuityScale>,
        /// Reasons of the grades: of the better eye, of the right eye and of the left eye. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Filter of the measurement list.
    pub struct VisionMeasurementFilter {
        /// Measurements with one of these classes of the better eye.
        vision_grades: Vec<VisionGrade> => words(VisionGrade::WORDS),
        /// Measurements whose more myopic eye has one of these grades.
        myopia_grades: Vec<MyopiaGrade> => words(MyopiaGrade::WORDS),
        /// Measurements with one of these findings by the school rules.
        school_visions: Vec<SchoolVision> => words(SchoolVision::WORDS),
    }
    also check_values
}

/// Fields that identify the measurement or its method, but are not values.
const NO_VALUES: [&str; 13] = [
    "sourceId",
    "memberId",
    "companyId",
    "memberNo",
    "measuredAt",
    "measuredAtOffset",
    "serviceId",
    "externalDeviceId",
    "range",
    "chart",
    "testDistance",
    "correction",
    "version",
];

fn check_values(value: &Value, violations: &mut Vec<Violation>) {
    let has_value = match value {
        Value::Object(entries) => {
            entries.iter().any(|(name, value)| !NO_VALUES.contains(&name.as_str()) && *value != Value::Nothing)
        }
        _ => false,
    };
    if !has_value {
        violations.push(Violation::new("rightPresenting", "required"));
    }
    for [sphere, cylinder, axis] in
        [["rightSphere", "rightCylinder", "rightAxis"], ["leftSphere", "leftCylinder", "leftAxis"]]
    {
        let is_there = |name: &str| *value.get(name) != Value::Nothing;
        let has_power = value.get(cylinder).as_number().is_some_and(|cylinder| cylinder != 0.0);
        for (name, is_missing) in [
            (sphere, !is_there(sphere) && is_there(cylinder)),
            (axis, !is_there(axis) && has_power),
            (cylinder, !is_there(cylinder) && is_there(axis)),
        ] {
            if is_missing {
                violations.push(Violation::new(name, "required"));
            }
        }
    }
}

record_calls! {
    VisionMeasurement at "/api/v1/vision-measurements" "/{visionMeasurementId}" by VisionMeasurementPath on SCREEN,
    reads "vision.ofMember",
    /// Lists the vision measurements in the caller's scope.
    list ListVisionMeasurements(VisionMeasurementFilter),
    /// Queues a job that exports the filtered measurements to a file.
    export ExportVisionMeasurements(VisionMeasurementFilter),
    /// Queues a job that changes or deletes several vision measurements.
    bulk BulkVisionMeasurements(VisionMeasurementFilter by MeasurementChanges),
    /// Creates a vision measurement entered by hand.
    create CreateVisionMeasurement(VisionMeasurementSave) refuses [Taken],
    /// Returns a vision measurement, with the reasons of its grades.
    show GetVisionMeasurement,
    /// Corrects a vision measurement; it is graded again.
    update UpdateVisionMeasurement(VisionMeasurementSave) refuses [Taken],
    /// Deletes a vision measurement, which can be restored for 30 days.
    delete DeleteVisionMeasurement,
    /// Lists the changes of a vision measurement, newest first.
    history ListVisionMeasurementRevisions,
}
