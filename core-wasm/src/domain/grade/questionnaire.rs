//! Questionnaires: how answers become the total or the mean that is graded.
//!
//! Answers are numbers as they were ticked; no text of an item is here. Of STAI, MBI and K-MMSE, which are licensed,
//! totals alone are kept.

use super::{Indicator, Quantity};

/// How the answers of a questionnaire are added up.
#[derive(Clone, Copy, Debug)]
pub struct Questionnaire {
    /// How many items there are.
    pub items: usize,
    /// The lowest answer.
    pub least: u8,
    /// The highest answer.
    pub most: u8,
    /// Items, counted from 1, of which a high answer is the good one.
    pub reversed: &'static [usize],
    /// What one step of an answer is worth.
    pub worth: u8,
    /// Whether the mean is graded instead of the total.
    pub is_mean: bool,
}

const fn total(items: usize, most: u8, reversed: &'static [usize]) -> Questionnaire {
    Questionnaire { items, least: 0, most, reversed, worth: 1, is_mean: false }
}

const fn mean(items: usize) -> Questionnaire {
    Questionnaire { items, least: 1, most: 5, reversed: &[], worth: 1, is_mean: true }
}

/// A scale of the Copenhagen inventory: five answers, from 0 (never) to 4 (always), worth 0, 25, 50, 75 and 100.
const fn copenhagen(items: usize, reversed: &'static [usize]) -> Questionnaire {
    Questionnaire { items, least: 0, most: 4, reversed, worth: 25, is_mean: true }
}

impl Indicator {
    /// The questionnaire whose result this is; `None` where there is none, or where only totals are kept.
    #[must_use]
    pub const fn questionnaire(self) -> Option<Questionnaire> {
        Some(match self {
            Self::Pss10 => total(10, 4, &[4, 5, 7, 8]),
            Self::BepsiK => mean(5),
            Self::Gad7 => total(7, 3, &[]),
            Self::CbiPersonal | Self::CbiClient => copenhagen(6, &[]),
            // The energy that is left for family and friends.
            Self::CbiWork => copenhagen(7, &[7]),
            Self::Bat12 => mean(12),
            Self::KdsqC => total(15, 2, &[]),
            Self::KdsqP => total(5, 2, &[]),
            _ => return None,
        })
    }
}

impl Questionnaire {
    /// The total or the mean; `None` unless every item has an answer that there is.
    #[must_use]
    pub fn result(&self, answers: &[Option<u8>]) -> Option<Quantity> {
        if answers.len() != self.items {
            return None;
        }
        let mut sum = 0;
        for (index, answer) in answers.iter().enumerate() {
            let answer = answer.filter(|answer| (self.least..=self.most).contains(answer))?;
            let is_reversed = self.reversed.contains(&(index + 1));
            sum += i64::from(if is_reversed { self.least + self.most - answer } else { answer });
        }
        let divisor = if self.is_mean { i64::try_from(self.items).ok()? } else { 1 };
        Quantity::new(sum * i64::from(self.worth), divisor)
    }
}
