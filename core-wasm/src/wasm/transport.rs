//! Sending a request and reading its answer, by gloo-net.

use super::{
    settings,
    value::{error, get, set},
};
use crate::contract::{BodyKind, EndpointInfo, Method, error::ErrorCode};
use gloo_net::http::RequestBuilder;
use js_sys::JSON;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Request, Response};

/// A failed call.
pub struct Failure {
    /// The error for the caller.
    pub error: JsValue,
    /// Its code; 0 where the server was not reached.
    pub code: u16,
    /// Its HTTP status; 0 where the server was not reached.
    pub status: u16,
}

impl Failure {
    fn new(code: u16, status: u16, message: &str) -> Self {
        Self { error: error(message, code, status).into(), code, status }
    }

    /// A failure with a code of the catalogue that no server sent.
    pub fn of(code: ErrorCode) -> Self {
        Self::saying(code, code.message())
    }

    /// The same with a message of its own.
    pub fn saying(code: ErrorCode, message: &str) -> Self {
        Self::new(code.number(), code.status(), message)
    }

    /// Whether the server understood and refuses. No answer, a busy or a failing server says nothing
    /// about what was asked.
    pub fn is_refusal(&self) -> bool {
        matches!(self.status, 400..500) && !matches!(self.status, 408 | 425 | 429)
    }

    /// What another call of this module failed with.
    pub fn caught(error: JsValue) -> Self {
        Self { code: number(&error, "code"), status: number(&error, "status"), error }
    }

    /// The request could not be sent: an error with status 0. Giving a call up is the caller's own
    /// doing, so what the signal says passes through as it is.
    fn unreached(cause: JsValue, signal: Option<&AbortSignal>) -> Self {
        if signal.is_some_and(AbortSignal::aborted) {
            return Self { error: cause, code: 0, status: 0 };
        }
        let failure = Self::new(0, 0, &get(&cause, "message").as_string().unwrap_or_default());
        set(&failure.error, "cause", cause);
        failure
    }
}

/// The answer is not what the contract says.
pub fn unreadable() -> Failure {
    Failure::saying(ErrorCode::Internal, "The answer could not be read.")
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn number(object: &JsValue, name: &str) -> u16 {
    get(object, name).as_f64().unwrap_or_default() as u16
}

/// Sends one request and reads its answer.
pub async fn send(
    info: &EndpointInfo,
    address: &str,
    body: &JsValue,
    token: Option<&str>,
    signal: Option<&AbortSignal>,
) -> Result<JsValue, Failure> {
    answer(&fetch(info, address, body, token, signal).await?).await
}

/// Sends one request.
pub async fn fetch(
    info: &EndpointInfo,
    address: &str,
    body: &JsValue,
    token: Option<&str>,
    signal: Option<&AbortSignal>,
) -> Result<Response, Failure> {
    let request = request(info, address, body, token, signal)?;
    let promise = settings::fetch(&request).map_err(|cause| Failure::unreached(cause, signal))?;
    JsFuture::from(promise).await.map(Response::from).map_err(|cause| Failure::unreached(cause, signal))
}

fn request(
    info: &EndpointInfo,
    address: &str,
    body: &JsValue,
    token: Option<&str>,
    signal: Option<&AbortSignal>,
) -> Result<Request, Failure> {
    let mut builder = RequestBuilder::new(address)
        .method(match info.method {
            Method::Get => gloo_net::http::Method::GET,
            Method::Post => gloo_net::http::Method::POST,
            Method::Put => gloo_net::http::Method::PUT,
            Method::Patch => gloo_net::http::Method::PATCH,
            Method::Delete => gloo_net::http::Method::DELETE,
        })
        .abort_signal(signal);
    if let Some(token) = token {
        builder = builder.header("authorization", &["Bearer ", token].concat());
    }
    let body = match info.body {
        BodyKind::None => JsValue::UNDEFINED,
        BodyKind::File => {
            builder = builder.header("content-type", "application/octet-stream");
            body.clone()
        }
        BodyKind::Json => {
            builder = builder.header("content-type", "application/json");
            JSON::stringify(body).map_err(|cause| Failure::unreached(cause, None))?.into()
        }
    };
    match builder.body(body) {
        Ok(request) => Ok(request.into()),
        Err(gloo_net::Error::JsError(cause)) => Err(Failure::new(0, 0, &cause.message)),
        Err(gloo_net::Error::GlooError(message)) => Err(Failure::new(0, 0, &message)),
    }
}

/// Reads an answer: what was asked for, or what the server says is wrong.
pub async fn answer(response: &Response) -> Result<JsValue, Failure> {
    let body = read(response).await;
    if response.ok() {
        return body.map_err(|_| unreadable());
    }
    let status = response.status();
    let body = body.unwrap_or(JsValue::UNDEFINED);
    if !get(&body, "code").as_f64().is_some_and(|code| code > 0.0) {
        // A proxy answered, or nobody knows who.
        return Err(Failure::new(ErrorCode::Internal.number(), status, ErrorCode::Internal.message()));
    }
    let failure = Failure::new(number(&body, "code"), status, &get(&body, "message").as_string().unwrap_or_default());
    for name in ["fields", "requestId"] {
        set(&failure.error, name, get(&body, name));
    }
    let wait = response.headers().get("retry-after").ok().flatten();
    if let Some(seconds) = wait.and_then(|seconds| seconds.parse::<u32>().ok()) {
        set(&failure.error, "retryAfter", seconds);
    }
    Err(failure)
}

async fn read(response: &Response) -> Result<JsValue, JsValue> {
    let kind = response.headers().get("content-type")?.unwrap_or_default();
    JsFuture::from(if kind.starts_with("application/json") { response.json()? } else { response.blob()? }).await
}
