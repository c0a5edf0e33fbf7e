//! Saved views of lists: the filters, sort order and columns of a list under a name.

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

/// Maximum number of views of a list per account.
pub const MAX_VIEWS: i64 = 50;
/// Maximum number of views of a list that are shared within the same group.
pub const MAX_SHARED: i64 = 100;
/// Maximum number of columns in a view.
const MAX_COLUMNS: usize = 60;
/// Maximum length of the list query.
const MAX_QUERY: usize = 2_000;

value_enum! {
    /// Visibility of a view.
    pub enum SavedViewVisibility {
        /// Only its owner.
        Private = "PRIVATE",
        /// The accounts of the owner's company that are in the owner's permission group.
        Group = "GROUP",
    }
}

input! {
    /// A column of a list.
    pub struct SavedColumn {
        /// Name of the field.
        name: String => text(1, 60),
        /// Whether it is shown.
        is_shown: bool => flag(),
    }
}

input! {
    /// Fields to create or change a saved view. Names are unique per account and list.
    pub struct SavedViewSave {
        /// The list, by the last part of its path, such as `members`. A list with several screens has the screen as a
        /// suffix: `companies-vendor`, `companies-dealer`, `companies-retailer`, `users-online`, `users-regular`. It
        /// cannot be changed later.
        list: String => text(1, 60),
        /// Name.
        name: String => text(1, 60),
        /// Query of the list in URL format, with filters and sort order: `sex=FEMALE&sort=NEWEST`. The list must
        /// support it. A period can start and end at `today`, or a number of days before it (`today-6`), relative to
        /// the day on which the view is opened. Page numbers are not stored, nor are typed search terms: names,
        /// numbers, telephone numbers, birth dates.
        query: Option<String> => text(0, MAX_QUERY),
        /// Columns in order; columns that are not listed keep the list's defaults.
        columns: Vec<SavedColumn> => forms(SavedColumn::FORM, MAX_COLUMNS),
        /// Visibility.
        visibility: SavedViewVisibility => word(SavedViewVisibility::WORDS),
        /// Whether it is the owner's default view of the list; each list has at most one.
        is_default: bool => flag(),
        /// Version that the caller read. If the view has changed since then, the update is rejected.
        version: Option<i64> => integer(1, MAX_SAFE_INTEGER),
    } also check_columns
}

fn check_columns(value: &Value, violations: &mut Vec<Violation>) {
    check_distinct(value, "columns", "name", violations);
}

output! {
    /// A saved view of a list.
    pub struct SavedView {
        /// Saved view id.
        pub saved_view_id: SavedViewId,
        /// The list.
        pub list: String,
        /// Name.
        pub name: String,
        /// Query of the list in URL format; `null` for all rows in the default order.
        pub query: Option<String>,
        /// Columns in order.
        pub columns: Vec<SavedColumn>,
        /// Visibility.
        pub visibility: SavedViewVisibility,
        /// Whether it is the caller's default view of the list.
        pub is_default: bool,
        /// Name of the owner.
        pub owner_name: String,
        /// Version of the view, incremented with every change; send it back with an update.
        pub version: i64,
        /// What the caller may do with the view.
        pub can: Can,
    }
}

#[cfg(feature = "server")]
impl SavedView {
    /// Returns the view as the form that would save it again.
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
    /// Filter of the saved views.
    pub struct SavedViewFilter {
        /// Views of this list.
        list: String => text(1, 60),
    }
}

endpoint! {
    /// Lists the views of a list that the caller can see: own views by name, then views shared by others.
    ///
    /// A view is shared between accounts that are currently in the same company and permission group. Views are
    /// returned only to callers who may see the list.
    pub ListSavedViews = Get "/api/v1/saved-views",
    auth: AnyStaff,
    query: SavedViewFilter,
    ok: Vec<SavedView>
}

endpoint! {
    /// Saves a view of a list.
    ///
    /// An account can have at most 50 views per list, and at most 100 can be shared within the same group. A new
    /// default view replaces the previous default.
    pub CreateSavedView = Post "/api/v1/saved-views",
    auth: AnyStaff,
    body: SavedViewSave,
    refuses: [Taken],
    ok: SavedView
}

endpoint! {
    /// Changes a view; only its owner may do so.
    pub UpdateSavedView = Patch "/api/v1/saved-views/{savedViewId}",
    auth: AnyStaff,
    path: SavedViewPath,
    patch: SavedViewSave,
    refuses: [Changed, Taken],
    ok: SavedView
}

endpoint! {
    /// Permanently deletes a view; only its owner may do so. To restore it, create it again with the same values.
    pub DeleteSavedView = Delete "/api/v1/saved-views/{savedViewId}",
    auth: AnyStaff,
    path: SavedViewPath,
    ok: Done
}
