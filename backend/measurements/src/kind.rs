//! What a kind of measurement says of itself, and what is asked of the headers of a kind.

use crate::grades::{Sought, number_of};
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
        measurement_imports::ImportedKind,
        measurements::{KindOfMeasurements, Measured, MeasurementSort, MeasurementsByKind},
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
        grade::{RuleSet, Sex, concern::GradedIndicator, physical::Edition},
        time::{Date, Timestamp},
    },
};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasurementKind {
    /// Height, weight, body fat, blood pressure.
    Physical,
    /// Heart rate variability, and questionnaires of stress, anxiety and burnout.
    Stress,
    /// Acuity, refraction, and what else is examined of eyes.
    Vision,
    /// Heart rate at rest or after exercise.
    HeartRate,
    /// Screening for dementia.
    Dementia,
    /// Results of instruments of stress, anxiety and burnout.
    Psychological,
}

impl MeasurementKind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Physical, Self::Stress, Self::Vision, Self::HeartRate, Self::Dementia, Self::Psychological];

    /// The number in the header and in the tally.
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

    /// The name in revisions.
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

    /// The kind of a number.
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

/// By whom a measurement is graded: birth date and sex, where they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// Birth date.
    pub birth_date: Option<Date>,
    /// Sex.
    pub sex: Option<Sex>,
}

impl Person {
    /// Completed years at a moment.
    #[must_use]
    pub fn age_at(self, at: Timestamp) -> Option<u16> {
        age_at(self.birth_date?, at.date_in_seoul())
    }
}

/// What is found in a measurement for its person.
#[derive(Clone, Debug)]
pub struct Findings<Detail> {
    /// Where it was made, of kinds that say so.
    pub setting: Option<&'static str>,
    /// Which of its tests, of kinds that have several.
    pub test_case: &'static str,
    /// See [`crate::grades`].
    pub grades: i64,
    /// Rules that gave the grades.
    pub rules: Option<Edition>,
    /// Fields whose values are possible and rare.
    pub unusual: Vec<&'static str>,
    /// What stands beside the header.
    pub detail: Detail,
}

/// A kind of measurement beside its header.
pub trait Kind: 'static {
    /// Which.
    const KIND: MeasurementKind;
    /// The screen of its history.
    const SCREEN: &'static str;
    /// Key of the text that names it.
    const TITLE: &'static str;
    /// Which columns a file of it has.
    const IMPORTED: ImportedKind;
    /// Its list in what the intake is sent.
    const LIST: &'static str;
    /// Fields whose values histories tell in short.
    const SHORTENED: &'static [(&'static str, Mask)] = &[];
    /// Which of its indicators people speak of by what name: the place in its grades beside it.
    const GRADED: &'static [(u32, GradedIndicator)];
    /// The path of one.
    type Path: RecordPath;
    /// What a list of it is asked for.
    type Filter;
    /// A measurement as it is answered.
    type Measurement: Authored;
    /// A measurement as it is sent.
    type Save: Rules + Serialize + DeserializeOwned + Measured + Clone + Send;
    /// What is written beside the header.
    type Detail;

    /// Its measurements among those of all kinds.
    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<Self::Measurement>;

    /// What a filter asks of the header.
    fn asked(filter: &Self::Filter) -> Asked;

    /// What the grades of a measurement are, as people speak of it: the number of each in the order of its scale, from 0.
    fn graded(grades: i64) -> Vec<(GradedIndicator, u8)> {
        let number = |(place, indicator): &(u32, GradedIndicator)| {
            Some((*indicator, number_of(grades, *place)?.checked_sub(1)?))
        };
        Self::GRADED.iter().filter_map(number).collect()
    }

    /// The same with the words of the grades.
    fn graded_in_words(grades: i64) -> Vec<(GradedIndicator, &'static str)> {
        let word = |(indicator, number): (GradedIndicator, u8)| {
            Some((indicator, *indicator.grades().get(usize::from(number))?))
        };
        Self::graded(grades).into_iter().filter_map(word).collect()
    }

    /// Where a measurement stands in its list.
    fn place(measurement: &Self::Measurement) -> Place;

    /// The measurements of these ids that the scope reaches, with their details, in whatever order.
    ///
    /// # Errors
    /// When the database fails.
    fn load(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<Self::Measurement>, Problem>;

    /// The same without what only the answer with a single measurement tells.
    ///
    /// # Errors
    /// When the database fails.
    fn load_briefly(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<Self::Measurement>, Problem> {
        Self::load(connection, scope, can, ids)
    }

    /// The versions of the kind's rules that this installation has activated, the earliest first, read once for many
    /// measurements; of most kinds there are none but those that come with the product.
    ///
    /// # Errors
    /// When the database fails.
    fn versions(_: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        Ok(Vec::new())
    }

    /// Adds what only the answer with a single measurement tells, by the version of the rules that graded it.
    fn explain(_: &mut Self::Measurement, _: &[RuleSet]) {}

    /// A measurement as it could be saved again.
    fn form(measurement: &Self::Measurement) -> Self::Save;

    /// What is found in a measurement for its person, by the rules that come with the product.
    fn findings(save: &Self::Save, person: Person) -> Findings<Self::Detail>;

    /// The same, read in the transaction that writes what is graded by them: what can change before that transaction has
    /// ended is kept from it.
    ///
    /// # Errors
    /// When the database fails.
    fn held_versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        Self::versions(connection)
    }

    /// What is found in a measurement for its person, by whichever of these versions is in force for it.
    fn findings_by(save: &Self::Save, person: Person, _: &[RuleSet]) -> Findings<Self::Detail> {
        Self::findings(save, person)
    }

    /// Writes details of new headers.
    ///
    /// # Errors
    /// When the database fails.
    fn insert_details(connection: &mut DatabaseConnection, details: Vec<(i64, Self::Detail)>) -> Result<(), Problem>;

    /// Writes a detail anew.
    ///
    /// # Errors
    /// When the database fails.
    fn replace_detail(connection: &mut DatabaseConnection, id: i64, detail: Self::Detail) -> Result<(), Problem>;
}

/// What a caller may do with measurements of a kind.
#[must_use]
pub fn permits<K: Kind>(caller: &Caller) -> Can {
    Can { update: caller.permit(K::SCREEN, Action::Update), delete: caller.permit(K::SCREEN, Action::Delete) }
}

/// What may be done by nobody, with measurements that are only read.
#[must_use]
pub fn nothing() -> Can {
    Can { update: Permit::no("forbidden"), delete: Permit::no("forbidden") }
}

/// Where a measurement stands in a list: its time and its id.
pub type Place = (i64, i64);

/// What is asked of the headers of a kind.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Which measurements.
    pub which: Which,
    /// In which order.
    pub sort: MeasurementSort,
    /// Page from 0.
    pub page: Option<i64>,
    /// Rows of a page.
    pub page_size: Option<i64>,
    /// Cursor of the page before.
    pub after: Option<String>,
}

/// What a filter of any kind asks of the headers; its grades are named beside it.
///
/// ```ignore
/// asked!(filter, [Sought::of(&filter.grades)])
/// ```
#[macro_export]
macro_rules! asked {
    ($filter:expr, [$($grades:expr),* $(,)?]) => {
        $crate::kind::Asked {
            which: $crate::kind::Which {
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
                sex: $filter.sex,
                age_decades: $filter.age_decades.clone(),
                grades: [$($grades),*].into_iter().flatten().collect(),
                member_ids: None,
                user_ids: Vec::new(),
                retailer_ids: None,
            },
            sort: $filter.sort.unwrap_or(uno_core::contract::measurements::MeasurementSort::Newest),
            page: $filter.page,
            page_size: $filter.page_size,
            after: $filter.after.clone(),
        }
    };
}

/// Which measurements of a kind; empty parts ask for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Which {
    /// Measured at or after.
    pub start: Option<Timestamp>,
    /// Measured at or before.
    pub end: Option<Timestamp>,
    /// Measured in none of these, from the first to the last moment of each.
    pub without: Vec<(Timestamp, Timestamp)>,
    /// Of this company and those below it.
    pub company_id: Option<CompanyId>,
    /// Of companies that offer one of these.
    pub service_ids: Vec<ServiceId>,
    /// Of this member.
    pub member_id: Option<MemberId>,
    /// This user's own, and no member's.
    pub user_id: Option<UserId>,
    /// Of members whose name begins with this.
    pub member_name: Option<String>,
    /// Of members whose number begins with this.
    pub member_no: Option<String>,
    /// Nobody's yet, or somebody's.
    pub is_unassigned: Option<bool>,
    /// Made on trial, or not.
    pub is_trial: Option<bool>,
    /// Of this sex.
    pub sex: Option<Sex>,
    /// At these ages: 0, 10, 20, … each for its ten years.
    pub age_decades: Vec<i64>,
    /// With these grades.
    pub grades: Vec<Sought>,
    /// Of these members, where few have the name or number that is sought, or the age.
    pub member_ids: Option<Vec<i64>>,
    /// Or these users' own, who have the age.
    pub user_ids: Vec<i64>,
    /// Of these retailers, where what those have that offer the services is little.
    pub retailer_ids: Option<Vec<i64>>,
}

impl Which {
    /// Whether the members are sought by what they are called.
    pub(crate) fn is_by_member(&self) -> bool {
        self.member_name.is_some() || self.member_no.is_some()
    }

    /// Whether each row is looked up in the table, or its member in another, before it is known to be asked for.
    pub(crate) fn is_looked_up(&self) -> bool {
        self.is_by_member() || self.sex.is_some() || !self.age_decades.is_empty()
    }

    /// Whether nothing but a company and its services is asked for, which the tally counts.
    pub(crate) fn is_tallied(&self) -> bool {
        Self { company_id: None, service_ids: Vec::new(), ..self.clone() } == Self::default()
    }
}
