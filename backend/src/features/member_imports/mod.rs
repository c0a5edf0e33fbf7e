//! Importing members with measurements: handlers.

use crate::{
    features::jobs::store as jobs,
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use uno_core::contract::{
    error::ErrorCode,
    jobs::Job,
    member_imports::{MemberImportPreview, PreviewMemberImport, StartMemberImport},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api, state: &State) {
    api.on::<PreviewMemberImport>(state, preview);
    api.on::<StartMemberImport>(state, start);
}

async fn preview(_input: Input<PreviewMemberImport>) -> Result<MemberImportPreview, Problem> {
    Err(Problem::new(ErrorCode::UnreadableFile))
}

async fn start(input: Input<StartMemberImport>) -> Result<Job, Problem> {
    let account_id = input.caller()?.account_id;
    let job =
        input.state.database.write(move |connection| jobs::start(connection, account_id, input.path.job_id)).await?;
    input.state.job_added.notify_one();
    Ok(job)
}
