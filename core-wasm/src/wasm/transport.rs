//! Sends requests and reads responses: gloo-net builds the request, `network.js` sends it.

use super::{
    settings,
    value::{error, from_js, get, is_tagged, must, set, violation},
};
use crate::client::request::{self, BadArgument};
use crate::contract::{BodyKind, EndpointInfo, Method, error::ErrorCode};
use gloo_net::http::RequestBuilder;
use js_sys::{Array, JSON, Object, Promise};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal, Request};

#[wasm_bindgen(module = "/src/wasm/network.js")]
extern "C" {
    #[wasm_bindgen(js_namespace = network)]
    fn exchange(
        fetch: &JsValue,
        request: &Request,
        controller: &AbortController,
        signal: Option<&AbortSignal>,
        is_file: bool,
    ) -> Promise;
    /// Runs `work` under the lock with this name, or without one if locks are not supported or it is not granted.
    #[wasm_bindgen(js_namespace = network)]
    pub fn alone(name: &str, work: &JsValue) -> Promise;
    /// Returns a new idempotency key.
    #[wasm_bindgen(js_namespace = network, js_name = newKey)]
    pub fn new_key() -> String;
}

/// A failed call.
pub struct Failure {
    /// The error for the caller.
    pub error: JsValue,
    /// Its code; 0 if the server was not reached.
    pub code: u16,
    /// Its HTTP status; 0 if the server was not reached.
    pub status: u16,
}

impl Failure {
    fn new(code: u16, status: u16, message: &str) -> Self {
        Self { error: error(message, code, status).into(), code, status }
    }

    /// Creates a failure with a code of the catalogue that did not come from a server. Inlined, so that messages of
    /// unused codes are not included in the wasm.
    #[inline(always)]
    pub fn of(code: ErrorCode) -> Self {
        Self::with_message(code, code.message())
    }

    /// The same with a custom message.
    #[inline(always)]
    pub fn with_message(code: ErrorCode, message: &str) -> Self {
        Self::new(code.number(), code.status(), message)
    }

    /// Returns whether the server understood and rejected the request. Without a response, or with a busy or failing
    /// server, the result is unknown.
    pub fn is_refusal(&self) -> bool {
        matches!(self.status, 400..500) && !matches!(self.status, 408 | 425 | 429)
    }

    /// Converts an error from another call of this module.
    pub fn caught(error: JsValue) -> Self {
        Self { code: number(&error, "code"), status: number(&error, "status"), error }
    }

    /// Creates a failure of a host function. Its status is 0 because no server was involved.
    pub fn from_host(message: &str, cause: &JsValue) -> Self {
        let failure = Self::new(ErrorCode::Internal.number(), 0, message);
        set(&failure.error, "cause", cause);
        failure
    }

    /// Creates a failure with status 0: the request could not be sent, or its response could not be read completely.
    /// If the caller aborted the call, the reason of the signal is passed through unchanged.
    fn no_response(cause: JsValue, signal: Option<&AbortSignal>) -> Self {
        if signal.is_some_and(AbortSignal::aborted) {
            return Self { error: cause, code: 0, status: 0 };
        }
        let message = get(&cause, "message").as_string().filter(|message| !message.is_empty());
        let failure = Self::new(0, 0, message.as_deref().unwrap_or("The server was not reached."));
        set(&failure.error, "cause", cause);
        failure
    }
}

/// Names the part of a request that cannot be sent.
impl From<BadArgument> for Failure {
    fn from(bad: BadArgument) -> Self {
        let code = match bad {
            BadArgument::Missing(_) => "required",
            BadArgument::Unsendable(_) => "type",
        };
        let failure = Self::with_message(ErrorCode::Malformed, &bad.message());
        let field = violation(bad.name(), code, &Object::new());
        set(&failure.error, "fields", Array::of1(&field));
        failure
    }
}

/// Creates a failure for a response that does not match the contract.
pub fn unreadable() -> Failure {
    Failure::with_message(ErrorCode::Internal, "The answer could not be read.")
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn number(object: &JsValue, name: &str) -> u16 {
    get(object, name).as_f64().unwrap_or_default() as u16
}

/// Returns the body to send: JSON in its current state, or the bytes of a file.
pub fn body(info: &EndpointInfo, body: &JsValue) -> Result<JsValue, Failure> {
    let wrong = |holds, expected: &str| must(holds, "body", expected).map_err(Failure::caught);
    match info.body {
        BodyKind::None => wrong(body.is_null() || body.is_undefined(), "left out").map(|()| JsValue::UNDEFINED),
        BodyKind::File => {
            wrong(is_tagged(body, &["Blob", "File", "ArrayBuffer", "Uint8Array"]), "a Blob").map(|()| body.clone())
        }
        BodyKind::Json | BodyKind::Patch | BodyKind::Batch | BodyKind::Bulk => {
            request::check_body("", &from_js(body))?;
            JSON::stringify(body).map(JsValue::from).map_err(|cause| Failure::no_response(cause, None))
        }
    }
}

/// A server response.
pub struct Answer(JsValue);

/// Sends a request with a body from [`body`], the token of its caller and the header of its idempotency key.
pub async fn send(
    info: &EndpointInfo,
    address: &str,
    body: &JsValue,
    (token, key): (Option<&str>, Option<&str>),
    signal: Option<&AbortSignal>,
) -> Result<Answer, Failure> {
    let controller = AbortController::new().map_err(|cause| Failure::no_response(cause, None))?;
    // In a simulated browser, `AbortController` and `Request` can come from different implementations, and one does not
    // accept the other's signal. The request is then sent without a signal, so that the network does not notice an
    // abort.
    let request = request(info, address, body, (token, key), Some(&controller.signal()))
        .or_else(|_| request(info, address, body, (token, key), None))?;
    let answer = exchange(&settings::fetch(), &request, &controller, signal, info.body == BodyKind::File);
    JsFuture::from(answer).await.map(Answer).map_err(|cause| Failure::no_response(cause, signal))
}

fn request(
    info: &EndpointInfo,
    address: &str,
    body: &JsValue,
    (token, key): (Option<&str>, Option<&str>),
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
    if let Some(key) = key {
        builder = builder.header("idempotency-key", key);
    }
    let kind = match info.body {
        BodyKind::None => None,
        BodyKind::File => Some("application/octet-stream"),
        BodyKind::Json | BodyKind::Patch | BodyKind::Batch | BodyKind::Bulk => Some("application/json"),
    };
    if let Some(kind) = kind {
        builder = builder.header("content-type", kind);
    }
    match builder.body(body.clone()) {
        Ok(request) => Ok(request.into()),
        Err(gloo_net::Error::JsError(cause)) => Err(Failure::new(0, 0, &cause.message)),
        Err(gloo_net::Error::GlooError(message)) => Err(Failure::new(0, 0, &message)),
    }
}

impl Answer {
    /// Returns when the server responded, by its own clock.
    pub fn date(&self) -> Option<String> {
        get(&self.0, "date").as_string()
    }

    /// Returns the result, or the error that the server reports.
    pub fn value(&self) -> Result<JsValue, Failure> {
        let (status, body) = (number(&self.0, "status"), get(&self.0, "body"));
        if (200..300).contains(&status) {
            return if body.is_undefined() { Err(unreadable()) } else { Ok(body) };
        }
        if !get(&body, "code").as_f64().is_some_and(|code| code > 0.0) {
            // The response comes from a proxy or an unknown source.
            return Err(Failure::new(ErrorCode::Internal.number(), status, ErrorCode::Internal.message()));
        }
        let message = get(&body, "message").as_string().unwrap_or_default();
        let failure = Failure::new(number(&body, "code"), status, &message);
        let (fields, request_id) = (get(&body, "fields"), get(&body, "requestId"));
        if Array::is_array(&fields) {
            set(&failure.error, "fields", fields);
        }
        if request_id.is_string() {
            set(&failure.error, "requestId", request_id);
        }
        let wait = get(&self.0, "retryAfter").as_string();
        if let Some(seconds) = wait.and_then(|seconds| seconds.parse::<u32>().ok()) {
            set(&failure.error, "retryAfter", seconds);
        }
        Err(failure)
    }
}
