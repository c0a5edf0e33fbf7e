//! The Korean texts of the reports.

use uno_core::{
    contract::{measurement_imports::ImportedKind, validation::Violation},
    domain::grade::{
        Sex,
        physical::{BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, Setting},
    },
};

/// Returns the text of a sex.
#[must_use]
pub const fn sex(sex: Sex) -> &'static str {
    match sex {
        Sex::Male => "남",
        Sex::Female => "여",
    }
}

/// Returns the text of a body mass index grade.
#[must_use]
pub const fn bmi(grade: BmiGrade) -> &'static str {
    match grade {
        BmiGrade::Underweight => "저체중",
        BmiGrade::Normal => "정상",
        BmiGrade::Overweight => "과체중",
        BmiGrade::Obesity1 => "비만1단계",
        BmiGrade::Obesity2 => "비만2단계",
    }
}

/// Returns the text of a blood pressure grade.
#[must_use]
pub const fn blood_pressure(grade: BloodPressureGrade) -> &'static str {
    match grade {
        BloodPressureGrade::Normal => "정상",
        BloodPressureGrade::PreStage => "전단계",
        BloodPressureGrade::Stage1 => "1단계",
        BloodPressureGrade::Stage2 => "2단계",
    }
}

/// Returns the text of a blood pressure class.
#[must_use]
pub const fn blood_pressure_class(class: BloodPressureClass) -> &'static str {
    match class {
        BloodPressureClass::Normal => "정상",
        BloodPressureClass::Elevated => "주의혈압",
        BloodPressureClass::Prehypertension => "고혈압전단계",
        BloodPressureClass::Hypertension1 => "고혈압 1기",
        BloodPressureClass::Hypertension2 => "고혈압 2기",
    }
}

/// Returns the text of a body fat grade.
#[must_use]
pub const fn body_fat(grade: BodyFatGrade) -> &'static str {
    match grade {
        BodyFatGrade::BelowStandard => "표준미만",
        BodyFatGrade::Standard => "표준",
        BodyFatGrade::AboveStandard => "표준이상",
    }
}

/// Returns the text of where a blood pressure was taken.
#[must_use]
pub const fn setting(setting: Setting) -> &'static str {
    match setting {
        Setting::Clinic => "의료기관",
        Setting::Home => "가정",
    }
}

/// Returns the name of an import column; for measurements, as in their sample files.
#[must_use]
pub fn column(path: &str) -> &str {
    let name = path.split('[').next().unwrap_or(path);
    match name {
        "memberNo" => "회원번호",
        "sex" => "성별",
        "birthDate" => "생년월일",
        "name" => "이름",
        "phoneNumber" => "휴대폰 번호",
        "email" => "이메일",
        "address" => "주소",
        "division" => "부서",
        "heightCm" => "키",
        "weightKg" => "몸무게",
        "bodyFatPercent" => "체지방률",
        "systolic" => "수축기",
        "diastolic" => "이완기",
        "pulse" => "맥박",
        "setting" => "측정 장소",
        "measuredAt" => "측정일시",
        other => {
            let mut columns = ImportedKind::ALL.iter().flat_map(|kind| kind.columns());
            columns.find(|column| column.name == other).and_then(|column| column.aliases.first()).unwrap_or(&other)
        }
    }
}

/// Returns whether a field is a visual acuity, which is a number more often than a word.
fn is_acuity(path: &str) -> bool {
    ["Uncorrected", "Presenting", "BestCorrected"].iter().any(|sight| path.ends_with(sight))
}

/// Returns a sentence that explains why a row was refused.
#[must_use]
pub fn reason(violation: &Violation) -> String {
    let value = |name| violation.params.get(name).unwrap_or_default().to_owned();
    match violation.code.as_str() {
        "required" => "값이 있어야 합니다.".into(),
        "type" => "숫자가 아닙니다.".into(),
        "tooLong" => format!("{}자를 넘습니다.", value("max")),
        "tooShort" => format!("{}자보다 짧습니다.", value("min")),
        "tooSmall" => format!("{}보다 작습니다.", value("min")),
        "tooLarge" => format!("{}보다 큽니다.", value("max")),
        "integer" => "정수가 아닙니다.".into(),
        "decimals" => format!("소수점 아래가 {}자리를 넘습니다.", value("max")),
        "format" => "형식이 올바르지 않습니다.".into(),
        "choice" if is_acuity(&violation.path) => {
            "읽을 수 없는 시력입니다. 0.8, 20/40, logMAR 0.3 또는 CF, HM, LP, NLP처럼 적어야 합니다.".into()
        }
        "choice" => "정해진 값이 아닙니다.".into(),
        "future" => "미래의 날짜입니다.".into(),
        "tooEarly" => "너무 오래된 날짜입니다.".into(),
        "order" => match violation.params.get("above") {
            Some("diastolic") => "수축기가 이완기보다 높아야 합니다.".into(),
            Some("birthDate") => "생년월일보다 앞선 날짜입니다.".into(),
            _ => "앞뒤 값의 순서가 맞지 않습니다.".into(),
        },
        "columnCount" => format!("칸이 {}개여야 하는데 {}개입니다.", value("expected"), value("found")),
        "dateFormat" => {
            "1990-01-02, 1990. 1. 2., 1990년 1월 2일처럼 적은 날짜, 또는 날짜 서식의 칸이어야 합니다.".into()
        }
        "timeFormat" => "2026-01-02 09:30, 2026. 1. 2. 오후 2:30처럼 적은 일시여야 합니다.".into(),
        "shortYear" => "연도가 네 자리가 아니어서 어느 해인지 알 수 없습니다.".into(),
        "dayOrder" => "월과 일의 순서를 알 수 없는 날짜입니다.".into(),
        "otherMember" => format!("번호의 회원이 파일의 ‘{}’와 일치하지 않습니다.", value("said")),
        "differs" => "같은 일시에 다른 값의 측정이 이미 있습니다.".into(),
        "notFound" => "이 업체에 없는 회원번호입니다.".into(),
        "taken" => "같은 일시의 측정이 이미 있습니다.".into(),
        "timeTwice" => "시각이 두 열에 모두 있습니다.".into(),
        "cellUnit" => format!("단위가 다릅니다. {} 단위여야 합니다.", value("unit")),
        "pressurePair" => "118/76처럼 수축기와 이완기 혈압을 함께 적어야 합니다.".into(),
        "noSuchDate" => "달력에 없는 날짜입니다.".into(),
        "leadingZero" => "맨 앞의 0이 빠진 번호입니다.".into(),
        "errorCell" => "오류가 표시된 칸입니다.".into(),
        "noValue" => "계산된 값이 저장되지 않은 수식입니다.".into(),
        "formula" => "값이 아니라 수식입니다.".into(),
        "boolean" => "TRUE 또는 FALSE인 칸입니다.".into(),
        "scientific" => "지수로 표시되어 전체 숫자를 알 수 없습니다.".into(),
        "notAllowed" => match violation.path.as_str() {
            "arm" | "posture" | "readingNumber" => "혈압이 있을 때만 적는 항목입니다.".into(),
            _ => "이 검사에는 없는 항목입니다.".into(),
        },
        "count" => format!("{}개여야 합니다.", value("count")),
        "sum" => format!("부분 점수의 합({})과 다릅니다.", value("sum")),
        "numberFormat" => "표시 형식 때문에 보이는 값을 알 수 없습니다.".into(),
        "merged" => "다른 칸과 병합된 칸입니다.".into(),
        "hiddenRow" => "숨겨진 행입니다.".into(),
        "unnamedColumn" => "이름이 없는 항목에 값이 있습니다.".into(),
        "notAccepted" => "등록된 값과 다르며, 변경을 허용하지 않았습니다.".into(),
        "changedSince" => "파일을 확인한 뒤에 등록된 값이 바뀌었습니다. 파일을 다시 확인해주세요.".into(),
        "divisionUnknown" => "이 업체에 없는 부서입니다.".into(),
        "divisionAmbiguous" => {
            "같은 이름의 부서가 여럿입니다. 맨 위 부서부터 ‘본부 > 상담팀’처럼 적어야 합니다.".into()
        }
        "quote" => "따옴표가 닫히지 않았습니다.".into(),
        "duplicate" => format!("{}행에 같은 측정이 다른 값으로 있습니다.", value("line")),
        "conflict" => format!("{}행과 회원 정보가 다릅니다.", value("line")),
        _ => "올바르지 않은 값입니다.".into(),
    }
}
