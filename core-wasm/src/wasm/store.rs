//! Token storage between calls: the host app's store, or cookies with separate expiry cookies.
//!
//! Cookies are Secure, SameSite=Strict, path=/. All four live a day longer than the refresh token: an expired access
//! token still tells who is signed in until it is renewed, and an expired session can be distinguished from one that
//! never existed. Outside a page (Node, a worker) there is no cookie jar, and the tokens are kept in memory.

use super::{
    settings,
    transport::Failure,
    value::{get, is_absent, set, warn},
};
use crate::client::session::{StoredToken, StoredTokens};
use crate::domain::time::Timestamp;
use js_sys::{Function, Object};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

/// Names of a token's two cookies: the token and its expiry.
type Names = [&'static str; 2];
const ACCESS: Names = ["uno_access_token", "uno_access_token_expires_at"];
const REFRESH: Names = ["uno_refresh_token", "uno_refresh_token_expires_at"];
const EXTRA_COOKIE_SECONDS: i64 = 86_400;

thread_local! {
    static MEMORY: RefCell<StoredTokens> = RefCell::default();
    /// Renewed tokens that the host's store has not saved yet.
    static UNSAVED: RefCell<Option<StoredTokens>> = RefCell::default();
}

/// Loads the stored tokens. Fails if the host's store fails or returns something else, because the session is then
/// unknown.
pub fn load() -> Result<StoredTokens, Failure> {
    let Some(store) = settings::store() else { return Ok(load_own()) };
    if let Some(unsaved) = UNSAVED.take() {
        save_renewed(&unsaved, settings::now());
        return Ok(unsaved);
    }
    let kept = call_store(&store, "load", &JsValue::UNDEFINED)?;
    let tokens = from_pair(&kept);
    let entries = ["accessToken", "refreshToken"].map(|name| get(&kept, name));
    let read = [tokens.access.is_some(), tokens.refresh.is_some()];
    let understood = is_absent(&kept)
        || kept.is_object()
            && !get(&kept, "then").is_function()
            && entries.iter().zip(read).all(|(entry, read)| read || is_absent(entry));
    if understood { Ok(tokens) } else { Err(failed("The token store has answered no tokens.", &kept)) }
}

/// Saves renewed tokens. The previous tokens are no longer valid, so if the host's store fails, the new ones are kept
/// in memory and saved as soon as the store works.
pub fn save_renewed(tokens: &StoredTokens, now: Timestamp) {
    if save(tokens, now).is_err() {
        UNSAVED.set(Some(tokens.clone()));
    }
}

/// Discards unsaved tokens, because the store was replaced.
pub fn forget_unsaved() {
    UNSAVED.take();
}

fn load_own() -> StoredTokens {
    let Some(document) = document() else {
        return MEMORY.with_borrow(Clone::clone);
    };
    let cookies = get(&document, "cookie").as_string().unwrap_or_default();
    StoredTokens { access: read(&cookies, ACCESS), refresh: read(&cookies, REFRESH) }
}

/// Replaces the stored tokens. Fails if the host's store fails.
pub fn save(tokens: &StoredTokens, now: Timestamp) -> Result<(), Failure> {
    UNSAVED.take();
    if let Some(store) = settings::store() {
        return call_store(&store, "save", &to_pair(tokens)).map(drop);
    }
    let Some(document) = document() else {
        MEMORY.with_borrow_mut(|memory| memory.clone_from(tokens));
        return Ok(());
    };
    let last = tokens.refresh.as_ref().or(tokens.access.as_ref());
    let seconds = last.map_or(0, |token| ((token.expires_at.0 - now.0) / 1000 + EXTRA_COOKIE_SECONDS).max(0));
    for (names, token) in [(REFRESH, &tokens.refresh), (ACCESS, &tokens.access)] {
        let (value, end, seconds) = match token {
            Some(token) => (token.token.as_str(), token.expires_at.0, seconds),
            None => ("", 0, 0),
        };
        for (name, value) in names.into_iter().zip([value, &end.to_string()]) {
            let cookie =
                [name, "=", value, "; path=/; max-age=", &seconds.to_string(), "; secure; samesite=strict"].concat();
            set(&document, "cookie", cookie.as_str());
        }
    }
    Ok(())
}

fn read(cookies: &str, names: Names) -> Option<StoredToken> {
    let [token, end] = names
        .map(|name| cookies.split(';').find_map(|cookie| cookie.trim_start().strip_prefix(name)?.strip_prefix('=')));
    Some(StoredToken {
        token: token.filter(|token| is_token(token))?.to_owned(),
        expires_at: Timestamp(end?.parse().ok()?),
    })
}

/// Calls the host's store.
fn call_store(store: &JsValue, method: &str, argument: &JsValue) -> Result<JsValue, Failure> {
    let answer = Function::from(get(store, method)).call1(store, argument);
    answer.map_err(|error| failed("The token store has failed.", &error))
}

fn failed(message: &str, cause: &JsValue) -> Failure {
    warn(message, cause);
    Failure::from_host(message, cause)
}

/// Reads the tokens of a server response, with expiry times as text, or of a host's store, with numbers.
pub fn from_pair(pair: &JsValue) -> StoredTokens {
    let token = |name: &str| {
        let token = get(pair, name);
        let end = get(&token, "expiresAt");
        Some(StoredToken {
            expires_at: settings::instant(&end).or_else(|| Timestamp::parse(&end.as_string()?))?,
            token: get(&token, "token").as_string().filter(|token| is_token(token))?,
        })
    };
    StoredTokens { access: token("accessToken"), refresh: token("refreshToken") }
}

/// Returns whether a text can be sent in a header and stored in a cookie.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';')
}

/// Converts the tokens for a host's store; `null` for none.
#[allow(clippy::cast_precision_loss)]
pub fn to_pair(tokens: &StoredTokens) -> JsValue {
    if *tokens == StoredTokens::default() {
        return JsValue::NULL;
    }
    let pair = Object::new();
    for (name, token) in [("accessToken", &tokens.access), ("refreshToken", &tokens.refresh)] {
        if let Some(token) = token {
            let entry = Object::new();
            set(&entry, "token", token.token.as_str());
            set(&entry, "expiresAt", token.expires_at.0 as f64);
            set(&pair, name, entry);
        }
    }
    pair.into()
}

fn document() -> Option<JsValue> {
    let document = get(&js_sys::global(), "document");
    document.is_object().then_some(document)
}
