//! Normalised sign-in ids, for comparison regardless of case, white space and look-alike compatibility characters.

use unicode_normalization::UnicodeNormalization;
use uno_core::domain::text::search_key;

/// Returns the normalised form by which ids are searched and counted.
#[must_use]
pub fn key(login_id: &str) -> String {
    search_key(&login_id.nfkc().collect::<String>())
}

/// Returns the keys under which an account may be stored, in order of precedence. The first is that of accounts older
/// than compatibility normalisation, which keep the characters that were typed; the second is [`key`].
#[must_use]
pub fn stored_keys(login_id: &str) -> [String; 2] {
    [search_key(&login_id.nfc().collect::<String>()), key(login_id)]
}

#[cfg(test)]
mod tests {
    use super::{key, stored_keys};

    #[test]
    fn ids_that_look_alike_are_one() {
        for typed in ["kim.minsu", " KIM.MinSu ", "ｋｉｍ.ｍｉｎｓｕ", "\u{212A}im.minsu"] {
            assert_eq!(key(typed), "kim.minsu", "{typed}");
        }
        assert_eq!(key("\u{1100}\u{1161}"), key("가"));
    }

    #[test]
    fn an_id_that_was_kept_as_typed_is_still_found() {
        assert_eq!(stored_keys("①Admin"), ["①admin", "1admin"]);
    }
}
