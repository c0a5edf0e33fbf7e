//! XML as a stream of nodes, with limits on their size, number and depth.

use super::{NOT_SPREADSHEET, Refused, TOO_LARGE, archive::Part};
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};
use std::{
    borrow::Cow,
    io::{self, BufRead, Read},
};

/// Maximum size of a tag or text: a cell holds 32,767 characters, each of which may be written as `&#x10FFFF;`.
const MAX_NODE_BYTES: usize = 512 * 1024;
/// Maximum nesting depth.
const MAX_DEPTH: usize = 64;

/// A part of a spreadsheet, read node by node.
pub struct Xml<'a> {
    reader: Reader<Bounded<'a>>,
    buffer: Vec<u8>,
    depth: usize,
    elements: u64,
}

/// A node.
pub enum Node<'b> {
    /// The start of an element; an empty element is followed by its end.
    Open(BytesStart<'b>),
    /// The end of an element.
    Close,
    /// Text, or a piece of it.
    Text(Cow<'b, str>),
    /// The end of the part.
    End,
}

impl<'a> Xml<'a> {
    /// Reads a part with a maximum number of nodes.
    #[must_use]
    pub fn new(part: Part<'a>, elements: u64) -> Self {
        let mut reader = Reader::from_reader(Bounded { part, left: MAX_NODE_BYTES });
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new(), depth: 0, elements }
    }

    /// Returns the next node.
    ///
    /// # Errors
    /// Returns an error if the part is not well-formed XML or exceeds a limit.
    pub fn next(&mut self) -> Result<Node<'_>, Refused> {
        self.buffer.clear();
        self.reader.get_mut().left = MAX_NODE_BYTES;
        self.elements = self.elements.checked_sub(1).ok_or(TOO_LARGE)?;
        match self.reader.read_event_into(&mut self.buffer).map_err(refused)? {
            Event::Start(start) => {
                self.depth += 1;
                if self.depth > MAX_DEPTH { Err(TOO_LARGE) } else { Ok(Node::Open(start)) }
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                Ok(Node::Close)
            }
            Event::Text(text) => Ok(Node::Text(owned_or_borrowed(text.into_inner()))),
            Event::CData(text) => Ok(Node::Text(owned_or_borrowed(text.into_inner()))),
            Event::GeneralRef(reference) => {
                let resolved = match reference.resolve_char_ref() {
                    Ok(Some(character)) => Some(character),
                    Ok(None) => named(&reference),
                    Err(_) => None,
                };
                resolved.map(|character| Node::Text(Cow::Owned(character.to_string()))).ok_or(NOT_SPREADSHEET)
            }
            // Declared entities could contain anything, and spreadsheets have none.
            Event::DocType(_) => Err(NOT_SPREADSHEET),
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) | Event::Empty(_) => Ok(Node::Text(Cow::Borrowed(""))),
            // The part is truncated.
            Event::Eof if self.depth > 0 => Err(NOT_SPREADSHEET),
            Event::Eof => Ok(Node::End),
        }
    }
}

/// Normalises line breaks as XML requires.
fn owned_or_borrowed(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { text }
}

fn named(reference: &str) -> Option<char> {
    match reference {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

/// Returns an attribute by local name as written, with references unresolved.
#[must_use]
pub fn raw<'e>(element: &'e BytesStart<'_>, name: &str) -> Option<Cow<'e, str>> {
    let mut attributes = element.attributes();
    attributes.with_checks(false);
    attributes.flatten().find(|found| found.key.local_name().as_ref() == name).map(|found| found.value)
}

/// Returns an attribute by local name, with references resolved.
#[must_use]
pub fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes();
    attributes.with_checks(false);
    let found = attributes.flatten().find(|found| found.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
}

/// Returns whether a boolean attribute is true.
#[must_use]
pub fn is_true(element: &BytesStart<'_>, name: &str) -> bool {
    raw(element, name).is_some_and(|value| matches!(value.as_ref(), "1" | "true"))
}

/// A part of which a limited number of bytes may be read per node.
struct Bounded<'a> {
    part: Part<'a>,
    left: usize,
}

impl Read for Bounded<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.part.read(into)
    }
}

impl BufRead for Bounded<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 { Err(io::ErrorKind::FileTooLarge.into()) } else { self.part.fill_buf() }
    }

    fn consume(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
        self.part.consume(bytes);
    }
}

/// Converts an error: either a limit is exceeded, or it is not XML.
fn refused(error: quick_xml::Error) -> Refused {
    match error {
        quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => TOO_LARGE,
        _ => NOT_SPREADSHEET,
    }
}
