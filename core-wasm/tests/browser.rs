//! Tests that need a browser: cookies, the lock and the channel between tabs, aborting calls.
#![cfg(target_arch = "wasm32")]

mod qr_sign_in;
mod support;

use js_sys::{Function, Promise, Reflect};
use support::{answer, answer_with, call, configure, failure, fake, js, js_later, property, text};
use uno_core::wasm::exports::{self, Listener};
use wasm_bindgen::{JsCast, JsValue, UnwrapThrowExt};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Sets the cookies of a session whose tokens expire after these milliseconds.
fn session(name: &str, access_ends_in: i64, refresh_ends_in: i64) {
    js(&format!(
        "for (const [cookie, value] of Object.entries({{
           uno_access_token: jwt('{name}'), uno_access_token_expires_at: Date.now() + {access_ends_in},
           uno_refresh_token: 'refresh-{name}', uno_refresh_token_expires_at: Date.now() + {refresh_ends_in},
         }})) document.cookie = `${{cookie}}=${{value}}; path=/; secure; samesite=strict`"
    ));
}

fn nobody() {
    js(
        "for (const cookie of document.cookie.split('; ')) document.cookie = cookie.split('=')[0] + '=; path=/; max-age=0; secure'",
    );
}

/// Returns the code of a fake server: a renewal takes a moment and returns a session with this name; any other call
/// returns the token that it was sent with.
fn renewing_to(name: &str) -> String {
    format!(
        "if (call.body.includes('refresh_token')) {{ await pause(30); return json(200, pair('{name}')); }}
         return json(200, {{ token: call.headers.authorization }});"
    )
}

fn bearer(name: &str) -> String {
    text(&format!("'Bearer ' + jwt('{name}')"))
}

/// Loads a second instance of the module on this page. It shares only cookies, locks and channels.
async fn other_tab(name: &str) -> JsValue {
    js_later(&format!(
        "const tab = await import('/wasm-bindgen-test?tab={name}');
         const real = (await (async () => {{ const frame = document.createElement('iframe');
           document.body.append(frame); const real = frame.contentWindow.fetch.bind(window); return real; }})());
         await tab.default({{ module_or_path: await (await real(location.origin + '/wasm-bindgen-test_bg.wasm')).arrayBuffer() }});
         return tab;"
    ))
    .await
}

fn call_in(tab: &JsValue, endpoint: &str) -> Promise {
    let function: Function = Reflect::get(tab, &"call".into()).unwrap_throw().unchecked_into();
    let arguments = js_sys::Array::of4(&endpoint.into(), &JsValue::NULL, &JsValue::NULL, &JsValue::NULL);
    function.apply(&JsValue::NULL, &arguments).unwrap_throw().unchecked_into()
}

#[wasm_bindgen_test]
async fn the_tokens_are_kept_in_four_strict_cookies() {
    nobody();
    fake("return json(200, pair('DEALER'))");
    js("globalThis.written = [];
        const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
        Object.defineProperty(document, 'cookie', { configurable: true,
          get() { return get.call(document) }, set(text) { written.push(text); set.call(document, text) } })");
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    js("delete document.cookie");
    assert_eq!(text("written.length"), "4");
    assert_eq!(text("written.filter((text) => !text.endsWith('; secure; samesite=strict')).length"), "0");
    assert_eq!(text("written.filter((text) => !text.includes('; path=/; max-age=')).length"), "0");
    assert_eq!(
        text(
            "document.cookie.split('; ').map((cookie) => cookie.split('=')[0]).filter((name) => name.startsWith('uno_')).sort()"
        ),
        "uno_access_token,uno_access_token_expires_at,uno_refresh_token,uno_refresh_token_expires_at"
    );
    assert_eq!(exports::authority(), "DEALER");
    answer(exports::sign_out()).await;
    assert_eq!(text("document.cookie.includes('uno_')"), "false");
}

#[wasm_bindgen_test]
async fn a_token_that_holds_is_sent_as_it_is() {
    fake(&renewing_to("NEW"));
    session("OLD", 60_000, 600_000);
    assert_eq!(property(&answer(call("GetAccount")).await, "token"), bearer("OLD"));
    assert_eq!(text("renewals()"), "0");
}

#[wasm_bindgen_test]
async fn twenty_calls_at_once_renew_once() {
    fake(&renewing_to("NEW"));
    session("OLD", 1_000, 600_000);
    let calls: Vec<Promise> = (0..20).map(|_| call("GetAccount")).collect();
    for call in calls {
        assert_eq!(property(&answer(call).await, "token"), bearer("NEW"));
    }
    assert_eq!((text("renewals()"), text("fake.calls.length")), ("1".into(), "21".into()));
    assert_eq!(text("JSON.parse(fake.calls[0].body).refreshToken"), "refresh-OLD");
    assert_eq!(property(&answer(call("GetAccount")).await, "token"), bearer("NEW"));
    assert_eq!(text("renewals()"), "1");
}

#[wasm_bindgen_test]
async fn two_tabs_renew_once() {
    fake(&renewing_to("NEW"));
    session("OLD", -1_000, 600_000);
    let tab = other_tab("renewing").await;
    let calls: Vec<Promise> = (0..10).flat_map(|_| [call("GetAccount"), call_in(&tab, "GetAccount")]).collect();
    for call in calls {
        assert_eq!(property(&answer(call).await, "token"), bearer("NEW"));
    }
    assert_eq!((text("renewals()"), text("fake.calls.length")), ("1".into(), "21".into()));
}

#[wasm_bindgen_test]
async fn a_refresh_token_that_has_ended_clears_the_session_and_asks_nobody() {
    fake(&renewing_to("NEW"));
    session("OLD", -2_000, -1_000);
    assert_eq!(exports::authority(), "ANONYMOUS");
    let error = failure(call("GetAccount")).await;
    assert_eq!(property(&error, "message"), "Refresh token has expired.");
    assert_eq!((property(&error, "code"), property(&error, "status")), ("11003".into(), "401".into()));
    assert_eq!((text("fake.calls.length"), text("document.cookie.includes('uno_')")), ("0".into(), "false".into()));
    assert_eq!(property(&failure(call("GetAccount")).await, "code"), "11001");
}

#[wasm_bindgen_test]
async fn a_refused_renewal_clears_the_session() {
    for (status, code, message) in [(401, 11003, "Refresh token has expired."), (403, 11004, "Not allowed.")] {
        fake(&format!("return json({status}, {{ code: {code}, message: '{message}' }})"));
        session("OLD", -1_000, 600_000);
        let calls: Vec<Promise> = (0..5).map(|_| call("GetAccount")).collect();
        for call in calls {
            assert_eq!(property(&failure(call).await, "message"), message);
        }
        assert_eq!((text("fake.calls.length"), text("document.cookie.includes('uno_')")), ("1".into(), "false".into()));
        assert_eq!(exports::authority(), "ANONYMOUS");
    }
}

#[wasm_bindgen_test]
async fn a_renewal_that_says_nothing_about_the_token_keeps_the_session() {
    for outcome in [
        "throw new TypeError('Failed to fetch')",
        "return json(500, { code: 10099, message: 'Something went wrong.' })",
        "return new Response('<html>', { status: 502 })",
        "return json(503, { code: 10012, message: 'busy' })",
        "return json(429, { code: 10011, message: 'too many' })",
        "return json(200, {})",
        "return json(200, { accessToken: { token: 'x', expiresAt: 'soon' } })",
    ] {
        fake(outcome);
        session("OLD", -1_000, 600_000);
        assert!(exports::is_uno_error(&failure(call("GetAccount")).await), "{outcome}");
        assert_eq!(exports::authority(), "OLD", "{outcome}");
        answer_with(&renewing_to("NEW"));
        assert_eq!(property(&answer(call("GetAccount")).await, "token"), bearer("NEW"), "{outcome}");
    }
}

#[wasm_bindgen_test]
async fn an_access_token_that_has_ended_still_says_who_is_signed_in() {
    fake(&renewing_to("NEW"));
    session("OPERATOR", -600_000, 600_000);
    assert_eq!(exports::authority(), "OPERATOR");
}

#[wasm_bindgen_test]
async fn a_token_that_the_server_finds_ended_is_renewed_and_sent_once_more() {
    for code in [11001, 11002] {
        fake(&format!(
            "if (call.body.includes('refresh_token')) return json(200, pair('NEW'));
             if (call.headers.authorization === 'Bearer ' + jwt('NEW')) return json(200, {{ fine: true }});
             return json(401, {{ code: {code}, message: 'no' }});"
        ));
        session("OLD", 600_000, 600_000);
        let calls: Vec<Promise> = (0..5).map(|_| call("GetAccount")).collect();
        for call in calls {
            assert_eq!(property(&answer(call).await, "fine"), "true");
        }
        assert_eq!(text("renewals()"), "1");
    }
    fake(
        "return call.body.includes('refresh_token') ? json(200, pair('NEW')) : json(401, { code: 11001, message: 'no' })",
    );
    session("OLD", 600_000, 600_000);
    assert_eq!(property(&failure(call("GetAccount")).await, "code"), "11001");
    assert_eq!(text("fake.calls.length"), "3");
}

#[wasm_bindgen_test]
async fn a_wrong_clock_does_not_sign_out() {
    for hours_ahead in [-3, 3] {
        nobody();
        fake(&format!(
            "const now = Date.now() - {hours_ahead} * 3_600_000;
             if (call.url.endsWith('/token')) return json(200, pair('DEALER', 900_000, 86_400_000, now), {{ date: new Date(now).toUTCString() }});
             return json(200, {{ token: call.headers.authorization }});"
        ));
        answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
        assert_eq!(property(&answer(call("GetAccount")).await, "token"), bearer("DEALER"), "{hours_ahead}");
        assert_eq!(text("renewals()"), "0", "{hours_ahead}");
    }
}

#[wasm_bindgen_test]
async fn whoever_signs_out_during_a_renewal_stays_signed_out() {
    fake(&renewing_to("NEW"));
    session("OLD", -1_000, 600_000);
    let waiting = call("GetAccount");
    js_later("await pause(10)").await;
    nobody();
    assert_eq!(property(&failure(waiting).await, "code"), "11001");
    assert_eq!(exports::authority(), "ANONYMOUS");
}

#[wasm_bindgen_test]
async fn a_refused_renewal_does_not_end_the_session_that_followed() {
    fake("if (call.body.includes('refresh_token')) { await pause(30); return json(401, { code: 11003, message: 'no' }); }
          return json(200, { token: call.headers.authorization });");
    session("OLD", -1_000, 600_000);
    let waiting = call("GetAccount");
    js_later("await pause(10)").await;
    session("NEXT", 600_000, 600_000);
    assert_eq!(property(&answer(waiting).await, "token"), bearer("NEXT"));
    assert_eq!(exports::authority(), "NEXT");
}

#[wasm_bindgen_test]
async fn signing_out_works_without_a_connection() {
    fake("throw new TypeError('Failed to fetch')");
    session("OLD", 600_000, 600_000);
    answer(exports::sign_out()).await;
    assert_eq!((exports::authority().as_str(), text("fake.calls.length").as_str()), ("ANONYMOUS", "1"));
    session("OLD", -1_000, 600_000);
    answer(exports::sign_out()).await;
    assert_eq!(exports::authority(), "ANONYMOUS");
}

#[wasm_bindgen_test]
async fn signing_out_does_not_wait_for_the_server_and_ends_the_session_there() {
    fake(&renewing_to("NEW"));
    session("OLD", -1_000, 600_000);
    let leaving = exports::sign_out();
    js_later("await pause(10)").await;
    assert_eq!(exports::authority(), "ANONYMOUS");
    answer(leaving).await;
    assert_eq!(text("fake.calls[1].url"), text("location.origin + '/api/v1/auth/sign-out'"));
    assert_eq!(text("fake.calls[1].headers.authorization"), bearer("NEW"));
    assert_eq!(text("document.cookie.includes('uno_')"), "false");
}

#[wasm_bindgen_test]
async fn a_call_can_be_given_up() {
    fake(
        "return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))",
    );
    for (reason, expected) in [("", "AbortError"), ("new Error('enough')", "Error"), ("'a text'", "undefined")] {
        session("OLD", 600_000, 600_000);
        js("globalThis.controller = new AbortController()");
        let nothing = &JsValue::NULL;
        let waiting = exports::call(&"GetAccount".into(), nothing, nothing, nothing, &js("controller.signal"));
        js_later(&format!("await pause(5); controller.abort({reason})")).await;
        let error = failure(waiting).await;
        assert_eq!(property(&error, "name"), expected);
        assert!(!exports::is_uno_error(&error));
    }
    // The module still works.
    answer_with("return json(200, { fine: true })");
    assert_eq!(property(&answer(call("GetAccount")).await, "fine"), "true");
}

#[wasm_bindgen_test]
async fn every_tab_hears_who_signs_in_and_out() {
    nobody();
    fake("return json(200, pair('RETAILER'))");
    let tab = other_tab("listening").await;
    js("globalThis.heard = []");
    let listener: Listener = js("(authority) => heard.push('here ' + authority)").unchecked_into();
    let stop: Function = JsValue::from(exports::on_session_change(listener).ok()).unchecked_into();
    let listen: Function = Reflect::get(&tab, &"onSessionChange".into()).unwrap_throw().unchecked_into();
    let stop_there: Function = listen
        .call1(&JsValue::NULL, &js("(authority) => heard.push('there ' + authority)"))
        .unwrap_throw()
        .unchecked_into();

    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    js_later("while (heard.length < 2) await pause(5)").await;
    let sign_out: Function = Reflect::get(&tab, &"signOut".into()).unwrap_throw().unchecked_into();
    JsFuture::from(Promise::from(sign_out.call0(&JsValue::NULL).unwrap_throw())).await.unwrap_throw();
    js_later("while (heard.length < 4) await pause(5)").await;
    assert_eq!(text("heard.join(', ')"), "here RETAILER, there RETAILER, there ANONYMOUS, here ANONYMOUS");

    // One call stops the listener; a second one has no effect.
    stop.call0(&JsValue::NULL).unwrap_throw();
    stop.call0(&JsValue::NULL).unwrap_throw();
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    js_later("while (heard.length < 5) await pause(5)").await;
    assert_eq!(text("heard.slice(4).join(', ')"), "there RETAILER");
    stop_there.call0(&JsValue::NULL).unwrap_throw();
}

#[wasm_bindgen_test]
async fn what_a_page_keeps_for_itself_does_not_choose_the_address() {
    nobody();
    fake("return json(200, pair('ADMIN'))");
    js("localStorage.setItem('api_url', 'http://127.0.0.1:9/other/')");
    configure("{ baseUrl: '' }");
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    js("localStorage.removeItem('api_url')");
    assert_eq!(text("fake.calls[0].url"), text("location.origin + '/api/v1/auth/token'"));
    nobody();
}

#[wasm_bindgen_test]
async fn a_lock_that_cannot_be_had_is_done_without() {
    for denied in [
        "throw new Error('denied')",
        "return Promise.reject()",
        "return new Promise((_, reject) => options.signal.addEventListener('abort', reject))",
    ] {
        fake(&renewing_to("NEW"));
        session("OLD", -1_000, 600_000);
        js(&format!(
            "globalThis.realTimeout = setTimeout; globalThis.setTimeout = (act, wait) => realTimeout(act, wait === 60_000 ? 20 : wait);
             navigator.locks.request = (name, options, work) => {{ {denied} }}"
        ));
        assert_eq!(property(&answer(call("GetAccount")).await, "token"), bearer("NEW"), "{denied}");
        js("delete navigator.locks.request; globalThis.setTimeout = realTimeout");
    }
}
