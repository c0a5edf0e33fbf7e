//! The start page of staff in one response: the overview of the caller's scope, and the statistics of those cards whose
//! screens the caller may read.

use crate::{
    answers::StatisticCache,
    attention,
    disclosure::Disclosure,
    members_by_app::{self, Grouping, Levels},
    period::day_of,
    tests,
};
use kernel::{access::caller::Caller, db::DatabaseConnection, http::mount::Api, problem::Problem};
use measurements::store;
use organisation::overview::{self, Added};
use std::sync::Arc;
use uno_core::{
    contract::statistics::{
        ATTENTION, COMPANIES, Dashboard, GetDashboard, SERVICE_APP_MEMBERS, StatisticBucket, StatisticFilter,
        TEST_CATEGORIES,
    },
    domain::access::Action,
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api, answers: &Arc<StatisticCache>) {
    let answers = Arc::clone(answers);
    api.read::<GetDashboard>(move |connection, caller, sent| dashboard(connection, caller, &answers, &sent.query));
}

/// Returns whether the filter restricts nothing but services and days.
fn is_whole(filter: &StatisticFilter) -> bool {
    let StatisticFilter { company_id, division_id, sex, age_decades, .. } = filter;
    company_id.is_none() && division_id.is_none() && sex.is_none() && age_decades.is_empty()
}

fn dashboard(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    answers: &Arc<StatisticCache>,
    filter: &StatisticFilter,
) -> Result<Dashboard, Problem> {
    // Only the tests are charted over time.
    let whole = StatisticFilter { bucket: Some(StatisticBucket::Year), ..filter.clone() };
    let may = |screen| caller.may(screen, Action::Read);
    let days = day_of(filter.start)..=day_of(filter.end);
    let tests = may(TEST_CATEGORIES).then(|| tests::by_category(connection, caller, answers, filter)).transpose()?;
    // Taken from the statistic, which has it already and hides small counts.
    let measured = tests.as_ref().filter(|_| is_whole(filter)).and_then(|tests| tests.total.count.tests);
    let disclosure = Disclosure::of(caller);
    let kinds: Vec<i32> = disclosure.kinds().iter().map(|kind| kind.number()).collect();
    let added = Added { has_members: disclosure.is_exact(), kinds: &kinds, measurements: measured };
    let mut overview = overview::of_scope(connection, caller.scope, &filter.service_ids, &days, added)?;
    if let Some(measurements) = &mut overview.measurements {
        // Covers the same measurements as the number above.
        let difference = store::difference_from_tally(connection, caller.scope, &filter.service_ids, &kinds)?;
        measurements.count = disclosure.count(measurements.count + difference);
    }
    overview.members.count = disclosure.count(overview.members.count);
    Ok(Dashboard {
        overview,
        is_rounded: !disclosure.is_exact(),
        left_out: disclosure.untold_categories(),
        tests,
        attention: may(ATTENTION).then(|| attention::attention(connection, caller, answers, &whole)).transpose()?,
        companies: may(COMPANIES).then(|| tests::by_company(connection, caller, answers, &whole)).transpose()?,
        members: may(SERVICE_APP_MEMBERS)
            .then(|| members_by_app::statistic(connection, caller, &whole, Grouping::Service, Levels::Together))
            .transpose()?,
    })
}
