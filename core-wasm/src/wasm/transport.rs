//! Sending a request and reading its answer, by gloo-net.

use super::value::{error, from_js, get, set};
use crate::contract::{BodyKind, EndpointInfo, Method, error::ErrorCode, validation::Value};
use gloo_net::http::RequestBuilder;
use js_sys::{Error, JSON};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Response};

/// A failed call.
pub struct Failure {
    /// The error for the caller.
    pub error: Error,
    /// Its code; 0 where the server was not reached.
    pub code: u16,
    /// Its HTTP status; 0 where the server was not reached.
    pub status: u16,
}

impl Failure {
    /// A failure with a code of the catalogue that no server sent.
    pub fn local(code: ErrorCode, message: &str) -> Self {
        Self { error: error(message, code.number(), code.status()), code: code.number(), status: code.status() }
    }

    /// The request could not be sent, or was given up; the cause keeps its own name (`AbortError`).
    fn unreached(cause: &gloo_net::Error) -> Self {
        let error = match cause {
            gloo_net::Error::JsError(js) => {
                let error = Error::new(&js.message);
                error.set_name(&js.name);
                error
            }
            other => Error::new(&other.to_string()),
        };
        set(&error, "code", 0);
        set(&error, "status", 0);
        Self { error, code: 0, status: 0 }
    }
}

/// Sends one request.
pub async fn send(
    info: &EndpointInfo,
    address: &str,
    body: &JsValue,
    token: Option<&str>,
    signal: Option<&AbortSignal>,
) -> Result<JsValue, Failure> {
    let mut request = RequestBuilder::new(address)
        .method(match info.method {
            Method::Get => gloo_net::http::Method::GET,
            Method::Post => gloo_net::http::Method::POST,
            Method::Put => gloo_net::http::Method::PUT,
            Method::Patch => gloo_net::http::Method::PATCH,
            Method::Delete => gloo_net::http::Method::DELETE,
        })
        .abort_signal(signal);
    if let Some(token) = token {
        request = request.header("authorization", &format!("Bearer {token}"));
    }
    let sent = match info.body {
        BodyKind::None => request.send().await,
        BodyKind::File => match request.header("content-type", "application/octet-stream").body(body.clone()) {
            Ok(request) => request.send().await,
            Err(cause) => Err(cause),
        },
        BodyKind::Json => {
            let text = JSON::stringify(body).unwrap_or_else(|_| "null".into());
            match request.header("content-type", "application/json").body(JsValue::from(text)) {
                Ok(request) => request.send().await,
                Err(cause) => Err(cause),
            }
        }
    };
    let response = web_sys::Response::from(sent.map_err(|cause| Failure::unreached(&cause))?);
    if response.ok() {
        return read(&response).await.map_err(|_| Failure::local(ErrorCode::Internal, "The answer could not be read."));
    }
    Err(refused(&response).await)
}

async fn read(response: &Response) -> Result<JsValue, JsValue> {
    let kind = response.headers().get("content-type")?.unwrap_or_default();
    JsFuture::from(if kind.starts_with("application/json") { response.json()? } else { response.blob()? }).await
}

async fn refused(response: &Response) -> Failure {
    let status = response.status();
    let body = read(response).await.unwrap_or(JsValue::UNDEFINED);
    let (code, message) = match from_js(&body) {
        Value::Object(_) if get(&body, "code").as_f64().is_some() => {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let code = get(&body, "code").as_f64().unwrap_or_default() as u16;
            (code, get(&body, "message").as_string().unwrap_or_default())
        }
        _ => (ErrorCode::Internal.number(), ErrorCode::Internal.message().to_owned()),
    };
    let error = error(&message, code, status);
    for name in ["fields", "requestId"] {
        set(&error, name, get(&body, name));
    }
    Failure { error, code, status }
}

/// A failure as what JavaScript catches.
impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        failure.error.unchecked_into()
    }
}
