//! Permission groups: what the accounts of a group may do, on which screens and for which services.

pub use super::managers::PermissionGroupId;
use super::{
    endpoint, input,
    languages::Language,
    menu_items::MenuItemId,
    output, path_type, record, record_calls,
    services::ServiceId,
    validation::{Value, Violation, check_distinct},
    value_enum,
};
use crate::domain::access::{Authority, Permission};

path_type! { PermissionGroupPath { permission_group_id: PermissionGroupId } }

/// Menu URL of the screen that manages the groups.
pub const SCREEN: &str = "/system_management/permission_group_management";

/// Maximum number of menu items of a group.
pub const MAX_MENU_ITEMS: usize = 1_000;

input! {
    /// The permissions of a group on a menu item. Creating, changing and deleting imply reading.
    #[derive(Copy)]
    pub struct MenuItemPermission {
        /// Menu item id.
        menu_item_id: MenuItemId => id(),
        /// May read it.
        read: bool => flag(),
        /// May create records.
        create: bool => flag(),
        /// May change records.
        update: bool => flag(),
        /// May delete records.
        delete: bool => flag(),
    }
}

impl MenuItemPermission {
    /// Returns the permission. Any other permission implies reading.
    #[must_use]
    pub fn permission(&self) -> Permission {
        let Self { read, create, update, delete, .. } = *self;
        Permission { read: read || create || update || delete, create, update, delete }
    }
}

record! {
    /// A permission group.
    pub struct PermissionGroup { permission_group_id: PermissionGroupId }
    /// Fields to create or change a permission group. Callers can grant only permissions that they have.
    pub struct PermissionGroupSave {
        /// Name, unique among the groups.
        name: String => text(1, 50),
        /// Purpose.
        description: Option<String> => lines(500),
        /// Kind of accounts that it is for; cannot be changed later.
        authority: Authority => word(Authority::WORDS),
        /// Whether its accounts must use two-step sign-in; until an account has set it up, it can do nothing else. Not
        /// for groups of members.
        requires_two_steps: bool => flag(),
    }
    alone {
        /// Services that its accounts work with.
        allowed_service_ids: Vec<ServiceId> => ids(),
        /// Permissions on menu items; items that are not listed are not allowed.
        allowed_menu_items: Vec<MenuItemPermission> => forms(MenuItemPermission::FORM, MAX_MENU_ITEMS),
    }
    shown {
        /// Name of the company whose accounts created it; `null` for a group of the installation.
        pub company_name: Option<String>,
        /// Whether it is the default group of new accounts; such a group cannot be deleted.
        pub is_built_in: bool,
        /// Number of accounts in the group.
        pub account_count: i64,
    }
    also check_group
}

fn check_group(value: &Value, violations: &mut Vec<Violation>) {
    // Members sign in with their app, which does not support setting up two-step sign-in.
    let of_members = value.get("authority").as_text() == Some(Authority::Member.as_str());
    if of_members && *value.get("requiresTwoSteps") == Value::Bool(true) {
        violations.push(Violation::new("requiresTwoSteps", "notAllowed"));
    }
    check_distinct(value, "allowedMenuItems", "menuItemId", violations);
}

value_enum! {
    /// Sort order of a list of groups.
    pub enum PermissionGroupSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Filter of the group list.
    pub struct PermissionGroupFilter {
        /// Name contains this text.
        name: Option<String> => text(0, 50),
        /// Groups for these kinds of accounts.
        authorities: Vec<Authority> => words(Authority::WORDS),
    } list PermissionGroupSort
}

output! {
    /// A menu item in the editor of groups.
    pub struct GrantableMenuItem {
        /// Menu item id.
        pub menu_item_id: MenuItemId,
        /// Parent entry.
        pub parent_id: Option<MenuItemId>,
        /// Name in the requested language if the installation has provided one, otherwise in Korean.
        pub name: String,
        /// Whether the name is the product's own, so that its translations can be found by the URL.
        pub is_name_given: bool,
        /// Full URL.
        pub full_url: String,
        /// Whether every signed-in account may read it.
        pub unrestricted: bool,
        /// Whether it is hidden in the menu.
        pub is_hidden: bool,
        /// Whether it is a page of members about themselves, which only groups of members can have.
        pub is_for_members: bool,
        /// Permissions that the caller has there and can grant.
        pub grant: Permission,
    }
}

input! {
    /// Language of the menu items.
    #[derive(Default)]
    pub struct GrantableMenuItemFilter {
        /// Language of the names.
        language: Option<Language> => word(Language::WORDS),
    }
}

input! {
    /// Fields that can be changed in several groups at once.
    pub struct PermissionGroupChanges {
        /// Whether their accounts must use two-step sign-in.
        requires_two_steps: Option<bool> => flag(),
    }
}

record_calls! {
    PermissionGroup at "/api/v1/permission-groups" "/{permissionGroupId}" by PermissionGroupPath on SCREEN,
    /// Lists the groups for accounts of the caller's tier and below.
    list ListPermissionGroups(PermissionGroupFilter),
    /// Queues a job that exports the groups for accounts of the caller's tier and below to a file.
    export ExportPermissionGroups(PermissionGroupFilter),
    /// Queues a job that changes or deletes several groups.
    bulk BulkPermissionGroups(PermissionGroupFilter by PermissionGroupChanges),
    /// Creates a group.
    create CreatePermissionGroup(PermissionGroupSave) refuses [Taken],
    /// Returns a group with its permissions.
    show GetPermissionGroup,
    /// Changes a group; the change applies to its accounts within a second.
    update UpdatePermissionGroup(PermissionGroupSave) refuses [Taken],
    /// Deletes a group without accounts.
    delete DeletePermissionGroup refuses [Changed, HasDependents],
    /// Lists the changes of a group, newest first.
    history ListPermissionGroupRevisions,
}

endpoint! {
    /// Lists all menu items in menu order, with the permissions that the caller can grant.
    pub ListGrantableMenuItems = Get "/api/v1/permission-groups/menu-items",
    auth: Staff { screen: SCREEN, action: Read },
    query: GrantableMenuItemFilter,
    ok: Vec<GrantableMenuItem>
}
