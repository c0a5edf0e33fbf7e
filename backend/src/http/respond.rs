//! Turning results into answers, and causes into log lines.

use crate::problem::Problem;
use actix_web::{HttpResponse, HttpResponseBuilder, http::StatusCode};
use serde::Serialize;
use uno_core::contract::error::ErrorBody;

/// Header that carries the request id.
pub const REQUEST_ID: &str = "x-request-id";

/// An answer as JSON, never kept by caches.
pub fn json<T: Serialize>(value: &T, request_id: &str) -> HttpResponse {
    let mut body = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut body, value) {
        Ok(()) => builder(StatusCode::OK, request_id).content_type("application/json").body(body),
        Err(error) => problem(&Problem::internal(error), request_id),
    }
}

/// An error as JSON; the cause goes to the log with the request id.
pub fn problem(problem: &Problem, request_id: &str) -> HttpResponse {
    if let Some(cause) = &problem.cause {
        tracing::error!(request_id, code = problem.code.number(), cause, "request failed");
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
        fields: problem.fields.clone(),
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
