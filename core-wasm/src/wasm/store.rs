//! Where the tokens are kept between calls: in the host app's store, or in cookies with separate
//! expiry cookies.
//!
//! Cookies are Secure, SameSite=Strict, path=/. All four live a day longer than the refresh token:
//! an access token that has ended still says who is signed in until it is renewed, and a session
//! that has ended can be told from one that never was. Outside a page (Node, a worker) there is no
//! cookie jar, and the tokens live in memory.

use super::{
    settings,
    value::{get, set, warn},
};
use crate::client::session::{StoredToken, StoredTokens};
use crate::domain::time::Timestamp;
use js_sys::{Function, Object};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

/// Names of a token's two cookies: the token and its end.
type Names = [&'static str; 2];
const ACCESS: Names = ["uno_access_token", "uno_access_token_expires_at"];
const REFRESH: Names = ["uno_refresh_token", "uno_refresh_token_expires_at"];
const SECONDS_BEYOND_THE_END: i64 = 86_400;

thread_local! {
    static MEMORY: RefCell<StoredTokens> = RefCell::default();
}

/// What is kept.
pub fn load() -> StoredTokens {
    if let Some(store) = settings::store() {
        let pair = ask(&store, "load", &JsValue::UNDEFINED);
        return from_pair(&pair);
    }
    let Some(document) = document() else {
        return MEMORY.with_borrow(Clone::clone);
    };
    let cookies = get(&document, "cookie").as_string().unwrap_or_default();
    StoredTokens { access: read(&cookies, ACCESS), refresh: read(&cookies, REFRESH) }
}

/// Keeps these tokens and nothing else.
pub fn save(tokens: &StoredTokens, now: Timestamp) {
    if let Some(store) = settings::store() {
        ask(&store, "save", &to_pair(tokens));
        return;
    }
    let Some(document) = document() else {
        MEMORY.with_borrow_mut(|memory| memory.clone_from(tokens));
        return;
    };
    let last = tokens.refresh.as_ref().or(tokens.access.as_ref());
    let seconds = last.map_or(0, |token| ((token.expires_at.0 - now.0) / 1000 + SECONDS_BEYOND_THE_END).max(0));
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
}

fn read(cookies: &str, names: Names) -> Option<StoredToken> {
    let [token, end] = names
        .map(|name| cookies.split(';').find_map(|cookie| cookie.trim_start().strip_prefix(name)?.strip_prefix('=')));
    Some(StoredToken {
        token: token.filter(|token| !token.is_empty())?.to_owned(),
        expires_at: Timestamp(end?.parse().ok()?),
    })
}

/// Calls the host's store; what it throws is the host's to mend.
fn ask(store: &JsValue, method: &str, argument: &JsValue) -> JsValue {
    let answer = Function::from(get(store, method)).call1(store, argument);
    answer.unwrap_or_else(|error| {
        warn("The token store has failed.", &error);
        JsValue::UNDEFINED
    })
}

/// The tokens of an answer of the server, whose ends are texts, or of a host's store, with numbers.
#[allow(clippy::cast_possible_truncation)]
pub fn from_pair(pair: &JsValue) -> StoredTokens {
    let token = |name: &str| {
        let token = get(pair, name);
        let end = get(&token, "expiresAt");
        Some(StoredToken {
            expires_at: match end.as_f64() {
                Some(end) => Timestamp(end as i64),
                None => Timestamp::parse(&end.as_string()?)?,
            },
            token: get(&token, "token").as_string().filter(|token| !token.is_empty())?,
        })
    };
    StoredTokens { access: token("accessToken"), refresh: token("refreshToken") }
}

/// The tokens for a host's store; `null` for none.
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
