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

/// Menu URL of the screen that manages the menu.
pub const SCREEN: &str = "/system_management/menu_management";

output! {
    /// A menu item that the caller's permission group allows, with its full URL.
    pub struct PermittedMenuItem {
        /// Menu item id.
        pub menu_item_id: MenuItemId,
        /// Full URL, including the parents'.
        pub url: String,
        /// Whether every signed-in account may read it.
        pub unrestricted: bool,
        /// May read it.
        pub read: bool,
        /// May create records.
        pub create: bool,
        /// May change records.
        pub update: bool,
        /// May delete records.
        pub delete: bool,
    }
}

impl PermittedMenuItem {
    /// Reads an item from a value; missing permissions are denied.
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

    /// Returns the permission; an unrestricted item is always readable.
    #[must_use]
    pub fn permission(&self) -> Permission {
        let Self { read, create, update, delete, .. } = *self;
        if self.unrestricted && !read { Permission::READ } else { Permission { read, create, update, delete } }
    }
}

output! {
    /// An entry of the left menu.
    pub struct MenuItem {
        /// Menu item id.
        pub id: MenuItemId,
        /// Parent entry.
        pub parent_id: Option<MenuItemId>,
        /// Name in the requested language if the installation has provided one, otherwise in Korean.
        pub name: String,
        /// Whether the name is the product's own, so that its translations can be found by the URL.
        pub is_name_given: bool,
        /// URL; the path of a child is the parent's URL followed by its own.
        pub url: String,
        /// The URLs of its ancestors, followed by its own.
        pub full_url: String,
        /// Whether every signed-in account may read it.
        pub unrestricted: bool,
        /// Child entries; empty in a flat list.
        #[cfg_attr(feature = "server", schema(no_recursion))]
        pub children_menu_items: Vec<MenuItem>,
    }
}

input! {
    /// Filter and form of the menu.
    #[derive(Default)]
    pub struct MenuItemFilter {
        /// `true` for entries that every signed-in account may read, `false` for those that need a permission. A tree
        /// also contains their ancestors.
        unrestricted: Option<bool> => flag(),
        /// Whether to return a flat list in menu order instead of a tree.
        flat: Option<bool> => flag(),
        /// Language of the names.
        language: Option<Language> => word(Language::WORDS),
    }
}

endpoint! {
    /// Lists the menu entries that the caller may read, as a tree or a flat list.
    pub ListMenuItems = Get "/api/v1/menu-items",
    auth: SignedIn,
    query: MenuItemFilter,
    ok: Vec<MenuItem>
}

/// Maximum depth of the menu.
pub const MAX_LEVELS: usize = 4;
/// Largest position among siblings.
pub const MAX_POSITION: i64 = 1_000_000_000_000;

record! {
    /// A menu entry as seen by administrators of the menu.
    pub struct ManagedMenuItem { menu_item_id: MenuItemId }
    /// Fields to create or change a menu entry.
    pub struct MenuItemSave {
        /// Parent entry.
        parent_id: Option<MenuItemId> => id(),
        /// Korean name.
        name: String => text(1, 50),
        /// Names in other languages. For languages without a name, the Korean name is used.
        names: Vec<NameInLanguage> => forms(NameInLanguage::FORM, MAX_NAMES),
        /// Its own part of the URL, after that of the parent entry. An entry without a URL has no page and only groups
        /// other entries.
        url: Option<String> => text(0, 200),
        /// Whether every signed-in account may read it.
        unrestricted: bool => flag(),
        /// Whether it is hidden in the menu; permissions are not affected.
        is_hidden: bool => flag(),
        /// Position among its siblings, in ascending order.
        position: i64 => integer(0, MAX_POSITION),
    }
    shown {
        /// The URLs of its ancestors, followed by its own.
        pub full_url: String,
        /// The product's own Korean name; absent for an entry that the installation has added.
        pub given_name: Option<String>,
    }
    also check_names_and_url
}

fn check_names_and_url(value: &Value, violations: &mut Vec<Violation>) {
    check_names(value, violations);
    let Some(url) = value.get("url").as_text().map(str::trim).filter(|url| !url.is_empty()) else { return };
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'-');
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(plain);
    if !url.strip_prefix('/').is_some_and(|parts| parts.split('/').all(is_part)) {
        violations.push(Violation::new("url", "menuUrl"));
    }
}

endpoint! {
    /// Lists all menu entries, each before its children.
    pub ListManagedMenuItems = Get "/api/v1/menu-items/managed",
    auth: Staff { screen: SCREEN, action: Read },
    ok: Vec<ManagedMenuItem>
}

record_calls! {
    ManagedMenuItem at "/api/v1/menu-items" "/{menuItemId}" by MenuItemPath on SCREEN,
    /// Adds a menu entry.
    /// Groups that may change permission groups get access to it, so that they can grant it to others.
    create CreateMenuItem(MenuItemSave) refuses [Taken],
    /// Returns a menu entry.
    show GetMenuItem,
    /// Changes or moves an entry; the address of a screen of the product stays unchanged.
    update UpdateMenuItem(MenuItemSave) refuses [Taken],
    /// Deletes an entry that the installation has added and that has no children.
    delete DeleteMenuItem refuses [Changed, HasDependents],
    /// Lists the changes of an entry, newest first.
    history ListMenuItemRevisions,
}
