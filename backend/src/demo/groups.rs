//! Permission groups and codes of the demonstration, besides the built-in ones.

use accounts::permission_groups::store::PermissionGroupRecord;
use kernel::{access::menu::Menu, clock, db::DatabaseConnection, problem::Problem, records::Rows as _};
use organisation::codes::store::CodeRecord;
use uno_core::{
    contract::{
        codes::{CodeAttribute, CodeList, CodeSave},
        languages::{Language, NameInLanguage},
        menu_items::MenuItemId,
        permission_groups::{MenuItemPermission, PermissionGroupSave},
        services::ServiceId,
    },
    domain::access::{Authority, Permission},
};

const MEMBERS: &str = "/member_management/company_member_management";
const MEASUREMENTS: &str = "/history/physical_test_result_history";
const WRITE: Permission = Permission { delete: false, ..Permission::ALL };

struct Group {
    name: &'static str,
    description: &'static str,
    authority: Authority,
    services: &'static [i64],
    items: &'static [(&'static str, Permission)],
}

const GROUPS: [Group; 4] = [
    Group {
        name: "감사 담당",
        description: "접근 기록과 변경 기록을 살펴봅니다. 아무것도 바꾸지 않습니다.",
        authority: Authority::Admin,
        services: &[1, 2, 3],
        items: &[
            ("/log_management/access_log", Permission::READ),
            ("/log_management/audit_log", Permission::READ),
            ("/system_management/permission_group_management", Permission::READ),
        ],
    },
    Group {
        name: "게시 담당",
        description: "공지와 약관을 올립니다.",
        authority: Authority::Admin,
        services: &[1, 2, 3],
        items: &[
            ("/system_management/board_management", Permission::ALL),
            ("/system_management/terms_management", WRITE),
        ],
    },
    Group {
        name: "총판 조회",
        description: "하위 업체와 회원, 측정 결과를 조회만 합니다.",
        authority: Authority::Vendor,
        services: &[1, 2],
        items: &[
            ("/company_management/dealer_management", Permission::READ),
            ("/company_management/retailer_management", Permission::READ),
            (MEMBERS, Permission::READ),
            (MEASUREMENTS, Permission::READ),
        ],
    },
    Group {
        name: "상담 담당",
        description: "회원을 등록하고 측정 결과를 보며 상담합니다.",
        authority: Authority::Retailer,
        services: &[1, 2],
        items: &[(MEMBERS, WRITE), (MEASUREMENTS, Permission::READ)],
    },
];

/// Creates the groups and codes that an organisation would have made for itself.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fill(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let menu = Menu::load(connection)?;
    for group in GROUPS {
        let item = |(url, permission): &(&str, Permission)| {
            let found = menu.entries.iter().find(|entry| menu.url(entry.menu_item_id) == *url)?;
            let Permission { read, create, update, delete } = *permission;
            let menu_item_id = MenuItemId(found.menu_item_id);
            Some(MenuItemPermission { menu_item_id, read, create, update, delete })
        };
        let save = PermissionGroupSave {
            name: group.name.into(),
            description: Some(group.description.into()),
            authority: group.authority,
            requires_two_steps: false,
            allowed_service_ids: group.services.iter().copied().map(ServiceId).collect(),
            allowed_menu_items: group.items.iter().filter_map(item).collect(),
            version: None,
        };
        PermissionGroupRecord::insert(connection, None, &save, clock::now())?;
    }
    let code = |list, code: &str, name: &str, english: &str, is_active| CodeSave {
        list,
        code: code.into(),
        name: name.into(),
        names: vec![NameInLanguage { language: Language::En, name: english.into() }],
        position: 100_000,
        is_active,
        attributes: vec![CodeAttribute { name: "부서".into(), value: "고객지원".into() }],
        version: None,
    };
    for save in [
        code(CodeList::ConcernCategory, "FINANCE", "경제", "Finance", true),
        code(CodeList::CounselingKind, "MESSENGER", "메신저", "By messenger", true),
        code(CodeList::DeviceKind, "THERMOMETER", "체온계", "Thermometer", false),
    ] {
        CodeRecord::insert(connection, None, &save, clock::now())?;
    }
    Ok(())
}
