//! Cursors: where a page of a list has ended, as text that only this server writes and reads.
//!
//! A cursor holds what the list is ordered by, of the last row, so that following it looks at no row
//! but those of the page and works when that row is gone. It is sealed: nobody makes one, nobody
//! reads a name in an address, and one of another list, order or scope is as good as none.

use crate::{problem::Problem, sealed::Seal};
use serde::{Serialize, de::DeserializeOwned};

/// Seals and opens cursors.
#[derive(Clone)]
pub struct Cursors(Seal);

impl Cursors {
    /// The cursors of a server, and of all that share this key.
    ///
    /// # Errors
    /// When the key has another length than the cipher's: 32 bytes.
    pub fn of(key: &[u8]) -> Result<Self, Problem> {
        Seal::of(key).map(Self)
    }

    /// A place in a list as a cursor. `list` says which list this is, in which order and for whom.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn seal(&self, list: &str, place: &impl Serialize) -> Result<String, Problem> {
        let place = serde_json::to_vec(place).map_err(Problem::internal)?;
        self.0.close(list, &place)
    }

    /// The place that a cursor of this list names.
    ///
    /// # Errors
    /// The field `after` is at fault, in the same words whatever is wrong with it.
    pub fn open<T: DeserializeOwned>(&self, list: &str, cursor: &str) -> Result<T, Problem> {
        self.opened(list, cursor).ok_or_else(|| Problem::invalid_field("after", "format"))
    }

    fn opened<T: DeserializeOwned>(&self, list: &str, cursor: &str) -> Option<T> {
        serde_json::from_slice(&self.0.open(list, cursor)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Cursors;
    use crate::problem::Problem;

    #[test]
    fn a_cursor_leads_back_to_its_place_and_shows_nothing_of_it() -> Result<(), Problem> {
        let cursors = Cursors::of(&[1; 32])?;
        let cursor = cursors.seal("list", &("kim minsu", 7))?;
        assert_eq!(cursors.open::<(String, i64)>("list", &cursor)?, ("kim minsu".into(), 7));
        assert_ne!(cursor, cursors.seal("list", &("kim minsu", 7))?, "two cursors do not tell whether they are equal");
        Ok(())
    }

    #[test]
    fn a_cursor_that_is_forged_cut_or_of_another_list_or_server_is_no_cursor() -> Result<(), Problem> {
        let (known, other) = (Cursors::of(&[1; 32])?, Cursors::of(&[2; 32])?);
        let cursor = known.seal("list", &7)?;
        let refused = |cursors: &Cursors, list: &str, cursor: &str| {
            cursors.open::<i64>(list, cursor).err().map(|problem| problem.fields)
        };
        let expected = Some(Problem::invalid_field("after", "format").fields);
        assert_eq!(refused(&known, "another list", &cursor), expected);
        assert_eq!(refused(&other, "list", &cursor), expected);
        for cut in 0..cursor.len() {
            assert_eq!(refused(&known, "list", &cursor[..cut]), expected);
            let letter = if cursor.as_bytes()[cut] == b'A' { "B" } else { "A" };
            let mut forged = cursor.clone();
            forged.replace_range(cut..=cut, letter);
            assert_eq!(refused(&known, "list", &forged), expected);
        }
        for text in ["", "7", "é", "====", "null"] {
            assert_eq!(refused(&known, "list", text), expected, "{text}");
        }
        Ok(())
    }
}
