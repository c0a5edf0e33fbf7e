//! Repeated requests: a request that is sent again under its key is one change with one answer.

use crate::support::{Server, TestDatabase, World, add_account, at_once, mounted_keeping};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection as _};
use kernel::{
    clock,
    db::schema::{company, idempotent_request, job},
    http::idempotency,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use uno_core::{
    contract::{
        ENDPOINTS, Method,
        error::{ErrorBody, ErrorCode},
    },
    domain::{access::Authority, time::DAY_MILLISECONDS},
};

const COMPANIES: &str = "/api/v1/companies";

/// Sends a request under a key; returns status and body.
fn keyed(server: &Server, path: &str, token: &str, key: &str, body: &[u8]) -> (u16, String) {
    let is_json = body.starts_with(b"{");
    let mut answer = server
        .agent
        .post(server.url(path))
        .header("authorization", format!("Bearer {token}"))
        .header("idempotency-key", key)
        .content_type(if is_json { "application/json" } else { "application/octet-stream" })
        .send(body)
        .unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

fn vendor(name: &str) -> String {
    json!({ "type": "VENDOR", "name": name }).to_string()
}

fn create(server: &Server, token: &str, key: &str, name: &str) -> (u16, String) {
    keyed(server, COMPANIES, token, key, vendor(name).as_bytes())
}

fn error((status, text): &(u16, String)) -> (u16, ErrorCode) {
    let body: ErrorBody = serde_json::from_str(text).unwrap();
    (*status, ErrorCode::from_number(body.code))
}

fn companies(test: &TestDatabase, name: &str) -> i64 {
    let named = company::table.filter(company::name.eq(name.to_owned()));
    test.database.read_blocking(|connection| Ok(named.count().get_result(connection)?)).unwrap()
}

fn jobs(test: &TestDatabase) -> i64 {
    test.database.read_blocking(|connection| Ok(job::table.count().get_result(connection)?)).unwrap()
}

#[test]
fn a_request_whose_answer_was_lost_gets_it_again_from_any_instance_and_is_one_change() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        let first = create(&world.server, &world.admin, "\"a key\"", "가온");
        assert_eq!(first.0, 200, "{}", first.1);
        for server in [&other, &world.server] {
            assert_eq!(create(server, &world.admin, "\"a key\"", "가온"), first);
        }
        // The order and the spaces of JSON say nothing.
        let spaced = br#"{ "name": "  \uac00\uc628", "type": "VENDOR" }"#;
        assert_eq!(keyed(&other, COMPANIES, &world.admin, "\"a key\"", spaced), first);
        assert_eq!(companies(test, "가온"), 1);

        let reused = create(&world.server, &world.admin, "\"a key\"", "나루");
        assert_eq!(error(&reused), (409, ErrorCode::KeyReused));
        assert_eq!(companies(test, "나루"), 0);

        // A key belongs to its account and its endpoint.
        let root2 = add_account(&world.server.state, "root2", Authority::Admin, None);
        assert_eq!(create(&world.server, &root2, "\"a key\"", "가온").0, 200);
        assert_eq!(companies(test, "가온"), 2);
        let code = json!({ "codeType": "NATION", "code": "ZZ", "name": "가온", "isEnabled": true }).to_string();
        let elsewhere = keyed(&world.server, "/api/v1/codes", &world.admin, "\"a key\"", code.as_bytes());
        assert!(elsewhere.0 != 409, "{}", elsewhere.1);
        assert_eq!(create(&world.server, &world.admin, "\"another\"", "가온").0, 200);
        assert_eq!(companies(test, "가온"), 3);
    });
}

#[test]
fn requests_with_one_key_at_the_same_moment_are_one_change() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let servers = [&world.server, &Server::start(test)];
        let rounds = at_once(6, 4, |thread, round| {
            create(servers[thread % 2], &world.admin, &format!("\"{round}\""), &format!("동시 {round}"))
        });
        for (round, answers) in rounds.into_iter().enumerate() {
            let distinct: BTreeSet<_> = answers.into_iter().collect();
            assert_eq!(distinct.len(), 1, "{distinct:?}");
            assert!(distinct.iter().all(|(status, _)| *status == 200), "{distinct:?}");
            assert_eq!(companies(test, &format!("동시 {round}")), 1);
        }
    });
}

#[test]
fn what_does_more_than_one_transaction_is_not_done_again_either() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let twice = |path: &str, token: &str, body: &[u8]| {
            let first = keyed(&world.server, path, token, "\"k\"", body);
            assert_eq!(first.0, 200, "{path}: {}", first.1);
            assert_eq!(keyed(&world.server, path, token, "\"k\"", body), first, "{path}");
            serde_json::from_str::<Json>(&first.1).unwrap()
        };
        let before = jobs(test);
        twice("/api/v1/members/exports", &world.admin, br#"{"format":"CSV"}"#);
        let other =
            keyed(&world.server, "/api/v1/members/exports?name=x", &world.admin, "\"k\"", br#"{"format":"CSV"}"#);
        assert_eq!(error(&other), (409, ErrorCode::KeyReused), "another query is another request");
        assert_eq!(jobs(test), before + 1);

        let members = format!("/api/v1/companies/{}/member-imports?fileName=file&format=CSV", world.retailer_id.0);
        let file = "회원번호,이름,생년월일,성별\nA-1,김하나,1980-01-02,여\n".as_bytes();
        twice(&members, &world.admin, file);
        assert_eq!(jobs(test), before + 2);
        let changed = [file, "A-2,김두리,1981-01-02,여\n".as_bytes()].concat();
        let other = keyed(&world.server, &members, &world.admin, "\"k\"", &changed);
        assert_eq!(error(&other), (409, ErrorCode::KeyReused), "another file is another request");

        let member = json!({
            "companyId": world.retailer_id, "memberNo": "B-1", "name": "김세나", "birthDate": "1980-01-02", "sex": "FEMALE"
        });
        let made = twice("/api/v1/members", &world.admin, member.to_string().as_bytes());
        assert_eq!(made["memberNo"], "B-1");

        // A secret that is shown once is answered again, and cannot be read in the database.
        let credentials = format!("/api/v1/companies/{}/authentications", world.vendor_id.0);
        let next_month = clock::now().plus_milliseconds(30 * DAY_MILLISECONDS).date_in_seoul();
        let issue = json!({ "name": "ERP", "scopes": ["COMPANIES_READ"], "expiresOn": next_month });
        let issued = twice(&credentials, &world.vendor, issue.to_string().as_bytes());
        let results = idempotent_request::table.select(idempotent_request::result);
        let results = test.database.read_blocking(|connection| Ok(results.load::<String>(connection)?)).unwrap();
        assert!(results.len() >= 4);
        for told in [issued["secret"].as_str().unwrap(), "김세나"] {
            assert!(results.iter().all(|result| !result.contains(told)));
        }
    });
}

#[test]
fn a_refusal_is_no_result_and_a_change_without_one_is_not_made() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let refused = create(&world.server, &world.admin, "\"k\"", "");
        assert_eq!(error(&refused), (422, ErrorCode::Invalid));
        assert_eq!(create(&world.server, &world.admin, "\"k\"", "다온").0, 200);
        // The change and its result are one transaction.
        let away = "ALTER TABLE idempotent_request RENAME TO away";
        let renaming = |text: &str| {
            test.database.write_blocking(|connection| Ok(connection.batch_execute(text)?)).unwrap();
        };
        renaming(away);
        assert_eq!(create(&world.server, &world.admin, "\"l\"", "라온").0, 500);
        assert_eq!(companies(test, "라온"), 0);
        renaming("ALTER TABLE away RENAME TO idempotent_request");
        assert_eq!(create(&world.server, &world.admin, "\"l\"", "라온").0, 200);
    });
}

#[test]
fn a_key_that_is_no_key_is_refused_and_reading_takes_none() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for key in ["\"\"", "\"open", "a b", &format!("\"{}\"", "k".repeat(256))] {
        let refused = create(&world.server, &world.admin, key, "마루");
        assert_eq!(error(&refused), (400, ErrorCode::Malformed), "{key}");
        assert!(refused.1.contains("Idempotency-Key"), "{}", refused.1);
    }
    assert_eq!(companies(&test, "마루"), 0);
    let read = keyed(&world.server, "/api/v1/auth/password/confirm", &world.admin, "\"\"", br#"{"password":"x"}"#);
    assert_eq!(error(&read), (401, ErrorCode::PasswordMismatch));
}

#[test]
fn results_are_kept_for_a_day() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for name in ["하나", "둘"] {
            assert_eq!(create(&world.server, &world.admin, name_key(name), name).0, 200);
        }
        let long_ago = clock::now().plus_milliseconds(-DAY_MILLISECONDS);
        test.database
            .write_blocking(|connection| {
                let first = idempotent_request::table
                    .select(idempotent_request::idempotent_request_id)
                    .order(idempotent_request::idempotent_request_id)
                    .first::<i64>(connection)?;
                let first = diesel::update(idempotent_request::table.find(first));
                Ok(first.set(idempotent_request::created_at.eq(long_ago.0)).execute(connection)?)
            })
            .unwrap();
        actix_web::rt::System::new().block_on(idempotency::expire(&test.database)).unwrap();
        for (name, expected) in [("하나", 2), ("둘", 1)] {
            assert_eq!(create(&world.server, &world.admin, name_key(name), name).0, 200);
            assert_eq!(companies(test, name), expected, "{name}");
        }
    });
}

fn name_key(name: &str) -> &'static str {
    if name == "하나" { "\"1\"" } else { "\"2\"" }
}

#[test]
fn every_post_takes_a_key_and_stores_its_result_or_says_why_not() {
    let test = TestDatabase::sqlite();
    let keeping: BTreeSet<_> = mounted_keeping(&test.state()).into_iter().collect();
    for info in ENDPOINTS {
        assert_eq!(info.takes_key, info.method == Method::Post && info.keyless.is_none(), "{}", info.name);
        assert!(info.keyless.is_none() || info.method == Method::Post, "{} needs no reason", info.name);
        assert!(!info.takes_key || keeping.contains(info.name), "{} stores no result", info.name);
    }
}
