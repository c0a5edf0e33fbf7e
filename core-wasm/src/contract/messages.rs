//! The outbox: messages to persons. A message contains the link to a report, or tells a user that the account is about
//! to become dormant. No message contains health data.

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

/// Menu URL of the outbox screen.
pub const SCREEN: &str = "/log_management/outbox";

value_enum! {
    /// Channel of a message.
    pub enum WayOfSending {
        Email = "EMAIL",
        Kakao = "KAKAO",
        /// Staff pass on the link themselves.
        Direct = "DIRECT",
    }
}

value_enum! {
    /// State of a message.
    pub enum SendingState {
        /// It will be sent when it is due.
        Waiting = "WAITING",
        Sending = "SENDING",
        /// The mail server or gateway accepted it, or staff received the link themselves.
        Sent = "SENT",
        /// The installation has no channel configured to send it.
        Held = "HELD",
        /// It was rejected, or failed too often.
        Failed = "FAILED",
        /// It may have been accepted; staff decide whether to send it again.
        Uncertain = "UNCERTAIN",
    }
}

value_enum! {
    /// Why a message was not sent.
    pub enum SendingFailure {
        /// The person no longer has such an address.
        NoAddress = "NO_ADDRESS",
        /// The mail server or gateway cannot be reached.
        Unreachable = "UNREACHABLE",
        /// It did not respond in time.
        TimedOut = "TIMED_OUT",
        /// It does not offer trustworthy encryption.
        NotSecure = "NOT_SECURE",
        /// It responded that it cannot accept the message at present.
        Deferred = "DEFERRED",
        /// It permanently rejected the message or the address.
        Refused = "REFUSED",
        /// The connection or the server stopped during delivery.
        Interrupted = "INTERRUPTED",
        /// The link expired before the message was sent.
        Expired = "EXPIRED",
        /// The person used the product again before it was sent.
        NotNeeded = "NOT_NEEDED",
    }
}

value_enum! {
    /// Content of a message: a link to measurements of a kind or to a saved report, or the dormancy notice.
    pub enum MessageKind {
        Physical = "PHYSICAL",
        Stress = "STRESS",
        Vision = "VISION",
        HeartRate = "HEART_RATE",
        Dementia = "DEMENTIA",
        Psychological = "PSYCHOLOGICAL",
        /// A saved report.
        Report = "REPORT",
        /// The user's account is about to become dormant.
        Dormancy = "DORMANCY",
    }
}

output! {
    /// A message.
    pub struct Message {
        /// Message id; also the id of its link, if it has one.
        pub message_id: MessageId,
        /// When it was created.
        pub created_at: Timestamp,
        /// Name of the account that created it, at the time; `UNO` for the product itself.
        pub account_name: String,
        /// Member whose measurements the link shows.
        pub member_id: Option<MemberId>,
        /// User to whom the notice is sent.
        pub user_id: Option<UserId>,
        /// Name of the person.
        pub person_name: String,
        /// Company of the member.
        pub company_name: Option<String>,
        /// Content.
        pub kind: MessageKind,
        /// Channel.
        pub channel: WayOfSending,
        /// Recipient address, masked.
        pub address: Option<String>,
        /// State.
        pub state: SendingState,
        /// Number of attempts.
        pub attempts: i64,
        /// Time of the next attempt, while it is waiting.
        pub next_attempt_at: Option<Timestamp>,
        /// Why it was finally not sent.
        pub failure: Option<SendingFailure>,
        /// When it was sent.
        pub sent_at: Option<Timestamp>,
        /// When its link expires; `null` if it has none.
        pub expires_at: Option<Timestamp>,
        /// When its link was first opened.
        pub opened_at: Option<Timestamp>,
        /// Number of times its link was opened.
        pub openings: i64,
        /// Number of wrong birth dates so far; after five the link is closed.
        pub wrong_tries: i64,
        /// When its link was revoked.
        pub revoked_at: Option<Timestamp>,
        /// Whether staff may send it again.
        pub can_retry: bool,
        /// Whether its link can be revoked.
        pub can_revoke: bool,
    }
}

input! {
    /// Filter of the outbox.
    pub struct MessageFilter {
        /// Created at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Created at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
        /// Messages in these states.
        states: Vec<SendingState> => words(SendingState::WORDS),
        /// Messages sent through these channels.
        channels: Vec<WayOfSending> => words(WayOfSending::WORDS),
        /// Messages with this content.
        kinds: Vec<MessageKind> => words(MessageKind::WORDS),
        /// Messages about this member.
        member_id: Option<MemberId> => id(),
    } list LogSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

endpoint! {
    /// Lists messages about members in the caller's scope with their state; administrators also see notices.
    pub ListMessages = Get "/api/v1/messages",
    auth: Staff { screen: SCREEN, action: Read },
    query: MessageFilter,
    reads: List("report.outbox"),
    ok: Page<Message>
}

endpoint! {
    /// Returns a message.
    pub GetMessage = Get "/api/v1/messages/{messageId}",
    auth: Staff { screen: SCREEN, action: Read },
    path: MessagePath,
    reads: Record("report.outbox"),
    ok: Message
}

endpoint! {
    /// Sends a message again that was not sent; a link is then valid for seven days from now.
    pub RetryMessage = Post "/api/v1/messages/{messageId}/retry",
    auth: Staff { screen: SCREEN, action: Update },
    path: MessagePath,
    refuses: [Changed],
    ok: Message
}
