//! Text as it is searched and compared.

/// The form of a name or sign-in id by which it is sought and sorted: trimmed, runs of white space
/// as one space, lower case. Callers that take text from outside normalise it to NFC first.
#[must_use]
pub fn search_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !key.is_empty() {
            key.push(' ');
        }
        key.extend(word.chars().flat_map(char::to_lowercase));
    }
    key
}

/// The digits of a phone number, by which it is sought whatever its punctuation.
#[must_use]
pub fn phone_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::{phone_digits, search_key};

    #[test]
    fn a_search_key_ignores_case_and_extra_white_space() {
        assert_eq!(search_key("  Kim   MinSu "), "kim minsu");
        assert_eq!(search_key("김 민수"), "김 민수");
        assert_eq!(search_key("\t\n"), "");
    }

    #[test]
    fn phone_digits_drop_punctuation() {
        assert_eq!(phone_digits("+82 (0)10-1234-5678"), "8201012345678");
    }
}
