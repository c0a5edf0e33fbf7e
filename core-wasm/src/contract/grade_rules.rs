//! The rules of grading as versions: those that come with the product, and those that an installation makes of its
//! conventions. A draft is written and changed; what is active stays as it is, for good.

use super::{
    id_type, input, output, path_type, record, record_calls,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::{
    decimal::Hundredths,
    grade::{GradeTable, Indicator, RuleSource, ScoreConversion},
    time::{Date, Timestamp},
};

id_type! {
    /// A version of a rule set.
    GradeRuleVersionId
}

path_type! { GradeRuleVersionPath { grade_rule_version_id: GradeRuleVersionId } }

/// Menu url of the screen that manages the rules.
pub const SCREEN: &str = "/system_management/grade_rule_management";

/// Most bands of a version.
pub const MAX_BANDS: usize = 60;
/// Scores, in hundredths.
const SCORES: (i64, i64) = (0, 10_000);

value_enum! {
    /// What is graded by the same rules.
    pub enum GradeRuleSet {
        Physical = "physical-kr",
        Mind = "mind-kr",
        HeartRate = "heart-rate-rest",
        Vision = "vision-icd-11",
        Cognition = "cognition-kr",
    }
}

impl GradeRuleSet {
    /// Those of which an installation makes versions: whose bounds are conventions, or which have several published
    /// tables of one indicator. Of all others nothing can be changed.
    pub const CHANGEABLE: &[&str] = &[Self::Physical.as_str(), Self::Mind.as_str()];
}

/// The published tables of body fat, of which one is chosen.
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
    /// For which scores a grade holds, by a convention of the product: for both sexes and all ages.
    #[derive(Copy, Eq)]
    pub struct GradeBand {
        /// What is graded.
        indicator: Indicator => word(CONVENTIONS),
        /// The grade's place in the order of its indicator's grades, from 0.
        grade: i64 => integer(0, 15),
        /// From this score, inclusive; absent without a limit.
        lower: Option<Hundredths> => decimal(SCORES.0, SCORES.1),
        /// Up to this score, which belongs to the next grade; absent without a limit.
        upper: Option<Hundredths> => decimal(SCORES.0, SCORES.1),
    }
}

output! {
    /// How many have another grade by a version.
    #[derive(Eq)]
    pub struct GradeRuleChange {
        /// What is graded.
        pub indicator: Indicator,
        /// The grade by the version in force, a word of the indicator's; `null` for none.
        pub from: Option<String>,
        /// The grade by this version; `null` for none.
        pub to: Option<String>,
        /// How many.
        pub count: i64,
    }
}

output! {
    /// What a version changes for people who have been measured: counted for the newest measurement of each kind and
    /// test that each member has within the last twelve months.
    pub struct GradeRuleEffect {
        /// When all were counted; absent while that goes on.
        pub counted_at: Option<Timestamp>,
        /// How many measurements were looked at.
        pub measurements: i64,
        /// Whose grade differs, by both grades.
        pub changes: Vec<GradeRuleChange>,
    }
}

record! {
    /// A version of a rule set.
    pub struct GradeRuleVersion { grade_rule_version_id: GradeRuleVersionId }
    /// A version as written or changed. Of a rule set one version at most waits or is a draft.
    pub struct GradeRuleVersionSave {
        /// Of which rules.
        rule_set: GradeRuleSet => word(GradeRuleSet::CHANGEABLE),
        /// First day whose measurements it grades, in Seoul; when it is activated, not before tomorrow.
        effective_from: Date => date(),
        /// `ACTIVE` ends changing for good; until its first day it can still be removed.
        status: GradeRuleStatus => word(GradeRuleStatus::WORDS),
        /// Why it is made.
        note: String => text(1, 300),
        /// Whose published table grades body fat: of the rules of the body, and of no others.
        body_fat_source: Option<RuleSource> => word(BODY_FAT_SOURCES),
    }
    alone {
        /// The conventions, of rules that have some. Of each indicator they fill all scores, once each, before the version can be activated;
        /// what is wrong is told with its place: `bandGap` and `bandOverlap` with `from` and `to`, `bandOrder`,
        /// `bandEmpty`.
        bands: Vec<GradeBand> => forms(GradeBand::FORM, MAX_BANDS),
    }
    shown {
        /// Counts the versions of its rule set.
        pub rule_version: i32,
        /// Whether it grades what is measured today.
        pub is_in_force: bool,
        /// All bounds, the published ones too. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub tables: Option<Vec<GradeTable>>,
        /// How instruments are turned into scores. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub conversions: Option<Vec<ScoreConversion>>,
        /// What it changes, of versions that an installation makes. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub effect: Option<GradeRuleEffect>,
    }
    also check_choices
}

/// Each rule set has what can be chosen of it, and nothing of another.
fn check_choices(value: &Value, violations: &mut Vec<Violation>) {
    let is_of_body = value.get("ruleSet").as_text() == Some(GradeRuleSet::Physical.as_str());
    let is_told = *value.get("bodyFatSource") != Value::Nothing;
    if is_of_body != is_told {
        let code = if is_told { "notAllowed" } else { "required" };
        violations.push(Violation::new("bodyFatSource", code));
    }
    if is_of_body && matches!(value.get("bands"), Value::List(bands) if !bands.is_empty()) {
        violations.push(Violation::new("bands", "notAllowed"));
    }
}

value_enum! {
    /// Order of a list of versions.
    pub enum GradeRuleVersionSort { EffectiveLatest = "EFFECTIVE_LATEST", EffectiveEarliest = "EFFECTIVE_EARLIEST" }
}

input! {
    /// Which versions.
    pub struct GradeRuleVersionFilter {
        /// Those of these rule sets.
        rule_sets: Vec<GradeRuleSet> => words(GradeRuleSet::WORDS),
        /// Drafts, or what is active.
        statuses: Vec<GradeRuleStatus> => words(GradeRuleStatus::WORDS),
    } list GradeRuleVersionSort
}

record_calls! {
    GradeRuleVersion at "/api/v1/grade-rule-versions" "/{gradeRuleVersionId}" by GradeRuleVersionPath on SCREEN,
    /// Lists the versions of all rule sets.
    list ListGradeRuleVersions(GradeRuleVersionFilter),
    /// Writes a draft, or activates at once.
    create CreateGradeRuleVersion(GradeRuleVersionSave) refuses [Taken],
    /// Answers a version with all its bounds and what it changes.
    show GetGradeRuleVersion,
    /// Changes or activates a draft.
    update UpdateGradeRuleVersion(GradeRuleVersionSave) refuses [Taken],
    /// Removes a draft, or an active version before its first day.
    delete DeleteGradeRuleVersion,
    /// Lists the changes of a version, the newest first.
    history ListGradeRuleVersionRevisions,
}
