//! Tests the sign-in by QR code in a real browser, with a fake server in JavaScript and a fast clock.

use crate::{
    bearer, call_in, nobody, other_tab, session,
    support::{answer, call, configure, failure, fake, js, js_later, property, text, until},
};
use uno_core::wasm::exports;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// The fake server: `qr.issue`, `qr.status` and `qr.token` return its responses; `qr.states` collects the states that
/// the page received. The clock and the timers of the state machine run fifty times faster.
const SERVER: &str = r#"
globalThis.realTimeout ??= setTimeout.bind(globalThis);
globalThis.setTimeout = (act, milliseconds) => realTimeout(act, milliseconds > 2_000 ? milliseconds : milliseconds / 50);
globalThis.qr = {
  begin: Date.now(), leap: 0, codes: 0, states: [],
  now: () => qr.begin + (Date.now() - qr.begin) * 50 + qr.leap,
  issue: (number) => json(200, { qrCode: 'code-' + number, qrCodeImageBase64: 'image-' + number,
    expiresAt: new Date(qr.now() + 120_000).toISOString() }),
  status: () => json(200, { status: 'PENDING' }),
  token: () => json(200, pair('MEMBER')),
  confirm: () => json(200, {}),
  password: () => json(200, pair('ADMIN')),
  hear: (state) => qr.states.push(state),
  phases: () => qr.states.map((state) => state.phase).filter((phase, at, all) => phase !== all[at - 1]).join(' '),
  last: () => qr.states.at(-1),
  sent: (path) => fake.calls.filter((call) => call.url.endsWith(path)),
  aborted: 0,
  /** An answer that is kept back until the request is given up or `release` is called. */
  held: (request, late) => new Promise((resolve, reject) => {
    request.signal.addEventListener('abort', () => { qr.aborted++; reject(request.signal.reason); });
    qr.release = () => resolve(late);
  }),
  /** The same by a network that does not hear that it was given up. */
  deaf: (late) => new Promise((resolve) => { qr.release = () => resolve(late); }),
  without: (object, name, descriptor) => {
    const own = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { configurable: true, ...descriptor });
    qr.restore = () => own ? Object.defineProperty(object, name, own) : delete object[name];
  },
};
"#;
const ANSWER: &str = "
const body = call.body ? JSON.parse(call.body) : {};
if (call.url.endsWith('/auth/qr-code')) return qr.issue(++qr.codes, request);
if (call.url.endsWith('/auth/qr-code/status')) return qr.status(body.qrCode, request);
if (call.url.endsWith('/person-codes')) return qr.issue(++qr.codes, request);
if (call.url.endsWith('/person-codes/status')) return qr.status(body.qrCode, request);
if (call.url.endsWith('/person-codes/confirm')) return qr.confirm(body.qrCode);
if (body.grantType === 'qr_code') return qr.token(body, request);
if (body.grantType === 'password') return qr.password(body);
if (body.grantType === 'refresh_token') return json(200, pair('NEW'));
return json(200, { token: call.headers.authorization });";

/// Starts a test without a session, without a stored key and without codes on the server.
async fn begin() {
    nobody();
    fake(ANSWER);
    js(SERVER);
    configure("{ clock: () => qr.now() }");
    js_later(
        "await new Promise((done) => { const gone = indexedDB.deleteDatabase('uno-session'); gone.onsuccess = gone.onerror = done; })",
    )
    .await;
}

fn start() {
    let listener = js("(state) => qr.hear(state)").unchecked_into();
    let attempt: JsValue = exports::start_qr_sign_in(listener).ok().into();
    let _ = js_sys::Reflect::set(&js("qr"), &"attempt".into(), &attempt);
}

/// Waits for the time of several polls, to check that there are none.
async fn quiet() {
    js_later("await new Promise((done) => realTimeout(done, 150))").await;
}

/// Cleans up for the next test.
fn end() {
    js("qr.attempt?.stop(); globalThis.setTimeout = realTimeout");
    configure("{}");
    nobody();
}

/// Returns whether the proof in the last renewal is valid for its token and the public key of the sign-in: `true`,
/// `false` or `absent`.
async fn proof() -> String {
    let verified = js_later(
        "const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
         const bodies = fake.calls.filter((call) => call.url.endsWith('/token')).map((call) => JSON.parse(call.body));
         const { publicKey } = bodies.findLast((body) => body.publicKey);
         const { refreshToken, proof } = bodies.findLast((body) => body.grantType === 'refresh_token');
         if (proof === undefined) return 'absent';
         const key = await crypto.subtle.importKey('spki', bytes(publicKey), { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
         const signed = new TextEncoder().encode('uno-renewal:' + refreshToken);
         return String(bytes(proof).length === 64 && await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes(proof), signed));",
    )
    .await;
    verified.as_string().unwrap_or_default()
}

/// Returns the names of the keys in IndexedDB.
async fn keys() -> String {
    let keys = js_later(
        "const database = await new Promise((done) => { const opening = indexedDB.open('uno-session', 1);
           opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
           opening.onsuccess = () => done(opening.result); });
         const request = database.transaction('keys').objectStore('keys').getAllKeys();
         await new Promise((done) => { request.onsuccess = done; });
         database.close();
         return request.result.join();",
    )
    .await;
    keys.as_string().unwrap_or_default()
}

async fn sign_in_by_qr_code() {
    answer(exports::sign_in_by_qr_code("confirmed".into())).await;
}

#[wasm_bindgen_test]
async fn a_code_is_shown_until_it_is_confirmed_and_then_signs_in() {
    begin().await;
    js("qr.status = () => json(200, { status: qr.sent('/status').length < 3 ? 'PENDING' : 'SUCCESS' })");
    start();
    assert_eq!(text("qr.states.length + fake.calls.length"), "0", "the page has its handle first");
    until("qr.last()?.phase === 'SIGNED_IN'").await;
    assert_eq!(text("qr.phases()"), "ISSUING WAITING SIGNING_IN SIGNED_IN");
    assert_eq!(
        text("JSON.stringify(qr.states[1])"),
        r#"{"phase":"WAITING","qrCode":"code-1","image":"image-1","secondsLeft":120}"#
    );
    // The page is notified on every change of the number, and only then.
    let seconds = "qr.states.filter((state) => state.phase === 'WAITING').map((state) => state.secondsLeft)";
    assert_eq!(text(&format!("{seconds}.every((left, at, all) => at === 0 || left < all[at - 1])")), "true");
    assert_eq!(text(&format!("{seconds}.length >= 4")), "true", "{}", text(seconds));
    // One issue, three polls, one sign-in with the code and a key; all requests carry this browser's cookie.
    assert_eq!(
        text("fake.calls.map((call) => call.method + ' ' + call.url.split('/v1').pop()).join(', ')"),
        "POST /auth/qr-code, POST /auth/qr-code/status, POST /auth/qr-code/status, POST /auth/qr-code/status, POST /auth/token"
    );
    assert_eq!(text("fake.calls.every((call) => call.credentials === 'same-origin')"), "true");
    assert_eq!(text("fake.calls[1].body"), r#"{"qrCode":"code-1"}"#);
    assert_eq!(text("Object.keys(JSON.parse(fake.calls[4].body)).join()"), "grantType,qrCode,publicKey");
    assert_eq!(exports::authority(), "MEMBER");
    // After the end, nothing is sent.
    let calls = text("fake.calls.length");
    js("qr.attempt.refresh(); qr.attempt.stop()");
    quiet().await;
    assert_eq!((text("fake.calls.length"), text("qr.last().phase")), (calls, "SIGNED_IN".into()));
    end();
}

/// Starts the confirmation of a measurement by its person.
fn ask_person() {
    let listener = js("(state) => qr.hear(state)").unchecked_into();
    let measurement = js("({ kind: 'STRESS', measurementId: 7, version: 2 })");
    let attempt: JsValue = exports::confirm_person_by_qr_code(measurement, listener).ok().into();
    let _ = js_sys::Reflect::set(&js("qr"), &"attempt".into(), &attempt);
}

#[wasm_bindgen_test]
async fn a_code_of_a_person_is_shown_until_it_is_answered_and_then_confirmed_in_the_session_that_stands() {
    begin().await;
    session("ADMIN", 600_000, 1_200_000);
    js("qr.status = () => json(200, { status: qr.sent('/status').length < 2 ? 'PENDING' : 'SUCCESS' })");
    ask_person();
    until("qr.last()?.phase === 'SIGNED_IN'").await;
    assert_eq!(text("qr.phases()"), "ISSUING WAITING SIGNING_IN SIGNED_IN");
    let asked = "fake.calls.map((call) => call.url.split('/measurements').pop()).join(', ')";
    assert_eq!(text(asked), "/person-codes, /person-codes/status, /person-codes/status, /person-codes/confirm");
    let sent = "(({ kind, measurementId, version }) => `${kind} ${measurementId} ${version}`)";
    assert_eq!(text(&format!("{sent}(JSON.parse(fake.calls[0].body))")), "STRESS 7 2");
    assert_eq!(text("fake.calls[3].body"), r#"{"qrCode":"code-1"}"#);
    assert_eq!(exports::authority(), "ADMIN", "it signs nobody in");
    end();
}

#[wasm_bindgen_test]
async fn what_a_person_declines_is_told_as_the_error_of_a_code() {
    begin().await;
    session("ADMIN", 600_000, 1_200_000);
    js("qr.status = () => json(200, { status: 'SUCCESS' })");
    js("qr.confirm = () => json(422, { code: 10004, message: 'Invalid.', requestId: 'r',
        fields: [{ path: 'qrCode', code: 'declined', params: {} }] })");
    ask_person();
    until("qr.states.some((state) => state.error)").await;
    assert_eq!(text("qr.states.find((state) => state.error).error.fields[0].code"), "declined");
    end();
}

#[wasm_bindgen_test]
async fn a_session_by_qr_code_proves_itself_at_every_renewal_in_every_tab() {
    begin().await;
    sign_in_by_qr_code().await;
    assert_eq!(keys().await, "7");
    configure("{}");
    session("MEMBER", -1_000, 600_000);
    assert_eq!(property(&answer(call("GetAccount")).await, "token"), bearer("NEW"));
    assert_eq!(proof().await, "true");
    let tab = other_tab("proving").await;
    session("MEMBER", -1_000, 600_000);
    assert_eq!(property(&answer(call_in(&tab, "GetAccount")).await, "token"), bearer("NEW"));
    assert_eq!((proof().await, text("renewals()")), ("true".into(), "2".into()));
    // Signing out with an expired access token renews the session once more; then the key is deleted.
    session("MEMBER", -1_000, 600_000);
    answer(exports::sign_out()).await;
    assert_eq!((proof().await, text("renewals()")), ("true".into(), "3".into()));
    assert_eq!(keys().await, "");
    end();
}

#[wasm_bindgen_test]
async fn the_key_of_a_session_cannot_be_read_and_is_another_for_every_session() {
    begin().await;
    sign_in_by_qr_code().await;
    sign_in_by_qr_code().await;
    assert_eq!(text("new Set(fake.calls.map((call) => JSON.parse(call.body).publicKey)).size"), "2");
    let extractable = js_later(
        "const database = await new Promise((done) => { const opening = indexedDB.open('uno-session'); opening.onsuccess = () => done(opening.result); });
         const request = database.transaction('keys').objectStore('keys').get(7);
         await new Promise((done) => { request.onsuccess = done; });
         database.close();
         return request.result.type + ' ' + request.result.extractable;",
    )
    .await;
    assert_eq!(extractable.as_string().as_deref(), Some("private false"));
    end();
}

#[wasm_bindgen_test]
async fn a_session_that_ends_takes_its_key_along() {
    for finish in ["sign-out", "refused"] {
        begin().await;
        sign_in_by_qr_code().await;
        assert_eq!(keys().await, "7");
        configure("{}");
        match finish {
            "sign-out" => {
                answer(exports::sign_out()).await;
            }
            _ => {
                session("MEMBER", -1_000, 600_000);
                js("fake.answer = () => json(401, { code: 11003, message: 'no' })");
                failure(call("GetAccount")).await;
            }
        }
        assert_eq!(keys().await, "", "{finish}");
    }
    end();
}

#[wasm_bindgen_test]
async fn a_session_by_password_is_bound_as_well() {
    begin().await;
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    assert_eq!(text("Object.keys(JSON.parse(fake.calls.at(-1).body)).join()"), "grantType,loginId,password,publicKey");
    assert_eq!(keys().await, "7");
    configure("{}");
    session("ADMIN", -1_000, 600_000);
    answer(call("GetAccount")).await;
    assert_eq!(proof().await, "true");
    answer(exports::sign_out()).await;
    assert_eq!(keys().await, "");
    end();
}

#[wasm_bindgen_test]
async fn tabs_that_sign_in_at_once_do_not_take_each_others_key() {
    begin().await;
    js("qr.publicKeys = [];
        qr.password = async (body) => {
          const number = qr.publicKeys.push(body.publicKey);
          const answer = pair('ADMIN');
          answer.accessToken.token = jwt('ADMIN', number);
          // The first is answered last.
          if (number === 1) await new Promise((done) => { qr.release = done; });
          return json(200, answer);
        }");
    let first = exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED);
    js_later("while (!qr.release) await pause(1)").await;
    answer(exports::sign_in("lee".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    js("qr.release()");
    answer(first).await;
    // The tokens that were stored last are used, with their key.
    assert_eq!((text("document.cookie.includes(jwt('ADMIN', 1))"), keys().await), ("true".into(), "1".into()));
    configure("{}");
    js("document.cookie = 'uno_access_token_expires_at=0; path=/; secure; samesite=strict'");
    answer(call("GetAccount")).await;
    // `proof` checks against the public key that was sent last.
    js("fake.calls.push({ url: '/token', body: JSON.stringify({ publicKey: qr.publicKeys[0] }) })");
    assert_eq!(proof().await, "true");
    end();
}

#[wasm_bindgen_test]
async fn a_database_that_never_answers_holds_up_no_sign_in_for_long() {
    begin().await;
    js("qr.without(globalThis, 'indexedDB', { value: { open: () => ({}) } }); qr.started = performance.now()");
    answer(exports::sign_in("kim".into(), "secret".into(), JsValue::UNDEFINED, JsValue::UNDEFINED)).await;
    assert_eq!(text("performance.now() - qr.started < 8_000"), "true");
    assert_eq!(text("fake.calls.at(-1).body"), r#"{"grantType":"password","loginId":"kim","password":"secret"}"#);
    assert_eq!(exports::authority(), "ADMIN");
    js("qr.restore()");
    end();
}

#[wasm_bindgen_test]
async fn a_browser_that_can_keep_no_key_signs_in_without_one() {
    for missing in [
        "qr.without(globalThis, 'indexedDB', { value: undefined })",
        "qr.without(globalThis, 'indexedDB', { get() { throw new Error('denied') } })",
        "qr.without(IDBObjectStore.prototype, 'put', { value() { throw new Error('full') } })",
        "qr.without(crypto, 'subtle', { value: undefined })",
    ] {
        begin().await;
        js(missing);
        sign_in_by_qr_code().await;
        assert_eq!(text("fake.calls.at(-1).body"), r#"{"grantType":"qr_code","qrCode":"confirmed"}"#, "{missing}");
        configure("{}");
        session("MEMBER", -1_000, 600_000);
        assert_eq!(property(&answer(call("GetAccount")).await, "token"), bearer("NEW"), "{missing}");
        assert_eq!(
            text("'proof' in JSON.parse(fake.calls.find((call) => call.body.includes('refresh')).body)"),
            "false"
        );
        js("qr.restore()");
    }
    end();
}

#[wasm_bindgen_test]
async fn a_refused_sign_in_by_a_code_keeps_what_was_kept() {
    begin().await;
    js("qr.token = () => json(401, { code: 11007, message: 'The QR code is not valid.' })");
    assert_eq!(property(&failure(exports::sign_in_by_qr_code("used".into())).await, "code"), "11007");
    assert_eq!(exports::authority(), "ANONYMOUS");
    end();
}

#[wasm_bindgen_test]
async fn an_answer_that_comes_after_a_refresh_changes_nothing() {
    let success = "json(200, { status: 'SUCCESS' })";
    for (late, aborted) in [(format!("qr.held(request, {success})"), "1"), (format!("qr.deaf({success})"), "0")] {
        begin().await;
        js(&format!("qr.status = (code, request) => code === 'code-1' ? {late} : json(200, {{ status: 'PENDING' }})"));
        start();
        until("qr.sent('/status').length === 1").await;
        js("qr.attempt.refresh(); qr.release()");
        until("qr.last().qrCode === 'code-2' && qr.sent('/status').length > 1").await;
        assert_eq!((text("qr.aborted"), text("qr.sent('/token').length")), (aborted.into(), "0".into()));
        assert_eq!(text("qr.phases()"), "ISSUING WAITING ISSUING WAITING");
        end();
    }
}

#[wasm_bindgen_test]
async fn of_two_refreshes_only_the_second_code_is_shown() {
    begin().await;
    js("qr.plain = qr.issue; qr.issue = (number, request) => number < 3 ? qr.held(request) : qr.plain(number)");
    start();
    until("qr.codes === 1").await;
    js("qr.attempt.refresh()");
    until("qr.codes === 2").await;
    js("qr.attempt.refresh()");
    until("qr.last().qrCode").await;
    assert_eq!(
        (text("qr.last().qrCode"), text("qr.codes"), text("qr.aborted")),
        ("code-3".into(), "3".into(), "2".into())
    );
    assert_eq!(text("qr.phases()"), "ISSUING WAITING");
    end();
}

#[wasm_bindgen_test]
async fn a_code_that_is_declined_or_ends_is_replaced() {
    begin().await;
    js("qr.status = (code) => json(200, { status: code === 'code-1' ? 'FAIL' : 'PENDING' })");
    start();
    until("qr.last()?.qrCode === 'code-2'").await;
    js("qr.leap += 115_000");
    until("qr.last().qrCode === 'code-3'").await;
    assert_eq!(text("qr.phases()"), "ISSUING WAITING ISSUING WAITING ISSUING WAITING");
    assert_eq!(text("Math.min(...qr.states.map((state) => state.secondsLeft ?? 9)) > 0"), "true");
    end();
}

#[wasm_bindgen_test]
async fn whoever_stops_hears_so_once_and_late_tokens_are_not_kept() {
    for (late, aborted) in [("qr.held(request, tokens)", "1"), ("qr.deaf(tokens)", "0")] {
        begin().await;
        js(&format!(
            "qr.status = () => json(200, {{ status: 'SUCCESS' }});
             qr.token = (body, request) => {{ const tokens = json(200, pair('MEMBER')); return {late}; }}"
        ));
        start();
        until("qr.sent('/token').length === 1").await;
        js("qr.attempt.stop(); qr.release(); qr.attempt.stop(); qr.attempt.refresh()");
        let calls = text("fake.calls.length");
        quiet().await;
        assert_eq!(text("qr.phases()"), "ISSUING WAITING SIGNING_IN STOPPED");
        assert_eq!(text("qr.states.filter((state) => state.phase === 'STOPPED').length"), "1");
        assert_eq!((text("fake.calls.length"), text("qr.aborted")), (calls, aborted.into()));
        assert_eq!(exports::authority(), "ANONYMOUS", "{late}");
        end();
    }
}

#[wasm_bindgen_test]
async fn what_is_stopped_at_once_asks_for_nothing() {
    begin().await;
    start();
    js("qr.attempt.stop()");
    quiet().await;
    assert_eq!((text("fake.calls.length"), text("qr.phases()")), ("0".into(), "STOPPED".into()));
    end();
}

#[wasm_bindgen_test]
async fn a_sign_in_that_is_refused_is_told_once_and_a_new_code_follows() {
    begin().await;
    js("qr.status = (code) => json(200, { status: code === 'code-1' ? 'SUCCESS' : 'PENDING' });
        qr.token = () => json(401, { code: 11007, message: 'The QR code is not valid.' })");
    start();
    until("qr.last()?.qrCode === 'code-2' && qr.last().secondsLeft < 119").await;
    assert_eq!(text("qr.phases()"), "ISSUING WAITING SIGNING_IN ISSUING WAITING");
    let told = "qr.states.filter((state) => state.error)";
    assert_eq!(text(&format!("{told}.map((state) => state.phase + ' ' + state.error.code).join()")), "ISSUING 11007");
    assert!(exports::is_uno_error(&js(&format!("{told}[0].error"))));
    assert_eq!(exports::authority(), "ANONYMOUS");
    end();
}

#[wasm_bindgen_test]
async fn a_sign_in_that_does_not_get_through_is_repeated() {
    begin().await;
    js("qr.status = () => json(200, { status: 'SUCCESS' });
        qr.token = () => { if (qr.sent('/token').length < 2) throw new TypeError('Failed to fetch'); return json(200, pair('MEMBER')); }");
    start();
    until("qr.last()?.phase === 'SIGNED_IN'").await;
    assert_eq!((text("qr.phases()"), text("qr.codes")), ("ISSUING WAITING SIGNING_IN SIGNED_IN".into(), "1".into()));
    assert_eq!(text("qr.states.some((state) => state.error)"), "false");
    end();
}

#[wasm_bindgen_test]
async fn issues_and_polls_that_fail_are_logged_and_made_again() {
    begin().await;
    js("qr.plain = qr.issue; qr.issue = (number) => number < 2 ? json(503, { code: 10012, message: 'busy' }) : qr.plain(number);
        qr.status = () => { if (qr.sent('/status').length < 3) throw new TypeError('Failed to fetch'); return json(200, { status: 'NEWER' }); };
        qr.warned = []; qr.warn = console.warn; console.warn = (text, error) => qr.warned.push(text + ' ' + error.message)");
    start();
    until("qr.last()?.issueFailed").await;
    assert_eq!(text("JSON.stringify(qr.last())"), r#"{"phase":"ISSUING","issueFailed":true}"#);
    until("qr.sent('/status').length > 3").await;
    js("console.warn = qr.warn");
    assert_eq!(text("qr.phases()"), "ISSUING WAITING");
    assert_eq!(
        text("qr.warned.slice(0, 3).join(', ')"),
        "QR sign-in: busy, QR sign-in: Failed to fetch, QR sign-in: Failed to fetch"
    );
    assert_eq!(text("qr.states.some((state) => state.error)"), "false");
    end();
}

#[wasm_bindgen_test]
async fn a_page_can_ask_again_after_a_failed_issue() {
    begin().await;
    js("qr.plain = qr.issue; qr.issue = () => json(500, { code: 10099, message: 'no' })");
    start();
    until("qr.last()?.issueFailed").await;
    js("qr.issue = qr.plain; qr.attempt.refresh()");
    assert_eq!(text("JSON.stringify(qr.last())"), r#"{"phase":"ISSUING"}"#);
    until("qr.last().phase === 'WAITING'").await;
    end();
}

#[wasm_bindgen_test]
async fn a_listener_may_call_back_and_may_fail() {
    begin().await;
    js("qr.hear = (state) => { qr.states.push(state);
          if (state.qrCode === 'code-1') qr.attempt.refresh();
          if (state.qrCode === 'code-2' && state.secondsLeft < 119) qr.attempt.stop();
          throw new Error('of the page'); }");
    start();
    until("qr.last()?.phase === 'STOPPED'").await;
    assert_eq!(text("qr.phases()"), "ISSUING WAITING ISSUING WAITING STOPPED");
    end();
}

#[wasm_bindgen_test]
async fn tokens_that_the_host_cannot_keep_end_in_an_error() {
    begin().await;
    configure("{ clock: () => qr.now(), store: { load: () => null, save() { throw new Error('full') } } }");
    js("qr.warn = console.warn; console.warn = () => undefined; qr.status = () => json(200, { status: 'SUCCESS' })");
    start();
    until("qr.last()?.error").await;
    js("console.warn = qr.warn");
    assert_eq!(text("qr.last().phase + ' ' + qr.last().error.message"), "STOPPED The token store has failed.");
    assert_eq!(text("qr.phases()"), "ISSUING WAITING SIGNING_IN STOPPED");
    end();
}
