//! Statistics of the measurements and members in a scope, by period and bucket. All nine share one filter and are
//! served from counts that are updated after every change. Only what comes of kinds of measurements that the caller may
//! read is counted. Exact figures, those of groups of fewer than five people and those of today are shown only to
//! callers who may read the people themselves.

use super::{
    companies::CompanyId,
    divisions::DivisionId,
    endpoint,
    exports::ExportOptions,
    input,
    jobs::Job,
    measurements::KindOfMeasurements,
    members::MemberId,
    output,
    services::ServiceId,
    user_apps::UserAppId,
    users::{UserId, UserLevel},
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::{
    decimal::Hundredths,
    grade::{
        Sex,
        concern::{Concern, GradedIndicator},
        indicator::Indicator,
    },
    time::{Date, Timestamp},
};

/// Menu URL of the parent of the statistics screens.
pub const SCREENS: &str = "/statistics";
/// Members by service.
pub const SERVICE_APP_MEMBERS: &str = "/statistics/service_app_member_statistics";
/// Members by user app.
pub const USER_APP_MEMBERS: &str = "/statistics/user_app_member_statistics";
/// Levels of members by service.
pub const SERVICE_APP_TYPES: &str = "/statistics/member_type_by_service_app";
/// Levels of members by user app.
pub const USER_APP_TYPES: &str = "/statistics/member_type_by_user_app";
/// Tests by test case.
pub const TEST_CASES: &str = "/statistics/test_case_statistics";
/// Tests by test category.
pub const TEST_CATEGORIES: &str = "/statistics/test_category_statistics";
/// Averages of indicators.
pub const AVERAGES: &str = "/statistics/test_category_indicator_average_statistics";
/// Tests by company.
pub const COMPANIES: &str = "/statistics/each_company_test_count_statistics";
/// People by grade.
pub const ATTENTION: &str = "/statistics/test_result_by_attention";

/// Smallest group that is shown to callers who may not read the people in it.
pub const SMALLEST_GROUP: i64 = 5;
/// Counts are rounded to multiples of this for callers who may not read the people in them.
pub const ROUNDED_TO: i64 = 5;
/// Maximum number of buckets in one response.
pub const MAX_BUCKETS: i64 = 1_000;

value_enum! {
    /// The length of a bucket. Weeks start on Monday, as in Korea.
    pub enum StatisticBucket { Day = "DAY", Week = "WEEK", Month = "MONTH", Year = "YEAR" }
}

value_enum! {
    /// A test by instrument. A measurement counts as a test for each instrument that it has a result of.
    pub enum TestCase {
        Bmi = "BMI",
        BloodPressure = "BLOOD_PRESSURE",
        BodyFat = "BODY_FAT",
        HeartRateVariability = "HEART_RATE_VARIABILITY",
        Activation = "ACTIVATION",
        Pss10 = "PSS_10",
        BepsiK = "BEPSI_K",
        Gad7 = "GAD_7",
        Cbi = "CBI",
        Bat12 = "BAT_12",
        DistanceAcuity = "DISTANCE_ACUITY",
        NearAcuity = "NEAR_ACUITY",
        Refraction = "REFRACTION",
        HeartRateAtRest = "HEART_RATE_AT_REST",
        HeartRateAfterExercise = "HEART_RATE_AFTER_EXERCISE",
        Cist = "CIST",
        KdsqC = "KDSQ_C",
        KdsqP = "KDSQ_P",
        MmseKc = "MMSE_KC",
    }
}

input! {
    /// Filter of a statistic.
    pub struct StatisticFilter {
        /// First day.
        start: Date => date(),
        /// Last day, inclusive.
        end: Date => date(),
        /// Bucket length. By default days for up to 31 days, weeks for up to half a year, months for up to three years,
        /// otherwise years.
        bucket: Option<StatisticBucket> => word(StatisticBucket::WORDS),
        /// Whether to include the preceding period of the same number of days.
        compare: Option<bool> => flag(),
        /// This company and the companies below it.
        company_id: Option<CompanyId> => id(),
        /// This division and the divisions below it.
        division_id: Option<DivisionId> => id(),
        /// Companies that offer one of these services. In statistics of members by app: the apps of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Age groups: 0, 10, 20, …, each covering ten years.
        age_decades: Vec<i64> => integers(0, 130),
    } also check_days
}

fn check_days(value: &Value, violations: &mut Vec<Violation>) {
    super::validation::check_period(value, "start", "end", violations);
}

output! {
    /// A period of whole days in Seoul.
    pub struct StatisticPeriod {
        /// First day.
        pub start: Date,
        /// Last day, inclusive.
        pub end: Date,
    }
}

output! {
    /// What a statistic leaves out because the caller may not read all the kinds of measurements that it comes of. It is
    /// in no row and in no total.
    #[derive(Default)]
    pub struct LeftOut {
        /// Categories, in statistics that count measurements.
        pub categories: Vec<KindOfMeasurements>,
        /// Test cases, in the statistic of these.
        pub test_cases: Vec<TestCase>,
        /// Graded indicators, in statistics of grades.
        pub graded: Vec<GradedIndicator>,
        /// Measured indicators, in statistics of values.
        pub measured: Vec<Indicator>,
    }
}

output! {
    /// Period and state of a statistic.
    pub struct StatisticFrame {
        /// The period.
        pub period: StatisticPeriod,
        /// The preceding period; absent unless requested.
        pub previous: Option<StatisticPeriod>,
        /// Bucket length.
        pub bucket: StatisticBucket,
        /// The buckets in order. The first and last may be truncated by the period.
        pub buckets: Vec<StatisticPeriod>,
        /// Everything written before this time is counted.
        pub counted_at: Timestamp,
        /// Whether data of the period is still being counted.
        pub is_counting: bool,
        /// Whether values are hidden because groups were too small.
        pub has_hidden: bool,
        /// Whether the figures are not exact, because the caller may not read the people: counts are rounded to fives,
        /// means and quartiles the more coarsely the fewer people they are of, and the present day is not counted.
        pub is_rounded: bool,
        /// The last day that is counted, if the period ends later; absent otherwise. Buckets that begin later have no
        /// figures.
        pub last_day: Option<Date>,
        /// What is not counted because the caller may not read it.
        pub left_out: LeftOut,
    }
}

output! {
    /// Number of tests and of people tested; both absent if the group is too small to be shown.
    pub struct TestCount {
        /// Number of tests.
        pub tests: Option<i64>,
        /// Number of distinct people.
        pub people: Option<i64>,
    }
}

output! {
    /// The tests of a test case, a category or a company.
    pub struct TestStatisticRow {
        /// Category. Absent for companies, and for test cases, because a test case can occur in several categories.
        pub category: Option<KindOfMeasurements>,
        /// Test case; absent for categories and companies.
        pub test_case: Option<TestCase>,
        /// Company. Absent for categories and test cases, and for the row with the parent company's own tests.
        pub company_id: Option<CompanyId>,
        /// Name of the company; absent for categories and test cases.
        pub company_name: Option<String>,
        /// Number of members of the company today.
        pub members: Option<i64>,
        /// Counts of the period.
        pub count: TestCount,
        /// Counts of the preceding period; absent unless requested.
        pub previous: Option<TestCount>,
        /// Counts per bucket.
        pub by_bucket: Vec<TestCount>,
    }
}

output! {
    /// Statistic of tests and people tested.
    pub struct TestStatistic {
        /// Period and state.
        pub frame: StatisticFrame,
        /// Total of all rows; a person in several rows counts once.
        pub total: TestStatisticRow,
        /// Test cases or categories in their order, or companies by number of tests, highest first.
        pub rows: Vec<TestStatisticRow>,
    }
}

output! {
    /// The values of an indicator in a group. If nobody was measured, all except the number of tests are absent. If the
    /// group is too small to be shown, all are absent.
    pub struct AverageFigures {
        /// Number of measurements.
        pub tests: Option<i64>,
        /// Mean.
        pub mean: Option<Hundredths>,
        /// First quartile.
        pub lower_quartile: Option<Hundredths>,
        /// Median.
        pub median: Option<Hundredths>,
        /// Third quartile.
        pub upper_quartile: Option<Hundredths>,
    }
}

output! {
    /// An indicator in a group of people.
    pub struct AverageRow {
        /// Indicator.
        pub indicator: Indicator,
        /// Sex. Absent for the group of all people, including those of unknown sex.
        pub sex: Option<Sex>,
        /// Age group: 0, 10, 20, …; absent for all ages.
        pub age_decade: Option<i64>,
        /// Figures of the period.
        pub figures: AverageFigures,
        /// Figures of the preceding period; absent unless requested.
        pub previous: Option<AverageFigures>,
        /// Figures per bucket; empty except in rows of all people.
        pub by_bucket: Vec<AverageFigures>,
    }
}

output! {
    /// Statistic of the mean, median and quartiles of indicators, by sex and age.
    pub struct AverageStatistic {
        /// Period and state.
        pub frame: StatisticFrame,
        /// For each indicator: all people, then by sex, by age, and by both.
        pub rows: Vec<AverageRow>,
    }
}

output! {
    /// Number of people with a grade.
    pub struct GradeCount {
        /// Grade.
        pub grade: String,
        /// How much attention the grade requires.
        pub concern: Concern,
        /// People whose latest grade in the period is this one; absent if they are too few to be shown.
        pub people: Option<i64>,
        /// The same for the preceding period.
        pub previous: Option<i64>,
    }
}

output! {
    /// People with one grade in the preceding period and another, or the same, in this one.
    pub struct GradeMove {
        /// Grade in the preceding period.
        pub from: String,
        /// Grade in this period.
        pub to: String,
        /// Number of people; absent if they are too few to be shown.
        pub people: Option<i64>,
    }
}

output! {
    /// People by grade of one indicator.
    pub struct AttentionRow {
        /// Indicator.
        pub indicator: GradedIndicator,
        /// Number of people graded; absent if they are too few to be shown.
        pub people: Option<i64>,
        /// Number of them who need attention.
        pub concerned: Option<i64>,
        /// Number of people who needed attention in the preceding period.
        pub previous_concerned: Option<i64>,
        /// All grades in the order of the scale.
        pub grades: Vec<GradeCount>,
        /// Grade changes since the preceding period; empty unless that was requested. Combinations without people are
        /// omitted.
        pub moves: Vec<GradeMove>,
        /// Number of people who need attention, per bucket.
        pub by_bucket: Vec<Option<i64>>,
    }
}

output! {
    /// Statistic of people by grade for each indicator.
    pub struct AttentionStatistic {
        /// Period and state.
        pub frame: StatisticFrame,
        /// Indicators for which anyone was graded.
        pub rows: Vec<AttentionRow>,
    }
}

input! {
    /// Filter of the people who need attention.
    pub struct AttentionPeopleFilter {
        /// First day.
        start: Date => date(),
        /// Last day, inclusive.
        end: Date => date(),
        /// Indicator.
        indicator: GradedIndicator => word(GradedIndicator::WORDS),
        /// Only people with this grade.
        grade: Option<String> => text(0, 20),
        /// This company and the companies below it.
        company_id: Option<CompanyId> => id(),
        /// This division and the divisions below it.
        division_id: Option<DivisionId> => id(),
        /// Companies that offer one of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Age groups: 0, 10, 20, …, each covering ten years.
        age_decades: Vec<i64> => integers(0, 130),
        /// Page number, from 0; the most severe grades come first.
        page: Option<i64> => integer(0, 1_000_000),
        /// People per page.
        page_size: Option<i64> => integer(1, 100),
    } also check_days
}

output! {
    /// A person who needs attention.
    pub struct AttentionPerson {
        /// Member id; `null` for a user who measures without a company.
        pub member_id: Option<MemberId>,
        /// User id of such a user.
        pub user_id: Option<UserId>,
        /// Whether such a user is an online member.
        pub is_online: Option<bool>,
        /// Member number.
        pub member_no: Option<String>,
        /// Name.
        pub name: String,
        /// Name of the company.
        pub company_name: Option<String>,
        /// Latest grade in the period.
        pub grade: String,
        /// When it was measured.
        pub measured_at: Timestamp,
        /// Category of the measurement.
        pub category: KindOfMeasurements,
        /// Measurement id.
        pub measurement_id: i64,
    }
}

output! {
    /// Numbers of members of an app, or of all apps of a service.
    pub struct MemberCount {
        /// Members who started using it.
        pub new: Option<i64>,
        /// Members who started by the end and have not withdrawn.
        pub cumulative: Option<i64>,
        /// Members who used it in the 30 days before the end.
        pub active: Option<i64>,
        /// Members who withdrew.
        pub withdrawn: Option<i64>,
    }
}

output! {
    /// Members of one app or service.
    pub struct MemberStatisticRow {
        /// App; absent in statistics by service.
        pub user_app_id: Option<UserAppId>,
        /// Service.
        pub service_id: Option<ServiceId>,
        /// Name of the app or service.
        pub name: String,
        /// Level; absent in statistics that are not broken down by level.
        pub level: Option<UserLevel>,
        /// Counts of the period.
        pub count: MemberCount,
        /// Counts of the preceding period; absent unless requested.
        pub previous: Option<MemberCount>,
        /// Counts per bucket.
        pub by_bucket: Vec<MemberCount>,
    }
}

output! {
    /// Statistic of members by app over time.
    pub struct MemberStatistic {
        /// Period and state.
        pub frame: StatisticFrame,
        /// All members; a member who uses several apps counts once. Absent in statistics by level, and if the filter
        /// names several but not all services.
        pub total: Option<MemberStatisticRow>,
        /// Apps or services by name, one row per level in statistics by level.
        pub rows: Vec<MemberStatisticRow>,
    }
}

endpoint! {
    /// Returns members by service over time.
    pub GetServiceAppMemberStatistics = Get "/api/v1/statistics/service-app-member-statistics",
    auth: Staff { screen: SERVICE_APP_MEMBERS, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Returns members by user app over time.
    pub GetUserAppMemberStatistics = Get "/api/v1/statistics/user-app-member-statistics",
    auth: Staff { screen: USER_APP_MEMBERS, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Returns members by service and level.
    pub GetMemberTypesByServiceApp = Get "/api/v1/statistics/member-type-by-service-app",
    auth: Staff { screen: SERVICE_APP_TYPES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Returns members by user app and level.
    pub GetMemberTypesByUserApp = Get "/api/v1/statistics/member-type-by-user-app",
    auth: Staff { screen: USER_APP_TYPES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Returns tests and people tested by test case.
    pub GetTestCaseStatistics = Get "/api/v1/statistics/test-case-statistics",
    auth: Staff { screen: TEST_CASES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: TestStatistic
}

endpoint! {
    /// Returns tests and people tested by category.
    pub GetTestCategoryStatistics = Get "/api/v1/statistics/test-category-statistics",
    auth: Staff { screen: TEST_CATEGORIES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: TestStatistic
}

endpoint! {
    /// Returns mean, median and quartiles of indicators by sex and age.
    ///
    /// Blood pressure is that of adults (19 years and older) as measured in a clinic; readings at home, those of children
    /// and those without an age are not in it. Of several scores of one indicator at one moment, the highest counts. The
    /// mean is exact, unless `isRounded`. Median and quartiles are computed from classes of equal width: 0.1 for BMI and
    /// body fat, 1 for pressures, scores and rates.
    pub GetIndicatorAverages = Get "/api/v1/statistics/test-category-indicator-average-statistics",
    auth: Staff { screen: AVERAGES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: AverageStatistic
}

endpoint! {
    /// Returns tests and people tested by company.
    ///
    /// Includes the companies directly below the requested company, or below the caller's own. A company without
    /// companies below it is returned itself.
    pub GetCompanyTestStatistics = Get "/api/v1/statistics/each-company-test-count-statistics",
    auth: Staff { screen: COMPANIES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: TestStatistic
}

endpoint! {
    /// Returns people by grade for each indicator, and how grades have changed since the preceding period.
    pub GetAttentionStatistics = Get "/api/v1/statistics/test-result-by-attention",
    auth: Staff { screen: ATTENTION, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: AttentionStatistic
}

endpoint! {
    /// Lists the people who need attention by their latest grade in the period, most severe first.
    ///
    /// The caller must also be allowed to read members, and the history of every kind of measurement that grades the
    /// indicator. The read is recorded in the access log.
    pub ListPeopleWhoNeedAttention = Get "/api/v1/statistics/test-result-by-attention/people",
    auth: Staff { screen: ATTENTION, action: Read },
    query: AttentionPeopleFilter,
    refuses: [NotFound],
    reads: Reading::BY_HANDLER,
    ok: AttentionPeople
}

output! {
    /// A page of people who need attention.
    pub struct AttentionPeople {
        /// The people of the page.
        pub data: Vec<AttentionPerson>,
        /// Page number, from 0.
        pub page: i64,
        /// People per page.
        pub page_size: i64,
        /// Total number of people.
        pub total: i64,
    }
}

output! {
    /// A current number, and how many of it were added in the period.
    #[derive(Copy)]
    pub struct OverviewFigure {
        /// Current number; for measurements, without trials.
        pub count: i64,
        /// How many of these were created in the period; for measurements, how many were measured in it.
        /// `null` if the caller may not read these records or their statistic.
        pub added: Option<i64>,
    }
}

output! {
    /// Current numbers of what the caller is responsible for.
    pub struct Overview {
        /// Distributors.
        pub vendors: OverviewFigure,
        /// Dealers.
        pub dealers: OverviewFigure,
        /// Retailers.
        pub retailers: OverviewFigure,
        /// Members.
        pub members: OverviewFigure,
        /// Measurements of the kinds that the caller may read; absent if there are none.
        pub measurements: Option<OverviewFigure>,
    }
}

output! {
    /// The data of the staff home page: figures of the caller's scope, filtered by services only, and the statistics of
    /// the screens. A statistic is absent if the caller may not read its screen.
    pub struct Dashboard {
        /// Current numbers. Those of members and measurements are rounded to fives if the caller may not read members.
        pub overview: Overview,
        /// Whether they are.
        pub is_rounded: bool,
        /// Categories that are not counted because the caller may not read them.
        pub left_out: Vec<KindOfMeasurements>,
        /// Tests by category.
        pub tests: Option<TestStatistic>,
        /// People by grade, in yearly buckets.
        pub attention: Option<AttentionStatistic>,
        /// Tests by company, in yearly buckets.
        pub companies: Option<TestStatistic>,
        /// Members by service, in yearly buckets.
        pub members: Option<MemberStatistic>,
    }
}

endpoint! {
    /// Returns the data of the staff home page.
    pub GetDashboard = Get "/api/v1/statistics/dashboard",
    auth: AnyStaff,
    query: StatisticFilter,
    refuses: [NotFound],
    ok: Dashboard
}

/// Declares the endpoint that exports a statistic.
macro_rules! export_of {
    (#[doc = $doc:literal] $name:ident, $path:literal, $screen:expr) => {
        endpoint! {
            #[doc = $doc]
            pub $name = Post $path,
            auth: Staff { screen: $screen, action: Read },
            query: StatisticFilter,
            body: ExportOptions,
            refuses: [NotFound, TooManyRequests],
            ok: Job
        }
    };
}

export_of! {
    /// Queues a job that exports members by service to a file.
    ExportServiceAppMemberStatistics, "/api/v1/statistics/service-app-member-statistics/exports", SERVICE_APP_MEMBERS
}
export_of! {
    /// Queues a job that exports members by user app to a file.
    ExportUserAppMemberStatistics, "/api/v1/statistics/user-app-member-statistics/exports", USER_APP_MEMBERS
}
export_of! {
    /// Queues a job that exports members by service and level to a file.
    ExportMemberTypesByServiceApp, "/api/v1/statistics/member-type-by-service-app/exports", SERVICE_APP_TYPES
}
export_of! {
    /// Queues a job that exports members by user app and level to a file.
    ExportMemberTypesByUserApp, "/api/v1/statistics/member-type-by-user-app/exports", USER_APP_TYPES
}
export_of! {
    /// Queues a job that exports tests by test case to a file.
    ExportTestCaseStatistics, "/api/v1/statistics/test-case-statistics/exports", TEST_CASES
}
export_of! {
    /// Queues a job that exports tests by category to a file.
    ExportTestCategoryStatistics, "/api/v1/statistics/test-category-statistics/exports", TEST_CATEGORIES
}
export_of! {
    /// Queues a job that exports averages of indicators to a file.
    ExportIndicatorAverages, "/api/v1/statistics/test-category-indicator-average-statistics/exports", AVERAGES
}
export_of! {
    /// Queues a job that exports tests by company to a file.
    ExportCompanyTestStatistics, "/api/v1/statistics/each-company-test-count-statistics/exports", COMPANIES
}
export_of! {
    /// Queues a job that exports people by grade to a file.
    ExportAttentionStatistics, "/api/v1/statistics/test-result-by-attention/exports", ATTENTION
}

endpoint! {
    /// Queues a job that exports the people who need attention to a file.
    pub ExportPeopleWhoNeedAttention = Post "/api/v1/statistics/test-result-by-attention/people/exports",
    auth: Staff { screen: ATTENTION, action: Read },
    query: AttentionPeopleFilter,
    body: ExportOptions,
    refuses: [NotFound, TooManyRequests],
    ok: Job
}
