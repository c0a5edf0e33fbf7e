//! Whose a measurement is that came without a person: confirmed by what the person at the device says.

use super::{
    endpoint, input, measurements::KindOfMeasurements, members::MemberId, page::Done, validation::MAX_SAFE_INTEGER,
};
use crate::domain::time::Date;

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
