//! Boards: handlers, for those who manage them and for their readers.

pub mod content;
pub mod store;

use crate::{
    db::page::Paging,
    features::revisions,
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use actix_web::web;
use uno_core::contract::{
    admin_boards::{
        AdminBoard, AdminBoardSave, AdminBoardSummary, Announcement, AnnouncementSummary, CreateAdminBoard,
        DeleteAdminBoard, GetAdminBoard, GetAnnouncement, ListAdminBoardRevisions, ListAdminBoards, ListAnnouncements,
        MOST_CONTENT, UpdateAdminBoard,
    },
    page::{Done, Page},
    revisions::Revision,
    validation::Violation,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api, state: &State) {
    api.on::<ListAdminBoards>(state, list);
    api.on::<CreateAdminBoard>(state, create);
    api.on::<GetAdminBoard>(state, get);
    api.on::<UpdateAdminBoard>(state, update);
    api.on::<DeleteAdminBoard>(state, delete);
    api.on::<ListAdminBoardRevisions>(state, list_revisions);
    api.on::<ListAnnouncements>(state, list_announcements);
    api.on::<GetAnnouncement>(state, get_announcement);
}

async fn list(input: Input<ListAdminBoards>) -> Result<Page<AdminBoardSummary>, Problem> {
    let caller = input.caller()?;
    input.state.database.read(move |connection| store::list(connection, &caller, &input.query)).await
}

async fn create(input: Input<CreateAdminBoard>) -> Result<AdminBoard, Problem> {
    let caller = input.caller()?;
    let save = tidied(input.body).await?;
    input.state.database.write(move |connection| store::create(connection, &caller, &save)).await
}

async fn get(input: Input<GetAdminBoard>) -> Result<AdminBoard, Problem> {
    let caller = input.caller()?;
    let id = input.path.admin_board_id;
    input.state.database.quick(move |connection| store::get(connection, &caller, id)).await
}

async fn update(input: Input<UpdateAdminBoard>) -> Result<AdminBoard, Problem> {
    let caller = input.caller()?;
    let id = input.path.admin_board_id;
    let save = tidied(input.body).await?;
    input.state.database.write(move |connection| store::update(connection, &caller, id, &save)).await
}

/// What is kept of what was sent: harmless content, and a period only of a popup. Made before the
/// transaction begins, so that nobody waits for it.
async fn tidied(save: AdminBoardSave) -> Result<AdminBoardSave, Problem> {
    let content = web::block(move || content::sanitised(&save.content)).await.map_err(Problem::internal)?;
    if content::is_empty(&content) {
        return Err(Problem::invalid_field("content", "required"));
    }
    // Links grow by what is added to them.
    if content.chars().count() > MOST_CONTENT {
        return Err(Problem::invalid(vec![Violation::new("content", "tooLong").with("max", MOST_CONTENT)]));
    }
    let popup = save.is_popup;
    Ok(AdminBoardSave {
        content,
        popup_target: save.popup_target.filter(|_| popup),
        popup_from: save.popup_from.filter(|_| popup),
        popup_to: save.popup_to.filter(|_| popup),
        ..save
    })
}

async fn delete(input: Input<DeleteAdminBoard>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let id = input.path.admin_board_id;
    input.state.database.write(move |connection| store::delete(connection, &caller, id)).await?;
    Ok(Done {})
}

async fn list_revisions(input: Input<ListAdminBoardRevisions>) -> Result<Page<Revision>, Problem> {
    let caller = input.caller()?;
    let id = input.path.admin_board_id;
    let paging = Paging::of(input.query.page, input.query.page_size);
    input
        .state
        .database
        .read(move |connection| {
            store::get(connection, &caller, id)?;
            revisions::list(connection, store::RESOURCE, id.0, paging)
        })
        .await
}

async fn list_announcements(input: Input<ListAnnouncements>) -> Result<Page<AnnouncementSummary>, Problem> {
    input.state.database.read(move |connection| store::announcements(connection, &input.query)).await
}

async fn get_announcement(input: Input<GetAnnouncement>) -> Result<Announcement, Problem> {
    let id = input.path.admin_board_id;
    input.state.database.quick(move |connection| store::announcement(connection, id)).await
}
