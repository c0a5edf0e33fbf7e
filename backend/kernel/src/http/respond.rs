//! Turning results into answers, and causes into log lines.

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

/// Header that carries the request id.
pub const REQUEST_ID: &str = "x-request-id";

/// Header that says by which rights the caller was answered: another value, other rights.
pub const RIGHTS: &str = "x-rights";

/// An answer as JSON, never kept by caches.
pub fn json<T: Serialize>(value: &T, request_id: &str) -> HttpResponse {
    let mut body = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut body, value) {
        Ok(()) => builder(StatusCode::OK, request_id).content_type("application/json").body(body),
        Err(error) => problem(&Problem::internal(error), request_id),
    }
}

/// A cookie that an answer sets.
pub struct SetCookie(String);

impl SetCookie {
    /// A secret that only this host gets back, only over a secure connection, and no script reads.
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

/// The same answer with a cookie.
pub fn with_cookie(mut answer: HttpResponse, cookie: SetCookie) -> HttpResponse {
    if let Ok(value) = HeaderValue::try_from(cookie.0) {
        answer.headers_mut().insert(SET_COOKIE, value);
    }
    answer
}

/// The same answer with the mark of the caller's rights.
pub fn with_rights(mut answer: HttpResponse, rights: Option<u64>) -> HttpResponse {
    if let Some(value) = rights.and_then(|rights| HeaderValue::try_from(format!("{rights:x}")).ok()) {
        answer.headers_mut().insert(HeaderName::from_static(RIGHTS), value);
    }
    answer
}

/// An error as JSON; the cause goes to the log with the request id.
pub fn problem(problem: &Problem, request_id: &str) -> HttpResponse {
    if let Some(cause) = &problem.cause {
        let code = problem.code.number();
        if problem.code == ErrorCode::Internal {
            tracing::error!(request_id, code, cause, "request failed");
        } else {
            // What a constraint refuses, or what others hold: the caller hears of it, and nothing is broken.
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

/// An answer with the headers that every answer of the API has.
pub fn builder(status: StatusCode, request_id: &str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::build(status);
    answer
        .insert_header((REQUEST_ID, request_id))
        .insert_header(("cache-control", "no-store"))
        .insert_header(("x-content-type-options", "nosniff"));
    answer
}
