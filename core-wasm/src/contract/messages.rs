//! The outbox: messages to persons. One brings the link to a report, or tells a user that the account is about to become
//! dormant; none holds health data.

use super::{
    endpoint, id_type, input,
    logs::LogSort,
    members::MemberId,
    output,
    page::Page,
    path_type,
    users::UserId,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Timestamp};

id_type! {
    /// A message.
    MessageId
}

path_type! { MessagePath { message_id: MessageId } }

/// Menu url of the screen of what was sent.
pub const SCREEN: &str = "/log_management/outbox";

value_enum! {
    /// How a message comes to its person.
    pub enum WayOfSending {
        Email = "EMAIL",
        Kakao = "KAKAO",
        /// Staff hand the link over themselves.
        Direct = "DIRECT",
    }
}

value_enum! {
    /// What has become of a message.
    pub enum SendingState {
        /// It is sent as soon as it is due.
        Waiting = "WAITING",
        Sending = "SENDING",
        /// It was taken over by the mail server or the gateway; or staff had the link themselves.
        Sent = "SENT",
        /// The installation has no way to send it.
        Held = "HELD",
        /// It was refused, or failed too often.
        Failed = "FAILED",
        /// It may have been taken over: whether it is sent once more, a person decides.
        Uncertain = "UNCERTAIN",
    }
}

value_enum! {
    /// Why a message was not sent.
    pub enum SendingFailure {
        /// The person has no such address any more.
        NoAddress = "NO_ADDRESS",
        /// Nothing answers at the mail server's or the gateway's address.
        Unreachable = "UNREACHABLE",
        /// It did not answer in time.
        TimedOut = "TIMED_OUT",
        /// It has no encryption that can be trusted.
        NotSecure = "NOT_SECURE",
        /// It answered that it cannot at present.
        Deferred = "DEFERRED",
        /// It refused the message or the address for good.
        Refused = "REFUSED",
        /// The connection ended, or the server did, while the message was handed over.
        Interrupted = "INTERRUPTED",
        /// The link ended before it was sent.
        Expired = "EXPIRED",
        /// Its person has used the product again before it was sent.
        NotNeeded = "NOT_NEEDED",
    }
}

value_enum! {
    /// What a message brings: a link to measurements of a kind, or the notice of dormancy.
    pub enum MessageKind {
        Physical = "PHYSICAL",
        Stress = "STRESS",
        Vision = "VISION",
        HeartRate = "HEART_RATE",
        Dementia = "DEMENTIA",
        Psychological = "PSYCHOLOGICAL",
        /// The account of its user is about to become dormant.
        Dormancy = "DORMANCY",
    }
}

output! {
    /// A message.
    pub struct Message {
        /// Message; of one with a link, the link's number too.
        pub message_id: MessageId,
        /// When it was made.
        pub created_at: Timestamp,
        /// Name of the account that made it, at the time; `UNO` where the product did.
        pub account_name: String,
        /// The member whose measurements the link shows.
        pub member_id: Option<MemberId>,
        /// The user to whom the notice goes.
        pub user_id: Option<UserId>,
        /// Name of the person.
        pub person_name: String,
        /// Company of the member.
        pub company_name: Option<String>,
        /// What it brings.
        pub kind: MessageKind,
        /// How it comes to its person.
        pub channel: WayOfSending,
        /// Where it goes, masked.
        pub address: Option<String>,
        /// What has become of it.
        pub state: SendingState,
        /// How often it was tried.
        pub attempts: i64,
        /// When it is tried next, while it waits.
        pub next_attempt_at: Option<Timestamp>,
        /// Why it was not sent at last.
        pub failure: Option<SendingFailure>,
        /// When it was sent.
        pub sent_at: Option<Timestamp>,
        /// Until when its link opens; `null` where it has none.
        pub expires_at: Option<Timestamp>,
        /// When its link was opened first.
        pub opened_at: Option<Timestamp>,
        /// How often its link was opened.
        pub openings: i64,
        /// Wrong birth dates so far; five end the link.
        pub wrong_tries: i64,
        /// When its link was revoked.
        pub revoked_at: Option<Timestamp>,
        /// Whether a person may have it sent once more.
        pub can_retry: bool,
        /// Whether its link can be revoked.
        pub can_revoke: bool,
    }
}

input! {
    /// Which messages.
    pub struct MessageFilter {
        /// From.
        start_created_at: Option<Bound> => bound(),
        /// To, a day included.
        end_created_at: Option<Bound> => bound(),
        /// Those in these states.
        states: Vec<SendingState> => words(SendingState::WORDS),
        /// Those sent in these ways.
        channels: Vec<WayOfSending> => words(WayOfSending::WORDS),
        /// Those that bring this.
        kinds: Vec<MessageKind> => words(MessageKind::WORDS),
        /// Those of this member.
        member_id: Option<MemberId> => id(),
    } list LogSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

endpoint! {
    /// Lists what was sent about members within reach, to administrators also notices, and what has become of it.
    pub ListMessages = Get "/api/v1/messages",
    auth: Staff { screen: SCREEN, action: Read },
    query: MessageFilter,
    ok: Page<Message>
}

endpoint! {
    /// Answers one message.
    pub GetMessage = Get "/api/v1/messages/{messageId}",
    auth: Staff { screen: SCREEN, action: Read },
    path: MessagePath,
    ok: Message
}

endpoint! {
    /// Has a message sent once more that was not sent; a link has seven days from now.
    pub RetryMessage = Post "/api/v1/messages/{messageId}/retry",
    auth: Staff { screen: SCREEN, action: Update },
    path: MessagePath,
    refuses: [Changed],
    ok: Message
}
