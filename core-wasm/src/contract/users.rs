//! Users: members with their own account, and what they see and change about themselves.

use super::{
    endpoint, id_type, input,
    measurements::MeasurementSort,
    output,
    page::{Done, Page},
    physical_measurements::PhysicalMeasurement,
    stress_measurements::StressMeasurement,
    terms::TermsId,
    user_apps::AppPlatform,
    validation::{Value, Violation, check_period},
    value_enum,
    vision_measurements::VisionMeasurement,
};
use crate::domain::{
    grade::Sex,
    time::{Bound, Date, Timestamp},
};

id_type! {
    /// A user.
    UserId
}

value_enum! {
    /// Verification level of a user. Users choose between the first two; the verified levels are assigned by staff.
    pub enum UserLevel {
        RegularGuest = "REGULAR_GUEST",
        RegularMember = "REGULAR_MEMBER",
        RegularVerified1Member = "REGULAR_VERIFIED_1_MEMBER",
        RegularVerified2Member = "REGULAR_VERIFIED_2_MEMBER",
        RegularVerified3Member = "REGULAR_VERIFIED_3_MEMBER",
    }
}

impl UserLevel {
    /// The levels that staff assign.
    pub const VERIFIED_WORDS: &'static [&'static str] =
        &["REGULAR_VERIFIED_1_MEMBER", "REGULAR_VERIFIED_2_MEMBER", "REGULAR_VERIFIED_3_MEMBER"];

    /// Returns whether staff assign this level.
    #[must_use]
    pub fn is_verified(self) -> bool {
        Self::VERIFIED_WORDS.contains(&self.as_str())
    }
}

value_enum! {
    /// How staff verified a person's identity.
    pub enum LevelEvidence { Phone = "PHONE", Document = "DOCUMENT", InPerson = "IN_PERSON" }
}

output! {
    /// The caller's own profile, unmasked.
    pub struct UserProfile {
        /// User id.
        pub user_id: UserId,
        /// Sign-in id.
        pub login_id: String,
        /// Name.
        pub name: String,
        /// Birth date.
        pub birth_date: Option<Date>,
        /// Age today in Seoul, in completed years.
        pub age: Option<u16>,
        /// Sex.
        pub sex: Option<Sex>,
        /// Telephone number.
        pub phone_number: Option<String>,
        /// E-mail address.
        pub email: Option<String>,
        /// Address.
        pub address: Option<String>,
        /// Verification level.
        pub level: UserLevel,
        /// How staff verified the identity, if they did.
        pub level_evidence: Option<LevelEvidence>,
        /// Whether app usage may be recorded.
        pub tracking_enabled: bool,
        /// When the user registered.
        pub created_at: Timestamp,
        /// When the profile was last changed.
        pub updated_at: Timestamp,
        /// Version of the record, incremented with every change; send it back with an update.
        pub version: i64,
    }
}

input! {
    /// Fields to register a user.
    pub struct UserRegistration {
        /// Sign-in id: 4 to 30 of `a`–`z`, `0`–`9`, `.`, `_`, `-`; unique regardless of case.
        login_id: String => login_id(),
        /// Password: 10 to 200 characters.
        password: String => secret(200),
        /// Name.
        name: String => text(1, 100),
        /// Birth date.
        birth_date: Option<Date> => past_date(),
        /// Sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Telephone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Current terms that the user agrees to: either none, in which case they are requested at the first sign-in,
        /// or all required ones.
        agreed_terms_ids: Vec<TermsId> => ids(),
    }
}

input! {
    /// Fields to change the caller's own profile.
    pub struct UserProfileSave {
        /// Name.
        name: String => text(1, 100),
        /// Birth date.
        birth_date: Option<Date> => past_date(),
        /// Sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Telephone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Address.
        address: Option<String> => text(0, 200),
        /// Version that the caller read.
        version: i64 => integer(1, 9_007_199_254_740_991),
    }
}

input! {
    /// A change of the caller's own level.
    pub struct UserLevelChange {
        /// `REGULAR_GUEST` or `REGULAR_MEMBER`; a regular member must have a birth date and a sex.
        level: UserLevel => word(UserLevel::WORDS),
    }
}

input! {
    /// Consent to record app usage, or a report that an app is in use, or both.
    pub struct UserTrackingChange {
        /// Whether app usage may be recorded.
        enabled: Option<bool> => flag(),
        /// The app in use: its package on Android or its bundle on iOS.
        package_id: Option<String> => text(3, 150),
        /// Platform of the app.
        platform: Option<AppPlatform> => word(AppPlatform::WORDS),
        /// Version of the app: `2.14.0`.
        app_version: Option<String> => text(1, 50),
    } also check_usage_report
}

fn check_usage_report(value: &Value, violations: &mut Vec<Violation>) {
    let is_told = |field: &&str| value.get(field).as_text().is_some_and(|text| !text.trim().is_empty());
    let (told, missing): (Vec<&str>, Vec<&str>) =
        ["packageId", "platform", "appVersion"].into_iter().partition(is_told);
    if !told.is_empty() {
        violations.extend(missing.into_iter().map(|field| Violation::new(field, "required")));
    } else if matches!(value.get("enabled"), Value::Nothing) {
        violations.push(Violation::new("enabled", "required"));
    }
}

input! {
    /// Filter of the caller's own measurements.
    pub struct OwnMeasurementFilter {
        /// Measured at or after this date or time.
        start_measured_at: Option<Bound> => bound(),
        /// Measured at or before this date or time; a date includes the whole day.
        end_measured_at: Option<Bound> => bound(),
    } list MeasurementSort by key also own_measurement_period
}

fn own_measurement_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startMeasuredAt", "endMeasuredAt", violations);
}

endpoint! {
    /// Registers a user; the account can sign in immediately.
    pub SignUp = Post "/api/v1/users",
    auth: Public,
    body: UserRegistration,
    refuses: [PasswordRejected, Taken, TooManyRequests],
    ok: Done
}

endpoint! {
    /// Returns the caller's own profile.
    pub GetOwnProfile = Get "/api/v1/users/me",
    auth: Member,
    ok: UserProfile
}

endpoint! {
    /// Changes the caller's own profile.
    pub UpdateOwnProfile = Patch "/api/v1/users/me",
    auth: Member,
    patch: UserProfileSave,
    refuses: [Changed],
    ok: UserProfile
}

endpoint! {
    /// Permanently deletes the caller's account with all data that the caller has provided.
    ///
    /// Sessions and links end. Measurements that companies made of their members belong to the companies and are kept.
    /// Members who do not agree to required terms can also call this.
    pub DeleteOwnUser = Delete "/api/v1/users/me",
    auth: EvenBeforeConsents,
    ok: Done
}

endpoint! {
    /// Changes the caller's own level.
    pub UpdateOwnLevel = Patch "/api/v1/users/me/level",
    auth: Member,
    body: UserLevelChange,
    refuses: [Changed],
    ok: UserProfile
}

endpoint! {
    /// Allows or forbids recording of the caller's app usage; with an app, reports that it is in use.
    ///
    /// Apps report usage when they are opened and may do so as often as they like. It is recorded at most every ten
    /// minutes, and only with the user's consent.
    pub UpdateOwnTracking = Patch "/api/v1/users/me/user-apps/tracking",
    auth: Member,
    body: UserTrackingChange,
    refuses: [Changed, TooManyRequests],
    ok: UserProfile
}

endpoint! {
    /// Lists the caller's own physical measurements.
    pub ListOwnPhysicalMeasurements = Get "/api/v1/users/me/physical-measurements",
    auth: Member,
    query: OwnMeasurementFilter,
    ok: Page<PhysicalMeasurement>
}

endpoint! {
    /// Lists the caller's own stress measurements.
    pub ListOwnStressMeasurements = Get "/api/v1/users/me/stress-measurements",
    auth: Member,
    query: OwnMeasurementFilter,
    ok: Page<StressMeasurement>
}

endpoint! {
    /// Lists the caller's own vision measurements.
    pub ListOwnVisionMeasurements = Get "/api/v1/users/me/vision-measurements",
    auth: Member,
    query: OwnMeasurementFilter,
    ok: Page<VisionMeasurement>
}

value_enum! {
    /// A kind of record for which members have a page. A server returns only the kinds that it stores.
    pub enum OwnRecordKind {
        Physical = "PHYSICAL",
        Stress = "STRESS",
        Vision = "VISION",
        Content = "CONTENT",
        Training = "TRAINING",
        Survey = "SURVEY",
        Concern = "CONCERN",
    }
}

output! {
    /// Number of the caller's records of a kind.
    pub struct OwnRecords {
        /// Kind of record.
        pub kind: OwnRecordKind,
        /// Number of records.
        pub count: i64,
        /// When the latest one was made.
        pub latest_at: Option<Timestamp>,
    }
}

endpoint! {
    /// Returns the number of stored records of the caller, for every kind that this server supports.
    ///
    /// The server supports no kinds other than those returned.
    pub GetOwnRecords = Get "/api/v1/users/me/records",
    auth: Member,
    ok: Vec<OwnRecords>
}
