//! Statistics: every number matches the rows after any change, and no caller sees other trees.

use crate::{
    company_upgrades::upgrade,
    exports::{export_of, lines_of},
    support::{Dice, TestDatabase, World, at_once, becomes, code, count, date, group_of, member},
};
use diesel::{
    ExpressionMethods, QueryDsl, QueryableByName, RunQueryDsl, SelectableHelper,
    connection::SimpleConnection,
    sql_types::{BigInt, Nullable, Text},
};
use kernel::db::{
    DatabaseConnection,
    schema::{access_log, measurement, statistic_change, statistic_segment},
    transaction,
};
use measurements::kind::MeasurementKind;
use serde_json::{Value as Json, json};
use statistics::{
    answers::{StatisticCache, Sum},
    cells::{Counted, Figure, Figures, Grades, Group, Measured, Part, Subject, Tests, class_of, width_of},
    disclosure::Disclosure,
    fold::{self, Parts},
    frame::{Counting, StatisticRequest},
    hidden::{self, Size},
    people::People,
    period::{day_of, month_of, whole_months},
    read,
    units::Units,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use uno_core::{
    contract::{
        Method,
        companies::{CompanyId, CompanyType},
        divisions::{CreateDivision, DeleteDivision, DivisionId, DivisionPath, DivisionSave},
        error::{ErrorBody, ErrorCode},
        exports::ExportOptions,
        jobs::{GetJob, JobId, JobPath},
        languages::Language,
        measurements::{IntakeReport, KindOfMeasurements},
        members::{CreateMember, DeleteMember, Member, MemberId, MemberPath, MemberSave, UpdateMember},
        physical_measurements::{ExportPhysicalMeasurements, ListPhysicalMeasurements, PhysicalMeasurementFilter},
        services::ServiceId,
        statistics::{
            AttentionPeopleFilter, AttentionStatistic, AverageStatistic, ExportAttentionStatistics,
            ExportCompanyTestStatistics, ExportIndicatorAverages, ExportPeopleWhoNeedAttention,
            ExportTestCaseStatistics, ExportTestCategoryStatistics, ExportUserAppMemberStatistics,
            GetAttentionStatistics, GetCompanyTestStatistics, GetDashboard, GetIndicatorAverages,
            GetTestCaseStatistics, GetTestCategoryStatistics, LeftOut, ListPeopleWhoNeedAttention, Overview,
            StatisticBucket, StatisticFilter, StatisticFrame, TestCase, TestStatistic, TestStatisticRow,
        },
        users::GetOwnProfile,
    },
    domain::{
        access::Authority,
        decimal::Hundredths,
        grade::{
            Sex,
            concern::{Concern, GradedIndicator},
            indicator::Indicator,
        },
        time::{Date, Timestamp},
        week::WeekKey,
    },
};

fn period(start: &str, end: &str) -> StatisticFilter {
    StatisticFilter {
        start: date(start),
        end: date(end),
        bucket: None,
        compare: Some(true),
        company_id: None,
        division_id: None,
        service_ids: Vec::new(),
        sex: None,
        age_decades: Vec::new(),
    }
}

fn fold_all(test: &TestDatabase) {
    fold::fold_everything(&mut test.database.connect().unwrap(), &mut test.database.connect().unwrap()).unwrap();
}

fn execute(test: &TestDatabase, statement: &str) {
    test.database.write_blocking(|connection| Ok(connection.batch_execute(statement)?)).unwrap();
}

/// Sends measurements as a device does; all must be accepted.
fn take(world: &World, body: Json) {
    let url = world.server.url("/api/v1/measurements");
    let (status, answer) = world.server.send(Method::Post, &url, Some(&world.admin), Some(body.to_string().as_bytes()));
    assert_eq!(status, 200, "{answer}");
    let report: IntakeReport = serde_json::from_str(&answer).unwrap();
    assert_eq!(report.refused, 0, "{answer}");
}

fn heart_rate(member: &Member, at: &str, rate: u64) -> Json {
    json!({ "memberId": member.member_id, "measuredAt": at, "rate": rate, "context": "REST" })
}

fn born(company_id: CompanyId, number: &str, birth: &str, sex: Sex) -> MemberSave {
    MemberSave { birth_date: date(birth), sex, ..member(company_id, number) }
}

fn add(world: &World, save: &MemberSave) -> Member {
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), save).unwrap()
}

/// Creates members of a company, half of them women, of all ages.
fn populate(world: &World, company_id: CompanyId, count: usize) -> Vec<Member> {
    (0..count)
        .map(|index| {
            let birth = format!("{}-03-{:02}", 1950 + index % 50, index % 28 + 1);
            let sex = if index % 2 == 0 { Sex::Male } else { Sex::Female };
            add(world, &born(company_id, &format!("{}-{index}", company_id.0), &birth, sex))
        })
        .collect()
}

/// Sends measurements of all kinds over two years; some people have several on a day.
fn measure(world: &World, dice: &mut Dice, members: &[Member], count: usize) {
    let mut lists: BTreeMap<&str, Vec<Json>> = BTreeMap::new();
    for number in 0..count {
        let (year, month, day) = (2024 + dice.below(2), 1 + dice.below(12), 1 + dice.below(28));
        let (hour, minute) = (dice.below(24), dice.below(60));
        let at = format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}.{number:03}+09:00", number % 60);
        let mut item = json!({
            "sourceId": format!("{}-{number}", dice.below(u64::MAX >> 34)),
            "memberId": dice.one(members.iter().map(|member| member.member_id).collect::<Vec<_>>().as_slice()),
            "measuredAt": at,
        });
        let values = match dice.below(6) {
            0 | 1 => (
                "physical",
                json!({
                    "setting": "CLINIC", "heightCm": 150 + dice.below(40), "weightKg": 45 + dice.below(60),
                    "bodyFatPercent": 10 + dice.below(30), "systolic": 100 + dice.below(70),
                    "diastolic": 60 + dice.below(35),
                }),
            ),
            2 => {
                ("heartRate", json!({ "rate": 45 + dice.below(80), "context": dice.one(&["REST", "AFTER_EXERCISE"]) }))
            }
            3 => (
                "psychological",
                match dice.below(3) {
                    0 => json!({ "instrument": "PSS_10", "result": dice.below(41) }),
                    1 => json!({ "instrument": "GAD_7", "result": dice.below(22) }),
                    _ => json!({ "instrument": "CBI", "result": dice.below(101) }),
                },
            ),
            4 => ("stress", json!({ "pss10Total": dice.below(41), "activationScore": dice.below(101), "sdnn": 40.5 })),
            _ => ("dementia", json!({ "instrument": "MMSE_KC", "total": dice.below(31) })),
        };
        for (name, value) in values.1.as_object().unwrap() {
            item[name] = value.clone();
        }
        lists.entry(values.0).or_default().push(item);
    }
    let mut body = json!({ "source": format!("기기 {}", dice.below(1_000_000)) });
    for (list, items) in lists {
        body[list] = Json::Array(items);
    }
    take(world, body);
}

/// A measurement as stored.
#[derive(QueryableByName, Debug, Clone)]
struct Raw {
    #[diesel(sql_type = BigInt)]
    measurement_id: i64,
    #[diesel(sql_type = BigInt)]
    kind: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    member_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    vendor_id: Option<i64>,
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
    #[diesel(sql_type = Nullable<BigInt>)]
    bmi_tenths: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    systolic: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    diastolic: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    body_fat: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    rate: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    score: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    screening: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    stress_score: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    sdnn: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pss_10_total: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    activation_score: Option<i64>,
}

fn rows(test: &TestDatabase) -> Vec<Raw> {
    diesel::sql_query(
        "SELECT m.measurement_id, CAST(m.kind AS BIGINT) AS kind, m.member_id, m.vendor_id, \
         m.retailer_id, m.division_id, m.measured_at, m.sex, CAST(m.age AS BIGINT) AS age, m.grades, m.test_case, \
         CAST(CASE WHEN m.trial THEN 1 ELSE 0 END AS BIGINT) AS trial, \
         p.bmi_tenths, CAST(p.systolic AS BIGINT) AS systolic, CAST(p.diastolic AS BIGINT) AS diastolic, p.body_fat, \
         CAST(h.rate AS BIGINT) AS rate, t.score, CAST(d.score AS BIGINT) AS screening, s.stress_score, s.sdnn, \
         CAST(a.pss_10_total AS BIGINT) AS pss_10_total, a.activation_score \
         FROM measurement m \
         LEFT JOIN physical_measurement p ON p.measurement_id = m.measurement_id \
         LEFT JOIN heart_rate_measurement h ON h.measurement_id = m.measurement_id \
         LEFT JOIN psychological_test t ON t.measurement_id = m.measurement_id \
         LEFT JOIN dementia_screening d ON d.measurement_id = m.measurement_id \
         LEFT JOIN stress_measurement s ON s.measurement_id = m.measurement_id \
         LEFT JOIN stress_answers a ON a.measurement_id = m.measurement_id",
    )
    .load(&mut test.database.connect().unwrap())
    .unwrap()
}

impl Raw {
    fn day(&self) -> Date {
        Timestamp(self.measured_at).date_in_seoul()
    }

    fn category(&self) -> KindOfMeasurements {
        MeasurementKind::of(i32::try_from(self.kind).unwrap()).unwrap().into()
    }

    fn cases(&self) -> Vec<TestCase> {
        let mut cases = Vec::new();
        let mut is = |case, there: bool| cases.extend(there.then_some(case));
        is(TestCase::Bmi, self.bmi_tenths.is_some());
        is(TestCase::BloodPressure, self.systolic.is_some());
        is(TestCase::BodyFat, self.body_fat.is_some());
        is(TestCase::HeartRateAtRest, self.test_case == "REST");
        is(TestCase::HeartRateAfterExercise, self.test_case == "AFTER_EXERCISE");
        is(TestCase::HeartRateVariability, self.sdnn.is_some());
        is(TestCase::Activation, self.activation_score.is_some());
        is(TestCase::Pss10, self.pss_10_total.is_some() || self.test_case == "PSS_10");
        is(TestCase::Gad7, self.test_case == "GAD_7");
        is(TestCase::Cbi, self.test_case == "CBI");
        is(TestCase::MmseKc, self.test_case == "MMSE_KC" && self.screening.is_some());
        cases
    }

    fn values(&self) -> Vec<(Indicator, i64)> {
        let of_mind = match self.test_case.as_str() {
            "GAD_7" => Indicator::Anxiety,
            "CBI" => Indicator::Burnout,
            _ => Indicator::Stress,
        };
        let all = [
            (Indicator::Bmi, self.bmi_tenths.map(|tenths| tenths * 10)),
            (Indicator::SystolicPressure, self.systolic.map(|value| value * 100)),
            (Indicator::DiastolicPressure, self.diastolic.map(|value| value * 100)),
            (Indicator::BodyFat, self.body_fat),
            (Indicator::HeartRate, self.rate.filter(|_| self.test_case == "REST").map(|value| value * 100)),
            (of_mind, self.score),
            (Indicator::Stress, self.stress_score),
            (Indicator::Lethargy, self.activation_score),
        ];
        all.into_iter().filter_map(|(indicator, value)| Some((indicator, value?))).collect()
    }

    fn grade(&self, indicator: GradedIndicator) -> Option<&'static str> {
        let of_mind = |case: &str| self.kind == 6 && self.test_case == case;
        let place = match (self.kind, indicator) {
            (1, GradedIndicator::Bmi) | (2, GradedIndicator::Stress) => 0,
            (4, GradedIndicator::HeartRate) | (5, GradedIndicator::Cognition) => 0,
            (1, GradedIndicator::BloodPressure) | (2, GradedIndicator::Anxiety) => 1,
            (1, GradedIndicator::BodyFat) | (2, GradedIndicator::Burnout) => 2,
            (2, GradedIndicator::Lethargy) => 3,
            (6, GradedIndicator::Stress) if of_mind("PSS_10") => 0,
            (6, GradedIndicator::Anxiety) if of_mind("GAD_7") => 0,
            (6, GradedIndicator::Burnout) if of_mind("CBI") => 0,
            _ => return None,
        };
        let number = usize::try_from((self.grades >> (4 * place)) & 15).unwrap();
        number.checked_sub(1).map(|number| indicator.grades()[number])
    }

    fn is_of(&self, filter: &StatisticFilter) -> bool {
        let decade = self.age.map(|age| age / 10 * 10);
        filter.sex.is_none_or(|sex| self.sex.as_deref() == Some(sex.as_str()))
            && (filter.age_decades.is_empty() || filter.age_decades.iter().any(|asked| Some(*asked) == decade))
    }
}

fn people<'a>(of: impl IntoIterator<Item = &'a Raw>) -> i64 {
    i64::try_from(of.into_iter().filter_map(|raw| raw.member_id).collect::<BTreeSet<_>>().len()).unwrap()
}

fn within(raw: &Raw, (start, end): (Date, Date)) -> bool {
    raw.day() >= start && raw.day() <= end
}

/// Computes mean and quartiles from the plain values.
fn figures(indicator: Indicator, values: &[i64]) -> (i64, Option<Hundredths>, [Option<Hundredths>; 3]) {
    let count = i64::try_from(values.len()).unwrap();
    if values.is_empty() {
        return (0, None, [None; 3]);
    }
    let rounded = |sum: i64, count: i64| Hundredths((2 * sum + count).div_euclid(2 * count));
    let width = width_of(indicator);
    let mut classes: Vec<i64> = values.iter().map(|value| rounded(*value, width).0 * width).collect();
    classes.sort_unstable();
    let quartile = |number: usize| {
        let place = (classes.len() - 1) * number;
        let (lower, upper) = (classes[place / 4], classes[(place / 4 + 1).min(classes.len() - 1)]);
        let part = i64::try_from(place % 4).unwrap();
        Some(rounded(lower * (4 - part) + upper * part, 4))
    };
    (count, Some(rounded(values.iter().sum(), count)), [quartile(1), quartile(2), quartile(3)])
}

/// Returns the newest grade of each person. It counts only if its group is requested.
fn newest(raw: &[&Raw], indicator: GradedIndicator, filter: &StatisticFilter) -> HashMap<i64, &'static str> {
    let mut found: HashMap<i64, &Raw> = HashMap::new();
    for one in raw.iter().filter(|one| one.grade(indicator).is_some()) {
        let Some(member_id) = one.member_id else { continue };
        let place = |raw: &Raw| (raw.measured_at, raw.measurement_id);
        let known = found.entry(member_id).or_insert(one);
        if place(one) > place(known) {
            *known = one;
        }
    }
    let asked = found.into_iter().filter(|(_, raw)| raw.is_of(filter));
    asked.map(|(member_id, raw)| (member_id, raw.grade(indicator).unwrap())).collect()
}

/// Asks until the answer is no longer stale.
fn settled<A>(
    world: &World,
    ask: impl Fn() -> Result<A, ErrorBody>,
    frame_of: impl Fn(&A) -> &StatisticFrame,
) -> Result<A, ErrorBody> {
    let is_folded = || world.server.state.database.read_blocking(|connection| Ok(marks(connection) == 0)).unwrap();
    let mut told = ask()?;
    let is_settled = becomes(|| {
        let is_settled = !frame_of(&told).is_counting || !is_folded();
        if !is_settled {
            told = ask().unwrap();
        }
        is_settled
    });
    assert!(is_settled, "it is being counted for ever");
    Ok(told)
}

fn by_case(world: &World, token: &str, filter: &StatisticFilter) -> Result<TestStatistic, ErrorBody> {
    let ask = || world.server.call::<GetTestCaseStatistics>(Some(token), &(), filter, &());
    settled(world, ask, |told| &told.frame)
}

fn by_category(world: &World, token: &str, filter: &StatisticFilter) -> Result<TestStatistic, ErrorBody> {
    let ask = || world.server.call::<GetTestCategoryStatistics>(Some(token), &(), filter, &());
    settled(world, ask, |told| &told.frame)
}

fn by_company(world: &World, token: &str, filter: &StatisticFilter) -> Result<TestStatistic, ErrorBody> {
    let ask = || world.server.call::<GetCompanyTestStatistics>(Some(token), &(), filter, &());
    settled(world, ask, |told| &told.frame)
}

fn averages(world: &World, token: &str, filter: &StatisticFilter) -> AverageStatistic {
    let ask = || world.server.call::<GetIndicatorAverages>(Some(token), &(), filter, &());
    settled(world, ask, |told| &told.frame).unwrap()
}

fn attention(world: &World, token: &str, filter: &StatisticFilter) -> AttentionStatistic {
    let ask = || world.server.call::<GetAttentionStatistics>(Some(token), &(), filter, &());
    settled(world, ask, |told| &told.frame).unwrap()
}

/// Checks all statistics against the rows that `is_reached` accepts.
fn assert_exact(
    test: &TestDatabase,
    world: &World,
    token: &str,
    filter: &StatisticFilter,
    is_reached: impl Fn(&Raw) -> bool,
) {
    let all = rows(test);
    let reached: Vec<&Raw> = all.iter().filter(|raw| raw.trial == 0 && is_reached(raw)).collect();
    let cases = by_case(world, token, filter).unwrap();
    let frame = cases.frame.clone();
    assert!(!frame.is_counting && !frame.has_hidden, "{frame:?}");
    let whole = (frame.period.start, frame.period.end);
    let before = frame.previous.as_ref().map(|previous| (previous.start, previous.end)).unwrap();
    let in_period: Vec<&Raw> = reached.iter().copied().filter(|raw| within(raw, whole)).collect();
    let in_previous: Vec<&Raw> = reached.iter().copied().filter(|raw| within(raw, before)).collect();
    let asked =
        |raw: &[&Raw]| -> Vec<Raw> { raw.iter().filter(|raw| raw.is_of(filter)).map(|raw| (*raw).clone()).collect() };
    let (now, then) = (asked(&in_period), asked(&in_previous));
    let count = |tests: i64, people: i64| (Some(tests), Some(people));
    let told = |count: &uno_core::contract::statistics::TestCount| (count.tests, count.people);

    for (index, case) in TestCase::ALL.iter().enumerate() {
        let row = &cases.rows[index];
        assert_eq!(row.test_case, Some(*case));
        let of = |raw: &[Raw]| -> Vec<Raw> { raw.iter().filter(|raw| raw.cases().contains(case)).cloned().collect() };
        let (own, own_before) = (of(&now), of(&then));
        assert_eq!(told(&row.count), count(own.len() as i64, people(&own)), "{case:?}");
        assert_eq!(
            row.previous.as_ref().map(told),
            Some(count(own_before.len() as i64, people(&own_before))),
            "{case:?}"
        );
        for (bucket, told_count) in frame.buckets.iter().zip(&row.by_bucket) {
            let some: Vec<&Raw> = own.iter().filter(|raw| within(raw, (bucket.start, bucket.end))).collect();
            assert_eq!(told(told_count), count(some.len() as i64, people(some.iter().copied())), "{case:?} {bucket:?}");
        }
        assert_eq!(row.by_bucket.len(), frame.buckets.len());
    }
    let tests: usize = now.iter().map(|raw| raw.cases().len()).sum();
    let with_case: Vec<&Raw> = now.iter().filter(|raw| !raw.cases().is_empty()).collect();
    assert_eq!(told(&cases.total.count), count(tests as i64, people(with_case)));

    let categories = by_category(world, token, filter).unwrap();
    for row in &categories.rows {
        let own: Vec<&Raw> = now.iter().filter(|raw| Some(raw.category()) == row.category).collect();
        assert_eq!(told(&row.count), count(own.len() as i64, people(own.iter().copied())), "{:?}", row.category);
    }
    assert_eq!(told(&categories.total.count), count(now.len() as i64, people(&now)));

    let found = averages(world, token, filter);
    let mut seen = 0;
    for row in &found.rows {
        let is_of = |raw: &Raw| {
            row.sex.is_none_or(|sex| raw.sex.as_deref() == Some(sex.as_str()))
                && row.age_decade.is_none_or(|decade| raw.age.map(|age| age / 10 * 10) == Some(decade))
        };
        let values = |raw: &[Raw]| -> Vec<i64> {
            let own = raw.iter().filter(|raw| is_of(raw)).flat_map(Raw::values);
            own.filter(|(indicator, _)| *indicator == row.indicator).map(|(_, value)| value).collect()
        };
        let told = |told: &uno_core::contract::statistics::AverageFigures| {
            (told.tests.unwrap(), told.mean, [told.lower_quartile, told.median, told.upper_quartile])
        };
        assert_eq!(told(&row.figures), figures(row.indicator, &values(&now)), "{row:?}");
        assert_eq!(row.previous.as_ref().map(told).unwrap(), figures(row.indicator, &values(&then)), "{row:?}");
        for (bucket, of_bucket) in frame.buckets.iter().zip(&row.by_bucket) {
            let some: Vec<Raw> = now.iter().filter(|raw| within(raw, (bucket.start, bucket.end))).cloned().collect();
            assert_eq!(told(of_bucket), figures(row.indicator, &values(&some)), "{bucket:?}");
        }
        seen += usize::from(row.sex.is_none() && row.age_decade.is_none());
    }
    let indicators: BTreeSet<Indicator> =
        now.iter().chain(&then).flat_map(Raw::values).map(|(indicator, _)| indicator).collect();
    assert_eq!(seen, indicators.len(), "an indicator for each that was measured");

    let found = attention(world, token, filter);
    for row in &found.rows {
        let (own, own_before) =
            (newest(&in_period, row.indicator, filter), newest(&in_previous, row.indicator, filter));
        let count = |of: &HashMap<i64, &str>, grade: &str| {
            Some(i64::try_from(of.values().filter(|own| **own == grade).count()).unwrap())
        };
        let concerned = |of: &HashMap<i64, &'static str>| {
            let some = of.values().filter(|grade| row.indicator.concern(grade) != Concern::None);
            Some(i64::try_from(some.count()).unwrap())
        };
        assert_eq!(row.people, Some(own.len() as i64), "{:?}", row.indicator);
        assert_eq!(row.concerned, concerned(&own), "{:?}", row.indicator);
        assert_eq!(row.previous_concerned, concerned(&own_before), "{:?}", row.indicator);
        for grade in &row.grades {
            assert_eq!(grade.people, count(&own, &grade.grade), "{:?} {}", row.indicator, grade.grade);
            assert_eq!(grade.previous, count(&own_before, &grade.grade), "{:?} {}", row.indicator, grade.grade);
        }
        let mut moves: BTreeMap<(String, String), i64> = BTreeMap::new();
        for (member_id, from) in &own_before {
            if let Some(to) = own.get(member_id) {
                *moves.entry(((*from).to_owned(), (*to).to_owned())).or_default() += 1;
            }
        }
        let told: BTreeMap<(String, String), i64> =
            row.moves.iter().map(|told| ((told.from.clone(), told.to.clone()), told.people.unwrap())).collect();
        assert_eq!(told, moves, "{:?}", row.indicator);
        for (bucket, told) in frame.buckets.iter().zip(&row.by_bucket) {
            let some: Vec<&Raw> =
                in_period.iter().copied().filter(|raw| within(raw, (bucket.start, bucket.end))).collect();
            assert_eq!(*told, concerned(&newest(&some, row.indicator, filter)), "{:?} {bucket:?}", row.indicator);
        }
    }
    let graded = GradedIndicator::ALL.iter().filter(|indicator| {
        !newest(&in_period, **indicator, filter).is_empty() || !newest(&in_previous, **indicator, filter).is_empty()
    });
    assert_eq!(found.rows.len(), graded.count());
}

#[test]
fn every_number_is_that_of_the_rows_whatever_has_happened_to_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let dice = &mut Dice(7);
        let mut members = populate(&world, world.retailer_id, 30);
        members.extend(populate(&world, world.other_retailer_id, 12));
        measure(&world, dice, &members, 400);
        fold_all(test);
        let year = period("2025-01-01", "2025-12-31");
        let check = || {
            assert_exact(test, &world, &world.admin, &year, |_| true);
            assert_exact(test, &world, &world.admin, &period("2024-06-11", "2025-09-03"), |_| true);
            let own = world.vendor_id.0;
            assert_exact(test, &world, &world.vendor, &year, |raw| raw.vendor_id == Some(own));
            let days = StatisticFilter { bucket: Some(StatisticBucket::Week), ..period("2024-12-18", "2025-02-09") };
            assert_exact(test, &world, &world.retailer, &days, |raw| raw.retailer_id == Some(world.retailer_id.0));
            let women = StatisticFilter { sex: Some(Sex::Female), age_decades: vec![40, 50], ..year.clone() };
            assert_exact(test, &world, &world.admin, &women, |_| true);
        };
        check();

        // Corrections: another day, month and year, and other values.
        let ids: Vec<i64> = measurement::table
            .filter(measurement::kind.eq(4))
            .order(measurement::measurement_id)
            .select(measurement::measurement_id)
            .limit(20)
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        for (number, id) in ids.iter().enumerate() {
            let url = world.server.url(&format!("/api/v1/heart-rate-measurements/{id}"));
            let body = match number % 2 {
                0 => json!({ "measuredAt": format!("2025-{:02}-28T23:59:59.9{number:02}+09:00", number % 12 + 1) }),
                _ => json!({ "rate": 130 + number }),
            };
            let (status, answer) =
                world.server.send(Method::Patch, &url, Some(&world.admin), Some(body.to_string().as_bytes()));
            assert_eq!(status, 200, "{answer}");
        }
        // Removals: single ones, and with their member; regrading after a corrected birth date; a company that moves.
        for id in &ids[..5] {
            let url = world.server.url(&format!("/api/v1/heart-rate-measurements/{id}"));
            assert_eq!(world.server.send(Method::Delete, &url, Some(&world.admin), None).0, 200);
        }
        let gone = MemberPath { member_id: members[0].member_id };
        world.server.call::<DeleteMember>(Some(&world.admin), &gone, &(), &()).unwrap();
        let path = MemberPath { member_id: members[3].member_id };
        let older = born(world.retailer_id, &members[3].member_no, "1941-01-01", Sex::Male);
        world.server.call::<UpdateMember>(Some(&world.admin), &path, &(), &older).unwrap();
        fold_all(test);
        check();
        upgrade(&world, world.dealer_id, None);
        fold_all(test);
        let own = world.dealer_id.0;
        assert_exact(test, &world, &world.admin, &year, |_| true);
        assert_exact(test, &world, &world.vendor, &year, |raw| raw.vendor_id == Some(world.vendor_id.0));
        let of_dealer = StatisticFilter { company_id: Some(world.dealer_id), ..year.clone() };
        assert_exact(test, &world, &world.admin, &of_dealer, |raw| raw.vendor_id == Some(own));
        // A full rebuild gives the same result, whatever was stored before.
        let standing = segments(test);
        execute(
            test,
            "DELETE FROM statistic_segment WHERE period % 3 = 0; \
             UPDATE statistic_segment SET categories = cases WHERE period % 3 = 1; \
             INSERT INTO statistic_segment (company_id, division_id, kind, level, period, categories, grades, cases, \
             figures_by_group, tests_by_group, grades_by_group, measured_by_group) \
             SELECT company_id, division_id, kind, level, period + 5000, categories, grades, cases, \
             figures_by_group, tests_by_group, grades_by_group, measured_by_group \
             FROM statistic_segment WHERE level = 0",
        );
        test.database.write_blocking(fold::mark_everything).unwrap();
        fold_all(test);
        assert!(segments(test) == standing);
        assert!(standing.len() > 500, "{}", standing.len());
    });
}

type Segment = (i64, i64, i32, i32, i64, Parts);

fn segments(test: &TestDatabase) -> BTreeSet<Segment> {
    let found: Vec<Segment> = statistic_segment::table
        .select((
            statistic_segment::company_id,
            statistic_segment::division_id,
            statistic_segment::kind,
            statistic_segment::level,
            statistic_segment::period,
            Parts::as_select(),
        ))
        .load(&mut test.database.connect().unwrap())
        .unwrap();
    found.into_iter().collect()
}

#[test]
fn whole_months_are_those_of_which_no_day_is_missing() {
    let months = |first: &str, last: &str| whole_months((day_of(date(first)), day_of(date(last))));
    let of = |day: &str| month_of(date(day));
    assert_eq!(months("2024-02-01", "2024-02-29"), Some((of("2024-02-01"), of("2024-02-01"))));
    assert_eq!(months("2024-02-01", "2024-02-28"), None);
    assert_eq!(months("2023-12-31", "2024-03-01"), Some((of("2024-01-01"), of("2024-02-01"))));
    assert_eq!(months("2023-12-02", "2024-01-30"), None);
    assert_eq!(months("2023-12-01", "2024-01-31"), Some((of("2023-12-01"), of("2024-01-01"))));
}

#[test]
fn a_day_ends_at_midnight_in_seoul() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "M1", "김하나");
        take(
            &world,
            json!({ "source": "기기", "heartRate": [
            heart_rate(&one, "2025-03-01T23:59:59.999+09:00", 60),
            heart_rate(&one, "2025-03-01T15:00:00Z", 61),
            heart_rate(&one, "2024-02-29T00:00:00+09:00", 62),
        ] }),
        );
        fold_all(test);
        let tests = |start: &str, end: &str| {
            by_category(&world, &world.admin, &period(start, end)).unwrap().total.count.tests.unwrap()
        };
        assert_eq!((tests("2025-03-01", "2025-03-01"), tests("2025-03-02", "2025-03-02")), (1, 1));
        assert_eq!((tests("2024-02-28", "2024-02-28"), tests("2024-02-29", "2024-02-29")), (0, 1));
        assert_eq!((tests("2024-02-01", "2024-02-29"), tests("2024-01-01", "2025-12-31")), (1, 3));
    });
}

#[test]
fn weeks_begin_on_monday_across_the_years_and_are_never_cut_but_at_the_ends() {
    let weeks = |start: &str, end: &str| {
        let asked = StatisticRequest::of(date(start), date(end), Some(StatisticBucket::Week), true).unwrap();
        asked.frame(statistics::frame::Counting::done(), false, &Disclosure::default(), LeftOut::default()).buckets
    };
    // Week 53 of 2026 ends in 2027.
    let found = weeks("2026-12-20", "2027-01-12");
    let ends: Vec<String> = found.iter().map(|week| format!("{} {}", week.start, week.end)).collect();
    assert_eq!(
        ends,
        [
            "2026-12-20 2026-12-20",
            "2026-12-21 2026-12-27",
            "2026-12-28 2027-01-03",
            "2027-01-04 2027-01-10",
            "2027-01-11 2027-01-12"
        ]
    );
    let keys: Vec<String> = found.iter().map(|week| WeekKey::of(week.start).text()).collect();
    assert_eq!(keys, ["2026-W51", "2026-W52", "2026-W53", "2027-W01", "2027-W02"]);
    assert!(found.iter().all(|week| WeekKey::of(week.start) == WeekKey::of(week.end)));
    // In a leap year.
    assert_eq!(weeks("2024-02-26", "2024-03-03").len(), 1);
}

#[test]
fn a_period_is_cut_as_it_is_long_and_the_one_before_is_as_long() {
    let told = |start: &str, end: &str| {
        let asked = StatisticRequest::of(date(start), date(end), None, true).unwrap();
        let frame = asked.frame(statistics::frame::Counting::done(), false, &Disclosure::default(), LeftOut::default());
        let previous = frame.previous.unwrap();
        (frame.bucket, frame.buckets.len(), format!("{} {}", previous.start, previous.end))
    };
    assert_eq!(told("2025-03-01", "2025-03-31"), (StatisticBucket::Day, 31, "2025-01-29 2025-02-28".into()));
    assert_eq!(told("2025-03-01", "2025-04-01"), (StatisticBucket::Week, 6, "2025-01-28 2025-02-28".into()));
    assert_eq!(told("2024-01-01", "2024-12-31").0, StatisticBucket::Month);
    assert_eq!(told("2024-01-01", "2024-12-31").2, "2022-12-31 2023-12-31", "366 days");
    assert_eq!(told("2020-05-01", "2025-04-30").0, StatisticBucket::Year);
    assert_eq!(told("2020-05-01", "2025-04-30").1, 6);
}

#[test]
fn periods_that_are_none_and_too_many_buckets_are_refused_with_their_field() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let fault = |filter: &StatisticFilter| {
        let error = by_case(&world, &world.admin, filter).unwrap_err();
        (code(&error), error.fields[0].path.clone(), error.fields[0].code.clone())
    };
    let backwards = fault(&period("2025-03-02", "2025-03-01"));
    assert_eq!(backwards, (ErrorCode::Invalid, "end".into(), "order".into()));
    let days = StatisticFilter { bucket: Some(StatisticBucket::Day), ..period("2020-01-01", "2025-01-01") };
    assert_eq!(fault(&days), (ErrorCode::Invalid, "bucket".into(), "tooMany".into()));
    let most = StatisticFilter { bucket: Some(StatisticBucket::Day), ..period("2020-01-01", "2022-09-26") };
    assert_eq!(by_case(&world, &world.admin, &most).unwrap().frame.buckets.len(), 1_000);
    // With so many companies, fewer buckets are allowed.
    let asked = StatisticRequest::of(most.start, most.end, most.bucket, false).unwrap();
    assert!(asked.check_rows(200).is_ok());
    assert_eq!(asked.check_rows(201).unwrap_err().code, ErrorCode::Invalid);
    let month = StatisticRequest::of(date("2025-01-01"), date("2025-01-31"), None, false).unwrap();
    assert!(month.check_rows(6_000).is_ok());
    let whole = StatisticRequest::of(most.start, most.end, Some(StatisticBucket::Year), false).unwrap();
    assert!(whole.check_rows(60_000).is_ok());
    // Nor is a file job started that could not finish.
    let file = |world: &World| {
        let token = Some(world.admin.as_str());
        world.server.call::<ExportCompanyTestStatistics>(token, &(), &most, &ExportOptions::default())
    };
    assert!(file(&world).is_ok());
    let vendors: Vec<String> = (0..200)
        .map(|number| {
            format!(
                "INSERT INTO company (kind, name, name_key, vendor_id, created_at, updated_at) \
                 SELECT kind, name || {number}, name_key || {number}, vendor_id, created_at, updated_at \
                 FROM company WHERE company_id = {};",
                world.vendor_id.0
            )
        })
        .collect();
    test.database.connect().unwrap().batch_execute(&vendors.concat()).unwrap();
    let error = file(&world).unwrap_err();
    assert_eq!((code(&error), error.fields[0].path.as_str()), (ErrorCode::Invalid, "bucket"));
}

#[test]
fn more_companies_than_a_statement_binds_are_counted() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    // All retailers are in the same line and offer one service.
    let many = format!(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 33000) \
         INSERT INTO company (company_id, kind, name, name_key, parent_company_id, vendor_id, dealer_id, retailer_id, \
             created_at, updated_at) \
         SELECT 100000 + n, kind, name || n, name_key || n, parent_company_id, vendor_id, dealer_id, 100000 + n, \
             created_at, updated_at FROM company CROSS JOIN numbers WHERE company_id = {}; \
         INSERT INTO company_service (company_id, service_id) \
         SELECT company_id, 2 FROM company WHERE company_id > 100000;",
        world.retailer_id.0
    );
    test.database.connect().unwrap().batch_execute(&many).unwrap();
    let offered = StatisticFilter { service_ids: vec![ServiceId(2)], ..period("2025-03-01", "2025-03-31") };
    assert_eq!(by_case(&world, &world.admin, &offered).unwrap().total.count.tests.unwrap_or_default(), 0);
    let token = Some(world.admin.as_str());
    let companies = world.server.call::<GetCompanyTestStatistics>(token, &(), &offered, &()).unwrap();
    assert_eq!(companies.total.count.tests.unwrap_or_default(), 0);
    let listed = PhysicalMeasurementFilter {
        service_ids: vec![ServiceId(2)],
        page: Some(500),
        ..PhysicalMeasurementFilter::default()
    };
    let page = world.server.call::<ListPhysicalMeasurements>(token, &(), &listed, &()).unwrap();
    assert!(page.data.is_empty());
}

#[test]
fn a_long_period_of_many_companies_is_read_in_pieces_without_a_gap() {
    let test = TestDatabase::sqlite();
    // One test on every day of three years; no server folds concurrently.
    let rows: Vec<String> =
        (0..1_100).map(|day| format!("({}, 4, {}, 0, 0, 'REST')", day + 1, day * 86_400_000_i64)).collect();
    execute(
        &test,
        &format!(
            "INSERT INTO measurement (measurement_id, kind, measured_at, received_at, grades, test_case) VALUES {}; \
             INSERT INTO heart_rate_measurement (measurement_id, rate) SELECT measurement_id, 60 FROM measurement;",
            rows.join(", ")
        ),
    );
    fold_all(&test);
    let mut connection = test.database.connect().unwrap();
    let first = day_of(date("1970-01-01"));
    for companies in [vec![fold::ALL], (0..20_000).collect()] {
        let (units, mut days) = (Units::of_companies(companies), Vec::new());
        let disclosure = Disclosure::to(MeasurementKind::ALL.to_vec(), true);
        let source = read::Source { disclosure: &disclosure, units: &units, kinds: &[MeasurementKind::HeartRate] };
        read::each::<read::Categories>(&mut connection, source, (first, first + 1_099), false, |place, _| {
            days.push(place.day - first);
            Ok(())
        })
        .unwrap();
        // A resting heart rate has two cells: the category and the case.
        days.dedup();
        assert_eq!(days, (0..1_100).rev().collect::<Vec<i64>>(), "the latest first, each once");
    }
}

#[test]
fn nobody_counts_what_is_another_trees() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 8);
        measure(&world, &mut Dice(3), &members, 60);
        fold_all(test);
        let years = period("2024-01-01", "2025-12-31");
        let total = |token: &str| by_category(&world, token, &years).unwrap().total.count.tests.unwrap();
        assert_eq!((total(&world.admin), total(&world.dealer), total(&world.retailer)), (60, 60, 60));
        assert_eq!(total(&world.other_vendor), 0);
        assert!(averages(&world, &world.other_vendor, &years).rows.is_empty());
        assert!(attention(&world, &world.other_vendor, &years).rows.is_empty());
        let foreign = StatisticFilter { company_id: Some(world.retailer_id), ..years.clone() };
        assert_eq!(code(&by_case(&world, &world.other_vendor, &foreign).unwrap_err()), ErrorCode::NotFound);
        assert_eq!(code(&by_company(&world, &world.other_vendor, &foreign).unwrap_err()), ErrorCode::NotFound);
        let above = StatisticFilter { company_id: Some(world.vendor_id), ..years.clone() };
        assert_eq!(code(&by_case(&world, &world.retailer, &above).unwrap_err()), ErrorCode::NotFound);
        // No job is queued that would fail.
        let export = |filter: &StatisticFilter| {
            let token = Some(world.other_vendor.as_str());
            let asked = world.server.call::<ExportTestCaseStatistics>(token, &(), filter, &ExportOptions::default());
            asked.map_err(|error| code(&error))
        };
        assert_eq!(export(&foreign).unwrap_err(), ErrorCode::NotFound);
        let days = StatisticFilter { bucket: Some(StatisticBucket::Day), ..period("2020-01-01", "2025-01-01") };
        assert_eq!(export(&days).unwrap_err(), ErrorCode::Invalid);
        let operator = by_case(&world, &world.operator, &years);
        assert_eq!(code(&operator.unwrap_err()), ErrorCode::Forbidden);
    });
}

#[test]
fn the_first_page_tells_what_each_statistic_tells_to_who_may_read_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 8);
        measure(&world, &mut Dice(5), &members, 60);
        fold_all(test);
        let months = StatisticFilter { bucket: Some(StatisticBucket::Month), ..period("2024-07-01", "2025-06-30") };
        let whole = StatisticFilter { bucket: Some(StatisticBucket::Year), ..months.clone() };
        let dashboard = |token: &str| world.server.call::<GetDashboard>(Some(token), &(), &months, &()).unwrap();
        let found = dashboard(&world.dealer);
        let rows = |statistic: Option<TestStatistic>| statistic.map(|own| (own.total, own.rows)).unwrap();
        assert_eq!(rows(found.tests), rows(by_category(&world, &world.dealer, &months).ok()));
        assert_eq!(rows(found.companies), rows(by_company(&world, &world.dealer, &whole).ok()));
        assert_eq!(found.attention.unwrap().rows, attention(&world, &world.dealer, &whole).rows);
        assert!(found.members.is_some());
        assert_eq!(dashboard(&world.other_vendor).tests.unwrap().total.count.tests, Some(0));
        assert_eq!(dashboard(&world.other_vendor).overview.members.count, 0);
        // Counts cover the caller's own tree, whichever statistics the group may read.
        let nothing = dashboard(&world.operator);
        assert!(nothing.tests.is_none() && nothing.attention.is_none());
        assert!(nothing.companies.is_none() && nothing.members.is_none());
        assert_eq!((nothing.overview.members.count, found.overview.members.count), (8, 8));
        let of = |overview: &Overview| overview.measurements.unwrap();
        assert_eq!(of(&nothing.overview).count, of(&found.overview).count);
        assert_eq!(of(&nothing.overview).added, None, "as the statistic, which it may not read");
        assert_eq!((found.overview.vendors.count, found.overview.retailers.count), (0, 1));
    });
}

#[test]
fn the_first_page_counts_measurements_of_all_kinds_and_how_much_the_period_has_added() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 8);
        measure(&world, &mut Dice(5), &members, 60);
        fold_all(test);
        let asked = |period: &StatisticFilter| {
            world.server.call::<GetDashboard>(Some(&world.dealer), &(), period, &()).unwrap().overview
        };
        // Computed from the rows: a day in Seoul begins at 15:00 UTC of the day before.
        let measured = count(
            &mut test.database.connect().unwrap(),
            &format!(
                "SELECT count(*) AS count FROM measurement WHERE measured_at >= {} AND measured_at < {}",
                Timestamp::parse("2024-06-30T15:00:00Z").unwrap().0,
                Timestamp::parse("2025-01-31T15:00:00Z").unwrap().0
            ),
        );
        let found = asked(&period("2024-07-01", "2025-01-31"));
        let measurements = found.measurements.unwrap();
        assert_eq!((measurements.count, measurements.added), (60, Some(measured)));
        assert!(0 < measured && measured < 60);
        // Neither number includes trial measurements.
        execute(test, "UPDATE measurement SET trial = TRUE WHERE measurement_id % 3 = 0");
        fold_all(test);
        let years = period("2024-01-01", "2025-12-31");
        by_category(&world, &world.dealer, &years).unwrap();
        let found = asked(&years);
        let measurements = found.measurements.unwrap();
        assert_eq!(Some(measurements.count), measurements.added);
        assert!((1..60).contains(&measurements.count));
        // For all companies, measurements without a company are included.
        let of_no_company = "UPDATE measurement SET member_id = NULL, company_id = NULL, vendor_id = NULL, \
             dealer_id = NULL, retailer_id = NULL, division_id = NULL WHERE measurement_id % 5 = 0";
        execute(test, of_no_company);
        fold_all(test);
        by_category(&world, &world.admin, &years).unwrap();
        let all = world.server.call::<GetDashboard>(Some(&world.admin), &(), &years, &()).unwrap().overview;
        let of_all = all.measurements.unwrap();
        assert_eq!((of_all.count, of_all.added), (measurements.count, Some(of_all.count)));
        // Everyone was registered just now, and nobody within those days.
        let found = asked(&period("2024-07-01", "2025-01-31"));
        assert_eq!((found.members.count, found.members.added), (8, Some(0)));
        let today = kernel::clock::today().text();
        let now = asked(&period(&today, &today));
        assert_eq!((now.members.added, now.retailers.added), (Some(8), Some(1)));
        // Callers who may not read people do not learn when someone was registered.
        withhold_members(test, &world, Authority::Dealer, &world.dealer);
        let now = asked(&period(&today, &today));
        assert_eq!((now.members.count, now.members.added, now.retailers.added), (10, None, Some(1)));
    });
}

#[test]
fn companies_are_told_with_those_directly_below_also_without_tests() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let second = world.add_company(CompanyType::Retailer, "한빛 제2센터", Some(world.dealer_id)).company_id;
        let members = populate(&world, world.retailer_id, 9);
        measure(&world, &mut Dice(5), &members, 50);
        fold_all(test);
        let years = period("2024-01-01", "2025-12-31");
        let told = |token: &str, company_id: Option<CompanyId>| {
            let found = by_company(&world, token, &StatisticFilter { company_id, ..years.clone() }).unwrap();
            let rows: Vec<_> = found
                .rows
                .iter()
                .map(|row| (row.company_id.unwrap(), row.count.tests.unwrap(), row.members.unwrap()))
                .collect();
            (rows, found.total.count.tests.unwrap())
        };
        assert_eq!(told(&world.admin, None), (vec![(world.vendor_id, 50, 9), (world.other_vendor_id, 0, 0)], 50));
        assert_eq!(told(&world.vendor, None), (vec![(world.dealer_id, 50, 9)], 50));
        assert_eq!(told(&world.dealer, None), (vec![(world.retailer_id, 50, 9), (second, 0, 0)], 50));
        assert_eq!(told(&world.retailer, None), (vec![(world.retailer_id, 50, 9)], 50));
        assert_eq!(told(&world.admin, Some(world.dealer_id)), told(&world.dealer, None));
    });
}

#[test]
fn what_a_dealer_has_itself_is_told_beside_the_companies_below_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let below = populate(&world, world.retailer_id, 9);
        let own = populate(&world, world.dealer_id, 6);
        measure(&world, &mut Dice(5), &below, 50);
        measure(&world, &mut Dice(6), &own, 30);
        fold_all(test);
        let years = period("2024-01-01", "2025-12-31");
        let told = |token: &str, filter: &StatisticFilter| {
            let found = by_company(&world, token, filter).unwrap();
            assert_eq!(found.total.count, by_category(&world, token, filter).unwrap().total.count);
            for (bucket, all) in found.total.by_bucket.iter().enumerate() {
                let tests = found.rows.iter().map(|row| row.by_bucket[bucket].tests.unwrap());
                assert_eq!(all.tests, Some(tests.sum()));
            }
            let row = |row: &TestStatisticRow| (row.company_id, row.count.tests.unwrap(), row.members.unwrap());
            found.rows.iter().map(row).collect::<Vec<_>>()
        };
        let dealers = [(Some(world.retailer_id), 50, 9), (None, 30, 6)];
        assert_eq!(told(&world.dealer, &years), dealers);
        assert_eq!(
            told(&world.admin, &StatisticFilter { company_id: Some(world.dealer_id), ..years.clone() }),
            dealers
        );
        assert_eq!(told(&world.vendor, &years), [(Some(world.dealer_id), 80, 15)], "which has nothing itself");
        let found = by_company(&world, &world.dealer, &years).unwrap();
        let itself = found.rows.last().unwrap();
        let of_own = rows(test).into_iter().filter(|raw| raw.retailer_id.is_none()).collect::<Vec<_>>();
        assert_eq!(itself.count.people, Some(people(&of_own)));
        assert!(itself.company_name.is_some());
    });
}

/// Creates a division of the retailer.
fn add_division(world: &World, name: &str, parent: Option<DivisionId>) -> DivisionId {
    let save = DivisionSave {
        company_id: world.retailer_id,
        parent_division_id: parent,
        name: name.into(),
        position: 1_000,
        version: None,
    };
    world.server.call::<CreateDivision>(Some(&world.admin), &(), &(), &save).unwrap().division_id
}

#[test]
fn who_is_graded_in_two_divisions_on_a_day_is_counted_and_listed_alike() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let top = add_division(&world, "본부", None);
        let (first, second) = (add_division(&world, "1팀", Some(top)), add_division(&world, "2팀", Some(top)));
        let members = populate(&world, world.retailer_id, 6);
        let rates: Vec<Json> = members
            .iter()
            .flat_map(|one| {
                [heart_rate(one, "2025-04-03T09:00:00+09:00", 130), heart_rate(one, "2025-04-03T15:00:00+09:00", 70)]
            })
            .collect();
        take(&world, json!({ "source": "기기", "heartRate": rates }));
        // In the morning in the division with the lower id, in the afternoon in the other.
        let noon = Timestamp::parse("2025-04-03T12:00:00+09:00").unwrap().0;
        execute(
            test,
            &format!(
                "UPDATE measurement SET division_id = CASE WHEN measured_at < {noon} THEN {} ELSE {} END",
                first.0, second.0
            ),
        );
        fold_all(test);
        let april = StatisticFilter { division_id: Some(top), ..period("2025-04-01", "2025-04-30") };
        let found = attention(&world, &world.retailer, &april);
        let row = found.rows.iter().find(|row| row.indicator == GradedIndicator::HeartRate).unwrap();
        assert_eq!(row.concerned, Some(6), "of the division with the lower number");
        let asked = AttentionPeopleFilter {
            division_id: Some(top),
            ..attention_people(GradedIndicator::HeartRate, "2025-04-01", "2025-04-30")
        };
        let list = world.server.call::<ListPeopleWhoNeedAttention>(Some(&world.retailer), &(), &asked, &()).unwrap();
        assert_eq!((list.total, list.data.len()), (6, 6));
        let morning = Timestamp::parse("2025-04-03T09:00:00+09:00").unwrap();
        assert!(list.data.iter().all(|one| one.measured_at == morning), "which gave the grade that is counted");
    });
}

#[test]
fn few_tests_that_are_nobodys_are_told_to_who_may_read_people() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let at = |day: u8| format!("2025-04-{day:02}T09:00:00+09:00");
        let nobodys: Vec<Json> = (1..=3)
            .map(|day| json!({ "measuredAt": at(day), "rate": 70, "context": "REST", "sourceId": at(day) }))
            .collect();
        let url = world.server.url("/api/v1/measurements");
        let body = json!({ "source": "기기", "heartRate": nobodys }).to_string();
        // Only sites send measurements without a person.
        let (status, answer) = world.server.send(Method::Post, &url, Some(&world.operator), Some(body.as_bytes()));
        assert!(status == 200 && answer.contains("\"created\":3"), "{answer}");
        execute(test, "UPDATE measurement SET trial = FALSE");
        fold_all(test);
        let april = period("2025-04-01", "2025-04-30");
        assert_eq!(by_category(&world, &world.retailer, &april).unwrap().total.count.tests, Some(3));
        withhold_members(test, &world, Authority::Retailer, &world.retailer);
        let found = by_category(&world, &world.retailer, &april).unwrap();
        assert_eq!(found.total.count.tests, None);
        assert!(found.frame.has_hidden);
    });
}

#[test]
fn divisions_count_with_those_below_them_and_services_with_who_offers_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let top = add_division(&world, "본부", None);
        let below = add_division(&world, "1팀", Some(top));
        let beside = add_division(&world, "지원", None);
        let mut members = Vec::new();
        for (number, division_id) in
            [Some(top), Some(below), Some(beside), None].into_iter().cycle().take(24).enumerate()
        {
            let save = MemberSave { division_id, ..member(world.retailer_id, &format!("D{number}")) };
            members.push(add(&world, &save));
        }
        members.extend(populate(&world, world.other_retailer_id, 6));
        measure(&world, &mut Dice(11), &members, 240);
        fold_all(test);
        let years = period("2024-05-05", "2025-11-11");
        for (division_id, ids) in [(top, vec![top.0, below.0]), (below, vec![below.0]), (beside, vec![beside.0])] {
            let filter = StatisticFilter { division_id: Some(division_id), ..years.clone() };
            let is_of = |raw: &Raw| raw.division_id.is_some_and(|id| ids.contains(&id));
            assert_exact(test, &world, &world.admin, &filter, is_of);
            assert_exact(test, &world, &world.retailer, &filter, is_of);
            assert_eq!(code(&by_case(&world, &world.other_vendor, &filter).unwrap_err()), ErrorCode::NotFound);
        }
        // Measurements of a removed division count for its parent, both earlier ones and late arrivals.
        let remove = |division_id: DivisionId| {
            execute(test, &format!("UPDATE member SET division_id = NULL WHERE division_id = {}", division_id.0));
            let path = DivisionPath { division_id };
            world.server.call::<DeleteDivision>(Some(&world.admin), &path, &(), &()).unwrap();
        };
        let deepest = add_division(&world, "1-1팀", Some(below));
        execute(
            test,
            &format!(
                "UPDATE measurement SET division_id = {} WHERE measurement_id % 16 = 3 AND retailer_id = {}",
                deepest.0, world.retailer_id.0
            ),
        );
        fold_all(test);
        remove(deepest);
        let whole = |division_id: DivisionId, ids: &[i64]| {
            let filter = StatisticFilter { division_id: Some(division_id), ..years.clone() };
            assert_exact(test, &world, &world.retailer, &filter, |raw| {
                raw.division_id.is_some_and(|id| ids.contains(&id))
            });
            filter
        };
        whole(below, &[below.0, deepest.0]);
        remove(below);
        let all = [top.0, below.0, deepest.0];
        let gone = StatisticFilter { division_id: Some(below), ..whole(top, &all) };
        assert_eq!(code(&by_case(&world, &world.retailer, &gone).unwrap_err()), ErrorCode::NotFound);
        whole(beside, &[beside.0]);
        execute(test, "UPDATE measurement SET trial = TRUE WHERE measurement_id % 16 = 3");
        fold_all(test);
        whole(top, &all);
        execute(
            test,
            &format!("INSERT INTO company_service (company_id, service_id) VALUES ({}, 2)", world.retailer_id.0),
        );
        let offered = StatisticFilter { service_ids: vec![ServiceId(2)], ..years.clone() };
        let of_service = |raw: &Raw| raw.retailer_id == Some(world.retailer_id.0);
        assert_exact(test, &world, &world.admin, &offered, of_service);
        assert_exact(test, &world, &world.vendor, &offered, of_service);
        let none = by_category(&world, &world.other_vendor, &offered).unwrap();
        assert_eq!(none.total.count.tests, Some(0));
    });
}

#[test]
fn what_was_measured_on_trial_counts_nowhere() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 6);
        measure(&world, &mut Dice(13), &members, 40);
        execute(test, "UPDATE measurement SET trial = TRUE WHERE measurement_id % 2 = 0");
        fold_all(test);
        let years = period("2024-01-01", "2025-12-31");
        let left = rows(test).iter().filter(|raw| raw.trial == 0).count();
        let told = by_category(&world, &world.admin, &years).unwrap();
        assert_eq!(told.total.count.tests, Some(left as i64));
        assert!(left < 40);
        assert_exact(test, &world, &world.admin, &years, |_| true);
    });
}

/// Revokes a group's access to the list of members.
fn withhold_members(test: &TestDatabase, world: &World, authority: Authority, token: &str) {
    execute(
        test,
        &format!(
            "UPDATE permission SET can_read = FALSE, can_create = FALSE, can_update = FALSE, can_delete = FALSE \
             WHERE permission_group_id = {} AND menu_item_id IN \
             (SELECT menu_item_id FROM menu_item WHERE url = '/company_member_management')",
            group_of(authority).0
        ),
    );
    world.server.state.callers.forget(world.server.state.keys.claims(token).unwrap().sid);
}

#[test]
fn who_may_not_read_people_is_not_told_of_few_of_them_nor_can_reckon_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 30);
        let at = |number: usize, hour: usize| format!("2025-04-{:02}T{hour:02}:00:00+09:00", number % 28 + 1);
        let rest = members.iter().enumerate().map(|(number, one)| heart_rate(one, &at(number, 9), 70));
        let minds = members[..8].iter().enumerate().map(|(number, one)| {
            json!({ "memberId": one.member_id, "measuredAt": at(number, 10), "instrument": "GAD_7", "result": 4 })
        });
        let few = members[..3].iter().enumerate().map(|(number, one)| {
            json!({ "memberId": one.member_id, "measuredAt": at(number, 11), "instrument": "MMSE_KC", "total": 28 })
        });
        take(
            &world,
            json!({
                "source": "기기", "heartRate": rest.collect::<Vec<_>>(), "psychological": minds.collect::<Vec<_>>(),
                "dementia": few.collect::<Vec<_>>(),
            }),
        );
        fold_all(test);
        let month = StatisticFilter { bucket: Some(StatisticBucket::Month), ..period("2025-04-01", "2025-04-30") };
        let told = |token: &str| {
            let found = by_category(&world, token, &month).unwrap();
            let counts: Vec<_> = found.rows.iter().map(|row| (row.count.tests, row.count.people)).collect();
            (counts, found.total.count.tests, found.frame.has_hidden)
        };
        let zero = (Some(0), Some(0));
        let all = vec![zero, zero, zero, (Some(30), Some(30)), (Some(3), Some(3)), (Some(8), Some(8))];
        assert_eq!(told(&world.vendor), (all, Some(41), false), "who may read the people is told");
        withhold_members(test, &world, Authority::Vendor, &world.vendor);
        // Three people are too few; eight are not, but 41 - 30 - 8 would reveal them.
        let hidden = vec![zero, zero, zero, (Some(30), Some(30)), (None, None), (None, None)];
        assert_eq!(told(&world.vendor), (hidden, Some(40), true), "rounded to fives");
        let found = averages(&world, &world.vendor, &month);
        assert!(found.frame.has_hidden);
        for row in &found.rows {
            assert!(row.figures.tests.is_none_or(|tests| tests == 0 || tests >= 5), "{row:?}");
            assert_eq!(row.figures.tests.is_none(), row.figures.mean.is_none() || row.figures.tests == Some(0));
        }
        let found = attention(&world, &world.vendor, &month);
        let numbers = found.rows.iter().flat_map(|row| {
            row.grades.iter().map(|grade| grade.people).chain([row.people, row.concerned]).chain(row.by_bucket.clone())
        });
        assert!(numbers.flatten().all(|people| people == 0 || people >= 5));
        let people = |token: &str| {
            let filter = attention_people(GradedIndicator::HeartRate, "2025-04-01", "2025-04-30");
            world
                .server
                .call::<ListPeopleWhoNeedAttention>(Some(token), &(), &filter, &())
                .map_err(|error| code(&error))
        };
        assert_eq!(people(&world.vendor).unwrap_err(), ErrorCode::Forbidden);
        assert_eq!(people(&world.dealer).unwrap().total, 0);
        let filter = attention_people(GradedIndicator::HeartRate, "2025-04-01", "2025-04-30");
        let options = ExportOptions::default();
        let file = world.server.call::<ExportPeopleWhoNeedAttention>(Some(&world.vendor), &(), &filter, &options);
        assert_eq!(code(&file.unwrap_err()), ErrorCode::Forbidden);
    });
}

#[test]
fn a_file_that_tells_of_few_people_is_gone_for_who_may_no_longer_read_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (month, options) = (period("2025-04-01", "2025-04-30"), ExportOptions::default());
        let of_tests = || export_of::<ExportTestCategoryStatistics>(&world, &world.vendor, &month, &options).0.job_id;
        let of_users = export_of::<ExportUserAppMemberStatistics>(&world, &world.vendor, &month, &options).0.job_id;
        let told = of_tests();
        let has_file = |job_id: JobId| {
            world.server.call::<GetJob>(Some(&world.vendor), &JobPath { job_id }, &(), &()).unwrap().has_file
        };
        assert!(has_file(told) && has_file(of_users));
        withhold_members(test, &world, Authority::Vendor, &world.vendor);
        assert_eq!((has_file(told), has_file(of_users)), (false, true), "users are other people");
        assert!(has_file(of_tests()), "now small groups are hidden in it");
        let foreign = StatisticFilter { company_id: Some(world.other_retailer_id), ..month.clone() };
        let refused = world.server.call::<ExportUserAppMemberStatistics>(Some(&world.vendor), &(), &foreign, &options);
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::NotFound, "what cannot be answered is not queued");
    });
}

#[test]
fn who_may_not_read_people_reckons_few_of_them_neither_from_a_bucket_nor_from_moves() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 20);
        let pressures = |month: &str, systolic: &dyn Fn(usize) -> Option<u64>| -> Vec<Json> {
            let measured = members.iter().enumerate().filter_map(|(number, one)| Some((one, systolic(number)?)));
            let item = |(one, systolic): (&Member, u64)| {
                json!({
                    "memberId": one.member_id, "measuredAt": format!("2025-{month}-10T09:00:00+09:00"),
                    "setting": "CLINIC", "systolic": systolic, "diastolic": 70,
                })
            };
            measured.map(item).collect()
        };
        let (usual, high) = (112, 145);
        let graded = [
            // Ten people, seven of whom newly need attention: three do not.
            pressures("03", &|number| (number < 10).then_some(usual)),
            pressures("04", &|number| (number < 10).then_some(if number < 7 { high } else { usual })),
            // Enough people in each grade then and now, with two moves in each direction.
            pressures("07", &|number| Some(if number < 12 { usual } else { high })),
            pressures("08", &|number| Some(if (10..18).contains(&number) { high } else { usual })),
        ];
        take(&world, json!({ "source": "기기", "physical": graded.concat() }));
        fold_all(test);
        let told = |token: &str, start: &str, end: &str| {
            let month = StatisticFilter { bucket: Some(StatisticBucket::Year), ..period(start, end) };
            let found = attention(&world, token, &month);
            let row = found.rows.into_iter().find(|row| row.indicator == GradedIndicator::BloodPressure).unwrap();
            let moves: Vec<Option<i64>> = row.moves.iter().map(|moved| moved.people).collect();
            (row.people, row.concerned, row.by_bucket, moves)
        };
        let (april, august) = (("2025-04-01", "2025-04-30"), ("2025-08-01", "2025-08-31"));
        let of_april = told(&world.vendor, april.0, april.1);
        assert_eq!(of_april, (Some(10), Some(7), vec![Some(7)], vec![Some(3), Some(7)]));
        let of_august = told(&world.vendor, august.0, august.1);
        assert_eq!(of_august, (Some(20), Some(8), vec![Some(8)], vec![Some(10), Some(2), Some(2), Some(6)]));
        withhold_members(test, &world, Authority::Vendor, &world.vendor);
        let of_april = told(&world.vendor, april.0, april.1);
        assert_eq!(of_april, (Some(10), None, vec![None], vec![None, None]), "10 - 7 would tell of three");
        let of_august = told(&world.vendor, august.0, august.1);
        assert_eq!(of_august, (Some(20), Some(10), vec![Some(10)], vec![None; 4]), "12 - 10 would tell of two");
    });
}

#[test]
fn in_a_table_no_hidden_number_stands_alone() {
    let mut dice = Dice(17);
    for _ in 0..500 {
        let (height, width) = (1 + dice.below(6), 1 + dice.below(6));
        let body: Vec<Vec<u64>> = (0..height)
            .map(|_| (0..width).map(|_| dice.below(9_u64).saturating_sub(2) * (1 + dice.below(4))).collect())
            .collect();
        let mut table = vec![vec![Size::default(); usize::try_from(width).unwrap() + 1]];
        for row in &body {
            let size = |count: u64| Size { people: count, tests: count };
            let mut sizes = vec![size(row.iter().sum())];
            sizes.extend(row.iter().copied().map(size));
            for (index, cell) in sizes.iter().enumerate() {
                table[0][index].people += cell.people;
                table[0][index].tests += cell.tests;
            }
            table.push(sizes);
        }
        let hidden = hidden::in_table(&table);
        let lines = |row: Vec<(Size, bool)>| {
            let hidden = row.iter().filter(|(_, hidden)| *hidden).count();
            let others = row.iter().filter(|(size, hidden)| size.tests > 0 && !*hidden).count();
            assert!(hidden != 1 || others == 0, "{table:?}");
            let told: u64 = row.iter().skip(1).filter(|(_, hidden)| !*hidden).map(|(size, _)| size.people).sum();
            let left = Size { people: row[0].0.people - told, ..Size::default() };
            assert!(row[0].1 || !left.is_small(), "what is left of the sum is of few: {table:?}");
        };
        for (row, hidden) in table.iter().zip(&hidden) {
            assert!(row.iter().zip(hidden).all(|(size, hidden)| *hidden || !size.is_small()));
            assert!(
                row.iter().zip(hidden).all(|(size, hidden)| !*hidden || size.tests > 0),
                "nothing is told as nothing"
            );
            lines(row.iter().copied().zip(hidden.iter().copied()).collect());
        }
        for column in 0..table[0].len() {
            lines(table.iter().zip(&hidden).map(|(row, hidden)| (row[column], hidden[column])).collect());
        }
    }
}

#[test]
fn several_hidden_numbers_are_not_few_people_together() {
    let told = |sizes: &[(u64, u64)]| {
        let sizes: Vec<Size> = sizes.iter().map(|(people, tests)| Size { people: *people, tests: *tests }).collect();
        hidden::in_sum(&sizes).into_iter().map(|is_hidden| !is_hidden).collect::<Vec<_>>()
    };
    let once = |people: &[u64]| told(&people.iter().map(|people| (*people, *people)).collect::<Vec<_>>());
    assert_eq!(once(&[53, 1, 2, 50]), [true, false, false, false], "53 - 50 would tell of three");
    assert_eq!(once(&[62, 1, 2, 50, 9]), [true, false, false, true, false]);
    assert_eq!(once(&[56, 3, 3, 50]), [true, false, false, true], "six people are not few");
    assert_eq!(
        told(&[(50, 96), (3, 20), (3, 26), (50, 50)]),
        [true, false, false, false],
        "they may be the same three"
    );
    assert_eq!(told(&[(9, 12), (3, 4), (3, 4), (3, 4)]), [true, false, false, false], "the sum is of nine");
    assert_eq!(once(&[4, 2, 2]), [false, false, false]);
}

fn attention_people(indicator: GradedIndicator, start: &str, end: &str) -> AttentionPeopleFilter {
    AttentionPeopleFilter {
        start: date(start),
        end: date(end),
        indicator,
        grade: None,
        company_id: None,
        division_id: None,
        service_ids: Vec::new(),
        sex: None,
        age_decades: Vec::new(),
        page: None,
        page_size: None,
    }
}

#[test]
fn who_needs_attention_is_told_gravest_first_by_the_newest_grade_and_noted() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 4);
        let pressure = |one: &Member, at: &str, systolic: u64| {
            let taken = json!({ "setting": "CLINIC", "systolic": systolic, "diastolic": 70 });
            let mut item = json!({ "memberId": one.member_id, "measuredAt": at });
            for (name, value) in taken.as_object().unwrap() {
                item[name] = value.clone();
            }
            item
        };
        take(
            &world,
            json!({ "source": "기기", "physical": [
            pressure(&members[0], "2025-04-01T09:00:00+09:00", 165),
            pressure(&members[0], "2025-04-20T09:00:00+09:00", 112),
            pressure(&members[1], "2025-04-02T09:00:00+09:00", 145),
            pressure(&members[2], "2025-04-03T09:00:00+09:00", 110),
            pressure(&members[2], "2025-04-03T10:00:00+09:00", 170),
            pressure(&members[3], "2025-04-04T09:00:00+09:00", 146),
        ] }),
        );
        fold_all(test);
        let ask = |token: &str, filter: &AttentionPeopleFilter| {
            world.server.call::<ListPeopleWhoNeedAttention>(Some(token), &(), filter, &())
        };
        let april = attention_people(GradedIndicator::BloodPressure, "2025-04-01", "2025-04-30");
        let found = ask(&world.retailer, &april).unwrap();
        let told: Vec<(MemberId, &str)> =
            found.data.iter().map(|one| (one.member_id.unwrap(), one.grade.as_str())).collect();
        assert_eq!(
            told,
            [(members[2].member_id, "STAGE_2"), (members[1].member_id, "STAGE_1"), (members[3].member_id, "STAGE_1")]
        );
        assert_eq!(found.data[0].measured_at, Timestamp::parse("2025-04-03T10:00:00+09:00").unwrap());
        assert_eq!((found.total, found.data[0].category), (3, KindOfMeasurements::Physical));
        let second = AttentionPeopleFilter { page: Some(1), page_size: Some(2), ..april.clone() };
        assert_eq!(ask(&world.admin, &second).unwrap().data[0].member_id, Some(members[3].member_id));
        let normal = AttentionPeopleFilter { grade: Some("NORMAL".into()), ..april.clone() };
        assert_eq!(ask(&world.retailer, &normal).unwrap().data[0].member_id, Some(members[0].member_id));
        let unknown = AttentionPeopleFilter { grade: Some("OBESITY_1".into()), ..april.clone() };
        assert_eq!(ask(&world.retailer, &unknown).unwrap_err().fields[0].path, "grade");
        assert_eq!(ask(&world.other_vendor, &april).unwrap().total, 0);
        let noted: Vec<(Option<i64>, String)> = access_log::table
            .filter(access_log::list.eq("statistics.attentionPeople"))
            .order(access_log::access_log_id)
            .select((access_log::persons, access_log::action))
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        assert_eq!(noted[0], (Some(3), "LIST".into()));
        assert_eq!(noted.len(), 3, "what tells of nobody is not noted");
    });
}

#[test]
fn whoever_measures_without_a_company_and_needs_attention_is_listed_as_counted() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let user_id = world.server.call::<GetOwnProfile>(Some(&world.member), &(), &(), &()).unwrap().user_id;
        execute(test, "UPDATE user_profile SET birth_date = '1980-01-01', sex = 'FEMALE'");
        // Callers are cached for half a second, and this one had no profile yet.
        std::thread::sleep(std::time::Duration::from_millis(600));
        let pressure = |systolic: u64, member_id: Option<MemberId>| {
            json!({ "source": "기기", "physical": [{
                "memberId": member_id, "measuredAt": "2025-04-02T09:00:00+09:00",
                "setting": "CLINIC", "systolic": systolic, "diastolic": 70,
            }] })
        };
        let url = world.server.url("/api/v1/measurements");
        let alone = pressure(165, None).to_string();
        let (status, answer) = world.server.send(Method::Post, &url, Some(&world.member), Some(alone.as_bytes()));
        assert!(status == 200 && answer.contains("\"created\":1"), "{answer}");
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        take(&world, pressure(170, Some(member.member_id)));
        fold_all(test);
        let april = attention_people(GradedIndicator::BloodPressure, "2025-04-01", "2025-04-30");
        let listed =
            |token: &str| world.server.call::<ListPeopleWhoNeedAttention>(Some(token), &(), &april, &()).unwrap();
        let all = listed(&world.admin);
        let whose: Vec<_> = all.data.iter().map(|one| (one.member_id, one.user_id)).collect();
        assert_eq!((all.total, whose), (2, vec![(Some(member.member_id), None), (None, Some(user_id))]));
        let counted = attention(&world, &world.admin, &period("2025-04-01", "2025-04-30"));
        let of_pressure = counted.rows.iter().find(|row| row.indicator == GradedIndicator::BloodPressure).unwrap();
        assert_eq!(of_pressure.grades.iter().map(|one| one.people.unwrap_or_default()).sum::<i64>(), 2);
        let of_company = listed(&world.vendor);
        assert_eq!((of_company.total, of_company.data[0].user_id), (1, None), "a company is told of its members alone");
        // A file of one user's own measurements is logged with that user.
        let own = PhysicalMeasurementFilter { user_id: Some(user_id), ..PhysicalMeasurementFilter::default() };
        export_of::<ExportPhysicalMeasurements>(&world, &world.admin, &own, &ExportOptions::default());
        let noted = access_log::table
            .filter(access_log::action.eq("EXPORT"))
            .order(access_log::access_log_id.desc())
            .select((access_log::persons, access_log::member_id, access_log::user_id))
            .first::<(Option<i64>, Option<i64>, Option<i64>)>(&mut test.database.connect().unwrap());
        assert_eq!(noted.unwrap(), (Some(1), None, Some(user_id.0)));
        // Callers who read only one of the two user lists see only those users.
        execute(
            test,
            "DELETE FROM permission WHERE menu_item_id IN (SELECT menu_item_id FROM menu_item WHERE url LIKE '%online_member_management')",
        );
        std::thread::sleep(std::time::Duration::from_millis(600));
        assert_eq!(listed(&world.admin).total, 1);
    });
}

#[test]
fn what_waits_is_said_and_counted_by_the_server_itself() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let one = world.add_member(world.retailer_id, "M1", "김하나");
    take(&world, json!({ "source": "기기", "heartRate": [heart_rate(&one, "2025-03-01T10:00:00+09:00", 60)] }));
    let day = period("2025-03-01", "2025-03-01");
    let ends = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let counted = loop {
        let told = by_category(&world, &world.admin, &day).unwrap();
        if !told.frame.is_counting {
            break told;
        }
        assert!(std::time::Instant::now() < ends, "nobody has counted it");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert_eq!(counted.total.count.tests, Some(1));
}

fn marks(connection: &mut DatabaseConnection) -> i64 {
    statistic_change::table.count().get_result(connection).unwrap()
}

#[test]
fn several_who_fold_while_others_write_lose_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 6);
        // On few days, so that all threads contend for the same ones. The server folds concurrently.
        at_once(4, 12, |thread, round| {
            if thread < 2 {
                let body = json!({ "source": format!("기기 {thread}"), "heartRate": members.iter().map(|one| {
                    let at = format!("2025-03-0{}T{:02}:{round:02}:{thread:02}+09:00", round % 2 + 1, thread + 8);
                    heart_rate(one, &at, 60)
                }).collect::<Vec<_>>() });
                take(&world, body);
            } else {
                fold_all(test);
            }
        });
        fold_all(test);
        assert_eq!(marks(&mut test.database.connect().unwrap()), 0);
        let told = by_category(&world, &world.admin, &period("2025-03-01", "2025-03-02")).unwrap();
        assert_eq!(told.total.count.tests, Some(2 * 12 * 6));
        let month = by_category(&world, &world.admin, &period("2025-03-01", "2025-03-31")).unwrap();
        assert_eq!(month.total.count.tests, Some(2 * 12 * 6));
        assert_exact(test, &world, &world.admin, &period("2025-01-01", "2025-12-31"), |_| true);
    });
}

/// Inserts a heart rate without a person, bypassing the server.
fn write_rate(test: &TestDatabase, id: i64, at: &str) {
    let at = Timestamp::parse(at).unwrap().0;
    execute(
        test,
        &format!(
            "INSERT INTO measurement (measurement_id, kind, measured_at, received_at, grades, test_case) \
             VALUES ({id}, 4, {at}, {at}, 0, 'REST'); \
             INSERT INTO heart_rate_measurement (measurement_id, rate) VALUES ({id}, 60);"
        ),
    );
}

/// Returns the numbers of tests in the day segments.
fn tests_of_days(test: &TestDatabase) -> Vec<u64> {
    let days = statistic_segment::table.filter(statistic_segment::level.eq(fold::DAY));
    let segments = days.select(statistic_segment::categories).load::<Vec<u8>>(&mut test.database.connect().unwrap());
    let tests_of = |bytes: Vec<u8>| {
        let Tests(tests) = Tests::of(&bytes).unwrap();
        tests.values().map(|own| own.tests).sum()
    };
    segments.unwrap().into_iter().map(tests_of).collect()
}

#[test]
fn a_day_on_which_somebody_always_writes_is_counted_nevertheless() {
    // No server is running, so nothing folds concurrently.
    TestDatabase::each(|test| {
        let mut connection = test.database.connect().unwrap();
        let told = || tests_of_days(test);
        let write_folded = |connection: &mut DatabaseConnection, folded: &fold::Folded| {
            transaction(connection, |connection| fold::write_folded(connection, folded)).map_err(|problem| problem.code)
        };
        write_rate(test, 1, "2025-03-01T10:00:00+09:00");
        let place = fold::waiting(&mut connection, fold::DAY, 9).unwrap()[0];
        let first = fold::fold(&mut connection, place).unwrap().unwrap();
        write_rate(test, 2, "2025-03-01T11:00:00+09:00");
        assert_eq!(write_folded(&mut connection, &first), Ok(()));
        assert_eq!(told(), [1], "what was read is counted, and the other one waits");
        let second = fold::fold(&mut connection, place).unwrap().unwrap();
        fold_all(test);
        assert_eq!((told(), marks(&mut connection)), (vec![2], 0));
        assert_eq!(write_folded(&mut connection, &second), Err(ErrorCode::Changed), "somebody else has folded it");
    });
}

/// Returns two concurrent folds of the same day: one that read less, and one that read everything, with a mark older
/// than its own, as from a transaction that began before all others.
fn less_and_all(test: &TestDatabase, connection: &mut DatabaseConnection) -> (fold::Folded, fold::Folded) {
    write_rate(test, 1, "2025-03-01T10:00:00+09:00");
    let place = fold::waiting(connection, fold::DAY, 9).unwrap()[0];
    let less = fold::fold(connection, place).unwrap().unwrap();
    write_rate(test, 2, "2025-03-01T11:00:00+09:00");
    fold_all(test);
    execute(
        test,
        &format!(
            "INSERT INTO statistic_change (kind, level, period, marked_at) \
             SELECT 4, {}, period, 1 FROM statistic_segment WHERE level = {0}",
            fold::DAY
        ),
    );
    (less, fold::fold(connection, place).unwrap().unwrap())
}

fn marked_days(connection: &mut DatabaseConnection) -> i64 {
    statistic_change::table.filter(statistic_change::level.eq(fold::DAY)).count().get_result(connection).unwrap()
}

#[test]
fn who_has_read_less_and_writes_before_is_not_what_is_told() {
    TestDatabase::each(|test| {
        let mut connection = test.database.connect().unwrap();
        let (less, all) = less_and_all(test, &mut connection);
        transaction(&mut connection, |connection| fold::write_folded(connection, &less)).unwrap();
        assert_eq!((tests_of_days(test), marked_days(&mut connection)), (vec![1], 1), "it will be folded anew");
        transaction(&mut connection, |connection| fold::write_folded(connection, &all)).unwrap();
        assert_eq!((tests_of_days(test), marked_days(&mut connection)), (vec![2], 0));
    });
}

#[test]
fn who_has_read_less_and_writes_beside_is_not_what_is_told() {
    TestDatabase::each(|test| {
        let mut connection = test.database.connect().unwrap();
        let (less, all) = less_and_all(test, &mut connection);
        let refused = std::thread::scope(|scope| {
            let beside = transaction(&mut connection, |connection| {
                fold::write_folded(connection, &all)?;
                let beside = scope.spawn(|| {
                    let mut connection = test.database.connect().unwrap();
                    transaction(&mut connection, |connection| fold::write_folded(connection, &less))
                });
                // Gives it time to read before this transaction commits; it may block at any point.
                std::thread::sleep(std::time::Duration::from_millis(300));
                Ok(beside)
            });
            beside.unwrap().join().unwrap().unwrap_err()
        });
        assert_eq!(refused.code, ErrorCode::Changed);
        assert_eq!((tests_of_days(test), marked_days(&mut connection)), (vec![2], 0));
    });
}

#[test]
fn what_was_added_up_is_told_again_until_somebody_anywhere_has_folded_something_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = populate(&world, world.retailer_id, 8);
        measure(&world, &mut Dice(31), &members, 60);
        fold_all(test);
        let years = period("2024-01-01", "2025-12-31");
        let total = || by_category(&world, &world.admin, &years).unwrap().total.count.tests.unwrap();
        let rests =
            || averages(&world, &world.admin, &years).rows.iter().map(|row| row.figures.tests).collect::<Vec<_>>();
        let (before, rests_before) = (total(), rests());
        assert_eq!((total(), rests()), (before, rests_before.clone()));
        write_rate(test, 100_000, "2025-03-01T10:00:00+09:00");
        // As another instance does: this cache is not notified.
        fold_all(test);
        assert_eq!(total(), before + 1);
        assert_ne!(rests(), rests_before);
        // Data outside the segments is never cached.
        let named = |name: &str| {
            let told = by_company(&world, &world.retailer, &years).unwrap();
            told.rows.iter().any(|row| row.company_name.as_deref() == Some(name))
        };
        assert!(!named("다른 이름"));
        execute(test, &format!("UPDATE company SET name = '다른 이름' WHERE company_id = {}", world.retailer_id.0));
        assert!(named("다른 이름"));
    });
}

#[test]
fn nobody_waits_for_what_takes_a_while_where_it_was_known_a_while_ago() {
    const KINDS: [MeasurementKind; 1] = [MeasurementKind::HeartRate];
    TestDatabase::each(|test| {
        let database = &test.database;
        let answers = Arc::new(StatisticCache::new(database.clone()));
        let (times, is_paused) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let day = day_of(date("2025-03-01"));
        let ask = |name: &str| {
            let (times, is_paused) = (Arc::clone(&times), Arc::clone(&is_paused));
            let make = Box::new(move |_: &mut DatabaseConnection| {
                assert!(becomes(|| !is_paused.load(Ordering::Acquire)), "whoever asks makes it");
                std::thread::sleep(std::time::Duration::from_millis(5));
                Ok(times.fetch_add(1, Ordering::AcqRel) + 1)
            });
            let sum = Sum { name: name.into(), kinds: &KINDS, days: (day, day), make, numbers: |_: &u64| 1 };
            let (told, counting) = database.read_blocking(|connection| answers.of(connection, sum)).unwrap();
            (*told, counting)
        };
        write_rate(test, 1, "2025-03-01T10:00:00+09:00");
        fold_all(test);
        let (first, counted) = ask("one");
        assert_eq!((first, counted.is_counting), (1, false));
        let (again, Counting { counted_at: known_at, .. }) = ask("one");
        assert_eq!(again, 1, "nothing has changed");
        assert!(known_at >= counted.counted_at, "and it is of the later moment");
        write_rate(test, 2, "2025-03-01T11:00:00+09:00");
        fold_all(test);
        is_paused.store(true, Ordering::Release);
        for _ in 0..3 {
            let (told, of_then) = ask("one");
            assert_eq!((told, of_then.is_counting), (1, true));
            assert_eq!(of_then.counted_at, known_at);
        }
        is_paused.store(false, Ordering::Release);
        let mut now = ask("one");
        assert!(becomes(|| {
            now = ask("one");
            !now.1.is_counting
        }));
        assert_eq!(now.0, 2, "for whoever asked meanwhile it is made once");
        assert!(now.1.counted_at > known_at);
        assert_eq!(ask("another").0, 3, "what was never known is waited for");
    });
}

#[test]
fn a_file_has_each_row_altogether_and_by_bucket_in_the_words_of_the_language() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let one = world.add_member(world.retailer_id, "M1", "김하나");
    take(
        &world,
        json!({ "source": "기기", "heartRate": [
            heart_rate(&one, "2025-03-01T10:00:00+09:00", 60), heart_rate(&one, "2025-04-02T10:00:00+09:00", 110),
        ] }),
    );
    fold_all(&test);
    let months = StatisticFilter { bucket: Some(StatisticBucket::Month), ..period("2025-03-01", "2025-04-30") };
    let lines = lines_of::<ExportTestCaseStatistics>(&world, &world.retailer, &months, Language::Ko);
    assert_eq!(lines[0], "검사,시작일,종료일,검사 건수,검사 인원,직전 기간 검사 건수,직전 기간 인원");
    for line in [
        "안정 시 심박수,2025-03-01,2025-04-30,2,1,0,0",
        "안정 시 심박수,2025-04-01,2025-04-30,1,1,,",
        "합계,2025-03-01,2025-04-30,2,1,0,0",
    ] {
        assert!(lines.iter().any(|written| written == line), "{line}: {lines:?}");
    }
    let lines = lines_of::<ExportTestCategoryStatistics>(&world, &world.retailer, &months, Language::En);
    assert!(lines.iter().any(|line| line == "Heart rates,2025-03-01,2025-03-31,1,1,,"), "{lines:?}");
    let lines = lines_of::<ExportCompanyTestStatistics>(&world, &world.dealer, &months, Language::Ko);
    assert!(lines.iter().any(|line| line == "한빛 건강센터,1,100,2025-03-01,2025-04-30,2,1,0,0"), "{lines:?}");
    let lines = lines_of::<ExportIndicatorAverages>(&world, &world.retailer, &months, Language::Ko);
    assert!(lines.iter().any(|line| line == "안정 시 심박수,,,2025-03-01,2025-04-30,2,85,72.5,85,97.5,,"), "{lines:?}");
    let april = period("2025-04-02", "2025-05-03");
    let lines = lines_of::<ExportIndicatorAverages>(&world, &world.retailer, &april, Language::Ko);
    let whole = "안정 시 심박수,,,2025-04-02,2025-05-03,1,110,110,110,110,60,50";
    assert!(lines.iter().any(|line| line == whole), "{lines:?}");
    let lines = lines_of::<ExportAttentionStatistics>(&world, &world.retailer, &months, Language::Ko);
    for line in [
        "안정 시 심박수,판정 인원,,2025-03-01,2025-04-30,1,",
        "안정 시 심박수,관심 필요 인원,,2025-03-01,2025-04-30,1,0",
        "안정 시 심박수,관심 필요 인원,,2025-03-01,2025-03-31,0,",
        "안정 시 심박수,빈맥,관심,2025-03-01,2025-04-30,1,0",
    ] {
        assert!(lines.iter().any(|written| written == line), "{line}: {lines:?}");
    }
    let lines = lines_of::<ExportAttentionStatistics>(&world, &world.retailer, &april, Language::Ko);
    let moved = |line: &String| line.contains(" → 빈맥,,2025-04-02,2025-05-03,1,");
    assert!(lines.iter().any(moved), "{lines:?}");
    let whose = attention_people(GradedIndicator::HeartRate, "2025-03-01", "2025-04-30");
    let lines = lines_of::<ExportPeopleWhoNeedAttention>(&world, &world.retailer, &whose, Language::Ko);
    assert_eq!(lines[0], "이름,회원번호,소속 업체,지표,등급,측정일시");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].contains(",안정 시 심박수,빈맥,2025-"), "{lines:?}");
}

fn sample(dice: &mut Dice) -> (Tests, Grades, Figures, Measured) {
    let (mut tests, mut grades) = (Tests::default(), Grades::default());
    let (mut figures, mut whose) = (Figures::default(), Measured::default());
    for _ in 0..dice.below(60) {
        let group = Group {
            sex: dice.one(&[None, Some(Sex::Male), Some(Sex::Female)]),
            decade: dice.one(&[None, Some(0), Some(30), Some(120)]),
        };
        let subject = match dice.below(2) {
            0 => Subject::Case(dice.one(TestCase::ALL)),
            _ => Subject::Category(dice.one(KindOfMeasurements::ALL)),
        };
        let people = (0..dice.below(5)).map(|_| dice.below(1 << 31) << dice.below(30)).collect();
        tests.0.insert((subject, group), Counted { tests: dice.below(1 << 20), people });
        let indicator = dice.one(GradedIndicator::ALL);
        let grade = u8::try_from(dice.below(indicator.grades().len() as u64)).unwrap();
        grades.0.entry((indicator, grade, group)).or_default().insert(dice.below(1_000));
        let measured = dice.one(&statistics::cells::MEASURED);
        let value = dice.below(20_000_i64) - 500;
        figures.0.entry((measured, group)).or_insert_with(Figure::default).add_value(measured, value);
        whose.0.entry((measured, group)).or_default().insert(dice.below(9));
    }
    (tests, grades, figures, whose)
}

#[test]
fn a_set_of_people_is_what_a_set_is_however_many_there_are() {
    let dice = &mut Dice(29);
    for most in [1, 40, 3_000, 200_000] {
        let (mut people, mut met) = (People::default(), People::default());
        let (mut all, mut all_met) = (BTreeSet::new(), BTreeSet::new());
        for round in 0..8 {
            let some: BTreeSet<u64> = (0..most / 2).map(|_| dice.below(most) << (round % 2 * 9)).collect();
            let group = Group { sex: None, decade: None };
            let cell = Counted { tests: 1, people: some.iter().copied().collect() };
            assert_eq!(cell.people.iter().collect::<BTreeSet<_>>(), some);
            assert_eq!(cell.people.common(&people), some.intersection(&all).count() as u64);
            let of = |people: &People| (people.len(), people.iter().collect::<BTreeSet<_>>());
            let expected = |set: BTreeSet<u64>| (set.len() as u64, set);
            let mut joined = people.clone();
            joined.add(&cell.people);
            assert_eq!(of(&joined), expected(all.union(&some).copied().collect()));
            joined.remove(&cell.people);
            assert_eq!(of(&joined), expected(all.difference(&some).copied().collect()));
            let bytes = Tests([((Subject::Case(TestCase::Bmi), group), cell)].into()).bytes();
            Tests::each(&bytes, |cell| {
                people.add_encoded(cell.people)?;
                assert_eq!(people.len(), all.union(&some).count() as u64);
                let mut unmet = People::default();
                unmet.add_unseen(cell.people, &mut met)?;
                assert_eq!(unmet.iter().collect::<BTreeSet<_>>(), some.difference(&all_met).copied().collect());
                Ok(())
            })
            .unwrap();
            all.extend(&some);
            all_met.extend(&some);
            assert_eq!((people.len(), met.len()), (all.len() as u64, all_met.len() as u64));
        }
        let mut again = People::default();
        again.add(&people);
        assert_eq!(again, people);
        assert_eq!(again.iter().collect::<Vec<_>>(), all.into_iter().collect::<Vec<_>>(), "in order");
    }
}

#[test]
fn what_is_written_down_is_read_again_and_nothing_else_is() {
    let dice = &mut Dice(23);
    for _ in 0..200 {
        let (tests, grades, figures, whose) = sample(dice);
        assert_eq!(Tests::of(&tests.bytes()), Ok(tests.clone()));
        assert_eq!(Grades::of(&grades.bytes()), Ok(grades.clone()));
        assert_eq!(Figures::of(&figures.bytes()), Ok(figures.clone()));
        assert_eq!(Measured::of(&whose.bytes()), Ok(whose));
        let bytes = figures.bytes();
        assert!(Figures::of(&bytes[..bytes.len() - 1]).is_err(), "the end is missing");
        assert!(Figures::of(&[&bytes[..], &[0]].concat()).is_err(), "something follows");
        // Corrupted bytes are either decoded or rejected, without a panic.
        let mut broken = tests.bytes();
        for _ in 0..20 {
            let place = usize::try_from(dice.below(broken.len() as u64)).unwrap();
            broken[place] = u8::try_from(dice.below(256)).unwrap();
            let _ = (Tests::of(&broken), Grades::of(&broken), Figures::of(&broken), Measured::of(&broken));
        }
    }
    assert!(Tests::of(&[]).is_err() && Tests::of(&[1, 0]).is_err(), "of no version, or of another");
    assert_eq!(class_of(Indicator::Bmi, 2_345), 235, "the nearest tenth, the upper one of two");
    assert_eq!(class_of(Indicator::SystolicPressure, 12_049), 120);
}
