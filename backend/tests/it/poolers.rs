//! A pooler (PgBouncer) between the servers and PostgreSQL.

use crate::{
    servers::Pooler,
    support::{Server, TestDatabase, World, at_once, code, count, member},
};
use diesel::{Connection as _, PgConnection, QueryableByName, RunQueryDsl, sql_query, sql_types::Text};
use kernel::{
    db::{Database, DatabaseConnection},
    problem::Problem,
    state::State,
};
use std::sync::Arc;
use uno_core::contract::members::{CreateMember, ListMembers, MemberFilter};

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    value: String,
}

fn setting(database: &Database, name: &str) -> String {
    let query = format!("SELECT current_setting('{name}') AS value");
    let asked = |query: &str| {
        let query = query.to_owned();
        database.read_blocking(|connection| Ok::<_, Problem>(sql_query(query).get_result::<Setting>(connection)?.value))
    };
    asked(&query).unwrap()
}

#[test]
fn servers_share_a_few_sessions_through_a_pooler_in_transaction_mode() {
    let Ok(postgres) = std::env::var("UNO_TEST_POSTGRES_URL") else { return };
    let direct = TestDatabase::without_schema(Some(&postgres), std::path::Path::new(""));
    let pooler = Pooler::start(&direct, "transaction");
    // Two servers, whose connections are many more than the sessions; the first migrates through the pooler.
    let test = TestDatabase::empty_at(&pooler.url(&direct));
    let world = World::build(&test);
    let other = TestDatabase::empty_at(&pooler.url(&direct));
    let other = Server::serve(State { keys: Arc::clone(&world.server.state.keys), ..other.state() });
    let done = at_once(8, 15, |thread, round| {
        let server = if thread % 2 == 0 { &world.server } else { &other };
        let save = member(world.retailer_id, &format!("P{thread}-{round}"));
        server.call::<CreateMember>(Some(&world.retailer), &(), &(), &save).map_err(|error| code(&error))?;
        let listed = server.call::<ListMembers>(Some(&world.dealer), &(), &MemberFilter::default(), &());
        listed.map(drop).map_err(|error| code(&error))
    });
    assert!(done.iter().flatten().all(Result::is_ok), "{done:?}");

    // The limits hold although no session keeps them, and nobody else's session gets them.
    assert_eq!(setting(&test.database, "statement_timeout"), "30s");
    assert_eq!(setting(&test.database, "plan_cache_mode"), "force_generic_plan");
    let mut session = PgConnection::establish(&pooler.url(&direct)).unwrap();
    let kept = sql_query("SELECT current_setting('statement_timeout') AS value").get_result::<Setting>(&mut session);
    assert_eq!(kept.unwrap().value, "0");
    let prepared = "SELECT count(*) AS count FROM pg_prepared_statements";
    assert_eq!(count(&mut DatabaseConnection::Postgres(session), prepared), 0);
}
