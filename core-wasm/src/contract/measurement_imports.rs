//! Import of measurements of one kind for known members from a file: first a preview, then a job.
//!
//! For how files are read and what users can decide about that, see [`super::imports`]. A row identifies its member by
//! the number within the company; no members are registered. Its values are validated by the same rules as sent
//! measurements ([`super::measurements`]).
//!
//! A member has at most one measurement of a kind at a given time. A row equal to the stored measurement changes
//! nothing; a row that differs from it is rejected (`differs`). Stored measurements are never changed, and the preview
//! shows both cases.

use super::{
    File, Upload,
    companies::CompanyPath,
    dementia_screenings, endpoint,
    imports::{
        AssumedValue, Column, DoubtfulColumn, FileColumn, ImportFormat, ImportGuide, ImportReview, ImportSheet,
        ImportSource, MAX_COLUMNS, PRESSURE, RowProblem, SampleRow, UnderstoodCells, UnusualValue, column,
    },
    input,
    jobs::{Job, JobPath},
    output,
    validation::Value,
    value_enum,
};
use crate::domain::{
    decimal::Hundredths,
    grade::{Indicator, screening::ScreeningInstrument},
};

value_enum! {
    /// Kind of measurement.
    pub enum ImportedKind {
        Physical = "PHYSICAL",
        Stress = "STRESS",
        Vision = "VISION",
        HeartRate = "HEART_RATE",
        Dementia = "DEMENTIA",
        Psychological = "PSYCHOLOGICAL",
    }
}

impl ImportedKind {
    /// Returns the endpoint that creates a single such measurement. The permission to call it is the permission to
    /// import.
    #[must_use]
    pub const fn call(self) -> &'static str {
        match self {
            Self::Physical => "CreatePhysicalMeasurement",
            Self::Stress => "CreateStressMeasurement",
            Self::Vision => "CreateVisionMeasurement",
            Self::HeartRate => "CreateHeartRateMeasurement",
            Self::Dementia => "CreateDementiaScreening",
            Self::Psychological => "CreatePsychologicalTest",
        }
    }

    /// Returns the number of required columns, which come first: member and time, and those without which a value has
    /// no meaning. A heart rate is not assumed to be at rest, nor a score to belong to some instrument.
    #[must_use]
    pub const fn required(self) -> usize {
        match self {
            Self::Physical | Self::Stress | Self::Vision => 2,
            Self::Dementia => 3,
            Self::HeartRate | Self::Psychological => 4,
        }
    }

    /// Returns the default values of fields that a file may omit.
    #[must_use]
    pub const fn defaults(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Physical => &[("setting", "CLINIC")],
            Self::Vision => &[("range", "DISTANCE")],
            Self::Stress | Self::HeartRate | Self::Dementia | Self::Psychological => &[],
        }
    }

    /// Returns all columns of a file, required ones first.
    #[must_use]
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Self::Physical => &PHYSICAL,
            Self::Stress => &STRESS,
            Self::Vision => &VISION,
            Self::HeartRate => &HEART_RATE,
            Self::Dementia => &DEMENTIA,
            Self::Psychological => &PSYCHOLOGICAL,
        }
    }

    /// Normalises the values of a row before they are validated: drops values that equal what other values imply, and
    /// marks items without an answer.
    pub fn normalise(self, fields: &mut Vec<(String, Value)>) {
        let repeated = match self {
            Self::Stress => implied_mean(fields),
            Self::Dementia => {
                fill_answers(fields);
                implied_total(fields)
            }
            Self::Physical | Self::Vision | Self::HeartRate | Self::Psychological => None,
        };
        fields.retain(|(name, _)| Some(name.as_str()) != repeated);
    }

    /// Returns a value that stands for one which the product's own export leaves out, if a measurement may consist of
    /// that alone.
    #[must_use]
    pub fn left_out_of_export(self) -> Option<(&'static str, Value)> {
        match self {
            Self::Stress => Some(("nnIntervals", Value::List(vec![Value::Number(800.0), Value::Number(800.0)]))),
            Self::Physical | Self::Vision | Self::HeartRate | Self::Dementia | Self::Psychological => None,
        }
    }

    /// Returns parts of headers that suggest a field, more specific ones first.
    #[must_use]
    pub const fn hints(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Self::Physical => &[
                ("heightCm", &["신장", "height"]),
                ("weightKg", &["체중", "몸무게", "weight"]),
                ("bodyFatPercent", &["지방", "fat"]),
                ("diastolic", &["이완", "최저", "diastol"]),
                ("systolic", &["수축", "최고", "혈압", "systol"]),
                ("pulse", &["맥박", "심박", "pulse"]),
                ("arm", &["측정팔", "상완"]),
                ("posture", &["자세", "posture"]),
                ("readingNumber", &["회차", "차수"]),
                ("memberNo", &["회원", "member"]),
                ("measuredAt", &["측정일", "검사일", "일시"]),
            ],
            Self::Stress => &[
                ("sdnn", &["sdnn"]),
                ("rmssd", &["rmssd"]),
                ("tp", &["tp"]),
                ("lf", &["lf"]),
                ("hf", &["hf"]),
                // Devices also use this name for their own scores, which have the opposite meaning.
                ("stressIndex", &["스트레스지수", "stressindex", "si"]),
                ("pss10Total", &["pss"]),
                ("bepsiKMean", &["bepsi"]),
                ("gad7Total", &["gad"]),
                ("cbiMean", &["cbi", "번아웃", "소진", "burnout"]),
                ("bat12Mean", &["bat12"]),
                ("activationScore", &["활성"]),
                ("nnIntervals", &["nni", "rri", "간격"]),
                ("heartRate", &["심박", "hr"]),
                ("memberNo", &["회원", "member"]),
                ("measuredAt", &["측정일", "검사일", "일시"]),
            ],
            Self::Vision => &[
                ("rightPressure", &["안압", "iop"]),
                ("rightSphere", &["구면", "sph"]),
                ("rightCylinder", &["난시", "원주", "cyl"]),
                // Ambiguous: with one's own glasses or best corrected. Only the examiner knows.
                ("leftPresenting", &["교정시력좌", "좌교정", "좌안교정", "교정좌", "교정l"]),
                ("rightPresenting", &["교정", "corrected"]),
                ("leftUncorrected", &["좌안", "left"]),
                ("rightUncorrected", &["우안", "right", "나안", "시력"]),
                ("memberNo", &["회원", "member"]),
                ("measuredAt", &["측정일", "검사일", "일시"]),
            ],
            Self::HeartRate => &[
                ("context", &["상태", "context"]),
                ("rate", &["심박", "맥박", "heart", "pulse", "bpm"]),
                ("memberNo", &["회원", "member"]),
                ("measuredAt", &["측정일", "검사일", "일시"]),
            ],
            Self::Dementia => &[
                ("instrument", &["도구", "instrument"]),
                ("educationYears", &["교육", "학력", "education"]),
                ("informant", &["보호자", "제공자", "informant"]),
                ("answers", &["문항", "응답", "answer"]),
                ("total", &["총점", "합계", "점수", "total", "score"]),
                ("memberNo", &["회원", "member"]),
                ("measuredAt", &["측정일", "검사일", "일시"]),
            ],
            Self::Psychological => &[
                ("instrument", &["도구", "척도", "instrument"]),
                ("result", &["점수", "총점", "평균", "결과", "score", "total"]),
                ("memberNo", &["회원", "member"]),
                ("measuredAt", &["측정일", "검사일", "일시"]),
            ],
        }
    }
}

const MEMBER_NO: Column = column(
    "memberNo",
    &["회원번호", "회원 No", "회원 ID", "회원코드", "member number", "member ID"],
    ["M-0001", "M-0002"],
);

const MEASURED_AT: Column = column(
    "measuredAt",
    &[
        "측정일시",
        "측정일",
        "측정일자",
        "측정 날짜",
        "측정시각",
        "측정시간",
        "검사일",
        "검사일자",
        "검사일시",
        "검사 날짜",
        "검진일",
        "검진일자",
        "검진일시",
        "measured on",
        "measurement date",
        "measurement time",
        "date measured",
        "test date",
        "exam date",
    ],
    ["2026-01-05 09:30", "2026-01-06 10:00"],
);

const SCORE: &[&str] = &["점", "points"];
const PERCENT: &[&str] = &["%", "퍼센트", "percent"];
const MILLISECONDS: &[&str] = &["ms", "밀리초"];
const POWER: &[&str] = &["ms²", "ms2"];
const HOURS: &[&str] = &["시간", "hours", "h"];
const DIOPTRES: &[&str] = &["D", "디옵터", "dioptres", "diopters"];

fn value<'a>(fields: &'a [(String, Value)], name: &str) -> &'a Value {
    fields.iter().find(|(known, _)| known == name).map_or(&Value::Nothing, |(_, value)| value)
}

/// Returns the field of the BEPSI-K mean if the answers of the row give the same mean.
fn implied_mean(fields: &[(String, Value)]) -> Option<&'static str> {
    let Value::List(items) = value(fields, "bepsiKItems") else { return None };
    let mean = Indicator::BepsiK.axis().questionnaire?.result(items.iter().map(dementia_screenings::points))?;
    let told = value(fields, "bepsiKMean").as_number().and_then(Hundredths::from_number)?;
    (told == mean.hundredths_half_up()).then_some("bepsiKMean")
}

/// Returns the field of the total if the parts of the row give the same total.
fn implied_total(fields: &[(String, Value)]) -> Option<&'static str> {
    let sum = dementia_screenings::sum(|name| value(fields, name))?;
    (value(fields, "total").as_number() == Some(sum.into())).then_some("total")
}

/// Normalises answers from a file with one column per answer. Empty cells beyond the instrument's items are dropped;
/// other empty cells become "no answer". If there is a total and no answer, all answers are dropped. Answers in a
/// single cell stay as written.
fn fill_answers(fields: &mut [(String, Value)]) {
    let instrument = value(fields, "instrument").as_text().and_then(ScreeningInstrument::parse);
    let is_told = *value(fields, "total") != Value::Nothing;
    let Some((_, Value::List(answers))) = fields.iter_mut().find(|(name, _)| name == "answers") else { return };
    let items = instrument.map_or(0, ScreeningInstrument::items);
    let is_nothing = |answer: &Value| *answer == Value::Nothing;
    if is_told && answers.iter().all(is_nothing) {
        answers.clear();
    }
    while answers.len() > items && answers.last().is_some_and(is_nothing) {
        answers.pop();
    }
    for answer in answers.iter_mut().filter(|answer| is_nothing(answer)) {
        *answer = Value::Number(dementia_screenings::NO_ANSWER);
    }
}

/// Columns of physical measurements.
pub const PHYSICAL: [Column; 12] = [
    MEMBER_NO,
    MEASURED_AT,
    column("heightCm", &["키(cm)", "키", "신장", "height", "body height"], ["162.5", "158"])
        .in_units(&["cm", "센티미터"]),
    column("weightKg", &["몸무게(kg)", "몸무게", "체중", "weight", "body weight"], ["55.2", "61"])
        .in_units(&["kg", "킬로그램"]),
    column(
        "bodyFatPercent",
        &["체지방률(%)", "체지방률", "체지방", "체지방율", "body fat", "body fat percentage", "PBF"],
        ["24.5", ""],
    )
    .in_units(PERCENT),
    column(
        "systolic",
        &[
            "수축기 혈압(mmHg)",
            "수축기",
            "수축기 혈압",
            "최고 혈압",
            "혈압 수축기",
            "systolic pressure",
            "systolic BP",
            "SBP",
        ],
        ["118", "124"],
    )
    .in_units(PRESSURE),
    column(
        "diastolic",
        &[
            "이완기 혈압(mmHg)",
            "이완기",
            "이완기 혈압",
            "최저 혈압",
            "혈압 이완기",
            "diastolic pressure",
            "diastolic BP",
            "DBP",
        ],
        ["76", "82"],
    )
    .in_units(PRESSURE),
    column("pulse", &["맥박(회/분)", "맥박", "맥박수", "심박수", "심박", "pulse rate", "heart rate"], ["70", ""])
        .in_units(&["bpm", "회/분", "회", "/분", "/min", "beats/min"]),
    column("setting", &["측정 장소", "측정 환경", "measurement setting", "measurement place"], ["의료기관", "가정"]),
    column("arm", &["측정 팔", "팔", "측정 부위", "BP arm"], ["왼팔", "오른팔"]),
    column("posture", &["자세", "체위", "body position"], ["앉은 자세", "앉은 자세"]),
    column("readingNumber", &["측정 회차", "reading no."], ["1", "2"]).in_units(&["회", "차", "회차", "번째"]),
];

/// Columns of stress measurements.
pub const STRESS: [Column; 35] = [
    MEMBER_NO,
    MEASURED_AT,
    column(
        "heartRate",
        &["심박수(회/분)", "심박수", "평균 심박수", "맥박", "heart rate", "HR", "mean HR"],
        ["68", "74.5"],
    )
    .in_units(&["bpm", "회/분", "회", "/min"]),
    column("durationSeconds", &["측정 길이(초)", "측정 길이", "duration", "측정 시간(초)"], ["300", "300"])
        .in_units(&["초", "s", "sec"]),
    column("artifactPercent", &["잡음 비율(%)", "잡음", "아티팩트", "artifacts"], ["0", ""]).in_units(PERCENT),
    column("sdnn", &["SDNN(ms)", "SDNN"], ["42.1", "35"]).in_units(MILLISECONDS),
    column("rmssd", &["RMSSD(ms)", "RMSSD"], ["35.7", "28"]).in_units(MILLISECONDS),
    column("pnn50", &["pNN50(%)", "pNN50"], ["12.5", ""]).in_units(PERCENT),
    column("tp", &["TP(ms²)", "TP", "전체 파워", "total power"], ["1250", ""]).in_units(POWER),
    column("lf", &["LF(ms²)", "LF", "저주파"], ["430", ""]).in_units(POWER),
    column("hf", &["HF(ms²)", "HF", "고주파"], ["380", ""]).in_units(POWER),
    column(
        "stressIndex",
        &["스트레스 지수(SI)", "SI", "바예프스키 지수", "Baevsky", "Baevsky stress index", "stress index (SI)"],
        ["95", ""],
    ),
    column(
        "nnIntervals",
        &["NN 간격(ms)", "NN 간격", "RR 간격", "NN intervals", "RR intervals", "NNI", "RRI"],
        ["", ""],
    )
    .in_units(MILLISECONDS),
    column("pss10Total", &["PSS-10 총점", "PSS-10", "PSS", "지각된 스트레스", "perceived stress"], ["14", "22"])
        .in_units(SCORE),
    column("bepsiKMean", &["BEPSI-K 평균", "BEPSI-K", "BEPSI"], ["1.8", ""]).in_units(SCORE),
    column(
        "bepsiKItems",
        &["BEPSI-K 응답", "BEPSI-K 문항별 응답", "BEPSI-K items", "BEPSI-K 응답 5개", "BEPSI-K answers (5)"],
        ["", "1 2 3 2 1"],
    ),
    column("gad7Total", &["GAD-7 총점", "GAD-7", "GAD", "불안 척도"], ["4", "9"]).in_units(SCORE),
    column("cbiPersonal", &["CBI 개인", "CBI personal", "개인 소진"], ["35", ""]).in_units(SCORE),
    column("cbiWork", &["CBI 업무", "CBI work", "업무 소진"], ["40", ""]).in_units(SCORE),
    column("cbiClient", &["CBI 고객", "CBI client", "고객 소진", "CBI clients"], ["30", ""]).in_units(SCORE),
    column("cbiMean", &["CBI 전체 평균", "CBI 평균", "CBI mean", "CBI"], ["", "45"]).in_units(SCORE),
    column("bat12Mean", &["BAT-12 평균", "BAT-12", "BAT"], ["2.1", ""]).in_units(SCORE),
    column("activationScore", &["활성도 점수", "활성 점수", "활성도", "activation"], ["62", ""]).in_units(SCORE),
    column("sleepHours", &["수면 시간(시간)", "수면 시간", "수면", "hours of sleep", "sleep"], ["7", "6.5"])
        .in_units(HOURS),
    column("sleepQuality", &["수면의 질", "수면 질", "sleep quality"], ["좋음", ""]),
    column(
        "caffeineCups",
        &["카페인 음료(잔)", "카페인(잔)", "카페인", "커피", "cups of coffee", "caffeine", "caffeinated drinks"],
        ["1", ""],
    )
    .in_units(&["잔", "cups"]),
    column(
        "caffeineHoursAgo",
        &[
            "카페인 후 경과(시간)",
            "카페인 후 경과",
            "카페인 경과",
            "마지막 카페인",
            "hours since caffeine",
            "since last caffeine",
        ],
        ["3.5", ""],
    )
    .in_units(HOURS),
    column("smoking", &["흡연", "흡연 여부", "smoking status"], ["비흡연", ""]),
    column(
        "smokingHoursAgo",
        &[
            "흡연 후 경과(시간)",
            "흡연 후 경과",
            "흡연 경과",
            "마지막 흡연",
            "hours since smoking",
            "since last cigarette",
        ],
        ["", ""],
    )
    .in_units(HOURS),
    column(
        "medication",
        &["당일 복약", "복약", "약 복용", "복약 여부", "복용 여부", "medicine that day"],
        ["없음", ""],
    ),
    column("medicationNames", &["복용 약", "복용 약물", "복용약", "약 이름", "medicine"], ["", ""]),
    column("alcohol", &["24시간 내 음주", "음주", "음주 여부", "alcohol", "alcohol in the last 24 h"], ["아니오", ""]),
    column(
        "exercise",
        &[
            "24시간 내 격한 운동",
            "24시간 내 운동",
            "격한 운동",
            "운동",
            "운동 여부",
            "exercise",
            "vigorous exercise in the last 24 h",
        ],
        ["아니오", ""],
    ),
    column(
        "mealHoursAgo",
        &["식사 후 경과(시간)", "식사 후 경과", "식사 경과", "마지막 식사", "hours since meal", "since last meal"],
        ["4", ""],
    )
    .in_units(HOURS),
    column("mood", &["기분", "기분 상태"], ["좋음", ""]),
];

const EACH: [&str; 2] = ["1.0", "0.8"];
const NONE: [&str; 2] = ["", ""];

/// Columns of vision measurements.
pub const VISION: [Column; 29] = [
    MEMBER_NO,
    MEASURED_AT,
    column("range", &["검사 거리", "원거리/근거리", "distance or near", "test range"], ["원거리", "원거리"]),
    column("chart", &["시력표", "시력표 종류", "vision chart"], ["한천석", ""]),
    column(
        "testDistance",
        &["시력표 거리(m)", "시력표 거리", "검사 거리(m)", "test distance", "chart distance"],
        ["5", ""],
    )
    .in_units(&["m", "미터"]),
    column(
        "correction",
        &["평소 교정", "교정", "교정 종류", "착용", "correction type", "correction worn"],
        ["안경", "없음"],
    ),
    column(
        "rightUncorrected",
        &["우안 나안시력", "나안시력(우)", "우 나안", "나안 우", "right uncorrected", "OD UCVA", "uncorrected (right)"],
        EACH,
    ),
    column(
        "leftUncorrected",
        &["좌안 나안시력", "나안시력(좌)", "좌 나안", "나안 좌", "left uncorrected", "OS UCVA", "uncorrected (left)"],
        EACH,
    ),
    column(
        "bothUncorrected",
        &["양안 나안시력", "나안시력(양)", "양 나안", "both uncorrected", "OU UCVA", "uncorrected (both)"],
        NONE,
    ),
    column(
        "rightPresenting",
        &[
            "우안 평소 시력",
            "우안 시력",
            "시력(우)",
            "우안 일상시력",
            "right presenting",
            "OD VA",
            "presenting (right)",
        ],
        EACH,
    ),
    column(
        "leftPresenting",
        &["좌안 평소 시력", "좌안 시력", "시력(좌)", "좌안 일상시력", "left presenting", "OS VA", "presenting (left)"],
        EACH,
    ),
    column(
        "bothPresenting",
        &["양안 평소 시력", "양안 시력", "시력(양)", "양안 일상시력", "both presenting", "OU VA", "presenting (both)"],
        NONE,
    ),
    column(
        "rightBestCorrected",
        &[
            "우안 최대교정시력",
            "최대교정시력(우)",
            "우 최대교정",
            "right best corrected",
            "OD BCVA",
            "best corrected (right)",
        ],
        EACH,
    ),
    column(
        "leftBestCorrected",
        &[
            "좌안 최대교정시력",
            "최대교정시력(좌)",
            "좌 최대교정",
            "left best corrected",
            "OS BCVA",
            "best corrected (left)",
        ],
        EACH,
    ),
    column(
        "bothBestCorrected",
        &[
            "양안 최대교정시력",
            "최대교정시력(양)",
            "양 최대교정",
            "both best corrected",
            "OU BCVA",
            "best corrected (both)",
        ],
        NONE,
    ),
    column(
        "rightSphere",
        &["우안 구면도수(D)", "우안 구면도수", "우안 구면", "구면(우)", "right sphere", "OD SPH", "sphere (right)(D)"],
        ["-1.25", ""],
    )
    .in_units(DIOPTRES),
    column(
        "rightCylinder",
        &[
            "우안 원주도수(D)",
            "우안 원주도수",
            "우안 원주",
            "우안 난시",
            "난시(우)",
            "right cylinder",
            "OD CYL",
            "cylinder (right)(D)",
        ],
        ["-0.50", ""],
    )
    .in_units(DIOPTRES),
    column(
        "rightAxis",
        &["우안 축(°)", "우안 축", "축(우)", "우안 난시축", "right axis", "OD AXIS", "axis (right)(°)"],
        ["180", ""],
    )
    .in_units(&["°", "도", "degrees"]),
    column("rightAddition", &["우안 가입도(D)", "우안 가입도", "가입도(우)", "OD ADD", "addition (right)(D)"], NONE)
        .in_units(DIOPTRES),
    column(
        "leftSphere",
        &["좌안 구면도수(D)", "좌안 구면도수", "좌안 구면", "구면(좌)", "left sphere", "OS SPH", "sphere (left)(D)"],
        ["-1.00", ""],
    )
    .in_units(DIOPTRES),
    column(
        "leftCylinder",
        &[
            "좌안 원주도수(D)",
            "좌안 원주도수",
            "좌안 원주",
            "좌안 난시",
            "난시(좌)",
            "left cylinder",
            "OS CYL",
            "cylinder (left)(D)",
        ],
        ["", ""],
    )
    .in_units(DIOPTRES),
    column(
        "leftAxis",
        &["좌안 축(°)", "좌안 축", "축(좌)", "좌안 난시축", "left axis", "OS AXIS", "axis (left)(°)"],
        ["", ""],
    )
    .in_units(&["°", "도", "degrees"]),
    column("leftAddition", &["좌안 가입도(D)", "좌안 가입도", "가입도(좌)", "OS ADD", "addition (left)(D)"], NONE)
        .in_units(DIOPTRES),
    column(
        "pupillaryDistance",
        &[
            "동공간거리(mm)",
            "동공간거리",
            "동공 간 거리",
            "PD",
            "pupillary distance",
            "瞳孔間距離",
            "瞳距",
            "Pupillendistanz",
            "écart pupillaire",
            "distancia pupilar",
            "distância pupilar",
            "межзрачковое расстояние",
            "المسافة بين الحدقتين",
            "khoảng cách đồng tử",
            "ระยะห่างรูม่านตา",
            "jarak pupil",
            "पुतली दूरी",
        ],
        ["62", ""],
    )
    .in_units(&["mm", "мм", "مم", "มม.", "मिमी"]),
    column(
        "rightPressure",
        &["우안 안압(mmHg)", "우안 안압", "안압(우)", "OD IOP", "eye pressure (right)(mmHg)"],
        ["15", ""],
    )
    .in_units(PRESSURE),
    column(
        "leftPressure",
        &["좌안 안압(mmHg)", "좌안 안압", "안압(좌)", "OS IOP", "eye pressure (left)(mmHg)"],
        ["16", ""],
    )
    .in_units(PRESSURE),
    column("colourVision", &["색각", "색각 검사", "색약", "color vision"], ["정상", ""]),
    column("stereoAcuity", &["입체시(초)", "입체시", "stereopsis"], ["40", ""]).in_units(&["초", "arcsec", "초각"]),
    column("contrastSensitivity", &["대비감도(log)", "대비감도", "contrast"], ["1.65", ""]).in_units(&["log"]),
];

/// Columns of heart rates.
pub const HEART_RATE: [Column; 4] = [
    MEMBER_NO,
    MEASURED_AT,
    column("rate", &["심박수(회/분)", "심박수", "심박", "맥박수", "맥박", "heart rate", "pulse", "HR"], ["68", "112"])
        .in_units(&["bpm", "회/분", "회", "/분", "/min", "beats/min"]),
    column(
        "context",
        &[
            "측정 상태",
            "측정 조건",
            "상태",
            "안정/운동",
            "measurement context",
            "rest or exercise",
            "measurement condition",
        ],
        ["안정 시", "운동 후"],
    ),
];

/// Columns of dementia screenings.
pub const DEMENTIA: [Column; 13] = [
    MEMBER_NO,
    MEASURED_AT,
    column("instrument", &["검사 도구", "검사명", "검사 종류", "선별검사", "screening instrument"], ["CIST", "KDSQ-C"]),
    column("total", &["총점", "점수", "합계", "총 점수", "total score", "score"], ["", "4"]).in_units(SCORE),
    column("educationYears", &["교육연수(년)", "교육연수", "교육 연수", "교육년수", "years of education"], ["9", "6"])
        .in_units(&["년", "years"]),
    column("informant", &["정보제공자", "정보 제공자", "응답자", "보호자"], ["본인", "자녀"]),
    column("orientation", &["지남력"], ["5", ""]).in_units(SCORE),
    column("attention", &["주의력"], ["3", ""]).in_units(SCORE),
    column("visuospatial", &["시공간기능", "시공간 능력", "visuospatial ability"], ["2", ""]).in_units(SCORE),
    column("executive", &["집행기능", "전두엽 집행기능", "executive function"], ["4", ""]).in_units(SCORE),
    column("memory", &["기억력"], ["7", ""]).in_units(SCORE),
    column("language", &["언어기능", "언어 능력"], ["3", ""]).in_units(SCORE),
    column("answers", &["문항별 응답", "응답", "문항 응답", "item answers"], NONE),
];

/// Columns of psychological tests.
pub const PSYCHOLOGICAL: [Column; 4] = [
    MEMBER_NO,
    MEASURED_AT,
    column("instrument", &["검사 도구", "검사명", "검사 종류", "척도", "test instrument"], ["PSS-10", "BEPSI-K"]),
    column("result", &["결과", "점수", "총점", "평균", "test result", "score"], ["14", "1.8"]).in_units(SCORE),
];

/// Synonyms of the values of all kinds.
pub const WORDS: &[(&str, &[&str])] = &[
    ("CLINIC", &["의료기관", "병원", "진료실"]),
    ("HOME", &["가정", "집"]),
    ("LEFT", &["왼팔", "왼쪽", "왼쪽 팔", "좌", "좌측", "L", "left arm"]),
    ("RIGHT", &["오른팔", "오른쪽", "오른쪽 팔", "우", "우측", "R", "right arm"]),
    ("SITTING", &["앉은 자세", "앉은자세", "앉아서", "앉음", "좌위"]),
    ("LYING", &["누운 자세", "누운자세", "누워서", "누움", "와위", "앙와위", "supine"]),
    ("STANDING", &["선 자세", "선자세", "서서", "서 있음", "입위", "기립"]),
    ("NEVER", &["비흡연", "안 피움", "없음", "never smoked"]),
    ("FORMER", &["과거 흡연", "금연", "former smoker"]),
    ("CURRENT", &["흡연", "현재 흡연", "smokes"]),
    ("NONE", &["없음", "안 함", "복용 안 함", "아니오", "나안", "none taken"]),
    ("TAKEN", &["있음", "복용", "복용함", "예"]),
    ("NO", &["아니오", "아니요", "없음", "안 함"]),
    ("YES", &["예", "네", "있음", "함"]),
    ("VERY_GOOD", &["매우 좋음", "아주 좋음", "very good"]),
    ("GOOD", &["좋음"]),
    ("NORMAL", &["보통", "정상", "so-so"]),
    ("BAD", &["나쁨"]),
    ("VERY_BAD", &["매우 나쁨", "아주 나쁨", "very bad"]),
    ("DISTANCE", &["원거리", "원"]),
    ("NEAR", &["근거리", "근"]),
    ("HAHN", &["한천석", "한천석 시력표", "Hahn chart"]),
    ("SNELLEN", &["스넬렌", "스넬렌 시력표", "Snellen chart"]),
    ("LANDOLT_C", &["란돌트", "란돌트 고리", "Landolt C"]),
    ("TUMBLING_E", &["E 시력표", "tumbling E"]),
    ("PICTURES", &["그림 시력표", "picture chart"]),
    ("GLASSES", &["안경"]),
    ("CONTACT_LENSES", &["콘택트렌즈", "렌즈", "콘택트 렌즈", "contact lenses"]),
    ("ORTHOKERATOLOGY", &["드림렌즈", "각막굴절교정렌즈"]),
    ("RED_GREEN", &["적록색약", "적록색각이상", "red-green deficiency"]),
    ("PROTAN", &["적색약", "제1색각이상(적색)", "protan (red)"]),
    ("DEUTAN", &["녹색약", "제2색각이상(녹색)", "deutan (green)"]),
    ("TRITAN", &["청황색약", "제3색각이상(청색)", "tritan (blue)"]),
    ("ACHROMATOPSIA", &["전색맹"]),
    ("CF", &["FC", "안전수지", "안전수지(CF)", "counting fingers", "counting fingers (CF)"]),
    ("HM", &["안전수동", "안전수동(HM)", "hand motion", "hand motion (HM)"]),
    ("LP", &["광각", "광각(LP)", "light perception", "light perception (LP)"]),
    ("NLP", &["광각무", "광각 없음", "광각 없음(NLP)", "실명", "no light perception", "no light perception (NLP)"]),
    ("REST", &["안정 시", "안정시", "안정", "휴식", "at rest"]),
    ("AFTER_EXERCISE", &["운동 후", "운동후", "운동", "after exercise"]),
    ("CIST", &["인지선별검사"]),
    ("KDSQ_C", &["KDSQ-C", "KDSQC"]),
    ("KDSQ_P", &["KDSQ-P", "KDSQP"]),
    ("MMSE_KC", &["MMSE-KC", "MMSEKC"]),
    ("ONESELF", &["본인"]),
    ("SPOUSE", &["배우자", "남편", "아내"]),
    ("CHILD", &["자녀", "아들", "딸"]),
    ("CHILD_IN_LAW", &["며느리·사위", "며느리", "사위", "child-in-law"]),
    ("OTHER_RELATIVE", &["그 외 가족·친척", "친척", "형제", "자매", "other relative"]),
    ("CAREGIVER", &["요양보호사·간병인", "요양보호사", "간병인"]),
    ("OTHER", &["기타"]),
    ("PSS_10", &["PSS-10", "PSS10", "PSS"]),
    ("BEPSI_K", &["BEPSI-K", "BEPSIK", "BEPSI"]),
    ("GAD_7", &["GAD-7", "GAD7", "GAD"]),
    ("CBI_PERSONAL", &["CBI 개인", "CBI-개인", "CBI personal"]),
    ("CBI_WORK", &["CBI 업무", "CBI-업무", "CBI work"]),
    ("CBI_CLIENT", &["CBI 고객", "CBI-고객", "CBI client", "CBI clients"]),
    ("CBI", &["CBI 전체", "CBI 평균", "CBI overall"]),
    ("BAT_12", &["BAT-12", "BAT12", "BAT"]),
];

input! {
    /// Query of an upload.
    pub struct MeasurementImportUpload {
        /// Kind of measurement.
        kind: ImportedKind => word(ImportedKind::WORDS),
        /// Name of the file, shown with the job.
        file_name: String => text(1, 200),
        /// Format of the file.
        format: ImportFormat => word(ImportFormat::WORDS),
        /// Index of the sheet in the file; required if several sheets have rows.
        sheet: Option<i64> => integer(0, 254),
    }
}

input! {
    /// The kind of measurement of a request.
    pub struct MeasurementImportKind {
        /// Kind of measurement.
        kind: ImportedKind => word(ImportedKind::WORDS),
    }
}

input! {
    /// Query of a sample file.
    pub struct MeasurementImportSample {
        /// Kind of measurement.
        kind: ImportedKind => word(ImportedKind::WORDS),
        /// Format of the file.
        format: ImportFormat => word(ImportFormat::WORDS),
    }
}

output! {
    /// A value of a row that differs from the stored measurement at that time.
    pub struct MeasurementDifference {
        /// Line in the file, from 1.
        pub line: i64,
        /// Member number.
        pub member_no: String,
        /// Field.
        pub field: String,
        /// Stored value; `null` if there is none.
        pub before: Option<String>,
        /// Value in the row; `null` if there is none.
        pub after: Option<String>,
    }
}

output! {
    /// Preview of an import of measurements; nothing has been written yet. Each row is counted once: as valid, known,
    /// differing or invalid.
    pub struct MeasurementImportPreview {
        /// The job to start; `null` until a sheet is selected.
        pub job: Option<Job>,
        /// Properties of the file.
        pub source: ImportSource,
        /// The visible sheets, if several have rows.
        pub sheets: Vec<ImportSheet>,
        /// Line of the header.
        pub header_line: Option<i64>,
        /// All columns of the file, and the fields that they were mapped to.
        pub file_columns: Vec<FileColumn>,
        /// Fields that a column can be mapped to.
        pub fields: Vec<String>,
        /// Required fields that no column is mapped to. The import cannot be started until there are none.
        pub missing_columns: Vec<String>,
        /// Cells in an unusual notation, and how they are read.
        pub understood: Vec<UnderstoodCells>,
        /// Values that the file does not state and that are assumed.
        pub assumed: Vec<AssumedValue>,
        /// Mapped fields, in file order.
        pub columns: Vec<String>,
        /// Columns that will be ignored.
        pub ignored_columns: Vec<String>,
        /// Columns that resemble known ones. Each must be left out explicitly before the start.
        pub doubtful_columns: Vec<DoubtfulColumn>,
        /// Number of rows that will be imported.
        pub valid_rows: i64,
        /// Number of rows equal to a stored measurement or to an earlier row: nothing is written for them.
        pub known_rows: i64,
        /// Number of rows to be imported with a value that is possible but rare, or implausibly far from the person's
        /// previous measurement.
        pub unusual_rows: i64,
        /// These values of the first such rows, up to 100.
        pub unusual: Vec<UnusualValue>,
        /// Number of rows that differ from a stored measurement: they are rejected, and the stored measurement is kept.
        pub differing_rows: i64,
        /// Number of rows rejected for other reasons, including those that differ from an earlier row.
        pub invalid_rows: i64,
        /// Differences of the first differing rows, up to 100 values.
        pub differences: Vec<MeasurementDifference>,
        /// The first rows that will be imported.
        pub sample: Vec<SampleRow>,
        /// The first 100 problems; all of them are in the report.
        pub problems: Vec<RowProblem>,
    }
}

input! {
    /// Decisions about a preview.
    pub struct MeasurementImportStart {
        /// Indexes of the doubtful columns to leave out; must contain all of them.
        leave_out: Vec<i64> => series(0, 255, MAX_COLUMNS),
    }
}

endpoint! {
    /// Returns the columns that a file may have.
    pub GetMeasurementImportGuide = Get "/api/v1/measurement-imports/guide",
    auth: AnyStaff,
    query: MeasurementImportKind,
    ok: ImportGuide
}

endpoint! {
    /// Returns a sample file with all columns and two rows.
    pub DownloadMeasurementImportSample = Get "/api/v1/measurement-imports/sample",
    auth: AnyStaff,
    query: MeasurementImportSample,
    ok: File
}

endpoint! {
    /// Uploads a file of measurements of one kind, validates every row and returns a preview of the import.
    ///
    /// Files are read and rejected as by `PreviewMemberImport`. Requires the permission to create such a measurement.
    pub PreviewMeasurementImport = Post "/api/v1/companies/{companyId}/measurement-imports",
    auth: AnyStaff,
    path: CompanyPath,
    query: MeasurementImportUpload,
    body: Upload,
    refuses: [TooManyRequests, UnreadableFile],
    reads: Elsewhere("it shows the rows of the caller's own file"),
    ok: MeasurementImportPreview
}

endpoint! {
    /// Reads the file of a preview again with the user's decisions about its columns and cells.
    ///
    /// The decisions are stored with the job and used by the import: it imports only what a preview has shown.
    pub ReviewMeasurementImport = Post "/api/v1/measurement-imports/{jobId}/preview",
    auth: AnyStaff,
    path: JobPath,
    body: ImportReview,
    keyless: "The same decisions give the same preview.",
    refuses: [TooManyRequests, UnreadableFile, JobState],
    reads: Elsewhere("it shows the rows of the caller's own file"),
    ok: MeasurementImportPreview
}

endpoint! {
    /// Starts an import that has been previewed.
    ///
    /// Doubtful columns that are not left out are rejected as `undecided`.
    pub StartMeasurementImport = Post "/api/v1/measurement-imports/{jobId}/start",
    auth: AnyStaff,
    path: JobPath,
    body: MeasurementImportStart,
    refuses: [JobState],
    ok: Job
}

#[cfg(test)]
mod tests {
    use super::ImportedKind;
    use crate::contract::{
        physical_measurements::PhysicalMeasurementSave,
        stress_measurements::StressMeasurementSave,
        validation::{Form, Rules as _, camel_case},
        vision_measurements::VisionMeasurementSave,
    };
    use std::collections::{HashMap, HashSet};

    #[test]
    fn each_column_is_a_field_of_what_is_sent_and_no_name_is_two_columns() {
        let forms: [(ImportedKind, &Form); 3] = [
            (ImportedKind::Physical, PhysicalMeasurementSave::FORM),
            (ImportedKind::Stress, StressMeasurementSave::FORM),
            (ImportedKind::Vision, VisionMeasurementSave::FORM),
        ];
        for (kind, form) in forms {
            let fields: HashSet<String> = form.fields.iter().map(|field| camel_case(field.name)).collect();
            let mut names: HashMap<String, &str> = HashMap::new();
            for column in kind.columns() {
                assert!(fields.contains(column.name), "{}", column.name);
                for name in column.aliases.iter().chain([&column.name]) {
                    let plain: String =
                        name.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '%').collect();
                    let first = *names.entry(plain).or_insert(column.name);
                    assert_eq!(first, column.name, "{name} is two columns of {kind:?}");
                }
            }
        }
    }
}

#[cfg(all(test, feature = "server"))]
mod settling {
    use super::ImportedKind;
    use crate::contract::validation::Value;
    use serde_json::json;

    fn settled(kind: ImportedKind, values: serde_json::Value) -> Value {
        let mut value = Value::from(&values);
        if let Value::Object(fields) = &mut value {
            kind.normalise(fields);
        }
        value
    }

    #[test]
    fn what_a_file_says_twice_is_said_once_and_what_contradicts_stays() {
        let answers = json!([1, 2, 3, 2, 1]);
        for (mean, expected) in [(1.8, Value::Nothing), (1.9, Value::Number(1.9))] {
            let row = settled(ImportedKind::Stress, json!({ "bepsiKItems": answers, "bepsiKMean": mean }));
            assert_eq!(*row.get("bepsiKMean"), expected);
        }
        let alone = settled(ImportedKind::Stress, json!({ "bepsiKMean": 1.8 }));
        assert_eq!(*alone.get("bepsiKMean"), Value::Number(1.8));
        for (total, expected) in [(3, Value::Nothing), (4, Value::Number(4.0))] {
            let row = json!({ "instrument": "KDSQ_P", "answers": [0, 1, 2, 0, 0], "total": total });
            assert_eq!(*settled(ImportedKind::Dementia, row).get("total"), expected);
        }
        let some = json!({ "instrument": "CIST", "orientation": 5, "total": 5 });
        assert_eq!(*settled(ImportedKind::Dementia, some).get("total"), Value::Number(5.0), "others are not known");
    }

    #[test]
    fn a_column_without_an_answer_says_so_and_a_cell_with_too_few_is_left() {
        for (sent, expected) in [
            (json!({ "instrument": "KDSQ_P", "answers": [0, null, 2, 0, null, null, null] }), json!([0, -1, 2, 0, -1])),
            (
                json!({ "instrument": "KDSQ_P", "answers": [null, null, null, null, null, null] }),
                json!([-1, -1, -1, -1, -1]),
            ),
            (json!({ "instrument": "KDSQ_P", "answers": [null, null, null, null, null, null], "total": 4 }), json!([])),
            (json!({ "instrument": "MMSE_KC", "answers": [null, null], "total": 27 }), json!([])),
            (json!({ "instrument": "KDSQ_P", "answers": [0, 1, 2, 0] }), json!([0, 1, 2, 0])),
            (json!({ "instrument": "KDSQ_P", "answers": [0, 1, 2, 0, 1, 2, null] }), json!([0, 1, 2, 0, 1, 2])),
        ] {
            assert_eq!(*settled(ImportedKind::Dementia, sent.clone()).get("answers"), Value::from(&expected), "{sent}");
        }
    }
}
