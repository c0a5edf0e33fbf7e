//! Dementia screenings of the demonstration: every third member aged 60 or older, some again after half a year. Results
//! derive from one ability per person, so that instruments agree as much as in reality. The norms are fictional and
//! marked as such, because those of the test belong to its publisher.

use super::{
    ROWS_PER_STATEMENT,
    batches::{Member, Members, continue_numbers, each_batch, next_measurement},
    hours,
    random::Random,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{dementia_screening, measurement, member},
    },
    on_backend,
    problem::Problem,
};
use measurements::{
    dementia_screenings::{self, store::graded},
    kind::Person,
    store::{Origin, Owner},
};
use uno_core::{
    contract::dementia_screenings::{DementiaScreeningSave, Informant},
    domain::{
        age::age_at,
        grade::{
            CistNorm, RuleSet,
            dementia::{CistDomain, read_norms},
            screening::ScreeningInstrument,
        },
        time::{DAY_MILLISECONDS as DAY, Date, Timestamp},
    },
};

/// Minimum age of screened members.
const FROM_AGE: i32 = 60;
/// Time until a second screening.
const AGAIN: i64 = 182 * DAY;

/// Ages, years of education and cut-offs, all fictional.
const NORMS: &str = "\
ageFrom,ageTo,educationFrom,educationTo,cut
60,69,0,0,15
60,69,1,6,19
60,69,7,12,23
60,69,13,,25
70,79,0,0,13
70,79,1,6,17
70,79,7,12,21
70,79,13,,23
80,,0,0,10
80,,1,6,14
80,,7,12,18
80,,13,,20
";

/// Creates the screenings; returns how many. Runs while the tables' indexes are dropped.
pub fn fill(connection: &mut DatabaseConnection, seed: u64) -> Result<usize, Problem> {
    let norms: Vec<CistNorm> =
        read_norms(NORMS).map_err(|fault| Problem::internal(format!("norms, line {}", fault.line)))?;
    let table = dementia_screenings::insert(connection, "김관리", "시연용 가상 규준.csv", norms)?;
    let norms = dementia_screenings::rules(table.version, table.norms);
    // A separate random sequence, so that the other demonstration data does not depend on it.
    let mut random = Random::of(seed ^ 0xDE3E_0001);
    let first = next_measurement(connection)?;
    let mut next = first;
    let oldest_born = Date(clock::today().0 - chrono::Months::new(u32::try_from(FROM_AGE).unwrap_or(60) * 12));
    let old = |members: Members| members.filter(member::birth_date.le(oldest_born));
    each_batch(connection, old, |connection, members| {
        let mut screened: Vec<(Owner, Person, DementiaScreeningSave)> = Vec::new();
        for member in members {
            if random.below(3) == 0 {
                screen(&mut random, member, &mut screened);
            }
        }
        next = write(connection, next, &screened, &norms)?;
        Ok(())
    })?;
    continue_numbers(connection, "measurement", "measurement_id")?;
    // All screenings are graded already.
    dementia_screenings::all_are_graded(connection)?;
    usize::try_from(next - first).map_err(Problem::internal)
}

/// Screens a member once or twice.
fn screen(random: &mut Random, member: &Member, screened: &mut Vec<(Owner, Person, DementiaScreeningSave)>) {
    let (owner, person) = (member.owner(), member.person());
    let end = clock::now().0;
    let years = i64::from(age_at(member.birth_date, clock::today()).unwrap_or(70));
    // In hundredths: decreases with age and increases with education.
    let education = education(random, years);
    let mut ability = random.around(88 + i64::from(education) - (years - 60) / 2, 21).clamp(15, 100);
    let returns = random.below(2) == 0;
    for visit in 0..=i64::from(returns) {
        let measured_at =
            hours::within_opening_hours(member.created_at + random.between(1, 20) * DAY / 2 + visit * AGAIN);
        if measured_at > end {
            return;
        }
        let save = |instrument, at: i64| DementiaScreeningSave {
            education_years: Some(education),
            ..empty(instrument, Timestamp(at))
        };
        let [orientation, attention, visuospatial, executive, memory, language] =
            CistDomain::ALL.first_chunk::<6>().copied().unwrap_or([CistDomain::Orientation; 6]).map(|domain| {
                // Memory declines first.
                let part = ability - if domain == CistDomain::Memory { (100 - ability) / 3 } else { 0 };
                let points = (i64::from(domain.most()) * random.around(part, 18) + 50) / 100;
                u16::try_from(points.clamp(0, domain.most().into())).ok()
            });
        let cist = save(ScreeningInstrument::Cist, measured_at);
        screened.push((
            owner,
            person,
            DementiaScreeningSave { orientation, attention, visuospatial, executive, memory, language, ..cist },
        ));
        let told = [Informant::Spouse, Informant::Child, Informant::Child, Informant::ChildInLaw, Informant::Caregiver];
        let informant = random.one_of(&told).copied();
        let answers = |random: &mut Random, items: usize| -> Vec<i64> {
            (0..items).map(|_| ((random.around(112 - ability, 40) + 15) / 34).clamp(0, 2)).collect()
        };
        match random.below(4) {
            0 => {
                let kdsq = save(ScreeningInstrument::KdsqP, measured_at + 20 * 60_000);
                let answers = answers(random, ScreeningInstrument::KdsqP.items());
                screened.push((owner, person, DementiaScreeningSave { answers, informant, ..kdsq }));
            }
            1 => {
                let kdsq = save(ScreeningInstrument::KdsqC, measured_at + 25 * 60_000);
                let answers = answers(random, ScreeningInstrument::KdsqC.items());
                screened.push((owner, person, DementiaScreeningSave { answers, informant, ..kdsq }));
            }
            2 => {
                let total = ((ability * 30 + 50) / 100 + random.between(-1, 2)).clamp(3, 30);
                let mmse = save(ScreeningInstrument::MmseKc, measured_at + 30 * 60_000);
                screened.push((owner, person, DementiaScreeningSave { total: u16::try_from(total).ok(), ..mmse }));
            }
            _ => {}
        }
        ability = (ability - random.between(-2, 7)).clamp(12, 100);
    }
}

/// Returns years of education, decreasing with age.
fn education(random: &mut Random, years: i64) -> u16 {
    let typical: &[u16] = match years {
        ..70 => &[6, 9, 12, 12, 12, 14, 16, 16],
        70..80 => &[0, 6, 6, 6, 9, 12, 12, 16],
        _ => &[0, 0, 0, 3, 6, 6, 9, 12],
    };
    random.one_of(typical).copied().unwrap_or(6)
}

fn empty(instrument: ScreeningInstrument, measured_at: Timestamp) -> DementiaScreeningSave {
    DementiaScreeningSave {
        source_id: None,
        member_id: None,
        company_id: None,
        member_no: None,
        measured_at,
        measured_at_offset: None,
        service_id: None,
        external_device_id: None,
        instrument,
        orientation: None,
        attention: None,
        visuospatial: None,
        executive: None,
        memory: None,
        language: None,
        answers: Vec::new(),
        total: None,
        education_years: None,
        informant: None,
        version: None,
    }
}

/// Writes screenings, starting at this id; returns the next id.
fn write(
    connection: &mut DatabaseConnection,
    first: i64,
    screened: &[(Owner, Person, DementiaScreeningSave)],
    norms: &RuleSet,
) -> Result<i64, Problem> {
    let mut next = first;
    for some in screened.chunks(ROWS_PER_STATEMENT) {
        let graded: Vec<_> = (next..)
            .zip(some)
            .map(|(id, (owner, person, save))| {
                let (header, detail) = graded(save, save.measured_at, *person, Some(norms));
                (id, *owner, header, detail)
            })
            .collect();
        next += i64::try_from(graded.len()).map_err(Problem::internal)?;
        let origin = Origin::default();
        let headers: Vec<_> = graded
            .iter()
            .map(|(id, owner, header, _)| (measurement::measurement_id.eq(*id), *owner, header, &origin))
            .collect();
        let details: Vec<_> =
            graded.iter().map(|(id, _, _, detail)| (dementia_screening::measurement_id.eq(*id), detail)).collect();
        on_backend!(connection, |backend| {
            diesel::insert_into(measurement::table).values(headers).execute(backend)?;
            diesel::insert_into(dementia_screening::table).values(details).execute(backend)
        })?;
    }
    Ok(next)
}
