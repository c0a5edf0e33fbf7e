//! Where the tokens are kept between calls: cookies with separate expiry cookies.
//!
//! Cookies are Secure, SameSite=Strict, path=/. All four live a day longer than the refresh token:
//! an access token that has ended still says who is signed in until it is renewed, and a session
//! that has ended can be told from one that never was. Outside a page (Node, a worker) there is no
//! cookie jar, and the tokens live in memory.

use super::value::{get, set};
use crate::client::session::{StoredToken, StoredTokens};
use crate::domain::time::Timestamp;
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
    let Some(document) = document() else {
        return MEMORY.with_borrow(Clone::clone);
    };
    let cookies = get(&document, "cookie").as_string().unwrap_or_default();
    StoredTokens { access: read(&cookies, ACCESS), refresh: read(&cookies, REFRESH) }
}

/// Keeps these tokens and nothing else.
pub fn save(tokens: &StoredTokens, now: Timestamp) {
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

fn document() -> Option<JsValue> {
    let document = get(&js_sys::global(), "document");
    document.is_object().then_some(document)
}
