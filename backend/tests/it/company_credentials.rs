//! Credentials of companies' systems: what they permit, and that they permit nothing else.

use crate::support::{Server, TestDatabase, World, at_once, code, date, group_of, manager, session};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{access_log, company_credential, menu_item, permission},
    },
    problem::Problem,
    settings::{SecondPerson, Settings},
};
use std::{collections::BTreeSet, time::Duration};
use uno_core::{
    contract::{
        Access, ENDPOINTS, Method,
        companies::{
            CompanyId, CompanyPath, CompanySave, CompanyType, DeleteCompany, GetCompany, ListCompanyRevisions,
            UpdateCompany,
        },
        company_credentials::{
            ApproveCompanyCredential, CompanyCredential, CompanyCredentialPath, CompanyCredentialSave, CredentialScope,
            CredentialStatus, IssueCompanyCredential, IssuedCredential, ListCompanyCredentials, ListSystemCompanies,
            MAX_CREDENTIALS, RevokeCompanyCredential, SystemCompany, SystemCompanyFilter,
        },
        dementia_screenings,
        error::{ErrorBody, ErrorCode},
        managers::{
            AccountStatus, CreateManager, DeleteManager, GetManagerGivenAccess, ManagerPath, ManagerRole, ManagerSave,
            TakeOverManagerGivenAccess, UpdateManager,
        },
        page::Page,
        revisions::RevisionFilter,
    },
    domain::{
        access::Authority,
        time::{Date, Timestamp},
    },
};

const READS: &[CredentialScope] = &[CredentialScope::CompaniesRead];
const WRITES: &[CredentialScope] = &[CredentialScope::MeasurementsWrite];

fn in_days(days: i64) -> Date {
    Timestamp(clock::now().0 + days * 86_400_000).date_in_seoul()
}

fn credential(scopes: &[CredentialScope]) -> CompanyCredentialSave {
    CompanyCredentialSave {
        name: "인사 시스템".into(),
        scopes: scopes.to_vec(),
        expires_on: in_days(30),
        persons_per_day: None,
    }
}

fn issue(
    world: &World,
    token: &str,
    company_id: CompanyId,
    save: &CompanyCredentialSave,
) -> Result<IssuedCredential, ErrorBody> {
    world.server.call::<IssueCompanyCredential>(Some(token), &CompanyPath { company_id }, &(), save)
}

fn secret_of(world: &World, company_id: CompanyId) -> String {
    issue(world, &world.admin, company_id, &credential(READS)).unwrap().secret
}

fn revoke(world: &World, token: &str, company_id: CompanyId, issued: &IssuedCredential) -> Result<(), ErrorBody> {
    let path =
        CompanyCredentialPath { company_id, company_credential_id: issued.company_credential.company_credential_id };
    world.server.call::<RevokeCompanyCredential>(Some(token), &path, &(), &()).map(|_| ())
}

fn listed(world: &World, token: &str, company_id: CompanyId) -> Result<Vec<CompanyCredential>, ErrorBody> {
    world.server.call::<ListCompanyCredentials>(Some(token), &CompanyPath { company_id }, &(), &())
}

fn page(page: i64, page_size: i64) -> SystemCompanyFilter {
    SystemCompanyFilter { page: Some(page), page_size: Some(page_size) }
}

fn read(server: &Server, secret: &str) -> Result<Page<SystemCompany>, ErrorBody> {
    server.call::<ListSystemCompanies>(Some(secret), &(), &page(0, 20), &())
}

fn refusal<T>(answer: Result<T, ErrorBody>) -> Option<ErrorCode> {
    answer.err().map(|error| code(&error))
}

fn field<T>(answer: Result<T, ErrorBody>) -> Option<(String, String)> {
    answer.err()?.fields.first().map(|field| (field.path.clone(), field.code.clone()))
}

fn write(test: &TestDatabase, work: impl FnOnce(&mut DatabaseConnection) -> diesel::QueryResult<usize>) {
    test.database.write_blocking(|connection| work(connection).map_err(Problem::from)).unwrap();
}

#[test]
fn a_system_reads_its_company_and_those_below_it_and_no_other() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let numbers = |company_id| -> Vec<(i64, Option<i64>)> {
            let found = read(&world.server, &secret_of(&world, company_id)).unwrap();
            assert_eq!(found.total, i64::try_from(found.data.len()).unwrap());
            found.data.iter().map(|row| (row.company_id.0, row.parent_company_id.map(|id| id.0))).collect()
        };
        let (vendor, dealer, retailer) = (world.vendor_id.0, world.dealer_id.0, world.retailer_id.0);
        assert_eq!(
            numbers(world.vendor_id),
            [(vendor, None), (dealer, Some(vendor)), (retailer, Some(dealer))],
            "in the order of their numbers"
        );
        assert_eq!(numbers(world.dealer_id), [(dealer, None), (retailer, Some(dealer))], "not what stands above");
        assert_eq!(numbers(world.retailer_id), [(retailer, None)]);
        assert_eq!(numbers(world.other_retailer_id), [(world.other_retailer_id.0, None)]);

        let secret = secret_of(&world, world.vendor_id);
        let second = world.server.call::<ListSystemCompanies>(Some(&secret), &(), &page(1, 2), &()).unwrap();
        assert_eq!((second.total, second.data.len(), second.data[0].company_id), (3, 1, world.retailer_id));
    });
}

#[test]
fn the_secret_is_shown_once_and_kept_as_a_hash() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let issued = issue(&world, &world.dealer, world.retailer_id, &credential(READS)).unwrap();
        let shown = &issued.company_credential;
        assert!(issued.secret.starts_with(&shown.secret_start), "{}", shown.secret_start);
        assert_eq!((shown.status, shown.expires_on), (CredentialStatus::Active, in_days(30)));
        assert_eq!((shown.last_used_at, shown.account_name.as_str()), (None, "dealer"));
        let again = listed(&world, &world.dealer, world.retailer_id).unwrap();
        assert_eq!(again, std::slice::from_ref(shown));
        let kept: Vec<(String, String)> = test
            .database
            .read_blocking(|connection| {
                let columns = (company_credential::secret_hash, company_credential::name);
                Ok(company_credential::table.select(columns).load(connection)?)
            })
            .unwrap();
        let random = issued.secret.trim_start_matches(&shown.secret_start);
        assert!(kept.iter().all(|(hash, _)| !hash.is_empty() && !hash.contains(random)), "{kept:?}");
    });
}

#[test]
fn what_is_no_credential_in_force_is_refused_alike() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let issued = issue(&world, &world.admin, world.vendor_id, &credential(READS)).unwrap();
        let other = secret_of(&world, world.other_vendor_id);
        let id = issued.company_credential.company_credential_id.0;
        let random = issued.secret.rsplit_once(&format!("{id}_")).unwrap().1;
        let mut wrong = issued.secret.clone();
        let last = if wrong.pop() == Some('A') { 'B' } else { 'A' };
        wrong.push(last);
        let hostile = [
            wrong,
            other.replacen(&other[..other.len() - 43], &format!("uno_{id}_"), 1),
            issued.secret.replacen(&format!("_{id}_"), &format!("_0{id}_"), 1),
            issued.secret.replacen(&format!("_{id}_"), "_987654321_", 1),
            issued.secret.to_uppercase(),
            format!("{}{}", issued.secret, random),
            format!("uno_-1_{random}"),
            format!("uno_9223372036854775808_{random}"),
            format!("uno_{id}_"),
            "uno_".into(),
            format!("uno_{id} OR 1=1_{random}"),
            "x".repeat(7_000),
            world.admin.clone(),
            world.member.clone(),
        ];
        for token in &hostile {
            assert_eq!(refusal(read(&world.server, token)), Some(ErrorCode::Unauthenticated), "{token}");
        }
        let nobody = world.server.call::<ListSystemCompanies>(None, &(), &page(0, 20), &());
        assert_eq!(refusal(nobody), Some(ErrorCode::Unauthenticated));
        assert!(read(&world.server, &issued.secret).is_ok(), "the others did it no harm");
        for token in &hostile {
            assert_eq!(refusal(read(&world.server, token)), Some(ErrorCode::Unauthenticated), "{token}, now known");
        }
    });
}

#[test]
fn a_credential_is_worth_nothing_on_any_endpoint_for_accounts() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let secret = issue(&world, &world.admin, world.vendor_id, &credential(CredentialScope::ALL)).unwrap().secret;
    let mut asked = 0;
    for info in ENDPOINTS {
        // The other endpoints for credentials, measurements, are tested in intake.rs.
        if matches!(info.access, Access::Public | Access::Credential(_) | Access::SignedInOrCredential(_)) {
            continue;
        }
        let parts = info.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let url = world.server.url(&parts.collect::<Vec<_>>().join("/"));
        let body = (info.method != Method::Get && info.method != Method::Delete).then_some(b"{}".as_slice());
        let (status, text) = world.server.send(info.method, &url, Some(&secret), body);
        assert_eq!(status, 401, "{}: {text}", info.name);
        asked += 1;
    }
    assert!(asked > 80, "{asked}");
}

#[test]
fn a_credential_in_force_is_listed_however_many_others_have_ended_since() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let issued = |name: &str| {
            let save = CompanyCredentialSave { name: name.into(), ..credential(&[CredentialScope::CompaniesRead]) };
            issue(&world, &world.vendor, world.retailer_id, &save).unwrap().company_credential
        };
        let first = issued("first");
        for number in 0..100 {
            let id = issued(&format!("later {number}")).company_credential_id.0;
            let ended = company_credential::expires_at.eq(1_i64);
            write(test, |connection| diesel::update(company_credential::table.find(id)).set(ended).execute(connection));
        }
        let shown = listed(&world, &world.vendor, world.retailer_id).unwrap();
        assert_eq!(shown[0].company_credential_id, first.company_credential_id);
        assert_eq!(shown[0].status, CredentialStatus::Active);
    });
}

#[test]
fn a_credential_does_only_what_it_was_issued_for() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let writer = issue(&world, &world.admin, world.vendor_id, &credential(WRITES)).unwrap();
        assert_eq!(refusal(read(&world.server, &writer.secret)), Some(ErrorCode::Forbidden));
    });
}

#[test]
fn who_may_not_register_every_kind_of_measurement_lets_no_system_send_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let ask = |scopes: &[CredentialScope]| issue(&world, &world.dealer, world.retailer_id, &credential(scopes));
        assert!(ask(WRITES).is_ok());
        let (_, url) = dementia_screenings::SCREEN.rsplit_once('/').unwrap();
        let screenings = menu_item::table.filter(menu_item::url.eq(format!("/{url}"))).select(menu_item::menu_item_id);
        let of_dealers = permission::table.filter(permission::permission_group_id.eq(group_of(Authority::Dealer)));
        let narrowed = of_dealers.filter(permission::menu_item_id.eq_any(screenings));
        write(test, |connection| diesel::update(narrowed).set(permission::can_create.eq(false)).execute(connection));
        // Callers are cached for half a second.
        std::thread::sleep(Duration::from_millis(600));
        for scopes in [WRITES, &[CredentialScope::FhirRead, CredentialScope::MeasurementsWrite]] {
            assert_eq!(field(ask(scopes)), Some(("scopes".into(), "notHeld".into())));
        }
        assert!(ask(&[CredentialScope::CompaniesRead, CredentialScope::FhirRead]).is_ok(), "they may be read");
    });
}

#[test]
fn a_credential_ends_with_its_day_and_with_its_revocation_on_every_instance() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let another = Server::start(test);
        let issued = issue(&world, &world.admin, world.vendor_id, &credential(READS)).unwrap();
        assert!(read(&world.server, &issued.secret).is_ok() && read(&another, &issued.secret).is_ok());
        revoke(&world, &world.admin, world.vendor_id, &issued).unwrap();
        let refused = Some(ErrorCode::Unauthenticated);
        assert_eq!(refusal(read(&world.server, &issued.secret)), refused, "here at once");
        std::thread::sleep(Duration::from_millis(900));
        assert_eq!(refusal(read(&another, &issued.secret)), refused, "elsewhere within a second");
        revoke(&world, &world.admin, world.vendor_id, &issued).unwrap();
        let shown = listed(&world, &world.admin, world.vendor_id).unwrap();
        assert_eq!((shown.len(), shown[0].status), (1, CredentialStatus::Revoked));

        let issued = issue(&world, &world.admin, world.vendor_id, &credential(READS)).unwrap();
        assert!(read(&world.server, &issued.secret).is_ok());
        write(test, |connection| {
            let ended = company_credential::expires_at.eq(clock::now().0);
            diesel::update(company_credential::table).set(ended).execute(connection)
        });
        std::thread::sleep(Duration::from_millis(900));
        assert_eq!(refusal(read(&world.server, &issued.secret)), refused);
        assert_eq!(listed(&world, &world.admin, world.vendor_id).unwrap()[0].status, CredentialStatus::Expired);
    });
}

#[test]
fn the_last_use_is_noted_once_a_minute() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let secret = secret_of(&world, world.vendor_id);
        let last = || listed(&world, &world.admin, world.vendor_id).unwrap()[0].last_used_at;
        let noted = |after: Option<Timestamp>| {
            for _ in 0..500 {
                std::thread::sleep(Duration::from_millis(20));
                if last() != after {
                    return last();
                }
            }
            after
        };
        read(&world.server, &secret).unwrap();
        let first = noted(None);
        assert!(first.is_some());
        // Loaded again by another instance, within the minute.
        read(&Server::start(test), &secret).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(last(), first);
        write(test, |connection| {
            let earlier = company_credential::last_used_at.eq(clock::now().0 - 61_000);
            diesel::update(company_credential::table).set(earlier).execute(connection)
        });
        let earlier = last();
        // The use is recorded in the background: an instance that stopped with the response would not get to it.
        let other = Server::start(test);
        read(&other, &secret).unwrap();
        assert!(noted(earlier) > first);
    });
}

#[test]
fn a_credential_that_asks_too_often_waits() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let (busy, calm) = (secret_of(&world, world.vendor_id), secret_of(&world, world.vendor_id));
    let answers = at_once(4, 160, |_, _| refusal(read(&world.server, &busy)));
    let refused: Vec<ErrorCode> = answers.into_iter().flatten().flatten().collect();
    assert_eq!(refused, [ErrorCode::TooManyRequests; 40], "600 a minute");
    assert!(read(&world.server, &calm).is_ok(), "another credential of the company");
    let request = ureq::http::Request::get(world.server.url("/b2b/v1/companies"))
        .header("authorization", format!("Bearer {busy}"))
        .body(())
        .unwrap();
    let answer = world.server.agent.run(request).unwrap();
    let wait: i64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!(answer.status() == 429 && (1..=60).contains(&wait), "{wait}");
}

#[test]
fn who_may_not_change_the_company_issues_and_revokes_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let issued = issue(&world, &world.admin, world.retailer_id, &credential(READS)).unwrap();
        let elsewhere = issue(&world, &world.admin, world.other_retailer_id, &credential(READS)).unwrap();
        for (token, company_id, expected) in [
            (&world.dealer, world.dealer_id, ErrorCode::Forbidden),
            (&world.vendor, world.vendor_id, ErrorCode::Forbidden),
            (&world.retailer, world.retailer_id, ErrorCode::Forbidden),
            (&world.operator, world.retailer_id, ErrorCode::Forbidden),
            (&world.dealer, world.other_retailer_id, ErrorCode::NotFound),
            (&world.other_vendor, world.retailer_id, ErrorCode::NotFound),
        ] {
            assert_eq!(refusal(issue(&world, token, company_id, &credential(READS))), Some(expected));
            assert_eq!(refusal(listed(&world, token, company_id)), Some(expected));
            assert_eq!(refusal(revoke(&world, token, company_id, &issued)), Some(expected));
        }
        let crossed = revoke(&world, &world.dealer, world.retailer_id, &elsewhere);
        assert_eq!(refusal(crossed), Some(ErrorCode::NotFound), "a credential of another company below the own path");
        assert!(read(&world.server, &issued.secret).is_ok() && read(&world.server, &elsewhere.secret).is_ok());
        assert!(revoke(&world, &world.dealer, world.retailer_id, &issued).is_ok());
    });
}

#[test]
fn there_are_no_more_credentials_than_may_be_however_many_are_issued_at_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let issued = at_once(8, 4, |_, _| issue(&world, &world.admin, world.retailer_id, &credential(READS)).is_ok());
        let issued = issued.iter().flatten().filter(|is_issued| **is_issued).count();
        assert_eq!(i64::try_from(issued).unwrap(), MAX_CREDENTIALS);
    });
}

#[test]
fn what_is_wrong_with_a_credential_is_said_at_its_field() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let wrong = |save: CompanyCredentialSave| field(issue(&world, &world.admin, world.retailer_id, &save)).unwrap();
        let said = |path: &str, code: &str| (path.to_owned(), code.to_owned());
        assert_eq!(wrong(credential(&[])), said("scopes", "required"));
        let ending = |expires_on| CompanyCredentialSave { expires_on, ..credential(READS) };
        assert_eq!(wrong(ending(in_days(-1))), said("expiresOn", "past"));
        assert_eq!(wrong(ending(in_days(367))), said("expiresOn", "tooLate"));
        assert_eq!(wrong(ending(date("2099-12-31"))), said("expiresOn", "tooLate"));
        assert_eq!(wrong(CompanyCredentialSave { name: " ".into(), ..credential(READS) }), said("name", "required"));
        issue(&world, &world.admin, world.retailer_id, &ending(in_days(0))).unwrap();
        issue(&world, &world.admin, world.retailer_id, &ending(in_days(365))).unwrap();
        for _ in 2..MAX_CREDENTIALS {
            issue(&world, &world.admin, world.retailer_id, &credential(READS)).unwrap();
        }
        assert_eq!(wrong(credential(READS)), said("name", "tooManyCredentials"));
        let all = listed(&world, &world.admin, world.retailer_id).unwrap();
        let numbers: BTreeSet<_> = all.iter().map(|row| row.secret_start.clone()).collect();
        assert_eq!((all.len(), numbers.len()), (20, 20));
    });
}

#[test]
fn the_companys_history_names_what_was_issued_and_revoked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let issued = issue(&world, &world.dealer, world.retailer_id, &credential(READS)).unwrap();
        revoke(&world, &world.dealer, world.retailer_id, &issued).unwrap();
        let path = CompanyPath { company_id: world.retailer_id };
        let all = RevisionFilter { page: None, page_size: None };
        let history = world.server.call::<ListCompanyRevisions>(Some(&world.dealer), &path, &all, &()).unwrap().data;
        let told: Vec<_> = history
            .iter()
            .flat_map(|revision| &revision.changes)
            .filter(|change| change.field == "credential")
            .map(|change| (change.before.as_deref(), change.after.as_deref()))
            .collect();
        assert_eq!(told, [(Some("인사 시스템"), None), (None, Some("인사 시스템"))]);
        assert!(!serde_json::to_string(&history).unwrap().contains(&issued.secret));
    });
}

#[test]
fn credentials_end_with_their_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let company = world.add_company(CompanyType::Retailer, "새 지점", Some(world.dealer_id));
        let secret = secret_of(&world, company.company_id);
        assert!(read(&world.server, &secret).is_ok());
        let path = CompanyPath { company_id: company.company_id };
        world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &()).unwrap();
        std::thread::sleep(Duration::from_millis(900));
        assert_eq!(refusal(read(&world.server, &secret)), Some(ErrorCode::Unauthenticated));
    });
}

#[test]
fn a_company_that_is_put_below_another_takes_none_of_its_credentials_along() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let path = CompanyPath { company_id: world.other_retailer_id };
        let secret = secret_of(&world, world.other_retailer_id);
        let save = CompanySave { memo: Some("메모".into()), ..current(&world, world.other_retailer_id) };
        world.server.call::<UpdateCompany>(Some(&world.admin), &path, &(), &save).unwrap();
        assert!(read(&world.server, &secret).is_ok(), "what moves nothing revokes nothing");
        let save = CompanySave { parent_company_id: Some(world.dealer_id), ..current(&world, world.other_retailer_id) };
        world.server.call::<UpdateCompany>(Some(&world.admin), &path, &(), &save).unwrap();
        std::thread::sleep(Duration::from_secs(1));
        assert_eq!(
            refusal(read(&world.server, &secret)),
            Some(ErrorCode::Unauthenticated),
            "its former vendor knows it"
        );
        let filter = RevisionFilter { page: None, page_size: None };
        let told = world.server.call::<ListCompanyRevisions>(Some(&world.admin), &path, &filter, &()).unwrap().data;
        let fields: Vec<&str> =
            told.iter().take(2).flat_map(|revision| &revision.changes).map(|change| change.field.as_str()).collect();
        assert_eq!(BTreeSet::from_iter(fields), BTreeSet::from(["credential", "parentCompanyName"]));
    });
}

/// Returns a company's current form.
fn current(world: &World, company_id: CompanyId) -> CompanySave {
    world.server.call::<GetCompany>(Some(&world.admin), &CompanyPath { company_id }, &(), &()).unwrap().form()
}

const READS_PEOPLE: &[CredentialScope] = &[CredentialScope::FhirRead];

fn approve(world: &World, token: &str, company_id: CompanyId, of: &CompanyCredential) -> Result<(), ErrorBody> {
    let path = CompanyCredentialPath { company_id, company_credential_id: of.company_credential_id };
    world.server.call::<ApproveCompanyCredential>(Some(token), &path, &(), &()).map(|_| ())
}

/// Returns the status of a search of all patients with a credential.
fn patients(world: &World, secret: &str) -> u16 {
    world.server.send(Method::Get, &world.server.url("/fhir/r4/Patient"), Some(secret), None).0
}

#[test]
fn a_credential_that_reads_people_is_valid_once_a_second_person_has_approved_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let company = world.retailer_id;
        world.add_member(company, "A1", "김하나");
        let issued = issue(&world, &world.dealer, company, &credential(READS_PEOPLE)).unwrap();
        let of = &issued.company_credential;
        assert_eq!((of.status, of.approval.reason.as_deref()), (CredentialStatus::Pending, Some("ownCredential")));
        assert_eq!(patients(&world, &issued.secret), 401);
        let refused = |token: &str| field(approve(&world, token, company, of));
        let because = |reason: &str| Some(("companyCredentialId".to_owned(), reason.to_owned()));
        assert_eq!(refused(&world.dealer), because("ownCredential"));
        assert_eq!(refusal(approve(&world, &world.other_vendor, company, of)), Some(ErrorCode::NotFound));
        // An account that the issuer has made is the issuer's.
        let made = manager("own.helper", ManagerRole::Dealer, Some(world.dealer_id));
        world.server.call::<CreateManager>(Some(&world.dealer), &(), &(), &made).unwrap();
        let helper = session(&world.server.state, "own.helper", Authority::Dealer).access_token.token;
        assert_eq!(refused(&helper), because("accountOfIssuer"));

        assert!(listed(&world, &world.vendor, company).unwrap()[0].approval.allowed);
        approve(&world, &world.vendor, company, of).unwrap();
        assert_eq!(refusal(approve(&world, &world.vendor, company, of)), Some(ErrorCode::Changed), "once");
        let shown = listed(&world, &world.dealer, company).unwrap().remove(0);
        assert_eq!((shown.status, shown.approved_by.as_deref()), (CredentialStatus::Active, Some("vendor")));
        assert_eq!(patients(&world, &issued.secret), 200);
    });
}

#[test]
fn who_approves_is_a_setting() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let with = |credential_approval| {
        world.at(Server::start_with(&test, Settings { credential_approval, ..Settings::default() }))
    };
    let strict = with(SecondPerson::Vendor);
    let issued = issue(&strict, &strict.admin, strict.retailer_id, &credential(READS_PEOPLE)).unwrap();
    let answer = approve(&strict, &strict.dealer, strict.retailer_id, &issued.company_credential);
    assert_eq!(field(answer), Some(("companyCredentialId".into(), "vendorApproves".into())));
    approve(&strict, &strict.vendor, strict.retailer_id, &issued.company_credential).unwrap();
    let free = with(SecondPerson::None);
    let issued = issue(&free, &free.dealer, free.retailer_id, &credential(READS_PEOPLE)).unwrap();
    assert_eq!(issued.company_credential.status, CredentialStatus::Active);
}

#[test]
fn a_credential_reads_so_many_people_a_day_and_the_log_names_it_and_its_issuer() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let company = world.retailer_id;
        let few = CompanyCredentialSave { persons_per_day: Some(2), ..credential(READS_PEOPLE) };
        let issued = issue(&world, &world.dealer, company, &few).unwrap();
        approve(&world, &world.vendor, company, &issued.company_credential).unwrap();
        let ids = ["A1", "A2", "A3"].map(|number| world.add_member(company, number, "김하나").member_id.0);
        let read = |id: i64| {
            let url = world.server.url(&format!("/fhir/r4/Patient/{id}"));
            world.server.send(Method::Get, &url, Some(&issued.secret), None).0
        };
        assert_eq!([read(ids[0]), read(ids[0]), read(ids[1]), read(ids[0])], [200; 4], "each counts once");
        assert_eq!([read(ids[2]), patients(&world, &issued.secret)], [429; 2]);
        assert_eq!(read(ids[1]), 200, "who was read stays so");
        let names: Vec<String> = test
            .database
            .read_blocking(|connection| {
                let read = access_log::table.filter(access_log::action.eq("FHIR"));
                Ok(read.select(access_log::account_name).load(connection)?)
            })
            .unwrap();
        let start = issued.company_credential.secret_start.trim_end_matches('_');
        assert_eq!(names, vec![format!("인사 시스템 · {start} · dealer"); 5]);
        let many = CompanyCredentialSave { persons_per_day: Some(501), ..credential(READS_PEOPLE) };
        let said = Some(("personsPerDay".into(), "aboveOwnLimit".into()));
        assert_eq!(field(issue(&world, &world.dealer, company, &many)), said);
        assert!(issue(&world, &world.admin, company, &many).is_ok());
    });
}

#[test]
fn what_an_account_has_handed_out_ends_with_it_or_is_taken_over() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let new = |login_id: &str| {
            let save = manager(login_id, ManagerRole::Dealer, Some(world.dealer_id));
            let made = world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &save).unwrap();
            let token = session(&world.server.state, login_id, Authority::Dealer).access_token.token;
            let secret = issue(&world, &token, world.retailer_id, &credential(READS)).unwrap().secret;
            (ManagerPath { manager_id: made.manager_id }, secret, made)
        };
        let gone = |secret: &str| refusal(read(&world.server, secret)) == Some(ErrorCode::Unauthenticated);
        let (suspended, of_suspended, made) = new("suspended");
        let (deleted, of_deleted, _) = new("deleted");
        let (kept, of_kept, _) = new("kept");
        assert!(!gone(&of_suspended) && !gone(&of_deleted) && !gone(&of_kept));
        let given = world.server.call::<GetManagerGivenAccess>(Some(&world.vendor), &kept, &(), &()).unwrap();
        assert_eq!((given.credentials, given.report_links), (1, 0));
        let taken = world.server.call::<TakeOverManagerGivenAccess>(Some(&world.vendor), &kept, &(), &()).unwrap();
        assert_eq!(taken.credentials, 1);
        for path in [&kept, &deleted] {
            world.server.call::<DeleteManager>(Some(&world.admin), path, &(), &()).unwrap();
        }
        let save = ManagerSave { status: AccountStatus::Suspended, ..made.form() };
        world.server.call::<UpdateManager>(Some(&world.admin), &suspended, &(), &save).unwrap();
        std::thread::sleep(Duration::from_millis(600));
        assert!(gone(&of_suspended) && gone(&of_deleted) && !gone(&of_kept));
        let states = listed(&world, &world.admin, world.retailer_id).unwrap();
        let ended = states.iter().filter(|row| row.status == CredentialStatus::Revoked).count();
        assert_eq!((ended, states[0].account_name.as_str()), (2, "vendor"));
        // Who loses the right loses what was issued by it.
        let of_dealer = issue(&world, &world.dealer, world.retailer_id, &credential(READS)).unwrap().secret;
        assert!(!gone(&of_dealer));
        let (_, url) = CompanyType::Retailer.screen().rsplit_once('/').unwrap();
        let screen = menu_item::table.filter(menu_item::url.eq(format!("/{url}"))).select(menu_item::menu_item_id);
        let of_dealers = permission::table.filter(permission::permission_group_id.eq(group_of(Authority::Dealer)));
        let narrowed = of_dealers.filter(permission::menu_item_id.eq_any(screen));
        write(test, |connection| diesel::update(narrowed).set(permission::can_update.eq(false)).execute(connection));
        std::thread::sleep(Duration::from_millis(600));
        assert!(gone(&of_dealer));
    });
}
