//! Dormancy notices: each user is notified once before becoming dormant, and no user becomes dormant who could have
//! been notified but was not.

use crate::{
    dormancy::{at, get, sign_in},
    mail_servers::Running,
    report_links::{Stance, execute, gateway, instance, list, mail_server, send_all},
    support::{PASSWORD, TestDatabase, World, becomes, code, link, registration, session, write_measurement},
};
use kernel::{
    clock,
    delivery::{Delivery, MailServer},
};
use measurements::messages::outbox;
use people::users::dormancy;
use std::time::Duration;
use uno_core::{
    contract::{
        consents::{ConsentSave, GiveConsents},
        error::ErrorCode,
        managed_users::UserStatus,
        members::{ListMembers, MemberFilter},
        messages::{
            GetMessage, Message, MessageKind, MessagePath, RetryMessage, SendingFailure, SendingState, WayOfSending,
        },
        terms::{CreateTerms, Language, TermsKind, TermsSave, TermsStatus},
        users::{GetOwnProfile, SignUp, UserId, UserRegistration},
    },
    domain::access::Authority,
};
use uno_server::texts;

const DAY: i64 = 86_400_000;

/// Creates a linked user with these addresses who has been inactive for eleven months.
fn unused(test: &TestDatabase, world: &World, email: Option<&str>, phone: Option<&str>) -> UserId {
    let new = UserRegistration {
        email: email.map(str::to_owned),
        phone_number: phone.map(str::to_owned),
        ..registration("jiwoo.yun")
    };
    world.server.call::<SignUp>(None, &(), &(), &new).unwrap();
    let own = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
    link(test, world, &own, world.add_member(world.retailer_id, "A1", "윤지우").member_id);
    agree_in_english(world, &own);
    let user_id = world.server.call::<GetOwnProfile>(Some(&own), &(), &(), &()).unwrap().user_id;
    pass(test, 340);
    user_id
}

/// Lets days pass without any activity of the user.
fn pass(test: &TestDatabase, days: i64) {
    let (own, past) = ("account_id = (SELECT account_id FROM account WHERE login_key = 'jiwoo.yun')", days * DAY);
    execute(
        test,
        &format!("UPDATE user_profile SET used_at = used_at - {past}, told_at = told_at - {past} WHERE {own}"),
    );
    execute(test, &format!("UPDATE account SET last_signed_in_at = last_signed_in_at - {past} WHERE {own}"));
    execute(test, &format!("UPDATE session SET used_at = used_at - {past} WHERE {own}"));
    let messages = format!("created_at = created_at - {past}, due_at = due_at - {past}, sent_at = sent_at - {past}");
    execute(test, &format!("UPDATE message SET {messages}"));
}

fn agree_in_english(world: &World, own: &str) {
    let terms = TermsSave {
        kind: TermsKind::Marketing,
        edition: "1.0".into(),
        language: Language::En,
        content: "<p>News</p>".into(),
        is_required: false,
        effective_from: clock::today(),
        status: TermsStatus::Published,
        version: None,
    };
    let terms_id = world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), &terms).unwrap().terms_id;
    let body = ConsentSave { terms_ids: vec![terms_id] };
    world.server.call::<GiveConsents>(Some(own), &(), &(), &body).unwrap();
}

fn only(world: &World, token: &str) -> Message {
    let mut found = list(&world.server, token);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn status(world: &World, user_id: UserId) -> UserStatus {
    get(world, &world.admin, user_id).unwrap().status
}

fn has_become(message: &Message) -> (SendingState, Option<SendingFailure>) {
    (message.state, message.failure)
}

#[test]
fn who_is_about_to_become_dormant_is_written_to_once_and_has_thirty_days_from_then() {
    let server = Running::start();
    let console = "https://console.example".to_owned();
    let delivery = Delivery { mail: Some(server.at("tls")), console, ..Delivery::default() };
    TestDatabase::each(|test| {
        let world = World::build(test);
        let user_id = unused(test, &world, Some("jiwoo@person.example"), Some("010-1234-5678"));
        let process_unused = |days| dormancy::process_unused(&test.database, &delivery, at(days)).unwrap();
        process_unused(0);
        process_unused(0);
        // A notice sent ten days late delays dormancy by ten days.
        pass(test, 10);
        send_all(&instance(test, &delivery));
        send_all(&instance(test, &delivery));
        let mail = server.next();
        assert!(mail.is_encrypted && mail.to == ["jiwoo@person.example"]);
        assert_eq!(mail.subject, "Your account will soon become dormant");
        assert!(mail.text.contains("https://console.example/") && !mail.text.contains("윤지우"), "{}", mail.text);
        let message = only(&world, &world.admin);
        assert_eq!((message.kind, message.state, message.attempts), (MessageKind::Dormancy, SendingState::Sent, 1));
        assert_eq!((message.person_name.as_str(), message.account_name.as_str()), ("윤지우", "UNO"));
        assert_eq!((message.user_id, message.address.as_deref()), (Some(user_id), Some("j***@person.example")));
        assert!(!message.can_retry && !message.can_revoke && message.expires_at.is_none());
        for company in [&world.retailer, &world.vendor, &world.other_vendor] {
            assert!(list(&world.server, company).is_empty(), "a user is no company's");
        }

        process_unused(29);
        assert_eq!(status(&world, user_id), UserStatus::SoonDormant, "thirty days from the mail");
        process_unused(31);
        assert_eq!(status(&world, user_id), UserStatus::Dormant);
        send_all(&instance(test, &delivery));
        assert!(server.has_taken_nothing(), "once");
    });
}

#[test]
fn who_signs_in_before_the_notice_is_sent_gets_none_and_the_next_year_another() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let user_id = unused(test, &world, Some("jiwoo@person.example"), None);
        let (delivery, taken) = mail_server(&Stance::default());
        let process_unused = || dormancy::process_unused(&test.database, &delivery, clock::now()).unwrap();
        process_unused();
        assert_eq!(only(&world, &world.admin).state, SendingState::Waiting);
        sign_in(&world, "jiwoo.yun", PASSWORD, None).unwrap();
        assert_eq!(only(&world, &world.admin).next_attempt_at, None, "it is not sent any more");
        send_all(&instance(test, &delivery));
        assert!(taken.all().is_empty());
        let called_off = only(&world, &world.admin);
        assert_eq!(has_become(&called_off), (SendingState::Failed, Some(SendingFailure::NotNeeded)));
        let path = MessagePath { message_id: called_off.message_id };
        let refused = world.server.call::<RetryMessage>(Some(&world.admin), &path, &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Changed);

        pass(test, 340);
        process_unused();
        send_all(&instance(test, &delivery));
        assert_eq!((taken.all().len(), status(&world, user_id)), (1, UserStatus::SoonDormant));
    });
}

#[test]
fn a_notice_of_an_earlier_time_without_use_is_none_of_this_one() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let user_id = unused(&test, &world, Some("jiwoo@person.example"), None);
    let (delivery, taken) = mail_server(&Stance::default());
    let process_unused = || dormancy::process_unused(&test.database, &delivery, clock::now()).unwrap();
    process_unused();
    send_all(&instance(&test, &delivery));
    // Results that are ten days old arrive: the last use is before the notice.
    execute(&test, &format!("UPDATE user_profile SET told_at = NULL, used_at = used_at + {}", 330 * DAY));
    pass(&test, 330);
    process_unused();
    send_all(&instance(&test, &delivery));
    assert_eq!((taken.all().len(), status(&world, user_id)), (2, UserStatus::SoonDormant));
}

#[test]
fn what_is_refused_is_doubted_once_a_week_for_thirty_days() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let user_id = unused(&test, &world, Some("jiwoo@person.example"), None);
    let (refusing, _) = mail_server(&Stance { instead: Some(("RCPT", "550 quota of the day")), ..Stance::default() });
    let state_after = |days| {
        dormancy::process_unused(&test.database, &refusing, at(days)).unwrap();
        only(&world, &world.admin).state
    };
    assert_eq!(state_after(0), SendingState::Waiting);
    send_all(&instance(&test, &refusing));
    assert_eq!([3, 8].map(state_after), [SendingState::Failed, SendingState::Waiting]);
    execute(&test, "UPDATE message SET due_at = 0");
    send_all(&instance(&test, &refusing));
    assert_eq!(state_after(31), SendingState::Failed);
    assert_eq!(status(&world, user_id), UserStatus::Dormant);
}

#[test]
fn nobody_becomes_dormant_who_can_be_told_and_was_not() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let user_id = unused(test, &world, Some("jiwoo@person.example"), Some("010-1234-5678"));
        let (mail, _) = mail_server(&Stance::default());
        let gone = Delivery { mail: mail.mail.clone().map(|mail| MailServer { port: 1, ..mail }), ..mail.clone() };
        let after = |days: i64, delivery: &Delivery| {
            dormancy::process_unused(&test.database, delivery, at(days)).unwrap();
            status(&world, user_id)
        };
        after(0, &gone);
        for _ in 0..6 {
            send_all(&instance(test, &gone));
            execute(test, "UPDATE message SET due_at = 0");
        }
        let failed = only(&world, &world.admin);
        assert_eq!(has_become(&failed), (SendingState::Failed, Some(SendingFailure::Unreachable)));
        assert!(failed.can_retry);
        assert_eq!(after(31, &gone), UserStatus::SoonDormant);
        assert_eq!(only(&world, &world.admin).state, SendingState::Waiting, "it is tried again every day");
        execute(test, "UPDATE message SET state = 'UNCERTAIN'");
        assert_eq!(after(32, &gone), UserStatus::SoonDormant, "nobody knows whether it has arrived");

        // The mail server rejects the address, so the notice goes to the telephone.
        execute(test, "UPDATE message SET state = 'WAITING', failure = NULL, due_at = 0");
        let (refusing, _) = mail_server(&Stance { instead: Some(("RCPT", "550 no such person")), ..Stance::default() });
        let (kakao, told) = gateway(&[200]);
        let both = Delivery { mail: refusing.mail, ..kakao };
        send_all(&instance(test, &both));
        assert_eq!(only(&world, &world.admin).failure, Some(SendingFailure::Refused));
        after(0, &both);
        let refused = list(&world.server, &world.admin).into_iter().find(|message| message.failure.is_some()).unwrap();
        let path = MessagePath { message_id: refused.message_id };
        let twice = world.server.call::<RetryMessage>(Some(&world.admin), &path, &(), &()).unwrap_err();
        assert_eq!(code(&twice), ErrorCode::Changed, "another is on its way");
        send_all(&instance(test, &both));
        let messages = list(&world.server, &world.admin);
        let by_phone = messages.iter().find(|message| message.channel == WayOfSending::Kakao).unwrap();
        assert_eq!((messages.len(), by_phone.state), (2, SendingState::Sent));
        assert!(told.all()[0].contains("DORMANCY_NOTICE") && told.all()[0].contains("010-1234-5678"));
        let other = messages.iter().find(|message| message.channel == WayOfSending::Email).unwrap();
        assert!(other.can_retry, "a person may know better");
        let path = MessagePath { message_id: other.message_id };
        world.server.call::<RetryMessage>(Some(&world.admin), &path, &(), &()).unwrap();
        execute(test, "UPDATE message SET state = 'WAITING' WHERE state = 'HELD'");
        send_all(&instance(test, &mail));
        let other = world.server.call::<GetMessage>(Some(&world.admin), &path, &(), &()).unwrap();
        assert_eq!(other.failure, Some(SendingFailure::NotNeeded), "who was told in one way is not told in another");
        assert_eq!(after(31, &both), UserStatus::Dormant);
    });
}

#[test]
fn what_may_have_arrived_waits_for_a_person_to_decide_and_says_nothing_of_a_later_disuse() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let user_id = unused(&test, &world, Some("jiwoo@person.example"), Some("010-1234-5678"));
    let (silent, taken) = mail_server(&Stance { instead: Some(("END", "")), ..Stance::default() });
    let (kakao, by_phone) = gateway(&[200]);
    let both = Delivery { mail: silent.mail, ..kakao };
    let status_after = |days| {
        dormancy::process_unused(&test.database, &both, at(days)).unwrap();
        send_all(&instance(&test, &both));
        status(&world, user_id)
    };
    assert_eq!([0, 1, 31, 170].map(status_after), [UserStatus::SoonDormant; 4]);
    assert_eq!((only(&world, &world.admin).state, taken.all().len()), (SendingState::Uncertain, 1));
    assert!(by_phone.all().is_empty(), "nobody is told twice");
    execute(&test, "UPDATE user_profile SET told_at = NULL");
    dormancy::process_unused(&test.database, &both, at(171)).unwrap();
    execute(&test, "UPDATE message SET due_at = 0 WHERE state = 'WAITING'");
    send_all(&instance(&test, &both));
    assert_eq!(by_phone.all().len(), 1, "staff are told anew, and so is the person");
}

#[test]
fn a_full_mailbox_is_tried_each_day_for_thirty_days_and_then_once_a_week() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let user_id = unused(&test, &world, Some("jiwoo@person.example"), None);
    let (full, _) = mail_server(&Stance { instead: Some(("RCPT", "452 it is full")), ..Stance::default() });
    let state_after = |days| {
        dormancy::process_unused(&test.database, &full, at(days)).unwrap();
        only(&world, &world.admin).state
    };
    let try_to_the_end = |days: i64| {
        for _ in 0..6 {
            execute(&test, "UPDATE message SET due_at = 0");
            send_all(&instance(&test, &full));
        }
        execute(&test, &format!("UPDATE message SET due_at = {}", at(days).0));
    };
    state_after(0);
    try_to_the_end(1);
    assert_eq!(state_after(2), SendingState::Waiting, "each day at first");
    try_to_the_end(33);
    assert_eq!([34, 39].map(state_after), [SendingState::Failed; 2], "then once a week");
    assert_eq!(state_after(40), SendingState::Waiting);
    try_to_the_end(400);
    state_after(401);
    assert_eq!(status(&world, user_id), UserStatus::SoonDormant, "it may be the installation that nobody hears");
}

#[test]
fn of_two_ways_that_fail_each_is_tried_in_turn() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    unused(&test, &world, Some("jiwoo@person.example"), Some("010-1234-5678"));
    let (full, _) = mail_server(&Stance { instead: Some(("RCPT", "452 it is full")), ..Stance::default() });
    let (kakao, _) = gateway(&[503]);
    let both = Delivery { mail: full.mail, ..kakao };
    let tried = |days: i64| {
        dormancy::process_unused(&test.database, &both, at(days)).unwrap();
        let waits = |message: &Message| message.state == SendingState::Waiting;
        let way = list(&world.server, &world.admin).into_iter().find(waits).map(|message| message.channel);
        for _ in 0..6 {
            execute(&test, "UPDATE message SET due_at = 0 WHERE state = 'WAITING'");
            send_all(&instance(&test, &both));
        }
        way.unwrap()
    };
    let (mail, phone) = (WayOfSending::Email, WayOfSending::Kakao);
    assert_eq!([0, 1, 2, 3].map(tried), [mail, phone, mail, phone]);
}

#[test]
fn who_is_measured_before_the_notice_is_sent_gets_none() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let user_id = unused(test, &world, Some("jiwoo@person.example"), None);
        let (delivery, taken) = mail_server(&Stance::default());
        dormancy::process_unused(&test.database, &delivery, clock::now()).unwrap();
        let filter = MemberFilter::default();
        let member = world.server.call::<ListMembers>(Some(&world.retailer), &(), &filter, &()).unwrap().data.remove(0);
        let yesterday = clock::now().plus_milliseconds(-DAY).to_string();
        write_measurement(test, &member, world.retailer_id, &yesterday);
        send_all(&instance(test, &delivery));
        assert!(taken.all().is_empty());
        assert_eq!(only(&world, &world.admin).failure, Some(SendingFailure::NotNeeded));
        dormancy::process_unused(&test.database, &delivery, at(1)).unwrap();
        assert_eq!(status(&world, user_id), UserStatus::Active);
    });
}

#[test]
fn who_is_not_reached_in_any_way_becomes_dormant_thirty_days_after_staff_are_told() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let user_id = unused(&test, &world, Some("jiwoo@person.example"), None);
    let (kakao, _) = gateway(&[200]);
    for days in [0, 29, 31] {
        dormancy::process_unused(&test.database, &kakao, at(days)).unwrap();
        assert_eq!(status(&world, user_id) == UserStatus::Dormant, days == 31, "{days}");
    }
    assert!(list(&world.server, &world.admin).is_empty());
}

#[test]
fn of_a_server_that_never_says_whether_it_has_taken_a_mail_few_are_in_doubt() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let world = World::build(&test);
    let own = |number: usize| format!("jiwoo.{number}");
    for number in 0..6 {
        let email = Some("stall@person.example".into());
        let new = UserRegistration { email, ..registration(&own(number)) };
        world.server.call::<SignUp>(None, &(), &(), &new).unwrap();
        let token = session(&world.server.state, &own(number), Authority::Member).access_token.token;
        let member = world.add_member(world.retailer_id, &format!("A{number}"), "윤지우");
        link(&test, &world, &token, member.member_id);
    }
    let past = 340 * DAY;
    execute(&test, &format!("UPDATE user_profile SET used_at = used_at - {past}"));
    execute(
        &test,
        &format!("UPDATE account SET last_signed_in_at = last_signed_in_at - {past} WHERE authority = 'MEMBER'"),
    );
    execute(&test, &format!("UPDATE session SET used_at = used_at - {past}"));
    let delivery =
        Delivery { mail: Some(server.at("tls")), console: "https://console.example".into(), ..Delivery::default() };
    dormancy::process_unused(&test.database, &delivery, at(0)).unwrap();
    let states = || {
        let all = list(&world.server, &world.admin);
        [SendingState::Uncertain, SendingState::Waiting]
            .map(|state| all.iter().filter(|one| one.state == state).count())
    };
    assert_eq!(states(), [0, 6]);
    let running = outbox::start(instance(&test, &delivery), texts::catalogue);
    assert!(becomes(|| states()[0] == outbox::MAX_IN_DOUBT));
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(states(), [outbox::MAX_IN_DOUBT, 6 - outbox::MAX_IN_DOUBT], "the others wait for better times");
    drop(running);
}
