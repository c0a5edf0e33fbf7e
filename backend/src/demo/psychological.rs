//! Psychological tests of the demonstration: for a fifth of the members, based on a burden per person that all
//! instruments follow roughly. Some return.

use super::{
    RETURN_MILLISECONDS, ROWS_PER_STATEMENT,
    batches::{Member, continue_numbers, each_batch, every, next_measurement},
    hours,
    random::Random,
};
use diesel::{ExpressionMethods, RunQueryDsl};
use kernel::{
    clock,
    db::{DatabaseConnection, schema::measurement},
    on_backend,
    problem::Problem,
};
use measurements::{
    kind::{Kind as _, Person},
    psychological_tests::store::{self as psychological, Psychological},
    store::Owner,
};
use uno_core::{
    contract::psychological_tests::PsychologicalTestSave,
    domain::{
        age::age_at,
        decimal::Hundredths,
        grade::psychological::PsychologicalInstrument::{
            self, Bat12, BepsiK, Cbi, CbiClient, CbiPersonal, CbiWork, Gad7, Pss10,
        },
        time::Timestamp,
    },
};

/// A separate seed, so that the other demonstration data does not depend on it.
const SEED: u64 = 45;
/// Minimum age of tested members.
const FROM_AGE: u16 = 16;
const MINUTE_MILLISECONDS: i64 = 60_000;
/// Sets of instruments answered at one visit, in order.
const VISITS: [&[PsychologicalInstrument]; 5] =
    [&[Pss10, Gad7], &[Pss10], &[Gad7, Cbi], &[Pss10, CbiPersonal, CbiWork], &[BepsiK, Bat12]];

type Tested = (Owner, Person, PsychologicalTestSave);

/// Writes the tests of all members; returns how many. Rows written concurrently are not counted.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fill(connection: &mut DatabaseConnection) -> Result<usize, Problem> {
    let (mut next, mut written) = (next_measurement(connection)?, 0);
    let now = clock::now();
    each_batch(connection, every(5), |connection, members| {
        let tested: Vec<Tested> = members.iter().flat_map(|member| of_member(member, now)).collect();
        for some in tested.chunks(ROWS_PER_STATEMENT) {
            next = write(connection, some, next)?;
        }
        written += tested.len();
        Ok(())
    })?;
    continue_numbers(connection, "measurement", "measurement_id")?;
    Ok(written)
}

/// Writes tests, starting at this id; returns the next id.
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

/// Returns the tests of a member.
fn of_member(member: &Member, now: Timestamp) -> Vec<Tested> {
    let (member_id, created_at) = (member.member_id, member.created_at);
    if age_at(member.birth_date, Timestamp(created_at).date_in_seoul()).is_none_or(|age| age < FROM_AGE) {
        return Vec::new();
    }
    let random = &mut Random::of(SEED.wrapping_add(u64::try_from(member_id).unwrap_or_default() << 8));
    let (owner, person) = (member.owner(), member.person());
    let instruments = random.one_of(&VISITS).copied().unwrap_or(&[Pss10]);
    let burden = random.around(38, 34).clamp(3, 96);
    let visits = if random.below(3) == 0 { 3 } else { 1 };
    let mut found = Vec::new();
    for visit in 0..visits {
        let begun = created_at + visit * RETURN_MILLISECONDS + random.between(30, 240) * MINUTE_MILLISECONDS;
        let begun = hours::within_opening_hours(begun);
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

/// Scale of answers from 1 to 5, in hundredths: minimum and step.
pub const FROM_1_TO_5: (i64, i64) = (100, 100);
/// Scale of answers 0, 25, 50, 75 and 100, in hundredths.
pub const FROM_0_TO_100: (i64, i64) = (0, 2500);

/// Returns the mean of items with five answers each, under a burden from 0 to 100. It is a mean that integer answers
/// can give.
pub fn mean_of(items: i64, (least, step): (i64, i64), burden: i64) -> Hundredths {
    let steps = items * 4 * burden / 100;
    Hundredths(least + (steps * step * 2 + items) / (items * 2))
}

/// Returns the result of a person under a burden from 0 to 100, as closely as the instrument allows.
fn answered(instrument: PsychologicalInstrument, measured_at: Timestamp, burden: i64) -> PsychologicalTestSave {
    let result = match instrument {
        Bat12 => mean_of(12, FROM_1_TO_5, burden),
        BepsiK => mean_of(5, FROM_1_TO_5, burden),
        CbiPersonal | CbiClient => mean_of(6, FROM_0_TO_100, burden),
        CbiWork => mean_of(7, FROM_0_TO_100, burden),
        Cbi => mean_of(19, FROM_0_TO_100, burden),
        Pss10 | Gad7 => Hundredths(instrument.limits().max * burden / 10_000 * 100),
    };
    PsychologicalTestSave {
        source_id: None,
        member_id: None,
        company_id: None,
        member_no: None,
        measured_at,
        measured_at_offset: None,
        service_id: None,
        external_device_id: None,
        instrument,
        result,
        version: None,
    }
}
