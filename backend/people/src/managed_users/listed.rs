//! Lists and counts of users, each along one index, of all users or of those that a company reaches.
//!
//! One number, the class, combines whether a user has signed up online, the level and the use. Each sort order's index
//! ends with the class and the other sort key, so that rows are filtered within the index. If a filter leaves few
//! users, they are found by that filter and then sorted. This module makes the choice, because a query planner lacks
//! the statistics. To keep the planner from another index, a column is wrapped in an expression.

use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl,
    dsl::sql,
    sql_types::{BigInt, Integer, Text},
};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection, Db,
        narrow::Narrow as _,
        page::{MAX_COUNTED, Paging, bounded_total, prefix_end},
        schema::{linked_user, linked_user_tally, user_profile, user_tally},
    },
    problem::Problem,
};
use organisation::tally::{ALL_DAYS, YEAR_1_MILLISECONDS};
use std::ops::RangeInclusive;
use uno_core::{
    contract::{
        managed_users::{UserFilter, UserStatus},
        managers::AccountSort,
        users::{UserId, UserLevel},
    },
    domain::{
        text::search_key,
        time::{Bound, DAY_MILLISECONDS, Timestamp},
    },
};

/// The maximum number of users that a filter may leave to be the access path.
const FEW: i64 = 10_000;
/// Classes are the access path if at most one in this many users matches.
const RARE: i64 = 20;
/// For an offset above this, the tally is used to find the day or first letter at which the page starts.
pub const FAR: i64 = 2_000;

/// The number of classes.
const CLASSES: i32 = 30;

/// Returns the value of `user_profile.class`.
fn class(is_online: bool, level: UserLevel, status: UserStatus) -> i32 {
    let level = match level {
        UserLevel::RegularGuest => 0,
        UserLevel::RegularMember => 1,
        UserLevel::RegularVerified1Member => 2,
        UserLevel::RegularVerified2Member => 3,
        UserLevel::RegularVerified3Member => 4,
    };
    let status = match status {
        UserStatus::Active => 0,
        UserStatus::SoonDormant => 1,
        UserStatus::Dormant => 2,
    };
    i32::from(is_online) * 15 + level * 3 + status
}

/// The access path of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AccessPath {
    /// By telephone number or birth date.
    Person,
    Class,
    Name,
    Time,
}

/// A list of users: a filter within a scope.
#[derive(Clone)]
pub struct UserList {
    is_sqlite: bool,
    scope: Scope,
    /// `None` if all classes match.
    classes: Option<Vec<i32>>,
    /// The lower bound of the name, inclusive.
    first_name: Option<String>,
    /// The upper bound of the name, exclusive.
    end_name: Option<String>,
    from: Option<Timestamp>,
    /// The upper bound of the registration time, inclusive.
    to: Option<Timestamp>,
    filter: UserFilter,
    /// Whether dormant users are left out.
    is_masked: bool,
    order: AccountSort,
}

/// Applies a list's conditions to a query of users, or of those a company reaches. The access path's column is used
/// plainly; all other columns are wrapped in an expression. `$of` is the table's name as SQL text.
macro_rules! narrowed {
    ($query:expr, $list:expr, $path:expr, $table:ident, $of:literal) => {{
        let (list, path) = ($list, $path);
        let mut query = $query;
        if let Some(classes) = list.classes.clone() {
            // PostgreSQL has statistics of classes, but would have to guess for an expression.
            query = if path == AccessPath::Class || !list.is_sqlite {
                query.filter($table::class.eq_any(classes))
            } else {
                query.filter(sql::<Integer>(concat!("(", $of, ".class + 0)")).eq_any(classes))
            };
        }
        let (name, wrapped) = ($table::name_key, || sql::<Text>(concat!("(", $of, ".name_key || '')")));
        if let Some(first) = list.first_name.clone() {
            query =
                if path == AccessPath::Name { query.filter(name.ge(first)) } else { query.filter(wrapped().ge(first)) };
        }
        if let Some(end) = list.end_name.clone() {
            query = if path == AccessPath::Name { query.filter(name.lt(end)) } else { query.filter(wrapped().lt(end)) };
        }
        let (time, wrapped) = ($table::created_at, || sql::<BigInt>(concat!("(", $of, ".created_at + 0)")));
        let is_plain = matches!(path, AccessPath::Time | AccessPath::Class);
        if let Some(from) = list.from {
            query = if is_plain { query.filter(time.ge(from)) } else { query.filter(wrapped().ge(from)) };
        }
        if let Some(to) = list.to {
            query = if is_plain { query.filter(time.le(to)) } else { query.filter(wrapped().le(to)) };
        }
        query
    }};
}

/// Selects the user ids of a page, with the sort key; the key is plain if the index contains it.
macro_rules! ids {
    ($query:expr, $order:expr, $path:expr, $table:ident, $of:literal, $connection:expr) => {{
        macro_rules! sorted {
            ($key:expr, $kind:ty, $way:ident) => {{
                let keys = $query.order(($key.$way(), $table::user_id.$way())).select(($key, $table::user_id));
                keys.load::<($kind, UserId)>($connection)?.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
            }};
        }
        let name = || sql::<Text>(concat!("(", $of, ".name_key || '')"));
        let time = || sql::<BigInt>(concat!("(", $of, ".created_at + 0)"));
        match ($order, $path) {
            (AccountSort::Newest, AccessPath::Time) => sorted!($table::created_at, i64, desc),
            (AccountSort::Oldest, AccessPath::Time) => sorted!($table::created_at, i64, asc),
            (AccountSort::Name, AccessPath::Name) => sorted!($table::name_key, String, asc),
            (AccountSort::NameDescending, AccessPath::Name) => sorted!($table::name_key, String, desc),
            (AccountSort::Newest, _) => sorted!(time(), i64, desc),
            (AccountSort::Oldest, _) => sorted!(time(), i64, asc),
            (AccountSort::Name, _) => sorted!(name(), String, asc),
            (AccountSort::NameDescending, _) => sorted!(name(), String, desc),
        }
    }};
}

/// Returns the sum of a tally's records, limited to the classes of a list.
macro_rules! sum_of {
    ($tally:expr, $list:expr, $table:ident, $connection:expr) => {{
        let mut tally = $tally;
        if let Some(classes) = &$list.classes {
            tally = tally.filter($table::class.eq_any(classes));
        }
        tally.select(sql::<BigInt>("CAST(coalesce(sum(records), 0) AS BIGINT)")).first($connection)?
    }};
}

/// Returns whether the list is limited to the users that a company reaches.
fn is_company(scope: Scope) -> bool {
    matches!(scope, Scope::Company { .. })
}

impl UserList {
    /// Creates the list for a filter and these kinds of users.
    #[must_use]
    pub fn new(connection: &DatabaseConnection, scope: Scope, kinds: &[bool], filter: &UserFilter) -> Self {
        // A company sees no identifying data of dormant users, so it must not find them by such data either.
        let is_sought = filter.name.is_some() || filter.phone_number.is_some() || filter.birth_date.is_some();
        let is_masked = is_sought && scope != Scope::All;
        let mut classes = Vec::new();
        for kind in [false, true].into_iter().filter(|kind| kinds.contains(kind)) {
            let asked = |level: &&UserLevel| filter.levels.is_empty() || filter.levels.contains(level);
            for level in UserLevel::ALL.iter().filter(asked) {
                let asked = |status: &&UserStatus| filter.statuses.is_empty() || filter.statuses.contains(status);
                let told = |status: &&UserStatus| !is_masked || **status != UserStatus::Dormant;
                let statuses = UserStatus::ALL.iter().filter(asked).filter(told);
                classes.extend(statuses.map(|status| class(kind, *level, *status)));
            }
        }
        let by_default = if filter.name.is_some() { AccountSort::Name } else { AccountSort::Newest };
        Self {
            is_sqlite: matches!(connection, DatabaseConnection::Sqlite(_)),
            scope,
            classes: Some(classes).filter(|classes| (0..CLASSES).any(|class| !classes.contains(&class))),
            end_name: filter.name.as_deref().map(|name| prefix_end(&search_key(name))),
            first_name: filter.name.as_deref().map(search_key),
            from: filter.start_created_at.map(Bound::first),
            to: filter.end_created_at.map(Bound::last),
            filter: filter.clone(),
            is_masked,
            order: filter.sort.unwrap_or(by_default),
        }
    }

    fn is_of_person(&self) -> bool {
        self.filter.phone_number.is_some() || self.filter.birth_date.is_some()
    }

    fn is_timed(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    /// Returns the rows of the tally that count the list's users, if there are any: the row for all days, whole days,
    /// or the names with one first letter. The latter two exist only for the scope of everything.
    fn tally_rows(&self) -> Option<RangeInclusive<i64>> {
        match &self.first_name {
            _ if self.is_of_person() => None,
            None if !self.is_timed() && is_company(self.scope) => Some(ALL_DAYS..=ALL_DAYS),
            _ if self.scope != Scope::All => None,
            None if !self.is_timed() => Some(ALL_DAYS..=ALL_DAYS),
            None => {
                let day = |at: i64| (at + YEAR_1_MILLISECONDS).div_euclid(DAY_MILLISECONDS);
                let is_start = |at: i64| (at + YEAR_1_MILLISECONDS).rem_euclid(DAY_MILLISECONDS) == 0;
                let is_whole =
                    self.from.is_none_or(|from| is_start(from.0)) && self.to.is_none_or(|to| is_start(to.0 + 1));
                let first = self.from.map_or(ALL_DAYS + 1, |from| day(from.0).max(ALL_DAYS + 1));
                is_whole.then(|| first..=self.to.map_or(i64::MAX, |to| day(to.0)))
            }
            Some(_) if self.is_timed() => None,
            Some(name) => {
                let mut letters = name.chars().map(|letter| -i64::from(u32::from(letter)) - 1);
                letters.next().filter(|_| letters.next().is_none()).map(|letter| letter..=letter)
            }
        }
    }

    fn users(&self, path: AccessPath) -> user_profile::BoxedQuery<'static, Db> {
        let (phone, birth_date) = (self.filter.phone_number.as_ref(), self.filter.birth_date);
        let users = user_profile::table
            .in_scope(self.scope)
            .of_phone(user_profile::phone_digits, user_profile::phone_tail, phone)
            .equal(user_profile::birth_date, birth_date);
        narrowed!(users, self, path, user_profile, "user_profile")
    }

    /// Returns the users that the company reaches.
    fn linked(&self, path: AccessPath) -> linked_user::BoxedQuery<'static, Db> {
        narrowed!(linked_user::table.in_scope(self.scope), self, path, linked_user, "linked_user")
    }

    /// Returns the access path that follows the sort order.
    fn order_path(&self) -> AccessPath {
        match self.order {
            AccountSort::Newest | AccountSort::Oldest => AccessPath::Time,
            AccountSort::Name | AccountSort::NameDescending => AccessPath::Name,
        }
    }

    /// Returns the access path: the first filter that leaves few users, or otherwise the sort order.
    fn path(&self, connection: &mut DatabaseConnection) -> Result<AccessPath, Problem> {
        if self.is_of_person() {
            return Ok(AccessPath::Person);
        }
        let order_path = self.order_path();
        // An index of classes per company would be chosen for every scan of its users and would then sort all of them.
        if self.scope == Scope::All && self.classes.is_some() && self.is_of_rare_classes(connection)? {
            return Ok(AccessPath::Class);
        }
        for (path, is_given) in [(AccessPath::Name, self.first_name.is_some()), (AccessPath::Time, self.is_timed())] {
            let alone = Self {
                classes: None,
                first_name: self.first_name.clone().filter(|_| path == AccessPath::Name),
                end_name: self.end_name.clone().filter(|_| path == AccessPath::Name),
                from: self.from.filter(|_| path == AccessPath::Time),
                to: self.to.filter(|_| path == AccessPath::Time),
                filter: UserFilter::default(),
                ..*self
            };
            if is_given && path != order_path && !alone.has_more_than(connection, path, FEW)? {
                return Ok(path);
            }
        }
        Ok(order_path)
    }

    /// Returns whether a scan in sort order would skip most users. Sorting the few is then faster, wherever the page
    /// is.
    fn is_of_rare_classes(&self, connection: &mut DatabaseConnection) -> Result<bool, Problem> {
        let few = self.records(connection, ALL_DAYS..=ALL_DAYS)?;
        let everybody = Self { classes: None, ..self.clone() };
        Ok(few <= FEW && few * RARE <= everybody.records(connection, ALL_DAYS..=ALL_DAYS)?)
    }

    /// Counts the users of the list's classes in these rows of the tally.
    fn records(&self, connection: &mut DatabaseConnection, rows: RangeInclusive<i64>) -> Result<i64, Problem> {
        let (first, last) = rows.into_inner();
        Ok(if is_company(self.scope) {
            sum_of!(linked_user_tally::table.in_scope(self.scope), self, linked_user_tally, connection)
        } else {
            let tally = user_tally::table.filter(user_tally::day.between(first, last)).into_boxed::<Db>();
            sum_of!(tally, self, user_tally, connection)
        })
    }

    fn has_more_than(&self, connection: &mut DatabaseConnection, path: AccessPath, most: i64) -> Result<bool, Problem> {
        let found = if is_company(self.scope) && path != AccessPath::Person {
            let linked = self.linked(path).select(linked_user::user_id);
            linked.offset(most).limit(1).first::<i64>(connection).optional()?
        } else {
            let users = self.users(path).select(user_profile::user_id);
            users.offset(most).limit(1).first::<i64>(connection).optional()?
        };
        Ok(found.is_some())
    }

    fn counted(&self, connection: &mut DatabaseConnection, path: AccessPath) -> Result<i64, Problem> {
        Ok(if is_company(self.scope) && path != AccessPath::Person {
            self.linked(path).count().get_result(connection)?
        } else {
            self.users(path).count().get_result(connection)?
        })
    }

    /// Counts the users exactly.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn count(&self, connection: &mut DatabaseConnection) -> Result<i64, Problem> {
        if let Some(rows) = self.tally_rows() {
            return self.records(connection, rows);
        }
        let path = self.path_for_counting(connection)?;
        self.counted(connection, path)
    }

    /// Returns the access path for counting. The order does not matter, so the path of a filter skips fewer rows.
    fn path_for_counting(&self, connection: &mut DatabaseConnection) -> Result<AccessPath, Problem> {
        Ok(match self.path(connection)? {
            path if path != self.order_path() => path,
            _ if self.first_name.is_some() => AccessPath::Name,
            _ if self.is_timed() => AccessPath::Time,
            path => path,
        })
    }

    /// Counts the users: from the tally if possible, otherwise up to a limit.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn total(&self, connection: &mut DatabaseConnection) -> Result<(i64, bool), Problem> {
        if let Some(rows) = self.tally_rows() {
            return Ok((self.records(connection, rows)?, true));
        }
        let path = self.path_for_counting(connection)?;
        let connection = std::cell::RefCell::new(connection);
        bounded_total(
            MAX_COUNTED,
            |limit| self.has_more_than(*connection.borrow_mut(), path, limit),
            || self.counted(*connection.borrow_mut(), path),
        )
    }

    /// Splits a company's list by name into active and dormant users. A dormant user's position among the names would
    /// reveal the name, so dormant users come last, ordered by registration time.
    fn split_dormant(&self) -> Option<(Self, Self)> {
        let by_time = match self.order {
            AccountSort::Name => AccountSort::Oldest,
            AccountSort::NameDescending => AccountSort::Newest,
            AccountSort::Newest | AccountSort::Oldest => return None,
        };
        if self.scope == Scope::All || self.is_masked {
            return None;
        }
        let classes = self.classes.clone().unwrap_or_else(|| (0..CLASSES).collect());
        let (dormant, active): (Vec<i32>, Vec<i32>) = classes.into_iter().partition(|class| class % 3 == 2);
        let of = |classes, order| Self { classes: Some(classes), order, ..self.clone() };
        Some((of(active, self.order), of(dormant, by_time)))
    }

    /// Returns the user ids of a page.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn page(&self, connection: &mut DatabaseConnection, paging: Paging) -> Result<Vec<UserId>, Problem> {
        let (offset, limit) = (paging.offset(), paging.size);
        let Some((active, dormant)) = self.split_dormant() else {
            return self.clone().ids(connection, offset, limit, None);
        };
        // For a large offset, count the active users first: the page may be nearer to their end, or after it.
        let counted = if offset > FAR { Some(active.count(connection)?) } else { None };
        let mut ids = match counted {
            Some(count) if count <= offset => Vec::new(),
            _ => active.clone().ids(connection, offset, limit, counted)?,
        };
        let found = i64::try_from(ids.len()).map_err(Problem::internal)?;
        if found < limit {
            let before = match counted {
                Some(count) => count,
                None if found > 0 => offset + found,
                None => active.count(connection)?,
            };
            ids.extend(dormant.ids(connection, (offset - before).max(0), limit - found, None)?);
        }
        Ok(ids)
    }

    fn ids(
        mut self,
        connection: &mut DatabaseConnection,
        mut offset: i64,
        mut limit: i64,
        counted: Option<i64>,
    ) -> Result<Vec<UserId>, Problem> {
        let path = self.path(connection)?;
        let mut is_reversed = false;
        let far = self.tally_rows().filter(|_| offset > FAR && matches!(path, AccessPath::Name | AccessPath::Time));
        let buckets = match (far, counted) {
            (Some(rows), _) => Some(self.buckets(connection, rows)?),
            (None, counted) => counted.map(|count| vec![(ALL_DAYS, count)]),
        };
        if let Some(buckets) = buckets {
            let Some(page_start) = page_start(&buckets, offset, limit) else { return Ok(Vec::new()) };
            (offset, limit, is_reversed) = (page_start.skipped, page_start.read, page_start.is_backward);
            self.begin_at(page_start.bucket, is_reversed);
            if is_reversed {
                self.order = reversed(self.order);
            }
        }
        let mut ids = if is_company(self.scope) && path != AccessPath::Person {
            let linked = || self.linked(path).offset(offset).limit(limit);
            ids!(linked(), self.order, path, linked_user, "linked_user", connection)
        } else {
            let users = || self.users(path).offset(offset).limit(limit);
            ids!(users(), self.order, path, user_profile, "user_profile", connection)
        };
        if is_reversed {
            ids.reverse();
        }
        Ok(ids)
    }

    /// Returns the tally's records per day or per first letter, in list order. If these rows of the tally are by the
    /// other key, or in a company's scope, returns a single bucket without a start position.
    fn buckets(
        &self,
        connection: &mut DatabaseConnection,
        rows: RangeInclusive<i64>,
    ) -> Result<Vec<(i64, i64)>, Problem> {
        // The access path's key may differ from the sort key, and a page can only start by the sort key.
        let (first, last) = match (self.order_path(), rows.into_inner()) {
            (_, (first, last)) if is_company(self.scope) => {
                return Ok(vec![(ALL_DAYS, self.records(connection, first..=last)?)]);
            }
            (AccessPath::Time, (ALL_DAYS, _)) => (ALL_DAYS + 1, i64::MAX),
            (AccessPath::Name, (ALL_DAYS, _)) => (i64::MIN, ALL_DAYS - 1),
            (AccessPath::Time, (first, last)) if first > ALL_DAYS => (first, last),
            (AccessPath::Name, (first, last)) if first < ALL_DAYS => (first, last),
            (_, (first, last)) => return Ok(vec![(ALL_DAYS, self.records(connection, first..=last)?)]),
        };
        let mut tally = user_tally::table
            .filter(user_tally::day.between(first, last))
            .group_by(user_tally::day)
            .select((user_tally::day, sql::<BigInt>("CAST(sum(records) AS BIGINT)")))
            .into_boxed::<Db>();
        if let Some(classes) = &self.classes {
            tally = tally.filter(user_tally::class.eq_any(classes));
        }
        // The tally stores letters as negative numbers, so the first letter has the greatest number.
        let is_ascending = matches!(self.order, AccountSort::Oldest | AccountSort::NameDescending);
        Ok(if is_ascending {
            tally.order(user_tally::day.asc()).load(connection)?
        } else {
            tally.order(user_tally::day.desc()).load(connection)?
        })
    }

    /// Skips everything before a bucket, in the direction of the scan.
    fn begin_at(&mut self, bucket: i64, is_backward: bool) {
        let is_ascending = matches!(self.order, AccountSort::Oldest | AccountSort::Name) != is_backward;
        if bucket == ALL_DAYS {
            return;
        }
        if bucket > ALL_DAYS {
            let start = |day: i64| Timestamp(day * DAY_MILLISECONDS - YEAR_1_MILLISECONDS);
            if is_ascending {
                self.from = Some(start(bucket));
            } else {
                self.to = Some(start(bucket + 1).plus_milliseconds(-1));
            }
        } else if is_ascending {
            self.first_name = Some(letter(-bucket - 1));
        } else {
            self.end_name = Some(letter(-bucket)).filter(|end| !end.is_empty());
        }
    }
}

/// Returns the lower bound of the names that start with the character of this code: the character alone, or an empty
/// string if the code is no character.
fn letter(code: i64) -> String {
    // A surrogate is not a character; the next character follows the surrogates.
    let code = u32::try_from(code)
        .ok()
        .filter(|code| *code > 0)
        .map(|code| if (0xD800..0xE000).contains(&code) { 0xE000 } else { code });
    code.and_then(char::from_u32).map(String::from).unwrap_or_default()
}

/// The start from which a page is reached over the fewest rows.
#[derive(Debug, PartialEq, Eq)]
struct PageStart {
    /// The bucket to start at: its beginning, or its end when going backward.
    bucket: i64,
    is_backward: bool,
    skipped: i64,
    read: i64,
}

/// Returns the start for a page of a list with known records per bucket; `None` if the page is past the end.
fn page_start(buckets: &[(i64, i64)], offset: i64, limit: i64) -> Option<PageStart> {
    let total: i64 = buckets.iter().map(|(_, records)| records).sum();
    let end = (offset + limit).min(total);
    if offset >= total {
        return None;
    }
    let mut before = 0;
    let (mut first, mut last) = (None, None);
    for (bucket, records) in buckets {
        let behind = before + records;
        if first.is_none() && offset < behind {
            first = Some((*bucket, offset - before));
        }
        if last.is_none() && end <= behind {
            last = Some((*bucket, behind - end));
        }
        before = behind;
    }
    let ((first, forward), (last, backward)) = (first?, last?);
    let is_backward = backward < forward;
    let (bucket, skipped) = if is_backward { (last, backward) } else { (first, forward) };
    Some(PageStart { bucket, is_backward, skipped, read: end - offset })
}

fn reversed(order: AccountSort) -> AccountSort {
    match order {
        AccountSort::Newest => AccountSort::Oldest,
        AccountSort::Oldest => AccountSort::Newest,
        AccountSort::Name => AccountSort::NameDescending,
        AccountSort::NameDescending => AccountSort::Name,
    }
}

#[cfg(test)]
mod tests {
    use super::{PageStart, letter, page_start};

    fn told(offset: i64, limit: i64) -> Option<(i64, bool, i64, i64)> {
        let buckets = [(7, 100), (6, 0), (5, 50), (4, 10)];
        page_start(&buckets, offset, limit)
            .map(|PageStart { bucket, is_backward, skipped, read }| (bucket, is_backward, skipped, read))
    }

    #[test]
    fn a_page_is_reached_from_the_nearer_end_of_its_bucket() {
        assert_eq!(told(10, 20), Some((7, false, 10, 20)));
        assert_eq!(told(75, 20), Some((7, true, 5, 20)));
        assert_eq!(told(90, 20), Some((5, true, 40, 20)), "into the next bucket");
        assert_eq!(told(100, 20), Some((5, false, 0, 20)));
        assert_eq!(told(155, 20), Some((4, true, 0, 5)), "the last page is not full");
        assert_eq!(told(160, 20), None);
    }

    #[test]
    fn a_first_letter_is_a_name_that_none_of_its_names_stands_before() {
        assert_eq!((letter(0), letter(0xAE40)), (String::new(), "김".to_owned()));
        assert_eq!(letter(0xD800), "\u{E000}");
    }
}
