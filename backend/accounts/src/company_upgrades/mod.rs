//! A company moves up a tier, with all that stands below it: what would happen (`plan`), the step that moves the companies
//! and their accounts (`switch`), and the job that takes the other rows along (`run`).

mod plan;
mod report;
mod rows;
mod run;
mod switch;

use kernel::{
    http::mount::{Api, Input},
    jobs::store as jobs,
    problem::Problem,
};
use plan::Plan;
pub use run::{catch_up, run};
use serde::{Deserialize, Serialize};
use uno_core::contract::{
    companies::{CompanyId, CompanyType},
    company_upgrades::{CompanyUpgrade, UpgradeCompany, UpgradeCounts},
    jobs::JobKind,
};

/// What the job needs to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    company_id: CompanyId,
    /// The tier that it had when it was asked for.
    from: CompanyType,
    parent_company_id: Option<CompanyId>,
    /// What has been moved, once the companies have.
    #[serde(default)]
    moved: Option<Moved>,
}

/// What the report tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Moved {
    counts: UpgradeCounts,
    /// Names of the companies above before and afterwards.
    parents: (Option<String>, Option<String>),
    /// Names and sign-in ids of the managers who have another role.
    managers: Vec<(String, String)>,
    /// The companies that stand above no longer.
    #[serde(default)]
    lost: Vec<i64>,
}

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<UpgradeCompany>(upgrade);
}

async fn upgrade(input: Input<UpgradeCompany>) -> Result<CompanyUpgrade, Problem> {
    let (caller, id, save) = (input.caller()?, input.path.company_id, input.body);
    let database = &input.state.database;
    if save.dry_run {
        return database
            .read(move |connection| Ok(Plan::of(connection, &caller, id, save.parent_company_id)?.told(None)))
            .await;
    }
    let queued = database
        .write(move |connection| {
            let plan = Plan::of(connection, &caller, id, save.parent_company_id)?;
            if !plan.obstacles.is_empty() {
                return Err(Problem::invalid(plan.obstacles));
            }
            if plan::is_queued(connection, id)? {
                return Err(Problem::invalid_field("companyId", "upgradeUnderWay"));
            }
            let parameters =
                Parameters { company_id: id, from: plan.from, parent_company_id: save.parent_company_id, moved: None };
            let new = jobs::NewJob {
                kind: JobKind::CompanyUpgrade,
                call: None,
                list: None,
                access_log_id: None,
                company_id: Some(id.0),
                file_name: format!("company-upgrade-{}.xlsx", id.0),
                parameters: serde_json::to_string(&parameters).map_err(Problem::internal)?,
                total: plan.rows(),
            };
            let job = jobs::queue(connection, &caller, &new)?;
            Ok(plan.told(Some(job)))
        })
        .await?;
    input.state.job_added.notify_one();
    Ok(queued)
}
