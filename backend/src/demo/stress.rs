//! Stress measurements of the demonstration: for a quarter of the members, based on a strain per person that all values
//! and answers follow roughly. The strain of the demonstration's user decreases over ten months.

use super::{
    RETURN_MILLISECONDS, ROWS_PER_STATEMENT,
    batches::{Member, continue_numbers, each_batch, every, next_measurement},
    hours,
    psychological::{FROM_0_TO_100, FROM_1_TO_5, mean_of},
    random::Random,
    user,
};
use diesel::{ExpressionMethods, RunQueryDsl};
use kernel::{
    clock,
    db::{DatabaseConnection, schema::measurement},
    on_backend,
    problem::Problem,
};
use measurements::{
    kind::Person,
    store::Owner,
    stress_measurements::store::{self as stress, Detail},
};
use uno_core::{
    contract::stress_measurements::{LastDay, Medication, Mood, SleepQuality, Smoking, StressMeasurementSave},
    domain::{decimal::Hundredths, grade::hrv, time::Timestamp},
};

/// A separate seed, so that the other demonstration data does not depend on it.
const SEED: u64 = 2;
const HOUR_MILLISECONDS: i64 = 3_600_000;
const MONTH_MILLISECONDS: i64 = 30 * 24 * HOUR_MILLISECONDS;
/// Duration of a measurement in seconds.
const SECONDS: u16 = 300;
/// Intervals are stored for this many first members, and occasionally for others, because they take much space.
const WITH_INTERVALS: i64 = 200;
/// Medications.
const MEDICINES: [&str; 5] = ["혈압약", "감기약", "두통약", "알레르기약", "갑상선약"];
/// Monthly strains of the demonstration's user.
const USER_STRAINS: [i64; 10] = [74, 70, 72, 63, 60, 54, 47, 45, 38, 33];

/// Writes the measurements of all members; returns how many. Rows written concurrently are not counted.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fill(connection: &mut DatabaseConnection) -> Result<usize, Problem> {
    let (mut next, mut written) = (next_measurement(connection)?, 0);
    let now = clock::now();
    each_batch(connection, every(4), |connection, members| {
        for some in members.chunks(ROWS_PER_STATEMENT / 2) {
            let measured: Vec<_> = some.iter().flat_map(|member| of_member(member, now)).collect();
            written += measured.len();
            next = write(connection, measured, next)?;
        }
        Ok(())
    })?;
    continue_numbers(connection, "measurement", "measurement_id")?;
    Ok(written)
}

/// Writes measurements, starting at this id; returns the next id.
fn write(
    connection: &mut DatabaseConnection,
    measured: Vec<(Owner, StressMeasurementSave, Person)>,
    next: i64,
) -> Result<i64, Problem> {
    let mut details: Vec<(i64, Detail)> = Vec::with_capacity(measured.len());
    let mut headers = Vec::with_capacity(measured.len());
    for (id, (owner, save, person)) in (next..).zip(measured) {
        let (header, detail) = stress::graded(&save, person);
        headers.push((id, owner, header));
        details.push((id, detail));
    }
    let next = next + i64::try_from(headers.len()).map_err(Problem::internal)?;
    let rows: Vec<_> =
        headers.iter().map(|(id, owner, header)| (measurement::measurement_id.eq(*id), *owner, header)).collect();
    on_backend!(connection, |backend| diesel::insert_into(measurement::table).values(rows).execute(backend))?;
    stress::insert_details(connection, &details)?;
    Ok(next)
}

/// Returns the measurements of a member.
fn of_member(member: &Member, now: Timestamp) -> Vec<(Owner, StressMeasurementSave, Person)> {
    let (member_id, owner, person) = (member.member_id, member.owner(), member.person());
    let random = &mut Random::of(SEED.wrapping_add(u64::try_from(member_id).unwrap_or_default() << 8));
    let visits: Vec<(Timestamp, i64)> = if member_id == i64::from(user::NUMBER) {
        let months = i64::try_from(USER_STRAINS.len()).unwrap_or_default();
        let at =
            |month: i64| now.plus_milliseconds((month - months) * MONTH_MILLISECONDS + 25 * 24 * HOUR_MILLISECONDS);
        (0..).map(at).zip(USER_STRAINS).collect()
    } else {
        let strain = random.around(42, 36);
        let first = member.created_at + random.between(1, 3) * HOUR_MILLISECONDS;
        let times =
            [first, first + RETURN_MILLISECONDS, first + 4 * RETURN_MILLISECONDS].map(hours::within_opening_hours);
        let count = if random.below(3) == 0 { times.len() } else { 1 };
        let visit = |at: i64| (Timestamp(at), (strain + random.around(0, 15)).clamp(2, 95));
        times.into_iter().take(count).map(visit).filter(|(at, _)| *at < now).collect()
    };
    let has_intervals = member_id <= WITH_INTERVALS || random.below(16) == 0;
    visits.into_iter().map(|(at, strain)| (owner, measurement_of(random, at, strain, has_intervals), person)).collect()
}

/// Returns the intervals of a resting heart whose rhythm follows breathing, less so under strain.
fn intervals(random: &mut Random, mean: i64, deviation: i64) -> Vec<u16> {
    let count = i64::from(SECONDS) * 1_000 / mean;
    let breath = random.between(4, 6);
    let swing = deviation * 5 / 4;
    let interval = |beat: i64| {
        // Rises from the lowest to the highest value within half a breath, and falls again.
        let place = (beat % (2 * breath)) - breath;
        let breathing = swing - 2 * swing * place.abs() / breath;
        let drift = deviation * ((beat % 80) - 40).abs() / 40 - deviation / 2;
        let interval = mean + breathing + drift + random.around(0, deviation.max(6));
        u16::try_from(interval.clamp(400, 1_600)).unwrap_or(800)
    };
    (0..count).map(interval).collect()
}

/// The answers before a measurement, except for the hours of sleep.
#[derive(Default)]
struct PreSurveyAnswers {
    sleep_quality: Option<SleepQuality>,
    caffeine_cups: Option<u16>,
    caffeine_hours_ago: Option<Hundredths>,
    smoking: Option<Smoking>,
    smoking_hours_ago: Option<Hundredths>,
    medication: Option<Medication>,
    medication_names: Option<String>,
    alcohol: Option<LastDay>,
    exercise: Option<LastDay>,
    meal_hours_ago: Option<Hundredths>,
    mood: Option<Mood>,
}

impl PreSurveyAnswers {
    /// The answers follow the strain slightly: more strain means worse sleep and more coffee.
    fn of(random: &mut Random, strain: i64) -> Self {
        let felt = strain + random.around(0, 15);
        let cups = (strain / 30 + random.between(-1, 2)).max(0);
        let caffeine = random.between(2, 16);
        let smoking = if random.below(100) < 15 + u32::try_from(strain / 5).unwrap_or_default() {
            Smoking::Current
        } else if random.below(4) == 0 {
            Smoking::Former
        } else {
            Smoking::Never
        };
        let last_cigarette = random.between(1, 12);
        let takes = random.below(4) == 0;
        let medicine = random.one_of(&MEDICINES).copied();
        let (drank, exercised, meal) = (random.below(5) == 0, random.below(6) == 0, random.between(1, 10));
        let half_hours = |count: i64| Some(Hundredths(count * 50));
        let last_day = |was: bool| Some(if was { LastDay::Yes } else { LastDay::No });
        Self {
            sleep_quality: Some(match felt {
                ..25 => SleepQuality::VeryGood,
                25..55 => SleepQuality::Good,
                55..75 => SleepQuality::Bad,
                _ => SleepQuality::VeryBad,
            }),
            caffeine_cups: u16::try_from(cups).ok(),
            caffeine_hours_ago: half_hours(caffeine).filter(|_| cups > 0),
            smoking: Some(smoking),
            smoking_hours_ago: half_hours(last_cigarette).filter(|_| smoking == Smoking::Current),
            medication: Some(if takes { Medication::Taken } else { Medication::None }),
            medication_names: medicine.filter(|_| takes).map(ToOwned::to_owned),
            alcohol: last_day(drank),
            exercise: last_day(exercised),
            meal_hours_ago: half_hours(meal),
            mood: Some(match felt {
                ..25 => Mood::VeryGood,
                25..40 => Mood::Good,
                40..55 => Mood::Normal,
                55..70 => Mood::Bad,
                _ => Mood::VeryBad,
            }),
        }
    }
}

/// Returns a measurement of a person under a strain from 0 to 100.
fn measurement_of(random: &mut Random, at: Timestamp, strain: i64, has_intervals: bool) -> StressMeasurementSave {
    let mut near =
        |middle: i64, spread: i64, least: i64, most: i64| (middle + random.around(0, spread)).clamp(least, most);
    let rate = near(58 + strain / 3, 9, 45, 115);
    let deviation = near(66 - strain / 2, 15, 9, 120);
    let index = near(24 + strain * strain / 9, 40, 12, 1_200);
    let pss = near(strain * 2 / 5, 6, 0, 40);
    let bepsi = near(strain * 3 / 4, 15, 0, 100);
    let gad = near(strain / 5 - 2, 4, 0, 21);
    let burnout = near(strain, 20, 0, 100);
    let activation = near(72 - strain / 2, 24, 0, 100);
    let total = near(deviation * deviation, 300, 80, 12_000);
    let low = near(36, 12, 12, 60);
    let high = near(60 - strain / 2, 12, 6, 40);
    let sleep = near(13 - strain / 20, 3, 6, 18);
    let nn = if has_intervals { intervals(random, 60_000 / rate, deviation) } else { Vec::new() };
    // Devices report tenths, and occasionally differ because they detect artifacts differently.
    let tenths = |value: Hundredths| Hundredths(value.0 / 10 * 10);
    let slip = if random.below(10) == 0 { 320 } else { 0 };
    let computed = hrv::time_domain(&nn).ok();
    let computed_index = hrv::stress_index(&nn).ok().map(|found| found.index.hundredths_half_up());
    let said = |computed: Option<Hundredths>, otherwise: i64| {
        Some(computed.map_or(Hundredths(otherwise * 100), |value| tenths(Hundredths(value.0 + slip))))
    };
    let mut often = |parts: u32, of: u32| random.below(of) < parts;
    let [asks_pss, asks_bepsi, asks_gad, asks_burnout, has_activation, asks_before] =
        [often(2, 3), often(1, 5), often(1, 2), often(1, 3), often(3, 4), often(1, 2)];
    let knows_scales = often(2, 3);
    let before = if asks_before { PreSurveyAnswers::of(random, strain) } else { PreSurveyAnswers::default() };
    let whole = |value: i64| u16::try_from(value).ok();
    let points = |value: i64| Some(Hundredths(value * 100));
    let scale = |items: i64, shift: i64| {
        Some(mean_of(items, FROM_0_TO_100, (burnout + shift).clamp(0, 100))).filter(|_| asks_burnout && knows_scales)
    };
    StressMeasurementSave {
        source_id: None,
        member_id: None,
        company_id: None,
        member_no: None,
        measured_at: at,
        measured_at_offset: None,
        service_id: None,
        external_device_id: None,
        heart_rate: said(computed.map(|found| found.heart_rate), rate),
        nn_gaps: Vec::new(),
        duration_seconds: Some(SECONDS),
        artifact_percent: Some(Hundredths(random.between(0, 60) * 10)),
        sdnn: said(computed.map(|found| found.sdnn), deviation),
        rmssd: said(computed.map(|found| found.rmssd), deviation * 4 / 5),
        pnn50: said(computed.map(|found| found.pnn50), (deviation / 2 - 6).max(0)),
        tp: points(total),
        lf: points(total * low / 100),
        hf: points(total * high / 100),
        stress_index: said(computed_index, index),
        pss_10_total: whole(pss).filter(|_| asks_pss),
        bepsi_k_items: Vec::new(),
        bepsi_k_mean: Some(mean_of(5, FROM_1_TO_5, bepsi)).filter(|_| asks_bepsi),
        gad_7_total: whole(gad).filter(|_| asks_gad),
        cbi_personal: scale(6, 0),
        cbi_work: scale(7, 8),
        cbi_client: scale(6, -12),
        cbi_mean: Some(mean_of(19, FROM_0_TO_100, burnout)).filter(|_| asks_burnout && !knows_scales),
        bat_12_mean: None,
        activation_score: points(activation).filter(|_| has_activation),
        sleep_hours: Some(Hundredths(sleep * 50)).filter(|_| asks_before),
        sleep_quality: before.sleep_quality,
        caffeine_cups: before.caffeine_cups,
        caffeine_hours_ago: before.caffeine_hours_ago,
        smoking: before.smoking,
        smoking_hours_ago: before.smoking_hours_ago,
        medication: before.medication,
        medication_names: before.medication_names,
        alcohol: before.alcohol,
        exercise: before.exercise,
        meal_hours_ago: before.meal_hours_ago,
        mood: before.mood,
        nn_intervals: nn,
        version: None,
    }
}
