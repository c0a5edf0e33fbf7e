//! Saved views of lists: how somebody looks at a list, under a name: what it is filtered and ordered by, and its columns.

use super::{
    endpoint, id_type, input, output,
    page::{Can, Done},
    path_type,
    validation::{MAX_SAFE_INTEGER, Value, Violation, check_distinct},
    value_enum,
};

id_type! {
    /// A saved view.
    SavedViewId
}

path_type! { SavedViewPath { saved_view_id: SavedViewId } }

/// Most views that an account has of a list.
pub const MAX_VIEWS: i64 = 50;
/// Most views of a list that are shared among the same people.
pub const MAX_SHARED: i64 = 100;
/// Most columns that a view tells of.
const MAX_COLUMNS: usize = 60;
/// Most characters of what a view asks its list for.
const MAX_QUERY: usize = 2_000;

value_enum! {
    /// Who sees a view.
    pub enum SavedViewVisibility {
        /// Its owner alone.
        Private = "PRIVATE",
        /// The accounts of the owner's company that are in the owner's permission group.
        Group = "GROUP",
    }
}

input! {
    /// A column of a list.
    pub struct SavedColumn {
        /// Name of its field.
        name: String => text(1, 60),
        /// Whether it shows.
        is_shown: bool => flag(),
    }
}

input! {
    /// A saved view of a list as made or changed. An account has one of a name of each list.
    pub struct SavedViewSave {
        /// The list, by the last part of its path, such as `members`; one of which there are several screens with the
        /// word of the screen behind it: `companies-vendor`, `companies-dealer`, `companies-retailer`, `users-online`,
        /// `users-regular`. It stays as it was made.
        list: String => text(1, 60),
        /// Name.
        name: String => text(1, 60),
        /// What the list is asked for, as in an address: filters and order, `sex=FEMALE&sort=NEWEST`. The list has to
        /// know it. A period may begin and end on `today` or so many days before it, `today-6`, whenever it is opened.
        /// Pages are not kept, nor what is searched by as it is typed: names, numbers, telephones, birth dates.
        query: Option<String> => text(0, MAX_QUERY),
        /// Its columns in their order; those that are not named are as the list has them.
        columns: Vec<SavedColumn> => forms(SavedColumn::FORM, MAX_COLUMNS),
        /// Who sees it.
        visibility: SavedViewVisibility => word(SavedViewVisibility::WORDS),
        /// Whether its owner sees the list this way where nothing else is asked for; one view of each list is.
        is_default: bool => flag(),
        /// The version that was read: who sends it does not overwrite what another browser has changed.
        version: Option<i64> => integer(1, MAX_SAFE_INTEGER),
    } also distinct
}

fn distinct(value: &Value, violations: &mut Vec<Violation>) {
    check_distinct(value, "columns", "name", violations);
}

output! {
    /// A saved view of a list.
    pub struct SavedView {
        /// Its own number.
        pub saved_view_id: SavedViewId,
        /// The list.
        pub list: String,
        /// Name.
        pub name: String,
        /// What the list is asked for, as in an address; `null` for all of it in its usual order.
        pub query: Option<String>,
        /// Its columns in their order.
        pub columns: Vec<SavedColumn>,
        /// Who sees it.
        pub visibility: SavedViewVisibility,
        /// Whether the caller sees the list this way where nothing else is asked for.
        pub is_default: bool,
        /// Name of its owner.
        pub owner_name: String,
        /// Counts changes; sent back with an update.
        pub version: i64,
        /// What the caller may do with it.
        pub can: Can,
    }
}

#[cfg(feature = "server")]
impl SavedView {
    /// The view as it could be saved again.
    #[must_use]
    pub fn form(&self) -> SavedViewSave {
        SavedViewSave {
            list: self.list.clone(),
            name: self.name.clone(),
            query: self.query.clone(),
            columns: self.columns.clone(),
            visibility: self.visibility,
            is_default: self.is_default,
            version: Some(self.version),
        }
    }
}

input! {
    /// Which views.
    pub struct SavedViewFilter {
        /// Those of this list.
        list: String => text(1, 60),
    }
}

endpoint! {
    /// Lists the views of a list that the caller sees: own ones by their names, then those that others share.
    ///
    /// Others' are shared among the accounts of the same company in the same permission group, as both are now. Only who
    /// may see the list is told of views of it.
    pub ListSavedViews = Get "/api/v1/saved-views",
    auth: AnyStaff,
    query: SavedViewFilter,
    ok: Vec<SavedView>
}

endpoint! {
    /// Saves a view of a list.
    ///
    /// An account has at most 50 of a list, and at most 100 are shared among the same people. A view that becomes the
    /// default takes the place of the one that was.
    pub CreateSavedView = Post "/api/v1/saved-views",
    auth: AnyStaff,
    body: SavedViewSave,
    refuses: [Taken],
    ok: SavedView
}

endpoint! {
    /// Changes a view; only its owner may.
    pub UpdateSavedView = Patch "/api/v1/saved-views/{savedViewId}",
    auth: AnyStaff,
    path: SavedViewPath,
    patch: SavedViewSave,
    refuses: [Changed, Taken],
    ok: SavedView
}

endpoint! {
    /// Removes a view for good; only its owner may. Sent once more, what it was makes it again.
    pub DeleteSavedView = Delete "/api/v1/saved-views/{savedViewId}",
    auth: AnyStaff,
    path: SavedViewPath,
    ok: Done
}
