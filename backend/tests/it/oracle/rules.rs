//! The product's rules of tiers, trees, screens and permission groups, as specified; nothing here uses the server.

use std::collections::BTreeMap;
use uno_core::{
    contract::{companies::CompanyId, permission_groups::PermissionGroupId, services::ServiceId},
    domain::access::{Authority, Permission},
};

pub const MEMBERS: &str = "/member_management/company_member_management";
pub const REGULAR: &str = "/member_management/member_management";
pub const ONLINE: &str = "/member_management/online_member_management";
pub const MEASUREMENTS: &str = "/history/physical_test_result_history";
pub const MANAGERS: &str = "/account_management/manager_account";
pub const OPERATORS: &str = "/account_management/operator_account";
pub const GROUPS: &str = "/system_management/permission_group_management";
pub const CODES: &str = "/system_management/code_management";
pub const MENU: &str = "/system_management/menu_management";
pub const APPS: &str = "/app_management/user_app_management";
pub const USED_APPS: &str = "/member_management/used_company_app_management";
pub const COMPANIES: [&str; 3] = [
    "/company_management/vendor_management",
    "/company_management/dealer_management",
    "/company_management/retailer_management",
];
pub const SCREENS: [&str; 14] = [
    MEMBERS,
    REGULAR,
    ONLINE,
    MEASUREMENTS,
    MANAGERS,
    OPERATORS,
    GROUPS,
    CODES,
    MENU,
    APPS,
    USED_APPS,
    COMPANIES[0],
    COMPANIES[1],
    COMPANIES[2],
];

/// A company as known to the oracle.
pub struct Company {
    pub id: CompanyId,
    /// 0 for a vendor, 1 for a dealer, 2 for a retailer.
    pub tier: usize,
    pub above: Option<usize>,
}

/// Permissions by screen.
pub type Rights = BTreeMap<&'static str, Permission>;

#[derive(Debug)]
pub struct Group {
    pub id: PermissionGroupId,
    pub authority: Authority,
    pub rights: Rights,
    pub services: Vec<ServiceId>,
}

/// An account that sends requests.
pub struct Caller {
    pub authority: Authority,
    pub company: Option<usize>,
    pub group: usize,
    pub token: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Company,
    Credential,
    Division,
    Member,
    Link,
    RegularUser,
    OnlineUser,
    Measurement,
    Manager,
    Operator,
    Group,
    Code,
    MenuItem,
    UserApp,
    /// A user app offered by a company.
    CompanyApp,
}

/// A record in question.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub kind: Kind,
    pub id: i64,
    /// The owning company; `None` for administrators' accounts and records of the installation.
    pub company: Option<usize>,
    /// Another company that a user is linked with.
    pub other: Option<usize>,
    /// The group of an account; for a group, the group itself.
    pub group: Option<usize>,
    /// The member of a link or user.
    pub member: i64,
    /// The service of an app.
    pub service: Option<ServiceId>,
}

impl Row {
    pub const fn of(kind: Kind, id: i64, company: Option<usize>) -> Self {
        Self { kind, id, company, other: None, group: None, member: 0, service: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Show,
    History,
    Reveal,
    Change,
    Remove,
    /// Create a similar one, in the same company and group.
    Add,
    /// Export the list of its kind.
    Export,
    /// List the users a member may be linked with.
    Seek,
    /// Read a user's consents.
    Consents,
    /// Read a user's links.
    Links,
    /// Set a new password for a user registered by staff.
    Password,
}

impl Kind {
    /// Returns the actions on such a record.
    pub const fn verbs(self) -> &'static [Verb] {
        use Verb::{Add, Change, Consents, Export, History, Links, Password, Remove, Reveal, Seek, Show};
        match self {
            Self::Company => &[Show, History, Change, Remove, Add, Export],
            Self::Credential => &[Show, Remove, Add],
            Self::Division | Self::MenuItem => &[Show, History, Change, Remove, Add],
            Self::Member => &[Show, History, Reveal, Change, Remove, Add, Export, Seek],
            Self::Link => &[Show, Remove],
            // Removing a user is final and would remove rows that are still needed: only unauthorized callers try it.
            Self::RegularUser => &[Show, History, Change, Remove, Add, Export, Consents, Links, Password],
            Self::OnlineUser => &[Show, History, Change, Remove, Add, Export, Consents, Links],
            Self::Measurement => &[Show, Export],
            Self::Manager | Self::Operator => &[Show, History, Change, Add, Export],
            Self::Group | Self::Code => &[Show, History, Change, Remove, Add, Export],
            Self::UserApp | Self::CompanyApp => &[Show, History, Change, Remove, Add],
        }
    }

    /// Returns whether the kind belongs to the installation: callers who see the screen see all records.
    const fn is_of_installation(self) -> bool {
        matches!(self, Self::Code | Self::MenuItem | Self::UserApp)
    }
}

/// The expected result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Allowed,
    /// No record of this kind at all.
    Forbidden,
    /// As if the record did not exist.
    Nowhere,
    /// The record is in the caller's tree, but the action is not permitted.
    Refused,
}

#[derive(Default)]
pub struct Oracle {
    pub companies: Vec<Company>,
    /// Groups with accounts, followed by groups that are only acted on.
    pub groups: Vec<Group>,
    pub callers: Vec<Caller>,
    pub rows: Vec<Row>,
}

fn tier(authority: Authority) -> Option<usize> {
    Authority::ALL.iter().position(|known| *known == authority)
}

impl Oracle {
    pub fn may(&self, caller: &Caller, screen: &str, verb: Verb) -> bool {
        // Members have no staff screens.
        let Some(group) = self.groups.get(caller.group) else { return false };
        let right = group.rights.get(screen).copied().unwrap_or_default();
        match verb {
            Verb::Show | Verb::History | Verb::Reveal | Verb::Export | Verb::Consents | Verb::Links => right.read,
            Verb::Change | Verb::Seek | Verb::Password => right.update,
            Verb::Remove => right.delete,
            Verb::Add => right.create,
        }
    }

    /// Returns whether a company is `top` or below it.
    pub fn is_in_tree_of(&self, top: usize, company: usize) -> bool {
        let mut at = Some(company);
        while let Some(place) = at.filter(|place| *place != top) {
            at = self.companies[place].above;
        }
        at.is_some()
    }

    /// Returns whether a company is the caller's or below it.
    fn stands_in_tree(&self, caller: &Caller, company: usize) -> bool {
        caller.company.is_some_and(|top| self.is_in_tree_of(top, company))
    }

    fn reaches(&self, caller: &Caller, row: &Row) -> bool {
        let is_in_tree = |company: Option<usize>| company.is_some_and(|place| self.stands_in_tree(caller, place));
        caller.authority == Authority::Admin
            || row.kind.is_of_installation()
            || is_in_tree(row.company)
            || is_in_tree(row.other)
            // Groups without an owner belong to the installation; everyone who sees groups sees them.
            || row.kind == Kind::Group && row.company.is_none()
    }

    /// Administrators who may change groups hold everything.
    fn holds_everything(&self, caller: &Caller) -> bool {
        caller.authority == Authority::Admin && self.may(caller, GROUPS, Verb::Change)
    }

    /// Callers cannot grant, or change accounts of, a group with more permissions than their own.
    fn holds_all_of(&self, caller: &Caller, group: usize) -> bool {
        if self.holds_everything(caller) {
            return true;
        }
        let own = &self.groups[caller.group];
        let given = &self.groups[group];
        if !given.services.iter().all(|service| own.services.contains(service)) {
            return false;
        }
        given.rights.iter().all(|(screen, right)| {
            let held = own.rights.get(screen).copied().unwrap_or_default();
            (held.read || !right.read)
                && (held.create || !right.create)
                && (held.update || !right.update)
                && (held.delete || !right.delete)
        })
    }

    /// Returns the screens of a kind of record, which share one endpoint.
    fn screens(kind: Kind) -> &'static [&'static str] {
        match kind {
            Kind::Company | Kind::Credential | Kind::Division => &COMPANIES,
            Kind::Member | Kind::Link => &[MEMBERS],
            Kind::RegularUser | Kind::OnlineUser => &[REGULAR, ONLINE],
            Kind::Measurement => &[MEASUREMENTS],
            Kind::Manager => &[MANAGERS],
            Kind::Operator => &[OPERATORS],
            Kind::Group => &[GROUPS],
            Kind::Code => &[CODES],
            Kind::MenuItem => &[MENU],
            Kind::UserApp => &[APPS],
            Kind::CompanyApp => &[USED_APPS],
        }
    }

    /// Returns the screen of a record.
    fn screen(&self, row: &Row) -> &'static str {
        let of_tier = || COMPANIES[self.companies[row.company.unwrap()].tier];
        match row.kind {
            Kind::Company | Kind::Credential | Kind::Division => of_tier(),
            Kind::RegularUser => REGULAR,
            Kind::OnlineUser => ONLINE,
            kind => Self::screens(kind)[0],
        }
    }

    pub fn verdict(&self, caller: &Caller, row: &Row, verb: Verb) -> Verdict {
        // Credentials are part of their company, and links part of their member.
        let right = match (row.kind, verb) {
            (Kind::Credential | Kind::Link, Verb::Add | Verb::Remove) => Verb::Change,
            _ => verb,
        };
        // Regular users are those registered by staff.
        let is_registering = matches!(row.kind, Kind::RegularUser | Kind::OnlineUser) && verb == Verb::Add;
        let is_of_regular = is_registering || verb == Verb::Password;
        let screens = if is_of_regular { &[REGULAR][..] } else { Self::screens(row.kind) };
        if !screens.iter().any(|screen| self.may(caller, screen, right)) {
            // The endpoint of users admits callers of any screen with people, but shows them no user.
            let is_open = matches!(row.kind, Kind::RegularUser | Kind::OnlineUser)
                && [MEMBERS, USED_APPS].iter().any(|screen| self.may(caller, screen, right));
            return if is_open && !is_of_regular { Verdict::Refused } else { Verdict::Forbidden };
        }
        if verb == Verb::Export {
            return Verdict::Allowed;
        }
        // A new company is registered by callers above it; a vendor has no parent.
        let place = match (row.kind, verb) {
            (Kind::Company, Verb::Add) => self.companies[row.company.unwrap()].above,
            _ => row.company,
        };
        let reached = if is_registering { Row { other: None, ..*row } } else { Row { company: place, ..*row } };
        // The owner of a group follows from its creator.
        let is_making_group = row.kind == Kind::Group && verb == Verb::Add;
        if !is_making_group && !self.reaches(caller, &reached) {
            // The owner is in the body, where it is rejected.
            let stands_in_body =
                verb == Verb::Add && !matches!(row.kind, Kind::Credential | Kind::CompanyApp) && !is_registering;
            return if stands_in_body { Verdict::Refused } else { Verdict::Nowhere };
        }
        let screen = if is_registering { REGULAR } else { self.screen(row) };
        if !self.may(caller, screen, right) {
            return Verdict::Refused;
        }
        let is_refused = match (row.kind, verb) {
            (Kind::Manager | Kind::Operator, Verb::Change | Verb::Add) => {
                let group = row.group.unwrap();
                tier(self.groups[group].authority) < tier(caller.authority) || !self.holds_all_of(caller, group)
            }
            // Only administrators may remove users, because other companies may be linked with them.
            (Kind::RegularUser | Kind::OnlineUser, Verb::Remove) => caller.authority != Authority::Admin,
            // Setting a password requires that all linked companies are in the caller's tree.
            (Kind::RegularUser, Verb::Password) => {
                let is_out_of_reach = |place: usize| !self.stands_in_tree(caller, place);
                caller.authority != Authority::Admin
                    && [row.company, row.other].into_iter().flatten().any(is_out_of_reach)
            }
            // Creating, changing or offering an app requires its service.
            (Kind::UserApp, Verb::Add | Verb::Change) | (Kind::CompanyApp, Verb::Add) => {
                let services = &self.groups[caller.group].services;
                !self.holds_everything(caller) && !services.iter().any(|held| Some(*held) == row.service)
            }
            // Callers cannot issue more than they hold: a system that reads a company also reads those below it.
            (Kind::Credential, Verb::Add) => {
                let at = self.companies[row.company.unwrap()].tier;
                COMPANIES[at..].iter().any(|screen| !self.may(caller, screen, Verb::Show))
            }
            // A company with accounts cannot be removed, and the caller's company has one.
            (Kind::Company, Verb::Remove) => caller.company == row.company,
            (Kind::Group, _) => return self.verdict_of_group(caller, row, verb),
            _ => false,
        };
        if is_refused { Verdict::Refused } else { Verdict::Allowed }
    }

    /// Callers see groups of their own tier and below. They change groups below their tier that their company owns and
    /// that hold no more than their own. Administrators are above all.
    fn verdict_of_group(&self, caller: &Caller, row: &Row, verb: Verb) -> Verdict {
        let group = row.group.unwrap();
        let (of, own) = (tier(self.groups[group].authority), tier(caller.authority));
        let is_admin = caller.authority == Authority::Admin;
        match verb {
            Verb::Show | Verb::History if of >= own => Verdict::Allowed,
            Verb::Show | Verb::History => Verdict::Nowhere,
            Verb::Change | Verb::Remove if of < own => Verdict::Nowhere,
            _ if !is_admin && of <= own => Verdict::Refused,
            _ if !self.holds_all_of(caller, group) => Verdict::Refused,
            Verb::Change | Verb::Remove if !is_admin && row.company.is_none() => Verdict::Refused,
            _ => Verdict::Allowed,
        }
    }

    /// Returns how many records of a list the caller sees within the subtree of a company; none for a company outside
    /// the caller's tree.
    pub fn listed(&self, caller: &Caller, kind: Kind, company: usize) -> usize {
        if caller.authority != Authority::Admin && !self.stands_in_tree(caller, company) {
            return 0;
        }
        let is_below = |row: &&Row| row.company.is_some_and(|place| self.is_in_tree_of(company, place));
        self.shown(caller, kind).filter(is_below).count()
    }

    /// Returns the records of a kind that a caller sees.
    pub fn shown(&self, caller: &Caller, kind: Kind) -> impl Iterator<Item = &Row> {
        let of_kind = self.rows.iter().filter(move |row| row.kind == kind);
        of_kind.filter(move |row| self.verdict(caller, row, Verb::Show) == Verdict::Allowed)
    }
}
