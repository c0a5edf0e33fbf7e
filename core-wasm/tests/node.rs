//! What needs no browser: requests, errors, rules.
#![cfg(target_arch = "wasm32")]

mod support;

use support::{answer, answer_with, call, failure, fake, js, json, property, text, value};
use uno_core::wasm::{
    calculations,
    exports::{self, PermittedMenuItems},
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

// As ES modules, as the JavaScript beside the wasm is written.
wasm_bindgen_test_configure!(run_in_node_experimental);

/// A signed-in session in memory, as there is no cookie jar here.
async fn signed_in() {
    fake("return json(200, pair('ADMIN'))");
    js("globalThis.settings = { baseUrl: 'http://localhost:1/' }");
    exports::configure(&js("settings").unchecked_into());
    answer(exports::sign_in("admin".into(), "secret".into())).await;
    js("fake.calls.length = 0");
    answer_with("return json(200, { seen: true })");
}

#[wasm_bindgen_test]
async fn signing_in_sends_the_password_and_gives_the_authority() {
    fake("return json(200, pair('VENDOR'))");
    exports::configure(&value(r#"{ "baseUrl": "http://localhost:1" }"#).unchecked_into());
    answer(exports::sign_in("kim".into(), "a b".into())).await;
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
        let error = failure(exports::call("GetCompany", value(path), JsValue::NULL, JsValue::NULL, None)).await;
        assert_eq!(property(&error, "message"), "Required parameter companyId was null or undefined", "{path}");
        assert!(exports::is_uno_error(&error));
    }
    for body in [JsValue::NULL, JsValue::UNDEFINED] {
        let error = failure(exports::call("CreateCompany", JsValue::NULL, JsValue::NULL, body, None)).await;
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
    answer(exports::call("ListCompanies", JsValue::NULL, value(query), JsValue::NULL, None)).await;
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
    answer(exports::call("UpdateCompany", path.clone(), JsValue::NULL, body, None)).await;
    assert_eq!(text("fake.calls[0].method + ' ' + fake.calls[0].body"), r#"POST {"name":"새 회사"}"#);
    let file = js("new Blob(['a,b\\n1,2\\n'])");
    let query = value(r#"{ "fileName": "a.csv", "format": "CSV" }"#);
    answer(exports::call("PreviewMemberImport", path, query, file, None)).await;
    assert_eq!(
        text("fake.calls[1].body + fake.calls[1].headers['content-type']"),
        "a,b\n1,2\napplication/octet-stream"
    );
}

#[wasm_bindgen_test]
async fn a_body_that_is_no_json_rejects_and_sends_nothing() {
    signed_in().await;
    let circle = js("(() => { const circle = {}; circle.circle = circle; return circle })()");
    let error = failure(exports::call("CreateCompany", JsValue::NULL, JsValue::NULL, circle, None)).await;
    assert!(exports::is_uno_error(&error));
    assert_eq!(text("fake.calls.length"), "0");
}

#[wasm_bindgen_test]
async fn an_answer_that_is_no_json_is_a_blob() {
    signed_in().await;
    answer_with("return new Response('bytes', { headers: { 'content-type': 'text/csv' } })");
    let file =
        answer(exports::call("DownloadJobFile", value(r#"{ "jobId": 3 }"#), JsValue::NULL, JsValue::NULL, None)).await;
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
    let found = |form: &str, given: &str| json(&exports::validate(form, &value(given)).ok().into());
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
    assert!(exports::validate("NoForm", &JsValue::NULL).is_err());
}

#[wasm_bindgen_test]
fn the_fields_of_a_form_say_what_is_required_and_how_long() {
    let fields = JsValue::from(exports::form_fields("SignInForm").ok());
    assert_eq!(
        json(&fields),
        r#"[{"path":"loginId","required":true,"kind":"text","min":1,"max":100},{"path":"password","required":true,"kind":"secret","min":0,"max":200}]"#
    );
    let fields = json(&exports::form_fields("CompanySave").ok().into());
    assert!(
        fields.contains(r#"{"path":"type","required":true,"kind":"word","words":["VENDOR","DEALER","RETAILER"]}"#),
        "{fields}"
    );
    assert!(exports::form_fields("NoForm").is_err());
}

#[wasm_bindgen_test]
fn access_is_decided_by_the_menu_items_of_the_account() {
    let items = r#"[
        { "menuItemId": 1, "url": "/history", "unrestricted": false, "read": true, "create": false, "update": false, "delete": false },
        { "menuItemId": 2, "url": "/history/hr", "unrestricted": false, "read": true, "create": true, "update": true, "delete": true }]"#;
    let access = |path: &str, items: &str, authority: &str| {
        let items: PermittedMenuItems = value(items).unchecked_into();
        json(&exports::access_of(path, &items, authority).into())
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
    for nothing in ["null", "{}", "7", "[null]"] {
        assert_eq!(access("/history", nothing, "ADMIN"), none, "{nothing}");
    }
}

#[wasm_bindgen_test]
fn ages_and_days_are_those_of_seoul() {
    assert_eq!(calculations::age_at_text("1990-05-17", "2026-05-16"), Some(35));
    assert_eq!(calculations::age_at_text("1990-05-17", "2026-05-17"), Some(36));
    assert_eq!(calculations::age_at_text("1990-02-30", "2026-05-17"), None);
    assert_eq!(calculations::age_at_text("2030-01-01", "2026-05-17"), None);
    assert_eq!(calculations::year_age_at_text("1990-12-31", "2026-01-01"), Some(36));
    assert_eq!(calculations::decade_of_age(36), 30);
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
    exports::configure(&js("({ baseUrl: 'http://localhost:1', store })").unchecked_into());
    assert_eq!(exports::authority(), "ANONYMOUS");
    answer(exports::sign_in("kim".into(), "secret".into())).await;
    assert_eq!(exports::authority(), "MEMBER");
    assert_eq!(
        text("Object.keys(store.held).join() + Object.keys(store.held.accessToken).join()"),
        "accessToken,refreshTokentoken,expiresAt"
    );
    assert_eq!(
        text("store.held.refreshToken.token + ' ' + typeof store.held.refreshToken.expiresAt"),
        "refresh-MEMBER number"
    );
    // What the host gives is what counts, also what it took from an answer of the server as it was.
    js("store.held = { ...store.held, accessToken: { ...store.held.accessToken, expiresAt: 1 } }");
    answer(call("GetAccount")).await;
    assert_eq!((exports::authority().as_str(), text("renewals()").as_str()), ("NEW", "1"));
    js("store.held = pair('VENDOR')");
    assert_eq!(exports::authority(), "VENDOR");
    answer(exports::sign_out()).await;
    assert_eq!((text("store.held"), text("kept.length")), ("null".into(), "3".into()));
    exports::configure(&js("({})").unchecked_into());
}

#[wasm_bindgen_test]
async fn a_store_that_fails_or_holds_something_else_is_nobodys_session() {
    fake("return json(200, pair('MEMBER'))");
    js("globalThis.warn = console.warn; console.warn = (text) => warned.push(text); globalThis.warned = []");
    for (store, warned) in [
        ("{ load() { throw new Error('locked') }, save() { throw new Error('locked') } }", "true"),
        ("{ load: 7 }", "true"),
        ("{ load: () => undefined, save() {} }", "false"),
        ("{ load: () => ({}), save() {} }", "false"),
        ("{ load: async () => pair('MEMBER'), save() {} }", "false"),
        ("{ load: () => ({ accessToken: { token: 7, expiresAt: 1e300 }, refreshToken: null }), save() {} }", "false"),
        ("{ load: () => ({ accessToken: { token: 'x', expiresAt: 'soon' }, refreshToken: [] }), save() {} }", "false"),
    ] {
        js("warned.length = 0");
        exports::configure(&js(&format!("({{ baseUrl: 'http://localhost:1', store: {store} }})")).unchecked_into());
        assert_eq!(exports::authority(), "ANONYMOUS", "{store}");
        answer(exports::sign_in("kim".into(), "secret".into())).await;
        assert_eq!(exports::authority(), "ANONYMOUS", "{store}");
        assert_eq!(text("warned.length > 0"), warned, "{store}");
    }
    js("console.warn = warn");
    exports::configure(&js("({})").unchecked_into());
}

#[wasm_bindgen_test]
async fn a_host_decides_what_time_it_is() {
    signed_in().await;
    js("globalThis.time = Date.UTC(2031, 0, 31, 15)");
    exports::configure(&js("({ baseUrl: 'http://localhost:1', clock: () => time })").unchecked_into());
    assert_eq!(calculations::today(), "2031-02-01");
    assert_eq!(exports::authority(), "ANONYMOUS", "the session has ended by that clock");
    for broken in ["() => NaN", "() => { throw new Error('stopped') }", "() => 'noon'", "7", "null"] {
        exports::configure(&js(&format!("({{ clock: {broken} }})")).unchecked_into());
        assert_eq!(
            calculations::today(),
            text("new Date(Date.now() + 9 * 3600e3).toISOString().slice(0, 10)"),
            "{broken}"
        );
    }
    exports::configure(&js("({})").unchecked_into());
}

#[wasm_bindgen_test]
async fn a_host_sends_the_requests_itself() {
    fake("throw new Error('not this one')");
    js(
        "globalThis.own = []; globalThis.settings = { baseUrl: 'http://localhost:1', fetch: async (request) => { own.push(request); return json(200, pair('OPERATOR')); } }",
    );
    exports::configure(&js("settings").unchecked_into());
    answer(exports::sign_in("kim".into(), "secret".into())).await;
    assert_eq!(text("own[0] instanceof Request && own[0].url"), "http://localhost:1/api/v1/auth/token");
    assert_eq!(text("fake.calls.length"), "0");
    // An answer that is no promise, and a failure that is no rejection.
    js("settings.fetch = () => json(200, { fine: true })");
    exports::configure(&js("settings").unchecked_into());
    assert_eq!(property(&answer(call("GetAccount")).await, "fine"), "true");
    js("settings.fetch = () => { throw new TypeError('no line') }");
    exports::configure(&js("settings").unchecked_into());
    assert_eq!(property(&failure(call("GetAccount")).await, "message"), "no line");
    // The last settings count, as a whole.
    answer_with("return json(200, { global: true })");
    exports::configure(&js("({ baseUrl: 'http://localhost:2' })").unchecked_into());
    assert_eq!(property(&answer(call("GetAccount")).await, "global"), "true");
    assert_eq!(text("fake.calls[0].url"), "http://localhost:2/api/v1/account/me");
}

#[wasm_bindgen_test]
async fn without_a_place_for_keys_a_code_signs_in_without_one() {
    fake("return json(200, pair('MEMBER'))");
    exports::configure(&js("({ baseUrl: 'http://localhost:1' })").unchecked_into());
    answer(exports::sign_in_by_qr_code("confirmed".into())).await;
    assert_eq!(text("fake.calls[0].body"), r#"{"grantType":"qr_code","qrCode":"confirmed"}"#);
    assert_eq!(exports::authority(), "MEMBER");
    answer(exports::sign_out()).await;
}

#[wasm_bindgen_test]
fn a_physical_measurement_is_graded_as_the_server_does() {
    let graded =
        |measured: &str| json(&calculations::grade_physical(&js(&format!("({measured})")).unchecked_into()).into());
    assert_eq!(
        graded(
            "{ age: 40, sex: 'MALE', heightCm: 160, weightKg: 64, bodyFatPercent: 20.1, systolic: 160, diastolic: 89 }"
        ),
        r#"{"bmi":25,"bmiGrade":"OBESITY_1","obesityClass3":false,"bloodPressureGrade":"STAGE_2","bloodPressureClass":"HYPERTENSION_2","isolatedSystolic":true,"bodyFatGrade":"ABOVE_STANDARD","ruleSet":"physical-kr","ruleVersion":1}"#
    );
    let nothing = r#"{"bmi":null,"bmiGrade":null,"obesityClass3":false,"bloodPressureGrade":null,"bloodPressureClass":null,"isolatedSystolic":false,"bodyFatGrade":null,"ruleSet":"physical-kr","ruleVersion":1}"#;
    for measured in [
        "{}",
        "null",
        "{ age: 40, sex: null, heightCm: null, weightKg: 64, bodyFatPercent: 20 }",
        "{ age: 40, heightCm: -160, weightKg: 64, systolic: 120 }",
        "{ age: 40, heightCm: 160.001, weightKg: 64, systolic: 120.5, diastolic: 80 }",
        "{ age: 40, heightCm: '160', weightKg: NaN, systolic: 1e9, diastolic: 80 }",
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
fn a_week_has_its_key_and_its_place_in_a_month() {
    let week = |date: &str| json(&calculations::week_of(date).into());
    assert_eq!(week("2024-03-03"), r#"{"key":"2024-W09","year":2024,"month":2,"week":5}"#);
    assert_eq!(week("2021-01-03"), r#"{"key":"2020-W53","year":2020,"month":12,"week":5}"#);
    assert_eq!(week("2024-13-01"), "undefined");
}

#[wasm_bindgen_test]
fn what_was_scanned_is_a_code_or_nothing() {
    assert_eq!(calculations::scanned_qr_code(" 0123456789_abc-DEF\n").as_deref(), Some("0123456789_abc-DEF"));
    assert_eq!(calculations::scanned_qr_code("https://example.com/?code=0123456789"), None);
}
