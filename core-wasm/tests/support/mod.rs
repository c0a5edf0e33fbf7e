//! Helpers of the wasm tests: a fake `fetch` whose responses a test defines, and shortcuts to JavaScript.
#![allow(dead_code)]

use js_sys::{Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, UnwrapThrowExt};
use wasm_bindgen_futures::JsFuture;

/// Replaces `fetch`: `fake.answer` returns the responses, `fake.calls` records the calls.
const FAKE: &str = r#"
globalThis.fake = { calls: [], answer: () => json(200, {}) };
globalThis.json = (status, body, headers = {}) => new Response(JSON.stringify(body), {
  status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
});
globalThis.jwt = (authority, sid = 7) => `x.${btoa(JSON.stringify({ authority, sid })).replace(/=/g, '')}.y`;
globalThis.pair = (name, accessEndsIn = 900_000, refreshEndsIn = 86_400_000, now = Date.now()) => ({
  accessToken: { token: jwt(name), expiresAt: new Date(now + accessEndsIn).toISOString() },
  refreshToken: { token: 'refresh-' + name, expiresAt: new Date(now + refreshEndsIn).toISOString() },
});
globalThis.pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
globalThis.renewals = () => fake.calls.filter((call) => call.body.includes('refresh_token')).length;
globalThis.fetch = async (request) => {
  const call = {
    method: request.method, url: request.url, credentials: request.credentials, headers: Object.fromEntries(request.headers),
    body: request.method === 'GET' ? '' : await request.clone().text(),
  };
  fake.calls.push(call);
  return fake.answer(call, request);
};
"#;

/// Installs the fake; `answer` is the body of an async function of `call` and `request`.
pub fn fake(answer: &str) {
    js(FAKE);
    answer_with(answer);
}

/// Changes the responses of the fake.
pub fn answer_with(answer: &str) {
    js(&format!("fake.answer = async (call, request) => {{ {answer} }}"));
}

/// Evaluates JavaScript.
pub fn js(code: &str) -> JsValue {
    // Indirect, so that declarations are global.
    js_sys::eval(code).unwrap_throw()
}

/// Evaluates JavaScript and waits for it.
pub async fn js_later(code: &str) -> JsValue {
    let promise = Promise::from(js(&format!("(async () => {{ {code} }})()")));
    JsFuture::from(promise).await.unwrap_throw()
}

/// Waits until a JavaScript expression is true.
pub async fn until(condition: &str) {
    js_later(&format!("while (!({condition})) await pause(5)")).await;
}

/// Evaluates JavaScript and returns the result as text.
pub fn text(code: &str) -> String {
    js(&format!("String({code})")).as_string().unwrap_throw()
}

/// Returns a property as text, or as JSON if it is not a text.
pub fn property(value: &JsValue, name: &str) -> String {
    let value = Reflect::get(value, &name.into()).unwrap_or(JsValue::UNDEFINED);
    value.as_string().unwrap_or_else(|| json(&value))
}

/// Returns a value as JSON.
pub fn json(value: &JsValue) -> String {
    js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string()).unwrap_or_else(|| "undefined".into())
}

/// Parses a value from JSON.
pub fn value(json: &str) -> JsValue {
    js_sys::JSON::parse(json).unwrap_throw()
}

/// Returns the result of a call.
pub async fn answer(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.unwrap_throw()
}

/// Returns the error of a call.
pub async fn failure(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.err().unwrap_throw()
}

/// Calls an endpoint that takes no arguments.
pub fn call(endpoint: &str) -> Promise {
    call_with(endpoint, &JsValue::NULL, &JsValue::NULL, &JsValue::NULL)
}

/// Calls an endpoint.
pub fn call_with(endpoint: &str, path: &JsValue, query: &JsValue, body: &JsValue) -> Promise {
    uno_core::wasm::exports::call(&endpoint.into(), path, query, body, &JsValue::UNDEFINED)
}

/// Replaces the host's settings.
pub fn configure(settings: &str) {
    uno_core::wasm::exports::configure(&js(&format!("({settings})")).unchecked_into()).unwrap_throw();
}
