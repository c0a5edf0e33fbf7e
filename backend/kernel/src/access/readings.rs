//! Readings of personal data by staff: records, their histories and lists. They are collected in memory and written by
//! a thread of each instance twice a second, because a transaction for each page of a list would halve their rate.
//!
//! Nothing is dropped: readings that cannot be written are kept, and while there are too many of them nothing more is
//! read. What an instance has collected since the last write is lost if it is killed.

use super::{
    log::{Person, Reader},
    reading_rows,
};
use crate::{
    auth::tokens::{Keys, keyed_hash},
    background::{Background, Stop},
    clock,
    db::Database,
    problem::Problem,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use parking_lot::Mutex;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::Notify, time::Instant};
use uno_core::contract::logs::AccessAction;

/// Time between two writes of a server.
pub const INTERVAL: Duration = Duration::from_millis(500);
/// Maximum number of readings in memory.
const MAX_PENDING: usize = 10_000;
/// Maximum number of people that the lists in memory remember as counted; further ones count each time.
const MAX_COUNTED: usize = 500_000;
/// How long a request waits for room.
const MAX_WAIT: Duration = Duration::from_secs(3);
/// For so long, reading a record again adds no row. In milliseconds.
pub(super) const SAME_READING: i64 = 10 * 60_000;
/// Maximum number of records that are remembered as logged. Others are found in the log.
const MAX_LOGGED: usize = 50_000;
const MINUTE: i64 = 60_000;
/// Length of the hash of a filter, in bytes.
const FILTER_KEY: usize = 16;

/// Whose data was read, as far as the request or the answer tells.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadPerson {
    /// The member.
    pub member_id: Option<i64>,
    /// The user.
    pub user_id: Option<i64>,
}

/// A record or its history, as read.
#[derive(Clone, Debug)]
pub struct RecordReading {
    /// Who read it.
    pub reader: Reader,
    /// When.
    pub read_at: i64,
    /// [`AccessAction::Read`] or [`AccessAction::ReadHistory`].
    pub action: AccessAction,
    /// Key of the text that names the kind of record.
    pub name: &'static str,
    /// Id of the record.
    pub record_id: i64,
    /// Whose record it is.
    pub person: ReadPerson,
    /// Whether it is a measurement, whose person is found by its id.
    pub is_measurement: bool,
}

/// A page of a list, as read.
#[derive(Clone, Debug)]
pub struct ListReading {
    /// Who read it first in this minute.
    pub reader: Reader,
    /// When.
    pub read_at: i64,
    /// Key of the text that names the list.
    pub name: &'static str,
    /// The names of the fields of its filter, separated by commas.
    pub filters: String,
    /// A keyed hash of the filter.
    pub filter_key: String,
    /// The only person that the list can be about.
    pub person: ReadPerson,
    /// The company that was asked for.
    pub company_id: Option<i64>,
}

/// A list with what was read of it since the last write.
#[derive(Clone, Debug)]
pub(super) struct CountedList {
    pub(super) list: ListReading,
    pub(super) minute: i64,
    pub(super) persons: i64,
    pub(super) pages: i64,
}

/// What is written at once.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) records: Vec<RecordReading>,
    pub(super) lists: Vec<CountedList>,
}

/// Account, action, name and id of a record.
pub(super) type RecordKey = (i64, AccessAction, &'static str, i64);
/// Account, minute, name and filter of a list.
type ListKey = (i64, i64, &'static str, String);

/// A list in the current minute.
struct OpenList {
    counted: CountedList,
    people: HashSet<Person>,
}

#[derive(Default)]
struct Pending {
    records: Vec<RecordReading>,
    /// Records that are logged or about to be, and since when.
    logged: HashMap<RecordKey, i64>,
    lists: HashMap<ListKey, OpenList>,
    people: usize,
}

/// The readings that an instance has not written yet.
pub struct Readings {
    pending: Mutex<Pending>,
    room: Notify,
    key: Vec<u8>,
    interval: Duration,
}

impl Readings {
    /// Creates an empty collection, which hashes filters by one of the server's keys and is written at this interval.
    #[must_use]
    pub fn new(keys: &Keys, interval: Duration) -> Self {
        let key = keys.derive("filters of lists");
        Self { pending: Mutex::default(), room: Notify::default(), key, interval }
    }

    /// Returns the keyed hash of a filter. Its values may be personal data, which a hash without a key would give away
    /// to guesses.
    #[must_use]
    pub fn filter_key(&self, filter: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.key, filter).get(..FILTER_KEY).unwrap_or_default())
    }

    /// Notes that a record or its history was read.
    ///
    /// # Errors
    /// Returns "busy" if readings cannot be written: what cannot be logged is not shown.
    pub async fn note_record(&self, reading: RecordReading) -> Result<(), Problem> {
        self.note(|pending| pending.note_record(&reading)).await
    }

    /// Notes that a page of a list was read, with the people on it.
    ///
    /// # Errors
    /// Returns "busy" if readings cannot be written: what cannot be logged is not shown.
    pub async fn note_list(&self, list: ListReading, people: &[Person]) -> Result<(), Problem> {
        self.note(|pending| pending.note_list(&list, people)).await
    }

    async fn note(&self, mut note: impl FnMut(&mut Pending)) -> Result<(), Problem> {
        let end = Instant::now() + MAX_WAIT;
        loop {
            let mut room = std::pin::pin!(self.room.notified());
            room.as_mut().enable();
            {
                let mut pending = self.pending.lock();
                if pending.has_room() {
                    note(&mut pending);
                    return Ok(());
                }
            }
            tokio::time::timeout_at(end, room).await.map_err(|_| Problem::overloaded())?;
        }
    }

    /// Writes what was noted. If that fails, it is kept for the next time.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn write(&self, database: &Database) -> Result<(), Problem> {
        let batch = self.pending.lock().take(clock::now().0);
        let written = if batch.records.is_empty() && batch.lists.is_empty() {
            Ok(())
        } else {
            database.write_blocking(|connection| reading_rows::write(connection, &batch))
        };
        if written.is_err() {
            self.pending.lock().put_back(batch);
        }
        self.room.notify_waiters();
        written
    }
}

impl Pending {
    fn has_room(&self) -> bool {
        self.records.len() + self.lists.len() < MAX_PENDING
    }

    fn note_record(&mut self, reading: &RecordReading) {
        let key = (reading.reader.account_id, reading.action, reading.name, reading.record_id);
        if self.logged.get(&key).is_some_and(|since| (0..SAME_READING).contains(&(reading.read_at - since))) {
            return;
        }
        if self.logged.len() < MAX_LOGGED {
            self.logged.insert(key, reading.read_at);
        }
        self.records.push(reading.clone());
    }

    fn note_list(&mut self, list: &ListReading, people: &[Person]) {
        let minute = list.read_at.div_euclid(MINUTE);
        let mut room = MAX_COUNTED.saturating_sub(self.people);
        let open = self.open(CountedList { list: list.clone(), minute, persons: 0, pages: 0 });
        open.counted.pages += 1;
        let before = open.people.len();
        for person in people.iter().filter(|person| !open.people.contains(person)).copied().collect::<Vec<_>>() {
            let is_new = room == 0 || open.people.insert(person);
            open.counted.persons += i64::from(is_new);
            room = room.saturating_sub(usize::from(is_new));
        }
        self.people += open.people.len() - before;
    }

    fn open(&mut self, counted: CountedList) -> &mut OpenList {
        let list = &counted.list;
        let key = (list.reader.account_id, counted.minute, list.name, list.filter_key.clone());
        self.lists.entry(key).or_insert_with(|| OpenList { counted, people: HashSet::new() })
    }

    /// Takes what is to be written, and forgets the minutes that have ended.
    fn take(&mut self, now: i64) -> Batch {
        let mut lists = Vec::new();
        let people = &mut self.people;
        self.lists.retain(|_, open| {
            if open.counted.pages > 0 {
                lists.push(open.counted.clone());
                (open.counted.persons, open.counted.pages) = (0, 0);
            }
            let is_open = open.counted.minute >= now.div_euclid(MINUTE);
            *people -= if is_open { 0 } else { open.people.len() };
            is_open
        });
        // Two instances that write the same rows lock them in the same order.
        lists.sort_by(|one, other| one.order().cmp(&other.order()));
        self.logged.retain(|_, since| now - *since < SAME_READING);
        Batch { records: std::mem::take(&mut self.records), lists }
    }

    fn put_back(&mut self, batch: Batch) {
        for counted in batch.lists {
            let (persons, pages) = (counted.persons, counted.pages);
            let open = self.open(CountedList { persons: 0, pages: 0, ..counted });
            open.counted.persons += persons;
            open.counted.pages += pages;
        }
        self.records.extend(batch.records);
    }
}

impl CountedList {
    fn order(&self) -> (i64, i64, &str, &str) {
        (self.list.reader.account_id, self.minute, self.list.name, &self.list.filter_key)
    }
}

/// Starts the thread that writes the readings of an instance, also when it is asked to stop.
#[must_use]
pub fn start(database: &Database, readings: &Arc<Readings>) -> Background {
    let mut background = Background::default();
    let (database, readings) = (database.clone(), Arc::clone(readings));
    background.start("readings", move |stop: &Stop| {
        loop {
            stop.wait(readings.interval);
            let is_last = stop.is_requested();
            if let Err(problem) = readings.write(&database) {
                tracing::warn!(cause = %problem, is_last, "readings could not be written to the access log");
            }
            if is_last {
                return;
            }
        }
    });
    background
}

#[cfg(test)]
mod tests {
    use super::{AccessAction, ListReading, MAX_PENDING, Pending, Person, ReadPerson, Reader, RecordReading};

    fn reader(account_id: i64) -> Reader {
        Reader { account_id, request_id: String::new(), address: String::new() }
    }

    fn list(account_id: i64, read_at: i64) -> ListReading {
        let (filters, filter_key, person) = (String::new(), String::new(), ReadPerson::default());
        ListReading {
            reader: reader(account_id),
            read_at,
            name: "member.title",
            filters,
            filter_key,
            person,
            company_id: None,
        }
    }

    fn record(read_at: i64) -> RecordReading {
        let (action, person) = (AccessAction::Read, ReadPerson::default());
        RecordReading {
            reader: reader(1),
            read_at,
            action,
            name: "member.title",
            record_id: 7,
            person,
            is_measurement: false,
        }
    }

    fn counts(pending: &mut Pending, now: i64) -> Vec<(i64, i64)> {
        pending.take(now).lists.iter().map(|list| (list.persons, list.pages)).collect()
    }

    #[test]
    fn pages_of_a_minute_add_up_and_a_person_counts_once() {
        let mut pending = Pending::default();
        let people = |ids: &[i64]| ids.iter().map(|id| Person::Member(*id)).collect::<Vec<_>>();
        pending.note_list(&list(1, 1_000), &people(&[1, 2, 3]));
        pending.note_list(&list(1, 2_000), &people(&[3, 4]));
        assert_eq!(counts(&mut pending, 2_500), [(4, 2)]);
        pending.note_list(&list(1, 3_000), &people(&[4, 5]));
        assert_eq!(counts(&mut pending, 3_500), [(1, 1)], "what was written is added to, not repeated");
        assert_eq!(counts(&mut pending, 4_000), []);
        pending.note_list(&list(1, 59_999), &people(&[5]));
        pending.note_list(&list(1, 60_000), &people(&[5]));
        assert_eq!(counts(&mut pending, 61_000), [(0, 1), (1, 1)], "another minute is another row");
    }

    #[test]
    fn what_could_not_be_written_is_written_with_the_next() {
        let mut pending = Pending::default();
        pending.note_list(&list(1, 1_000), &[Person::Member(1)]);
        pending.note_record(&record(1_000));
        let batch = pending.take(61_000);
        pending.note_list(&list(1, 59_000), &[Person::Member(2)]);
        pending.put_back(batch);
        let batch = pending.take(62_000);
        let lists: Vec<_> = batch.lists.iter().map(|list| (list.persons, list.pages)).collect();
        assert_eq!((lists, batch.records.len()), (vec![(2, 2)], 1));
        assert_eq!((pending.people, pending.lists.len()), (0, 0), "and ended minutes are forgotten");
    }

    #[test]
    fn a_record_read_again_within_ten_minutes_is_one_reading() {
        let mut pending = Pending::default();
        for read_at in [0, 1, 599_999] {
            pending.note_record(&record(read_at));
        }
        assert_eq!(pending.take(599_999).records.len(), 1);
        pending.note_record(&record(600_000));
        assert_eq!(pending.take(600_000).records.len(), 1);
    }

    #[test]
    fn more_than_can_be_kept_has_no_room() {
        let mut pending = Pending::default();
        for account_id in 0.. {
            if !pending.has_room() {
                break;
            }
            pending.note_list(&list(account_id, 0), &[]);
        }
        assert_eq!(pending.take(60_000).lists.len(), MAX_PENDING);
        assert!(pending.has_room());
    }
}
