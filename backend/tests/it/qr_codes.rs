//! Sign-in by QR code: bound to the browser, confirmed by a member, used once.

use crate::support::{PASSWORD, Server, TestDatabase, World, add_account, at_once, code, session};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::{self, Caller},
    auth::tokens::Keys,
    clock,
    db::schema::{account, qr_code},
    problem::Problem,
    state::State,
};
use p256::{
    ecdsa::{Signature, SigningKey, signature::Signer},
    pkcs8::EncodePublicKey,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        Endpoint,
        error::{ErrorBody, ErrorCode},
        managed_users::{RegisterUser, SetUserPassword, UserOfMember, UserPath, UserSignIn},
        members::MemberPath,
        own_account::{
            ChangePassword, EndOtherSessions, EndOwnSession, GetAccount, ListOwnSessions, OwnSessionPath,
            PasswordChange,
        },
        qr_codes::{
            ConfirmQrCode, CreateQrCode, GetQrCodeStatus, InspectQrCode, QrCode, QrCodeConfirmation, QrCodeReference,
            QrCodeState, QrCodeStatus,
        },
        sign_in::{CreateToken, GrantType, PROOF_PREFIX, TokenPair, TokenRequest},
        users::{LevelEvidence, UserLevel},
    },
    domain::access::Authority,
};

/// A browser that keeps its cookie.
struct Browser<'a> {
    server: &'a Server,
    cookie: Option<String>,
}

impl<'a> Browser<'a> {
    fn of(server: &'a Server) -> Self {
        Self { server, cookie: None }
    }

    fn post<B: serde::Serialize, T: serde::de::DeserializeOwned>(&self, path: &str, body: &B) -> Result<T, ErrorBody> {
        let mut request = self.server.agent.post(self.server.url(path)).header("user-agent", "Test browser 1.0");
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let mut answer = request.send_json(body).unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        match serde_json::from_str(&text) {
            Ok(value) if answer.status().is_success() => Ok(value),
            _ => Err(serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"))),
        }
    }

    /// Requests a code and stores the cookie.
    fn ask(&mut self) -> QrCode {
        let mut request =
            self.server.agent.post(self.server.url(CreateQrCode::INFO.path)).header("user-agent", "Test browser 1.0");
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let mut answer = request.send_empty().unwrap();
        let set = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
        for attribute in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"] {
            assert!(set.contains(attribute), "{set}");
        }
        self.cookie = set.split(';').next().map(str::to_owned);
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    }

    fn status(&self, code: &str) -> QrCodeStatus {
        let body = QrCodeReference { qr_code: code.into() };
        self.post::<_, QrCodeState>(GetQrCodeStatus::INFO.path, &body).unwrap().status
    }

    fn claim(&self, code: &str) -> Result<TokenPair, ErrorCode> {
        self.claim_with(code, None)
    }

    fn claim_with(&self, code: &str, public_key: Option<String>) -> Result<TokenPair, ErrorCode> {
        let body = TokenRequest { qr_code: Some(code.into()), public_key, ..TokenRequest::by(GrantType::QrCode) };
        self.post(CreateToken::INFO.path, &body).map_err(|error| code_of(&error))
    }
}

fn code_of(error: &ErrorBody) -> ErrorCode {
    code(error)
}

fn answer(world: &World, token: &str, code: &str, approved: Option<bool>) -> Result<(), ErrorCode> {
    let body = QrCodeConfirmation { qr_code: code.into(), approved };
    world.server.call::<ConfirmQrCode>(Some(token), &(), &(), &body).map(|_| ()).map_err(|error| code_of(&error))
}

fn confirm(world: &World, code: &str) -> Result<(), ErrorCode> {
    answer(world, &world.member, code, None)
}

/// Expires all codes.
fn expire_codes(world: &World) {
    world
        .server
        .state
        .database
        .write_blocking(|connection| {
            diesel::update(qr_code::table)
                .set(qr_code::expires_at.eq(clock::now().0 - 1))
                .execute(connection)
                .map_err(Problem::from)
        })
        .unwrap();
}

#[test]
fn a_confirmed_code_signs_in_the_browser_that_asked_for_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut browser = Browser::of(&world.server);
        let code = browser.ask();
        let left = code.expires_at.0 - clock::now().0;
        assert!((110_000..=120_000).contains(&left), "{left}");
        assert_eq!(browser.status(&code.qr_code), QrCodeStatus::Pending);
        let reference = QrCodeReference { qr_code: code.qr_code.clone() };
        let request = world.server.call::<InspectQrCode>(Some(&world.member), &(), &(), &reference).unwrap();
        assert_eq!((request.browser.as_str(), request.address.as_str()), ("Test browser 1.0", "127.0.0.1"));
        assert_eq!(confirm(&world, &code.qr_code), Ok(()));
        assert_eq!(confirm(&world, &code.qr_code), Ok(()), "an answer that was lost is repeated");
        assert_eq!(browser.status(&code.qr_code), QrCodeStatus::Success);
        let pair = browser.claim(&code.qr_code).unwrap();
        let me = world.server.call::<GetAccount>(Some(&pair.access_token.token), &(), &(), &()).unwrap();
        assert_eq!((me.login_id.as_str(), me.role), ("member", Authority::Member));
    });
}

#[test]
fn a_code_is_worth_nothing_to_another_browser() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (mut browser, mut thief, bare) =
            (Browser::of(&world.server), Browser::of(&world.server), Browser::of(&world.server));
        let (code, _) = (browser.ask().qr_code, thief.ask());
        assert_eq!((thief.status(&code), bare.status(&code)), (QrCodeStatus::Fail, QrCodeStatus::Fail));
        confirm(&world, &code).unwrap();
        assert_eq!((thief.status(&code), bare.status(&code)), (QrCodeStatus::Fail, QrCodeStatus::Fail));
        assert_eq!(thief.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
        assert_eq!(bare.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
        assert!(browser.claim(&code).is_ok(), "what others try spoils nothing");
    });
}

#[test]
fn two_tabs_of_a_browser_each_have_their_code() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let mut browser = Browser::of(&world.server);
    let (first, second) = (browser.ask().qr_code, browser.ask().qr_code);
    assert_eq!((browser.status(&first), browser.status(&second)), (QrCodeStatus::Pending, QrCodeStatus::Pending));
}

#[test]
fn a_code_that_was_not_confirmed_declined_used_or_has_expired_gives_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut browser = Browser::of(&world.server);
        let pending = browser.ask().qr_code;
        assert_eq!(browser.claim(&pending).err(), Some(ErrorCode::QrCodeInvalid));

        let declined = browser.ask().qr_code;
        answer(&world, &world.member, &declined, Some(false)).unwrap();
        assert_eq!(browser.status(&declined), QrCodeStatus::Fail);
        assert_eq!(browser.claim(&declined).err(), Some(ErrorCode::QrCodeInvalid));
        assert_eq!(confirm(&world, &declined), Err(ErrorCode::NotFound), "declined stays declined");

        let used = browser.ask().qr_code;
        confirm(&world, &used).unwrap();
        browser.claim(&used).unwrap();
        assert_eq!(browser.status(&used), QrCodeStatus::Fail);
        assert_eq!(browser.claim(&used).err(), Some(ErrorCode::QrCodeInvalid));
        assert_eq!(confirm(&world, &used), Err(ErrorCode::NotFound));

        let (late, confirmed) = (browser.ask().qr_code, browser.ask().qr_code);
        confirm(&world, &confirmed).unwrap();
        expire_codes(&world);
        assert_eq!(confirm(&world, &late), Err(ErrorCode::NotFound));
        assert_eq!(browser.status(&confirmed), QrCodeStatus::Fail);
        assert_eq!(browser.claim(&confirmed).err(), Some(ErrorCode::QrCodeInvalid));
        assert_eq!(browser.claim("nonsense").err(), Some(ErrorCode::QrCodeInvalid));
    });
}

#[test]
fn only_members_confirm_and_a_suspended_one_signs_nobody_in() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut browser = Browser::of(&world.server);
        let code = browser.ask().qr_code;
        assert_eq!(answer(&world, &world.admin, &code, None), Err(ErrorCode::Forbidden));
        confirm(&world, &code).unwrap();
        let disable = |connection: &mut _| {
            diesel::update(account::table.filter(account::login_key.eq("member")))
                .set(account::disabled_at.eq(clock::now().0))
                .execute(connection)
                .map_err(Problem::from)
        };
        world.server.state.database.write_blocking(disable).unwrap();
        assert_eq!(browser.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
        assert_eq!(browser.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
        let next = browser.ask().qr_code;
        let refused_by = Instant::now() + Duration::from_secs(1);
        while confirm(&world, &next) != Err(ErrorCode::Unauthenticated) {
            assert!(Instant::now() < refused_by, "a suspended member confirms nothing after a second");
        }
        assert_eq!(browser.claim(&next).err(), Some(ErrorCode::QrCodeInvalid));
    });
}

#[test]
fn each_of_a_thousand_codes_that_many_claim_at_once_on_two_instances_signs_in_exactly_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        let mut browser = Browser::of(&world.server);
        let codes: Vec<String> = (0..1_000).map(|_| browser.ask().qr_code).collect();
        for code in &codes {
            confirm(&world, code).unwrap();
        }
        let claims = at_once(20, codes.len(), |thread, round| {
            let server = if thread % 2 == 0 { &world.server } else { &other };
            Browser { server, cookie: browser.cookie.clone() }.claim(&codes[round]).is_ok()
        });
        for claims in claims {
            assert_eq!(claims.into_iter().filter(|won| *won).count(), 1);
        }
    });
}

#[test]
fn a_session_bound_to_a_key_is_renewed_only_with_its_proof() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut browser = Browser::of(&world.server);
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let public = URL_SAFE_NO_PAD.encode(key.verifying_key().to_public_key_der().unwrap().as_bytes());
        let code = browser.ask().qr_code;
        confirm(&world, &code).unwrap();
        let refused = browser.claim_with(&code, Some("AAAA".into()));
        assert_eq!(refused.err(), Some(ErrorCode::Invalid), "what is no key is told, and spoils nothing");
        let pair = browser.claim_with(&code, Some(public)).unwrap();
        let sign = |token: &str| {
            let signature: Signature = key.sign([PROOF_PREFIX, token].concat().as_bytes());
            URL_SAFE_NO_PAD.encode(signature.to_bytes())
        };
        let renew = |token: &str, proof: Option<String>| {
            let request =
                TokenRequest { refresh_token: Some(token.into()), proof, ..TokenRequest::by(GrantType::RefreshToken) };
            world.server.call::<CreateToken>(None, &(), &(), &request).map_err(|error| code_of(&error))
        };
        let token = pair.refresh_token.token;
        for proof in [None, Some(String::new()), Some(sign("another")), Some("A".repeat(86))] {
            assert_eq!(renew(&token, proof).err(), Some(ErrorCode::RefreshTokenInvalid));
        }
        let next = renew(&token, Some(sign(&token))).unwrap();
        let next = next.refresh_token.token;
        assert_eq!(renew(&next, Some(sign(&token))).err(), Some(ErrorCode::RefreshTokenInvalid), "an older proof");
        assert!(renew(&next, Some(sign(&next))).is_ok());
    });
}

fn change_password(server: &Server, token: &str, current: &str, new: &str) -> Result<(), ErrorCode> {
    let body = PasswordChange { current_password: current.into(), new_password: new.into() };
    server.call::<ChangePassword>(Some(token), &(), &(), &body).map(|_| ()).map_err(|error| code_of(&error))
}

const NEW_PASSWORD: &str = "another horse, another battery";

#[test]
fn a_change_of_the_password_takes_back_what_was_confirmed_and_not_yet_claimed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (mut mine, mut of_another) = (Browser::of(&world.server), Browser::of(&world.server));
        let (code, kept) = (mine.ask().qr_code, of_another.ask().qr_code);
        let somebody = add_account(&world.server.state, "somebody", Authority::Member, None);
        confirm(&world, &code).unwrap();
        answer(&world, &somebody, &kept, None).unwrap();
        change_password(&world.server, &world.member, PASSWORD, NEW_PASSWORD).unwrap();
        assert_eq!(mine.status(&code), QrCodeStatus::Fail);
        assert_eq!(mine.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
        assert!(of_another.claim(&kept).is_ok(), "another account's stay");
    });
}

#[test]
fn a_password_that_staff_give_takes_back_what_was_confirmed_and_not_yet_claimed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "김하나");
        let of_member = UserOfMember { evidence: LevelEvidence::InPerson, level: UserLevel::RegularVerified1Member };
        let member = MemberPath { member_id: record.member_id };
        let user = world.server.call::<RegisterUser>(Some(&world.retailer), &member, &(), &of_member).unwrap();
        let give = |login_id: Option<&str>, password: &str| {
            let sent = UserSignIn { login_id: login_id.map(str::to_owned), password: Some(password.into()) };
            let path = UserPath { user_id: user.user_id };
            world.server.call::<SetUserPassword>(Some(&world.retailer), &path, &(), &sent).unwrap();
        };
        give(Some("hana.kim"), PASSWORD);
        let own = session(&world.server.state, "hana.kim", Authority::Member).access_token.token;
        change_password(&world.server, &own, PASSWORD, NEW_PASSWORD).unwrap();
        let mut browser = Browser::of(&world.server);
        let code = browser.ask().qr_code;
        answer(&world, &own, &code, None).unwrap();
        give(None, "seven green lanterns");
        assert_eq!(browser.status(&code), QrCodeStatus::Fail);
        assert_eq!(browser.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
    });
}

#[test]
fn whoever_ends_sessions_of_the_own_account_takes_back_what_they_have_confirmed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut browser = Browser::of(&world.server);
        let stolen = || session(&world.server.state, "member", Authority::Member).access_token.token;
        let code = browser.ask().qr_code;
        answer(&world, &stolen(), &code, None).unwrap();
        world.server.call::<EndOtherSessions>(Some(&world.member), &(), &(), &()).unwrap();
        assert_eq!(browser.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));

        let code = browser.ask().qr_code;
        answer(&world, &stolen(), &code, None).unwrap();
        let own = world.server.call::<ListOwnSessions>(Some(&world.member), &(), &(), &()).unwrap();
        let session_id = own.iter().find(|session| !session.is_current).unwrap().session_id;
        world.server.call::<EndOwnSession>(Some(&world.member), &OwnSessionPath { session_id }, &(), &()).unwrap();
        assert_eq!(browser.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
    });
}

#[test]
fn an_account_without_a_password_signs_in_by_no_code() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut browser = Browser::of(&world.server);
        let code = browser.ask().qr_code;
        confirm(&world, &code).unwrap();
        let taken =
            diesel::update(account::table.filter(account::login_key.eq("member"))).set(account::password_hash.eq(""));
        test.database.write_blocking(|connection| Ok(taken.execute(connection)?)).unwrap();
        assert_eq!(browser.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
    });
}

#[test]
fn another_secret_takes_back_every_code() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::serve(State { keys: Arc::new(Keys::of(&[7; 32])), ..test.state() });
        let mut browser = Browser::of(&world.server);
        let code = browser.ask().qr_code;
        confirm(&world, &code).unwrap();
        let restarted = Browser { server: &other, cookie: browser.cookie.clone() };
        assert_eq!(restarted.status(&code), QrCodeStatus::Fail);
        assert_eq!(restarted.claim(&code).err(), Some(ErrorCode::QrCodeInvalid));
    });
}

#[test]
fn a_session_that_was_ended_just_now_confirms_nothing_although_its_caller_is_still_known() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        let stolen = session(&world.server.state, "member", Authority::Member).access_token.token;
        let mut thief = Browser::of(&other);
        let code = thief.ask().qr_code;
        // The other instance has just cached the caller.
        change_password(&world.server, &world.member, PASSWORD, NEW_PASSWORD).unwrap();
        let claims = other.state.keys.claims(&stolen).unwrap();
        let account_id = claims.sub.parse().unwrap();
        let known = test.database.read_blocking(|connection| caller::of_account(connection, account_id)).unwrap();
        other.state.callers.keep(&Arc::new(Caller { session_id: claims.sid, ..known.unwrap() }));
        let body = QrCodeConfirmation { qr_code: code.clone(), approved: None };
        let refused = other.call::<ConfirmQrCode>(Some(&stolen), &(), &(), &body).err();
        assert_eq!(refused.map(|error| code_of(&error)), Some(ErrorCode::Unauthenticated));
        assert_eq!(thief.status(&code), QrCodeStatus::Pending);
    });
}

#[test]
fn no_session_begun_with_the_old_password_or_by_a_code_outlives_the_change_of_the_password() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        let passwords = [PASSWORD, NEW_PASSWORD];
        let (mut begun, mut refused) = (0, 0);
        // An eighth of the duration of a password change: the other requests arrive before its end in the first rounds
        // and after it in the last.
        let timed = Instant::now();
        change_password(&world.server, &world.member, PASSWORD, NEW_PASSWORD).unwrap();
        change_password(&world.server, &world.member, NEW_PASSWORD, PASSWORD).unwrap();
        let step = timed.elapsed() / 16;
        for round in 0..16_u32 {
            let (old, new) = (passwords[round as usize % 2], passwords[(round as usize + 1) % 2]);
            let mut browser = Browser::of(&other);
            let code = browser.ask().qr_code;
            confirm(&world, &code).unwrap();
            let pairs: Vec<TokenPair> = std::thread::scope(|scope| {
                let change = scope.spawn(|| change_password(&world.server, &world.member, old, new).unwrap());
                let claim = scope.spawn(|| {
                    std::thread::sleep(step * round);
                    browser.claim(&code).ok()
                });
                let sign_in = scope.spawn(|| {
                    std::thread::sleep(step * round * 5 / 8);
                    let body = TokenRequest {
                        login_id: Some("member".into()),
                        password: Some(old.into()),
                        ..TokenRequest::by(GrantType::Password)
                    };
                    other.call::<CreateToken>(None, &(), &(), &body).ok()
                });
                change.join().unwrap();
                [claim.join().unwrap(), sign_in.join().unwrap()].into_iter().flatten().collect()
            });
            (begun, refused) = (begun + pairs.len(), refused + 2 - pairs.len());
            for pair in pairs {
                let body = TokenRequest {
                    refresh_token: Some(pair.refresh_token.token),
                    ..TokenRequest::by(GrantType::RefreshToken)
                };
                let renewed = other.call::<CreateToken>(None, &(), &(), &body);
                assert_eq!(renewed.err().map(|error| code_of(&error)), Some(ErrorCode::RefreshTokenInvalid), "{round}");
            }
        }
        assert!(begun > 0 && refused > 0, "both came first at times: {begun} {refused}");
        assert!(world.server.call::<GetAccount>(Some(&world.member), &(), &(), &()).is_ok(), "the own session goes on");
    });
}

#[test]
fn an_independent_decoder_reads_the_image() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let asked = Browser::of(&world.server).ask();
    let file = STANDARD.decode(asked.qr_code_image_base64).unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let side = usize::try_from(reader.next_frame(&mut pixels).unwrap().width).unwrap();
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| pixels[y * side + x]);
    let read: Vec<String> = image.detect_grids().iter().map(|grid| grid.decode().unwrap().1).collect();
    assert_eq!(read, [asked.qr_code]);
}
