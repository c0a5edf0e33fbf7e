//! Authenticated calls: one renewal, no matter how many calls and tabs need it.
//!
//! Within the module, callers share the renewal in flight. Across tabs, the Web Locks API lets one tab renew; the next
//! tab to get the lock reads the cookies again and finds the new tokens.

use super::{
    session_key::{self, NewKey},
    settings::{self, base, now},
    store, transport,
    transport::Failure,
    value::{from_js, get, is_absent, must, set, text, wrong},
};
use crate::client::{
    request,
    session::{Step, StoredTokens},
};
use crate::contract::{
    Endpoint, EndpointInfo,
    error::ErrorCode,
    sign_in::{CreateToken, SignOut},
    validation::Value,
};
use crate::domain::time::Timestamp;
use js_sys::{Function, Object, Promise};
use std::{
    cell::{Cell, RefCell},
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortSignal, BroadcastChannel};

/// Authority if there is no session.
pub const ANONYMOUS: &str = "ANONYMOUS";
const NAME: &str = "uno-session";
/// Minimum interval between two reports of the user's activity to the server.
const ACTIVITY_REPORT_MILLISECONDS: i64 = 5 * 60_000;
/// Clock differences below this are ignored: the server's time is known only to the second.
const TOLERATED_CLOCK_DIFFERENCE_MILLISECONDS: f64 = 10_000.0;

#[derive(Default)]
struct Session {
    renewal: Option<Promise>,
    listeners: Vec<(u32, Function)>,
    next_listener: u32,
    channel: Option<Channel>,
}

/// The channel between tabs, and its message handler.
type Channel = (BroadcastChannel, Closure<dyn FnMut(JsValue)>);

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    /// When the user was last active, if the page reports it.
    static ACTIVE_AT: Cell<Option<i64>> = const { Cell::new(None) };
    /// When this page last received tokens.
    static RENEWED_AT: Cell<Option<i64>> = const { Cell::new(None) };
}

/// Returns the authority of the signed-in account, from the access token.
pub fn authority() -> String {
    // Errors of the store are reported by the calls.
    let tokens = store::load().unwrap_or_default();
    if matches!(tokens.step(now()), Step::Anonymous | Step::Ended) {
        return ANONYMOUS.into();
    }
    session_key::claim(&tokens, "authority").as_string().unwrap_or_else(|| ANONYMOUS.into())
}

/// Converts a future to a promise. Boxed, so that the promise machinery is compiled only once.
pub fn promise(future: impl Future<Output = Result<JsValue, Failure>> + 'static) -> Promise {
    let future: Pin<Box<dyn Future<Output = Result<JsValue, Failure>>>> = Box::pin(future);
    future_to_promise(Answer(future))
}

/// A future whose failure is converted to the JavaScript error.
struct Answer(Pin<Box<dyn Future<Output = Result<JsValue, Failure>>>>);

impl Future for Answer {
    type Output = Result<JsValue, JsValue>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context).map_err(|failure| failure.error)
    }
}

/// The data of a call, as of the time when it was made.
pub struct Prepared {
    info: &'static EndpointInfo,
    address: String,
    body: JsValue,
    /// The idempotency key, where the endpoint takes one.
    key: Option<Key>,
    signal: Option<AbortSignal>,
}

/// An idempotency key, and the header with it.
struct Key {
    key: String,
    header: String,
}

/// Returns the caller's key, or a new one.
fn key(info: &EndpointInfo, given: &JsValue) -> Result<Option<Key>, JsValue> {
    if !info.takes_key {
        return must(is_absent(given), "idempotencyKey", "left out").map(|()| None);
    }
    let key = if is_absent(given) { transport::new_key() } else { text(given, "idempotencyKey")? };
    let header = request::key_header(&key);
    let header = header.ok_or_else(|| wrong("idempotencyKey", "1 to 255 printable ASCII characters"))?;
    Ok(Some(Key { key, header }))
}

/// Reads the arguments of a call.
pub fn prepare(
    info: &'static EndpointInfo,
    path: &JsValue,
    query: &JsValue,
    body: &JsValue,
    (signal, idempotency_key): (&JsValue, &JsValue),
) -> Result<Prepared, Failure> {
    let given = get(signal, "aborted").as_bool().is_some() && get(signal, "addEventListener").is_function();
    must(given || is_absent(signal), "signal", "an AbortSignal").map_err(Failure::caught)?;
    let part = |value: &JsValue, name: &str| {
        let part = from_js(value);
        let holds = matches!(part, Value::Nothing | Value::Object(_));
        must(holds, name, "an object").map(|()| part).map_err(Failure::caught)
    };
    let (path, query) = (part(path, "path")?, part(query, "query")?);
    if let Some(other) = request::without_placeholder(info, &path) {
        return Err(Failure::caught(wrong(&["path.", other].concat(), "left out")));
    }
    let address = request::address(info, &base(), &path, &query, !is_absent(body))?;
    let signal = given.then(|| AbortSignal::from(signal.clone()));
    let key = key(info, idempotency_key).map_err(Failure::caught)?;
    Ok(Prepared { info, address, body: transport::body(info, body)?, key, signal })
}

/// Calls an endpoint.
pub async fn call(prepared: Prepared) -> Result<JsValue, Failure> {
    let Prepared { info, address, body, key, signal } = prepared;
    let header = key.as_ref().map(|key| key.header.as_str());
    let mut renewed = false;
    loop {
        let token = if info.is_public { None } else { Some(access_token().await?) };
        let answer = transport::send(info, &address, &body, (token.as_deref(), header), signal.as_ref()).await;
        match (answer.and_then(|answer| answer.value()), token) {
            // Either the server's clock is ahead or the account has changed: renew once and retry once.
            (Err(failure), Some(token)) if !renewed && failure.status == 401 && is_token_error(failure.code) => {
                expire_access(&token)?;
                renewed = true;
            }
            // The change may have been made. The error names the key with which the call can be repeated.
            (Err(failure), _) if !failure.is_refusal() && !signal.as_ref().is_some_and(AbortSignal::aborted) => {
                if let Some(key) = key {
                    set(&failure.error, "idempotencyKey", key.key);
                }
                return Err(failure);
            }
            (answer, _) => return answer,
        }
    }
}

fn is_token_error(code: u16) -> bool {
    code == ErrorCode::AccessTokenExpired.number() || code == ErrorCode::Unauthenticated.number()
}

/// Marks the access token as expired, unless it has been renewed already, so that the next call renews it.
fn expire_access(token: &str) -> Result<(), Failure> {
    let mut tokens = store::load()?;
    if let Some(access) = tokens.access.as_mut().filter(|access| access.token == token) {
        access.expires_at = Timestamp(0);
        store::save(&tokens, now())?;
    }
    Ok(())
}

async fn access_token() -> Result<String, Failure> {
    match store::load()?.step(now()) {
        Step::Send(token) => return Ok(token),
        Step::Anonymous => return Err(Failure::of(ErrorCode::Unauthenticated)),
        Step::Ended => return Err(ended()),
        Step::Renew(_) => {}
    }
    let renewal =
        SESSION.with_borrow_mut(|session| session.renewal.get_or_insert_with(|| promise(renew_locked())).clone());
    let outcome = JsFuture::from(renewal.clone()).await;
    SESSION.with_borrow_mut(|session| {
        if session.renewal.as_ref().is_some_and(|current| Object::is(current, &renewal)) {
            session.renewal = None;
        }
    });
    outcome.map_err(Failure::caught)?;
    match store::load()?.step(now()) {
        Step::Send(token) => Ok(token),
        // The session was ended in the meantime.
        Step::Anonymous => Err(Failure::of(ErrorCode::Unauthenticated)),
        Step::Renew(_) | Step::Ended => Err(ended()),
    }
}

fn ended() -> Failure {
    clear().err().unwrap_or_else(|| Failure::of(ErrorCode::RefreshTokenInvalid))
}

/// Renews under the lock shared by all tabs, or without it if the browser supports no locks or does not grant it.
async fn renew_locked() -> Result<JsValue, Failure> {
    let held = Closure::once_into_js(|| promise(renew()));
    JsFuture::from(transport::alone(NAME, &held)).await.map_err(Failure::caught)
}

async fn renew() -> Result<JsValue, Failure> {
    // Another tab may have renewed while this one was waiting.
    let tokens = store::load()?;
    let Step::Renew(refresh_token) = tokens.step(now()) else {
        return Ok(JsValue::UNDEFINED);
    };
    let proof = session_key::proof(&tokens, &refresh_token).await;
    let outcome = exchange(&refresh_token, proof).await;
    // The user may have signed out, or signed in again, while the request was in flight.
    let current = store::load()?.refresh.is_some_and(|refresh| refresh.token == refresh_token);
    match outcome {
        Ok(tokens) if current => store::save_renewed(&tokens, now()),
        Err(failure) if current && failure.is_refusal() => {
            clear()?;
            return Err(failure);
        }
        Err(failure) if current => return Err(failure),
        _ => {}
    }
    Ok(JsValue::UNDEFINED)
}

/// Exchanges a refresh token for the next pair, with the proof that a bound session needs.
#[allow(clippy::cast_precision_loss)]
async fn exchange(refresh_token: &str, proof: Option<String>) -> Result<StoredTokens, Failure> {
    let body = Object::new();
    set(&body, "grantType", "refresh_token");
    set(&body, "refreshToken", refresh_token);
    set_if_some(&body, "proof", proof);
    if let Some(active_at) = ACTIVE_AT.get() {
        set(&body, "idleSeconds", ((now().0 - active_at) / 1000).max(0) as f64);
    }
    request_tokens(&body, None).await
}

/// Requests tokens. Their expiry times are converted to this device's clock.
async fn request_tokens(body: &Object, signal: Option<&AbortSignal>) -> Result<StoredTokens, Failure> {
    let info = const { &CreateToken::INFO.without_forms() };
    let mut address = base();
    address.truncate(address.trim_end_matches('/').len());
    address.push_str(info.path);
    let answer = transport::send(info, &address, &transport::body(info, body)?, (None, None), signal).await?;
    let ahead = clock_difference(answer.date());
    let mut tokens = store::from_pair(&answer.value()?);
    let (Some(access), Some(refresh)) = (&mut tokens.access, &mut tokens.refresh) else {
        return Err(transport::unreadable());
    };
    for token in [access, refresh] {
        token.expires_at = token.expires_at.plus_milliseconds(ahead);
    }
    RENEWED_AT.set(Some(now().0));
    Ok(tokens)
}

/// Returns by how much this device's clock is ahead of the server's, if the difference is significant.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn clock_difference(date: Option<String>) -> i64 {
    let difference = date.map_or(f64::NAN, |date| now().0 as f64 - js_sys::Date::parse(&date));
    if difference.abs() > TOLERATED_CLOCK_DIFFERENCE_MILLISECONDS { difference as i64 } else { 0 }
}

/// Records the time of the user's last activity. Renews the session in time if the user works without making calls, so
/// that the server does not consider the session idle. Returns when the session ends unless it is used again; infinity
/// if there is no session.
pub async fn note_activity(at: Timestamp) -> Result<JsValue, Failure> {
    ACTIVE_AT.set(Some(at.0));
    // A page that was just loaded has not requested tokens yet.
    let renewed_at = RENEWED_AT.get().unwrap_or(now().0);
    RENEWED_AT.set(Some(renewed_at));
    if at.0 > renewed_at && now().0 - renewed_at >= ACTIVITY_REPORT_MILLISECONDS {
        let step = store::load()?.step(now());
        if let Step::Send(token) = &step {
            expire_access(token)?;
        }
        if matches!(step, Step::Send(_) | Step::Renew(_)) {
            access_token().await?;
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let end = store::load()?.refresh.map_or(f64::INFINITY, |token| token.expires_at.0 as f64);
    Ok(end.into())
}

/// Signs in by password and stores the tokens. With a token store of the host, the session is not bound to a key: the
/// host may pass the tokens to a place that does not have this browser's key.
pub async fn sign_in(
    login_id: &str,
    password: &str,
    one_time_code: Option<String>,
    wake_up: bool,
) -> Result<JsValue, Failure> {
    let body = Object::new();
    set(&body, "grantType", "password");
    set(&body, "loginId", login_id);
    set(&body, "password", password);
    set_if_some(&body, "oneTimeCode", one_time_code);
    if wake_up {
        set(&body, "wakeUp", true);
    }
    let hosted = settings::store().is_some();
    let tokens = if hosted { request_tokens(&body, None).await? } else { request_bound(&body, None).await? };
    keep(&tokens)?;
    Ok(JsValue::UNDEFINED)
}

/// Requests tokens by a confirmed QR code. Only the key is stored; the caller decides whether the tokens still count.
pub fn request_by_qr_code(qr_code: String, signal: Option<AbortSignal>) -> Promise {
    promise(async move {
        let body = Object::new();
        set(&body, "grantType", "qr_code");
        set(&body, "qrCode", qr_code);
        Ok(store::to_pair(&request_bound(&body, signal.as_ref()).await?))
    })
}

/// Requests the tokens of a session that is bound to a new key of this browser, if it can create one.
async fn request_bound(body: &Object, signal: Option<&AbortSignal>) -> Result<StoredTokens, Failure> {
    let key = NewKey::create().await;
    set_if_some(body, "publicKey", key.public());
    let tokens = request_tokens(body, signal).await?;
    key.keep(&tokens).await;
    Ok(tokens)
}

/// Stores the tokens of a new session and notifies all listeners.
pub fn keep(tokens: &StoredTokens) -> Result<(), Failure> {
    let before = store::load().unwrap_or_default();
    store::save(tokens, now())?;
    session_key::forget_replaced(&before, tokens);
    notify_listeners(true);
    Ok(())
}

fn set_if_some(body: &Object, name: &str, value: Option<String>) {
    if let Some(value) = value {
        set(body, name, value);
    }
}

/// Ends the session: locally at once, and on the server if it can be reached.
pub async fn sign_out() -> Result<JsValue, Failure> {
    let info = const { &SignOut::INFO.without_forms() };
    let tokens = store::load()?;
    let step = tokens.step(now());
    let cleared = clear_tokens();
    // The key signs one last time before it is deleted.
    let proof = match &step {
        Step::Renew(refresh_token) => session_key::proof(&tokens, refresh_token).await,
        _ => None,
    };
    session_key::forget(&tokens);
    let token = match step {
        Step::Send(token) => Some(token),
        Step::Renew(refresh_token) => {
            exchange(&refresh_token, proof).await.ok().and_then(|tokens| tokens.access).map(|access| access.token)
        }
        Step::Anonymous | Step::Ended => None,
    };
    if let Some(token) = token
        && let Ok(address) = request::address(info, &base(), &Value::Nothing, &Value::Nothing, false)
    {
        let _ = transport::send(info, &address, &JsValue::UNDEFINED, (Some(&token), None), None).await;
    }
    cleared.map(|()| JsValue::UNDEFINED)
}

/// Deletes the session's key and tokens.
fn clear() -> Result<(), Failure> {
    session_key::forget(&store::load()?);
    clear_tokens()
}

/// Deletes the tokens and notifies all listeners, here and in other tabs.
fn clear_tokens() -> Result<(), Failure> {
    let was_signed_in = store::load()? != StoredTokens::default();
    store::save(&StoredTokens::default(), now())?;
    if was_signed_in {
        notify_listeners(true);
    }
    Ok(())
}

fn notify_listeners(other_tabs: bool) {
    let (listeners, channel) = SESSION.with_borrow(|session| {
        let listeners: Vec<Function> = session.listeners.iter().map(|(_, listener)| listener.clone()).collect();
        (listeners, session.channel.as_ref().map(|(channel, _)| channel.clone()))
    });
    let authority = JsValue::from_str(&authority());
    for listener in listeners {
        let _ = listener.call1(&JsValue::UNDEFINED, &authority);
    }
    if !other_tabs {
        return;
    }
    if let Some(channel) = channel {
        let _ = channel.post_message(&JsValue::NULL);
    } else if let Some(channel) = open_channel() {
        let _ = channel.post_message(&JsValue::NULL);
        channel.close();
    }
}

fn open_channel() -> Option<BroadcastChannel> {
    get(&js_sys::global(), "BroadcastChannel").is_function().then(|| BroadcastChannel::new(NAME).ok()).flatten()
}

/// Calls `listener` on every sign-in or sign-out, here or in another tab. Returns the number with which to stop it.
pub fn listen(listener: Function) -> u32 {
    SESSION.with_borrow_mut(|session| {
        if session.channel.is_none() {
            session.channel = open_channel().map(|channel| {
                let heard = Closure::new(|_: JsValue| notify_listeners(false));
                channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
                (channel, heard)
            });
        }
        session.next_listener += 1;
        session.listeners.push((session.next_listener, listener));
        session.next_listener
    })
}

/// Removes the listener with this number. After the last one, messages from other tabs are no longer received.
pub fn unlisten(number: u32) {
    SESSION.with_borrow_mut(|session| {
        session.listeners.retain(|(listener, _)| *listener != number);
        if session.listeners.is_empty()
            && let Some((channel, _)) = session.channel.take()
        {
            channel.close();
        }
    });
}
