//! The world of the oracle: three vendors with dealers and retailers, people, measurements, and accounts in groups of
//! every kind.

use super::{
    Dice,
    rules::{Caller, Company, Group, Kind, Oracle, Rights, Row, SCREENS},
};
use crate::support::{
    TestDatabase, World, account_id, add_account, company, manager, operator, session, write_measurement,
};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::{
    clock,
    db::schema::{account, user_profile},
    problem::Problem,
};
use people::links::store::{self as links, NewLink};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        companies::{CompanySave, CompanyType, CreateCompany},
        managers::{CreateManager, ManagerRole, ManagerSave},
        member_links::{LinkParty, LinkState},
        members::{Member, MemberId},
        menu_items::MenuItemId,
        operators::{CreateOperator, OperatorSave},
        permission_groups::{
            CreatePermissionGroup, GrantableMenuItemFilter, ListGrantableMenuItems, MenuItemPermission,
            PermissionGroupSave,
        },
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
        services::{ListServices, ServiceFilter, ServiceId},
        users::{GetOwnProfile, UserId},
    },
    domain::access::{Authority, Permission},
};

/// Number of groups per tier with random permissions; the first of them holds everything.
const GROUPS: usize = 8;
/// Marks accounts without a staff group.
pub const NO_GROUP: usize = usize::MAX;

/// The world, with the oracle's knowledge of it.
pub struct Planted<'a> {
    pub test: &'a TestDatabase,
    pub world: World,
    pub oracle: Oracle,
    /// Menu entries by screen.
    screens: Vec<(&'static str, MenuItemId)>,
    /// A vendor account that creates groups owned by the vendor, by company.
    pub makers: Vec<(usize, String)>,
    services: Vec<ServiceId>,
}

impl<'a> Planted<'a> {
    pub fn new(test: &'a TestDatabase, dice: &mut Dice) -> Self {
        let world = World::build(test);
        let any = GrantableMenuItemFilter::default();
        let items = world.server.call::<ListGrantableMenuItems>(Some(&world.admin), &(), &any, &()).unwrap();
        let number = |screen: &str| {
            items.iter().find(|item| item.full_url == screen).unwrap_or_else(|| panic!("{screen}")).menu_item_id
        };
        let screens = SCREENS.iter().map(|screen| (*screen, number(screen))).collect();
        let of_any = ServiceFilter { page: None, page_size: None };
        let services = world.server.call::<ListServices>(Some(&world.admin), &(), &of_any, &()).unwrap().data;
        let services = services.into_iter().map(|service| service.id).collect();
        let oracle = Oracle::default();
        let mut planted = Self { test, world, oracle, screens, makers: Vec::new(), services };
        planted.companies();
        planted.groups(dice);
        planted.rows(dice);
        planted.users();
        planted.groups_of_vendors(dice);
        planted.of_installation();
        planted.apps();
        let token = planted.world.member.clone();
        let member = Caller { authority: Authority::Member, company: None, group: NO_GROUP, token };
        planted.oracle.callers.push(member);
        planted
    }

    /// Sends a request as an administrator with all permissions; returns the response.
    pub fn made(&self, path: &str, body: &Json) -> Json {
        self.made_by(&self.world.admin, path, body)
    }

    pub fn made_by(&self, token: &str, path: &str, body: &Json) -> Json {
        let address = self.world.server.url(&format!("/api/v1/{path}"));
        let (status, text) =
            self.world.server.send(Method::Post, &address, Some(token), Some(body.to_string().as_bytes()));
        assert_eq!(status, 200, "{path} {body}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    fn companies(&mut self) {
        for _ in 0..3 {
            let vendor = self.company(0, None);
            self.company(2, Some(vendor));
            for _ in 0..2 {
                let dealer = self.company(1, Some(vendor));
                self.company(2, Some(dealer));
            }
        }
    }

    fn company(&mut self, tier: usize, above: Option<usize>) -> usize {
        let companies = &mut self.oracle.companies;
        let save = company_like(companies, tier, above, &format!("업체 {}", companies.len()));
        let made = self.world.server.call::<CreateCompany>(Some(&self.world.admin), &(), &(), &save).unwrap();
        companies.push(Company { id: made.company_id, tier, above });
        companies.len() - 1
    }

    fn groups(&mut self, dice: &mut Dice) {
        for authority in Authority::ALL.iter().copied().filter(|authority| *authority != Authority::Member) {
            for place in 0..GROUPS {
                // The first of each tier holds everything, so that some accounts can grant to others.
                let rights = if place == 0 {
                    SCREENS.iter().map(|screen| (*screen, Permission::ALL)).collect()
                } else {
                    any_rights(dice)
                };
                let services = if place == 0 { self.services.clone() } else { self.any_services(dice) };
                let admin = self.world.admin.clone();
                let name = format!("oracle {} {place}", authority.as_str());
                let group = self.group(&admin, authority, (rights, services), &name);
                let row = Row::of(Kind::Group, self.oracle.groups[group].id.0, None);
                self.oracle.rows.push(Row { group: Some(group), ..row });
            }
        }
    }

    /// Creates a group; returns its index in the oracle.
    fn group(
        &mut self,
        token: &str,
        authority: Authority,
        (rights, services): (Rights, Vec<ServiceId>),
        name: &str,
    ) -> usize {
        let save = self.group_like(authority, &rights, &services, name);
        let made = self.world.server.call::<CreatePermissionGroup>(Some(token), &(), &(), &save).unwrap();
        self.oracle.groups.push(Group { id: made.permission_group_id, authority, rights, services });
        self.oracle.groups.len() - 1
    }

    pub fn group_like(
        &self,
        authority: Authority,
        rights: &Rights,
        services: &[ServiceId],
        name: &str,
    ) -> PermissionGroupSave {
        let allowed = self.screens.iter().filter_map(|(screen, number)| {
            let Permission { read, create, update, delete } = *rights.get(screen)?;
            Some(MenuItemPermission { menu_item_id: *number, read, create, update, delete })
        });
        PermissionGroupSave {
            name: name.to_owned(),
            description: None,
            authority,
            requires_two_steps: false,
            allowed_service_ids: services.to_vec(),
            allowed_menu_items: allowed.collect(),
            version: None,
        }
    }

    /// Creates groups of vendors for the tiers below.
    fn groups_of_vendors(&mut self, dice: &mut Dice) {
        for (place, token) in self.makers.clone() {
            for authority in [Authority::Dealer, Authority::Retailer, Authority::Operator] {
                let name = format!("oracle {place} {}", authority.as_str());
                let holds = (any_rights(dice), self.any_services(dice));
                let group = self.group(&token, authority, holds, &name);
                let row = Row::of(Kind::Group, self.oracle.groups[group].id.0, Some(place));
                self.oracle.rows.push(Row { group: Some(group), ..row });
            }
        }
    }

    fn rows(&mut self, dice: &mut Dice) {
        for place in 0..self.oracle.companies.len() {
            let Company { id, tier, .. } = self.oracle.companies[place];
            self.oracle.rows.push(Row::of(Kind::Company, id.0, Some(place)));
            for number in 0..2 {
                let made = self.world.add_member(id, &format!("P{place}-{number}"), "사람");
                self.oracle.rows.push(Row::of(Kind::Member, made.member_id.0, Some(place)));
                write_measurement(self.test, &made, id, "2026-01-10T09:00:00+09:00");
            }
            let of = PhysicalMeasurementFilter { company_id: Some(id), ..PhysicalMeasurementFilter::default() };
            let found = self.world.server.call::<ListPhysicalMeasurements>(Some(&self.world.admin), &(), &of, &());
            for found in found.unwrap().data {
                let (found_id, kind) = (found.physical_measurement_id.0, Kind::Measurement);
                if !self.oracle.rows.iter().any(|row| row.kind == kind && row.id == found_id) {
                    self.oracle.rows.push(Row::of(kind, found_id, Some(place)));
                }
            }
            let division = self.made("divisions", &json!({"companyId": id.0, "name": "부서", "position": 1}));
            let number = division["divisionId"].as_i64().unwrap();
            self.oracle.rows.push(Row::of(Kind::Division, number, Some(place)));
            let issued = self.made(&format!("companies/{}/authentications", id.0), &credential());
            let number = issued["companyCredential"]["companyCredentialId"].as_i64().unwrap();
            self.oracle.rows.push(Row::of(Kind::Credential, number, Some(place)));
            let roles = [ManagerRole::Vendor, ManagerRole::Dealer, ManagerRole::Retailer];
            for number in 0..3 {
                self.manager(dice, roles[tier], Some(place), number);
            }
            if tier == 0 {
                self.maker(place);
            }
            if tier == 2 {
                self.operator(dice, place);
            }
        }
        for number in 0..GROUPS {
            self.manager(dice, ManagerRole::Admin, None, number);
        }
    }

    /// Creates users linked with the first member of each company, every third also with the second member of another
    /// one.
    fn users(&mut self) {
        let count = self.oracle.companies.len();
        let members: Vec<(usize, i64)> = self
            .oracle
            .rows
            .iter()
            .filter(|row| row.kind == Kind::Member)
            .filter_map(|row| Some((row.company?, row.id)))
            .collect();
        let of = |place: usize| members.iter().filter(move |(company, _)| *company == place).map(|(_, member)| *member);
        for place in 0..count {
            let [first, second] = [0, 1].map(|number| of(place).nth(number).unwrap());
            let kind = if place % 2 == 0 { Kind::OnlineUser } else { Kind::RegularUser };
            let user_id = self.user(kind, &format!("user.{place}"));
            let now = clock::now();
            let asked = |member: i64| NewLink::requested(UserId(user_id), MemberId(member), "staff", now);
            let ended = NewLink {
                state: LinkState::Ended,
                closed: Some((now, LinkParty::Staff)),
                ..asked(second).accepted(now)
            };
            let other = (place % 3 == 0).then_some((place + 7) % count);
            let link = self.test.database.write_blocking(|connection| {
                links::insert(connection, &asked(first).accepted(now))?;
                if let Some(other) = other {
                    links::insert(connection, &asked(of(other).nth(1).unwrap()).accepted(now))?;
                }
                links::insert(connection, &ended)
            });
            // Ending a closed link again has no effect.
            let link = Row::of(Kind::Link, link.unwrap().0, Some(place));
            self.oracle.rows.push(Row { member: second, ..link });
            self.oracle.rows.push(Row { other, member: first, ..Row::of(kind, user_id, Some(place)) });
        }
    }

    /// Creates a user; returns the id.
    pub fn user(&self, kind: Kind, login_id: &str) -> i64 {
        let state = &self.world.server.state;
        let token = add_account(state, login_id, Authority::Member, None);
        let user_id = self.world.server.call::<GetOwnProfile>(Some(&token), &(), &(), &()).unwrap().user_id.0;
        let is_online = user_profile::is_online.eq(kind == Kind::OnlineUser);
        let row = diesel::update(user_profile::table.find(user_id)).set(is_online);
        self.test.database.write_blocking(|connection| Ok(row.execute(connection)?)).unwrap();
        user_id
    }

    fn of_installation(&mut self) {
        for number in 0..3 {
            let code = self.made("codes", &code(&format!("P{number}")));
            self.oracle.rows.push(Row::of(Kind::Code, code["codeId"].as_i64().unwrap(), None));
            let entry = self.made("menu-items", &menu_item(&format!("항목 {number}"), number));
            self.oracle.rows.push(Row::of(Kind::MenuItem, entry["menuItemId"].as_i64().unwrap(), None));
        }
    }

    /// Creates an app of each service, offered by every company.
    fn apps(&mut self) {
        for service in self.services.clone() {
            let app = self.made("user-apps", &user_app(&format!("oracle {}", service.0), service));
            let number = app["userAppId"].as_i64().unwrap();
            let row = Row::of(Kind::UserApp, number, None);
            self.oracle.rows.push(Row { service: Some(service), ..row });
            for place in 0..self.oracle.companies.len() {
                let path = format!("companies/{}/user-apps", self.oracle.companies[place].id.0);
                let given = self.made(&path, &json!({"userAppId": number}));
                let row = Row::of(Kind::CompanyApp, given["companyUserAppId"].as_i64().unwrap(), Some(place));
                self.oracle.rows.push(Row { service: Some(service), ..row });
            }
        }
    }

    fn any_services(&self, dice: &mut Dice) -> Vec<ServiceId> {
        self.services.iter().copied().filter(|_| dice.flips()).collect()
    }

    /// Assigns an account to a group of its tier and adds it as a caller.
    fn join(&mut self, login_id: &str, group: usize, row: Row) {
        let account = account_id(&self.world.server.state, login_id);
        let Group { id, authority, .. } = self.oracle.groups[group];
        self.test
            .database
            .write_blocking(|connection| {
                diesel::update(account::table.find(account))
                    .set((account::permission_group_id.eq(id.0), account::must_change_password.eq(false)))
                    .execute(connection)?;
                Ok::<_, Problem>(())
            })
            .unwrap();
        let token = session(&self.world.server.state, login_id, authority).access_token.token;
        self.oracle.callers.push(Caller { authority, company: row.company, group, token });
        self.oracle.rows.push(Row { group: Some(group), ..row });
    }

    /// Returns a random group of a tier.
    fn any_group(&self, dice: &mut Dice, authority: Authority) -> usize {
        let of_tier: Vec<usize> =
            (0..self.oracle.groups.len()).filter(|place| self.oracle.groups[*place].authority == authority).collect();
        *dice.one(&of_tier)
    }

    fn manager(&mut self, dice: &mut Dice, role: ManagerRole, company: Option<usize>, number: usize) {
        let place = company.map_or_else(|| "root".to_owned(), |place| place.to_string());
        let save = self.manager_like(&format!("manager.{place}.{number}"), role, company);
        let made = self.world.server.call::<CreateManager>(Some(&self.world.admin), &(), &(), &save).unwrap();
        let group = self.any_group(dice, role.authority());
        self.join(&save.login_id, group, Row::of(Kind::Manager, made.manager_id.0, company));
    }

    /// Creates a vendor account with all permissions.
    fn maker(&mut self, place: usize) {
        let save = self.manager_like(&format!("maker.{place}"), ManagerRole::Vendor, Some(place));
        let made = self.world.server.call::<CreateManager>(Some(&self.world.admin), &(), &(), &save).unwrap();
        let group = self.oracle.groups.iter().position(|group| group.authority == Authority::Vendor).unwrap();
        self.join(&save.login_id, group, Row::of(Kind::Manager, made.manager_id.0, Some(place)));
        self.makers.push((place, self.oracle.callers.last().unwrap().token.clone()));
    }

    fn manager_like(&self, login_id: &str, role: ManagerRole, company: Option<usize>) -> ManagerSave {
        manager(login_id, role, company.map(|place| self.oracle.companies[place].id))
    }

    fn operator(&mut self, dice: &mut Dice, company: usize) {
        let save: OperatorSave = operator(&format!("operator.{company}"), self.oracle.companies[company].id);
        let made = self.world.server.call::<CreateOperator>(Some(&self.world.admin), &(), &(), &save).unwrap();
        let group = self.any_group(dice, Authority::Operator);
        self.join(&save.login_id, group, Row::of(Kind::Operator, made.operator_id.0, Some(company)));
    }

    /// Creates a member who is not part of any question.
    pub fn spare_member(&self, company: usize, number: usize) -> Member {
        self.world.add_member(self.oracle.companies[company].id, &format!("S{number}"), "여분")
    }
}

fn any_rights(dice: &mut Dice) -> Rights {
    let mut rights = Rights::new();
    for screen in SCREENS {
        let [create, update, delete] = [dice.flips(), dice.flips(), dice.flips()];
        let read = create || update || delete || dice.flips();
        if dice.below(4) > 0 && read {
            rights.insert(screen, Permission { read, create, update, delete });
        }
    }
    rights
}

pub fn company_like(companies: &[Company], tier: usize, above: Option<usize>, name: &str) -> CompanySave {
    let kind = [CompanyType::Vendor, CompanyType::Dealer, CompanyType::Retailer][tier];
    CompanySave { parent_company_id: above.map(|place| companies[place].id), ..company(kind, name) }
}

pub fn credential() -> Json {
    json!({"name": "연동", "scopes": ["COMPANIES_READ"], "expiresOn": clock::today()})
}

pub fn code(code: &str) -> Json {
    json!({
        "list": "DEVICE_KIND", "code": code, "name": code, "names": [], "position": 1, "isActive": true, "attributes": []
    })
}

pub fn menu_item(name: &str, position: usize) -> Json {
    json!({"name": name, "names": [], "unrestricted": false, "isHidden": false, "position": position})
}

pub fn user_app(name: &str, service: ServiceId) -> Json {
    json!({"name": name, "serviceId": service.0, "status": "ACTIVE"})
}
