//! The demonstration's user: one of the members, with an account of her own. Her measurements over a year show
//! improving health.

use super::{Batch, NewMeasured, links::STAFF};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    auth::accounts::{self, NewAccount},
    clock,
    db::{DatabaseConnection, schema::member},
    problem::Problem,
};
use measurements::{
    physical_measurements::store::{self as physical_measurements, NewMeasurement},
    store::Owner,
};
use organisation::companies::store::Line;
use people::{
    links::store::{self as links, NewLink},
    users::store as users,
};
use uno_core::{
    contract::{
        members::MemberId,
        users::{LevelEvidence, UserId, UserLevel, UserProfile},
    },
    domain::{
        access::Authority,
        decimal::Hundredths,
        grade::{
            Sex,
            physical::{Arm, Posture, Setting},
        },
        text::{phone_digits, phone_tail, search_key},
        time::{DAY_MILLISECONDS as DAY, Date, Timestamp},
    },
};

/// Her member id; there is always a first member.
pub const NUMBER: u32 = 1;
const LOGIN_ID: &str = "member";
const NAME: &str = "윤지우";
const PHONE: &str = "010-2417-6038";
const EMAIL: &str = "jiwoo.yun@example.com";
const ADDRESS: &str = "서울특별시 마포구 월드컵로 112";
/// The staff member who requests a link for the other company.
const ASKING: &str = "정다른";
const HEIGHT: Hundredths = Hundredths(16_240);

/// A visit.
struct Visit {
    days_ago: i64,
    /// Minutes after midnight in Seoul.
    minute: i64,
    /// Weight in hundredths of a kg.
    weight: i64,
    /// Body fat in hundredths of a percent.
    body_fat: Option<i64>,
    /// Systolic and diastolic pressure, pulse.
    pressure: (u16, u16, u16),
}

const fn visit(
    days_ago: i64,
    minute: i64,
    weight: i64,
    body_fat: Option<i64>,
    systolic: u16,
    diastolic: u16,
    pulse: u16,
) -> Visit {
    Visit { days_ago, minute, weight, body_fat, pressure: (systolic, diastolic, pulse) }
}

const VISITS: [Visit; 14] = [
    visit(394, 562, 7_280, Some(3_510), 142, 91, 78),
    visit(366, 547, 7_230, Some(3_490), 139, 90, 77),
    visit(338, 571, 7_250, None, 141, 89, 79),
    visit(305, 558, 7_160, Some(3_420), 137, 88, 76),
    visit(276, 613, 7_090, Some(3_380), 138, 87, 75),
    visit(245, 554, 7_020, None, 134, 86, 76),
    visit(214, 566, 6_950, Some(3_290), 133, 85, 74),
    visit(183, 549, 6_910, Some(3_260), 131, 84, 73),
    visit(152, 640, 6_820, Some(3_190), 132, 83, 74),
    visit(121, 557, 6_760, None, 128, 82, 72),
    visit(92, 563, 6_690, Some(3_100), 127, 79, 72),
    visit(61, 551, 6_610, Some(3_040), 125, 78, 71),
    visit(31, 578, 6_540, Some(2_990), 121, 78, 70),
    visit(4, 560, 6_470, Some(2_930), 118, 76, 70),
];

fn birth_date() -> Option<Date> {
    Date::new(1984, 3, 12)
}

/// Turns the only member of the batch into her, in the company of the demonstration accounts.
pub fn replace_member(batch: &mut Batch, line: Line) {
    let (Some(row), Some(birth_date)) = (batch.members.first_mut(), birth_date()) else { return };
    row.company_id = line.company_id;
    (row.vendor_id, row.dealer_id, row.retailer_id) = (line.vendor_id, line.dealer_id, line.retailer_id);
    row.name = NAME.into();
    row.name_key = search_key(NAME);
    row.birth_date = birth_date.0;
    row.sex = Sex::Female.as_str();
    row.phone_number = Some(PHONE.into());
    let digits = phone_digits(PHONE);
    row.phone_tail = phone_tail(&digits).map(str::to_owned);
    row.phone_digits = Some(digits);
    row.email = Some(EMAIL.into());
    row.address = Some(ADDRESS.into());
    let member_id = row.member_id;
    let midnight = Timestamp::start_of_day_in_seoul(clock::today());
    batch.measured = VISITS
        .iter()
        .map(|visit| {
            let (systolic, diastolic, pulse) = visit.pressure;
            let new = NewMeasurement {
                measured_at: midnight.plus_milliseconds((visit.minute - visit.days_ago * 24 * 60) * 60_000),
                height: Some(HEIGHT),
                weight: Some(Hundredths(visit.weight)),
                body_fat: visit.body_fat.map(Hundredths),
                systolic: Some(systolic),
                diastolic: Some(diastolic),
                pulse: Some(pulse),
                setting: Setting::Clinic,
                arm: Some(Arm::Left),
                posture: Some(Posture::Sitting),
                reading_number: Some(1),
            };
            NewMeasured {
                owner: Owner::of(&line, MemberId(member_id)),
                graded: physical_measurements::graded(&new, birth_date, Sex::Female, &[]),
            }
        })
        .collect();
}

/// Creates her account and profile, linked to the member.
pub fn fill_account(connection: &mut DatabaseConnection, password_hash: &str) -> Result<(), Problem> {
    let new =
        NewAccount { login_id: LOGIN_ID, password_hash, authority: Authority::Member, name: NAME, company_id: None };
    let account_id = accounts::insert(connection, &new)?;
    let now = clock::now();
    let registered_at = now.plus_milliseconds(-301 * DAY);
    let profile = UserProfile {
        user_id: UserId(0),
        login_id: LOGIN_ID.into(),
        name: NAME.into(),
        birth_date: birth_date(),
        age: None,
        sex: Some(Sex::Female),
        phone_number: Some(PHONE.into()),
        email: Some(EMAIL.into()),
        address: Some(ADDRESS.into()),
        level: UserLevel::RegularVerified1Member,
        level_evidence: Some(LevelEvidence::InPerson),
        tracking_enabled: true,
        created_at: registered_at,
        updated_at: registered_at,
        version: 1,
    };
    let user_id = UserId(users::insert(connection, account_id, true, &profile)?);
    let linked_at = now.plus_milliseconds(-300 * DAY);
    let evidence = Some(LevelEvidence::InPerson);
    let asked = NewLink::requested(user_id, MemberId(i64::from(NUMBER)), STAFF, linked_at);
    // A demonstration may have no members.
    let known =
        member::table.find(asked.member_id).select(member::member_id).first::<MemberId>(connection).optional()?;
    if known.is_none() {
        return Ok(());
    }
    links::insert(connection, &NewLink { evidence, ..asked.accepted(linked_at) })?;
    // Another company has a record of her too, and requests a link.
    if let Some(member_id) = add_to_other_vendor(connection)? {
        let asked = NewLink::requested(user_id, member_id, ASKING, now.plus_milliseconds(-DAY));
        links::insert(connection, &asked)?;
    }
    Ok(())
}

/// Turns a member of another vendor into this person; that member's measurements are graded again for her.
fn add_to_other_vendor(connection: &mut DatabaseConnection) -> Result<Option<MemberId>, Problem> {
    let Some(birth_date) = birth_date() else { return Ok(None) };
    let own = member::table.find(i64::from(NUMBER)).select(member::vendor_id).first::<Option<i64>>(connection);
    let Some(own_vendor) = own.optional()?.flatten() else { return Ok(None) };
    let found = member::table
        .filter(member::vendor_id.ne(own_vendor))
        .filter(member::sex.eq(Sex::Female))
        .order(member::member_id)
        .select(member::member_id)
        .first::<MemberId>(connection)
        .optional()?;
    let Some(member_id) = found else { return Ok(None) };
    diesel::update(member::table.find(member_id))
        .set((
            member::name.eq(NAME),
            member::name_key.eq(search_key(NAME)),
            member::birth_date.eq(birth_date),
            member::phone_number.eq(PHONE),
            member::phone_digits.eq(phone_digits(PHONE)),
            member::phone_tail.eq(phone_tail(&phone_digits(PHONE))),
        ))
        .execute(connection)?;
    let person = measurements::kind::Person { birth_date: Some(birth_date), sex: Some(Sex::Female) };
    measurements::regrade(connection, measurements::store::RegradeTarget::Member(member_id), person)?;
    Ok(Some(member_id))
}
