//! Applies to every response: allowed methods, HSTS, compression of JSON for clients that accept it, and a time
//! limit for clients that read a response too slowly.

use super::{
    compress::{accepts_encoding, compressed},
    mount::{Refusal, request_id},
    respond,
};
use crate::{problem::Problem, state::State};
use actix_web::{
    Error, HttpResponse,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{self, HeaderValue},
    },
    middleware::Next,
    web::{self, Bytes},
};
use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};
use uno_core::contract::error::ErrorCode;

/// Longest time for which the client may accept no data.
pub const MAX_STALL: Duration = Duration::from_secs(30);
/// The methods that the server knows.
const METHODS: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];
/// One year. Subdomains are excluded: they may not belong to this server.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// Minimum speed in bytes per second at which a response larger than a piece must be read.
const SLOWEST: u64 = 4 * 1024;
/// Number of bytes of a response that are passed to a connection at a time.
const PIECE: usize = 16 * 1024;

/// Wraps all other services.
///
/// # Errors
/// Returns the error of the wrapped service.
pub async fn gate(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let state = request.app_data::<web::Data<State>>().cloned();
    let settings = state.as_ref().map(|state| &state.settings);
    let secure = settings.is_some_and(|settings| settings.behind_proxy) && came_by_tls(&request);
    let stall = settings.and_then(|settings| settings.max_stall).unwrap_or(MAX_STALL);
    let takes_gzip = accepts_encoding(request.headers(), "gzip");
    let mut answer = if METHODS.contains(request.method()) {
        next.call(request).await?.map_into_boxed_body()
    } else {
        request.into_response(method_not_allowed("GET, POST, PUT, PATCH, DELETE"))
    };
    if secure {
        answer.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT);
    }
    Ok(compressed(answer, takes_gzip).map_body(|_, body| in_pieces(body, stall)))
}

/// Builds the response for a method that a path does not support.
pub fn method_not_allowed(allowed: &str) -> HttpResponse {
    not_allowed(allowed, respond::problem)
}

/// Builds the same response with a given error format.
pub(super) fn not_allowed(allowed: &str, refusal: Refusal) -> HttpResponse {
    let mut answer = refusal(&Problem::new(ErrorCode::MethodNotAllowed), &request_id());
    if let Ok(allowed) = HeaderValue::from_str(allowed) {
        answer.headers_mut().insert(header::ALLOW, allowed);
    }
    answer
}

/// Returns whether the request came by TLS. The proxy's own entry is the last one.
fn came_by_tls(request: &ServiceRequest) -> bool {
    let last = request.headers().get_all("x-forwarded-proto").last().and_then(|header| header.to_str().ok());
    last.and_then(|header| header.rsplit(',').next()).is_some_and(|proto| proto.trim().eq_ignore_ascii_case("https"))
}

fn in_pieces(body: BoxBody, stall: Duration) -> BoxBody {
    match body.try_into_bytes() {
        Ok(bytes) if bytes.len() > PIECE => {
            let time = stall + Duration::from_secs(bytes.len() as u64 / SLOWEST);
            BoxBody::new(Pieces { bytes, ends: Instant::now() + time })
        }
        Ok(bytes) => BoxBody::new(bytes),
        Err(body) => body,
    }
}

/// A body that is passed to the connection in pieces as the client reads it. Concurrent readers of one response
/// share its bytes, and a client that reads too slowly is disconnected.
struct Pieces {
    bytes: Bytes,
    ends: Instant,
}

impl MessageBody for Pieces {
    type Error = io::Error;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.bytes.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if self.bytes.is_empty() {
            return Poll::Ready(None);
        }
        if Instant::now() > self.ends {
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        }
        let length = self.bytes.len().min(PIECE);
        Poll::Ready(Some(Ok(self.bytes.split_to(length))))
    }
}
