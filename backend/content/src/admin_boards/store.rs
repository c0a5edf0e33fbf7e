//! Boards: rows. Whoever may see boards sees all of them; the caller says what may be done with one.

use chrono::NaiveDate;
use diesel::{
    EscapeExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper, TextExpressionMethods,
};
use kernel::{
    access::caller::Caller,
    clock,
    db::{
        DatabaseConnection, Db,
        page::{self, Paging, like_pattern},
        schema::admin_board,
    },
    problem::Problem,
    records::{Mask, Record, Rows},
    rich_text,
};
use uno_core::{
    contract::{
        admin_boards::{
            AdminBoard, AdminBoardCategory, AdminBoardFilter, AdminBoardId, AdminBoardPath, AdminBoardSave,
            AdminBoardSort, AdminBoardSummary, Announcement, AnnouncementSummary, PopupTarget, SCREEN,
        },
        page::{Can, Page},
    },
    domain::{
        access::Action,
        text::search_key,
        time::{Date, Timestamp},
    },
};

/// A board without its content, which lists do not need.
#[derive(Queryable, Selectable)]
#[diesel(table_name = admin_board)]
struct Row {
    admin_board_id: i64,
    category: String,
    name: String,
    sub_name: Option<String>,
    is_popup: bool,
    popup_target: Option<String>,
    popup_from: Option<NaiveDate>,
    popup_to: Option<NaiveDate>,
    created_at: i64,
    updated_at: i64,
}

/// The boards of a filter.
fn filtered(filter: &AdminBoardFilter) -> admin_board::BoxedQuery<'static, Db> {
    let mut query = admin_board::table.into_boxed();
    if !filter.categories.is_empty() {
        let words: Vec<&str> = filter.categories.iter().map(|category| category.as_str()).collect();
        query = query.filter(admin_board::category.eq_any(words));
    }
    if let Some(name) = &filter.name {
        query = query.filter(admin_board::name_key.like(like_pattern(&search_key(name))).escape('\\'));
    }
    if let Some(is_popup) = filter.is_popup {
        query = query.filter(admin_board::is_popup.eq(is_popup));
    }
    if !filter.popup_targets.is_empty() {
        let words: Vec<&str> = filter.popup_targets.iter().map(|target| target.as_str()).collect();
        query = query.filter(admin_board::popup_target.eq_any(words));
    }
    // What is shown on one of the days: it ends on the first or later and begins on the last or before.
    if let Some(from) = filter.popup_from {
        query = query.filter(admin_board::popup_to.ge(from.first().date_in_seoul().0));
    }
    if let Some(to) = filter.popup_to {
        query = query.filter(admin_board::popup_from.le(to.last().date_in_seoul().0));
    }
    if let Some(start) = filter.start_created_at {
        query = query.filter(admin_board::created_at.ge(start.first().0));
    }
    if let Some(end) = filter.end_created_at {
        query = query.filter(admin_board::created_at.le(end.last().0));
    }
    query
}

fn page(connection: &mut DatabaseConnection, filter: &AdminBoardFilter) -> Result<Page<Row>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(filter).select(Row::as_select()).offset(paging.offset()).limit(paging.size);
        let (at, id) = (admin_board::created_at, admin_board::admin_board_id);
        match filter.sort.unwrap_or(AdminBoardSort::Newest) {
            AdminBoardSort::Newest => query.order((at.desc(), id.desc())).load(connection),
            AdminBoardSort::Oldest => query.order((at.asc(), id.asc())).load(connection),
        }
    };
    let paging = Paging::of(filter.page, filter.page_size);
    page::load(connection, paging, rows, |connection| filtered(filter).count().get_result(connection))
}

/// A page of boards.
///
/// # Errors
/// When the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AdminBoardFilter,
) -> Result<Page<AdminBoardSummary>, Problem> {
    let can = can(caller);
    page(connection, filter)?.try_map(|row| {
        Ok(AdminBoardSummary {
            admin_board_id: AdminBoardId(row.admin_board_id),
            category: category(&row.category)?,
            name: row.name,
            sub_name: row.sub_name,
            is_popup: row.is_popup,
            popup_target: row.popup_target.as_deref().and_then(PopupTarget::parse),
            popup_from: row.popup_from.map(Date),
            popup_to: row.popup_to.map(Date),
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
            can: can.clone(),
        })
    })
}

/// A page of announcements.
///
/// # Errors
/// When the database fails.
pub fn announcements(
    connection: &mut DatabaseConnection,
    filter: &AdminBoardFilter,
) -> Result<Page<AnnouncementSummary>, Problem> {
    page(connection, filter)?.try_map(|row| {
        Ok(AnnouncementSummary {
            admin_board_id: AdminBoardId(row.admin_board_id),
            category: category(&row.category)?,
            name: row.name,
            sub_name: row.sub_name,
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
        })
    })
}

fn category(word: &str) -> Result<AdminBoardCategory, Problem> {
    AdminBoardCategory::parse(word).ok_or_else(|| Problem::internal("unknown category"))
}

fn can(caller: &Caller) -> Can {
    Can { update: caller.permit(SCREEN, Action::Update), delete: caller.permit(SCREEN, Action::Delete) }
}

/// A board with its content and version. Boards may be older than alignment by class.
fn row(connection: &mut DatabaseConnection, id: i64) -> Result<(Row, String, i64), Problem> {
    let (row, content, version) = admin_board::table
        .find(id)
        .select((Row::as_select(), admin_board::content, admin_board::version))
        .first::<(Row, String, i64)>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)?;
    Ok((row, rich_text::aligned_by_class(&content), version))
}

/// One announcement.
///
/// # Errors
/// "Not found".
pub fn announcement(connection: &mut DatabaseConnection, id: AdminBoardId) -> Result<Announcement, Problem> {
    let (row, content, _) = row(connection, id.0)?;
    Ok(Announcement {
        admin_board_id: AdminBoardId(row.admin_board_id),
        category: category(&row.category)?,
        name: row.name,
        sub_name: row.sub_name,
        content,
        created_at: Timestamp(row.created_at),
    })
}

/// The columns of a board as it is saved.
macro_rules! saved {
    ($save:expr) => {
        (
            admin_board::category.eq($save.category.as_str()),
            admin_board::name.eq(&$save.name),
            admin_board::name_key.eq(search_key(&$save.name)),
            admin_board::sub_name.eq(&$save.sub_name),
            admin_board::content.eq(&$save.content),
            admin_board::is_popup.eq($save.is_popup),
            admin_board::popup_target.eq($save.popup_target.map(PopupTarget::as_str)),
            admin_board::popup_from.eq($save.popup_from.map(|date| date.0)),
            admin_board::popup_to.eq($save.popup_to.map(|date| date.0)),
        )
    };
}

/// Writes a new board without recording it; answers its id. Its content is harmless already.
///
/// # Errors
/// When the database fails.
pub fn insert(connection: &mut DatabaseConnection, save: &AdminBoardSave, at: Timestamp) -> Result<i64, Problem> {
    Ok(diesel::insert_into(admin_board::table)
        .values((saved!(save), admin_board::created_at.eq(at.0), admin_board::updated_at.eq(at.0)))
        .returning(admin_board::admin_board_id)
        .get_result(connection)?)
}

/// Boards, which are created, changed and removed by their form.
pub struct AdminBoardRecord;

impl Record for AdminBoardRecord {
    const RESOURCE: &'static str = "adminBoard";
    const MASKED: &'static [(&'static str, Mask)] = &[("content", rich_text::beginning)];
    const RICH_TEXT: &'static [&'static str] = &["content"];
    type Form = AdminBoardSave;
}

impl Rows for AdminBoardRecord {
    type Path = AdminBoardPath;
    type Shown = AdminBoard;

    fn id(path: &AdminBoardPath) -> i64 {
        path.admin_board_id.0
    }

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<AdminBoard, Problem> {
        let (row, content, version) = row(connection, id)?;
        Ok(AdminBoard {
            admin_board_id: AdminBoardId(row.admin_board_id),
            category: category(&row.category)?,
            name: row.name,
            sub_name: row.sub_name,
            content,
            is_popup: row.is_popup,
            popup_target: row.popup_target.as_deref().and_then(PopupTarget::parse),
            popup_from: row.popup_from.map(Date),
            popup_to: row.popup_to.map(Date),
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
            version,
            can: can(caller),
        })
    }

    fn form(board: &AdminBoard) -> AdminBoardSave {
        AdminBoardSave {
            category: board.category,
            name: board.name.clone(),
            sub_name: board.sub_name.clone(),
            content: board.content.clone(),
            is_popup: board.is_popup,
            popup_target: board.popup_target,
            popup_from: board.popup_from,
            popup_to: board.popup_to,
            version: Some(board.version),
        }
    }

    /// A period only of a popup.
    fn accepted(_: Option<&AdminBoardSave>, save: AdminBoardSave) -> Result<AdminBoardSave, Problem> {
        let popup = save.is_popup;
        Ok(AdminBoardSave {
            popup_target: save.popup_target.filter(|_| popup),
            popup_from: save.popup_from.filter(|_| popup),
            popup_to: save.popup_to.filter(|_| popup),
            ..save
        })
    }

    fn insert(connection: &mut DatabaseConnection, save: &AdminBoardSave) -> Result<i64, Problem> {
        insert(connection, save, clock::now())
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &AdminBoardSave,
        save: &AdminBoardSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        Ok(diesel::update(admin_board::table.find(id).filter(admin_board::version.eq(version)))
            .set((saved!(save), admin_board::updated_at.eq(clock::now().0), admin_board::version.eq(version + 1)))
            .execute(connection)?)
    }

    fn remove(connection: &mut DatabaseConnection, id: i64, _: &AdminBoardSave) -> Result<(), Problem> {
        diesel::delete(admin_board::table.find(id)).execute(connection)?;
        Ok(())
    }
}
