//! Sanitising of the HTML of boards and terms: keeps the formatting of a rich text editor, and nothing active.
//!
//! It uses an allowlist; URLs must begin with one of the listed prefixes, in any case. Alignment is stored as a class:
//! editors paste it as a style or as `align`, which pages do not render.

use ammonia::{Builder, UrlRelative};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};
use uno_core::domain::text::visible;

const TAGS: [&str; 38] = [
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "col",
    "colgroup",
    "del",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "ins",
];
/// Elements whose text is not meant for readers.
const REMOVED_WHOLE: [&str; 17] = [
    "iframe", "math", "noembed", "noframes", "noscript", "object", "option", "script", "select", "style", "svg",
    "template", "textarea", "title", "xmp", "audio", "video",
];
/// Elements that can be aligned.
const ALIGNED: [&str; 12] = ["blockquote", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "td", "th"];
const ALIGNMENTS: [&str; 6] = ["left", "center", "right", "justify", "start", "end"];
/// The prefix of an alignment in the stored class, and in a style.
const CLASS: &str = "text-";
const STYLE: &str = "text-align: ";
const LINKS: [&str; 3] = ["https://", "http://", "mailto:"];
const IMAGES: [&str; 4] =
    ["data:image/png;base64,", "data:image/jpeg;base64,", "data:image/gif;base64,", "data:image/webp;base64,"];

/// Elements that a browser reopens in every following paragraph until they are closed.
const REOPENED: [&str; 13] =
    ["b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];
/// Maximum number of elements that are parsed.
const MAX_ELEMENTS: usize = 10_000;
/// Maximum product of the number of elements and the number of those that may be reopened.
const MAX_REOPENED: usize = 300_000;
/// Maximum number of rounds until sanitised HTML must be stable.
const MAX_ROUNDS: usize = 8;
/// HTML larger than this is not sanitised again.
const MAX_BYTES: usize = 1_000_000;

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut attributes: HashMap<&str, HashSet<&str>> =
        ALIGNED.iter().map(|tag| (*tag, HashSet::from(["align", "class", "style"]))).collect();
    for (tag, names) in [
        ("a", &["href", "title"][..]),
        ("img", &["alt", "height", "src", "title", "width"]),
        ("ol", &["start"]),
        ("col", &["span"]),
        ("td", &["colspan", "rowspan"]),
        ("th", &["colspan", "rowspan", "scope"]),
    ] {
        attributes.entry(tag).or_default().extend(names);
    }
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from(REMOVED_WHOLE))
        .generic_attributes(HashSet::new())
        .tag_attributes(attributes)
        .set_tag_attribute_value("a", "target", "_blank")
        .link_rel(Some("noopener noreferrer nofollow"))
        .url_schemes(HashSet::from(["data", "http", "https", "mailto"]))
        .url_relative(UrlRelative::Deny)
        .attribute_filter(attribute);
    builder
});

/// Sanitises HTML so that parsing the result yields the same HTML again.
///
/// Removing elements from a tree can leave a tree that no HTML yields, such as a link within a link, which parses
/// to a different one. So sanitising is repeated until the result is stable. If it does not become stable, or would
/// cost too much, only the text is kept.
#[must_use]
pub fn sanitised(html: &str) -> String {
    if costs_too_much(html) {
        return paragraph(&text(html));
    }
    let clean = |html: &str| aligned_by_class(&SANITISER.clean(html).to_string());
    let mut kept = clean(html);
    for _ in 0..MAX_ROUNDS {
        if kept.len() > MAX_BYTES {
            break;
        }
        let again = clean(&kept);
        if again == kept {
            return kept;
        }
        kept = again;
    }
    paragraph(&text(&kept))
}

fn paragraph(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    if text.is_empty() { text } else { format!("<p>{text}</p>") }
}

/// Returns whether parsing could yield a much larger tree than the HTML: unclosed elements are reopened in every
/// paragraph, three of those that are equal and all that differ in an attribute. Two thousand of these before eight
/// thousand paragraphs would take a minute and gigabytes.
fn costs_too_much(html: &str) -> bool {
    let (mut elements, mut reopened) = (0_usize, 0_usize);
    for rest in html.split('<').skip(1) {
        let name_end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(name_end);
        elements += usize::from(!name.is_empty());
        let is_bare = rest.starts_with('>');
        reopened += usize::from(!is_bare && REOPENED.iter().any(|known| known.eq_ignore_ascii_case(name)));
    }
    elements > MAX_ELEMENTS || elements.saturating_mul(reopened) > MAX_REOPENED
}

/// Returns the permitted value of an attribute; `None` drops the attribute.
fn attribute<'value>(tag: &str, name: &str, value: &'value str) -> Option<Cow<'value, str>> {
    let value = value.trim();
    let begins =
        |beginning: &str| value.get(..beginning.len()).is_some_and(|found| found.eq_ignore_ascii_case(beginning));
    let kept = match (tag, name) {
        ("a", "href") => LINKS.into_iter().any(begins),
        ("img", "src") => begins("https://") || IMAGES.into_iter().any(|kind| begins(kind) && is_base64(value, kind)),
        (_, "style") => return alignment(value).map(|side| Cow::Owned([STYLE, side].concat())),
        (_, "align") => return side(value).map(Cow::Borrowed),
        (_, "class") => value.strip_prefix(CLASS).is_some_and(|side| ALIGNMENTS.contains(&side)),
        (_, "colspan" | "height" | "rowspan" | "span" | "start" | "width") => {
            (1..=4).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
        }
        (_, "scope") => matches!(value, "row" | "col" | "rowgroup" | "colgroup"),
        ("a", "rel" | "target" | "title") | ("img", "alt" | "title") => true,
        _ => false,
    };
    kept.then_some(Cow::Borrowed(value))
}

fn is_base64(value: &str, kind: &str) -> bool {
    value
        .get(kind.len()..)
        .is_some_and(|data| data.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')))
}

/// Returns the last alignment that a style declares.
fn alignment(style: &str) -> Option<&'static str> {
    style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .filter(|(property, _)| property.trim().eq_ignore_ascii_case("text-align"))
        .filter_map(|(_, value)| side(value))
        .next_back()
}

fn side(word: &str) -> Option<&'static str> {
    ALIGNMENTS.into_iter().find(|side| word.trim().eq_ignore_ascii_case(side))
}

/// Converts alignments in sanitised HTML to classes, including those stored as styles. Attribute values there
/// contain no quotation marks, so the text of a tag is unambiguous.
#[must_use]
pub fn aligned_by_class(sanitised: &str) -> String {
    let mut aligned = String::with_capacity(sanitised.len());
    let mut rest = sanitised;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        let mut in_quotes = false;
        let is_end = |character: char| {
            in_quotes ^= character == '"';
            character == '>' && !in_quotes
        };
        let (tag, behind) = tag.split_at(tag.find(is_end).unwrap_or(tag.len()));
        aligned.push_str(text);
        aligned.push_str(&tag_by_class(tag));
        rest = behind;
    }
    aligned + rest
}

fn tag_by_class(tag: &str) -> Cow<'_, str> {
    // In the order of precedence in a browser.
    let said = [STYLE, CLASS, ""].into_iter().zip(["style", "class", "align"]).find_map(|(before, name)| {
        ALIGNMENTS.into_iter().find(|side| tag.contains(&format!(" {name}=\"{before}{side}\"")))
    });
    let Some(said) = said.filter(|_| tag.contains(" style=\"") || tag.contains(" align=\"")) else {
        return Cow::Borrowed(tag);
    };
    let mut kept = tag.to_owned();
    for side in ALIGNMENTS {
        for (name, before) in [("style", STYLE), ("class", CLASS), ("align", "")] {
            kept = kept.replace(&format!(" {name}=\"{before}{side}\""), "");
        }
    }
    Cow::Owned(format!("{kept} class=\"{CLASS}{said}\""))
}

/// Returns whether sanitised HTML shows nothing: no text and no image.
#[must_use]
pub fn is_empty(sanitised: &str) -> bool {
    let mut pictures = sanitised.split("<img ").skip(1).filter_map(|rest| rest.split('>').next());
    visible(&text(sanitised)).is_empty() && !pictures.any(|picture| picture.contains("src=\""))
}

/// Returns the text of well-formed HTML, such as sanitised HTML, on one line.
#[must_use]
pub fn text(html: &str) -> String {
    let (mut text, mut in_tag, mut in_quotes) = (String::new(), false, false);
    for character in html.chars() {
        match character {
            '"' if in_tag => in_quotes = !in_quotes,
            '>' if in_tag && !in_quotes => in_tag = false,
            _ if in_tag => {}
            '<' => {
                in_tag = true;
                text.push(' ');
            }
            _ => text.push(character),
        }
    }
    // The only character references that the sanitiser writes.
    let text = text.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Length of a text's beginning in characters.
const BEGINNING: usize = 200;

/// Returns the beginning of the text, for histories.
#[must_use]
pub fn beginning(html: &str) -> String {
    let text = text(html);
    match text.char_indices().nth(BEGINNING) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
