//! Terms: rows. Whoever may see terms sees all of them; what is published everybody may read.

use chrono::NaiveDate;
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    result::{DatabaseErrorKind, Error as DieselError},
};
use kernel::{
    access::caller::Caller,
    clock,
    db::{
        DatabaseConnection, Db,
        page::{self, Paging},
        schema::terms,
    },
    problem::Problem,
    records::{Mask, Record, Rows},
    rich_text,
};
use uno_core::{
    contract::{
        page::{Can, Page, Permit},
        terms::{
            CurrentTerms, CurrentTermsFilter, EarlierTerms, Language, SCREEN, Terms, TermsFilter, TermsId, TermsKind,
            TermsPath, TermsSave, TermsSort, TermsStatus,
        },
    },
    domain::{
        access::Action,
        time::{Date, Timestamp},
    },
};

/// Terms without their content, which lists do not need.
#[derive(Queryable, Selectable)]
#[diesel(table_name = terms)]
struct Row {
    terms_id: i64,
    kind: String,
    edition: String,
    language: String,
    is_required: bool,
    effective_from: NaiveDate,
    status: String,
    created_at: i64,
    updated_at: i64,
    version: i64,
}

impl Row {
    fn terms(self, caller: &Caller, content: Option<String>) -> Result<Terms, Problem> {
        let unknown = || Problem::internal("unknown word");
        let status = TermsStatus::parse(&self.status).ok_or_else(unknown)?;
        Ok(Terms {
            terms_id: TermsId(self.terms_id),
            kind: TermsKind::parse(&self.kind).ok_or_else(unknown)?,
            edition: self.edition,
            language: Language::parse(&self.language).ok_or_else(unknown)?,
            content,
            is_required: self.is_required,
            effective_from: Date(self.effective_from),
            status,
            created_at: Timestamp(self.created_at),
            updated_at: Timestamp(self.updated_at),
            version: self.version,
            can: can(caller, status),
        })
    }
}

/// What is published stays as it is.
fn can(caller: &Caller, status: TermsStatus) -> Can {
    let permit = |action| match status {
        TermsStatus::Draft => caller.permit(SCREEN, action),
        TermsStatus::Published => Permit::no("published"),
    };
    Can { update: permit(Action::Update), delete: permit(Action::Delete) }
}

fn filtered(filter: &TermsFilter) -> terms::BoxedQuery<'static, Db> {
    let mut query = terms::table.into_boxed();
    if !filter.kinds.is_empty() {
        query = query.filter(terms::kind.eq_any(filter.kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>()));
    }
    if !filter.languages.is_empty() {
        let words: Vec<_> = filter.languages.iter().map(|language| language.as_str()).collect();
        query = query.filter(terms::language.eq_any(words));
    }
    if !filter.statuses.is_empty() {
        let words: Vec<_> = filter.statuses.iter().map(|status| status.as_str()).collect();
        query = query.filter(terms::status.eq_any(words));
    }
    if let Some(start) = filter.start_effective_from {
        query = query.filter(terms::effective_from.ge(start.first().date_in_seoul().0));
    }
    if let Some(end) = filter.end_effective_from {
        query = query.filter(terms::effective_from.le(end.last().date_in_seoul().0));
    }
    query
}

/// A page of terms.
///
/// # Errors
/// When the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &TermsFilter,
) -> Result<Page<Terms>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(filter).select(Row::as_select()).offset(paging.offset()).limit(paging.size);
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
    found.try_map(|row: Row| row.terms(caller, None))
}

macro_rules! saved {
    ($save:expr) => {
        (
            terms::kind.eq($save.kind.as_str()),
            terms::edition.eq(&$save.edition),
            terms::language.eq($save.language.as_str()),
            terms::content.eq(&$save.content),
            terms::is_required.eq($save.is_required),
            terms::effective_from.eq($save.effective_from.0),
            terms::status.eq($save.status.as_str()),
        )
    };
}

fn taken(error: DieselError) -> Problem {
    match error {
        DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => Problem::taken("edition"),
        other => other.into(),
    }
}

fn check_draft(status: TermsStatus) -> Result<(), Problem> {
    match status {
        TermsStatus::Draft => Ok(()),
        TermsStatus::Published => Err(Problem::invalid_field("status", "published")),
    }
}

/// The terms in force of each kind: the latest edition, in the language asked for where there is one and
/// in Korean otherwise.
///
/// # Errors
/// When the database fails.
pub fn current(connection: &mut DatabaseConnection, filter: &CurrentTermsFilter) -> Result<Vec<CurrentTerms>, Problem> {
    let kinds = if filter.kinds.is_empty() { TermsKind::ALL } else { &filter.kinds };
    let mut found = Vec::new();
    for kind in TermsKind::ALL.iter().filter(|kind| kinds.contains(kind)) {
        let asked = filter.language.filter(|language| *language != Language::Ko);
        for language in asked.into_iter().chain([Language::Ko]) {
            let latest = in_force(*kind, language).select((Row::as_select(), terms::content)).first(connection);
            if let Some((row, content)) = latest.optional()? {
                found.push(shown(connection, row, content)?);
                break;
            }
        }
    }
    Ok(found)
}

/// What is or was in force, the latest first: of those of one day what was published last, after which
/// nothing changes any more.
fn in_force(kind: TermsKind, language: Language) -> terms::BoxedQuery<'static, Db> {
    terms::table
        .filter(terms::kind.eq(kind.as_str()))
        .filter(terms::language.eq(language.as_str()))
        .filter(terms::status.eq(TermsStatus::Published.as_str()))
        .filter(terms::effective_from.le(clock::today().0))
        .order((terms::effective_from.desc(), terms::updated_at.desc(), terms::terms_id.desc()))
        .into_boxed()
}

/// Terms that are or were in force.
///
/// # Errors
/// "Not found", also for drafts and what is not in force yet.
pub fn published(connection: &mut DatabaseConnection, id: TermsId) -> Result<CurrentTerms, Problem> {
    let found = terms::table
        .find(id.0)
        .filter(terms::status.eq(TermsStatus::Published.as_str()))
        .filter(terms::effective_from.le(clock::today().0))
        .select((Row::as_select(), terms::content))
        .first(connection)
        .optional()?;
    let (row, content) = found.ok_or_else(Problem::not_found)?;
    shown(connection, row, content)
}

/// Terms as everybody may read them, with the editions before them.
fn shown(connection: &mut DatabaseConnection, row: Row, content: String) -> Result<CurrentTerms, Problem> {
    let unknown = || Problem::internal("unknown word");
    let kind = TermsKind::parse(&row.kind).ok_or_else(unknown)?;
    let language = Language::parse(&row.language).ok_or_else(unknown)?;
    let editions = in_force(kind, language).select((terms::terms_id, terms::edition, terms::effective_from)).load::<(
        i64,
        String,
        NaiveDate,
    )>(
        connection,
    )?;
    let earlier = editions.into_iter().skip_while(|(id, ..)| *id != row.terms_id).skip(1);
    Ok(CurrentTerms {
        terms_id: TermsId(row.terms_id),
        kind,
        edition: row.edition,
        language,
        content,
        is_required: row.is_required,
        effective_from: Date(row.effective_from),
        earlier: earlier
            .map(|(id, edition, from)| EarlierTerms { terms_id: TermsId(id), edition, effective_from: Date(from) })
            .collect(),
    })
}

/// Terms, which are created, changed and removed by their form while they are drafts.
pub struct TermsRecord;

impl Record for TermsRecord {
    const RESOURCE: &'static str = "terms";
    const MASKED: &'static [(&'static str, Mask)] = &[("content", rich_text::beginning)];
    const RICH_TEXT: &'static [&'static str] = &["content"];
    type Form = TermsSave;
}

impl Rows for TermsRecord {
    type Path = TermsPath;
    type Shown = Terms;

    fn id(path: &TermsPath) -> i64 {
        path.terms_id.0
    }

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Terms, Problem> {
        let found = terms::table.find(id).select((Row::as_select(), terms::content)).first(connection).optional()?;
        let (row, content): (Row, String) = found.ok_or_else(Problem::not_found)?;
        row.terms(caller, Some(content))
    }

    fn form(terms: &Terms) -> TermsSave {
        TermsSave {
            kind: terms.kind,
            edition: terms.edition.clone(),
            language: terms.language,
            content: terms.content.clone().unwrap_or_default(),
            is_required: terms.is_required,
            effective_from: terms.effective_from,
            status: terms.status,
            version: Some(terms.version),
        }
    }

    fn accepted(before: Option<&TermsSave>, save: TermsSave) -> Result<TermsSave, Problem> {
        before.map_or(Ok(()), |before| check_draft(before.status))?;
        // Nobody has agreed to what was not there yet.
        if save.status == TermsStatus::Published && save.effective_from < clock::today() {
            return Err(Problem::invalid_field("effectiveFrom", "past"));
        }
        Ok(save)
    }

    fn insert(connection: &mut DatabaseConnection, save: &TermsSave) -> Result<i64, Problem> {
        let now = clock::now().0;
        diesel::insert_into(terms::table)
            .values((saved!(save), terms::created_at.eq(now), terms::updated_at.eq(now)))
            .returning(terms::terms_id)
            .get_result(connection)
            .map_err(taken)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &TermsSave,
        save: &TermsSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        diesel::update(terms::table.find(id).filter(terms::version.eq(version)))
            .set((saved!(save), terms::updated_at.eq(clock::now().0), terms::version.eq(version + 1)))
            .execute(connection)
            .map_err(taken)
    }

    fn remove(connection: &mut DatabaseConnection, id: i64, before: &TermsSave) -> Result<(), Problem> {
        check_draft(before.status)?;
        let draft = terms::table.find(id).filter(terms::status.eq(TermsStatus::Draft.as_str()));
        let removed = diesel::delete(draft).execute(connection)?;
        // Somebody has published it meanwhile.
        if removed == 0 { check_draft(TermsStatus::Published) } else { Ok(()) }
    }
}
