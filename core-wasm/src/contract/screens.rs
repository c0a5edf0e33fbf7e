//! The built-in screens: their position in the menu and their initial permissions.
//! The server adds screens that an installation does not have yet, identified by URL. Changes that an installation made
//! to existing ones are kept.

use super::{
    admin_boards, codes, dementia_screenings, external_devices, grade_rules, heart_rate_measurements, logs,
    managed_users, managers, menu_items, messages, operators, permission_groups, psychological_tests, reports,
    statistics, stress_measurements, terms, training_participations, user_apps, vision_measurements,
};
use crate::domain::access::{Action, Authority, is_below};

/// A screen of the menu.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Full URL; each of its parts is a menu entry.
    pub url: &'static str,
    /// Korean name of its own menu entry.
    pub name: &'static str,
    /// Position among its siblings.
    pub position: i64,
    /// Initial permissions of the built-in groups, by kind of account.
    pub permissions: &'static [(&'static str, &'static [Action])],
}

/// All actions.
const ALL: &[Action] = &[Action::Read, Action::Create, Action::Update, Action::Delete];

/// All actions except deleting.
const ALL_BUT_DELETE: &[Action] = &[Action::Read, Action::Create, Action::Update];

/// Reading and changing existing records.
const READ_AND_UPDATE: &[Action] = &[Action::Read, Action::Update];

/// Reading only.
const READ: &[Action] = &[Action::Read];

/// All who have accounts below them: each creates the accounts in their own tree.
const ACCOUNT_MANAGERS: &[(&str, &[Action])] = &[("ADMIN", ALL), ("VENDOR", ALL), ("DEALER", ALL), ("RETAILER", ALL)];

/// Administrators delete users; companies register their own users and verify their identity.
const USERS: &[(&str, &[Action])] =
    &[("ADMIN", ALL), ("VENDOR", ALL_BUT_DELETE), ("DEALER", ALL_BUT_DELETE), ("RETAILER", ALL_BUT_DELETE)];

/// Vendors provide apps to the companies of their tree, which see the apps they have.
const USED_APPS: &[(&str, &[Action])] = &[("ADMIN", ALL), ("VENDOR", ALL), ("DEALER", READ), ("RETAILER", READ)];

/// All who register operators see which devices can be assigned to their sites.
const DEVICES: &[(&str, &[Action])] = &[("ADMIN", ALL), ("VENDOR", READ), ("DEALER", READ), ("RETAILER", READ)];

/// All who measure can record and correct measurements; sites cannot delete.
const HISTORY: &[(&str, &[Action])] =
    &[("ADMIN", ALL), ("VENDOR", ALL), ("DEALER", ALL), ("RETAILER", ALL), ("OPERATOR", ALL_BUT_DELETE)];

/// All who see other histories also see the data reported by apps.
const READERS: &[(&str, &[Action])] =
    &[("ADMIN", READ), ("VENDOR", READ), ("DEALER", READ), ("RETAILER", READ), ("OPERATOR", READ)];

/// Companies see their own statistics.
const STATISTICS: &[(&str, &[Action])] = &[("ADMIN", READ), ("VENDOR", READ), ("DEALER", READ), ("RETAILER", READ)];

/// All who send reports see their state, and can send again or revoke.
const OUTBOX: &[(&str, &[Action])] = &[
    ("ADMIN", READ_AND_UPDATE),
    ("VENDOR", READ_AND_UPDATE),
    ("DEALER", READ_AND_UPDATE),
    ("RETAILER", READ_AND_UPDATE),
    ("OPERATOR", READ_AND_UPDATE),
];

/// Screens of what belongs to the whole installation and to no company: whoever changes it changes it for everybody.
/// Groups of companies' staff may read them at most.
pub const INSTALLATION_WIDE: &[&str] = &[
    "/app_management/service_app_management",
    user_apps::SCREEN,
    external_devices::SCREEN,
    admin_boards::SCREEN,
    terms::SCREEN,
    codes::SCREEN,
    menu_items::SCREEN,
    grade_rules::SCREEN,
];

/// Returns whether groups of this kind of accounts may only read what is at a URL.
#[must_use]
pub fn is_read_only_for(authority: Authority, url: &str) -> bool {
    !matches!(authority, Authority::Admin | Authority::Member)
        && INSTALLATION_WIDE.iter().any(|screen| is_below(url, screen))
}

/// Screens that new versions add to every installation.
pub const SCREENS: &[Screen] = &[
    Screen { url: managed_users::REGULAR_SCREEN, name: "일반 회원 관리", position: 4, permissions: USERS },
    Screen { url: managed_users::ONLINE_SCREEN, name: "온라인 회원 관리", position: 7, permissions: USERS },
    Screen { url: user_apps::USED_SCREEN, name: "업체별 이용 앱 관리", position: 20, permissions: USED_APPS },
    Screen { url: stress_measurements::SCREEN, name: "스트레스 측정 이력", position: 20, permissions: HISTORY },
    Screen { url: vision_measurements::SCREEN, name: "시력 측정 이력", position: 30, permissions: HISTORY },
    Screen { url: heart_rate_measurements::SCREEN, name: "심박 측정 이력", position: 40, permissions: HISTORY },
    Screen { url: dementia_screenings::SCREEN, name: "치매 선별검사 이력", position: 50, permissions: HISTORY },
    Screen { url: psychological_tests::SCREEN, name: "심리검사 이력", position: 60, permissions: HISTORY },
    Screen { url: reports::SCREEN, name: "보고서", position: 70, permissions: HISTORY },
    Screen { url: training_participations::SCREEN, name: "훈련 참여 이력", position: 80, permissions: READERS },
    Screen { url: statistics::SCREENS, name: "통계", position: 35, permissions: &[] },
    Screen {
        url: statistics::SERVICE_APP_MEMBERS,
        name: "서비스 앱별 회원 통계",
        position: 10,
        permissions: STATISTICS,
    },
    Screen {
        url: statistics::USER_APP_MEMBERS, name: "사용자 앱별 회원 통계", position: 20, permissions: STATISTICS
    },
    Screen {
        url: statistics::SERVICE_APP_TYPES, name: "서비스 앱별 회원 유형", position: 30, permissions: STATISTICS
    },
    Screen {
        url: statistics::USER_APP_TYPES, name: "사용자 앱별 회원 유형", position: 40, permissions: STATISTICS
    },
    Screen { url: statistics::TEST_CASES, name: "검사별 통계", position: 50, permissions: STATISTICS },
    Screen { url: statistics::TEST_CATEGORIES, name: "검사 분류별 통계", position: 60, permissions: STATISTICS },
    Screen { url: statistics::AVERAGES, name: "지표별 평균 통계", position: 70, permissions: STATISTICS },
    Screen { url: statistics::COMPANIES, name: "업체별 검사 건수", position: 80, permissions: STATISTICS },
    Screen { url: statistics::ATTENTION, name: "관심군 통계", position: 90, permissions: STATISTICS },
    Screen { url: managers::ACCOUNT_SCREENS, name: "계정 관리", position: 40, permissions: &[] },
    Screen { url: operators::SCREEN, name: "운영자 계정", position: 10, permissions: ACCOUNT_MANAGERS },
    Screen { url: managers::SCREEN, name: "매니저 계정", position: 20, permissions: ACCOUNT_MANAGERS },
    Screen { url: "/app_management", name: "앱 관리", position: 55, permissions: &[] },
    Screen { url: user_apps::SCREEN, name: "사용자 앱 관리", position: 20, permissions: &[("ADMIN", ALL)] },
    Screen { url: external_devices::SCREEN, name: "연동 기기 관리", position: 30, permissions: DEVICES },
    Screen { url: "/system_management", name: "시스템 관리", position: 60, permissions: &[] },
    Screen { url: admin_boards::SCREEN, name: "게시판 관리", position: 50, permissions: &[("ADMIN", ALL)] },
    Screen { url: terms::SCREEN, name: "약관 관리", position: 60, permissions: &[("ADMIN", ALL)] },
    Screen {
        url: permission_groups::SCREEN, name: "권한 그룹 관리", position: 10, permissions: &[("ADMIN", ALL)]
    },
    Screen { url: codes::SCREEN, name: "코드 관리", position: 30, permissions: &[("ADMIN", ALL)] },
    Screen { url: menu_items::SCREEN, name: "메뉴 관리", position: 20, permissions: &[("ADMIN", ALL)] },
    Screen { url: grade_rules::SCREEN, name: "판정 기준", position: 40, permissions: &[("ADMIN", ALL)] },
    Screen { url: "/log_management", name: "로그 관리", position: 70, permissions: &[] },
    Screen {
        url: logs::ACCESS_SCREEN, name: "개인정보 접근 기록", position: 20, permissions: &[("ADMIN", READ)]
    },
    Screen { url: logs::CHANGE_SCREEN, name: "변경 기록", position: 30, permissions: &[("ADMIN", READ)] },
    Screen { url: messages::SCREEN, name: "발송함", position: 40, permissions: OUTBOX },
];
