//! Signing in by QR code, as a machine without a clock, a timer or a network.
//!
//! Whoever drives it asks [`QrLogin::next`] what to do, does it, and reports answers. Requests carry
//! a number: an answer counts only while its request is the one that the machine waits for, so what
//! comes late (after a refresh, after the code's end, after giving up) changes nothing.

use super::time::Timestamp;
use crate::contract::{
    qr_codes::{QrCodeStatus, VALID_MILLISECONDS},
    value_enum,
};

/// How long a code is shown.
pub const QR_VALID_SECONDS: i64 = VALID_MILLISECONDS / SECOND;
/// How often the server is asked what has become of it.
pub const QR_POLL_SECONDS: i64 = 2;

const SECOND: i64 = 1_000;
const POLL: i64 = QR_POLL_SECONDS * SECOND;
/// An issue or a poll without an answer for so long has failed.
const PATIENCE: i64 = 10 * SECOND;
/// A sign-in is given longer: the code is used up by it, whether or not the answer arrives.
const PATIENCE_FOR_TOKENS: i64 = 30 * SECOND;
/// The longest pause before a code is asked for again.
const LONGEST_PAUSE: i64 = 30 * SECOND;
/// Clocks that differ by less are taken as equal.
const TOLERATED_CLOCK_DIFFERENCE: i64 = 10 * SECOND;
/// Codes are written in base64url; the server's have 43 characters.
const FEWEST_CHARACTERS: usize = 16;
const MAX_CHARACTERS: usize = 200;
/// A clock that leaps ahead by more ends everything that runs, as a day does.
const LONGEST_LEAP: i64 = 86_400 * SECOND;

/// What is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Ask for a code.
    Issue,
    /// Ask what has become of this code.
    Status(String),
    /// Ask for tokens by this code.
    SignIn(String),
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this; its answer is reported under this number. A request sent before is given up.
    Send {
        /// Number of the request.
        number: u32,
        /// The request.
        request: Request,
    },
    /// Nothing until then, unless an answer comes.
    WaitUntil(Timestamp),
    /// It is over.
    Done(Outcome),
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The tokens are there.
    SignedIn,
    /// It was given up.
    Stopped,
}

/// What a request was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A code.
    Issued {
        /// The code.
        qr_code: String,
        /// When it ends, by the server's clock.
        expires_at: Timestamp,
    },
    /// What has become of the code.
    Status(QrCodeStatus),
    /// Tokens.
    SignedIn,
    /// The server refuses the sign-in.
    Refused,
    /// Nothing that can be used: no connection, a busy server, an unreadable answer.
    Failed,
}

value_enum! {
    /// Where it stands.
    pub enum Phase {
        /// There is no code at present.
        Issuing = "ISSUING",
        /// A code is shown.
        Waiting = "WAITING",
        /// A member has confirmed the code.
        SigningIn = "SIGNING_IN",
        /// Somebody is signed in.
        SignedIn = "SIGNED_IN",
        /// It was given up.
        Stopped = "STOPPED",
    }
}

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Where it stands.
    pub phase: Phase,
    /// The number of the request that brought the present code.
    pub code: Option<u32>,
    /// Whole seconds left of the code that is shown, from [`QR_VALID_SECONDS`] down to 1.
    pub seconds_left: Option<i64>,
    /// Whether no code could be had; one is asked for again after a pause, or by a refresh at once.
    pub issue_failed: bool,
}

/// The machine. Instants inside are milliseconds that have passed since its start, so that a clock
/// that is set back lengthens nothing.
#[derive(Debug)]
pub struct QrLogin {
    seen: Option<Timestamp>,
    passed: i64,
    state: State,
    awaited: Option<Awaited>,
    last_number: u32,
    /// Failed issues and codes that were never good, since the last good one.
    setbacks: u32,
    issue_failed: bool,
    failure_is_untold: bool,
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

/// The request whose answer counts; the state says what it asked for.
#[derive(Clone, Copy, Debug)]
struct Awaited {
    number: u32,
    sent: i64,
}

impl Default for QrLogin {
    fn default() -> Self {
        Self::new()
    }
}

impl QrLogin {
    /// A machine that asks for a code at once.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            seen: None,
            passed: 0,
            state: State::Issuing { from: 0 },
            awaited: None,
            last_number: 0,
            setbacks: 0,
            issue_failed: false,
            failure_is_untold: false,
        }
    }

    /// What to do at `now`.
    pub fn next(&mut self, now: Timestamp) -> Step {
        self.advance(now);
        let (due, request) = match &self.state {
            State::Issuing { from } => (*from, Request::Issue),
            State::Waiting { code, next_poll } => (*next_poll, Request::Status(code.qr_code.clone())),
            State::SigningIn { code, from } => (*from, Request::SignIn(code.qr_code.clone())),
            State::Done(outcome) => return Step::Done(*outcome),
        };
        if self.awaited.is_none() && due <= self.passed {
            self.last_number += 1;
            self.awaited = Some(Awaited { number: self.last_number, sent: self.passed });
            return Step::Send { number: self.last_number, request };
        }
        let mut wake = self.awaited.map_or(due, |awaited| awaited.sent + self.state.patience());
        if let State::Waiting { code, .. } = &self.state {
            // When the number of seconds changes.
            wake = wake.min(code.end - (seconds(code.end - self.passed) - 1) * SECOND);
        }
        Step::WaitUntil(now.plus_milliseconds(wake - self.passed))
    }

    /// Takes the answer to a request; whether it counted.
    pub fn on_response(&mut self, now: Timestamp, number: u32, answer: Answer) -> bool {
        self.advance(now);
        let Some(awaited) = self.awaited.take_if(|awaited| awaited.number == number) else {
            return false;
        };
        match (&mut self.state, answer) {
            (State::Issuing { .. }, Answer::Issued { qr_code, expires_at }) => {
                let end = self.passed + validity(now, self.passed - awaited.sent, expires_at);
                self.state = State::Waiting { code: Code { number, qr_code, end }, next_poll: self.passed + POLL };
                self.issue_failed = false;
            }
            (State::Waiting { next_poll, .. }, Answer::Status(QrCodeStatus::Pending)) => {
                *next_poll = poll_after(awaited.sent, self.passed);
                self.setbacks = 0;
            }
            (State::Waiting { code, .. }, Answer::Status(QrCodeStatus::Success)) => {
                self.state = State::SigningIn { code: code.clone(), from: self.passed };
            }
            (State::Waiting { .. }, Answer::Status(QrCodeStatus::Fail)) => self.replace_bad_code(),
            (State::SigningIn { .. }, Answer::SignedIn) => self.state = State::Done(Outcome::SignedIn),
            (State::SigningIn { .. }, Answer::Refused) => {
                self.failure_is_untold = true;
                self.replace_bad_code();
            }
            _ => self.fail(awaited),
        }
        true
    }

    /// Drops the present code, whatever has become of it, and asks for a new one at once.
    pub fn refresh(&mut self) {
        if !matches!(self.state, State::Done(_)) {
            self.issue_failed = false;
            self.issue();
        }
    }

    /// Gives up.
    pub fn cancel(&mut self) {
        if !matches!(self.state, State::Done(_)) {
            self.awaited = None;
            self.state = State::Done(Outcome::Stopped);
        }
    }

    /// The request whose answer would count; every other can be given up.
    #[must_use]
    pub fn awaits(&self) -> Option<u32> {
        self.awaited.map(|awaited| awaited.number)
    }

    /// What a page shows, as of the last call with a time.
    #[must_use]
    pub fn view(&self) -> View {
        let (phase, code, seconds_left) = match &self.state {
            State::Issuing { .. } => (Phase::Issuing, None, None),
            State::Waiting { code, .. } => (Phase::Waiting, Some(code.number), Some(seconds(code.end - self.passed))),
            State::SigningIn { code, .. } => (Phase::SigningIn, Some(code.number), None),
            State::Done(Outcome::SignedIn) => (Phase::SignedIn, None, None),
            State::Done(Outcome::Stopped) => (Phase::Stopped, None, None),
        };
        View { phase, code, seconds_left, issue_failed: self.issue_failed && phase == Phase::Issuing }
    }

    /// Whether a confirmed code has failed to sign in since this was last asked.
    pub fn take_failed_sign_in(&mut self) -> bool {
        std::mem::take(&mut self.failure_is_untold)
    }

    /// What happens by time alone. A clock that is set back has let no time pass; one that leaps ahead
    /// cannot be told from a device that slept.
    fn advance(&mut self, now: Timestamp) {
        let since = self.seen.map_or(0, |seen| now.0.saturating_sub(seen.0));
        self.passed += since.clamp(0, LONGEST_LEAP);
        self.seen = Some(now);
        let (passed, patience) = (self.passed, self.state.patience());
        if let Some(awaited) = self.awaited.take_if(|awaited| passed >= awaited.sent + patience) {
            self.fail(awaited);
        }
        match &self.state {
            State::Waiting { code, .. } if passed >= code.end => self.issue(),
            // What is on its way may still be the tokens.
            State::SigningIn { code, .. } if passed >= code.end && self.awaited.is_none() => {
                self.failure_is_untold = true;
                self.issue();
            }
            _ => {}
        }
    }

    /// A request came to nothing: it is made again later.
    fn fail(&mut self, awaited: Awaited) {
        match &mut self.state {
            State::Issuing { from } => {
                self.setbacks += 1;
                self.issue_failed = true;
                *from = self.passed + pause_after(self.setbacks);
            }
            State::Waiting { next_poll, .. } => *next_poll = poll_after(awaited.sent, self.passed),
            State::SigningIn { from, .. } => *from = self.passed + POLL,
            State::Done(_) => {}
        }
    }

    /// The server takes the code for bad. The first time a new one is asked for at once; where every
    /// code is bad from the start (a browser that keeps no cookie) the pauses grow.
    fn replace_bad_code(&mut self) {
        let pause = pause_after(self.setbacks);
        self.setbacks += 1;
        self.issue_failed = pause > 0;
        self.state = State::Issuing { from: self.passed + pause };
    }

    fn issue(&mut self) {
        self.setbacks = 0;
        self.awaited = None;
        self.state = State::Issuing { from: self.passed };
    }
}

impl State {
    const fn patience(&self) -> i64 {
        match self {
            Self::SigningIn { .. } => PATIENCE_FOR_TOKENS,
            _ => PATIENCE,
        }
    }
}

/// Whole seconds, begun ones included.
const fn seconds(milliseconds: i64) -> i64 {
    (milliseconds + SECOND - 1) / SECOND
}

/// 0, 2, 4, 8, … seconds.
fn pause_after(setbacks: u32) -> i64 {
    if setbacks == 0 { 0 } else { (SECOND << setbacks.min(5)).min(LONGEST_PAUSE) }
}

/// The next poll: polls keep their interval however long the answers take.
const fn poll_after(sent: i64, passed: i64) -> i64 {
    sent + ((passed - sent) / POLL + 1) * POLL
}

/// How long a code that was received at `now`, so long after it was asked for, is shown: from its
/// receipt, but not beyond its end at the server where the clocks agree on when it was issued.
fn validity(now: Timestamp, waited: i64, expires_at: Timestamp) -> i64 {
    let left = expires_at.0.saturating_sub(now.0);
    let agreed =
        VALID_MILLISECONDS - waited - TOLERATED_CLOCK_DIFFERENCE..=VALID_MILLISECONDS + TOLERATED_CLOCK_DIFFERENCE;
    if agreed.contains(&left) { left.min(VALID_MILLISECONDS) } else { VALID_MILLISECONDS }
}

/// What a member has scanned, if it can be a code at all.
#[must_use]
pub fn scanned_code(text: &str) -> Option<&str> {
    let text = text.trim();
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (plain && (FEWEST_CHARACTERS..=MAX_CHARACTERS).contains(&text.len())).then_some(text)
}

#[cfg(test)]
mod tests;
