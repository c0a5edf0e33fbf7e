//! The built-in rules. Clinical bands are published. The eight-grade scale, the lethargy scale and all anchors are
//! conventions, for which no published basis was found.

use super::{
    GradeRule, GradeTable, Indicator, IntervalEnd, RuleSet, RuleSource, RuleStanding, ScoreAnchor, ScoreConversion,
    Sex,
    physical::RULES,
    safety::{UrgentRule, UrgentSide},
    stress,
};
use crate::domain::decimal::Hundredths;
use std::borrow::Cow;

/// Age in completed years from which the adult tables of physical measurements apply.
const ADULT: u16 = 19;
/// Age in completed years from which the resting heart rate is graded.
const ADULT_HEART: u16 = 18;

const fn at(cut: i64) -> Option<IntervalEnd> {
    Some(IntervalEnd { cut: Hundredths(cut), inclusive: true })
}

const fn below(cut: i64) -> Option<IntervalEnd> {
    Some(IntervalEnd { cut: Hundredths(cut), inclusive: false })
}

/// Returns a rule for both sexes from a minimum age.
const fn rule(age_from: u16, lower: Option<IntervalEnd>, upper: Option<IntervalEnd>, grade: u8) -> GradeRule {
    GradeRule { sex: None, age_from, age_to: None, lower, upper, grade }
}

/// Builds the common case of a published table: each grade from its cut-off, inclusive, up to the next one; cut-offs in
/// hundredths.
/// The first grade has no lower limit; its cut-off is only informative.
const fn rising<const GRADES: usize>(age_from: u16, cuts: [i64; GRADES]) -> [GradeRule; GRADES] {
    let mut rules = [rule(age_from, None, None, 0); GRADES];
    let mut index = 1;
    while index < GRADES {
        rules[index - 1].upper = below(cuts[index]);
        rules[index].lower = at(cuts[index]);
        rules[index].grade = index as u8;
        index += 1;
    }
    rules
}

/// The same for values of which a higher one is better: the last grade has the lowest values.
const fn falling<const GRADES: usize>(age_from: u16, cuts: [i64; GRADES]) -> [GradeRule; GRADES] {
    let mut rules = rising(age_from, cuts);
    let mut index = 0;
    while index < GRADES {
        rules[index].grade = (GRADES - 1 - index) as u8;
        index += 1;
    }
    rules
}

const fn table(
    indicator: Indicator,
    standing: RuleStanding,
    source: RuleSource,
    rules: &'static [GradeRule],
) -> GradeTable {
    GradeTable { indicator, standing, source, rules: Cow::Borrowed(rules) }
}

const fn published(indicator: Indicator, source: RuleSource, rules: &'static [GradeRule]) -> GradeTable {
    table(indicator, RuleStanding::Published, source, rules)
}

const fn convention(indicator: Indicator, rules: &'static [GradeRule]) -> GradeTable {
    table(indicator, RuleStanding::Convention, RuleSource::Product, rules)
}

const fn rule_set(id: &'static str, tables: &'static [GradeTable], conversions: &'static [ScoreConversion]) -> RuleSet {
    with_urgent(id, tables, conversions, &[])
}

const fn with_urgent(
    id: &'static str,
    tables: &'static [GradeTable],
    conversions: &'static [ScoreConversion],
    urgent: &'static [UrgentRule],
) -> RuleSet {
    RuleSet {
        id: Cow::Borrowed(id),
        version: 1,
        effective_from: (1900, 1, 1),
        tables: Cow::Borrowed(tables),
        conversions: Cow::Borrowed(conversions),
        norms: Cow::Borrowed(&[]),
        urgent: Cow::Borrowed(urgent),
    }
}

static BMI: [GradeRule; 5] = rising(ADULT, [0, 1_850, 2_300, 2_500, 3_000]);
static SYSTOLIC: [GradeRule; 5] = rising(ADULT, [0, 12_000, 13_000, 14_000, 16_000]);
/// Grade 1 of the five is defined by the systolic pressure alone.
static DIASTOLIC: [GradeRule; 4] = [
    rule(ADULT, None, below(8_000), 0),
    rule(ADULT, at(8_000), below(9_000), 2),
    rule(ADULT, at(9_000), below(10_000), 3),
    rule(ADULT, at(10_000), None, 4),
];

/// Below standard, standard and above standard for one sex and age range. Sources differ on whether the upper bound is
/// still standard.
const fn body_fat(sex: Sex, ages: (u16, Option<u16>), low: i64, high: i64, high_is_standard: bool) -> [GradeRule; 3] {
    let (age_from, age_to) = ages;
    let everybody = GradeRule { sex: Some(sex), age_from, age_to, lower: None, upper: None, grade: 0 };
    let standard_to = Some(IntervalEnd { cut: Hundredths(high), inclusive: high_is_standard });
    let above_from = Some(IntervalEnd { cut: Hundredths(high), inclusive: !high_is_standard });
    [
        GradeRule { upper: below(low), ..everybody },
        GradeRule { lower: at(low), upper: standard_to, grade: 1, ..everybody },
        GradeRule { lower: above_from, grade: 2, ..everybody },
    ]
}

/// Joins several groups of rules.
const fn joined<const GROUPS: usize, const RULES: usize>(groups: [[GradeRule; 3]; GROUPS]) -> [GradeRule; RULES] {
    let mut rules = [groups[0][0]; RULES];
    let mut index = 0;
    while index < RULES {
        rules[index] = groups[index / 3][index % 3];
        index += 1;
    }
    rules
}

static BODY_FAT_INBODY: [GradeRule; 6] = joined([
    body_fat(Sex::Male, (ADULT, None), 1_000, 2_000, true),
    body_fat(Sex::Female, (ADULT, None), 1_800, 2_800, true),
]);

static BODY_FAT_GALLAGHER: [GradeRule; 18] = joined([
    body_fat(Sex::Male, (20, Some(39)), 1_300, 2_300, false),
    body_fat(Sex::Male, (40, Some(59)), 1_300, 2_400, false),
    body_fat(Sex::Male, (60, Some(79)), 1_400, 2_400, false),
    body_fat(Sex::Female, (20, Some(39)), 2_500, 3_500, false),
    body_fat(Sex::Female, (40, Some(59)), 2_500, 3_600, false),
    body_fat(Sex::Female, (60, Some(79)), 2_600, 3_600, false),
]);

const BMI_TABLE: GradeTable = published(Indicator::Bmi, RuleSource::WhoAsiaPacific2000, &BMI);
const SYSTOLIC_TABLE: GradeTable = published(Indicator::SystolicPressure, RuleSource::Ksh2018, &SYSTOLIC);
const DIASTOLIC_TABLE: GradeTable = published(Indicator::DiastolicPressure, RuleSource::Ksh2018, &DIASTOLIC);

const INBODY_TABLE: GradeTable =
    table(Indicator::BodyFat, RuleStanding::Manufacturer, RuleSource::InBody, &BODY_FAT_INBODY);
/// For ages 20 to 79.
const GALLAGHER_TABLE: GradeTable = published(Indicator::BodyFat, RuleSource::Gallagher2000, &BODY_FAT_GALLAGHER);

static PHYSICAL_TABLES: [GradeTable; 4] = [BMI_TABLE, SYSTOLIC_TABLE, DIASTOLIC_TABLE, INBODY_TABLE];

/// Body mass index, blood pressure, and body fat by InBody.
pub static PHYSICAL: RuleSet = rule_set(RULES.id, &PHYSICAL_TABLES, &[]);

/// The body fat tables, of which an installation chooses one. The first is the default.
pub static BODY_FAT: [GradeTable; 2] = [INBODY_TABLE, GALLAGHER_TABLE];

/// The eight-grade scale of a score from 0 to 100.
static HEALTH: [GradeRule; 8] = rising(0, [0, 1_000, 2_000, 3_500, 4_500, 5_500, 6_750, 8_250]);
static LETHARGY: [GradeRule; 4] = rising(0, [0, 2_000, 4_000, 7_000]);
static PSS_10: [GradeRule; 3] = rising(0, [0, 1_400, 2_700]);
static BEPSI_K: [GradeRule; 3] = rising(0, [100, 180, 280]);
static GAD_7: [GradeRule; 4] = rising(0, [0, 500, 1_000, 1_500]);
static CBI: [GradeRule; 2] = rising(0, [0, 5_000]);
static BAT_12: [GradeRule; 3] = rising(0, [100, 254, 296]);

static MIND_TABLES: [GradeTable; 12] = [
    convention(Indicator::Stress, &HEALTH),
    convention(Indicator::Anxiety, &HEALTH),
    convention(Indicator::Burnout, &HEALTH),
    convention(Indicator::Lethargy, &LETHARGY),
    published(Indicator::Pss10, RuleSource::Pss10, &PSS_10),
    published(Indicator::BepsiK, RuleSource::BepsiK, &BEPSI_K),
    published(Indicator::Gad7, RuleSource::Gad7, &GAD_7),
    published(Indicator::CbiPersonal, RuleSource::Cbi, &CBI),
    published(Indicator::CbiWork, RuleSource::Cbi, &CBI),
    published(Indicator::CbiClient, RuleSource::Cbi, &CBI),
    published(Indicator::Cbi, RuleSource::Cbi, &CBI),
    published(Indicator::Bat12, RuleSource::Bat12, &BAT_12),
];

const fn anchors<const COUNT: usize>(pairs: [(i64, i64); COUNT]) -> [ScoreAnchor; COUNT] {
    let mut anchors = [ScoreAnchor { raw: Hundredths(0), score: Hundredths(0) }; COUNT];
    let mut index = 0;
    while index < COUNT {
        let (raw, score) = pairs[index];
        anchors[index] = ScoreAnchor { raw: Hundredths(raw), score: Hundredths(score) };
        index += 1;
    }
    anchors
}

// Published bands never straddle a grade: each published cut-off is the start of a grade.
static STRESS_INDEX_ANCHORS: [ScoreAnchor; 4] = anchors([(0, 0), (15_000, 3_500), (50_000, 6_750), (100_000, 10_000)]);
static PSS_10_ANCHORS: [ScoreAnchor; 2] = anchors([(0, 0), (4_000, 10_000)]);
static BEPSI_K_ANCHORS: [ScoreAnchor; 4] = anchors([(100, 0), (180, 3_500), (280, 6_750), (500, 10_000)]);
static GAD_7_ANCHORS: [ScoreAnchor; 5] =
    anchors([(0, 0), (500, 3_500), (1_000, 5_500), (1_500, 8_250), (2_100, 10_000)]);
static CBI_ANCHORS: [ScoreAnchor; 4] = anchors([(0, 0), (5_000, 5_500), (7_500, 8_250), (10_000, 10_000)]);
static BAT_12_ANCHORS: [ScoreAnchor; 4] = anchors([(100, 0), (254, 5_500), (296, 8_250), (500, 10_000)]);

const fn conversion(from: Indicator, to: Indicator, anchors: &'static [ScoreAnchor]) -> ScoreConversion {
    ScoreConversion { from, to, anchors: Cow::Borrowed(anchors) }
}

static MIND_CONVERSIONS: [ScoreConversion; 9] = [
    conversion(Indicator::Pss10, Indicator::Stress, &PSS_10_ANCHORS),
    conversion(Indicator::BepsiK, Indicator::Stress, &BEPSI_K_ANCHORS),
    conversion(Indicator::StressIndex, Indicator::Stress, &STRESS_INDEX_ANCHORS),
    conversion(Indicator::Gad7, Indicator::Anxiety, &GAD_7_ANCHORS),
    conversion(Indicator::CbiPersonal, Indicator::Burnout, &CBI_ANCHORS),
    conversion(Indicator::CbiWork, Indicator::Burnout, &CBI_ANCHORS),
    conversion(Indicator::CbiClient, Indicator::Burnout, &CBI_ANCHORS),
    conversion(Indicator::Cbi, Indicator::Burnout, &CBI_ANCHORS),
    conversion(Indicator::Bat12, Indicator::Burnout, &BAT_12_ANCHORS),
];

/// Stress, anxiety, burnout and lethargy.
pub static MIND: RuleSet = rule_set(stress::RULES.id, &MIND_TABLES, &MIND_CONVERSIONS);

/// Normal includes both of its ends.
static RESTING_HEART_RATE: [GradeRule; 3] = [
    rule(ADULT_HEART, None, below(6_000), 0),
    rule(ADULT_HEART, at(6_000), at(10_000), 1),
    rule(ADULT_HEART, Some(IntervalEnd { cut: Hundredths(10_000), inclusive: false }), None, 2),
];

static HEART_RATE_TABLES: [GradeTable; 1] =
    [published(Indicator::HeartRate, RuleSource::RestingHeartRate, &RESTING_HEART_RATE)];

/// The heart rate at rest.
pub static HEART_RATE: RuleSet = rule_set("heart-rate-rest", &HEART_RATE_TABLES, &[]);

static ACUITY: [GradeRule; 5] = falling(0, [0, 5, 10, 30, 50]);
static MYOPIA: [GradeRule; 3] = rising(0, [0, 50, 600]);

static VISION_TABLES: [GradeTable; 2] = [
    published(Indicator::Vision, RuleSource::Icd11, &ACUITY),
    published(Indicator::Myopia, RuleSource::Imi2019, &MYOPIA),
];

/// Acuity of the better eye, and myopia.
pub static VISION: RuleSet = rule_set("vision-icd-11", &VISION_TABLES, &[]);

static KDSQ_C: [GradeRule; 2] = rising(0, [0, 600]);
static KDSQ_P: [GradeRule; 2] = rising(0, [0, 400]);
static MMSE_KC: [GradeRule; 2] = falling(0, [0, 2_400]);

static COGNITION_TABLES: [GradeTable; 3] = [
    published(Indicator::KdsqC, RuleSource::Kdsq, &KDSQ_C),
    published(Indicator::KdsqP, RuleSource::Kdsq, &KDSQ_P),
    published(Indicator::MmseKc, RuleSource::MmseKc, &MMSE_KC),
];

/// Screening for dementia; the CIST norms are loaded by the installation.
pub static COGNITION: RuleSet = rule_set("cognition-kr", &COGNITION_TABLES, &[]);

const fn urgent(indicator: Indicator, side: UrgentSide, bound: Option<IntervalEnd>, source: RuleSource) -> UrgentRule {
    let standing = match source {
        RuleSource::Product => RuleStanding::Convention,
        _ => RuleStanding::Published,
    };
    let bound = match bound {
        Some(bound) => bound,
        None => IntervalEnd { cut: Hundredths(0), inclusive: false },
    };
    UrgentRule { indicator, side, bound, standing, source }
}

static URGENT_RULES: [UrgentRule; 6] = [
    urgent(Indicator::SystolicPressure, UrgentSide::High, at(18_000), RuleSource::AccAha2017),
    urgent(Indicator::SystolicPressure, UrgentSide::Low, at(9_000), RuleSource::News2),
    urgent(Indicator::DiastolicPressure, UrgentSide::High, at(12_000), RuleSource::AccAha2017),
    urgent(Indicator::DiastolicPressure, UrgentSide::Low, at(4_900), RuleSource::Product),
    urgent(Indicator::HeartRate, UrgentSide::High, at(13_100), RuleSource::News2),
    urgent(Indicator::HeartRate, UrgentSide::Low, at(4_000), RuleSource::News2),
];

/// Values that call for action at once, whatever their grade.
pub static URGENT: RuleSet = with_urgent("urgent-values", &[], &[], &URGENT_RULES);

/// All built-in rule sets. They grade measurements unless an installation has created another version.
pub static ALL: [&RuleSet; 6] = [&PHYSICAL, &MIND, &HEART_RATE, &VISION, &COGNITION, &URGENT];

/// Returns the built-in rule set for the kind of measurement that an indicator belongs to.
#[must_use]
pub fn of(indicator: Indicator) -> &'static RuleSet {
    match indicator {
        Indicator::Bmi | Indicator::SystolicPressure | Indicator::DiastolicPressure | Indicator::BodyFat => &PHYSICAL,
        Indicator::HeartRate => &HEART_RATE,
        Indicator::Vision | Indicator::Myopia => &VISION,
        Indicator::Cist | Indicator::KdsqC | Indicator::KdsqP | Indicator::MmseKc => &COGNITION,
        _ => &MIND,
    }
}
