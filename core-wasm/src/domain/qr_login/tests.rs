//! Tests every transition of the state machine with tables, and that no order of events breaks its invariants.

use super::{Answer, Outcome, Phase, QR_VALID_SECONDS, QrLogin, Request, Step, View, scanned_code};
use crate::{contract::qr_codes::QrCodeStatus, domain::time::Timestamp};
use proptest::prelude::*;

/// The device's clock at the start of every scenario.
const START: i64 = 1_800_000_000_000;

fn at(milliseconds: i64) -> Timestamp {
    Timestamp(START + milliseconds)
}

fn code(name: &str, received: i64) -> Answer {
    Answer::Issued { qr_code: name.into(), expires_at: at(received + 120_000) }
}

const PENDING: Answer = Answer::Status(QrCodeStatus::Pending);
const SUCCESS: Answer = Answer::Status(QrCodeStatus::Success);
const FAIL: Answer = Answer::Status(QrCodeStatus::Fail);

/// An event of a scenario.
#[derive(Clone, Debug)]
enum Event {
    /// The request with this number gets a response that counts.
    Counts(u32, Answer),
    /// The request with this number gets a response that does not count.
    Late(u32, Answer),
    Refresh,
    Cancel,
    /// Only time passes.
    Look,
}
use Event::{Cancel, Counts, Late, Look, Refresh};

/// What must hold; the events; a start time; the requests sent after it; and the view at the end.
type Story<'a> = (&'a str, &'a [(i64, Event)], i64, &'a [&'a str], View);

/// Runs a scenario as a page would: after every event, and whenever the machine asks to be called.
/// Returns the requests with their times, as `12000 #3 poll A`.
fn sent(machine: &mut QrLogin, story: &[(i64, Event)]) -> Vec<String> {
    let mut sent = Vec::new();
    let mut now = story.first().map_or(0, |(first, _)| *first);
    for (when, event) in story {
        loop {
            match machine.next(at(now)) {
                Step::Send { number, request } => {
                    let request = match request {
                        Request::Issue => "issue".to_owned(),
                        Request::Status(code) => format!("poll {code}"),
                        Request::SignIn(code) => format!("sign in {code}"),
                    };
                    sent.push(format!("{now} #{number} {request}"));
                }
                Step::WaitUntil(wake) if wake < at(*when) => now = wake.0 - START,
                Step::WaitUntil(_) | Step::Done(_) => break,
            }
        }
        now = *when;
        match event.clone() {
            Counts(number, answer) => assert!(machine.on_response(at(now), number, answer), "{when} {event:?}"),
            Late(number, answer) => assert!(!machine.on_response(at(now), number, answer), "{when} {event:?}"),
            Refresh => machine.refresh(),
            Cancel => machine.cancel(),
            Look => {}
        }
    }
    if let Step::Send { number, request } = machine.next(at(now)) {
        sent.push(format!("{now} #{number} {request:?}"));
    }
    sent
}

/// Returns only the requests sent after `from`, and the view at the end.
fn sent_after(from: i64, story: &[(i64, Event)]) -> (Vec<String>, View) {
    let mut machine = QrLogin::new();
    let sent = sent(&mut machine, story);
    let time = |line: &String| line.split(' ').next().and_then(|time| time.parse::<i64>().ok()).unwrap_or_default();
    (sent.into_iter().filter(|line| time(line) >= from).collect(), machine.view())
}

const ISSUING: View = View { phase: Phase::Issuing, code: None, seconds_left: None, issue_failed: false };
const ISSUE_FAILED: View = View { issue_failed: true, ..ISSUING };

fn waiting(number: u32, seconds_left: i64) -> View {
    View { phase: Phase::Waiting, code: Some(number), seconds_left: Some(seconds_left), issue_failed: false }
}

fn in_phase(phase: Phase, code: Option<u32>) -> View {
    View { phase, code, seconds_left: None, issue_failed: false }
}

#[test]
fn a_code_is_asked_for_shown_polled_and_signed_in_by() {
    let story = [
        (0, Look),
        (100, Counts(1, code("A", 100))),
        (2_150, Counts(2, PENDING)),
        (4_150, Counts(3, SUCCESS)),
        (4_300, Counts(4, Answer::SignedIn)),
        (9_000, Look),
    ];
    let mut machine = QrLogin::new();
    assert_eq!(sent(&mut machine, &story), ["0 #1 issue", "2100 #2 poll A", "4100 #3 poll A", "4150 #4 sign in A"]);
    assert_eq!(machine.view(), in_phase(Phase::SignedIn, None));
    assert_eq!(machine.next(at(10_000)), Step::Done(Outcome::SignedIn));
}

#[test]
fn what_is_sent_and_shown_follows_from_what_happens() {
    let issued = (100, Counts(1, code("A", 100)));
    let confirmed = (2_200, Counts(2, SUCCESS));
    let stories: &[Story] = &[
        ("nothing is answered yet", &[(0, Look), (5_000, Look)], 1, &[], ISSUING),
        ("a code has come", &[(0, Look), issued.clone()], 1, &[], waiting(1, 120)),
        ("the seconds run", &[(0, Look), issued.clone(), (1_099, Look), (1_100, Look)], 1, &[], waiting(1, 119)),
        (
            "a failed poll goes on at the next interval",
            &[(0, Look), issued.clone(), (2_200, Counts(2, Answer::Failed)), (4_100, Look)],
            2_101,
            &["4100 #3 Status(\"A\")"],
            waiting(1, 116),
        ),
        (
            "a slow answer does not shift the interval",
            &[(0, Look), issued.clone(), (5_000, Counts(2, PENDING)), (6_100, Look)],
            2_101,
            &["6100 #3 Status(\"A\")"],
            waiting(1, 114),
        ),
        (
            "a poll that is never answered is given up after ten seconds",
            &[(0, Look), issued.clone(), (14_100, Look)],
            2_101,
            &["14100 #3 Status(\"A\")"],
            waiting(1, 106),
        ),
        (
            "a code that failed is replaced at once",
            &[(0, Look), issued.clone(), (2_200, Counts(2, FAIL))],
            2_101,
            &["2200 #3 Issue"],
            ISSUING,
        ),
        (
            "a code that has ended is replaced at once",
            &[(0, Look), issued.clone(), (2_200, Counts(2, Answer::Failed)), (120_100, Look)],
            118_101,
            &["120100 #13 Issue"],
            ISSUING,
        ),
        (
            "an answer after the end of its code changes nothing",
            &[(0, Look), issued.clone(), (110_200, Counts(11, PENDING)), (120_150, Late(12, SUCCESS))],
            112_101,
            &["120100 #13 issue"],
            ISSUING,
        ),
        (
            "a refresh replaces the code at once",
            &[(0, Look), issued.clone(), (1_000, Refresh)],
            101,
            &["1000 #2 Issue"],
            ISSUING,
        ),
        (
            "an answer for a code that was replaced changes nothing",
            &[(0, Look), issued.clone(), (2_200, Refresh), (2_300, Late(2, SUCCESS)), (2_400, Late(2, FAIL))],
            2_101,
            &["2200 #3 issue"],
            ISSUING,
        ),
        (
            "of two refreshes the second counts",
            &[
                (0, Look),
                (50, Refresh),
                (60, Refresh),
                (70, Late(1, code("A", 70))),
                (75, Late(2, code("B", 75))),
                (80, Counts(3, code("C", 80))),
            ],
            0,
            &["0 #1 issue", "50 #2 issue", "60 #3 issue"],
            waiting(3, 120),
        ),
        (
            "whoever gives up sends nothing more",
            &[(0, Look), issued.clone(), (2_200, Cancel), (2_300, Late(2, SUCCESS)), (300_000, Look)],
            2_101,
            &[],
            in_phase(Phase::Stopped, None),
        ),
        (
            "a confirmed code is no longer polled, and does not end while it signs in",
            &[(0, Look), issued.clone(), (110_200, Counts(11, SUCCESS)), (140_000, Look)],
            110_101,
            &["110200 #12 sign in A"],
            in_phase(Phase::SigningIn, Some(1)),
        ),
        (
            "a sign-in that is refused leads to a new code",
            &[(0, Look), issued.clone(), confirmed.clone(), (2_300, Counts(3, Answer::Refused))],
            2_201,
            &["2300 #4 Issue"],
            ISSUING,
        ),
        (
            "a sign-in that did not get through is repeated while the code holds",
            &[(0, Look), issued.clone(), confirmed.clone(), (2_300, Counts(3, Answer::Failed)), (4_300, Look)],
            2_201,
            &["4300 #4 SignIn(\"A\")"],
            in_phase(Phase::SigningIn, Some(1)),
        ),
        (
            "a sign-in without an answer is repeated after thirty seconds",
            &[(0, Look), issued.clone(), confirmed.clone(), (34_200, Look)],
            2_201,
            &["34200 #4 SignIn(\"A\")"],
            in_phase(Phase::SigningIn, Some(1)),
        ),
        (
            "a sign-in that did not get through before the end leads to a new code",
            &[
                (0, Look),
                issued.clone(),
                (110_200, Counts(11, SUCCESS)),
                (119_900, Counts(12, Answer::Failed)),
                (121_900, Look),
            ],
            110_201,
            &["121900 #13 Issue"],
            ISSUING,
        ),
        (
            "a refresh gives up the sign-in, and its late tokens change nothing",
            &[(0, Look), issued.clone(), confirmed.clone(), (2_300, Refresh), (2_400, Late(3, Answer::SignedIn))],
            2_201,
            &["2300 #4 issue"],
            ISSUING,
        ),
        (
            "whoever gives up during the sign-in stays signed out",
            &[(0, Look), issued.clone(), confirmed.clone(), (2_300, Cancel), (2_400, Late(3, Answer::SignedIn))],
            2_201,
            &[],
            in_phase(Phase::Stopped, None),
        ),
        (
            "an answer of another kind is a failed one",
            &[(0, Look), (100, Counts(1, SUCCESS)), (2_100, Look)],
            101,
            &["2100 #2 Issue"],
            ISSUE_FAILED,
        ),
    ];
    for (name, story, from, expected, view) in stories {
        let (sent, seen) = sent_after(*from, story);
        assert_eq!((sent, seen), (expected.iter().map(ToString::to_string).collect(), *view), "{name}");
    }
}

#[test]
fn failed_issues_are_repeated_after_growing_pauses_until_somebody_asks_again() {
    let mut machine = QrLogin::new();
    let mut now = 0;
    for pause in [2, 4, 8, 16, 30, 30, 30] {
        let Step::Send { number, request: Request::Issue } = machine.next(at(now)) else {
            unreachable!("no issue at {now}");
        };
        now += 500;
        assert!(machine.on_response(at(now), number, Answer::Failed));
        assert_eq!(machine.view(), ISSUE_FAILED);
        now += pause * 1_000;
        assert_eq!(machine.next(at(now - 1)), Step::WaitUntil(at(now)));
    }
    let number = machine.next(at(now - 1));
    assert_eq!(number, Step::WaitUntil(at(now)));
    machine.refresh();
    assert_eq!(machine.view(), ISSUING);
    assert!(matches!(machine.next(at(now - 1)), Step::Send { request: Request::Issue, .. }));
    // An issue without a response fails after ten seconds; the pauses start from the beginning.
    assert_eq!(machine.next(at(now)), Step::WaitUntil(at(now + 9_999)));
    assert_eq!(machine.next(at(now + 9_999)), Step::WaitUntil(at(now + 11_999)));
    assert_eq!(machine.view(), ISSUE_FAILED);
}

#[test]
fn a_browser_whose_codes_are_all_bad_does_not_storm_the_server() {
    let mut machine = QrLogin::new();
    let mut now = 0;
    let mut pauses = Vec::new();
    let mut answered = 0;
    while pauses.len() < 6 {
        match machine.next(at(now)) {
            Step::Send { number, request: Request::Issue } => {
                pauses.push(now - answered);
                assert!(machine.on_response(at(now), number, code("A", now)));
            }
            Step::Send { number, .. } => {
                assert!(machine.on_response(at(now), number, FAIL));
                answered = now;
            }
            Step::WaitUntil(wake) => now = wake.0 - START,
            Step::Done(_) => unreachable!(),
        }
    }
    assert_eq!(pauses, [0, 0, 2_000, 4_000, 8_000, 16_000]);
}

#[test]
fn a_code_that_was_good_is_replaced_without_a_pause() {
    let mut story = vec![(0, Look)];
    // Declined several times in a row, after it was pending.
    for round in 0..3_i64 {
        let (begin, number) = (round * 5_000, u32::try_from(round).unwrap_or_default() * 3 + 1);
        story.push((begin, Counts(number, code("A", begin))));
        story.push((begin + 2_100, Counts(number + 1, PENDING)));
        story.push((begin + 5_000, Counts(number + 2, FAIL)));
    }
    let (sent, view) = sent_after(15_000, &story);
    assert_eq!((sent, view), (vec!["15000 #10 Issue".to_owned()], ISSUING));
}

#[test]
fn a_failed_sign_in_is_told_once() {
    for (story, expected) in [
        (vec![(2_300, Counts(3, Answer::Refused))], true),
        (vec![(2_300, Counts(3, Answer::Failed)), (3_000, Look)], false),
        (vec![(2_300, Counts(3, Answer::Failed)), (4_400, Counts(4, Answer::SignedIn))], false),
        (vec![(119_000, Counts(6, Answer::Failed)), (121_500, Look)], true),
        (vec![(2_300, Cancel)], false),
        (vec![(2_300, Refresh)], false),
    ] {
        let mut whole = vec![(0, Look), (100, Counts(1, code("A", 100))), (2_200, Counts(2, SUCCESS))];
        whole.extend(story);
        let mut machine = QrLogin::new();
        sent(&mut machine, &whole);
        assert_eq!(machine.take_failed_sign_in(), expected, "{whole:?}");
        assert!(!machine.take_failed_sign_in(), "{whole:?}");
    }
}

#[test]
fn a_code_is_shown_no_longer_than_the_server_holds_it_where_the_clocks_agree() {
    for (asked, received, ends, seconds) in [
        // The server's expiry against this device's clock.
        (0, 0, 120_000, 120),
        (0, 8_000, 120_000, 112),
        (0, 8_000, 124_000, 116),
        (0, 8_000, 128_000, 120),
        // Clocks five seconds apart count as equal.
        (0, 0, 115_000, 115),
        (0, 0, 125_000, 120),
        (0, 8_000, 133_000, 120),
        // Clocks that differ more are ignored.
        (0, 0, 109_000, 120),
        (0, 0, 0, 120),
        (0, 0, -7_200_000, 120),
        (0, 0, 7_320_000, 120),
        (0, 0, i64::MAX - START, 120),
        (0, 0, i64::MIN + START, 120),
    ] {
        let mut machine = QrLogin::new();
        assert!(matches!(machine.next(at(asked)), Step::Send { number: 1, .. }));
        let answer = Answer::Issued { qr_code: "A".into(), expires_at: Timestamp(START.saturating_add(ends)) };
        assert!(machine.on_response(at(received), 1, answer));
        assert_eq!(machine.view(), waiting(1, seconds), "{asked} {received} {ends}");
    }
}

#[test]
fn a_clock_that_is_set_back_lengthens_nothing_and_one_that_leaps_ahead_ends_the_code() {
    for (leap, expected) in [
        (-3_600_000, waiting(1, 110)),
        (i64::MIN, waiting(1, 110)),
        (109_999, waiting(1, 1)),
        (110_000, ISSUING),
        (3_600_000, ISSUING),
        (i64::MAX / 2, ISSUING),
    ] {
        let mut machine = QrLogin::new();
        sent(&mut machine, &[(0, Look), (0, Counts(1, code("A", 0))), (10_000, Look)]);
        let leapt = Timestamp(at(10_000).0.saturating_add(leap));
        machine.next(leapt);
        assert_eq!(machine.view(), expected, "{leap}");
        // From there it continues with the new clock.
        match machine.next(leapt) {
            Step::WaitUntil(wake) => assert!(wake > leapt && wake <= leapt.plus_milliseconds(30_000), "{leap}"),
            step => unreachable!("{leap} {step:?}"),
        }
    }
}

#[test]
fn what_cannot_be_a_code_is_refused_before_it_is_sent() {
    let code = "p9J_2-Vb3uY6s1Qe8Wm4Zk7Xc5Ht0Lr2Gf9Nd6Ba3Ui";
    for given in [code.to_owned(), format!("  {code}\r\n"), format!("\u{3000}{code}\t")] {
        assert_eq!(scanned_code(&given), Some(code), "{given}");
    }
    assert_eq!(scanned_code("0123456789abcdef"), Some("0123456789abcdef"));
    for given in [
        "",
        " ",
        "0123456789abcde",
        "https://example.com/0123456789",
        "WIFI:T:WPA;S:home;;",
        "오늘은날씨가좋습니다0123456789",
    ] {
        assert_eq!(scanned_code(given), None, "{given}");
    }
    assert_eq!(scanned_code(&format!("{code} {code}")), None);
    assert_eq!(scanned_code(&"a".repeat(200)), Some("a".repeat(200).as_str()));
    assert_eq!(scanned_code(&"a".repeat(201)), None);
}

/// An event in a random scenario; numbers select among the requests and codes so far.
#[derive(Clone, Debug)]
enum Chance {
    Wait(i64),
    Obey,
    Leap(i64),
    Answer(prop::sample::Index, Reply),
    Refresh,
    Cancel,
}

#[derive(Clone, Copy, Debug)]
enum Reply {
    Fitting,
    Pending,
    Success,
    Fail,
    SignedIn,
    Refused,
    Failed,
}

fn chances() -> impl Strategy<Value = Vec<Chance>> {
    let reply = prop_oneof![
        8 => Just(Reply::Fitting),
        2 => Just(Reply::Pending),
        3 => Just(Reply::Success),
        1 => Just(Reply::Fail),
        1 => Just(Reply::SignedIn),
        1 => Just(Reply::Refused),
        2 => Just(Reply::Failed),
    ];
    let chance = prop_oneof![
        4 => (0_i64..5_000).prop_map(Chance::Wait),
        1 => (0_i64..200_000).prop_map(Chance::Wait),
        8 => Just(Chance::Obey),
        1 => (-10_000_000_i64..10_000_000).prop_map(Chance::Leap),
        10 => (any::<prop::sample::Index>(), reply).prop_map(|(which, reply)| Chance::Answer(which, reply)),
        1 => Just(Chance::Refresh),
        1 => prop_oneof![9 => Just(Chance::Obey), 1 => Just(Chance::Cancel)],
    ];
    prop::collection::vec(chance, 1..200)
}

proptest! {
    #[test]
    fn no_order_of_events_breaks_a_promise(chances in chances()) {
        let mut machine = QrLogin::new();
        let mut now = START;
        let mut sent: Vec<Request> = Vec::new();
        // The valid code as an outside observer knows it, and whether it was confirmed.
        let mut current: Option<String> = None;
        let mut confirmed = false;
        let mut over: Option<Outcome> = None;
        let mut wake = START;
        for chance in chances {
            match chance {
                Chance::Wait(milliseconds) | Chance::Leap(milliseconds) => now += milliseconds,
                Chance::Obey => now = wake,
                Chance::Answer(which, reply) if !sent.is_empty() => {
                    let number = which.index(sent.len());
                    let request = sent[number].clone();
                    let number = u32::try_from(number + 1).unwrap_or_default();
                    let answer = match (reply, &request) {
                        (Reply::Fitting, Request::Issue) =>
                            Answer::Issued { qr_code: format!("code {number}"), expires_at: Timestamp(now + 120_000) },
                        (Reply::Fitting | Reply::Pending, _) => PENDING,
                        (Reply::Success, _) => SUCCESS,
                        (Reply::Fail, _) => FAIL,
                        (Reply::SignedIn, _) => Answer::SignedIn,
                        (Reply::Refused, _) => Answer::Refused,
                        (Reply::Failed, _) => Answer::Failed,
                    };
                    let awaited = machine.pending_request();
                    let counted = machine.on_response(Timestamp(now), number, answer.clone());
                    // Only the awaited response counts, and at most once.
                    prop_assert!(!counted || awaited == Some(number));
                    prop_assert!(machine.pending_request() != Some(number));
                    if counted {
                        match (request, answer) {
                            (Request::Issue, Answer::Issued { qr_code, .. }) => { current = Some(qr_code); confirmed = false; }
                            (Request::Status(_), SUCCESS) => confirmed = true,
                            (Request::SignIn(_), Answer::SignedIn) => over = Some(Outcome::SignedIn),
                            _ => {}
                        }
                    }
                }
                Chance::Answer(..) => {}
                Chance::Refresh => machine.refresh(),
                Chance::Cancel => { machine.cancel(); over = over.or(Some(Outcome::Stopped)); }
            }
            // The page follows the machine's instructions.
            let step = machine.next(Timestamp(now));
            let view = machine.view();
            if view.code.is_none() { current = None; }
            match step {
                Step::Done(outcome) => prop_assert_eq!(over, Some(outcome)),
                Step::Send { number, request } => {
                    prop_assert_eq!(over, None, "a request after the end");
                    prop_assert_eq!(usize::try_from(number).ok(), Some(sent.len() + 1));
                    prop_assert_eq!(machine.pending_request(), Some(number));
                    match &request {
                        Request::Issue => prop_assert_eq!(&current, &None, "two codes"),
                        Request::Status(code) => prop_assert!(current.as_ref() == Some(code) && !confirmed),
                        Request::SignIn(code) => prop_assert!(current.as_ref() == Some(code) && confirmed),
                    }
                    sent.push(request);
                }
                Step::WaitUntil(_) => prop_assert_eq!(over, None),
            }
            // There is one request at a time, and the next wake-up is neither immediate nor too late.
            if over.is_none() {
                let Step::WaitUntil(next) = machine.next(Timestamp(now)) else {
                    return Err(TestCaseError::fail("two requests"));
                };
                prop_assert!(next.0 > now && next.0 <= now + 30_000, "{} {}", now, next.0);
                wake = next.0;
            }
            prop_assert_eq!(view.seconds_left.is_some(), view.phase == Phase::Waiting);
            prop_assert!(view.seconds_left.is_none_or(|left| (1..=QR_VALID_SECONDS).contains(&left)));
            prop_assert!(!view.issue_failed || view.phase == Phase::Issuing);
        }
    }
}
