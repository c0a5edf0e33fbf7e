//! The key that a session is bound to. It is made and kept by the browser, by the session's number;
//! see the JavaScript beside.

use super::value::get;
use crate::client::session::{StoredTokens, token_payload};
use crate::contract::sign_in::PROOF_PREFIX;
use js_sys::Promise;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/src/wasm/session_key.js")]
extern "C" {
    #[wasm_bindgen(js_namespace = sessionKey)]
    fn create() -> Promise;
    #[wasm_bindgen(js_namespace = sessionKey)]
    fn keep(session: &JsValue, key: &JsValue) -> Promise;
    #[wasm_bindgen(js_namespace = sessionKey, js_name = forget)]
    fn drop_key(session: &JsValue) -> Promise;
    #[wasm_bindgen(js_namespace = sessionKey)]
    fn sign(session: &JsValue, text: &str) -> Promise;
}

/// A key that no session is bound to yet.
pub struct NewKey(JsValue);

impl NewKey {
    /// Makes one; where the browser cannot, it has no public half.
    pub async fn create() -> Self {
        Self(settled(create()).await)
    }

    /// The public half: SubjectPublicKeyInfo, base64url.
    pub fn public(&self) -> Option<String> {
        get(&self.0, "publicKey").as_string()
    }

    /// Keeps the private half for the session of these tokens.
    pub async fn keep(&self, tokens: &StoredTokens) {
        if self.0.is_object() {
            settled(keep(&session_of(tokens), &get(&self.0, "key"))).await;
        }
    }
}

/// Proves that this browser may renew the session of these tokens; `None` without a kept key.
pub async fn proof(tokens: &StoredTokens, refresh_token: &str) -> Option<String> {
    settled(sign(&session_of(tokens), &[PROOF_PREFIX, refresh_token].concat())).await.as_string()
}

/// Drops the key of the session of these tokens. The browser does so in the order in which it was
/// asked, so nobody waits.
pub fn forget(tokens: &StoredTokens) {
    let _ = drop_key(&session_of(tokens));
}

/// Drops the key of the session before, when its tokens give way to these.
pub fn forget_of_another(before: &StoredTokens, tokens: &StoredTokens) {
    if session_of(before) != session_of(tokens) {
        forget(before);
    }
}

/// The number of a session, which its access token says also when that has ended.
fn session_of(tokens: &StoredTokens) -> JsValue {
    claim(tokens, "sid")
}

/// What the access token says under a name.
pub fn claim(tokens: &StoredTokens, name: &str) -> JsValue {
    let payload = tokens.access.as_ref().and_then(|access| token_payload(&access.token));
    payload.and_then(|payload| js_sys::JSON::parse(&payload).ok()).map_or(JsValue::UNDEFINED, |all| get(&all, name))
}

/// The JavaScript beside never rejects.
async fn settled(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.unwrap_or_default()
}
