//! Handlers for jobs. A caller sees only jobs of its own account, and only while it has the right to request them:
//! jobs requested for another company, or on a screen that was withdrawn, disappear.

use super::store;
use crate::{
    db::page::Paging,
    http::{
        mount::{Api, Input},
        respond,
    },
    problem::Problem,
};
use actix_web::{HttpResponse, http::StatusCode, web::Bytes};
use uno_core::contract::{
    File,
    jobs::{CancelJob, DeleteJobFile, DownloadJobFile, GetJob, Job, ListJobs},
    logs::AccessAction,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListJobs>(|connection, caller, sent| {
        store::list(connection, caller, Paging::of(sent.query.page, sent.query.page_size))
    });
    api.quick::<GetJob>(|connection, caller, sent| store::get(connection, caller, sent.path.job_id));
    api.write::<CancelJob>(|connection, caller, sent| store::cancel(connection, caller, sent.path.job_id));
    api.on_file::<DownloadJobFile>(download);
    api.on::<DeleteJobFile>(delete_file);
}

async fn delete_file(input: Input<DeleteJobFile>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let job_id = input.path.job_id;
    input.state.database.write(move |connection| store::delete_file(connection, &caller, &reader, job_id)).await
}

async fn download(input: Input<DownloadJobFile>) -> Result<HttpResponse, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let (database, job_id) = (input.state.database.clone(), input.path.job_id);
    let used = (job_id, AccessAction::Download);
    let job = database.write(move |connection| store::use_file(connection, &caller, &reader, used)).await?;
    let pieces = futures_util::stream::try_unfold((database, 0_i64), move |(database, position)| async move {
        let piece = database
            .read(move |connection| store::piece(connection, job_id, store::FileRole::Result, position))
            .await?;
        Ok::<_, Problem>(piece.map(|bytes| (Bytes::from(bytes), (database, position + 1))))
    });
    let result = store::result_name(&job);
    let kind = if result.ends_with(".csv") { File::CSV } else { File::XLSX };
    let name = format!("attachment; filename=\"{result}\"");
    Ok(respond::builder(StatusCode::OK, &input.request_id)
        .content_type(kind)
        .insert_header(("content-disposition", name))
        .streaming(pieces))
}
