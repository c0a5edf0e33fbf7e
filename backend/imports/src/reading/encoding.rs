//! Detection of a text's encoding.

use super::{NOT_TEXT, Refused};
use encoding_rs::{DecoderResult, EUC_KR, Encoding as Decodable, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use uno_core::contract::imports::ImportEncoding;

/// Detects the encoding; returns it with the bytes, without a byte order mark. UTF-16 is converted to UTF-8.
///
/// # Errors
/// Returns why it is not text, with the line if known.
pub fn of(mut bytes: Vec<u8>) -> Result<(ImportEncoding, Vec<u8>), Refused> {
    // Spreadsheets with another file extension.
    if bytes.starts_with(b"\xD0\xCF\x11\xE0") || bytes.starts_with(b"PK\x03\x04") {
        return Err(super::OLD_SPREADSHEET);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return from_utf16(UTF_16LE, rest).map(|text| (ImportEncoding::Utf16, text));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return from_utf16(UTF_16BE, rest).map(|text| (ImportEncoding::Utf16, text));
    }
    let is_marked = bytes.starts_with(b"\xEF\xBB\xBF");
    match std::str::from_utf8(&bytes) {
        Ok(_) if is_marked => {
            bytes.drain(..3);
            Ok((ImportEncoding::Utf8, bytes))
        }
        Ok(_) => Ok((ImportEncoding::Utf8, bytes)),
        Err(error) => {
            if bytes.contains(&0) {
                return Err(NOT_TEXT);
            }
            if !is_marked && !is_damaged_utf8(&bytes) && wrong_in_cp949(&bytes).is_none() {
                return Ok((ImportEncoding::Cp949, bytes));
            }
            // Neither encoding fits: reports where the text first violates the likelier one.
            let at = if is_marked || is_damaged_utf8(&bytes) {
                error.valid_up_to()
            } else {
                wrong_in_cp949(&bytes).unwrap_or_else(|| error.valid_up_to())
            };
            Err(Refused { code: "encoding", line: Some(line_of(&bytes, at)) })
        }
    }
}

/// Decodes bytes of this encoding.
#[must_use]
pub fn text(encoding: ImportEncoding, bytes: &[u8]) -> String {
    match encoding {
        ImportEncoding::Utf8 | ImportEncoding::Utf16 => String::from_utf8_lossy(bytes),
        ImportEncoding::Cp949 => EUC_KR
            .decode_without_bom_handling_and_without_replacement(bytes)
            .unwrap_or_else(|| Cow::Owned(String::from_utf8_lossy(bytes).into_owned())),
    }
    .into_owned()
}

fn from_utf16(encoding: &'static Decodable, bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len() / 2 * 3 + 64);
    let mut rest = bytes;
    loop {
        let piece = rest.get(..64 * 1024).unwrap_or(rest);
        let is_last = piece.len() == rest.len();
        text.reserve(decoder.max_utf8_buffer_length_without_replacement(piece.len()).unwrap_or(0));
        let (result, read) = decoder.decode_to_string_without_replacement(piece, &mut text, is_last);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::Malformed(..) => {
                let line = line_of(text.as_bytes(), text.len());
                return Err(Refused { code: "encoding", line: Some(line) });
            }
            DecoderResult::InputEmpty if is_last => return Ok(text.into_bytes()),
            DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
        }
    }
}

/// Returns whether invalid UTF-8 is mostly UTF-8: text in other encodings rarely looks like UTF-8 by chance.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut right, mut wrong) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        right += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        wrong += usize::from(!chunk.invalid().is_empty());
    }
    right > wrong
}

/// Returns the position where bytes stop being CP949; `None` if they never do.
fn wrong_in_cp949(bytes: &[u8]) -> Option<usize> {
    let mut decoder = EUC_KR.new_decoder_without_bom_handling();
    let mut scratch = vec![0_u8; 64 * 1024];
    let mut at = 0;
    loop {
        let (result, read, _) =
            decoder.decode_to_utf8_without_replacement(bytes.get(at..).unwrap_or_default(), &mut scratch, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return None,
            DecoderResult::OutputFull => {}
            // The last byte read is invalid, or one before it.
            DecoderResult::Malformed(..) => return Some(at.saturating_sub(1)),
        }
    }
}

fn line_of(bytes: &[u8], at: usize) -> i64 {
    let before = bytes.get(..at).unwrap_or_default();
    i64::try_from(before.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(i64::MAX - 1) + 1
}

#[cfg(test)]
mod tests {
    use super::{of, text};
    use encoding_rs::EUC_KR;
    use proptest::prelude::*;
    use uno_core::contract::imports::ImportEncoding;

    fn read(bytes: &[u8]) -> Result<(ImportEncoding, String), String> {
        of(bytes.to_vec())
            .map(|(encoding, bytes)| (encoding, text(encoding, &bytes)))
            .map_err(|refused| format!("{} {:?}", refused.code, refused.line))
    }

    #[test]
    fn the_encodings_of_korean_offices_are_read() {
        let words = "회원번호,이름\r\n1,뷁힣김\r\n";
        let utf16 = |order: fn(u16) -> [u8; 2]| {
            words.encode_utf16().chain(std::iter::empty()).flat_map(order).collect::<Vec<u8>>()
        };
        for (bytes, encoding) in [
            (words.as_bytes().to_vec(), ImportEncoding::Utf8),
            ([b"\xEF\xBB\xBF", words.as_bytes()].concat(), ImportEncoding::Utf8),
            (EUC_KR.encode(words).0.into_owned(), ImportEncoding::Cp949),
            ([b"\xFF\xFE".to_vec(), utf16(u16::to_le_bytes)].concat(), ImportEncoding::Utf16),
            ([b"\xFE\xFF".to_vec(), utf16(u16::to_be_bytes)].concat(), ImportEncoding::Utf16),
        ] {
            assert_eq!(read(&bytes), Ok((encoding, words.to_owned())));
        }
    }

    #[test]
    fn what_is_in_no_encoding_is_refused_with_its_line() {
        for (bytes, error) in [
            (
                "가나다\n라마\u{1}바\n".as_bytes().iter().map(|b| if *b == 1 { 0xFF } else { *b }).collect(),
                "encoding Some(2)",
            ),
            ([EUC_KR.encode("가나\n다라\n").0.as_ref(), b"\xFFx"].concat(), "encoding Some(3)"),
            ([b"\xEF\xBB\xBFa\n".as_slice(), b"\xB0\xA1"].concat(), "encoding Some(2)"),
            (b"\xFF\xFEa\0\n\0\0\xD8b\0".to_vec(), "encoding Some(2)"),
            (b"\x89PNG\r\n\0\0".to_vec(), "notText None"),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec(), "oldSpreadsheet None"),
        ] {
            assert_eq!(read(&bytes), Err(error.to_owned()), "{}", bytes.escape_ascii());
        }
    }

    proptest! {
        #[test]
        fn any_korean_text_in_cp949_is_read_as_it_was_written(words in "회원번호,성별\n[가-힣]{1,12}(,[가-힣 ]{0,12}){0,3}") {
            let bytes = EUC_KR.encode(&words).0.into_owned();
            // Ambiguous text is never misread: it is read correctly or refused.
            match read(&bytes) {
                Ok((_, text)) => prop_assert_eq!(text, words),
                Err(error) => prop_assert!(error.starts_with("encoding")),
            }
        }
    }
}
