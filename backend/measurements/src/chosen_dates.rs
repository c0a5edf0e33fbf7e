//! Ages at days of a reader's own choosing. A measurement shows the age at its day, so whoever chooses days for
//! measurements learns the birth date after a few of them. Ages at up to three days for a member and a day are ages;
//! more of them show the birth date, and count and are logged as that.

use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl, dsl::count_star};
use kernel::{
    access::{
        credentials::{self, CompanySystem},
        limits,
        log::{self, LoggedRead, Reader},
    },
    auth::accounts,
    clock,
    db::{
        DatabaseConnection,
        schema::{access_log, chosen_date, revision},
    },
    on_backend,
    problem::Problem,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use uno_core::{
    contract::{
        error::ErrorCode,
        logs::{AccessAction, ChangedResource},
        members::MemberId,
        revisions::RevisionAction,
    },
    domain::time::Date,
};

/// The number of days for a member, chosen on one day, that show no more than an age.
const MOST: i64 = 3;
/// Title of the list of members in the access log.
const MEMBERS: &str = "member.title";
/// Rows per statement: SQLite limits the number of bound values.
const AT_ONCE: usize = 2_000;

/// Who learns ages.
#[derive(Clone)]
pub(crate) enum Learner {
    /// An account of staff.
    Account(Reader),
    /// A company's system.
    System(Arc<CompanySystem>, Reader),
}

impl Learner {
    fn key(&self) -> String {
        match self {
            Self::Account(reader) => format!("a{}", reader.account_id),
            Self::System(system, _) => format!("c{}", system.company_credential_id),
        }
    }

    /// Makes requests of one learner take turns, so that days chosen at once are counted together.
    fn hold(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        match self {
            Self::Account(reader) => accounts::hold(connection, reader.account_id),
            Self::System(system, _) => credentials::hold(connection, system),
        }
    }

    /// Counts and logs that a birth date is shown.
    fn reveal(&self, connection: &mut DatabaseConnection, member_id: i64) -> Result<(), Problem> {
        let now = clock::now();
        match self {
            Self::Account(reader) => {
                limits::count(connection, &limits::REVEALING, reader.account_id, now)?;
                log::write(connection, reader, LoggedRead::Reveal(MemberId(member_id))).map(|_| ())
            }
            Self::System(system, reader) => {
                credentials::count_persons(connection, system, &[member_id], now)?;
                log::write_by_system(connection, reader, system.company_credential_id, MEMBERS, &[member_id])
            }
        }
    }

    fn knows(&self, connection: &mut DatabaseConnection, members: &[i64]) -> Result<BTreeSet<i64>, Problem> {
        match self {
            Self::Account(reader) => known_births(connection, reader.account_id, members),
            Self::System(..) => Ok(BTreeSet::new()),
        }
    }
}

/// Returns those of these members whose birth date an account has seen: it was revealed to the account, or the account
/// has registered the member.
///
/// # Errors
/// Returns an error if the database fails.
pub fn known_births(
    connection: &mut DatabaseConnection,
    account_id: i64,
    members: &[i64],
) -> Result<BTreeSet<i64>, Problem> {
    let mut known = BTreeSet::new();
    for some in members.chunks(AT_ONCE) {
        let revealed = access_log::table
            .filter(access_log::member_id.eq_any(some))
            .filter(access_log::account_id.eq(account_id))
            .filter(access_log::action.eq(AccessAction::Reveal.as_str()))
            .select(access_log::member_id);
        known.extend(revealed.load::<Option<i64>>(connection)?.into_iter().flatten());
        let registered = revision::table
            .filter(revision::resource.eq(ChangedResource::Member.as_str()).and(revision::record_id.eq_any(some)))
            .filter(revision::account_id.eq(account_id))
            .filter(revision::action.eq(RevisionAction::Create.as_str()))
            .select(revision::record_id);
        known.extend(registered.load::<i64>(connection)?);
    }
    Ok(known)
}

/// Counts the days that a learner chooses for measurements of members. Today's age is in every list. Returns the members
/// for whom the limit of revealed people is reached; nothing is counted for those.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) fn count(
    connection: &mut DatabaseConnection,
    learner: &Learner,
    chosen: impl Iterator<Item = (i64, Date)>,
) -> Result<Vec<(i64, Problem)>, Problem> {
    let now = clock::now();
    let (today, (day, _), reader) = (now.date_in_seoul(), limits::day_of(now), learner.key());
    let chosen: BTreeSet<(i64, Date)> = chosen.filter(|(_, date)| *date != today).collect();
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    learner.hold(connection)?;
    let members: Vec<i64> = chosen.iter().map(|(id, _)| *id).collect::<BTreeSet<_>>().into_iter().collect();
    let before = counted(connection, (&reader, day), &members)?;
    let chosen: Vec<(i64, Date)> = chosen.into_iter().collect();
    for some in chosen.chunks(AT_ONCE) {
        let rows: Vec<_> = some
            .iter()
            .map(|(member_id, date)| {
                (
                    chosen_date::reader.eq(reader.clone()),
                    chosen_date::day.eq(day),
                    chosen_date::member_id.eq(*member_id),
                    chosen_date::measured_on.eq(*date),
                )
            })
            .collect();
        on_backend!(connection, |inner| {
            diesel::insert_into(chosen_date::table).values(rows).on_conflict_do_nothing().execute(inner)
        })?;
    }
    let of = |counts: &BTreeMap<i64, i64>, id: &i64| counts.get(id).copied().unwrap_or_default();
    let after = counted(connection, (&reader, day), &members)?;
    let shown: Vec<i64> = members.into_iter().filter(|id| of(&before, id) <= MOST && of(&after, id) > MOST).collect();
    if shown.is_empty() {
        return Ok(Vec::new());
    }
    let known = learner.knows(connection, &shown)?;
    let mut refused = Vec::new();
    for id in shown.into_iter().filter(|id| !known.contains(id)) {
        match learner.reveal(connection, id) {
            Ok(()) => {}
            Err(problem) if problem.code == ErrorCode::TooManyRequests => refused.push((id, problem)),
            Err(problem) => return Err(problem),
        }
    }
    for (id, _) in &refused {
        let dates: Vec<Date> = chosen.iter().filter(|(member_id, _)| member_id == id).map(|(_, date)| *date).collect();
        let mine = chosen_date::reader.eq(&reader).and(chosen_date::day.eq(day)).and(chosen_date::member_id.eq(id));
        diesel::delete(chosen_date::table.filter(mine).filter(chosen_date::measured_on.eq_any(dates)))
            .execute(connection)?;
    }
    Ok(refused)
}

/// Counts the days chosen for each member.
fn counted(
    connection: &mut DatabaseConnection,
    (reader, day): (&str, i32),
    members: &[i64],
) -> Result<BTreeMap<i64, i64>, Problem> {
    let mut found = BTreeMap::new();
    for some in members.chunks(AT_ONCE) {
        let counts = chosen_date::table
            .filter(chosen_date::reader.eq(reader))
            .filter(chosen_date::day.eq(day))
            .filter(chosen_date::member_id.eq_any(some))
            .group_by(chosen_date::member_id)
            .select((chosen_date::member_id, count_star()));
        found.extend(counts.load::<(i64, i64)>(connection)?);
    }
    Ok(found)
}
