//! Staff of the demonstration: managers and operators across the tree, with their history, so that lists, details and
//! histories have content. Some are suspended, some not launched yet, some without a password.

use super::{Random, people};
use accounts::{managers::store::ManagerRecord, operators::store::OperatorRecord};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    auth::accounts::{self as kernel_accounts, NewAccount},
    clock,
    db::{
        DatabaseConnection,
        schema::{account, operator, operator_service, permission_group_service, revision, sign_in_log},
    },
    on_backend,
    problem::Problem,
    records::{self, Record, Rows, revisions},
};
use organisation::companies::store::Line;
use uno_core::{
    contract::{
        account_sessions::SignInOutcome,
        companies::CompanyId,
        managers::{AccountStatus, ManagerId, ManagerRole, ManagerSave, PermissionGroupId},
        operators::OperatorSave,
        revisions::{FieldChange, RevisionAction},
        services::ServiceId,
    },
    domain::{
        access::Authority,
        text::phone_digits,
        time::{DAY_MILLISECONDS as DAY, Timestamp},
    },
};

const BROWSERS: [&str; 3] = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
];

/// A staff member to be created.
struct Person {
    login_id: String,
    name: String,
    authority: Authority,
    company_id: i64,
    created_at: i64,
    phone_number: Option<String>,
    email: Option<String>,
    is_suspended: bool,
    has_password: bool,
    must_change: bool,
}

/// Creates managers for the first companies of every tier, and operators for the first retailers.
pub fn fill(connection: &mut DatabaseConnection, hash: &str, retailers: &[Line]) -> Result<(), Problem> {
    let random = &mut Random::of(41);
    let distinct = |of: fn(&Line) -> Option<i64>| {
        let mut found: Vec<i64> = retailers.iter().filter_map(of).collect();
        found.dedup();
        found.into_iter().take(6)
    };
    let vendors = distinct(|line| line.vendor_id).map(|id| (Authority::Vendor, id));
    let dealers = distinct(|line| line.dealer_id).map(|id| (Authority::Dealer, id));
    let retail = retailers.iter().take(12).map(|line| (Authority::Retailer, line.company_id));
    let posts: Vec<(Authority, i64)> = vendors.chain(dealers).chain(retail).collect();
    for (at, (authority, company_id)) in (1..).zip(posts) {
        let mut person = person(random, format!("manager{at:02}"), authority, company_id, at);
        person.is_suspended = at % 8 == 7;
        person.has_password = at != 20;
        let id = insert(connection, hash, &person)?;
        write_history::<ManagerRecord>(connection, id, &person, &manager(&person)?)?;
        sign_ins(connection, random, id, &person)?;
    }
    for (at, line) in (1..).zip(retailers.iter().take(18)) {
        let mut person = person(random, format!("operator{at:02}"), Authority::Operator, line.company_id, at);
        person.is_suspended = at == 9;
        person.has_password = at != 17;
        person.must_change = at == 16;
        let id = insert(connection, hash, &person)?;
        let main_manager = first_manager(connection, line)?;
        let services = services(connection)?;
        let address = people::address(random);
        diesel::update(operator::table.find(id))
            .set((
                operator::main_manager_id.eq(main_manager),
                operator::postal_code.eq(format!("{:05}", random.between(1_000, 63_000))),
                operator::address.eq(&address),
                operator::address_detail.eq(format!("{}층", random.between(1, 9))),
            ))
            .execute(connection)?;
        let rows: Vec<_> = services
            .iter()
            .map(|service| (operator_service::account_id.eq(id), operator_service::service_id.eq(service.0)))
            .collect();
        on_backend!(connection, |backend| diesel::insert_into(operator_service::table).values(rows).execute(backend))?;
        write_history::<OperatorRecord>(
            connection,
            id,
            &person,
            &operator_form(&person, main_manager, &services, address),
        )?;
        // The last ones are not launched yet; one of them has a launch date.
        let launched_at = match at {
            18 => Some(clock::now().0 + 14 * DAY),
            13..=17 => None,
            _ => Some(person.created_at + 7 * DAY),
        };
        if let Some(launched_at) = launched_at {
            diesel::update(operator::table.find(id)).set(operator::launched_at.eq(launched_at)).execute(connection)?;
            let after = Some(Timestamp(launched_at).to_string());
            let change = FieldChange { field: "launchedAt".into(), before: None, after };
            let told_at = launched_at.min(clock::now().0 - DAY);
            write(connection, OperatorRecord::RESOURCE, id, RevisionAction::Update, told_at, &[change])?;
        }
        sign_ins(connection, random, id, &person)?;
    }
    Ok(())
}

fn person(random: &mut Random, login_id: String, authority: Authority, company_id: i64, at: i64) -> Person {
    let days = 640 - at * 17 - i64::from(random.below(10));
    Person {
        email: (random.below(3) > 0).then(|| format!("{login_id}@example.com")),
        login_id,
        name: people::name(random),
        authority,
        company_id,
        created_at: clock::now().0 - days * DAY,
        phone_number: (random.below(6) > 0).then(|| people::phone(random)),
        is_suspended: false,
        has_password: true,
        must_change: false,
    }
}

fn insert(connection: &mut DatabaseConnection, hash: &str, person: &Person) -> Result<i64, Problem> {
    let Person { login_id, name, authority, company_id, created_at, .. } = person;
    let password_hash = if person.has_password { hash } else { "" };
    let new = NewAccount { login_id, password_hash, authority: *authority, name, company_id: Some(*company_id) };
    let id = kernel_accounts::insert(connection, &new)?;
    let suspended = person.is_suspended.then(|| created_at + 90 * DAY);
    diesel::update(account::table.find(id))
        .set((
            account::created_at.eq(created_at),
            account::updated_at.eq(suspended.unwrap_or(*created_at)),
            account::disabled_at.eq(suspended),
            account::phone_number.eq(&person.phone_number),
            account::phone_digits.eq(person.phone_number.as_deref().map(phone_digits)),
            account::email.eq(&person.email),
            account::must_change_password.eq(person.must_change),
        ))
        .execute(connection)?;
    Ok(id)
}

/// Returns the built-in group of an authority.
fn group(authority: Authority) -> PermissionGroupId {
    let place = Authority::ALL.iter().position(|known| *known == authority).unwrap_or_default();
    PermissionGroupId(i64::try_from(place).unwrap_or_default() + 1)
}

fn manager(person: &Person) -> Result<ManagerSave, Problem> {
    let role = ManagerRole::parse(person.authority.as_str()).ok_or_else(|| Problem::internal("no manager"))?;
    Ok(ManagerSave {
        login_id: person.login_id.clone(),
        name: person.name.clone(),
        role,
        company_id: Some(CompanyId(person.company_id)),
        permission_group_id: group(person.authority),
        phone_number: person.phone_number.clone(),
        email: person.email.clone(),
        status: AccountStatus::Active,
        memo: None,
        version: None,
    })
}

fn operator_form(person: &Person, main_manager: Option<i64>, services: &[ServiceId], address: String) -> OperatorSave {
    OperatorSave {
        login_id: person.login_id.clone(),
        name: person.name.clone(),
        company_id: CompanyId(person.company_id),
        main_manager_id: main_manager.map(ManagerId),
        permission_group_id: group(Authority::Operator),
        service_ids: services.to_vec(),
        external_device_ids: vec![],
        phone_number: person.phone_number.clone(),
        email: person.email.clone(),
        postal_code: None,
        address: Some(address),
        address_detail: None,
        status: AccountStatus::Active,
        memo: None,
        version: None,
    }
}

/// Returns the first manager of the retailer, or else of its dealer.
fn first_manager(connection: &mut DatabaseConnection, line: &Line) -> Result<Option<i64>, Problem> {
    let of_line = account::table
        .filter(account::company_id.eq_any([Some(line.company_id), line.dealer_id]))
        .filter(account::staff.eq("MANAGER"))
        .order(account::account_id)
        .select((account::account_id, account::company_id));
    let known: Vec<(i64, Option<i64>)> = of_line.load(connection)?;
    let own = known.iter().find(|(_, company)| *company == Some(line.company_id));
    Ok(own.or(known.first()).map(|(id, _)| *id))
}

fn services(connection: &mut DatabaseConnection) -> Result<Vec<ServiceId>, Problem> {
    Ok(permission_group_service::table
        .filter(permission_group_service::permission_group_id.eq(group(Authority::Operator)))
        .select(permission_group_service::service_id)
        .load(connection)?)
}

/// Writes the history of registration and suspension.
fn write_history<R: Rows>(
    connection: &mut DatabaseConnection,
    id: i64,
    person: &Person,
    form: &R::Form,
) -> Result<(), Problem> {
    let changes = records::changes::<R>(None, Some(form))?;
    let changes = R::describe_changes(connection, changes)?;
    write(connection, R::RESOURCE, id, RevisionAction::Create, person.created_at, &changes)?;
    if person.is_suspended {
        let (before, after) = (Some("ACTIVE".into()), Some("SUSPENDED".into()));
        let change = FieldChange { field: "status".into(), before, after };
        write(connection, R::RESOURCE, id, RevisionAction::Update, person.created_at + 90 * DAY, &[change])?;
    }
    Ok(())
}

fn write(
    connection: &mut DatabaseConnection,
    resource: &str,
    id: i64,
    action: RevisionAction,
    at: i64,
    changes: &[FieldChange],
) -> Result<(), Problem> {
    // The demonstration's administrator is the first account.
    let author = revisions::Author { account_id: 1, name: "김관리".into() };
    let mut new = revisions::New::of(&author, resource, action, id, changes)?;
    new.created_at = at;
    diesel::insert_into(revision::table).values(new).execute(connection)?;
    Ok(())
}

/// Creates sign-ins on some of the last days, occasionally with a failed first attempt.
fn sign_ins(connection: &mut DatabaseConnection, random: &mut Random, id: i64, person: &Person) -> Result<(), Problem> {
    if !person.has_password {
        return Ok(());
    }
    let end = if person.is_suspended { person.created_at + 89 * DAY } else { clock::now().0 - DAY / 8 };
    let address = format!("203.0.113.{}", random.between(2, 250));
    let browser = random.one_of(&BROWSERS).copied().unwrap_or_default();
    let log = |connection: &mut DatabaseConnection, at: i64, outcome: SignInOutcome| {
        diesel::insert_into(sign_in_log::table)
            .values((
                sign_in_log::account_id.eq(id),
                sign_in_log::created_at.eq(at),
                sign_in_log::outcome.eq(outcome.as_str()),
                sign_in_log::address.eq(&address),
                sign_in_log::browser.eq(browser),
            ))
            .execute(connection)
    };
    let days = random.between(3, 9);
    let mut last = end;
    for day in (0..days).rev() {
        last = end - day * 3 * DAY - i64::from(random.below(14_400_000));
        if random.below(6) == 0 {
            log(connection, last - 20_000, SignInOutcome::WrongPassword)?;
        }
        log(connection, last, SignInOutcome::Success)?;
    }
    diesel::update(account::table.find(id)).set(account::last_signed_in_at.eq(last)).execute(connection)?;
    Ok(())
}
