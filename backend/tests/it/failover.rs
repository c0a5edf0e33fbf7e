//! A real primary and its standby: what happens to requests when the primary stops accepting writes, disappears, or
//! restarts.

use crate::{
    servers::Pair,
    support::{TestDatabase, World, becomes, member},
};
use diesel::{Connection as _, PgConnection, RunQueryDsl, sql_query};
use std::time::{Duration, Instant};
use uno_core::contract::{Endpoint as _, Method, members::CreateMember};

/// The longest time that writes may be refused after a promotion.
const BACK_WITHIN: Duration = Duration::from_secs(5);

fn execute(port: u16, statement: &str) {
    let mut connection = PgConnection::establish(&Pair::url_of(port)).unwrap();
    sql_query(statement).execute(&mut connection).unwrap();
}

/// An answer: its status, the header Retry-After, and the time it took.
type Answer = (u16, Option<String>, Duration);

fn ask(world: &World, method: Method, path: &str, body: &str) -> Answer {
    let begun = Instant::now();
    let request = ureq::http::Request::builder()
        .method(method.as_str())
        .uri(world.server.url(path))
        .header("authorization", format!("Bearer {}", world.retailer))
        .header("content-type", "application/json");
    let answer = world.server.agent.run(request.body(body.to_owned()).unwrap()).unwrap();
    let retry_after = answer.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned());
    (answer.status().as_u16(), retry_after, begun.elapsed())
}

fn ready(world: &World) -> Answer {
    ask(world, Method::Get, "/readyz", "")
}

struct Writes<'a> {
    world: &'a World,
    number: usize,
    /// The statuses other than 200 so far, with whether they say when to try again.
    refused: Vec<(u16, bool)>,
}

impl Writes<'_> {
    fn next(&mut self) -> Answer {
        self.number += 1;
        let save = member(self.world.retailer_id, &format!("F{}", self.number));
        let answer = ask(self.world, Method::Post, CreateMember::INFO.path, &serde_json::to_string(&save).unwrap());
        if answer.0 != 200 {
            self.refused.push((answer.0, answer.1.is_some()));
        }
        answer
    }

    /// Writes without a pause until it succeeds; returns how long it took.
    fn back_after(&mut self) -> Duration {
        let begun = Instant::now();
        while self.next().0 != 200 {
            assert!(begun.elapsed() < BACK_WITHIN, "{:?}", self.refused);
            std::thread::sleep(Duration::from_millis(20));
        }
        begun.elapsed()
    }
}

#[test]
fn writes_are_back_within_seconds_after_a_failover_and_nothing_pretends_to_work_meanwhile() {
    if std::env::var("UNO_TEST_POSTGRES_URL").is_err() {
        return;
    }
    let pair = Pair::start();
    let test = TestDatabase::empty_at(&pair.url());
    let world = World::build(&test);
    let mut writes = Writes { world: &world, number: 0, refused: Vec::new() };
    let mut connections = Vec::new();
    // Several at once, so that the pool has connections to fail with.
    std::thread::scope(|threads| {
        let reads = (0..4).map(|_| threads.spawn(|| ask(&world, Method::Get, "/api/v1/members", "").0));
        connections.extend(reads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()));
    });
    assert_eq!(connections, [200; 4]);
    assert_eq!((writes.next().0, ready(&world).0), (200, 200));

    // The primary stops accepting writes; all connections stay alive.
    execute(pair.primary, "ALTER SYSTEM SET default_transaction_read_only = on");
    execute(pair.primary, "SELECT pg_reload_conf()");
    assert!(becomes(|| writes.next().0 != 200));
    let (status, _, time) = ready(&world);
    assert!(status == 503 && time < Duration::from_secs(2), "{status} after {time:?}");
    let (status, retry_after, time) = writes.next();
    assert!(status == 503 && retry_after.is_some() && time < Duration::from_secs(11), "{status} after {time:?}");

    execute(pair.standby, "SELECT pg_promote()");
    let read_only = writes.back_after();
    assert_eq!(ready(&world).0, 200);
    assert!((0..20).all(|_| writes.next().0 == 200), "no connection to the old primary is left: {:?}", writes.refused);

    // The new primary restarts.
    pair.stop_primary();
    pair.stop_standby();
    let (status, _, time) = ready(&world);
    assert!(status == 503 && time < Duration::from_secs(2), "{status} after {time:?}");
    pair.start_standby();
    let restarted = writes.back_after();

    // Nobody is there.
    pair.stop_standby();
    let (status, retry_after, time) = writes.next();
    assert!(status == 503 && retry_after.is_some() && time < Duration::from_secs(11), "{status} after {time:?}");
    assert!(writes.refused.iter().all(|refused| *refused == (503, true)), "{:?}", writes.refused);
    println!("writes are back {read_only:?} after the promotion, {restarted:?} after a restart");
}
