//! Whose a measurement is that came without a person: confirmed by what the person at the device says, or by a code
//! that the person answers with the app.

use super::{
    endpoint, input,
    measurements::KindOfMeasurements,
    members::MemberId,
    output,
    page::Done,
    qr_codes::{QrCode, QrCodeReference, QrCodeState},
    validation::MAX_SAFE_INTEGER,
};
use crate::domain::time::{Date, Timestamp};

/// What the codes begin with by which somebody is asked whether a measurement is theirs: an app tells them by it from
/// those of a sign-in.
#[cfg(feature = "server")]
pub const CODE_PREFIX: &str = "person_";

input! {
    /// Whose a measurement is, and what that person says of the own birth date and telephone.
    pub struct PersonConfirmation {
        /// Kind of the measurement.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// The measurement.
        measurement_id: i64 => integer(1, MAX_SAFE_INTEGER),
        /// Member whose it is said to be.
        member_id: MemberId => id(),
        /// Birth date, as the person says it.
        birth_date: Date => past_date(),
        /// Telephone, as the person says it: with any punctuation, of Korea with or without +82.
        phone_number: String => phone(),
        /// The version of the measurement that was read.
        version: i64 => integer(1, MAX_SAFE_INTEGER),
    }
}

endpoint! {
    /// Gives a measurement that is nobody's to the member who is confirmed by birth date and telephone.
    ///
    /// Whoever may correct measurements of the kind may do so. It is graded anew by the age and sex of the member, and its
    /// history says who has done it. Which of both does not agree is not told; wrong tries are counted, and each stands in the
    /// access log of the member.
    pub ConfirmPerson = Post "/api/v1/measurements/person-confirmations",
    auth: AnyStaff,
    body: PersonConfirmation,
    refuses: [NotFound, Taken, Changed, TooManyRequests],
    ok: Done
}

input! {
    /// A measurement whose person is asked for by a code.
    pub struct PersonCodeRequest {
        /// Kind of the measurement.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// The measurement.
        measurement_id: i64 => integer(1, MAX_SAFE_INTEGER),
        /// The version of the measurement that was read.
        version: i64 => integer(1, MAX_SAFE_INTEGER),
    }
}

output! {
    /// What a code asks of the person who reads it: whether this measurement is the person's own, and may become one of
    /// the person's records at a company.
    pub struct PersonCodeInquiry {
        /// Company at whose site it was made.
        pub company_name: Option<String>,
        /// Kind of the measurement.
        pub kind: KindOfMeasurements,
        /// When it was measured.
        pub measured_at: Timestamp,
        /// Minutes by which the clock was ahead of UTC there.
        pub measured_at_offset: i64,
        /// When the code was asked for.
        pub requested_at: Timestamp,
        /// When the code ends.
        pub expires_at: Timestamp,
    }
}

input! {
    /// A person's answer to a code.
    pub struct PersonCodeAnswer {
        /// What the image says.
        qr_code: String => secret(200),
        /// Whether the measurement is the person's own and may become one of the person's records; never assumed.
        approved: bool => flag(),
    }
}

endpoint! {
    /// Issues a code by which a person says with the app whether a measurement that is nobody's is theirs.
    ///
    /// Whoever may correct measurements of the kind may do so. The code begins with `person_`, holds for 120 seconds,
    /// serves once, and the account alone that has asked for it.
    pub CreatePersonCode = Post "/api/v1/measurements/person-codes",
    auth: AnyStaff,
    body: PersonCodeRequest,
    refuses: [NotFound, Changed, TooManyRequests],
    ok: QrCode
}

endpoint! {
    /// Answers what has become of a code that the caller has asked for.
    ///
    /// `SUCCESS` says that the person has answered, whether with yes or no: which, the confirmation says.
    pub GetPersonCodeStatus = Post "/api/v1/measurements/person-codes/status",
    auth: AnyStaff,
    body: QrCodeReference,
    ok: QrCodeState
}

endpoint! {
    /// Gives a measurement that is nobody's to the member as whom its person has agreed by a code.
    ///
    /// The person's member is the one whom the caller reaches, at the company of the measurement if there are several.
    /// It is graded anew by the age and sex of the member; its history says who has done it, and so does the access log of
    /// the member. The code is used up, whatever comes of it: `qrCode` is `expired` (also when it was used before),
    /// `declined` by the person, `notLinked` where the caller reaches none of the person's members, or `severalMembers`
    /// where it is not clear which.
    pub ConfirmPersonByCode = Post "/api/v1/measurements/person-codes/confirm",
    auth: AnyStaff,
    body: QrCodeReference,
    refuses: [NotFound, Taken, Changed],
    ok: Done
}

endpoint! {
    /// Answers what a code asks of the caller, before the caller answers it.
    pub InspectPersonCode = Post "/api/v1/measurements/person-codes/inspect",
    auth: Member,
    body: QrCodeReference,
    refuses: [NotFound],
    ok: PersonCodeInquiry
}

endpoint! {
    /// Agrees that the measurement of a code is the caller's own and becomes one of the caller's records, or declines.
    pub AnswerPersonCode = Post "/api/v1/measurements/person-codes/answer",
    auth: Member,
    body: PersonCodeAnswer,
    refuses: [NotFound],
    ok: Done
}
