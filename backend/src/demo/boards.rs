//! Boards of the demonstration: at least one of every category, one of them shown as a popup.

use chrono::Days;
use content::admin_boards::store::AdminBoardRecord;
use kernel::{clock, db::DatabaseConnection, problem::Problem, records::Rows, rich_text};
use uno_core::{
    contract::admin_boards::{AdminBoardCategory, AdminBoardSave, PopupTarget},
    domain::time::{DAY_MILLISECONDS, Date},
};

/// Days of the popup before and after today.
const POPUP_BEFORE: u64 = 30;
const POPUP_AHEAD: u64 = 365;

struct Board {
    days_ago: i64,
    category: AdminBoardCategory,
    name: &'static str,
    sub_name: &'static str,
    is_popup: bool,
    content: &'static str,
}

/// Returns the HTML contents of the posts.
pub fn contents() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|board| board.content)
}

const BOARDS: [Board; 6] = [
    Board {
        days_ago: 86,
        category: AdminBoardCategory::Notice,
        name: "개인정보 처리방침 개정 안내",
        sub_name: "보관 기간과 열람 기록에 관한 내용이 바뀝니다",
        is_popup: false,
        content: "<p>안녕하세요. 개인정보 처리방침의 일부가 아래와 같이 바뀌어 안내드립니다.</p>\
            <h3>바뀌는 내용</h3>\
            <table><thead><tr><th>항목</th><th>이전</th><th>이후</th></tr></thead><tbody>\
            <tr><td>내보낸 파일 보관</td><td>30일</td><td><strong>7일</strong></td></tr>\
            <tr><td>회원 정보 열람 기록</td><td>부서별 관리</td><td>시스템에 자동 기록</td></tr>\
            <tr><td>화면 표시</td><td>전체 표시</td><td>가림 처리 후 필요할 때만 전체 보기</td></tr>\
            </tbody></table>\
            <h3>꼭 지켜 주세요</h3>\
            <ul><li><p>회원의 연락처와 주소는 업무에 필요할 때만 열람해 주세요.</p></li>\
            <li><p>내려받은 파일은 업무가 끝나면 바로 지워 주세요.</p></li></ul>\
            <p>궁금한 점은 <a href=\"mailto:privacy@example.com\">개인정보 보호 담당자</a>에게 문의해 주세요.</p>",
    },
    Board {
        days_ago: 52,
        category: AdminBoardCategory::Service,
        name: "혈압 등급을 읽는 방법",
        sub_name: "측정 결과 화면의 등급 기준을 정리했습니다",
        is_popup: false,
        content: "<h2>혈압 등급 기준</h2>\
            <p>성인의 진료실 혈압은 수축기와 이완기 가운데 <strong>더 높은 쪽의 등급</strong>으로 표시됩니다.</p>\
            <table><thead><tr><th>등급</th><th>수축기 (mmHg)</th><th>이완기 (mmHg)</th></tr></thead><tbody>\
            <tr><td>정상</td><td>120 미만</td><td>80 미만</td></tr>\
            <tr><td>주의혈압</td><td>120~129</td><td>80 미만</td></tr>\
            <tr><td>고혈압 전단계</td><td>130~139</td><td>80~89</td></tr>\
            <tr><td>고혈압 1기</td><td>140~159</td><td>90~99</td></tr>\
            <tr><td>고혈압 2기</td><td>160 이상</td><td>100 이상</td></tr>\
            </tbody></table>\
            <h3>정확하게 재려면</h3>\
            <ol><li><p>재기 30분 전부터 커피와 담배를 피합니다.</p></li>\
            <li><p>등받이가 있는 의자에 앉아 5분간 쉽니다.</p></li>\
            <li><p>팔을 심장 높이에 두고, 재는 동안 말하지 않습니다.</p></li></ol>\
            <blockquote><p>한 번의 측정으로 고혈압을 진단하지 않습니다. 높은 값이 이어지면 의료기관의 진료를 \
            권해 주세요.</p></blockquote>",
    },
    Board {
        days_ago: 30,
        category: AdminBoardCategory::Notice,
        name: "CMS 개편 완료 안내",
        sub_name: "더 빠르고 보기 쉬운 화면으로 바뀌었습니다",
        is_popup: true,
        content: "<p class=\"text-center\"><strong>CMS 개편이 완료되었습니다.</strong></p>\
            <p>기다려 주셔서 감사합니다. 새 화면에서 달라진 점을 소개합니다.</p>\
            <h3>달라진 점</h3>\
            <ul><li><p><strong>빠른 검색</strong> — 회원이 많아도 이름의 일부만으로 바로 찾을 수 있습니다.</p></li>\
            <li><p><strong>파일로 등록</strong> — 엑셀과 CSV 파일을 미리 확인한 뒤 한 번에 등록합니다.</p></li>\
            <li><p><strong>변경 이력</strong> — 누가 무엇을 바꾸었는지 항목별로 확인할 수 있습니다.</p></li>\
            <li><p><strong>QR 로그인</strong> — 회원은 앱으로 QR 코드를 찍어 자신의 결과를 볼 수 있습니다.</p></li></ul>\
            <h3>이용 안내</h3>\
            <p>기존 아이디와 비밀번호를 그대로 사용하시면 됩니다. 불편한 점은 \
            <a href=\"mailto:help@example.com\">고객지원</a>으로 알려 주세요.</p>",
    },
    Board {
        days_ago: 19,
        category: AdminBoardCategory::Event,
        name: "하루 7천 보 걷기 챌린지",
        sub_name: "4주 동안 함께 걷고 변화를 확인해 보세요",
        is_popup: false,
        content: "<h2>하루 7천 보, 4주의 변화</h2>\
            <p>꾸준히 걷기만 해도 혈압과 체중이 달라집니다. 시작과 끝에 신체 측정을 하고 변화를 비교해 보세요.</p>\
            <h3>참여 방법</h3>\
            <ol><li><p>가까운 건강센터에서 <strong>시작 측정</strong>을 합니다.</p></li>\
            <li><p>4주 동안 하루 7천 보 이상 걷습니다.</p></li>\
            <li><p><strong>마무리 측정</strong>을 하고 결과지를 받습니다.</p></li></ol>\
            <h3>혜택</h3>\
            <table><thead><tr><th>달성 일수</th><th>혜택</th></tr></thead><tbody>\
            <tr><td>14일 이상</td><td>건강 스트레칭 밴드</td></tr>\
            <tr><td>21일 이상</td><td>체성분 정밀 상담 1회</td></tr>\
            <tr><td>28일</td><td>온라인 스트레스 관리 과정 무료 수강</td></tr></tbody></table>\
            <p>걷기의 효과는 <a href=\"https://www.kdca.go.kr\">질병관리청</a>의 건강정보에서 더 알아볼 수 있습니다.</p>",
    },
    Board {
        days_ago: 8,
        category: AdminBoardCategory::Service,
        name: "QR 코드로 로그인하는 방법",
        sub_name: "비밀번호 없이 내 측정 결과를 확인하세요",
        is_popup: false,
        content: "<p>회원은 휴대전화 앱으로 QR 코드를 찍어 큰 화면에서 자신의 측정 결과를 볼 수 있습니다.</p>\
            <ol><li><p>로그인 화면에서 <strong>QR 로그인</strong>을 선택합니다.</p></li>\
            <li><p>앱을 열고 화면의 QR 코드를 찍습니다.</p></li>\
            <li><p>앱에 보이는 접속 위치를 확인하고 <strong>로그인</strong>을 누릅니다.</p></li></ol>\
            <blockquote><p>직접 연 화면이 아니라면 승인하지 마세요. 다른 사람이 보낸 QR 코드는 찍지 않는 것이 \
            안전합니다.</p></blockquote>\
            <p>공용 컴퓨터에서는 사용한 뒤 꼭 <u>로그아웃</u>해 주세요.</p>",
    },
    Board {
        days_ago: 2,
        category: AdminBoardCategory::Maintenance,
        name: "정기 점검 안내",
        sub_name: "점검 중에는 측정 결과가 늦게 보일 수 있습니다",
        is_popup: false,
        content: "<p>더 안정적인 서비스를 위해 정기 점검을 진행합니다.</p>\
            <table><tbody><tr><th>일시</th><td>매월 둘째 주 수요일 02:00~04:00</td></tr>\
            <tr><th>대상</th><td>관리 화면, 결과지 발송</td></tr>\
            <tr><th>영향</th><td>점검 중 접속이 잠시 끊길 수 있음</td></tr></tbody></table>\
            <h3>측정 장비는 그대로 사용하실 수 있습니다</h3>\
            <ul><li><p>점검 중에 잰 결과는 장비에 보관되었다가 점검이 끝나면 자동으로 전송됩니다.</p></li>\
            <li><p>장비의 전원을 끄지 말아주세요.</p></li></ul>\
            <hr><p>이용에 불편을 드려 죄송합니다.</p>",
    },
];

/// Writes the boards.
pub fn fill(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let today = clock::today().0;
    for board in &BOARDS {
        let popup_from = today.checked_sub_days(Days::new(POPUP_BEFORE)).filter(|_| board.is_popup);
        let popup_to = today.checked_add_days(Days::new(POPUP_AHEAD)).filter(|_| board.is_popup);
        let save = AdminBoardSave {
            category: board.category,
            name: board.name.into(),
            sub_name: Some(board.sub_name.into()),
            content: rich_text::sanitised(board.content),
            is_popup: board.is_popup,
            popup_target: board.is_popup.then_some(PopupTarget::Cms),
            popup_from: popup_from.map(Date),
            popup_to: popup_to.map(Date),
            version: None,
        };
        let at = clock::now().plus_milliseconds(-board.days_ago * DAY_MILLISECONDS);
        AdminBoardRecord::insert(connection, None, &save, at)?;
    }
    Ok(())
}
