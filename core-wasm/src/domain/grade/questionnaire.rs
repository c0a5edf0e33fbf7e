//! Questionnaires: how answers become the total or the mean that is graded.
//!
//! Answers are numbers as they were ticked; no text of an item is here. Of STAI, MBI and K-MMSE, which are licensed,
//! totals alone are kept.

use super::{Quantity, physical::Limits};

/// How the answers of a questionnaire are added up.
#[derive(Clone, Copy, Debug)]
pub struct Questionnaire {
    /// How many items there are.
    pub items: u8,
    /// The lowest answer.
    pub least: u8,
    /// The highest answer.
    pub most: u8,
    /// Items, counted from 1, of which a high answer is the good one.
    pub reversed: &'static [u8],
    /// What one step of an answer is worth.
    pub worth: u8,
    /// Whether the mean is graded instead of the total.
    pub is_mean: bool,
}

impl Questionnaire {
    /// The total of so many answers from 0 on.
    pub(super) const fn total(items: u8, most: u8, reversed: &'static [u8]) -> Self {
        Self { items, least: 0, most, reversed, worth: 1, is_mean: false }
    }

    /// The mean of so many answers from 1 to 5.
    pub(super) const fn mean(items: u8) -> Self {
        Self { items, least: 1, most: 5, reversed: &[], worth: 1, is_mean: true }
    }

    /// A scale of the Copenhagen Burnout Inventory: answers from 0 (never) to 4 (always), worth 0, 25, 50, 75 and 100.
    pub(super) const fn copenhagen(items: u8, reversed: &'static [u8]) -> Self {
        Self { items, least: 0, most: 4, reversed, worth: 25, is_mean: true }
    }

    /// The lowest and the highest result, in hundredths.
    pub(super) const fn limits(self) -> Limits {
        let each = 100 * self.worth as i64 * if self.is_mean { 1 } else { self.items as i64 };
        Limits { min: self.least as i64 * each, max: self.most as i64 * each }
    }

    /// The total or the mean of answers in the order of the items; `None` unless every item has an answer that there
    /// is.
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
