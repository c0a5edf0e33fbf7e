//! The declarations and the server belong together.

use crate::support::{TestDatabase, World, mounted};
use std::{collections::BTreeSet, path::Path};
use uno_core::{
    contract::{
        Access, BodyKind, ENDPOINTS,
        error::{ErrorBody, ErrorCode},
    },
    domain::access::Authority,
};
use uno_server::serve::openapi;

#[test]
fn every_declared_endpoint_is_mounted_once() {
    let test = TestDatabase::sqlite();
    let names = mounted(&test.state());
    let distinct: BTreeSet<_> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
    assert_eq!(distinct, ENDPOINTS.iter().map(|info| info.name).collect());
}

/// The path of an endpoint with its placeholders filled by an id that nobody has.
fn address(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "987654321" } else { part }).collect::<Vec<_>>().join("/")
}

#[test]
fn each_endpoint_lets_in_exactly_whom_its_declaration_names() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let state = &world.server.state;
        for info in ENDPOINTS.iter().filter(|info| info.access != Access::Public && info.name != "SignOut") {
            let body = (info.body != BodyKind::None).then_some(b"{}".as_slice());
            let url = world.server.url(&address(info.path));
            let (status, _) = world.server.send(info.method, &url, None, body);
            assert_eq!(status, 401, "{} without a token", info.name);
            for (authority, token) in world.tokens() {
                let session = state.keys.claims(token).unwrap().sid;
                let caller = state.callers.known(session);
                let (status, text) = world.server.send(info.method, &url, Some(token), body);
                let caller = caller.or_else(|| state.callers.known(session)).unwrap();
                let allowed = match info.access {
                    Access::Public | Access::SignedIn => true,
                    Access::AnyStaff => authority != Authority::Member,
                    Access::Member => authority == Authority::Member,
                    Access::Staff { screen, action } => {
                        authority != Authority::Member
                            && caller
                                .items
                                .iter()
                                .any(|item| item.url.starts_with(screen) && item.permission().allows(action))
                    }
                };
                assert_eq!(status != 403, allowed, "{} as {authority:?}: {status} {text}", info.name);
                assert_ne!(status, 500, "{} as {authority:?}: {text}", info.name);
            }
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
    let text = openapi::text().unwrap();
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
