//! The sessions and sign-ins shown for an account, and the JSON of token requests.

use crate::support::{PASSWORD, TestDatabase, World, account_id, becomes, code, session};
use diesel::{QueryDsl, RunQueryDsl};
use kernel::db::schema::sign_in_log;
use serde_json::json;
use std::time::{Duration, Instant};
use uno_core::{
    contract::{
        Method,
        account_sessions::{
            AccountPath, AccountSessionPath, EndAccountSession, EndAccountSessions, ListAccountSessions,
            ListAccountSignIns, SignIn, SignInFilter, SignInOutcome,
        },
        error::ErrorCode,
        own_account::{AccountId, EndOtherSessions, EndOwnSession, GetAccount, ListOwnSessions, OwnSessionPath},
    },
    domain::access::Authority,
};

fn of(world: &World, login_id: &str) -> AccountPath {
    AccountPath { account_id: AccountId(account_id(&world.server.state, login_id)) }
}

/// Requests a token with raw JSON.
fn ask(world: &World, body: &serde_json::Value) -> (u16, String) {
    let address = world.server.url("/api/v1/auth/token");
    world.server.send(Method::Post, &address, None, Some(body.to_string().as_bytes()))
}

fn sign_ins(world: &World, token: &str, login_id: &str) -> Vec<SignIn> {
    let filter = SignInFilter { page: None, page_size: None };
    world.server.call::<ListAccountSignIns>(Some(token), &of(world, login_id), &filter, &()).unwrap().data
}

#[test]
fn tokens_are_asked_for_by_the_words_of_the_first_clients_too() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for word in ["password", "ID_PASSWORD"] {
        let (status, text) = ask(&world, &json!({"grantType": word, "loginId": "dealer", "password": PASSWORD}));
        assert_eq!(status, 200, "{word}: {text}");
        assert_eq!(ask(&world, &json!({"grantType": word})).0, 422, "{word}");
    }
    let mut token = session(&world.server.state, "dealer", Authority::Dealer).refresh_token.token;
    for word in ["refresh_token", "refresh"] {
        let (status, text) = ask(&world, &json!({"grantType": word, "refreshToken": token}));
        assert_eq!(status, 200, "{word}: {text}");
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        token = answer["refreshToken"]["token"].as_str().unwrap().to_owned();
        assert_eq!(ask(&world, &json!({"grantType": word})).0, 422, "{word}");
    }
    for word in ["qr_code", "QR_CODE"] {
        assert_eq!(ask(&world, &json!({"grantType": word, "qrCode": "x"})).0, 401, "{word}");
        assert_eq!(ask(&world, &json!({"grantType": word})).0, 422, "{word}");
    }
    assert_eq!(ask(&world, &json!({"grantType": "REFRESH"})).0, 422);
}

#[test]
fn an_account_tells_who_signed_in_and_who_failed_to_and_nothing_is_kept_of_ids_that_nobody_has() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let try_it = |login_id: &str, password: &str| {
            ask(&world, &json!({"grantType": "password", "loginId": login_id, "password": password})).0
        };
        assert_eq!(try_it("dealer", "not the password"), 401);
        assert_eq!(try_it("DEALER", PASSWORD), 200);
        assert_eq!(try_it("my-password-typed-here", "x"), 401);
        let begun = Instant::now();
        while sign_ins(&world, &world.vendor, "dealer").len() < 2 {
            assert!(begun.elapsed() < Duration::from_secs(5));
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut told = sign_ins(&world, &world.vendor, "dealer");
        told.sort_by_key(|sign_in| sign_in.created_at);
        let outcomes: Vec<_> = told.iter().map(|sign_in| (sign_in.outcome, sign_in.address.as_str())).collect();
        assert_eq!(outcomes, [(SignInOutcome::WrongPassword, "127.0.0.1"), (SignInOutcome::Success, "127.0.0.1")]);
        let rows = sign_in_log::table.count();
        let rows: i64 = test.database.read_blocking(|connection| Ok(rows.get_result(connection)?)).unwrap();
        assert_eq!(rows, 2);
        let foreign = world.server.call::<ListAccountSignIns>(
            Some(&world.other_vendor),
            &of(&world, "dealer"),
            &SignInFilter { page: None, page_size: None },
            &(),
        );
        assert_eq!(code(&foreign.unwrap_err()), ErrorCode::NotFound);
    });
}

#[test]
fn whoever_knows_the_password_of_a_suspended_account_is_told_from_who_guesses() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let suspend = "UPDATE account SET disabled_at = 1 WHERE login_id = 'dealer'";
        diesel::connection::SimpleConnection::batch_execute(&mut test.database.connect().unwrap(), suspend).unwrap();
        for (number, password) in ["not the password", PASSWORD].into_iter().enumerate() {
            let (status, text) =
                ask(&world, &json!({"grantType": "password", "loginId": "dealer", "password": password}));
            assert_eq!(status, 401);
            assert!(text.contains(&ErrorCode::PasswordMismatch.number().to_string()), "both hear the same: {text}");
            let begun = Instant::now();
            while sign_ins(&world, &world.vendor, "dealer").len() <= number {
                assert!(begun.elapsed() < Duration::from_secs(5));
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        let told: Vec<_> = sign_ins(&world, &world.vendor, "dealer").iter().map(|sign_in| sign_in.outcome).collect();
        assert_eq!(told, [SignInOutcome::Suspended, SignInOutcome::WrongPassword]);
    });
}

#[test]
fn sessions_are_ended_one_by_one_or_all_but_the_own() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let phone = session(&world.server.state, "dealer", Authority::Dealer).access_token.token;
        let list = |token: &str| world.server.call::<ListAccountSessions>(Some(token), &of(&world, "dealer"), &(), &());
        let known = list(&world.dealer).unwrap();
        assert_eq!(known.iter().filter(|session| session.is_current).count(), 1);
        assert_eq!(known.len(), 2);
        let other = known.iter().find(|session| !session.is_current).unwrap();
        let path = AccountSessionPath { account_id: of(&world, "dealer").account_id, session_id: other.session_id };
        let elsewhere = AccountSessionPath { account_id: of(&world, "retailer").account_id, ..path.clone() };
        let wrong = world.server.call::<EndAccountSession>(Some(&world.vendor), &elsewhere, &(), &()).unwrap_err();
        assert_eq!(code(&wrong), ErrorCode::NotFound, "a session is its account's");
        world.server.call::<EndAccountSession>(Some(&world.dealer), &path, &(), &()).unwrap();
        assert!(world.server.call::<GetAccount>(Some(&phone), &(), &(), &()).is_err(), "at once on this instance");
        session(&world.server.state, "dealer", Authority::Dealer);
        world.server.call::<EndAccountSessions>(Some(&world.dealer), &of(&world, "dealer"), &(), &()).unwrap();
        assert_eq!(list(&world.dealer).unwrap().len(), 1, "the one that asks stays");
        world.server.call::<EndAccountSessions>(Some(&world.vendor), &of(&world, "dealer"), &(), &()).unwrap();
        assert!(list(&world.vendor).unwrap().is_empty());
    });
}

#[test]
fn everybody_sees_and_ends_the_own_sessions_and_nobody_elses() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let accounts = [("member", Authority::Member, &world.member), ("dealer", Authority::Dealer, &world.dealer)];
        let list = |token: &str| world.server.call::<ListOwnSessions>(Some(token), &(), &(), &()).unwrap();
        let end = |token: &str, session_id| {
            let ended = world.server.call::<EndOwnSession>(Some(token), &OwnSessionPath { session_id }, &(), &());
            ended.map_err(|error| code(&error))
        };
        let is_open = |token: &str| world.server.call::<GetAccount>(Some(token), &(), &(), &()).is_ok();
        for (which, (login_id, authority, token)) in accounts.into_iter().enumerate() {
            let (_, _, stranger) = accounts[1 - which];
            let phone = session(&world.server.state, login_id, authority).access_token.token;
            let own = list(token);
            assert_eq!((own.len(), own.iter().filter(|session| session.is_current).count()), (2, 1), "{login_id}");
            let theirs = list(stranger);
            assert!(theirs.iter().all(|other| own.iter().all(|session| session.session_id != other.session_id)));
            for other in &theirs {
                assert_eq!(end(token, other.session_id), Err(ErrorCode::NotFound), "another account's");
            }
            assert!(is_open(stranger));
            let other = own.iter().find(|session| !session.is_current).unwrap();
            end(token, other.session_id).unwrap();
            assert!(!is_open(&phone), "at once on this instance");
            let phones: Vec<String> =
                (0..2).map(|_| session(&world.server.state, login_id, authority).access_token.token).collect();
            assert_eq!(list(token).len(), 3);
            world.server.call::<EndOtherSessions>(Some(token), &(), &(), &()).unwrap();
            assert!(becomes(|| phones.iter().all(|phone| !is_open(phone))), "wherever they are kept");
            assert!(is_open(stranger) && list(token).len() == 1, "the one that asks stays, and what is another's");
        }
        for (login_id, _, token) in accounts {
            let present = list(token)[0].session_id;
            end(token, present).unwrap();
            assert!(!is_open(token), "{login_id}: to end the present one is to sign out");
        }
    });
}
