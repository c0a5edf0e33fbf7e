//! Boards: announcements to console users, some of them shown as popups for a period.

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

/// Menu URL of the screen that manages the boards.
pub const SCREEN: &str = "/system_management/board_management";

/// Maximum length of a board's HTML.
pub const MAX_CONTENT: usize = 60_000;

value_enum! {
    /// Category of a board.
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
    /// Fields to create or change a board. A popup needs a target, a first and a last day.
    pub struct AdminBoardSave {
        /// Category.
        category: AdminBoardCategory => word(AdminBoardCategory::WORDS),
        /// Title.
        name: String => text(1, 200),
        /// Subtitle.
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
        /// HTML; everything except harmless formatting is removed.
        content: String => lines(MAX_CONTENT),
    }
    also check_popup
}

value_enum! {
    /// Sort order of a list of boards.
    pub enum AdminBoardSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Filter of the board list.
    pub struct AdminBoardFilter {
        /// Boards of these categories.
        categories: Vec<AdminBoardCategory> => words(AdminBoardCategory::WORDS),
        /// Title contains this text.
        name: Option<String> => text(0, 100),
        /// `true` for popups, `false` for other boards.
        is_popup: Option<bool> => flag(),
        /// Popups shown at one of these targets.
        popup_targets: Vec<PopupTarget> => words(PopupTarget::WORDS),
        /// Popups that are shown on this day or later.
        popup_from: Option<Bound> => bound(),
        /// Popups that are shown on this day or earlier.
        popup_to: Option<Bound> => bound(),
        /// Created at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Created at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
    } list AdminBoardSort also filter_periods
}

fn filter_periods(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "popupFrom", "popupTo", violations);
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

fn check_popup(value: &Value, violations: &mut Vec<Violation>) {
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
        /// Board id.
        pub admin_board_id: AdminBoardId,
        /// Category.
        pub category: AdminBoardCategory,
        /// Title.
        pub name: String,
        /// Subtitle.
        pub sub_name: Option<String>,
        /// When it was created.
        pub created_at: Timestamp,
        /// When it was last changed. After a change it is shown again to users who have closed it.
        pub updated_at: Timestamp,
    }
}

output! {
    /// An announcement as its readers see it.
    pub struct Announcement {
        /// Board id.
        pub admin_board_id: AdminBoardId,
        /// Category.
        pub category: AdminBoardCategory,
        /// Title.
        pub name: String,
        /// Subtitle.
        pub sub_name: Option<String>,
        /// Sanitised HTML.
        pub content: String,
        /// When it was created.
        pub created_at: Timestamp,
    }
}

input! {
    /// Fields that can be changed in several boards at once.
    pub struct AdminBoardChanges {
        /// Category.
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
    /// Lists the boards, for their administrators.
    list ListAdminBoards(AdminBoardFilter),
    /// Queues a job that exports the filtered boards to a file.
    export ExportAdminBoards(AdminBoardFilter),
    /// Queues a job that changes or deletes several boards.
    bulk BulkAdminBoards(AdminBoardFilter by AdminBoardChanges),
    /// Creates a board.
    create CreateAdminBoard(AdminBoardSave),
    /// Returns a board.
    show GetAdminBoard,
    /// Changes a board.
    update UpdateAdminBoard(AdminBoardSave),
    /// Deletes a board.
    delete DeleteAdminBoard,
    /// Lists the changes of a board, newest first.
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
    /// Returns an announcement.
    pub GetAnnouncement = Get "/api/v1/announcements/{adminBoardId}",
    auth: SignedIn,
    path: AdminBoardPath,
    ok: Announcement
}
