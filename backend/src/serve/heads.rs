//! Ends of lines in requests. The HTTP library also takes a line feed alone for the end of a line of a request's head,
//! which other servers take for a part of the line: a proxy could read one request where this server reads two. Such a
//! line feed is made invalid before the library sees it, so that it refuses the request with 400.

/// Bytes of a line that are kept: enough for the headers that say how long a body is.
const KEPT: usize = 256;
/// A byte that is valid nowhere in a head.
const INVALID: u8 = 0;

/// Where the next byte of a connection belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The lines of a head.
    Head,
    /// A body, or a chunk with its end of line, of so many more bytes.
    Body { left: u64, is_chunk: bool },
    /// The line with the size of a chunk.
    ChunkSize,
    /// The lines after the last chunk.
    Trailers,
    /// Where a body ends is not understood. The library refuses such requests and closes the connection.
    Unknown,
}

/// The requests of a connection, followed as they arrive.
#[derive(Debug)]
pub struct Heads {
    place: Place,
    line: Vec<u8>,
    length: Option<u64>,
    is_chunked: bool,
}

impl Default for Heads {
    fn default() -> Self {
        Self { place: Place::Head, line: Vec::new(), length: None, is_chunked: false }
    }
}

impl Heads {
    /// Follows the bytes that were read, and makes line feeds invalid that stand alone in a head.
    pub fn check(&mut self, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            if self.place == Place::Unknown {
                return;
            }
            if let Place::Body { left, is_chunk } = self.place {
                let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                bytes = bytes.split_at_mut(here).1;
                let left = left - here as u64;
                self.place = match (left, is_chunk) {
                    (0, true) => Place::ChunkSize,
                    (0, false) => Place::Head,
                    _ => Place::Body { left, is_chunk },
                };
                continue;
            }
            let Some((byte, rest)) = bytes.split_first_mut() else { return };
            if *byte == b'\n' {
                if self.line.last() == Some(&b'\r') {
                    self.end_line();
                } else {
                    *byte = INVALID;
                    self.place = Place::Unknown;
                }
            } else if self.line.len() < KEPT {
                self.line.push(*byte);
            } else {
                // Of a long line only its last byte matters.
                self.line.pop();
                self.line.push(*byte);
            }
            bytes = rest;
        }
    }

    /// Takes a whole line into account.
    fn end_line(&mut self) {
        let mut kept = std::mem::take(&mut self.line);
        let line = kept.strip_suffix(b"\r").unwrap_or(&kept);
        self.place = match self.place {
            Place::Head if line.is_empty() => self.body(),
            Place::Head => {
                self.header(line);
                Place::Head
            }
            Place::Trailers if line.is_empty() => Place::Head,
            Place::ChunkSize => match chunk_size(line) {
                Some(0) => Place::Trailers,
                Some(size) => Place::Body { left: size.saturating_add(2), is_chunk: true },
                None => Place::Unknown,
            },
            other => other,
        };
        kept.clear();
        self.line = kept;
    }

    /// Returns where the body begins after a head; the empty lines before a request are no head.
    fn body(&mut self) -> Place {
        let (length, is_chunked) = (self.length.take(), std::mem::take(&mut self.is_chunked));
        match (is_chunked, length) {
            (true, _) => Place::ChunkSize,
            (false, Some(left)) if left > 0 => Place::Body { left, is_chunk: false },
            (false, _) => Place::Head,
        }
    }

    fn header(&mut self, line: &[u8]) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { return };
        let (name, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        if name.eq_ignore_ascii_case(b"content-length") {
            self.length = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok());
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.is_chunked = value.len() >= 7 && value[value.len() - 7..].eq_ignore_ascii_case(b"chunked");
        }
    }
}

/// Returns the size in a line before a chunk.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii();
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::Heads;

    /// Follows bytes in pieces of a size; returns the line feeds that became invalid, by their places.
    fn refused(text: &str, size: usize) -> Vec<usize> {
        let mut heads = Heads::default();
        let mut bytes = text.as_bytes().to_vec();
        bytes.chunks_mut(size).for_each(|some| heads.check(some));
        let changed = bytes.iter().zip(text.bytes()).enumerate().filter(|(_, (after, before))| *after != before);
        changed.map(|(place, _)| place).collect()
    }

    #[test]
    fn only_a_line_feed_alone_in_a_head_is_refused() {
        let body = "POST /a HTTP/1.1\r\nHost: a\r\ncontent-LENGTH: 5\r\n\r\na\nb\nc";
        let chunks = "POST /a HTTP/1.1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n3;x=y\r\n\n\n\n\r\n0\r\nX: y\r\n\r\n";
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1000));
        for size in [1, 2, 7, 4096] {
            for good in [body, chunks, &long, "\r\nGET / HTTP/1.1\r\n\r\n", &format!("{body}{chunks}{long}{body}")] {
                assert_eq!(refused(good, size), [0; 0], "{good:?} by {size}");
            }
            assert_eq!(refused("GET / HTTP/1.1\nHost: a\r\n\r\n", size), [14]);
            assert_eq!(refused("GET / HTTP/1.1\r\nHost: a\n\r\n", size), [23]);
            let second = format!("{body}{chunks}");
            assert_eq!(refused(&format!("{second}GET / HTTP/1.1\n"), size), [second.len() + 14], "by {size}");
            assert_eq!(refused("\nGET / HTTP/1.1\r\n\r\n", size), [0]);
        }
    }
}
