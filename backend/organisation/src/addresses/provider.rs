//! The client of the address provider: an HTTP service compatible with the Korean road-name address service.

use kernel::{problem::Problem, settings::AddressProvider};
use serde::Deserialize;
use std::{sync::LazyLock, time::Duration};
use tokio::sync::Semaphore;
use uno_core::contract::{addresses::FoundAddress, error::ErrorCode};

/// The timeout: a user is filling in a form.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Limits concurrent requests, so that a provider that hangs holds no more threads than this.
static IN_FLIGHT: Semaphore = Semaphore::const_new(8);
const MAX_FOUND: usize = 50;
const MAX_BYTES: u64 = 256 * 1024;
const MAX_CHARACTERS: usize = 200;
/// Error codes about the keyword rather than the service: empty, too short, too broad, or with refused characters. Such
/// a keyword finds nothing.
const KEYWORD_ERRORS: [&str; 6] = ["E0005", "E0006", "E0008", "E0009", "E0010", "E0013"];

static AGENT: LazyLock<ureq::Agent> =
    LazyLock::new(|| ureq::Agent::config_builder().timeout_global(Some(TIMEOUT)).max_redirects(0).build().into());

#[derive(Deserialize)]
struct Answer {
    results: Results,
}

#[derive(Deserialize)]
struct Results {
    common: Common,
    /// Absent if nothing is found.
    juso: Option<Vec<Place>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Common {
    error_code: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    zip_no: Option<String>,
    road_addr_part1: Option<String>,
    bd_nm: Option<String>,
    jibun_addr: Option<String>,
}

/// Finds the addresses for a keyword.
///
/// # Errors
/// Returns [`ErrorCode::ProviderUnavailable`] without a provider, or if it does not answer in time or as expected;
/// [`ErrorCode::Overloaded`] if too many requests are in progress.
pub async fn find(provider: Option<AddressProvider>, keyword: String) -> Result<Vec<FoundAddress>, Problem> {
    let provider = provider.ok_or_else(|| Problem::new(ErrorCode::ProviderUnavailable))?;
    let place = IN_FLIGHT.try_acquire().map_err(|_| Problem::new(ErrorCode::Overloaded))?;
    // The thread holds the permit until the provider has answered, even if the caller no longer waits.
    let asked = tokio::task::spawn_blocking(move || {
        let _place = place;
        send_request(&provider, &keyword)
    });
    let unavailable = |cause: String| Problem { cause: Some(cause), ..Problem::new(ErrorCode::ProviderUnavailable) };
    asked.await.map_err(Problem::internal)?.map_err(unavailable)
}

fn send_request(provider: &AddressProvider, keyword: &str) -> Result<Vec<FoundAddress>, String> {
    let describe = |error: ureq::Error| {
        // The request URL contains the key and the user's keyword, and the error's own text may repeat it.
        match error {
            ureq::Error::StatusCode(status) => format!("the address provider answered {status}"),
            ureq::Error::Timeout(_) => "the address provider did not answer in time".to_owned(),
            _ => "the address provider could not be asked".to_owned(),
        }
    };
    let mut answer = AGENT
        .get(&provider.url)
        .query("confmKey", &provider.key)
        .query("currentPage", "1")
        .query("countPerPage", MAX_FOUND.to_string())
        .query("resultType", "json")
        .query("keyword", keyword)
        .call()
        .map_err(describe)?;
    let bytes = answer.body_mut().with_config().limit(MAX_BYTES).read_to_vec().map_err(describe)?;
    let answer: Answer =
        serde_json::from_slice(&bytes).map_err(|_| "the address provider's answer cannot be read".to_owned())?;
    let code = answer.results.common.error_code;
    if KEYWORD_ERRORS.contains(&code.as_str()) {
        return Ok(Vec::new());
    }
    if code != "0" {
        let plain: String = code.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
        return Err(format!("the address provider refused with {plain}"));
    }
    Ok(answer.results.juso.unwrap_or_default().into_iter().filter_map(found).take(MAX_FOUND).collect())
}

/// Converts a place into an address; `None` if it could not be saved.
fn found(place: Place) -> Option<FoundAddress> {
    let postal_code =
        place.zip_no.filter(|code| code.len() == 5 && code.bytes().all(|digit| digit.is_ascii_digit()))?;
    let text = |text: Option<String>| {
        let text = text?;
        let text = text.trim();
        let fits = !text.is_empty() && text.chars().count() <= MAX_CHARACTERS && !text.chars().any(char::is_control);
        fits.then(|| text.to_owned())
    };
    let address = text(place.road_addr_part1)?;
    Some(FoundAddress { postal_code, address, building_name: text(place.bd_nm), lot_address: text(place.jibun_addr) })
}
