//! The psychological tests of the demonstration: a fifth of the members have some, by a burden of their own, which all
//! instruments follow more or less; some come again.

use super::{BATCH, RETURN_MILLISECONDS, ROWS_PER_STATEMENT, random::Random};
use diesel::{
    ExpressionMethods, QueryDsl, RunQueryDsl,
    connection::SimpleConnection,
    dsl::{max, sql},
    sql_types::Bool,
};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{measurement, member},
    },
    on_backend,
    problem::Problem,
};
use measurements::{
    kind::{Kind as _, Person},
    psychological_tests::store::{self as psychological, Psychological},
    store::Owner,
};
use organisation::companies::store::Line;
use uno_core::{
    contract::{companies::CompanyType, members::MemberId, psychological_tests::PsychologicalTestSave},
    domain::{
        age::age_at,
        decimal::Hundredths,
        grade::{
            Sex,
            psychological::PsychologicalInstrument::{self, Bat12, BepsiK, Cbi, CbiPersonal, CbiWork, Gad7, Pss10},
        },
        time::{Date, Timestamp},
    },
};

/// Seed of these tests, which leaves the draws of all others as they are.
const SEED: u64 = 45;
/// Tested from this age on.
const FROM_AGE: u16 = 16;
const MINUTE_MILLISECONDS: i64 = 60_000;
/// What is answered at one visit, one after the other.
const VISITS: [&[PsychologicalInstrument]; 5] =
    [&[Pss10, Gad7], &[Pss10], &[Gad7, Cbi], &[Pss10, CbiPersonal, CbiWork], &[BepsiK, Bat12]];

type Row = (i64, i64, Option<i64>, Option<i64>, Option<i64>, Date, Sex, i64);
type Tested = (Owner, Person, PsychologicalTestSave);

/// Writes the tests of all members; answers how many. What is written meanwhile is not counted.
///
/// # Errors
/// When the database fails.
pub fn fill(connection: &mut DatabaseConnection) -> Result<usize, Problem> {
    let last: Option<i64> = measurement::table.select(max(measurement::measurement_id)).first(connection)?;
    let (mut next, mut before, mut written) = (last.unwrap_or(0) + 1, 0, 0);
    let now = clock::now();
    loop {
        let members = member::table
            .filter(member::member_id.gt(before))
            .filter(sql::<Bool>("member_id % 5 = 1"))
            .order(member::member_id)
            .limit(i64::try_from(BATCH).map_err(Problem::internal)?)
            .select((
                member::member_id,
                member::company_id,
                member::vendor_id,
                member::dealer_id,
                member::retailer_id,
                member::birth_date,
                member::sex,
                member::created_at,
            ))
            .load::<Row>(connection)?;
        let Some(last) = members.last() else { break };
        before = last.0;
        let tested: Vec<Tested> = members.iter().flat_map(|row| of_member(row, now)).collect();
        kernel::db::transaction(connection, |connection| {
            for some in tested.chunks(ROWS_PER_STATEMENT) {
                next = write(connection, some, next)?;
            }
            Ok(())
        })?;
        written += tested.len();
    }
    if let DatabaseConnection::Postgres(connection) = connection {
        connection.batch_execute(
            "SELECT setval(pg_get_serial_sequence('measurement', 'measurement_id'), max(measurement_id)) \
             FROM measurement",
        )?;
    }
    Ok(written)
}

/// Writes tests under the numbers from the next one on; answers the one behind them.
fn write(connection: &mut DatabaseConnection, tested: &[Tested], next: i64) -> Result<i64, Problem> {
    let graded: Vec<_> = (next..)
        .zip(tested)
        .map(|(id, (owner, person, save))| (id, owner, psychological::graded(save, *person)))
        .collect();
    let headers: Vec<_> =
        graded.iter().map(|(id, owner, (header, _))| (measurement::measurement_id.eq(*id), **owner, header)).collect();
    on_backend!(connection, |backend| diesel::insert_into(measurement::table).values(headers).execute(backend))?;
    let next = next + i64::try_from(graded.len()).map_err(Problem::internal)?;
    Psychological::insert_details(connection, graded.into_iter().map(|(id, _, (_, detail))| (id, detail)).collect())?;
    Ok(next)
}

/// The tests of a member.
fn of_member(row: &Row, now: Timestamp) -> Vec<Tested> {
    let (member_id, company_id, vendor_id, dealer_id, retailer_id, birth_date, sex, created_at) = *row;
    if age_at(birth_date, Timestamp(created_at).date_in_seoul()).is_none_or(|age| age < FROM_AGE) {
        return Vec::new();
    }
    let random = &mut Random::of(SEED.wrapping_add(u64::try_from(member_id).unwrap_or_default() << 8));
    let line = Line { company_id, tier: CompanyType::Retailer, vendor_id, dealer_id, retailer_id };
    let owner = Owner::of(&line, MemberId(member_id));
    let person = Person { birth_date: Some(birth_date), sex: Some(sex) };
    let instruments = random.one_of(&VISITS).copied().unwrap_or(&[Pss10]);
    let burden = random.around(38, 34).clamp(3, 96);
    let visits = if random.below(3) == 0 { 3 } else { 1 };
    let mut found = Vec::new();
    for visit in 0..visits {
        let begun = created_at + visit * RETURN_MILLISECONDS + random.between(30, 240) * MINUTE_MILLISECONDS;
        let today = (burden + random.around(0, 12)).clamp(2, 98);
        for (place, instrument) in (0..).zip(instruments) {
            let measured_at = Timestamp(begun + place * 5 * MINUTE_MILLISECONDS);
            if measured_at < now {
                let save = answered(*instrument, measured_at, (today + random.around(0, 10)).clamp(0, 100));
                found.push((owner, person, save));
            }
        }
    }
    found
}

/// The result of somebody under a burden from 0 to 100, as near to it as the instrument can tell.
fn answered(instrument: PsychologicalInstrument, measured_at: Timestamp, burden: i64) -> PsychologicalTestSave {
    let limits = instrument.limits();
    let exact = limits.min + (limits.max - limits.min) * burden / 100;
    let result = if instrument.is_mean() { exact } else { exact / 100 * 100 };
    PsychologicalTestSave {
        source_id: None,
        member_id: None,
        company_id: None,
        member_no: None,
        measured_at,
        service_id: None,
        external_device_id: None,
        instrument,
        result: Hundredths(result),
        version: None,
    }
}
