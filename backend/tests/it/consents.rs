//! Consents: what members must agree to first, what they may change later, and what staff see.

use crate::support::{Server, TestDatabase, World, code, link, registration, session};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::{clock, db::schema::terms};
use uno_core::{
    contract::{
        Access, BodyKind, ENDPOINTS, Endpoint as _,
        consents::{
            ConsentSave, GiveConsents, ListOwnConsents, ListUserConsents, OwnConsent, OwnConsentFilter, UserConsent,
            WithdrawConsent,
        },
        error::{ErrorBody, ErrorCode},
        logs::{AccessAction, AccessLogFilter, ListAccessLogs},
        managed_users::UserPath,
        own_account::GetAccount,
        terms::{
            CreateTerms, CurrentTermsFilter, GetTerms, Language, ListCurrentTerms, ListTerms, Terms, TermsFilter,
            TermsId, TermsKind, TermsPath, TermsSave, TermsStatus,
        },
        users::{GetOwnProfile, SignUp, UserId, UserRegistration},
    },
    domain::access::Authority,
};

fn text(kind: TermsKind, edition: &str, language: Language, is_required: bool) -> TermsSave {
    TermsSave {
        kind,
        edition: edition.into(),
        language,
        content: format!("<p>{edition}</p>"),
        is_required,
        effective_from: clock::today(),
        status: TermsStatus::Published,
        version: None,
    }
}

fn publish(world: &World, save: &TermsSave) -> TermsId {
    world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), save).unwrap().terms_id
}

fn required(world: &World, edition: &str) -> TermsId {
    publish(world, &text(TermsKind::Service, edition, Language::Ko, true))
}

fn optional(world: &World, edition: &str) -> TermsId {
    publish(world, &text(TermsKind::Marketing, edition, Language::Ko, false))
}

/// Drops the cached caller, so that newly published terms apply at once.
fn forget(server: &Server, token: &str) {
    server.state.callers.forget(server.state.keys.claims(token).unwrap().sid);
}

fn own_in(world: &World, token: &str, language: Option<Language>) -> Vec<OwnConsent> {
    world.server.call::<ListOwnConsents>(Some(token), &(), &OwnConsentFilter { language }, &()).unwrap()
}

fn own(world: &World, token: &str) -> Vec<OwnConsent> {
    own_in(world, token, None)
}

fn give(world: &World, token: &str, terms_ids: &[TermsId]) -> Result<(), ErrorBody> {
    let save = ConsentSave { terms_ids: terms_ids.to_vec() };
    world.server.call::<GiveConsents>(Some(token), &(), &(), &save).map(|_| ())
}

fn withdraw(world: &World, token: &str, terms_id: TermsId) -> Result<(), ErrorBody> {
    world.server.call::<WithdrawConsent>(Some(token), &TermsPath { terms_id }, &(), &()).map(|_| ())
}

fn profile(world: &World, token: &str) -> Result<UserId, ErrorBody> {
    world.server.call::<GetOwnProfile>(Some(token), &(), &(), &()).map(|profile| profile.user_id)
}

fn must_agree(world: &World, token: &str) -> bool {
    world.server.call::<GetAccount>(Some(token), &(), &(), &()).unwrap().must_agree_to_terms
}

fn told(world: &World, token: &str, user_id: UserId) -> Result<Vec<UserConsent>, ErrorBody> {
    world.server.call::<ListUserConsents>(Some(token), &UserPath { user_id }, &(), &())
}

/// Returns the path and the code of the first invalid field.
fn fault(error: &ErrorBody) -> (&str, &str) {
    error.fields.first().map_or(("", ""), |field| (field.path.as_str(), field.code.as_str()))
}

#[test]
fn a_member_with_required_terms_outstanding_reaches_nothing_but_what_leads_out_of_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        required(&world, "1.0");
        forget(&world.server, &world.member);
        assert!(must_agree(&world, &world.member));
        let mut open = Vec::new();
        for info in ENDPOINTS.iter().filter(|info| !["SignOut", "EndOwnSession", "DeleteOwnUser"].contains(&info.name))
        {
            let path = info.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
            let url = world.server.url(&path.collect::<Vec<_>>().join("/"));
            let body = (info.body != BodyKind::None).then_some(b"{}".as_slice());
            let (status, text) = world.server.send(info.method, &url, Some(&world.member), body);
            let held = || {
                serde_json::from_str::<ErrorBody>(&text).is_ok_and(|error| code(&error) == ErrorCode::ConsentRequired)
            };
            match info.access {
                Access::Member | Access::SignedIn | Access::SignedInOrCredential(_) => {
                    assert!(status == 403 && held(), "{}: {status} {text}", info.name);
                }
                Access::EvenBeforeConsents => {
                    assert!(!held(), "{}: {text}", info.name);
                    open.push(info.name);
                }
                _ => assert!(!held(), "{}: {text}", info.name),
            }
        }
        open.sort_unstable();
        assert_eq!(open, ["ConfirmQrCode", "GiveConsents", "InspectQrCode", "ListOwnConsents"]);
        let staff = world.server.call::<GetAccount>(Some(&world.dealer), &(), &(), &()).unwrap();
        assert!(!staff.must_agree_to_terms, "terms are for members");
    });
}

#[test]
fn agreeing_opens_what_was_closed_and_a_newer_required_edition_closes_it_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (first, marketing) = (required(&world, "1.0"), optional(&world, "1.0"));
        forget(&world.server, &world.member);
        let listed = own(&world, &world.member);
        assert_eq!(
            listed.iter().map(|one| (one.terms_id, one.is_required)).collect::<Vec<_>>(),
            [(first, true), (marketing, false)]
        );
        assert!(listed.iter().all(|one| one.agreed_at.is_none()));
        assert_eq!(code(&profile(&world, &world.member).unwrap_err()), ErrorCode::ConsentRequired);

        give(&world, &world.member, &[marketing]).unwrap();
        assert_eq!(
            code(&profile(&world, &world.member).unwrap_err()),
            ErrorCode::ConsentRequired,
            "what is optional opens nothing"
        );
        give(&world, &world.member, &[first]).unwrap();
        profile(&world, &world.member).unwrap();
        assert!(!must_agree(&world, &world.member));

        let second = required(&world, "2.0");
        forget(&world.server, &world.member);
        assert_eq!(code(&profile(&world, &world.member).unwrap_err()), ErrorCode::ConsentRequired);
        assert_eq!(fault(&give(&world, &world.member, &[first]).unwrap_err()), ("termsIds[0]", "notInForce"));
        give(&world, &world.member, &[second]).unwrap();
        profile(&world, &world.member).unwrap();
    });
}

#[test]
fn terms_that_take_effect_later_are_asked_for_on_their_day() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let tomorrow = clock::today().0.succ_opt().unwrap();
        let save = TermsSave {
            effective_from: uno_core::domain::time::Date(tomorrow),
            ..text(TermsKind::Service, "1.0", Language::Ko, true)
        };
        let id = publish(&world, &save);
        forget(&world.server, &world.member);
        assert!(!must_agree(&world, &world.member) && own(&world, &world.member).is_empty());
        let begin = diesel::update(terms::table.find(id.0)).set(terms::effective_from.eq(clock::today().0));
        test.database.write_blocking(|connection| Ok(begin.execute(connection)?)).unwrap();
        forget(&world.server, &world.member);
        assert!(must_agree(&world, &world.member));
    });
}

#[test]
fn what_was_agreed_to_in_one_language_holds_in_all_and_a_translation_that_lags_behind_is_not_offered() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let korean = required(&world, "1.0");
        let english = publish(&world, &text(TermsKind::Service, "1.0", Language::En, true));
        forget(&world.server, &world.member);
        let offered = |language| own_in(&world, &world.member, language)[0].terms_id;
        assert_eq!(
            [offered(None), offered(Some(Language::En)), offered(Some(Language::Ar))],
            [korean, english, korean]
        );
        give(&world, &world.member, &[english]).unwrap();
        assert!(!must_agree(&world, &world.member));
        assert_eq!(offered(Some(Language::Ko)), english, "what was agreed to is what is shown");

        // Both have the same day; the translation was written before the new edition and has the old edition's name.
        let yesterday = clock::today().0.pred_opt().unwrap();
        let past =
            diesel::update(terms::table.filter(terms::edition.eq("1.0"))).set(terms::effective_from.eq(yesterday));
        test.database.write_blocking(|connection| Ok(past.execute(connection)?)).unwrap();
        let second = required(&world, "2.0");
        forget(&world.server, &world.member);
        assert!(must_agree(&world, &world.member));
        assert_eq!(offered(Some(Language::En)), second);
        let filter = CurrentTermsFilter { kinds: vec![], language: Some(Language::En) };
        let public = world.server.call::<ListCurrentTerms>(None, &(), &filter, &()).unwrap();
        assert_eq!(public[0].terms_id, second, "what everybody reads is what members are asked for");
    });
}

#[test]
fn what_is_optional_is_withdrawn_and_given_again_and_what_is_required_is_not() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (service, marketing) = (required(&world, "1.0"), optional(&world, "1.0"));
        forget(&world.server, &world.member);
        give(&world, &world.member, &[service, marketing]).unwrap();
        give(&world, &world.member, &[marketing]).unwrap();
        assert_eq!(fault(&withdraw(&world, &world.member, service).unwrap_err()), ("termsId", "required"));
        withdraw(&world, &world.member, marketing).unwrap();
        assert_eq!(code(&withdraw(&world, &world.member, marketing).unwrap_err()), ErrorCode::NotFound);
        give(&world, &world.member, &[marketing]).unwrap();

        let user_id = profile(&world, &world.member).unwrap();
        let told = told(&world, &world.admin, user_id).unwrap();
        let past: Vec<_> = told.iter().map(|one| (one.kind, one.withdrawn_at.is_some())).collect();
        let expected = [(TermsKind::Marketing, false), (TermsKind::Marketing, true), (TermsKind::Service, false)];
        assert_eq!(past, expected, "the latest first; given twice at once is given once");
        assert!(told.iter().all(|one| one.agreed_from == "127.0.0.1" && one.is_in_force));
        assert_eq!(told[1].withdrawn_from.as_deref(), Some("127.0.0.1"));
    });
}

#[test]
fn who_withdraws_agrees_to_no_edition_and_no_language_of_it_any_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = optional(&world, "1.0");
        give(&world, &world.member, &[first]).unwrap();
        let second = optional(&world, "2.0");
        let english = publish(&world, &text(TermsKind::Marketing, "2.0", Language::En, false));
        give(&world, &world.member, &[second, english]).unwrap();
        withdraw(&world, &world.member, second).unwrap();
        let standing: Vec<_> = own(&world, &world.member).into_iter().filter(|one| one.agreed_at.is_some()).collect();
        assert!(standing.is_empty(), "{standing:?}");
        let user_id = profile(&world, &world.member).unwrap();
        let told = told(&world, &world.admin, user_id).unwrap();
        assert!(told.iter().all(|one| one.withdrawn_at.is_some()), "staff read the same: {told:?}");
    });
}

#[test]
fn a_member_gives_and_withdraws_nothing_for_anybody_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let marketing = optional(&world, "1.0");
        let draft = TermsSave { status: TermsStatus::Draft, ..text(TermsKind::Location, "1.0", Language::Ko, false) };
        let draft = publish(&world, &draft);
        world.server.call::<SignUp>(None, &(), &(), &registration("somebody")).unwrap();
        let other = session(&world.server.state, "somebody", Authority::Member).access_token.token;
        give(&world, &world.member, &[marketing]).unwrap();
        assert_eq!(own(&world, &other)[0].agreed_at, None);
        assert_eq!(code(&withdraw(&world, &other, marketing).unwrap_err()), ErrorCode::NotFound);
        assert!(own(&world, &world.member)[0].agreed_at.is_some());
        assert_eq!(fault(&give(&world, &other, &[marketing, draft]).unwrap_err()), ("termsIds[1]", "notInForce"));
        assert_eq!(own(&world, &other)[0].agreed_at, None, "all or nothing");
        let user_id = profile(&world, &world.member).unwrap();
        assert_eq!(code(&told(&world, &other, user_id).unwrap_err()), ErrorCode::Forbidden);
    });
}

#[test]
fn who_signs_up_agrees_to_all_that_is_required_or_is_asked_at_the_first_sign_in() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let service = required(&world, "1.0");
        let privacy = publish(&world, &text(TermsKind::Privacy, "1.0", Language::Ko, true));
        let marketing = optional(&world, "1.0");
        let sign_up = |login_id: &str, agreed_terms_ids: &[TermsId]| {
            let new = UserRegistration { agreed_terms_ids: agreed_terms_ids.to_vec(), ..registration(login_id) };
            world.server.call::<SignUp>(None, &(), &(), &new)
        };
        assert_eq!(fault(&sign_up("first.one", &[service, marketing]).unwrap_err()), ("agreedTermsIds", "required"));
        let unknown = sign_up("first.one", &[service, privacy, TermsId(99)]).unwrap_err();
        assert_eq!(fault(&unknown), ("agreedTermsIds[2]", "notInForce"));
        sign_up("first.one", &[service, privacy]).unwrap();
        sign_up("second.one", &[]).unwrap();
        let token = |login_id: &str| session(&world.server.state, login_id, Authority::Member).access_token.token;
        let (first, second) = (token("first.one"), token("second.one"));
        assert!(!must_agree(&world, &first) && must_agree(&world, &second));
        let agreed: Vec<_> = own(&world, &first).iter().map(|one| one.agreed_at.is_some()).collect();
        assert_eq!(agreed, [true, true, false]);
    });
}

#[test]
fn staff_read_the_consents_of_those_whom_they_reach_and_that_they_did_is_logged() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let service = required(&world, "1.0");
        forget(&world.server, &world.member);
        give(&world, &world.member, &[service]).unwrap();
        let user_id = profile(&world, &world.member).unwrap();
        for token in [&world.vendor, &world.retailer, &world.other_vendor] {
            assert_eq!(code(&told(&world, token, user_id).unwrap_err()), ErrorCode::NotFound, "linked with nobody");
        }
        let member = world.add_member(world.retailer_id, "A1", "윤지우");
        link(test, &world, &world.member, member.member_id);
        assert_eq!(told(&world, &world.retailer, user_id).unwrap()[0].terms_id, service);
        assert_eq!(code(&told(&world, &world.other_vendor, user_id).unwrap_err()), ErrorCode::NotFound);

        let filter = AccessLogFilter { actions: vec![AccessAction::Consents], ..AccessLogFilter::default() };
        let logged = world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &filter, &()).unwrap().data;
        let [row] = logged.as_slice() else { panic!("{logged:?}") };
        assert_eq!((row.account_name.as_str(), row.user_id, row.persons), ("retailer", Some(user_id), Some(1)));
        assert_eq!(row.user_name.as_deref(), Some("member"));
    });
}

#[test]
fn published_terms_tell_whether_they_are_in_force_and_how_many_agree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = required(&world, "1.0");
        forget(&world.server, &world.member);
        give(&world, &world.member, &[first]).unwrap();
        let second = required(&world, "2.0");
        let get = |id| -> Terms {
            world.server.call::<GetTerms>(Some(&world.admin), &TermsPath { terms_id: id }, &(), &()).unwrap()
        };
        assert_eq!((get(first).is_in_force, get(first).consents), (false, Some(1)));
        assert_eq!((get(second).is_in_force, get(second).consents), (true, Some(0)));
        let listed = world.server.call::<ListTerms>(Some(&world.admin), &(), &TermsFilter::default(), &()).unwrap();
        let in_force: Vec<_> = listed.data.iter().filter(|one| one.is_in_force).map(|one| one.terms_id).collect();
        assert_eq!(in_force, [second]);
    });
}

#[test]
fn who_leaves_takes_the_consents_along() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let service = required(&world, "1.0");
        forget(&world.server, &world.member);
        give(&world, &world.member, &[service]).unwrap();
        required(&world, "2.0");
        forget(&world.server, &world.member);
        let url = world.server.url(uno_core::contract::users::DeleteOwnUser::INFO.path);
        let left = world.server.send(uno_core::contract::Method::Delete, &url, Some(&world.member), None);
        assert_eq!(left.0, 200, "also who does not agree: {}", left.1);
        let count = |connection: &mut kernel::db::DatabaseConnection| {
            Ok(kernel::db::schema::consent::table.count().get_result::<i64>(connection)?)
        };
        assert_eq!(test.database.read_blocking(count).unwrap(), 0);
    });
}
