//! The declarations match the server.

use crate::{
    openapi,
    support::{TestDatabase, World, add_account, code, mounted, session},
};
use std::{collections::BTreeSet, path::Path};
use uno_core::{
    contract::{
        BodyKind, ENDPOINTS,
        error::{ErrorBody, ErrorCode},
    },
    domain::access::Authority,
};

#[test]
fn every_declared_endpoint_is_mounted_once() {
    let test = TestDatabase::sqlite();
    let names = mounted(&test.state());
    let distinct: BTreeSet<_> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
    assert_eq!(distinct, ENDPOINTS.iter().map(|info| info.name).collect());
}

/// Returns the path of an endpoint with placeholders replaced by a nonexistent id.
fn address(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "987654321" } else { part }).collect::<Vec<_>>().join("/")
}

/// The accounts each endpoint admits, with the built-in permission groups. Written by hand from the product's
/// specification, not from the declarations.
const WHO_MAY: &str = include_str!("../data/who-may.txt");

#[test]
fn each_endpoint_lets_in_exactly_whom_the_reviewed_table_names() {
    let rows: Vec<Vec<&str>> = WHO_MAY
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    let (head, rows) = rows.split_first().unwrap();
    let reviewed: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(reviewed, ENDPOINTS.iter().map(|info| info.name).collect(), "each endpoint has its line in who-may.txt");
    TestDatabase::each(|test| {
        let world = World::build(test);
        for row in rows {
            let info = ENDPOINTS.iter().find(|info| info.name == row[0]).unwrap();
            let body = (info.body != BodyKind::None).then_some(b"{}".as_slice());
            let url = world.server.url(&address(info.path));
            let mut found = vec![row[0]];
            for role in &head[1..] {
                let tokens = world.tokens();
                let token = tokens.iter().find(|(authority, _)| authority.as_str() == *role).map(|(_, token)| *token);
                // An account that signs out or is deleted could not be used again.
                let session =
                    token.filter(|_| ["SignOut", "EndOwnSession", "DeleteOwnUser"].contains(&info.name)).map(|_| {
                        if info.name == "DeleteOwnUser" && *role == "MEMBER" {
                            return add_account(&world.server.state, "leaving", Authority::Member, None);
                        }
                        let login_id = if *role == "ADMIN" { "root".to_owned() } else { role.to_lowercase() };
                        let authority = Authority::parse(role).unwrap();
                        session(&world.server.state, &login_id, authority).access_token.token
                    });
                let (status, text) = world.server.send(info.method, &url, session.as_deref().or(token), body);
                assert_ne!(status, 500, "{} as {role}: {text}", info.name);
                let body: Option<ErrorBody> = serde_json::from_str(&text).ok();
                let refused = match body.as_ref().map(code) {
                    Some(ErrorCode::Unauthenticated) => "401",
                    Some(ErrorCode::Forbidden) => "403",
                    _ => "yes",
                };
                found.push(refused);
            }
            assert_eq!(&found, row, "{head:?}");
        }
    });
}

#[test]
fn errors_name_their_code_and_request_and_nothing_of_the_inside() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let get = |path: &str, token: Option<&str>| {
        let (status, text) = world.server.send(uno_core::contract::Method::Get, &world.server.url(path), token, None);
        (status, serde_json::from_str::<ErrorBody>(&text).unwrap())
    };
    for (path, token, status, expected) in [
        ("/api/v1/nothing", None, 404, ErrorCode::NoSuchPath),
        ("/api/v1/companies", None, 401, ErrorCode::Unauthenticated),
        ("/api/v1/companies", Some("a.b.c"), 401, ErrorCode::Unauthenticated),
        ("/api/v1/companies/77777", Some(world.admin.as_str()), 404, ErrorCode::NotFound),
        ("/api/v1/companies/x", Some(world.admin.as_str()), 422, ErrorCode::Invalid),
        ("/api/v1/companies?page=-1", Some(world.admin.as_str()), 422, ErrorCode::Invalid),
        ("/api/v1/account/me?evil=", Some(world.admin.as_str()), 422, ErrorCode::Invalid),
        ("/api/v1/auth/token", None, 405, ErrorCode::MethodNotAllowed),
    ] {
        let (found, body) = get(path, token);
        assert_eq!((found, body.code), (status, expected.number()), "{path}");
        assert_eq!(body.request_id.len(), 16, "{path}");
    }
    let (_, body) = get("/api/v1/companies?page=-1", Some(&world.admin));
    assert_eq!(body.fields.first().map(|field| field.path.as_str()), Some("page"));
}

#[test]
fn a_body_that_is_too_large_or_no_json_is_refused() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let url = world.server.url("/api/v1/companies");
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(300 * 1024));
    for (body, status) in [(large.as_bytes(), 413), (b"{".as_slice(), 400), (b"\x00\x01".as_slice(), 415)] {
        let (found, _) = world.server.send(uno_core::contract::Method::Post, &url, Some(&world.admin), Some(body));
        assert_eq!(found, status);
    }
}

#[test]
fn the_kept_document_is_that_of_the_declarations() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json");
    let text = openapi::text();
    if std::env::var_os("UNO_UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "docs/openapi.json is not up to date: run the tests with UNO_UPDATE_SNAPSHOTS=1");
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(document["paths"]["/api/v1/companies"]["get"]["operationId"], "ListCompanies");
}

#[test]
fn every_error_is_in_the_documented_catalogue() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/api.md");
    let text = std::fs::read_to_string(path).unwrap();
    for code in ErrorCode::ALL {
        let row = format!("| {} | {} |", code.number(), code.status());
        assert!(text.contains(&row), "docs/api.md has no row {row}");
    }
    let rows = text.lines().filter(|line| line.starts_with("| 1")).count();
    assert_eq!(rows, ErrorCode::ALL.len(), "docs/api.md has a row that no code has");
}
