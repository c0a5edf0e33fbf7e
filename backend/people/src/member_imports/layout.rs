//! The layout of member imports: the columns of the contract, and hints for columns with other names.

use imports::layout::{Hints, Layout};
use std::sync::LazyLock;
use uno_core::contract::{
    member_imports::{COLUMNS, MemberImportRow, REQUIRED_COLUMNS, WORDS},
    validation::Rules as _,
};

/// Members with physical measurements.
pub static LAYOUT: LazyLock<Layout> =
    LazyLock::new(|| Layout::of(&COLUMNS, REQUIRED_COLUMNS, MemberImportRow::FORM, WORDS, HINTS));

/// Parts of column names that hint at a field, more specific ones first.
const HINTS: Hints = &[
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
    ("arm", &["측정팔", "상완"]),
    ("posture", &["자세", "posture"]),
    ("readingNumber", &["회차", "차수"]),
    ("memberNo", &["회원", "번호", "member", "patient", "환자"]),
    ("measuredAt", &["측정", "검사", "검진", "일시", "일자", "날짜", "measur", "exam", "date", "time"]),
];

#[cfg(test)]
mod tests {
    use super::{HINTS, LAYOUT};
    use imports::{
        columns::{Header, Meaning, meaning},
        decisions::Decisions,
        reading::Cell,
    };
    use uno_core::contract::{imports::ColumnChoice, member_imports::COLUMNS};

    fn field(name: &str) -> String {
        let of = |place: usize| LAYOUT.name(place);
        match meaning(&LAYOUT, name) {
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
            ("팔(좌/우)", "arm"),
            ("자세", "posture"),
            ("측정 회차(회)", "readingNumber"),
            ("Height (cm)", "heightCm"),
            ("height_cm", "heightCm"),
            ("WEIGHT KG", "weightKg"),
            ("Date of Birth", "birthDate"),
            ("Birth-Date", "birthDate"),
            ("SBP", "systolic"),
            ("Diastolic BP (mmHg)", "diastolic"),
            ("Body fat %", "bodyFatPercent"),
            ("ＮＡＭＥ", "name"),
            ("혈압", "bloodPressure"),
            ("혈압(mmHg)", "bloodPressure"),
            ("혈압(수축기/이완기)", "bloodPressure"),
            ("BP", "bloodPressure"),
            ("측정시간", "measuredAt"),
            ("검사시간", "measuredTime"),
            ("member\nnumber", "memberNo"),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
    }

    #[test]
    fn a_name_that_could_be_meant_for_a_column_is_asked_about() {
        for (name, expected) in [
            ("수축기2차", "? systolic"),
            ("이완기 혈압(앉아서)", "? diastolic"),
            ("체중(아침)", "? weightKg"),
            ("생년", "? birthDate"),
            ("회원등급", "? memberNo"),
            ("키2", "? heightCm"),
            ("회차", "? readingNumber"),
            ("측정자", "? measuredAt"),
            ("adress", "? address"),
            ("sistolic", "? systolic"),
            ("비고", "-"),
            ("키트", "-"),
            ("BMI", "-"),
            ("seqn", "-"),
        ] {
            let found = field(name);
            // `키트` is as short as the slip `키2`, so it stays in doubt, which costs only a click.
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
    fn of_two_columns_for_one_field_a_person_says_which_is_read() {
        let cells = ["회원번호", "성별", "생년월일", "휴대폰", "연락처"].map(|name| Cell::Text(name.into()));
        let found = |choices: &[ColumnChoice]| {
            let decisions = Decisions::of(&LAYOUT, choices, &Vec::new(), &[]).unwrap_or_default();
            let header = Header::of(&LAYOUT, &decisions, 1, Some(&cells), &[]).unwrap_or_default();
            let fields: Vec<Option<String>> = header.columns.into_iter().skip(3).map(|column| column.field).collect();
            let doubtful: Vec<(i64, String)> =
                header.doubtful.into_iter().map(|column| (column.index, column.resembles)).collect();
            (fields, doubtful)
        };
        let phone = || Some("phoneNumber".to_owned());
        let both = [3, 4].map(|index| (index, "phoneNumber".to_owned())).to_vec();
        assert_eq!(found(&[]), (vec![None, None], both));
        let choices = [ColumnChoice { column: 4, field: phone() }, ColumnChoice { column: 3, field: None }];
        assert_eq!(found(&choices), (vec![None, phone()], Vec::new()));
    }

    #[test]
    fn what_one_column_gives_by_decision_no_other_gives() {
        let cells = ["회원번호", "성별", "생년월일", "혈압 1", "최고 1", "아침", "저녁"];
        let cells = cells.map(|name| Cell::Text(name.into()));
        let said = [("혈압1", "bloodPressure"), ("최고1", "systolic"), ("아침", "weightKg"), ("저녁", "weightKg")];
        let said = said.map(|(name, field)| (name.to_owned(), Some(field.to_owned()))).to_vec();
        let choice = |column, field: &str| ColumnChoice { column, field: Some(field.to_owned()) };
        let doubtful = |choices: &[ColumnChoice]| {
            let decisions = Decisions::of(&LAYOUT, choices, &said, &[]).unwrap_or_default();
            let header = Header::of(&LAYOUT, &decisions, 1, Some(&cells), &[]).unwrap_or_default();
            let names = header.doubtful.into_iter().map(|column| format!("{} {}", column.name, column.resembles));
            names.collect::<Vec<String>>()
        };
        assert_eq!(doubtful(&[]), ["혈압 1 systolic", "최고 1 systolic", "아침 weightKg", "저녁 weightKg"]);
        assert_eq!(doubtful(&[choice(6, "weightKg")]), ["혈압 1 systolic", "최고 1 systolic", "아침 weightKg"]);
        assert_eq!(
            doubtful(&[choice(3, "bloodPressure"), choice(5, "weightKg")]),
            ["최고 1 systolic", "저녁 weightKg"]
        );
        let both = Decisions::of(&LAYOUT, &[choice(3, "bloodPressure"), choice(4, "systolic")], &said, &[]);
        let found = both.err().unwrap_or_default();
        assert_eq!(
            found.iter().map(|it| (&*it.path, &*it.code)).collect::<Vec<_>>(),
            [("columns[1].field", "repeated")]
        );
    }

    #[test]
    fn a_decision_about_one_of_two_columns_of_a_name_is_for_this_file_alone() {
        let cells = ["회원번호", "성별", "생년월일", "체중", "체중"].map(|name| Cell::Text(name.into()));
        let header = |choices: &[ColumnChoice], said: &[(String, Option<String>)]| {
            let decisions = Decisions::of(&LAYOUT, choices, &said.to_vec(), &[]).unwrap_or_default();
            Header::of(&LAYOUT, &decisions, 1, Some(&cells), &[]).unwrap_or_default()
        };
        let weight = || Some("weightKg".to_owned());
        let choices = [ColumnChoice { column: 3, field: None }, ColumnChoice { column: 4, field: weight() }];
        assert_eq!(header(&choices, &[]).learnt, Vec::new());
        for said in [None, weight()] {
            let found = header(&[], &[("체중".to_owned(), said)]);
            let doubtful: Vec<i64> = found.doubtful.iter().map(|column| column.index).collect();
            assert_eq!(doubtful, [3, 4], "what was decided about a file with one column says nothing of two");
        }
    }

    #[test]
    fn a_hidden_column_refuses_no_file_whose_visible_ones_can_be_meant() {
        let found = |names: &[&str]| {
            let cells: Vec<Cell> = names.iter().map(|name| Cell::Text((*name).into())).collect();
            let hidden = [names.len() - 1..=names.len() - 1];
            let header = Header::of(&LAYOUT, &Decisions::default(), 1, Some(&cells), &hidden);
            header.map(|header| header.missing).map_err(|refused| refused[0].code.clone())
        };
        assert_eq!(found(&["회원번호", "성별", "생년월일", "생일", "출생일"]), Ok(vec!["birthDate"]));
        assert_eq!(found(&["회원번호", "성별", "생년월일"]), Err("hiddenColumn".into()));
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
        let (mut hinted, mut known) =
            (HINTS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), COLUMNS.map(|column| column.name));
        hinted.sort_unstable();
        known.sort_unstable();
        assert_eq!(hinted, known);
    }
}
