//! Sign-in with a second step: what codes permit, that each is accepted once, and that guessing is not worthwhile.

use crate::support::{
    PASSWORD, Server, TestDatabase, World, account_id, at_once, code, group_of, manager, revert_to_before, session,
};
use diesel::{QueryDsl, RunQueryDsl, connection::SimpleConnection};
use kernel::db::{
    migrations,
    schema::{recovery_code, two_step},
};
use serde_json::json;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use totp_rs::{Builder, Secret};
use uno_core::{
    contract::{
        Endpoint,
        account_sessions::{AccountPath, ListAccountSignIns, SignInFilter, SignInOutcome},
        error::{ErrorBody, ErrorCode},
        logs::{ChangeLogFilter, ListChangeLogs},
        managers::{
            CreateManager, GetManager, ListManagerRevisions, ListPermissionGroupChoices, ManagerId, ManagerPath,
            ManagerRole, ManagerSave, PermissionGroupChoiceFilter, UpdateManager,
        },
        members::{MemberPath, RevealMember},
        own_account::{AccountId, ChangePassword, GetAccount, ListOwnAccessLogs, ListOwnSignIns, PasswordChange},
        permission_groups::{
            CreatePermissionGroup, DeletePermissionGroup, GetPermissionGroup, PermissionGroupPath, PermissionGroupSave,
            UpdatePermissionGroup,
        },
        revisions::{RevisionFilter, RevisionPath, Undo, UndoRevision},
        sign_in::{ConfirmPassword, CreateToken, GrantType, PasswordConfirmation, TokenPair, TokenRequest},
        two_steps::{
            BeginTwoSteps, ConfirmTwoSteps, EndAccountTwoSteps, EndTwoSteps, GetTwoSteps, OneTimeCode,
            RenewRecoveryCodes, TwoStepsEnd, TwoStepsKey,
        },
    },
    domain::access::Authority,
};

/// Returns the code shown by an app, now or some steps from now.
fn shown(secret: &str, steps: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let generator = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
    generator.generate(now.saturating_add_signed(steps * 30)).to_string()
}

/// Waits until most of a time step remains, so that server and test agree on the codes around it.
fn early_in_a_step() {
    let into = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() % 30;
    if into > 20 {
        std::thread::sleep(Duration::from_secs(30 - into));
    }
}

fn one_time(code: &str) -> OneTimeCode {
    OneTimeCode { one_time_code: code.into() }
}

fn begin(server: &Server, token: &str) -> Result<TwoStepsKey, ErrorBody> {
    server.call::<BeginTwoSteps>(Some(token), &(), &(), &PasswordConfirmation { password: PASSWORD.into() })
}

/// Sets up the second step with the previous step's code, so that the current one is unused; returns secret and
/// recovery codes.
pub fn set_up(server: &Server, token: &str) -> (String, Vec<String>) {
    early_in_a_step();
    let secret = begin(server, token).unwrap().secret;
    let confirmed = server.call::<ConfirmTwoSteps>(Some(token), &(), &(), &one_time(&shown(&secret, -1))).unwrap();
    (secret, confirmed.recovery_codes)
}

fn request(login_id: &str, password: &str, code: Option<&str>) -> TokenRequest {
    TokenRequest {
        login_id: Some(login_id.into()),
        password: Some(password.into()),
        one_time_code: code.map(str::to_owned),
        ..TokenRequest::by(GrantType::Password)
    }
}

fn sign_in(server: &Server, login_id: &str, given: Option<&str>) -> Result<TokenPair, ErrorCode> {
    let body = request(login_id, PASSWORD, given);
    server.call::<CreateToken>(None, &(), &(), &body).map_err(|error| code(&error))
}

/// Returns the error code of a call.
fn refusal<T: std::fmt::Debug>(answer: Result<T, ErrorBody>) -> ErrorCode {
    code(&answer.unwrap_err())
}

fn of(world: &World, login_id: &str) -> AccountPath {
    AccountPath { account_id: AccountId(account_id(&world.server.state, login_id)) }
}

/// Sets whether the built-in group of an authority requires a second step.
fn demand(world: &World, authority: Authority, requires_two_steps: bool) {
    let path = PermissionGroupPath { permission_group_id: group_of(authority) };
    let standing = world.server.call::<GetPermissionGroup>(Some(&world.admin), &path, &(), &()).unwrap();
    let save = PermissionGroupSave { requires_two_steps, ..standing.form() };
    world.server.call::<UpdatePermissionGroup>(Some(&world.admin), &path, &(), &save).unwrap();
}

/// Waits longer than callers are cached.
pub fn until_callers_are_loaded_anew() {
    std::thread::sleep(Duration::from_millis(600));
}

#[test]
fn an_account_with_a_second_step_is_opened_by_password_and_code_together() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let key = begin(&world.server, &world.dealer).unwrap();
        assert!(key.uri.starts_with("otpauth://totp/UNO:dealer?"), "{}", key.uri);
        assert!(key.uri.contains(&key.secret) && key.uri.contains("issuer=UNO"), "{}", key.uri);
        assert!(sign_in(&world.server, "dealer", None).is_ok(), "what is begun counts for nothing");
        let elsewhere = session(&world.server.state, "dealer", Authority::Dealer).access_token.token;
        let (secret, recovery) = set_up(&world.server, &world.dealer);
        assert_ne!(secret, key.secret, "each beginning has a seed of its own");
        assert_eq!(recovery.len(), 10);
        until_callers_are_loaded_anew();
        let ended = world.server.call::<GetAccount>(Some(&elsewhere), &(), &(), &());
        assert_eq!(refusal(ended), ErrorCode::Unauthenticated, "other sessions began with the password alone");
        assert!(world.server.call::<GetAccount>(Some(&world.dealer), &(), &(), &()).is_ok());

        assert_eq!(sign_in(&world.server, "dealer", None).unwrap_err(), ErrorCode::OneTimeCodeRequired);
        assert_eq!(sign_in(&world.server, "dealer", Some("")).unwrap_err(), ErrorCode::OneTimeCodeRequired);
        let wrong = world.server.call::<CreateToken>(None, &(), &(), &request("dealer", "not the password", None));
        assert_eq!(refusal(wrong), ErrorCode::PasswordMismatch, "nothing is told without the password");
        let right_code = request("dealer", "not the password", Some(&shown(&secret, 0)));
        let wrong = world.server.call::<CreateToken>(None, &(), &(), &right_code);
        assert_eq!(refusal(wrong), ErrorCode::PasswordMismatch, "nor with a right code");
        assert_eq!(sign_in(&world.server, "dealer", Some("000000")).unwrap_err(), ErrorCode::OneTimeCodeMismatch);
        let grouped = shown(&secret, 0);
        let grouped = format!("{} {}", &grouped[..3], &grouped[3..]);
        assert!(sign_in(&world.server, "dealer", Some(&grouped)).is_ok());
        assert!(sign_in(&world.server, "vendor", Some("000000")).is_ok(), "an account without one takes any");
        let state = world.server.call::<GetTwoSteps>(Some(&world.dealer), &(), &(), &()).unwrap();
        assert!(state.confirmed_at.is_some() && state.recovery_codes_left == 10 && !state.is_demanded);
    });
}

#[test]
fn a_code_is_taken_once_and_none_of_before_it_afterwards() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (secret, _) = set_up(&world.server, &world.dealer);
        let used = shown(&secret, -1);
        assert_eq!(sign_in(&world.server, "dealer", Some(&used)).unwrap_err(), ErrorCode::OneTimeCodeMismatch);
        assert!(sign_in(&world.server, "dealer", Some(&shown(&secret, 1))).is_ok(), "a clock that is a little ahead");
        for steps in [1, 0, -2, 2] {
            let refused = sign_in(&world.server, "dealer", Some(&shown(&secret, steps))).unwrap_err();
            assert_eq!(refused, ErrorCode::OneTimeCodeMismatch, "{steps}");
        }
    });
}

#[test]
fn of_two_instances_that_get_the_same_code_at_once_one_takes_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let servers = [Server::serve(test.state()), Server::serve(test.state())];
        let (secret, recovery) = set_up(&world.server, &world.dealer);
        let six = shown(&secret, 0);
        for given in [six.as_str(), &recovery[0]] {
            let answers = at_once(4, 1, |thread, _| sign_in(&servers[thread % 2], "dealer", Some(given)).is_ok());
            assert_eq!(answers[0].iter().filter(|taken| **taken).count(), 1, "{given}: {answers:?}");
        }
    });
}

#[test]
fn a_recovery_code_stands_in_once_however_it_is_typed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (secret, recovery) = set_up(&world.server, &world.dealer);
        assert!(sign_in(&world.server, "dealer", Some(&recovery[0])).is_ok());
        assert_eq!(sign_in(&world.server, "dealer", Some(&recovery[0])).unwrap_err(), ErrorCode::OneTimeCodeMismatch);
        let plain = recovery[1].to_lowercase().replace('-', " ");
        assert!(sign_in(&world.server, "dealer", Some(&plain)).is_ok());
        let left = || world.server.call::<GetTwoSteps>(Some(&world.dealer), &(), &(), &()).unwrap().recovery_codes_left;
        assert_eq!(left(), 8);
        let renew =
            |given: &str| world.server.call::<RenewRecoveryCodes>(Some(&world.dealer), &(), &(), &one_time(given));
        assert_eq!(refusal(renew("000000")), ErrorCode::OneTimeCodeMismatch);
        let renewed = renew(&shown(&secret, 0)).unwrap().recovery_codes;
        assert_eq!((renewed.len(), left()), (10, 10));
        assert_eq!(sign_in(&world.server, "dealer", Some(&recovery[2])).unwrap_err(), ErrorCode::OneTimeCodeMismatch);
        assert!(sign_in(&world.server, "dealer", Some(&renewed[2])).is_ok());
    });
}

#[test]
fn that_a_recovery_code_was_used_and_that_new_ones_were_made_is_told() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (secret, recovery) = set_up(&world.server, &world.dealer);
        sign_in(&world.server, "dealer", Some(&recovery[0])).unwrap();
        sign_in(&world.server, "dealer", Some(&shown(&secret, 0))).unwrap();
        let page = SignInFilter { page: None, page_size: None };
        let told = world.server.call::<ListOwnSignIns>(Some(&world.dealer), &(), &page, &()).unwrap().data;
        let outcomes: Vec<_> = told.iter().map(|one| one.outcome).collect();
        assert_eq!(outcomes, [SignInOutcome::Success, SignInOutcome::RecoveryCode]);
        let renewal = one_time(&shown(&secret, 1));
        world.server.call::<RenewRecoveryCodes>(Some(&world.dealer), &(), &(), &renewal).unwrap();
        let path = ManagerPath { manager_id: ManagerId(account_id(&world.server.state, "dealer")) };
        let page = RevisionFilter { page: None, page_size: None };
        let history = world.server.call::<ListManagerRevisions>(Some(&world.vendor), &path, &page, &()).unwrap().data;
        let change = &history[0].changes[0];
        assert_eq!(
            (change.field.as_str(), change.before.as_deref(), change.after.as_deref()),
            ("recoveryCodes", Some("9"), Some("10"))
        );
    });
}

#[test]
fn the_password_of_who_takes_a_second_step_off_is_counted_when_it_is_wrong() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    set_up(&world.server, &world.dealer);
    let wrong = PasswordConfirmation { password: "not the password".into() };
    let path = of(&world, "dealer");
    let tries =
        (0..25).map(|_| refusal(world.server.call::<EndAccountTwoSteps>(Some(&world.vendor), &path, &(), &wrong)));
    let looked_at = tries.take_while(|refused| *refused == ErrorCode::PasswordMismatch).count();
    assert_eq!(looked_at, 20, "ten of the session, ten of its network");
    let right = PasswordConfirmation { password: PASSWORD.into() };
    let paused = world.server.call::<EndAccountTwoSteps>(Some(&world.vendor), &path, &(), &right);
    assert_eq!(refusal(paused), ErrorCode::TooManyRequests);
}

#[test]
fn a_right_password_begins_no_pause_as_the_last_try_before_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (secret, _) = set_up(&world.server, &world.dealer);
        let try_wrong = || {
            let body = request("dealer", "not the password", None);
            refusal(world.server.call::<CreateToken>(None, &(), &(), &body))
        };
        for _ in 0..9 {
            assert_eq!(try_wrong(), ErrorCode::PasswordMismatch);
        }
        for _ in 0..2 {
            assert_eq!(sign_in(&world.server, "dealer", None).unwrap_err(), ErrorCode::OneTimeCodeRequired);
        }
        let locked_until = || {
            let path = ManagerPath { manager_id: ManagerId(account_id(&world.server.state, "dealer")) };
            world.server.call::<GetManager>(Some(&world.vendor), &path, &(), &()).unwrap().locked_until
        };
        assert_eq!(locked_until(), None, "nobody is told of a pause that there is not");
        sign_in(&world.server, "dealer", Some(&shown(&secret, 0))).unwrap();
        assert_eq!(locked_until(), None);
        for _ in 0..10 {
            assert_eq!(try_wrong(), ErrorCode::PasswordMismatch, "who has signed in has all tries again");
        }
        assert_eq!(sign_in(&world.server, "dealer", None).unwrap_err(), ErrorCode::TooManyRequests);
        assert!(locked_until().is_some());
    });
}

#[test]
fn who_is_held_to_a_second_step_gives_only_groups_that_demand_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        demand(&world, Authority::Vendor, true);
        set_up(&world.server, &world.vendor);
        let create = |token: &str, login_id: &str| {
            let save = manager(login_id, ManagerRole::Dealer, Some(world.dealer_id));
            world.server.call::<CreateManager>(Some(token), &(), &(), &save)
        };
        let refused = create(&world.vendor, "second").unwrap_err();
        let said = (refused.fields[0].path.as_str(), refused.fields[0].code.as_str());
        assert_eq!(said, ("permissionGroupId", "demandsTwoSteps"));
        create(&world.dealer, "third").unwrap();
        create(&world.admin, "fourth").unwrap();
        let path = ManagerPath { manager_id: ManagerId(account_id(&world.server.state, "third")) };
        let standing = world.server.call::<GetManager>(Some(&world.vendor), &path, &(), &()).unwrap();
        let save = ManagerSave { memo: Some("그대로".into()), ..standing.form() };
        world.server.call::<UpdateManager>(Some(&world.vendor), &path, &(), &save).unwrap();
        let offered = |token: &str, standing| {
            let filter = PermissionGroupChoiceFilter { permission_group_id: standing };
            let choices = world.server.call::<ListPermissionGroupChoices>(Some(token), &(), &filter, &()).unwrap();
            choices.into_iter().map(|choice| choice.authority).collect::<Vec<_>>()
        };
        assert_eq!(offered(&world.vendor, None), [Authority::Vendor], "what would be refused is not offered");
        let kept = offered(&world.vendor, Some(standing.permission_group_id));
        assert!(kept.len() == 2 && kept.contains(&Authority::Dealer), "what an account has it may keep");
        assert!(offered(&world.dealer, None).contains(&Authority::Retailer), "who is not held to one gives any");
        demand(&world, Authority::Dealer, true);
        create(&world.vendor, "second").unwrap();
        assert!(offered(&world.vendor, None).contains(&Authority::Dealer));
    });
}

/// Signs the dealer in by a request with these headers; returns the error and the cookie of the response.
fn sign_in_as_sent(
    server: &Server,
    headers: &[(&str, Option<&str>)],
    given: Option<&str>,
) -> (Option<ErrorCode>, Option<String>) {
    let mut request = server.agent.post(server.url(CreateToken::INFO.path));
    for (name, value) in headers {
        if let Some(value) = value {
            request = request.header(*name, *value);
        }
    }
    let mut body = json!({"grantType": "password", "loginId": "dealer", "password": PASSWORD});
    if let Some(given) = given {
        body["oneTimeCode"] = json!(given);
    }
    let mut answer = request.content_type("application/json").send(body.to_string()).unwrap();
    let cookie = answer.headers().get("set-cookie").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let text = answer.body_mut().read_to_string().unwrap();
    (serde_json::from_str::<ErrorBody>(&text).map(|error| code(&error)).ok(), cookie)
}

#[test]
fn who_has_stolen_a_password_is_paused_before_codes_are_worth_guessing_from_any_network() {
    TestDatabase::each(|test| {
        let settings = kernel::settings::Settings { behind_proxy: true, ..kernel::settings::Settings::default() };
        let world = World::build(test);
        let (secret, recovery) = set_up(&world.server, &world.dealer);
        let server = Server::start_with(test, settings);
        let from = |address: &str, given: Option<&str>, cookie: Option<&str>| {
            sign_in_as_sent(&server, &[("x-forwarded-for", Some(address)), ("cookie", cookie)], given)
        };
        let (refused, cookie) = from("198.51.100.1", Some(&recovery[0]), None);
        assert_eq!(refused, None, "signed in");
        let cookie = cookie.unwrap();
        let known = cookie.split(';').next().unwrap();
        // Each from its own network, and each first without a code, which must not gain further attempts.
        for number in 0..10 {
            let address = format!("203.0.113.{number}");
            assert_eq!(from(&address, None, None).0, Some(ErrorCode::OneTimeCodeRequired));
            assert_eq!(from(&address, Some("000000"), None).0, Some(ErrorCode::OneTimeCodeMismatch), "{number}");
        }
        let paused = from("203.0.113.99", Some(&recovery[1]), None).0;
        assert_eq!(paused, Some(ErrorCode::TooManyRequests), "a right code as well");
        let from_owners_device = from("203.0.113.99", Some(&recovery[1]), Some(known)).0;
        assert_eq!(from_owners_device, None, "the owner's device signs in");
        let told = world.server.call::<ListAccountSignIns>(
            Some(&world.vendor),
            &of(&world, "dealer"),
            &SignInFilter { page: None, page_size: Some(50) },
            &(),
        );
        let wrong = told.unwrap().data.iter().filter(|one| one.outcome == SignInOutcome::WrongCode).count();
        assert_eq!(wrong, 10, "somebody is told that the password is known");
        drop(secret);
    });
}

#[test]
fn devices_that_became_known_by_the_password_alone_win_no_tries_of_codes() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let sign_in_with =
            |cookie: Option<&str>, given: Option<&str>| sign_in_as_sent(&world.server, &[("cookie", cookie)], given);
        let cookies = [(); 3].map(|()| sign_in_with(None, None).1.unwrap());
        let known = cookies.map(|cookie| cookie.split(';').next().unwrap().to_owned());
        // Device cookies have the time of issue in seconds.
        std::thread::sleep(Duration::from_millis(1_100));
        set_up(&world.server, &world.dealer);
        let mut refusals = Vec::new();
        for number in 0..12 {
            refusals.push(sign_in_with(Some(&known[number % 3]), Some("000000")).0);
        }
        assert_eq!(refusals[..10], [Some(ErrorCode::OneTimeCodeMismatch); 10]);
        assert_eq!(refusals[10..], [Some(ErrorCode::TooManyRequests); 2], "whichever of them asks");
    });
}

#[test]
fn a_new_password_ends_the_pause_of_codes_that_who_knew_the_old_one_has_tried() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, recovery) = set_up(&world.server, &world.dealer);
        for _ in 0..10 {
            assert_eq!(sign_in(&world.server, "dealer", Some("000000")).unwrap_err(), ErrorCode::OneTimeCodeMismatch);
        }
        assert_eq!(sign_in(&world.server, "dealer", Some(&recovery[0])).unwrap_err(), ErrorCode::TooManyRequests);
        let change =
            PasswordChange { current_password: PASSWORD.into(), new_password: "another horse, another battery".into() };
        world.server.call::<ChangePassword>(Some(&world.dealer), &(), &(), &change).unwrap();
        let body = request("dealer", "another horse, another battery", Some(&recovery[0]));
        world.server.call::<CreateToken>(None, &(), &(), &body).unwrap();
    });
}

#[test]
fn asking_without_a_code_neither_counts_as_a_failure_nor_forgives_any() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    set_up(&world.server, &world.dealer);
    for _ in 0..12 {
        assert_eq!(sign_in(&world.server, "dealer", None).unwrap_err(), ErrorCode::OneTimeCodeRequired);
    }
    let mut refusals = Vec::new();
    for number in 0..12 {
        let body = request("dealer", "not the password", None);
        refusals.push(refusal(world.server.call::<CreateToken>(None, &(), &(), &body)));
        if number < 8 {
            assert_eq!(sign_in(&world.server, "dealer", None).unwrap_err(), ErrorCode::OneTimeCodeRequired);
        }
    }
    let looked_at = refusals.iter().filter(|code| **code == ErrorCode::PasswordMismatch).count();
    assert_eq!(looked_at, 10, "{refusals:?}");
}

#[test]
fn setting_up_and_ending_ask_for_the_password_and_nothing_of_a_code_is_kept_or_told() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let wrong = PasswordConfirmation { password: "not the password".into() };
        let refused = world.server.call::<BeginTwoSteps>(Some(&world.dealer), &(), &(), &wrong);
        assert_eq!(refusal(refused), ErrorCode::PasswordMismatch);
        let confirm =
            |given: &str| world.server.call::<ConfirmTwoSteps>(Some(&world.dealer), &(), &(), &one_time(given));
        assert_eq!(refusal(confirm("123456")), ErrorCode::Changed, "nothing was begun");
        let (secret, recovery) = set_up(&world.server, &world.dealer);
        assert_eq!(refusal(begin(&world.server, &world.dealer)), ErrorCode::Changed, "it is on");
        assert_eq!(refusal(confirm(&shown(&secret, 0))), ErrorCode::Changed, "it is on");
        let seed: String = test
            .database
            .read_blocking(|connection| Ok(two_step::table.select(two_step::sealed_seed).first(connection)?))
            .unwrap();
        assert!(!seed.contains(&secret));
        let kept: Vec<String> = test
            .database
            .read_blocking(|connection| Ok(recovery_code::table.select(recovery_code::code_hash).load(connection)?))
            .unwrap();
        assert!(kept.len() == 10 && kept.iter().all(|kept| !recovery.contains(kept)));

        let end = |password: &str, given: &str| {
            let body = TwoStepsEnd { password: password.into(), one_time_code: given.into() };
            world.server.call::<EndTwoSteps>(Some(&world.dealer), &(), &(), &body)
        };
        assert_eq!(refusal(end("not the password", &recovery[0])), ErrorCode::PasswordMismatch);
        assert_eq!(refusal(end(PASSWORD, "000000")), ErrorCode::OneTimeCodeMismatch);
        end(PASSWORD, &recovery[0]).unwrap();
        assert_eq!(refusal(end(PASSWORD, &recovery[1])), ErrorCode::Changed);
        assert!(sign_in(&world.server, "dealer", None).is_ok());
        let filter = ChangeLogFilter {
            resources: vec![uno_core::contract::logs::ChangedResource::Manager],
            ..serde_json::from_str("{}").unwrap()
        };
        let log = world.server.call::<ListChangeLogs>(Some(&world.admin), &(), &filter, &()).unwrap().data;
        let told: Vec<_> = log
            .iter()
            .flat_map(|row| &row.changes)
            .map(|change| (change.field.as_str(), change.before.as_deref(), change.after.as_deref()))
            .collect();
        let field = "hasTwoSteps";
        assert_eq!(told, [(field, Some("true"), Some("false")), (field, Some("false"), Some("true"))]);
    });
}

#[test]
fn a_seed_that_waited_too_long_is_begun_anew() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let key = begin(&world.server, &world.dealer).unwrap();
        let aged = "UPDATE two_step SET begun_at = begun_at - 600001";
        test.database.connect().unwrap().batch_execute(aged).unwrap();
        let late = one_time(&shown(&key.secret, 0));
        let refused = world.server.call::<ConfirmTwoSteps>(Some(&world.dealer), &(), &(), &late);
        assert_eq!(refusal(refused), ErrorCode::Changed);
    });
}

#[test]
fn a_group_that_demands_a_second_step_holds_its_accounts_until_they_have_one_in_the_midst_of_a_session() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let any = SignInFilter { page: None, page_size: None };
        let own = |token: &str| world.server.call::<ListOwnSignIns>(Some(token), &(), &any, &());
        assert!(own(&world.dealer).is_ok());
        demand(&world, Authority::Dealer, true);
        until_callers_are_loaded_anew();
        assert_eq!(refusal(own(&world.dealer)), ErrorCode::TwoStepsRequired);
        assert!(own(&world.retailer).is_ok(), "another group");
        let held = sign_in(&world.server, "dealer", None).unwrap().access_token.token;
        let me = world.server.call::<GetAccount>(Some(&held), &(), &(), &()).unwrap();
        assert!(me.must_set_up_two_steps);
        let confirm = PasswordConfirmation { password: PASSWORD.into() };
        let refused = world.server.call::<ConfirmPassword>(Some(&held), &(), &(), &confirm);
        assert_eq!(refusal(refused), ErrorCode::TwoStepsRequired);
        assert!(world.server.call::<GetTwoSteps>(Some(&held), &(), &(), &()).unwrap().is_demanded);
        set_up(&world.server, &held);
        assert!(own(&held).is_ok(), "at once on this instance");
        assert!(!world.server.call::<GetAccount>(Some(&held), &(), &(), &()).unwrap().must_set_up_two_steps);

        // An account whose password was set by staff must change it first.
        let set = "UPDATE account SET must_change_password = TRUE WHERE login_id = 'retailer'";
        test.database.connect().unwrap().batch_execute(set).unwrap();
        demand(&world, Authority::Retailer, true);
        until_callers_are_loaded_anew();
        assert_eq!(refusal(begin(&world.server, &world.retailer)), ErrorCode::PasswordChangeRequired);
        let new = "another horse battery";
        let change = PasswordChange { current_password: PASSWORD.into(), new_password: new.into() };
        world.server.call::<ChangePassword>(Some(&world.retailer), &(), &(), &change).unwrap();
        assert_eq!(refusal(own(&world.retailer)), ErrorCode::TwoStepsRequired);
        demand(&world, Authority::Retailer, false);
        until_callers_are_loaded_anew();
        assert!(own(&world.retailer).is_ok(), "what is no longer demanded holds nobody");
    });
}

#[test]
fn no_group_of_members_demands_a_second_step_and_members_have_none() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let save = PermissionGroupSave {
        name: "회원 둘".into(),
        description: None,
        authority: Authority::Member,
        requires_two_steps: true,
        allowed_service_ids: vec![],
        allowed_menu_items: vec![],
        version: None,
    };
    let refused = world.server.call::<CreatePermissionGroup>(Some(&world.admin), &(), &(), &save).unwrap_err();
    assert_eq!((refused.fields[0].path.as_str(), refused.fields[0].code.as_str()), ("requiresTwoSteps", "notAllowed"));
    assert_eq!(refusal(begin(&world.server, &world.member)), ErrorCode::Forbidden);
}

#[test]
fn who_looks_after_an_account_takes_its_second_step_off_and_nobody_else_does() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, recovery) = set_up(&world.server, &world.dealer);
        set_up(&world.server, &world.admin);
        let manager = |login_id: &str| {
            let path = ManagerPath { manager_id: ManagerId(account_id(&world.server.state, login_id)) };
            world.server.call::<GetManager>(Some(&world.vendor), &path, &(), &()).unwrap()
        };
        assert!(manager("dealer").has_two_steps && !manager("retailer").has_two_steps);
        let take_off = |token: &str, login_id: &str| {
            let body = PasswordConfirmation { password: PASSWORD.into() };
            world.server.call::<EndAccountTwoSteps>(Some(token), &of(&world, login_id), &(), &body)
        };
        assert_eq!(refusal(take_off(&world.other_vendor, "dealer")), ErrorCode::NotFound, "another tree");
        assert_eq!(refusal(take_off(&world.retailer, "dealer")), ErrorCode::NotFound, "from below");
        assert_eq!(refusal(take_off(&world.vendor, "root")), ErrorCode::NotFound, "above the own tier");
        let own = take_off(&world.dealer, "dealer").unwrap_err();
        assert_eq!(own.fields[0].code, "ownAccount", "a session that was taken over could do it");
        assert_eq!(refusal(take_off(&world.vendor, "retailer")), ErrorCode::Changed, "there is none");
        let wrong = PasswordConfirmation { password: "not the password".into() };
        let refused = world.server.call::<EndAccountTwoSteps>(Some(&world.vendor), &of(&world, "dealer"), &(), &wrong);
        assert_eq!(refusal(refused), ErrorCode::PasswordMismatch, "whoever has the session alone takes nothing off");
        assert!(manager("dealer").has_two_steps);
        take_off(&world.vendor, "dealer").unwrap();
        until_callers_are_loaded_anew();
        let ended = world.server.call::<GetAccount>(Some(&world.dealer), &(), &(), &());
        assert_eq!(refusal(ended), ErrorCode::Unauthenticated, "its sessions have ended");
        assert!(sign_in(&world.server, "dealer", None).is_ok());
        assert!(!manager("dealer").has_two_steps);
        let again = session(&world.server.state, "dealer", Authority::Dealer).access_token.token;
        set_up(&world.server, &again);
        let refused = sign_in(&world.server, "dealer", Some(&recovery[5])).unwrap_err();
        assert_eq!(refused, ErrorCode::OneTimeCodeMismatch, "codes of before are worth nothing");
    });
}

#[test]
fn with_another_secret_of_the_server_no_code_fits_and_who_looks_after_the_account_helps() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let (secret, recovery) = set_up(&world.server, &world.dealer);
    std::fs::remove_file(test.secret_file()).unwrap();
    let server = Server::serve(test.state());
    for given in [shown(&secret, 0), recovery[0].clone()] {
        assert_eq!(sign_in(&server, "dealer", Some(&given)).unwrap_err(), ErrorCode::OneTimeCodeMismatch);
    }
    let vendor = sign_in(&server, "vendor", None).unwrap().access_token.token;
    let own = PasswordConfirmation { password: PASSWORD.into() };
    server.call::<EndAccountTwoSteps>(Some(&vendor), &of(&world, "dealer"), &(), &own).unwrap();
    assert!(sign_in(&server, "dealer", None).is_ok());
}

#[test]
fn an_account_is_told_of_its_own_sign_ins_and_readings_of_ninety_days_and_of_nobody_elses() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let path = MemberPath { member_id: member.member_id };
        for token in [&world.dealer, &world.retailer] {
            world.server.call::<RevealMember>(Some(token), &path, &(), &()).unwrap();
        }
        sign_in(&world.server, "dealer", None).unwrap();
        sign_in(&world.server, "retailer", None).unwrap();
        let page = SignInFilter { page: None, page_size: None };
        let sign_ins = || world.server.call::<ListOwnSignIns>(Some(&world.dealer), &(), &page, &()).unwrap().data;
        assert_eq!(sign_ins().iter().map(|one| one.outcome).collect::<Vec<_>>(), [SignInOutcome::Success]);
        let page = RevisionFilter { page: None, page_size: None };
        let read = || world.server.call::<ListOwnAccessLogs>(Some(&world.dealer), &(), &page, &()).unwrap().data;
        let told: Vec<_> = read().into_iter().map(|one| (one.member_name, one.member_id, one.persons)).collect();
        assert_eq!(told, [(Some("김하나".into()), Some(member.member_id), Some(1))]);
        let aged = "UPDATE sign_in_log SET created_at = created_at - 7862400000";
        test.database.connect().unwrap().batch_execute(aged).unwrap();
        assert!(sign_ins().is_empty(), "ninety-one days ago");
    });
}

#[test]
fn a_group_that_an_older_version_removed_comes_back_and_demands_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = PermissionGroupSave {
            name: "예전 그룹".into(),
            description: None,
            authority: Authority::Dealer,
            requires_two_steps: true,
            allowed_service_ids: vec![],
            allowed_menu_items: vec![],
            version: None,
        };
        let made = world.server.call::<CreatePermissionGroup>(Some(&world.admin), &(), &(), &save).unwrap();
        let path = PermissionGroupPath { permission_group_id: made.permission_group_id };
        let removed = world.server.call::<DeletePermissionGroup>(Some(&world.admin), &path, &(), &()).unwrap();
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0028");
        migrations::run(&mut connection).unwrap();
        let path_of_removal = RevisionPath { revision_id: removed.revision_id.unwrap() };
        let undo = Undo { version: None };
        world.server.call::<UndoRevision>(Some(&world.admin), &path_of_removal, &(), &undo).unwrap();
        let again = world.server.call::<GetPermissionGroup>(Some(&world.admin), &path, &(), &()).unwrap();
        assert!(!again.requires_two_steps, "the version before knew of no such demand");
    });
}
