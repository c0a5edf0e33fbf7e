//! Tests that need no browser: requests, errors, rules.
#![cfg(target_arch = "wasm32")]

#[path = "support/grades.rs"]
mod grades;
mod support;

use support::{answer, answer_with, call, call_with, configure, failure, fake, js, json, property, text, value};
use uno_core::{
    contract::menu_items::{MenuItemId, PermittedMenuItem},
    domain::access::{Authority, access_of},
    wasm::{
        calculations,
        exports::{self, PermittedMenuItems},
    },
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

// As ES modules, like the JavaScript files next to the wasm.
wasm_bindgen_test_configure!(run_in_node_experimental);

/// Signs in. The session is kept in memory, because Node has no cookie jar.
async fn signed_in() {
    fake("return json(200, pair('ADMIN'))");
    js("globalThis.settings = { baseUrl: 'http://localhost:1/' }");
    configure("settings");
    answer(exports::sign_in("admin".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    js("fake.calls.length = 0");
    answer_with("return json(200, { seen: true })");
}

#[wasm_bindgen_test]
async fn a_code_of_the_second_step_is_sent_with_the_password() {
    fake("return json(200, pair('VENDOR'))");
    configure(r#"{ "baseUrl": "http://localhost:1" }"#);
    answer(exports::sign_in("kim".into(), "a b".into(), "123456".into(), JsValue::UNDEFINED)).await;
    assert_eq!(
        text("fake.calls[0].body"),
        r#"{"grantType":"password","loginId":"kim","password":"a b","oneTimeCode":"123456"}"#
    );
}

#[wasm_bindgen_test]
async fn who_wakes_a_dormant_account_says_so_with_the_password() {
    fake("return json(200, pair('MEMBER'))");
    configure(r#"{ "baseUrl": "http://localhost:1" }"#);
    answer(exports::sign_in("kim".into(), "a b".into(), JsValue::UNDEFINED, true.into())).await;
    assert_eq!(
        text("fake.calls[0].body"),
        r#"{"grantType":"password","loginId":"kim","password":"a b","wakeUp":true}"#
    );
}

#[wasm_bindgen_test]
async fn signing_in_sends_the_password_and_gives_the_authority() {
    fake("return json(200, pair('VENDOR'))");
    configure(r#"{ "baseUrl": "http://localhost:1" }"#);
    answer(exports::sign_in("kim".into(), "a b".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    assert_eq!(exports::authority(), "VENDOR");
    assert_eq!(text("fake.calls[0].method + ' ' + fake.calls[0].url"), "POST http://localhost:1/api/v1/auth/token");
    assert_eq!(text("fake.calls[0].body"), r#"{"grantType":"password","loginId":"kim","password":"a b"}"#);
    assert_eq!(text("fake.calls[0].headers['content-type']"), "application/json");
    answer(exports::sign_out()).await;
    assert_eq!(exports::authority(), "ANONYMOUS");
    assert_eq!(text("fake.calls[1].headers.authorization"), format!("Bearer {}", text("jwt('VENDOR')")));
}

#[wasm_bindgen_test]
async fn a_missing_argument_rejects_before_anything_is_sent() {
    signed_in().await;
    for path in ["null", "{}", r#"{ "companyId": null }"#, r#"{ "companyId": "" }"#] {
        let error = failure(call_with("GetCompany", &value(path), &JsValue::NULL, &JsValue::NULL)).await;
        assert_eq!(property(&error, "message"), "Required parameter companyId was null or undefined", "{path}");
        assert!(exports::is_uno_error(&error));
    }
    for body in [JsValue::NULL, JsValue::UNDEFINED] {
        let error = failure(call_with("CreateCompany", &JsValue::NULL, &JsValue::NULL, &body)).await;
        assert_eq!(property(&error, "message"), "Required parameter body was null or undefined");
    }
    assert_eq!(text("fake.calls.length"), "0");
}

#[wasm_bindgen_test]
async fn an_endpoint_that_nobody_declared_rejects() {
    let error = failure(call("Nothing")).await;
    assert_eq!(property(&error, "message"), "There is no endpoint Nothing.");
    assert_eq!(property(&error, "name"), "UnoError");
}

#[wasm_bindgen_test]
async fn a_query_repeats_the_keys_of_lists_and_leaves_out_what_is_absent() {
    signed_in().await;
    let query = r#"{ "types": ["VENDOR", "DEALER"], "serviceIds": [1, 2], "name": "김 & co", "page": 0, "parentCompanyId": null }"#;
    answer(call_with("ListCompanies", &JsValue::NULL, &value(query), &JsValue::NULL)).await;
    assert_eq!(
        text("fake.calls[0].url"),
        "http://localhost:1/api/v1/companies?types=VENDOR&types=DEALER&serviceIds=1&serviceIds=2\
         &name=%EA%B9%80%20%26%20co&page=0"
    );
}

#[wasm_bindgen_test]
async fn a_body_travels_as_json_and_a_file_as_its_bytes() {
    signed_in().await;
    let (path, body) = (value(r#"{ "companyId": 7 }"#), value(r#"{ "name": "새 회사" }"#));
    answer(call_with("UpdateCompany", &path, &JsValue::NULL, &body)).await;
    assert_eq!(text("fake.calls[0].method + ' ' + fake.calls[0].body"), r#"POST {"name":"새 회사"}"#);
    let file = js("new Blob(['a,b\\n1,2\\n'])");
    let query = value(r#"{ "fileName": "a.csv", "format": "CSV" }"#);
    answer(call_with("PreviewMemberImport", &path, &query, &file)).await;
    assert_eq!(
        text("fake.calls[1].body + fake.calls[1].headers['content-type']"),
        "a,b\n1,2\napplication/octet-stream"
    );
}

#[wasm_bindgen_test]
async fn a_body_that_is_no_json_rejects_and_sends_nothing() {
    signed_in().await;
    let circle = js("(() => { const circle = {}; circle.circle = circle; return circle })()");
    let error = failure(call_with("CreateCompany", &JsValue::NULL, &JsValue::NULL, &circle)).await;
    assert!(exports::is_uno_error(&error));
    assert_eq!(text("fake.calls.length"), "0");
}

#[wasm_bindgen_test]
async fn an_answer_that_is_no_json_is_a_blob() {
    signed_in().await;
    answer_with("return new Response('bytes', { headers: { 'content-type': 'text/csv' } })");
    let file = answer(call_with("DownloadJobFile", &value(r#"{ "jobId": 3 }"#), &JsValue::NULL, &JsValue::NULL)).await;
    assert_eq!(property(&file, "size"), "5");
}

#[wasm_bindgen_test]
async fn an_error_of_the_server_keeps_its_code_status_fields_and_request() {
    signed_in().await;
    answer_with(
        "return json(422, { code: 10002, message: 'Some fields are not valid.', requestId: 'r-1',
         fields: [{ path: 'name', code: 'tooLong', params: { max: '100' } }] })",
    );
    let error = failure(call("GetAccount")).await;
    let seen = ["name", "code", "status", "message", "requestId", "fields"].map(|name| property(&error, name));
    assert_eq!(
        seen,
        [
            "UnoError",
            "10002",
            "422",
            "Some fields are not valid.",
            "r-1",
            r#"[{"path":"name","code":"tooLong","params":{"max":"100"}}]"#
        ]
    );
    assert!(error.is_instance_of::<js_sys::Error>());
}

#[wasm_bindgen_test]
async fn who_asks_too_often_learns_when_to_come_back() {
    signed_in().await;
    answer_with("return json(429, { code: 10011, message: 'too many' }, { 'retry-after': '240' })");
    let error = failure(call("GetAccount")).await;
    assert_eq!((property(&error, "status"), property(&error, "retryAfter")), ("429".into(), "240".into()));
    answer_with("return json(429, { code: 10011, message: 'too many' }, { 'retry-after': 'Sat, 21 Nov 2026' })");
    assert_eq!(property(&failure(call("GetAccount")).await, "retryAfter"), "undefined");
}

#[wasm_bindgen_test]
async fn an_error_of_somebody_else_is_an_error_too() {
    signed_in().await;
    for body in ["'<html>Bad gateway</html>'", "'{'", "'[]'", "'null'", r#"'{"code":"x"}'"#, r#"'{"code":-1}'"#] {
        for kind in ["text/html", "application/json"] {
            answer_with(&format!(
                "return new Response({body}, {{ status: 502, headers: {{ 'content-type': '{kind}' }} }})"
            ));
            let error = failure(call("GetAccount")).await;
            assert_eq!(
                (property(&error, "code"), property(&error, "status")),
                ("10099".into(), "502".into()),
                "{body}"
            );
        }
    }
}

#[wasm_bindgen_test]
async fn an_answer_that_cannot_be_read_rejects() {
    signed_in().await;
    answer_with("return new Response('{', { headers: { 'content-type': 'application/json' } })");
    let error = failure(call("GetAccount")).await;
    assert_eq!(property(&error, "message"), "The answer could not be read.");
}

#[wasm_bindgen_test]
async fn no_connection_has_status_zero_and_names_its_cause() {
    signed_in().await;
    for cause in ["new TypeError('fetch failed')", "'text'", "null"] {
        answer_with(&format!("throw {cause}"));
        let error = failure(call("GetAccount")).await;
        assert!(exports::is_uno_error(&error), "{cause}");
        assert_eq!(property(&error, "status"), "0", "{cause}");
    }
    answer_with("throw new TypeError('fetch failed')");
    assert_eq!(property(&failure(call("GetAccount")).await, "message"), "fetch failed");
}

#[wasm_bindgen_test]
async fn a_call_without_a_session_is_not_sent() {
    signed_in().await;
    answer(exports::sign_out()).await;
    js("fake.calls.length = 0");
    let error = failure(call("GetAccount")).await;
    assert_eq!((property(&error, "code"), property(&error, "status")), ("11001".into(), "401".into()));
    assert_eq!(text("fake.calls.length"), "0");
}

#[wasm_bindgen_test]
fn a_form_is_checked_by_the_rules_of_the_server() {
    let found = |form: &str, given: &str| json(&exports::validate(&form.into(), &value(given)).ok().into());
    assert_eq!(found("SignInForm", r#"{ "loginId": "kim", "password": " " }"#), "[]");
    assert_eq!(
        found("SignInForm", r#"{ "loginId": "" }"#),
        r#"[{"path":"loginId","code":"required","params":{}},{"path":"password","code":"required","params":{}}]"#
    );
    let long = "x".repeat(101);
    assert_eq!(
        found("SignInForm", &format!(r#"{{ "loginId": "{long}", "password": "x" }}"#)),
        r#"[{"path":"loginId","code":"tooLong","params":{"max":"100"}}]"#
    );
    assert_eq!(found("SignInForm", "[]"), r#"[{"path":"","code":"type","params":{}}]"#);
    assert!(exports::validate(&"NoForm".into(), &JsValue::NULL).is_err());
}

#[wasm_bindgen_test]
fn the_fields_of_a_form_say_what_is_required_and_how_long() {
    let fields = JsValue::from(exports::form_fields(&"SignInForm".into()).ok());
    assert_eq!(
        json(&fields),
        r#"[{"path":"loginId","required":true,"kind":"text","min":1,"max":100},{"path":"password","required":true,"kind":"secret","min":0,"max":200}]"#
    );
    let fields = json(&exports::form_fields(&"CompanySave".into()).ok().into());
    assert!(
        fields.contains(r#"{"path":"type","required":true,"kind":"word","words":["VENDOR","DEALER","RETAILER"]}"#),
        "{fields}"
    );
    assert!(exports::form_fields(&"NoForm".into()).is_err());
}

#[wasm_bindgen_test]
fn access_is_decided_by_the_menu_items_of_the_account() {
    let items = r#"[
        { "menuItemId": 1, "url": "/history", "unrestricted": false, "read": true, "create": false, "update": false, "delete": false },
        { "menuItemId": 2, "url": "/history/hr", "unrestricted": false, "read": true, "create": true, "update": true, "delete": true }]"#;
    let access = |path: &str, items: &str, authority: &str| {
        let items: PermittedMenuItems = value(items).unchecked_into();
        json(&exports::access_of(&path.into(), &items, &authority.into()).ok().into())
    };
    let (all, read, none) = (
        r#"{"read":true,"create":true,"update":true,"delete":true}"#,
        r#"{"read":true,"create":false,"update":false,"delete":false}"#,
        r#"{"read":false,"create":false,"update":false,"delete":false}"#,
    );
    assert_eq!(access("/history/hr/7", items, "VENDOR"), all);
    assert_eq!(access("/history/hrx", items, "VENDOR"), read);
    assert_eq!(access("/system_management", items, "VENDOR"), none);
    assert_eq!(access("/dashboard", "[]", "OPERATOR"), all);
    assert_eq!(access("/history", items, "ANONYMOUS"), none);
    for nothing in ["[]", "[null]", "[[]]", "[7]", r#"[{ "url": 7, "read": 1 }]"#] {
        assert_eq!(access("/history", nothing, "ADMIN"), none, "{nothing}");
    }
}

#[wasm_bindgen_test]
fn ages_and_days_are_those_of_seoul() {
    assert_eq!(calculations::age_at_text(&"1990-05-17".into(), &"2026-05-16".into()), Ok(Some(35)));
    assert_eq!(calculations::age_at_text(&"1990-05-17".into(), &"2026-05-17".into()), Ok(Some(36)));
    assert_eq!(calculations::age_at_text(&"1990-02-30".into(), &"2026-05-17".into()), Ok(None));
    assert_eq!(calculations::age_at_text(&"2030-01-01".into(), &"2026-05-17".into()), Ok(None));
    assert_eq!(calculations::year_age_at_text(&"1990-12-31".into(), &"2026-01-01".into()), Ok(Some(36)));
    let expected = text("new Date(Date.now() + 9 * 3600e3).toISOString().slice(0, 10)");
    assert_eq!(calculations::today(), expected);
}

#[wasm_bindgen_test]
fn only_errors_of_this_module_are_taken_for_such() {
    for other in ["null", "undefined", "7", "'UnoError'", "new TypeError('x')", "({ name: 7 })"] {
        assert!(!exports::is_uno_error(&js(other)), "{other}");
    }
}

#[wasm_bindgen_test]
async fn a_host_keeps_the_tokens_in_its_own_store() {
    fake("return json(200, pair(call.body.includes('refresh_token') ? 'NEW' : 'MEMBER'))");
    js(
        "globalThis.kept = []; globalThis.store = { held: null, load() { return this.held }, save(tokens) { this.held = tokens; kept.push(tokens) } }",
    );
    configure("{ baseUrl: 'http://localhost:1', store }");
    assert_eq!(exports::authority(), "ANONYMOUS");
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    assert_eq!(exports::authority(), "MEMBER");
    assert_eq!(
        text("Object.keys(store.held).join() + Object.keys(store.held.accessToken).join()"),
        "accessToken,refreshTokentoken,expiresAt"
    );
    assert_eq!(
        text("store.held.refreshToken.token + ' ' + typeof store.held.refreshToken.expiresAt"),
        "refresh-MEMBER number"
    );
    // The tokens of the host's store are used, even if it stored them in the format of a server response.
    js("store.held = { ...store.held, accessToken: { ...store.held.accessToken, expiresAt: 1 } }");
    answer(call("GetAccount")).await;
    assert_eq!((exports::authority().as_str(), text("renewals()").as_str()), ("NEW", "1"));
    js("store.held = pair('VENDOR')");
    assert_eq!(exports::authority(), "VENDOR");
    answer(exports::sign_out()).await;
    assert_eq!((text("store.held"), text("kept.length")), ("null".into(), "3".into()));
    configure("{}");
}

/// Replaces `console.warn` and makes `store`, a JavaScript expression, the token store of the host.
fn store(store: &str) {
    js(&format!(
        "globalThis.warned = []; globalThis.warn ??= console.warn; console.warn = (text) => warned.push(text); globalThis.store = {store}"
    ));
    configure("{ baseUrl: 'http://localhost:1', store }");
}

fn own_store() {
    js("console.warn = warn");
    configure("{}");
}

/// Returns a failed call as `name code status message`.
fn told(error: &JsValue) -> String {
    ["name", "code", "status", "message"].map(|name| property(error, name)).join(" ")
}

#[wasm_bindgen_test]
async fn what_the_person_does_is_told_after_five_minutes_and_what_the_page_does_is_not() {
    fake("return json(200, pair('ADMIN', 900_000, 1_800_000, clock.now))");
    js(
        "globalThis.clock = { now: 1_800_000_000_000, minute: (count) => { clock.now = 1_800_000_000_000 + count * 60_000 } }",
    );
    configure("{ baseUrl: 'http://localhost:1', clock: () => clock.now }");
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    let at = |minute: f64| exports::note_activity((1_800_000_000_000.0 + minute * 60_000.0).into());
    let told = || {
        text(
            "fake.calls.map((call) => call.body && JSON.parse(call.body).idleSeconds).filter((idle) => typeof idle === 'number')",
        )
    };

    let end = |minute: f64| Some(1_800_000_000_000.0 + minute * 60_000.0);
    js("clock.minute(4)");
    assert_eq!(answer(at(3.0)).await.as_f64(), end(30.0), "when it ends by itself");
    assert_eq!(told(), "", "not more often than every five minutes");
    js("clock.minute(6)");
    assert_eq!(answer(at(3.0)).await.as_f64(), end(36.0), "when it ends by itself after its renewal");
    assert_eq!(told(), "180", "what was done three minutes ago");
    js("clock.minute(12)");
    answer(at(3.0)).await;
    assert_eq!(told(), "180", "nobody has done anything since");
    // A call that the page makes on its own renews the session and reports that the user was idle.
    js("clock.minute(22)");
    answer(call("GetAccount")).await;
    assert_eq!(told(), "180,1140");
    js("clock.minute(30)");
    answer(at(30.0)).await;
    assert_eq!(told(), "180,1140,0");
    configure("{}");
}

#[wasm_bindgen_test]
async fn an_empty_store_is_nobodys_session() {
    fake("return json(200, pair('MEMBER'))");
    for kept in ["null", "undefined", "{}", "{ accessToken: null, refreshToken: undefined }"] {
        store(&format!("{{ load: () => ({kept}), save() {{}} }}"));
        assert_eq!(exports::authority(), "ANONYMOUS", "{kept}");
        assert_eq!(told(&failure(call("GetAccount")).await), "UnoError 11001 401 Sign in first.", "{kept}");
        assert_eq!(text("warned.length"), "0", "{kept}");
    }
    own_store();
}

#[wasm_bindgen_test]
async fn a_store_that_fails_or_answers_something_else_fails_the_calls() {
    fake("return json(200, pair('MEMBER'))");
    for (load, message) in [
        ("{ throw new Error('locked') }", "The token store has failed."),
        ("{ throw undefined }", "The token store has failed."),
        ("{ return 7 }", "The token store has answered no tokens."),
        ("{ return 'tokens' }", "The token store has answered no tokens."),
        ("{ return Promise.resolve(pair('MEMBER')) }", "The token store has answered no tokens."),
        ("{ return { accessToken: { token: 7, expiresAt: 1e13 } } }", "The token store has answered no tokens."),
        ("{ return { accessToken: { token: 'x', expiresAt: 1e300 } } }", "The token store has answered no tokens."),
        ("{ return { accessToken: { token: 'x', expiresAt: NaN } } }", "The token store has answered no tokens."),
        ("{ return { accessToken: { token: 'x', expiresAt: 'soon' } } }", "The token store has answered no tokens."),
        ("{ return { accessToken: { token: '가\\n', expiresAt: 1e13 } } }", "The token store has answered no tokens."),
        ("{ return { accessToken: [], refreshToken: [] } }", "The token store has answered no tokens."),
    ] {
        store(&format!("{{ load() {load}, save() {{}} }}"));
        assert_eq!(told(&failure(call("GetAccount")).await), format!("UnoError 10099 0 {message}"), "{load}");
        assert_eq!(exports::authority(), "ANONYMOUS", "{load}");
        assert_eq!(text("warned.length > 0 && fake.calls.length === 0"), "true", "{load}");
    }
    own_store();
}

#[wasm_bindgen_test]
async fn a_store_that_cannot_keep_fails_signing_in_and_out() {
    fake("return json(200, pair('MEMBER'))");
    store("{ held: null, load() { return this.held }, save() { throw new Error('full') } }");
    let failed = "UnoError 10099 0 The token store has failed.";
    assert_eq!(
        told(&failure(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await),
        failed
    );
    assert_eq!(told(&failure(exports::sign_in_by_qr_code("code".into())).await), failed);
    assert_eq!(exports::authority(), "ANONYMOUS");
    js("store.held = pair('MEMBER')");
    assert_eq!(told(&failure(exports::sign_out()).await), failed);
    assert_eq!(exports::authority(), "MEMBER", "the tokens are still there, and nobody is told otherwise");
    own_store();
}

#[wasm_bindgen_test]
async fn tokens_that_a_store_does_not_take_when_they_are_renewed_are_kept_until_it_does() {
    fake(
        "return call.body.includes('refresh_token') ? json(200, pair('NEW')) : json(200, { token: call.headers.authorization })",
    );
    store(
        "{ held: pair('OLD', -1_000), load() { return this.held }, save(tokens) { if (this.full) throw new Error('full'); this.held = tokens }, full: true }",
    );
    for _ in 0..2 {
        let seen = answer(call("GetAccount")).await;
        assert_eq!(property(&seen, "token"), text("'Bearer ' + jwt('NEW')"));
    }
    assert_eq!((text("renewals()"), text("store.held.refreshToken.token")), ("1".into(), "refresh-OLD".into()));
    js("store.full = false");
    assert_eq!((exports::authority(), text("store.held.refreshToken.token")), ("NEW".into(), "refresh-NEW".into()));
    own_store();
}

#[wasm_bindgen_test]
async fn a_host_decides_what_time_it_is() {
    signed_in().await;
    js("globalThis.time = Date.UTC(2031, 0, 31, 15)");
    configure("{ baseUrl: 'http://localhost:1', clock: () => time }");
    assert_eq!(calculations::today(), "2031-02-01");
    assert_eq!(exports::authority(), "ANONYMOUS", "the session has ended by that clock");
    for broken in
        ["() => NaN", "() => 1e300", "() => -Infinity", "() => { throw new Error('stopped') }", "() => 'noon'", "null"]
    {
        configure(&format!("{{ clock: {broken} }}"));
        assert_eq!(
            calculations::today(),
            text("new Date(Date.now() + 9 * 3600e3).toISOString().slice(0, 10)"),
            "{broken}"
        );
    }
    configure("{}");
}

#[wasm_bindgen_test]
async fn a_host_sends_the_requests_itself() {
    fake("throw new Error('not this one')");
    js(
        "globalThis.own = []; globalThis.settings = { baseUrl: 'http://localhost:1', fetch: async (request) => { own.push(request); return json(200, pair('OPERATOR')); } }",
    );
    configure("settings");
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    assert_eq!(text("own[0] instanceof Request && own[0].url"), "http://localhost:1/api/v1/auth/token");
    assert_eq!(text("fake.calls.length"), "0");
    // A response that is not a promise, and a failure that is not a rejection.
    js("settings.fetch = () => json(200, { fine: true })");
    configure("settings");
    assert_eq!(property(&answer(call("GetAccount")).await, "fine"), "true");
    js("settings.fetch = () => { throw new TypeError('no line') }");
    configure("settings");
    assert_eq!(property(&failure(call("GetAccount")).await, "message"), "no line");
    // New settings replace all earlier ones.
    answer_with("return json(200, { global: true })");
    configure("{ baseUrl: 'http://localhost:2' }");
    assert_eq!(property(&answer(call("GetAccount")).await, "global"), "true");
    assert_eq!(text("fake.calls[0].url"), "http://localhost:2/api/v1/account/me");
}

/// Sets up a session that must be renewed and whose requests are sent by this `fetch`.
fn renewing_by(fetch: &str) {
    fake("return call.body.includes('refresh_token') ? json(200, pair('NEW')) : json(200, { fine: true })");
    js("globalThis.held = pair('OLD', -1_000)");
    configure(&format!(
        "{{ baseUrl: 'http://localhost:1', fetch: {fetch}, store: {{ load: () => held, save: (tokens) => {{ held = tokens }} }} }}"
    ));
}

/// Faults of a host's `fetch`, with the resulting message.
const WRONG: &[(&str, &str)] = &[
    ("() => undefined", "fetch answered no Response"),
    ("async () => null", "fetch answered no Response"),
    ("async () => ({})", "fetch answered no Response"),
    ("async () => ({ ok: true, status: 200, headers: {}, json: () => ({}) })", "fetch answered no Response"),
    ("async () => 'text'", "fetch answered no Response"),
    ("async () => [200]", "fetch answered no Response"),
    ("() => { throw new TypeError('no line') }", "no line"),
    ("() => { throw undefined }", "The server was not reached."),
    ("async () => { throw new Error('') }", "The server was not reached."),
    ("() => Promise.reject()", "The server was not reached."),
    ("() => Promise.reject('text')", "The server was not reached."),
    ("() => Promise.reject(null)", "The server was not reached."),
    ("() => ({ then() { throw new Error('no promise') } })", "no promise"),
    ("() => ({ get then() { throw new Error('no getter') } })", "no getter"),
    (
        "async () => new Response(new ReadableStream({ start(body) { body.enqueue(new Uint8Array([123])); body.error(new Error('cut off')) } }), { headers: { 'content-type': 'application/json' } })",
        "cut off",
    ),
    ("async () => new Response(new ReadableStream({ start(body) { body.error(new Error('cut off')) } }))", "cut off"),
];

#[wasm_bindgen_test]
async fn whatever_a_hosts_fetch_does_is_an_error_and_the_next_renewal_works() {
    for (fetch, message) in WRONG {
        renewing_by(fetch);
        let calls = [call("GetAccount"), call("GetAccount")];
        for call in calls {
            assert_eq!(told(&failure(call).await), format!("UnoError 0 0 {message}"), "{fetch}");
        }
        configure(
            "{ baseUrl: 'http://localhost:1', store: { load: () => held, save: (tokens) => { held = tokens } } }",
        );
        assert_eq!(property(&answer(call("GetAccount")).await, "fine"), "true", "{fetch}");
        assert_eq!(text("renewals()"), "1", "{fetch}");
    }
    configure("{}");
}

/// Shortens timers of half a minute to 20 ms.
const HASTE: &str = "globalThis.realTimeout ??= setTimeout; globalThis.setTimeout = (act, wait) => realTimeout(act, wait === 30_000 ? 20 : wait)";

#[wasm_bindgen_test]
async fn what_never_answers_is_given_up_after_half_a_minute() {
    js(HASTE);
    for fetch in [
        "(request) => { globalThis.sent = request; return new Promise(() => undefined) }",
        "(request) => { globalThis.sent = request; return new Response(new ReadableStream({}), { headers: { 'content-type': 'application/json' } }) }",
    ] {
        renewing_by(fetch);
        assert_eq!(told(&failure(call("GetAccount")).await), "UnoError 0 0 No answer within 30 seconds", "{fetch}");
        assert_eq!(text("sent.signal.aborted"), "true", "{fetch}");
        configure(
            "{ baseUrl: 'http://localhost:1', store: { load: () => held, save: (tokens) => { held = tokens } } }",
        );
        assert_eq!(property(&answer(call("GetAccount")).await, "fine"), "true", "{fetch}");
    }
    js("globalThis.setTimeout = realTimeout");
    configure("{}");
}

#[wasm_bindgen_test]
async fn a_file_may_take_longer_than_half_a_minute() {
    signed_in().await;
    js(HASTE);
    answer_with("await pause(60); return json(200, { seen: true })");
    let (path, file) = (value(r#"{ "companyId": 7 }"#), js("new Blob(['a'])"));
    let seen = answer(call_with("PreviewMemberImport", &path, &JsValue::NULL, &file)).await;
    assert_eq!(property(&seen, "seen"), "true");
    answer_with(
        "return new Response(new ReadableStream({ async pull(body) { await pause(60); body.close() } }), { headers: { 'content-type': 'text/csv' } })",
    );
    let file = answer(call_with("DownloadJobFile", &value(r#"{ "jobId": 3 }"#), &JsValue::NULL, &JsValue::NULL)).await;
    assert_eq!(property(&file, "size"), "0");
    js("globalThis.setTimeout = realTimeout");
}

#[wasm_bindgen_test]
async fn what_a_getter_throws_does_not_stop_the_calls_that_follow() {
    signed_in().await;
    for part in ["({ get name() { throw new Error('no') } })", "new Proxy({}, { ownKeys() { throw new Error('no') } })"]
    {
        let error = failure(call_with("ListCompanies", &JsValue::NULL, &js(part), &JsValue::NULL)).await;
        assert_eq!(property(&error, "message"), "query must be an object", "{part}");
        assert_eq!(property(&answer(call("GetAccount")).await, "seen"), "true", "{part}");
    }
}

#[wasm_bindgen_test]
async fn a_value_that_cannot_be_sent_is_named_and_nothing_is_sent() {
    signed_in().await;
    for cannot in [
        "10n",
        "new Map([[1, 2]])",
        "new Set([1])",
        "() => 1",
        "Symbol('x')",
        "NaN",
        "-Infinity",
        "new Date('no date')",
        "1.005",
        "2 ** 53",
        "{ nested: 1 }",
        "[1, undefined]",
        "[1, [2]]",
        "[new Map()]",
        "new URLSearchParams('a=1')",
        "/expression/",
    ] {
        let query = js(&format!("({{ name: 'a', page: {cannot} }})"));
        let error = failure(call_with("ListCompanies", &JsValue::NULL, &query, &JsValue::NULL)).await;
        assert_eq!(told(&error), "UnoError 10001 400 Parameter page has a value that cannot be sent", "{cannot}");
        assert_eq!(property(&error, "fields"), r#"[{"path":"page","code":"type","params":{}}]"#, "{cannot}");
        let path = js(&format!("({{ companyId: {cannot} }})"));
        let error = failure(call_with("GetCompany", &path, &JsValue::NULL, &JsValue::NULL)).await;
        assert_eq!(property(&error, "message"), "Parameter companyId has a value that cannot be sent", "{cannot}");
    }
    assert_eq!(text("fake.calls.length"), "0");
}

#[wasm_bindgen_test]
async fn a_date_is_sent_as_its_iso_text_and_what_is_absent_is_not_sent() {
    signed_in().await;
    let query = js(
        "({ startCreatedAt: new Date(Date.UTC(2026, 10, 21, 1, 2, 3)), memberIds: [1, 2], name: undefined, memo: null, pageSize: 1.5, own: { toJSON: () => 'x' } })",
    );
    answer(call_with("ListCompanies", &JsValue::NULL, &query, &JsValue::NULL)).await;
    assert_eq!(
        text("fake.calls[0].url.split('?')[1]"),
        "startCreatedAt=2026-11-21T01%3A02%3A03.000Z&memberIds=1&memberIds=2&pageSize=1.5&own=x"
    );
    let body = js(
        "({ at: new Date(0), name: undefined, memo: null, weightKg: 70.125, serviceIds: [1], deep: { of: [{ a: true }] } })",
    );
    answer(call_with("CreateCompany", &JsValue::NULL, &JsValue::NULL, &body)).await;
    assert_eq!(
        text("fake.calls[1].body"),
        r#"{"at":"1970-01-01T00:00:00.000Z","memo":null,"weightKg":70.125,"serviceIds":[1],"deep":{"of":[{"a":true}]}}"#
    );
}

#[wasm_bindgen_test]
async fn a_body_that_json_would_change_is_refused() {
    signed_in().await;
    for (body, name) in [
        ("({ a: [1, undefined] })", "a.1"),
        ("({ a: [1, , 3] })", "a.1"),
        ("({ a: { b: 10n } })", "a.b"),
        ("({ a: new Map() })", "a"),
        ("({ a: new Set() })", "a"),
        ("({ a: NaN })", "a"),
        ("({ a: [-Infinity] })", "a.0"),
        ("({ a: () => 1 })", "a"),
        ("({ a: Symbol('x') })", "a"),
        ("({ a: new Date(NaN) })", "a"),
        ("new Map([['a', 1]])", "body"),
        ("10n", "body"),
        ("globalThis.circle = { a: { b: null } }, circle.a.b = circle", "a.b"),
    ] {
        let error = failure(call_with("CreateCompany", &JsValue::NULL, &JsValue::NULL, &js(body))).await;
        assert_eq!(
            told(&error),
            format!("UnoError 10001 400 Parameter {name} has a value that cannot be sent"),
            "{body}"
        );
    }
    assert_eq!(text("fake.calls.length"), "0");
}

#[wasm_bindgen_test]
async fn a_call_sends_what_it_was_given_though_it_is_changed_afterwards() {
    signed_in().await;
    js("globalThis.body = { name: 'first' }");
    let waiting = call_with("CreateCompany", &JsValue::NULL, &JsValue::NULL, &js("body"));
    js("body.name = 'second'");
    answer(waiting).await;
    assert_eq!(text("fake.calls[0].body"), r#"{"name":"first"}"#);
}

#[wasm_bindgen_test]
fn what_cannot_be_sent_is_wrong_in_a_form_too() {
    for cannot in ["10n", "new Map()", "() => 1", "Symbol('x')", "new Date(NaN)"] {
        let found = exports::validate(&"SignInForm".into(), &js(&format!("({{ loginId: {cannot}, password: 'x' }})")));
        assert_eq!(json(&found.ok().into()), r#"[{"path":"loginId","code":"type","params":{}}]"#, "{cannot}");
    }
    assert_eq!(
        json(&exports::validate(&"RevisionFilter".into(), &js("new Map()")).ok().into()),
        r#"[{"path":"","code":"type","params":{}}]"#
    );
}

/// Values that are not a text, a number, an object or a function.
const NOTHING: &[&str] = &["undefined", "null", "true", "Symbol('x')", "10n"];
/// Values that are not a number.
const NO_NUMBERS: &[&str] = &["undefined", "null", "true", "Symbol('x')", "10n", "'7'", "{}", "[]", "() => 7"];
const NO_TEXTS: &[&str] =
    &["undefined", "null", "true", "Symbol('x')", "10n", "7", "NaN", "2 ** 53", "{}", "[]", "() => 'x'"];

/// Checks that a function rejects each of these values with a `TypeError` with this message.
fn refusals(values: &[&str], expected: &str, call: impl Fn(&JsValue) -> Option<JsValue>) {
    for given in values {
        let error =
            call(&js(&format!("({given})"))).map(|error| ["name", "message"].map(|name| property(&error, name)));
        assert_eq!(error, Some(["TypeError".into(), expected.into()]), "{given}");
    }
}

#[wasm_bindgen_test]
fn a_wrong_argument_is_a_type_error_that_names_it() {
    let date = &JsValue::from("2026-01-01");
    refusals(NO_TEXTS, "birthDate must be a string", |given| calculations::age_at_text(given, date).err());
    refusals(NO_TEXTS, "on must be a string", |given| calculations::age_at_text(date, given).err());
    refusals(NO_TEXTS, "birthDate must be a string", |given| calculations::year_age_at_text(given, date).err());
    refusals(NO_TEXTS, "on must be a string", |given| calculations::year_age_at_text(date, given).err());
    refusals(NO_NUMBERS, "age must be a number", |given| calculations::decade_of_age(given).err());
    refusals(NO_TEXTS, "date must be a string", |given| calculations::week_of(given).err());
    refusals(NO_TEXTS, "text must be a string", |given| calculations::scanned_qr_code(given).err());
    refusals(NO_TEXTS, "written must be a string", |given| calculations::decimal_acuity(given).err());
    refusals(NO_TEXTS, "form must be a string", |given| exports::validate(given, &JsValue::NULL).err());
    refusals(NO_TEXTS, "form must be a string", |given| exports::form_fields(given).err());
    let items: PermittedMenuItems = value("[]").unchecked_into();
    refusals(NO_TEXTS, "path must be a string", |given| exports::access_of(given, &items, date).err());
    refusals(NO_TEXTS, "authority must be a string", |given| exports::access_of(date, &items, given).err());
    for values in [NOTHING, &["7", "'x'", "{}", "new Map()", "() => []"]] {
        refusals(values, "items must be an array", |given| exports::access_of(date, given.unchecked_ref(), date).err());
    }
}

#[wasm_bindgen_test]
fn what_is_measured_is_an_object_of_numbers_and_words() {
    let graded = |given: &JsValue| calculations::grade_physical(given.unchecked_ref()).err();
    refusals(&["undefined", "null", "true", "7", "'x'", "() => 1", "10n"], "measured must be an object", graded);
    let wrong = |name: &str, values: &[&str], expected: &str| {
        for value in values {
            let measured = format!("{{ age: 40, {name}: {value} }}");
            refusals(&[&measured], &format!("measured.{name} must be {expected}"), graded);
        }
    };
    for name in ["age", "heightCm", "weightKg", "bodyFatPercent", "systolic", "diastolic"] {
        wrong(name, &NO_NUMBERS[2..], "a number");
    }
    for name in ["sex", "setting"] {
        wrong(name, &NO_TEXTS[2..], "a string");
    }
}

#[wasm_bindgen_test]
fn a_number_that_is_no_age_has_no_decade() {
    let decade = |age: f64| calculations::decade_of_age(&age.into());
    for (age, expected) in [(0.0, 0), (-0.0, 0), (9.0, 0), (36.0, 30), (130.0, 130)] {
        assert_eq!(decade(age), Ok(Some(expected)), "{age}");
    }
    for age in
        [-1.0, 36.5, 131.0, 65_536.0, 65_546.0, 9_007_199_254_740_992.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]
    {
        assert_eq!(decade(age), Ok(None), "{age}");
    }
}

#[wasm_bindgen_test]
fn an_acuity_is_read_as_it_is_written() {
    let decimal = |written: &str| calculations::decimal_acuity(&written.into());
    for (written, expected) in [
        ("20/40", Some(0.5)),
        ("6/12", Some(0.5)),
        ("20/160", Some(0.125)),
        ("logMAR 0.3", Some(0.501)),
        ("-0.1 logMAR", Some(1.259)),
        ("0.5", None),
        ("CF", None),
        ("", None),
    ] {
        assert_eq!(decimal(written), Ok(expected), "{written}");
    }
}

#[wasm_bindgen_test]
fn wrong_settings_are_named_and_change_nothing() {
    configure("{ clock: () => Date.UTC(2031, 0, 1) }");
    let refused = |given: &JsValue| exports::configure(given.unchecked_ref()).err();
    refusals(&["undefined", "null", "7", "'https://api.example'", "() => 1"], "settings must be an object", refused);
    for (name, values, expected) in [
        ("baseUrl", &["7", "{}", "new URL('https://api.example')"][..], "a string"),
        ("clock", &["7", "{}", "Date.now()"][..], "a function"),
        ("fetch", &["7", "{}", "'fetch'"][..], "a function"),
        (
            "store",
            &["7", "{}", "'x'", "{ load: 7, save() {} }", "{ load() {} }"][..],
            "an object with the functions load and save",
        ),
    ] {
        for given in values {
            let settings = format!("{{ {name}: {given} }}");
            refusals(&[&settings], &format!("settings.{name} must be {expected}"), refused);
        }
    }
    assert_eq!(calculations::today(), "2031-01-01");
    configure("{ baseUrl: null, store: undefined, clock: null, fetch: undefined }");
    assert_ne!(calculations::today(), "2031-01-01");
}

/// Checks the same for a function that returns a promise.
async fn rejections(values: &[&str], expected: &str, call: impl Fn(JsValue) -> js_sys::Promise) {
    for given in values {
        let error = failure(call(js(&format!("({given})")))).await;
        assert_eq!(["name", "message"].map(|name| property(&error, name)), ["TypeError", expected], "{given}");
    }
}

#[wasm_bindgen_test]
async fn a_wrong_argument_of_a_call_rejects_with_a_type_error_that_names_it() {
    signed_in().await;
    let nothing = JsValue::UNDEFINED;
    let text = || JsValue::from("x");
    rejections(NO_TEXTS, "loginId must be a string", |given| {
        exports::sign_in(given, text(), JsValue::UNDEFINED, JsValue::UNDEFINED)
    })
    .await;
    rejections(NO_TEXTS, "password must be a string", |given| {
        exports::sign_in(text(), given, JsValue::UNDEFINED, JsValue::UNDEFINED)
    })
    .await;
    rejections(NO_TEXTS, "qrCode must be a string", exports::sign_in_by_qr_code).await;
    let call = |endpoint: &JsValue, path: &JsValue, query: &JsValue, body: &JsValue, signal: &JsValue| {
        exports::call(endpoint, path, query, body, signal)
    };
    rejections(NO_TEXTS, "endpoint must be a string", |given| call(&given, &nothing, &nothing, &nothing, &nothing))
        .await;
    let no_objects = ["true", "7", "'x'", "[]", "10n", "new Map()", "() => 1"];
    let (list, get, upload) = ("ListCompanies".into(), "GetCompany".into(), "PreviewMemberImport".into());
    rejections(&no_objects, "path must be an object", |given| call(&get, &given, &nothing, &nothing, &nothing)).await;
    rejections(&no_objects, "query must be an object", |given| call(&list, &nothing, &given, &nothing, &nothing)).await;
    rejections(&["{ companyId: 7, companyID: 8 }"], "path.companyID must be left out", |given| {
        call(&get, &given, &nothing, &nothing, &nothing)
    })
    .await;
    rejections(&["{}", "'x'", "0"], "body must be left out", |given| call(&list, &nothing, &nothing, &given, &nothing))
        .await;
    let path = value(r#"{ "companyId": 7 }"#);
    rejections(&["{}", "'x'", "0", "[1]"], "body must be a Blob", |given| {
        call(&upload, &path, &nothing, &given, &nothing)
    })
    .await;
    let no_signals = ["true", "7", "'x'", "{}", "new AbortController()", "new Event('abort')", "() => 1"];
    rejections(&no_signals, "signal must be an AbortSignal", |given| call(&list, &nothing, &nothing, &nothing, &given))
        .await;
    assert_eq!(support::text("fake.calls.length"), "0");
}

#[wasm_bindgen_test]
fn a_listener_must_be_a_function() {
    let no_functions = ["undefined", "null", "7", "'x'", "{}"];
    refusals(&no_functions, "listener must be a function", |given| {
        exports::on_session_change(given.clone().unchecked_into()).err()
    });
    refusals(&no_functions, "onChange must be a function", |given| {
        exports::start_qr_sign_in(given.clone().unchecked_into()).err()
    });
    refusals(&no_functions, "onChange must be a function", |given| {
        exports::confirm_person_by_qr_code(js_sys::Object::new().into(), given.clone().unchecked_into()).err()
    });
}

#[wasm_bindgen_test]
async fn without_a_place_for_keys_a_code_signs_in_without_one() {
    fake("return json(200, pair('MEMBER'))");
    configure("{ baseUrl: 'http://localhost:1' }");
    answer(exports::sign_in_by_qr_code("confirmed".into())).await;
    assert_eq!(text("fake.calls[0].body"), r#"{"grantType":"qr_code","qrCode":"confirmed"}"#);
    assert_eq!(exports::authority(), "MEMBER");
    answer(exports::sign_out()).await;
}

#[wasm_bindgen_test]
fn a_physical_measurement_is_graded_as_the_server_does() {
    let graded = |measured: &str| {
        json(&calculations::grade_physical(&js(&format!("({measured})")).unchecked_into()).ok().into())
    };
    assert_eq!(
        graded(
            "{ age: 40, sex: 'MALE', heightCm: 160, weightKg: 64, bodyFatPercent: 20.1, systolic: 160, diastolic: 89 }"
        ),
        r#"{"bmi":25,"bmiGrade":"OBESITY_1","obesityClass3":false,"bloodPressureGrade":"STAGE_2","bloodPressureClass":"HYPERTENSION_2","isolatedSystolic":true,"bodyFatGrade":"ABOVE_STANDARD","ruleSet":"physical-kr","ruleVersion":1}"#
    );
    let nothing = r#"{"bmi":null,"bmiGrade":null,"obesityClass3":null,"bloodPressureGrade":null,"bloodPressureClass":null,"isolatedSystolic":null,"bodyFatGrade":null,"ruleSet":"physical-kr","ruleVersion":1}"#;
    for measured in [
        "{}",
        "{ age: 40, sex: null, heightCm: null, weightKg: 64, bodyFatPercent: 20 }",
        "{ age: 40, heightCm: -160, weightKg: 64, systolic: 120 }",
        "{ age: 40, heightCm: 160.001, weightKg: 64, systolic: 120.5, diastolic: 80 }",
        "{ age: 40, heightCm: 160, weightKg: NaN, systolic: 1e9, diastolic: 80 }",
        "{ age: 40, sex: 'MALE', heightCm: 49.99, weightKg: 64, bodyFatPercent: 75.01, systolic: 301, diastolic: 100 }",
        "{ age: 40, sex: 'MALE', heightCm: 1.6, weightKg: 64, bodyFatPercent: 0.99, systolic: 120, diastolic: 19 }",
        "{ age: 40, sex: 'MALE', heightCm: 160, weightKg: 400.01, systolic: 49, diastolic: 30 }",
        "{ age: 131, sex: 'MALE', bodyFatPercent: 20, systolic: 120, diastolic: 80 }",
        "{ age: 2 ** 53, sex: 'MALE', bodyFatPercent: Infinity, systolic: 2 ** 53, diastolic: -1 }",
        "{ age: 40, systolic: 80, diastolic: 120 }",
        "{ age: 40, systolic: 120, diastolic: 80, setting: 'HOME' }",
        "{ age: 40, systolic: 120, diastolic: 80, setting: 'BUS' }",
        "{ age: -1, systolic: 120, diastolic: 80 }",
    ] {
        assert_eq!(graded(measured), nothing, "{measured}");
    }
    assert!(graded("{ age: 18, heightCm: 170, weightKg: 66.4 }").starts_with(r#"{"bmi":23,"bmiGrade":null,"#));
}

#[wasm_bindgen_test]
fn a_value_of_any_indicator_has_its_grade_or_none() {
    let grade = |indicator: &str, value: f64, subject: &str| {
        let subject = js(&format!("({subject})")).unchecked_into();
        json(&calculations::grade_of(&indicator.into(), &value.into(), &subject).ok().into())
    };
    for (indicator, value, subject, expected) in [
        ("STRESS", 57.5, "{}", "\"CAUTION\""),
        ("BODY_FAT", 20.1, "{ age: 40, sex: 'MALE' }", "\"ABOVE_STANDARD\""),
        ("BODY_FAT", 20.1, "{ age: 40, sex: null }", "null"),
        ("HEART_RATE", 70.0, "{ age: 17 }", "null"),
        ("VISION", 0.499, "{}", "\"MILD\""),
        ("STRESS", 100.5, "{}", "null"),
        ("STRESS", f64::NAN, "{}", "null"),
    ] {
        assert_eq!(grade(indicator, value, subject), expected, "{indicator} {value} {subject}");
    }
}

#[wasm_bindgen_test]
fn who_asks_for_a_grade_names_an_indicator_a_number_and_a_person() {
    let (stress, seven, nobody) = (JsValue::from("STRESS"), JsValue::from(7), js("({})"));
    let asked = |indicator: &JsValue, value: &JsValue, subject: &JsValue| {
        calculations::grade_of(indicator, value, subject.unchecked_ref()).err()
    };
    refusals(NO_TEXTS, "indicator must be a string", |given| asked(given, &seven, &nobody));
    refusals(&["'MOOD'"], "indicator must be an indicator", |given| asked(given, &seven, &nobody));
    refusals(&["null", "'7'"], "value must be a number", |given| asked(&stress, given, &nobody));
    refusals(&["null", "7", "'x'"], "subject must be an object", |given| asked(&stress, &seven, given));
    refusals(&["{ age: 'x' }"], "subject.age must be a number", |given| asked(&stress, &seven, given));
    refusals(&["{ sex: 7 }"], "subject.sex must be a string", |given| asked(&stress, &seven, given));
}

#[wasm_bindgen_test]
fn a_million_values_have_the_grades_that_the_server_gives_them() {
    let start = js_sys::Date::now();
    let found = grades::checksum(grades::COUNT);
    wasm_bindgen_test::console_log!("{} grades in {} ms", grades::COUNT, js_sys::Date::now() - start);
    assert_eq!(found, grades::EXPECTED);
}

#[wasm_bindgen_test]
fn a_page_of_a_menu_of_sixty_items_is_decided_at_once() {
    // A typical menu: a few areas, each with screens whose names have different lengths.
    let areas = ["/member_management", "/history", "/company_management", "/statistics", "/log_management"];
    let item = |number: usize| PermittedMenuItem {
        menu_item_id: MenuItemId(1),
        url: format!("{}/{}_{number}", areas[number % areas.len()], "screen".repeat(1 + number % 4)),
        unrestricted: false,
        read: true,
        create: false,
        update: false,
        delete: false,
    };
    let items: Vec<_> = (0..60).map(item).collect();
    let paths: Vec<_> = items.iter().map(|item| format!("{}/7", item.url)).collect();
    let start = js_sys::Date::now();
    let decided = (0..1_000_000).filter(|number| {
        let path = std::hint::black_box(&paths[number % paths.len()]);
        access_of(path, &items, Authority::Vendor).read
    });
    assert_eq!(decided.count(), 1_000_000);
    // Milliseconds for a million decisions are nanoseconds for one. The target is 200 ns on an idle machine; the limit
    // is higher because builds may run at the same time.
    let nanoseconds = js_sys::Date::now() - start;
    wasm_bindgen_test::console_log!("a page of a menu of 60 items is decided in {nanoseconds} ns");
    assert!(nanoseconds < 5_000.0, "{nanoseconds} ns");
}

#[wasm_bindgen_test]
fn what_is_computed_is_what_the_server_computes() {
    assert_eq!(grades::computed(grades::COMPUTATIONS), grades::COMPUTED);
}

#[wasm_bindgen_test]
fn a_week_has_its_key_and_its_place_in_a_month() {
    let week = |date: &str| json(&calculations::week_of(&date.into()).ok().into());
    assert_eq!(week("2024-03-03"), r#"{"key":"2024-W09","year":2024,"month":2,"week":5}"#);
    assert_eq!(week("2021-01-03"), r#"{"key":"2020-W53","year":2020,"month":12,"week":5}"#);
    assert_eq!(week("2024-13-01"), "undefined");
}

#[wasm_bindgen_test]
fn what_was_scanned_is_a_code_or_nothing() {
    let code = |scanned: &str| calculations::scanned_qr_code(&scanned.into());
    assert_eq!(code(" 0123456789_abc-DEF\n"), Ok(Some("0123456789_abc-DEF".into())));
    assert_eq!(code("https://example.com/?code=0123456789"), Ok(None));
}

#[wasm_bindgen_test]
fn the_contract_is_read_as_it_was_declared() {
    let read = &uno_core::contract::CONTRACT.endpoints;
    let declared = uno_core::contract::ENDPOINTS;
    assert_eq!(read.len(), declared.len());
    for (read, declared) in read.iter().zip(declared) {
        assert_eq!(format!("{read:?}"), format!("{declared:?}"));
    }
}
