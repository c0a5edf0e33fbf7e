//! Moves a company, with its subtree, up a tier: the preview (`plan`), the transaction that moves the companies and
//! their accounts (`switch`), and the job that moves the remaining rows (`run`).

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

/// The parameters of the job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    company_id: CompanyId,
    /// The company's tier when the upgrade was requested.
    from: CompanyType,
    parent_company_id: Option<CompanyId>,
    /// The result of the first step, once it is done.
    #[serde(default)]
    moved: Option<Moved>,
}

/// The content of the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Moved {
    counts: UpgradeCounts,
    /// Names of the parent companies before and after.
    parents: (Option<String>, Option<String>),
    /// Names and sign-in ids of the managers whose role has changed.
    managers: Vec<(String, String)>,
    /// The companies that are no longer ancestors.
    #[serde(default)]
    lost: Vec<i64>,
}

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on_change::<UpgradeCompany>(upgrade);
}

async fn upgrade(input: Input<UpgradeCompany>) -> Result<CompanyUpgrade, Problem> {
    let (caller, id, save) = (input.caller()?, input.path.company_id, input.body);
    let database = &input.state.database;
    if save.dry_run {
        return database
            .read(move |connection| Ok(Plan::of(connection, &caller, id, save.parent_company_id)?.into_contract(None)))
            .await;
    }
    let queued = input
        .change
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
            Ok(plan.into_contract(Some(job)))
        })
        .await?;
    input.state.job_added.notify_one();
    Ok(queued)
}
