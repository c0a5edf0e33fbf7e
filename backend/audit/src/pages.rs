//! Paging of a log by the timestamp and the id of the last row.

use diesel::{
    EscapeExpressionMethods, TextExpressionMethods,
    dsl::{Escape, Like},
    expression::AsExpression,
    sql_types::Text,
};
use kernel::{
    access::scope::Scope,
    db::{
        DatabaseConnection,
        cursor::Cursors,
        page::{self, Paging, like_pattern},
    },
    problem::Problem,
};
use uno_core::contract::{logs::LogSort, page::Page};

diesel::define_sql_function! {
    /// A text with its ASCII letters in lower case.
    fn lower(text: Text) -> Text;
}

/// Returns the condition that a name contains a text, in any case: by itself `LIKE` ignores case in SQLite only.
pub(crate) fn contains<Name>(name: Name, text: &str) -> Escape<Like<lower<Name>, String>>
where
    Name: AsExpression<Text>,
{
    lower(name).like(like_pattern(&text.to_ascii_lowercase())).escape('\\')
}

/// Timestamp and id of a row.
pub(crate) type Place = (i64, i64);

/// The parameters of a list besides its filter.
pub(crate) struct PageRequest<'a> {
    pub(crate) name: &'static str,
    pub(crate) scope: Scope,
    pub(crate) sort: Option<LogSort>,
    pub(crate) page: Option<i64>,
    pub(crate) page_size: Option<i64>,
    pub(crate) after: Option<&'a str>,
}

/// The range of rows to read.
pub(crate) struct Span {
    pub(crate) sort: LogSort,
    pub(crate) after: Option<Place>,
    pub(crate) offset: i64,
    pub(crate) limit: i64,
}

impl Span {
    /// Returns the span of `limit` rows after a place.
    pub(crate) fn behind(sort: Option<LogSort>, after: Option<Place>, limit: i64) -> Self {
        Self { sort: sort.unwrap_or(LogSort::Newest), after, offset: 0, limit }
    }
}

/// Loads a page of a log. `place` returns the place of a row, `count` the number of rows up to a limit.
pub(crate) fn load<Row>(
    connection: &mut DatabaseConnection,
    cursors: &Cursors,
    page_request: &PageRequest<'_>,
    rows: impl FnOnce(&mut DatabaseConnection, Span) -> Result<Vec<Row>, Problem>,
    place: impl Fn(&Row) -> Place,
    count: impl FnOnce(&mut DatabaseConnection, i64) -> Result<i64, Problem>,
) -> Result<Page<Row>, Problem> {
    let sort = page_request.sort.unwrap_or(LogSort::Newest);
    let list = format!("{} {sort:?} {:?}", page_request.name, page_request.scope);
    let after = page_request.after.map(|cursor| cursors.open::<Place>(&list, cursor)).transpose()?;
    let paging = Paging::of(page_request.page, page_request.page_size);
    let offset = if after.is_some() { 0 } else { paging.offset() };
    let mut found = rows(connection, Span { sort, after, offset, limit: paging.read() })?;
    let more = paging.cut(&mut found);
    let next = match found.last() {
        Some(last) if more => Some(cursors.seal(&list, &place(last))?),
        _ => None,
    };
    let total = match paging.total_from(found.len()).filter(|_| after.is_none()) {
        Some(total) => (total, true),
        None => {
            let counted = count(connection, page::MAX_COUNTED + 1)?;
            (counted.min(page::MAX_COUNTED), counted <= page::MAX_COUNTED)
        }
    };
    Ok(Page { next, ..paging.answer(found, total) })
}

/// Adds order and start to a boxed query.
macro_rules! in_span {
    ($query:expr, $span:expr, $table:ident, $id:ident) => {{
        let query = $query.offset($span.offset).limit($span.limit);
        match ($span.sort, $span.after) {
            (LogSort::Newest, after) => {
                let query = query.order(($table::created_at.desc(), $table::$id.desc()));
                match after {
                    Some((at, id)) => {
                        query.filter($table::created_at.le(at)).filter($table::created_at.lt(at).or($table::$id.lt(id)))
                    }
                    None => query,
                }
            }
            (LogSort::Oldest, after) => {
                let query = query.order(($table::created_at.asc(), $table::$id.asc()));
                match after {
                    Some((at, id)) => {
                        query.filter($table::created_at.ge(at)).filter($table::created_at.gt(at).or($table::$id.gt(id)))
                    }
                    None => query,
                }
            }
        }
    }};
}
pub(crate) use in_span;
