//! Documentation of the API: the OpenAPI document, and `/api/docs`, the same as a page without scripts.
//!
//! The document is embedded as stored in the repository, and a test compares it with the declarations. Generating it in
//! the server would add five megabytes of code for something rarely requested.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use kernel::problem::Problem;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use uno_core::contract::error::ErrorCode;

/// The OpenAPI document.
pub const OPENAPI: &str = include_str!("../../../docs/openapi.json");

const STYLE: &str = "
:root{color-scheme:light dark;--line:light-dark(#dfe4ea,#343a46);--soft:light-dark(#f5f7fa,#1c2129);--dim:light-dark(#5a6472,#9aa5b4)}
body{font:15px/1.55 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:2rem 1.25rem 6rem}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem;font-size:1.15rem}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;background:var(--soft)}
summary{padding:.55rem .8rem;cursor:pointer;display:flex;gap:.8rem;align-items:baseline;flex-wrap:wrap}
details>div{padding:0 .9rem .9rem}code{font:13px/1.5 ui-monospace,monospace}
b{font:600 12px ui-monospace,monospace;min-width:3.8rem}p{color:var(--dim);margin:.3rem 0}
table{border-collapse:collapse;width:100%;font-size:14px}td,th{border-top:1px solid var(--line);padding:.3rem .5rem;text-align:start;vertical-align:top}
nav{display:flex;gap:.4rem 1rem;flex-wrap:wrap;padding:0;margin:1rem 0}";

/// Returns the source that permits the style of [`page`] in the content security policy.
#[must_use]
pub fn style_source() -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(STYLE)))
}

/// Renders the page of the document.
///
/// # Errors
/// Returns an error if the document does not have the expected structure.
pub fn page() -> Result<String, Problem> {
    let document: Json = serde_json::from_str(OPENAPI).map_err(Problem::internal)?;
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>UNO API</title><style>{STYLE}</style></head><body>\
         <h1>UNO API</h1><p>The same document for programs: <a href=\"/api/openapi.json\">openapi.json</a></p>"
    );
    let mut tags: Vec<(String, String)> = Vec::new();
    let paths = document["paths"].as_object().ok_or_else(|| Problem::internal("a document without paths"))?;
    for (path, item) in paths {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let tag = text(&operation["tags"][0]);
            let section = match tags.iter_mut().position(|(name, _)| *name == tag) {
                Some(index) => &mut tags[index].1,
                None => {
                    tags.push((tag, String::new()));
                    let last = tags.len() - 1;
                    &mut tags[last].1
                }
            };
            write_operation(section, path, method, operation).map_err(Problem::internal)?;
        }
    }
    page.push_str("<nav>");
    for (tag, _) in &tags {
        write!(page, "<a href=\"#{0}\">{0}</a>", escape(tag)).map_err(Problem::internal)?;
    }
    page.push_str("</nav>");
    for (tag, section) in &tags {
        write!(page, "<h2 id=\"{0}\">{0}</h2>{section}", escape(tag)).map_err(Problem::internal)?;
    }
    page.push_str("<h2 id=\"errors\">Errors</h2><table><tr><th>Code</th><th>Status</th><th></th></tr>");
    for code in ErrorCode::ALL {
        write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            code.number(),
            code.status(),
            escape(code.message())
        )
        .map_err(Problem::internal)?;
    }
    page.push_str("</table><h2>Types</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        write_schema(&mut page, name, schema).map_err(Problem::internal)?;
    }
    page.push_str("</body></html>");
    Ok(page)
}

fn write_operation(out: &mut String, path: &str, method: &str, operation: &Json) -> std::fmt::Result {
    write!(
        out,
        "<details><summary><b>{}</b><code>{}</code><span>{}</span></summary><div><p>{}</p>",
        method.to_uppercase(),
        escape(path),
        escape(&text(&operation["summary"])),
        escape(&text(&operation["description"])),
    )?;
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    if !parameters.is_empty() {
        out.push_str("<table><tr><th>Parameter</th><th>In</th><th>Type</th><th></th></tr>");
        for parameter in &parameters {
            write!(
                out,
                "<tr><td><code>{}{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&text(&parameter["name"])),
                if parameter["required"] == true { " *" } else { "" },
                escape(&text(&parameter["in"])),
                kind(&parameter["schema"]),
                escape(&text(&parameter["description"])),
            )?;
        }
        out.push_str("</table>");
    }
    for (label, content) in
        [("Body", &operation["requestBody"]["content"]), ("Answer", &operation["responses"]["200"]["content"])]
    {
        for (media, content) in content.as_object().into_iter().flatten() {
            write!(out, "<p>{label} ({}): {}</p>", escape(media), kind(&content["schema"]))?;
        }
    }
    out.push_str("</div></details>");
    Ok(())
}

fn write_schema(out: &mut String, name: &str, schema: &Json) -> std::fmt::Result {
    write!(
        out,
        "<details id=\"type-{0}\"><summary><code>{0}</code><span>{1}</span></summary><div>",
        escape(name),
        escape(&text(&schema["description"])),
    )?;
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    match schema["properties"].as_object() {
        Some(properties) => {
            out.push_str("<table><tr><th>Field</th><th>Type</th><th></th></tr>");
            for (field, property) in properties {
                write!(
                    out,
                    "<tr><td><code>{}{}</code></td><td>{}</td><td>{}</td></tr>",
                    escape(field),
                    if required.iter().any(|name| name == field) { " *" } else { "" },
                    kind(property),
                    escape(&text(&property["description"])),
                )?;
            }
            out.push_str("</table>");
        }
        None => write!(out, "<p>{}</p>", kind(schema))?,
    }
    out.push_str("</div></details>");
    Ok(())
}

/// Returns the type of a schema in a word, with a link if it is named.
fn kind(schema: &Json) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return format!("<a href=\"#type-{0}\"><code>{0}</code></a>", escape(name));
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| format!("<code>{}</code>", escape(&text(word)))).collect();
        return words.join(" · ");
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let choices: Vec<String> = choices.iter().filter(|choice| choice["type"] != "null").map(kind).collect();
        return choices.join(" or ");
    }
    let name = match &schema["type"] {
        Json::Array(names) => names.iter().map(text).filter(|name| name != "null").collect::<Vec<_>>().join(" or "),
        name => text(name),
    };
    match name.as_str() {
        "array" => format!("list of {}", kind(&schema["items"])),
        "object" if schema["properties"]["data"].is_object() => {
            format!("page of {}", kind(&schema["properties"]["data"]["items"]))
        }
        _ => escape(&name),
    }
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_default().into()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}
