//! Boards: rows. Whoever may see boards sees all of them; the caller says what may be done with one.

use super::content;
use crate::{
    access::caller::Caller,
    clock,
    db::{
        DatabaseConnection,
        page::{Paging, anywhere},
        schema::admin_board,
    },
    features::revisions::{self, Author, Fields},
    problem::Problem,
};
use chrono::NaiveDate;
use diesel::{
    EscapeExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper, TextExpressionMethods,
};
use uno_core::{
    contract::{
        admin_boards::{
            AdminBoard, AdminBoardCategory, AdminBoardFilter, AdminBoardId, AdminBoardSave, AdminBoardSort,
            AdminBoardSummary, Announcement, AnnouncementSummary, PopupTarget, SCREEN,
        },
        error::ErrorCode,
        page::{Can, Page},
        revisions::RevisionAction,
    },
    domain::{
        access::Action,
        text::search_key,
        time::{Date, Timestamp},
    },
};

/// Name of the resource in revisions.
pub const RESOURCE: &str = "adminBoard";
/// Characters of the content that a revision tells.
const MOST_TOLD: usize = 200;

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

/// The query of a filter; a macro because diesel's boxed query has no name worth writing.
macro_rules! filtered {
    ($filter:expr) => {{
        let filter: &AdminBoardFilter = $filter;
        let mut query = admin_board::table.into_boxed();
        if !filter.categories.is_empty() {
            let words: Vec<&str> = filter.categories.iter().map(|category| category.as_str()).collect();
            query = query.filter(admin_board::category.eq_any(words));
        }
        if let Some(name) = &filter.name {
            query = query.filter(admin_board::name_key.like(anywhere(&search_key(name))).escape('\\'));
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
    }};
}

/// The rows of a page.
fn page(connection: &mut DatabaseConnection, filter: &AdminBoardFilter) -> Result<Page<Row>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let mut query = filtered!(filter).select(Row::as_select());
    query = match filter.sort.unwrap_or(AdminBoardSort::Newest) {
        AdminBoardSort::Newest => query.order((admin_board::created_at.desc(), admin_board::admin_board_id.desc())),
        AdminBoardSort::Oldest => query.order((admin_board::created_at.asc(), admin_board::admin_board_id.asc())),
    };
    let rows = query.offset(paging.offset()).limit(paging.size).load::<Row>(connection)?;
    let total = match paging.total_from(rows.len()) {
        Some(total) => total,
        None => filtered!(filter).count().get_result(connection)?,
    };
    Ok(paging.answer(rows, (total, true)))
}

/// The same page with other rows.
fn turned<T>(page: Page<Row>, turn: impl Fn(Row) -> Result<T, Problem>) -> Result<Page<T>, Problem> {
    let Page { data, page, page_size, total, total_is_exact, next } = page;
    let data = data.into_iter().map(turn).collect::<Result<_, _>>()?;
    Ok(Page { data, page, page_size, total, total_is_exact, next })
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
    turned(page(connection, filter)?, |row| {
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
    turned(page(connection, filter)?, |row| {
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
fn row(connection: &mut DatabaseConnection, id: AdminBoardId) -> Result<(Row, String, i64), Problem> {
    let (row, content, version) = admin_board::table
        .find(id.0)
        .select((Row::as_select(), admin_board::content, admin_board::version))
        .first::<(Row, String, i64)>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)?;
    Ok((row, content::aligned_by_class(&content), version))
}

/// One board.
///
/// # Errors
/// "Not found".
pub fn get(connection: &mut DatabaseConnection, caller: &Caller, id: AdminBoardId) -> Result<AdminBoard, Problem> {
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

/// One announcement.
///
/// # Errors
/// "Not found".
pub fn announcement(connection: &mut DatabaseConnection, id: AdminBoardId) -> Result<Announcement, Problem> {
    let (row, content, _) = row(connection, id)?;
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

/// Writes a new board without recording it; answers its id. Its content is sanitised already.
///
/// # Errors
/// When the database fails.
pub fn insert(
    connection: &mut DatabaseConnection,
    save: &AdminBoardSave,
    at: Timestamp,
) -> Result<AdminBoardId, Problem> {
    let id = diesel::insert_into(admin_board::table)
        .values((saved!(save), admin_board::created_at.eq(at.0), admin_board::updated_at.eq(at.0)))
        .returning(admin_board::admin_board_id)
        .get_result(connection)?;
    Ok(AdminBoardId(id))
}

/// Writes a new board. Its content is sanitised already.
///
/// # Errors
/// When the database fails.
pub fn create(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    save: &AdminBoardSave,
) -> Result<AdminBoard, Problem> {
    let id = insert(connection, save, clock::now())?;
    let created = get(connection, caller, id)?;
    let changes = revisions::differences(&Vec::new(), &fields(&created), &[]);
    revisions::record(connection, &Author::from(caller), RESOURCE, id.0, RevisionAction::Create, &changes)?;
    Ok(created)
}

/// Changes a board. Its content is sanitised already.
///
/// # Errors
/// "Not found", or [`ErrorCode::Changed`] when somebody else was faster.
pub fn update(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: AdminBoardId,
    save: &AdminBoardSave,
) -> Result<AdminBoard, Problem> {
    let before = get(connection, caller, id)?;
    let Some(version) = save.version else { return Err(Problem::invalid_field("version", "required")) };
    let changed = diesel::update(admin_board::table.find(id.0).filter(admin_board::version.eq(version)))
        .set((saved!(save), admin_board::updated_at.eq(clock::now().0), admin_board::version.eq(version + 1)))
        .execute(connection)?;
    if changed == 0 {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let after = get(connection, caller, id)?;
    // A change further behind than what is told is a change all the same.
    let touched: &[&str] = if before.content == after.content { &[] } else { &["content"] };
    let changes = revisions::differences(&fields(&before), &fields(&after), touched);
    revisions::record(connection, &Author::from(caller), RESOURCE, id.0, RevisionAction::Update, &changes)?;
    Ok(after)
}

/// Removes a board.
///
/// # Errors
/// "Not found".
pub fn delete(connection: &mut DatabaseConnection, caller: &Caller, id: AdminBoardId) -> Result<(), Problem> {
    let before = get(connection, caller, id)?;
    diesel::delete(admin_board::table.find(id.0)).execute(connection)?;
    let gone: Fields = fields(&before).into_iter().map(|(field, _)| (field, None)).collect();
    let changes = revisions::differences(&fields(&before), &gone, &[]);
    revisions::record(connection, &Author::from(caller), RESOURCE, id.0, RevisionAction::Delete, &changes)
}

/// The fields of a board for its history; of the content the beginning of its text.
fn fields(board: &AdminBoard) -> Fields {
    let text = content::text(&board.content);
    let told = match text.char_indices().nth(MOST_TOLD) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    vec![
        ("category", Some(board.category.as_str().into())),
        ("name", Some(board.name.clone())),
        ("subName", board.sub_name.clone()),
        ("content", Some(told)),
        ("isPopup", Some(board.is_popup.to_string())),
        ("popupTarget", board.popup_target.map(|target| target.as_str().into())),
        ("popupFrom", board.popup_from.map(|date| date.to_string())),
        ("popupTo", board.popup_to.map(|date| date.to_string())),
    ]
}
