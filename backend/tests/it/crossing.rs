//! Two trees of companies, with all ids and cursors swapped: rows of another tree get exactly the same response as
//! nonexistent ones.

use crate::{
    exports::export,
    support::{
        PASSWORD, TestDatabase, World, add_account, date, link, manager, member, operator, session, write_measurement,
    },
    training_participations::{credential, participation},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{alert, measurement},
    },
};
use measurements::{
    concerns::{self, Concerns},
    physical_measurements::store::Physical,
};
use people::links::store::{self as links, NewLink};
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use uno_core::contract::{
    Access, BodyKind, ENDPOINTS, EndpointInfo, Method,
    account_sessions::{AccountPath, ListAccountSessions},
    companies::{CompanyId, CompanyPath, CompanyType},
    company_credentials::{CompanyCredentialSave, CredentialScope, IssueCompanyCredential},
    dementia_screenings::CreateDementiaScreening,
    divisions::{CreateDivision, DivisionSave},
    heart_rate_measurements::CreateHeartRateMeasurement,
    managers::{CreateManager, ManagerRole},
    measurements::KindOfMeasurements,
    members::{
        DeleteMember, ListMembers, Member, MemberFilter, MemberId, MemberPath, MemberSave, MemberSort, RevealMember,
        UpdateMember,
    },
    messages::WayOfSending,
    operators::CreateOperator,
    own_account::AccountId,
    physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter, PhysicalMeasurementId},
    psychological_tests::CreatePsychologicalTest,
    report_links::{ReportSending, SendReports},
    reports::{CreateReport, ReportSave},
    saved_views::CreateSavedView,
    services::ServiceId,
    stress_measurements::CreateStressMeasurement,
    training_participations::{
        ListTrainingParticipations, TakeTrainingParticipations, TrainingParticipationFilter, TrainingParticipationId,
        TrainingParticipationIntake,
    },
    user_apps::{CompanyUserAppGrant, CreateUserApp, GrantUserApp, UserAppSave, UserAppStatus},
    users::GetOwnProfile,
    validation::{Form, Kind, camel_case},
    vision_measurements::CreateVisionMeasurement,
};
use uno_core::domain::access::Authority;

/// A nonexistent id.
const NOWHERE: i64 = 987_654_321;

/// One row of each kind in one tree.
struct Tree {
    token: String,
    company_id: CompanyId,
    member: Member,
    measurement_id: PhysicalMeasurementId,
    stress_measurement_id: i64,
    vision_measurement_id: i64,
    heart_rate_measurement_id: i64,
    dementia_screening_id: i64,
    psychological_test_id: i64,
    job_id: i64,
    credential_id: i64,
    division_id: i64,
    manager_id: i64,
    operator_id: i64,
    session_id: i64,
    user_id: i64,
    link_id: i64,
    company_user_app_id: i64,
    report_link_id: i64,
    report_id: i64,
    training_participation_id: i64,
    saved_view_id: i64,
    alert_id: i64,
}

impl Tree {
    fn plant(
        test: &TestDatabase,
        world: &World,
        token: &str,
        above: CompanyId,
        retailer: CompanyId,
        mark: &str,
    ) -> Self {
        let member = world.add_member(retailer, &format!("{mark}1"), &format!("{mark} 하나"));
        let second = world.add_member(retailer, &format!("{mark}2"), &format!("{mark} 둘"));
        write_measurement(test, &member, retailer, "2026-01-10T09:00:00+09:00");
        write_measurement(test, &second, retailer, "2026-01-11T09:00:00+09:00");
        let any = PhysicalMeasurementFilter::default();
        let found = world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &any, &()).unwrap();
        let (job, _) = export(world, token, &any);
        // Has no dependents, so only the scope can reject a change.
        let company = world.add_company(CompanyType::Retailer, &format!("{mark} 지점"), Some(above));
        let number = company.company_id.0;
        let save = DivisionSave {
            company_id: company.company_id,
            parent_division_id: None,
            name: mark.into(),
            position: 1,
            version: None,
        };
        let division = world.server.call::<CreateDivision>(Some(&world.admin), &(), &(), &save).unwrap();
        let path = CompanyPath { company_id: company.company_id };
        let save = CompanyCredentialSave {
            name: mark.into(),
            scopes: vec![CredentialScope::CompaniesRead],
            expires_on: clock::today(),
            persons_per_day: None,
        };
        let issued = world.server.call::<IssueCompanyCredential>(Some(&world.admin), &path, &(), &save).unwrap();
        let save = UserAppSave {
            name: mark.into(),
            service_id: ServiceId(1),
            android_package: None,
            ios_bundle: None,
            status: UserAppStatus::Active,
            version: None,
        };
        let app = world.server.call::<CreateUserApp>(Some(&world.admin), &(), &(), &save).unwrap();
        let path = CompanyPath { company_id: company.company_id };
        let save = CompanyUserAppGrant { user_app_id: app.user_app_id, starts_on: None };
        let given = world.server.call::<GrantUserApp>(Some(&world.admin), &path, &(), &save).unwrap();
        let save = manager(&format!("manager.{number}"), ManagerRole::Retailer, Some(retailer));
        let manager = world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &save).unwrap();
        let save = operator(&format!("operator.{number}"), retailer);
        let operator = world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &save).unwrap();
        session(&world.server.state, &save.login_id, Authority::Operator);
        let path = AccountPath { account_id: AccountId(operator.operator_id.0) };
        let sessions = world.server.call::<ListAccountSessions>(Some(token), &path, &(), &()).unwrap();
        // Two of each kind, so that there is a next page.
        let [stress, _] = ["2026-01-05T09:00:00+09:00", "2026-01-06T09:00:00+09:00"].map(|at| {
            let save = json!({"memberId": member.member_id, "measuredAt": at, "heartRate": 71});
            let save = serde_json::from_value(save).unwrap();
            world.server.call::<CreateStressMeasurement>(Some(&world.admin), &(), &(), &save).unwrap()
        });
        let [vision, _] = ["2026-01-05T09:10:00+09:00", "2026-01-06T09:10:00+09:00"].map(|at| {
            let save =
                json!({"memberId": member.member_id, "measuredAt": at, "range": "DISTANCE", "rightPresenting": 0.8});
            let save = serde_json::from_value(save).unwrap();
            world.server.call::<CreateVisionMeasurement>(Some(&world.admin), &(), &(), &save).unwrap()
        });
        let [heart_rate, _] = ["2026-01-05T09:20:00+09:00", "2026-01-06T09:20:00+09:00"].map(|at| {
            let save = json!({"memberId": member.member_id, "measuredAt": at, "rate": 71, "context": "REST"});
            let save = serde_json::from_value(save).unwrap();
            world.server.call::<CreateHeartRateMeasurement>(Some(&world.admin), &(), &(), &save).unwrap()
        });
        let [screening, _] = ["2026-01-05T09:20:00+09:00", "2026-01-06T09:20:00+09:00"].map(|at| {
            let save = json!({"memberId": member.member_id, "measuredAt": at, "instrument": "MMSE_KC", "total": 27});
            let save = serde_json::from_value(save).unwrap();
            world.server.call::<CreateDementiaScreening>(Some(&world.admin), &(), &(), &save).unwrap()
        });
        let [tested, _] = ["2026-01-05T09:20:00+09:00", "2026-01-06T09:20:00+09:00"].map(|at| {
            let save = json!({"memberId": member.member_id, "measuredAt": at, "instrument": "PSS_10", "result": 9});
            let save = serde_json::from_value(save).unwrap();
            world.server.call::<CreatePsychologicalTest>(Some(&world.admin), &(), &(), &save).unwrap()
        });
        // Linked with another member, so that only the scope can reject a link with the first.
        let user = add_account(&world.server.state, &format!("user.{number}"), Authority::Member, None);
        let user_id = world.server.call::<GetOwnProfile>(Some(&user), &(), &(), &()).unwrap().user_id;
        let now = kernel::clock::now();
        let linked = NewLink::requested(user_id, second.member_id, "staff", now).accepted(now);
        let link_id = test.database.write_blocking(|connection| links::insert(connection, &linked)).unwrap();
        let sending = ReportSending {
            kind: KindOfMeasurements::HeartRate,
            ids: vec![heart_rate.heart_rate_measurement_id.0],
            channel: WayOfSending::Direct,
            language: None,
            dry_run: false,
        };
        let sent = world.server.call::<SendReports>(Some(token), &(), &(), &sending).unwrap();
        let save = ReportSave { member_id: member.member_id, comment: None };
        let report = world.server.call::<CreateReport>(Some(token), &(), &(), &save).unwrap();
        let trained = plant_trainings(world, retailer, member.member_id);
        // Shared, so that only the company hides it from accounts of the same group.
        let save = json!({"list": "members", "name": mark, "visibility": "GROUP", "isDefault": false});
        let save = serde_json::from_value(save).unwrap();
        let view = world.server.call::<CreateSavedView>(Some(token), &(), &(), &save).unwrap();
        Self {
            token: token.to_owned(),
            company_id: company.company_id,
            member,
            measurement_id: found.data[0].physical_measurement_id,
            stress_measurement_id: stress.stress_measurement_id.0,
            vision_measurement_id: vision.vision_measurement_id.0,
            heart_rate_measurement_id: heart_rate.heart_rate_measurement_id.0,
            dementia_screening_id: screening.dementia_screening_id.0,
            psychological_test_id: tested.psychological_test_id.0,
            job_id: job.job_id.0,
            division_id: division.division_id.0,
            credential_id: issued.company_credential.company_credential_id.0,
            manager_id: manager.manager_id.0,
            operator_id: operator.operator_id.0,
            session_id: sessions[0].session_id.0,
            user_id: user_id.0,
            link_id: link_id.0,
            company_user_app_id: given.company_user_app_id.0,
            report_link_id: sent.recipients[0].report_link_id.unwrap().0,
            report_id: report.report_id.0,
            training_participation_id: trained.0,
            saved_view_id: view.saved_view_id.0,
            alert_id: plant_alert(test, found.data[0].physical_measurement_id.0),
        }
    }

    /// Returns the row of this tree that a field refers to; `None` if the field refers to nothing within a tree.
    fn row(&self, field: &str) -> Option<i64> {
        match field {
            "companyId" | "companyIds" | "parentCompanyId" => Some(self.company_id.0),
            "memberId" => Some(self.member.member_id.0),
            "physicalMeasurementId" => Some(self.measurement_id.0),
            "stressMeasurementId" => Some(self.stress_measurement_id),
            "visionMeasurementId" => Some(self.vision_measurement_id),
            "heartRateMeasurementId" => Some(self.heart_rate_measurement_id),
            "dementiaScreeningId" => Some(self.dementia_screening_id),
            "psychologicalTestId" => Some(self.psychological_test_id),
            "jobId" => Some(self.job_id),
            "divisionId" | "divisionIds" | "parentDivisionId" => Some(self.division_id),
            "companyCredentialId" => Some(self.credential_id),
            "managerId" | "managerIds" | "mainManagerId" => Some(self.manager_id),
            "operatorId" | "operatorIds" | "accountId" => Some(self.operator_id),
            "sessionId" => Some(self.session_id),
            "userId" => Some(self.user_id),
            "linkId" => Some(self.link_id),
            "companyUserAppId" => Some(self.company_user_app_id),
            "reportLinkId" | "messageId" => Some(self.report_link_id),
            "reportId" => Some(self.report_id),
            "trainingParticipationId" => Some(self.training_participation_id),
            "savedViewId" => Some(self.saved_view_id),
            "alertId" | "alertIds" => Some(self.alert_id),
            // All of the caller's own alerts up to a position, whoever that alert belongs to.
            "through" => None,
            // Grading rules and services belong to the installation, boards and terms to everyone who may see them. For
            // undo by revision, see undo.rs.
            "serviceId" | "serviceIds" | "allowedServiceIds" | "adminBoardId" | "termsId" | "termsIds"
            | "agreedTermsIds" | "revisionId" | "userAppId" | "externalDeviceId" | "externalDeviceIds"
            | "gradeRuleVersionId" => None,
            // The menu belongs to the installation; for the ownership of groups see permission_groups.rs.
            "permissionGroupId" | "menuItemId" | "parentId" | "codeId" => None,
            // Groups of companies may read no log; for a group that may, see audit.rs.
            "accessLogId" | "changeLogId" => None,
            other => panic!("say here which row of a tree {other} names"),
        }
    }
}

/// Inserts an alert of a measurement.
fn plant_alert(test: &TestDatabase, id: i64) -> i64 {
    let line = measurement::table.find(id).select((
        measurement::company_id,
        measurement::vendor_id,
        measurement::dealer_id,
        measurement::retailer_id,
    ));
    type Line = (Option<i64>, Option<i64>, Option<i64>, Option<i64>);
    let concerns = Concerns { dangers: 1, ..Concerns::default() };
    let work = |connection: &mut DatabaseConnection| {
        let line = line.first::<Line>(connection)?;
        let (measured_at, received_at) = (clock::now().0, clock::now().0);
        let new = concerns::NewAlertRow { measurement_id: id, measured_at, received_at, line, concerns };
        concerns::raise::<Physical>(connection, vec![new])?;
        Ok(alert::table.filter(alert::measurement_id.eq(id)).select(alert::alert_id).first(connection)?)
    };
    test.database.write_blocking(work).unwrap()
}

/// Creates two participations of a member, so that a page of one has a next page.
fn plant_trainings(world: &World, company_id: CompanyId, member_id: MemberId) -> TrainingParticipationId {
    let told = |number: &str| participation(member_id, number);
    let secret = credential(world, company_id, CredentialScope::MeasurementsWrite);
    let sent = TrainingParticipationIntake { participations: vec![told("1"), told("2")] };
    world.server.call::<TakeTrainingParticipations>(Some(&secret), &(), &(), &sent).unwrap();
    let filter = TrainingParticipationFilter { member_id: Some(member_id), ..Default::default() };
    let found = world.server.call::<ListTrainingParticipations>(Some(&world.admin), &(), &filter, &()).unwrap();
    found.data[0].training_participation_id
}

/// Returns the fields of a form that refer to rows.
fn named_rows(form: &Form) -> Vec<String> {
    let ids = form.fields.iter().filter(|field| matches!(field.kind, Kind::Id | Kind::Ids));
    ids.map(|field| camel_case(field.name)).collect()
}

fn placeholders(info: &EndpointInfo) -> Vec<String> {
    let parts = info.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    parts.map(str::to_owned).collect()
}

/// Returns a request body that is valid for the tree, apart from the ids under test.
fn body_of(info: &EndpointInfo, tree: &Tree, parent: CompanyId) -> Json {
    match info.name {
        "CreateMember" | "UpdateMember" => {
            serde_json::to_value(MemberSave { version: Some(1), ..member(tree.company_id, "NEW") }).unwrap()
        }
        "CreateManager" => {
            serde_json::to_value(manager("new.manager", ManagerRole::Retailer, Some(tree.company_id))).unwrap()
        }
        "CreateMemberLink" => json!({"userId": tree.user_id}),
        "CreateUserLink" => json!({"memberId": tree.member.member_id}),
        "RegisterUser" => json!({"evidence": "DOCUMENT", "level": "REGULAR_VERIFIED_1_MEMBER"}),
        "CreateOperator" => serde_json::to_value(operator("new.operator", tree.company_id)).unwrap(),
        "CreateCompany" | "UpdateCompany" => {
            json!({"type": "RETAILER", "name": "새 지점", "parentCompanyId": parent.0, "version": 1})
        }
        "UpgradeCompany" => json!({"dryRun": true}),
        "CreateDivision" | "UpdateDivision" => {
            json!({"companyId": tree.company_id.0, "name": "새 부서", "position": 1, "version": 1})
        }
        "CreateStressMeasurement" | "UpdateStressMeasurement" => {
            json!({"measuredAt": "2026-01-06T09:00:00+09:00", "heartRate": 72})
        }
        "GrantUserApp" => json!({"userAppId": 1}),
        "EndAccountTwoSteps" => json!({"password": PASSWORD}),
        "CreateCompanyUserApp" | "UpdateCompanyUserApp" => {
            json!({"companyId": tree.company_id.0, "userAppId": 1, "startsOn": clock::today(), "version": 1})
        }
        "IssueCompanyCredential" => {
            json!({"name": "연동", "scopes": ["COMPANIES_READ"], "expiresOn": clock::today()})
        }
        _ => json!({}),
    }
}

struct Asked {
    path: String,
    query: Vec<(String, String)>,
    body: Json,
}

/// Sends a request with a tree's account; returns status and body without the parts that differ between requests.
fn ask(world: &World, token: &str, info: &EndpointInfo, asked: &Asked) -> (u16, Json) {
    let mut address = world.server.url(&asked.path);
    for (index, (name, value)) in asked.query.iter().enumerate() {
        address += &format!("{}{name}={value}", if index == 0 { '?' } else { '&' });
    }
    let body = match info.body {
        BodyKind::None => None,
        BodyKind::Json | BodyKind::Patch | BodyKind::Batch | BodyKind::Bulk => {
            Some(asked.body.to_string().into_bytes())
        }
        BodyKind::File => Some(b"memberNo,sex,birthDate\n".to_vec()),
    };
    // The number of waiting jobs per account is limited, and the runner may be slower than this test.
    let asked_until = Instant::now() + Duration::from_secs(60);
    let (status, text) = loop {
        let (status, text) = world.server.send(info.method, &address, Some(token), body.as_deref());
        if status != 429 || Instant::now() > asked_until {
            break (status, text);
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    let mut answer: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
    if let Json::Object(fields) = &mut answer {
        for name in ["requestId", "jobId", "createdAt"] {
            fields.remove(name);
        }
    }
    (status, answer)
}

#[test]
fn a_row_of_another_tree_is_answered_like_a_row_that_is_nowhere() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = Tree::plant(test, &world, &world.vendor, world.vendor_id, world.retailer_id, "한빛");
        let other =
            Tree::plant(test, &world, &world.other_vendor, world.other_vendor_id, world.other_retailer_id, "새봄");
        let mut crossed = BTreeSet::new();
        for (own, parent, foreign) in [(&one, world.vendor_id, &other), (&other, world.other_vendor_id, &one)] {
            let of_staff =
                |info: &&EndpointInfo| !matches!(info.access, Access::Public | Access::Member | Access::Credential(_));
            for info in ENDPOINTS.iter().filter(of_staff) {
                let (in_path, in_query, in_body) =
                    (placeholders(info), named_rows(info.query_form), named_rows(info.body_form));
                let asked = |place: &str, field: &str, id: i64| {
                    let mut path = info.path.to_owned();
                    for name in &in_path {
                        let value = if place == "path" && name == field { id } else { own.row(name).unwrap_or(1) };
                        path = path.replace(&format!("{{{name}}}"), &value.to_string());
                    }
                    let mut query = Vec::new();
                    if info.body == BodyKind::File {
                        query = vec![("fileName".into(), "a.csv".into()), ("format".into(), "CSV".into())];
                        if info.query_form.fields.iter().any(|field| field.name == "kind") {
                            query.push(("kind".into(), "PHYSICAL".into()));
                        }
                    }
                    let mut body = body_of(info, own, parent);
                    match place {
                        "query" => query.push((field.to_owned(), id.to_string())),
                        "body" => body[field] = json!(id),
                        _ => {}
                    }
                    Asked { path, query, body }
                };
                let fields = [("path", &in_path), ("query", &in_query), ("body", &in_body)];
                for (place, field) in
                    fields.into_iter().flat_map(|(place, names)| names.iter().map(move |name| (place, name)))
                {
                    let Some(row) = foreign.row(field) else { continue };
                    let nowhere = ask(&world, &own.token, info, &asked(place, field, NOWHERE));
                    let elsewhere = ask(&world, &own.token, info, &asked(place, field, row));
                    assert_eq!(elsewhere, nowhere, "{} with {field} in the {place}", info.name);
                    if place == "path" {
                        assert_eq!(elsewhere.0, 404, "{} with {field}: {}", info.name, elsewhere.1);
                    }
                    // Reads only: a write would affect the following requests.
                    if place == "path" && info.method.as_str() == "GET" && !info.path.ends_with("/file") {
                        let (status, text) =
                            ask(&world, &own.token, info, &asked(place, field, own.row(field).unwrap()));
                        assert_eq!(status, 200, "{} with the own {field}: {text}", info.name);
                    }
                    crossed.insert(format!("{} {place} {field}", info.name));
                }
            }
        }
        assert!(crossed.len() >= 20, "{crossed:?}");
    });
}

/// A list with cursor paging, in some order, for some account.
struct List<'a> {
    name: &'static str,
    address: String,
    token: &'a str,
}

/// Alerts have a single order and a cursor per account: see alerts.rs.
fn has_cursor(info: &EndpointInfo) -> bool {
    info.name != "ListAlerts" && info.query_form.fields.iter().any(|field| field.name == "after")
}

/// Returns every list with cursor paging, in every order, for every account that may read it.
fn lists(world: &World) -> Vec<List<'_>> {
    let mut lists = Vec::new();
    for info in ENDPOINTS.iter().filter(|info| info.method == Method::Get && has_cursor(info)) {
        let orders = info.query_form.fields.iter().find(|field| field.name == "sort").map(|field| field.kind);
        let Some(Kind::Word(orders)) = orders else { panic!("{} has no orders", info.name) };
        let tokens: Vec<&str> = match info.access {
            Access::Member => vec![&world.member],
            Access::Staff { screen, .. } if screen.starts_with("/log_management") => vec![&world.admin],
            _ => vec![&world.admin, &world.vendor, &world.other_vendor, &world.retailer],
        };
        for (order, token) in orders.iter().flat_map(|order| tokens.iter().map(move |token| (order, *token))) {
            let address = world.server.url(&format!("{}?pageSize=1&sort={order}", info.path));
            lists.push(List { name: info.name, address, token });
        }
    }
    lists
}

fn read(world: &World, list: &List<'_>, after: Option<&str>) -> (u16, Json) {
    let address = after.map_or_else(|| list.address.clone(), |after| format!("{}&after={after}", list.address));
    let (status, text) = world.server.send(Method::Get, &address, Some(list.token), None);
    let mut answer: Json = serde_json::from_str(&text).unwrap();
    if let Json::Object(fields) = &mut answer {
        fields.remove("requestId");
    }
    (status, answer)
}

#[test]
fn a_cursor_leads_on_in_its_own_list_order_and_scope_and_is_worth_nothing_anywhere_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = Tree::plant(test, &world, &world.vendor, world.vendor_id, world.retailer_id, "한빛");
        let other =
            Tree::plant(test, &world, &world.other_vendor, world.other_vendor_id, world.other_retailer_id, "새봄");
        write_measurement(test, &one.member, world.retailer_id, "2026-02-10T09:00:00+09:00");
        link(test, &world, &world.member, one.member.member_id);
        let lists = lists(&world);
        assert_eq!(
            lists.len(),
            4 * 4 + 3 * (2 * 4 + 2) + 3 * 2 * 4 + (2 * 4 + 2) + 2 * 2,
            "members, measurements of three kinds with one's own and of three without, trainings with one's own, logs"
        );
        for tree in [&one, &other] {
            let path = MemberPath { member_id: tree.member.member_id };
            world.server.call::<RevealMember>(Some(&world.admin), &path, &(), &()).unwrap();
        }
        let cursors: Vec<String> = lists
            .iter()
            .map(|list| {
                read(&world, list, None).1["next"].as_str().unwrap_or_else(|| panic!("{}", list.name)).to_owned()
            })
            .collect();
        let (status, refusal) = read(&world, &lists[0], Some("x"));
        assert_eq!((status, &refusal["fields"]), (422, &json!([{"path": "after", "code": "format", "params": {}}])));
        for (from, cursor) in cursors.iter().enumerate() {
            for (to, list) in lists.iter().enumerate() {
                let (status, answer) = read(&world, list, Some(cursor));
                if from == to {
                    assert_eq!((status, answer["data"].as_array().map(Vec::len)), (200, Some(1)), "{}", list.name);
                } else {
                    assert_eq!((status, &answer), (422, &refusal), "{} in {}", lists[from].name, list.name);
                }
            }
        }
        // An id is not a cursor.
        for list in &lists {
            for id in [
                one.member.member_id.0,
                other.member.member_id.0,
                one.measurement_id.0,
                other.measurement_id.0,
                NOWHERE,
            ] {
                assert_eq!(read(&world, list, Some(&id.to_string())), (422, refusal.clone()), "{}", list.name);
            }
        }
    });
}

#[test]
fn a_list_goes_on_where_it_was_although_its_last_row_is_gone_or_another() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let added: Vec<Member> = ["가", "나", "다", "라"]
            .iter()
            .map(|name| world.add_member(world.retailer_id, name, &format!("{name} 이름")))
            .collect();
        let filter = MemberFilter { sort: Some(MemberSort::Name), page_size: Some(1), ..MemberFilter::default() };
        let list =
            |filter: &MemberFilter| world.server.call::<ListMembers>(Some(&world.retailer), &(), filter, &()).unwrap();
        let first = list(&filter);
        let second = list(&MemberFilter { after: first.next.clone(), ..filter.clone() });
        let path = MemberPath { member_id: added[0].member_id };
        world.server.call::<DeleteMember>(Some(&world.retailer), &path, &(), &()).unwrap();
        let path = MemberPath { member_id: added[1].member_id };
        let save = MemberSave {
            name: "하 이름".into(),
            version: Some(1),
            birth_date: date("1980-05-17"),
            ..member(world.retailer_id, "나")
        };
        world.server.call::<UpdateMember>(Some(&world.retailer), &path, &(), &save).unwrap();
        let names = |after: Option<String>| -> Vec<String> {
            let filter = MemberFilter { page_size: Some(9), after, ..filter.clone() };
            list(&filter).data.into_iter().map(|member| member.name).collect()
        };
        assert_eq!(names(first.next), ["다 이름", "라 이름", "하 이름"]);
        assert_eq!(names(second.next), ["다 이름", "라 이름", "하 이름"]);
        assert_eq!(list(&MemberFilter { page_size: Some(3), ..filter }).next, None, "nothing follows the last row");
    });
}
