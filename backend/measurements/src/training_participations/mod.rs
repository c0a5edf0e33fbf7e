//! Training participations: apps send them, staff read them. They are part of this crate because they are sent in the
//! same way as measurements, about the same members.

mod export;
mod store;

pub use export::TrainingParticipationExport;
pub use store::kept;

use kernel::{
    access::limits,
    clock,
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::{
    contract::{
        error::ErrorCode,
        training_participations::{
            GetTrainingParticipation, ListOwnTrainingParticipations, ListTrainingParticipations,
            OwnTrainingParticipationFilter, SCREEN, TakeTrainingParticipations, TrainingParticipationFilter,
            TrainingParticipationReport,
        },
    },
    domain::access::{Action, Authority},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<TakeTrainingParticipations>(take);
    api.on::<ListTrainingParticipations>(async |input: Input<ListTrainingParticipations>| {
        let caller = input.caller()?;
        let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
        let work = move |connection: &mut DatabaseConnection| {
            store::list(connection, database.totals(), &cursors, caller.scope, &input.query)
        };
        input.state.database.read(work).await
    });
    // The scope of members is limited to their own data: no filter reaches other people's.
    api.on::<ListOwnTrainingParticipations>(async |input: Input<ListOwnTrainingParticipations>| {
        let scope = input.caller()?.scope;
        let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
        let filter = own_filter(input.query);
        let work = move |connection: &mut DatabaseConnection| {
            store::list(connection, database.totals(), &cursors, scope, &filter)
        };
        input.state.database.read(work).await
    });
    exports::mount::<TrainingParticipationExport>(api);
    api.quick::<GetTrainingParticipation>(|connection, caller, sent| {
        store::get(connection, caller.scope, sent.path.training_participation_id)
    });
}

/// Converts the filter of a member's own participations into the general one.
fn own_filter(filter: OwnTrainingParticipationFilter) -> TrainingParticipationFilter {
    TrainingParticipationFilter {
        start_started_at: None,
        end_started_at: None,
        company_id: None,
        member_id: None,
        member_name: None,
        completed: filter.completed,
        sort: filter.sort,
        page: filter.page,
        page_size: filter.page_size,
        after: filter.after,
    }
}

async fn take(input: Input<TakeTrainingParticipations>) -> Result<TrainingParticipationReport, Problem> {
    let (scope, source, counted) = match (&input.caller, &input.system) {
        (Some(caller), _) => {
            if caller.authority != Authority::Member && !caller.may(SCREEN, Action::Create) {
                return Err(Problem::new(ErrorCode::Forbidden));
            }
            let limit =
                if caller.authority == Authority::Member { &limits::TAKING_PART_ONESELF } else { &limits::TAKING_PART };
            (caller.scope, format!("a{}", caller.account_id), Some((limit, caller.account_id)))
        }
        (None, Some(system)) => (system.scope, format!("c{}", system.scope.company_id().unwrap_or_default()), None),
        (None, None) => return Err(Problem::new(ErrorCode::Unauthenticated)),
    };
    let sent = input.body.participations;
    let work = move |connection: &mut DatabaseConnection| {
        // Credentials are counted on admission.
        if let Some((limit, account_id)) = counted {
            limits::count(connection, limit, account_id, clock::now())?;
        }
        store::take(connection, scope, &source, sent)
    };
    input.state.database.write(work).await
}
