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

/// Whether a sign turns the direction of what follows, which makes one name look like another; scripts need none of them.
#[must_use]
pub fn turns(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a sign is drawn as nothing, or only says how others are drawn.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{70F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FDD0}'..='\u{FDEF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFC}'
            | '\u{FFFE}' | '\u{FFFF}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// What a reader sees of a text: without the signs that are drawn as nothing. Those stay by which letters of some
/// scripts are joined or kept apart, where there is a letter.
#[must_use]
pub fn visible(text: &str) -> String {
    let seen: String = text.chars().filter(|letter| !is_unseen(*letter)).collect();
    let seen = seen.trim();
    let is_joiner = |letter: char| matches!(letter, '\u{200C}' | '\u{200D}') || letter.is_whitespace();
    if seen.chars().all(is_joiner) { String::new() } else { seen.to_owned() }
}

/// A number with zeros before it, so that it has at least so many digits. What the wasm can reach
/// writes its texts this way: the formatting of the standard library would bring 3 KB into it.
#[must_use]
pub fn padded(number: i32, digits: usize) -> String {
    let text = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    let zeros = digits.saturating_sub(sign.len() + text.len());
    [sign, &"0".repeat(zeros), &text].concat()
}

/// The digits of a phone number, by which it is sought whatever its punctuation.
#[must_use]
pub fn phone_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Country code of Korea.
const KOREA: &str = "82";

/// The digits of a phone number as it is called from within Korea, however it is written.
#[must_use]
pub fn national_phone(text: &str) -> String {
    let digits = phone_digits(text);
    match digits.strip_prefix(KOREA) {
        Some(rest) => format!("0{}", rest.trim_start_matches('0')),
        None => digits,
    }
}

/// Digits at the end of a phone number that lists show.
pub const PHONE_TAIL: usize = 4;

/// The last digits of a phone number, by which it is sought as lists show it; `None` where it has not
/// as many.
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
