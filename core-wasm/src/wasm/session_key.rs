//! The key that a session by QR code is bound to. It is made and kept by the browser; see the
//! JavaScript beside.

use super::value::get;
use crate::contract::auth::PROOF_PREFIX;
use js_sys::Promise;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/src/wasm/session_key.js")]
extern "C" {
    #[wasm_bindgen(js_namespace = sessionKey)]
    fn create() -> Promise;
    #[wasm_bindgen(js_namespace = sessionKey)]
    fn keep(key: &JsValue) -> Promise;
    #[wasm_bindgen(js_namespace = sessionKey)]
    fn sign(text: &str) -> Promise;
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

    /// Keeps the private half in place of any other.
    pub async fn keep(&self) {
        settled(keep(&get(&self.0, "key"))).await;
    }
}

/// Proves that this browser may renew the session of a refresh token; `None` without a kept key.
pub async fn proof(refresh_token: &str) -> Option<String> {
    settled(sign(&[PROOF_PREFIX, refresh_token].concat())).await.as_string()
}

/// Drops the kept key. The browser does so in the order in which it was asked, so nobody waits.
pub fn forget() {
    let _ = keep(&JsValue::UNDEFINED);
}

/// The JavaScript beside never rejects.
async fn settled(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.unwrap_or_default()
}
