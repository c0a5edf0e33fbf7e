//! Number of tests and of people tested: by test case, by category and by company.

use crate::{
    answers::{StatisticCache, Sum},
    bytes::Malformed,
    cells::{Counted, Subject, Tests, TestsCell, Topic},
    disclosure::Disclosure,
    file::{FileOf, StatisticFile},
    frame::{Counting, Days, StatisticRequest},
    hidden::{self, Size},
    read::{self, Cases, Categories, Groups, Place, SegmentColumn, Source, TestsByGroup},
    units::{self, Child, Children, UnitFilter, Units},
    words,
};
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{self, Column, Value},
    http::mount::Api,
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use organisation::tally;
use std::{collections::HashMap, sync::Arc};
use uno_core::{
    contract::{
        companies::CompanyId,
        measurements::KindOfMeasurements,
        statistics::{
            ExportCompanyTestStatistics, ExportTestCaseStatistics, ExportTestCategoryStatistics,
            GetCompanyTestStatistics, GetTestCaseStatistics, GetTestCategoryStatistics, LeftOut, StatisticFilter,
            StatisticPeriod, TestCase, TestCount, TestStatistic, TestStatisticRow,
        },
    },
    domain::decimal::Hundredths,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api, answers: &Arc<StatisticCache>) {
    let own = Arc::clone(answers);
    api.read::<GetTestCaseStatistics>(move |connection, caller, sent| by_case(connection, caller, &own, &sent.query));
    let own = Arc::clone(answers);
    api.read::<GetTestCategoryStatistics>(move |connection, caller, sent| {
        by_category(connection, caller, &own, &sent.query)
    });
    let own = Arc::clone(answers);
    api.read::<GetCompanyTestStatistics>(move |connection, caller, sent| {
        by_company(connection, caller, &own, &sent.query)
    });
    exports::mount::<FileOf<TestCaseExport>>(api);
    exports::mount::<FileOf<TestCategoryExport>>(api);
    exports::mount::<FileOf<CompanyTestExport>>(api);
}

/// The counts of a row: in the period, in the previous period, and in each bucket.
#[derive(Clone, Default)]
struct Row {
    count: Size,
    previous: Size,
    buckets: Vec<Size>,
}

/// A row under construction.
#[derive(Clone, Default)]
struct OpenRow {
    count: Counted,
    of_bucket: Counted,
    buckets: Vec<Size>,
}

impl OpenRow {
    /// Adds the counts of a bucket, or of no bucket.
    fn add(&mut self, bucket: Option<usize>, counted: &Counted) {
        if let Some(own) = bucket.and_then(|bucket| self.buckets.get_mut(bucket)) {
            *own = size(counted);
        }
        self.count.add_counted(counted);
    }
}

/// Rows under construction, with their total. Cells arrive bucket by bucket: each is decoded once, into its row's
/// current bucket, which is added to the totals when it is complete.
struct OpenRows {
    total: OpenRow,
    rows: Vec<OpenRow>,
    bucket: Option<usize>,
    /// Whether the last row is the parent company: it is read including all other rows, which are subtracted.
    is_last_above: bool,
}

impl OpenRows {
    fn of(rows: usize, buckets: usize, is_last_above: bool) -> Self {
        let row = OpenRow { buckets: vec![Size::default(); buckets], ..OpenRow::default() };
        Self { total: row.clone(), rows: vec![row; rows], bucket: None, is_last_above }
    }

    fn add(&mut self, row: usize, bucket: Option<usize>, cell: &TestsCell<'_>) -> Result<(), Malformed> {
        if self.bucket != bucket {
            self.close();
            self.bucket = bucket;
        }
        self.rows.get_mut(row).map_or(Ok(()), |row| row.of_bucket.add(cell))
    }

    fn close(&mut self) {
        let mut total = Counted::default();
        if self.is_last_above
            && let Some((above, below)) = self.rows.split_last_mut()
        {
            below.iter().for_each(|row| above.of_bucket.remove(&row.of_bucket));
        }
        for row in &mut self.rows {
            let counted = std::mem::take(&mut row.of_bucket);
            if counted.tests > 0 {
                row.add(self.bucket, &counted);
                total.add_counted(&counted);
            }
        }
        self.total.add(self.bucket, &total);
    }

    /// Returns the total, then the rows.
    fn closed(mut self) -> Vec<OpenRow> {
        self.close();
        [self.total].into_iter().chain(self.rows).collect()
    }
}

fn size(counted: &Counted) -> Size {
    Size { people: counted.people.len(), tests: counted.tests }
}

/// The parameters of a count.
struct CountRequest<'a> {
    answers: &'a Arc<StatisticCache>,
    disclosure: &'a Disclosure,
    units: &'a Units,
    filter: &'a StatisticFilter,
    request: &'a StatisticRequest,
    /// See [`OpenRows::is_last_above`].
    is_last_above: bool,
}

impl CountRequest<'_> {
    /// Counts `rows` rows; the first row of the result is the total. `row_of` maps a company and a subject to a row.
    /// `name` identifies the rows in the cache. `Totals` is the column read when all groups are requested.
    fn count<Totals: SegmentColumn<Part = Tests>>(
        &self,
        connection: &mut DatabaseConnection,
        name: &str,
        rows: usize,
        row_of: impl Fn(i64, Subject) -> Option<usize> + Send + 'static,
    ) -> Result<(Arc<Vec<Row>>, Counting), Problem> {
        let Self { answers, disclosure, units, filter, request, is_last_above } = *self;
        let name = format!("{name} {units:?} {request:?} {:?} {:?} {disclosure:?}", filter.sex, filter.age_decades);
        let days = request.span();
        let numbers = |rows: &Vec<Row>| rows.iter().map(|row| 2 * row.buckets.len() + 4).sum();
        let (disclosure, units, filter, request) = (disclosure.clone(), units.clone(), filter.clone(), request.clone());
        let make = move |connection: &mut DatabaseConnection| {
            let open = |buckets: usize| OpenRows::of(rows, buckets, is_last_above);
            let source = Source { disclosure: &disclosure, units: &units, kinds: &MeasurementKind::ALL };
            count::<Totals>(connection, source, &filter, &request, open, row_of)
        };
        answers.of(connection, Sum { name, kinds: &MeasurementKind::ALL, days, make: Box::new(make), numbers })
    }
}

fn count<Totals: SegmentColumn<Part = Tests>>(
    connection: &mut DatabaseConnection,
    source: Source<'_>,
    filter: &StatisticFilter,
    request: &StatisticRequest,
    open: impl Fn(usize) -> OpenRows,
    row_of: impl Fn(i64, Subject) -> Option<usize>,
) -> Result<Vec<Row>, Problem> {
    let groups = Groups { sex: filter.sex, age_decades: &filter.age_decades };
    let mut of_rows = |days: Days, by_months: bool, buckets: usize| -> Result<Vec<OpenRow>, Problem> {
        let mut counted = open(buckets);
        let add = |place: Place, cell: TestsCell<'_>| {
            let row = row_of(place.company_id, cell.subject).filter(|_| groups.has(cell.group));
            let Some(row) = row else { return Ok(()) };
            let bucket = if buckets > 0 { request.bucket_of(place.day) } else { None };
            counted.add(row, bucket, &cell)
        };
        read::each_for::<Totals, TestsByGroup>(&groups, connection, source, (days, by_months), add)?;
        Ok(counted.closed())
    };
    let counted = of_rows(request.days, request.is_by_months(), request.buckets.len())?;
    let before = request.previous.map(|previous| of_rows(previous, true, 0)).transpose()?.unwrap_or_default();
    let mut before = before.iter().map(|row| size(&row.count));
    let row = |row: OpenRow| Row {
        count: size(&row.count),
        previous: before.next().unwrap_or_default(),
        buckets: row.buckets,
    };
    Ok(counted.into_iter().map(row).collect())
}

/// The identity of a row, without counts.
type RowIdentity = TestStatisticRow;

fn empty_row() -> RowIdentity {
    TestStatisticRow {
        category: None,
        test_case: None,
        company_id: None,
        company_name: None,
        members: None,
        count: TestCount { tests: None, people: None },
        previous: None,
        by_bucket: Vec::new(),
    }
}

/// Builds the response. Small groups are hidden from callers who may not read the people, and other numbers rounded.
fn response(
    disclosure: &Disclosure,
    request: &StatisticRequest,
    (counting, left_out): (Counting, LeftOut),
    names: Vec<RowIdentity>,
    counted: &[Row],
) -> Result<TestStatistic, Problem> {
    let is_hidden = |table: Vec<Vec<Size>>| {
        if disclosure.is_exact() {
            table.iter().map(|row| vec![false; row.len()]).collect()
        } else {
            hidden::in_table(&table)
        }
    };
    let known = Size::worst_case;
    let in_period: Vec<Vec<Size>> =
        counted.iter().map(|row| [row.count].iter().chain(&row.buckets).copied().map(known).collect()).collect();
    let before: Vec<Vec<Size>> = counted.iter().map(|row| vec![known(row.previous)]).collect();
    let (hidden_now, hidden_before) = (is_hidden(in_period), is_hidden(before));
    let has_hidden = hidden_now.iter().chain(&hidden_before).flatten().any(|is_hidden| *is_hidden);
    let visible_count = |counted: &Size, is_hidden: bool| -> Result<TestCount, Problem> {
        if is_hidden {
            return Ok(TestCount { tests: None, people: None });
        }
        let number =
            |number: u64| i64::try_from(number).map(|number| disclosure.count(number)).map_err(Problem::internal);
        Ok(TestCount { tests: Some(number(counted.tests)?), people: Some(number(counted.people)?) })
    };
    let mut rows = Vec::with_capacity(names.len());
    let mut total = None;
    let all = [empty_row()].into_iter().chain(names).zip(counted).zip(hidden_now.into_iter().zip(hidden_before));
    for ((name, row), (now, before)) in all {
        let is_hidden = |index: usize| now.get(index).copied().unwrap_or(true);
        let is_untold = |index: usize| is_hidden(index + 1) || !request.has_bucket(disclosure, index);
        let by_bucket = row.buckets.iter().enumerate().map(|(index, counted)| visible_count(counted, is_untold(index)));
        let previous = request.previous.map(|_| visible_count(&row.previous, before.first().copied().unwrap_or(true)));
        let row = TestStatisticRow {
            count: visible_count(&row.count, is_hidden(0) || !disclosure.has_days(request.days))?,
            previous: previous.transpose()?,
            by_bucket: by_bucket.collect::<Result<_, _>>()?,
            ..name
        };
        if total.is_none() {
            total = Some(row);
        } else {
            rows.push(row);
        }
    }
    let total = total.ok_or_else(|| Problem::internal("a statistic without its total"))?;
    Ok(TestStatistic { frame: request.frame(counting, has_hidden, disclosure, left_out), total, rows })
}

fn statistic_request(filter: &StatisticFilter) -> Result<StatisticRequest, Problem> {
    StatisticRequest::of(filter.start, filter.end, filter.bucket, filter.compare == Some(true))
}

/// Returns tests by test case.
///
/// # Errors
/// Returns an error for the field `bucket` if there are too many buckets, and "not found" if the company or the
/// division is outside the scope.
pub fn by_case(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    answers: &Arc<StatisticCache>,
    filter: &StatisticFilter,
) -> Result<TestStatistic, Problem> {
    let request = statistic_request(filter)?;
    let units = units::of(connection, caller.scope, UnitFilter::from(filter))?;
    let disclosure = &Disclosure::of(caller);
    let count_request =
        CountRequest { answers, disclosure, units: &units, filter, request: &request, is_last_above: false };
    // What is not told has no row: a row without tests would say that there were none.
    let all = TestCase::ALL.iter().copied();
    let told: Vec<TestCase> = all.filter(|case| disclosure.tells(Topic::Tests(Subject::Case(*case)))).collect();
    let names = told.iter().map(|case| RowIdentity { test_case: Some(*case), ..empty_row() }).collect();
    let (counted, counting) =
        count_request.count::<Cases>(connection, "cases", told.len(), move |_, subject| match subject {
            Subject::Case(case) => told.iter().position(|other| *other == case),
            Subject::Category(_) => None,
        })?;
    response(disclosure, &request, (counting, disclosure.without_cases()), names, &counted)
}

/// Returns tests by category. Each measurement counts as one test.
///
/// # Errors
/// Returns an error for the field `bucket` if there are too many buckets, and "not found" if the company or the
/// division is outside the scope.
pub fn by_category(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    answers: &Arc<StatisticCache>,
    filter: &StatisticFilter,
) -> Result<TestStatistic, Problem> {
    let request = statistic_request(filter)?;
    let units = units::of(connection, caller.scope, UnitFilter::from(filter))?;
    let disclosure = &Disclosure::of(caller);
    let count_request =
        CountRequest { answers, disclosure, units: &units, filter, request: &request, is_last_above: false };
    let all = KindOfMeasurements::ALL.iter().copied();
    let told: Vec<KindOfMeasurements> = all.filter(|kind| disclosure.has_kind((*kind).into())).collect();
    let names = told.iter().map(|kind| RowIdentity { category: Some(*kind), ..empty_row() }).collect();
    let (counted, counting) =
        count_request.count::<Categories>(connection, "categories", told.len(), move |_, subject| match subject {
            Subject::Category(kind) => told.iter().position(|other| *other == kind),
            Subject::Case(_) => None,
        })?;
    response(disclosure, &request, (counting, disclosure.without_categories()), names, &counted)
}

/// Returns tests by company. Each measurement counts as one test. The parent company has a row for its own tests,
/// without those of its children, if there are any.
///
/// # Errors
/// Returns an error for the field `bucket` if there are too many buckets, and "not found" if the company or the
/// division is outside the scope.
pub fn by_company(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    answers: &Arc<StatisticCache>,
    filter: &StatisticFilter,
) -> Result<TestStatistic, Problem> {
    let request = statistic_request(filter)?;
    let children = units::children(connection, caller.scope, UnitFilter::from(filter))?;
    request.check_rows(children.len())?;
    let place: HashMap<i64, usize> = children
        .iter()
        .enumerate()
        .flat_map(|(index, child)| child.units.companies.iter().map(move |company_id| (*company_id, index)))
        .collect();
    let mut units = Units::default();
    for child in children.iter() {
        units.companies.extend(&child.units.companies);
        units.divisions.extend(&child.units.divisions);
    }
    units.divisions.sort_unstable();
    units.divisions.dedup();
    let is_last_above = children.above.is_some();
    let disclosure = &Disclosure::of(caller);
    let count_request = CountRequest { answers, disclosure, units: &units, filter, request: &request, is_last_above };
    let rows: Vec<&[i64]> = children.iter().map(|child| child.units.companies.as_slice()).collect();
    let name = format!("companies {rows:?} {is_last_above}");
    let (counted, counting) = count_request.count::<Categories>(
        connection,
        &name,
        children.len(),
        move |company_id, subject| match subject {
            Subject::Category(_) => place.get(&company_id).copied(),
            Subject::Case(_) => None,
        },
    )?;
    let ids: Vec<i64> = children.iter().map(|child| child.company_id).collect();
    let members = tally::of_companies(connection, &ids, &[tally::MEMBERS])?;
    let members_of = |child: &Child| members.get(&child.company_id).copied().unwrap_or_default();
    let Children { below, above } = children;
    let members_below: i64 = below.iter().map(members_of).sum();
    // Without an id, because the id would stand for the company with all its children.
    let itself = above.map(|above| RowIdentity {
        members: Some(disclosure.count(members_of(&above) - members_below)),
        company_name: Some(above.name),
        ..empty_row()
    });
    let has_any = |row: &Row| row.count.tests > 0 || row.previous.tests > 0;
    let itself = itself.filter(|_| counted.last().is_some_and(has_any));
    let name = |child: Child| RowIdentity {
        company_id: Some(CompanyId(child.company_id)),
        members: Some(disclosure.count(members_of(&child))),
        company_name: Some(child.name),
        ..empty_row()
    };
    let names = below.into_iter().map(name).chain(itself).collect();
    let left_out = disclosure.without_categories();
    let mut response = response(disclosure, &request, (counting, left_out), names, &counted)?;
    // A hidden number sorts as 1, so that its position does not reveal it.
    let number = |row: &TestStatisticRow| row.count.tests.unwrap_or(1);
    response
        .rows
        .sort_by(|one, other| number(other).cmp(&number(one)).then_with(|| one.company_name.cmp(&other.company_name)));
    Ok(response)
}

/// Checks that a file of the tests by company can be made. It has as many rows as there are companies.
fn check_companies(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &StatisticFilter,
) -> Result<(), Problem> {
    units::check(connection, caller, filter)?;
    statistic_request(filter)?.check_rows(units::children(connection, caller.scope, UnitFilter::from(filter))?.len())
}

/// A row of a file: the whole period of a row of the statistic, or one of its buckets.
pub struct FileRow {
    period: StatisticPeriod,
    name: RowIdentity,
    count: TestCount,
    previous: Option<TestCount>,
    /// Percentage of members tested; only if all members are requested.
    share: Option<Hundredths>,
    is_total: bool,
}

/// Relative to today's members, and capped at 100 percent.
fn share(row: &RowIdentity) -> Option<Hundredths> {
    let (members, people) = (row.members.filter(|members| *members > 0)?, row.count.people?);
    Some(Hundredths((people.saturating_mul(10_000) / members).min(10_000)))
}

/// Returns whether all members are requested. The people tested in a subset are no share of all members.
fn is_of_all(filter: &StatisticFilter) -> bool {
    let StatisticFilter { division_id, service_ids, sex, age_decades, .. } = filter;
    division_id.is_none() && service_ids.is_empty() && sex.is_none() && age_decades.is_empty()
}

/// Returns the rows of a file: each row for the whole period with the previous one, then by bucket.
fn rows_of_file(statistic: TestStatistic, filter: &StatisticFilter) -> Vec<FileRow> {
    let TestStatistic { frame, total, rows } = statistic;
    let mut file = Vec::new();
    let rows = rows.into_iter().map(|row| (row, false)).chain([(total, true)]);
    for (mut name, is_total) in rows {
        let (count, previous) = (name.count.clone(), name.previous.clone());
        let by_bucket = std::mem::take(&mut name.by_bucket);
        let share = share(&name).filter(|_| is_of_all(filter));
        file.push(FileRow { period: frame.period.clone(), name: name.clone(), count, previous, share, is_total });
        if frame.buckets.len() > 1 {
            for (period, count) in frame.buckets.iter().zip(by_bucket) {
                let (period, name) = (period.clone(), name.clone());
                file.push(FileRow { period, name, count, previous: None, share: None, is_total });
            }
        }
    }
    file
}

/// Declares the file of one of the statistics.
macro_rules! export {
    (
        $(#[doc = $doc:literal])+
        $name:ident: $call:ty, $title:literal, $of:path, $check:path, [$($column:expr),+ $(,)?]
    ) => {
        $(#[doc = $doc])+
        pub struct $name;

        impl StatisticFile for $name {
            type Call = $call;
            type Row = FileRow;
            const TITLE: &'static str = $title;
            const COLUMNS: &'static [Column<FileRow>] = &[
                $($column,)+
                Column::new("statistics.from", 12.0, |row| row.period.start.into()),
                Column::new("statistics.to", 12.0, |row| row.period.end.into()),
                Column::new("statistics.tests", 12.0, |row| row.count.tests.into()),
                Column::new("statistics.people", 12.0, |row| row.count.people.into()),
                Column::new("statistics.previousTests", 14.0, |row| {
                    row.previous.as_ref().and_then(|previous| previous.tests).into()
                }),
                Column::new("statistics.previousPeople", 14.0, |row| {
                    row.previous.as_ref().and_then(|previous| previous.people).into()
                }),
            ];

            fn check(
                connection: &mut DatabaseConnection,
                caller: &Caller,
                filter: &StatisticFilter,
            ) -> Result<(), Problem> {
                $check(connection, caller, filter)
            }

            fn rows(
                connection: &mut DatabaseConnection,
                caller: &Caller,
                filter: &StatisticFilter,
            ) -> Result<Vec<FileRow>, Problem> {
                Ok(rows_of_file($of(connection, caller, &Arc::default(), filter)?, filter))
            }
        }
    };
}
export! {
    /// Tests by case, as a file.
    TestCaseExport: ExportTestCaseStatistics, "statistics.testCases", by_case, units::check, [
        Column::new("statistics.testCase", 26.0, |row| match row.name.test_case {
            Some(case) => Value::Text(words::test_case(case)),
            None => Value::Text("statistics.total"),
        }),
    ]
}
export! {
    /// Tests by category, as a file.
    TestCategoryExport: ExportTestCategoryStatistics, "statistics.testCategories", by_category, units::check, [
        Column::new("statistics.category", 26.0, |row| match row.name.category {
            Some(kind) => Value::Text(words::category(kind)),
            None => Value::Text("statistics.total"),
        }),
    ]
}
export! {
    /// Tests by company, as a file.
    CompanyTestExport: ExportCompanyTestStatistics, "statistics.companies", by_company, check_companies, [
        Column::new("statistics.company", 26.0, |row| {
            if row.is_total { Value::Text("statistics.total") } else { (&row.name.company_name).into() }
        }),
        Column::new("statistics.members", 12.0, |row| row.name.members.into()),
        Column::in_unit("statistics.share", "unit.percent", 10.0, |row| row.share.into()),
    ]
}
