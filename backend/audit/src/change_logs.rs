//! The change log. A company's staff see changes to their companies' records, regardless of where those are in the tree
//! now, and removals of what is in the bin. Callers with access to everything see changes to all records.

use crate::{
    field_names,
    pages::{self, PageRequest, Span, in_span},
};
use diesel::{
    AggregateExpressionMethods, BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension,
    QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    dsl::{count, exists},
};
use kernel::{
    access::{caller::Caller, log::Person, scope::Scope},
    db::{
        DatabaseConnection, Db,
        cursor::Cursors,
        narrow::Narrow,
        schema::{
            account, company, company_user_app, division, member, member_link, past_form, permission_group, report,
            revision,
        },
    },
    exports::{Column, Exported, RowsAfter, Value},
    problem::Problem,
};
use uno_core::{
    contract::{
        companies::CompanyType,
        logs::{ChangeLog, ChangeLogFilter, ChangeLogId, ChangedResource, ExportChangeLogs, LogSort},
        page::Page,
        revisions::{FieldChange, RevisionAction},
    },
    domain::time::{Bound, Timestamp},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = revision)]
struct Row {
    #[diesel(column_name = revision_id)]
    id: i64,
    created_at: i64,
    account_name: String,
    resource: String,
    record_id: i64,
    action: String,
    changes: String,
    position: Option<i64>,
}

impl Row {
    /// Values are shown only to callers with access to everything: the changes of a company that was moved name its
    /// former line.
    fn into_contract(self, scope: Scope) -> Result<ChangeLog, Problem> {
        let changes: Vec<FieldChange> = serde_json::from_str(&self.changes).map_err(Problem::internal)?;
        let told = |change: FieldChange| match scope {
            Scope::All => change,
            _ => FieldChange { before: None, after: None, ..change },
        };
        Ok(ChangeLog {
            change_log_id: ChangeLogId(self.id),
            created_at: Timestamp(self.created_at),
            account_name: self.account_name,
            resource: self.resource,
            record_id: self.record_id,
            action: RevisionAction::parse(&self.action).ok_or_else(|| Problem::internal("unknown action"))?,
            changes: changes.into_iter().map(told).collect(),
            position: self.position,
        })
    }
}

type Query = revision::BoxedQuery<'static, Db>;

/// The resources whose changes companies see. Users belong to no company, and settings of the installation to the
/// installation. Measurements are excluded because they are by far the most: checking the owner of each would double
/// the time of every list, and each shows its own history anyway.
const OF_COMPANIES: [ChangedResource; 9] = [
    ChangedResource::Member,
    ChangedResource::Company,
    ChangedResource::Division,
    ChangedResource::MemberLink,
    ChangedResource::Manager,
    ChangedResource::Operator,
    ChangedResource::PermissionGroup,
    ChangedResource::CompanyUserApp,
    ChangedResource::Report,
];

fn scoped(scope: Scope) -> Query {
    let query = revision::table.into_boxed();
    macro_rules! below {
        ($tier:ident, $id:expr) => {{
            let is = |resource: ChangedResource| revision::resource.eq(resource.as_str());
            let own = || company::table.filter(company::$tier.eq($id)).select(company::company_id.nullable());
            macro_rules! of_line {
                ($table:ident, $key:ident) => {{
                    let record = $table::table.filter($table::$key.eq(revision::record_id));
                    exists(record.filter($table::$tier.eq($id)))
                }};
            }
            macro_rules! owned {
                ($table:ident, $key:ident) => {{
                    let record = $table::table.filter($table::$key.eq(revision::record_id));
                    exists(record.filter($table::company_id.nullable().eq_any(own())))
                }};
            }
            let of_staff = is(ChangedResource::Manager).or(is(ChangedResource::Operator));
            let kinds = OF_COMPANIES.map(|kind| kind.as_str());
            let removed = past_form::table
                .filter(past_form::kept_until.is_not_null())
                .filter(past_form::resource.eq_any(kinds))
                .filter(past_form::company_id.eq_any(own()))
                .select(past_form::revision_id);
            query.filter(
                is(ChangedResource::Member)
                    .and(of_line!(member, member_id))
                    .or(is(ChangedResource::Company).and(of_line!(company, company_id)))
                    .or(of_staff.and(of_line!(account, account_id)))
                    .or(is(ChangedResource::MemberLink).and(of_line!(member_link, member_link_id)))
                    .or(is(ChangedResource::Division).and(owned!(division, division_id)))
                    .or(is(ChangedResource::PermissionGroup).and(owned!(permission_group, permission_group_id)))
                    .or(is(ChangedResource::CompanyUserApp).and(owned!(company_user_app, company_user_app_id)))
                    .or(is(ChangedResource::Report).and(owned!(report, report_id)))
                    .or(revision::revision_id.eq_any(removed)),
            )
        }};
    }
    match scope {
        Scope::All => query,
        Scope::Company { company_id, tier } => match tier {
            CompanyType::Vendor => below!(vendor_id, company_id.0),
            CompanyType::Dealer => below!(dealer_id, company_id.0),
            CompanyType::Retailer => below!(retailer_id, company_id.0),
        },
        Scope::Oneself { .. } | Scope::Nothing => query.filter(revision::revision_id.eq(-1)),
    }
}

fn filtered(scope: Scope, filter: &ChangeLogFilter) -> Query {
    let query = scoped(scope)
        .since(revision::created_at, filter.start_created_at.map(Bound::first))
        .until(revision::created_at, filter.end_created_at.map(Bound::last))
        .among(revision::resource, &filter.resources)
        .equal(revision::record_id, filter.record_id)
        .among(revision::action, &filter.actions);
    match filter.account_name.as_deref().filter(|name| !name.is_empty()) {
        Some(name) => query.filter(pages::contains(revision::account_name, name)),
        None => query,
    }
}

fn rows_in_span(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &ChangeLogFilter,
    span: Span,
) -> Result<Vec<Row>, Problem> {
    let query = in_span!(filtered(scope, filter), span, revision, revision_id);
    Ok(query.select(Row::as_select()).load(connection)?)
}

/// Returns a page of the change log.
pub(crate) fn list(
    connection: &mut DatabaseConnection,
    cursors: &Cursors,
    scope: Scope,
    filter: &ChangeLogFilter,
) -> Result<Page<ChangeLog>, Problem> {
    let page_request = PageRequest {
        name: "changes",
        scope,
        sort: filter.sort,
        page: filter.page,
        page_size: filter.page_size,
        after: filter.after.as_deref(),
    };
    let rows = |connection: &mut DatabaseConnection, span| rows_in_span(connection, scope, filter, span);
    let counted = |connection: &mut DatabaseConnection, limit| {
        let ids: Vec<i64> = filtered(scope, filter).select(revision::revision_id).limit(limit).load(connection)?;
        i64::try_from(ids.len()).map_err(Problem::internal)
    };
    let place = |row: &Row| (row.created_at, row.id);
    pages::load(connection, cursors, &page_request, rows, place, counted)?.try_map(|row| row.into_contract(scope))
}

/// The change log as a file: the changed fields and, if the reader may see them, the values.
pub struct ChangeLogExport;

impl Exported for ChangeLogExport {
    type Call = ExportChangeLogs;
    type Row = ChangeLog;
    const COLUMNS: &'static [Column<ChangeLog>] = &[
        Column::to_the_second("log.when", 21.0, |row| row.created_at.into()),
        Column::new("log.who", 16.0, |row| (&row.account_name).into()),
        Column::new("log.resource", 14.0, |row| Value::Word("log.resource", &row.resource)),
        Column::new("log.record", 12.0, |row| row.record_id.into()),
        Column::new("log.what", 10.0, |row| Value::Word("revision.action", row.action.as_str())),
        Column::written("log.fields", 80.0, |row, texts| {
            let lines = row.changes.iter().map(|change| field_names::line(texts, &row.resource, change));
            lines.collect::<Vec<_>>().join("\n")
        }),
        Column::new("log.position", 10.0, |row| row.position.into()),
    ];
    const NEEDS_REASON: bool = true;

    fn title(_: &ChangeLogFilter) -> &'static str {
        "log.changes"
    }

    /// Counts the members whose changes are in the file.
    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &ChangeLogFilter,
    ) -> Result<Option<i64>, Problem> {
        let of_members = revision::resource.eq(ChangedResource::Member.as_str());
        let members = count(revision::record_id).aggregate_distinct();
        Ok(Some(filtered(caller.scope, filter).filter(of_members).select(members).get_result(connection)?))
    }

    /// A member who no longer exists is not a person any more.
    fn whose(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &ChangeLogFilter,
    ) -> Result<Option<Person>, Problem> {
        let of_members = revision::resource.eq(ChangedResource::Member.as_str());
        let left = exists(member::table.filter(member::member_id.eq(revision::record_id)));
        let named = filtered(caller.scope, filter).filter(of_members).filter(left);
        Ok(named.select(revision::record_id).first(connection).optional()?.map(Person::Member))
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &ChangeLogFilter) -> Result<i64, Problem> {
        Ok(filtered(caller.scope, filter).count().get_result(connection)?)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &ChangeLogFilter,
        behind: RowsAfter<'_, ChangeLog>,
    ) -> Result<Vec<ChangeLog>, Problem> {
        let place = behind.last.map(|row| (row.created_at.0, row.change_log_id.0));
        let rows = rows_in_span(connection, caller.scope, filter, Span::behind(filter.sort, place, behind.most))?;
        rows.into_iter().map(|row| row.into_contract(caller.scope)).collect()
    }
}

/// Returns a change.
pub(crate) fn get(connection: &mut DatabaseConnection, scope: Scope, id: ChangeLogId) -> Result<ChangeLog, Problem> {
    let own = scoped(scope).filter(revision::revision_id.eq(id.0));
    let row = own.select(Row::as_select()).first(connection).optional()?;
    row.ok_or_else(Problem::not_found)?.into_contract(scope)
}
