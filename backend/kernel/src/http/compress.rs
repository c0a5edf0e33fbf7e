//! Compresses JSON responses, and the console's page, with gzip for clients that accept it.
//!
//! Compressing a secret together with input of an attacker reveals the secret through the length. No foreign page
//! can make the API respond with personal data, because a request carries its token in a header, never in a cookie.

use actix_web::{
    body::{BoxBody, MessageBody},
    dev::ServiceResponse,
    http::header::{self, HeaderMap, HeaderValue},
    web::Bytes,
};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// Smaller responses fit into a packet anyway; compressing larger ones would block the worker's thread.
const SIZES: std::ops::RangeInclusive<usize> = 1024..=256 * 1024;

/// Returns whether the client accepts an encoding.
#[must_use]
pub fn accepts_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        named && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Compresses the body of a response if it is worth it.
pub fn compressed(mut answer: ServiceResponse<BoxBody>, takes_gzip: bool) -> ServiceResponse<BoxBody> {
    let headers = answer.headers();
    let is_json =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json || headers.contains_key(header::CONTENT_ENCODING) {
        return answer;
    }
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !takes_gzip {
        return answer;
    }
    let mut changed = false;
    let mut answer = answer.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => match gzip(&bytes) {
            Some(smaller) => {
                changed = true;
                BoxBody::new(smaller)
            }
            None => BoxBody::new(bytes),
        },
        Err(body) => body,
    });
    if changed {
        answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer
}

/// Compresses bytes with gzip if it is worth it.
#[must_use]
pub fn gzip(bytes: &Bytes) -> Option<Bytes> {
    if !SIZES.contains(&bytes.len()) {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::{accepts_encoding, gzip};
    use actix_web::{
        http::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue},
        web::Bytes,
    };
    use std::io::Read;

    #[test]
    fn gzip_is_for_who_takes_it() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=1.0, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000, br", false),
            ("br", false),
            ("gzippy", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            assert_eq!(accepts_encoding(&headers, "gzip"), expected, "{accepted}");
        }
        assert!(!accepts_encoding(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn what_is_compressed_is_the_same_when_it_is_read() {
        let answer = Bytes::from(r#"{"name":"김하늘"},"#.repeat(200));
        let smaller = gzip(&answer).unwrap_or_default();
        assert!(smaller.len() * 5 < answer.len(), "{}", smaller.len());
        let mut read = Vec::new();
        let done = flate2::read::GzDecoder::new(smaller.as_ref()).read_to_end(&mut read);
        assert_eq!((done.ok(), Bytes::from(read)), (Some(answer.len()), answer));
        assert_eq!(gzip(&Bytes::from_static(b"{}")), None, "small");
        assert_eq!(gzip(&Bytes::from(vec![b' '; 300_000])), None, "large");
    }
}
