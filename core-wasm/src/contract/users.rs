//! Users: members with an account of their own, and what they see and change about themselves.

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
    /// How far a user is known. Users choose between the first two; who has been verified, and how
    /// often, is said by staff.
    pub enum UserLevel {
        RegularGuest = "REGULAR_GUEST",
        RegularMember = "REGULAR_MEMBER",
        RegularVerified1Member = "REGULAR_VERIFIED_1_MEMBER",
        RegularVerified2Member = "REGULAR_VERIFIED_2_MEMBER",
        RegularVerified3Member = "REGULAR_VERIFIED_3_MEMBER",
    }
}

impl UserLevel {
    /// The levels that staff give.
    pub const VERIFIED_WORDS: &'static [&'static str] =
        &["REGULAR_VERIFIED_1_MEMBER", "REGULAR_VERIFIED_2_MEMBER", "REGULAR_VERIFIED_3_MEMBER"];

    /// Whether it is one that staff give.
    #[must_use]
    pub fn is_verified(self) -> bool {
        Self::VERIFIED_WORDS.contains(&self.as_str())
    }
}

value_enum! {
    /// How staff have made sure who somebody is.
    pub enum LevelEvidence { Phone = "PHONE", Document = "DOCUMENT", InPerson = "IN_PERSON" }
}

output! {
    /// The caller's own profile, in full.
    pub struct UserProfile {
        /// User.
        pub user_id: UserId,
        /// Sign-in id.
        pub login_id: String,
        /// Name.
        pub name: String,
        /// Birth date.
        pub birth_date: Option<Date>,
        /// Completed years today in Seoul.
        pub age: Option<u16>,
        /// Sex.
        pub sex: Option<Sex>,
        /// Telephone.
        pub phone_number: Option<String>,
        /// E-mail address.
        pub email: Option<String>,
        /// Address.
        pub address: Option<String>,
        /// How far the user is known.
        pub level: UserLevel,
        /// How staff have made sure of that, where they did.
        pub level_evidence: Option<LevelEvidence>,
        /// Whether the use of the apps may be recorded.
        pub tracking_enabled: bool,
        /// When the user registered.
        pub created_at: Timestamp,
        /// When the profile was changed last.
        pub updated_at: Timestamp,
        /// Counts changes; sent back with an update.
        pub version: i64,
    }
}

input! {
    /// Who wants an account.
    pub struct UserRegistration {
        /// Sign-in id: 4 to 30 of `a`–`z`, `0`–`9`, `.`, `_`, `-`, unique whatever the case.
        login_id: String => login_id(),
        /// Password: 10 to 200 characters.
        password: String => secret(200),
        /// Name.
        name: String => text(1, 100),
        /// Birth date.
        birth_date: Option<Date> => past_date(),
        /// Sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Telephone.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Terms in force that are agreed to: none, which are then asked for at the first sign-in, or all that are required.
        agreed_terms_ids: Vec<TermsId> => ids(),
    }
}

input! {
    /// The caller's own profile as changed.
    pub struct UserProfileSave {
        /// Name.
        name: String => text(1, 100),
        /// Birth date.
        birth_date: Option<Date> => past_date(),
        /// Sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Telephone.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Address.
        address: Option<String> => text(0, 200),
        /// The version that was read.
        version: i64 => integer(1, 9_007_199_254_740_991),
    }
}

input! {
    /// How far the caller wants to be known.
    pub struct UserLevelChange {
        /// `REGULAR_GUEST` or `REGULAR_MEMBER`; a regular member has a birth date and a sex.
        level: UserLevel => word(UserLevel::WORDS),
    }
}

input! {
    /// Whether the use of the apps may be recorded, or that an app is used, or both.
    pub struct UserTrackingChange {
        /// Whether it may.
        enabled: Option<bool> => flag(),
        /// The app that is used, by its package on Android or its bundle on iOS.
        package_id: Option<String> => text(3, 150),
        /// What it runs on.
        platform: Option<AppPlatform> => word(AppPlatform::WORDS),
        /// Its version: `2.14.0`.
        app_version: Option<String> => text(1, 50),
    } also use_is_told_whole
}

fn use_is_told_whole(value: &Value, violations: &mut Vec<Violation>) {
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
    /// Which of the caller's own measurements.
    pub struct OwnMeasurementFilter {
        /// Measured from.
        start_measured_at: Option<Bound> => bound(),
        /// Measured to, a day included.
        end_measured_at: Option<Bound> => bound(),
    } list MeasurementSort by key also own_measurement_period
}

fn own_measurement_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startMeasuredAt", "endMeasuredAt", violations);
}

endpoint! {
    /// Registers a user; the account can sign in at once.
    pub SignUp = Post "/api/v1/users",
    auth: Public,
    body: UserRegistration,
    refuses: [PasswordRejected, Taken, TooManyRequests],
    ok: Done
}

endpoint! {
    /// Answers the caller's own profile.
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
    /// Removes the caller's account with all that the caller has said, for good.
    ///
    /// Sessions and links end. What companies have measured of their members is theirs and stays. Who does not agree to
    /// required terms may leave, too.
    pub DeleteOwnUser = Delete "/api/v1/users/me",
    auth: EvenBeforeConsents,
    ok: Done
}

endpoint! {
    /// Changes how far the caller is known.
    pub UpdateOwnLevel = Patch "/api/v1/users/me/level",
    auth: Member,
    body: UserLevelChange,
    refuses: [Changed],
    ok: UserProfile
}

endpoint! {
    /// Allows or forbids recording the caller's use of the apps; with an app tells that it is used.
    ///
    /// Apps tell it when they are opened, as often as they like: it is written down every ten minutes at most, and only
    /// where the user has allowed it.
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
    /// What a member has a page of. A server answers with those kinds that it keeps.
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
    /// How much is kept about the caller of a kind.
    pub struct OwnRecords {
        /// What.
        pub kind: OwnRecordKind,
        /// How many.
        pub count: i64,
        /// When the latest was made.
        pub latest_at: Option<Timestamp>,
    }
}

endpoint! {
    /// Tells what is kept about the caller: every kind that this server has, with its number.
    ///
    /// What is not answered here is offered by no part of this server.
    pub GetOwnRecords = Get "/api/v1/users/me/records",
    auth: Member,
    ok: Vec<OwnRecords>
}
