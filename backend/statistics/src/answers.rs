//! A cache of computed statistics. An entry is valid until a segment it was read from changes. A statistic over many
//! people takes a while, and the same one is requested whenever a page is opened, revisited or paged back to the start.
//!
//! Cached values depend on segments alone: units, permissions and names are resolved on every request. Every month
//! counts how often it was folded ([`crate::fold`]). The counters are read before the segments, so an entry is never
//! older than it claims, whichever instance has folded.
//!
//! Where measurements arrive continuously, segments are folded every second. So that requests do not recompute
//! everything every second, an expensive statistic is served stale, with its timestamp and flagged as being counted,
//! and is recomputed in the background. Two instances may therefore serve results of different timestamps.

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

/// Maximum number of cached numbers in total, some 30 MB. The least recently used entry is evicted first.
const MAX_NUMBERS: usize = 400_000;

/// A sum that took no longer than this is recomputed immediately, so that it is current.
const INSTANT: Duration = Duration::from_millis(2);
/// A stale value older than this is not served, however long recomputing it takes.
const OLDEST: Duration = Duration::from_mins(10);
/// Maximum length of the renewal queue; beyond it, requests wait for their sum.
const MAX_WAITING: usize = 64;

/// Fold counters of the months that were read: kind, month, count.
type Folds = Vec<(i32, i64, i64)>;

/// A one-time job that runs on any connection.
pub type Work<T> = Box<dyn FnOnce(&mut DatabaseConnection) -> T + Send>;

/// A cached value.
#[derive(Clone)]
struct CachedValue {
    value: Arc<dyn Any + Send + Sync>,
    folds: Folds,
    /// Up to when changes are included.
    counting: Counting,
    /// When `counting` was read.
    at: Instant,
    /// How long the sum took to compute.
    took: Duration,
}

impl CachedValue {
    fn value<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.value.clone().downcast().ok()
    }
}

#[derive(Default)]
struct Entry {
    known: Mutex<Option<CachedValue>>,
    /// Held while the value is computed: concurrent requests for it wait.
    making: Mutex<()>,
    /// Whether a renewal is queued or running.
    in_renewal: AtomicBool,
}

/// The renewal of an entry; it ends on drop.
struct Renewal(Arc<Entry>);

impl Renewal {
    /// Begins a renewal unless one is under way.
    fn of(entry: Arc<Entry>) -> Option<Self> {
        (!entry.in_renewal.swap(true, Ordering::AcqRel)).then(|| Self(entry))
    }
}

impl Drop for Renewal {
    fn drop(&mut self) {
        self.0.in_renewal.store(false, Ordering::Release);
    }
}

struct CacheSlot {
    entry: Arc<Entry>,
    numbers: usize,
    request_number: u64,
}

#[derive(Default)]
struct CacheEntries {
    entries: HashMap<String, CacheSlot>,
    numbers: usize,
    /// Request counter, the clock of the LRU order.
    request_number: u64,
}

/// Queue of renewals, processed one at a time.
#[derive(Default)]
struct Renewals {
    waiting: VecDeque<Work<()>>,
    is_running: bool,
}

/// A sum to be computed.
pub struct Sum<T> {
    /// Cache key: everything the sum depends on except kinds and days.
    pub name: String,
    /// Kinds whose segments are read.
    pub kinds: &'static [MeasurementKind],
    /// Days whose segments are read.
    pub days: Days,
    /// Computes the value.
    pub make: Work<Result<T, Problem>>,
    /// Returns the approximate number of numbers in the value.
    pub numbers: fn(&T) -> usize,
}

/// The cache.
#[derive(Default)]
pub struct StatisticCache {
    /// Database for renewals; without one, every value is current.
    database: Option<Database>,
    all: Mutex<CacheEntries>,
    renewals: Mutex<Renewals>,
}

impl StatisticCache {
    /// Creates a cache that renews its values in the background.
    #[must_use]
    pub fn new(database: Database) -> Self {
        Self { database: Some(database), ..Self::default() }
    }

    /// Returns the value of a sum, and up to when changes are included in it.
    ///
    /// # Errors
    /// Returns the error of `make`, or an error if the database fails.
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
            let has_capacity = || entry.in_renewal.load(Ordering::Acquire) || self.has_capacity();
            if let Some(database) = self.database.as_ref().filter(|_| is_told && has_capacity()) {
                let counted_at = known.counting.counted_at.min(counting.counted_at);
                self.renew(database, entry, sum);
                return Ok((value, Counting { counted_at, is_counting: true }));
            }
        }
        self.make(connection, &entry, sum, asked_at)
    }

    /// Computes the value, unless another request has done so since `asked_at`.
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
        let known = CachedValue { value: value.clone(), folds, counting, at, took: at.elapsed() };
        *locked(&entry.known) = Some(known);
        Ok((value, counting))
    }

    fn has_capacity(&self) -> bool {
        locked(&self.renewals).waiting.len() < MAX_WAITING
    }

    /// Recomputes the value in the background, unless a renewal is under way.
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
            // A panic does not block the queue: the connection is returned and the next renewal runs.
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
        all.request_number += 1;
        let request_number = all.request_number;
        let new = || CacheSlot { entry: Arc::default(), numbers: 0, request_number };
        let kept = all.entries.entry(name.to_owned()).or_insert_with(new);
        kept.request_number = request_number;
        Arc::clone(&kept.entry)
    }

    /// Records the size of an entry; evicts others when the total is too large.
    fn weigh(&self, name: &str, numbers: usize) {
        let mut all = locked(&self.all);
        let Some(kept) = all.entries.get_mut(name) else { return };
        let before = std::mem::replace(&mut kept.numbers, numbers);
        all.numbers = all.numbers.saturating_sub(before).saturating_add(numbers);
        while all.numbers > MAX_NUMBERS {
            let oldest = all.entries.iter().min_by_key(|(_, kept)| kept.request_number).map(|(name, _)| name.clone());
            let Some(gone) = oldest.and_then(|oldest| all.entries.remove(&oldest)) else { return };
            all.numbers = all.numbers.saturating_sub(gone.numbers);
        }
    }
}

/// Returns the cached value. If nothing has been folded since, its time is advanced to the given counting.
fn known_now(entry: &Entry, folds: &Folds, counting: Counting, at: Instant) -> Option<CachedValue> {
    let mut known = locked(&entry.known);
    if let Some(known) = known.as_mut().filter(|known| known.folds == *folds && known.at < at) {
        (known.counting, known.at) = (counting, at);
    }
    known.clone()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the fold counters of the months of these days.
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
