//! The console's files, embedded and precompressed, under a strict content security policy.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, header},
    web::{self, Bytes},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kernel::http::{compress, decode, gate, mount, respond};
use kernel::{problem::Problem, settings::Settings, state::State};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;
use std::{borrow::Cow, collections::BTreeMap, fmt::Write as _};
use uno_core::domain::access::is_below;

/// The build output of `frontend`; if it was not built, the server has only the API.
#[derive(RustEmbed)]
#[folder = "../frontend/dist"]
#[allow_missing = true]
struct Console;

/// Placeholder for the nonce of the response in `index.html`.
const NONCE_PLACEHOLDER: &str = "__CSP_NONCE__";
/// Placeholder for the console's settings in `index.html`.
const SETTINGS_PLACEHOLDER: &str = "__UNO_SETTINGS__";

/// Placeholder for the preload links in `index.html`.
const PRELOADS_PLACEHOLDER: &str = "<!-- __UNO_PRELOADS__ -->";
/// The cookie of signed-in users; written by the core.
const SIGNED_IN: &str = "uno_refresh_token";

/// Returns a nonce for the style elements of a response.
///
/// # Errors
/// Returns an error if the system provides no random numbers.
pub fn nonce() -> Result<String, Problem> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(Problem::internal)?;
    Ok(STANDARD.encode(bytes))
}

/// Sets the headers of a page. The sources of the translation widget are permitted on the pages that use it; `style` is
/// an additional style source of the policy.
pub fn page_headers(answer: &mut actix_web::HttpResponseBuilder, style: &str, path: &str, settings: &Settings) {
    let translated = settings.translation_pages.iter().any(|page| is_below(path, page));
    let widget = if translated { settings.translation_origins.join(" ") } else { String::new() };
    let frames = if widget.is_empty() { "'none'" } else { &widget };
    let called = settings.trusted_origins.join(" ");
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {widget}; \
         style-src 'self' {style} {widget}; img-src 'self' data: blob: https: {widget}; \
         font-src 'self' {widget}; connect-src 'self' {widget} {called}; frame-src {frames}; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    answer
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header(("cross-origin-opener-policy", "same-origin"))
        .insert_header(("permissions-policy", "camera=(self), microphone=(), geolocation=()"));
}

/// Serves a file of the console; any other path is a route of the console and gets its page.
pub async fn serve(request: HttpRequest, state: web::Data<State>, page: web::Data<Index>) -> HttpResponse {
    let path = request.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("b2b/") {
        let problem = Problem::new(uno_core::contract::error::ErrorCode::NoSuchPath);
        return respond::problem(&problem, &mount::request_id());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return gate::method_not_allowed("GET, HEAD");
    }
    match Console::get(path) {
        Some(file) if path != "index.html" => asset(&request, path, file),
        _ if path.starts_with("assets/") => HttpResponse::NotFound().finish(),
        _ => index(&request, &page, &state.settings),
    }
}

/// The console's page, without the parts that differ between responses.
pub struct Index {
    /// `None` if the console is not built.
    page: Option<String>,
    preloads: Preloads,
}

impl Index {
    /// Returns the page with the settings inserted.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        let text = |file: EmbeddedFile| String::from_utf8_lossy(&file.data).into_owned();
        let page = Console::get("index.html").map(|file| text(file).replace(SETTINGS_PLACEHOLDER, &settings.console));
        let preloads = Console::get("preloads.json").and_then(|file| serde_json::from_slice(&file.data).ok());
        Self { page, preloads: preloads.unwrap_or_default() }
    }
}

/// The files a page preloads, as listed by the console's build.
#[derive(Default, Deserialize)]
pub struct Preloads {
    /// For the sign-in page.
    login: Vec<String>,
    /// For every page of the console.
    console: Vec<String>,
    /// Additional files of single pages, by address.
    pages: BTreeMap<String, Vec<String>>,
}

impl Preloads {
    /// Returns the preload links for the page of a path.
    #[must_use]
    pub fn links(&self, path: &str, signed_in: bool) -> String {
        let mut links = String::new();
        if signed_in {
            let page = self.pages.iter().filter(|(page, _)| leads_to(path, page)).max_by_key(|(page, _)| page.len());
            let own = page.map_or(&[][..], |(_, files)| files);
            self.console.iter().chain(own).for_each(|file| preload(&mut links, file));
        } else {
            self.login.iter().for_each(|file| preload(&mut links, file));
        }
        links
    }
}

/// Returns whether a path is at or below a page; `:id` in the page's address matches a number, and so no dialog of the
/// list.
fn leads_to(path: &str, page: &str) -> bool {
    let mut parts = path.split('/');
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    page.split('/')
        .all(|part| parts.next().is_some_and(|given| given == part || (part.starts_with(':') && is_number(given))))
}

fn preload(links: &mut String, file: &str) {
    let kind = match file.rsplit_once('.') {
        Some((_, "js")) => r#"rel="modulepreload""#,
        Some((_, "css")) => r#"rel="preload" as="style""#,
        Some((_, "wasm")) => r#"rel="preload" as="fetch""#,
        _ => return,
    };
    // Writing to a string cannot fail.
    let _ = write!(links, r#"<link {kind} crossorigin href="/{file}">"#);
}

/// Returns whether the browser seems to be signed in. It only decides which files are preloaded.
fn may_be_signed_in(request: &HttpRequest) -> bool {
    decode::cookie(request, SIGNED_IN).is_some()
}

fn index(request: &HttpRequest, index: &Index, settings: &Settings) -> HttpResponse {
    let Some(page) = &index.page else {
        return HttpResponse::NotFound().content_type("text/plain; charset=utf-8").body("The console is not built.");
    };
    let Ok(nonce) = nonce() else { return HttpResponse::InternalServerError().finish() };
    let links = index.preloads.links(request.path(), may_be_signed_in(request));
    let page = page.replace(NONCE_PLACEHOLDER, &nonce).replace(PRELOADS_PLACEHOLDER, &links);
    let mut answer = HttpResponse::Ok();
    page_headers(&mut answer, &format!("'nonce-{nonce}'"), request.path(), settings);
    answer
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "accept-encoding"))
        .content_type("text/html; charset=utf-8");
    // The page contains nothing from the request, so its compressed length reveals nothing about the nonce.
    let page = Bytes::from(page);
    match compress::accepts_encoding(request.headers(), "gzip").then(|| compress::gzip(&page)).flatten() {
        Some(smaller) => answer.insert_header((header::CONTENT_ENCODING, "gzip")).body(smaller),
        None => answer.body(page),
    }
}

fn asset(request: &HttpRequest, path: &str, file: EmbeddedFile) -> HttpResponse {
    let tag = format!("\"{}\"", STANDARD.encode(file.metadata.sha256_hash()));
    // Files under assets/ have a hash in their names: they never change and need no revalidation.
    let is_constant = path.starts_with("assets/");
    let caching = if is_constant { "max-age=31536000, immutable" } else { "no-cache" };
    let unchanged = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|known| known.trim() == tag));
    let mut answer = if unchanged { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    if !is_constant {
        answer.insert_header((header::ETAG, tag));
    }
    answer
        .insert_header((header::CACHE_CONTROL, caching))
        .insert_header((header::VARY, "accept-encoding"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"));
    if unchanged {
        return answer.finish();
    }
    let kind = if path.ends_with(".wasm") {
        "application/wasm".into()
    } else {
        mime_guess::from_path(path).first_or_octet_stream().to_string()
    };
    answer.content_type(kind);
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if compress::accepts_encoding(request.headers(), encoding)
            && let Some(compressed) = Console::get(&format!("{path}.{ending}"))
        {
            answer.insert_header((header::CONTENT_ENCODING, encoding));
            return answer.body(shared(compressed.data));
        }
    }
    answer.body(shared(file.data))
}

/// Returns the bytes without copying embedded data.
fn shared(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}
