//! The provider of addresses: one that answers as the Korean road-name address service does, asked by HTTP.

use kernel::{problem::Problem, settings::AddressProvider};
use serde::Deserialize;
use std::{sync::LazyLock, time::Duration};
use tokio::sync::Semaphore;
use uno_core::contract::{addresses::FoundAddress, error::ErrorCode};

/// A form that is being filled in waits no longer.
const PATIENCE: Duration = Duration::from_secs(2);
/// So many questions are out at once; a provider that hangs holds no more threads.
static OUT: Semaphore = Semaphore::const_new(8);
const MOST_FOUND: usize = 50;
const MOST_BYTES: u64 = 256 * 1024;
const MOST_CHARACTERS: usize = 200;
/// What the service says of a keyword that it cannot use, not of itself: empty, too short, too wide, with signs or words
/// that it refuses. Nothing is found by such a keyword.
const OF_KEYWORDS: [&str; 6] = ["E0005", "E0006", "E0008", "E0009", "E0010", "E0013"];

static AGENT: LazyLock<ureq::Agent> =
    LazyLock::new(|| ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0).build().into());

#[derive(Deserialize)]
struct Answer {
    results: Results,
}

#[derive(Deserialize)]
struct Results {
    common: Common,
    /// Absent where nothing is found.
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

/// The addresses of a keyword.
///
/// # Errors
/// [`ErrorCode::ProviderUnavailable`] without a provider, or where it does not answer in time or not as it should.
pub async fn find(provider: Option<AddressProvider>, keyword: String) -> Result<Vec<FoundAddress>, Problem> {
    let provider = provider.ok_or_else(|| Problem::new(ErrorCode::ProviderUnavailable))?;
    let place = OUT.try_acquire().map_err(|_| Problem::new(ErrorCode::Overloaded))?;
    // The thread holds its place until the provider has answered, whether anybody still waits or not.
    let asked = tokio::task::spawn_blocking(move || {
        let _place = place;
        ask(&provider, &keyword)
    });
    let unavailable = |cause: String| Problem { cause: Some(cause), ..Problem::new(ErrorCode::ProviderUnavailable) };
    asked.await.map_err(Problem::internal)?.map_err(unavailable)
}

fn ask(provider: &AddressProvider, keyword: &str) -> Result<Vec<FoundAddress>, String> {
    let told = |error: ureq::Error| {
        // The address that was asked holds the key and what somebody sought; the error's own text may repeat it.
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
        .query("countPerPage", MOST_FOUND.to_string())
        .query("resultType", "json")
        .query("keyword", keyword)
        .call()
        .map_err(told)?;
    let bytes = answer.body_mut().with_config().limit(MOST_BYTES).read_to_vec().map_err(told)?;
    let answer: Answer =
        serde_json::from_slice(&bytes).map_err(|_| "the address provider's answer cannot be read".to_owned())?;
    let code = answer.results.common.error_code;
    if OF_KEYWORDS.contains(&code.as_str()) {
        return Ok(Vec::new());
    }
    if code != "0" {
        let plain: String = code.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
        return Err(format!("the address provider refused with {plain}"));
    }
    Ok(answer.results.juso.unwrap_or_default().into_iter().filter_map(found).take(MOST_FOUND).collect())
}

/// A place as it can be entered; nothing that could not be saved is offered.
fn found(place: Place) -> Option<FoundAddress> {
    let postal_code =
        place.zip_no.filter(|code| code.len() == 5 && code.bytes().all(|digit| digit.is_ascii_digit()))?;
    let text = |text: Option<String>| {
        let text = text?;
        let text = text.trim();
        let fits = !text.is_empty() && text.chars().count() <= MOST_CHARACTERS && !text.chars().any(char::is_control);
        fits.then(|| text.to_owned())
    };
    let address = text(place.road_addr_part1)?;
    Some(FoundAddress { postal_code, address, building_name: text(place.bd_nm), lot_address: text(place.jibun_addr) })
}
