//! Screening for dementia. A screening indicates that further examination is advisable; it is not a diagnosis.
//!
//! CIST is graded by norms for age and education, which the installation loads into the rule set; without them it has
//! no grade. KDSQ and MMSE-KC are totals with a published cut-off.

use super::{
    CistNorm, GradeReason, Indicator, IntervalEnd, Quantity, RuleSet, RuleSource, RuleStanding, in_years,
    indicator::ScreeningGrade,
};
use crate::{
    contract::value_enum,
    domain::{age::MAX_AGE, decimal::Hundredths},
};

value_enum! {
    /// The domains of CIST.
    pub enum CistDomain {
        Orientation = "ORIENTATION",
        Attention = "ATTENTION",
        Visuospatial = "VISUOSPATIAL",
        Executive = "EXECUTIVE",
        Memory = "MEMORY",
        Language = "LANGUAGE",
    }
}

impl CistDomain {
    /// Returns the maximum score of the domain; the maxima add up to 30.
    #[must_use]
    pub const fn most(self) -> u8 {
        match self {
            Self::Orientation => 5,
            Self::Attention => 3,
            Self::Visuospatial => 2,
            Self::Executive => 6,
            Self::Memory => 10,
            Self::Language => 4,
        }
    }
}

/// Returns the CIST total of the domain scores in the order of [`CistDomain::ALL`]; `None` unless all are present and
/// valid.
#[must_use]
pub fn cist_total(points: [Option<u8>; 6]) -> Option<u8> {
    CistDomain::ALL
        .iter()
        .zip(points)
        .try_fold(0, |sum, (domain, points)| Some(sum + points.filter(|points| *points <= domain.most())?))
}

/// A graded CIST screening with the norm that applied.
#[derive(Clone, Copy, Debug)]
pub struct CistGraded<'a> {
    /// The rule set.
    pub rule_set: &'a RuleSet,
    /// The norm for the age and years of education.
    pub norm: &'a CistNorm,
    /// The total.
    pub total: u8,
}

/// Grades a CIST total. Returns `None` if there is no norm for the age and education, or if the total is not possible.
#[must_use]
pub fn grade_cist(rule_set: &RuleSet, age: u16, education: u16, total: u8) -> Option<CistGraded<'_>> {
    if age > MAX_AGE || !Indicator::Cist.is_possible(Quantity::whole(total.into())) {
        return None;
    }
    let applies = |norm: &&CistNorm| {
        in_years(Some(age), norm.age_from, norm.age_to)
            && education >= norm.education_from
            && norm.education_to.is_none_or(|to| education <= to)
    };
    rule_set.norms.iter().find(applies).map(|norm| CistGraded { rule_set, norm, total })
}

impl CistGraded<'_> {
    /// Returns the outcome of the screening.
    #[must_use]
    pub fn grade(&self) -> ScreeningGrade {
        if u16::from(self.total) < self.norm.cut { ScreeningGrade::Suspected } else { ScreeningGrade::Normal }
    }

    /// Returns the reason of the grade.
    #[must_use]
    pub fn why(&self) -> GradeReason {
        let CistNorm { age_from, age_to, education_from, education_to, cut } = *self.norm;
        let is_normal = self.grade() == ScreeningGrade::Normal;
        let end = IntervalEnd { cut: Hundredths(i64::from(cut) * 100), inclusive: is_normal };
        GradeReason {
            indicator: Indicator::Cist,
            grade: self.grade().as_str().into(),
            rule_set: self.rule_set.id.as_ref().into(),
            rule_version: self.rule_set.version,
            standing: RuleStanding::Installation,
            source: RuleSource::CistNorms,
            unit: Indicator::Cist.axis().unit.into(),
            value: Hundredths(i64::from(self.total) * 100).into(),
            converted_from: None,
            raw: Hundredths(i64::from(self.total) * 100).into(),
            lower: is_normal.then_some(end),
            upper: (!is_normal).then_some(end),
            sex: None,
            age_from,
            age_to,
            norm_from: None,
            norm_to: None,
            is_beyond_norms: false,
            doubts: Vec::new(),
            is_by_installation: false,
            education_from: Some(education_from),
            education_to,
            scale: None,
        }
    }
}

/// The place of an error in the text of norms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NormFault {
    /// Line, from 1; the first one is the header.
    pub line: usize,
    /// Column, from 1; `None` if the line has the wrong number of columns.
    pub column: Option<usize>,
}

/// The column headers of norms as text.
pub const NORM_COLUMNS: [&str; 5] = ["ageFrom", "ageTo", "educationFrom", "educationTo", "cut"];

/// Parses norms from comma-separated text: a header with [`NORM_COLUMNS`], then a line for each cell. An empty upper
/// end means no limit. Missing or overlapping cells are reported by [`RuleSet::faults`].
///
/// # Errors
/// Returns the first place that cannot be parsed.
pub fn read_norms(text: &str) -> Result<Vec<CistNorm>, NormFault> {
    let mut norms = Vec::new();
    let mut lines = text.trim_start_matches('\u{FEFF}').lines().enumerate();
    let named = lines.next().is_some_and(|(_, line)| line.split(',').map(str::trim).eq(NORM_COLUMNS));
    if !named {
        return Err(NormFault { line: 1, column: None });
    }
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let fault = |column| NormFault { line: index + 1, column };
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let [age_from, age_to, education_from, education_to, cut] = cells[..] else { return Err(fault(None)) };
        let number = |cell: &str, column| {
            let plain = !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| cell.parse().ok()).flatten().ok_or_else(|| fault(Some(column)))
        };
        let limit = |cell: &str, column| if cell.is_empty() { Ok(None) } else { number(cell, column).map(Some) };
        norms.push(CistNorm {
            age_from: number(age_from, 1)?,
            age_to: limit(age_to, 2)?,
            education_from: number(education_from, 3)?,
            education_to: limit(education_to, 4)?,
            cut: number(cut, 5)?,
        });
    }
    Ok(norms)
}
