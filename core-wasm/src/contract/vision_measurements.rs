//! Vision measurements: acuity of each eye and of both, refraction, and what else is examined of eyes, with their grades.

use super::{
    id_type,
    measurements::{MeasurementSort, measurement},
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

/// Menu url of the history.
pub const SCREEN: &str = "/history/vision_measurement_history";

/// Decimal acuities that charts have, in thousandths, from logMAR 1.8 on; what is less is told in words.
const CHART_DECIMAL: Limits = Limits { min: 16, max: 2_500 };
/// Distances of charts, in hundredths of a metre.
const TEST_DISTANCE: Limits = Limits { min: 10, max: 2_000 };
/// Additions for near, in hundredths of a dioptre.
const ADDITION: Limits = Limits { min: 0, max: 1_000 };
/// Distances between the pupils, in hundredths of a mm.
const PUPILLARY_DISTANCE: Limits = Limits { min: 3_000, max: 9_000 };
/// Pressures within an eye, in hundredths of mmHg.
const INTRAOCULAR_PRESSURE: Limits = Limits { min: 100, max: 9_000 };
/// Stereo acuities in seconds of arc.
const STEREO_ACUITY: Limits = Limits { min: 1, max: 6_000 };
/// Contrast sensitivities, in hundredths of a log unit.
const CONTRAST_SENSITIVITY: Limits = Limits { min: 0, max: 300 };

value_enum! {
    /// How far away the chart is: the classes of distance vision are those of distance charts alone.
    pub enum AcuityRange { Distance = "DISTANCE", Near = "NEAR" }
}

value_enum! {
    /// What the person wears in everyday life, with which the presenting acuity is measured.
    pub enum Correction {
        None = "NONE",
        Glasses = "GLASSES",
        ContactLenses = "CONTACT_LENSES",
        /// Lenses worn by night that shape the cornea.
        Orthokeratology = "ORTHOKERATOLOGY",
    }
}

value_enum! {
    /// With which chart.
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
    /// What a test of colour vision says.
    pub enum ColourVision {
        Normal = "NORMAL",
        /// Red and green are confused; which of both cones is affected is not known.
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
    /// Which eye saw.
    pub enum Eye {
        /// The right one (OD).
        Right = "RIGHT",
        /// The left one (OS).
        Left = "LEFT",
        /// Both together (OU).
        Both = "BOTH",
    }
}

value_enum! {
    /// With what an acuity was measured.
    pub enum AcuityState {
        /// Without anything.
        Uncorrected = "UNCORRECTED",
        /// With what the person wears in everyday life.
        Presenting = "PRESENTING",
        /// With the best correction that was found.
        BestCorrected = "BEST_CORRECTED",
    }
}

/// An acuity as it is sent and answered: a decimal as a number, or the word of one that no chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AcuityReading {
    /// Decimal: 1.0 is normal, 0.1 a tenth of it, 0.125 an eighth.
    Decimal(Thousandths),
    /// Counting fingers, hand motion, light perception, none.
    Qualitative(QualitativeAcuity),
}

impl Presence for AcuityReading {
    const REQUIRED: bool = true;
}

impl AcuityReading {
    /// As it is written in the database and in files: `0.8`, `0.125`, `CF`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Decimal(decimal) => decimal.text(),
            Self::Qualitative(word) => word.as_str().into(),
        }
    }

    /// What [`AcuityReading::text`] has written.
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
            .description(Some("a decimal acuity with at most three decimals, or the word of one that no chart shows"))
            .into()
    }
}

#[cfg(feature = "server")]
impl utoipa::ToSchema for AcuityReading {}

#[cfg(target_arch = "wasm32")]
const _: () = {
    #[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
    const READING: &str = "/** A decimal acuity with at most three decimals, or the word of one that no chart shows. */\n\
        export type AcuityReading = number | QualitativeAcuity;\n";
};

output! {
    /// A decimal acuity on the other scales.
    pub struct AcuityScale {
        /// Which eye.
        pub eye: Eye,
        /// With what.
        pub state: AcuityState,
        /// −log₁₀ of the decimal, to three decimals.
        pub log_mar: f64,
        /// The lower number of the Snellen fraction whose upper one is 6 m, to two decimals.
        pub snellen_metres: Hundredths,
        /// The lower number of the Snellen fraction whose upper one is 20 ft, to two decimals.
        pub snellen_feet: Hundredths,
    }
}

/// The rule of an acuity.
const ACUITY: Kind = kinds::decimal_or_word(CHART_DECIMAL.min, CHART_DECIMAL.max, QualitativeAcuity::WORDS);

measurement! {
    /// A vision measurement with its grades and what they were computed from.
    pub struct VisionMeasurement { vision_measurement_id: VisionMeasurementId }
    /// A vision measurement as it is sent. It has one value at least; a cylinder comes with its axis and with a sphere.
    /// Acuities are decimal, from 0.016 to 2.5 with at most three decimals, or words: counting fingers, hand motion,
    /// light perception, none.
    pub struct VisionMeasurementSave {
        /// Whether the acuities are those of a distance or of a near chart.
        range: AcuityRange => word(AcuityRange::WORDS),
        /// With which chart.
        chart: Option<AcuityChart> => word(AcuityChart::WORDS),
        /// Distance of the chart in metres.
        test_distance: Option<Hundredths> => decimal(TEST_DISTANCE.min, TEST_DISTANCE.max),
        /// What the person wears in everyday life: with `NONE`, the presenting acuity is the uncorrected one.
        correction: Option<Correction> => word(Correction::WORDS),
        /// Acuity of the right eye without correction.
        right_uncorrected: Option<AcuityReading> => ACUITY,
        /// Acuity of the right eye with what the person wears.
        right_presenting: Option<AcuityReading> => ACUITY,
        /// Acuity of the right eye with the best correction.
        right_best_corrected: Option<AcuityReading> => ACUITY,
        /// Acuity of the left eye without correction.
        left_uncorrected: Option<AcuityReading> => ACUITY,
        /// Acuity of the left eye with what the person wears.
        left_presenting: Option<AcuityReading> => ACUITY,
        /// Acuity of the left eye with the best correction.
        left_best_corrected: Option<AcuityReading> => ACUITY,
        /// Acuity of both eyes together without correction.
        both_uncorrected: Option<AcuityReading> => ACUITY,
        /// Acuity of both eyes together with what the person wears.
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
        /// Distance between the pupils in mm.
        pupillary_distance: Option<Hundredths> => decimal(PUPILLARY_DISTANCE.min, PUPILLARY_DISTANCE.max),
        /// Pressure within the right eye in mmHg.
        right_pressure: Option<Hundredths> => decimal(INTRAOCULAR_PRESSURE.min, INTRAOCULAR_PRESSURE.max),
        /// Pressure within the left eye in mmHg.
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
        /// 시력이상 of the school health examination; absent for who is of no age for school.
        pub school_vision: Option<SchoolVision>,
        /// Spherical equivalent of the right eye in dioptres: sphere and half the cylinder.
        pub right_spherical_equivalent: Option<Hundredths>,
        /// Straight part of the astigmatism of the right eye in dioptres (J0 of the power vector).
        pub right_j0: Option<Hundredths>,
        /// Oblique part of the astigmatism of the right eye in dioptres (J45 of the power vector).
        pub right_j45: Option<Hundredths>,
        /// Myopia of the right eye.
        pub right_myopia: Option<MyopiaGrade>,
        /// Spherical equivalent of the left eye in dioptres.
        pub left_spherical_equivalent: Option<Hundredths>,
        /// Straight part of the astigmatism of the left eye in dioptres.
        pub left_j0: Option<Hundredths>,
        /// Oblique part of the astigmatism of the left eye in dioptres.
        pub left_j45: Option<Hundredths>,
        /// Myopia of the left eye.
        pub left_myopia: Option<MyopiaGrade>,
        /// The decimal acuities on other scales.
        pub scales: Vec<AcuityScale>,
        /// GradeReason the grades were given: of the better eye, of the right and of the left one. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Which measurements.
    pub struct VisionMeasurementFilter {
        /// Those with one of these classes of the better eye.
        vision_grades: Vec<VisionGrade> => words(VisionGrade::WORDS),
        /// Those whose more myopic eye has one of these grades.
        myopia_grades: Vec<MyopiaGrade> => words(MyopiaGrade::WORDS),
        /// Those with one of these findings by the rules of schools.
        school_visions: Vec<SchoolVision> => words(SchoolVision::WORDS),
    }
    also check_values
}

/// What says how was measured, and whose, but is no value.
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
    /// Lists the vision measurements in the caller's scope.
    list ListVisionMeasurements(VisionMeasurementFilter),
    /// Queues a job that writes the filtered measurements to a file.
    export ExportVisionMeasurements(VisionMeasurementFilter),
    /// Writes a vision measurement by hand.
    create CreateVisionMeasurement(VisionMeasurementSave) refuses [Taken],
    /// Answers one vision measurement, with the reasons of its grades.
    show GetVisionMeasurement,
    /// Corrects a vision measurement; it is graded anew.
    update UpdateVisionMeasurement(VisionMeasurementSave) refuses [Taken],
    /// Removes a vision measurement for good.
    delete DeleteVisionMeasurement,
    /// Lists the changes of a vision measurement, the newest first.
    history ListVisionMeasurementRevisions,
}
