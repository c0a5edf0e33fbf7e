//! Exports: all pages of a list as a spreadsheet or CSV file, in the language of the request.
//!
//! A feature provides the columns and the rows of its list ([`Exported`]). Access checks, the log, the job, its
//! progress and the file are implemented here.

mod column;
mod texts;

pub use column::{Column, Value, WrittenColumn};
pub use texts::Texts;

use crate::{
    access::{
        caller::{self, Caller},
        log::{self, LoggedRead, Person, Reader},
        scope::{Scope, Scoped as _},
    },
    auth::accounts,
    clock,
    db::{
        DatabaseConnection,
        schema::{company, job},
    },
    http::mount::{Api, Decoded, Input},
    jobs::{Interrupted, Run, Work, store as jobs},
    problem::Problem,
    reports::{
        csv::Csv,
        sheet::{self, Cell, Spreadsheet},
    },
    state::State,
};
use diesel::{ExpressionMethods, OptionalExtension as _, QueryDsl, RunQueryDsl};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, fs::File};
use uno_core::{
    contract::{
        Endpoint,
        companies::CompanyId,
        error::ErrorCode,
        exports::{ExportFormat, ExportOptions},
        jobs::{Job, JobKind},
        terms::Language,
    },
    domain::{access::Action, text::visible, time::DAY_MILLISECONDS},
};

/// Number of rows read at once.
const CHUNK: i64 = 2_000;
/// An export of more people than this requires a reason.
const MAX_WITHOUT_REASON: usize = 1_000;
/// Minimum number of letters and digits in a reason.
const MIN_LETTERS: usize = 2;
pub(crate) const FORBIDDEN: &str = "forbidden";
/// Failure code: by now the list covers more people than may be exported without a reason.
const REASON_REQUIRED: &str = "reasonRequired";

/// The filter of the exported list.
pub type FilterOf<E> = <<E as Exported>::Call as Endpoint>::Query;

/// A list that can be exported.
pub trait Exported: 'static {
    /// The endpoint that requests the export: its access applies, and its query is the filter of the list.
    type Call: Decoded<Path = (), Query: Serialize + Clone + Sync, Body = ExportOptions, Ok = Job>;
    /// A row as in the list: values masked there are masked in the file.
    type Row: 'static;
    /// The columns of the file.
    const COLUMNS: &'static [Column<Self::Row>];
    /// Whether a reason is required however few people the file covers.
    const NEEDS_REASON: bool = false;

    /// Returns the text key of the list's name.
    fn title(filter: &FilterOf<Self>) -> &'static str;
    /// Runs before such a list is read, in a transaction.
    ///
    /// # Errors
    /// Returns the reason why it may not be read.
    fn admit(
        _connection: &mut DatabaseConnection,
        _state: &State,
        _reader: &Reader,
        _filter: &FilterOf<Self>,
    ) -> Result<(), Problem> {
        Ok(())
    }
    /// Checks a filter against the database, so that no job is queued for a filter that the list's endpoint would
    /// refuse.
    ///
    /// # Errors
    /// Returns the errors of the list's endpoint.
    fn check(_connection: &mut DatabaseConnection, _caller: &Caller, _filter: &FilterOf<Self>) -> Result<(), Problem> {
        Ok(())
    }
    /// Counts the people the file covers; `None` if it holds no personal data, which is not logged.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn persons(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _filter: &FilterOf<Self>,
    ) -> Result<Option<i64>, Problem> {
        Ok(None)
    }
    /// Returns the person of the first row; called if the file covers one person.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn whose(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &FilterOf<Self>,
    ) -> Result<Option<Person>, Problem> {
        let first = Self::rows(connection, caller, filter, RowsAfter { last: None, page: 0, most: 1 })?;
        Ok(first.first().and_then(Self::person))
    }
    /// Returns the company in the filter, which includes those below it.
    fn company(_filter: &FilterOf<Self>) -> Option<CompanyId> {
        None
    }
    /// Returns the person that a row is about.
    fn person(_row: &Self::Row) -> Option<Person> {
        None
    }
    /// Returns the screens that a reader of the file must all be allowed to see, besides the access of the
    /// endpoint.
    ///
    /// # Errors
    /// Returns an error if the caller may see none of it.
    fn screens(_caller: &Caller, _filter: &FilterOf<Self>) -> Result<Vec<&'static str>, Problem> {
        Ok(Vec::new())
    }
    /// Counts the rows.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &FilterOf<Self>) -> Result<i64, Problem>;
    /// Loads the next rows, in the order of the list; returns none after the last.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &FilterOf<Self>,
        after: RowsAfter<'_, Self::Row>,
    ) -> Result<Vec<Self::Row>, Problem>;
}

/// Where the next rows of an export begin: after the last row for keyset paging, otherwise by page number.
pub struct RowsAfter<'a, Row> {
    /// The last row that was read.
    pub last: Option<&'a Row>,
    /// Number of pages read so far.
    pub page: i64,
    /// Number of rows to read now.
    pub most: i64,
}

/// Implements `total` and `rows` inside [`Exported`] by reading the list's numbered pages, for lists that are
/// short.
///
/// ```ignore
/// rows_of_pages! { store::list, TermsFilter }
/// ```
#[macro_export]
macro_rules! rows_of_pages {
    ($list:path, $filter:ident) => {
        fn total(
            connection: &mut $crate::db::DatabaseConnection,
            caller: &$crate::access::caller::Caller,
            filter: &$filter,
        ) -> Result<i64, $crate::problem::Problem> {
            let first = $filter { page: Some(0), page_size: Some(1), ..filter.clone() };
            Ok($list(connection, caller, &first)?.total)
        }

        fn rows(
            connection: &mut $crate::db::DatabaseConnection,
            caller: &$crate::access::caller::Caller,
            filter: &$filter,
            after: $crate::exports::RowsAfter<'_, Self::Row>,
        ) -> Result<Vec<Self::Row>, $crate::problem::Problem> {
            let next = $filter { page: Some(after.page), page_size: Some(after.most), ..filter.clone() };
            Ok($list(connection, caller, &next)?.data)
        }
    };
}

/// Mounts the endpoint.
pub fn mount<E: Exported>(api: &mut Api) {
    api.on_change::<E::Call>(ask::<E>);
}

/// Returns how its jobs are run.
#[must_use]
pub const fn work<E: Exported>() -> Work {
    Work { kind: JobKind::Export, call: Some(<E::Call as Endpoint>::INFO.name), run: run::<E>, catch_up: None }
}

/// The parameters of an export job.
#[derive(Serialize, Deserialize)]
struct Parameters<Filter> {
    filter: Filter,
    options: ExportOptions,
    /// The account's scope at the time of the request; jobs of earlier versions have only the company.
    scope: Option<Scope>,
    /// The screens whose data was asked for; absent in jobs of earlier versions.
    screens: Option<Vec<String>>,
}

async fn ask<E: Exported>(input: Input<E::Call>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let options = ExportOptions { reason: reason(input.body.reason.as_deref())?, ..input.body };
    let (state, filter, change) = (input.state, input.query, input.change);
    let admitted = (state.clone(), reader.clone(), filter.clone());
    state
        .database
        .write(move |connection| {
            let (state, reader, filter) = &admitted;
            E::admit(connection, state, reader, filter)
        })
        .await?;
    // Checked before counting: the log or the response must reveal nothing to a caller without access.
    let screens: Vec<String> = E::screens(&caller, &filter)?.into_iter().map(str::to_owned).collect();
    let (counting, asked) = (caller.clone(), filter.clone());
    let persons = state
        .database
        .read(move |connection| {
            E::check(connection, &counting, &asked)?;
            E::persons(connection, &counting, &asked)
        })
        .await?;
    let job = change
        .write(move |connection| {
            let list = E::title(&filter);
            // Serialises requests of one account, so that its exports are counted correctly.
            accounts::hold(connection, caller.account_id)?;
            let needs_reason = E::NEEDS_REASON || is_many(connection, caller.account_id, persons)?;
            if needs_reason && options.reason.is_none() {
                return Err(Problem::invalid_field("reason", "required"));
            }
            // Logged in the transaction of the request: no log, no file.
            let access_log_id = match persons {
                None => None,
                Some(persons) => {
                    let whose = if persons == 1 { E::whose(connection, &caller, &filter)? } else { None };
                    let company_id = reached(connection, &caller, E::company(&filter))?;
                    let reason = options.reason.clone();
                    let reading = LoggedRead::Export { persons, list, reason, whose, company_id };
                    Some(log::write(connection, &reader, reading)?)
                }
            };
            let scope = Some(caller.scope);
            let screens = Some(screens.clone());
            let parameters = serde_json::to_string(&Parameters { filter, options: options.clone(), scope, screens });
            let new = jobs::NewJob {
                kind: JobKind::Export,
                call: Some(<E::Call as Endpoint>::INFO.name),
                list: Some(list),
                access_log_id,
                company_id: caller.scope.company_id(),
                file_name: file_name(<E::Call as Endpoint>::INFO.path, options.format),
                parameters: parameters.map_err(Problem::internal)?,
                total: 0,
            };
            jobs::queue(connection, &caller, &new)
        })
        .await?;
    state.job_added.notify_one();
    Ok(job)
}

/// Returns the requested company if it is in the caller's scope, so that no log row belongs to another company.
fn reached(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    asked: Option<CompanyId>,
) -> Result<Option<i64>, Problem> {
    let Some(asked) = asked else { return Ok(None) };
    let found = company::table.in_scope(caller.scope).filter(company::company_id.eq(asked.0));
    Ok(found.select(company::company_id).first(connection).optional()?)
}

/// Returns the visible part of a reason, without characters that are not rendered.
fn reason(entered: Option<&str>) -> Result<Option<String>, Problem> {
    let Some(entered) = entered else { return Ok(None) };
    let reason = visible(entered);
    let letters = reason.chars().filter(|letter| letter.is_alphanumeric()).count();
    if letters < MIN_LETTERS {
        return Err(Problem::invalid_field("reason", "required"));
    }
    Ok(Some(reason))
}

/// Returns whether a file with this many people requires a reason. People exported without one within the last day
/// count too, or else several smaller files would avoid it.
fn is_many(connection: &mut DatabaseConnection, account_id: i64, persons: Option<i64>) -> Result<bool, Problem> {
    let Some(persons) = persons.filter(|persons| *persons > 0) else { return Ok(false) };
    let since = clock::now().plus_milliseconds(-DAY_MILLISECONDS);
    let before = log::exported_without_reason(connection, account_id, since)?;
    Ok(usize::try_from(before + persons).is_ok_and(|persons| persons > MAX_WITHOUT_REASON))
}

/// Returns the name of the file, such as `members-2026-11-22.xlsx` for `/api/v1/members/exports`.
fn file_name(path: &str, format: Option<ExportFormat>) -> String {
    let list = path.rsplit('/').nth(1).unwrap_or_default();
    let ending = match format.unwrap_or(ExportFormat::Xlsx) {
        ExportFormat::Xlsx => "xlsx",
        ExportFormat::Csv => "csv",
    };
    format!("{list}-{}.{ending}", clock::today())
}

/// Returns the columns of an export's file in a language.
#[must_use]
pub fn written_columns<E: Exported>(texts: &Texts) -> Vec<WrittenColumn> {
    E::COLUMNS.iter().map(|column| column.written_column(texts)).collect()
}

/// Runs an export from the start; output of an earlier attempt was lost with it.
fn run<E: Exported>(run: &Run<'_>) -> Result<(), Interrupted> {
    let parameters: Parameters<FilterOf<E>> = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let Parameters { filter, options, scope, screens: asked } = parameters;
    let caller = caller::<E>(run)?;
    // The log describes what was requested, so the file must cover the same scope.
    if scope.is_some_and(|asked| asked != caller.scope) || run.job.company_id != caller.scope.company_id() {
        return Err(Interrupted::Refused(FORBIDDEN));
    }
    let screens = E::screens(&caller, &filter).map_err(refused)?;
    // Nor does a file leave out what its owner could still read when asking for it.
    if asked.is_some_and(|asked| asked.iter().any(|screen| !caller.may(screen, Action::Read))) {
        return Err(Interrupted::Refused(FORBIDDEN));
    }
    let language = options.language.unwrap_or(Language::Ko);
    let texts = Texts::read(language, run.catalogue(language)?)?;
    let total = run.read(|connection| E::total(connection, &caller, &filter)).map_err(refused)?;
    progress(run, 0, total)?;
    let titles: Vec<String> = E::COLUMNS.iter().map(|column| column.title(&texts)).collect();
    let name = texts.of(E::title(&filter));
    let widths = E::COLUMNS.iter().map(Column::width);
    let columns: Vec<_> = titles.iter().zip(widths).map(|(title, width)| sheet::Column { title, width }).collect();
    let mut file = Target::new(options.format, name, &columns)?;
    let mut rows: Vec<E::Row> = Vec::new();
    let mut read = 0_i64;
    let mut persons = HashSet::new();
    let mut written = vec![String::new(); E::COLUMNS.len()];
    for page in 0.. {
        let after = RowsAfter { last: rows.last(), page, most: CHUNK };
        let next = run.read(|connection| E::rows(connection, &caller, &filter, after))?;
        if next.is_empty() {
            break;
        }
        for row in &next {
            persons.extend(E::person(row).filter(|_| options.reason.is_none()));
            if persons.len() > MAX_WITHOUT_REASON {
                return Err(Interrupted::Refused(REASON_REQUIRED));
            }
            let columns = E::COLUMNS.iter().zip(&mut written);
            let cells: Vec<Cell<'_>> = columns.map(|(column, written)| column.cell(row, &texts, written)).collect();
            file.write(&cells)?;
        }
        read += i64::try_from(next.len()).map_err(Problem::internal)?;
        rows = next;
        progress(run, read, total.max(read))?;
    }
    let file = file.finish()?;
    let needed = jobs::file_requirements(&screens)?;
    run.succeed(|connection| {
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::total.eq(read), job::parameters.eq(&needed)))
            .execute(connection)?;
        sheet::keep(connection, run.job.job_id, &file)
    })
}

/// Returns the account that requested the export, with its current scope.
fn caller<E: Exported>(run: &Run<'_>) -> Result<Caller, Interrupted> {
    let caller = run.read(|connection| caller::of_account(connection, run.job.account_id))?;
    caller
        .filter(|caller| caller.check(<E::Call as Endpoint>::INFO.access).is_ok())
        .ok_or(Interrupted::Refused(FORBIDDEN))
}

/// A lost right is reported to the job's owner.
pub(crate) fn refused(problem: Problem) -> Interrupted {
    if problem.code == ErrorCode::Forbidden { Interrupted::Refused(FORBIDDEN) } else { problem.into() }
}

fn progress(run: &Run<'_>, written: i64, total: i64) -> Result<(), Interrupted> {
    run.batch(|connection| {
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::progress.eq(written), job::total.eq(total)))
            .execute(connection)?;
        Ok(())
    })
}

/// The file in the requested format.
enum Target<'a> {
    Xlsx(Box<Spreadsheet<'a>>),
    Csv(Csv),
}

impl<'a> Target<'a> {
    fn new(format: Option<ExportFormat>, name: &'a str, columns: &'a [sheet::Column<'a>]) -> Result<Self, Problem> {
        Ok(match format.unwrap_or(ExportFormat::Xlsx) {
            ExportFormat::Xlsx => Self::Xlsx(Box::new(Spreadsheet::new(name, columns)?)),
            ExportFormat::Csv => Self::Csv(Csv::new(&columns.iter().map(|column| column.title).collect::<Vec<_>>())?),
        })
    }

    fn write(&mut self, cells: &[Cell<'_>]) -> Result<(), Problem> {
        match self {
            Self::Xlsx(spreadsheet) => spreadsheet.write(cells),
            Self::Csv(csv) => csv.write(cells),
        }
    }

    fn finish(self) -> Result<File, Problem> {
        match self {
            Self::Xlsx(spreadsheet) => spreadsheet.finish(),
            Self::Csv(csv) => csv.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;
    use uno_core::contract::exports::ExportFormat;

    #[test]
    fn a_file_is_named_after_its_list() {
        let name = file_name("/api/v1/physical-measurements/exports", Some(ExportFormat::Csv));
        assert!(name.starts_with("physical-measurements-2") && name.ends_with(".csv"), "{name}");
    }
}
