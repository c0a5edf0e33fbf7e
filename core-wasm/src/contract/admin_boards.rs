//! Boards: announcements to the readers of the console, some of them shown as popups for a while.

use super::{
    endpoint, id_type, input, output,
    page::Page,
    path_type, record, record_calls,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Date, Timestamp};

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

record! {
    /// A board.
    pub struct AdminBoard { admin_board_id: AdminBoardId }
    /// A board as written or changed. A popup needs a target, a first and a last day.
    pub struct AdminBoardSave {
        /// What it is about.
        category: AdminBoardCategory => word(AdminBoardCategory::WORDS),
        /// Title.
        name: String => text(1, 200),
        /// Second title.
        sub_name: Option<String> => text(0, 200),
        /// Whether it is shown as a popup.
        is_popup: bool => flag(),
        /// Where the popup is shown.
        popup_target: Option<PopupTarget> => word(PopupTarget::WORDS),
        /// First day of the popup, in Seoul.
        popup_from: Option<Date> => date(),
        /// Last day of the popup, in Seoul.
        popup_to: Option<Date> => date(),
    }
    alone {
        /// HTML; what is not harmless formatting is removed.
        content: String => lines(MAX_CONTENT),
    }
    also popup_is_whole
}

value_enum! {
    /// Order of a list of boards.
    pub enum AdminBoardSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Which boards.
    pub struct AdminBoardFilter {
        /// Those about one of these.
        categories: Vec<AdminBoardCategory> => words(AdminBoardCategory::WORDS),
        /// Those whose title contains this.
        name: Option<String> => text(0, 100),
        /// Those that are shown as popups, or those that are not.
        is_popup: Option<bool> => flag(),
        /// Those whose popup is shown at one of these.
        popup_targets: Vec<PopupTarget> => words(PopupTarget::WORDS),
        /// Those whose popup is still shown on this day or later.
        popup_from: Option<Bound> => bound(),
        /// Those whose popup is shown on this day or earlier.
        popup_to: Option<Bound> => bound(),
        /// Written from.
        start_created_at: Option<Bound> => bound(),
        /// Written to, a day included.
        end_created_at: Option<Bound> => bound(),
    } list AdminBoardSort also filter_periods
}

fn filter_periods(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "popupFrom", "popupTo", violations);
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
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

input! {
    /// What is changed of several boards together.
    pub struct AdminBoardChanges {
        /// What they are about.
        category: Option<AdminBoardCategory> => word(AdminBoardCategory::WORDS),
        /// Whether they are shown as popups.
        is_popup: Option<bool> => flag(),
        /// Where the popups are shown.
        popup_target: Option<PopupTarget> => word(PopupTarget::WORDS),
        /// First day of the popups.
        popup_from: Option<Date> => date(),
        /// Last day of the popups.
        popup_to: Option<Date> => date(),
    }
}

record_calls! {
    AdminBoard at "/api/v1/admin-boards" "/{adminBoardId}" by AdminBoardPath on SCREEN,
    /// Lists the boards for those who manage them.
    list ListAdminBoards(AdminBoardFilter),
    /// Queues a job that writes the filtered boards to a file.
    export ExportAdminBoards(AdminBoardFilter),
    /// Queues a job that changes or removes several boards.
    bulk BulkAdminBoards(AdminBoardFilter by AdminBoardChanges),
    /// Writes a board.
    create CreateAdminBoard(AdminBoardSave),
    /// Answers one board.
    show GetAdminBoard,
    /// Changes a board.
    update UpdateAdminBoard(AdminBoardSave),
    /// Removes a board.
    delete DeleteAdminBoard,
    /// Lists the changes of a board, the newest first.
    history ListAdminBoardRevisions,
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
