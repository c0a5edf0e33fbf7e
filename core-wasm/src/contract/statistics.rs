//! Statistics: what the measurements and the members of a scope say together, by period and bucket. All nine have the
//! same filter and are answered from what is counted behind every change; groups of fewer than five people are told to
//! those alone who may read the people themselves.

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

/// Menu url of what is above the statistics.
pub const SCREENS: &str = "/statistics";
/// Members by service.
pub const SERVICE_APP_MEMBERS: &str = "/statistics/service_app_member_statistics";
/// Members by user app.
pub const USER_APP_MEMBERS: &str = "/statistics/user_app_member_statistics";
/// Levels of members by service.
pub const SERVICE_APP_TYPES: &str = "/statistics/member_type_by_service_app";
/// Levels of members by user app.
pub const USER_APP_TYPES: &str = "/statistics/member_type_by_user_app";
/// Tests by case.
pub const TEST_CASES: &str = "/statistics/test_case_statistics";
/// Tests by category.
pub const TEST_CATEGORIES: &str = "/statistics/test_category_statistics";
/// Averages of indicators.
pub const AVERAGES: &str = "/statistics/test_category_indicator_average_statistics";
/// Tests by company.
pub const COMPANIES: &str = "/statistics/each_company_test_count_statistics";
/// People by grade.
pub const ATTENTION: &str = "/statistics/test_result_by_attention";

/// Groups of fewer people are not told to who may not read them.
pub const SMALLEST_GROUP: i64 = 5;
/// Most buckets of one answer.
pub const MAX_BUCKETS: i64 = 1_000;

value_enum! {
    /// What the period is cut into; weeks are those of Korea, from Monday on.
    pub enum StatisticBucket { Day = "DAY", Week = "WEEK", Month = "MONTH", Year = "YEAR" }
}

value_enum! {
    /// What is tested, by instrument. A measurement is a test of each of which it has a result.
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
    /// What a statistic is about.
    pub struct StatisticFilter {
        /// First day.
        start: Date => date(),
        /// Last day, which belongs to it.
        end: Date => date(),
        /// What the period is cut into; absent: days up to 31 of them, weeks up to half a year, months up to three
        /// years, else years.
        bucket: Option<StatisticBucket> => word(StatisticBucket::WORDS),
        /// Whether the period before, of as many days, stands beside it.
        compare: Option<bool> => flag(),
        /// This company with those below it.
        company_id: Option<CompanyId> => id(),
        /// This division with those below it.
        division_id: Option<DivisionId> => id(),
        /// Companies that offer one of these services; of members by app, the apps of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Of this sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// At these ages: 0, 10, 20, … each for its ten years.
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
        /// Last day, which belongs to it.
        pub end: Date,
    }
}

output! {
    /// What every statistic says of itself.
    pub struct StatisticFrame {
        /// What it is about.
        pub period: StatisticPeriod,
        /// The period before; absent where it was not asked for.
        pub previous: Option<StatisticPeriod>,
        /// What the period is cut into.
        pub bucket: StatisticBucket,
        /// The buckets in order; the first and the last may be cut by the period.
        pub buckets: Vec<StatisticPeriod>,
        /// Until when everything that was written is counted.
        pub counted_at: Timestamp,
        /// Whether something of the period is still being counted.
        pub is_counting: bool,
        /// Whether groups were too small to be told.
        pub has_hidden: bool,
    }
}

output! {
    /// Tests and people tested; both absent where the group is too small to be told.
    pub struct TestCount {
        /// Tests.
        pub tests: Option<i64>,
        /// Different people.
        pub people: Option<i64>,
    }
}

output! {
    /// The tests of a case, a category or a company.
    pub struct TestStatisticRow {
        /// Category; absent of companies and of cases, which several categories can have.
        pub category: Option<KindOfMeasurements>,
        /// Case; absent of categories and companies.
        pub test_case: Option<TestCase>,
        /// Company; absent of categories and cases, and of what the company itself has that the others are below.
        pub company_id: Option<CompanyId>,
        /// Name of the company; absent of categories and cases.
        pub company_name: Option<String>,
        /// Members of the company today.
        pub members: Option<i64>,
        /// In the period.
        pub count: TestCount,
        /// In the period before; absent where it was not asked for.
        pub previous: Option<TestCount>,
        /// Bucket by bucket.
        pub by_bucket: Vec<TestCount>,
    }
}

output! {
    /// Tests and people tested.
    pub struct TestStatistic {
        /// What it says of itself.
        pub frame: StatisticFrame,
        /// All rows together; people who are in several rows count once.
        pub total: TestStatisticRow,
        /// Cases or categories in their order, companies by number of tests, the most first.
        pub rows: Vec<TestStatisticRow>,
    }
}

output! {
    /// The values of an indicator in a group; but for the number of tests absent where nobody was measured, all of them
    /// where the group is too small to be told.
    pub struct AverageFigures {
        /// Measurements.
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
    /// An indicator in a group.
    pub struct AverageRow {
        /// Indicator.
        pub indicator: Indicator,
        /// Sex; absent for both and for those whose sex nobody has said.
        pub sex: Option<Sex>,
        /// Age: 0, 10, 20, …; absent for all ages.
        pub age_decade: Option<i64>,
        /// In the period.
        pub figures: AverageFigures,
        /// In the period before; absent where it was not asked for.
        pub previous: Option<AverageFigures>,
        /// Bucket by bucket; empty but of rows of everybody.
        pub by_bucket: Vec<AverageFigures>,
    }
}

output! {
    /// Mean, median and quartiles of indicators, by sex and age.
    pub struct AverageStatistic {
        /// What it says of itself.
        pub frame: StatisticFrame,
        /// Of each indicator everybody first, then by sex, by age, and by both.
        pub rows: Vec<AverageRow>,
    }
}

output! {
    /// People of a grade.
    pub struct GradeCount {
        /// Grade.
        pub grade: String,
        /// How much it calls for somebody.
        pub concern: Concern,
        /// People whose newest grade in the period it is; absent where they are too few to be told.
        pub people: Option<i64>,
        /// The same in the period before.
        pub previous: Option<i64>,
    }
}

output! {
    /// People who had one grade in the period before and have another, or the same, now.
    pub struct GradeMove {
        /// Grade then.
        pub from: String,
        /// Grade now.
        pub to: String,
        /// People; absent where they are too few to be told.
        pub people: Option<i64>,
    }
}

output! {
    /// People by grade of one indicator.
    pub struct AttentionRow {
        /// Indicator.
        pub indicator: GradedIndicator,
        /// People graded; absent where they are too few to be told.
        pub people: Option<i64>,
        /// Those of them who need attention.
        pub concerned: Option<i64>,
        /// Who needed attention in the period before.
        pub previous_concerned: Option<i64>,
        /// All grades in the order of the scale.
        pub grades: Vec<GradeCount>,
        /// How grades have moved; empty where no period before was asked for. What nobody has done is left out.
        pub moves: Vec<GradeMove>,
        /// Who needs attention, bucket by bucket.
        pub by_bucket: Vec<Option<i64>>,
    }
}

output! {
    /// People by grade for each indicator.
    pub struct AttentionStatistic {
        /// What it says of itself.
        pub frame: StatisticFrame,
        /// Indicators of which anybody was graded.
        pub rows: Vec<AttentionRow>,
    }
}

input! {
    /// Who needs attention.
    pub struct AttentionPeopleFilter {
        /// First day.
        start: Date => date(),
        /// Last day, which belongs to it.
        end: Date => date(),
        /// Of which indicator.
        indicator: GradedIndicator => word(GradedIndicator::WORDS),
        /// Only those of this grade.
        grade: Option<String> => text(0, 20),
        /// This company with those below it.
        company_id: Option<CompanyId> => id(),
        /// This division with those below it.
        division_id: Option<DivisionId> => id(),
        /// Companies that offer one of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Of this sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// At these ages: 0, 10, 20, … each for its ten years.
        age_decades: Vec<i64> => integers(0, 130),
        /// Page from 0; the gravest first.
        page: Option<i64> => integer(0, 1_000_000),
        /// People of a page.
        page_size: Option<i64> => integer(1, 100),
    } also check_days
}

output! {
    /// Somebody who needs attention.
    pub struct AttentionPerson {
        /// Member; `null` for a user who measures without a company.
        pub member_id: Option<MemberId>,
        /// That user.
        pub user_id: Option<UserId>,
        /// Whether that user is an online member.
        pub is_online: Option<bool>,
        /// Member number.
        pub member_no: Option<String>,
        /// Name.
        pub name: String,
        /// Company.
        pub company_name: Option<String>,
        /// Newest grade in the period.
        pub grade: String,
        /// When it was measured.
        pub measured_at: Timestamp,
        /// Category of the measurement.
        pub category: KindOfMeasurements,
        /// The measurement.
        pub measurement_id: i64,
    }
}

output! {
    /// Members of an app, or of all apps of a service.
    pub struct MemberCount {
        /// Who has begun to use it.
        pub new: Option<i64>,
        /// Who has begun until the end and not withdrawn.
        pub cumulative: Option<i64>,
        /// Who has used it within the 30 days before the end.
        pub active: Option<i64>,
        /// Who has withdrawn.
        pub withdrawn: Option<i64>,
    }
}

output! {
    /// Members of one app or service.
    pub struct MemberStatisticRow {
        /// App; absent in statistics of services.
        pub user_app_id: Option<UserAppId>,
        /// Service.
        pub service_id: Option<ServiceId>,
        /// Name of the app or service.
        pub name: String,
        /// Level; absent in statistics that do not tell levels apart.
        pub level: Option<UserLevel>,
        /// In the period.
        pub count: MemberCount,
        /// In the period before; absent where it was not asked for.
        pub previous: Option<MemberCount>,
        /// Bucket by bucket.
        pub by_bucket: Vec<MemberCount>,
    }
}

output! {
    /// Members by app over time.
    pub struct MemberStatistic {
        /// What it says of itself.
        pub frame: StatisticFrame,
        /// Everybody; who uses several apps counts once. Absent in statistics of levels, and where several services are
        /// asked for and not all.
        pub total: Option<MemberStatisticRow>,
        /// Apps or services by name, each level apart where levels are told apart.
        pub rows: Vec<MemberStatisticRow>,
    }
}

endpoint! {
    /// Answers members by service over time.
    pub GetServiceAppMemberStatistics = Get "/api/v1/statistics/service-app-member-statistics",
    auth: Staff { screen: SERVICE_APP_MEMBERS, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Answers members by user app over time.
    pub GetUserAppMemberStatistics = Get "/api/v1/statistics/user-app-member-statistics",
    auth: Staff { screen: USER_APP_MEMBERS, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Answers members by service and level.
    pub GetMemberTypesByServiceApp = Get "/api/v1/statistics/member-type-by-service-app",
    auth: Staff { screen: SERVICE_APP_TYPES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Answers members by user app and level.
    pub GetMemberTypesByUserApp = Get "/api/v1/statistics/member-type-by-user-app",
    auth: Staff { screen: USER_APP_TYPES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: MemberStatistic
}

endpoint! {
    /// Answers tests and people tested by case.
    pub GetTestCaseStatistics = Get "/api/v1/statistics/test-case-statistics",
    auth: Staff { screen: TEST_CASES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: TestStatistic
}

endpoint! {
    /// Answers tests and people tested by category.
    pub GetTestCategoryStatistics = Get "/api/v1/statistics/test-category-statistics",
    auth: Staff { screen: TEST_CATEGORIES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: TestStatistic
}

endpoint! {
    /// Answers mean, median and quartiles of indicators by sex and age.
    ///
    /// The mean is exact. Median and quartiles are those of classes of equal width: 0.1 of BMI and body fat, 1 of
    /// pressures, scores and rates.
    pub GetIndicatorAverages = Get "/api/v1/statistics/test-category-indicator-average-statistics",
    auth: Staff { screen: AVERAGES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: AverageStatistic
}

endpoint! {
    /// Answers tests and people tested by company.
    ///
    /// The companies are those directly below the one that is asked for, or below the caller's own; one that has none
    /// below it stands for itself.
    pub GetCompanyTestStatistics = Get "/api/v1/statistics/each-company-test-count-statistics",
    auth: Staff { screen: COMPANIES, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: TestStatistic
}

endpoint! {
    /// Answers people by grade for each indicator, and how grades have moved since the period before.
    pub GetAttentionStatistics = Get "/api/v1/statistics/test-result-by-attention",
    auth: Staff { screen: ATTENTION, action: Read },
    query: StatisticFilter,
    refuses: [NotFound],
    ok: AttentionStatistic
}

endpoint! {
    /// Lists who needs attention, the gravest first: members whose newest grade in the period calls for somebody.
    ///
    /// The caller must be allowed to read members as well. The access log has it.
    pub ListPeopleWhoNeedAttention = Get "/api/v1/statistics/test-result-by-attention/people",
    auth: Staff { screen: ATTENTION, action: Read },
    query: AttentionPeopleFilter,
    refuses: [NotFound],
    ok: AttentionPeople
}

output! {
    /// People who need attention.
    pub struct AttentionPeople {
        /// Those of the page.
        pub data: Vec<AttentionPerson>,
        /// Page from 0.
        pub page: i64,
        /// People of a page.
        pub page_size: i64,
        /// How many there are.
        pub total: i64,
    }
}

output! {
    /// How many there are now, and how many of them are of the period.
    #[derive(Copy)]
    pub struct OverviewFigure {
        /// How many there are; of measurements, without those made on trial.
        pub count: i64,
        /// How many of these were made in the period; of measurements, how many were measured in it.
        /// `null` for whoever may not read whom it is about, or the statistic of it.
        pub added: Option<i64>,
    }
}

output! {
    /// How many of what the caller looks after there are now.
    pub struct Overview {
        /// Distributors.
        pub vendors: OverviewFigure,
        /// Dealers.
        pub dealers: OverviewFigure,
        /// Retailers.
        pub retailers: OverviewFigure,
        /// Members.
        pub members: OverviewFigure,
        /// Measurements of all kinds.
        pub measurements: OverviewFigure,
    }
}

output! {
    /// What stands on the first page of staff: figures of the caller's scope, narrowed by the services alone, and
    /// statistics, each that of its screen and absent for whoever may not read that.
    pub struct Dashboard {
        /// How much there is now.
        pub overview: Overview,
        /// Tests by category.
        pub tests: Option<TestStatistic>,
        /// People by grade, cut into years.
        pub attention: Option<AttentionStatistic>,
        /// Tests by company, cut into years.
        pub companies: Option<TestStatistic>,
        /// Members by service, cut into years.
        pub members: Option<MemberStatistic>,
    }
}

endpoint! {
    /// Answers what stands on the first page of staff.
    pub GetDashboard = Get "/api/v1/statistics/dashboard",
    auth: AnyStaff,
    query: StatisticFilter,
    refuses: [NotFound],
    ok: Dashboard
}

/// Declares the call that writes a statistic to a file.
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
    /// Queues a job that writes members by service to a file.
    ExportServiceAppMemberStatistics, "/api/v1/statistics/service-app-member-statistics/exports", SERVICE_APP_MEMBERS
}
export_of! {
    /// Queues a job that writes members by user app to a file.
    ExportUserAppMemberStatistics, "/api/v1/statistics/user-app-member-statistics/exports", USER_APP_MEMBERS
}
export_of! {
    /// Queues a job that writes members by service and level to a file.
    ExportMemberTypesByServiceApp, "/api/v1/statistics/member-type-by-service-app/exports", SERVICE_APP_TYPES
}
export_of! {
    /// Queues a job that writes members by user app and level to a file.
    ExportMemberTypesByUserApp, "/api/v1/statistics/member-type-by-user-app/exports", USER_APP_TYPES
}
export_of! {
    /// Queues a job that writes tests by case to a file.
    ExportTestCaseStatistics, "/api/v1/statistics/test-case-statistics/exports", TEST_CASES
}
export_of! {
    /// Queues a job that writes tests by category to a file.
    ExportTestCategoryStatistics, "/api/v1/statistics/test-category-statistics/exports", TEST_CATEGORIES
}
export_of! {
    /// Queues a job that writes averages of indicators to a file.
    ExportIndicatorAverages, "/api/v1/statistics/test-category-indicator-average-statistics/exports", AVERAGES
}
export_of! {
    /// Queues a job that writes tests by company to a file.
    ExportCompanyTestStatistics, "/api/v1/statistics/each-company-test-count-statistics/exports", COMPANIES
}
export_of! {
    /// Queues a job that writes people by grade to a file.
    ExportAttentionStatistics, "/api/v1/statistics/test-result-by-attention/exports", ATTENTION
}

endpoint! {
    /// Queues a job that writes who needs attention to a file.
    pub ExportPeopleWhoNeedAttention = Post "/api/v1/statistics/test-result-by-attention/people/exports",
    auth: Staff { screen: ATTENTION, action: Read },
    query: AttentionPeopleFilter,
    body: ExportOptions,
    refuses: [NotFound, TooManyRequests],
    ok: Job
}
