//! The contract as stored in the wasm: a single text, written at compile time and parsed at first use.
//!
//! The Rust declarations are structures of pointers, lengths and padding, which compress badly: compressed, an
//! endpoint with its share of forms takes 83 bytes, the text half of that. Checks across fields are code; they are
//! stored next to the text, in its order.
//!
//! An endpoint takes five lines: name; path; method, body, whether it is public and whether it takes a key; the form of
//! its query; the form of its body. At its first occurrence, the name of a form is followed by its fields, one per line, and an end mark,
//! which tells whether there is code for the form.

use super::{
    BodyKind, EndpointInfo, Method,
    sign_in::SignInForm,
    validation::{CrossFieldCheck, Field, Form, Kind, MAX_ENTRIES, Rules},
};

/// Methods and their letters.
const METHODS: &[(u8, Method)] =
    &[(b'G', Method::Get), (b'P', Method::Post), (b'U', Method::Put), (b'C', Method::Patch), (b'D', Method::Delete)];
/// Body kinds and their letters.
const BODIES: &[(u8, BodyKind)] = &[
    (b'-', BodyKind::None),
    (b'j', BodyKind::Json),
    (b'p', BodyKind::Patch),
    (b'b', BodyKind::Batch),
    (b'k', BodyKind::Bulk),
    (b'f', BodyKind::File),
];
/// Follows method and body of a public endpoint.
const PUBLIC: u8 = b'*';
/// Ends the same line of an endpoint that takes an idempotency key.
const TAKES_KEY: u8 = b'#';
/// Ends a form.
const END: u8 = b'.';
/// Ends a form that has a check across fields.
const END_WITH_CODE: u8 = b'+';
/// Prefix of a required field.
const REQUIRED: u8 = b'!';

/// A text written at compile time, with the code that it refers to. A text that does not fit stops the compilation.
struct Writer<const MOST: usize> {
    text: [u8; MOST],
    length: usize,
    code: [Option<CrossFieldCheck>; 128],
    codes: usize,
    /// The names of the forms already written.
    forms: [&'static str; 512],
    written: usize,
}

impl<const MOST: usize> Writer<MOST> {
    const fn byte(&mut self, byte: u8) {
        self.text[self.length] = byte;
        self.length += 1;
    }

    const fn text(&mut self, text: &str) {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            self.byte(text[at]);
            at += 1;
        }
    }

    const fn line(&mut self, text: &str) {
        self.text(text);
        self.byte(b'\n');
    }

    /// Writes a number after a space.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    const fn number(&mut self, number: i64) {
        self.byte(b' ');
        if number < 0 {
            self.byte(b'-');
        }
        let number = number.abs();
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.byte(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }

    const fn range(&mut self, min: i64, max: i64) {
        self.number(min);
        self.number(max);
    }

    #[allow(clippy::cast_possible_wrap)]
    const fn field(&mut self, field: &Field) {
        if field.required {
            self.byte(REQUIRED);
        }
        let (letter, words): (u8, &[&str]) = match field.kind {
            Kind::Text { lines: false, .. } => (b't', &[]),
            Kind::Text { lines: true, .. } => (b'l', &[]),
            Kind::LoginId => (b'n', &[]),
            Kind::Secret { .. } => (b's', &[]),
            Kind::Email => (b'e', &[]),
            Kind::Phone => (b'p', &[]),
            Kind::PastDate => (b'b', &[]),
            Kind::Date => (b'd', &[]),
            Kind::Bound => (b'a', &[]),
            Kind::Instant => (b'z', &[]),
            Kind::Integer { .. } => (b'i', &[]),
            Kind::Decimal { .. } => (b'q', &[]),
            Kind::DecimalOrWord { words, .. } => (b'o', words),
            Kind::Word(words) => (b'w', words),
            Kind::Id => (b'k', &[]),
            Kind::Ids => (b'K', &[]),
            Kind::Integers { .. } => (b'I', &[]),
            Kind::Words(words) => (b'W', words),
            Kind::Flag => (b'f', &[]),
            Kind::Forms { .. } => (b'm', &[]),
        };
        self.byte(letter);
        self.text(field.name);
        match field.kind {
            Kind::Text { min, max, .. } => self.range(min as i64, max as i64),
            Kind::Secret { max } | Kind::Forms { max, .. } => self.number(max as i64),
            Kind::Integer { min, max } | Kind::Decimal { min, max } | Kind::DecimalOrWord { min, max, .. } => {
                self.range(min, max);
            }
            Kind::Integers { min, max, most } => {
                self.range(min, max);
                if most != MAX_ENTRIES {
                    self.number(most as i64);
                }
            }
            _ => {}
        }
        let mut at = 0;
        while at < words.len() {
            self.byte(b' ');
            self.text(words[at]);
            at += 1;
        }
        self.byte(b'\n');
        if let Kind::Forms { form, .. } = field.kind {
            self.form(form);
        }
    }

    const fn form(&mut self, form: &Form) {
        self.line(form.name);
        let mut known = 0;
        while known < self.written {
            if same(self.forms[known], form.name) {
                return;
            }
            known += 1;
        }
        self.forms[self.written] = form.name;
        self.written += 1;
        let mut at = 0;
        while at < form.fields.len() {
            self.field(&form.fields[at]);
            at += 1;
        }
        if form.also.is_some() {
            self.code[self.codes] = form.also;
            self.codes += 1;
        }
        self.byte(if form.also.is_some() { END_WITH_CODE } else { END });
        self.byte(b'\n');
    }

    const fn endpoint(&mut self, info: &EndpointInfo) {
        self.line(info.name);
        self.line(info.path);
        let mut at = 0;
        while at < METHODS.len() {
            if METHODS[at].1 as u8 == info.method as u8 {
                self.byte(METHODS[at].0);
            }
            at += 1;
        }
        at = 0;
        while at < BODIES.len() {
            if BODIES[at].1 as u8 == info.body as u8 {
                self.byte(BODIES[at].0);
            }
            at += 1;
        }
        if info.is_public {
            self.byte(PUBLIC);
        }
        if info.takes_key {
            self.byte(TAKES_KEY);
        }
        self.byte(b'\n');
        self.form(info.query_form);
        self.form(info.body_form);
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Writes the contract: forms that no endpoint uses, an empty line, the endpoints.
const fn written<const MOST: usize>(forms: &[&Form], endpoints: &[EndpointInfo]) -> Writer<MOST> {
    let mut writer = Writer { text: [0; MOST], length: 0, code: [None; 128], codes: 0, forms: [""; 512], written: 0 };
    let mut at = 0;
    while at < forms.len() {
        writer.form(forms[at]);
        at += 1;
    }
    writer.byte(b'\n');
    at = 0;
    while at < endpoints.len() {
        writer.endpoint(&endpoints[at]);
        at += 1;
    }
    writer
}

/// The contract as a text and the code that it refers to.
#[derive(Clone, Copy)]
pub struct Packed {
    text: &'static str,
    code: &'static [Option<CrossFieldCheck>],
}

/// Packs endpoints, and forms that no endpoint uses.
macro_rules! packed {
    ($forms:expr, $endpoints:expr) => {{
        const WRITER: Writer<65_536> = written($forms, $endpoints);
        const TEXT: [u8; WRITER.length] = *WRITER.text.first_chunk().unwrap();
        const CODE: [Option<CrossFieldCheck>; WRITER.codes] = *WRITER.code.first_chunk().unwrap();
        Packed {
            text: match str::from_utf8(&TEXT) {
                Ok(text) => text,
                Err(_) => "",
            },
            code: &CODE,
        }
    }};
}

/// All endpoints and forms.
pub struct Contract {
    /// All forms.
    pub forms: Vec<&'static Form>,
    /// All endpoints.
    pub endpoints: Vec<EndpointInfo>,
}

impl Packed {
    /// Parses the contract. The result is never freed.
    #[must_use]
    pub fn read(self) -> Contract {
        let mut reader = Reader { rest: self.text, code: self.code.iter(), forms: Vec::new() };
        while !reader.rest.starts_with('\n') && !reader.rest.is_empty() {
            reader.form();
        }
        reader.line();
        let mut endpoints = Vec::new();
        while !reader.rest.is_empty() {
            let (name, path, how) = (reader.line(), reader.line(), reader.line().as_bytes());
            endpoints.push(EndpointInfo {
                name,
                path,
                method: by_letter(METHODS, how.first(), Method::Get),
                body: by_letter(BODIES, how.get(1), BodyKind::None),
                is_public: how.get(2) == Some(&PUBLIC),
                takes_key: how.last() == Some(&TAKES_KEY),
                query_form: reader.form(),
                body_form: reader.form(),
            });
        }
        Contract { forms: reader.forms, endpoints }
    }
}

fn by_letter<T: Copy>(letters: &[(u8, T)], letter: Option<&u8>, otherwise: T) -> T {
    letters.iter().find(|(known, _)| Some(known) == letter).map_or(otherwise, |(_, value)| *value)
}

struct Reader {
    rest: &'static str,
    code: std::slice::Iter<'static, Option<CrossFieldCheck>>,
    forms: Vec<&'static Form>,
}

impl Reader {
    fn line(&mut self) -> &'static str {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line
    }

    fn form(&mut self) -> &'static Form {
        let name = self.line();
        if let Some(known) = self.forms.iter().find(|form| form.name == name) {
            return known;
        }
        let mut fields = Vec::new();
        let also = loop {
            match self.line() {
                "." | "" => break None,
                "+" => break self.code.next().copied().flatten(),
                line => fields.push(self.field(line)),
            }
        };
        let form: &'static Form = Box::leak(Box::new(Form { name, fields: fields.leak(), also }));
        self.forms.push(form);
        form
    }

    fn field(&mut self, line: &'static str) -> Field {
        let named = line.strip_prefix('!').unwrap_or(line);
        let mut parts = named.split(' ');
        let mut name = parts.next().unwrap_or_default().chars();
        let letter = name.next();
        let words: Vec<&'static str> = parts.collect();
        let number = |at: usize| words.get(at).and_then(|number| number.parse::<i64>().ok()).unwrap_or_default();
        let (min, max) = (number(0), number(1));
        let characters = |count: i64| usize::try_from(count).unwrap_or_default();
        let kind = match letter {
            Some(letter @ ('t' | 'l')) => {
                Kind::Text { min: characters(min), max: characters(max), lines: letter == 'l' }
            }
            Some('n') => Kind::LoginId,
            Some('s') => Kind::Secret { max: characters(min) },
            Some('e') => Kind::Email,
            Some('p') => Kind::Phone,
            Some('b') => Kind::PastDate,
            Some('d') => Kind::Date,
            Some('a') => Kind::Bound,
            Some('z') => Kind::Instant,
            Some('i') => Kind::Integer { min, max },
            Some('q') => Kind::Decimal { min, max },
            Some('o') => Kind::DecimalOrWord { min, max, words: words.leak().get(2..).unwrap_or_default() },
            Some('w') => Kind::Word(words.leak()),
            Some('W') => Kind::Words(words.leak()),
            Some('k') => Kind::Id,
            Some('K') => Kind::Ids,
            Some('I') => Kind::Integers { min, max, most: words.get(2).map_or(MAX_ENTRIES, |_| characters(number(2))) },
            Some('m') => Kind::Forms { form: self.form(), max: characters(min) },
            _ => Kind::Flag,
        };
        Field { name: name.as_str(), required: named.len() < line.len(), kind }
    }
}

/// The contract of this build.
pub const CONTRACT: Packed = packed!(&[SignInForm::FORM], super::ENDPOINTS);
