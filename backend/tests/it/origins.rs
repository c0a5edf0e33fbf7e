//! Cross-origin requests, and clients behind a proxy.

use crate::support::{Server, TestDatabase};
use kernel::{
    db::schema::qr_code,
    settings::{SettingArguments, Settings},
};
use uno_core::contract::{Endpoint, own_account::GetAccount, qr_codes::CreateQrCode};

const TRUSTED: &str = "https://app.example.com";

fn settings() -> Settings {
    let arguments = SettingArguments {
        notice_until: "2025-07-18".into(),
        trusted_origins: vec![TRUSTED.into()],
        translation_script: Some("https://translate.example.com/widget.js".into()),
        translation_hosts: vec!["https://*.translate.example".into()],
        translation_pages: vec!["/system_management/".into()],
        ..SettingArguments::default()
    };
    Settings::of(&arguments).unwrap()
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).allow_non_standard_methods(true).build().into()
}

/// Returns the origin that is allowed for a request from `origin`, in the preflight and in the request.
fn allowed(server: &Server, origin: &str) -> [Option<String>; 2] {
    let url = server.url(GetAccount::INFO.path);
    let header = |answer: &ureq::http::Response<ureq::Body>| {
        answer.headers().get("access-control-allow-origin").map(|value| value.to_str().unwrap().to_owned())
    };
    let asked = agent()
        .options(&url)
        .header("origin", origin)
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "authorization")
        .call()
        .unwrap();
    assert!(!asked.headers().contains_key("access-control-allow-credentials"));
    let called = agent().get(&url).header("origin", origin).call().unwrap();
    [header(&asked), header(&called)]
}

#[test]
fn only_the_pages_of_trusted_origins_may_call() {
    let test = TestDatabase::sqlite();
    let server = Server::start_with(&test, settings());
    let trusted = Some(TRUSTED.to_owned());
    assert_eq!(allowed(&server, TRUSTED), [trusted.clone(), trusted]);
    assert_eq!(allowed(&server, "https://evil.example"), [None, None]);
    let closed = Server::start(&test);
    assert_eq!(allowed(&closed, TRUSTED), [None, None]);
}

#[test]
fn the_security_policy_names_what_the_settings_name_and_nothing_else() {
    let test = TestDatabase::sqlite();
    let policy = |server: &Server, page: &str| {
        let answer = agent().get(server.url(page)).call().unwrap();
        answer.headers()["content-security-policy"].to_str().unwrap().to_owned()
    };
    let directive = |policy: &str, name: &str| {
        policy.split(';').find(|part| part.trim().starts_with(name)).map(str::to_owned).unwrap_or_default()
    };
    let server = Server::start_with(&test, settings());
    let open = policy(&server, "/system_management/board_management");
    assert!(directive(&open, "connect-src").contains(TRUSTED), "{open}");
    assert!(directive(&open, "script-src").contains("https://translate.example.com"), "{open}");
    assert!(directive(&open, "frame-src").contains("https://*.translate.example"), "{open}");
    assert!(!directive(&open, "script-src").contains(TRUSTED), "{open}");
    for page in ["/", "/history/physical_test_result_history", "/system_management_2", "/api/docs"] {
        let without = policy(&server, page);
        assert!(!without.contains("translate.example"), "{page}: {without}");
        assert_eq!(directive(&without, "frame-src").trim(), "frame-src 'none'", "{page}");
    }
    let closed = policy(&Server::start(&test), "/system_management/board_management");
    assert_eq!(directive(&closed, "connect-src").trim(), "connect-src 'self'");
    assert_eq!(directive(&closed, "script-src").trim(), "script-src 'self' 'wasm-unsafe-eval'");
}

#[test]
fn a_caller_behind_the_proxy_is_known_by_what_the_proxy_adds_last() {
    let test = TestDatabase::sqlite();
    let asked_from = |server: &Server| {
        use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
        let answer = agent()
            .post(server.url(CreateQrCode::INFO.path))
            .header("x-forwarded-for", "6.6.6.6, 203.0.113.9")
            .send_empty()
            .unwrap();
        assert_eq!(answer.status(), 200);
        let found = server.state.database.read_blocking(|connection| {
            Ok(qr_code::table.order(qr_code::created_at.desc()).select(qr_code::address).first::<String>(connection)?)
        });
        found.unwrap()
    };
    assert_eq!(asked_from(&Server::start(&test)), "127.0.0.1");
    let behind = Settings { behind_proxy: true, ..Settings::default() };
    assert_eq!(asked_from(&Server::start_with(&test, behind)), "203.0.113.9");
}
