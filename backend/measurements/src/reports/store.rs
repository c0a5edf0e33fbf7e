//! Reports: storage. They are scoped by the member's company, which never changes. Content is written once and never
//! migrated, so [`MeasurementPrint`] must be able to read all stored versions.

use crate::{
    each_kind,
    kind::{Kind as _, MeasurementKind},
    names::Names,
    prints, store,
};
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped as _},
    },
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow as _,
        page::{self, Paging},
        schema::{member, report},
    },
    problem::Problem,
    records::revisions::{self, Author},
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        logs::LogSort,
        measurements::{KindOfMeasurements, MeasurementPrint, MeasurementsByKind},
        members::MemberId,
        page::{Can, Page, Permit},
        report_links::SentReport,
        reports::{Report, ReportFilter, ReportId, ReportSave, SCREEN},
        revisions::{FieldChange, Removed, RevisionAction},
    },
    domain::{
        access::Action,
        time::{Bound, Timestamp},
    },
};

/// The resource name in revisions.
const RESOURCE: &str = "report";
/// The maximum number of measurements of a trend.
const TREND: i64 = 12;
/// The maximum size of a content in bytes; the trends of a larger one are shortened.
const MAX_CONTENT: usize = 100_000;
/// A print of more reports than this has no trends, as a print of measurements has none.
const MAX_WITH_TRENDS: usize = 10;
/// The number of characters of a comment in lists.
const MAX_BEGINNING: usize = 100;

/// The content of a report: the newest measurements of each kind, and the kinds.
pub struct Snapshot {
    kinds: String,
    content: String,
}

impl Snapshot {
    /// Loads a member's newest measurements of each kind whose screen `may_read` allows: the newest of each test on the
    /// last day, and the measurements of the trends. Returns `None` if there are no measurements.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn of(
        connection: &mut DatabaseConnection,
        scope: Scope,
        may_read: impl Fn(&str) -> bool,
        member_id: MemberId,
    ) -> Result<Option<Self>, Problem> {
        let mut kinds = Vec::new();
        let (mut printed, mut trends) = (MeasurementsByKind::default(), MeasurementsByKind::default());
        macro_rules! read {
            ($($kind:ty),+) => { $(
                if may_read(<$kind>::SCREEN) {
                    let found = store::newest_of::<$kind>(connection, scope, member_id, TREND)?;
                    let (newest, trend) = (<$kind>::list_in(&mut printed), <$kind>::list_in(&mut trends));
                    if !found.is_empty() {
                        let ids: Vec<i64> = found.iter().map(|(id, ..)| *id).collect();
                        *newest = prints::in_order::<$kind>(connection, scope, &of_last_day(&found))?;
                        *trend = store::list_items::<$kind>(connection, scope, &ids)?;
                    }
                    // Leave out measurements that were reassigned after their ids were read.
                    newest.retain(|one| one.member_id == Some(member_id));
                    trend.retain(|one| one.member_id == Some(member_id));
                    if !newest.is_empty() {
                        kinds.push(KindOfMeasurements::from(<$kind>::KIND).as_str());
                    }
                }
            )+ };
        }
        each_kind!(read);
        if kinds.is_empty() {
            return Ok(None);
        }
        let content = serialized(MeasurementPrint { printed, trends })?;
        Ok(Some(Self { kinds: kinds.join(","), content }))
    }
}

/// Returns the measurements of the last day, the newest of each test, from a list with the newest first: three
/// questionnaires of one visit together are its result.
fn of_last_day(found: &[(i64, Timestamp, String)]) -> Vec<i64> {
    let mut tests: Vec<&str> = Vec::new();
    let mut ids = Vec::new();
    let Some((_, newest, _)) = found.first() else { return ids };
    let day = newest.date_in_seoul();
    for (id, _, test) in found.iter().take_while(|(_, at, _)| at.date_in_seoul() == day) {
        if !tests.contains(&test.as_str()) {
            tests.push(test);
            ids.push(*id);
        }
    }
    ids
}

/// Serializes a content. If it is too large, halves the longest trends until it fits.
fn serialized(mut content: MeasurementPrint) -> Result<String, Problem> {
    loop {
        let text = serde_json::to_string(&content).map_err(Problem::internal)?;
        let mut longest = 0;
        macro_rules! measure {
            ($($kind:ty),+) => { $(longest = longest.max(<$kind>::list_in(&mut content.trends).len());)+ };
        }
        each_kind!(measure);
        if text.len() <= MAX_CONTENT || longest == 0 {
            return Ok(text);
        }
        macro_rules! shorten {
            ($($kind:ty),+) => { $(<$kind>::list_in(&mut content.trends).truncate(longest / 2);)+ };
        }
        each_kind!(shorten);
    }
}

/// A report to insert.
#[derive(Insertable)]
#[diesel(table_name = report)]
struct New {
    member_id: i64,
    company_id: i64,
    created_at: i64,
    account_id: i64,
    account_name: String,
    kinds: String,
    comment: Option<String>,
    content: String,
}

/// The author and time of a report.
pub struct Authorship {
    /// The account.
    pub account_id: i64,
    /// The account's name.
    pub account_name: String,
    /// The time.
    pub at: Timestamp,
}

/// Inserts a report of a member of a company and returns its id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn write(
    connection: &mut DatabaseConnection,
    authorship: Authorship,
    (member_id, company_id): (MemberId, i64),
    snapshot: Snapshot,
    comment: Option<String>,
) -> Result<i64, Problem> {
    let new = New {
        member_id: member_id.0,
        company_id,
        created_at: authorship.at.0,
        account_id: authorship.account_id,
        account_name: authorship.account_name,
        kinds: snapshot.kinds,
        comment,
        content: snapshot.content,
    };
    Ok(diesel::insert_into(report::table).values(new).returning(report::report_id).get_result(connection)?)
}

/// Returns the company of a member in the scope.
fn company_of(connection: &mut DatabaseConnection, scope: Scope, member_id: MemberId) -> Result<i64, Problem> {
    let own = member::table.in_scope(scope).filter(member::member_id.eq(member_id));
    let company_id = own.select(member::company_id).first(connection).optional()?;
    company_id.ok_or_else(|| Problem::invalid_field("memberId", "notFound"))
}

/// Loads the content of a new report.
///
/// # Errors
/// Returns a violation of `memberId` if the member is outside the scope, or the caller may read no measurement of the
/// member.
pub(super) fn snapshot_for(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    member_id: MemberId,
) -> Result<Snapshot, Problem> {
    company_of(connection, caller.scope, member_id)?;
    Snapshot::of(connection, caller.scope, |screen| caller.may(screen, Action::Read), member_id)?
        .ok_or_else(|| Problem::invalid_field("memberId", "noMeasurements"))
}

/// Stores a report.
///
/// # Errors
/// Returns a violation of `memberId` if the member was deleted meanwhile.
pub(super) fn make(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    save: ReportSave,
    snapshot: Snapshot,
) -> Result<Report, Problem> {
    let ReportSave { member_id, comment } = save;
    let company_id = company_of(connection, caller.scope, member_id)?;
    let authorship = Authorship { account_id: caller.account_id, account_name: caller.name.clone(), at: clock::now() };
    let id = write(connection, authorship, (member_id, company_id), snapshot, comment)?;
    let change = FieldChange { field: "memberId".into(), before: None, after: Some(member_id.0.to_string()) };
    revisions::record(connection, &Author::from(caller), RESOURCE, id, RevisionAction::Create, &[change])?;
    let row = report::table.find(id).select(Row::as_select()).first::<Row>(connection)?;
    let names = Names::of(connection, std::iter::once(row.whose()))?;
    Ok(shown(caller, &names, row))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = report)]
struct Row {
    report_id: i64,
    member_id: i64,
    company_id: i64,
    created_at: i64,
    account_name: String,
    kinds: String,
    comment: Option<String>,
}

impl Row {
    /// Returns the member and the company.
    fn whose(&self) -> (i64, i64) {
        (self.member_id, self.company_id)
    }
}

/// Returns a report without its content.
fn shown(caller: &Caller, names: &Names, row: Row) -> Report {
    let may_read = |kind: &KindOfMeasurements| MeasurementKind::from(*kind).is_read_by(caller);
    Report {
        report_id: ReportId(row.report_id),
        created_at: Timestamp(row.created_at),
        account_name: row.account_name,
        member_id: MemberId(row.member_id),
        member_name: names.member(row.member_id),
        company_name: names.company(row.company_id),
        kinds: row.kinds.split(',').filter_map(KindOfMeasurements::parse).filter(may_read).collect(),
        comment: row.comment,
        content: None,
        can: Can { update: Permit::no("forbidden"), delete: caller.permit(SCREEN, Action::Delete) },
    }
}

/// Returns the beginning of a comment.
fn excerpt(comment: String) -> String {
    match comment.char_indices().nth(MAX_BEGINNING) {
        Some((end, _)) => format!("{}…", comment.get(..end).unwrap_or_default()),
        None => comment,
    }
}

fn filtered(scope: Scope, filter: &ReportFilter) -> report::BoxedQuery<'static, Db> {
    report::table
        .in_scope(scope)
        .since(report::created_at, filter.start_created_at.map(Bound::first))
        .until(report::created_at, filter.end_created_at.map(Bound::last))
        .equal(report::member_id, filter.member_id)
}

/// Returns a page of reports, without their contents.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &ReportFilter,
) -> Result<Page<Report>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(caller.scope, filter).select(Row::as_select()).page(paging);
        match filter.sort.unwrap_or(LogSort::Newest) {
            LogSort::Newest => query.order((report::created_at.desc(), report::report_id.desc())),
            LogSort::Oldest => query.order((report::created_at.asc(), report::report_id.asc())),
        }
        .load::<Row>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let count = |connection: &mut DatabaseConnection| filtered(caller.scope, filter).count().get_result(connection);
    let found = page::load(connection, paging, rows, count)?;
    let names = Names::of(connection, found.data.iter().map(Row::whose))?;
    Ok(found.map(|row| {
        let report = shown(caller, &names, row);
        Report { comment: report.comment.map(excerpt), ..report }
    }))
}

/// Returns a content without the kinds that its reader may not see.
fn read(text: &str, may_read: impl Fn(KindOfMeasurements) -> bool) -> Result<MeasurementPrint, Problem> {
    let mut content: MeasurementPrint = serde_json::from_str(text).map_err(Problem::internal)?;
    macro_rules! withhold {
        ($($kind:ty),+) => { $(
            if !may_read(<$kind>::KIND.into()) {
                *<$kind>::list_in(&mut content.printed) = Vec::new();
                *<$kind>::list_in(&mut content.trends) = Vec::new();
            }
        )+ };
    }
    each_kind!(withhold);
    for one in content.printed.physical.iter_mut().chain(&mut content.trends.physical) {
        // Early contents have `false` where there was no grade.
        one.obesity_class_3 = one.bmi_grade.and(one.obesity_class_3);
        one.isolated_systolic = one.blood_pressure_class.and(one.isolated_systolic);
    }
    Ok(content)
}

/// Returns the reports with these ids in the caller's scope, with their contents, in this order.
fn load_with_content(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    ids: &[i64],
) -> Result<Vec<Report>, Problem> {
    let (mut rows, mut contents) = (Vec::new(), HashMap::new());
    let own = report::table.in_scope(caller.scope).filter(report::report_id.eq_any(ids.to_vec()));
    for (row, content) in own.select((Row::as_select(), report::content)).load::<(Row, String)>(connection)? {
        contents.insert(row.report_id, content);
        rows.push(row);
    }
    let names = Names::of(connection, rows.iter().map(Row::whose))?;
    page::in_order(ids, rows, |row| row.report_id)
        .into_iter()
        .map(|row| {
            let content = contents
                .get(&row.report_id)
                .map(|text| read(text, |kind| MeasurementKind::from(kind).is_read_by(caller)))
                .transpose()?;
            Ok(Report { content, ..shown(caller, &names, row) })
        })
        .collect()
}

/// Returns a report with its content.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub(super) fn get(connection: &mut DatabaseConnection, caller: &Caller, id: ReportId) -> Result<Report, Problem> {
    load_with_content(connection, caller, &[id.0])?.pop().ok_or_else(Problem::not_found)
}

/// Returns the content of a print of reports.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn print(connection: &mut DatabaseConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<Report>, Problem> {
    let mut reports = load_with_content(connection, caller, ids)?;
    if reports.len() > MAX_WITH_TRENDS {
        for content in reports.iter_mut().filter_map(|report| report.content.as_mut()) {
            content.trends = MeasurementsByKind::default();
        }
    }
    Ok(reports)
}

/// Returns what a link to a report of a member shows: the stored content of these kinds, without the ids of member and
/// company, because the reader has no account. Nothing if the report was deleted.
pub(crate) fn of_link(
    connection: &mut DatabaseConnection,
    member_id: i64,
    sent: Option<(i64, String)>,
) -> Result<(MeasurementPrint, Option<SentReport>), Problem> {
    let Some((report_id, kinds)) = sent else { return Ok((MeasurementPrint::default(), None)) };
    let found = report::table
        .find(report_id)
        .filter(report::member_id.eq(member_id))
        .select((report::created_at, report::comment, report::content))
        .first::<(i64, Option<String>, String)>(connection)
        .optional()?;
    let Some((created_at, comment, content)) = found else { return Ok((MeasurementPrint::default(), None)) };
    let kinds: Vec<KindOfMeasurements> = kinds.split(',').filter_map(KindOfMeasurements::parse).collect();
    let mut content = read(&content, |kind| kinds.contains(&kind))?;
    macro_rules! anonymous {
        ($($kind:ty),+) => { $(
            let lists = [<$kind>::list_in(&mut content.printed), <$kind>::list_in(&mut content.trends)];
            for measurement in lists.into_iter().flatten() {
                (measurement.member_id, measurement.company_id) = (None, None);
            }
        )+ };
    }
    each_kind!(anonymous);
    Ok((content, Some(SentReport { created_at: Timestamp(created_at), comment })))
}

/// Deletes a report permanently. The history keeps only who did what and when to which record.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub(super) fn remove(connection: &mut DatabaseConnection, caller: &Caller, id: ReportId) -> Result<Removed, Problem> {
    let own = report::table.in_scope(caller.scope).filter(report::report_id.eq(id.0)).select(report::report_id);
    if own.first::<i64>(connection).optional()?.is_none()
        || diesel::delete(report::table.find(id.0)).execute(connection)? == 0
    {
        return Err(Problem::not_found());
    }
    revisions::record(connection, &Author::from(caller), RESOURCE, id.0, RevisionAction::Delete, &[])?;
    revisions::forget(connection, RESOURCE, &[id.0])?;
    Ok(Removed { revision_id: None })
}

/// Deletes the reports of a member and clears the values in their history.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove_of(connection: &mut DatabaseConnection, member_id: MemberId) -> Result<(), Problem> {
    let own = || report::table.filter(report::member_id.eq(member_id));
    let ids = own().select(report::report_id).load::<i64>(connection)?;
    revisions::forget(connection, RESOURCE, &ids)?;
    diesel::delete(own()).execute(connection)?;
    Ok(())
}
