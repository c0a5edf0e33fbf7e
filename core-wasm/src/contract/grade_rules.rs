//! Versions of the grading rules: the built-in ones, and those in which an installation changes the conventions. A
//! draft can be edited; an active version never changes.

use super::{
    id_type, input, output, path_type, record, record_calls,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::{
    decimal::Hundredths,
    grade::{
        GradeTable, Indicator, RuleSource, ScoreConversion,
        moved::MovedCut,
        safety::{UrgentRule, UrgentSide},
    },
    time::{Date, Timestamp},
};

id_type! {
    /// A version of a rule set.
    GradeRuleVersionId
}

path_type! { GradeRuleVersionPath { grade_rule_version_id: GradeRuleVersionId } }

/// Menu URL of the screen that manages the rules.
pub const SCREEN: &str = "/system_management/grade_rule_management";

/// Maximum number of bands of a version.
pub const MAX_BANDS: usize = 60;
/// Range of scores, in hundredths.
const SCORES: (i64, i64) = (0, 10_000);

value_enum! {
    /// Indicators that share a set of rules.
    pub enum GradeRuleSet {
        Physical = "physical-kr",
        Mind = "mind-kr",
        HeartRate = "heart-rate-rest",
        Vision = "vision-icd-11",
        Cognition = "cognition-kr",
        /// Values that call for action at once.
        Urgent = "urgent-values",
    }
}

impl GradeRuleSet {
    /// Rule sets of which an installation can create versions: those with bounds that are conventions, or with several
    /// published tables for one indicator, and the thresholds of urgent values. All others are fixed.
    pub const CHANGEABLE: &[&str] = &[Self::Physical.as_str(), Self::Mind.as_str(), Self::Urgent.as_str()];
}

/// The published body fat tables, of which one is selected.
pub const BODY_FAT_SOURCES: &[&str] = &[RuleSource::InBody.as_str(), RuleSource::Gallagher2000.as_str()];

value_enum! {
    /// Whether a version can still be changed.
    pub enum GradeRuleStatus { Draft = "DRAFT", Active = "ACTIVE" }
}

/// The indicators whose bounds are conventions.
pub const CONVENTIONS: &[&str] = &[
    Indicator::Stress.as_str(),
    Indicator::Anxiety.as_str(),
    Indicator::Burnout.as_str(),
    Indicator::Lethargy.as_str(),
];

input! {
    /// The range of scores of a grade, by a convention of the product: for both sexes and all ages.
    #[derive(Copy, Eq)]
    pub struct GradeBand {
        /// Graded indicator.
        indicator: Indicator => word(CONVENTIONS),
        /// Index of the grade among the indicator's grades, from 0.
        grade: i64 => integer(0, 15),
        /// Minimum score, inclusive; absent if there is no limit.
        lower: Option<Hundredths> => decimal(SCORES.0, SCORES.1),
        /// Upper bound of the score, exclusive; absent if there is no limit.
        upper: Option<Hundredths> => decimal(SCORES.0, SCORES.1),
    }
}

/// Values that can be urgent.
const URGENT: &[&str] =
    &[Indicator::SystolicPressure.as_str(), Indicator::DiastolicPressure.as_str(), Indicator::HeartRate.as_str()];
/// Range of thresholds, in hundredths.
const THRESHOLDS: (i64, i64) = (0, 40_000);
/// Maximum number of thresholds: both sides of each value.
const MAX_THRESHOLDS: usize = 6;

input! {
    /// A threshold from which a value is urgent.
    #[derive(Copy, Eq)]
    pub struct UrgentThreshold {
        /// Measured value.
        indicator: Indicator => word(URGENT),
        /// Side on which values are urgent. A threshold of `HIGH` is urgent itself, as is one of `LOW`.
        side: UrgentSide => word(UrgentSide::WORDS),
        /// The first urgent value, a whole number.
        cut: Hundredths => decimal(THRESHOLDS.0, THRESHOLDS.1),
    }
}

output! {
    /// Number of measurements that change from one grade to another under a version.
    #[derive(Eq)]
    pub struct GradeRuleChange {
        /// Graded indicator.
        pub indicator: Indicator,
        /// Grade under the version in force; `null` for none.
        pub from: Option<String>,
        /// Grade under this version; `null` for none.
        pub to: Option<String>,
        /// Number of measurements.
        pub count: i64,
    }
}

output! {
    /// Effect of a version on people who have been measured. Counts each member's newest measurement of each kind and
    /// test within the last twelve months.
    pub struct GradeRuleEffect {
        /// When counting was completed; absent while it is running.
        pub counted_at: Option<Timestamp>,
        /// Number of measurements evaluated.
        pub measurements: i64,
        /// Start of the twelve months: counted is what was measured from then on.
        #[serde(default)]
        pub since: Option<Timestamp>,
        /// When counting began: counted is what had been received by then.
        #[serde(default)]
        pub until: Option<Timestamp>,
        /// Number of changed grades, by old and new grade; without the indicators that the caller may not read.
        pub changes: Vec<GradeRuleChange>,
    }
}

record! {
    /// A version of a rule set.
    pub struct GradeRuleVersion { grade_rule_version_id: GradeRuleVersionId }
    /// Fields to create or change a version. A rule set can have at most one version that is a draft or not yet in
    /// force.
    pub struct GradeRuleVersionSave {
        /// Rule set.
        rule_set: GradeRuleSet => word(GradeRuleSet::CHANGEABLE),
        /// First day whose measurements it grades, in Seoul; at activation it must be tomorrow or later.
        effective_from: Date => date(),
        /// `ACTIVE` makes the version immutable; it can still be deleted before its first day.
        status: GradeRuleStatus => word(GradeRuleStatus::WORDS),
        /// Reason for the version.
        note: String => text(1, 300),
        /// Source of the published body fat table; only for the physical rule set.
        body_fat_source: Option<RuleSource> => word(BODY_FAT_SOURCES),
        /// Why the version moves a published cut-off, or makes a threshold of urgent values laxer than the product's;
        /// required to activate such a version, and kept with it.
        deviation_reason: Option<String> => text(0, 300),
    }
    alone {
        /// The bands, for rule sets with conventions. To activate the version, the bands of each indicator must cover
        /// all scores, each exactly once. Errors name their place: `bandGap` and `bandOverlap` with `from` and `to`,
        /// `bandOrder`, `bandEmpty`.
        bands: Vec<GradeBand> => forms(GradeBand::FORM, MAX_BANDS),
        /// The thresholds of urgent values, for their rule set: one for each value and side that has one.
        urgent: Vec<UrgentThreshold> => forms(UrgentThreshold::FORM, MAX_THRESHOLDS),
    }
    shown {
        /// Version number within its rule set.
        pub rule_version: i32,
        /// Whether it grades today's measurements.
        pub is_in_force: bool,
        /// All bounds, including the published ones. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub tables: Option<Vec<GradeTable>>,
        /// How instruments are converted to scores. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub conversions: Option<Vec<ScoreConversion>>,
        /// The published cut-offs that the version's bands move. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub moved_cuts: Option<Vec<MovedCut>>,
        /// The product's thresholds of urgent values that the version makes laxer or leaves out. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub laxer: Option<Vec<UrgentRule>>,
        /// Effect of a version that an installation created; of a version that comes with the product, what was graded
        /// again when its rules changed with an upgrade. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub effect: Option<GradeRuleEffect>,
    }
    also check_choices
}

/// Checks that only the options of the selected rule set are set.
fn check_choices(value: &Value, violations: &mut Vec<Violation>) {
    let is_of_body = value.get("ruleSet").as_text() == Some(GradeRuleSet::Physical.as_str());
    let is_told = *value.get("bodyFatSource") != Value::Nothing;
    if is_of_body != is_told {
        let code = if is_told { "notAllowed" } else { "required" };
        violations.push(Violation::new("bodyFatSource", code));
    }
    let is_urgent = value.get("ruleSet").as_text() == Some(GradeRuleSet::Urgent.as_str());
    for (name, is_foreign) in [("bands", is_of_body || is_urgent), ("urgent", !is_urgent)] {
        if is_foreign && matches!(value.get(name), Value::List(entries) if !entries.is_empty()) {
            violations.push(Violation::new(name, "notAllowed"));
        }
    }
}

value_enum! {
    /// Sort order of a list of versions.
    pub enum GradeRuleVersionSort { EffectiveLatest = "EFFECTIVE_LATEST", EffectiveEarliest = "EFFECTIVE_EARLIEST" }
}

input! {
    /// Filter of the version list.
    pub struct GradeRuleVersionFilter {
        /// Versions of these rule sets.
        rule_sets: Vec<GradeRuleSet> => words(GradeRuleSet::WORDS),
        /// Versions with one of these statuses.
        statuses: Vec<GradeRuleStatus> => words(GradeRuleStatus::WORDS),
    } list GradeRuleVersionSort
}

record_calls! {
    GradeRuleVersion at "/api/v1/grade-rule-versions" "/{gradeRuleVersionId}" by GradeRuleVersionPath on SCREEN,
    /// Lists the versions of all rule sets.
    list ListGradeRuleVersions(GradeRuleVersionFilter),
    /// Creates a draft, or activates a version immediately.
    create CreateGradeRuleVersion(GradeRuleVersionSave) refuses [Taken],
    /// Returns a version with all its bounds and its effect.
    show GetGradeRuleVersion,
    /// Changes or activates a draft.
    update UpdateGradeRuleVersion(GradeRuleVersionSave) refuses [Taken],
    /// Deletes a draft, or an active version before its first day.
    delete DeleteGradeRuleVersion,
    /// Lists the changes of a version, newest first.
    history ListGradeRuleVersionRevisions,
}
