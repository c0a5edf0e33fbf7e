//! Checks that a rule set is usable: for every person it grades, each value has exactly one grade.
//!
//! Each fault names its place: the sex and ages concerned and the bounds. A rule set from outside is used only if it
//! has no faults.

use super::{
    CistNorm, GradeTable, Indicator, IntervalEnd, RuleSet, RuleStanding, ScoreAnchor, ScoreConversion, Sex,
    quantity::MAX_CUT,
};
use crate::{
    contract::{output, value_enum},
    domain::{age::MAX_AGE, decimal::Hundredths},
};

value_enum! {
    /// A kind of fault in a rule set.
    pub enum RuleFaultKind {
        /// Values between the bounds have no grade.
        Gap = "GAP",
        /// Values between the bounds have several grades.
        Overlap = "OVERLAP",
        /// Grades neither rise nor fall throughout.
        Order = "ORDER",
        /// A rule covers no value or no person.
        Empty = "EMPTY",
        /// The grade does not exist.
        UnknownGrade = "UNKNOWN_GRADE",
        /// The table for the score of a conversion is missing, a table is empty, or a conversion has fewer than two
        /// anchors.
        Missing = "MISSING",
        /// A table or conversion is defined twice.
        Twice = "TWICE",
        /// Anchors are not ascending, do not start at the instrument's lowest value, or lie outside the range of the
        /// instrument or the score.
        Anchors = "ANCHORS",
        /// A bound is larger than any measurement.
        TooLarge = "TOO_LARGE",
    }
}

output! {
    /// A fault in a rule set and its place.
    #[derive(Copy, Eq)]
    pub struct RuleFault {
        /// Kind of fault.
        pub kind: RuleFaultKind,
        /// Indicator or instrument concerned.
        pub indicator: Indicator,
        /// Sex concerned; absent for both.
        pub sex: Option<Sex>,
        /// Minimum age in completed years; absent if age does not matter.
        pub age_from: Option<u16>,
        /// Maximum age, inclusive; absent if there is no limit.
        pub age_to: Option<u16>,
        /// Lower end of the affected values (for norms: years of education).
        pub from: Option<IntervalEnd>,
        /// Upper end of the affected values (for norms: years of education).
        pub to: Option<IntervalEnd>,
    }
}

impl RuleFault {
    const fn of(indicator: Indicator, kind: RuleFaultKind) -> Self {
        Self { kind, indicator, sex: None, age_from: None, age_to: None, from: None, to: None }
    }
}

/// The age range of a rule.
type Ages = (u16, Option<u16>);

/// An interval between two edges. The edge before a cut-off is twice the cut-off and the edge after it one more, so
/// that adjacent intervals share an edge.
#[derive(Clone, Copy)]
struct Interval {
    from: i64,
    to: i64,
    grade: u8,
}

/// Returns the edge at which an interval starts or ends.
fn edge(end: Option<IntervalEnd>, starts: bool, unlimited: i64) -> i64 {
    end.map_or(unlimited, |end| end.cut.0 * 2 + i64::from(end.inclusive != starts))
}

/// Converts an edge back to the start or the end of an interval.
const fn end_at(edge: i64, starts: bool) -> IntervalEnd {
    IntervalEnd { cut: Hundredths(edge.div_euclid(2)), inclusive: (edge.rem_euclid(2) == 0) == starts }
}

impl RuleSet {
    /// Returns the faults of these rules; empty if they are usable.
    #[must_use]
    pub fn faults(&self) -> Vec<RuleFault> {
        let mut faults = Vec::new();
        for (index, table) in self.tables.iter().enumerate() {
            if self.tables.iter().take(index).any(|other| other.indicator == table.indicator) {
                faults.push(RuleFault::of(table.indicator, RuleFaultKind::Twice));
            }
            check_table(table, &mut faults);
        }
        for (index, conversion) in self.conversions.iter().enumerate() {
            let is_same = |other: &ScoreConversion| other.from == conversion.from && other.to == conversion.to;
            if self.conversions.iter().take(index).any(is_same) {
                faults.push(RuleFault::of(conversion.from, RuleFaultKind::Twice));
            }
            if !self.tables.iter().any(|table| table.indicator == conversion.to) {
                faults.push(RuleFault::of(conversion.to, RuleFaultKind::Missing));
            }
            check_anchors(conversion, &mut faults);
        }
        check_norms(&self.norms, &mut faults);
        faults
    }

    /// Returns the first indicator whose published bounds differ from those of an earlier version. New versions must
    /// not change published bounds.
    #[must_use]
    pub fn changed_published(&self, earlier: &Self) -> Option<Indicator> {
        let published = |table: &&GradeTable| table.standing != RuleStanding::Convention;
        let lacks = |tables: &[GradeTable], table: &GradeTable| !tables.contains(table);
        let lost = earlier.tables.iter().filter(published).find(|table| lacks(&self.tables, table));
        let new = self.tables.iter().filter(published).find(|table| lacks(&earlier.tables, table));
        lost.or(new).map(|table| table.indicator)
    }
}

/// Splits the ages, from the lowest age of any rule to the highest, into ranges in which the same rules apply. A range
/// between rules can have none.
fn groups_of_ages(rules: &[Ages]) -> Vec<Ages> {
    let mut starts: Vec<u16> = Vec::new();
    for (from, to) in rules {
        starts.push(*from);
        starts.extend(to.map(|to| to.saturating_add(1)));
    }
    starts.sort_unstable();
    starts.dedup();
    let has_no_limit = rules.iter().any(|(_, to)| to.is_none());
    let ends = starts.iter().skip(1).map(|next| Some(next.saturating_sub(1))).chain(has_no_limit.then_some(None));
    starts.iter().copied().zip(ends).filter(|(from, _)| *from <= MAX_AGE).collect()
}

/// Returns whether a rule for these ages covers the whole group. Groups start and end only where rules do.
fn includes(ages: Ages, group: Ages) -> bool {
    ages.0 <= group.0 && ages.1.is_none_or(|to| to >= group.0)
}

fn check_table(table: &GradeTable, faults: &mut Vec<RuleFault>) {
    let axis = table.indicator.axis();
    let (lowest, highest) = (axis.limits.min * 2, axis.limits.max * 2 + 1);
    let ages: Vec<Ages> = table.rules.iter().map(|rule| (rule.age_from, rule.age_to)).collect();
    let known = faults.len();
    for rule in table.rules.iter() {
        let kind = if [rule.lower, rule.upper].iter().flatten().any(|end| end.cut.0.abs() > MAX_CUT) {
            RuleFaultKind::TooLarge
        } else if usize::from(rule.grade) >= axis.words.len() {
            RuleFaultKind::UnknownGrade
        } else if edge(rule.lower, true, lowest) >= edge(rule.upper, false, highest)
            || rule.age_to.is_some_and(|to| to < rule.age_from)
            || rule.age_from > MAX_AGE
        {
            RuleFaultKind::Empty
        } else {
            continue;
        };
        let (age_from, from, to) = (Some(rule.age_from), rule.lower, rule.upper);
        faults.push(RuleFault {
            sex: rule.sex,
            age_from,
            age_to: rule.age_to,
            from,
            to,
            ..RuleFault::of(table.indicator, kind)
        });
    }
    if table.rules.is_empty() {
        faults.push(RuleFault::of(table.indicator, RuleFaultKind::Missing));
    }
    // The checks below would only repeat the faults of single rules.
    if faults.len() > known {
        return;
    }
    for group in groups_of_ages(&ages) {
        let [of_men, of_women] = [Sex::Male, Sex::Female].map(|sex| {
            let intervals = table
                .rules
                .iter()
                .filter(|rule| rule.sex.is_none_or(|only| only == sex) && includes((rule.age_from, rule.age_to), group))
                .map(|rule| Interval {
                    from: edge(rule.lower, true, lowest).max(lowest),
                    to: edge(rule.upper, false, highest).min(highest),
                    grade: rule.grade,
                })
                .collect();
            let (age_from, age_to) = (Some(group.0), group.1);
            let whose =
                RuleFault { sex: Some(sex), age_from, age_to, ..RuleFault::of(table.indicator, RuleFaultKind::Gap) };
            check_intervals(intervals, (lowest, highest), whose)
        });
        let (of_both, of_men): (Vec<RuleFault>, Vec<RuleFault>) =
            of_men.into_iter().partition(|fault| of_women.contains(&RuleFault { sex: Some(Sex::Female), ..*fault }));
        let is_of_both = |fault: &RuleFault| of_both.contains(&RuleFault { sex: Some(Sex::Male), ..*fault });
        faults.extend(of_both.iter().map(|fault| RuleFault { sex: None, ..*fault }));
        faults.extend(of_men);
        faults.extend(of_women.into_iter().filter(|fault| !is_of_both(fault)));
    }
}

/// Returns the faults of the intervals of one sex and age range, which together must cover all values, each once.
fn check_intervals(mut intervals: Vec<Interval>, values: (i64, i64), whose: RuleFault) -> Vec<RuleFault> {
    let mut faults = Vec::new();
    let mut tell = |kind, from, to| {
        faults.push(RuleFault { kind, from: Some(end_at(from, true)), to: Some(end_at(to, false)), ..whose });
    };
    intervals.sort_by_key(|interval| (interval.from, interval.to));
    let mut reached = values.0;
    for interval in &intervals {
        if interval.from > reached {
            tell(RuleFaultKind::Gap, reached, interval.from);
        } else if interval.from < reached {
            tell(RuleFaultKind::Overlap, interval.from, reached.min(interval.to));
        }
        reached = reached.max(interval.to);
    }
    if reached < values.1 {
        tell(RuleFaultKind::Gap, reached, values.1);
    }
    let turns = |falls: bool| {
        let pairs = intervals.iter().zip(intervals.iter().skip(1));
        pairs.clone().find(move |(one, next)| if falls { one.grade < next.grade } else { one.grade > next.grade })
    };
    if let (Some(_), Some((one, next))) = (turns(true), turns(false)) {
        tell(RuleFaultKind::Order, one.from, next.to);
    }
    faults
}

fn check_anchors(conversion: &ScoreConversion, faults: &mut Vec<RuleFault>) {
    let (instrument, score) = (conversion.from.axis().limits, conversion.to.axis().limits);
    let rises = |one: &ScoreAnchor, next: &ScoreAnchor| one.raw < next.raw && one.score < next.score;
    let mut before: Option<&ScoreAnchor> = None;
    for anchor in conversion.anchors.iter() {
        let inside = (instrument.min..=instrument.max).contains(&anchor.raw.0)
            && (score.min..=score.max).contains(&anchor.score.0);
        let starts = before.is_some() || anchor.raw.0 == instrument.min;
        if !inside || !starts || before.is_some_and(|one| !rises(one, anchor)) {
            let end = |anchor: &ScoreAnchor| IntervalEnd { cut: anchor.raw, inclusive: true };
            let (from, to) = (before.map(end), Some(end(anchor)));
            faults.push(RuleFault { from, to, ..RuleFault::of(conversion.from, RuleFaultKind::Anchors) });
        }
        before = Some(anchor);
    }
    if conversion.anchors.len() < 2 {
        faults.push(RuleFault::of(conversion.from, RuleFaultKind::Missing));
    }
}

/// Checks that norms form a table of ages and years of education without a missing cell.
fn check_norms(norms: &[CistNorm], faults: &mut Vec<RuleFault>) {
    /// The range of years of education as edges, without an upper limit.
    const YEARS: (i64, i64) = (0, (u16::MAX as i64 + 1) * 2);
    let years = |norm: &CistNorm| {
        let to = norm.education_to.map_or(YEARS.1, |to| (i64::from(to) + 1) * 2);
        Interval { from: i64::from(norm.education_from) * 2, to, grade: 0 }
    };
    let cist = RuleFault::of(Indicator::Cist, RuleFaultKind::Empty);
    let most = Indicator::Cist.axis().limits.max;
    let known = faults.len();
    for norm in norms {
        let too_large = i64::from(norm.cut) * 100 > most;
        let empty = norm.age_to.is_some_and(|to| to < norm.age_from)
            || norm.age_from > MAX_AGE
            || norm.education_to.is_some_and(|to| to < norm.education_from);
        if too_large || empty {
            let (kind, age_from) =
                (if empty { RuleFaultKind::Empty } else { RuleFaultKind::TooLarge }, Some(norm.age_from));
            let year = |year: u16| IntervalEnd { cut: Hundredths(i64::from(year) * 100), inclusive: true };
            let (from, to) = (Some(year(norm.education_from)), norm.education_to.map(year));
            faults.push(RuleFault { kind, age_from, age_to: norm.age_to, from, to, ..cist });
        }
    }
    if faults.len() > known {
        return;
    }
    let ages: Vec<Ages> = norms.iter().map(|norm| (norm.age_from, norm.age_to)).collect();
    for group in groups_of_ages(&ages) {
        let cells = norms.iter().filter(|norm| includes((norm.age_from, norm.age_to), group)).map(years).collect();
        let whose = RuleFault { age_from: Some(group.0), age_to: group.1, ..cist };
        // Reports edges as whole years, since there are no values between two years.
        faults.extend(check_intervals(cells, YEARS, whose).into_iter().map(|fault| {
            let year = |end: IntervalEnd, back: i64| IntervalEnd {
                cut: Hundredths((end.cut.0 - back) * 100),
                inclusive: true,
            };
            let to = fault.to.filter(|end| end.cut.0 * 2 < YEARS.1).map(|end| year(end, 1));
            RuleFault { from: fault.from.map(|end| year(end, 0)), to, ..fault }
        }));
    }
}
