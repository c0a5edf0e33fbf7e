//! Questionnaires: how answers are combined into the graded total or mean.
//!
//! Answers are the numbers that were ticked; this code contains no item texts. Of licensed instruments (STAI, MBI,
//! K-MMSE) only totals may be stored.

use super::{Quantity, physical::Limits};

/// How the answers of a questionnaire are combined.
#[derive(Clone, Copy, Debug)]
pub struct Questionnaire {
    /// Number of items.
    pub items: u8,
    /// Lowest answer.
    pub least: u8,
    /// Highest answer.
    pub most: u8,
    /// Reversed items, counted from 1: a high answer is the good one.
    pub reversed: &'static [u8],
    /// Points per step of an answer.
    pub worth: u8,
    /// Whether the mean is graded instead of the total.
    pub is_mean: bool,
}

impl Questionnaire {
    /// A total of answers from 0 to `most`.
    pub(super) const fn total(items: u8, most: u8, reversed: &'static [u8]) -> Self {
        Self { items, least: 0, most, reversed, worth: 1, is_mean: false }
    }

    /// A mean of answers from 1 to 5.
    pub(super) const fn mean(items: u8) -> Self {
        Self { items, least: 1, most: 5, reversed: &[], worth: 1, is_mean: true }
    }

    /// A scale of the Copenhagen Burnout Inventory: answers from 0 (never) to 4 (always), worth 0, 25, 50, 75 and 100.
    pub(super) const fn copenhagen(items: u8, reversed: &'static [u8]) -> Self {
        Self { items, least: 0, most: 4, reversed, worth: 25, is_mean: true }
    }

    /// Returns the lowest and highest result, in hundredths.
    pub(super) const fn limits(self) -> Limits {
        let each = 100 * self.worth as i64 * if self.is_mean { 1 } else { self.items as i64 };
        Limits { min: self.least as i64 * each, max: self.most as i64 * each }
    }

    /// Returns the total or mean of answers in item order. Returns `None` unless every item has a valid answer.
    #[must_use]
    pub fn result(self, answers: impl IntoIterator<Item = Option<u8>>) -> Option<Quantity> {
        let (mut items, mut sum) = (0, 0);
        for answer in answers {
            items += 1;
            let answer = answer.filter(|answer| items <= self.items && (self.least..=self.most).contains(answer))?;
            sum += i64::from(if self.reversed.contains(&items) { self.least + self.most - answer } else { answer });
        }
        let divisor = if self.is_mean { self.items.into() } else { 1 };
        if items == self.items { Quantity::new(sum * i64::from(self.worth), divisor) } else { None }
    }
}
