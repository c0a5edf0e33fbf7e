//! Cursors: the end of a page of a list, as opaque text that only this server writes and reads.
//!
//! A cursor holds the sort key of the page's last row. Following it reads only the rows of the next page, and it
//! works even after that row is deleted. It is sealed: clients cannot forge one, names do not leak into URLs, and a
//! cursor of another list, order or scope is invalid.

use crate::{problem::Problem, sealed::Seal};
use serde::{Serialize, de::DeserializeOwned};

/// Seals and opens cursors.
#[derive(Clone)]
pub struct Cursors(Seal);

impl Cursors {
    /// Creates the cursors of a server, and of all servers that share this key.
    ///
    /// # Errors
    /// Returns an error if the key does not have the cipher's length of 32 bytes.
    pub fn of(key: &[u8]) -> Result<Self, Problem> {
        Seal::of(key).map(Self)
    }

    /// Seals a position in a list as a cursor. `list` identifies the list, its order and its audience.
    ///
    /// # Errors
    /// Returns an error if the system provides no random numbers.
    pub fn seal(&self, list: &str, place: &impl Serialize) -> Result<String, Problem> {
        let place = serde_json::to_vec(place).map_err(Problem::internal)?;
        self.0.close(list, &place)
    }

    /// Opens a cursor of this list and returns its position.
    ///
    /// # Errors
    /// Returns an error on the field `after`, with the same message whatever is wrong with the cursor.
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
