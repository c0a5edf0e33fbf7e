//! Which lists have views, and what a view may ask of them. It follows from what the lists are declared with; whether a
//! value is good is the list's own rules to say.

use kernel::{http::decode, problem::Problem};
use uno_core::contract::{
    Access, ENDPOINTS, EndpointInfo,
    error::ErrorCode,
    validation::{Kind, Violation},
};
use uno_core::domain::access::Action;

/// Lists of which there are several screens, with the words for these.
const SCREENS: &[(&str, &[&str])] =
    &[("companies", &["vendor", "dealer", "retailer"]), ("users", &["online", "regular"])];

/// What says where in a list one is.
const PLACES: &[&str] = &["page", "pageSize", "after"];

/// A text that is chosen from codes instead of being typed.
const CHOSEN: &str = "kind";

/// The call that answers a list of staff, by the name of the list.
///
/// # Errors
/// That there is no such list.
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

/// That a list can be asked for this, and that nothing in it was typed: that is whom somebody has looked for.
///
/// # Errors
/// Each parameter that is wrong, by its name behind the field's.
pub(super) fn check_query(info: &EndpointInfo, query: &str) -> Result<(), Problem> {
    let at = |name: &str| format!("query.{name}");
    let asked = decode::query(query, info.query_form).map_err(|mut problem| {
        if problem.code != ErrorCode::Invalid {
            return Problem::invalid_field("query", "format");
        }
        for field in &mut problem.fields {
            field.path = at(&field.path);
        }
        problem
    })?;
    let names = asked.as_object().into_iter().flat_map(|asked| asked.keys());
    let refused: Vec<_> = names
        .filter(|name| PLACES.contains(&name.as_str()) || is_typed(info, name))
        .map(|name| Violation::new(&at(name), "notAllowed"))
        .collect();
    if refused.is_empty() { Ok(()) } else { Err(Problem::invalid(refused)) }
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
