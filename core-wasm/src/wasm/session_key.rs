//! The key that a session is bound to. The browser creates and stores it under the session id; see `session_key.js`.

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

/// A key that is not bound to a session yet.
pub struct NewKey(JsValue);

impl NewKey {
    /// Creates a key; it has no public key if the browser does not support it.
    pub async fn create() -> Self {
        Self(settled(create()).await)
    }

    /// Returns the public key: SubjectPublicKeyInfo, base64url.
    pub fn public(&self) -> Option<String> {
        get(&self.0, "publicKey").as_string()
    }

    /// Stores the private key for the session of these tokens.
    pub async fn keep(&self, tokens: &StoredTokens) {
        if self.0.is_object() {
            settled(keep(&session_of(tokens), &get(&self.0, "key"))).await;
        }
    }
}

/// Returns the proof that this browser may renew the session of these tokens; `None` without a stored key.
pub async fn proof(tokens: &StoredTokens, refresh_token: &str) -> Option<String> {
    settled(sign(&session_of(tokens), &[PROOF_PREFIX, refresh_token].concat())).await.as_string()
}

/// Deletes the key of the session of these tokens. The browser processes the operations in order, so there is no need
/// to wait.
pub fn forget(tokens: &StoredTokens) {
    let _ = drop_key(&session_of(tokens));
}

/// Deletes the key of the previous session when its tokens are replaced by those of another.
pub fn forget_replaced(before: &StoredTokens, tokens: &StoredTokens) {
    if session_of(before) != session_of(tokens) {
        forget(before);
    }
}

/// Returns the session id, which the access token contains even after it has expired.
fn session_of(tokens: &StoredTokens) -> JsValue {
    claim(tokens, "sid")
}

/// Returns a claim of the access token.
pub fn claim(tokens: &StoredTokens, name: &str) -> JsValue {
    let payload = tokens.access.as_ref().and_then(|access| token_payload(&access.token));
    payload.and_then(|payload| js_sys::JSON::parse(&payload).ok()).map_or(JsValue::UNDEFINED, |all| get(&all, name))
}

/// Awaits a promise of `session_key.js`, which never rejects.
async fn settled(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.unwrap_or_default()
}
