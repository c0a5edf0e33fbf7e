//! What all kinds of measurements have in common: the person, the time and the device; the intake endpoint for devices,
//! apps and companies' systems; and the data of printouts.

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

/// Maximum number of measurements in one intake call, over all kinds.
pub const MAX_INTAKE: usize = 1_000;
/// Maximum number of measurements in one printout.
pub const MAX_PRINTED: usize = 100;

value_enum! {
    /// Sort order of a history.
    pub enum MeasurementSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

/// Fields that every kind of measurement has when it is sent.
#[cfg(feature = "server")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonFields {
    /// Number assigned by the sender.
    pub source_id: Option<String>,
    /// The member measured.
    pub member_id: Option<super::members::MemberId>,
    /// Company in which to look up the member number.
    pub company_id: Option<super::companies::CompanyId>,
    /// Member number in that company.
    pub member_no: Option<String>,
    /// When it was measured, in milliseconds since 1970.
    pub measured_at: i64,
    /// UTC offset at the place of the measurement, in minutes.
    pub measured_at_offset: Option<i64>,
    /// Service on whose behalf it was measured.
    pub service_id: Option<super::services::ServiceId>,
    /// Device used.
    pub external_device_id: Option<super::external_devices::ExternalDeviceId>,
}

/// A measurement as sent.
#[cfg(feature = "server")]
pub trait MeasurementForm {
    /// Returns the common fields.
    fn about(&self) -> CommonFields;
    /// Sets the member and clears the fields that identified the member otherwise.
    #[must_use]
    fn of_member(self, member_id: Option<super::members::MemberId>) -> Self;
    /// Returns the version that the caller read.
    fn version(&self) -> Option<i64>;
    /// Returns the field with the UTC offset at the place of the measurement, in minutes, to be filled in.
    fn clock_offset(&mut self) -> &mut Option<i64>;
}

/// Declares a kind of measurement: each value once, with its validation rule, for both request and response. Derived
/// values go under `shown`, filters specific to the kind into the filter struct.
///
/// ```ignore
/// measurement! {
///     /// A heart rate.
///     pub struct HeartRateMeasurement { heart_rate_measurement_id: HeartRateMeasurementId }
///     /// A heart rate as sent.
///     pub struct HeartRateMeasurementSave {
///         /// Beats per minute.
///         rate: i64 => integer(20, 300),
///     }
///     shown {
///         /// Grade at rest.
///         pub grade: Option<HeartRateGrade>,
///     }
///     /// Filter of the heart rate list.
///     pub struct HeartRateMeasurementFilter {
///         /// Heart rates with one of these grades.
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
            /// `memberId` identifies the member, or `memberNo` with `companyId` if that is not the sender's own
            /// company. Without either, a measurement that a member sends is the member's own. One that a company sends
            /// with a `sourceId` is unassigned until someone assigns it to a member. Any other is rejected.
            pub struct $save {
                /// Number assigned by the sender. A measurement sent again with the same number and values is stored
                /// only once; with other values it is rejected as `taken`.
                source_id: Option<String> => text(0, 100),
                /// Member id.
                member_id: Option<$crate::contract::members::MemberId> => id(),
                /// Company in which to look up the member number.
                company_id: Option<$crate::contract::companies::CompanyId> => id(),
                /// Member number in that company.
                member_no: Option<String> => text(0, 50),
                /// When it was measured.
                measured_at: $crate::domain::time::Timestamp => instant(),
                /// UTC offset at the place of the measurement, in minutes. By default the offset of `measuredAt`, or
                /// that of Seoul if `measuredAt` ends with `Z`, which gives no local offset.
                #[serde(skip_serializing_if = "Option::is_none")]
                measured_at_offset: Option<i64> => integer(
                    -$crate::domain::time::MAX_OFFSET_MINUTES,
                    $crate::domain::time::MAX_OFFSET_MINUTES
                ),
                /// Service on whose behalf it was measured.
                service_id: Option<$crate::contract::services::ServiceId> => id(),
                /// Device used.
                external_device_id: Option<$crate::contract::external_devices::ExternalDeviceId> => id(),
                $($fields)*
                /// Version that the caller read. If the record has changed since then, the update is rejected.
                version: Option<i64> => integer(1, $crate::contract::validation::MAX_SAFE_INTEGER),
            }
            $(also $check)?
        }
        $crate::contract::input! {
            $(#[doc = $filter_doc])+
            pub struct $filter {
                /// Measured at or after this date or time.
                start_measured_at: Option<$crate::domain::time::Bound> => bound(),
                /// Measured at or before this date or time; a date includes the whole day.
                end_measured_at: Option<$crate::domain::time::Bound> => bound(),
                /// Measurements of members of this company and of the companies below it.
                company_id: Option<$crate::contract::companies::CompanyId> => id(),
                /// Measurements of members of companies that offer one of these services.
                service_ids: Vec<$crate::contract::services::ServiceId> => ids(),
                /// Measurements of this member.
                member_id: Option<$crate::contract::members::MemberId> => id(),
                /// Measurements that belong to this user and to no member.
                user_id: Option<$crate::contract::users::UserId> => id(),
                /// Member name begins with this text.
                member_name: Option<String> => text(0, 100),
                /// Member number begins with this text.
                member_no: Option<String> => text(0, 50),
                /// `true` for unassigned measurements, `false` for assigned ones.
                is_unassigned: Option<bool> => flag(),
                /// `true` for trial measurements, `false` for all others. Only the latter count in statistics.
                is_trial: Option<bool> => flag(),
                /// Measurements that this import has brought: the id of its job.
                import_job_id: Option<$crate::contract::jobs::JobId> => id(),
                /// Received at or after this date or time.
                start_received_at: Option<$crate::domain::time::Bound> => bound(),
                /// Received at or before this date or time; a date includes the whole day.
                end_received_at: Option<$crate::domain::time::Bound> => bound(),
                /// `true` for measurements with a value that calls for action at once, `false` for all others.
                is_urgent: Option<bool> => flag(),
                $($filters)*
                /// Sex.
                sex: Option<$crate::domain::grade::Sex> => word($crate::domain::grade::Sex::WORDS),
                /// Age groups: 0, 10, 20, …, each covering ten years.
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
                /// Measurement id.
                pub $id: $id_type,
                /// Member id; absent while the measurement is unassigned.
                pub member_id: Option<$crate::contract::members::MemberId>,
                /// Member number.
                pub member_no: Option<String>,
                /// Name of the member.
                pub member_name: Option<String>,
                /// Company id.
                pub company_id: Option<$crate::contract::companies::CompanyId>,
                /// Name of the company.
                pub company_name: Option<String>,
                /// When it was measured.
                pub measured_at: $crate::domain::time::Timestamp,
                /// UTC offset at the place of the measurement, in minutes: 540 in Korea.
                #[serde(default = "crate::domain::time::seoul_offset")]
                pub measured_at_offset: i64,
                /// When the server received it.
                pub received_at: $crate::domain::time::Timestamp,
                /// Sex used for grading.
                pub sex: Option<$crate::domain::grade::Sex>,
                /// Age at the measurement in completed years, used for grading.
                pub age: Option<u16>,
                $($(#[doc = $field_doc])+ pub $field: $type,)*
                $($shown)*
                /// Values that call for action at once, whatever their grade; with the rules that say so.
                #[serde(default)]
                pub urgent: Vec<$crate::domain::grade::safety::UrgentMark>,
                /// What was measured and has no grade, with the reasons.
                #[serde(default)]
                pub ungraded: Vec<$crate::domain::grade::safety::Ungraded>,
                /// Fields whose values are possible but rare and should be double-checked.
                pub unusual: Vec<String>,
                /// Fields whose values are implausibly far from the person's previous measurement, by the time that has
                /// passed: another person's, or in another unit.
                #[serde(default)]
                pub far_from_last: Vec<String>,
                /// Whether it is a trial measurement, made at a site before its launch. Trials do not count in
                /// statistics.
                pub trial: bool,
                /// Number assigned by the sender.
                pub source_id: Option<String>,
                /// Job of the import that brought it.
                #[serde(default)]
                pub import_job_id: Option<$crate::contract::jobs::JobId>,
                /// Service on whose behalf it was measured.
                pub service_id: Option<$crate::contract::services::ServiceId>,
                /// Device used.
                pub external_device_id: Option<$crate::contract::external_devices::ExternalDeviceId>,
                /// Rule set that gave the grades.
                pub rule_set: Option<String>,
                /// Version of the rule set.
                pub rule_version: Option<i32>,
                /// When the record was last changed.
                pub updated_at: $crate::domain::time::Timestamp,
                /// Who created the record and who last changed it. Absent in lists.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
                pub authors: Option<$crate::contract::revisions::Authors>,
                /// Version of the record, incremented with every change; send it back with an update.
                pub version: i64,
                /// What the caller may do with the record.
                pub can: $crate::contract::page::Can,
            }
        }

        $crate::contract::revisions::authored! { $name }

        #[cfg(feature = "server")]
        impl $name {
            /// Returns the measurement as the form that would save it again.
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
        impl $crate::contract::measurements::MeasurementForm for $save {
            fn about(&self) -> $crate::contract::measurements::CommonFields {
                $crate::contract::measurements::CommonFields {
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
    super::validation::check_period(value, "startReceivedAt", "endReceivedAt", violations);
}

input! {
    /// Fields that can be changed in several measurements at once.
    pub struct MeasurementChanges {
        /// Service on whose behalf they were measured; `null` for none.
        service_id: Option<super::services::ServiceId> => id(),
        /// Device used; `null` for none.
        external_device_id: Option<super::external_devices::ExternalDeviceId> => id(),
    }
}

input! {
    /// Measurements of any kinds, up to 1,000 in total. Each is validated on its own.
    pub struct MeasurementIntake {
        /// Name of the system or device that assigns the `sourceId`s. A `sourceId` is unique only within its sender and
        /// source.
        source: Option<String> => text(0, 50),
        /// Physical measurements.
        physical: Vec<PhysicalMeasurementSave> => forms(PhysicalMeasurementSave::FORM, MAX_INTAKE),
        /// Stress measurements.
        stress: Vec<StressMeasurementSave> => forms(StressMeasurementSave::FORM, MAX_INTAKE),
        /// Vision measurements.
        vision: Vec<VisionMeasurementSave> => forms(VisionMeasurementSave::FORM, MAX_INTAKE),
        /// Heart rates.
        heart_rate: Vec<HeartRateMeasurementSave> => forms(HeartRateMeasurementSave::FORM, MAX_INTAKE),
        /// Dementia screenings.
        dementia: Vec<DementiaScreeningSave> => forms(DementiaScreeningSave::FORM, MAX_INTAKE),
        /// Psychological tests.
        psychological: Vec<PsychologicalTestSave> => forms(PsychologicalTestSave::FORM, MAX_INTAKE),
    }
}

value_enum! {
    /// Outcome of a sent measurement.
    pub enum IntakeOutcome {
        /// It was stored.
        Created = "CREATED",
        /// It was already stored: the number and all values are the same.
        Known = "KNOWN",
        /// It was not stored; `fields` has the reasons.
        Refused = "REFUSED",
    }
}

output! {
    /// The result of one sent measurement.
    pub struct IntakeResult {
        /// Position in the request: `physical[3]`.
        pub path: String,
        /// Number assigned by the sender.
        pub source_id: Option<String>,
        /// Outcome.
        pub outcome: IntakeOutcome,
        /// Id of the measurement, unless it was refused.
        pub measurement_id: Option<i64>,
        /// Validation errors of its fields.
        pub fields: Vec<Violation>,
        /// Fields whose values are possible but rare, or implausibly far from the person's previous measurement.
        pub unusual: Vec<String>,
    }
}

output! {
    /// The results of an intake, in request order.
    pub struct IntakeReport {
        /// One result for each measurement.
        pub results: Vec<IntakeResult>,
        /// Number of measurements stored.
        pub created: i64,
        /// Number of measurements that were already stored.
        pub known: i64,
        /// Number of measurements refused.
        pub refused: i64,
    }
}

endpoint! {
    /// Accepts up to 1,000 measurements of any kinds; each is validated and stored on its own.
    ///
    /// Staff may send the kinds that they may create, a company's system those of members of its company and of the
    /// companies below, and members their own. All accepted measurements are stored in the database before the response
    /// is sent. A caller that received no response can send the same request again: a measurement with a `sourceId` is
    /// stored only once.
    pub TakeMeasurements = Post "/api/v1/measurements",
    auth: SignedInOrCredential(CredentialScope::MeasurementsWrite),
    batch: MeasurementIntake,
    refuses: [TooManyRequests],
    ok: IntakeReport
}

value_enum! {
    /// A kind of measurement.
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
    /// Returns whether staff explain the results in person: members have no page for them.
    #[must_use]
    pub const fn is_explained_in_person(self) -> bool {
        matches!(self, Self::Dementia | Self::Psychological)
    }
}

input! {
    /// The measurements of one kind to print.
    pub struct MeasurementSelection {
        /// Their kind.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// Their ids, in print order.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
    }
}

output! {
    /// Measurements grouped by kind.
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
        /// Dementia screenings.
        pub dementia: Vec<DementiaScreening>,
        /// Psychological tests.
        pub psychological: Vec<PsychologicalTest>,
    }
}

output! {
    /// All data of a printout of measurements.
    #[derive(Default)]
    pub struct MeasurementPrint {
        /// The measurements with the reasons of their grades, in the requested order. Measurements that do not exist
        /// for the caller are omitted.
        pub printed: MeasurementsByKind,
        /// Measurements of the same persons and kinds, newest first, for the trends: up to 30 per person in a printout,
        /// up to 12 per kind in a report; empty for a report link.
        pub trends: MeasurementsByKind,
    }
}

endpoint! {
    /// Returns up to 100 measurements of a kind with all data of their printout.
    ///
    /// A caller who may read the history of the kind may print it. The access log gets a row for each person whose
    /// measurements are returned.
    pub PrintMeasurements = Post "/api/v1/measurements/print",
    auth: AnyStaff,
    body: MeasurementSelection,
    keyless: "It only reads.",
    reads: Reading::BY_HANDLER,
    ok: MeasurementPrint
}
