//! Paging: the rows of a page of a list, and the list's total without counting every row.

use crate::{db::DatabaseConnection, problem::Problem};
use diesel::QueryResult;
use std::{collections::HashMap, hash::Hash};
use uno_core::contract::page::{DEFAULT_PAGE_SIZE, Page};

/// Maximum total that is counted exactly; longer lists show "more than".
pub const MAX_COUNTED: i64 = 10_000;

/// The number and size of a page.
#[derive(Clone, Copy, Debug)]
pub struct Paging {
    /// Page number, from 0.
    pub page: i64,
    /// Rows per page.
    pub size: i64,
}

impl Paging {
    /// Returns the paging of a filter, with defaults for absent values.
    #[must_use]
    pub fn of(page: Option<i64>, size: Option<i64>) -> Self {
        Self { page: page.unwrap_or(0), size: size.unwrap_or(DEFAULT_PAGE_SIZE) }
    }

    /// Returns the number of rows before the page.
    #[must_use]
    pub fn offset(self) -> i64 {
        self.page.saturating_mul(self.size)
    }

    /// Returns the number of rows to read for a page: one more than it shows, to find out whether another page
    /// follows.
    #[must_use]
    pub fn read(self) -> i64 {
        self.size + 1
    }

    /// Returns the page's position from the end of a list of `total` rows, if that is closer: how many rows follow
    /// those to read, and how many rows to read. This way no page is further away than half of the list.
    #[must_use]
    pub fn from_end(self, total: i64) -> Option<(i64, i64)> {
        let behind_offset = total - self.offset();
        if self.offset() <= total / 2 {
            return None;
        }
        let read = self.read().clamp(0, behind_offset.max(0));
        Some((behind_offset.max(0) - read, read))
    }

    /// Removes the row that was read beyond the page; returns whether there was one.
    pub fn cut<T>(self, rows: &mut Vec<T>) -> bool {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        more
    }

    /// Returns the total if the page implies it: a page that is not full is the last one.
    #[must_use]
    pub fn total_from(self, rows: usize) -> Option<i64> {
        let rows = i64::try_from(rows).unwrap_or(i64::MAX);
        (rows < self.size && (rows > 0 || self.page == 0)).then(|| self.offset() + rows)
    }

    /// Builds the response for the page.
    pub fn answer<T>(self, data: Vec<T>, (total, total_is_exact): (i64, bool)) -> Page<T> {
        Page { data, page: self.page, page_size: self.size, total, total_is_exact, next: None }
    }
}

/// Loads a page by its number; counts only if the page does not imply the total.
///
/// # Errors
/// Returns an error if the database fails.
pub fn load<Row>(
    connection: &mut DatabaseConnection,
    paging: Paging,
    rows: impl FnOnce(&mut DatabaseConnection, Paging) -> QueryResult<Vec<Row>>,
    count: impl FnOnce(&mut DatabaseConnection) -> QueryResult<i64>,
) -> Result<Page<Row>, Problem> {
    let rows = rows(connection, paging)?;
    let total = match paging.total_from(rows.len()) {
        Some(total) => total,
        None => count(connection)?,
    };
    Ok(paging.answer(rows, (total, true)))
}

/// Sorts rows into the order of `ids`. If an id occurs twice, its first position counts.
#[must_use]
pub fn in_order<Id: Copy + Eq + Hash, Row>(ids: &[Id], mut rows: Vec<Row>, id_of: impl Fn(&Row) -> Id) -> Vec<Row> {
    let places: HashMap<Id, usize> = ids.iter().copied().enumerate().rev().map(|(place, id)| (id, place)).collect();
    rows.sort_by_key(|row| places.get(&id_of(row)).copied());
    rows
}

/// Returns the total of a list up to a limit: first checks whether a row exists beyond it, and counts only if not.
///
/// # Errors
/// Returns the error of a query.
pub fn bounded_total(
    limit: i64,
    beyond: impl FnOnce(i64) -> Result<bool, Problem>,
    count: impl FnOnce() -> Result<i64, Problem>,
) -> Result<(i64, bool), Problem> {
    if beyond(limit)? { Ok((limit, false)) } else { Ok((count()?, true)) }
}

/// Returns a LIKE pattern that finds `text` anywhere; its wildcards are escaped by a backslash.
#[must_use]
pub fn like_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// Returns an upper bound in byte order for all texts that begin with `prefix`, so that a prefix search is a range
/// scan of an index.
#[must_use]
pub fn prefix_end(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

#[cfg(test)]
mod tests {
    use super::{Paging, like_pattern, prefix_end};

    #[test]
    fn a_page_that_is_not_full_tells_the_total() {
        let paging = Paging::of(Some(2), Some(20));
        assert_eq!(paging.total_from(7), Some(47));
        assert_eq!(paging.total_from(20), None);
        assert_eq!(paging.total_from(0), None);
        assert_eq!(Paging::of(None, None).total_from(0), Some(0));
    }

    #[test]
    fn a_page_in_the_second_half_is_sought_from_the_end() {
        let page = |page| Paging::of(Some(page), Some(10)).from_end(95);
        assert_eq!(page(4), None);
        assert_eq!(page(5), Some((34, 11)));
        assert_eq!(page(8), Some((4, 11)));
        assert_eq!(page(9), Some((0, 5)));
        assert_eq!(page(10), Some((0, 0)), "there is no such page");
    }

    #[test]
    fn a_row_beyond_the_page_is_not_shown() {
        let mut rows = vec![1, 2, 3];
        assert!(Paging::of(None, Some(2)).cut(&mut rows));
        assert_eq!(rows, [1, 2]);
        assert!(!Paging::of(None, Some(2)).cut(&mut rows));
    }

    #[test]
    fn wildcards_in_a_search_are_taken_literally() {
        assert_eq!(like_pattern("50%_\\"), "%50\\%\\_\\\\%");
    }

    #[test]
    fn a_prefix_is_a_range() {
        assert!("김민수" > "김" && "김민수" < prefix_end("김").as_str() && "깁" > prefix_end("김").as_str());
    }
}
