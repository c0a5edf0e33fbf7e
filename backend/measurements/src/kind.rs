//! What a kind of measurement says of itself, and what is asked of the headers of a kind.

use crate::grades::Sought;
use kernel::{access::scope::Scope, db::DatabaseConnection, problem::Problem};
use organisation::tally;
use uno_core::{
    contract::{companies::CompanyId, members::MemberId, physical_measurements::MeasurementSort, services::ServiceId},
    domain::{grade::Sex, time::Timestamp},
};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasurementKind {
    /// Height, weight, body fat, blood pressure.
    Physical,
}

impl MeasurementKind {
    /// Every kind.
    pub const ALL: [Self; 1] = [Self::Physical];

    /// The number in the header and in the tally.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Physical => tally::PHYSICAL_MEASUREMENTS,
        }
    }

    /// The name in revisions.
    #[must_use]
    pub const fn resource(self) -> &'static str {
        match self {
            Self::Physical => "physicalMeasurement",
        }
    }

    pub(crate) fn of(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }
}

/// A kind of measurement beside its header.
pub trait Kind {
    /// Which.
    const KIND: MeasurementKind;
    /// What a list of it is asked for.
    type Filter;
    /// A measurement as it is answered.
    type Measurement;

    /// What a filter asks of the header.
    fn asked(filter: &Self::Filter) -> Asked;

    /// Where a measurement stands in its list.
    fn place(measurement: &Self::Measurement) -> Place;

    /// The measurements of these ids that the scope reaches, with their details, in whatever order.
    ///
    /// # Errors
    /// When the database fails.
    fn load(connection: &mut DatabaseConnection, scope: Scope, ids: &[i64]) -> Result<Vec<Self::Measurement>, Problem>;
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

/// Which measurements of a kind; empty parts ask for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Which {
    /// Measured at or after.
    pub start: Option<Timestamp>,
    /// Measured at or before.
    pub end: Option<Timestamp>,
    /// Of this company and those below it.
    pub company_id: Option<CompanyId>,
    /// Of companies that offer one of these.
    pub service_ids: Vec<ServiceId>,
    /// Of this member.
    pub member_id: Option<MemberId>,
    /// Of members whose name begins with this.
    pub member_name: Option<String>,
    /// Of members whose number begins with this.
    pub member_no: Option<String>,
    /// Of this sex.
    pub sex: Option<Sex>,
    /// At these ages: 0, 10, 20, … each for its ten years.
    pub age_decades: Vec<i64>,
    /// With these grades.
    pub grades: Vec<Sought>,
    /// Of these members, where few have the name or number that is sought.
    pub member_ids: Option<Vec<i64>>,
}

impl Which {
    /// Whether the members are sought by what they are called.
    pub(crate) fn is_by_member(&self) -> bool {
        self.member_name.is_some() || self.member_no.is_some()
    }

    /// Whether nothing but a company and its services is asked for, which the tally counts.
    pub(crate) fn is_tallied(&self) -> bool {
        Self { company_id: None, service_ids: Vec::new(), ..self.clone() } == Self::default()
    }
}
