//! Permission matching: which menu item applies to a path, and what it allows.
//!
//! A path belongs to the menu item with the longest URL that is a prefix of it on segment boundaries: `/history/h` is
//! not below `/history/hr`, but `/members/7` is below `/members`. Without an item there is no access, except for the
//! pages that every signed-in account has, the account pages of staff and the own pages of members. Deny by default.

use crate::contract::menu_items::PermittedMenuItem;
use crate::contract::{output, value_enum};

value_enum! {
    /// Kind of an account, from the access token.
    pub enum Authority {
        Admin = "ADMIN",
        Vendor = "VENDOR",
        Dealer = "DEALER",
        Retailer = "RETAILER",
        Operator = "OPERATOR",
        Member = "MEMBER",
    }
}

impl Authority {
    /// Returns whether accounts of this authority are above those of the other, in declaration order.
    #[must_use]
    pub fn is_above(self, other: Self) -> bool {
        self < other
    }
}

value_enum! {
    /// An action on a screen.
    pub enum Action { Read = "READ", Create = "CREATE", Update = "UPDATE", Delete = "DELETE" }
}

output! {
    /// Permission of an account on a screen.
    #[derive(Copy, Default, Eq)]
    pub struct Permission {
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

impl Permission {
    /// Reading only.
    pub const READ: Self = Self { read: true, create: false, update: false, delete: false };

    /// All actions.
    pub const ALL: Self = Self { read: true, create: true, update: true, delete: true };

    /// Returns whether this permission includes everything that the other allows.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        (self.read || !other.read)
            && (self.create || !other.create)
            && (self.update || !other.update)
            && (self.delete || !other.delete)
    }

    /// Returns whether the action is allowed. Without reading, no action is allowed.
    #[must_use]
    pub fn allows(self, action: Action) -> bool {
        self.read
            && match action {
                Action::Read => true,
                Action::Create => self.create,
                Action::Update => self.update,
                Action::Delete => self.delete,
            }
    }
}

/// Pages that every signed-in account has, regardless of its permission group.
const OPEN_PAGES: [&str; 2] = ["/", "/dashboard"];

/// Account pages of staff; members have theirs below [`OWN_PAGES`].
const ACCOUNT_PAGES: [&str; 2] = ["/account_settings", "/account_detail"];

/// Parent of the pages of members about themselves.
pub const OWN_PAGES: &str = "/users";

/// Returns whether `path` is `prefix` or below it, on segment boundaries. A prefix has no trailing slash; every path is
/// below the empty prefix.
///
/// The character after the prefix is checked first, because few URLs end at a segment boundary of the path.
#[must_use]
pub fn is_below(path: &str, prefix: &str) -> bool {
    path.as_bytes().split_at_checked(prefix.len()).is_some_and(|(head, tail)| {
        tail.first().is_none_or(|next| *next == b'/') && equal_from_end(head, prefix.as_bytes())
    })
}

/// Returns whether two texts of equal length are equal, comparing eight bytes at a time from the end: menu URLs have
/// common prefixes, and the built-in comparison goes byte by byte in wasm.
fn equal_from_end(one: &[u8], other: &[u8]) -> bool {
    let ((start, words), (other_start, other_words)) = (one.as_rchunks::<8>(), other.as_rchunks::<8>());
    words.iter().rev().zip(other_words.iter().rev()).all(|(word, other)| word == other) && start == other_start
}

/// Returns the permission of an account on the page at `path`.
#[must_use]
pub fn access_of(path: &str, items: &[PermittedMenuItem], authority: Authority) -> Permission {
    let path = match path.trim_end_matches('/') {
        "" => "/",
        trimmed => trimmed,
    };
    let own = match authority {
        Authority::Member => is_below(path, OWN_PAGES),
        _ => ACCOUNT_PAGES.contains(&path),
    };
    if own || OPEN_PAGES.contains(&path) {
        return Permission::ALL;
    }
    let mut governing: Option<&PermittedMenuItem> = None;
    for item in items {
        // Checked inline rather than by a call: a page makes many decisions, and few of the menu's URLs end at a
        // segment boundary of the path.
        let length = item.url.len();
        if length != path.len() && path.as_bytes().get(length) != Some(&b'/') {
            continue;
        }
        if governing.is_none_or(|known| known.url.len() <= length) && is_below(path, &item.url) {
            governing = Some(item);
        }
    }
    governing.map(PermittedMenuItem::permission).unwrap_or_default()
}

/// Returns whether the action is allowed on the screen or on any screen below it.
#[must_use]
pub fn allows_below(screen: &str, action: Action, items: &[PermittedMenuItem]) -> bool {
    items.iter().any(|item| is_below(&item.url, screen) && item.permission().allows(action))
}

#[cfg(test)]
mod tests {
    use super::{Action, Authority, OPEN_PAGES, Permission, access_of, allows_below, is_below};
    use crate::contract::menu_items::{MenuItemId, PermittedMenuItem};
    use proptest::prelude::*;

    fn item(url: &str, permission: Permission) -> PermittedMenuItem {
        let Permission { read, create, update, delete } = permission;
        PermittedMenuItem {
            menu_item_id: MenuItemId(1),
            url: url.into(),
            unrestricted: false,
            read,
            create,
            update,
            delete,
        }
    }

    const ALL: Permission = Permission::ALL;

    #[test]
    fn a_path_matches_on_segment_boundaries() {
        assert!(is_below("/history/hr", "/history/hr"));
        assert!(is_below("/history/hr/7", "/history/hr"));
        assert!(!is_below("/history/h", "/history/hr"));
        assert!(!is_below("/history/hrx", "/history/hr"));
        assert!(!is_below("/", "/history"));
        assert!(is_below("/", "") && is_below("/history", ""));
    }

    proptest! {
        #[test]
        fn the_length_of_an_url_rules_out_none_that_a_path_is_below(path in "(/[a-b]{1,40}){0,3}/?", url in "(/[a-b]{1,40}){0,3}") {
            let found = access_of(&path, &[item(&url, ALL)], Authority::Vendor).read;
            let expected = OPEN_PAGES.contains(&path.as_str()) || path.is_empty() || is_below(path.trim_end_matches('/'), &url);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_longest_matching_url_governs() {
        let items = [item("/history", Permission::READ), item("/history/hr", ALL)];
        assert_eq!(access_of("/history/hr/7", &items, Authority::Vendor), ALL);
        assert_eq!(access_of("/history/report", &items, Authority::Vendor), Permission::READ);
    }

    #[test]
    fn what_no_item_governs_is_denied_but_the_open_pages() {
        for path in ["/system_management", "/users/me", "/account_settings_secret", "/dashboards"] {
            assert_eq!(access_of(path, &[], Authority::Admin), Permission::default(), "{path}");
        }
        for path in ["/", "", "/dashboard", "/dashboard/", "/account_settings", "/account_detail"] {
            assert!(access_of(path, &[], Authority::Vendor).read, "{path}");
        }
    }

    #[test]
    fn members_have_their_own_pages_and_no_others() {
        assert!(access_of("/users/measurements/physical", &[], Authority::Member).read);
        assert!(!access_of("/usersettings", &[], Authority::Member).read);
        assert!(!access_of("/member_management", &[], Authority::Member).read);
        assert!(!access_of("/account_settings", &[], Authority::Member).read);
        assert!(access_of("/", &[], Authority::Member).read);
    }

    #[test]
    fn an_unrestricted_item_is_readable_and_no_more() {
        let open = PermittedMenuItem { unrestricted: true, ..item("/notices", Permission::default()) };
        assert_eq!(access_of("/notices/3", std::slice::from_ref(&open), Authority::Operator), Permission::READ);
        assert!(allows_below("/notices", Action::Read, std::slice::from_ref(&open)));
        assert!(!allows_below("/notices", Action::Update, &[open]));
    }

    #[test]
    fn a_screen_above_is_not_allowed_by_a_screen_beside() {
        let items = [item("/company_management/dealer_management", ALL)];
        assert!(allows_below("/company_management", Action::Delete, &items));
        assert!(!allows_below("/company_management/vendor_management", Action::Read, &items));
    }

    #[test]
    fn nothing_is_allowed_without_reading() {
        let blind = Permission { read: false, ..ALL };
        assert!(!blind.allows(Action::Delete));
    }

    proptest! {
        #[test]
        fn no_items_never_give_more_than_the_open_pages(path in "/[a-z_/]{0,30}") {
            let open = ["/", "/dashboard", "/account_settings", "/account_detail"]
                .contains(&if path.trim_end_matches('/').is_empty() { "/" } else { path.trim_end_matches('/') });
            prop_assert_eq!(access_of(&path, &[], Authority::Admin).read, open);
        }
    }
}
