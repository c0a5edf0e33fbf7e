//! Terms of the demonstration: current ones, an earlier edition, and a draft.

use chrono::Days;
use content::terms::store::TermsRecord;
use kernel::{clock, db::DatabaseConnection, problem::Problem, records::Rows as _, rich_text};
use uno_core::{
    contract::terms::{Language, TermsKind, TermsSave, TermsStatus},
    domain::time::{DAY_MILLISECONDS, Date},
};

/// Days from publication to the effective date.
const NOTICE: i64 = 7;

struct Edition {
    kind: TermsKind,
    edition: &'static str,
    language: Language,
    is_required: bool,
    /// Days since it took effect; `None` is a draft, which takes effect [`NOTICE`] days from today.
    in_force_for: Option<u32>,
    content: &'static str,
}

/// Returns the HTML contents of the terms.
pub fn contents() -> impl Iterator<Item = &'static str> {
    EDITIONS.iter().map(|edition| edition.content)
}

const EDITIONS: [Edition; 7] = [
    Edition {
        kind: TermsKind::Service,
        edition: "1.0",
        language: Language::Ko,
        is_required: true,
        in_force_for: Some(640),
        content: "<h2>제1조 (목적)</h2>\
            <p>이 약관은 회원이 건강 측정 서비스를 이용하는 조건과 절차, 회사와 회원의 권리와 의무를 정합니다.</p>\
            <h2>제2조 (서비스의 내용)</h2>\
            <ul><li><p>스트레스, 체성분, 시력 등의 측정과 결과 조회</p></li>\
            <li><p>측정 결과의 추이와 등급 안내</p></li>\
            <li><p>소속 기관의 운영자를 통한 측정 지원</p></li></ul>\
            <h2>제3조 (측정 결과의 성격)</h2>\
            <p>측정 결과는 건강 관리를 위한 참고 자료이며 <strong>의학적 진단을 대신하지 않습니다.</strong> \
            이상이 의심되면 의료기관의 진료를 받으시기 바랍니다.</p>\
            <h2>제4조 (이용 계약의 해지)</h2>\
            <p>회원은 언제든지 앱에서 탈퇴할 수 있으며, 회사는 법령이 정한 기간이 지나면 정보를 파기합니다.</p>",
    },
    Edition {
        kind: TermsKind::Privacy,
        edition: "1.0",
        language: Language::Ko,
        is_required: true,
        in_force_for: Some(640),
        content: "<h2>1. 처리하는 개인정보</h2><p>이름, 생년월일, 성별, 휴대전화 번호, 측정 결과</p>\
            <h2>2. 보유 기간</h2><p>회원 탈퇴 시까지</p>",
    },
    Edition {
        kind: TermsKind::Privacy,
        edition: "2.0",
        language: Language::Ko,
        is_required: true,
        in_force_for: Some(205),
        content: "<p>회사는 회원의 개인정보를 소중히 여기며, 어떤 정보를 왜 얼마 동안 처리하는지 아래와 같이 알려드립니다.</p>\
            <h2>1. 처리하는 개인정보와 목적</h2>\
            <table><tbody><tr><th>항목</th><th>목적</th><th>보유 기간</th></tr>\
            <tr><td>이름, 생년월일, 성별</td><td>본인 확인, 연령과 성별에 따른 등급 판정</td><td>탈퇴 시까지</td></tr>\
            <tr><td>휴대전화 번호, 이메일</td><td>결과 안내, 문의 답변</td><td>탈퇴 시까지</td></tr>\
            <tr><td>측정 결과</td><td>결과 조회와 추이 안내</td><td>탈퇴 시까지</td></tr>\
            <tr><td>접속 기록</td><td>부정 이용 방지</td><td>2년</td></tr></tbody></table>\
            <h2>2. 제3자 제공</h2>\
            <p>회사는 회원이 소속된 기관의 담당자에게만 측정 결과를 제공하며, 그 밖의 제공은 회원의 동의를 받습니다.</p>\
            <h2>3. 회원의 권리</h2>\
            <ul><li><p>회원은 자신의 정보를 열람하고 정정하거나 삭제를 요구할 수 있습니다.</p></li>\
            <li><p>동의는 언제든지 철회할 수 있습니다.</p></li></ul>\
            <h2>4. 안전성 확보 조치</h2>\
            <p>비밀번호는 복원할 수 없는 형태로 저장하고, 개인정보를 조회한 기록을 남겨 정기적으로 점검합니다.</p>\
            <h2>5. 문의</h2><p>개인정보 보호 담당 부서: 고객지원팀</p>",
    },
    Edition {
        kind: TermsKind::Privacy,
        edition: "2.0",
        language: Language::En,
        is_required: true,
        in_force_for: Some(205),
        content: "<p>This policy tells you which personal data we process, why, and for how long.</p>\
            <h2>1. Data and purposes</h2>\
            <table><tbody><tr><th>Data</th><th>Purpose</th><th>Kept</th></tr>\
            <tr><td>Name, date of birth, sex</td><td>Identification; grades by age and sex</td>\
            <td>Until you leave</td></tr>\
            <tr><td>Phone number, e-mail</td><td>Telling you results; answering questions</td>\
            <td>Until you leave</td></tr>\
            <tr><td>Measurements</td><td>Showing your results and how they develop</td><td>Until you leave</td></tr>\
            <tr><td>Access records</td><td>Preventing misuse</td><td>2 years</td></tr></tbody></table>\
            <h2>2. Who else receives data</h2>\
            <p>Only the staff of the organisation you belong to see your results. Anything else needs your consent.</p>\
            <h2>3. Your rights</h2>\
            <ul><li><p>You may see your data and have it corrected or erased.</p></li>\
            <li><p>You may withdraw your consent at any time.</p></li></ul>\
            <h2>4. Contact</h2><p>Privacy desk: customer support</p>",
    },
    Edition {
        kind: TermsKind::Sensitive,
        edition: "1.0",
        language: Language::Ko,
        is_required: true,
        in_force_for: Some(205),
        content: "<p>스트레스, 체성분, 시력 측정 결과는 건강에 관한 <strong>민감정보</strong>입니다. \
            회사는 결과 조회와 추이 안내를 위해서만 처리하며, 동의하지 않으면 측정 서비스를 이용할 수 없습니다.</p>",
    },
    Edition {
        kind: TermsKind::Marketing,
        edition: "1.0",
        language: Language::Ko,
        is_required: false,
        in_force_for: Some(205),
        content: "<p>건강 강좌와 행사 소식을 문자와 이메일로 보내드립니다. 동의하지 않아도 서비스를 이용할 수 있습니다.</p>",
    },
    Edition {
        kind: TermsKind::Service,
        edition: "1.1",
        language: Language::Ko,
        is_required: true,
        in_force_for: None,
        content: "<h2>제1조 (목적)</h2>\
            <p>이 약관은 회원이 건강 측정 서비스와 상담 서비스를 이용하는 조건과 절차를 정합니다.</p>",
    },
];

/// Writes the terms.
pub fn fill(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let today = clock::today().0;
    for edition in &EDITIONS {
        let effective_from = match edition.in_force_for {
            Some(days) => today.checked_sub_days(Days::new(days.into())),
            None => today.checked_add_days(Days::new(NOTICE.unsigned_abs())),
        };
        let save = TermsSave {
            kind: edition.kind,
            edition: edition.edition.into(),
            language: edition.language,
            content: rich_text::sanitised(edition.content),
            is_required: edition.is_required,
            effective_from: Date(effective_from.unwrap_or(today)),
            status: edition.in_force_for.map_or(TermsStatus::Draft, |_| TermsStatus::Published),
            version: None,
        };
        let days_ago = edition.in_force_for.map_or(0, |days| i64::from(days) + NOTICE);
        let at = clock::now().plus_milliseconds(-days_ago * DAY_MILLISECONDS);
        TermsRecord::insert(connection, None, &save, at)?;
    }
    Ok(())
}
