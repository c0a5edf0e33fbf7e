//! Links between users and members: who may be linked, the states of a link, and what a user sees through it.

use crate::support::{
    PASSWORD, TestDatabase, World, add_account, at_once, code, date, member, registration, revert_to_before, session,
    write_measurement,
};
use kernel::{clock, records::revisions};
use people::links::store::{self as links_store, NewLink, RESOURCE};
use uno_core::{
    contract::{
        error::{ErrorBody, ErrorCode},
        logs::{AccessAction, ListMemberAccessLogs, ListUserAccessLogs},
        managed_users::{
            CreateUserLink, EndUserLink, GetUser, ListMemberCandidates, ListUserLinks, ListUserRevisions, UserLink,
            UserLinkPath, UserPath,
        },
        member_links::{
            AnswerOwnLink, CreateMemberLink, EndMemberLink, LinkCandidate, LinkId, LinkMatch, LinkParty, LinkState,
            ListLinkCandidates, ListMemberLinks, ListOwnLinks, MemberCandidate, MemberLink, MemberLinkPath,
            MemberLinkSave, OwnLink, OwnLinkAnswer, OwnLinkFilter, OwnLinkPath, UserLinkSave,
        },
        members::{CreateMember, DeleteMember, Member, MemberId, MemberPath, MemberSave, UpdateMember},
        page::{Done, Page},
        revisions::RevisionFilter,
        sign_in::{CreateToken, GrantType, TokenRequest},
        users::{
            GetOwnProfile, LevelEvidence, ListOwnPhysicalMeasurements, OwnMeasurementFilter, SignUp, UserId, UserLevel,
            UserRegistration,
        },
    },
    domain::{access::Authority, grade::Sex},
};

const PHONE: &str = "010-1234-5678";
const EMAIL: &str = "jiwoo@example.com";
const BIRTH: &str = "1990-02-03";

/// A signed-in app user.
struct Person {
    token: String,
    user_id: UserId,
}

fn sign_up(world: &World, login_id: &str) -> Person {
    sign_up_as(world, UserRegistration { phone_number: Some(PHONE.into()), ..person(login_id) })
}

fn person(login_id: &str) -> UserRegistration {
    UserRegistration { birth_date: Some(date(BIRTH)), sex: Some(Sex::Female), ..registration(login_id) }
}

fn sign_up_as(world: &World, new: UserRegistration) -> Person {
    world.server.call::<SignUp>(None, &(), &(), &new).unwrap();
    let token = session(&world.server.state, &new.login_id, Authority::Member).access_token.token;
    let user_id = world.server.call::<GetOwnProfile>(Some(&token), &(), &(), &()).unwrap().user_id;
    Person { token, user_id }
}

/// Creates the company's record of that person.
fn record(world: &World, number: &str) -> Member {
    record_as(world, MemberSave { phone_number: Some("01012345678".into()), ..saved(world, number) })
}

fn saved(world: &World, number: &str) -> MemberSave {
    MemberSave {
        name: "윤지우".into(), birth_date: date(BIRTH), sex: Sex::Female, ..member(world.retailer_id, number)
    }
}

fn record_as(world: &World, save: MemberSave) -> Member {
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
}

fn of(member: &Member) -> MemberPath {
    MemberPath { member_id: member.member_id }
}

fn candidates(world: &World, token: &str, member: &Member) -> Result<Vec<LinkCandidate>, ErrorBody> {
    world.server.call::<ListLinkCandidates>(Some(token), &of(member), &(), &())
}

fn asked(user_id: UserId) -> MemberLinkSave {
    MemberLinkSave { user_id, evidence: None, level: None }
}

fn at_the_desk(user_id: UserId, level: UserLevel) -> MemberLinkSave {
    MemberLinkSave { user_id, evidence: Some(LevelEvidence::Document), level: Some(level) }
}

fn create(world: &World, token: &str, member: &Member, save: &MemberLinkSave) -> Result<MemberLink, ErrorBody> {
    world.server.call::<CreateMemberLink>(Some(token), &of(member), &(), save)
}

fn end(world: &World, token: &str, member_id: MemberId, link_id: LinkId) -> Result<Done, ErrorBody> {
    world.server.call::<EndMemberLink>(Some(token), &MemberLinkPath { member_id, link_id }, &(), &())
}

fn links(world: &World, token: &str, member: &Member) -> Vec<MemberLink> {
    world.server.call::<ListMemberLinks>(Some(token), &of(member), &(), &()).unwrap()
}

fn own_links(world: &World, person: &Person) -> Vec<OwnLink> {
    own_links_in(world, person, &OwnLinkFilter::default()).data
}

fn own_links_in(world: &World, person: &Person, filter: &OwnLinkFilter) -> Page<OwnLink> {
    world.server.call::<ListOwnLinks>(Some(&person.token), &(), filter, &()).unwrap()
}

fn answer(world: &World, person: &Person, link_id: LinkId, state: LinkState) -> Result<OwnLink, ErrorBody> {
    let body = OwnLinkAnswer { state };
    world.server.call::<AnswerOwnLink>(Some(&person.token), &OwnLinkPath { link_id }, &(), &body)
}

fn seen(world: &World, person: &Person) -> Vec<MemberId> {
    let filter = OwnMeasurementFilter::default();
    let page = world.server.call::<ListOwnPhysicalMeasurements>(Some(&person.token), &(), &filter, &()).unwrap();
    assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
    page.data.into_iter().filter_map(|measurement| measurement.member_id).collect()
}

fn violation(error: &ErrorBody) -> (&str, &str) {
    (error.fields[0].path.as_str(), error.fields[0].code.as_str())
}

#[test]
fn whoever_has_not_told_the_sex_is_not_verified_by_linking() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = record(&world, "A1");
        let new = UserRegistration { sex: None, phone_number: Some(PHONE.into()), ..person("jiwoo.yun") };
        let person = sign_up_as(&world, new);
        let save = at_the_desk(person.user_id, UserLevel::RegularVerified1Member);
        let refused = create(&world, &world.retailer, &record, &save).unwrap_err();
        assert_eq!((code(&refused), violation(&refused)), (ErrorCode::Invalid, ("level", "profileIncomplete")));
        assert!(links(&world, &world.retailer, &record).is_empty(), "nothing was linked");
        create(&world, &world.retailer, &record, &asked(person.user_id)).unwrap();
    });
}

#[test]
fn who_signs_up_is_asked_accepts_and_sees_the_companys_measurements_until_the_link_ends() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record(&world, "A1");
        write_measurement(test, &member, world.retailer_id, "2026-01-10T09:00:00+09:00");
        let person = sign_up(&world, "jiwoo.yun");
        let request = TokenRequest {
            login_id: Some("jiwoo.yun".into()),
            password: Some(PASSWORD.into()),
            ..TokenRequest::by(GrantType::Password)
        };
        world.server.call::<CreateToken>(None, &(), &(), &request).unwrap();

        let link = create(&world, &world.retailer, &member, &asked(person.user_id)).unwrap();
        assert_eq!((link.state, link.user_name.as_str(), link.level), (LinkState::Requested, "윤*우", None));
        assert_eq!(link.requested_by.as_deref(), Some("retailer"));
        assert!(seen(&world, &person).is_empty(), "what is asked shows nothing");

        let own = own_links(&world, &person);
        assert_eq!((own[0].state, own[0].company_name.as_str()), (LinkState::Requested, "한빛 건강센터"));
        let accepted = answer(&world, &person, link.link_id, LinkState::Active).unwrap();
        assert!(accepted.state == LinkState::Active && accepted.activated_at.is_some());
        assert_eq!(seen(&world, &person), [member.member_id]);
        let shown = links(&world, &world.retailer, &member).remove(0);
        assert_eq!((shown.state, shown.user_name.as_str()), (LinkState::Active, "윤지우"));
        assert_eq!(shown.phone_number.as_deref(), Some("010-****-5678"), "masked as in lists");

        let ended = answer(&world, &person, link.link_id, LinkState::Ended).unwrap();
        assert_eq!((ended.state, ended.closed_by), (LinkState::Ended, Some(LinkParty::User)));
        assert!(seen(&world, &person).is_empty(), "at once");
        let shown = links(&world, &world.retailer, &member).remove(0);
        assert_eq!((shown.user_name.as_str(), shown.phone_number), ("윤*우", None), "a stranger again");
    });
}

#[test]
fn staff_before_whom_the_person_stands_link_at_once_with_a_level_and_its_evidence() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (first, second) = (record(&world, "A1"), record(&world, "A2"));
        write_measurement(test, &first, world.retailer_id, "2026-01-10T09:00:00+09:00");
        let person = sign_up(&world, "jiwoo.yun");
        let save = at_the_desk(person.user_id, UserLevel::RegularVerified2Member);
        let link = create(&world, &world.retailer, &first, &save).unwrap();
        assert_eq!((link.state, link.evidence), (LinkState::Active, Some(LevelEvidence::Document)));
        assert_eq!(link.level, Some(UserLevel::RegularVerified2Member));
        assert_eq!(seen(&world, &person), [first.member_id]);
        let lower = at_the_desk(person.user_id, UserLevel::RegularVerified1Member);
        create(&world, &world.retailer, &second, &lower).unwrap();
        let profile = world.server.call::<GetOwnProfile>(Some(&person.token), &(), &(), &()).unwrap();
        assert_eq!(profile.level, UserLevel::RegularVerified2Member, "a higher level stays");
        assert_eq!(profile.level_evidence, Some(LevelEvidence::Document));
        for (save, missing) in [
            (MemberLinkSave { level: None, ..save.clone() }, "level"),
            (MemberLinkSave { evidence: None, ..save.clone() }, "evidence"),
        ] {
            let error = create(&world, &world.retailer, &first, &save).unwrap_err();
            assert_eq!(violation(&error), (missing, "required"));
        }
        let unverified = MemberLinkSave { level: Some(UserLevel::RegularMember), ..save };
        let error = create(&world, &world.retailer, &first, &unverified).unwrap_err();
        assert_eq!(violation(&error), ("level", "choice"));
    });
}

#[test]
fn a_link_by_another_company_takes_nothing_away_and_shows_nothing_until_the_person_accepts() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person = sign_up(&world, "jiwoo.yun");
        let of_person = |number: &str| MemberSave {
            phone_number: Some(PHONE.into()),
            company_id: world.other_retailer_id,
            ..saved(&world, number)
        };
        let desk = at_the_desk(person.user_id, UserLevel::RegularVerified1Member);
        for (number, save) in [
            ("B1", MemberSave { name: "김하나".into(), ..of_person("B1") }),
            ("B2", MemberSave { sex: Sex::Male, ..of_person("B2") }),
        ] {
            let refused = create(&world, &world.other_vendor, &record_as(&world, save), &desk).unwrap_err();
            assert_eq!(violation(&refused), ("userId", "otherPerson"), "{number}");
        }
        let there = record_as(&world, of_person("B3"));
        let made = create(&world, &world.other_vendor, &there, &desk).unwrap();
        assert_eq!((made.state, made.accepted_at, made.user_name.as_str()), (LinkState::Active, None, "윤*우"));
        assert_eq!((made.phone_number, made.level), (None, None));

        let request = TokenRequest {
            login_id: Some("jiwoo.yun".into()),
            password: Some(PASSWORD.into()),
            ..TokenRequest::by(GrantType::Password)
        };
        let profile = || world.server.call::<GetOwnProfile>(Some(&person.token), &(), &(), &());
        assert!(profile().is_ok() && world.server.call::<CreateToken>(None, &(), &(), &request).is_ok());

        let path = UserPath { user_id: person.user_id };
        let all = RevisionFilter { page: None, page_size: None };
        let shown = || {
            let user = world.server.call::<GetUser>(Some(&world.other_vendor), &path, &(), &()).unwrap();
            let history = world.server.call::<ListUserRevisions>(Some(&world.other_vendor), &path, &all, &()).unwrap();
            let links = links(&world, &world.other_vendor, &there);
            let told = serde_json::to_string(&(&user, history, links)).unwrap();
            (user, told.contains("윤지우"), told.contains("jiwoo.yun"))
        };
        let (user, name, login_id) = shown();
        assert_eq!((name, login_id, user.login_id), (false, false, None));
        assert_eq!(user.can.update.reason.as_deref(), Some("notAccepted"));

        let own = own_links(&world, &person);
        assert_eq!((own[0].state, own[0].accepted_at), (LinkState::Active, None));
        let accepted = answer(&world, &person, made.link_id, LinkState::Active).unwrap();
        assert!(accepted.accepted_at.is_some());
        let (user, name, login_id) = shown();
        assert_eq!((name, login_id, user.login_id.as_deref()), (true, true, Some("jiwoo.yun")));
        assert!(user.can.update.allowed && profile().is_ok());
    });
}

#[test]
fn candidates_have_the_members_birth_date_and_telephone_or_mail_and_are_told_masked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record_as(
            &world,
            MemberSave { phone_number: Some(PHONE.into()), email: Some(EMAIL.to_uppercase()), ..saved(&world, "A1") },
        );
        let phone = sign_up(&world, "by.phone");
        let mail = sign_up_as(
            &world,
            UserRegistration { email: Some(EMAIL.into()), name: "다른이름".into(), ..person("by.mail") },
        );
        let nobody = sign_up_as(&world, person("by.birthday"));
        let elsewhere = UserRegistration {
            phone_number: Some(PHONE.into()),
            birth_date: Some(date("1990-02-04")),
            ..person("by.chance")
        };
        let stranger = sign_up_as(&world, elsewhere);
        let found = candidates(&world, &world.retailer, &member).unwrap();
        assert_eq!(found.iter().map(|one| one.user_id).collect::<Vec<_>>(), [mail.user_id, phone.user_id]);
        assert_eq!((&found[0].matches[..], found[0].has_same_name), (&[LinkMatch::Email][..], false));
        assert_eq!((&found[1].matches[..], found[1].has_same_name), (&[LinkMatch::Phone][..], true));
        let told = serde_json::to_string(&found).unwrap();
        for secret in ["윤지우", "다른이름", "1234-", "02-03", "jiwoo@"] {
            assert!(!told.contains(secret), "{secret}: {told}");
        }
        for other in [&nobody, &stranger] {
            let error = create(&world, &world.retailer, &member, &asked(other.user_id)).unwrap_err();
            assert_eq!(violation(&error), ("userId", "notFound"));
            let error = create(&world, &world.admin, &member, &asked(other.user_id)).unwrap_err();
            assert_eq!(violation(&error), ("userId", "notFound"), "nor do administrators");
        }
        let bare = record_as(&world, saved(&world, "A2"));
        assert!(candidates(&world, &world.retailer, &bare).unwrap().is_empty(), "a birth date alone is nobody's");
        let filter = RevisionFilter { page: None, page_size: None };
        let log = world.server.call::<ListMemberAccessLogs>(Some(&world.retailer), &of(&member), &filter, &()).unwrap();
        let actions: Vec<_> = log.data.iter().map(|row| row.action).collect();
        let tries = [AccessAction::LinkRequest; 4];
        assert_eq!(
            actions.split_last(),
            Some((&AccessAction::LinkCandidates, &tries[..])),
            "the search, then each try"
        );
    });
}

#[test]
fn seeking_candidates_is_limited_like_seeking_members() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let member = record(&world, "A1");
    for _ in 0..3 {
        candidates(&world, &world.retailer, &member).unwrap();
    }
    for number in 0..99 {
        let save = MemberSave { email: Some(format!("m{number}@example.com")), ..saved(&world, &format!("B{number}")) };
        candidates(&world, &world.retailer, &record_as(&world, save)).unwrap();
    }
    let other = record_as(&world, MemberSave { email: Some(EMAIL.into()), ..saved(&world, "C1") });
    assert_eq!(code(&candidates(&world, &world.retailer, &other).unwrap_err()), ErrorCode::TooManyRequests);
    let error = create(&world, &world.retailer, &other, &asked(UserId(1))).unwrap_err();
    assert_eq!(code(&error), ErrorCode::TooManyRequests, "by trying as well");
}

/// Changes a member until the account's searches are limited; returns how many were possible.
fn tries(
    world: &World,
    member: &Member,
    save: impl Fn(usize) -> MemberSave,
    ask: impl Fn() -> Option<ErrorCode>,
) -> usize {
    let path = of(member);
    let change = |version: usize| {
        let save = MemberSave { version: i64::try_from(version).ok(), ..save(version) };
        world.server.call::<UpdateMember>(Some(&world.retailer), &path, &(), &save).unwrap();
    };
    (1..=101).inspect(|version| change(*version)).take_while(|_| ask() != Some(ErrorCode::TooManyRequests)).count()
}

#[test]
fn data_that_are_tried_by_changing_a_member_count_also_where_nobody_has_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person = sign_up(&world, "jiwoo.yun");
        let member = record(&world, "A1");
        let born = |day: usize| MemberSave {
            birth_date: date(&format!("19{:02}-03-{:02}", 30 + day / 28, day % 28 + 1)),
            phone_number: Some(PHONE.into()),
            ..saved(&world, "A1")
        };
        let linked =
            || create(&world, &world.retailer, &member, &asked(person.user_id)).err().map(|error| code(&error));
        assert_eq!(tries(&world, &member, born, linked), 100, "birth dates, by linking");
    });
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record(&world, "A1");
        sign_up(&world, "jiwoo.yun");
        let named = |number: usize| MemberSave {
            name: format!("윤{number}우"),
            phone_number: Some(PHONE.into()),
            ..saved(&world, "A1")
        };
        let told = || candidates(&world, &world.retailer, &member).err().map(|error| code(&error));
        assert_eq!(tries(&world, &member, named, told), 100, "names, by whether a candidate has the same");
    });
}

#[test]
fn a_user_sees_the_measurements_of_all_members_that_are_linked_and_of_no_other() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person = sign_up(&world, "jiwoo.yun");
        let here = record(&world, "A1");
        let save =
            MemberSave { company_id: world.other_retailer_id, phone_number: Some(PHONE.into()), ..saved(&world, "B1") };
        let there = record_as(&world, save);
        let stranger = world.add_member(world.retailer_id, "A2", "남의이름");
        for (member, company_id, day) in [
            (&here, world.retailer_id, "2026-01-10"),
            (&there, world.other_retailer_id, "2026-01-11"),
            (&here, world.retailer_id, "2026-01-12"),
            (&stranger, world.retailer_id, "2026-01-13"),
        ] {
            write_measurement(test, member, company_id, &format!("{day}T09:00:00+09:00"));
        }
        let first = create(&world, &world.retailer, &here, &asked(person.user_id)).unwrap();
        let second = create(&world, &world.other_vendor, &there, &asked(person.user_id)).unwrap();
        for link in [&first, &second] {
            answer(&world, &person, link.link_id, LinkState::Active).unwrap();
        }
        let [here, there] = [here.member_id, there.member_id];
        assert_eq!(seen(&world, &person), [here, there, here], "in one list, the newest first");
        end(&world, &world.retailer, here, first.link_id).unwrap();
        assert_eq!(seen(&world, &person), [there], "of what is left");
        let path = MemberPath { member_id: there };
        world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        assert!(seen(&world, &person).is_empty());
        assert_eq!(own_links(&world, &person).len(), 1, "a link goes with its member");
    });
}

#[test]
fn a_member_has_one_link_that_is_not_closed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record(&world, "A1");
        let (one, other) = (sign_up(&world, "jiwoo.yun"), sign_up(&world, "jiwoo.two"));
        let link = create(&world, &world.retailer, &member, &asked(one.user_id)).unwrap();
        for user in [&one, &other] {
            let error = create(&world, &world.retailer, &member, &asked(user.user_id)).unwrap_err();
            assert_eq!((code(&error), violation(&error)), (ErrorCode::Taken, ("userId", "memberLinked")));
        }
        answer(&world, &one, link.link_id, LinkState::Declined).unwrap();
        create(&world, &world.retailer, &member, &asked(other.user_id)).unwrap();
        let states: Vec<_> = links(&world, &world.retailer, &member).into_iter().map(|link| link.state).collect();
        assert_eq!(states, [LinkState::Requested, LinkState::Declined], "the latest first");
    });
}

#[test]
fn of_links_of_one_member_that_are_asked_for_at_once_one_is() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record(&world, "A1");
        let people = [sign_up(&world, "jiwoo.one"), sign_up(&world, "jiwoo.two")];
        let made = at_once(2, 1, |thread, _| {
            create(&world, &world.retailer, &member, &asked(people[thread].user_id)).map_err(|error| code(&error))
        });
        assert_eq!(made[0].iter().filter(|answer| answer.is_ok()).count(), 1, "{made:?}");
        assert!(made[0].iter().flat_map(|answer| answer.as_ref().err()).all(|code| *code == ErrorCode::Taken));
        assert_eq!(links(&world, &world.retailer, &member).len(), 1);
    });
}

#[test]
fn a_link_that_was_closed_stays_so_whoever_asks_for_what() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record(&world, "A1");
        let person = sign_up(&world, "jiwoo.yun");
        let link = create(&world, &world.retailer, &member, &asked(person.user_id)).unwrap();
        let error = answer(&world, &person, link.link_id, LinkState::Ended).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Changed, "what is asked for is declined, not ended");
        end(&world, &world.retailer, member.member_id, link.link_id).unwrap();
        end(&world, &world.retailer, member.member_id, link.link_id).unwrap();
        for state in [LinkState::Active, LinkState::Declined] {
            let error = answer(&world, &person, link.link_id, state).unwrap_err();
            assert_eq!(code(&error), ErrorCode::Changed, "{state:?}");
        }
        let own = own_links(&world, &person).remove(0);
        assert_eq!((own.state, own.closed_by), (LinkState::Ended, Some(LinkParty::Staff)));
        assert_eq!(answer(&world, &person, link.link_id, LinkState::Ended).unwrap(), own, "it is what is wanted");
    });
}

#[test]
fn who_accepts_while_the_company_takes_it_back_ends_with_one_answer_for_both() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person = sign_up(&world, "jiwoo.yun");
        let members: Vec<Member> = (0..6).map(|number| record(&world, &format!("A{number}"))).collect();
        let made: Vec<MemberLink> = members
            .iter()
            .map(|member| create(&world, &world.retailer, member, &asked(person.user_id)).unwrap())
            .collect();
        let answers = at_once(2, members.len(), |thread, round| {
            let link_id = made[round].link_id;
            if thread == 0 {
                answer(&world, &person, link_id, LinkState::Active).map(|_| ()).map_err(|error| code(&error))
            } else {
                end(&world, &world.retailer, members[round].member_id, link_id)
                    .map(|_| ())
                    .map_err(|error| code(&error))
            }
        });
        for (round, answers) in answers.iter().enumerate() {
            assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(ErrorCode::Changed))), "{answers:?}");
            let link = links(&world, &world.retailer, &members[round]).remove(0);
            assert_eq!(link.state, LinkState::Ended, "whoever comes first, the company's end is the end");
            let past = test
                .database
                .read_blocking(|connection| {
                    let all = RevisionFilter { page: None, page_size: None };
                    revisions::list(connection, RESOURCE, link.link_id.0, &all)
                })
                .unwrap();
            let steps = if link.activated_at.is_some() { 3 } else { 2 };
            assert_eq!(past.total, steps, "each step once: {:?}", past.data);
        }
        assert!(seen(&world, &person).is_empty());
    });
}

#[test]
fn links_of_others_are_answered_like_what_is_nowhere() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record(&world, "A1");
        let second = record(&world, "A2");
        let (person, other) = (sign_up(&world, "jiwoo.yun"), sign_up(&world, "jiwoo.two"));
        let link = create(&world, &world.retailer, &member, &asked(person.user_id)).unwrap();
        let nowhere = answer(&world, &other, LinkId(987_654_321), LinkState::Active).unwrap_err();
        let foreign = answer(&world, &other, link.link_id, LinkState::Active).unwrap_err();
        assert_eq!((code(&nowhere), code(&foreign)), (ErrorCode::NotFound, ErrorCode::NotFound));
        assert!(own_links(&world, &other).is_empty());
        for token in [&world.other_vendor, &world.retailer] {
            let error = end(&world, token, second.member_id, link.link_id).unwrap_err();
            assert_eq!(code(&error), ErrorCode::NotFound, "the link of another member");
        }
        for error in [
            end(&world, &world.other_vendor, member.member_id, link.link_id).unwrap_err(),
            candidates(&world, &world.other_vendor, &member).unwrap_err(),
            create(&world, &world.other_vendor, &member, &asked(person.user_id)).unwrap_err(),
            world.server.call::<ListMemberLinks>(Some(&world.other_vendor), &of(&member), &(), &()).unwrap_err(),
        ] {
            assert_eq!(code(&error), ErrorCode::NotFound);
        }
        let unlinked = add_account(&world.server.state, "somebody", Authority::Member, None);
        let none = OwnLinkFilter::default();
        assert!(world.server.call::<ListOwnLinks>(Some(&unlinked), &(), &none, &()).unwrap().data.is_empty());
    });
}

#[test]
fn whoever_was_linked_before_there_were_links_is_linked_still() {
    use diesel::connection::SimpleConnection as _;
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = record(&world, "A1");
        write_measurement(test, &member, world.retailer_id, "2026-01-10T09:00:00+09:00");
        let (linked, unlinked) = (sign_up(&world, "jiwoo.yun"), sign_up(&world, "jiwoo.two"));
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0027");
        let old =
            format!("UPDATE user_profile SET member_id = {} WHERE user_id = {}", member.member_id.0, linked.user_id.0);
        connection.batch_execute(&old).unwrap();
        kernel::db::migrations::run(&mut connection).unwrap();
        assert_eq!(seen(&world, &linked), [member.member_id]);
        assert_eq!(own_links(&world, &linked)[0].state, LinkState::Active);
        assert!(own_links(&world, &unlinked).is_empty());
        let profile = world.server.call::<GetOwnProfile>(Some(&unlinked.token), &(), &(), &()).unwrap();
        assert_eq!((profile.user_id, profile.birth_date), (unlinked.user_id, Some(date(BIRTH))), "all else stays");
    });
}

#[test]
fn own_links_are_told_in_pages_however_many_have_been_closed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person = sign_up(&world, "jiwoo.yun");
        let member = record(&world, "A1");
        let first = create(&world, &world.retailer, &record(&world, "A2"), &asked(person.user_id)).unwrap();
        // Inserted directly, because the number of requests is limited.
        let closed: Vec<_> = (0..60)
            .map(|_| {
                let now = clock::now();
                let ended = Some((now, LinkParty::Staff));
                let new = NewLink::requested(person.user_id, member.member_id, "staff", now);
                NewLink { state: LinkState::Ended, closed: ended, ..new }
            })
            .collect();
        test.database
            .write_blocking(|connection| {
                closed.iter().try_for_each(|new| links_store::insert(connection, new).map(|_| ()))
            })
            .unwrap();
        let paged = |page, states| {
            own_links_in(&world, &person, &OwnLinkFilter { states, page: Some(page), page_size: Some(25) })
        };
        let sizes: Vec<usize> = (0..4).map(|page| paged(page, Vec::new()).data.len()).collect();
        assert_eq!(sizes, [25, 25, 11, 0]);
        let last = paged(2, Vec::new());
        assert_eq!((last.total, last.data.last().map(|link| link.link_id)), (61, Some(first.link_id)));
        let open = paged(0, vec![LinkState::Requested, LinkState::Active]);
        assert_eq!((open.total, open.data[0].link_id), (1, first.link_id));
    });
}

/// The candidates, links and their end, from the user's side.
struct OfUser<'a> {
    world: &'a World,
    user_id: UserId,
}

impl OfUser<'_> {
    fn candidates(&self, token: &str) -> Result<Vec<MemberCandidate>, ErrorBody> {
        self.world.server.call::<ListMemberCandidates>(Some(token), &UserPath { user_id: self.user_id }, &(), &())
    }

    fn create(&self, token: &str, save: &UserLinkSave) -> Result<UserLink, ErrorBody> {
        self.world.server.call::<CreateUserLink>(Some(token), &UserPath { user_id: self.user_id }, &(), save)
    }

    fn end(&self, token: &str, link_id: LinkId) -> Result<Done, ErrorBody> {
        let path = UserLinkPath { user_id: self.user_id, link_id };
        self.world.server.call::<EndUserLink>(Some(token), &path, &(), &())
    }

    fn links(&self, token: &str) -> Vec<UserLink> {
        self.world.server.call::<ListUserLinks>(Some(token), &UserPath { user_id: self.user_id }, &(), &()).unwrap()
    }
}

fn asked_for(member: &Member) -> UserLinkSave {
    UserLinkSave { member_id: member.member_id, evidence: None, level: None }
}

#[test]
fn a_user_is_linked_from_the_users_side_by_the_same_rules_within_the_callers_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person_of_app = sign_up(&world, "jiwoo.yun");
        let of_user = OfUser { world: &world, user_id: person_of_app.user_id };
        let first = record(&world, "A1");
        let second = record(&world, "A2");
        let stranger = record_as(&world, MemberSave { birth_date: date("1990-02-04"), ..saved(&world, "A3") });
        let foreign = record_as(
            &world,
            MemberSave { company_id: world.other_retailer_id, phone_number: Some(PHONE.into()), ..saved(&world, "B1") },
        );
        // A company can neither search nor link users it does not reach.
        for token in [&world.vendor, &world.retailer] {
            assert_eq!(code(&of_user.candidates(token).unwrap_err()), ErrorCode::NotFound);
            assert_eq!(code(&of_user.create(token, &asked_for(&first)).unwrap_err()), ErrorCode::NotFound);
        }
        assert_eq!(code(&of_user.candidates(&world.operator).unwrap_err()), ErrorCode::Forbidden);
        let found = of_user.candidates(&world.admin).unwrap();
        let ids: Vec<_> = found.iter().map(|one| one.member_id).collect();
        assert_eq!(ids, [foreign.member_id, second.member_id, first.member_id], "the newest first");
        assert_eq!((&found[2].matches[..], found[2].has_same_name), (&[LinkMatch::Phone][..], true));
        assert_eq!((found[2].member_no.as_str(), found[2].company_name.as_str()), ("A1", "한빛 건강센터"));
        let told = serde_json::to_string(&found).unwrap();
        for secret in ["윤지우", "1234-", "02-03"] {
            assert!(!told.contains(secret), "{secret}: {told}");
        }
        for nobody in [stranger.member_id, MemberId(987_654_321)] {
            let save = UserLinkSave { member_id: nobody, evidence: None, level: None };
            assert_eq!(violation(&of_user.create(&world.admin, &save).unwrap_err()), ("memberId", "notFound"));
        }

        // The person is asked; the company reaches the user after acceptance.
        let link = of_user.create(&world.admin, &asked_for(&first)).unwrap();
        assert_eq!((link.state, link.member_id), (LinkState::Requested, first.member_id));
        let again = of_user.create(&world.admin, &asked_for(&first)).unwrap_err();
        assert_eq!((code(&again), violation(&again)), (ErrorCode::Taken, ("memberId", "memberLinked")));
        assert_eq!(code(&of_user.candidates(&world.retailer).unwrap_err()), ErrorCode::NotFound, "not for being asked");
        answer(&world, &person_of_app, link.link_id, LinkState::Active).unwrap();
        let ids: Vec<_> = of_user.candidates(&world.vendor).unwrap().iter().map(|one| one.member_id).collect();
        assert_eq!(ids, [second.member_id], "of the own tree, and nobody who is linked");
        let other_tree = of_user.create(&world.vendor, &asked_for(&foreign)).unwrap_err();
        assert_eq!(violation(&other_tree), ("memberId", "notFound"));

        // A person who is present is linked at once, with the evidence.
        let half = UserLinkSave { evidence: Some(LevelEvidence::Phone), ..asked_for(&second) };
        assert_eq!(violation(&of_user.create(&world.vendor, &half).unwrap_err()), ("level", "required"));
        let level = UserLevel::RegularVerified2Member;
        let save = UserLinkSave { evidence: Some(LevelEvidence::Document), level: Some(level), ..asked_for(&second) };
        let at_once = of_user.create(&world.vendor, &save).unwrap();
        assert_eq!((at_once.state, at_once.evidence), (LinkState::Active, Some(LevelEvidence::Document)));
        let profile = world.server.call::<GetOwnProfile>(Some(&person_of_app.token), &(), &(), &()).unwrap();
        assert_eq!((profile.level, profile.level_evidence), (level, Some(LevelEvidence::Document)));

        // Links of other users or trees cannot be ended.
        let other = sign_up(&world, "other.one");
        let of_other = OfUser { world: &world, user_id: other.user_id };
        assert_eq!(code(&of_other.end(&world.admin, at_once.link_id).unwrap_err()), ErrorCode::NotFound);
        let elsewhere = of_user.create(&world.admin, &asked_for(&foreign)).unwrap();
        assert_eq!(code(&of_user.end(&world.vendor, elsewhere.link_id).unwrap_err()), ErrorCode::NotFound);
        of_user.end(&world.vendor, at_once.link_id).unwrap();
        of_user.end(&world.vendor, at_once.link_id).unwrap();
        assert_eq!(of_user.links(&world.vendor)[0].state, LinkState::Ended);
        of_user.end(&world.vendor, link.link_id).unwrap();
        assert_eq!(
            code(&of_user.end(&world.vendor, link.link_id).unwrap_err()),
            ErrorCode::NotFound,
            "reached no more"
        );

        // Every search and attempt is in the log of accesses to the user.
        let filter = RevisionFilter { page: None, page_size: None };
        let path = UserPath { user_id: person_of_app.user_id };
        let log = world.server.call::<ListUserAccessLogs>(Some(&world.admin), &path, &filter, &()).unwrap();
        for action in [AccessAction::LinkCandidates, AccessAction::LinkRequest] {
            assert!(log.data.iter().any(|row| row.action == action), "{log:?}");
        }
        assert!(log.data.len() >= 8 && log.data.iter().any(|row| row.account_name == "vendor"), "{log:?}");
    });
}

#[test]
fn members_are_sought_for_a_user_by_what_the_user_has_said_and_never_by_what_is_missing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let bare = record_as(&world, saved(&world, "A1"));
        let empty = UserRegistration { email: None, phone_number: None, ..person("says.nothing") };
        let nothing = sign_up_as(&world, empty);
        let unborn = UserRegistration { birth_date: None, phone_number: Some(PHONE.into()), ..person("no.birthday") };
        let unborn = sign_up_as(&world, unborn);
        record(&world, "A2");
        for person_of_app in [&nothing, &unborn] {
            let of_user = OfUser { world: &world, user_id: person_of_app.user_id };
            assert_eq!(of_user.candidates(&world.admin).unwrap(), []);
            let error = of_user.create(&world.admin, &asked_for(&bare)).unwrap_err();
            assert_eq!(violation(&error), ("memberId", "notFound"));
        }
        let save = MemberSave { email: Some(EMAIL.to_uppercase()), ..saved(&world, "A3") };
        let by_mail = record_as(&world, save);
        let mail = UserRegistration { email: Some(EMAIL.into()), name: "다른이름".into(), ..person("by.mail") };
        let mail = sign_up_as(&world, mail);
        let found = OfUser { world: &world, user_id: mail.user_id }.candidates(&world.admin).unwrap();
        assert_eq!(found.iter().map(|one| one.member_id).collect::<Vec<_>>(), [by_mail.member_id]);
        assert_eq!((&found[0].matches[..], found[0].has_same_name), (&[LinkMatch::Email][..], false));
    });
}
