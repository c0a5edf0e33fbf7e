//! Which lists have views, and which query parameters a view may store. Both follow from the endpoint declarations; the
//! values are validated by the list's own rules.

use kernel::{clock, http::decode, problem::Problem};
use uno_core::contract::{
    Access, ENDPOINTS, EndpointInfo,
    error::ErrorCode,
    validation::{Kind, Violation},
};
use uno_core::domain::{
    access::Action,
    time::{DAY_MILLISECONDS, Date, Timestamp},
};

/// Lists that have several screens, with the names of the screens.
const SCREENS: &[(&str, &[&str])] =
    &[("companies", &["vendor", "dealer", "retailer"]), ("users", &["online", "regular"])];

/// Parameters of the position in a list.
const POSITION_PARAMETERS: &[&str] = &["page", "pageSize", "after"];

/// A text parameter that is chosen from codes instead of typed.
const CHOSEN: &str = "kind";

/// A view must remain valid for a hundred years.
const LONG: i64 = 36_525 * DAY_MILLISECONDS;

/// The same limit as in the console.
const DIGITS_OF_DAYS: usize = 4;

/// Returns the endpoint of a staff list by the list's name.
///
/// # Errors
/// Returns an error if there is no such list.
pub(super) fn named(list: &str) -> Result<&'static EndpointInfo, Problem> {
    let known = ENDPOINTS.iter().find(|info| {
        let is_list = matches!(info.access, Access::Staff { action: Action::Read, .. })
            && info.name.starts_with("List")
            && info.query_form.field("sort").is_some();
        let name = info.path.rsplit('/').next().unwrap_or_default();
        is_list
            && match SCREENS.iter().find(|(several, _)| *several == name) {
                None => list == name,
                Some((_, words)) => list
                    .strip_prefix(name)
                    .and_then(|rest| rest.strip_prefix('-'))
                    .is_some_and(|word| words.contains(&word)),
            }
    });
    known.ok_or_else(|| Problem::invalid_field("list", "notFound"))
}

/// Checks that the list accepts the query, and that it contains neither a position in the list nor typed text, which
/// could identify the person searched for.
///
/// # Errors
/// Returns an error that names every invalid parameter, as `query.name`.
pub(super) fn check_query(info: &EndpointInfo, query: &str) -> Result<(), Problem> {
    let at = |name: &str| format!("query.{name}");
    let decoded_on = |day: Date| {
        decode::query(&as_of(info, query, day), info.query_form).map_err(|mut problem| {
            if problem.code != ErrorCode::Invalid {
                return Problem::invalid_field("query", "format");
            }
            for field in &mut problem.fields {
                field.path = at(&field.path);
            }
            problem
        })
    };
    let today = clock::today();
    let asked = decoded_on(today)?;
    // A period that begins a number of days before today and ends on a fixed day would soon be empty.
    decoded_on(Timestamp::start_of_day_in_seoul(today).plus_milliseconds(LONG).date_in_seoul())?;
    let names = asked.as_object().into_iter().flat_map(|asked| asked.keys());
    let refused: Vec<_> = names
        .filter(|name| POSITION_PARAMETERS.contains(&name.as_str()) || is_typed(info, name))
        .map(|name| Violation::new(&at(name), "notAllowed"))
        .collect();
    if refused.is_empty() { Ok(()) } else { Err(Problem::invalid(refused)) }
}

/// Resolves the relative dates of a view's query for the day on which it is opened.
fn as_of(info: &EndpointInfo, query: &str, today: Date) -> String {
    let with_day = |pair: &str| {
        let (name, text) = pair.split_once('=')?;
        let is_end = info.query_form.field(name).is_some_and(|field| matches!(field.kind, Kind::Bound));
        let day = relative_day(text, today).filter(|_| is_end)?;
        Some(format!("{name}={day}"))
    };
    let pairs = query.split('&').map(|pair| with_day(pair).unwrap_or_else(|| pair.to_owned()));
    pairs.collect::<Vec<_>>().join("&")
}

/// Parses `today`, or `today-6` for six days before.
fn relative_day(text: &str, today: Date) -> Option<Date> {
    // A sign would be parsed as part of the number.
    let is_number = |digits: &&str| digits.len() <= DIGITS_OF_DAYS && digits.bytes().all(|byte| byte.is_ascii_digit());
    let days: u16 = match text.strip_prefix("today")? {
        "" => 0,
        rest => rest.strip_prefix('-').filter(is_number)?.parse().ok()?,
    };
    let at = Timestamp::start_of_day_in_seoul(today).plus_milliseconds(-i64::from(days) * DAY_MILLISECONDS);
    Some(at.date_in_seoul())
}

fn is_typed(info: &EndpointInfo, name: &str) -> bool {
    let kind = info.query_form.field(name).map(|field| field.kind);
    name != CHOSEN
        && matches!(
            kind,
            Some(
                Kind::Text { .. }
                    | Kind::LoginId
                    | Kind::Secret { .. }
                    | Kind::Email
                    | Kind::Phone
                    | Kind::PastDate
                    | Kind::Date
            )
        )
}
