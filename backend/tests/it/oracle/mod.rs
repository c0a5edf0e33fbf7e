//! Authorization of every action on every row: an oracle that knows the product's rules but none of the code
//! (`rules.rs`) is compared with the server for random accounts, endpoints and rows. Any difference is a failure.
//!
//! `UNO_DECISIONS` sets the number of decisions per database.

mod plant;
mod rules;

use crate::support::{TestDatabase, manager, member, operator};
use plant::{Planted, code, company_like, credential, menu_item, user_app};
use rules::{
    APPS, Caller, GROUPS, Kind, MANAGERS, MEASUREMENTS, MEMBERS, ONLINE, OPERATORS, REGULAR, Row, USED_APPS, Verb,
    Verdict,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use uno_core::contract::{
    Method,
    companies::{CompanyId, CompanySave, CreateCompany},
    managers::{ManagerRole, ManagerSave},
    operators::OperatorSave,
    permission_groups::CreatePermissionGroup,
};

/// Default number of decisions per database.
const DECISIONS: usize = 4_000;

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(most).unwrap()).unwrap()
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    fn flips(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// Returns the collection path of a kind of record.
fn path_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Company | Kind::Credential => "companies",
        Kind::Division => "divisions",
        Kind::Member | Kind::Link => "members",
        Kind::RegularUser | Kind::OnlineUser => "users",
        Kind::Measurement => "physical-measurements",
        Kind::Manager => "managers",
        Kind::Operator => "operators",
        Kind::Group => "permission-groups",
        Kind::Code => "codes",
        Kind::MenuItem => "menu-items",
        Kind::UserApp => "user-apps",
        Kind::CompanyApp => "company-user-apps",
    }
}

/// A request: method, path, body.
type Asked = (Method, String, Option<Json>);

impl Planted<'_> {
    fn company_id(&self, row: &Row) -> CompanyId {
        self.oracle.companies[row.company.unwrap()].id
    }

    /// Creates a similar record that is not used otherwise, to be removed.
    fn spare(&self, row: &Row, number: usize) -> i64 {
        let name = format!("여분 {number}");
        let id = |made: Json, field: &str| made[field].as_i64().unwrap();
        match row.kind {
            Kind::Company => {
                let save = self.company_like(row, &name);
                self.world.server.call::<CreateCompany>(Some(&self.world.admin), &(), &(), &save).unwrap().company_id.0
            }
            Kind::Division => id(self.made("divisions", &self.another(row, number)), "divisionId"),
            Kind::Member => self.spare_member(row.company.unwrap(), number).member_id.0,
            Kind::RegularUser | Kind::OnlineUser => self.user(row.kind, &format!("spare.{number}")),
            Kind::Group => {
                let save = serde_json::from_value(self.another(row, number)).unwrap();
                let owner = self.makers.iter().find(|(place, _)| row.company == Some(*place));
                let token = owner.map_or(&self.world.admin, |(_, token)| token);
                let made = self.world.server.call::<CreatePermissionGroup>(Some(token), &(), &(), &save).unwrap();
                made.permission_group_id.0
            }
            Kind::Code => id(self.made("codes", &self.another(row, number)), "codeId"),
            Kind::MenuItem => id(self.made("menu-items", &self.another(row, number)), "menuItemId"),
            Kind::UserApp => id(self.made("user-apps", &self.another(row, number)), "userAppId"),
            Kind::CompanyApp => {
                let path = format!("companies/{}/user-apps", self.company_id(row).0);
                id(self.made(&path, &self.spare_app(row, number)), "companyUserAppId")
            }
            // Revoking and ending have no further effect on rows already revoked or ended.
            _ => row.id,
        }
    }

    /// Creates an app that no company offers yet.
    fn spare_app(&self, row: &Row, number: usize) -> Json {
        let app = user_app(&format!("app {number}"), row.service.unwrap());
        json!({"userAppId": self.made("user-apps", &app)["userAppId"]})
    }

    fn company_like(&self, row: &Row, name: &str) -> CompanySave {
        let company = &self.oracle.companies[row.company.unwrap()];
        company_like(&self.oracle.companies, company.tier, company.above, name)
    }

    /// Returns the body that creates a similar record.
    fn another(&self, row: &Row, number: usize) -> Json {
        let login_id = format!("another.{number}");
        let group = row.group.map(|place| &self.oracle.groups[place]);
        let company = row.company.map(|place| self.oracle.companies[place].id);
        let form = match (row.kind, group) {
            (Kind::Company, _) => serde_json::to_value(self.company_like(row, &login_id)),
            (Kind::Division, _) => {
                Ok(json!({"companyId": self.company_id(row).0, "name": login_id, "position": number}))
            }
            (Kind::Member, _) => serde_json::to_value(member(self.company_id(row), &login_id)),
            (Kind::Manager, Some(group)) => {
                let of_group = |role: &ManagerRole| role.authority() == group.authority;
                let role = ManagerRole::ALL.iter().copied().find(of_group).unwrap();
                serde_json::to_value(ManagerSave { permission_group_id: group.id, ..manager(&login_id, role, company) })
            }
            (Kind::Operator, Some(group)) => serde_json::to_value(OperatorSave {
                permission_group_id: group.id,
                ..operator(&login_id, self.company_id(row))
            }),
            (Kind::Group, Some(group)) => {
                serde_json::to_value(self.group_like(group.authority, &group.rights, &group.services, &login_id))
            }
            (Kind::Credential, _) => Ok(credential()),
            (Kind::RegularUser | Kind::OnlineUser, _) => {
                Ok(json!({"evidence": "DOCUMENT", "level": "REGULAR_VERIFIED_1_MEMBER"}))
            }
            (Kind::Code, _) => Ok(code(&format!("N{number}"))),
            (Kind::MenuItem, _) => Ok(menu_item(&login_id, number)),
            (Kind::UserApp, _) => Ok(user_app(&login_id, row.service.unwrap())),
            (Kind::CompanyApp, _) => Ok(self.spare_app(row, number)),
            other => panic!("nobody adds {other:?}"),
        };
        form.unwrap()
    }

    /// Returns the body that changes a record.
    fn changed(&self, row: &Row, number: usize) -> Json {
        match row.kind {
            // Companies are changed by complete forms.
            Kind::Company => {
                let address = self.world.server.url(&format!("/api/v1/companies/{}", row.id));
                let (_, text) = self.world.server.send(Method::Get, &address, Some(&self.world.admin), None);
                let standing: Json = serde_json::from_str(&text).unwrap();
                let name = standing["name"].as_str().unwrap();
                let save = CompanySave { version: standing["version"].as_i64(), ..self.company_like(row, name) };
                serde_json::to_value(CompanySave { memo: Some(number.to_string()), ..save }).unwrap()
            }
            Kind::Division | Kind::Code | Kind::MenuItem | Kind::UserApp => json!({"name": format!("이름 {number}")}),
            Kind::RegularUser | Kind::OnlineUser => json!({"level": "REGULAR_GUEST"}),
            Kind::Group => json!({"description": number.to_string()}),
            Kind::CompanyApp => json!({"endsOn": null}),
            _ => json!({"memo": "checked"}),
        }
    }

    fn asked(&self, row: &Row, verb: Verb, verdict: Verdict, number: usize) -> Asked {
        let all = format!("/api/v1/{}", path_of(row.kind));
        let id = if verb == Verb::Remove && verdict == Verdict::Allowed { self.spare(row, number) } else { row.id };
        let one = match row.kind {
            Kind::Credential => format!("{all}/{}/authentications/{id}", self.company_id(row).0),
            Kind::Link => format!("{all}/{}/links/{id}", row.member),
            _ => format!("{all}/{id}"),
        };
        let above = || one.rsplit_once('/').unwrap().0.to_owned();
        let is_part = matches!(row.kind, Kind::Credential | Kind::Link);
        match verb {
            Verb::Show if is_part => (Method::Get, above(), None),
            Verb::Show => (Method::Get, one, None),
            Verb::History => (Method::Get, one + "/revisions", None),
            Verb::Reveal => (Method::Post, one + "/personal-data", Some(json!({}))),
            Verb::Seek => (Method::Get, one + "/link-candidates", None),
            Verb::Consents => (Method::Get, one + "/consents", None),
            Verb::Links => (Method::Get, one + "/links", None),
            Verb::Password => (Method::Put, one + "/password", Some(json!({}))),
            Verb::Change => {
                let method = if row.kind == Kind::Company { Method::Post } else { Method::Patch };
                (method, one, Some(self.changed(row, number)))
            }
            Verb::Remove => (Method::Delete, one, None),
            Verb::Add => {
                let at = match row.kind {
                    Kind::Credential => above(),
                    Kind::CompanyApp => format!("/api/v1/companies/{}/user-apps", self.company_id(row).0),
                    // A member who is a user already cannot become one again.
                    Kind::RegularUser | Kind::OnlineUser if verdict == Verdict::Allowed => {
                        let spare = self.spare_member(row.company.unwrap(), number).member_id.0;
                        format!("/api/v1/members/{spare}/user")
                    }
                    Kind::RegularUser | Kind::OnlineUser => format!("/api/v1/members/{}/user", row.member),
                    _ => all,
                };
                (Method::Post, at, Some(self.another(row, number)))
            }
            Verb::Export => (Method::Post, all + "/exports", Some(json!({"format": "CSV", "reason": "감사"}))),
        }
    }

    /// Sends the request; returns the status.
    fn ask(&self, caller: &Caller, row: &Row, verb: Verb, verdict: Verdict, number: usize) -> u16 {
        let server = &self.world.server;
        let (method, path, body) = self.asked(row, verb, verdict, number);
        let body = body.map(|body| body.to_string().into_bytes());
        let (status, text) = server.send(method, &server.url(&path), Some(&caller.token), body.as_deref());
        if row.kind == Kind::Credential && verb == Verb::Add && status == 200 {
            // The number of active credentials per company is limited.
            let issued: Json = serde_json::from_str(&text).unwrap();
            let address = server.url(&format!("{path}/{}", issued["companyCredential"]["companyCredentialId"]));
            server.send(Method::Delete, &address, Some(&self.world.admin), None);
        }
        status
    }
}

fn agrees(verdict: Verdict, status: u16) -> bool {
    match verdict {
        // Rate limiting (429) is not a refusal.
        Verdict::Allowed => matches!(status, 200 | 429),
        Verdict::Forbidden => status == 403,
        Verdict::Nowhere => status == 404,
        Verdict::Refused => matches!(status, 403 | 404 | 409 | 422),
    }
}

const KINDS: [Kind; 15] = [
    Kind::Company,
    Kind::Credential,
    Kind::Division,
    Kind::Member,
    Kind::Link,
    Kind::RegularUser,
    Kind::OnlineUser,
    Kind::Measurement,
    Kind::Manager,
    Kind::Operator,
    Kind::Group,
    Kind::Code,
    Kind::MenuItem,
    Kind::UserApp,
    Kind::CompanyApp,
];

#[test]
fn the_server_decides_about_accounts_calls_and_rows_as_the_product_says() {
    let decisions = std::env::var("UNO_DECISIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(DECISIONS);
    TestDatabase::each(|test| {
        let mut dice = Dice(2_026);
        let planted = Planted::new(test, &mut dice);
        let oracle = &planted.oracle;
        let rows = KINDS.map(|kind| oracle.rows.iter().filter(|row| row.kind == kind).copied().collect::<Vec<_>>());
        let mut wrong = Vec::new();
        let mut answers: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        for number in 0..decisions {
            let caller = dice.one(&oracle.callers);
            let of_kind: &Vec<Row> = dice.one(&rows);
            let row = dice.one(of_kind);
            let verb = *dice.one(row.kind.verbs());
            let verdict = oracle.verdict(caller, row, verb);
            let status = planted.ask(caller, row, verb, verdict, number);
            if !agrees(verdict, status) {
                let rights = oracle.groups.get(caller.group).map(|group| &group.rights);
                wrong.push(format!(
                    "{number}: {verdict:?}, but {status}: {verb:?} of {row:?} by {:?} of company {:?} with {rights:?}",
                    caller.authority, caller.company
                ));
            }
            let counts = answers.entry(format!("{:?}", row.kind)).or_default();
            counts[usize::from(verdict == Verdict::Allowed)] += 1;
        }
        assert!(wrong.is_empty(), "{} decisions:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
        let one_sided: Vec<_> = answers.iter().filter(|(_, counts)| counts.contains(&0)).collect();
        assert!(decisions < DECISIONS || one_sided.is_empty(), "all alike: {one_sided:?}");
    });
}

#[test]
fn lists_hold_as_many_records_as_the_product_says() {
    TestDatabase::each(|test| {
        let mut dice = Dice(35);
        let planted = Planted::new(test, &mut dice);
        let (oracle, server) = (&planted.oracle, &planted.world.server);
        let total = |caller: &Caller, path: &str| -> Result<Option<u64>, u16> {
            let (status, text) = server.send(Method::Get, &server.url(path), Some(&caller.token), None);
            if status == 200 { Ok(serde_json::from_str::<Json>(&text).unwrap()["total"].as_u64()) } else { Err(status) }
        };
        for caller in &oracle.callers {
            let who = format!("{:?} of {:?}", caller.authority, caller.company);
            let company = dice.below(oracle.companies.len());
            for (kind, screen) in [
                (Kind::Member, MEMBERS),
                (Kind::Measurement, MEASUREMENTS),
                (Kind::Operator, OPERATORS),
                (Kind::Manager, MANAGERS),
            ] {
                let path = format!("/api/v1/{}?companyId={}", path_of(kind), oracle.companies[company].id.0);
                let found = oracle.listed(caller, kind, company);
                let may = oracle.may(caller, screen, Verb::Show);
                let expected = if may { Ok(u64::try_from(found).ok()) } else { Err(403) };
                assert_eq!(total(caller, &path), expected, "{kind:?} of {company} for {who}");
            }
            for (kind, screen, path) in [
                (Kind::RegularUser, REGULAR, "users?isOnline=false&name=user."),
                (Kind::OnlineUser, ONLINE, "users?isOnline=true&name=user."),
                (Kind::Group, GROUPS, "permission-groups?name=oracle"),
                (Kind::UserApp, APPS, "user-apps?name=oracle"),
                (Kind::CompanyApp, USED_APPS, "company-user-apps"),
            ] {
                let found = oracle.shown(caller, kind).count();
                let may = oracle.may(caller, screen, Verb::Show);
                let expected = if may { Ok(u64::try_from(found).ok()) } else { Err(403) };
                assert_eq!(total(caller, &format!("/api/v1/{path}")), expected, "{kind:?} for {who}");
            }
        }
    });
}

#[test]
fn companies_systems_read_as_many_companies_as_the_product_says() {
    TestDatabase::each(|test| {
        let planted = Planted::new(test, &mut Dice(7));
        let (oracle, server) = (&planted.oracle, &planted.world.server);
        for (place, company) in oracle.companies.iter().enumerate() {
            let issued = planted.made(&format!("companies/{}/authentications", company.id.0), &credential());
            let address = server.url("/b2b/v1/companies?pageSize=200");
            let (status, text) = server.send(Method::Get, &address, issued["secret"].as_str(), None);
            assert_eq!(status, 200, "{text}");
            let told: Json = serde_json::from_str(&text).unwrap();
            let told: Vec<_> = told["data"].as_array().unwrap().iter().map(|one| one["companyId"].as_i64()).collect();
            let is_below = |at: &usize| oracle.is_in_tree_of(place, *at);
            let below = (0..oracle.companies.len()).filter(is_below).map(|at| Some(oracle.companies[at].id.0));
            assert_eq!(told, below.collect::<Vec<_>>(), "company {place}");
        }
    });
}
