//! Suppression of small groups: a number of one to four people reveals something about each of them. Callers who may
//! not read members see neither such numbers nor numbers they could be derived from. A hidden part of a sum can be
//! derived as the difference of the others, whether it is a single number or several that together are few people.

use kernel::access::caller::Caller;
use uno_core::{
    contract::{members, statistics::SMALLEST_GROUP},
    domain::access::Action,
};

/// The numbers of tests and people behind a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Number of people.
    pub people: u64,
    /// Number of tests.
    pub tests: u64,
}

impl Size {
    /// Returns the size with one person per test if no person is known: in the worst case, each unassigned test belongs
    /// to a different person.
    #[must_use]
    pub fn worst_case(self) -> Self {
        if self.people == 0 { Self { people: self.tests, ..self } } else { self }
    }

    /// Returns whether the group is small enough to be hidden.
    #[must_use]
    pub fn is_small(self) -> bool {
        (1..SMALLEST_GROUP.unsigned_abs()).contains(&self.people)
    }
}

/// Returns whether a caller sees small groups.
#[must_use]
pub fn may_read(caller: &Caller) -> bool {
    caller.may(members::SCREEN, Action::Read)
}

/// Returns which numbers of a sum are hidden; the first number is the sum. Small ones are hidden, and then the next
/// smallest while the hidden ones could be derived, because they are a single number or few people together.
#[must_use]
pub fn in_sum(sizes: &[Size]) -> Vec<bool> {
    let mut hidden: Vec<bool> = sizes.iter().map(|size| size.is_small()).collect();
    while complement(sizes, &mut hidden) {}
    hidden
}

/// Returns whether the hidden numbers of a sum could be derived: there is only one, or the sum less the visible numbers
/// is few people. A person may be counted in several of the numbers. The remainder therefore has at least as many
/// people as the largest hidden number, and at least the sum less the visible numbers.
fn is_derivable(sizes: &[Size], hidden: &[bool]) -> bool {
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

/// If the hidden numbers could be derived, hides the smallest of the others, the sum last. Returns whether it did.
fn complement(sizes: &[Size], hidden: &mut [bool]) -> bool {
    if !is_derivable(sizes, hidden) {
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

/// Returns which numbers of a table are hidden; its first row and first column are the sums of the others.
#[must_use]
pub fn in_table(rows: &[Vec<Size>]) -> Vec<Vec<bool>> {
    let small = rows.iter().map(|row| row.iter().map(|size| size.is_small()).collect()).collect();
    completed(rows, small, 0)
}

/// Completes a partly hidden table: hides whatever could be derived from the rest. Only the rows and columns from
/// `first` on are complete sums.
#[must_use]
pub fn completed(rows: &[Vec<Size>], mut hidden: Vec<Vec<bool>>, first: usize) -> Vec<Vec<bool>> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    // Hiding a number in a row can make its column derivable, so this repeats until nothing changes. Every pass hides
    // more, so it terminates.
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
