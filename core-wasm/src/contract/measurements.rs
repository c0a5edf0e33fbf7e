//! What all kinds of measurements have in common: whose they are, when and by what they were made; the intake, by which
//! devices, apps and companies' systems send them; and what is printed of them.

use super::{
    company_credentials::CredentialScope,
    dementia_screenings::{DementiaScreening, DementiaScreeningSave},
    endpoint,
    heart_rate_measurements::{HeartRateMeasurement, HeartRateMeasurementSave},
    input, output,
    physical_measurements::{PhysicalMeasurement, PhysicalMeasurementSave},
    psychological_tests::{PsychologicalTest, PsychologicalTestSave},
    stress_measurements::{StressMeasurement, StressMeasurementSave},
    validation::{MAX_SAFE_INTEGER, Violation},
    value_enum,
    vision_measurements::{VisionMeasurement, VisionMeasurementSave},
};

/// Most measurements of one call of the intake, of all kinds together.
pub const MAX_INTAKE: usize = 1_000;
/// Most measurements that are printed at once.
pub const MAX_PRINTED: usize = 100;

value_enum! {
    /// Order of a history.
    pub enum MeasurementSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

/// What every kind of measurement says of itself when it is sent.
#[cfg(feature = "server")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Number that the sender gives it.
    pub source_id: Option<String>,
    /// Whose it is.
    pub member_id: Option<super::members::MemberId>,
    /// Company in which the member number is looked for.
    pub company_id: Option<super::companies::CompanyId>,
    /// Number of the member there.
    pub member_no: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub measured_at: i64,
    /// Minutes by which the clock was ahead of UTC there.
    pub measured_at_offset: Option<i64>,
    /// Service in whose name.
    pub service_id: Option<super::services::ServiceId>,
    /// Device it was made with.
    pub external_device_id: Option<super::external_devices::ExternalDeviceId>,
}

/// A measurement as it is sent.
#[cfg(feature = "server")]
pub trait Measured {
    /// What every kind says.
    fn about(&self) -> About;
    /// The same, of this member and without how the member was named.
    #[must_use]
    fn of_member(self, member_id: Option<super::members::MemberId>) -> Self;
    /// The version that was read.
    fn version(&self) -> Option<i64>;
    /// Minutes by which the clock was ahead of UTC where it was made.
    fn clock_offset(&mut self) -> &mut Option<i64>;
}

/// Declares a kind of measurement: each value once, with its rule, for what is sent and for what is answered; what
/// follows from the values stands under `shown`, and what only this kind is filtered by in the filter.
///
/// ```ignore
/// measurement! {
///     /// A heart rate.
///     pub struct HeartRateMeasurement { heart_rate_measurement_id: HeartRateMeasurementId }
///     /// A heart rate as it is sent.
///     pub struct HeartRateMeasurementSave {
///         /// Beats per minute.
///         rate: i64 => integer(20, 300),
///     }
///     shown {
///         /// Grade at rest.
///         pub grade: Option<HeartRateGrade>,
///     }
///     /// Which heart rates.
///     pub struct HeartRateMeasurementFilter {
///         /// Those with one of these grades.
///         grades: Vec<HeartRateGrade> => words(HeartRateGrade::WORDS),
///     }
///     also check_values
/// }
/// ```
macro_rules! measurement {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident { $id:ident: $id_type:ty }
        $(#[doc = $save_doc:literal])+
        pub struct $save:ident { $($fields:tt)* }
        shown { $($shown:tt)* }
        $(#[doc = $filter_doc:literal])+
        pub struct $filter:ident { $($filters:tt)* }
        $(also $check:path)?
    ) => {
        $crate::contract::input! {
            $(#[doc = $save_doc])+
            ///
            /// Whose it is says `memberId`, or `memberNo` with `companyId` where that is not the sender's own company;
            /// without both it belongs to nobody until somebody says whose it is.
            pub struct $save {
                /// Number that the sender gives it: sent again under the same number, it is taken once.
                source_id: Option<String> => text(0, 100),
                /// Whose it is.
                member_id: Option<$crate::contract::members::MemberId> => id(),
                /// Company in which the member number is looked for.
                company_id: Option<$crate::contract::companies::CompanyId> => id(),
                /// Number of the member there.
                member_no: Option<String> => text(0, 50),
                /// When it was made.
                measured_at: $crate::domain::time::Timestamp => instant(),
                /// Minutes by which the clock was ahead of UTC where it was made: where it is absent, the offset that
                /// `measuredAt` is written with; with `Z`, which tells none, that of Seoul.
                #[serde(skip_serializing_if = "Option::is_none")]
                measured_at_offset: Option<i64> => integer(
                    -$crate::domain::time::MOST_OFFSET_MINUTES,
                    $crate::domain::time::MOST_OFFSET_MINUTES
                ),
                /// Service in whose name.
                service_id: Option<$crate::contract::services::ServiceId> => id(),
                /// Device it was made with.
                external_device_id: Option<$crate::contract::external_devices::ExternalDeviceId> => id(),
                $($fields)*
                /// The version that was read: who sends it does not overwrite what somebody else has changed.
                version: Option<i64> => integer(1, $crate::contract::validation::MAX_SAFE_INTEGER),
            }
            $(also $check)?
        }
        $crate::contract::input! {
            $(#[doc = $filter_doc])+
            pub struct $filter {
                /// Measured from.
                start_measured_at: Option<$crate::domain::time::Bound> => bound(),
                /// Measured to, a day included.
                end_measured_at: Option<$crate::domain::time::Bound> => bound(),
                /// Those of members of this company and of the companies below it.
                company_id: Option<$crate::contract::companies::CompanyId> => id(),
                /// Those of members of companies that offer one of these services.
                service_ids: Vec<$crate::contract::services::ServiceId> => ids(),
                /// Those of this member.
                member_id: Option<$crate::contract::members::MemberId> => id(),
                /// Those that are this user's own and no member's.
                user_id: Option<$crate::contract::users::UserId> => id(),
                /// Those of members whose name begins with this.
                member_name: Option<String> => text(0, 100),
                /// Those of members whose number begins with this.
                member_no: Option<String> => text(0, 50),
                /// Those that are nobody's yet, or those that are somebody's.
                is_unassigned: Option<bool> => flag(),
                /// Those that were made on trial, or those that were not, which alone are in statistics.
                is_trial: Option<bool> => flag(),
                $($filters)*
                /// Those of this sex.
                sex: Option<$crate::domain::grade::Sex> => word($crate::domain::grade::Sex::WORDS),
                /// Those at these ages: 0, 10, 20, … each for its ten years.
                age_decades: Vec<i64> => integers(0, 130),
            } list MeasurementSort by key also $crate::contract::measurements::filter_period
        }
        $crate::contract::measurements::measurement! {
            @answer [$(#[doc = $doc])+] $name $save $id $id_type { $($fields)* } { $($shown)* }
        }
    };
    (
        @answer [$(#[doc = $doc:literal])+] $name:ident $save:ident $id:ident $id_type:ty
        { $($(#[doc = $field_doc:literal])+ $field:ident: $type:ty => $rule:expr,)* }
        { $($shown:tt)* }
    ) => {
        $crate::contract::output! {
            $(#[doc = $doc])+
            pub struct $name {
                /// Measurement.
                pub $id: $id_type,
                /// Member; absent while nobody has said whose it is.
                pub member_id: Option<$crate::contract::members::MemberId>,
                /// Member number.
                pub member_no: Option<String>,
                /// Name of the member.
                pub member_name: Option<String>,
                /// Company.
                pub company_id: Option<$crate::contract::companies::CompanyId>,
                /// Name of the company.
                pub company_name: Option<String>,
                /// When it was measured.
                pub measured_at: $crate::domain::time::Timestamp,
                /// Minutes by which the clock was ahead of UTC where it was measured: 540 in Korea.
                #[serde(default = "crate::domain::time::seoul_offset")]
                pub measured_at_offset: i64,
                /// When the server received it.
                pub received_at: $crate::domain::time::Timestamp,
                /// Sex used for grading.
                pub sex: Option<$crate::domain::grade::Sex>,
                /// Completed years at the measurement, used for grading.
                pub age: Option<u16>,
                $($(#[doc = $field_doc])+ pub $field: $type,)*
                $($shown)*
                /// Fields whose values are possible and rare: they are worth a second look.
                pub unusual: Vec<String>,
                /// Whether it was made on trial, at a site that was not launched yet: no statistic counts it.
                pub trial: bool,
                /// Number that the sender gave it.
                pub source_id: Option<String>,
                /// Service in whose name it was made.
                pub service_id: Option<$crate::contract::services::ServiceId>,
                /// Device it was made with.
                pub external_device_id: Option<$crate::contract::external_devices::ExternalDeviceId>,
                /// Rule set that gave the grades.
                pub rule_set: Option<String>,
                /// Version of the rule set.
                pub rule_version: Option<i32>,
                /// When it was changed last.
                pub updated_at: $crate::domain::time::Timestamp,
                /// Who made it and who changed it last. Absent in lists.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
                pub authors: Option<$crate::contract::revisions::Authors>,
                /// Counts changes; sent back with an update.
                pub version: i64,
                /// What the caller may do with it.
                pub can: $crate::contract::page::Can,
            }
        }

        $crate::contract::revisions::authored! { $name }

        #[cfg(feature = "server")]
        impl $name {
            /// The measurement as it could be saved again.
            #[must_use]
            pub fn form(&self) -> $save {
                $save {
                    source_id: self.source_id.clone(),
                    member_id: self.member_id,
                    company_id: None,
                    member_no: None,
                    measured_at: self.measured_at,
                    measured_at_offset: Some(self.measured_at_offset),
                    service_id: self.service_id,
                    external_device_id: self.external_device_id,
                    $($field: self.$field.clone(),)*
                    version: Some(self.version),
                }
            }
        }

        #[cfg(feature = "server")]
        impl $crate::contract::measurements::Measured for $save {
            fn about(&self) -> $crate::contract::measurements::About {
                $crate::contract::measurements::About {
                    source_id: self.source_id.clone(),
                    member_id: self.member_id,
                    company_id: self.company_id,
                    member_no: self.member_no.clone(),
                    measured_at: self.measured_at.0,
                    measured_at_offset: self.measured_at_offset,
                    service_id: self.service_id,
                    external_device_id: self.external_device_id,
                }
            }

            fn of_member(self, member_id: Option<$crate::contract::members::MemberId>) -> Self {
                Self { member_id, company_id: None, member_no: None, ..self }
            }

            fn version(&self) -> Option<i64> {
                self.version
            }

            fn clock_offset(&mut self) -> &mut Option<i64> {
                &mut self.measured_at_offset
            }
        }
    };
}
pub(crate) use measurement;

pub(crate) fn filter_period(value: &super::validation::Value, violations: &mut Vec<Violation>) {
    super::validation::check_period(value, "startMeasuredAt", "endMeasuredAt", violations);
}

input! {
    /// Measurements of any kinds, up to 1,000 altogether. Each is judged by itself.
    pub struct MeasurementIntake {
        /// Name of the system or device that numbers them (`sourceId`); numbers of one sender's sources do not meet those
        /// of another's.
        source: Option<String> => text(0, 50),
        /// Physical measurements.
        physical: Vec<PhysicalMeasurementSave> => forms(PhysicalMeasurementSave::FORM, MAX_INTAKE),
        /// Stress measurements.
        stress: Vec<StressMeasurementSave> => forms(StressMeasurementSave::FORM, MAX_INTAKE),
        /// Vision measurements.
        vision: Vec<VisionMeasurementSave> => forms(VisionMeasurementSave::FORM, MAX_INTAKE),
        /// Heart rates.
        heart_rate: Vec<HeartRateMeasurementSave> => forms(HeartRateMeasurementSave::FORM, MAX_INTAKE),
        /// Screenings for dementia.
        dementia: Vec<DementiaScreeningSave> => forms(DementiaScreeningSave::FORM, MAX_INTAKE),
        /// Psychological tests.
        psychological: Vec<PsychologicalTestSave> => forms(PsychologicalTestSave::FORM, MAX_INTAKE),
    }
}

value_enum! {
    /// What has become of a measurement that was sent.
    pub enum IntakeOutcome {
        /// It was written.
        Created = "CREATED",
        /// It had been written before: it came with the same number and the same values.
        Known = "KNOWN",
        /// It was not written; its fields say why.
        Refused = "REFUSED",
    }
}

output! {
    /// What has become of one measurement that was sent.
    pub struct IntakeResult {
        /// Where it stood in what was sent: `physical[3]`.
        pub path: String,
        /// Number that the sender gave it.
        pub source_id: Option<String>,
        /// What has become of it.
        pub outcome: IntakeOutcome,
        /// The measurement, unless it was refused.
        pub measurement_id: Option<i64>,
        /// What is wrong with which of its fields.
        pub fields: Vec<Violation>,
        /// Fields whose values are possible and rare.
        pub unusual: Vec<String>,
    }
}

output! {
    /// What has become of what was sent, one by one in its order.
    pub struct IntakeReport {
        /// One for each measurement.
        pub results: Vec<IntakeResult>,
        /// How many were written.
        pub created: i64,
        /// How many had been written before.
        pub known: i64,
        /// How many were refused.
        pub refused: i64,
    }
}

endpoint! {
    /// Takes measurements of any kinds, up to 1,000 at once, each by itself.
    ///
    /// Staff may send those of the kinds that they may register, a company's system those of the members of its company
    /// and of the companies below, members their own. Everything that is taken is written together before this is
    /// answered; whoever has had no answer sends the same once more, and what has a number is written once.
    pub TakeMeasurements = Post "/api/v1/measurements",
    auth: SignedInOrCredential(CredentialScope::MeasurementsWrite),
    batch: MeasurementIntake,
    refuses: [TooManyRequests],
    ok: IntakeReport
}

value_enum! {
    /// Which kind of measurements.
    pub enum KindOfMeasurements {
        Physical = "PHYSICAL",
        Stress = "STRESS",
        Vision = "VISION",
        HeartRate = "HEART_RATE",
        Dementia = "DEMENTIA",
        Psychological = "PSYCHOLOGICAL",
    }
}

impl KindOfMeasurements {
    /// Whether staff tell in person what measurements of it say: members have no page of them.
    #[must_use]
    pub const fn is_told_in_person(self) -> bool {
        matches!(self, Self::Dementia | Self::Psychological)
    }
}

input! {
    /// Measurements of one kind that are printed.
    pub struct MeasurementSelection {
        /// Their kind.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// Their numbers, in the order of the print.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
    }
}

output! {
    /// Measurements by their kind.
    #[derive(Default)]
    pub struct MeasurementsByKind {
        /// Physical measurements.
        pub physical: Vec<PhysicalMeasurement>,
        /// Stress measurements.
        pub stress: Vec<StressMeasurement>,
        /// Vision measurements.
        pub vision: Vec<VisionMeasurement>,
        /// Heart rates.
        pub heart_rate: Vec<HeartRateMeasurement>,
        /// Screenings for dementia.
        pub dementia: Vec<DementiaScreening>,
        /// Psychological tests.
        pub psychological: Vec<PsychologicalTest>,
    }
}

output! {
    /// All that a print of measurements shows.
    pub struct MeasurementPrint {
        /// The measurements, with the reasons of their grades, in the order in which they were asked for; without those
        /// that are not there for the caller.
        pub printed: MeasurementsByKind,
        /// What the same persons had of the same kind, the newest first, up to 30 of each: the trends beside the
        /// measurements.
        pub trends: MeasurementsByKind,
    }
}

endpoint! {
    /// Answers up to 100 measurements of a kind with all that their print shows.
    ///
    /// Whoever may read the history of the kind may print it. For each person whose measurements are answered there is a
    /// row in the access log.
    pub PrintMeasurements = Post "/api/v1/measurements/print",
    auth: AnyStaff,
    body: MeasurementSelection,
    ok: MeasurementPrint
}
