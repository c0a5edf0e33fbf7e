//! Sign-in, renewal, sign-out.

use crate::support::{PASSWORD, Server, TestDatabase, World, add_account, at_once, code, session};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    auth::sessions,
    clock,
    db::{
        DatabaseConnection,
        schema::{account, refresh_token, session as session_table},
    },
    problem::Problem,
};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        error::{ErrorBody, ErrorCode},
        own_account::{ChangePassword, GetAccount, PasswordChange},
        sign_in::{ConfirmPassword, CreateToken, GrantType, PasswordConfirmation, SignOut, TokenPair, TokenRequest},
    },
    domain::access::Authority,
};

fn by_password(world: &World, login_id: &str, password: &str) -> Result<TokenPair, ErrorBody> {
    let request = TokenRequest {
        login_id: Some(login_id.into()),
        password: Some(password.into()),
        ..TokenRequest::by(GrantType::Password)
    };
    world.server.call::<CreateToken>(None, &(), &(), &request)
}

fn renew(world: &World, token: &str) -> Result<TokenPair, ErrorBody> {
    renew_at(&world.server, token)
}

fn renew_at(server: &Server, token: &str) -> Result<TokenPair, ErrorBody> {
    let request = TokenRequest { refresh_token: Some(token.into()), ..TokenRequest::by(GrantType::RefreshToken) };
    server.call::<CreateToken>(None, &(), &(), &request)
}

fn who(world: &World, token: &str) -> Result<String, ErrorCode> {
    world.server.call::<GetAccount>(Some(token), &(), &(), &()).map(|me| me.login_id).map_err(|error| code(&error))
}

/// Waits for `condition`, at most two seconds.
fn eventually(condition: impl Fn() -> bool) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(2) {
        if condition() {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

#[test]
fn the_right_password_gives_tokens_whatever_the_case_of_the_sign_in_id() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let pair = by_password(&world, " Dealer ", PASSWORD).unwrap();
        assert_eq!(who(&world, &pair.access_token.token), Ok("dealer".into()));
        assert!(pair.refresh_token.expires_at > pair.access_token.expires_at);
    });
}

#[test]
fn an_id_that_is_longer_than_that_of_any_account_is_said_to_be_too_long() {
    TestDatabase::each(|test| {
        let refusal = |world: &World, length: usize| {
            let error = by_password(world, &"a".repeat(length), PASSWORD).unwrap_err();
            let field = error.fields.first().map(|field| (field.path.clone(), field.code.clone()));
            (code(&error), field, error.fields.first().and_then(|field| field.params.get("max")?.parse().ok()))
        };
        let unknown = (ErrorCode::PasswordMismatch, None, None);
        let too_long = |max: usize| (ErrorCode::Invalid, Some(("loginId".into(), "tooLong".into())), Some(max));
        let world = World::build(test);
        assert_eq!([30, 31, 100].map(|length| refusal(&world, length)), [unknown.clone(), too_long(30), too_long(30)]);

        // An administrator created before the rules for new ids.
        add_account(&world.server.state, &"b".repeat(60), Authority::Admin, None);
        let server = Server::start(test);
        let world = World { server, ..world };
        assert_eq!([31, 60, 61].map(|length| refusal(&world, length)), [unknown.clone(), unknown, too_long(60)]);
        assert!(by_password(&world, &"b".repeat(60), PASSWORD).is_ok());
    });
}

#[test]
fn a_wrong_password_and_an_unknown_account_are_answered_alike() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let times: Vec<Duration> = [("dealer", "wrong"), ("nobody", "wrong")]
            .into_iter()
            .map(|(login_id, password)| {
                let started = Instant::now();
                let error = by_password(&world, login_id, password).unwrap_err();
                assert_eq!((error.code, error.message.as_str()), (11_005, "Passwords do not match."));
                started.elapsed()
            })
            .collect();
        assert!(times.iter().all(|time| *time >= Duration::from_millis(390)), "{times:?}");
    });
}

#[test]
fn what_a_grant_needs_is_named_by_its_field() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let error = by_password(&world, "", "").unwrap_err();
    let fields: Vec<_> = error.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect();
    assert_eq!(fields, [("loginId", "required"), ("password", "required")]);
    let error = renew(&world, "").unwrap_err();
    assert_eq!(error.fields.first().map(|field| field.path.as_str()), Some("refreshToken"));
}

#[test]
fn tries_that_go_on_lock_the_account_and_tell_when_to_come_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let codes: Vec<_> = std::thread::scope(|scope| {
            let tries: Vec<_> =
                (0..14).map(|_| scope.spawn(|| code(&by_password(&world, "nobody", "wrong").unwrap_err()))).collect();
            tries.into_iter().map(|attempt| attempt.join().unwrap()).collect()
        });
        let refused = codes.iter().filter(|code| **code == ErrorCode::PasswordMismatch).count();
        assert_eq!(refused, 10, "{codes:?}");
        assert!(codes.iter().all(|code| matches!(code, ErrorCode::PasswordMismatch | ErrorCode::TooManyRequests)));
        assert!(by_password(&world, "dealer", PASSWORD).is_ok(), "another account is not locked");
    });
}

#[test]
fn a_refresh_token_is_exchanged_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = session(&world.server.state, "dealer", Authority::Dealer);
        let second = renew(&world, &first.refresh_token.token).unwrap();
        assert_ne!(second.refresh_token.token, first.refresh_token.token);
        assert_eq!(who(&world, &second.access_token.token), Ok("dealer".into()));
        let third = renew(&world, &second.refresh_token.token).unwrap();
        assert!(renew(&world, &third.refresh_token.token).is_ok());
    });
}

#[test]
fn an_answer_lost_on_the_way_is_repeated_with_the_same_successor() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = session(&world.server.state, "dealer", Authority::Dealer);
        let answers: Vec<_> =
            (0..3).map(|_| renew(&world, &first.refresh_token.token).unwrap().refresh_token.token).collect();
        assert!(answers.iter().all(|token| *token == answers[0]));
    });
}

#[test]
fn each_of_a_thousand_tokens_that_many_renew_at_once_on_two_instances_has_one_successor() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        // At most ten belong to one account.
        let tokens: Vec<String> = (0..1_000)
            .map(|number| {
                let login_id = format!("dealer{}", number / 9);
                if number % 9 == 0 {
                    add_account(&world.server.state, &login_id, Authority::Dealer, Some(world.dealer_id));
                }
                session(&world.server.state, &login_id, Authority::Dealer).refresh_token.token
            })
            .collect();
        let answers = at_once(20, tokens.len(), |thread, round| {
            let server = if thread % 2 == 0 { &world.server } else { &other };
            renew_at(server, &tokens[round]).unwrap().refresh_token.token
        });
        for answers in answers {
            assert_eq!(answers.into_iter().collect::<BTreeSet<_>>().len(), 1);
        }
    });
}

#[test]
fn an_old_refresh_token_ends_the_whole_session_on_every_instance_within_a_second() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        let first = session(&world.server.state, "dealer", Authority::Dealer);
        let second = renew(&world, &first.refresh_token.token).unwrap();
        let third = renew(&world, &second.refresh_token.token).unwrap();
        assert_eq!(who(&world, &third.access_token.token), Ok("dealer".into()));
        let on_other =
            || other.call::<GetAccount>(Some(&third.access_token.token), &(), &(), &()).map(|me| me.login_id);
        assert!(on_other().is_ok());
        let replayed = Instant::now();
        assert_eq!(code(&renew(&world, &first.refresh_token.token).unwrap_err()), ErrorCode::RefreshTokenInvalid);
        assert_eq!(code(&renew(&world, &third.refresh_token.token).unwrap_err()), ErrorCode::RefreshTokenInvalid);
        assert!(eventually(|| who(&world, &third.access_token.token) == Err(ErrorCode::Unauthenticated)));
        assert!(eventually(|| on_other().is_err_and(|error| code(&error) == ErrorCode::Unauthenticated)));
        assert!(replayed.elapsed() < Duration::from_secs(1));
    });
}

#[test]
fn the_token_before_is_no_longer_honoured_after_a_while() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = session(&world.server.state, "dealer", Authority::Dealer);
        renew(&world, &first.refresh_token.token).unwrap();
        test.database
            .write_blocking(|connection| {
                diesel::update(session_table::table)
                    .set(session_table::rotated_at.eq(clock::now().0 - 60_000))
                    .execute(connection)
                    .map_err(Problem::from)
            })
            .unwrap();
        assert_eq!(code(&renew(&world, &first.refresh_token.token).unwrap_err()), ErrorCode::RefreshTokenInvalid);
    });
}

#[test]
fn tokens_are_stored_as_hashes_only() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let pair = session(&world.server.state, "dealer", Authority::Dealer);
    let stored: Vec<String> = test
        .database
        .read_blocking(|connection| {
            refresh_token::table.select(refresh_token::token_hash).load(connection).map_err(Problem::from)
        })
        .unwrap();
    assert!(!stored.is_empty() && !stored.contains(&pair.refresh_token.token));
}

#[test]
fn signing_out_ends_the_session_and_its_refresh_token() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let pair = session(&world.server.state, "dealer", Authority::Dealer);
        world.server.call::<SignOut>(Some(&pair.access_token.token), &(), &(), &()).unwrap();
        assert_eq!(who(&world, &pair.access_token.token), Err(ErrorCode::Unauthenticated));
        assert_eq!(code(&renew(&world, &pair.refresh_token.token).unwrap_err()), ErrorCode::RefreshTokenInvalid);
        assert_eq!(who(&world, &world.dealer), Ok("dealer".into()), "another session goes on");
    });
}

#[test]
fn a_disabled_account_or_a_changed_role_counts_within_a_second() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        assert!(who(&world, &world.dealer).is_ok() && who(&world, &world.vendor).is_ok());
        test.database
            .write_blocking(|connection| {
                diesel::update(account::table.filter(account::login_key.eq("dealer")))
                    .set(account::disabled_at.eq(1))
                    .execute(connection)?;
                diesel::update(account::table.filter(account::login_key.eq("vendor")))
                    .set(account::authority.eq("RETAILER"))
                    .execute(connection)
                    .map_err(Problem::from)
            })
            .unwrap();
        assert!(eventually(|| who(&world, &world.dealer) == Err(ErrorCode::Unauthenticated)));
        assert!(eventually(|| who(&world, &world.vendor) == Err(ErrorCode::Unauthenticated)));
        assert_eq!(code(&by_password(&world, "dealer", PASSWORD).unwrap_err()), ErrorCode::PasswordMismatch);
    });
}

#[test]
fn a_session_that_has_ended_elsewhere_changes_no_password() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        who(&world, &world.dealer).unwrap();
        let session_id = world.server.state.keys.claims(&world.dealer).unwrap().sid;
        // As another instance does it: this one still knows the caller for half a second.
        let ended = |connection: &mut DatabaseConnection| sessions::end(connection, session_id, clock::now());
        test.database.write_blocking(ended).unwrap();
        let body = PasswordChange { current_password: PASSWORD.into(), new_password: "a new long password".into() };
        let refused = world.server.call::<ChangePassword>(Some(&world.dealer), &(), &(), &body).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Unauthenticated);
        assert!(by_password(&world, "dealer", PASSWORD).is_ok());
    });
}

#[test]
fn a_password_is_confirmed_and_changed_by_who_knows_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let confirm = |password: &str| {
            let body = PasswordConfirmation { password: password.into() };
            world.server.call::<ConfirmPassword>(Some(&world.dealer), &(), &(), &body)
        };
        assert!(confirm(PASSWORD).is_ok());
        assert_eq!(code(&confirm("wrong").unwrap_err()), ErrorCode::PasswordMismatch);
        let change = |current: &str, new: &str| {
            let body = PasswordChange { current_password: current.into(), new_password: new.into() };
            world.server.call::<ChangePassword>(Some(&world.dealer), &(), &(), &body)
        };
        assert_eq!(code(&change("wrong", "a new long password").unwrap_err()), ErrorCode::PasswordMismatch);
        assert_eq!(code(&change(PASSWORD, "short").unwrap_err()), ErrorCode::PasswordRejected);
        let other = session(&world.server.state, "dealer", Authority::Dealer);
        assert!(change(PASSWORD, "a new long password").is_ok());
        assert!(by_password(&world, "dealer", "a new long password").is_ok());
        assert!(eventually(|| who(&world, &other.access_token.token).is_err()), "other sessions are ended");
        assert!(who(&world, &world.dealer).is_ok(), "the caller's own goes on");
    });
}
