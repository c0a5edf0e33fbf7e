//! Calls with a token: one renewal however many calls and tabs need it.
//!
//! Within the module, callers share the renewal in flight. Between tabs, the Web Locks API lets one
//! renew; whoever gets the lock next reads the cookies again and finds the new tokens.

use super::{
    store, transport,
    transport::Failure,
    value::{from_js, get, set},
};
use crate::client::{
    request::{self, MissingParameter},
    session::{Step, StoredToken, StoredTokens, token_payload},
};
use crate::contract::{
    Access, Endpoint, EndpointInfo,
    auth::{CreateToken, SignOut},
    error::ErrorCode,
    validation::Value,
};
use crate::domain::time::Timestamp;
use js_sys::{Function, Object, Promise};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortSignal, BroadcastChannel};

/// Nobody is signed in.
pub const ANONYMOUS: &str = "ANONYMOUS";
const NAME: &str = "uno-session";

#[derive(Default)]
struct Session {
    base: String,
    renewal: Option<Promise>,
    listeners: Vec<(u32, Function)>,
    next_listener: u32,
    channel: Option<(BroadcastChannel, Closure<dyn FnMut(JsValue)>)>,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Sets the API's base address; empty for the page's own origin.
pub fn set_base(base: String) {
    SESSION.with_borrow_mut(|session| session.base = base);
}

fn base() -> String {
    SESSION.with_borrow(|session| session.base.clone())
}

#[allow(clippy::cast_possible_truncation)]
fn now() -> Timestamp {
    Timestamp(js_sys::Date::now() as i64)
}

/// Who is signed in, as the access token says.
pub fn authority() -> String {
    let tokens = store::load();
    if matches!(tokens.step(now()), Step::Anonymous | Step::Ended) {
        return ANONYMOUS.into();
    }
    tokens
        .access
        .and_then(|access| token_payload(&access.token))
        .and_then(|payload| js_sys::JSON::parse(&payload).ok())
        .and_then(|payload| get(&payload, "authority").as_string())
        .unwrap_or_else(|| ANONYMOUS.into())
}

/// Calls an endpoint.
pub async fn call(
    info: &'static EndpointInfo,
    path: JsValue,
    query: JsValue,
    body: JsValue,
    signal: Option<AbortSignal>,
) -> Result<JsValue, Failure> {
    let has_body = !body.is_null() && !body.is_undefined();
    let address = request::address(info, &base(), &from_js(&path), &from_js(&query), has_body)
        .map_err(|missing: MissingParameter| Failure::local(ErrorCode::Malformed, &missing.to_string()))?;
    if info.access == Access::Public {
        return transport::send(info, &address, &body, None, signal.as_ref()).await;
    }
    let token = access_token().await?;
    match transport::send(info, &address, &body, Some(&token), signal.as_ref()).await {
        // The server's clock is ahead, or the account changed: one renewal, one more try.
        Err(failure) if failure.status == 401 && is_about_token(failure.code) => {
            forget_access(&token);
            let token = access_token().await?;
            transport::send(info, &address, &body, Some(&token), signal.as_ref()).await
        }
        answer => answer,
    }
}

fn is_about_token(code: u16) -> bool {
    code == ErrorCode::AccessTokenExpired.number() || code == ErrorCode::Unauthenticated.number()
}

fn forget_access(token: &str) {
    let mut tokens = store::load();
    if tokens.access.as_ref().is_some_and(|access| access.token == token) {
        tokens.access = None;
        store::save(&tokens, now());
    }
}

async fn access_token() -> Result<String, Failure> {
    match store::load().step(now()) {
        Step::Send(token) => return Ok(token),
        Step::Anonymous => {
            return Err(Failure::local(ErrorCode::Unauthenticated, ErrorCode::Unauthenticated.message()));
        }
        Step::Ended => return Err(ended()),
        Step::Renew(_) => {}
    }
    let renewal = SESSION.with_borrow_mut(|session| {
        session.renewal.get_or_insert_with(|| future_to_promise(renew_alone())).clone()
    });
    let outcome = JsFuture::from(renewal.clone()).await;
    SESSION.with_borrow_mut(|session| {
        if session.renewal.as_ref().is_some_and(|current| js_sys::Object::is(current, &renewal)) {
            session.renewal = None;
        }
    });
    outcome.map_err(|cause| Failure {
        code: number(&cause, "code"),
        status: number(&cause, "status"),
        error: cause.unchecked_into(),
    })?;
    match store::load().step(now()) {
        Step::Send(token) => Ok(token),
        _ => Err(ended()),
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn number(object: &JsValue, name: &str) -> u16 {
    get(object, name).as_f64().unwrap_or_default() as u16
}

fn ended() -> Failure {
    clear();
    Failure::local(ErrorCode::RefreshTokenInvalid, ErrorCode::RefreshTokenInvalid.message())
}

/// Renews under the lock that all tabs share, where the browser has one.
async fn renew_alone() -> Result<JsValue, JsValue> {
    let locks = get(&get(&js_sys::global(), "navigator"), "locks");
    let Some(ask) = get(&locks, "request").dyn_ref::<Function>().cloned() else {
        return renew().await;
    };
    let held = Closure::once_into_js(|| future_to_promise(renew()));
    let granted = ask.call2(&locks, &NAME.into(), &held)?;
    JsFuture::from(Promise::resolve(&granted)).await
}

async fn renew() -> Result<JsValue, JsValue> {
    // Another tab may have renewed while this one waited.
    let Step::Renew(refresh_token) = store::load().step(now()) else {
        return Ok(JsValue::UNDEFINED);
    };
    let body = Object::new();
    set(&body, "grantType", "refresh_token");
    set(&body, "refreshToken", refresh_token.as_str());
    match request_tokens(&body).await {
        Ok(tokens) => {
            store::save(&tokens, now());
            Ok(JsValue::UNDEFINED)
        }
        Err(failure) => {
            // No answer, a busy or a failing server says nothing about the token: keep it.
            if (400..500).contains(&failure.status) && failure.status != 429 {
                clear();
            }
            Err(failure.into())
        }
    }
}

async fn request_tokens(body: &Object) -> Result<StoredTokens, Failure> {
    let info = &CreateToken::INFO;
    let address = format!("{}{}", base().trim_end_matches('/'), info.path);
    let pair = transport::send(info, &address, body, None, None).await?;
    let token = |name: &str| {
        let token = get(&pair, name);
        Some(StoredToken {
            expires_at: Timestamp::parse(&get(&token, "expiresAt").as_string()?)?,
            token: get(&token, "token").as_string()?,
        })
    };
    Ok(StoredTokens { access: token("accessToken"), refresh: token("refreshToken") })
}

/// Signs in by password and keeps the tokens.
pub async fn sign_in(login_id: &str, password: &str) -> Result<(), Failure> {
    let body = Object::new();
    set(&body, "grantType", "password");
    set(&body, "loginId", login_id);
    set(&body, "password", password);
    let tokens = request_tokens(&body).await?;
    store::save(&tokens, now());
    tell(true);
    Ok(())
}

/// Ends the session here, and on the server where it can be reached.
pub async fn sign_out() {
    let info = &SignOut::INFO;
    if let Ok(address) = request::address(info, &base(), &Value::Nothing, &Value::Nothing, false)
        && let Ok(token) = access_token().await
    {
        let _ = transport::send(info, &address, &JsValue::NULL, Some(&token), None).await;
    }
    clear();
}

/// Forgets the tokens and tells everybody, here and in the other tabs.
fn clear() {
    let was_signed_in = store::load() != StoredTokens::default();
    store::save(&StoredTokens::default(), now());
    if was_signed_in {
        tell(true);
    }
}

fn tell(other_tabs: bool) {
    let (listeners, channel) = SESSION.with_borrow(|session| {
        let listeners: Vec<Function> = session.listeners.iter().map(|(_, listener)| listener.clone()).collect();
        (listeners, session.channel.as_ref().map(|(channel, _)| channel.clone()))
    });
    let authority = JsValue::from_str(&authority());
    for listener in listeners {
        let _ = listener.call1(&JsValue::UNDEFINED, &authority);
    }
    if other_tabs && let Some(channel) = channel {
        let _ = channel.post_message(&JsValue::NULL);
    }
}

/// Calls `listener` whenever somebody signs in or out, here or in another tab; answers the number
/// by which to stop.
pub fn listen(listener: Function) -> u32 {
    SESSION.with_borrow_mut(|session| {
        if session.channel.is_none() && get(&js_sys::global(), "BroadcastChannel").is_function() {
            session.channel = BroadcastChannel::new(NAME).ok().map(|channel| {
                let heard = Closure::new(|_: JsValue| tell(false));
                channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
                (channel, heard)
            });
        }
        session.next_listener += 1;
        session.listeners.push((session.next_listener, listener));
        session.next_listener
    })
}

/// Stops calling the listener of this number.
pub fn unlisten(number: u32) {
    SESSION.with_borrow_mut(|session| session.listeners.retain(|(listener, _)| *listener != number));
}
