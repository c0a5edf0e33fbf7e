//! Which column of a file is which field.
//!
//! A name is recognised, or it resembles a known one and a person has to say that it is left out, or
//! it is of no concern. A unit that is not ours is refused: values would be taken for others. A column
//! that is hidden is never read: a person has to say that it is left out, or show it.

use super::reading::{Cell, FILE, Span};
use std::collections::HashSet;
use unicode_normalization::UnicodeNormalization;
use uno_core::contract::{
    member_imports::{COLUMNS, Column, DoubtfulColumn, REQUIRED_COLUMNS, WORDS},
    validation::Violation,
};

/// Most columns of a file.
const MAX_COLUMNS: usize = 256;
/// Most characters of a name that are looked at: comparing costs with the length.
const MAX_NAME: usize = 200;
/// Most characters of a name that are shown.
const MAX_SHOWN: usize = 60;
/// So alike are two names of which one is a slip of the other.
const ALIKE: f64 = 0.88;

/// Parts of names by which a column could be meant for a field, those that say more before others.
const HINTS: [(&str, &[&str]); 16] = [
    ("sex", &["성별", "남녀", "sex", "gender"]),
    ("birthDate", &["생년", "생월", "생일", "출생", "birth", "dob"]),
    ("name", &["이름", "성명", "성함", "고객명", "수진자", "name"]),
    ("phoneNumber", &["전화", "연락", "휴대", "핸드", "핸폰", "모바일", "phone", "mobile", "tel", "hp"]),
    ("email", &["메일", "mail"]),
    ("address", &["주소", "거주", "address"]),
    ("division", &["부서", "department"]),
    ("heightCm", &["신장", "키", "height", "ht"]),
    ("weightKg", &["체중", "몸무게", "무게", "weight", "wt"]),
    ("bodyFatPercent", &["지방", "fat", "pbf", "bfp"]),
    ("diastolic", &["이완", "확장기", "최저", "저압", "하압", "diastol", "dbp", "dia"]),
    ("systolic", &["수축", "최고", "고압", "상압", "혈압", "systol", "sbp", "sys", "pressure", "bp"]),
    ("pulse", &["맥박", "심박", "pulse", "heart", "hr"]),
    ("setting", &["장소", "setting", "place"]),
    ("memberNo", &["회원", "번호", "member", "patient", "환자"]),
    ("measuredAt", &["측정", "검사", "검진", "일시", "일자", "날짜", "measur", "exam", "date", "time"]),
];

/// Hints that are whole names: `dia` is no `diameter`, `ht` no `weight`.
const ABBREVIATIONS: [&str; 7] = ["dia", "hp", "hr", "ht", "sys", "wt", "bfp"];

/// Units that are not ours, with those that are meant for the same.
const FOREIGN_UNITS: &[&str] = &[
    "lb",
    "lbs",
    "pound",
    "pounds",
    "파운드",
    "st",
    "stone",
    "g",
    "그램",
    "oz",
    "근",
    "m",
    "미터",
    "mm",
    "inch",
    "inches",
    "in",
    "인치",
    "ft",
    "feet",
    "kpa",
    "cmhg",
    "ratio",
];

/// What may stand in brackets behind any name.
const REMARKS: &[&str] = &["필수", "필수입력", "필수항목", "선택", "선택입력", "선택항목", "required", "optional"];

/// The columns of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// For each column of the file its place in [`COLUMNS`].
    pub places: Vec<Option<usize>>,
    /// Columns without a name.
    pub unnamed: HashSet<usize>,
    /// Names of the columns that are passed over.
    pub ignored: Vec<String>,
    /// Columns that somebody has to leave out.
    pub doubtful: Vec<DoubtfulColumn>,
}

impl Header {
    /// The columns of a first line, of which `hidden` are not shown; each has to be found once.
    ///
    /// # Errors
    /// Why they are not the columns of members.
    pub fn of(cells: Option<&[Cell]>, hidden: &[Span]) -> Result<Self, Vec<Violation>> {
        let wrong = |code| vec![Violation::new(FILE, code)];
        let Some(cells) = cells else { return Err(wrong("notText")) };
        if cells.len() > MAX_COLUMNS {
            return Err(vec![Violation::new(FILE, "tooManyColumns").with("max", MAX_COLUMNS)]);
        }
        let mut header = Self::default();
        let mut violations = Vec::new();
        let mut names: Vec<(usize, String)> = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            let name = match cell {
                Cell::Text(text) if text.chars().any(|c| c.is_control() && !c.is_whitespace()) => {
                    return Err(wrong("notText"));
                }
                Cell::Text(text) => text.trim(),
                _ => "",
            };
            let name: String = name.chars().take(MAX_NAME).collect();
            let shown: String = name.chars().take(MAX_SHOWN).collect();
            let is_hidden = hidden.iter().any(|span| span.contains(&index));
            let place = match meaning(&name) {
                Meaning::Known(place) | Meaning::Foreign(place) if is_hidden => {
                    let resembles = COLUMNS.get(place).map(|column| column.name).unwrap_or_default();
                    header.doubt(index, shown, resembles, true);
                    None
                }
                Meaning::Known(place) => {
                    match names.iter().find(|(known, _)| *known == place) {
                        Some((_, first)) => violations
                            .push(Violation::new(FILE, "duplicateColumn").with("column", format!("{first}, {shown}"))),
                        None => names.push((place, shown)),
                    }
                    Some(place)
                }
                Meaning::Foreign(place) => {
                    let unit = COLUMNS.get(place).and_then(|column| column.units.first()).copied().unwrap_or_default();
                    violations.push(Violation::new(FILE, "foreignUnit").with("column", shown).with("unit", unit));
                    None
                }
                Meaning::Doubtful(resembles) => {
                    header.doubt(index, shown, resembles, is_hidden);
                    None
                }
                Meaning::None if name.is_empty() => {
                    header.unnamed.insert(index);
                    None
                }
                Meaning::None => {
                    header.ignored.push(shown);
                    None
                }
            };
            header.places.push(place);
        }
        // Columns behind the last name are none; what stands there is noticed row by row.
        while header.places.last() == Some(&None) && header.unnamed.remove(&(header.places.len() - 1)) {
            header.places.pop();
        }
        if violations.is_empty() {
            let missing = |place: &usize| !header.places.contains(&Some(*place));
            violations = (0..REQUIRED_COLUMNS)
                .filter(missing)
                .filter_map(|place| COLUMNS.get(place))
                .map(|column| {
                    let is_there = header.doubtful.iter().any(|it| it.is_hidden && it.resembles == column.name);
                    let code = if is_there { "hiddenColumn" } else { "missingColumn" };
                    Violation::new(FILE, code).with("column", column.name)
                })
                .collect();
        }
        if violations.is_empty() { Ok(header) } else { Err(violations) }
    }

    fn doubt(&mut self, index: usize, name: String, resembles: &str, is_hidden: bool) {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        self.doubtful.push(DoubtfulColumn { index, name, resembles: resembles.to_owned(), is_hidden });
    }

    /// Names of the columns that are read, in the order of the file.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        self.places.iter().flatten().filter_map(|place| COLUMNS.get(*place)).map(|column| column.name.into()).collect()
    }

    /// Where a field stands in a row.
    #[must_use]
    pub fn index_of(&self, field: &str) -> Option<usize> {
        let place = COLUMNS.iter().position(|column| column.name == field)?;
        self.places.iter().position(|known| *known == Some(place))
    }
}

/// What a name stands for.
#[derive(Debug, PartialEq)]
enum Meaning {
    /// The column of this place.
    Known(usize),
    /// The column of this place, in a unit that is not ours.
    Foreign(usize),
    /// Perhaps this field.
    Doubtful(&'static str),
    /// No field.
    None,
}

/// A name as it is compared: letters, digits and `%`, without capitals, spaces, stars and widths.
fn plain(name: &str) -> String {
    let kept = name.nfkc().filter(|character| character.is_alphanumeric() || *character == '%');
    kept.flat_map(char::to_lowercase).nfc().collect()
}

/// A name without its brackets, and what stands in them.
fn split(name: &str) -> (String, Vec<String>) {
    let name: String = name.nfkc().collect();
    let (mut outside, mut inside) = (String::new(), Vec::new());
    let mut rest = name.as_str();
    while let Some(open) = rest.find(['(', '[', '{', '<']) {
        let (before, after) = rest.split_at(open);
        outside.push_str(before);
        let after = after.get(1..).unwrap_or_default();
        let close = after.find([')', ']', '}', '>']).unwrap_or(after.len());
        inside.push(after.get(..close).unwrap_or_default().to_owned());
        rest = after.get(close..).unwrap_or_default();
        rest = rest.get(1..).unwrap_or_default();
    }
    outside.push_str(rest);
    (outside, inside)
}

fn meaning(name: &str) -> Meaning {
    let whole = plain(name);
    if whole.is_empty() {
        return Meaning::None;
    }
    let (outside, inside) = split(name);
    let outside = plain(&outside);
    for (place, column) in COLUMNS.iter().enumerate() {
        for known in std::iter::once(&column.name).chain(column.aliases) {
            let known = plain(known);
            if known == whole {
                return Meaning::Known(place);
            }
            let Some(behind) = outside.strip_prefix(&known) else { continue };
            let mut remarks =
                inside.iter().map(String::as_str).chain([behind]).filter(|remark| !plain(remark).is_empty());
            let is_foreign = |remark: &str| !column.units.is_empty() && FOREIGN_UNITS.contains(&plain(remark).as_str());
            if remarks.clone().any(is_foreign) {
                return Meaning::Foreign(place);
            }
            if remarks.all(|remark| is_remark(column, remark)) {
                return Meaning::Known(place);
            }
        }
    }
    resembled(&whole, &outside).map_or(Meaning::None, Meaning::Doubtful)
}

/// Whether something in brackets only says what is known of the column.
fn is_remark(column: &Column, remark: &str) -> bool {
    let is_called = |known: &&str| plain(known) == plain(remark);
    if REMARKS.iter().any(&is_called) || column.units.iter().any(is_called) {
        return true;
    }
    let parts = || remark.split(['/', ',', '·', ' ', ':']).filter(|part| !plain(part).is_empty());
    match column.name {
        // How a date is written: whatever is not written as expected is refused cell by cell.
        "birthDate" | "measuredAt" => plain(remark)
            .chars()
            .all(|c| matches!(c, 'y' | 'm' | 'd' | 'h' | 's' | '년' | '월' | '일' | '시' | '분' | '초' | 't')),
        "sex" | "setting" => parts().all(|part| {
            let is_word = |word: &&str| plain(word) == plain(part);
            WORDS.iter().any(|(word, synonyms)| is_word(word) || synonyms.iter().any(is_word))
        }),
        _ => false,
    }
}

/// The field that a name resembles.
fn resembled(whole: &str, outside: &str) -> Option<&'static str> {
    let hinted = |(field, hints): &(&'static str, &[&str])| {
        // Short words stand in many others: `키` in `키트`, `bp` in none that is meant otherwise.
        let is_hint = |hint: &&str| {
            if hint.chars().count() == 1 {
                outside.starts_with(*hint) && outside.chars().count() <= 3
            } else if ABBREVIATIONS.contains(hint) {
                outside == *hint
            } else {
                whole.contains(*hint)
            }
        };
        hints.iter().any(is_hint).then_some(*field)
    };
    let alike = || {
        COLUMNS.iter().find_map(|column| {
            let mut names = std::iter::once(&column.name).chain(column.aliases);
            let is_alike = |name: &&str| {
                let known = plain(name);
                known.chars().count() > 2 && strsim::jaro_winkler(&known, outside) >= ALIKE
            };
            names.any(is_alike).then_some(column.name)
        })
    };
    HINTS.iter().find_map(hinted).or_else(alike)
}

#[cfg(test)]
mod tests {
    use super::{HINTS, Header, Meaning, meaning};
    use crate::member_imports::reading::Cell;
    use uno_core::contract::member_imports::COLUMNS;

    fn field(name: &str) -> String {
        let of = |place: usize| COLUMNS.get(place).map(|column| column.name).unwrap_or_default();
        match meaning(name) {
            Meaning::Known(place) => of(place).to_owned(),
            Meaning::Foreign(place) => format!("foreign {}", of(place)),
            Meaning::Doubtful(resembles) => format!("? {resembles}"),
            Meaning::None => "-".to_owned(),
        }
    }

    #[test]
    fn columns_are_recognised_by_the_names_that_offices_write() {
        for (name, expected) in [
            ("수축기혈압", "systolic"),
            ("이완기혈압", "diastolic"),
            ("수축기 혈압 (mmHg)", "systolic"),
            ("혈압(수축기)", "systolic"),
            ("신장(cm)", "heightCm"),
            ("신장（㎝）", "heightCm"),
            ("키 [cm]", "heightCm"),
            ("몸무게(kg)", "weightKg"),
            ("체중㎏", "weightKg"),
            ("체지방(%)", "bodyFatPercent"),
            ("체지방률", "bodyFatPercent"),
            ("회원명", "name"),
            ("측정일자", "measuredAt"),
            ("검사일", "measuredAt"),
            ("생년월일(YYYY-MM-DD)", "birthDate"),
            ("생년월일 (필수)", "birthDate"),
            ("회원번호*", "memberNo"),
            ("※회원 번호", "memberNo"),
            ("휴대폰", "phoneNumber"),
            ("성별(남/여)", "sex"),
            ("성별(M/F)", "sex"),
            ("맥박(회/분)", "pulse"),
            ("Height (cm)", "heightCm"),
            ("height_cm", "heightCm"),
            ("WEIGHT KG", "weightKg"),
            ("Date of Birth", "birthDate"),
            ("Birth-Date", "birthDate"),
            ("SBP", "systolic"),
            ("Diastolic BP (mmHg)", "diastolic"),
            ("Body fat %", "bodyFatPercent"),
            ("ＮＡＭＥ", "name"),
            ("member\nnumber", "memberNo"),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
    }

    #[test]
    fn a_name_that_could_be_meant_for_a_column_is_asked_about() {
        for (name, expected) in [
            ("혈압", "? systolic"),
            ("BP", "? systolic"),
            ("수축기2차", "? systolic"),
            ("이완기 혈압(앉아서)", "? diastolic"),
            ("체중(아침)", "? weightKg"),
            ("생년", "? birthDate"),
            ("회원등급", "? memberNo"),
            ("키2", "? heightCm"),
            ("adress", "? address"),
            ("sistolic", "? systolic"),
            ("비고", "-"),
            ("키트", "-"),
            ("BMI", "-"),
            ("seqn", "-"),
        ] {
            let found = field(name);
            // `키트` is as short as a slip of `키2` and stays in doubt, which costs a click only.
            assert!(found == expected || (name == "키트" && found.starts_with('?')), "{name}: {found}");
        }
    }

    #[test]
    fn a_unit_that_is_not_ours_is_no_column_of_ours() {
        for (name, expected) in [
            ("몸무게(lb)", "foreign weightKg"),
            ("Weight (lbs)", "foreign weightKg"),
            ("weight_lb", "foreign weightKg"),
            ("키(m)", "foreign heightCm"),
            ("Height [inch]", "foreign heightCm"),
            ("수축기(kPa)", "foreign systolic"),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
    }

    #[test]
    fn two_columns_for_one_field_are_refused() {
        let cells = ["회원번호", "성별", "생년월일", "휴대폰", "연락처"].map(|name| Cell::Text(name.into()));
        let codes: Vec<String> =
            Header::of(Some(&cells), &[]).err().unwrap_or_default().into_iter().map(|found| found.code).collect();
        assert_eq!(codes, ["duplicateColumn"]);
    }

    #[test]
    fn every_column_is_found_by_each_of_its_names_and_no_name_is_two_columns() {
        for column in COLUMNS {
            for name in column.aliases.iter().chain([&column.name]) {
                assert_eq!(field(name), column.name, "{name}");
                for unit in column.units {
                    assert_eq!(field(&format!("{name} ({unit})")), column.name, "{name} ({unit})");
                }
            }
        }
        let (mut hinted, mut known) = (HINTS.map(|(name, _)| name), COLUMNS.map(|column| column.name));
        hinted.sort_unstable();
        known.sort_unstable();
        assert_eq!(hinted, known);
    }
}
