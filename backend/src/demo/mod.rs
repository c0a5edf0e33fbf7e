//! Demonstration data: a coherent company tree, accounts of every authority, members, measurements and boards. The same
//! seed gives the same data. It is only written to an empty database, and a database that contains it can only be
//! served in demonstration mode.

mod alerts;
mod batches;
pub mod boards;
mod consents;
mod credentials;
mod dementia;
mod devices;
mod divisions;
mod eyes;
mod groups;
mod hearts;
mod hours;
mod links;
mod people;
mod pressures;
mod psychological;
pub mod random;
mod report_links;
mod reports;
mod staff;
mod stress;
pub mod terms;
mod trainings;
mod user;
mod user_apps;

use batches::continue_numbers;
use chrono::NaiveDate;
use diesel::{ExpressionMethods, Insertable, OptionalExtension, QueryDsl, RunQueryDsl, connection::SimpleConnection};
use eyes::NewVision;
use hearts::NewHeartRate;
use kernel::{
    auth::{
        accounts::{self, NewAccount},
        password,
    },
    clock,
    db::{
        Backend, Database, DatabaseConnection,
        chain::Mark,
        migrations,
        schema::{
            account, company, company_service, measurement, member, operator, physical_measurement, service, setting,
        },
    },
    on_backend,
    problem::Problem,
};
use measurements::{
    heart_rate_measurements::store::HeartRate,
    kind::{Kind as _, Person},
    physical_measurements::store::{self as physical_measurements, Graded, NewMeasurement},
    store::Owner,
    vision_measurements::store::Vision,
};
use organisation::{companies::store::Line, tally};
use random::Random;
use statistics::fold;
use std::{sync::mpsc::SyncSender, time::Instant};
use uno_core::{
    contract::{companies::CompanyType, members::MemberId},
    domain::{
        access::Authority,
        age::age_at,
        grade::{Sex, physical::Setting},
        text::{phone_digits, phone_tail, search_key},
        time::{DAY_MILLISECONDS, Date, Timestamp},
    },
};

/// Sign-in ids of the demonstration accounts.
pub const ACCOUNTS: [&str; 7] = ["admin", "vendor", "dealer", "retailer", "vendor2", "operator", "member"];
/// Their common password.
pub const PASSWORD: &str = "Uno-demo-2026!";
/// Address of the mobile app in a demonstration; no real app has it.
pub const ANDROID_APP_URL: &str = "https://play.google.com/store/apps/details?id=com.example.uno";
/// Number of members if the demonstration starts by itself.
const MEMBERS: u32 = 2_000;
const SEED: u64 = 1;
/// Marks a database with demonstration data.
const MARK: &str = "demo";
/// Rows per transaction.
const BATCH: usize = 20_000;
/// One in this many members did not identify themselves at the heart rate device.
const UNKNOWN_EVERY: u32 = 29;
/// Rows per insert statement; PostgreSQL limits the number of parameters.
const ROWS_PER_STATEMENT: usize = 1_000;
const HOUR_MILLISECONDS: i64 = 3_600_000;
/// Time after which some return.
const RETURN_MILLISECONDS: i64 = 30 * 24 * HOUR_MILLISECONDS;
const YEAR_MILLISECONDS: i64 = 365 * DAY_MILLISECONDS;

/// Counts of the created data.
#[derive(Debug, Default)]
pub struct Filled {
    /// Companies.
    pub companies: usize,
    /// Members.
    pub members: usize,
    /// Measurements.
    pub measurements: usize,
    /// Duration in seconds.
    pub seconds: f64,
}

impl Filled {
    /// Returns the total number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.companies + self.members + self.measurements
    }
}

/// Checks that the database matches the mode the server starts in; in demonstration mode, fills an empty one.
///
/// # Errors
/// Returns an error if the database is of the other mode.
pub fn check_mode(database: &Database, with_demo: bool) -> Result<(), Problem> {
    let (marked, empty, has_accounts) = database
        .read_blocking(|connection| Ok((is_marked(connection)?, is_empty(connection)?, has_accounts(connection)?)))?;
    match (with_demo, marked, empty) {
        (true, true, _) if !has_accounts => Err(Problem::internal(
            "--demo: filling this database was interrupted; remove it and start again with an empty one",
        )),
        (true, true, _) | (false, false, _) => Ok(()),
        (true, false, true) => fill(database, MEMBERS, SEED).map(|_| ()),
        (true, false, false) => Err(Problem::internal("--demo: this database holds other data; use an empty one")),
        (false, true, _) => Err(Problem::internal(
            "--database-url: this database holds demonstration accounts; serve it with --demo, or use another",
        )),
    }
}

fn is_marked(connection: &mut DatabaseConnection) -> Result<bool, Problem> {
    Ok(setting::table.find(MARK).select(setting::value).first::<String>(connection).optional()?.is_some())
}

fn has_accounts(connection: &mut DatabaseConnection) -> Result<bool, Problem> {
    Ok(account::table.select(account::account_id).first::<i64>(connection).optional()?.is_some())
}

fn is_empty(connection: &mut DatabaseConnection) -> Result<bool, Problem> {
    let companies = company::table.select(company::company_id).first::<i64>(connection).optional()?;
    Ok(companies.is_none() && !has_accounts(connection)?)
}

/// Fills an empty database.
///
/// # Errors
/// Returns an error if it is not empty.
pub fn fill(database: &Database, members: u32, seed: u64) -> Result<Filled, Problem> {
    let started = Instant::now();
    let mut connection = database.connect()?;
    if !is_empty(&mut connection)? {
        return Err(Problem::internal("the database is not empty"));
    }
    let is_sqlite = database.backend() == Backend::Sqlite;
    if is_sqlite {
        // An interrupted fill is started again in an empty database, so nothing is lost by not syncing to disk. All
        // rows refer to rows written here, so foreign keys need no checks.
        connection.batch_execute(
            "PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA foreign_keys = OFF; PRAGMA threads = 2; \
             PRAGMA wal_autocheckpoint = 16000;",
        )?;
    }
    let mut random = Random::of(seed);
    let (companies, retailers) = kernel::db::transaction(&mut connection, |connection| {
        // Written first: an interrupted fill leaves the mark, but no accounts.
        diesel::insert_into(setting::table)
            .values((setting::name.eq(MARK), setting::value.eq(seed.to_string())))
            .execute(connection)?;
        fill_companies(connection, &mut random, members)
    })?;
    // Indexes are built once over the finished tables instead of row by row, and rows are counted at the end.
    let set_aside = migrations::set_aside(&mut connection)?;
    let mut filled = fill_members(&mut connection, random, members, &retailers)?;
    filled.measurements += stress::fill(&mut connection)?;
    filled.measurements += dementia::fill(&mut connection, seed)?;
    filled.measurements += psychological::fill(&mut connection)?;
    trainings::fill(&mut connection)?;
    migrations::put_back(&mut connection, &set_aside)?;
    kernel::db::transaction(&mut connection, |connection| {
        // On SQLite, rows written here are not chained later.
        let mark = if is_sqlite { Some(Mark::now(connection)?) } else { None };
        connection.batch_execute("INSERT INTO member_name (name_key) SELECT DISTINCT name_key FROM member")?;
        tally::count_everything(connection)?;
        fill_accounts(connection, &retailers)?;
        if let Some(line) = retailers.first() {
            credentials::fill(connection, line)?;
            divisions::fill(connection, line.company_id)?;
            user_apps::fill(connection, line)?;
            report_links::fill(connection, line.company_id)?;
            reports::fill(connection, line)?;
        }
        alerts::fill(connection)?;
        trainings::delete_unrecorded(connection)?;
        devices::fill(connection)?;
        boards::fill(connection)?;
        terms::fill(connection)?;
        consents::fill(connection)?;
        groups::fill(connection)?;
        // The triggers were dropped meanwhile, so nothing was marked. With the accounts, so that a server
        // started after an interruption folds the rest.
        fold::mark_everything(connection)?;
        mark.map_or(Ok(()), |mark| mark.chain_added(connection))
    })?;
    fold::fold_everything(&mut database.connect()?, &mut connection)?;
    settle(&mut connection, database.backend())?;
    Ok(Filled { companies, seconds: started.elapsed().as_secs_f64(), ..filled })
}

/// Creates users for the first members, three in ten of them linked, for testing their lists at scale.
///
/// # Errors
/// Returns an error if the database fails.
pub fn add_users(database: &Database, users: u32) -> Result<(), Problem> {
    if users == 0 {
        return Ok(());
    }
    let added = include_str!("many_users.sql").replace(":users", &users.to_string());
    let mut connection = database.connect()?;
    kernel::db::transaction(&mut connection, |connection| Ok(connection.batch_execute(&added)?))?;
    continue_numbers(&mut connection, "account", "account_id")?;
    continue_numbers(&mut connection, "user_profile", "user_id")?;
    settle(&mut connection, database.backend())
}

/// Leaves the database in the state of one written some time ago.
fn settle(connection: &mut DatabaseConnection, backend: Backend) -> Result<(), Problem> {
    Ok(connection.batch_execute(match backend {
        Backend::Sqlite => "PRAGMA wal_checkpoint(TRUNCATE)",
        Backend::Postgres => "VACUUM ANALYZE",
    })?)
}

/// Creates the company tree; its first line belongs to the demonstration accounts.
fn fill_companies(
    connection: &mut DatabaseConnection,
    random: &mut Random,
    members: u32,
) -> Result<(usize, Vec<Line>), Problem> {
    let services: Vec<i64> = service::table.select(service::service_id).order(service::service_id).load(connection)?;
    let vendors = (members / 50_000).clamp(2, 10);
    let (dealers, retailers) = if members > 50_000 { (5, 5) } else { (3, 3) };
    let mut lines = Vec::new();
    let mut count = 0;
    for vendor in 0..vendors {
        let vendor_id = add_company(connection, random, CompanyType::Vendor, None, &services, count)?;
        count += 1;
        for _ in 0..dealers {
            let above = Line {
                company_id: vendor_id,
                tier: CompanyType::Vendor,
                vendor_id: Some(vendor_id),
                dealer_id: None,
                retailer_id: None,
            };
            let dealer_id = add_company(connection, random, CompanyType::Dealer, Some(above), &services, count)?;
            count += 1;
            for _ in 0..retailers {
                let above =
                    Line { company_id: dealer_id, tier: CompanyType::Dealer, dealer_id: Some(dealer_id), ..above };
                let id = add_company(connection, random, CompanyType::Retailer, Some(above), &services, count)?;
                count += 1;
                lines.push(Line { company_id: id, tier: CompanyType::Retailer, retailer_id: Some(id), ..above });
            }
        }
        tracing::debug!(vendor, "companies");
    }
    Ok((count, lines))
}

const BRANDS: [&str; 12] =
    ["한빛", "새봄", "다온", "미래", "가온", "참좋은", "늘푸른", "바른", "온누리", "서울", "하늘", "우리"];

fn add_company(
    connection: &mut DatabaseConnection,
    random: &mut Random,
    tier: CompanyType,
    above: Option<Line>,
    services: &[i64],
    number: usize,
) -> Result<i64, Problem> {
    let brand = BRANDS[number % BRANDS.len()];
    let suffix = match tier {
        CompanyType::Vendor => "헬스케어",
        CompanyType::Dealer => "메디컬",
        CompanyType::Retailer => "건강센터",
    };
    let round = number / BRANDS.len();
    let name = if round == 0 { format!("{brand} {suffix}") } else { format!("{brand} {suffix} {}", round + 1) };
    let at = clock::now().0 - 2 * YEAR_MILLISECONDS + i64::try_from(number).unwrap_or(0) * 3_600_000;
    let id = diesel::insert_into(company::table)
        .values((
            company::kind.eq(tier.as_str()),
            company::name.eq(&name),
            company::name_key.eq(search_key(&name)),
            company::parent_company_id.eq(above.map(|line| line.company_id)),
            company::vendor_id.eq(above.and_then(|line| line.vendor_id)),
            company::dealer_id.eq(above.and_then(|line| line.dealer_id)),
            company::business_number.eq(format!(
                "{:03}-{:02}-{:05}",
                random.between(101, 899),
                random.between(10, 99),
                random.between(10_000, 99_999)
            )),
            company::representative_name.eq(people::name(random)),
            company::phone_number.eq(format!("02-{:04}-{:04}", random.between(2000, 9999), random.below(10_000))),
            company::email.eq(format!("contact{number}@example.com")),
            company::postal_code.eq(format!("{:05}", random.between(1_000, 63_000))),
            company::address.eq(people::address(random)),
            company::created_at.eq(at),
            company::updated_at.eq(at),
        ))
        .returning(company::company_id)
        .get_result::<i64>(connection)?;
    let line = diesel::update(company::table.find(id));
    match tier {
        CompanyType::Vendor => line.set(company::vendor_id.eq(id)).execute(connection)?,
        CompanyType::Dealer => line.set(company::dealer_id.eq(id)).execute(connection)?,
        CompanyType::Retailer => line.set(company::retailer_id.eq(id)).execute(connection)?,
    };
    for (index, service_id) in services.iter().enumerate() {
        if tier == CompanyType::Vendor || index == number % services.len().max(1) || index == 0 {
            diesel::insert_into(company_service::table)
                .values((company_service::company_id.eq(id), company_service::service_id.eq(service_id)))
                .execute(connection)?;
        }
    }
    Ok(id)
}

#[derive(Insertable)]
#[diesel(table_name = member)]
struct NewMember {
    member_id: i64,
    company_id: i64,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
    member_no: String,
    name: String,
    name_key: String,
    birth_date: NaiveDate,
    sex: &'static str,
    phone_number: Option<String>,
    phone_digits: Option<String>,
    phone_tail: Option<String>,
    email: Option<String>,
    address: Option<String>,
    created_at: i64,
    updated_at: i64,
}

/// A measurement of a member.
struct NewMeasured {
    owner: Owner,
    graded: Graded,
}

/// Rows written together.
#[derive(Default)]
struct Batch {
    members: Vec<NewMember>,
    measured: Vec<NewMeasured>,
    vision: Vec<NewVision>,
    hearts: Vec<NewHeartRate>,
}

/// Members are generated on another thread and written on this one.
fn fill_members(
    connection: &mut DatabaseConnection,
    random: Random,
    count: u32,
    retailers: &[Line],
) -> Result<Filled, Problem> {
    let (sender, batches) = std::sync::mpsc::sync_channel(2);
    let mut filled = Filled::default();
    std::thread::scope(|scope| {
        scope.spawn(move || generate_members(random, count, retailers, &sender));
        // Dropped even if writing fails, so that the generating thread notices.
        let batches = batches;
        for batch in &batches {
            write_batch(connection, &batch, filled.measurements)?;
            filled.members += batch.members.len();
            filled.measurements += batch.measured.len() + batch.vision.len() + batch.hearts.len();
        }
        Ok::<(), Problem>(())
    })?;
    continue_numbers(connection, "member", "member_id")?;
    continue_numbers(connection, "measurement", "measurement_id")?;
    Ok(filled)
}

fn generate_members(mut random: Random, count: u32, retailers: &[Line], batches: &SyncSender<Batch>) {
    let end = clock::now().0;
    let step = (YEAR_MILLISECONDS * 2 - DAY_MILLISECONDS) / i64::from(count.max(1));
    let random = &mut random;
    let mut batch = Batch::default();
    for number in 1..=count {
        let Some(line) = random.one_of(retailers).copied() else { break };
        let left = i64::from(count - number);
        let created_at = hours::realistic_time(end - step * left - 60_000).min(end - 60_000 - left);
        let sex = if random.below(2) == 0 { Sex::Male } else { Sex::Female };
        let birth = people::birth_date(random);
        let name = people::name(random);
        let phone = (random.below(20) > 0).then(|| people::phone(random));
        let digits = phone.as_deref().map(phone_digits);
        batch.members.push(NewMember {
            member_id: i64::from(number),
            company_id: line.company_id,
            vendor_id: line.vendor_id,
            dealer_id: line.dealer_id,
            retailer_id: line.retailer_id,
            member_no: format!("U{number:07}"),
            name_key: search_key(&name),
            name,
            birth_date: birth,
            sex: sex.as_str(),
            phone_tail: digits.as_deref().and_then(phone_tail).map(str::to_owned),
            phone_digits: digits,
            phone_number: phone,
            email: (random.below(3) == 0).then(|| format!("member{number}@example.com")),
            address: (random.below(3) == 0).then(|| people::address(random)),
            created_at,
            updated_at: created_at,
        });
        let returns = random.below(3) == 0 && created_at + RETURN_MILLISECONDS + HOUR_MILLISECONDS < end;
        for visit in 0..=i64::from(returns) {
            let moment = created_at + visit * RETURN_MILLISECONDS + random.between(0, HOUR_MILLISECONDS);
            let measured_at = hours::within_opening_hours(moment).min(end);
            let age = age_at(Date(birth), Timestamp(measured_at).date_in_seoul()).unwrap_or(0);
            let body = people::body(random, sex, age);
            let new = NewMeasurement {
                measured_at: Timestamp(measured_at),
                height: Some(body.height),
                weight: Some(body.weight),
                body_fat: (random.below(4) > 0).then_some(body.body_fat),
                systolic: Some(body.systolic),
                diastolic: Some(body.diastolic),
                pulse: Some(body.pulse),
                setting: if random.below(20) == 0 { Setting::Home } else { Setting::Clinic },
                arm: None,
                posture: None,
                reading_number: None,
            };
            let new = pressures::with_conditions(new, number, visit);
            batch.measured.push(NewMeasured {
                owner: Owner::of(&line, MemberId(i64::from(number))),
                graded: physical_measurements::graded(&new, Date(birth), sex, &[]),
            });
        }
        // After everything is drawn, so that all other members are the same with and without this user.
        if number == user::NUMBER
            && let Some(line) = retailers.first()
        {
            user::replace_member(&mut batch, *line);
        }
        if let Some(member) = batch.members.last() {
            let person = Person { birth_date: Some(Date(member.birth_date)), sex: Sex::parse(member.sex) };
            let line = line_of(member);
            let owner = Owner::of(&line, MemberId(member.member_id));
            let is_known = number % UNKNOWN_EVERY != 0;
            let at_device = if is_known { (owner, person) } else { (Owner::unassigned_at(&line), Person::default()) };
            let (since, now) = (Timestamp(created_at), Timestamp(end));
            batch.vision.extend(eyes::measured(number, owner, person, since, now));
            batch.hearts.extend(hearts::measured(number, at_device.0, at_device.1, since, now));
        }
        if batch.members.len() >= BATCH || number == count {
            // The receiver is gone if writing has failed.
            if batches.send(std::mem::take(&mut batch)).is_err() {
                return;
            }
        }
    }
}

/// Returns the line of a member's company.
fn line_of(member: &NewMember) -> Line {
    Line {
        company_id: member.company_id,
        tier: CompanyType::Retailer,
        vendor_id: member.vendor_id,
        dealer_id: member.dealer_id,
        retailer_id: member.retailer_id,
    }
}

/// Writes a batch; its measurement ids follow those of the previous batches (`before`).
fn write_batch(connection: &mut DatabaseConnection, batch: &Batch, before: usize) -> Result<(), Problem> {
    let Batch { members, measured, vision, hearts } = batch;
    let first = i64::try_from(before).map_err(Problem::internal)? + 1;
    let mut numbers = first..;
    let numbered: Vec<(&NewMeasured, i64)> = measured.iter().zip(numbers.by_ref()).collect();
    let of_eyes: Vec<(&NewVision, i64)> = vision.iter().zip(numbers.by_ref()).collect();
    let of_hearts: Vec<(&NewHeartRate, i64)> = hearts.iter().zip(numbers).collect();
    kernel::db::transaction(connection, |connection| {
        for rows in members.chunks(ROWS_PER_STATEMENT) {
            on_backend!(connection, |backend| diesel::insert_into(member::table).values(rows).execute(backend))?;
        }
        for measured in numbered.chunks(ROWS_PER_STATEMENT) {
            let headers: Vec<_> = measured
                .iter()
                .map(|(new, id)| (measurement::measurement_id.eq(*id), new.owner, &new.graded.header))
                .collect();
            let details: Vec<_> = measured
                .iter()
                .map(|(new, id)| (physical_measurement::measurement_id.eq(*id), &new.graded.detail))
                .collect();
            on_backend!(connection, |backend| {
                diesel::insert_into(measurement::table).values(headers).execute(backend)?;
                diesel::insert_into(physical_measurement::table).values(details).execute(backend)
            })?;
        }
        for vision in of_eyes.chunks(ROWS_PER_STATEMENT) {
            let headers: Vec<_> =
                vision.iter().map(|(new, id)| (measurement::measurement_id.eq(*id), new.owner, &new.header)).collect();
            on_backend!(connection, |backend| diesel::insert_into(measurement::table)
                .values(headers)
                .execute(backend))?;
            Vision::insert_details(connection, vision.iter().map(|(new, id)| (*id, new.detail.clone())).collect())?;
        }
        for hearts in of_hearts.chunks(ROWS_PER_STATEMENT) {
            let headers: Vec<_> =
                hearts.iter().map(|(new, id)| (measurement::measurement_id.eq(*id), new.owner, &new.header)).collect();
            on_backend!(connection, |backend| diesel::insert_into(measurement::table)
                .values(headers)
                .execute(backend))?;
            HeartRate::insert_details(connection, hearts.iter().map(|(new, id)| (*id, new.detail.clone())).collect())?;
        }
        Ok(())
    })
}

/// Creates staff of every authority: the first line of the tree, another vendor, an operator of the retailer; and a
/// user who is a member of that retailer.
fn fill_accounts(connection: &mut DatabaseConnection, retailers: &[Line]) -> Result<(), Problem> {
    let hash = password::hash_blocking(PASSWORD)?;
    let first = retailers.first();
    let other = retailers.iter().find(|line| line.vendor_id != first.and_then(|first| first.vendor_id));
    let own = |line: Option<&Line>, id: fn(&Line) -> Option<i64>| line.and_then(id);
    let staff = [
        ("admin", Authority::Admin, "김관리", None),
        ("vendor", Authority::Vendor, "이총판", own(first, |line| line.vendor_id)),
        ("dealer", Authority::Dealer, "박대리", own(first, |line| line.dealer_id)),
        ("retailer", Authority::Retailer, "최판매", own(first, |line| line.retailer_id)),
        ("vendor2", Authority::Vendor, "정다른", own(other, |line| line.vendor_id)),
        ("operator", Authority::Operator, "한운영", own(first, |line| line.retailer_id)),
    ];
    for (login_id, authority, name, company_id) in staff {
        accounts::insert(connection, &NewAccount { login_id, password_hash: &hash, authority, name, company_id })?;
    }
    // They existed before everyone they created.
    let since = clock::now().0 - 2 * YEAR_MILLISECONDS + 2 * DAY_MILLISECONDS;
    diesel::update(account::table)
        .set((account::created_at.eq(since), account::updated_at.eq(since)))
        .execute(connection)?;
    diesel::update(operator::table).set(operator::launched_at.eq(since + 7 * DAY_MILLISECONDS)).execute(connection)?;
    staff::fill(connection, &hash, retailers)?;
    user::fill_account(connection, &hash)?;
    first.map_or(Ok(()), |line| links::fill(connection, &hash, line.company_id))
}
