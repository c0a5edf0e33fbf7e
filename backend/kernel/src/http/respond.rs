//! Turns results into responses, and causes of errors into log lines.

use crate::problem::Problem;
use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::{
        StatusCode,
        header::{HeaderName, HeaderValue, SET_COOKIE},
    },
};
use serde::Serialize;
use uno_core::contract::{
    error::{ErrorBody, ErrorCode},
    validation::MAX_VIOLATIONS,
};

/// Header with the request id.
pub const REQUEST_ID: &str = "x-request-id";

/// Header with a fingerprint of the caller's rights: a new value means that the rights have changed.
pub const RIGHTS: &str = "x-rights";

/// Builds a JSON response that caches must not store.
pub fn json<T: Serialize>(value: &T, request_id: &str) -> HttpResponse {
    let mut body = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut body, value) {
        Ok(()) => builder(StatusCode::OK, request_id).content_type("application/json").body(body),
        Err(error) => problem(&Problem::internal(error), request_id),
    }
}

/// Builds the response that an earlier request got.
#[must_use]
pub fn earlier(result: Vec<u8>, request_id: &str) -> HttpResponse {
    builder(StatusCode::OK, request_id).content_type("application/json").body(result)
}

/// A cookie set by a response.
pub struct SetCookie(String);

impl SetCookie {
    /// Creates a cookie for a secret: sent only to this host, only over a secure connection, only with requests of its
    /// own pages, and not readable by scripts.
    #[must_use]
    pub fn for_browser(name: &str, value: &str, seconds: i64) -> Self {
        Self(format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; Secure; SameSite=Strict"))
    }
}

impl std::fmt::Display for SetCookie {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Adds a cookie to a response.
pub fn with_cookie(mut answer: HttpResponse, cookie: SetCookie) -> HttpResponse {
    if let Ok(value) = HeaderValue::try_from(cookie.0) {
        answer.headers_mut().insert(SET_COOKIE, value);
    }
    answer
}

/// Adds the fingerprint of the caller's rights to a response.
pub fn with_rights(mut answer: HttpResponse, rights: Option<u64>) -> HttpResponse {
    if let Some(value) = rights.and_then(|rights| HeaderValue::try_from(format!("{rights:x}")).ok()) {
        answer.headers_mut().insert(HeaderName::from_static(RIGHTS), value);
    }
    answer
}

/// Builds an error response as JSON; logs the cause with the request id.
pub fn problem(problem: &Problem, request_id: &str) -> HttpResponse {
    if let Some(cause) = &problem.cause {
        let code = problem.code.number();
        if problem.code == ErrorCode::Internal {
            tracing::error!(request_id, code, cause, "request failed");
        } else if problem.outage.is_some() {
            tracing::warn!(request_id, code, cause, "the database cannot be used");
        } else {
            // A refusal by a constraint or a conflict: the client is told, and nothing is broken.
            tracing::info!(request_id, code, cause, "request refused");
        }
    }
    let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = builder(status, request_id);
    if let Some(seconds) = problem.retry_after {
        answer.insert_header(("retry-after", seconds.to_string()));
    }
    if status == StatusCode::UNAUTHORIZED {
        answer.insert_header(("www-authenticate", "Bearer"));
    }
    answer.json(ErrorBody {
        code: problem.code.number(),
        message: problem.code.message().into(),
        fields: problem.fields.iter().take(MAX_VIOLATIONS).cloned().collect(),
        request_id: request_id.into(),
    })
}

/// Starts a response with the headers that every API response has.
pub fn builder(status: StatusCode, request_id: &str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::build(status);
    answer
        .insert_header((REQUEST_ID, request_id))
        .insert_header(("cache-control", "no-store"))
        .insert_header(("x-content-type-options", "nosniff"));
    answer
}
