//! Terms: database access. Every caller who may see terms sees all of them; published ones are public.

use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper,
    dsl::{exists, not},
};
use kernel::{
    access::{
        agreements::{self, TermsInForce},
        caller::Caller,
    },
    alerts, clock,
    db::{
        Database, DatabaseConnection, Db,
        narrow::Narrow,
        page::{self, Paging},
        schema::{alert, consent, terms},
    },
    problem::Problem,
    records::{Record, Rows},
};
use uno_core::{
    contract::{
        alerts::TERMS_DAYS,
        page::{Can, Page, Permit},
        terms::{
            CurrentTerms, CurrentTermsFilter, EarlierTerms, Language, SCREEN, Terms, TermsFilter, TermsId, TermsKind,
            TermsPath, TermsSave, TermsSort, TermsStatus,
        },
    },
    domain::{
        access::Action,
        time::{Bound, DAY_MILLISECONDS, Date, Timestamp},
    },
};

kernel::row! {
    /// Terms without their content, which lists do not need.
    struct Row of terms as Terms {
        terms_id: TermsId,
        kind: TermsKind,
        edition: String,
        language: Language,
        is_required: bool,
        effective_from: Date,
        status: TermsStatus,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with { content: Option<String>, is_in_force: bool, consents: Option<i64>, can: Can }
    without { authors }
}

/// Creates one alert for each published edition that takes effect within [`TERMS_DAYS`].
///
/// # Errors
/// Returns an error if the database fails.
pub fn care(database: &Database) -> Result<(), Problem> {
    let now = clock::now();
    let (today, last) = (now.date_in_seoul(), Timestamp(now.0 + TERMS_DAYS * DAY_MILLISECONDS).date_in_seoul());
    let soon = move |connection: &mut DatabaseConnection| {
        let told = alert::table.filter(alert::terms_id.eq(terms::terms_id.nullable()));
        let soon = terms::table
            .filter(terms::status.eq(TermsStatus::Published.as_str()))
            // Includes those that take effect today: they may have been published since the last run.
            .filter(terms::effective_from.ge(today))
            .filter(terms::effective_from.le(last))
            .filter(not(exists(told)));
        Ok(soon.select(terms::terms_id).load::<i64>(connection)?)
    };
    let ids = database.read_blocking(soon)?;
    if ids.is_empty() {
        return Ok(());
    }
    database.write_blocking(|connection| alerts::of_terms(connection, &ids))
}

/// Published terms cannot be changed.
fn can(caller: &Caller, status: TermsStatus) -> Can {
    let permit = |action| match status {
        TermsStatus::Draft => caller.permit(SCREEN, action),
        TermsStatus::Published => Permit::no("published"),
    };
    Can { update: permit(Action::Update), delete: permit(Action::Delete) }
}

fn filtered(filter: &TermsFilter) -> terms::BoxedQuery<'static, Db> {
    terms::table
        .into_boxed()
        .among(terms::kind, &filter.kinds)
        .among(terms::language, &filter.languages)
        .among(terms::status, &filter.statuses)
        .since(terms::effective_from, filter.start_effective_from.map(Bound::first_day))
        .until(terms::effective_from, filter.end_effective_from.map(Bound::last_day))
}

/// Returns a page of terms.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &TermsFilter,
) -> Result<Page<Terms>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(filter).select(Row::as_select()).page(paging);
        match filter.sort.unwrap_or(TermsSort::EffectiveLatest) {
            TermsSort::EffectiveLatest => query.order((terms::effective_from.desc(), terms::terms_id.desc())),
            TermsSort::EffectiveEarliest => query.order((terms::effective_from.asc(), terms::terms_id.asc())),
            TermsSort::Newest => query.order(terms::terms_id.desc()),
            TermsSort::Oldest => query.order(terms::terms_id.asc()),
        }
        .load(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found = page::load(connection, paging, rows, |connection| filtered(filter).count().get_result(connection))?;
    let in_force = agreements::in_force(connection)?;
    Ok(found.map(|row: Row| shown(caller, row, &in_force, None)))
}

/// Converts a row for its reader. A single one includes its text and the number of consents.
fn shown(caller: &Caller, row: Row, in_force: &[TermsInForce], alone: Option<(String, i64)>) -> Terms {
    let can = can(caller, row.status);
    let is_in_force = in_force.iter().any(|terms| terms.has(row.terms_id));
    let (content, consents) = alone.unzip();
    row.record(content, is_in_force, consents, can)
}

/// Returns the terms in force of each kind, in the requested language if an up-to-date text exists in it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn current(connection: &mut DatabaseConnection, filter: &CurrentTermsFilter) -> Result<Vec<CurrentTerms>, Problem> {
    let in_force = agreements::in_force(connection)?;
    let asked = in_force.iter().filter(|terms| filter.kinds.is_empty() || filter.kinds.contains(&terms.deciding.kind));
    asked.map(|terms| published(connection, terms.read_in(filter.language).terms_id)).collect()
}

/// Returns the query for the editions that are or were in force, the latest first. Of several with the same day, the
/// last published one comes first; published editions never change.
fn in_force(kind: TermsKind, language: Language) -> terms::BoxedQuery<'static, Db> {
    terms::table
        .filter(terms::kind.eq(kind.as_str()))
        .filter(terms::language.eq(language.as_str()))
        .filter(terms::status.eq(TermsStatus::Published.as_str()))
        .filter(terms::effective_from.le(clock::today().0))
        .order((terms::effective_from.desc(), terms::updated_at.desc(), terms::terms_id.desc()))
        .into_boxed()
}

/// Returns terms that are or were in force.
///
/// # Errors
/// Returns "not found", also for drafts and terms not yet in force.
pub fn published(connection: &mut DatabaseConnection, id: TermsId) -> Result<CurrentTerms, Problem> {
    let found = terms::table
        .find(id.0)
        .filter(terms::status.eq(TermsStatus::Published.as_str()))
        .filter(terms::effective_from.le(clock::today().0))
        .select((Row::as_select(), terms::content))
        .first(connection)
        .optional()?;
    let (row, content) = found.ok_or_else(Problem::not_found)?;
    with_earlier(connection, row, content)
}

/// Returns terms as published, with the earlier editions.
fn with_earlier(connection: &mut DatabaseConnection, row: Row, content: String) -> Result<CurrentTerms, Problem> {
    let editions = in_force(row.kind, row.language)
        .select((terms::terms_id, terms::edition, terms::effective_from))
        .load::<(TermsId, String, Date)>(connection)?;
    let earlier = editions.into_iter().skip_while(|(id, ..)| *id != row.terms_id).skip(1);
    Ok(CurrentTerms {
        terms_id: row.terms_id,
        kind: row.kind,
        edition: row.edition,
        language: row.language,
        content,
        is_required: row.is_required,
        effective_from: row.effective_from,
        earlier: earlier
            .map(|(terms_id, edition, effective_from)| EarlierTerms { terms_id, edition, effective_from })
            .collect(),
    })
}

/// The record of terms. Only drafts can be changed or removed.
pub struct TermsRecord;

impl Record for TermsRecord {
    const RESOURCE: &'static str = "terms";
    const RICH_TEXT: &'static [&'static str] = &["content"];
    type Form = TermsSave;
}

impl Rows for TermsRecord {
    type Path = TermsPath;
    type Shown = Terms;
    const UNIQUE: Option<&'static str> = Some("edition");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Terms, Problem> {
        let found = terms::table.find(id).select((Row::as_select(), terms::content)).first(connection).optional()?;
        let (row, content) = found.ok_or_else(Problem::not_found)?;
        let standing = consent::table.filter(consent::terms_id.eq(id)).filter(consent::withdrawn_at.is_null());
        let consents = standing.count().get_result(connection)?;
        let in_force = agreements::in_force(connection)?;
        Ok(shown(caller, row, &in_force, Some((content, consents))))
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<TermsSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn validated(
        _: &mut DatabaseConnection,
        _: &Caller,
        _: Option<(i64, &TermsSave)>,
        save: TermsSave,
    ) -> Result<TermsSave, Problem> {
        // Nobody can have agreed to terms before they were published.
        if save.status == TermsStatus::Published && save.effective_from < clock::today() {
            return Err(Problem::invalid_field("effectiveFrom", "past"));
        }
        Ok(save)
    }

    fn check_changeable(before: &TermsSave) -> Result<(), Problem> {
        match before.status {
            TermsStatus::Draft => Ok(()),
            TermsStatus::Published => Err(Problem::invalid_field("status", "published")),
        }
    }

    fn check_removable(_: &mut DatabaseConnection, _: i64, before: &TermsSave) -> Result<(), Problem> {
        Self::check_changeable(before)
    }

    kernel::saved_columns! {
        terms by terms_id { kind, edition, language, content, is_required, effective_from, status }
    }
}
