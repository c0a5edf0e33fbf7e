//! Assignment of an unassigned measurement to a member: confirmed by data that the person at the device states, or by a
//! code that the person answers with the app.

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

/// Prefix of the codes that ask a person whether a measurement is theirs. An app distinguishes them by it from sign-in
/// codes.
#[cfg(feature = "server")]
pub const CODE_PREFIX: &str = "person_";

input! {
    /// Assigns a measurement to a member, with the birth date and telephone number that the person states.
    pub struct PersonConfirmation {
        /// Kind of the measurement.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// Measurement id.
        measurement_id: i64 => integer(1, MAX_SAFE_INTEGER),
        /// Member to whom it is to be assigned.
        member_id: MemberId => id(),
        /// Birth date, as stated by the person.
        birth_date: Date => past_date(),
        /// Telephone number, as stated by the person: with any punctuation; Korean numbers with or without +82.
        phone_number: String => phone(),
        /// Version of the measurement that the caller read.
        version: i64 => integer(1, MAX_SAFE_INTEGER),
    }
}

endpoint! {
    /// Assigns an unassigned measurement to a member whose birth date and telephone number are confirmed.
    ///
    /// Callers who may correct measurements of the kind may do so. The measurement is graded again by the member's age
    /// and sex, and its history names the caller. The response does not reveal which of the two does not match. Failed
    /// attempts are limited, and each is recorded in the access log of the member.
    pub ConfirmPerson = Post "/api/v1/measurements/person-confirmations",
    auth: AnyStaff,
    body: PersonConfirmation,
    keyless: "A measurement that has a person is not assigned again.",
    refuses: [NotFound, Taken, Changed, TooManyRequests],
    ok: Done
}

input! {
    /// A measurement for which to issue a code.
    pub struct PersonCodeRequest {
        /// Kind of the measurement.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// Measurement id.
        measurement_id: i64 => integer(1, MAX_SAFE_INTEGER),
        /// Version of the measurement that the caller read.
        version: i64 => integer(1, MAX_SAFE_INTEGER),
    }
}

output! {
    /// The question that a code asks: whether the measurement is the person's own and may become one of the person's
    /// records at a company.
    pub struct PersonCodeInquiry {
        /// Company at whose site it was measured.
        pub company_name: Option<String>,
        /// Kind of the measurement.
        pub kind: KindOfMeasurements,
        /// When it was measured.
        pub measured_at: Timestamp,
        /// UTC offset at the place of the measurement, in minutes.
        pub measured_at_offset: i64,
        /// When the code was requested.
        pub requested_at: Timestamp,
        /// When the code expires.
        pub expires_at: Timestamp,
    }
}

input! {
    /// A person's answer to a code.
    pub struct PersonCodeAnswer {
        /// Content of the QR code.
        qr_code: String => secret(200),
        /// Whether the measurement is the person's own and may become one of the person's records; there is no default.
        approved: bool => flag(),
    }
}

endpoint! {
    /// Issues a code with which a person confirms in the app that an unassigned measurement is theirs.
    ///
    /// Callers who may correct measurements of the kind may do so. The code begins with `person_`, is valid for 120
    /// seconds, can be used once, and only by the account that requested it.
    pub CreatePersonCode = Post "/api/v1/measurements/person-codes",
    auth: AnyStaff,
    body: PersonCodeRequest,
    keyless: "A code that nobody reads expires after two minutes.",
    refuses: [NotFound, Changed, TooManyRequests],
    ok: QrCode
}

endpoint! {
    /// Returns the status of a code that the caller requested.
    ///
    /// `SUCCESS` means that the person has answered, either yes or no. The confirmation reveals which.
    pub GetPersonCodeStatus = Post "/api/v1/measurements/person-codes/status",
    auth: AnyStaff,
    body: QrCodeReference,
    keyless: "It only reads.",
    ok: QrCodeState
}

endpoint! {
    /// Assigns an unassigned measurement to the member whose person agreed by a code.
    ///
    /// The member is the one in the caller's scope who is linked with the person; if there are several, the one at the
    /// company of the measurement. The measurement is graded again by the member's age and sex. Its history and the
    /// access log of the member name the caller. A code that the person has answered is used up in any case. Errors at
    /// `qrCode`: `expired` (also if it was already used or has not been answered), `declined` by the person,
    /// `notLinked` if none of the person's members is in the caller's scope, or `severalMembers` if the member is
    /// ambiguous.
    pub ConfirmPersonByCode = Post "/api/v1/measurements/person-codes/confirm",
    auth: AnyStaff,
    body: QrCodeReference,
    keyless: "A code is used once.",
    refuses: [NotFound, Taken, Changed],
    ok: Done
}

endpoint! {
    /// Returns the question of a code, before the caller answers it.
    pub InspectPersonCode = Post "/api/v1/measurements/person-codes/inspect",
    auth: Member,
    body: QrCodeReference,
    keyless: "It only reads.",
    refuses: [NotFound],
    ok: PersonCodeInquiry
}

endpoint! {
    /// Confirms or denies that the measurement of a code is the caller's own and becomes one of the caller's records.
    pub AnswerPersonCode = Post "/api/v1/measurements/person-codes/answer",
    auth: Member,
    body: PersonCodeAnswer,
    keyless: "A code is answered once.",
    refuses: [NotFound],
    ok: Done
}
