//! What a staff account has handed out: credentials of companies' systems, and direct links to measurements, whose
//! secrets it knows. They end with the account or the right to hand them out, unless the one who ends it takes them over.

use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::{self, Caller},
        scope::Scoped,
    },
    clock,
    db::{
        DatabaseConnection,
        schema::{account, company_credential, member, message},
    },
    problem::Problem,
};
use organisation::{companies::issuers, tally};
use std::collections::BTreeSet;
use uno_core::{
    contract::{
        dementia_screenings, heart_rate_measurements, managers::GivenAccess, messages::WayOfSending,
        physical_measurements, psychological_tests, stress_measurements, vision_measurements,
    },
    domain::access::Action,
};

/// The kinds of measurements in links, each with the screen that must be read to make one.
const KINDS: [(i32, &str); 6] = [
    (tally::PHYSICAL_MEASUREMENTS, physical_measurements::SCREEN),
    (tally::STRESS_MEASUREMENTS, stress_measurements::SCREEN),
    (tally::VISION_MEASUREMENTS, vision_measurements::SCREEN),
    (tally::HEART_RATE_MEASUREMENTS, heart_rate_measurements::SCREEN),
    (tally::DEMENTIA_SCREENINGS, dementia_screenings::SCREEN),
    (tally::PSYCHOLOGICAL_TESTS, psychological_tests::SCREEN),
];

/// Selects the direct links of an account that still open.
macro_rules! links {
    ($account_id:expr) => {
        message::table
            .filter(message::account_id.eq($account_id))
            .filter(message::channel.eq(WayOfSending::Direct))
            .filter(message::revoked_at.is_null())
            .filter(message::expires_at.gt(clock::now().0))
    };
}

/// Returns the links of an account that somebody may not make: whose member or kind is out of reach.
fn out_of_reach(
    connection: &mut DatabaseConnection,
    account_id: i64,
    reader: Option<&Caller>,
) -> Result<Vec<i64>, Problem> {
    let columns = (message::message_id, message::member_id, message::kind);
    let links = links!(account_id).select(columns).load::<(i64, Option<i64>, i32)>(connection)?;
    let Some(reader) = reader else { return Ok(links.into_iter().map(|(id, ..)| id).collect()) };
    let members: Vec<i64> = links.iter().filter_map(|(_, member_id, _)| *member_id).collect();
    let reached = member::table.in_scope(reader.scope).filter(member::member_id.eq_any(members));
    let reached: BTreeSet<i64> = reached.select(member::member_id).load::<i64>(connection)?.into_iter().collect();
    let may = |kind: i32| KINDS.iter().any(|(number, screen)| *number == kind && reader.may(screen, Action::Read));
    let lost = links
        .into_iter()
        .filter(|(_, member_id, kind)| !may(*kind) || !member_id.is_some_and(|member_id| reached.contains(&member_id)));
    Ok(lost.map(|(id, ..)| id).collect())
}

/// Ends what accounts have handed out and may not any more, after a change of their role, company, group or state.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_lost(connection: &mut DatabaseConnection, caller: &Caller, account_ids: &[i64]) -> Result<(), Problem> {
    for account_id in giving(connection, account_ids)? {
        let present = caller::of_account(connection, account_id)?;
        end(connection, caller, account_id, present.as_ref())?;
    }
    Ok(())
}

/// Ends everything that an account has handed out: it is being removed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_all(connection: &mut DatabaseConnection, caller: &Caller, account_id: i64) -> Result<(), Problem> {
    end(connection, caller, account_id, None)
}

fn end(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: i64,
    present: Option<&Caller>,
) -> Result<(), Problem> {
    issuers::end_lost(connection, caller, account_id, present)?;
    let lost = out_of_reach(connection, account_id, present)?;
    if !lost.is_empty() {
        diesel::update(message::table.filter(message::message_id.eq_any(lost)))
            .set((message::revoked_at.eq(clock::now().0), message::sealed_token.eq(None::<String>)))
            .execute(connection)?;
    }
    Ok(())
}

/// Does the same for the staff of groups that now allow less.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_lost_of_groups(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    group_ids: &[i64],
) -> Result<(), Problem> {
    let staff = account::table
        .filter(account::permission_group_id.eq_any(group_ids))
        .filter(account::staff.is_not_null())
        .select(account::account_id);
    let ids: Vec<i64> = staff.load(connection)?;
    end_lost(connection, caller, &ids)
}

/// Returns those of these accounts that have handed out anything.
fn giving(connection: &mut DatabaseConnection, account_ids: &[i64]) -> Result<BTreeSet<i64>, Problem> {
    let mut found = BTreeSet::new();
    for some in account_ids.chunks(10_000) {
        let issuers = company_credential::table
            .filter(company_credential::account_id.eq_any(some))
            .filter(company_credential::revoked_at.is_null())
            .select(company_credential::account_id)
            .distinct();
        found.extend(issuers.load::<Option<i64>>(connection)?.into_iter().flatten());
        let makers = message::table
            .filter(message::account_id.eq_any(some))
            .filter(message::channel.eq(WayOfSending::Direct).and(message::revoked_at.is_null()))
            .select(message::account_id)
            .distinct();
        found.extend(makers.load::<i64>(connection)?);
    }
    Ok(found)
}

/// Counts what an account has handed out.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count(connection: &mut DatabaseConnection, account_id: i64) -> Result<GivenAccess, Problem> {
    let credentials = issuers::count(connection, account_id)?;
    let report_links = links!(account_id).count().get_result(connection)?;
    Ok(GivenAccess { credentials, report_links })
}

/// Makes the caller the one who has handed out what another account has, as far as the caller could do it too; the rest
/// stays with the account, and ends with it. Returns what was taken over.
///
/// # Errors
/// Returns an error if the database fails.
pub fn take_over(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: i64,
) -> Result<GivenAccess, Problem> {
    let credentials = issuers::take_over(connection, caller, account_id)?;
    let kept = out_of_reach(connection, account_id, Some(caller))?;
    let report_links = diesel::update(links!(account_id).filter(message::message_id.ne_all(kept)))
        .set((message::account_id.eq(caller.account_id), message::account_name.eq(&caller.name)))
        .execute(connection)?;
    Ok(GivenAccess { credentials, report_links: i64::try_from(report_links).map_err(Problem::internal)? })
}
