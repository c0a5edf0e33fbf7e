//! Reports sent as links: recipients, access checks, and message states when a mail server or gateway accepts, rejects,
//! stalls or is unreachable.

use crate::{
    company_upgrades::upgrade,
    support::{Server, TestDatabase, World, at_once, code, date, member},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection};
use kernel::{
    clock,
    db::schema::{access_log, message},
    delivery::{Delivery, Gateway, MailServer, Security},
    settings::Settings,
    state::State,
};
use measurements::messages::outbox;
use serde_json::json;
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use uno_core::contract::{
    error::ErrorCode,
    heart_rate_measurements::{CreateHeartRateMeasurement, HeartRateMeasurementSave},
    measurements::KindOfMeasurements,
    members::{CreateMember, DeleteMember, Member, MemberPath, MemberSave},
    messages::{
        GetMessage, ListMessages, Message, MessageFilter, MessageId, MessagePath, RetryMessage, SendingFailure,
        SendingState, WayOfSending,
    },
    report_links::{
        OpenReport, OpenedReport, ReportLinkId, ReportLinkPath, ReportOpening, ReportSending, ReportSendingResult,
        RevokeReportLink, SendReports,
    },
};
use uno_server::texts;

/// Creates a member with an e-mail address and a telephone number.
fn reachable(world: &World, number: &str) -> Member {
    let save = MemberSave {
        name: "김하나".into(),
        email: Some(format!("{}@person.example", number.to_lowercase())),
        phone_number: Some("010-1234-5678".into()),
        ..member(world.retailer_id, number)
    };
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
}

fn measure(world: &World, member: &Member, rate: i64) -> i64 {
    let at = format!("2026-03-02T10:{:02}:00+09:00", rate % 60);
    let sent = json!({ "memberId": member.member_id, "measuredAt": at, "rate": rate, "context": "REST" });
    let save: HeartRateMeasurementSave = serde_json::from_value(sent).unwrap();
    let made = world.server.call::<CreateHeartRateMeasurement>(Some(&world.admin), &(), &(), &save).unwrap();
    made.heart_rate_measurement_id.0
}

fn sending(channel: WayOfSending, ids: &[i64]) -> ReportSending {
    ReportSending { kind: KindOfMeasurements::HeartRate, ids: ids.to_vec(), channel, language: None, dry_run: false }
}

fn send(server: &Server, token: &str, asked: &ReportSending) -> Result<ReportSendingResult, ErrorCode> {
    server.call::<SendReports>(Some(token), &(), &(), asked).map_err(|error| code(&error))
}

/// Creates a link to a member's measurements that staff hand over; returns its id and token.
fn link(world: &World, ids: &[i64]) -> (ReportLinkId, String) {
    let made = send(&world.server, &world.retailer, &sending(WayOfSending::Direct, ids)).unwrap();
    let one = made.recipients.into_iter().next().unwrap();
    (one.report_link_id.unwrap(), one.token.unwrap())
}

pub fn open(server: &Server, token: &str, birth_date: &str) -> Result<OpenedReport, ErrorCode> {
    let opening = ReportOpening { token: token.into(), birth_date: date(birth_date) };
    server.call::<OpenReport>(None, &(), &(), &opening).map_err(|error| code(&error))
}

pub fn rates(print: &OpenedReport) -> Vec<i64> {
    print.printed.heart_rate.iter().map(|row| row.rate).collect()
}

pub fn list(server: &Server, token: &str) -> Vec<Message> {
    server.call::<ListMessages>(Some(token), &(), &MessageFilter::default(), &()).unwrap().data
}

pub fn get(world: &World, id: ReportLinkId) -> Message {
    world.server.call::<GetMessage>(Some(&world.admin), &message(id), &(), &()).unwrap()
}

/// Returns the path of a link's message, which has the same id.
fn message(id: ReportLinkId) -> MessagePath {
    MessagePath { message_id: MessageId(id.0) }
}

pub fn execute(test: &TestDatabase, statement: &str) {
    test.database.connect().unwrap().batch_execute(statement).unwrap();
}

pub const BORN: &str = "1980-05-17";

#[test]
fn a_link_opens_the_chosen_measurements_by_the_birth_date_as_often_as_wanted_and_each_opening_is_logged() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = reachable(&world, "A1");
        let (first, second, other) = (measure(&world, &one, 70), measure(&world, &one, 101), measure(&world, &one, 55));
        let (id, token) = link(&world, &[second, first]);
        for _ in 0..2 {
            let print = open(&world.server, &token, BORN).unwrap();
            assert_eq!(rates(&print), [101, 70], "{other} was not chosen");
            assert!(print.trends.heart_rate.is_empty(), "nothing beside what was chosen");
            let first = &print.printed.heart_rate[0];
            assert!(first.why.is_some() && first.member_name.as_deref() == Some("김하나"));
            assert_eq!((first.member_id, first.company_id), (None, None), "no numbers for who has no account");
        }
        for _ in 0..2 {
            let path = ReportLinkPath { report_link_id: id };
            world.server.call::<RevokeReportLink>(Some(&world.retailer), &path, &(), &()).unwrap();
        }
        let shown = get(&world, id);
        assert_eq!((shown.openings, shown.wrong_tries, shown.state), (2, 0, SendingState::Sent));
        assert!(shown.opened_at.is_some() && shown.address.is_none());
        let log: Vec<(String, i64, Option<i64>, Option<i64>)> = access_log::table
            .filter(access_log::action.eq_any(["SEND_REPORT", "OPEN_REPORT", "REVOKE_REPORT"]))
            .order(access_log::access_log_id)
            .select((access_log::action, access_log::account_id, access_log::member_id, access_log::company_id))
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        let actions: Vec<(&str, bool)> = log.iter().map(|(action, who, ..)| (action.as_str(), *who == 0)).collect();
        let expected = [("SEND_REPORT", false), ("OPEN_REPORT", true), ("OPEN_REPORT", true), ("REVOKE_REPORT", false)];
        assert_eq!(actions, expected, "it is ended once");
        let whose = (Some(one.member_id.0), Some(world.retailer_id.0));
        assert!(log.iter().all(|(_, _, member, company)| (*member, *company) == whose), "{log:?}");
    });
}

#[test]
fn five_wrong_birth_dates_end_a_link_also_when_they_come_at_once_and_nothing_tells_why() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = reachable(&world, "A1");
        let (id, token) = link(&world, &[measure(&world, &one, 70)]);
        let another = Server::start(test);
        let guess = |thread: usize, _| {
            let server = if thread.is_multiple_of(2) { &world.server } else { &another };
            open(server, &token, "1990-01-01").unwrap_err()
        };
        let answers = at_once(8, 1, guess);
        assert!(answers[0].iter().all(|answer| *answer == ErrorCode::NotFound), "{answers:?}");
        assert_eq!(open(&world.server, &token, BORN), Err(ErrorCode::NotFound), "the right one comes too late");
        assert_eq!(open(&world.server, "no such token", BORN), Err(ErrorCode::NotFound), "and so is one unknown");
        let shown = get(&world, id);
        assert_eq!((shown.wrong_tries, shown.openings, shown.can_revoke), (5, 0, false));

        let (id, token) = link(&world, &[measure(&world, &one, 71)]);
        for _ in 0..4 {
            assert_eq!(open(&world.server, &token, "1990-01-01"), Err(ErrorCode::NotFound));
        }
        assert_eq!(rates(&open(&world.server, &token, BORN).unwrap()), [71], "the fifth is right");
        assert_eq!(get(&world, id).wrong_tries, 4, "opening gives no new tries away");
        assert_eq!(open(&world.server, &token, "1990-01-01"), Err(ErrorCode::NotFound));
        assert_eq!(open(&world.server, &token, BORN), Err(ErrorCode::NotFound));
    });
}

#[test]
fn more_links_to_one_person_are_no_more_tries_at_the_birth_date() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (one, two) = (reachable(&world, "A1"), reachable(&world, "A2"));
        let (of_one, of_two) = (measure(&world, &one, 70), measure(&world, &two, 71));
        let links: Vec<String> = (0..5).map(|_| link(&world, &[of_one]).1).collect();
        let (id, opened) = link(&world, &[of_one]);
        open(&world.server, &opened, BORN).unwrap();
        for token in &links[..4] {
            for _ in 0..5 {
                assert_eq!(open(&world.server, token, "1990-01-01"), Err(ErrorCode::NotFound));
            }
        }
        assert_eq!(open(&world.server, &links[4], BORN), Err(ErrorCode::NotFound), "the right one tells nothing");
        assert_eq!(rates(&open(&world.server, &opened, BORN).unwrap()), [70], "what its person has opened is not shut");
        for _ in 0..5 {
            assert_eq!(open(&world.server, &opened, "1990-01-01"), Err(ErrorCode::NotFound));
        }
        assert_eq!(open(&world.server, &opened, BORN), Err(ErrorCode::NotFound), "but by its own tries");
        assert_eq!(get(&world, id).wrong_tries, 5);
        let (_, token) = link(&world, &[of_two]);
        assert_eq!(rates(&open(&world.server, &token, BORN).unwrap()), [71], "others are not concerned");
        execute(test, "UPDATE rate_limit SET window_ends_at = 0 WHERE subject LIKE 'open-report %'");
        assert_eq!(rates(&open(&world.server, &links[4], BORN).unwrap()), [70], "a day later it opens");
    });
}

#[test]
fn a_link_that_is_over_or_revoked_or_whose_measurements_are_anothers_opens_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (one, two) = (reachable(&world, "A1"), reachable(&world, "A2"));
        let (id, token) = link(&world, &[measure(&world, &one, 70)]);
        execute(test, &format!("UPDATE message SET expires_at = {} WHERE message_id = {}", clock::now().0, id.0));
        assert_eq!(open(&world.server, &token, BORN), Err(ErrorCode::NotFound));

        let (id, token) = link(&world, &[measure(&world, &one, 71)]);
        assert!(open(&world.server, &token, BORN).is_ok());
        let path = ReportLinkPath { report_link_id: id };
        world.server.call::<RevokeReportLink>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(open(&world.server, &token, BORN), Err(ErrorCode::NotFound));
        assert!(get(&world, id).revoked_at.is_some());

        let moved = measure(&world, &one, 72);
        let (_, token) = link(&world, &[moved]);
        let statement =
            format!("UPDATE measurement SET member_id = {} WHERE measurement_id = {moved}", two.member_id.0);
        execute(test, &statement);
        assert!(rates(&open(&world.server, &token, BORN).unwrap()).is_empty(), "it is another person's now");

        let (id, token) = link(&world, &[measure(&world, &one, 73)]);
        let path = MemberPath { member_id: one.member_id };
        world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        assert_eq!(open(&world.server, &token, BORN), Err(ErrorCode::NotFound));
        let kept = message::table.find(id.0).count().get_result::<i64>(&mut test.database.connect().unwrap());
        assert_eq!(kept, Ok(0), "a link goes with its person");
    });
}

#[test]
fn whoever_guesses_from_one_network_is_paused_and_whoever_opens_rightly_is_not() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = reachable(&world, "A1");
        let (_, token) = link(&world, &[measure(&world, &one, 70)]);
        for _ in 0..40 {
            open(&world.server, &token, BORN).unwrap();
        }
        let guesses: Vec<_> = (0..31).map(|number| open(&world.server, &format!("guess-{number}"), BORN)).collect();
        assert_eq!(guesses.first(), Some(&Err(ErrorCode::NotFound)));
        assert_eq!(guesses.last(), Some(&Err(ErrorCode::TooManyRequests)));
    });
}

#[test]
fn each_person_is_sent_a_link_to_the_own_measurements_and_who_has_no_address_is_named() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (one, two) = (reachable(&world, "A1"), world.add_member(world.retailer_id, "A2", "이둘"));
        let foreign = world.add_member(world.other_retailer_id, "B1", "박셋");
        let ids = [measure(&world, &one, 70), measure(&world, &two, 71), measure(&world, &one, 72)];
        let all = [ids.as_slice(), &[measure(&world, &foreign, 73), 987_654]].concat();
        let asked = sending(WayOfSending::Email, &all);
        let tried = ReportSending { dry_run: true, ..asked.clone() };
        let told = send(&world.server, &world.dealer, &tried).unwrap();
        let of = |told: &ReportSendingResult| -> Vec<(String, i64, Option<String>, Option<SendingState>)> {
            let people = told.recipients.iter();
            people.map(|one| (one.member_no.clone(), one.measurements, one.address.clone(), one.state)).collect()
        };
        let address = Some("a***@person.example".to_owned());
        let held = ("A1".to_owned(), 2, address.clone(), Some(SendingState::Held));
        assert_eq!(of(&told), [held, ("A2".into(), 1, None, None)], "no mail server is known");
        assert_eq!(told.left_out, 2, "another tree's and one that is not there");
        assert!(list(&world.server, &world.admin).is_empty(), "a dry run makes nothing");
        let logged = || {
            let rows = access_log::table.filter(access_log::action.eq("TRY_SENDING"));
            rows.count().get_result::<i64>(&mut test.database.connect().unwrap()).unwrap()
        };
        assert_eq!(logged(), 2, "of whom it was told is logged");
        execute(test, "UPDATE rate_limit SET uses = 180 WHERE subject LIKE 'try-report %'");
        assert_eq!(send(&world.server, &world.dealer, &tried), Err(ErrorCode::TooManyRequests));
        assert_eq!(logged(), 2);

        let told = send(&world.server, &world.dealer, &asked).unwrap();
        assert_eq!(of(&told), [("A1".into(), 2, address, Some(SendingState::Held)), ("A2".into(), 1, None, None)]);
        assert!(told.recipients.iter().all(|one| one.token.is_none()), "what is sent is not told");
        let links = list(&world.server, &world.dealer);
        assert_eq!(links.len(), 1);
        assert_eq!(links[0].person_name, "김하나");
        assert!(list(&world.server, &world.other_vendor).is_empty(), "another tree sees none of it");
        let id = ReportLinkId(links[0].message_id.0);
        let other = Some(world.other_vendor.as_str());
        let refused = world.server.call::<GetMessage>(other, &message(id), &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::NotFound);
        let path = ReportLinkPath { report_link_id: id };
        let refused = world.server.call::<RevokeReportLink>(other, &path, &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::NotFound);
        let refused = world.server.call::<RetryMessage>(other, &message(id), &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::NotFound);
        let refused = send(&world.server, &world.member, &asked).unwrap_err();
        assert_eq!(refused, ErrorCode::Forbidden, "members send nothing");
    });
}

/// Returns an instance whose outbox has this delivery configuration. It is not served, so only the test sends.
pub fn instance(test: &TestDatabase, delivery: &Delivery) -> State {
    let settings = Settings { delivery: delivery.clone(), ..Settings::default() };
    State { settings: Arc::new(settings), ..test.state() }
}

#[test]
fn a_link_that_was_handed_over_opens_no_more_when_its_maker_has_lost_the_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = measure(&world, &reachable(&world, "A1"), 70);
        let links = [&world.vendor, &world.dealer].map(|token| {
            let made = send(&world.server, token, &sending(WayOfSending::Direct, &[id])).unwrap();
            made.recipients[0].token.clone().unwrap()
        });
        let opens = || links.each_ref().map(|token| open(&world.server, token, BORN).is_ok());
        assert_eq!(opens(), [true, true]);
        upgrade(&world, world.dealer_id, None);
        assert_eq!(opens(), [false, true], "the vendor's, and that of who has gone along");
    });
}

/// Makes held messages due, as a retry does in an installation that can send.
pub fn make_due(test: &TestDatabase) {
    execute(test, "UPDATE message SET state = 'WAITING', due_at = 0 WHERE state IN ('HELD', 'WAITING')");
}

pub fn send_all(state: &State) {
    for channel in outbox::CHANNELS {
        while outbox::send_next(state, texts::catalogue, channel).unwrap().is_some() {}
    }
}

#[derive(Clone, Default)]
pub struct Taken(Arc<Mutex<Vec<String>>>);

impl Taken {
    fn push(&self, text: String) {
        self.0.lock().unwrap().push(text);
    }

    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// Starts a gateway that answers with these statuses in turn, then always with the last; 0 stalls, 1 closes the
/// connection. It stores head and body of each request.
pub fn gateway(statuses: &[u16]) -> (Delivery, Taken) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/messages", listener.local_addr().unwrap());
    let (kept, statuses) = (Taken::default(), statuses.to_vec());
    let keeps = kept.clone();
    std::thread::spawn(move || {
        for (count, stream) in listener.incoming().flatten().enumerate() {
            let status = statuses[count.min(statuses.len() - 1)];
            answer(stream, status, &keeps);
        }
    });
    let kakao = Gateway { url, key: "the-key".into(), response_timeout: Some(Duration::from_millis(400)) };
    (Delivery { kakao: Some(kakao), console: "https://console.example".into(), ..Delivery::default() }, kept)
}

fn answer(mut stream: TcpStream, status: u16, kept: &Taken) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while reader.read_line(&mut head).is_ok_and(|read| read > 2) {}
    let length = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse::<usize>().ok())
        .unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    kept.push(format!("{head}{}", String::from_utf8(body).unwrap()));
    match status {
        0 => std::thread::sleep(Duration::from_millis(800)),
        1 => {}
        _ => drop(write!(stream, "HTTP/1.1 {status} X\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{{}}")),
    }
}

/// Creates a world with one held message, and its link.
pub fn one_held(test: &TestDatabase, channel: WayOfSending) -> (World, ReportLinkId) {
    let world = World::build(test);
    let one = reachable(&world, "A1");
    let asked = sending(channel, &[measure(&world, &one, 70)]);
    let made = send(&world.server, &world.retailer, &asked).unwrap();
    let id = made.recipients[0].report_link_id.unwrap();
    (world, id)
}

/// Returns the token in the fragment of a message's link.
pub fn token_in(message: &str) -> String {
    let (_, behind) = message.split_once("https://console.example/reports#").unwrap();
    behind.chars().take_while(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter)).collect()
}

#[test]
fn the_gateway_is_given_a_link_and_no_health_data_and_what_it_takes_is_sent_once() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Kakao);
        let (delivery, taken) = gateway(&[200]);
        let state = instance(test, &delivery);
        make_due(test);
        send_all(&state);
        send_all(&state);
        let messages = taken.all();
        assert_eq!(messages.len(), 1);
        assert!(messages[0].to_lowercase().contains("authorization: bearer the-key"), "{messages:?}");
        assert!(messages[0].contains("010-1234-5678") && messages[0].contains("REPORT_LINK"));
        let body: serde_json::Value = serde_json::from_str(messages[0].split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let fields: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, ["id", "language", "link", "template", "text", "to"]);
        for health in ["김하나", "심박", "HEART"] {
            assert!(!messages[0].contains(health), "{health} in {body}");
        }
        let shown = get(&world, id);
        assert_eq!((shown.state, shown.attempts, shown.failure), (SendingState::Sent, 1, None));
        assert_eq!(shown.address.as_deref(), Some("010-****-5678"));
        assert_eq!(rates(&open(&world.server, &token_in(&messages[0]), BORN).unwrap()), [70]);
        let sealed: Option<String> = message::table
            .find(id.0)
            .select(message::sealed_token)
            .first(&mut test.database.connect().unwrap())
            .unwrap();
        assert_eq!(sealed, None, "what was sent is not kept");
    });
}

#[test]
fn a_gateway_that_fails_is_tried_again_with_the_same_key_after_growing_pauses_and_is_given_up_visibly() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Kakao);
        let (delivery, taken) = gateway(&[500, 0, 1, 429, 503]);
        let state = instance(test, &delivery);
        make_due(test);
        let mut pauses = Vec::new();
        for attempt in 1..=6 {
            let before = clock::now().0;
            send_all(&state);
            let shown = get(&world, id);
            assert_eq!(shown.attempts, attempt);
            if let Some(next) = shown.next_attempt_at {
                pauses.push((next.0 - before) / 60_000);
                execute(test, "UPDATE message SET due_at = 0 WHERE state = 'WAITING'");
            }
        }
        assert_eq!(pauses, [1, 5, 30, 120, 720]);
        let shown = get(&world, id);
        assert_eq!((shown.state, shown.failure), (SendingState::Failed, Some(SendingFailure::Deferred)));
        assert!(shown.can_retry);
        let key = |message: &String| {
            message.lines().find(|line| line.to_lowercase().starts_with("idempotency-key")).map(str::to_owned)
        };
        let keys: Vec<_> = taken.all().iter().map(key).collect();
        assert!(keys.len() == 6 && keys.iter().all(|other| other.is_some() && *other == keys[0]), "{keys:?}");
    });
}

#[test]
fn a_message_that_was_left_is_retried_by_a_person_and_held_again_without_settings() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Kakao);
        let (delivery, taken) = gateway(&[400, 200]);
        let state = instance(test, &delivery);
        let retried = world.server.call::<RetryMessage>(Some(&world.retailer), &message(id), &(), &()).unwrap();
        assert_eq!(retried.state, SendingState::Held, "this installation has no gateway");
        make_due(test);
        send_all(&state);
        let shown = get(&world, id);
        assert_eq!((shown.state, shown.failure), (SendingState::Failed, Some(SendingFailure::Refused)));
        execute(test, "UPDATE message SET state = 'WAITING', due_at = 0, failures = 0");
        send_all(&state);
        assert_eq!(get(&world, id).state, SendingState::Sent);
        let refused = world.server.call::<RetryMessage>(Some(&world.retailer), &message(id), &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Changed, "what was sent is not sent again");
        assert!(!taken.all().is_empty());
    });
}

#[test]
fn a_message_that_could_not_be_composed_waits_and_is_not_said_to_have_arrived_perhaps() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Kakao);
        let (delivery, taken) = gateway(&[200]);
        let state = instance(test, &delivery);
        make_due(test);
        assert!(outbox::send_next(&state, |_| "no catalogue", WayOfSending::Kakao).is_err());
        let shown = get(&world, id);
        assert_eq!((shown.state, shown.failure), (SendingState::Waiting, Some(SendingFailure::Interrupted)));
        make_due(test);
        send_all(&state);
        assert_eq!((taken.all().len(), get(&world, id).state), (1, SendingState::Sent));
    });
}

#[test]
fn of_many_senders_each_message_has_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let ids: Vec<i64> =
            (0..12).map(|number| measure(&world, &reachable(&world, &format!("A{number}")), 60 + number)).collect();
        send(&world.server, &world.retailer, &sending(WayOfSending::Kakao, &ids)).unwrap();
        let (delivery, taken) = gateway(&[200]);
        make_due(test);
        let states: Vec<State> = (0..4).map(|_| instance(test, &delivery)).collect();
        at_once(4, 1, |thread, _| send_all(&states[thread]));
        let ids: std::collections::BTreeSet<String> = taken.all().iter().map(|message| token_in(message)).collect();
        assert_eq!((taken.all().len(), ids.len()), (12, 12));
        assert!(list(&world.server, &world.admin).iter().all(|link| link.state == SendingState::Sent));
    });
}

#[test]
fn what_a_sender_has_left_that_is_gone_is_asked_of_the_gateway_again_and_of_a_mail_a_person_decides() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Email);
        let (_, kakao) = {
            let one = reachable(&world, "A2");
            let asked = sending(WayOfSending::Kakao, &[measure(&world, &one, 71)]);
            let made = send(&world.server, &world.retailer, &asked).unwrap();
            (one, made.recipients[0].report_link_id.unwrap())
        };
        let (delivery, taken) = gateway(&[200]);
        let mail = mail_server(&Stance::default()).0.mail;
        let state = instance(test, &Delivery { mail, ..delivery.clone() });
        make_due(test);
        let [claimed, _] =
            outbox::CHANNELS.map(|way| outbox::claim(&test.database, way, clock::now()).unwrap().unwrap());
        assert_eq!(claimed.attempts, 1);
        send_all(&state);
        assert!(taken.all().is_empty(), "both are being sent");
        execute(test, "UPDATE message SET due_at = 0");
        send_all(&state);
        let mail = get(&world, id);
        assert_eq!((mail.state, mail.failure), (SendingState::Uncertain, Some(SendingFailure::Interrupted)));
        assert!(mail.can_retry);
        let kakao = get(&world, kakao);
        assert_eq!((kakao.state, kakao.attempts), (SendingState::Sent, 2));
    });
}

/// The behavior of a mail server.
#[derive(Clone, Default)]
pub struct Stance {
    /// A command with the reply to send instead: `RCPT` and `550 no such person`. An empty reply stalls.
    pub instead: Option<(&'static str, &'static str)>,
    pub offers_tls: bool,
}

/// Starts a mail server that speaks SMTP without encryption, as one on the same machine would, and stores what it
/// accepts.
pub fn mail_server(stance: &Stance) -> (Delivery, Taken) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let taken = Taken::default();
    let (keeps, stance) = (taken.clone(), stance.clone());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (keeps, stance) = (keeps.clone(), stance.clone());
            std::thread::spawn(move || drop(speak(stream, &stance, &keeps)));
        }
    });
    let mail = MailServer {
        host: "127.0.0.1".into(),
        port,
        security: Security::Plain,
        authority: None,
        credentials: None,
        from: "UNO <no-reply@uno.example>".parse().unwrap(),
        response_timeout: Some(Duration::from_millis(400)),
    };
    (Delivery { mail: Some(mail), console: "https://console.example".into(), ..Delivery::default() }, taken)
}

fn speak(mut stream: TcpStream, stance: &Stance, taken: &Taken) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    stream.write_all(b"220 mail.example\r\n")?;
    while let Some(line) = lines.next().transpose()? {
        let command = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        if let Some((_, instead)) = stance.instead.filter(|(at, _)| *at == command) {
            if instead.is_empty() {
                std::thread::sleep(Duration::from_millis(800));
                return Ok(());
            }
            stream.write_all(format!("{instead}\r\n").as_bytes())?;
            continue;
        }
        match command.as_str() {
            "EHLO" if stance.offers_tls => stream.write_all(b"250-mail.example\r\n250-8BITMIME\r\n250 STARTTLS\r\n")?,
            "EHLO" => stream.write_all(b"250-mail.example\r\n250 8BITMIME\r\n")?,
            "DATA" => {
                stream.write_all(b"354 go on\r\n")?;
                let mut content = String::new();
                for line in lines.by_ref() {
                    let line = line?;
                    if line == "." {
                        break;
                    }
                    content += &line;
                    content.push('\n');
                }
                taken.push(content);
                match stance.instead.filter(|(at, _)| *at == "END") {
                    Some((_, "")) => return Ok(()),
                    Some((_, instead)) => stream.write_all(format!("{instead}\r\n").as_bytes())?,
                    None => stream.write_all(b"250 taken\r\n")?,
                }
            }
            "QUIT" => return stream.write_all(b"221 bye\r\n"),
            _ => stream.write_all(b"250 ok\r\n")?,
        }
    }
    Ok(())
}

#[test]
fn a_mail_has_the_link_in_words_of_its_language_and_a_name_that_stays() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Email);
        let (delivery, taken) = mail_server(&Stance::default());
        make_due(test);
        send_all(&instance(test, &delivery));
        let mails = taken.all();
        assert_eq!(mails.len(), 1);
        assert!(mails[0].contains("To: a1@person.example") && mails[0].contains("From: UNO <no-reply@uno.example>"));
        assert!(mails[0].contains(&format!("Message-ID: <report-{}-", id.0)), "{}", mails[0]);
        assert_eq!(get(&world, id).state, SendingState::Sent);
    });
}

#[test]
fn what_a_mail_server_says_decides_whether_a_mail_is_tried_again_given_up_or_left_to_a_person() {
    let cases = [
        (("RCPT", "550 no such person"), SendingState::Failed, SendingFailure::Refused, 0),
        (("RCPT", "450 later"), SendingState::Waiting, SendingFailure::Deferred, 0),
        (("MAIL", ""), SendingState::Waiting, SendingFailure::TimedOut, 0),
        (("EHLO", "gibberish"), SendingState::Waiting, SendingFailure::Deferred, 0),
        (("END", "554 not wanted"), SendingState::Failed, SendingFailure::Refused, 1),
        (("END", "451 not now"), SendingState::Waiting, SendingFailure::Deferred, 1),
        (("END", ""), SendingState::Uncertain, SendingFailure::Interrupted, 1),
    ];
    let test = TestDatabase::sqlite();
    let (world, id) = one_held(&test, WayOfSending::Email);
    for (instead, state, failure, contents) in cases {
        execute(&test, "UPDATE message SET state = 'WAITING', due_at = 0, failures = 0");
        let (delivery, taken) = mail_server(&Stance { instead: Some(instead), ..Stance::default() });
        send_all(&instance(&test, &delivery));
        let shown = get(&world, id);
        assert_eq!((shown.state, shown.failure), (state, Some(failure)), "{instead:?}");
        assert_eq!(taken.all().len(), contents, "{instead:?}");
    }
    execute(&test, "UPDATE message SET state = 'WAITING', due_at = 0, failures = 0");
    let (mut delivery, taken) = mail_server(&Stance::default());
    if let Some(mail) = &mut delivery.mail {
        mail.security = Security::StartTls;
    }
    send_all(&instance(&test, &delivery));
    let shown = get(&world, id);
    assert_eq!((shown.state, shown.failure), (SendingState::Waiting, Some(SendingFailure::NotSecure)));
    assert!(taken.all().is_empty(), "nothing is said to a server without encryption");
    execute(&test, "UPDATE message SET due_at = 0");
    let gone = Delivery { mail: delivery.mail.map(|mail| MailServer { port: 1, ..mail }), ..Delivery::default() };
    send_all(&instance(&test, &gone));
    assert_eq!(get(&world, id).failure, Some(SendingFailure::Unreachable));
}

#[test]
fn a_message_that_was_never_sent_ends_with_its_link_and_what_was_revoked_is_not_sent() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Kakao);
        let (delivery, taken) = gateway(&[200]);
        let state = instance(test, &delivery);
        make_due(test);
        let path = ReportLinkPath { report_link_id: id };
        world.server.call::<RevokeReportLink>(Some(&world.retailer), &path, &(), &()).unwrap();
        send_all(&state);
        assert!(taken.all().is_empty());
        let one = reachable(&world, "A2");
        let asked = sending(WayOfSending::Kakao, &[measure(&world, &one, 71)]);
        let made = send(&world.server, &world.retailer, &asked).unwrap();
        make_due(test);
        execute(test, &format!("UPDATE message SET expires_at = {}", clock::now().0));
        send_all(&state);
        assert!(taken.all().is_empty());
        let running = outbox::start(state, texts::catalogue);
        let over = |_| get(&world, made.recipients[0].report_link_id.unwrap());
        let ended = (0..50).map(over).find(|link| {
            std::thread::sleep(Duration::from_millis(50));
            link.failure == Some(SendingFailure::Expired)
        });
        assert_eq!(ended.map(|link| (link.state, link.can_retry)), Some((SendingState::Failed, false)));
        drop(running);
    });
}

#[test]
fn a_mail_server_that_drips_its_greeting_is_given_up_as_a_whole_and_holds_no_other_way_up() {
    TestDatabase::each(|test| {
        let (world, id) = one_held(test, WayOfSending::Email);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                // Each byte restarts the timeout of a single read.
                while stream.write_all(b"220-mail.example\r\n").is_ok() {
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
        });
        let mail = mail_server(&Stance::default()).0.mail.map(|mail| MailServer { port, ..mail });
        let state = instance(test, &Delivery { mail, ..gateway(&[200]).0 });
        make_due(test);
        let begun = Instant::now();
        send_all(&state);
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        let shown = get(&world, id);
        assert_eq!((shown.state, shown.failure), (SendingState::Waiting, Some(SendingFailure::TimedOut)));
    });
}

#[test]
fn a_measurement_that_is_named_twice_is_sent_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = reachable(&world, "A1");
        let id = measure(&world, &one, 70);
        let told = send(&world.server, &world.retailer, &sending(WayOfSending::Direct, &[id, id])).unwrap();
        assert_eq!((told.recipients[0].measurements, told.left_out), (1, 0));
        let token = told.recipients[0].token.clone().unwrap();
        assert_eq!(rates(&open(&world.server, &token, BORN).unwrap()), [70]);
    });
}
