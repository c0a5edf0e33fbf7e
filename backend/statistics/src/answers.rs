//! What has been added up, kept for as long as no segment that it was read from has changed. A statistic of many people
//! takes a while, and whoever opens a page, comes back to it or looks at the first page asks for the same again.
//!
//! What is kept follows from segments alone: whose they are, who may see what and how things are called is asked anew
//! each time. Every month counts how often it was folded ([`crate::fold`]); it is asked before anything is read, so
//! what another instance has folded counts at once, and what is kept is never older than it says.

use crate::{
    fold::segments_of,
    frame::Days,
    period::{date_of, month_of},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, schema::statistic_month},
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use std::{
    any::Any,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// So many numbers are kept altogether, some 30 MB; whatever was asked for the longest time ago goes first.
const MAX_NUMBERS: usize = 400_000;

/// How often each of the months that were read has been folded: kind, month, times.
type Folds = Vec<(i32, i64, i64)>;

#[derive(Default)]
struct Entry {
    folds: Folds,
    value: Option<Arc<dyn Any + Send + Sync>>,
}

#[derive(Default)]
struct Kept {
    entries: HashMap<String, Known>,
    numbers: usize,
    /// Counts what is asked.
    asked: u64,
}

struct Known {
    /// Held while it is made: whoever asks for the same meanwhile waits for it.
    entry: Arc<Mutex<Entry>>,
    numbers: usize,
    asked: u64,
}

/// What has been added up.
#[derive(Default)]
pub struct Answers(Mutex<Kept>);

impl Answers {
    /// What `make` adds up of segments of these kinds on these days, unless that is known. `name` says all that it
    /// depends on besides; `numbers` how many numbers it has, about.
    ///
    /// # Errors
    /// What `make` answers, or when the database fails.
    pub fn of<T: Send + Sync + 'static>(
        &self,
        connection: &mut DatabaseConnection,
        name: String,
        kinds: &[MeasurementKind],
        days: Days,
        make: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
        numbers: impl FnOnce(&T) -> usize,
    ) -> Result<Arc<T>, Problem> {
        let folds = folds(connection, kinds, days)?;
        let entry = self.entry(&name);
        let mut entry = locked(&entry);
        if entry.folds == folds
            && let Some(value) = entry.value.clone()
            && let Ok(known) = value.downcast::<T>()
        {
            return Ok(known);
        }
        let made = Arc::new(make(connection)?);
        self.weigh(&name, numbers(&made) + name.len() / 8 + folds.len());
        *entry = Entry { folds, value: Some(made.clone()) };
        Ok(made)
    }

    fn entry(&self, name: &str) -> Arc<Mutex<Entry>> {
        let mut kept = locked(&self.0);
        kept.asked += 1;
        let asked = kept.asked;
        let known =
            kept.entries.entry(name.to_owned()).or_insert_with(|| Known { entry: Arc::default(), numbers: 0, asked });
        known.asked = asked;
        Arc::clone(&known.entry)
    }

    /// Says how many numbers an entry has; others go where there are too many.
    fn weigh(&self, name: &str, numbers: usize) {
        let mut kept = locked(&self.0);
        let Some(known) = kept.entries.get_mut(name) else { return };
        let before = std::mem::replace(&mut known.numbers, numbers);
        kept.numbers = kept.numbers.saturating_sub(before).saturating_add(numbers);
        while kept.numbers > MAX_NUMBERS {
            let oldest = kept.entries.iter().min_by_key(|(_, known)| known.asked).map(|(name, _)| name.clone());
            let Some(gone) = oldest.and_then(|oldest| kept.entries.remove(&oldest)) else { return };
            kept.numbers = kept.numbers.saturating_sub(gone.numbers);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How often the months of these days have been folded.
fn folds(
    connection: &mut DatabaseConnection,
    kinds: &[MeasurementKind],
    (first, last): Days,
) -> Result<Folds, Problem> {
    let mut numbers: Vec<i32> = kinds.iter().map(|kind| segments_of(*kind).number()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(statistic_month::table
        .filter(statistic_month::kind.eq_any(numbers))
        .filter(statistic_month::month.between(month_of(date_of(first)), month_of(date_of(last))))
        .order((statistic_month::kind, statistic_month::month))
        .select((statistic_month::kind, statistic_month::month, statistic_month::folds))
        .load(connection)?)
}
