//! The first step of an upgrade: one transaction gives the companies and their accounts the new line, and the company's
//! managers their new role. Rows created in these companies afterwards belong to the new line.

use super::{
    Moved, Parameters,
    plan::{Plan, authority},
    rows,
};
use crate::{
    managers::store::{self as managers, ManagerRecord},
    unchanged_passwords,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::Caller,
    auth::sessions,
    clock,
    db::{
        DatabaseConnection,
        schema::{account, company, job, message},
    },
    jobs::{self, Claimed},
    problem::Problem,
    records::{
        Record as _, past,
        revisions::{self, Author},
    },
};
use organisation::companies::{
    credentials,
    store::{self as companies, CompanyRecord, Hold},
};
use uno_core::contract::{
    messages::WayOfSending,
    revisions::{FieldChange, RevisionAction},
};

/// Companies per statement: the databases limit the number of bound values.
const COMPANIES_AT_ONCE: usize = 10_000;

/// Moves the companies of an upgrade; returns the parameters for the rest of the job.
///
/// # Errors
/// Returns the obstacles found by now; nothing has been moved then.
pub fn begin(
    connection: &mut DatabaseConnection,
    claimed: &Claimed,
    caller: &Caller,
    parameters: &Parameters,
) -> Result<Parameters, Problem> {
    hold(connection, parameters)?;
    let plan = Plan::of(connection, caller, parameters.company_id, parameters.parent_company_id)?;
    if plan.from != parameters.from {
        // Another job has moved it in the meantime.
        return Err(Problem::invalid_field("companyId", "upgradeUnderWay"));
    }
    if !plan.obstacles.is_empty() {
        return Err(Problem::invalid(plan.obstacles));
    }
    let author = Author::from(caller);
    let id = parameters.company_id.0;
    let moved = rows::move_companies(connection, plan.tier_move)?;
    diesel::update(company::table.find(id))
        .set((
            company::kind.eq(plan.to),
            company::parent_company_id.eq(parameters.parent_company_id),
            company::moving_from.eq(plan.from.as_str()),
            company::updated_at.eq(clock::now()),
            company::version.eq(company::version + 1),
        ))
        .execute(connection)?;
    record_tier_change(connection, &author, &plan)?;
    // Earlier revisions belong to another tier and must not be restored.
    past::forget(connection, CompanyRecord::RESOURCE, &[id])?;
    promote_managers(connection, &author, &plan)?;
    let promoted: Vec<i64> = plan.managers.iter().map(|manager| manager.standing.account_id).collect();
    unchanged_passwords::revoke(connection, caller, &promoted)?;
    credentials::revoke_all(connection, caller, &plan.exposed)?;
    for some in plan.exposed.chunks(COMPANIES_AT_ONCE) {
        unchanged_passwords::revoke_of_companies(connection, caller, some)?;
    }
    jobs::withdraw(connection, &plan.lost)?;
    end_links(connection, &plan)?;
    let told = Moved {
        counts: plan.counts,
        parents: plan.parents.clone(),
        managers: plan.managers.iter().map(|manager| (manager.name.clone(), manager.login_id.clone())).collect(),
        lost: plan.lost.clone(),
    };
    let parameters = Parameters { moved: Some(told), ..parameters.clone() };
    let moved = i64::try_from(moved).map_err(Problem::internal)?;
    diesel::update(job::table.find(claimed.job_id.0))
        .set((
            job::parameters.eq(serde_json::to_string(&parameters).map_err(Problem::internal)?),
            job::progress.eq(moved),
            job::total.eq(plan.rows()),
        ))
        .execute(connection)?;
    Ok(parameters)
}

/// Locks the companies exclusively, in the order of their ids. A transaction that creates something in one of them has
/// either finished, or waits and then sees the new line.
fn hold(connection: &mut DatabaseConnection, parameters: &Parameters) -> Result<(), Problem> {
    let tier_move = rows::TierMove {
        company_id: parameters.company_id,
        from: parameters.from,
        parent: parameters.parent_company_id,
    };
    companies::hold(connection, parameters.company_id.0, Hold::Alone)?;
    // A separate statement, so that it sees companies that were just created below.
    rows::hold_companies(connection, tier_move)
}

/// Revokes links to measurements that were handed over directly by staff of former ancestors: like a credential, such a
/// link is known to its maker. Links that were sent are known to the recipients only.
fn end_links(connection: &mut DatabaseConnection, plan: &Plan) -> Result<(), Problem> {
    let makers = || account::table.filter(account::company_id.eq_any(&plan.lost)).select(account::account_id);
    for some in plan.exposed.chunks(COMPANIES_AT_ONCE) {
        diesel::update(message::table)
            .filter(message::company_id.eq_any(some))
            .filter(message::account_id.eq_any(makers()))
            .filter(message::channel.eq(WayOfSending::Direct))
            .filter(message::revoked_at.is_null())
            .set((message::revoked_at.eq(clock::now().0), message::sealed_token.eq(None::<String>)))
            .execute(connection)?;
    }
    Ok(())
}

/// Records the new tier and the new parent in the company's history.
fn record_tier_change(connection: &mut DatabaseConnection, author: &Author, plan: &Plan) -> Result<(), Problem> {
    let (before, after) = plan.parents.clone();
    let changes = [
        FieldChange {
            field: "type".into(),
            before: Some(plan.from.as_str().into()),
            after: Some(plan.to.as_str().into()),
        },
        FieldChange { field: companies::PARENT.into(), before, after },
    ];
    let differing: Vec<FieldChange> = changes.into_iter().filter(|change| change.before != change.after).collect();
    let (resource, id) = (CompanyRecord::RESOURCE, plan.tier_move.company_id.0);
    revisions::record(connection, author, resource, id, RevisionAction::Update, &differing)
}

/// Gives the company's managers the role of its new tier, with the built-in group of that role. Ends their sessions,
/// because tokens of the former role are no longer valid.
fn promote_managers(connection: &mut DatabaseConnection, author: &Author, plan: &Plan) -> Result<(), Problem> {
    if plan.managers.is_empty() {
        return Ok(());
    }
    let now = clock::now();
    let (before, after) = (authority(plan.from), authority(plan.to));
    let ids: Vec<i64> = plan.managers.iter().map(|manager| manager.standing.account_id).collect();
    diesel::update(account::table.filter(account::account_id.eq_any(&ids)))
        .set((
            account::authority.eq(after),
            account::permission_group_id.eq(plan.group.0),
            account::updated_at.eq(now.0),
            account::version.eq(account::version + 1),
        ))
        .execute(connection)?;
    past::forget(connection, ManagerRecord::RESOURCE, &ids)?;
    let mut changes = Vec::with_capacity(ids.len());
    for manager in &plan.managers {
        sessions::end_all(connection, manager.standing.account_id, now)?;
        let change = |field: &str, before: &str, after: &str| FieldChange {
            field: field.into(),
            before: Some(before.into()),
            after: Some(after.into()),
        };
        let told = vec![
            change("role", before.as_str(), after.as_str()),
            change(managers::GROUP, &manager.group_name, &plan.group.1),
        ];
        changes.push((manager.standing.account_id, told));
    }
    revisions::record_many(connection, author, ManagerRecord::RESOURCE, RevisionAction::Update, &changes)
}
