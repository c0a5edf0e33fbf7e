//! Sessions: their duration, what ends them, and their dependence on the secret.

use crate::support::{PASSWORD, Server, TestDatabase, World, account_id, add_account, at_once, code, session};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    auth::{sessions::Limits, tokens::Keys},
    clock,
    db::schema::{account, session as session_table},
    problem::Problem,
    settings::Settings,
    state::State,
};
use std::sync::Arc;
use uno_core::{
    contract::{
        error::{ErrorBody, ErrorCode},
        own_account::GetAccount,
        sign_in::{CreateToken, GrantType, TokenPair, TokenRequest},
    },
    domain::{access::Authority, time::Timestamp},
};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn renew(server: &Server, pair: &TokenPair, idle_minutes: Option<i64>) -> Result<TokenPair, ErrorCode> {
    let request = TokenRequest {
        refresh_token: Some(pair.refresh_token.token.clone()),
        idle_seconds: idle_minutes.map(|minutes| minutes * 60),
        ..TokenRequest::by(GrantType::RefreshToken)
    };
    server.call::<CreateToken>(None, &(), &(), &request).map_err(|error| code(&error))
}

fn sign_in(server: &Server, login_id: &str) -> Result<TokenPair, ErrorBody> {
    let request = TokenRequest {
        login_id: Some(login_id.into()),
        password: Some(PASSWORD.into()),
        ..TokenRequest::by(GrantType::Password)
    };
    server.call::<CreateToken>(None, &(), &(), &request)
}

fn is_signed_in(server: &Server, pair: &TokenPair) -> bool {
    server.call::<GetAccount>(Some(&pair.access_token.token), &(), &(), &()).is_ok()
}

/// Ages every session by this time.
fn pass(test: &TestDatabase, milliseconds: i64) {
    use session_table::{created_at, expires_at, rotated_at, used_at};
    test.database
        .write_blocking(|connection| {
            diesel::update(session_table::table)
                .set((
                    created_at.eq(created_at - milliseconds),
                    rotated_at.eq(rotated_at - milliseconds),
                    used_at.eq(used_at - milliseconds),
                    expires_at.eq(expires_at - milliseconds),
                ))
                .execute(connection)
                .map_err(Problem::from)
        })
        .unwrap();
}

/// Returns the minutes until a session ends, as reported to the browser.
fn minutes_left(pair: &TokenPair) -> i64 {
    // Rounded, because the test itself takes time.
    (pair.refresh_token.expires_at.0 - clock::now().0 + MINUTE / 2) / MINUTE
}

#[test]
fn a_session_of_staff_ends_after_half_an_hour_without_use() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for authority in [Authority::Admin, Authority::Dealer, Authority::Operator] {
            let name = if authority == Authority::Admin { "root".into() } else { authority.as_str().to_lowercase() };
            let pair = session(&world.server.state, &name, authority);
            assert_eq!(minutes_left(&pair), 30);
            pass(test, 29 * MINUTE);
            let used = renew(&world.server, &pair, None).unwrap();
            assert_eq!(minutes_left(&used), 30, "a renewal is use");
            assert!(is_signed_in(&world.server, &used));
            pass(test, 31 * MINUTE);
            assert_eq!(renew(&world.server, &used, None).err(), Some(ErrorCode::RefreshTokenInvalid));
            world.server.state.callers.forget(world.server.state.keys.claims(&used.access_token.token).unwrap().sid);
            assert!(!is_signed_in(&world.server, &used), "nor is its access token worth anything");
        }
    });
}

#[test]
fn a_session_of_staff_ends_after_twelve_hours_however_it_is_used() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut pair = session(&world.server.state, "dealer", Authority::Dealer);
        for renewal in 1..=28 {
            pass(test, 25 * MINUTE);
            pair = renew(&world.server, &pair, Some(0)).unwrap();
            assert_eq!(minutes_left(&pair), 30.min(12 * 60 - 25 * renewal), "{renewal}");
        }
        // 20 minutes remain.
        pass(test, 21 * MINUTE);
        assert_eq!(renew(&world.server, &pair, Some(0)).err(), Some(ErrorCode::RefreshTokenInvalid));
    });
}

#[test]
fn what_a_page_asks_by_itself_keeps_no_session_of_staff_alive() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = session(&world.server.state, "dealer", Authority::Dealer);
        pass(test, 15 * MINUTE);
        let second = renew(&world.server, &first, Some(15)).unwrap();
        assert_eq!(minutes_left(&second), 15, "nobody has been there since it began");
        pass(test, 12 * MINUTE);
        let third = renew(&world.server, &second, Some(27)).unwrap();
        assert_eq!(minutes_left(&third), 3);
        assert!(third.access_token.expires_at <= third.refresh_token.expires_at, "nothing outlives the session");
        pass(test, 4 * MINUTE);
        assert_eq!(renew(&world.server, &third, Some(31)).err(), Some(ErrorCode::RefreshTokenInvalid));
    });
}

#[test]
fn a_tab_where_nobody_is_takes_nothing_from_one_where_somebody_is() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let pair = session(&world.server.state, "dealer", Authority::Dealer);
        pass(test, 10 * MINUTE);
        let active = renew(&world.server, &pair, Some(0)).unwrap();
        pass(test, 10 * MINUTE);
        let idle = renew(&world.server, &active, Some(300)).unwrap();
        assert_eq!(minutes_left(&idle), 20);
    });
}

#[test]
fn sessions_of_members_last_two_weeks_from_their_last_use() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut pair = session(&world.server.state, "member", Authority::Member);
        for _ in 0..3 {
            pass(test, 13 * DAY);
            pair = renew(&world.server, &pair, None).unwrap();
        }
        pass(test, 15 * DAY);
        assert_eq!(renew(&world.server, &pair, None).err(), Some(ErrorCode::RefreshTokenInvalid));
    });
}

#[test]
fn the_settings_say_how_long_sessions_of_staff_last_those_that_have_begun_included() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let pair = session(&world.server.state, "dealer", Authority::Dealer);
        let strict = Server::start_with(test, Settings { sessions: Limits::of(1, 10), ..Settings::default() });
        pass(test, 9 * MINUTE);
        let pair = renew(&strict, &pair, None).unwrap();
        assert_eq!(minutes_left(&pair), 10);
        pass(test, 9 * MINUTE);
        let mut pair = renew(&world.server, &pair, None).unwrap();
        for _ in 0..3 {
            pass(test, 15 * MINUTE);
            pair = renew(&world.server, &pair, None).unwrap();
        }
        assert_eq!(renew(&strict, &pair, None).err(), Some(ErrorCode::RefreshTokenInvalid), "63 minutes");
    });
}

#[test]
fn a_clock_that_is_set_back_lengthens_no_session_beyond_its_limit() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let pair = session(&world.server.state, "dealer", Authority::Dealer);
        // The last use of the session is in the future.
        pass(test, -3 * HOUR);
        let renewed = renew(&world.server, &pair, None).unwrap();
        assert_eq!(minutes_left(&renewed), 30);
    });
}

#[test]
fn the_eleventh_session_of_an_account_ends_the_oldest() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        add_account(&world.server.state, "busy", Authority::Dealer, Some(world.dealer_id));
        // Creating the account has started one.
        let ten: Vec<TokenPair> = (0..10).map(|_| sign_in(&world.server, "busy").unwrap()).collect();
        assert!(ten.iter().all(|pair| is_signed_in(&world.server, pair)));
        let eleventh = sign_in(&world.server, "busy").unwrap();
        assert_eq!(renew(&world.server, &ten[0], None).err(), Some(ErrorCode::RefreshTokenInvalid));
        assert!(renew(&world.server, &ten[1], None).is_ok() && is_signed_in(&world.server, &eleventh));
        assert!(world.server.call::<GetAccount>(Some(&world.dealer), &(), &(), &()).is_ok(), "others are as they were");
    });
}

#[test]
fn however_many_sign_in_at_once_on_two_instances_ten_sessions_are_left() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        at_once(8, 3, |thread, _| sign_in(if thread % 2 == 0 { &world.server } else { &other }, "dealer").is_ok());
        let live: i64 = test
            .database
            .read_blocking(|connection| {
                session_table::table
                    .inner_join(account::table)
                    .filter(account::login_key.eq("dealer"))
                    .filter(session_table::revoked_at.is_null())
                    .count()
                    .get_result(connection)
                    .map_err(Problem::from)
            })
            .unwrap();
        assert_eq!(live, 10);
    });
}

#[test]
fn another_secret_ends_every_session_and_the_same_one_keeps_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::serve(State { keys: Arc::new(Keys::of(&[7; 32])), ..test.state() });
        let pair = sign_in(&world.server, "dealer").unwrap();
        assert!(!is_signed_in(&other, &pair));
        assert_eq!(renew(&other, &pair, None).err(), Some(ErrorCode::RefreshTokenInvalid));
        let same = Server::start(test);
        let renewed = renew(&same, &pair, None).unwrap();
        assert!(is_signed_in(&same, &renewed) && is_signed_in(&world.server, &renewed));
    });
}

#[test]
fn what_closes_the_drafts_of_an_account_is_the_same_in_all_its_sessions_and_no_other_accounts() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let key_of = |token: &str| world.server.call::<GetAccount>(Some(token), &(), &(), &()).unwrap().draft_key;
        let again = sign_in(&world.server, "dealer").unwrap();
        let own = key_of(&world.dealer);
        assert_eq!(own, key_of(&again.access_token.token));
        assert_ne!(own, key_of(&world.vendor));
        assert_eq!(own.len(), 43, "32 bytes");
        // Another installation has different ones.
        let other = State { keys: Arc::new(Keys::of(&[7; 32])), ..test.state() };
        assert_ne!(own, other.keys.of_drafts(account_id(&other, "dealer")));
    });
}

#[test]
fn a_right_signature_does_not_make_a_token_of_a_year() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let claims = world.server.state.keys.claims(&world.dealer).unwrap();
    let next_year = Timestamp(clock::now().0 + 365 * DAY);
    let from_the_future = world
        .server
        .state
        .keys
        .access_token(claims.sub.parse().unwrap(), claims.sid, Authority::Dealer, Timestamp(i64::MAX), next_year)
        .unwrap();
    let answer = world.server.call::<GetAccount>(Some(&from_the_future.token), &(), &(), &());
    assert_eq!(answer.err().map(|error| code(&error)), Some(ErrorCode::Unauthenticated));
}
