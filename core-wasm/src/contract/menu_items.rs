//! The left menu.

use super::{
    endpoint, id_type, input,
    languages::{Language, MAX_NAMES, NameInLanguage, check_names},
    output, path_type, record, record_calls,
    validation::{Value, Violation},
};
use crate::domain::access::Permission;

id_type! {
    /// A menu item.
    MenuItemId
}

path_type! { MenuItemPath { menu_item_id: MenuItemId } }

/// Menu url of the screen that manages the menu.
pub const SCREEN: &str = "/system_management/menu_management";

output! {
    /// A menu item that the caller's group allows, with its full url.
    pub struct PermittedMenuItem {
        /// Menu item.
        pub menu_item_id: MenuItemId,
        /// Full url, the parents' included.
        pub url: String,
        /// Whether every signed-in account may read it.
        pub unrestricted: bool,
        /// See it.
        pub read: bool,
        /// Add records.
        pub create: bool,
        /// Change records.
        pub update: bool,
        /// Remove records.
        pub delete: bool,
    }
}

impl PermittedMenuItem {
    /// The item that a value describes; what is not there is not allowed.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        let flag = |name| *value.get(name) == Value::Bool(true);
        Self {
            menu_item_id: MenuItemId::default(),
            url: value.get("url").as_text().unwrap_or_default().into(),
            unrestricted: flag("unrestricted"),
            read: flag("read"),
            create: flag("create"),
            update: flag("update"),
            delete: flag("delete"),
        }
    }

    /// What is allowed there; an unrestricted item is readable in any case.
    #[must_use]
    pub fn permission(&self) -> Permission {
        let Self { read, create, update, delete, .. } = *self;
        if self.unrestricted && !read { Permission::READ } else { Permission { read, create, update, delete } }
    }
}

output! {
    /// An entry of the left menu.
    pub struct MenuItem {
        /// Menu item.
        pub id: MenuItemId,
        /// The entry above.
        pub parent_id: Option<MenuItemId>,
        /// Name in the language asked for where the installation has given one; else in Korean.
        pub name: String,
        /// Whether the product has given that name, so that other languages know it by the url.
        pub is_name_given: bool,
        /// Url; a child's path is the parent's url and its own.
        pub url: String,
        /// The urls of the entries above, and its own.
        pub full_url: String,
        /// Whether every signed-in account may read it.
        pub unrestricted: bool,
        /// Entries below; in a flat list none.
        #[cfg_attr(feature = "server", schema(no_recursion))]
        pub children_menu_items: Vec<MenuItem>,
    }
}

input! {
    /// Which menu entries, and how.
    #[derive(Default)]
    pub struct MenuItemFilter {
        /// Those that every signed-in account may read, or those that need a permission; a tree has the
        /// entries above them, too.
        unrestricted: Option<bool> => flag(),
        /// One list in the order of the menu instead of a tree.
        flat: Option<bool> => flag(),
        /// Language of the names.
        language: Option<Language> => word(Language::WORDS),
    }
}

endpoint! {
    /// Lists the menu entries that the caller may read, as a tree or flat.
    pub ListMenuItems = Get "/api/v1/menu-items",
    auth: SignedIn,
    query: MenuItemFilter,
    ok: Vec<MenuItem>
}

/// Most levels of the menu.
pub const MAX_LEVELS: usize = 4;
/// Largest place among neighbours.
pub const MAX_POSITION: i64 = 1_000_000_000_000;

record! {
    /// An entry of the menu as those see it who manage the menu.
    pub struct ManagedMenuItem { menu_item_id: MenuItemId }
    /// An entry of the menu as made or changed.
    pub struct MenuItemSave {
        /// The entry above.
        parent_id: Option<MenuItemId> => id(),
        /// Korean name.
        name: String => text(1, 50),
        /// Names in other languages; who reads another one sees the Korean name.
        names: Vec<NameInLanguage> => forms(NameInLanguage::FORM, MAX_NAMES),
        /// Its own part of the url, after that of the entry above; an entry without one leads nowhere and holds others.
        url: Option<String> => text(0, 200),
        /// Whether every signed-in account may read it.
        unrestricted: bool => flag(),
        /// Whether the menu leaves it out; rights stay.
        is_hidden: bool => flag(),
        /// Place among its neighbours: the smallest comes first.
        position: i64 => integer(0, MAX_POSITION),
    }
    shown {
        /// The urls of the entries above, and its own.
        pub full_url: String,
        /// The Korean name that the product has given; absent for an entry of the installation's own.
        pub given_name: Option<String>,
    }
    also names_and_url
}

fn names_and_url(value: &Value, violations: &mut Vec<Violation>) {
    check_names(value, violations);
    let Some(url) = value.get("url").as_text().map(str::trim).filter(|url| !url.is_empty()) else { return };
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'-');
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(plain);
    if !url.strip_prefix('/').is_some_and(|parts| parts.split('/').all(is_part)) {
        violations.push(Violation::new("url", "menuUrl"));
    }
}

endpoint! {
    /// Lists every entry of the menu, each before those below it.
    pub ListManagedMenuItems = Get "/api/v1/menu-items/managed",
    auth: Staff { screen: SCREEN, action: Read },
    ok: Vec<ManagedMenuItem>
}

record_calls! {
    ManagedMenuItem at "/api/v1/menu-items" "/{menuItemId}" by MenuItemPath on SCREEN,
    /// Adds an entry to the menu. Groups that may change permission groups are given it, so that they can give it on.
    create CreateMenuItem(MenuItemSave) refuses [Taken],
    /// Answers an entry of the menu.
    show GetMenuItem,
    /// Changes or moves an entry; the address of a screen of the product stays.
    update UpdateMenuItem(MenuItemSave) refuses [Taken],
    /// Removes an entry of the installation's own that holds no others.
    delete DeleteMenuItem refuses [Changed, HasDependents],
    /// Lists the changes of an entry, the newest first.
    history ListMenuItemRevisions,
}
