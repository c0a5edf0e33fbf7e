//! Permission groups: what the accounts of a group may do on which screens, and for which services.

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

/// Menu url of the screen that manages the groups.
pub const SCREEN: &str = "/system_management/permission_group_management";

/// Most menu items of a group.
pub const MAX_MENU_ITEMS: usize = 1_000;

input! {
    /// What a group allows on a menu item. Adding, changing and removing bring seeing with them.
    #[derive(Copy)]
    pub struct MenuItemPermission {
        /// Menu item.
        menu_item_id: MenuItemId => id(),
        /// See it.
        read: bool => flag(),
        /// Add records.
        create: bool => flag(),
        /// Change records.
        update: bool => flag(),
        /// Remove records.
        delete: bool => flag(),
    }
}

impl MenuItemPermission {
    /// What is allowed, seeing included where anything is.
    #[must_use]
    pub fn permission(&self) -> Permission {
        let Self { read, create, update, delete, .. } = *self;
        Permission { read: read || create || update || delete, create, update, delete }
    }
}

record! {
    /// A permission group.
    pub struct PermissionGroup { permission_group_id: PermissionGroupId }
    /// A permission group as made or changed. Nobody gives what they do not hold.
    pub struct PermissionGroupSave {
        /// Name; no two groups have the same.
        name: String => text(1, 50),
        /// What it is for.
        description: Option<String> => lines(500),
        /// The accounts that it is for; stays as it was made.
        authority: Authority => word(Authority::WORDS),
        /// Whether its accounts must sign in with a second step; those without one may do nothing but set it up. Not for
        /// members.
        requires_two_steps: bool => flag(),
    }
    alone {
        /// Services that its accounts work with.
        allowed_service_ids: Vec<ServiceId> => ids(),
        /// What is allowed on which menu items; what is not named is not allowed.
        allowed_menu_items: Vec<MenuItemPermission> => forms(MenuItemPermission::FORM, MAX_MENU_ITEMS),
    }
    shown {
        /// Name of the company whose accounts made it; `null` for one of the installation's.
        pub company_name: Option<String>,
        /// Whether accounts are made in it where nobody names a group: it cannot be removed.
        pub is_built_in: bool,
        /// Accounts that are in it.
        pub account_count: i64,
    }
    also rules_between
}

fn rules_between(value: &Value, violations: &mut Vec<Violation>) {
    // Members sign in by their app, which has no place to set it up.
    let of_members = value.get("authority").as_text() == Some(Authority::Member.as_str());
    if of_members && *value.get("requiresTwoSteps") == Value::Bool(true) {
        violations.push(Violation::new("requiresTwoSteps", "notAllowed"));
    }
    check_distinct(value, "allowedMenuItems", "menuItemId", violations);
}

value_enum! {
    /// Order of a list of groups.
    pub enum PermissionGroupSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Which groups.
    pub struct PermissionGroupFilter {
        /// Those with this in their name.
        name: Option<String> => text(0, 50),
        /// Those for these accounts.
        authorities: Vec<Authority> => words(Authority::WORDS),
    } list PermissionGroupSort
}

output! {
    /// A menu item as the editor of groups shows it.
    pub struct GrantableMenuItem {
        /// Menu item.
        pub menu_item_id: MenuItemId,
        /// The entry above.
        pub parent_id: Option<MenuItemId>,
        /// Name in the language asked for where the installation has given one; else in Korean.
        pub name: String,
        /// Whether the product has given that name, so that other languages know it by the url.
        pub is_name_given: bool,
        /// Full url.
        pub full_url: String,
        /// Whether every signed-in account may read it.
        pub unrestricted: bool,
        /// Whether the menu does not show it.
        pub is_hidden: bool,
        /// Whether it leads to a page of members about themselves, which only groups of members have.
        pub is_for_members: bool,
        /// What the caller holds there, and may give.
        pub grant: Permission,
    }
}

input! {
    /// In which language.
    #[derive(Default)]
    pub struct GrantableMenuItemFilter {
        /// Language of the names.
        language: Option<Language> => word(Language::WORDS),
    }
}

input! {
    /// What is changed of several groups together.
    pub struct PermissionGroupChanges {
        /// Whether their accounts must sign in with a second step.
        requires_two_steps: Option<bool> => flag(),
    }
}

record_calls! {
    PermissionGroup at "/api/v1/permission-groups" "/{permissionGroupId}" by PermissionGroupPath on SCREEN,
    /// Lists the groups for accounts of the caller's tier and below.
    list ListPermissionGroups(PermissionGroupFilter),
    /// Exports the groups for accounts of the caller's tier and below as a file, in a job.
    export ExportPermissionGroups(PermissionGroupFilter),
    /// Queues a job that changes or removes several groups.
    bulk BulkPermissionGroups(PermissionGroupFilter by PermissionGroupChanges),
    /// Makes a group.
    create CreatePermissionGroup(PermissionGroupSave) refuses [Taken],
    /// Answers a group with what it allows.
    show GetPermissionGroup,
    /// Changes a group; its accounts have what it allows within a second.
    update UpdatePermissionGroup(PermissionGroupSave) refuses [Taken],
    /// Removes a group that no account is in.
    delete DeletePermissionGroup refuses [Changed, HasDependents],
    /// Lists the changes of a group, the newest first.
    history ListPermissionGroupRevisions,
}

endpoint! {
    /// Lists every menu item with what the caller may give of it, in the order of the menu.
    pub ListGrantableMenuItems = Get "/api/v1/permission-groups/menu-items",
    auth: Staff { screen: SCREEN, action: Read },
    query: GrantableMenuItemFilter,
    ok: Vec<GrantableMenuItem>
}
