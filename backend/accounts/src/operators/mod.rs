//! Operators: handlers.

mod export;
pub mod launch;
pub mod store;

pub use export::{OperatorBulk, OperatorExport};

use crate::staff::{
    given,
    passwords::{self, Target},
};
use kernel::{
    auth::accounts::Staff,
    bulk,
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
    problem::Problem,
    records::{Record as _, Rows as _},
};
use store::OperatorRecord;
use uno_core::{
    contract::{
        error::ErrorCode,
        managers::PasswordSet,
        operators::{
            CancelOperatorLaunch, CreateOperator, DeleteOperator, GetOperator, GetOperatorGivenAccess, GetOwnOperator,
            LaunchOperators, ListMainManagerChoices, ListOperatorRevisions, ListOperators, Operator,
            SetOperatorPassword, TakeOverOperatorGivenAccess, UpdateOperator,
        },
        page::Page,
    },
    domain::access::Authority,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListOperators>(list);
    exports::mount::<OperatorExport>(api);
    bulk::mount::<OperatorBulk>(api);
    api.create::<OperatorRecord, CreateOperator>();
    api.show::<OperatorRecord, GetOperator>();
    api.update::<OperatorRecord, UpdateOperator>();
    api.delete::<OperatorRecord, DeleteOperator>();
    api.history::<OperatorRecord, ListOperatorRevisions>();
    api.on::<SetOperatorPassword>(set_password);
    api.quick::<GetOperatorGivenAccess>(|connection, caller, sent| {
        given::count(connection, caller, Staff::Operator, sent.path.operator_id.0)
    });
    api.write::<TakeOverOperatorGivenAccess>(|connection, caller, sent| {
        given::take_over(connection, caller, Staff::Operator, sent.path.operator_id.0)
    });
    api.write::<LaunchOperators>(|connection, caller, sent| launch::launch(connection, caller, &sent.body));
    api.write::<CancelOperatorLaunch>(|connection, caller, sent| {
        launch::cancel(connection, caller, sent.path.operator_id)
    });
    api.quick::<GetOwnOperator>(|connection, caller, _| {
        if caller.authority != Authority::Operator {
            return Err(Problem::new(ErrorCode::Forbidden));
        }
        // Operators do not see the internal note about themselves.
        Ok(Operator { memo: None, ..OperatorRecord::show(connection, caller, caller.account_id)? })
    });
    api.read::<ListMainManagerChoices>(|connection, caller, sent| {
        store::main_managers(connection, caller.scope, &sent.query)
    });
}

async fn list(input: Input<ListOperators>) -> Result<Page<Operator>, Problem> {
    let (caller, filter, database) = (input.caller()?, input.query, input.state.database.clone());
    let needs_scan = store::needs_scan(&filter);
    let work = move |connection: &mut DatabaseConnection| store::list(connection, database.totals(), &caller, &filter);
    if needs_scan { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

async fn set_password(input: Input<SetOperatorPassword>) -> Result<PasswordSet, Problem> {
    let account_id = input.path.operator_id.0;
    let target = Target { staff: Staff::Operator, resource: OperatorRecord::RESOURCE, account_id };
    passwords::set(&input.state, input.caller()?, target, input.body.password).await
}
