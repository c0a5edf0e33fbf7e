//! What holds for every answer, whatever made it: which methods there are, that browsers come back
//! over TLS, that JSON is compressed for who takes it, and that who reads an answer by drops is given up.

use super::{
    compress::{compressed, takes},
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

/// How long the other end may take nothing at all.
pub const MAX_STALL: Duration = Duration::from_secs(30);
/// The methods that any path has.
const METHODS: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];
/// For a year; other hosts of the domain are not this server's to speak for.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// The slowest that an answer may be read, in bytes a second, once it is larger than a piece.
const SLOWEST: u64 = 4 * 1024;
/// Bytes of an answer that are handed to a connection at a time.
const PIECE: usize = 16 * 1024;

/// Wraps everything else.
///
/// # Errors
/// What the wrapped answers.
pub async fn gate(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let state = request.app_data::<web::Data<State>>().cloned();
    let settings = state.as_ref().map(|state| &state.settings);
    let secure = settings.is_some_and(|settings| settings.behind_proxy) && came_by_tls(&request);
    let stall = settings.and_then(|settings| settings.most_stall).unwrap_or(MAX_STALL);
    let takes_gzip = takes(request.headers(), "gzip");
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

/// The answer to a method that a path does not have.
pub fn method_not_allowed(allowed: &str) -> HttpResponse {
    not_allowed(allowed, respond::problem)
}

/// The same, told in a format.
pub(super) fn not_allowed(allowed: &str, refusal: Refusal) -> HttpResponse {
    let mut answer = refusal(&Problem::new(ErrorCode::MethodNotAllowed), &request_id());
    if let Ok(allowed) = HeaderValue::from_str(allowed) {
        answer.headers_mut().insert(header::ALLOW, allowed);
    }
    answer
}

/// What the proxy adds stands last.
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

/// A body that is copied to the connection piece by piece as it is read: many readers of one answer
/// share its bytes, and one that reads by drops is given up.
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
