//! Boards: announcements to the readers of the console, some of them shown as popups for a while.

use super::{
    endpoint, id_type, input, output,
    page::{Can, Done, Page},
    path_type,
    revisions::{Revision, RevisionFilter},
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Date, Timestamp};
use serde::{Deserialize, Serialize};

id_type! {
    /// A board.
    AdminBoardId
}

path_type! { AdminBoardPath { admin_board_id: AdminBoardId } }

/// Menu url of the screen that manages the boards.
pub const SCREEN: &str = "/system_management/board_management";

/// Most characters of a board's HTML.
pub const MAX_CONTENT: usize = 60_000;

value_enum! {
    /// What a board is about.
    pub enum AdminBoardCategory {
        Notice = "NOTICE",
        Service = "SERVICE",
        Event = "EVENT",
        Maintenance = "MAINTENANCE",
    }
}

value_enum! {
    /// Where a popup is shown.
    pub enum PopupTarget { Cms = "CMS" }
}

output! {
    /// A board in a list: without its content.
    pub struct AdminBoardSummary {
        /// Board.
        pub admin_board_id: AdminBoardId,
        /// What it is about.
        pub category: AdminBoardCategory,
        /// Title.
        pub name: String,
        /// Second title.
        pub sub_name: Option<String>,
        /// Whether it is shown as a popup.
        pub is_popup: bool,
        /// Where the popup is shown.
        pub popup_target: Option<PopupTarget>,
        /// First day of the popup, in Seoul.
        pub popup_from: Option<Date>,
        /// Last day of the popup, in Seoul.
        pub popup_to: Option<Date>,
        /// When it was written.
        pub created_at: Timestamp,
        /// When it was changed last.
        pub updated_at: Timestamp,
        /// What the caller may do with it.
        pub can: Can,
    }
}

output! {
    /// A board.
    pub struct AdminBoard {
        /// Board.
        pub admin_board_id: AdminBoardId,
        /// What it is about.
        pub category: AdminBoardCategory,
        /// Title.
        pub name: String,
        /// Second title.
        pub sub_name: Option<String>,
        /// Sanitised HTML.
        pub content: String,
        /// Whether it is shown as a popup.
        pub is_popup: bool,
        /// Where the popup is shown.
        pub popup_target: Option<PopupTarget>,
        /// First day of the popup, in Seoul.
        pub popup_from: Option<Date>,
        /// Last day of the popup, in Seoul.
        pub popup_to: Option<Date>,
        /// When it was written.
        pub created_at: Timestamp,
        /// When it was changed last.
        pub updated_at: Timestamp,
        /// Counts changes; sent back with an update.
        pub version: i64,
        /// What the caller may do with it.
        pub can: Can,
    }
}

value_enum! {
    /// Order of a list of boards.
    pub enum AdminBoardSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Which boards.
    #[derive(Default)]
    pub struct AdminBoardFilter {
        /// Those about one of these.
        #[serde(default)]
        categories: Vec<AdminBoardCategory> => words(AdminBoardCategory::WORDS),
        /// Those whose title contains this.
        #[serde(default)]
        name: Option<String> => text(0, 100),
        /// Those that are shown as popups, or those that are not.
        #[serde(default)]
        is_popup: Option<bool> => flag(),
        /// Those whose popup is shown at one of these.
        #[serde(default)]
        popup_targets: Vec<PopupTarget> => words(PopupTarget::WORDS),
        /// Those whose popup is still shown on this day or later.
        #[serde(default)]
        popup_from: Option<Bound> => bound(),
        /// Those whose popup is shown on this day or earlier.
        #[serde(default)]
        popup_to: Option<Bound> => bound(),
        /// Written from.
        #[serde(default)]
        start_created_at: Option<Bound> => bound(),
        /// Written to, a day included.
        #[serde(default)]
        end_created_at: Option<Bound> => bound(),
    } list AdminBoardSort also filter_periods
}

fn filter_periods(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "popupFrom", "popupTo", violations);
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

input! {
    /// A board as written or changed. A popup needs a target, a first and a last day.
    pub struct AdminBoardSave {
        /// What it is about.
        category: AdminBoardCategory => word(AdminBoardCategory::WORDS),
        /// Title.
        name: String => text(1, 200),
        /// Second title.
        #[serde(default)]
        sub_name: Option<String> => text(0, 200),
        /// HTML; what is not harmless formatting is removed.
        content: String => lines(MAX_CONTENT),
        /// Whether it is shown as a popup.
        is_popup: bool => flag(),
        /// Where the popup is shown.
        #[serde(default)]
        popup_target: Option<PopupTarget> => word(PopupTarget::WORDS),
        /// First day of the popup, in Seoul.
        #[serde(default)]
        popup_from: Option<Date> => date(),
        /// Last day of the popup, in Seoul.
        #[serde(default)]
        popup_to: Option<Date> => date(),
        /// The version that was read; needed for a change.
        #[serde(default)]
        version: Option<i64> => integer(1, 9_007_199_254_740_991),
    } also popup_is_whole
}

fn popup_is_whole(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "popupFrom", "popupTo", violations);
    if *value.get("isPopup") == Value::Bool(true) {
        for name in ["popupTarget", "popupFrom", "popupTo"] {
            if value.get(name).as_text().is_none_or(str::is_empty) {
                violations.push(Violation::new(name, "required"));
            }
        }
    }
}

output! {
    /// An announcement in a list for readers.
    pub struct AnnouncementSummary {
        /// Board.
        pub admin_board_id: AdminBoardId,
        /// What it is about.
        pub category: AdminBoardCategory,
        /// Title.
        pub name: String,
        /// Second title.
        pub sub_name: Option<String>,
        /// When it was written.
        pub created_at: Timestamp,
        /// When it was last changed: whoever has closed it is told of it once more.
        pub updated_at: Timestamp,
    }
}

output! {
    /// An announcement as its readers see it.
    pub struct Announcement {
        /// Board.
        pub admin_board_id: AdminBoardId,
        /// What it is about.
        pub category: AdminBoardCategory,
        /// Title.
        pub name: String,
        /// Second title.
        pub sub_name: Option<String>,
        /// Sanitised HTML.
        pub content: String,
        /// When it was written.
        pub created_at: Timestamp,
    }
}

endpoint! {
    /// Lists the boards for those who manage them.
    pub ListAdminBoards = Get "/api/v1/admin-boards",
    auth: Staff { screen: SCREEN, action: Read },
    query: AdminBoardFilter,
    ok: Page<AdminBoardSummary>
}

endpoint! {
    /// Writes a board.
    pub CreateAdminBoard = Post "/api/v1/admin-boards",
    auth: Staff { screen: SCREEN, action: Create },
    body: AdminBoardSave,
    ok: AdminBoard
}

endpoint! {
    /// Answers one board.
    pub GetAdminBoard = Get "/api/v1/admin-boards/{adminBoardId}",
    auth: Staff { screen: SCREEN, action: Read },
    path: AdminBoardPath,
    ok: AdminBoard
}

endpoint! {
    /// Changes a board.
    pub UpdateAdminBoard = Patch "/api/v1/admin-boards/{adminBoardId}",
    auth: Staff { screen: SCREEN, action: Update },
    path: AdminBoardPath,
    patch: AdminBoardSave,
    refuses: [Changed],
    ok: AdminBoard
}

endpoint! {
    /// Removes a board.
    pub DeleteAdminBoard = Delete "/api/v1/admin-boards/{adminBoardId}",
    auth: Staff { screen: SCREEN, action: Delete },
    path: AdminBoardPath,
    ok: Done
}

endpoint! {
    /// Lists the changes of a board, the newest first.
    pub ListAdminBoardRevisions = Get "/api/v1/admin-boards/{adminBoardId}/revisions",
    auth: Staff { screen: SCREEN, action: Read },
    path: AdminBoardPath,
    query: RevisionFilter,
    ok: Page<Revision>
}

endpoint! {
    /// Lists the announcements for their readers.
    pub ListAnnouncements = Get "/api/v1/announcements",
    auth: SignedIn,
    query: AdminBoardFilter,
    ok: Page<AnnouncementSummary>
}

endpoint! {
    /// Answers one announcement.
    pub GetAnnouncement = Get "/api/v1/announcements/{adminBoardId}",
    auth: SignedIn,
    path: AdminBoardPath,
    ok: Announcement
}
