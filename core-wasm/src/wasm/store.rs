//! Where the tokens are kept between calls: cookies with separate expiry cookies.
//!
//! Cookies are Secure, SameSite=Strict, path=/. Outside a page (Node, a worker) there is no cookie
//! jar, and the tokens live in memory.

use super::value::{get, set};
use crate::client::session::{StoredToken, StoredTokens};
use crate::domain::time::Timestamp;
use std::cell::RefCell;
use wasm_bindgen::JsValue;

const ACCESS: &str = "uno_access_token";
const REFRESH: &str = "uno_refresh_token";
const EXPIRES: &str = "_expires_at";

thread_local! {
    static MEMORY: RefCell<StoredTokens> = RefCell::default();
}

/// What is kept.
pub fn load() -> StoredTokens {
    let Some(document) = document() else {
        return MEMORY.with_borrow(Clone::clone);
    };
    let cookies = get(&document, "cookie").as_string().unwrap_or_default();
    let read = |name: &str| {
        cookies.split("; ").find_map(|cookie| {
            cookie.strip_prefix(name)?.strip_prefix('=').filter(|value| !value.is_empty()).map(str::to_owned)
        })
    };
    let token = |name: &str| {
        let expires_at = read(&format!("{name}{EXPIRES}"))?.parse().ok().map(Timestamp)?;
        Some(StoredToken { token: read(name)?, expires_at })
    };
    StoredTokens { access: token(ACCESS), refresh: token(REFRESH) }
}

/// Keeps these tokens and nothing else.
pub fn save(tokens: &StoredTokens, now: Timestamp) {
    let Some(document) = document() else {
        MEMORY.with_borrow_mut(|memory| memory.clone_from(tokens));
        return;
    };
    let write = |name: &str, token: Option<&StoredToken>| {
        let (value, end, seconds) = token.map_or((String::new(), String::new(), 0), |token| {
            (token.token.clone(), token.expires_at.0.to_string(), (token.expires_at.0 - now.0) / 1000)
        });
        for (name, value) in [(name.to_owned(), value), (format!("{name}{EXPIRES}"), end)] {
            let cookie = format!("{name}={value}; path=/; max-age={}; secure; samesite=strict", seconds.max(0));
            set(&document, "cookie", cookie.as_str());
        }
    };
    write(REFRESH, tokens.refresh.as_ref());
    write(ACCESS, tokens.access.as_ref());
}

fn document() -> Option<JsValue> {
    let document = get(&js_sys::global(), "document");
    document.is_object().then_some(document)
}
