//! The rows of the access log for readings: one for each record, and one for each list, its filter and the minute.

use super::{
    log,
    readings::{Batch, CountedList, ReadPerson, RecordKey, RecordReading, SAME_READING},
};
use crate::{
    db::{
        DatabaseConnection,
        schema::{access_log, account, measurement, member},
    },
    insert_rows,
    problem::Problem,
};
use diesel::{
    ExpressionMethods, Insertable, QueryDsl, RunQueryDsl,
    sql_types::{Array, BigInt, Nullable, Text},
};
use std::collections::{HashMap, HashSet};
use uno_core::contract::logs::AccessAction;

/// A row for a record.
#[derive(Insertable)]
#[diesel(table_name = access_log, treat_none_as_default_value = false)]
struct RecordRow<'a> {
    account_id: i64,
    account_name: &'a str,
    action: &'static str,
    member_id: Option<i64>,
    user_id: Option<i64>,
    company_id: Option<i64>,
    persons: i64,
    list: &'static str,
    record_id: i64,
    created_at: i64,
    request_id: &'a str,
    address: &'a str,
}

/// The account that reads: its name for the log and its company.
struct Account {
    name: String,
    company_id: Option<i64>,
}

/// What the rows of a batch refer to.
struct Known {
    accounts: HashMap<i64, Account>,
    /// The persons of measurements.
    measured: HashMap<i64, ReadPerson>,
    /// The companies of members.
    companies: HashMap<i64, i64>,
}

/// Writes a batch of readings.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn write(connection: &mut DatabaseConnection, batch: &Batch) -> Result<(), Problem> {
    let known = Known::of(connection, batch)?;
    let logged = logged(connection, &batch.records)?;
    let unlogged = batch.records.iter().filter(|reading| !logged.contains(&key(reading)));
    let rows: Vec<RecordRow<'_>> = unlogged.map(|reading| known.row_of(reading)).collect();
    insert_rows!(connection, access_log::table, rows)?;
    write_lists(connection, &known, &batch.lists)
}

fn key(reading: &RecordReading) -> RecordKey {
    (reading.reader.account_id, reading.action, reading.name, reading.record_id)
}

/// Returns the readings that another instance, or this one before it was started again, has logged within ten minutes.
fn logged(connection: &mut DatabaseConnection, readings: &[RecordReading]) -> Result<HashSet<RecordKey>, Problem> {
    let Some(first) = readings.iter().map(|reading| reading.read_at).min() else { return Ok(HashSet::new()) };
    let accounts: HashSet<i64> = readings.iter().map(|reading| reading.reader.account_id).collect();
    let records: HashSet<i64> = readings.iter().map(|reading| reading.record_id).collect();
    let rows: Vec<(i64, String, Option<String>, Option<i64>, i64)> = access_log::table
        .filter(access_log::account_id.eq_any(accounts))
        .filter(access_log::created_at.gt(first - SAME_READING))
        .filter(access_log::record_id.eq_any(records))
        .select((
            access_log::account_id,
            access_log::action,
            access_log::list,
            access_log::record_id,
            access_log::created_at,
        ))
        .load(connection)?;
    let is_logged = |reading: &&RecordReading| {
        rows.iter().any(|(account_id, action, list, record_id, created_at)| {
            (*account_id, action.as_str(), list.as_deref(), *record_id)
                == (reading.reader.account_id, reading.action.as_str(), Some(reading.name), Some(reading.record_id))
                && reading.read_at - created_at < SAME_READING
        })
    };
    Ok(readings.iter().filter(is_logged).map(key).collect())
}

impl Known {
    fn of(connection: &mut DatabaseConnection, batch: &Batch) -> Result<Self, Problem> {
        let lists = batch.lists.iter().map(|counted| &counted.list);
        let readers = batch.records.iter().map(|reading| &reading.reader).chain(lists.clone().map(|list| &list.reader));
        let readers: HashSet<i64> = readers.map(|reader| reader.account_id).collect();
        let accounts = account::table.filter(account::account_id.eq_any(readers));
        let accounts = accounts
            .select((account::account_id, account::name, account::authority, account::company_id))
            .load::<(i64, String, String, Option<i64>)>(connection)?;
        let measured: HashSet<i64> =
            batch.records.iter().filter(|reading| reading.is_measurement).map(|reading| reading.record_id).collect();
        let measured: HashMap<i64, ReadPerson> = if measured.is_empty() {
            HashMap::new()
        } else {
            measurement::table
                .filter(measurement::measurement_id.eq_any(measured))
                .select((measurement::measurement_id, measurement::member_id, measurement::user_id))
                .load::<(i64, Option<i64>, Option<i64>)>(connection)?
                .into_iter()
                .map(|(id, member_id, user_id)| {
                    (id, ReadPerson { member_id, user_id: user_id.filter(|_| member_id.is_none()) })
                })
                .collect()
        };
        let named = batch.records.iter().map(|reading| reading.person).chain(lists.map(|list| list.person));
        let members: HashSet<i64> =
            named.chain(measured.values().copied()).filter_map(|person| person.member_id).collect();
        let companies: HashMap<i64, i64> = if members.is_empty() {
            HashMap::new()
        } else {
            let members = member::table.filter(member::member_id.eq_any(members));
            members.select((member::member_id, member::company_id)).load(connection)?.into_iter().collect()
        };
        let accounts = accounts.into_iter().map(|(account_id, name, authority, company_id)| {
            (account_id, Account { name: log::logged_name(name, &authority), company_id })
        });
        Ok(Self { accounts: accounts.collect(), measured, companies })
    }

    /// Returns the reader's name.
    fn name_of(&self, account_id: i64) -> &str {
        self.accounts.get(&account_id).map_or("", |account| &account.name)
    }

    /// Returns the company of a row: that of the member, otherwise the one asked for, otherwise the reader's own.
    fn company_of(&self, account_id: i64, person: ReadPerson, asked: Option<i64>) -> Option<i64> {
        match person.member_id {
            Some(member_id) => self.companies.get(&member_id).copied(),
            None => asked.or_else(|| self.accounts.get(&account_id)?.company_id),
        }
    }

    fn row_of<'a>(&'a self, reading: &'a RecordReading) -> RecordRow<'a> {
        let measured = self.measured.get(&reading.record_id).filter(|_| reading.is_measurement);
        let person = measured.copied().unwrap_or(reading.person);
        let account_id = reading.reader.account_id;
        RecordRow {
            account_id,
            account_name: self.name_of(account_id),
            action: reading.action.as_str(),
            member_id: person.member_id,
            user_id: person.user_id,
            company_id: self.company_of(account_id, person, None),
            persons: 1,
            list: reading.name,
            record_id: reading.record_id,
            created_at: reading.read_at,
            request_id: &reading.reader.request_id,
            address: &reading.reader.address,
        }
    }
}

/// Adds to the row of a list and minute, while it is not chained.
const ADDING: &str = "ON CONFLICT (account_id, minute, list, filter_key) WHERE position IS NULL AND minute IS NOT NULL \
     DO UPDATE SET persons = access_log.persons + excluded.persons, pages = access_log.pages + excluded.pages";
const COLUMNS: &str = "account_id, account_name, action, member_id, user_id, company_id, persons, list, created_at, \
     request_id, address, pages, filters, filter_key, minute";

fn of<'a, T>(lists: &'a [CountedList], value: impl Fn(&'a CountedList) -> T) -> Vec<T> {
    lists.iter().map(value).collect()
}

fn write_lists(connection: &mut DatabaseConnection, known: &Known, lists: &[CountedList]) -> Result<(), Problem> {
    if lists.is_empty() {
        return Ok(());
    }
    let company = |counted: &CountedList| {
        let list = &counted.list;
        known.company_of(list.reader.account_id, list.person, list.company_id)
    };
    match connection {
        DatabaseConnection::Sqlite(inner) => {
            let text = format!("INSERT INTO access_log ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) {ADDING}");
            for counted in lists {
                let list = &counted.list;
                diesel::sql_query(&text)
                    .bind::<BigInt, _>(list.reader.account_id)
                    .bind::<Text, _>(known.name_of(list.reader.account_id))
                    .bind::<Text, _>(AccessAction::List.as_str())
                    .bind::<Nullable<BigInt>, _>(list.person.member_id)
                    .bind::<Nullable<BigInt>, _>(list.person.user_id)
                    .bind::<Nullable<BigInt>, _>(company(counted))
                    .bind::<BigInt, _>(counted.persons)
                    .bind::<Text, _>(list.name)
                    .bind::<BigInt, _>(list.read_at)
                    .bind::<Text, _>(&list.reader.request_id)
                    .bind::<Text, _>(&list.reader.address)
                    .bind::<BigInt, _>(counted.pages)
                    .bind::<Text, _>(&list.filters)
                    .bind::<Text, _>(&list.filter_key)
                    .bind::<BigInt, _>(counted.minute)
                    .execute(inner)?;
            }
        }
        DatabaseConnection::Postgres(inner) => {
            let text = format!(
                "INSERT INTO access_log ({COLUMNS}) \
                 SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) {ADDING}"
            );
            diesel::sql_query(text)
                .bind::<Array<BigInt>, _>(of(lists, |counted| counted.list.reader.account_id))
                .bind::<Array<Text>, _>(of(lists, |counted| known.name_of(counted.list.reader.account_id)))
                .bind::<Array<Text>, _>(of(lists, |_| AccessAction::List.as_str()))
                .bind::<Array<Nullable<BigInt>>, _>(of(lists, |counted| counted.list.person.member_id))
                .bind::<Array<Nullable<BigInt>>, _>(of(lists, |counted| counted.list.person.user_id))
                .bind::<Array<Nullable<BigInt>>, _>(of(lists, company))
                .bind::<Array<BigInt>, _>(of(lists, |counted| counted.persons))
                .bind::<Array<Text>, _>(of(lists, |counted| counted.list.name))
                .bind::<Array<BigInt>, _>(of(lists, |counted| counted.list.read_at))
                .bind::<Array<Text>, _>(of(lists, |counted| counted.list.reader.request_id.as_str()))
                .bind::<Array<Text>, _>(of(lists, |counted| counted.list.reader.address.as_str()))
                .bind::<Array<BigInt>, _>(of(lists, |counted| counted.pages))
                .bind::<Array<Text>, _>(of(lists, |counted| counted.list.filters.as_str()))
                .bind::<Array<Text>, _>(of(lists, |counted| counted.list.filter_key.as_str()))
                .bind::<Array<BigInt>, _>(of(lists, |counted| counted.minute))
                .execute(inner)?;
        }
    }
    Ok(())
}
