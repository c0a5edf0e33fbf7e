//! What has been added up, kept for as long as no segment that it was read from has changed. A statistic of many people
//! takes a while, and whoever opens a page, comes back to it or looks at the first page asks for the same again.
//!
//! What is kept follows from segments alone: whose they are, who may see what and how things are called is asked anew
//! each time. Every month counts how often it was folded ([`crate::fold`]); it is asked before anything is read, so
//! what another instance has folded counts at once, and what is kept is never newer than it says.
//!
//! Where measurements come all the time, something is folded every second. So that nobody waits every second for all of
//! it to be added up, what was known a while ago is told once more, as of then and as being counted, and added up anew
//! behind the answer.

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
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// So many numbers are kept altogether, some 30 MB; whatever was asked for the longest time ago goes first.
const MAX_NUMBERS: usize = 400_000;

/// What takes no longer than this is added up at once, so that it is of now.
const AT_ONCE: Duration = Duration::from_millis(2);
/// What is older is no answer any more, whatever it takes to add it up anew.
const OLDEST: Duration = Duration::from_mins(10);

/// How often each of the months that were read has been folded: kind, month, times.
type Folds = Vec<(i32, i64, i64)>;

/// What is known of an answer.
#[derive(Clone)]
struct Known {
    value: Arc<dyn Any + Send + Sync>,
    folds: Folds,
    counting: Counting,
    since: Instant,
    /// How long it took to add it up.
    took: Duration,
}

#[derive(Default)]
struct Entry {
    known: Mutex<Option<Known>>,
    /// Held while it is made: whoever needs the same meanwhile waits for it.
    making: Mutex<()>,
    /// It is, or will be, made behind an answer.
    is_renewed: AtomicBool,
}

/// The making of an entry behind an answer, until it is dropped.
struct Renewal(Arc<Entry>);

impl Renewal {
    /// Begins one, unless there is one.
    fn of(entry: Arc<Entry>) -> Option<Self> {
        (!entry.is_renewed.swap(true, Ordering::AcqRel)).then(|| Self(entry))
    }
}

impl Drop for Renewal {
    fn drop(&mut self) {
        self.0.is_renewed.store(false, Ordering::Release);
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

type Work = Box<dyn FnOnce(&mut DatabaseConnection) + Send>;

/// What is added up behind answers, one after the other.
#[derive(Default)]
struct Behind {
    waiting: VecDeque<Work>,
    is_running: bool,
}

/// What is to be added up.
pub struct Sum<M, N> {
    /// Says all that it depends on besides the kinds and the days.
    pub name: String,
    /// Kinds of which segments are read.
    pub kinds: &'static [MeasurementKind],
    /// Days of which segments are read.
    pub days: Days,
    /// Adds up.
    pub make: M,
    /// How many numbers it has, about.
    pub numbers: N,
}

/// What has been added up.
#[derive(Default)]
pub struct Answers {
    /// Where it is added up behind answers; without, everything is of now.
    database: Option<Database>,
    all: Mutex<All>,
    behind: Mutex<Behind>,
}

impl Answers {
    /// Such as adds up behind answers.
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
        sum: Sum<
            impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
            impl FnOnce(&T) -> usize + Send + 'static,
        >,
    ) -> Result<(Arc<T>, Counting), Problem> {
        let counting = Counting::of(connection, sum.kinds, sum.days)?;
        let folds = folds(connection, sum.kinds, sum.days)?;
        let entry = self.entry(&sum.name);
        let known = locked(&entry.known).clone();
        if let Some((known, value)) = known.and_then(told::<T>) {
            if known.folds == folds {
                return Ok((value, counting));
            }
            if let Some(database) = &self.database
                && known.took > AT_ONCE
                && known.since.elapsed() < OLDEST
            {
                let of_then =
                    Counting { counted_at: known.counting.counted_at.min(counting.counted_at), is_counting: true };
                self.renew(database, entry, sum);
                return Ok((value, of_then));
            }
        }
        let _making = locked(&entry.making);
        // Somebody may have made it meanwhile.
        let known = locked(&entry.known).clone().filter(|known| known.folds == folds);
        if let Some((_, value)) = known.and_then(told::<T>) {
            return Ok((value, counting));
        }
        Ok((self.make(connection, &entry, sum, folds, counting)?, counting))
    }

    fn make<T: Send + Sync + 'static>(
        &self,
        connection: &mut DatabaseConnection,
        entry: &Entry,
        sum: Sum<impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>, impl FnOnce(&T) -> usize>,
        folds: Folds,
        counting: Counting,
    ) -> Result<Arc<T>, Problem> {
        let Sum { name, make, numbers, .. } = sum;
        let since = Instant::now();
        let value = Arc::new(make(connection)?);
        self.weigh(&name, numbers(&value) + name.len() / 8 + folds.len());
        let known = Known { value: value.clone(), folds, counting, since, took: since.elapsed() };
        *locked(&entry.known) = Some(known);
        Ok(value)
    }

    /// Adds it up behind the answer, unless that is being done.
    fn renew<T: Send + Sync + 'static>(
        self: &Arc<Self>,
        database: &Database,
        entry: Arc<Entry>,
        sum: Sum<
            impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
            impl FnOnce(&T) -> usize + Send + 'static,
        >,
    ) {
        let Some(renewal) = Renewal::of(entry) else { return };
        let own = Arc::clone(self);
        let work = move |connection: &mut DatabaseConnection| {
            let Renewal(entry) = &renewal;
            let _making = locked(&entry.making);
            let renewed = Counting::of(connection, sum.kinds, sum.days).and_then(|counting| {
                let folds = folds(connection, sum.kinds, sum.days)?;
                own.make(connection, entry, sum, folds, counting)
            });
            if let Err(problem) = renewed {
                tracing::warn!(cause = %problem, "a statistic could not be added up anew; whoever asks next tries again");
            }
        };
        let mut behind = locked(&self.behind);
        behind.waiting.push_back(Box::new(work));
        if behind.is_running {
            return;
        }
        let (own, database) = (Arc::clone(self), database.clone());
        let started = std::thread::Builder::new().name("statistics-sums".into()).spawn(move || own.work(&database));
        match started {
            Ok(_) => behind.is_running = true,
            Err(error) => {
                tracing::warn!(cause = %error, "nothing is added up behind answers now");
                behind.waiting.clear();
            }
        }
    }

    fn work(&self, database: &Database) {
        let _turn = Turn(self);
        loop {
            let next = {
                let mut behind = locked(&self.behind);
                let next = behind.waiting.pop_front();
                behind.is_running = next.is_some();
                next
            };
            let Some(work) = next else { return };
            let done = database.read_blocking(|connection| {
                work(connection);
                Ok(())
            });
            if let Err(problem) = done {
                tracing::warn!(cause = %problem, "a statistic waits to be added up anew");
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

/// The thread that adds up behind answers: where it fails, another one may begin.
struct Turn<'a>(&'a Answers);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            locked(&self.0.behind).is_running = false;
        }
    }
}

/// The value of what is known.
fn told<T: Send + Sync + 'static>(known: Known) -> Option<(Known, Arc<T>)> {
    let value = known.value.clone().downcast::<T>().ok()?;
    Some((known, value))
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
