//! The left menu.

use super::{endpoint, id_type, input, output, validation::Value};
use crate::domain::access::Permission;

id_type! {
    /// A menu item.
    MenuItemId
}

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
        /// Korean name; other languages translate by url.
        pub name: String,
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
    }
}

endpoint! {
    /// Lists the menu entries that the caller may read, as a tree or flat.
    pub ListMenuItems = Get "/api/v1/menu-items",
    auth: SignedIn,
    query: MenuItemFilter,
    ok: Vec<MenuItem>
}
