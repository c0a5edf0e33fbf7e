//! Masking of personal data in lists and details, as required by the principle of minimal exposure in the
//! personal-information law.

use super::time::Date;

/// Masks a phone number except its prefix and last four digits: `010-****-5678`. A number of up to eight digits shows
/// no prefix, one of up to four digits nothing.
#[must_use]
pub fn phone(number: &str) -> String {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    match digits.len() {
        0..=4 => "*".repeat(digits.len()),
        5..=8 => format!("****-{}", tail(&digits, 4)),
        count => {
            let head = if digits.starts_with(&['0', '2']) { 2 } else { 3 };
            let head: String = digits[..head.min(count)].iter().collect();
            format!("{head}-****-{}", tail(&digits, 4))
        }
    }
}

/// Masks all but the ends of a name: `윤*우`, `김*`.
#[must_use]
pub fn name(name: &str) -> String {
    let letters: Vec<char> = name.trim().chars().collect();
    match letters.as_slice() {
        [] => String::new(),
        [_] => "*".into(),
        [first, _] => format!("{first}*"),
        [first, middle @ .., last] => format!("{first}{}{last}", "*".repeat(middle.len().min(5))),
    }
}

/// Masks an e-mail address except its first letter and domain: `k***@example.com`.
#[must_use]
pub fn email(address: &str) -> String {
    match address.split_once('@') {
        Some((local, domain)) => {
            let first: String = local.chars().take(1).collect();
            format!("{first}***@{domain}")
        }
        None => "***".into(),
    }
}

/// Masks a birth date except its year: `1990-**-**`.
#[must_use]
pub fn birth_date(date: Date) -> String {
    format!("{:04}-**-**", date.year())
}

/// Masks an address except its province and its city or district: `서울특별시 강남구 ***`. Only their known names are shown,
/// with or without spaces; whatever else stands there is not understood and may be a road, a lot or a building.
#[must_use]
pub fn address(text: &str) -> String {
    super::districts::shown(text).into_iter().chain(["***"]).collect::<Vec<_>>().join(" ")
}

/// Masks a free text completely; only its presence is visible.
#[must_use]
pub fn text(_: &str) -> String {
    "***".into()
}

fn tail(digits: &[char], count: usize) -> String {
    digits[digits.len().saturating_sub(count)..].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{address, birth_date, email, name, phone};
    use crate::domain::time::Date;

    #[test]
    fn a_phone_number_shows_its_ends_only() {
        for (number, masked) in [
            ("010-1234-5678", "010-****-5678"),
            ("01012345678", "010-****-5678"),
            ("02-123-4567", "02-****-4567"),
            ("1588-1234", "****-1234"),
            ("112", "***"),
            ("", ""),
        ] {
            assert_eq!(phone(number), masked, "{number}");
        }
    }

    #[test]
    fn a_name_shows_its_ends_only() {
        let names = [("윤지우", "윤*우"), ("남궁민수", "남**수"), ("김민", "김*"), ("김", "*"), ("", "")];
        for (whole, masked) in names {
            assert_eq!(name(whole), masked, "{whole}");
        }
        assert_eq!(name("Alexandra Smith"), "A*****h", "its length does not show");
    }

    #[test]
    fn mail_birth_date_and_address_hide_what_identifies() {
        assert_eq!(email("kim.minsu@example.com"), "k***@example.com");
        assert_eq!(email("no address"), "***");
        assert_eq!(Date::parse("1990-05-17").map(birth_date).as_deref(), Some("1990-**-**"));
        for (whole, masked) in [
            ("서울특별시 강남구 테헤란로 1", "서울특별시 강남구 ***"),
            ("서울특별시강남구역삼동 735-11 한빛빌딩", "서울특별시 강남구 ***"),
            ("서울강남구테헤란로1", "서울 강남구 ***"),
            ("  (06236) 서울시\u{3000}구로구 구로동 1", "서울시 구로구 ***"),
            ("06236 서울 중구 1", "서울 중구 ***"),
            ("경기도 성남시 분당구 정자동 178-1", "경기도 성남시 ***"),
            ("경기 광주시 오포읍 1", "경기 광주시 ***"),
            ("세종특별자치시 한누리대로 2130", "세종특별자치시 ***"),
            ("강원특별자치도 춘천시", "강원특별자치도 춘천시 ***"),
            ("제주특별자치도 첨단로 242", "제주특별자치도 ***"),
            ("테헤란로 152", "***"),
            ("역삼동 735-11", "***"),
            ("강남파이낸스센터 12층", "***"),
            ("152 Teheran-ro, Gangnam-gu, Seoul", "***"),
            ("서울 한시빌딩 3층", "서울 ***"),
            ("", "***"),
        ] {
            assert_eq!(address(whole), masked, "{whole}");
        }
    }
}
