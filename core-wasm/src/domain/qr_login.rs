//! Sign-in by QR code as a state machine without a clock, a timer or a network.
//!
//! The driver calls [`QrLogin::next`] to learn what to do, does it, and reports the responses. Requests are numbered: a
//! response counts only if the machine is waiting for its request. Late responses (after a refresh, after the code
//! expired, after a cancel) have no effect.

use super::time::Timestamp;
use crate::contract::{
    qr_codes::{QrCodeStatus, VALID_MILLISECONDS},
    value_enum,
};

/// Time for which a code is shown.
pub const QR_VALID_SECONDS: i64 = VALID_MILLISECONDS / SECOND;
/// Interval at which the status of the code is polled.
pub const QR_POLL_SECONDS: i64 = 2;

const SECOND: i64 = 1_000;
const POLL: i64 = QR_POLL_SECONDS * SECOND;
/// Timeout of an issue or status request.
const REQUEST_TIMEOUT: i64 = 10 * SECOND;
/// Timeout of a sign-in request. It is longer because the request uses up the code, even if the response is lost.
const SIGN_IN_TIMEOUT: i64 = 30 * SECOND;
/// Maximum pause before another code is requested.
const MAX_PAUSE: i64 = 30 * SECOND;
/// Clock differences below this are ignored.
const TOLERATED_CLOCK_DIFFERENCE: i64 = 10 * SECOND;
/// Codes are base64url; those of the server have 43 characters.
const MIN_CHARACTERS: usize = 16;
const MAX_CHARACTERS: usize = 200;
/// Maximum time that a single clock change can add. A jump of a day already ends everything that is running.
const MAX_CLOCK_JUMP: i64 = 86_400 * SECOND;

/// A request to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Request a code.
    Issue,
    /// Request the status of this code.
    Status(String),
    /// Request tokens with this code.
    SignIn(String),
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this request and report its response under this number. An earlier request is aborted.
    Send {
        /// Number of the request.
        number: u32,
        /// The request.
        request: Request,
    },
    /// Wait until this time, or until a response arrives.
    WaitUntil(Timestamp),
    /// The sign-in is over.
    Done(Outcome),
}

/// How the sign-in ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The tokens were received.
    SignedIn,
    /// It was cancelled.
    Stopped,
}

/// The response to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A code.
    Issued {
        /// The code.
        qr_code: String,
        /// When it expires, by the server's clock.
        expires_at: Timestamp,
    },
    /// Status of the code.
    Status(QrCodeStatus),
    /// Tokens.
    SignedIn,
    /// The server rejected the sign-in.
    Refused,
    /// No usable response: no connection, a busy server, an unreadable response.
    Failed,
}

value_enum! {
    /// Phase of the sign-in.
    pub enum Phase {
        /// There is currently no code.
        Issuing = "ISSUING",
        /// A code is shown.
        Waiting = "WAITING",
        /// A member has confirmed the code.
        SigningIn = "SIGNING_IN",
        /// The sign-in succeeded.
        SignedIn = "SIGNED_IN",
        /// The sign-in was cancelled.
        Stopped = "STOPPED",
    }
}

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Phase.
    pub phase: Phase,
    /// Number of the request that returned the current code.
    pub code: Option<u32>,
    /// Whole seconds left for the current code, from [`QR_VALID_SECONDS`] down to 1.
    pub seconds_left: Option<i64>,
    /// Whether no code could be obtained. Another is requested after a pause, or immediately on a refresh.
    pub issue_failed: bool,
}

/// The state machine. Internal times are milliseconds elapsed since its start, so that setting the clock back extends
/// nothing.
#[derive(Debug)]
pub struct QrLogin {
    seen: Option<Timestamp>,
    elapsed: i64,
    state: State,
    pending: Option<PendingRequest>,
    last_number: u32,
    /// Number of failed issues and of codes that were rejected from the start, since the last good code.
    failures: u32,
    issue_failed: bool,
    has_unreported_failure: bool,
}

#[derive(Debug)]
enum State {
    Issuing { from: i64 },
    Waiting { code: Code, next_poll: i64 },
    SigningIn { code: Code, from: i64 },
    Done(Outcome),
}

#[derive(Clone, Debug)]
struct Code {
    number: u32,
    qr_code: String,
    end: i64,
}

/// The request whose response counts. The state determines its kind.
#[derive(Clone, Copy, Debug)]
struct PendingRequest {
    number: u32,
    sent: i64,
}

impl Default for QrLogin {
    fn default() -> Self {
        Self::new()
    }
}

impl QrLogin {
    /// Creates a machine that requests a code immediately.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            seen: None,
            elapsed: 0,
            state: State::Issuing { from: 0 },
            pending: None,
            last_number: 0,
            failures: 0,
            issue_failed: false,
            has_unreported_failure: false,
        }
    }

    /// Returns what to do at `now`.
    pub fn next(&mut self, now: Timestamp) -> Step {
        self.advance(now);
        let (due, request) = match &self.state {
            State::Issuing { from } => (*from, Request::Issue),
            State::Waiting { code, next_poll } => (*next_poll, Request::Status(code.qr_code.clone())),
            State::SigningIn { code, from } => (*from, Request::SignIn(code.qr_code.clone())),
            State::Done(outcome) => return Step::Done(*outcome),
        };
        if self.pending.is_none() && due <= self.elapsed {
            self.last_number += 1;
            self.pending = Some(PendingRequest { number: self.last_number, sent: self.elapsed });
            return Step::Send { number: self.last_number, request };
        }
        let mut wake = self.pending.map_or(due, |pending| pending.sent + self.state.timeout());
        if let State::Waiting { code, .. } = &self.state {
            // When the displayed number of seconds changes.
            wake = wake.min(code.end - (seconds(code.end - self.elapsed) - 1) * SECOND);
        }
        Step::WaitUntil(now.plus_milliseconds(wake - self.elapsed))
    }

    /// Processes the response to a request. Returns whether it counted.
    pub fn on_response(&mut self, now: Timestamp, number: u32, answer: Answer) -> bool {
        self.advance(now);
        let Some(pending) = self.pending.take_if(|pending| pending.number == number) else {
            return false;
        };
        match (&mut self.state, answer) {
            (State::Issuing { .. }, Answer::Issued { qr_code, expires_at }) => {
                let end = self.elapsed + validity(now, self.elapsed - pending.sent, expires_at);
                self.state = State::Waiting { code: Code { number, qr_code, end }, next_poll: self.elapsed + POLL };
                self.issue_failed = false;
            }
            (State::Waiting { next_poll, .. }, Answer::Status(QrCodeStatus::Pending)) => {
                *next_poll = poll_after(pending.sent, self.elapsed);
                self.failures = 0;
            }
            (State::Waiting { code, .. }, Answer::Status(QrCodeStatus::Success)) => {
                self.state = State::SigningIn { code: code.clone(), from: self.elapsed };
            }
            (State::Waiting { .. }, Answer::Status(QrCodeStatus::Fail)) => self.replace_bad_code(),
            (State::SigningIn { .. }, Answer::SignedIn) => self.state = State::Done(Outcome::SignedIn),
            (State::SigningIn { .. }, Answer::Refused) => {
                self.has_unreported_failure = true;
                self.replace_bad_code();
            }
            _ => self.fail(pending),
        }
        true
    }

    /// Discards the current code, whatever its state, and requests a new one immediately. Has no effect once the
    /// sign-in is over.
    pub fn refresh(&mut self) {
        if !matches!(self.state, State::Done(_)) {
            self.issue_failed = false;
            self.issue();
        }
    }

    /// Cancels the sign-in.
    pub fn cancel(&mut self) {
        if !matches!(self.state, State::Done(_)) {
            self.pending = None;
            self.state = State::Done(Outcome::Stopped);
        }
    }

    /// Returns the number of the request whose response counts; all others can be aborted.
    #[must_use]
    pub fn pending_request(&self) -> Option<u32> {
        self.pending.map(|pending| pending.number)
    }

    /// Returns what a page shows, as of the last call with a time.
    #[must_use]
    pub fn view(&self) -> View {
        let (phase, code, seconds_left) = match &self.state {
            State::Issuing { .. } => (Phase::Issuing, None, None),
            State::Waiting { code, .. } => (Phase::Waiting, Some(code.number), Some(seconds(code.end - self.elapsed))),
            State::SigningIn { code, .. } => (Phase::SigningIn, Some(code.number), None),
            State::Done(Outcome::SignedIn) => (Phase::SignedIn, None, None),
            State::Done(Outcome::Stopped) => (Phase::Stopped, None, None),
        };
        View { phase, code, seconds_left, issue_failed: self.issue_failed && phase == Phase::Issuing }
    }

    /// Returns whether a confirmed code has failed to sign in since the last call.
    pub fn take_failed_sign_in(&mut self) -> bool {
        std::mem::take(&mut self.has_unreported_failure)
    }

    /// Advances the time. A clock that is set back adds no time; one that jumps ahead cannot be distinguished from a
    /// device that was asleep.
    fn advance(&mut self, now: Timestamp) {
        let since = self.seen.map_or(0, |seen| now.0.saturating_sub(seen.0));
        self.elapsed += since.clamp(0, MAX_CLOCK_JUMP);
        self.seen = Some(now);
        let (elapsed, timeout) = (self.elapsed, self.state.timeout());
        if let Some(pending) = self.pending.take_if(|pending| elapsed >= pending.sent + timeout) {
            self.fail(pending);
        }
        match &self.state {
            State::Waiting { code, .. } if elapsed >= code.end => self.issue(),
            // The pending response may still contain the tokens.
            State::SigningIn { code, .. } if elapsed >= code.end && self.pending.is_none() => {
                self.has_unreported_failure = true;
                self.issue();
            }
            _ => {}
        }
    }

    /// Schedules a retry of a failed request.
    fn fail(&mut self, pending: PendingRequest) {
        match &mut self.state {
            State::Issuing { from } => {
                self.failures += 1;
                self.issue_failed = true;
                *from = self.elapsed + pause_after(self.failures);
            }
            State::Waiting { next_poll, .. } => *next_poll = poll_after(pending.sent, self.elapsed),
            State::SigningIn { from, .. } => *from = self.elapsed + POLL,
            State::Done(_) => {}
        }
    }

    /// Replaces a code that the server rejects. The first time, a new one is requested immediately. If every code is
    /// rejected from the start (a browser that keeps no cookie), the pauses grow.
    fn replace_bad_code(&mut self) {
        let pause = pause_after(self.failures);
        self.failures += 1;
        self.issue_failed = pause > 0;
        self.state = State::Issuing { from: self.elapsed + pause };
    }

    fn issue(&mut self) {
        self.failures = 0;
        self.pending = None;
        self.state = State::Issuing { from: self.elapsed };
    }
}

impl State {
    const fn timeout(&self) -> i64 {
        match self {
            Self::SigningIn { .. } => SIGN_IN_TIMEOUT,
            _ => REQUEST_TIMEOUT,
        }
    }
}

/// Converts to whole seconds, rounded up.
const fn seconds(milliseconds: i64) -> i64 {
    (milliseconds + SECOND - 1) / SECOND
}

/// Returns the pause: 0, 2, 4, 8, … seconds, at most [`MAX_PAUSE`].
fn pause_after(failures: u32) -> i64 {
    if failures == 0 { 0 } else { (SECOND << failures.min(5)).min(MAX_PAUSE) }
}

/// Returns the time of the next poll. Polls keep their interval regardless of response times.
const fn poll_after(sent: i64, elapsed: i64) -> i64 {
    sent + ((elapsed - sent) / POLL + 1) * POLL
}

/// Returns how long to show a code received at `now`, `waited` after it was requested. It is shown from its receipt,
/// but not beyond its expiry at the server if the clocks agree on its time of issue.
fn validity(now: Timestamp, waited: i64, expires_at: Timestamp) -> i64 {
    let left = expires_at.0.saturating_sub(now.0);
    let agreed =
        VALID_MILLISECONDS - waited - TOLERATED_CLOCK_DIFFERENCE..=VALID_MILLISECONDS + TOLERATED_CLOCK_DIFFERENCE;
    if agreed.contains(&left) { left.min(VALID_MILLISECONDS) } else { VALID_MILLISECONDS }
}

/// Returns the scanned text if it can be a code.
#[must_use]
pub fn scanned_code(text: &str) -> Option<&str> {
    let text = text.trim();
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (plain && (MIN_CHARACTERS..=MAX_CHARACTERS).contains(&text.len())).then_some(text)
}

#[cfg(test)]
mod tests;
