//! Reports sent by the demonstration's retailer, in every state of a message. They cannot be opened: the stored token
//! hash is not a valid hash.

use super::{HOUR_MILLISECONDS, hours};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{account, measurement, member, message, message_measurement},
    },
    problem::Problem,
};
use uno_core::{
    contract::{
        languages::Language,
        messages::{SendingFailure, SendingState, WayOfSending},
        report_links::{DAYS, MAX_WRONG_TRIES},
    },
    domain::{mask, time::DAY_MILLISECONDS as DAY},
};

const MINUTE: i64 = 60_000;
/// Sign-in id of the sender.
const SENDER: &str = "retailer";
/// Maximum number of measurements per report.
const MAX_SHOWN: usize = 2;
/// Number of members searched for recipients.
const MAX_MEMBERS: i64 = 60;

/// The course of a link.
struct Life {
    days_ago: i64,
    channel: WayOfSending,
    state: SendingState,
    failure: Option<SendingFailure>,
    attempts: i64,
    openings: i64,
    wrong_tries: i64,
    is_revoked: bool,
}

const fn life(days_ago: i64, channel: WayOfSending, state: SendingState, attempts: i64) -> Life {
    Life { days_ago, channel, state, failure: None, attempts, openings: 0, wrong_tries: 0, is_revoked: false }
}

use SendingState::{Failed, Held, Sent, Uncertain};
use WayOfSending::{Direct, Email, Kakao};

const LIVES: [Life; 13] = [
    Life { openings: 2, ..life(1, Direct, Sent, 0) },
    life(1, Email, Held, 0),
    Life { openings: 1, wrong_tries: 1, ..life(2, Email, Sent, 1) },
    life(2, Email, Sent, 1),
    life(3, Kakao, Held, 0),
    Life { failure: Some(SendingFailure::Refused), ..life(3, Email, Failed, 1) },
    Life { wrong_tries: MAX_WRONG_TRIES, ..life(4, Email, Sent, 1) },
    Life { failure: Some(SendingFailure::Interrupted), ..life(5, Email, Uncertain, 1) },
    Life { openings: 1, is_revoked: true, ..life(5, Direct, Sent, 0) },
    Life { failure: Some(SendingFailure::Unreachable), ..life(6, Kakao, Failed, 6) },
    Life { failure: Some(SendingFailure::Expired), ..life(10, Email, Failed, 0) },
    Life { openings: 3, ..life(14, Direct, Sent, 0) },
    life(22, Email, Sent, 2),
];

/// A member with their contact addresses.
type Person = (i64, Option<String>, Option<String>);

/// Creates the reports, for members of a company with earlier measurements.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fill(connection: &mut DatabaseConnection, company_id: i64) -> Result<(), Problem> {
    let (account_id, account_name) = account::table
        .filter(account::login_key.eq(SENDER))
        .select((account::account_id, account::name))
        .first::<(i64, String)>(connection)?;
    let persons = member::table
        .filter(member::company_id.eq(company_id))
        .order(member::member_id)
        .limit(MAX_MEMBERS)
        .select((member::member_id, member::email, member::phone_number))
        .load::<Person>(connection)?;
    let now = clock::now().0;
    for (number, life) in LIVES.iter().enumerate() {
        let created_at = hours::within_opening_hours(now - life.days_ago * DAY).min(now - HOUR_MILLISECONDS);
        let reached: Vec<(i64, Option<String>)> =
            persons.iter().filter_map(|person| address_of(life.channel, person)).collect();
        let turn = number.checked_rem(reached.len()).unwrap_or_default();
        let Some((member_id, address)) = reached.into_iter().nth(turn) else { continue };
        let measured = measurement::table
            .filter(measurement::member_id.eq(member_id))
            .filter(measurement::measured_at.le(created_at))
            .order((measurement::measured_at.desc(), measurement::measurement_id))
            .select((measurement::kind, measurement::measurement_id))
            .load::<(i32, i64)>(connection)?;
        let Some((kind, _)) = measured.first().copied() else { continue };
        let due_at = created_at + life.attempts * 5 * MINUTE;
        let has_gone = life.state == Sent;
        let id = diesel::insert_into(message::table)
            .values((
                (
                    message::token_hash.eq(format!("of the demonstration: {number}")),
                    message::sealed_token.eq(None::<String>),
                    message::member_id.eq(member_id),
                    message::company_id.eq(company_id),
                    message::kind.eq(kind),
                    message::account_id.eq(account_id),
                    message::account_name.eq(&account_name),
                    message::created_at.eq(created_at),
                    message::expires_at.eq(created_at + DAYS * DAY),
                    message::revoked_at.eq(life.is_revoked.then_some(created_at + 3 * HOUR_MILLISECONDS)),
                    message::wrong_tries.eq(life.wrong_tries),
                    message::openings.eq(life.openings),
                ),
                (
                    message::opened_at.eq((life.openings > 0).then_some(created_at + 42 * MINUTE)),
                    message::channel.eq(life.channel),
                    message::language.eq(Language::Ko),
                    message::address.eq(address),
                    message::state.eq(life.state),
                    message::attempts.eq(life.attempts),
                    message::failures.eq(if has_gone { 0 } else { life.attempts }),
                    message::due_at.eq(due_at),
                    message::sent_at.eq(has_gone.then_some(due_at)),
                    message::failure.eq(life.failure),
                ),
            ))
            .returning(message::message_id)
            .get_result::<i64>(connection)?;
        let shown = measured.into_iter().filter(|(of, _)| *of == kind).take(MAX_SHOWN);
        for (place, (_, measurement_id)) in (0_i32..).zip(shown) {
            diesel::insert_into(message_measurement::table)
                .values((
                    message_measurement::message_id.eq(id),
                    message_measurement::measurement_id.eq(measurement_id),
                    message_measurement::place.eq(place),
                ))
                .execute(connection)?;
        }
    }
    Ok(())
}

/// Returns the masked address of a person for a channel, if they have one.
fn address_of(channel: WayOfSending, (member_id, email, phone): &Person) -> Option<(i64, Option<String>)> {
    let address = match channel {
        Direct => None,
        Email => Some(mask::email(email.as_ref()?)),
        Kakao => Some(mask::phone(phone.as_ref()?)),
    };
    Some((*member_id, address))
}
