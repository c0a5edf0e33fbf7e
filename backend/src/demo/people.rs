//! Generated people: Korean names with realistic frequencies, and consistent body measurements.

use super::random::Random;
use chrono::NaiveDate;
use uno_core::domain::{decimal::Hundredths, grade::Sex};

/// Surnames with their frequency per thousand people (census of 2015, rounded).
const SURNAMES: [(&str, u32); 30] = [
    ("김", 215),
    ("이", 147),
    ("박", 84),
    ("최", 47),
    ("정", 43),
    ("강", 24),
    ("조", 21),
    ("윤", 21),
    ("장", 20),
    ("임", 17),
    ("한", 15),
    ("오", 15),
    ("서", 15),
    ("신", 15),
    ("권", 14),
    ("황", 14),
    ("안", 14),
    ("송", 14),
    ("전", 11),
    ("홍", 11),
    ("유", 10),
    ("고", 9),
    ("문", 9),
    ("양", 9),
    ("손", 9),
    ("배", 8),
    ("백", 8),
    ("허", 7),
    ("남", 6),
    ("탁", 1),
];
const FIRST: [&str; 36] = [
    "민", "서", "지", "도", "하", "예", "수", "현", "준", "시", "은", "유", "주", "태", "승", "재", "성", "영", "정",
    "진", "동", "상", "경", "미", "혜", "소", "다", "나", "윤", "채", "건", "우", "연", "선", "가", "라",
];
const SECOND: [&str; 36] = [
    "준", "연", "우", "윤", "현", "진", "민", "서", "호", "영", "희", "수", "빈", "아", "원", "은", "정", "훈", "석",
    "혁", "율", "경", "미", "림", "나", "라", "온", "솔", "별", "찬", "철", "숙", "자", "순", "길", "형",
];
const DISTRICTS: [&str; 10] = [
    "서울특별시 강남구 테헤란로",
    "서울특별시 마포구 월드컵로",
    "부산광역시 해운대구 센텀중앙로",
    "대구광역시 수성구 달구벌대로",
    "인천광역시 연수구 송도과학로",
    "광주광역시 서구 상무대로",
    "대전광역시 유성구 대학로",
    "경기도 성남시 분당구 판교로",
    "경기도 수원시 영통구 광교로",
    "강원특별자치도 춘천시 중앙로",
];

/// Returns a name.
pub fn name(random: &mut Random) -> String {
    let total: u32 = SURNAMES.iter().map(|(_, share)| share).sum();
    let mut drawn = random.below(total);
    let surname = SURNAMES
        .iter()
        .find(|(_, share)| {
            let found = drawn < *share;
            drawn = drawn.saturating_sub(*share);
            found
        })
        .map_or("김", |(surname, _)| surname);
    let part = |random: &mut Random, parts: &[&'static str]| random.one_of(parts).copied().unwrap_or_default();
    format!("{surname}{}{}", part(random, &FIRST), part(random, &SECOND))
}

/// Returns an address.
pub fn address(random: &mut Random) -> String {
    let street = random.one_of(&DISTRICTS).copied().unwrap_or_default();
    format!("{street} {}", random.between(1, 480))
}

/// Returns a mobile number.
pub fn phone(random: &mut Random) -> String {
    format!("010-{:04}-{:04}", random.below(10_000), random.below(10_000))
}

/// Returns the birth date of a person from 15 to 90 years old.
pub fn birth_date(random: &mut Random) -> NaiveDate {
    let day = random.below(27_000);
    NaiveDate::from_ymd_opt(1936, 1, 1)
        .and_then(|first| first.checked_add_days(chrono::Days::new(u64::from(day))))
        .unwrap_or(NaiveDate::MIN)
}

/// Body measurements.
pub struct Body {
    /// Height in cm.
    pub height: Hundredths,
    /// Weight in kg.
    pub weight: Hundredths,
    /// Body fat in %.
    pub body_fat: Hundredths,
    /// Systolic pressure in mmHg.
    pub systolic: u16,
    /// Diastolic pressure in mmHg.
    pub diastolic: u16,
    /// Pulse per minute.
    pub pulse: u16,
}

/// Returns the body of a person of this sex and age.
pub fn body(random: &mut Random, sex: Sex, age: u16) -> Body {
    let male = sex == Sex::Male;
    let height = random.around(if male { 17_300 } else { 16_000 }, 1_800) / 10 * 10;
    // Draws a body mass index around 23.8, in hundredths, and derives the weight.
    let index = random.around(2_380, 1_100);
    let weight = (index * height * height / 1_000_000 / 100) / 10 * 10;
    let fat = if male { index - 450 } else { index + 350 } + random.around(0, 400);
    let older = i64::from(age.saturating_sub(30)) / 2;
    let systolic = random.around(117 + older, 36).max(85);
    let diastolic = random.around(74 + older / 3, 21).clamp(45, systolic - 15);
    let unit = |value: i64| u16::try_from(value).unwrap_or(0);
    Body {
        height: Hundredths(height),
        weight: Hundredths(weight.max(3_000)),
        body_fat: Hundredths(fat.clamp(500, 5_500) / 10 * 10),
        systolic: unit(systolic),
        diastolic: unit(diastolic),
        pulse: unit(random.around(71, 24)),
    }
}
