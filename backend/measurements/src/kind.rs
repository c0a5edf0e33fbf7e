//! The trait that each kind of measurement implements, and the filter on headers of a kind.

use crate::grades::{GradeFilter, number_of};
use kernel::{
    access::{caller::Caller, scope::Scope},
    db::DatabaseConnection,
    problem::Problem,
    records::Mask,
};
use organisation::tally;
use serde::{Serialize, de::DeserializeOwned};
use uno_core::{
    contract::{
        RecordPath,
        companies::CompanyId,
        jobs::JobId,
        measurement_imports::ImportedKind,
        measurements::{KindOfMeasurements, MeasurementForm, MeasurementSort, MeasurementsByKind},
        members::MemberId,
        page::{Can, Permit},
        revisions::Authored,
        services::ServiceId,
        users::UserId,
        validation::Rules,
    },
    domain::{
        access::Action,
        age::age_at,
        grade::{RuleSet, Sex, concern::GradedIndicator, physical::RuleSetVersion},
        time::{Date, Timestamp},
    },
};

/// A kind of measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasurementKind {
    /// Height, weight, body fat, blood pressure.
    Physical,
    /// Heart rate variability, and questionnaires of stress, anxiety and burnout.
    Stress,
    /// Visual acuity, refraction, and other eye examinations.
    Vision,
    /// Heart rate at rest or after exercise.
    HeartRate,
    /// Screening for dementia.
    Dementia,
    /// Results of stress, anxiety and burnout instruments.
    Psychological,
}

impl MeasurementKind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Physical, Self::Stress, Self::Vision, Self::HeartRate, Self::Dementia, Self::Psychological];

    /// Returns the kind's number in the header and in the tally.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Physical => tally::PHYSICAL_MEASUREMENTS,
            Self::Stress => tally::STRESS_MEASUREMENTS,
            Self::Vision => tally::VISION_MEASUREMENTS,
            Self::HeartRate => tally::HEART_RATE_MEASUREMENTS,
            Self::Dementia => tally::DEMENTIA_SCREENINGS,
            Self::Psychological => tally::PSYCHOLOGICAL_TESTS,
        }
    }

    /// Returns the resource name in revisions.
    #[must_use]
    pub const fn resource(self) -> &'static str {
        match self {
            Self::Physical => "physicalMeasurement",
            Self::Stress => "stressMeasurement",
            Self::Vision => "visionMeasurement",
            Self::HeartRate => "heartRateMeasurement",
            Self::Dementia => "dementiaScreening",
            Self::Psychological => "psychologicalTest",
        }
    }

    /// Returns the kind with a number.
    #[must_use]
    pub fn of(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }
}

impl From<KindOfMeasurements> for MeasurementKind {
    fn from(kind: KindOfMeasurements) -> Self {
        match kind {
            KindOfMeasurements::Physical => Self::Physical,
            KindOfMeasurements::Stress => Self::Stress,
            KindOfMeasurements::Vision => Self::Vision,
            KindOfMeasurements::HeartRate => Self::HeartRate,
            KindOfMeasurements::Dementia => Self::Dementia,
            KindOfMeasurements::Psychological => Self::Psychological,
        }
    }
}

impl From<MeasurementKind> for KindOfMeasurements {
    fn from(kind: MeasurementKind) -> Self {
        match kind {
            MeasurementKind::Physical => Self::Physical,
            MeasurementKind::Stress => Self::Stress,
            MeasurementKind::Vision => Self::Vision,
            MeasurementKind::HeartRate => Self::HeartRate,
            MeasurementKind::Dementia => Self::Dementia,
            MeasurementKind::Psychological => Self::Psychological,
        }
    }
}

/// The birth date and sex by which a measurement is graded, if known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// Birth date.
    pub birth_date: Option<Date>,
    /// Sex.
    pub sex: Option<Sex>,
}

impl Person {
    /// Returns the age in completed years at a moment.
    #[must_use]
    pub fn age_at(self, at: Timestamp) -> Option<u16> {
        age_at(self.birth_date?, at.date_in_seoul())
    }
}

/// The findings for a measurement of a person.
#[derive(Clone, Debug)]
pub struct Findings<Detail> {
    /// The setting of the measurement, for kinds that record it.
    pub setting: Option<&'static str>,
    /// The test, for kinds that have several.
    pub test_case: &'static str,
    /// The packed grades: see [`crate::grades`].
    pub grades: i64,
    /// The edition of the rules that assigned the grades.
    pub rules: Option<RuleSetVersion>,
    /// Fields with values that are possible but unusual.
    pub unusual: Vec<&'static str>,
    /// The detail row beside the header.
    pub detail: Detail,
}

/// The kind-specific part of a measurement, beside its header.
pub trait Kind: 'static {
    /// The kind.
    const KIND: MeasurementKind;
    /// The screen of the kind's history.
    const SCREEN: &'static str;
    /// The key of the text that names the kind.
    const TITLE: &'static str;
    /// The import columns of the kind.
    const IMPORTED: ImportedKind;
    /// The name of the kind's list in an intake request.
    const LIST: &'static str;
    /// Fields that histories show in shortened form.
    const SHORTENED: &'static [(&'static str, Mask)] = &[];
    /// The graded indicators: the position of each within the packed grades, and the indicator.
    const GRADED: &'static [(u32, GradedIndicator)];
    /// The path parameter of a single measurement.
    type Path: RecordPath;
    /// The filter of the kind's list.
    type Filter;
    /// A measurement as responses return it.
    type Measurement: Authored;
    /// A measurement as requests send it.
    type Save: Rules + Serialize + DeserializeOwned + MeasurementForm + Clone + Send;
    /// The detail row.
    type Detail;

    /// Returns the kind's list within the lists of all kinds.
    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<Self::Measurement>;

    /// Converts a filter into the query on headers.
    fn list_request(filter: &Self::Filter) -> ListRequest;

    /// Returns the graded indicators of packed grades, each with its position on its scale, from 0.
    fn graded(grades: i64) -> Vec<(GradedIndicator, u8)> {
        let number = |(place, indicator): &(u32, GradedIndicator)| {
            Some((*indicator, number_of(grades, *place)?.checked_sub(1)?))
        };
        Self::GRADED.iter().filter_map(number).collect()
    }

    /// Returns the same with the names of the grades.
    fn graded_by_name(grades: i64) -> Vec<(GradedIndicator, &'static str)> {
        let word = |(indicator, number): (GradedIndicator, u8)| {
            Some((indicator, *indicator.grades().get(usize::from(number))?))
        };
        Self::graded(grades).into_iter().filter_map(word).collect()
    }

    /// Returns a measurement's place in its list.
    fn place(measurement: &Self::Measurement) -> Place;

    /// Adds what needs the rule versions: the marks of urgent values, by the versions that marked them. Called for
    /// measurements of which one has a mark, or was graded by a version of this installation.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn complete(_: &mut DatabaseConnection, _: &mut [Self::Measurement]) -> Result<(), Problem> {
        Ok(())
    }

    /// Returns whether findings give a measurement another score or instrument, though its grades are the same.
    fn is_scored_anew(_: &Self::Measurement, _: &Findings<Self::Detail>) -> bool {
        false
    }

    /// Loads the measurements with these ids within the scope, with their details, in any order.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn load(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<Self::Measurement>, Problem>;

    /// Loads the same without the fields that lists leave out.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn load_for_list(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<Self::Measurement>, Problem> {
        Self::load(connection, scope, can, ids)
    }

    /// Loads the rule versions of the kind that this installation has activated, earliest first; called once for many
    /// measurements. Most kinds have only the rules that come with the product.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn versions(_: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        Ok(Vec::new())
    }

    /// Adds the reasons of the grades, by the rule version that graded the measurement. Responses with a single
    /// measurement, prints and reports have them; lists do not.
    fn explain(_: &mut Self::Measurement, _: &[RuleSet]) {}

    /// Converts a measurement into the form that would save it again.
    fn form(measurement: &Self::Measurement) -> Self::Save;

    /// Returns the findings for a person's measurement by the rules that come with the product.
    fn findings(save: &Self::Save, person: Person) -> Findings<Self::Detail>;

    /// Loads the versions like [`Kind::versions`], within the transaction that writes the grades. Locks whatever could
    /// change before that transaction ends.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn lock_versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        Self::versions(connection)
    }

    /// Returns the findings for a person's measurement by the one of these versions that is in force for it.
    fn findings_by(save: &Self::Save, person: Person, _: &[RuleSet]) -> Findings<Self::Detail> {
        Self::findings(save, person)
    }

    /// Returns for each measurement of a member, in this order, the values that are implausibly far from the person's
    /// previous ones. `except` is the measurement that is corrected.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn far_from_last(
        _: &mut DatabaseConnection,
        measured: &[MeasuredMember<'_, Self::Save>],
        _except: Option<i64>,
    ) -> Result<Vec<Vec<FarValue>>, Problem> {
        Ok(measured.iter().map(|_| Vec::new()).collect())
    }

    /// Inserts the details of new headers.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn insert_details(connection: &mut DatabaseConnection, details: Vec<(i64, Self::Detail)>) -> Result<(), Problem>;

    /// Replaces a detail.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn replace_detail(connection: &mut DatabaseConnection, id: i64, detail: Self::Detail) -> Result<(), Problem>;
}

/// A measurement of a member: the member, the values, and the age.
pub type MeasuredMember<'a, Save> = (i64, &'a Save, Option<u16>);

/// A value that is implausibly far from the person's previous one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarValue {
    /// The field.
    pub field: &'static str,
    /// The previous value.
    pub before: String,
}

/// Returns the names of the fields as the header stores them.
#[must_use]
pub fn named_far(far: &[FarValue]) -> String {
    far.iter().map(|value| value.field).collect::<Vec<_>>().join(",")
}

/// Returns what a caller may do with measurements of a kind.
#[must_use]
pub fn permits<K: Kind>(caller: &Caller) -> Can {
    Can { update: caller.permit(K::SCREEN, Action::Update), delete: caller.permit(K::SCREEN, Action::Delete) }
}

/// Returns the permissions for measurements that are read-only for everyone.
#[must_use]
pub fn nothing() -> Can {
    Can { update: Permit::no("forbidden"), delete: Permit::no("forbidden") }
}

/// A measurement's place in a list: its time and its id.
pub type Place = (i64, i64);

/// A query on the headers of a kind.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// The conditions.
    pub conditions: HeaderFilter,
    /// The sort order.
    pub sort: MeasurementSort,
    /// The page number, from 0.
    pub page: Option<i64>,
    /// The number of rows of a page.
    pub page_size: Option<i64>,
    /// The cursor of the previous page.
    pub after: Option<String>,
}

/// Builds the header query of any kind's filter; the conditions on grades are passed separately.
///
/// ```ignore
/// asked!(filter, [GradeFilter::of(&filter.grades)])
/// ```
#[macro_export]
macro_rules! request_of {
    ($filter:expr, [$($grades:expr),* $(,)?]) => {
        $crate::kind::ListRequest {
            conditions: $crate::kind::HeaderFilter {
                start: $filter.start_measured_at.map(|start| start.first()),
                end: $filter.end_measured_at.map(|end| end.last()),
                without: Vec::new(),
                company_id: $filter.company_id,
                service_ids: $filter.service_ids.clone(),
                member_id: $filter.member_id,
                user_id: $filter.user_id,
                member_name: $filter.member_name.clone(),
                member_no: $filter.member_no.clone(),
                is_unassigned: $filter.is_unassigned,
                is_trial: $filter.is_trial,
                import_job_id: $filter.import_job_id,
                received: (
                    $filter.start_received_at.map(|start| start.first()),
                    $filter.end_received_at.map(|end| end.last()),
                ),
                is_urgent: $filter.is_urgent,
                sex: $filter.sex,
                age_decades: $filter.age_decades.clone(),
                grades: [$($grades),*].into_iter().flatten().collect(),
                member_ids: None,
                user_ids: Vec::new(),
                retailer_ids: None,
                is_of_few_received: false,
            },
            sort: $filter.sort.unwrap_or(uno_core::contract::measurements::MeasurementSort::Newest),
            page: $filter.page,
            page_size: $filter.page_size,
            after: $filter.after.clone(),
        }
    };
}

/// The conditions on measurements of a kind. An empty condition matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderFilter {
    /// Measured at or after.
    pub start: Option<Timestamp>,
    /// Measured at or before.
    pub end: Option<Timestamp>,
    /// Not measured within any of these ranges, bounds included.
    pub without: Vec<(Timestamp, Timestamp)>,
    /// In the subtree of this company.
    pub company_id: Option<CompanyId>,
    /// Of retailers that offer one of these services.
    pub service_ids: Vec<ServiceId>,
    /// Of this member.
    pub member_id: Option<MemberId>,
    /// This user's own measurements, without a member.
    pub user_id: Option<UserId>,
    /// Of members whose name starts with this.
    pub member_name: Option<String>,
    /// Of members whose number starts with this.
    pub member_no: Option<String>,
    /// Unassigned, or assigned.
    pub is_unassigned: Option<bool>,
    /// Made during a trial, or not.
    pub is_trial: Option<bool>,
    /// Brought by this import.
    pub import_job_id: Option<JobId>,
    /// Received at or after the first, and at or before the second.
    pub received: (Option<Timestamp>, Option<Timestamp>),
    /// With an urgent value, or without.
    pub is_urgent: Option<bool>,
    /// Of this sex.
    pub sex: Option<Sex>,
    /// In these age decades: 0, 10, 20, …
    pub age_decades: Vec<i64>,
    /// With these grades.
    pub grades: Vec<GradeFilter>,
    /// Of these members; set if few members match the name, number or age of the filter.
    pub member_ids: Option<Vec<i64>>,
    /// Or the own measurements of these users, who match the age of the filter.
    pub user_ids: Vec<i64>,
    /// Of these retailers; set if the retailers that offer the services of the filter have few measurements.
    pub retailer_ids: Option<Vec<i64>>,
    /// Set if few measurements of the kind were received in the period: those are found first.
    pub is_of_few_received: bool,
}

impl HeaderFilter {
    /// Returns whether the filter searches by member name or number.
    pub(crate) fn is_by_member(&self) -> bool {
        self.member_name.is_some() || self.member_no.is_some()
    }

    /// Returns whether each row, or its member's row, has to be read to decide whether it matches.
    pub(crate) fn is_looked_up(&self) -> bool {
        self.is_by_member() || self.sex.is_some() || !self.age_decades.is_empty()
    }

    /// Returns whether the filter has a period of receipt.
    pub(crate) fn is_by_receipt(&self) -> bool {
        self.received != (None, None)
    }

    /// Returns whether only a company and its services are filtered by; the tally counts those.
    pub(crate) fn is_tallied(&self) -> bool {
        Self { company_id: None, service_ids: Vec::new(), ..self.clone() } == Self::default()
    }
}
