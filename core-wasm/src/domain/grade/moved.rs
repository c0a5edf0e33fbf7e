//! Which published cut-offs the bands of an installation no longer follow.
//!
//! The product's bands begin a grade at each published cut-off of an instrument. Bands that an installation edits may
//! not undo that silently: the version says which cut-offs it moves, and so does each result that it grades.

use super::{Indicator, Quantity, RuleSet, Subject};
use crate::{contract::output, domain::decimal::Hundredths};

output! {
    /// A published cut-off at which the bands of a version do not begin the grade that the product's bands begin there.
    #[derive(Eq)]
    pub struct MovedCut {
        /// Instrument whose cut-off it is.
        pub instrument: Indicator,
        /// Published class that begins at the cut-off.
        pub class: String,
        /// The cut-off: a result of the instrument.
        pub cut: Hundredths,
        /// The score to which it is converted, rounded half-up.
        pub score: Hundredths,
        /// Indicator whose bands are concerned.
        pub indicator: Indicator,
        /// Grade that begins there by the product's bands.
        pub grade: String,
        /// Grade of the cut-off by this version.
        pub now: Option<String>,
        /// Grade of results directly below the cut-off by this version.
        pub now_below: Option<String>,
    }
}

impl RuleSet {
    /// Returns the published cut-offs that these rules move, compared with the product's.
    #[must_use]
    pub fn moved_cuts(&self, product: &Self) -> Vec<MovedCut> {
        let mut moved = Vec::new();
        for conversion in product.conversions.iter() {
            let classes = product.tables.iter().filter(|table| table.indicator == conversion.from);
            for rule in classes.flat_map(|table| table.rules.iter()) {
                let Some(end) = rule.lower else { continue };
                let score = |raw: Option<Quantity>| raw.and_then(|raw| conversion.score(raw));
                let Some(at) = score(Quantity::hundredths(end.cut)) else { continue };
                // A result that is less by a hundred thousandth of a point.
                let below = score(Quantity::new(end.cut.0 * 1_000 - 1, 100_000));
                let of = |rules: &Self, score: Quantity| {
                    rules
                        .grade(conversion.to, Subject::default(), score)
                        .map(|graded| (graded.rule.grade, graded.word()))
                };
                let (Some(begun), now) = (of(product, at), of(self, at)) else { continue };
                let now_below = below.and_then(|below| of(self, below));
                let still_begins = now == Some(begun) && now_below.is_none_or(|(grade, _)| grade < begun.0);
                if !still_begins {
                    let word = |graded: Option<(u8, &str)>| graded.map(|(_, word)| word.to_owned());
                    let words = conversion.from.axis().words;
                    moved.push(MovedCut {
                        instrument: conversion.from,
                        class: words.get(usize::from(rule.grade)).copied().unwrap_or_default().into(),
                        cut: end.cut,
                        score: at.hundredths_half_up(),
                        indicator: conversion.to,
                        grade: begun.1.into(),
                        now: word(now),
                        now_below: word(now_below),
                    });
                }
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::{
        decimal::Hundredths,
        grade::{Indicator, IntervalEnd, RuleSet, built_in::MIND},
    };

    /// The product's rules with the boundary between two grades of stress moved.
    fn with_boundary(at: usize, hundredths: i64) -> RuleSet {
        let mut rules = MIND.clone();
        for table in rules.tables.to_mut().iter_mut().filter(|table| table.indicator == Indicator::Stress) {
            let bands = table.rules.to_mut();
            bands[at].upper = Some(IntervalEnd { cut: Hundredths(hundredths), inclusive: false });
            bands[at + 1].lower = Some(IntervalEnd { cut: Hundredths(hundredths), inclusive: true });
        }
        rules
    }

    #[test]
    fn a_version_says_which_published_cuts_it_moves() {
        assert_eq!(MIND.moved_cuts(&MIND), []);
        assert_eq!(with_boundary(0, 1_200).moved_cuts(&MIND), [], "no published class begins at 10");
        let moved = with_boundary(2, 4_000).moved_cuts(&MIND);
        let told: Vec<_> =
            moved.iter().map(|cut| (cut.instrument, cut.cut.0, cut.grade.as_str(), cut.now.as_deref())).collect();
        assert_eq!(
            told,
            [(Indicator::Pss10, 1_400, "NORMAL", Some("GOOD")), (Indicator::BepsiK, 180, "NORMAL", Some("GOOD")),]
        );
        let earlier = with_boundary(2, 3_000).moved_cuts(&MIND);
        assert_eq!(
            earlier.first().map(|cut| (cut.now.clone(), cut.now_below.clone())),
            Some((Some("NORMAL".into()), Some("NORMAL".into())))
        );
    }
}
