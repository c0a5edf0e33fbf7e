//! Counts the rows of measurements one by one; tallies and segments must match.

use crate::{company_upgrades::assert_whole, support::TestDatabase};
use diesel::{
    QueryDsl, QueryableByName, RunQueryDsl, SelectableHelper,
    sql_types::{BigInt, Nullable, Text},
};
use kernel::{
    db::{DatabaseConnection, schema::statistic_segment},
    problem::Problem,
};
use measurements::kind::{MeasurementKind, Person};
use statistics::{
    cells::{Figures, Grades, Group, Measured, Part, Subject, Tests},
    fold::{self, Parts},
    period::{day_of, month_of},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Write as _,
};
use uno_core::{
    contract::{error::ErrorCode, members::MemberId, statistics::TestCase},
    domain::{
        age::age_at,
        grade::{Sex, concern::GradedIndicator, indicator::Indicator},
        time::{Date, Timestamp},
    },
};

/// The rows in which a test has a result: detail table and condition.
const CASES: [(TestCase, &str, &str); 24] = [
    (TestCase::Bmi, "physical_measurement", "d.bmi_tenths IS NOT NULL"),
    (TestCase::BloodPressure, "physical_measurement", "coalesce(d.systolic, d.diastolic) IS NOT NULL"),
    (TestCase::BodyFat, "physical_measurement", "d.body_fat IS NOT NULL"),
    (
        TestCase::HeartRateVariability,
        "stress_measurement",
        "coalesce(d.sdnn, d.rmssd, d.pnn50, d.tp, d.lf, d.hf, d.stress_index, d.interval_count) IS NOT NULL",
    ),
    (TestCase::Activation, "stress_answers", "d.activation_score IS NOT NULL"),
    (TestCase::Pss10, "stress_answers", "d.pss_10_total IS NOT NULL"),
    (TestCase::Pss10, "psychological_test", "m.test_case = 'PSS_10'"),
    (TestCase::BepsiK, "stress_answers", "d.bepsi_k_mean IS NOT NULL"),
    (TestCase::BepsiK, "psychological_test", "m.test_case = 'BEPSI_K'"),
    (TestCase::Gad7, "stress_answers", "d.gad_7_total IS NOT NULL"),
    (TestCase::Gad7, "psychological_test", "m.test_case = 'GAD_7'"),
    (TestCase::Cbi, "stress_answers", "coalesce(d.cbi_personal, d.cbi_work, d.cbi_client, d.cbi_mean) IS NOT NULL"),
    (TestCase::Cbi, "psychological_test", "m.test_case LIKE 'CBI%'"),
    (TestCase::Bat12, "stress_answers", "d.bat_12_mean IS NOT NULL"),
    (TestCase::Bat12, "psychological_test", "m.test_case = 'BAT_12'"),
    (
        TestCase::DistanceAcuity,
        "vision_measurement",
        "m.test_case = 'DISTANCE' AND coalesce(d.right_uncorrected, \
        d.right_presenting, d.right_best_corrected, d.left_uncorrected, d.left_presenting, d.left_best_corrected, \
        d.both_uncorrected, d.both_presenting, d.both_best_corrected) IS NOT NULL",
    ),
    (
        TestCase::NearAcuity,
        "vision_measurement",
        "m.test_case = 'NEAR' AND coalesce(d.right_uncorrected, \
        d.right_presenting, d.right_best_corrected, d.left_uncorrected, d.left_presenting, d.left_best_corrected, \
        d.both_uncorrected, d.both_presenting, d.both_best_corrected) IS NOT NULL",
    ),
    (TestCase::Refraction, "vision_measurement", "coalesce(d.right_sphere, d.left_sphere) IS NOT NULL"),
    (TestCase::HeartRateAtRest, "heart_rate_measurement", "m.test_case = 'REST'"),
    (TestCase::HeartRateAfterExercise, "heart_rate_measurement", "m.test_case = 'AFTER_EXERCISE'"),
    (TestCase::Cist, "dementia_screening", "m.test_case = 'CIST' AND d.score IS NOT NULL"),
    (TestCase::KdsqC, "dementia_screening", "m.test_case = 'KDSQ_C' AND d.score IS NOT NULL"),
    (TestCase::KdsqP, "dementia_screening", "m.test_case = 'KDSQ_P' AND d.score IS NOT NULL"),
    (TestCase::MmseKc, "dementia_screening", "m.test_case = 'MMSE_KC' AND d.score IS NOT NULL"),
];

/// Pressures of adults in a clinic.
const CLINICAL: &str = "m.setting = 'CLINIC' AND m.age >= 19";

/// Values in hundredths: table, expression, and condition.
const VALUES: [(Indicator, &str, &str, &str); 12] = [
    (Indicator::Bmi, "physical_measurement", "d.bmi_tenths * 10", "TRUE"),
    (Indicator::SystolicPressure, "physical_measurement", "d.systolic * 100", CLINICAL),
    (Indicator::DiastolicPressure, "physical_measurement", "d.diastolic * 100", CLINICAL),
    (Indicator::BodyFat, "physical_measurement", "d.body_fat", "TRUE"),
    (Indicator::Stress, "stress_measurement", "d.stress_score", "TRUE"),
    (Indicator::Anxiety, "stress_measurement", "d.anxiety_score", "TRUE"),
    (Indicator::Burnout, "stress_measurement", "d.burnout_score", "TRUE"),
    (Indicator::Lethargy, "stress_answers", "d.activation_score", "TRUE"),
    (Indicator::HeartRate, "heart_rate_measurement", "d.rate * 100", "m.test_case = 'REST'"),
    (Indicator::Stress, "psychological_test", "d.score", "m.test_case IN ('PSS_10', 'BEPSI_K')"),
    (Indicator::Anxiety, "psychological_test", "d.score", "m.test_case = 'GAD_7'"),
    (Indicator::Burnout, "psychological_test", "d.score", "m.test_case LIKE 'CBI%' OR m.test_case = 'BAT_12'"),
];

#[derive(QueryableByName)]
struct Head {
    #[diesel(sql_type = BigInt)]
    measurement_id: i64,
    #[diesel(sql_type = BigInt)]
    kind: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    member_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    user_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    company_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    vendor_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    dealer_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    retailer_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    division_id: Option<i64>,
    #[diesel(sql_type = BigInt)]
    measured_at: i64,
    #[diesel(sql_type = Nullable<Text>)]
    sex: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    age: Option<i64>,
    #[diesel(sql_type = BigInt)]
    grades: i64,
    #[diesel(sql_type = Text)]
    test_case: String,
    #[diesel(sql_type = BigInt)]
    trial: i64,
    #[diesel(sql_type = Nullable<Text>)]
    born: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    member_sex: Option<String>,
}

impl Head {
    /// Returns the grades packed into the `grades` number.
    fn grades(&self) -> impl Iterator<Item = (GradedIndicator, u8)> + '_ {
        let places: &[(usize, GradedIndicator)] = match (self.kind, self.test_case.as_str()) {
            (1, _) => &[(0, GradedIndicator::Bmi), (1, GradedIndicator::BloodPressure), (2, GradedIndicator::BodyFat)],
            (2, _) => &[
                (0, GradedIndicator::Stress),
                (1, GradedIndicator::Anxiety),
                (2, GradedIndicator::Burnout),
                (3, GradedIndicator::Lethargy),
            ],
            (3, _) => &[(0, GradedIndicator::Vision), (2, GradedIndicator::Myopia)],
            (4, _) => &[(0, GradedIndicator::HeartRate)],
            (5, _) => &[(0, GradedIndicator::Cognition)],
            (_, "PSS_10" | "BEPSI_K") => &[(0, GradedIndicator::Stress)],
            (_, "GAD_7") => &[(0, GradedIndicator::Anxiety)],
            _ => &[(0, GradedIndicator::Burnout)],
        };
        let number = |place: usize| u8::try_from((self.grades >> (4 * place)) & 15).unwrap().checked_sub(1);
        places.iter().filter_map(move |(place, indicator)| Some((*indicator, number(*place)?)))
    }

    fn kind(&self) -> MeasurementKind {
        MeasurementKind::of(i32::try_from(self.kind).unwrap()).unwrap()
    }

    /// Returns the sex and the decade of age.
    fn group(&self) -> Group {
        Group {
            sex: self.sex.as_deref().and_then(Sex::parse),
            decade: self.age.map(|age| u8::try_from(age / 10 * 10).unwrap()),
        }
    }

    fn person(&self) -> Option<u64> {
        let number = |id: i64| u64::try_from(id).unwrap() * 2;
        self.member_id.map(number).or_else(|| self.user_id.map(|id| number(id) + 1))
    }

    /// Returns the total, its companies and its division, each once.
    fn units(&self) -> BTreeSet<(i64, i64)> {
        let companies = [self.vendor_id, self.dealer_id, self.retailer_id].into_iter().flatten();
        let division = self.company_id.zip(self.division_id);
        companies.map(|id| (id, fold::ALL)).chain([(fold::ALL, fold::ALL)]).chain(division).collect()
    }
}

fn heads(connection: &mut DatabaseConnection) -> Vec<Head> {
    diesel::sql_query(
        "SELECT m.measurement_id, CAST(m.kind AS BIGINT) AS kind, m.member_id, m.user_id, m.company_id, m.vendor_id, \
         m.dealer_id, m.retailer_id, m.division_id, m.measured_at, m.sex, CAST(m.age AS BIGINT) AS age, m.grades, \
         m.test_case, CAST(CASE WHEN m.trial THEN 1 ELSE 0 END AS BIGINT) AS trial, \
         CAST(p.birth_date AS TEXT) AS born, p.sex AS member_sex \
         FROM measurement m LEFT JOIN member p ON p.member_id = m.member_id",
    )
    .load(connection)
    .unwrap()
}

#[derive(QueryableByName)]
struct Valued {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    value: i64,
}

fn valued(connection: &mut DatabaseConnection, table: &str, value: &str, holds: &str) -> Vec<Valued> {
    diesel::sql_query(format!(
        "SELECT m.measurement_id AS id, CAST({value} AS BIGINT) AS value FROM measurement m \
         JOIN {table} d ON d.measurement_id = m.measurement_id WHERE ({holds}) AND ({value}) IS NOT NULL"
    ))
    .load(connection)
    .unwrap()
}

/// The group of all people.
const EVERYBODY: Group = Group { sex: None, decade: None };

/// Parts by company, division, kind, level and period.
type Segments = BTreeMap<(i64, i64, i32, i32, i64), Parts>;

/// A segment under construction.
#[derive(Default)]
struct Made {
    categories: Tests,
    cases: Tests,
    tests_by_group: Tests,
    grades: Grades,
    grades_by_group: Grades,
    figures_by_group: Figures,
    measured_by_group: Measured,
    /// People who already have a newer grade, or a graver one of the same moment.
    met: HashSet<(GradedIndicator, u64)>,
    /// Moments at which a person already has a higher score.
    scored: HashSet<(Indicator, u64, i64)>,
}

/// Returns the segments that a measurement is in.
fn places(head: &Head) -> Vec<(i64, i64, i32, i32, i64)> {
    let date = Timestamp(head.measured_at).date_in_seoul();
    let of_kind = fold::segments_of(head.kind()).number();
    let periods = [(fold::DAY, day_of(date)), (fold::MONTH, month_of(date))];
    let of_unit = |(company, division)| periods.map(|(level, period)| (company, division, of_kind, level, period));
    head.units().into_iter().flat_map(of_unit).collect()
}

/// Computes every segment of days and months from the rows alone.
fn by_rows(connection: &mut DatabaseConnection) -> Segments {
    let mut cases: HashMap<i64, HashSet<TestCase>> = HashMap::new();
    for (case, table, holds) in CASES {
        for row in valued(connection, table, "1", holds) {
            cases.entry(row.id).or_default().insert(case);
        }
    }
    let mut values: HashMap<i64, Vec<(Indicator, i64)>> = HashMap::new();
    for (indicator, table, value, holds) in VALUES {
        for row in valued(connection, table, value, holds) {
            values.entry(row.id).or_default().push((indicator, row.value));
        }
    }
    let all = heads(connection);
    let mut made: BTreeMap<_, Made> = BTreeMap::new();
    for head in all.iter().filter(|head| head.trial == 0) {
        for place in places(head) {
            let of = made.entry(place).or_default();
            let own = cases.get(&head.measurement_id).into_iter().flatten().copied().map(Subject::Case);
            for subject in own.chain([Subject::Category(head.kind().into())]) {
                let of_everybody = match subject {
                    Subject::Category(_) => &mut of.categories,
                    Subject::Case(_) => &mut of.cases,
                };
                for (tests, group) in [(of_everybody, EVERYBODY), (&mut of.tests_by_group, head.group())] {
                    let counted = tests.0.entry((subject, group)).or_default();
                    counted.tests += 1;
                    if let Some(person) = head.person() {
                        counted.people.insert(person);
                    }
                }
            }
        }
    }
    let counted = all.iter().filter(|head| head.trial == 0);
    let mut of_heads: Vec<_> = counted
        .clone()
        .flat_map(|head| values.get(&head.measurement_id).into_iter().flatten().map(move |value| (head, *value)))
        .collect();
    of_heads.sort_by_key(|(_, (_, value))| std::cmp::Reverse(*value));
    for (head, (indicator, value)) in of_heads {
        let is_score = matches!(indicator, Indicator::Stress | Indicator::Anxiety | Indicator::Burnout);
        for place in places(head) {
            let of = made.entry(place).or_default();
            if let Some(person) = head.person() {
                if is_score && !of.scored.insert((indicator, person, head.measured_at)) {
                    continue;
                }
                of.measured_by_group.0.entry((indicator, head.group())).or_default().insert(person);
            }
            of.figures_by_group.0.entry((indicator, head.group())).or_default().add_value(indicator, value);
        }
    }
    let gravity =
        |indicator: GradedIndicator, grade: u8| (indicator.concern(indicator.grades()[usize::from(grade)]), grade);
    let mut of_heads: Vec<_> = counted.flat_map(|head| head.grades().map(move |grade| (head, grade))).collect();
    of_heads.sort_by_key(|(head, (indicator, grade))| {
        std::cmp::Reverse((head.measured_at, gravity(*indicator, *grade), head.measurement_id))
    });
    for (head, (indicator, grade)) in of_heads {
        let Some(person) = head.person() else { continue };
        for place in places(head) {
            let of = made.entry(place).or_default();
            if of.met.insert((indicator, person)) {
                of.grades.0.entry((indicator, grade, EVERYBODY)).or_default().insert(person);
                of.grades_by_group.0.entry((indicator, grade, head.group())).or_default().insert(person);
            }
        }
    }
    let written = |of: Made| Parts {
        categories: of.categories.bytes(),
        grades: of.grades.bytes(),
        cases: of.cases.bytes(),
        figures_by_group: of.figures_by_group.bytes(),
        tests_by_group: of.tests_by_group.bytes(),
        grades_by_group: of.grades_by_group.bytes(),
        measured_by_group: of.measured_by_group.bytes(),
    };
    made.into_iter().map(|(place, of)| (place, written(of))).collect()
}

fn standing(connection: &mut DatabaseConnection) -> Segments {
    let place = (
        statistic_segment::company_id,
        statistic_segment::division_id,
        statistic_segment::kind,
        statistic_segment::level,
        statistic_segment::period,
    );
    let rows = statistic_segment::table.select((place, Parts::as_select())).load(connection).unwrap();
    rows.into_iter().collect()
}

/// Fails with a readable description of the differences.
fn assert_same(standing: &Segments, expected: &Segments, what: &str) {
    let mut told = String::new();
    let places: BTreeSet<_> = standing.keys().chain(expected.keys()).collect();
    let wrong: Vec<_> = places.into_iter().filter(|place| standing.get(place) != expected.get(place)).collect();
    for place in wrong.iter().take(3) {
        for (name, side) in [("stands", standing), ("is right", expected)] {
            let read = side.get(place).map(|parts| {
                let tests = [&parts.categories, &parts.cases, &parts.tests_by_group].map(|own| Tests::of(own).unwrap());
                let grades = [&parts.grades, &parts.grades_by_group].map(|own| Grades::of(own).unwrap());
                let figures = Figures::of(&parts.figures_by_group).unwrap();
                (tests, grades, figures, Measured::of(&parts.measured_by_group).unwrap())
            });
            write!(told, "\n{place:?} {name}: {read:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{what}: {} of {} segments differ{told}", wrong.len(), expected.len());
}

/// Checks that sex and age of measurements are those of the member at that time.
fn assert_persons(connection: &mut DatabaseConnection) {
    for head in heads(connection) {
        let Some(born) = head.born.as_deref() else { continue };
        let at = Timestamp(head.measured_at).date_in_seoul();
        let years = age_at(Date::parse(born).unwrap(), at).map(i64::from);
        let person = (head.member_sex.as_deref(), years);
        assert_eq!((head.sex.as_deref(), head.age), person, "measurement {}", head.measurement_id);
    }
}

/// Returns the grades of all measurements, ordered by id.
fn graded(connection: &mut DatabaseConnection) -> Vec<(i64, i64, Option<String>, Option<i64>)> {
    let mut all: Vec<_> =
        heads(connection).into_iter().map(|head| (head.measurement_id, head.grades, head.sex, head.age)).collect();
    all.sort();
    all
}

/// Checks that regrading everyone changes no grade; rolls back.
fn assert_graded(test: &TestDatabase) {
    let mut differing = None;
    let graded_again = test.database.write_blocking(|connection| {
        let before = graded(connection);
        let mut people: BTreeMap<i64, (String, String)> = BTreeMap::new();
        for head in heads(connection) {
            if let (Some(id), Some(born), Some(sex)) = (head.member_id, head.born, head.member_sex) {
                people.insert(id, (born, sex));
            }
        }
        for (id, (born, sex)) in people {
            let person = Person { birth_date: Date::parse(&born), sex: Sex::parse(&sex) };
            measurements::regrade(connection, measurements::store::RegradeTarget::Member(MemberId(id)), person)?;
        }
        let after = graded(connection);
        differing = Some(before.into_iter().zip(after).filter(|(before, after)| before != after).collect::<Vec<_>>());
        Err::<(), _>(Problem::new(ErrorCode::Forbidden))
    });
    assert_eq!(graded_again.unwrap_err().code, ErrorCode::Forbidden, "all of it is undone");
    assert_eq!(differing, Some(Vec::new()));
}

/// Checks tallies and segments against the rows; returns the segments.
fn counted(test: &TestDatabase) -> Segments {
    let mut connection = test.database.connect().unwrap();
    fold::fold_everything(&mut test.database.connect().unwrap(), &mut connection).unwrap();
    assert_whole(test);
    let found = standing(&mut connection);
    assert_same(&found, &by_rows(&mut connection), "folded");
    found
}

/// Checks tallies and segments against the rows.
pub fn assert_counted(test: &TestDatabase) {
    counted(test);
}

/// Checks tallies, lines, segments and grades against the rows, and against a full recount. Returns the number of
/// measurements and of segments.
pub fn assert_true(test: &TestDatabase, rebuild: impl FnOnce()) -> (usize, usize) {
    let found = counted(test);
    let mut connection = test.database.connect().unwrap();
    assert_persons(&mut connection);
    assert_graded(test);
    rebuild();
    assert_same(&standing(&mut connection), &found, "counted anew");
    (heads(&mut connection).len(), found.len())
}
