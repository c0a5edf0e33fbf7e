//! Acuity and refraction.
//!
//! Acuity is stored as a decimal, to the thousandth; Snellen fractions and logMAR are converted. Sources: ICD-11 9D90
//! for the class of the better eye; the rules of the school health examination for 시력이상; Thibos et al. 1997 for the
//! power vector; the International Myopia Institute 2019.

use super::{Graded, Indicator, Quantity, RuleSet, Subject, physical::Limits};
use crate::{
    contract::value_enum,
    domain::decimal::{Hundredths, Thousandths},
};

/// Decimal acuities, in hundredths; lower acuities are given as [`QualitativeAcuity`].
pub const DECIMAL: Limits = Limits { min: 1, max: 300 };
/// Spheres, in hundredths of a dioptre.
pub const SPHERE: Limits = Limits { min: -3_000, max: 3_000 };
/// Cylinders, in hundredths of a dioptre.
pub const CYLINDER: Limits = Limits { min: -1_500, max: 1_500 };
/// Axes of cylinders, in degrees.
pub const AXIS: Limits = Limits { min: 0, max: 180 };

/// Lowest and highest age in completed years of school children. The school rules apply to no one else.
pub const SCHOOL_AGES: (u16, u16) = (6, 18);

value_enum! {
    /// The vision of an eye that cannot read a chart, from better to worse.
    pub enum QualitativeAcuity {
        CountingFingers = "CF",
        HandMotion = "HM",
        LightPerception = "LP",
        NoLightPerception = "NLP",
    }
}

/// The acuity of an eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Acuity {
    /// Decimal: 1.0 is normal, 0.1 a tenth of it.
    Decimal(Quantity),
    /// Below the range of any chart.
    Qualitative(QualitativeAcuity),
}

impl Acuity {
    /// Creates a decimal acuity. Returns `None` outside [`DECIMAL`].
    #[must_use]
    pub fn decimal(decimal: Thousandths) -> Option<Self> {
        Quantity::thousandths(decimal).filter(|decimal| is_decimal(*decimal)).map(Self::Decimal)
    }

    /// Converts a Snellen fraction such as 6/12 or 20/40, at any distance. Returns `None` outside [`DECIMAL`].
    #[must_use]
    pub fn snellen(distance: Hundredths, line: Hundredths) -> Option<Self> {
        let decimal = Quantity::new(distance.0, line.0)?;
        is_decimal(decimal).then_some(Self::Decimal(decimal))
    }

    /// Converts a logMAR in thousandths, rounded to a thousandth. Returns `None` outside [`DECIMAL`].
    #[must_use]
    pub fn log_mar(thousandths: i64) -> Option<Self> {
        Self::decimal(decimal_of_log_mar(thousandths))
    }

    /// Returns −log₁₀ of the decimal in thousandths, rounded; `None` for a qualitative acuity.
    #[must_use]
    pub fn to_log_mar(self) -> Option<i64> {
        self.unrounded_log_mar().map(|log_mar| (log_mar * 1_000.0).round() as i64)
    }

    fn unrounded_log_mar(self) -> Option<f64> {
        match self {
            Self::Decimal(decimal) if is_decimal(decimal) => Some(-decimal.to_number().log10()),
            _ => None,
        }
    }

    /// Returns the denominator of the Snellen fraction at a distance (6 m or 20 ft), rounded half-up to hundredths;
    /// `None` for a qualitative acuity.
    #[must_use]
    pub fn to_snellen(self, distance: u8) -> Option<Hundredths> {
        match self {
            Self::Decimal(decimal) if is_decimal(decimal) => {
                Some(Hundredths((f64::from(distance) * 100.0 / decimal.to_number()).round() as i64))
            }
            _ => None,
        }
    }

    /// Returns the decimal value for grading. A qualitative acuity is 0, below every line of a chart.
    fn on_axis(self) -> Quantity {
        match self {
            Self::Decimal(decimal) => decimal,
            Self::Qualitative(_) => Quantity::whole(0),
        }
    }
}

fn is_decimal(decimal: Quantity) -> bool {
    decimal.compare(Hundredths(DECIMAL.min)).is_ge() && decimal.compare(Hundredths(DECIMAL.max)).is_le()
}

/// A notation of acuity other than decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcuityNotation {
    /// The distance of the chart divided by the distance at which its line is normally read: `20/40`, `6/12`.
    Snellen,
    /// −log₁₀ of the decimal: `logMAR 0.3`, `0.3 logMAR`.
    LogMar,
}

/// The chart distances used in fractions, in feet or metres. A smaller number would be the acuity of one eye next to
/// that of the other (`0.1/0.1`); any other number is a blood pressure or an inverted fraction.
const DISTANCES: [Hundredths; 6] =
    [Hundredths(300), Hundredths(400), Hundredths(500), Hundredths(600), Hundredths(1_000), Hundredths(2_000)];

/// Parses an acuity in another notation to a decimal, rounded half-up to thousandths. Returns `None` if the text is not
/// in such a notation, for example a decimal. The rules of the field check whether an eye can have the value.
#[must_use]
pub fn decimal_of(written: &str) -> Option<(AcuityNotation, Thousandths)> {
    if let Some((distance, line)) = written.split_once('/') {
        let (distance, line) = (Hundredths::parse(distance.trim())?, Hundredths::parse(line.trim())?);
        return Some((AcuityNotation::Snellen, decimal_of_fraction(distance, line)?));
    }
    let written = written.trim().to_ascii_lowercase();
    let number = written.strip_prefix("logmar").or_else(|| written.strip_suffix("logmar"))?.trim();
    let (sign, size) = match number.strip_prefix('-').or_else(|| number.strip_prefix('−')) {
        Some(size) => (-1, size),
        None => (1, number.strip_prefix('+').unwrap_or(number)),
    };
    let Thousandths(log_mar) = Thousandths::parse(size)?;
    Some((AcuityNotation::LogMar, decimal_of_log_mar(sign * log_mar)))
}

fn decimal_of_fraction(distance: Hundredths, line: Hundredths) -> Option<Thousandths> {
    let is_fraction = DISTANCES.contains(&distance) && line.0 > 0;
    is_fraction.then(|| Thousandths((distance.0 * 2_000 + line.0) / (line.0 * 2)))
}

/// The value 1 in the fixed-point scale of [`POWERS`].
const ONE: i64 = 1 << 31;
/// 10 to the power of −1, −2, −4, … −512 thousandths.
const POWERS: [i64; 10] = [
    2_142_544_573,
    2_137_616_857,
    2_127_795_400,
    2_108_287_654,
    2_069_807_068,
    1_994_940_125,
    1_853_232_320,
    1_599_299_736,
    1_191_049_649,
    660_586_761,
];

/// Converts a logMAR in thousandths to a decimal acuity, rounded half-up to thousandths, in integers, so that every
/// machine gives the same result. The rounding is exact: for all logMAR from −1 to 3 no decimal is closer to a half
/// than 1.3 · 10⁻⁴ of a thousandth, and the error of the products of the powers is below 0.7 · 10⁻⁴.
#[must_use]
pub fn decimal_of_log_mar(thousandths: i64) -> Thousandths {
    // No eye has an acuity outside these bounds; the result is rejected anyway.
    let log_mar = thousandths.clamp(-2_000, 3_999);
    let (whole, part) = (log_mar.div_euclid(1_000), log_mar.rem_euclid(1_000));
    let mut decimal = ONE;
    for (place, power) in POWERS.iter().enumerate() {
        if (part >> place) % 2 == 1 {
            decimal = (decimal * power) / ONE;
        }
    }
    // Multiply by 10 to the power of (3 − whole) to get thousandths.
    for _ in whole..3 {
        decimal *= 10;
    }
    Thousandths((decimal * 2 + ONE) / (ONE * 2))
}

/// Returns the mean logMAR of chart readings, in thousandths, rounded. Qualitative values are ignored; `None` if there
/// are no others.
#[must_use]
pub fn mean_log_mar(acuities: &[Acuity]) -> Option<i64> {
    let (mut sum, mut count) = (0.0, 0);
    for log_mar in acuities.iter().filter_map(|acuity| acuity.unrounded_log_mar()) {
        sum += log_mar;
        count += 1;
    }
    (count > 0).then(|| (sum * 1_000.0 / f64::from(count)).round() as i64)
}

/// Grades the presenting distance acuity of the better eye. Returns `None` unless both eyes were measured.
#[must_use]
pub fn grade(rule_set: &RuleSet, right: Option<Acuity>, left: Option<Acuity>) -> Option<Graded<'_>> {
    let (right, left) = (right?.on_axis(), left?.on_axis());
    let better = if right.is_less(left) { left } else { right };
    rule_set.grade(Indicator::Vision, Subject::default(), better)
}

/// Returns whether the school health examination reports 시력이상: an eye has an uncorrected acuity of 0.7 or less, or the
/// acuity is already corrected. Returns `None` if that is unknown: a normal result requires both eyes and that no
/// correction is worn.
#[must_use]
pub fn is_abnormal_at_school(right: Option<Acuity>, left: Option<Acuity>, is_corrected: Option<bool>) -> Option<bool> {
    let is_low = |acuity: Acuity| acuity.on_axis().compare(Hundredths(70)).is_le();
    if is_corrected == Some(true) || [right, left].into_iter().flatten().any(is_low) {
        return Some(true);
    }
    (is_corrected == Some(false) && right.is_some() && left.is_some()).then_some(false)
}

/// The refraction of an eye, in hundredths of a dioptre and degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refraction {
    sphere: i64,
    cylinder: i64,
    axis: i64,
}

impl Refraction {
    /// Creates a refraction. Returns `None` outside [`SPHERE`], [`CYLINDER`] or [`AXIS`], or if a cylinder has no axis.
    #[must_use]
    pub fn new(sphere: Hundredths, cylinder: Hundredths, axis: Option<u16>) -> Option<Self> {
        let (sphere, cylinder) = (sphere.0, cylinder.0);
        let axis = match axis {
            None if cylinder == 0 => 0,
            axis => i64::from(axis?),
        };
        let possible = SPHERE.contain(sphere) && CYLINDER.contain(cylinder) && AXIS.contain(axis);
        possible.then_some(Self { sphere, cylinder, axis })
    }

    /// Returns the spherical equivalent S + C/2 in dioptres, exactly.
    #[must_use]
    pub fn spherical_equivalent(self) -> Option<Quantity> {
        Quantity::new(self.sphere * 2 + self.cylinder, 200)
    }

    /// Returns the spherical equivalent rounded to hundredths of a dioptre, for display only. A half rounds away from
    /// zero, consistent with the graded dioptres of myopia, which count from zero.
    #[must_use]
    pub fn shown_equivalent(self) -> Hundredths {
        let halves = self.sphere * 2 + self.cylinder;
        Hundredths((halves.abs() + 1) / 2 * halves.signum())
    }

    /// Returns the power vector's J0 = −C/2 · cos 2α and J45 = −C/2 · sin 2α, rounded half-up to hundredths of a
    /// dioptre.
    #[must_use]
    pub fn power_vector(self) -> (Hundredths, Hundredths) {
        let half = self.cylinder as f64 / -2.0;
        let part = |degrees: i64| Hundredths((half * sine(degrees) + 0.5).floor() as i64);
        (part(90 - self.axis * 2), part(self.axis * 2))
    }

    /// Grades the myopia of the eye.
    #[must_use]
    pub fn myopia(self, rule_set: &RuleSet) -> Option<Graded<'_>> {
        let dioptres = Quantity::new((-(self.sphere * 2 + self.cylinder)).max(0), 200)?;
        rule_set.grade(Indicator::Myopia, Subject::default(), dioptres)
    }
}

/// Returns the sine of whole degrees, exact where it is a fraction. Only there can a half be rounded, and in floating
/// point sin 30° is slightly less than a half.
fn sine(degrees: i64) -> f64 {
    match degrees.rem_euclid(360) {
        0 | 180 => 0.0,
        30 | 150 => 0.5,
        90 => 1.0,
        210 | 330 => -0.5,
        270 => -1.0,
        other => (other as f64).to_radians().sin(),
    }
}
