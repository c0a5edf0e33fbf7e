//! Notes for the access log what staff read by endpoints that declare a [`Reading`]: whose data it was is taken from the
//! path and from the finished answer, so that what is logged is what was sent.

use crate::{
    access::{
        caller::Caller,
        log::{Person, Reader},
        readings::{ListReading, ReadPerson, RecordReading},
    },
    clock,
    problem::Problem,
    state::State,
};
use actix_web::{
    HttpRequest, HttpResponse,
    body::{BoxBody, MessageBody as _},
};
use serde_json::Value as Json;
use uno_core::{
    contract::{logs::AccessAction, readings::Reading},
    domain::access::Authority,
};

/// Parameters of a list that choose the page and its order, not the people.
const PAGING: [&str; 4] = ["sort", "page", "pageSize", "after"];

/// What will be noted once the answer is known.
pub(super) enum Notice {
    Record(RecordReading),
    List(ListReading),
}

impl Notice {
    /// Returns what has to be noted of a request; `None` for endpoints without rows, and for members, who read their
    /// own data.
    pub(super) fn of(
        reading: Reading,
        caller: Option<&Caller>,
        (state, request, query): (&State, &HttpRequest, &Json),
        (address, request_id): (&str, &str),
    ) -> Option<Self> {
        let caller = caller.filter(|caller| caller.authority != Authority::Member)?;
        let name = reading.name()?;
        let reader = Reader { account_id: caller.account_id, request_id: request_id.into(), address: address.into() };
        let read_at = clock::now().0;
        let (record, record_id) = recorded(request);
        let person = match record {
            "memberId" => ReadPerson { member_id: Some(record_id), user_id: None },
            "userId" => ReadPerson { member_id: None, user_id: Some(record_id) },
            _ => ReadPerson::default(),
        };
        let action = match reading {
            Reading::Record(_) => AccessAction::Read,
            Reading::History(_) => AccessAction::ReadHistory,
            _ => {
                let filter = Filter::of(state, query, record_id);
                let asked = |field: &str| query.get(field).and_then(Json::as_i64);
                let named = ReadPerson { member_id: asked("memberId"), user_id: asked("userId") };
                let is_named = named.member_id.is_some() || named.user_id.is_some();
                return Some(Self::List(ListReading {
                    reader,
                    read_at,
                    name,
                    filters: filter.names,
                    filter_key: filter.key,
                    person: if is_named { named } else { person },
                    company_id: asked("companyId"),
                }));
            }
        };
        let is_measurement = is_measurement(record);
        Some(Self::Record(RecordReading { reader, read_at, action, name, record_id, person, is_measurement }))
    }

    /// Notes the reading of what was answered. No note, no answer.
    ///
    /// # Errors
    /// Returns "busy" if readings cannot be written.
    pub(super) async fn keep(self, state: &State, answer: HttpResponse) -> Result<HttpResponse, Problem> {
        let (head, body) = answer.into_parts();
        let body = match body.try_into_bytes() {
            Ok(bytes) => bytes,
            // A stream: whoever is in it cannot be told from here.
            Err(body) => return Ok(head.set_body(body)),
        };
        match self {
            Self::Record(mut reading) => {
                // The first one: a record names its person before others.
                let is_known = reading.person.member_id.is_some() || reading.person.user_id.is_some();
                if !is_known && !reading.is_measurement {
                    reading.person = match people_in(&body).first() {
                        Some(Person::Member(id)) => ReadPerson { member_id: Some(*id), user_id: None },
                        Some(Person::User(id)) => ReadPerson { member_id: None, user_id: Some(*id) },
                        Some(Person::Other(_)) | None => ReadPerson::default(),
                    };
                }
                state.readings.note_record(reading).await?;
            }
            Self::List(list) => state.readings.note_list(list, &people_in(&body)).await?,
        }
        Ok(head.set_body(BoxBody::new(body)))
    }
}

/// Returns the name and the value of the path's last parameter: the id of the record.
fn recorded(request: &HttpRequest) -> (&str, i64) {
    let last = request.match_info().iter().last();
    let (name, value) = last.unwrap_or_default();
    (name, value.parse().unwrap_or_default())
}

/// Returns whether a path's parameter is the id of a measurement.
fn is_measurement(parameter: &str) -> bool {
    matches!(
        parameter,
        "physicalMeasurementId"
            | "stressMeasurementId"
            | "visionMeasurementId"
            | "heartRateMeasurementId"
            | "dementiaScreeningId"
            | "psychologicalTestId"
    )
}

/// A list's filter as the log keeps it.
struct Filter {
    /// The names of its fields.
    names: String,
    /// A keyed hash of names and values.
    key: String,
}

impl Filter {
    fn of(state: &State, query: &Json, record_id: i64) -> Self {
        let fields = query.as_object().into_iter().flatten();
        let fields: Vec<(&String, &Json)> =
            fields.filter(|(name, value)| !PAGING.contains(&name.as_str()) && !value.is_null()).collect();
        let names = fields.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(",");
        // The fields of an object are in the order of their names.
        let values = serde_json::to_vec(&(record_id, &fields)).unwrap_or_default();
        Self { names, key: state.readings.filter_key(&values) }
    }
}

/// Returns the people that an answer names by their ids, each as often as it does. A text in JSON cannot look like a
/// field: its quotation marks are escaped.
fn people_in(body: &[u8]) -> Vec<Person> {
    let Ok(text) = std::str::from_utf8(body) else { return Vec::new() };
    let people = text.match_indices("Id\":").filter_map(|(at, found)| {
        let (before, after) = (text.get(..at)?, text.get(at + found.len()..)?);
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let id = after.get(..digits)?.parse().ok()?;
        if before.ends_with("\"member") {
            Some(Person::Member(id))
        } else {
            before.ends_with("\"user").then_some(Person::User(id))
        }
    });
    people.collect()
}

#[cfg(test)]
mod tests {
    use super::{Person, people_in};

    #[test]
    fn people_are_those_whose_ids_an_answer_names() {
        let body = serde_json::json!({ "data": [
            { "memberId": 12, "companyId": 3, "name": "\"memberId\":99" },
            { "memberId": null, "userId": 7 },
            { "notAmemberId": 5 },
        ] });
        let people = people_in(&serde_json::to_vec(&body).unwrap_or_default());
        assert_eq!(people, [Person::Member(12), Person::User(7)]);
    }
}
