//! Text normalisation for search and comparison.

/// Returns the form of a name or sign-in id for searching and sorting: trimmed, white space collapsed, lower case.
/// Callers with text from outside normalise it to NFC first.
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

/// Returns whether a character changes the text direction, which can make one name look like another. No script needs
/// these characters.
#[must_use]
pub fn changes_direction(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character is invisible or only affects how others are displayed.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{70F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FDD0}'..='\u{FDEF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFC}'
            | '\u{FFFE}' | '\u{FFFF}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns the visible part of a text, trimmed and without invisible characters. Zero-width joiners and non-joiners are
/// kept if the text contains other characters, since some scripts need them.
#[must_use]
pub fn visible(text: &str) -> String {
    let seen: String = text.chars().filter(|letter| !is_invisible(*letter)).collect();
    let seen = seen.trim();
    let is_joiner = |letter: char| matches!(letter, '\u{200C}' | '\u{200D}') || letter.is_whitespace();
    if seen.chars().all(is_joiner) { String::new() } else { seen.to_owned() }
}

/// Formats a number with leading zeros to at least `digits` characters, including the sign. Code that is part of the
/// wasm uses it because the formatting of the standard library would add 3 KB.
#[must_use]
pub fn padded(number: i32, digits: usize) -> String {
    let text = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    let zeros = digits.saturating_sub(sign.len() + text.len());
    [sign, &"0".repeat(zeros), &text].concat()
}

/// Returns the digits of a phone number, for searching regardless of punctuation.
#[must_use]
pub fn phone_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Country code of Korea.
const KOREA: &str = "82";

/// Returns the digits of a phone number as dialled within Korea, in whatever format it is written.
#[must_use]
pub fn national_phone(text: &str) -> String {
    let digits = phone_digits(text);
    match digits.strip_prefix(KOREA) {
        Some(rest) => format!("0{}", rest.trim_start_matches('0')),
        None => digits,
    }
}

/// Number of trailing digits of a phone number that lists show.
pub const PHONE_TAIL: usize = 4;

/// Returns the last digits of a phone number, as shown in lists and used for searching; `None` if it is too short.
#[must_use]
pub fn phone_tail(digits: &str) -> Option<&str> {
    digits.get(digits.len().checked_sub(PHONE_TAIL)?..)
}

#[cfg(test)]
mod tests {
    use super::{national_phone, phone_digits, phone_tail, search_key, visible};

    #[test]
    fn a_search_key_ignores_case_and_extra_white_space() {
        assert_eq!(search_key("  Kim   MinSu "), "kim minsu");
        assert_eq!(search_key("김 민수"), "김 민수");
        assert_eq!(search_key("\t\n"), "");
    }

    #[test]
    fn what_is_drawn_as_nothing_is_not_visible() {
        for unseen in [
            "\u{200B}",
            "\u{200D}",
            "\u{200C} \u{200B}\u{200D}",
            "\u{1D173}",
            "\u{FFFF}",
            "\u{3164}",
            "\u{2800}",
            "\u{FEFF}",
            "\u{AD}",
            "\u{34F}",
            "\u{202E}",
            "\u{2066} \u{2069}",
        ] {
            assert_eq!(visible(unseen), "", "{unseen:?}");
        }
        assert_eq!(visible("\u{202E}민원\u{200B} 처리"), "민원 처리");
        assert_eq!(visible("क्\u{200D}ष"), "क्\u{200D}ष", "letters are joined by it");
    }

    #[test]
    fn phone_digits_drop_punctuation() {
        assert_eq!(phone_digits("+82 (0)10-1234-5678"), "8201012345678");
    }

    #[test]
    fn a_number_of_korea_is_the_same_from_within_and_from_abroad() {
        for written in ["010-1234-5678", "01012345678", "+82 10-1234-5678", "+82 (0)10 1234 5678"] {
            assert_eq!(national_phone(written), "01012345678", "{written}");
        }
        assert_ne!(national_phone("02-1234-5678"), national_phone("010-1234-5678"));
    }

    #[test]
    fn the_tail_of_a_phone_number_is_what_lists_show_of_it() {
        assert_eq!(phone_tail("01012345678"), Some("5678"));
        assert_eq!(phone_tail("5678"), Some("5678"));
        assert_eq!(phone_tail("112"), None);
    }
}
