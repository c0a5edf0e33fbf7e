//! Boards: database access. Every caller who may see boards sees all of them.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper};
use kernel::{
    access::caller::Caller,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow,
        page::{self, Paging},
        schema::admin_board,
    },
    problem::Problem,
    records::{Record, Rows},
    rich_text,
};
use uno_core::{
    contract::{
        admin_boards::{
            AdminBoard, AdminBoardCategory, AdminBoardFilter, AdminBoardId, AdminBoardPath, AdminBoardSave,
            AdminBoardSort, Announcement, AnnouncementSummary, PopupTarget, SCREEN,
        },
        page::{Can, Page},
    },
    domain::{
        access::Action,
        text::search_key,
        time::{Bound, Date, Timestamp},
    },
};

kernel::row! {
    /// A board without its content, which lists do not need.
    struct Row of admin_board as AdminBoard {
        admin_board_id: AdminBoardId,
        category: AdminBoardCategory,
        name: String,
        sub_name: Option<String>,
        is_popup: bool,
        popup_target: Option<PopupTarget>,
        popup_from: Option<Date>,
        popup_to: Option<Date>,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with { content: Option<String>, can: Can }
    without { authors }
}

/// Returns the query for the boards that match a filter. A popup is shown within a range of days if it ends on its
/// first day or later and begins on its last day or earlier.
fn filtered(filter: &AdminBoardFilter) -> admin_board::BoxedQuery<'static, Db> {
    admin_board::table
        .into_boxed()
        .among(admin_board::category, &filter.categories)
        .containing(admin_board::name_key, filter.name.as_ref())
        .equal(admin_board::is_popup, filter.is_popup)
        .among(admin_board::popup_target, &filter.popup_targets)
        .since(admin_board::popup_to, filter.popup_from.map(Bound::first_day))
        .until(admin_board::popup_from, filter.popup_to.map(Bound::last_day))
        .since(admin_board::created_at, filter.start_created_at.map(Bound::first))
        .until(admin_board::created_at, filter.end_created_at.map(Bound::last))
}

fn page(connection: &mut DatabaseConnection, filter: &AdminBoardFilter) -> Result<Page<Row>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(filter).select(Row::as_select()).page(paging);
        let (at, id) = (admin_board::created_at, admin_board::admin_board_id);
        match filter.sort.unwrap_or(AdminBoardSort::Newest) {
            AdminBoardSort::Newest => query.order((at.desc(), id.desc())).load(connection),
            AdminBoardSort::Oldest => query.order((at.asc(), id.asc())).load(connection),
        }
    };
    let paging = Paging::of(filter.page, filter.page_size);
    page::load(connection, paging, rows, |connection| filtered(filter).count().get_result(connection))
}

/// Returns a page of boards.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AdminBoardFilter,
) -> Result<Page<AdminBoard>, Problem> {
    let can = can(caller);
    Ok(page(connection, filter)?.map(|row| row.record(None, can.clone())))
}

/// Returns a page of announcements.
///
/// # Errors
/// Returns an error if the database fails.
pub fn announcements(
    connection: &mut DatabaseConnection,
    filter: &AdminBoardFilter,
) -> Result<Page<AnnouncementSummary>, Problem> {
    Ok(page(connection, filter)?.map(|row| AnnouncementSummary {
        admin_board_id: row.admin_board_id,
        category: row.category,
        name: row.name,
        sub_name: row.sub_name,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }))
}

fn can(caller: &Caller) -> Can {
    Can { update: caller.permit(SCREEN, Action::Update), delete: caller.permit(SCREEN, Action::Delete) }
}

/// Loads a board with its content. Converts alignment to classes, because old boards use styles.
fn row(connection: &mut DatabaseConnection, id: i64) -> Result<(Row, String), Problem> {
    let found = admin_board::table.find(id).select((Row::as_select(), admin_board::content)).first(connection);
    let (row, content): (Row, String) = found.optional()?.ok_or_else(Problem::not_found)?;
    Ok((row, rich_text::aligned_by_class(&content)))
}

/// Returns an announcement.
///
/// # Errors
/// Returns "not found" if there is none.
pub fn announcement(connection: &mut DatabaseConnection, id: AdminBoardId) -> Result<Announcement, Problem> {
    let (row, content) = row(connection, id.0)?;
    Ok(Announcement {
        admin_board_id: row.admin_board_id,
        category: row.category,
        name: row.name,
        sub_name: row.sub_name,
        content,
        created_at: row.created_at,
    })
}

/// The record of a board.
pub struct AdminBoardRecord;

impl Record for AdminBoardRecord {
    const RESOURCE: &'static str = "adminBoard";
    const RICH_TEXT: &'static [&'static str] = &["content"];
    type Form = AdminBoardSave;
}

impl Rows for AdminBoardRecord {
    type Path = AdminBoardPath;
    type Shown = AdminBoard;

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<AdminBoard, Problem> {
        let (row, content) = row(connection, id)?;
        Ok(row.record(Some(content), can(caller)))
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<AdminBoardSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    /// Keeps target and period only for popups.
    fn validated(
        _: &mut DatabaseConnection,
        _: &Caller,
        _: Option<(i64, &AdminBoardSave)>,
        save: AdminBoardSave,
    ) -> Result<AdminBoardSave, Problem> {
        let popup = save.is_popup;
        Ok(AdminBoardSave {
            popup_target: save.popup_target.filter(|_| popup),
            popup_from: save.popup_from.filter(|_| popup),
            popup_to: save.popup_to.filter(|_| popup),
            ..save
        })
    }

    kernel::saved_columns! {
        admin_board by admin_board_id {
            category, name, sub_name, content, is_popup, popup_target, popup_from, popup_to
        }
        and |save| admin_board::name_key.eq(search_key(&save.name))
    }
}
