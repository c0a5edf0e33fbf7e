//! What has been added up, kept for as long as no segment that it was read from has changed. A statistic of many people
//! takes a while, and whoever opens a page, comes back to it or looks at the first page asks for the same again.
//!
//! What is kept follows from segments alone: whose they are, who may see what and how things are called is asked anew
//! each time. Every month counts how often it was folded ([`crate::fold`]); it is asked before anything is read, so
//! what is kept is never older than it says, whichever instance has folded.
//!
//! Where measurements come all the time, something is folded every second. So that nobody waits every second for all of
//! it to be added up, what takes a while is told once more as it was known, with its moment and as being counted, and
//! added up anew behind the answer. Of two instances one may tell of a later moment than the other.

use crate::{
    fold::segments_of,
    frame::{Counting, Days},
    period::{date_of, month_of},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{Database, DatabaseConnection, schema::statistic_month},
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use std::{
    any::Any,
    collections::{HashMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// So many numbers are kept altogether, some 30 MB; whatever was asked for the longest time ago goes first.
const MAX_NUMBERS: usize = 400_000;

/// What takes no longer than this is added up at once, so that it is of now.
const INSTANT: Duration = Duration::from_millis(2);
/// What has not been so for longer than this is no answer any more, whatever it takes to add it up anew.
const OLDEST: Duration = Duration::from_mins(10);
/// So much is added up behind answers at most; whoever asks for more waits for it.
const MAX_WAITING: usize = 64;

/// How often each of the months that were read has been folded: kind, month, times.
type Folds = Vec<(i32, i64, i64)>;

/// Something that is done once, on any connection.
pub type Work<T> = Box<dyn FnOnce(&mut DatabaseConnection) -> T + Send>;

/// What is known of a sum.
#[derive(Clone)]
struct Known {
    value: Arc<dyn Any + Send + Sync>,
    folds: Folds,
    /// Until when what was written is in it.
    counting: Counting,
    /// When that was asked.
    at: Instant,
    /// How long it took to add it up.
    took: Duration,
}

impl Known {
    fn value<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.value.clone().downcast().ok()
    }
}

#[derive(Default)]
struct Entry {
    known: Mutex<Option<Known>>,
    /// Held while it is made: whoever needs the same meanwhile waits for it.
    making: Mutex<()>,
    /// It is being renewed, or waits to be.
    in_renewal: AtomicBool,
}

/// The renewal of an entry, until it is dropped.
struct Renewal(Arc<Entry>);

impl Renewal {
    /// Begins one, unless there is one.
    fn of(entry: Arc<Entry>) -> Option<Self> {
        (!entry.in_renewal.swap(true, Ordering::AcqRel)).then(|| Self(entry))
    }
}

impl Drop for Renewal {
    fn drop(&mut self) {
        self.0.in_renewal.store(false, Ordering::Release);
    }
}

struct Kept {
    entry: Arc<Entry>,
    numbers: usize,
    asked: u64,
}

#[derive(Default)]
struct All {
    entries: HashMap<String, Kept>,
    numbers: usize,
    /// Counts what is asked.
    asked: u64,
}

/// What is renewed behind answers, one after the other.
#[derive(Default)]
struct Renewals {
    waiting: VecDeque<Work<()>>,
    is_running: bool,
}

/// What is to be added up.
pub struct Sum<T> {
    /// Says all that it depends on besides the kinds and the days.
    pub name: String,
    /// Kinds of which segments are read.
    pub kinds: &'static [MeasurementKind],
    /// Days of which segments are read.
    pub days: Days,
    /// Adds up.
    pub make: Work<Result<T, Problem>>,
    /// How many numbers it has, about.
    pub numbers: fn(&T) -> usize,
}

/// What has been added up.
#[derive(Default)]
pub struct Answers {
    /// Where it is renewed; without, everything is of now.
    database: Option<Database>,
    all: Mutex<All>,
    renewals: Mutex<Renewals>,
}

impl Answers {
    /// Such as renew what they know behind answers.
    #[must_use]
    pub fn new(database: Database) -> Self {
        Self { database: Some(database), ..Self::default() }
    }

    /// What a sum comes to, and until when what was written is in it.
    ///
    /// # Errors
    /// What `make` answers, or when the database fails.
    pub fn of<T: Send + Sync + 'static>(
        self: &Arc<Self>,
        connection: &mut DatabaseConnection,
        sum: Sum<T>,
    ) -> Result<(Arc<T>, Counting), Problem> {
        let asked_at = Instant::now();
        let counting = Counting::of(connection, sum.kinds, sum.days)?;
        let folds = folds(connection, sum.kinds, sum.days)?;
        let entry = self.entry(&sum.name);
        let known = known_now(&entry, &folds, counting, asked_at);
        if let Some((known, value)) = known.and_then(|known| known.value().map(|value| (known, value))) {
            if known.folds == folds {
                return Ok((value, counting));
            }
            let is_told = known.took > INSTANT && known.at.elapsed() < OLDEST;
            let has_room = || entry.in_renewal.load(Ordering::Acquire) || self.has_room();
            if let Some(database) = self.database.as_ref().filter(|_| is_told && has_room()) {
                let counted_at = known.counting.counted_at.min(counting.counted_at);
                self.renew(database, entry, sum);
                return Ok((value, Counting { counted_at, is_counting: true }));
            }
        }
        self.make(connection, &entry, sum, asked_at)
    }

    /// Makes it, unless somebody else has since it was asked for.
    fn make<T: Send + Sync + 'static>(
        &self,
        connection: &mut DatabaseConnection,
        entry: &Entry,
        sum: Sum<T>,
        asked_at: Instant,
    ) -> Result<(Arc<T>, Counting), Problem> {
        let Sum { name, kinds, days, make, numbers } = sum;
        let _making = locked(&entry.making);
        let at = Instant::now();
        let counting = Counting::of(connection, kinds, days)?;
        let folds = folds(connection, kinds, days)?;
        if let Some(known) = known_now(entry, &folds, counting, at).filter(|known| known.at >= asked_at)
            && let Some(value) = known.value()
        {
            return Ok((value, known.counting));
        }
        let value = Arc::new(make(connection)?);
        self.weigh(&name, numbers(&value) + name.len() / 8 + folds.len());
        let known = Known { value: value.clone(), folds, counting, at, took: at.elapsed() };
        *locked(&entry.known) = Some(known);
        Ok((value, counting))
    }

    fn has_room(&self) -> bool {
        locked(&self.renewals).waiting.len() < MAX_WAITING
    }

    /// Makes it anew behind the answer, unless that is being done.
    fn renew<T: Send + Sync + 'static>(self: &Arc<Self>, database: &Database, entry: Arc<Entry>, sum: Sum<T>) {
        let Some(renewal) = Renewal::of(entry) else { return };
        let (own, asked_at) = (Arc::clone(self), Instant::now());
        let work = move |connection: &mut DatabaseConnection| {
            if let Err(problem) = own.make(connection, &renewal.0, sum, asked_at) {
                tracing::warn!(cause = %problem, "a statistic could not be added up anew; whoever asks next tries again");
            }
        };
        let mut renewals = locked(&self.renewals);
        renewals.waiting.push_back(Box::new(work));
        if renewals.is_running {
            return;
        }
        let (own, database) = (Arc::clone(self), database.clone());
        let started = std::thread::Builder::new().name("statistics-sums".into()).spawn(move || own.work(&database));
        match started {
            Ok(_) => renewals.is_running = true,
            Err(error) => {
                tracing::warn!(cause = %error, "nothing is added up behind answers now");
                renewals.waiting.clear();
            }
        }
    }

    fn work(&self, database: &Database) {
        loop {
            let next = {
                let mut renewals = locked(&self.renewals);
                let next = renewals.waiting.pop_front();
                renewals.is_running = next.is_some();
                next
            };
            let Some(work) = next else { return };
            // What panics keeps nobody else waiting: its connection is given back, and the next is renewed.
            let done = catch_unwind(AssertUnwindSafe(|| {
                database.read_blocking(|connection| {
                    work(connection);
                    Ok(())
                })
            }));
            match done {
                Ok(Ok(())) => {}
                Ok(Err(problem)) => tracing::warn!(cause = %problem, "a statistic waits to be added up anew"),
                Err(_) => tracing::error!("a statistic could not be added up"),
            }
        }
    }

    fn entry(&self, name: &str) -> Arc<Entry> {
        let mut all = locked(&self.all);
        all.asked += 1;
        let asked = all.asked;
        let new = || Kept { entry: Arc::default(), numbers: 0, asked };
        let kept = all.entries.entry(name.to_owned()).or_insert_with(new);
        kept.asked = asked;
        Arc::clone(&kept.entry)
    }

    /// Says how many numbers an entry has; others go where there are too many.
    fn weigh(&self, name: &str, numbers: usize) {
        let mut all = locked(&self.all);
        let Some(kept) = all.entries.get_mut(name) else { return };
        let before = std::mem::replace(&mut kept.numbers, numbers);
        all.numbers = all.numbers.saturating_sub(before).saturating_add(numbers);
        while all.numbers > MAX_NUMBERS {
            let oldest = all.entries.iter().min_by_key(|(_, kept)| kept.asked).map(|(name, _)| name.clone());
            let Some(gone) = oldest.and_then(|oldest| all.entries.remove(&oldest)) else { return };
            all.numbers = all.numbers.saturating_sub(gone.numbers);
        }
    }
}

/// What is known; where nothing has been folded since, it is as of what was asked last.
fn known_now(entry: &Entry, folds: &Folds, counting: Counting, at: Instant) -> Option<Known> {
    let mut known = locked(&entry.known);
    if let Some(known) = known.as_mut().filter(|known| known.folds == *folds && known.at < at) {
        (known.counting, known.at) = (counting, at);
    }
    known.clone()
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
