//! Small groups: what is told of four people or fewer is told of each of them. Who may not read the people is not told
//! it, nor what it could be reckoned from: what is missing of a sum is the difference of the others, of one number
//! alone as of several that are few people together.

use kernel::access::caller::Caller;
use uno_core::{
    contract::{members, statistics::SMALLEST_GROUP},
    domain::access::Action,
};

/// How many tests and people a number is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// People.
    pub people: u64,
    /// Tests.
    pub tests: u64,
}

impl Size {
    /// The same where nobody is known to have had the tests: those that are nobody's yet are of a person each, for all
    /// that is known.
    #[must_use]
    pub fn for_all_that_is_known(self) -> Self {
        if self.people == 0 { Self { people: self.tests, ..self } } else { self }
    }

    /// Whether it is of so few that it tells of each.
    #[must_use]
    pub fn is_small(self) -> bool {
        (1..SMALLEST_GROUP.unsigned_abs()).contains(&self.people)
    }
}

/// Whether a caller is told everything.
#[must_use]
pub fn may_read(caller: &Caller) -> bool {
    caller.may(members::SCREEN, Action::Read)
}

/// The screens that whoever has a file of a statistic must be allowed to see, besides that of the statistic: where
/// small groups are told in it, that of the people.
#[must_use]
pub fn screens(caller: &Caller) -> Vec<&'static str> {
    if may_read(caller) { vec![members::SCREEN] } else { Vec::new() }
}

/// Which numbers of a sum are kept to oneself, the sum being the first of them: small ones, and the next smallest for
/// as long as what is left of the sum is one number or few people.
#[must_use]
pub fn in_sum(sizes: &[Size]) -> Vec<bool> {
    let mut hidden: Vec<bool> = sizes.iter().map(|size| size.is_small()).collect();
    while complement(sizes, &mut hidden) {}
    hidden
}

/// Whether what is hidden of a sum could be reckoned: it is one number, or the sum less what is told of it is of few.
/// One person may be in several of the numbers; who is in the largest of them, or in none that is told, is in what is
/// left for certain.
fn is_reckoned(sizes: &[Size], hidden: &[bool]) -> bool {
    let of = |is_hidden: bool| {
        let all = sizes.iter().zip(hidden).skip(1).filter(move |(_, own)| **own == is_hidden);
        all.map(|(size, _)| size.people)
    };
    match (hidden.iter().filter(|hidden| **hidden).count(), sizes.first().zip(hidden.first())) {
        (0, _) => false,
        (1, _) => true,
        (_, Some((sum, false))) => {
            let untold = sum.people.saturating_sub(of(false).sum());
            let people = of(true).max().unwrap_or_default().max(untold);
            Size { people, ..Size::default() }.is_small()
        }
        _ => false,
    }
}

/// Where what is hidden could be reckoned, hides the smallest of the others, the sum last; answers whether it did.
fn complement(sizes: &[Size], hidden: &mut [bool]) -> bool {
    if !is_reckoned(sizes, hidden) {
        return false;
    }
    let told = |index: &usize| hidden.get(*index) == Some(&false);
    let counted = sizes.iter().enumerate().filter(|(_, size)| size.tests > 0 || size.people > 0);
    let next = counted.filter(|(index, _)| told(index)).min_by_key(|(index, size)| (*index == 0, **size));
    let Some((index, _)) = next else { return false };
    if let Some(hidden) = hidden.get_mut(index) {
        *hidden = true;
    }
    true
}

/// The same of a table, whose first row and first column are sums of the others.
#[must_use]
pub fn in_table(rows: &[Vec<Size>]) -> Vec<Vec<bool>> {
    let small = rows.iter().map(|row| row.iter().map(|size| size.is_small()).collect()).collect();
    completed(rows, small, 0)
}

/// Hides of a table what could be reckoned from what is told besides, where some of it is hidden already. Only the
/// rows and columns from `first` on are sums of which all is known.
#[must_use]
pub fn completed(rows: &[Vec<Size>], mut hidden: Vec<Vec<bool>>, first: usize) -> Vec<Vec<bool>> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    // What is hidden in a row can leave in its column what could be reckoned: again, until nothing is. Each time more
    // is hidden, so it ends.
    loop {
        let mut has_changed = false;
        for (row, hidden) in rows.iter().zip(&mut hidden).skip(first) {
            has_changed |= row.len() > 1 && complement(row, hidden);
        }
        for column in (first..columns).filter(|_| rows.len() > 1) {
            let sizes: Vec<Size> = rows.iter().map(|row| row.get(column).copied().unwrap_or_default()).collect();
            let mut of_column: Vec<bool> =
                hidden.iter().map(|row| row.get(column).copied().unwrap_or_default()).collect();
            if complement(&sizes, &mut of_column) {
                has_changed = true;
                for (row, is_hidden) in hidden.iter_mut().zip(of_column) {
                    if let Some(cell) = row.get_mut(column) {
                        *cell = is_hidden;
                    }
                }
            }
        }
        if !has_changed {
            return hidden;
        }
    }
}
