//! The start of an import, with the user's decisions about its preview.

use super::{IMPORT_TYPE, Parameters};
use imports::memory;
use kernel::{http::mount::Input, jobs::store as jobs, problem::Problem};
use uno_core::{
    contract::{
        error::ErrorCode, jobs::Job, member_imports::StartMemberImport, members::SCREEN, validation::Violation,
    },
    domain::access::Action,
};

/// Starts a previewed import.
pub async fn start(input: Input<StartMemberImport>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let (job_id, decided) = (input.path.job_id, input.body);
    let job = input
        .change
        .write(move |connection| {
            let parameters = jobs::parameters(connection, &caller, job_id)?;
            let mut parameters: Parameters = serde_json::from_str(&parameters).map_err(Problem::internal)?;
            parameters.check_users(&caller)?;
            let missing =
                parameters.missing.iter().map(|name| Violation::new("columns", "missingColumn").with("column", name));
            let undecided = parameters
                .doubtful
                .iter()
                .filter(|column| !decided.leave_out.contains(&column.index))
                .map(|column| Violation::new("leaveOut", "undecided").with("column", &column.name));
            let undecided: Vec<Violation> = missing.chain(undecided).collect();
            if !undecided.is_empty() {
                return Err(Problem::invalid(undecided));
            }
            // A file must not change what the account may not change one by one.
            if decided.accept_changes == Some(true) && !caller.may(SCREEN, Action::Update) {
                return Err(Problem::new(ErrorCode::Forbidden));
            }
            memory::keep(connection, parameters.company_id, IMPORT_TYPE, &parameters.learnt)?;
            parameters.accept_changes = decided.accept_changes.unwrap_or(false);
            let parameters = serde_json::to_string(&parameters).map_err(Problem::internal)?;
            jobs::start(connection, &caller, job_id, &parameters)
        })
        .await?;
    input.state.job_added.notify_one();
    Ok(job)
}
