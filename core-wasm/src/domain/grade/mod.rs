//! The rule engine: grading rules as data, compared exactly.
//!
//! A [`RuleSet`] is a version of the rules for one kind of measurement. Its [`GradeTable`]s define for which sex, age
//! and interval of an [`Indicator`] a grade applies; its [`ScoreConversion`]s convert the result of an instrument to a
//! score of such an indicator. Rule sets are built in ([`built_in`]) or come from outside and are then checked by
//! [`RuleSet::faults`]. Values are graded unrounded. A missing or impossible input has no grade, never a default one.
//! Every result names the rule that produced it ([`Graded::why`]). To change rules, add a version.

pub mod built_in;
pub mod check;
pub mod concern;
pub mod dementia;
pub mod heart_rate;
pub mod hrv;
pub mod indicator;
pub mod moved;
pub mod physical;
pub mod psychological;
pub mod quality;
pub mod quantity;
pub mod questionnaire;
pub mod safety;
pub mod screening;
pub mod stress;
pub mod versions;
pub mod vision;

pub use indicator::Indicator;
pub use quantity::Quantity;

use quality::QualityDoubt;
use safety::UrgentRule;

use super::{
    age::MAX_AGE,
    decimal::{Hundredths, Thousandths},
    time::Date,
};
use crate::contract::{output, value_enum};
use std::{borrow::Cow, cmp::Ordering};

value_enum! {
    /// Sex as recorded for clinical norms.
    pub enum Sex { Male = "MALE", Female = "FEMALE" }
}

value_enum! {
    /// The basis of bounds. Nobody edits those of a convention's instruments: only conventions can be changed.
    pub enum RuleStanding {
        /// Published clinical bounds.
        Published = "PUBLISHED",
        /// A convention of the product.
        Convention = "CONVENTION",
        /// The ranges of a maker of devices, for its devices.
        Manufacturer = "MANUFACTURER",
        /// Norms that the installation has loaded.
        Installation = "INSTALLATION",
    }
}

value_enum! {
    /// The source of bounds.
    pub enum RuleSource {
        /// WHO Western Pacific Region, The Asia-Pacific perspective (2000); Korean Society for the Study of Obesity (2018).
        WhoAsiaPacific2000 = "WHO_ASIA_PACIFIC_2000",
        /// Korean Society of Hypertension 2018 (Clinical Hypertension 2019, s40885-019-0121-0).
        Ksh2018 = "KSH_2018",
        /// InBody's standard ranges.
        InBody = "INBODY",
        /// Gallagher et al., American Journal of Clinical Nutrition 2000: Asian adults.
        Gallagher2000 = "GALLAGHER_2000",
        /// Cohen et al. 1983, in the usual bands.
        Pss10 = "PSS_10",
        /// Brief Encounter Psychosocial Instrument, Korean version.
        BepsiK = "BEPSI_K",
        /// Spitzer et al. 2006.
        Gad7 = "GAD_7",
        /// Kristensen et al. 2005.
        Cbi = "CBI",
        /// Burnout Assessment Tool.
        Bat12 = "BAT_12",
        /// The usual bounds of the resting heart rate of adults.
        RestingHeartRate = "RESTING_HEART_RATE",
        /// ICD-11, 9D90.
        Icd11 = "ICD_11",
        /// International Myopia Institute 2019.
        Imi2019 = "IMI_2019",
        /// Norms of the Cognitive Impairment Screening Test, as loaded by the installation.
        CistNorms = "CIST_NORMS",
        /// Korean Dementia Screening Questionnaire.
        Kdsq = "KDSQ",
        /// Mini Mental State Examination of the Korean version of CERAD.
        MmseKc = "MMSE_KC",
        /// ACC/AHA 2017 and the Korean Society of Hypertension: hypertensive crisis.
        AccAha2017 = "ACC_AHA_2017",
        /// National Early Warning Score 2, Royal College of Physicians 2017: the highest points.
        News2 = "NEWS_2",
        /// A convention of this product.
        Product = "PRODUCT",
    }
}

output! {
    /// One end of an interval.
    #[derive(Copy, Eq)]
    pub struct IntervalEnd {
        /// The cut-off value.
        pub cut: Hundredths,
        /// Whether the cut-off itself belongs to the interval.
        pub inclusive: bool,
    }
}

output! {
    /// A grade with the sex, ages and interval it applies to.
    #[derive(Copy, Eq)]
    pub struct GradeRule {
        /// Sex the rule applies to; absent if it applies to both.
        pub sex: Option<Sex>,
        /// Minimum age in completed years.
        pub age_from: u16,
        /// Maximum age in completed years, inclusive; absent if there is no limit.
        pub age_to: Option<u16>,
        /// Lower end of the interval; absent if there is no limit.
        pub lower: Option<IntervalEnd>,
        /// Upper end of the interval; absent if there is no limit.
        pub upper: Option<IntervalEnd>,
        /// Index of the grade among the indicator's grades, from 0.
        pub grade: u8,
    }
}

output! {
    /// The grade bounds of one indicator.
    #[derive(Eq)]
    pub struct GradeTable {
        /// The indicator that is graded.
        pub indicator: Indicator,
        /// Whether the bounds are published or a convention.
        pub standing: RuleStanding,
        /// Source of the bounds.
        pub source: RuleSource,
        /// The rules. For each person and value that can be graded, exactly one applies.
        #[cfg_attr(feature = "server", schema(value_type = Vec<GradeRule>))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "GradeRule[]"))]
        pub rules: Cow<'static, [GradeRule]>,
    }
}

output! {
    /// A raw result of an instrument and the score it corresponds to.
    #[derive(Copy, Eq)]
    pub struct ScoreAnchor {
        /// Raw result of the instrument.
        pub raw: Hundredths,
        /// Score from 0 to 100.
        pub score: Hundredths,
    }
}

output! {
    /// How the raw result of an instrument is converted to a score of an indicator. Piecewise linear between anchors;
    /// above the last anchor its score applies. A convention of the product.
    #[derive(Eq)]
    pub struct ScoreConversion {
        /// The instrument.
        pub from: Indicator,
        /// The indicator whose score results.
        pub to: Indicator,
        /// The anchors, in ascending order.
        #[cfg_attr(feature = "server", schema(value_type = Vec<ScoreAnchor>))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "ScoreAnchor[]"))]
        pub anchors: Cow<'static, [ScoreAnchor]>,
    }
}

output! {
    /// The lowest normal CIST total for an age and a number of years of education.
    #[derive(Copy, Eq)]
    pub struct CistNorm {
        /// Minimum age in completed years.
        pub age_from: u16,
        /// Maximum age in completed years, inclusive; absent if there is no limit.
        pub age_to: Option<u16>,
        /// Minimum years of education.
        pub education_from: u16,
        /// Maximum years of education, inclusive; absent if there is no limit.
        pub education_to: Option<u16>,
        /// Totals below this suggest impairment.
        pub cut: u16,
    }
}

output! {
    /// A version of the rules for one kind of measurement.
    #[derive(Eq)]
    pub struct RuleSet {
        /// Stable name of the rule set.
        #[cfg_attr(feature = "server", schema(value_type = String))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        pub id: Cow<'static, str>,
        /// Version, incremented with every change.
        pub version: i32,
        /// Year, month and day of the first measurements that this version grades.
        pub effective_from: (i32, u32, u32),
        /// The bounds, one table per indicator.
        #[cfg_attr(feature = "server", schema(value_type = Vec<GradeTable>))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "GradeTable[]"))]
        pub tables: Cow<'static, [GradeTable]>,
        /// How instruments are converted to scores. If several instruments of one indicator were measured, the first in
        /// this list that gives a score is used, those with published classes before others.
        #[cfg_attr(feature = "server", schema(value_type = Vec<ScoreConversion>))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "ScoreConversion[]"))]
        pub conversions: Cow<'static, [ScoreConversion]>,
        /// Norms of the Cognitive Impairment Screening Test (CIST) by age and education, loaded by the installation.
        /// Without them CIST has no grade.
        #[cfg_attr(feature = "server", schema(value_type = Vec<CistNorm>))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "CistNorm[]"))]
        pub norms: Cow<'static, [CistNorm]>,
        /// Thresholds from which a value is urgent.
        #[serde(default)]
        #[cfg_attr(feature = "server", schema(value_type = Vec<UrgentRule>))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "UrgentRule[]"))]
        pub urgent: Cow<'static, [UrgentRule]>,
    }
}

output! {
    /// A grade of a scale, with the interval of scores that it covers.
    #[derive(Eq)]
    pub struct ScaleStep {
        /// Grade, one of the indicator's values.
        pub grade: String,
        /// Lower end of the interval; absent if there is no limit.
        pub lower: Option<IntervalEnd>,
        /// Upper end of the interval; absent if there is no limit.
        pub upper: Option<IntervalEnd>,
    }
}

output! {
    /// Why a grade was given: the rule that applied and the value it was applied to.
    pub struct GradeReason {
        /// The indicator that was graded.
        pub indicator: Indicator,
        /// Grade, one of the indicator's values.
        pub grade: String,
        /// Stable name of the rule set.
        pub rule_set: String,
        /// Version of the rule set.
        pub rule_version: i32,
        /// Whether the bounds are published or a convention.
        pub standing: RuleStanding,
        /// Source of the bounds.
        pub source: RuleSource,
        /// Unit of the value and the interval, in UCUM.
        pub unit: String,
        /// Graded value, to two decimals (acuity: three): rounded half-up, or the nearest value inside the interval
        /// below if rounding would leave it. Grading uses the unrounded value.
        pub value: Thousandths,
        /// Instrument from which the value was converted, by a convention of the product.
        pub converted_from: Option<Indicator>,
        /// Measured value, rounded half-up. Equal to `value` if nothing was converted.
        pub raw: Thousandths,
        /// Lower end of the interval that applied; absent if there is no limit.
        pub lower: Option<IntervalEnd>,
        /// Upper end of the interval that applied; absent if there is no limit.
        pub upper: Option<IntervalEnd>,
        /// Sex the rule applies to; absent if it applies to both.
        pub sex: Option<Sex>,
        /// Minimum age the rule applies to, in completed years.
        pub age_from: u16,
        /// Maximum age the rule applies to, inclusive; absent if there is no limit.
        pub age_to: Option<u16>,
        /// Minimum years of education of the norm; absent if education does not matter.
        pub education_from: Option<u16>,
        /// Maximum years of education of the norm, inclusive; absent if there is no limit.
        pub education_to: Option<u16>,
        /// Lowest age that the instrument's norms cover; absent if they cover every age.
        #[serde(default)]
        pub norm_from: Option<u16>,
        /// Highest age that the instrument's norms cover.
        #[serde(default)]
        pub norm_to: Option<u16>,
        /// Whether the person is older than the norms cover.
        #[serde(default)]
        pub is_beyond_norms: bool,
        /// Why the recording that was graded should be read with care.
        #[serde(default)]
        pub doubts: Vec<QualityDoubt>,
        /// Whether the installation's rules move a published cut-off of this instrument.
        #[serde(default)]
        pub is_by_installation: bool,
        /// All grades of the scale under the same rules, in order; absent unless the indicator is a score from 0 to
        /// 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub scale: Option<Vec<ScaleStep>>,
    }
}

/// The person whose measurement is graded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject {
    /// Completed years at the time of the measurement, if known.
    pub age: Option<u16>,
    /// Sex, if known.
    pub sex: Option<Sex>,
}

/// A measured value: an indicator or instrument with its value.
pub type Reading = (Indicator, Quantity);

/// A grade with the rule that produced it.
#[derive(Clone, Copy, Debug)]
pub struct Graded<'a> {
    /// The rule set.
    pub rule_set: &'a RuleSet,
    /// The table.
    pub table: &'a GradeTable,
    /// The rule that applied.
    pub rule: &'a GradeRule,
    /// The conversion from the measured value to the graded score, if there was one.
    pub conversion: Option<&'a ScoreConversion>,
    /// The measured value.
    pub raw: Quantity,
}

/// Returns whether an age lies in a range of completed years. An unknown age lies only in the range of all ages.
fn in_years(age: Option<u16>, from: u16, to: Option<u16>) -> bool {
    match age {
        Some(age) => age >= from && age <= to.unwrap_or(MAX_AGE),
        None => from == 0 && to.is_none(),
    }
}

impl GradeRule {
    fn applies(&self, subject: Subject, quantity: Quantity) -> bool {
        self.sex.is_none_or(|sex| subject.sex == Some(sex))
            && in_years(subject.age, self.age_from, self.age_to)
            && self.contains(|cut| quantity.compare(cut))
    }

    /// Returns whether a value lies in the rule's interval. `compare` compares the value with a cut-off.
    fn contains(&self, compare: impl Fn(Hundredths) -> Ordering) -> bool {
        let inside = |end: Option<IntervalEnd>, beyond| {
            end.is_none_or(|end| match compare(end.cut) {
                Ordering::Equal => end.inclusive,
                order => order == beyond,
            })
        };
        inside(self.lower, Ordering::Greater) && inside(self.upper, Ordering::Less)
    }

    /// Returns a quantity as displayed: rounded half-up, or to the next step inside the rule's interval if rounding
    /// would leave it. A body mass index of 24.9962 is graded as below 25 and is displayed as 24.99.
    fn shown(&self, indicator: Indicator, quantity: Quantity) -> Thousandths {
        let (rounded, step): (Thousandths, i64) = match indicator {
            // Acuities are stored and displayed in thousandths.
            Indicator::Vision => (quantity.thousandths_half_up(), 1),
            _ => (quantity.hundredths_half_up().into(), 10),
        };
        [rounded.0, rounded.0 - step, rounded.0 + step]
            .into_iter()
            .map(Thousandths)
            .find(|shown| self.contains(|cut| shown.cmp(&Thousandths::from(cut))))
            .unwrap_or(rounded)
    }
}

impl ScoreConversion {
    /// Returns the score for a raw result of the instrument; `None` below the first anchor.
    #[must_use]
    pub fn score(&self, raw: Quantity) -> Option<Quantity> {
        let mut below: Option<&ScoreAnchor> = None;
        for anchor in self.anchors.iter() {
            match (raw.compare(anchor.raw), below) {
                (Ordering::Less, Some(from)) => {
                    return raw.on_line((from.raw, from.score), (anchor.raw, anchor.score));
                }
                (Ordering::Less, None) => return None,
                _ => below = Some(anchor),
            }
        }
        below.and_then(|last| Quantity::hundredths(last.score))
    }
}

impl Indicator {
    /// Returns whether the indicator is a score from 0 to 100 with the product's own grades.
    #[must_use]
    pub const fn is_score(self) -> bool {
        matches!(self, Self::Stress | Self::Anxiety | Self::Burnout | Self::Lethargy)
    }

    /// Returns whether a person can have this value. Totals and what is counted are whole numbers.
    #[must_use]
    pub fn is_possible(self, value: Quantity) -> bool {
        let limits = self.axis().limits;
        (!self.is_whole() || value.is_whole())
            && value.compare(Hundredths(limits.min)).is_ge()
            && value.compare(Hundredths(limits.max)).is_le()
    }
}

impl RuleSet {
    /// Returns the first day on which this version applies.
    #[must_use]
    pub fn effective_from(&self) -> Option<Date> {
        let (year, month, day) = self.effective_from;
        Date::new(year, month, day)
    }

    /// Returns the same rules with this table in place of the indicator's own.
    #[must_use]
    pub fn with_table(&self, table: &GradeTable) -> Self {
        let tables =
            self.tables.iter().map(|own| if own.indicator == table.indicator { table.clone() } else { own.clone() });
        Self { tables: tables.collect(), ..self.clone() }
    }

    /// Grades a value on the indicator's own axis. There is no grade for people whom the instrument's norms do not cover.
    #[must_use]
    pub fn grade(&self, indicator: Indicator, subject: Subject, value: Quantity) -> Option<Graded<'_>> {
        if !indicator.is_possible(value) || indicator.is_not_for(subject).is_some() {
            return None;
        }
        let table = self.tables.iter().find(|table| table.indicator == indicator)?;
        let rule = table.rules.iter().find(|rule| rule.applies(subject, value))?;
        Some(Graded { rule_set: self, table, rule, conversion: None, raw: value })
    }

    /// Grades an indicator from readings: by its own value if there is one, otherwise by the score of the first
    /// instrument that has a reading. Instruments with published classes come before others, each in the order of the
    /// conversions.
    #[must_use]
    pub fn grade_by(&self, indicator: Indicator, subject: Subject, readings: &[Reading]) -> Option<Graded<'_>> {
        let value_of = |wanted| readings.iter().find(|(measured, _)| *measured == wanted).map(|(_, value)| *value);
        if let Some(value) = value_of(indicator) {
            return self.grade(indicator, subject, value);
        }
        self.by_instruments(indicator, subject, readings).next()
    }

    /// Returns the conversions to an indicator of instruments with published classes, or of the others.
    fn conversions_to(&self, indicator: Indicator, is_published: bool) -> impl Iterator<Item = &ScoreConversion> {
        let is_meant = move |conversion: &&ScoreConversion| {
            conversion.to == indicator && conversion.from.axis().words.is_empty() != is_published
        };
        self.conversions.iter().filter(is_meant)
    }

    /// Returns the grades of an indicator by each of its instruments that has a reading, the one that counts first.
    pub fn by_instruments(
        &self,
        indicator: Indicator,
        subject: Subject,
        readings: &[Reading],
    ) -> impl Iterator<Item = Graded<'_>> {
        let published = self.conversions_to(indicator, true);
        published.chain(self.conversions_to(indicator, false)).filter_map(move |conversion| {
            let (_, raw) = readings.iter().find(|(measured, _)| *measured == conversion.from).copied()?;
            if !conversion.from.is_possible(raw) || conversion.from.is_not_for(subject).is_some() {
                return None;
            }
            let graded = self.grade(indicator, subject, conversion.score(raw)?)?;
            Some(Graded { raw, conversion: Some(conversion), ..graded })
        })
    }
}

impl Graded<'_> {
    /// Returns the graded value: the measured value, or the score that it was converted to.
    #[must_use]
    pub fn value(&self) -> Quantity {
        self.conversion.and_then(|conversion| conversion.score(self.raw)).unwrap_or(self.raw)
    }

    /// Returns the grade as a variant of its type; `all` is for example `HealthGrade::ALL`.
    #[must_use]
    pub fn among<Grade: Copy>(&self, all: &[Grade]) -> Option<Grade> {
        all.get(usize::from(self.rule.grade)).copied()
    }

    /// Returns the wire value of the grade.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.among(self.table.indicator.axis().words).unwrap_or_default()
    }

    /// Returns the reason of the grade.
    #[must_use]
    pub fn why(&self) -> GradeReason {
        let GradeRule { sex, age_from, age_to, lower, upper, .. } = *self.rule;
        let value = self.rule.shown(self.table.indicator, self.value());
        GradeReason {
            indicator: self.table.indicator,
            grade: self.word().into(),
            rule_set: self.rule_set.id.as_ref().into(),
            rule_version: self.rule_set.version,
            standing: self.table.standing,
            source: self.table.source,
            unit: self.table.indicator.axis().unit.into(),
            value,
            converted_from: self.conversion.map(|conversion| conversion.from),
            raw: if self.conversion.is_some() { self.raw.hundredths_half_up().into() } else { value },
            lower,
            upper,
            sex,
            age_from,
            age_to,
            education_from: None,
            education_to: None,
            norm_from: None,
            norm_to: None,
            is_beyond_norms: false,
            doubts: Vec::new(),
            is_by_installation: false,
            scale: self.scale(),
        }
    }

    /// Returns all grades of a score, as they apply to the graded person.
    fn scale(&self) -> Option<Vec<ScaleStep>> {
        let indicator = self.table.indicator;
        if !indicator.is_score() {
            return None;
        }
        let whom = |rule: &GradeRule| (rule.sex, rule.age_from, rule.age_to);
        let mut rules: Vec<&GradeRule> = self.table.rules.iter().filter(|rule| whom(rule) == whom(self.rule)).collect();
        rules.sort_by_key(|rule| rule.grade);
        let step = |rule: &GradeRule| ScaleStep {
            grade: indicator.axis().words.get(usize::from(rule.grade)).copied().unwrap_or_default().into(),
            lower: rule.lower,
            upper: rule.upper,
        };
        Some(rules.into_iter().map(step).collect())
    }
}

#[cfg(test)]
mod tests;
