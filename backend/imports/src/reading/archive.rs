//! The ZIP archive of a spreadsheet, with limits on what is extracted.
//!
//! Archives are untrusted: nothing they declare is believed. The directory is parsed here and not by the usual
//! library, which reserves memory for as many entries as declared. Parts are inflated one at a time, as streams,
//! against one budget for the whole file; parts that are not needed (drawings, comments, macros) are never
//! inflated.

use super::{NOT_SPREADSHEET, OLD_SPREADSHEET, Refused, TOO_LARGE};
use flate2::read::DeflateDecoder;
use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

/// Maximum number of entries.
const MAX_ENTRIES: u16 = 1_000;
/// Maximum size of the directory in bytes.
const MAX_DIRECTORY: u32 = 512 * 1024;
/// Maximum number of inflated bytes of all parts that are read.
const MAX_INFLATED: u64 = 768 * 1024 * 1024;
/// Size of the end record in bytes, without its comment.
const END_RECORD: usize = 22;
/// Size of a directory entry in bytes, without its texts.
const DIRECTORY_ENTRY: usize = 46;
/// Size of a local file header in bytes, without its texts.
const LOCAL_HEADER: usize = 30;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// An archive with its directory.
pub struct Archive {
    file: File,
    entries: HashMap<String, Entry>,
    left: u64,
}

struct Entry {
    method: u16,
    encrypted: bool,
    packed: u64,
    at: u64,
}

impl Archive {
    /// Reads the directory.
    ///
    /// # Errors
    /// Returns an error if the file is not an archive, not one that a spreadsheet program writes, or has too large a
    /// directory.
    pub fn open(mut file: File) -> Result<Self, Refused> {
        let entries = directory(&mut file).map_err(|_| NOT_SPREADSHEET)??;
        Ok(Self { file, entries, left: MAX_INFLATED })
    }

    /// Returns whether a part exists, ignoring case.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.entries.contains_key(&name.to_ascii_lowercase())
    }

    /// Opens a part as a stream. The stream fails with [`io::ErrorKind::FileTooLarge`] after `most` bytes, or when
    /// the budget of all parts is used up.
    ///
    /// # Errors
    /// Returns an error if there is no such part, or if it is compressed in a way that spreadsheets do not use.
    pub fn part(&mut self, name: &str, most: u64) -> Result<Part<'_>, Refused> {
        let entry = self.entries.get(&name.to_ascii_lowercase()).ok_or(NOT_SPREADSHEET)?;
        if entry.encrypted {
            return Err(OLD_SPREADSHEET);
        }
        let mut header = [0_u8; LOCAL_HEADER];
        self.file.seek(SeekFrom::Start(entry.at)).map_err(|_| NOT_SPREADSHEET)?;
        self.file.read_exact(&mut header).map_err(|_| NOT_SPREADSHEET)?;
        if !header.starts_with(b"PK\x03\x04") {
            return Err(NOT_SPREADSHEET);
        }
        let texts = i64::from(u16_at(&header, 26)) + i64::from(u16_at(&header, 28));
        self.file.seek(SeekFrom::Current(texts)).map_err(|_| NOT_SPREADSHEET)?;
        let packed = BufReader::with_capacity(64 * 1024, (&mut self.file as &mut dyn ReadSeek).take(entry.packed));
        let content: Box<dyn Read + '_> = match entry.method {
            STORED => Box::new(packed),
            DEFLATED => Box::new(DeflateDecoder::new(packed)),
            _ => return Err(NOT_SPREADSHEET),
        };
        Ok(BufReader::with_capacity(64 * 1024, Limited { content, most, left: &mut self.left }))
    }
}

trait ReadSeek: Read {}
impl ReadSeek for File {}

/// A part of an archive.
pub type Part<'a> = BufReader<Limited<'a>>;

/// A stream with a byte limit.
pub struct Limited<'a> {
    content: Box<dyn Read + 'a>,
    most: u64,
    left: &'a mut u64,
}

impl Read for Limited<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(into)?;
        let bytes = read as u64;
        if bytes > self.most || bytes > *self.left {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.most -= bytes;
        *self.left -= bytes;
        Ok(read)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).and_then(|two| two.try_into().ok()).map_or(0, u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_le_bytes)
}

/// Reads the directory: entries by lower-case name.
fn directory(file: &mut File) -> io::Result<Result<HashMap<String, Entry>, Refused>> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail_length = length.min(END_RECORD as u64 + u64::from(u16::MAX));
    file.seek(SeekFrom::Start(length - tail_length))?;
    let mut tail = Vec::new();
    file.take(tail_length).read_to_end(&mut tail)?;
    // The end record is the one whose comment extends to the end of the file.
    let is_end = |at: &usize| {
        let record = tail.get(*at..).unwrap_or_default();
        record.starts_with(b"PK\x05\x06") && END_RECORD + usize::from(u16_at(record, 20)) == record.len()
    };
    let Some(end) = (0..=tail.len().saturating_sub(END_RECORD)).rev().find(is_end) else {
        return Ok(Err(NOT_SPREADSHEET));
    };
    let record = tail.get(end..).unwrap_or_default();
    let (count, size, start) = (u16_at(record, 10), u32_at(record, 12), u32_at(record, 16));
    if count > MAX_ENTRIES || size > MAX_DIRECTORY {
        return Ok(Err(TOO_LARGE));
    }
    file.seek(SeekFrom::Start(u64::from(start)))?;
    let mut bytes = Vec::new();
    file.take(u64::from(size)).read_to_end(&mut bytes)?;
    let mut rest = bytes.as_slice();
    let mut entries = HashMap::new();
    for _ in 0..count {
        if !rest.starts_with(b"PK\x01\x02") {
            return Ok(Err(NOT_SPREADSHEET));
        }
        let lengths = [u16_at(rest, 28), u16_at(rest, 30), u16_at(rest, 32)].map(usize::from);
        let Some(name) = rest.get(DIRECTORY_ENTRY..DIRECTORY_ENTRY + lengths[0]) else {
            return Ok(Err(NOT_SPREADSHEET));
        };
        let entry = Entry {
            method: u16_at(rest, 10),
            encrypted: u16_at(rest, 8) & 1 == 1,
            packed: u64::from(u32_at(rest, 20)),
            at: u64::from(u32_at(rest, 42)),
        };
        // Two parts with the same name are ambiguous.
        if entries.insert(String::from_utf8_lossy(name).to_ascii_lowercase(), entry).is_some() {
            return Ok(Err(NOT_SPREADSHEET));
        }
        rest = rest.get(DIRECTORY_ENTRY + lengths.iter().sum::<usize>()..).unwrap_or_default();
    }
    Ok(Ok(entries))
}
