//! Reading is logged as reading: single records, their histories and lists, by whatever endpoint.

use crate::support::{Server, TestDatabase, World, becomes, write_measurement};
use diesel::{QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper, connection::SimpleConnection};
use kernel::{
    access::readings::{self, Readings},
    db::{
        chain::{self, Log},
        schema::access_log,
    },
    state::State,
};
use serde_json::Value as Json;
use std::{collections::BTreeSet, sync::Arc};
use uno_core::{
    contract::{
        Access, ENDPOINTS, EndpointInfo, Method,
        logs::{AccessAction, ListMemberAccessLogs},
        members::{Member, MemberPath},
        readings::Reading,
        revisions::RevisionFilter,
        terms::Language,
    },
    domain::access::Action,
};
use uno_server::{serve::docs::OPENAPI, texts};

/// Fields of answers that say whose data it is. Staff are no such persons: their data is that of their work.
const PERSONAL: [&str; 7] = ["memberId", "userId", "memberName", "userName", "personName", "memberNo", "birthDate"];

fn document() -> Json {
    serde_json::from_str(OPENAPI).unwrap()
}

/// Collects the names of all fields within a schema.
fn fields(document: &Json, schema: &Json, seen: &mut BTreeSet<String>, found: &mut BTreeSet<String>) {
    match schema {
        Json::Object(parts) => {
            if let Some(place) = parts.get("$ref").and_then(Json::as_str)
                && seen.insert(place.to_owned())
            {
                fields(document, document.pointer(&place[1..]).unwrap(), seen, found);
            }
            if let Some(Json::Object(named)) = parts.get("properties") {
                found.extend(named.keys().cloned());
            }
            parts.values().for_each(|part| fields(document, part, seen, found));
        }
        Json::Array(parts) => parts.iter().for_each(|part| fields(document, part, seen, found)),
        _ => {}
    }
}

fn is_personal(document: &Json, info: &EndpointInfo) -> bool {
    let answer = &document["paths"][info.path][info.method.as_str().to_lowercase()]["responses"]["200"]["content"];
    let mut found = BTreeSet::new();
    fields(document, answer, &mut BTreeSet::new(), &mut found);
    PERSONAL.iter().any(|field| found.contains(*field))
}

/// Whether it is in the change log, or about the member who calls it.
fn is_told_otherwise(info: &EndpointInfo) -> bool {
    let is_change = match (info.method, info.access) {
        (Method::Patch | Method::Put | Method::Delete, _) => true,
        (Method::Post, Access::Staff { action, .. }) => action != Action::Read,
        _ => false,
    };
    is_change || matches!(info.access, Access::Member | Access::EvenBeforeConsents)
}

#[test]
fn each_endpoint_that_answers_with_data_of_people_says_how_reading_it_is_logged() {
    let document = document();
    let silent = |info: &&EndpointInfo| info.reading == Reading::Nothing && !is_told_otherwise(info);
    let forgotten: Vec<&str> =
        ENDPOINTS.iter().filter(silent).filter(|info| is_personal(&document, info)).map(|info| info.name).collect();
    assert_eq!(forgotten, [""; 0], "declare `reads`");
    for info in ENDPOINTS {
        let Some(record) = info.path.strip_suffix("/revisions") else { continue };
        let record = ENDPOINTS.iter().find(|other| other.path == record && other.method == Method::Get).unwrap();
        let is_logged = matches!(info.reading, Reading::History(_));
        assert_eq!(is_logged, is_personal(&document, record), "{}", info.name);
    }
    let files = ENDPOINTS.iter().find(|info| info.path.ends_with("/file")).unwrap();
    assert_ne!(files.reading, Reading::Nothing);
}

#[test]
fn what_is_logged_has_a_name_in_the_console() {
    let texts: Json = serde_json::from_str(texts::catalogue(Language::Ko)).unwrap();
    let listed = include_str!("../../../frontend/src/features/logs/access-log-resource.ts");
    for info in ENDPOINTS {
        let Some(name) = info.reading.name() else { continue };
        assert!(texts[name].is_string(), "{}: {name}", info.name);
        assert!(listed.contains(&format!("'{name}'")), "{name} is not among the lists by which the log is filtered");
    }
    for action in AccessAction::WORDS {
        assert!(
            texts[format!("log.action.{action}")].is_string() && listed.contains(&format!("'{action}'")),
            "{action}"
        );
    }
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = access_log)]
struct Row {
    account_name: String,
    action: String,
    list: Option<String>,
    member_id: Option<i64>,
    persons: Option<i64>,
    pages: Option<i64>,
    filters: Option<String>,
    filter_key: Option<String>,
    record_id: Option<i64>,
    position: Option<i64>,
}

impl Row {
    /// Returns the action, the name and the member.
    fn told(&self) -> (&str, &str, Option<i64>) {
        (&self.action, self.list.as_deref().unwrap_or_default(), self.member_id)
    }

    /// Returns the number of people and of pages, and the names of the filter.
    fn counted(&self) -> (i64, i64, &str) {
        (self.persons.unwrap(), self.pages.unwrap(), self.filters.as_deref().unwrap())
    }
}

fn rows(test: &TestDatabase) -> Vec<Row> {
    let all = access_log::table.order(access_log::access_log_id).select(Row::as_select());
    test.database.read_blocking(|connection| Ok(all.load(connection)?)).unwrap()
}

fn written(test: &TestDatabase, state: &State) -> Vec<Row> {
    state.readings.write(&test.database).unwrap();
    rows(test)
}

fn read(server: &Server, token: &str, path: &str) -> u16 {
    server.send(Method::Get, &server.url(path), Some(token), None).0
}

fn people(world: &World) -> [Member; 3] {
    ["A1", "A2", "A3"].map(|number| world.add_member(world.retailer_id, number, "김하나"))
}

#[test]
fn records_and_their_histories_are_logged_once_in_ten_minutes_on_all_instances() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let [one, two, _] = people(&world);
        write_measurement(test, &one, world.retailer_id, "2026-03-02T09:00:00+09:00");
        let other = Server::start(test);
        for server in [&world.server, &other] {
            for _ in 0..3 {
                for path in ["/members/1", "/members/1/revisions", "/physical-measurements/1"] {
                    assert_eq!(read(server, &world.dealer, &format!("/api/v1{path}")), 200);
                }
            }
            assert_eq!(read(server, &world.dealer, "/api/v1/physical-measurements/1/revisions"), 200);
            assert_eq!(read(server, &world.other_vendor, "/api/v1/members/1"), 404, "what is not read is not logged");
            server.state.readings.write(&test.database).unwrap();
        }
        assert_eq!(read(&world.server, &world.retailer, "/api/v1/members/2"), 200);
        let rows = written(test, &world.server.state);
        let told: BTreeSet<_> = rows.iter().map(|row| (row.account_name.as_str(), row.told())).collect();
        let id = Some(one.member_id.0);
        let expected = [
            ("dealer", ("READ", "member.title", id)),
            ("dealer", ("READ_HISTORY", "member.title", id)),
            ("dealer", ("READ", "measurement.ofMember", id)),
            ("dealer", ("READ_HISTORY", "measurement.ofMember", id)),
            ("retailer", ("READ", "member.title", Some(two.member_id.0))),
        ];
        assert_eq!((told, rows.len()), (expected.into_iter().collect(), 5), "{rows:?}");
        assert!(rows.iter().all(|row| row.record_id.is_some() && row.persons == Some(1)));

        let path = MemberPath { member_id: one.member_id };
        let filter = RevisionFilter { page: None, page_size: None };
        let seen = world.server.call::<ListMemberAccessLogs>(Some(&world.retailer), &path, &filter, &()).unwrap().data;
        let seen: Vec<_> = seen.iter().map(|row| (row.action, row.list.as_deref().unwrap())).collect();
        assert_eq!(seen.len(), 4, "who read this: {seen:?}");
        assert!(seen.contains(&(AccessAction::ReadHistory, "measurement.ofMember")));
        let rows = written(test, &world.server.state);
        assert_eq!(rows[5].told(), ("LIST", "log.whoRead", id), "and whoever reads that");
    });
}

#[test]
fn a_list_has_one_row_for_account_filter_and_minute_that_counts_people_and_pages_and_keeps_no_value() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let [one, ..] = people(&world);
        let other = Server::start(test);
        let list = |server: &Server, token: &str, query: &str| {
            assert_eq!(read(server, token, &format!("/api/v1/members?{query}")), 200);
        };
        let counts = || -> Vec<(i64, i64, String)> {
            written(test, &other.state);
            let rows = written(test, &world.server.state);
            let mut counts: Vec<_> = rows.iter().map(Row::counted).map(|(a, b, c)| (a, b, c.to_owned())).collect();
            counts.sort();
            counts
        };
        // A minute may end between two pages: then nothing is said of how they add up.
        let minute = || kernel::clock::now().0 / 60_000;
        let begun = minute();
        list(&world.server, &world.dealer, "pageSize=2");
        list(&world.server, &world.dealer, "pageSize=2&page=1&sort=NEWEST");
        let first = counts();
        list(&world.server, &world.dealer, "");
        list(&other, &world.dealer, "");
        let second = counts();
        list(&world.server, &world.dealer, "name=%EA%B9%80");
        list(&world.server, &world.dealer, "name=%EC%9D%B4");
        let third = counts();
        if minute() == begun {
            assert_eq!(first, [(3, 2, String::new())]);
            assert_eq!(second, [(6, 4, String::new())], "each instance counts the people that it has shown");
            let named = |persons| (persons, 1, "name".to_owned());
            assert_eq!(third, [named(0), named(3), (6, 4, String::new())], "another filter is another row");
        }
        let keys: BTreeSet<_> = rows(test).into_iter().map(|row| row.filter_key.unwrap()).collect();
        assert_eq!(keys.len(), 3);
        let stored = format!("{:?}", rows(test));
        assert!(!stored.contains('김'), "{stored}");

        read(&world.server, &world.retailer, &format!("/api/v1/physical-measurements?memberId={}", one.member_id.0));
        let last = written(test, &world.server.state).pop().unwrap();
        assert_eq!(last.told(), ("LIST", "measurement.ofMember", Some(one.member_id.0)), "a list about one person");
        for path in ["access-logs", "change-logs"] {
            assert_eq!(read(&world.server, &world.admin, &format!("/api/v1/{path}")), 200);
        }
        let logged: Vec<_> =
            written(test, &world.server.state).into_iter().rev().take(2).filter_map(|row| row.list).collect();
        assert_eq!(logged.iter().map(String::as_str).collect::<BTreeSet<_>>(), ["log.access", "log.changes"].into());
    });
}

#[test]
fn the_row_of_a_list_is_chained_once_its_minute_has_ended() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        people(&world);
        let chained = || {
            while test.database.write_blocking(|connection| chain::chain_waiting(connection, Log::Access)).unwrap() > 0
            {
            }
            let mut connection = test.database.connect().unwrap();
            let found = chain::verify(Log::Access, i64::MAX, &mut |question| question(&mut connection)).unwrap();
            assert_eq!(found.flaw, None);
            (found.rows, found.waiting)
        };
        assert_eq!(read(&world.server, &world.dealer, "/api/v1/members"), 200);
        assert_eq!(written(test, &world.server.state)[0].position, None);
        assert_eq!(chained(), (0, 1));
        let ended = "UPDATE access_log SET minute = minute - 2, created_at = created_at - 120000";
        test.database.connect().unwrap().batch_execute(ended).unwrap();
        assert_eq!(chained(), (1, 0));
        assert!(rows(test)[0].position.is_some());
        let counted = "UPDATE access_log SET persons = 1";
        assert!(test.database.connect().unwrap().batch_execute(counted).is_err(), "then it stays");
        assert_eq!(read(&world.server, &world.dealer, "/api/v1/members"), 200);
        assert_eq!(written(test, &world.server.state).len(), 2);
    });
}

#[test]
fn a_server_writes_readings_by_itself_and_when_it_stops() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        people(&world);
        let state = test.state();
        let readings = Readings::new(&state.keys, readings::INTERVAL);
        let server = Server::serve(State { readings: Arc::new(readings), ..state });
        assert_eq!(read(&server, &world.dealer, "/api/v1/members"), 200);
        assert!(becomes(|| rows(test).len() == 1));
        // It writes twice a second; the other would in an hour.
        assert_eq!(read(&world.server, &world.dealer, "/api/v1/members/1"), 200);
        drop(world);
        assert!(becomes(|| rows(test).len() == 2));
    });
}
