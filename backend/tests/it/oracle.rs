//! Who may do what to which row: an oracle that knows the product's rules and nothing of the code, and the server, asked
//! the same of accounts, calls and rows drawn at random. One different answer is a failure.
//!
//! `UNO_DECISIONS` says how many are asked of each database.

use crate::support::{
    Server, TestDatabase, World, account_id, company, manager, member, operator, session, write_measurement,
};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::{db::schema::account, problem::Problem};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use uno_core::{
    contract::{
        Method,
        companies::{CompanyId, CompanySave, CompanyType, CreateCompany},
        managers::{CreateManager, ManagerRole, ManagerSave},
        members::{CreateMember, MemberId},
        menu_items::MenuItemId,
        operators::{CreateOperator, OperatorSave},
        permission_groups::{
            CreatePermissionGroup, GrantableMenuItemFilter, ListGrantableMenuItems, MenuItemPermission,
            PermissionGroupId, PermissionGroupSave,
        },
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
    },
    domain::access::{Authority, Permission},
};

const MEMBERS: &str = "/member_management/company_member_management";
const MEASUREMENTS: &str = "/history/physical_test_result_history";
const MANAGERS: &str = "/account_management/manager_account";
const OPERATORS: &str = "/account_management/operator_account";
const COMPANIES: [&str; 3] = [
    "/company_management/vendor_management",
    "/company_management/dealer_management",
    "/company_management/retailer_management",
];
const SCREENS: [&str; 7] = [MEMBERS, MEASUREMENTS, MANAGERS, OPERATORS, COMPANIES[0], COMPANIES[1], COMPANIES[2]];

/// So many decisions a database is asked for where nobody says how many.
const DECISIONS: usize = 4_000;
/// Groups of each tier that allow what the dice say, besides the one that every installation has.
const GROUPS: usize = 8;

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

/// A company as the oracle knows it.
struct Company {
    id: CompanyId,
    /// 0 for a vendor, 1 for a dealer, 2 for a retailer.
    tier: usize,
    above: Option<usize>,
}

/// What a group allows on each screen.
type Rights = BTreeMap<&'static str, Permission>;

#[derive(Debug)]
struct Group {
    id: PermissionGroupId,
    authority: Authority,
    rights: Rights,
}

/// An account that asks.
struct Caller {
    authority: Authority,
    company: Option<usize>,
    group: usize,
    token: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Company,
    Member,
    Measurement,
    Manager,
    Operator,
}

/// A record that is asked about.
#[derive(Debug)]
struct Row {
    kind: Kind,
    id: i64,
    /// Whose it is; an administrator's account is nobody's.
    company: Option<usize>,
    /// The group of an account.
    group: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Show,
    History,
    Reveal,
    Change,
    Remove,
    /// Another one like it, in the same company and group.
    Add,
}

impl Kind {
    fn path(self) -> &'static str {
        match self {
            Self::Company => "companies",
            Self::Member => "members",
            Self::Measurement => "physical-measurements",
            Self::Manager => "managers",
            Self::Operator => "operators",
        }
    }

    /// What can be asked of such a record. Companies are changed as whole forms, and removing other records than
    /// members would take away what the oracle still asks about.
    fn verbs(self) -> &'static [Verb] {
        match self {
            Self::Company => &[Verb::Show, Verb::History],
            Self::Member => &[Verb::Show, Verb::History, Verb::Reveal, Verb::Change, Verb::Remove, Verb::Add],
            Self::Measurement => &[Verb::Show],
            Self::Manager | Self::Operator => &[Verb::Show, Verb::History, Verb::Change, Verb::Add],
        }
    }
}

/// What the oracle expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Allowed,
    /// Nothing of the kind, whatever the record.
    Forbidden,
    /// As if the record were nowhere.
    Nowhere,
    /// The record is in the account's tree, but this is not for the account to do.
    Refused,
}

struct Oracle {
    companies: Vec<Company>,
    groups: Vec<Group>,
    callers: Vec<Caller>,
    rows: Vec<Row>,
}

impl Oracle {
    fn may(&self, caller: &Caller, screen: &str, verb: Verb) -> bool {
        let right = self.groups[caller.group].rights.get(screen).copied().unwrap_or_default();
        match verb {
            Verb::Show | Verb::History | Verb::Reveal => right.read,
            Verb::Change => right.update,
            Verb::Remove => right.delete,
            Verb::Add => right.create,
        }
    }

    /// The company of the caller or one below it.
    fn stands_in_tree(&self, caller: &Caller, company: usize) -> bool {
        let mut at = Some(company);
        while let Some(place) = at {
            if Some(place) == caller.company {
                return true;
            }
            at = self.companies[place].above;
        }
        false
    }

    fn reaches(&self, caller: &Caller, row: &Row) -> bool {
        caller.authority == Authority::Admin || row.company.is_some_and(|company| self.stands_in_tree(caller, company))
    }

    /// Nobody changes an account with a group that holds more than the own.
    fn holds_all_of(&self, caller: &Caller, group: usize) -> bool {
        let own = &self.groups[caller.group].rights;
        self.groups[group].rights.iter().all(|(screen, right)| {
            let held = own.get(screen).copied().unwrap_or_default();
            (held.read || !right.read)
                && (held.create || !right.create)
                && (held.update || !right.update)
                && (held.delete || !right.delete)
        })
    }

    fn verdict(&self, caller: &Caller, row: &Row, verb: Verb) -> Verdict {
        let screen = match row.kind {
            Kind::Company => COMPANIES[self.companies[row.company.unwrap()].tier],
            Kind::Member => MEMBERS,
            Kind::Measurement => MEASUREMENTS,
            Kind::Manager => MANAGERS,
            Kind::Operator => OPERATORS,
        };
        let may = self.may(caller, screen, verb);
        // One call serves the three screens of companies.
        let may_any = row.kind == Kind::Company && COMPANIES.iter().any(|screen| self.may(caller, screen, verb));
        if !may && !may_any {
            return Verdict::Forbidden;
        }
        if !self.reaches(caller, row) {
            // Whose it is to be stands in what is sent, and is refused there.
            return if verb == Verb::Add { Verdict::Refused } else { Verdict::Nowhere };
        }
        if !may {
            return Verdict::Refused;
        }
        let is_account = matches!(row.kind, Kind::Manager | Kind::Operator);
        if is_account && matches!(verb, Verb::Change | Verb::Add) {
            let group = row.group.unwrap();
            let tier = |authority| Authority::ALL.iter().position(|known| *known == authority);
            if tier(self.groups[group].authority) < tier(caller.authority) || !self.holds_all_of(caller, group) {
                return Verdict::Refused;
            }
        }
        Verdict::Allowed
    }

    /// Which records of a list a caller is shown, of one company and those below it; a company that the caller does not
    /// reach has none.
    fn listed(&self, caller: &Caller, kind: Kind, company: usize) -> usize {
        if caller.authority != Authority::Admin && !self.stands_in_tree(caller, company) {
            return 0;
        }
        let of = Caller { company: Some(company), token: String::new(), ..*caller };
        let is_shown = |row: &&Row| {
            row.kind == kind
                && row.company.is_some_and(|place| self.stands_in_tree(&of, place))
                && self.verdict(caller, row, Verb::Show) == Verdict::Allowed
        };
        self.rows.iter().filter(is_shown).count()
    }
}

/// Three vendors with dealers and retailers, people, measurements and accounts in groups of every kind.
fn plant(test: &TestDatabase, world: &World, dice: &mut Dice) -> Oracle {
    let server = &world.server;
    let companies = plant_companies(server, world);
    let groups = plant_groups(server, world, dice);
    let mut oracle = Oracle { companies, groups, callers: Vec::new(), rows: Vec::new() };
    plant_rows(test, world, dice, &mut oracle);
    oracle
}

fn plant_companies(server: &Server, world: &World) -> Vec<Company> {
    let mut companies: Vec<Company> = Vec::new();
    let add = |companies: &mut Vec<Company>, tier: usize, above: Option<usize>| {
        let kind = [CompanyType::Vendor, CompanyType::Dealer, CompanyType::Retailer][tier];
        let save = CompanySave {
            parent_company_id: above.map(|place| companies[place].id),
            ..company(kind, &format!("업체 {}", companies.len()))
        };
        let made = server.call::<CreateCompany>(Some(&world.admin), &(), &(), &save).unwrap();
        companies.push(Company { id: made.company_id, tier, above });
        companies.len() - 1
    };
    for _ in 0..3 {
        let vendor = add(&mut companies, 0, None);
        add(&mut companies, 2, Some(vendor));
        for _ in 0..2 {
            let dealer = add(&mut companies, 1, Some(vendor));
            add(&mut companies, 2, Some(dealer));
        }
    }
    companies
}

fn plant_groups(server: &Server, world: &World, dice: &mut Dice) -> Vec<Group> {
    let any = GrantableMenuItemFilter::default();
    let items = server.call::<ListGrantableMenuItems>(Some(&world.admin), &(), &any, &()).unwrap();
    let number = |screen: &str| -> MenuItemId {
        items.iter().find(|item| item.full_url == screen).unwrap_or_else(|| panic!("{screen}")).menu_item_id
    };
    let mut groups = Vec::new();
    for authority in Authority::ALL.iter().copied().filter(|authority| *authority != Authority::Member) {
        for place in 0..GROUPS {
            let mut rights = Rights::new();
            for screen in SCREENS {
                // The first of each tier holds everything, so that some may give to others.
                let [create, update, delete] =
                    if place == 0 { [true; 3] } else { [dice.flips(), dice.flips(), dice.flips()] };
                let read = place == 0 || create || update || delete || dice.flips();
                if place == 0 || dice.below(4) > 0 {
                    rights.insert(screen, Permission { read, create, update, delete });
                }
            }
            let allowed = rights.iter().map(|(screen, right)| MenuItemPermission {
                menu_item_id: number(screen),
                read: right.read,
                create: right.create,
                update: right.update,
                delete: right.delete,
            });
            let save = PermissionGroupSave {
                name: format!("{} {place}", authority.as_str()),
                description: None,
                authority,
                requires_two_steps: false,
                allowed_service_ids: vec![],
                allowed_menu_items: allowed.collect(),
                version: None,
            };
            let made = server.call::<CreatePermissionGroup>(Some(&world.admin), &(), &(), &save).unwrap();
            groups.push(Group { id: made.permission_group_id, authority, rights });
        }
    }
    groups
}

fn plant_rows(test: &TestDatabase, world: &World, dice: &mut Dice, oracle: &mut Oracle) {
    let server = &world.server;
    for place in 0..oracle.companies.len() {
        let Company { id, tier, .. } = oracle.companies[place];
        oracle.rows.push(Row { kind: Kind::Company, id: id.0, company: Some(place), group: None });
        for number in 0..2 {
            let made = world.add_member(id, &format!("P{place}-{number}"), "사람");
            oracle.rows.push(Row { kind: Kind::Member, id: made.member_id.0, company: Some(place), group: None });
            write_measurement(test, &made, id, "2026-01-10T09:00:00+09:00");
        }
        let of = PhysicalMeasurementFilter { company_id: Some(id), ..PhysicalMeasurementFilter::default() };
        for found in server.call::<ListPhysicalMeasurements>(Some(&world.admin), &(), &of, &()).unwrap().data {
            let (found_id, kind) = (found.physical_measurement_id.0, Kind::Measurement);
            if !oracle.rows.iter().any(|row| row.kind == kind && row.id == found_id) {
                oracle.rows.push(Row { kind, id: found_id, company: Some(place), group: None });
            }
        }
        let roles = [ManagerRole::Vendor, ManagerRole::Dealer, ManagerRole::Retailer];
        for number in 0..3 {
            plant_manager(test, world, dice, oracle, roles[tier], Some(place), number);
        }
        if tier == 2 {
            plant_operator(test, world, dice, oracle, place);
        }
    }
    for number in 0..GROUPS {
        plant_manager(test, world, dice, oracle, ManagerRole::Admin, None, number);
    }
}

/// Puts an account into a group of its tier, and lets it ask.
fn join(test: &TestDatabase, world: &World, dice: &mut Dice, oracle: &mut Oracle, login_id: &str, row: Row) {
    let account = account_id(&world.server.state, login_id);
    let authority = oracle.groups[row.group.unwrap()].authority;
    let of_tier: Vec<usize> =
        (0..oracle.groups.len()).filter(|place| oracle.groups[*place].authority == authority).collect();
    let group = *dice.one(&of_tier);
    let number = oracle.groups[group].id.0;
    test.database
        .write_blocking(|connection| {
            diesel::update(account::table.find(account))
                .set((account::permission_group_id.eq(number), account::must_change_password.eq(false)))
                .execute(connection)?;
            Ok::<_, Problem>(())
        })
        .unwrap();
    let token = session(&world.server.state, login_id, authority).access_token.token;
    oracle.callers.push(Caller { authority, company: row.company, group, token });
    oracle.rows.push(Row { group: Some(group), ..row });
}

fn plant_manager(
    test: &TestDatabase,
    world: &World,
    dice: &mut Dice,
    oracle: &mut Oracle,
    role: ManagerRole,
    company: Option<usize>,
    number: usize,
) {
    let place = company.map_or_else(|| "root".to_owned(), |place| place.to_string());
    let save = manager(&format!("manager.{place}.{number}"), role, company.map(|place| oracle.companies[place].id));
    let made = world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &save).unwrap();
    let first = oracle.groups.iter().position(|group| group.authority == role.authority());
    let row = Row { kind: Kind::Manager, id: made.manager_id.0, company, group: first };
    join(test, world, dice, oracle, &save.login_id, row);
}

fn plant_operator(test: &TestDatabase, world: &World, dice: &mut Dice, oracle: &mut Oracle, company: usize) {
    let save = operator(&format!("operator.{company}"), oracle.companies[company].id);
    let made = world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &save).unwrap();
    let first = oracle.groups.iter().position(|group| group.authority == Authority::Operator);
    let row = Row { kind: Kind::Operator, id: made.operator_id.0, company: Some(company), group: first };
    join(test, world, dice, oracle, &save.login_id, row);
}

/// Asks the server; answers the status.
fn ask(world: &World, oracle: &Oracle, caller: &Caller, row: &Row, verb: Verb, verdict: Verdict, number: usize) -> u16 {
    let mut id = row.id;
    if verb == Verb::Remove && verdict == Verdict::Allowed {
        // What is taken away is one that nobody asks about again.
        let company = oracle.companies[row.company.unwrap()].id;
        let spare = member(company, &format!("S{number}"));
        id = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &spare).unwrap().member_id.0;
        debug_assert_ne!(MemberId(id), MemberId(row.id));
    }
    let all = format!("/api/v1/{}", row.kind.path());
    let one = format!("{all}/{id}");
    let (method, path, body): (_, _, Option<Vec<u8>>) = match verb {
        Verb::Show => (Method::Get, one, None),
        Verb::History => (Method::Get, one + "/revisions", None),
        Verb::Reveal => (Method::Post, one + "/personal-data", Some(b"{}".to_vec())),
        Verb::Change => (Method::Patch, one, Some(br#"{"memo":"checked"}"#.to_vec())),
        Verb::Remove => (Method::Delete, one, None),
        Verb::Add => (Method::Post, all, Some(another(oracle, row, number))),
    };
    world.server.send(method, &world.server.url(&path), Some(&caller.token), body.as_deref()).0
}

/// What is sent for another record like one.
fn another(oracle: &Oracle, row: &Row, number: usize) -> Vec<u8> {
    let company = row.company.map(|place| oracle.companies[place].id);
    let group = row.group.map(|place| &oracle.groups[place]);
    let login_id = format!("another.{number}");
    let form = match (row.kind, company, group) {
        (Kind::Manager, company, Some(group)) => {
            let role = ManagerRole::ALL.iter().copied().find(|role| role.authority() == group.authority).unwrap();
            let save = ManagerSave { permission_group_id: group.id, ..manager(&login_id, role, company) };
            serde_json::to_vec(&save)
        }
        (Kind::Operator, Some(company), Some(group)) => {
            serde_json::to_vec(&OperatorSave { permission_group_id: group.id, ..operator(&login_id, company) })
        }
        (Kind::Member, Some(company), _) => serde_json::to_vec(&member(company, &login_id)),
        other => panic!("nobody adds {other:?}"),
    };
    form.unwrap()
}

fn agrees(verdict: Verdict, status: u16) -> bool {
    match verdict {
        // Who reads too much at once is told to wait, which is not a refusal.
        Verdict::Allowed => matches!(status, 200 | 429),
        Verdict::Forbidden => status == 403,
        Verdict::Nowhere => status == 404,
        Verdict::Refused => matches!(status, 403 | 404 | 422),
    }
}

#[test]
fn the_server_decides_about_accounts_calls_and_rows_as_the_product_says() {
    let decisions = std::env::var("UNO_DECISIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(DECISIONS);
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut dice = Dice(2_026);
        let oracle = plant(test, &world, &mut dice);
        let mut allowed = 0;
        for number in 0..decisions {
            let (caller, row) = (dice.one(&oracle.callers), dice.one(&oracle.rows));
            let verb = *dice.one(row.kind.verbs());
            let verdict = oracle.verdict(caller, row, verb);
            let status = ask(&world, &oracle, caller, row, verb, verdict, number);
            let rights = &oracle.groups[caller.group].rights;
            assert!(
                agrees(verdict, status),
                "decision {number}: {verb:?} of {row:?} by {:?} of company {:?} with {rights:?}: {verdict:?}, but {status}",
                caller.authority,
                caller.company
            );
            allowed += usize::from(verdict == Verdict::Allowed);
        }
        // Trees are small and rights are many: a tenth is allowed, so neither answer is the only one.
        assert!(allowed > decisions / 20 && allowed < decisions / 2, "{allowed} of {decisions}");
    });
}

#[test]
fn lists_hold_as_many_records_as_the_product_says() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut dice = Dice(35);
        let oracle = plant(test, &world, &mut dice);
        for caller in &oracle.callers {
            let company = dice.below(oracle.companies.len());
            for (kind, screen) in [
                (Kind::Member, MEMBERS),
                (Kind::Measurement, MEASUREMENTS),
                (Kind::Operator, OPERATORS),
                (Kind::Manager, MANAGERS),
            ] {
                let path = format!("/api/v1/{}?companyId={}", kind.path(), oracle.companies[company].id.0);
                let address = world.server.url(&path);
                let (status, text) = world.server.send(Method::Get, &address, Some(&caller.token), None);
                if !oracle.may(caller, screen, Verb::Show) {
                    assert_eq!(status, 403, "{kind:?}");
                    continue;
                }
                let total = serde_json::from_str::<Json>(&text).unwrap()["total"].as_u64();
                let expected = oracle.listed(caller, kind, company);
                assert_eq!(total, u64::try_from(expected).ok(), "{kind:?} of {company} for {:?}", caller.authority);
            }
        }
    });
}
