//! Errors on the wire: one catalogue of codes, each with its HTTP status.

use super::{output, validation::Violation};

output! {
    /// An error. The cause is in the server log under `requestId`.
    pub struct ErrorBody {
        /// Documented error code; see [`ErrorCode`].
        pub code: u16,
        /// English sentence for developers. User interfaces show the translated text of the code.
        pub message: String,
        /// Validation errors by field, if fields are invalid.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub fields: Vec<Violation>,
        /// Identifies the request in the server log.
        #[serde(default)]
        #[cfg_attr(feature = "server", schema(required = true))]
        pub request_id: String,
    }
}

macro_rules! error_codes {
    ($($(#[$meta:meta])+ $name:ident = $code:literal, $status:literal, $message:literal;)+) => {
        /// The catalogue of errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "server", derive(PartialOrd, Ord))]
        pub enum ErrorCode {
            $($(#[$meta])+ $name,)+
            /// A code that this build does not know.
            Unknown(u16),
        }

        impl ErrorCode {
            /// All known codes.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the number on the wire.
            #[must_use]
            pub const fn number(self) -> u16 {
                match self { $(Self::$name => $code,)+ Self::Unknown(code) => code }
            }

            /// Returns the HTTP status of the response.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)+ Self::Unknown(_) => 500 }
            }

            /// Returns the sentence for developers.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)+ Self::Unknown(_) => "Unknown error." }
            }

            /// Returns the code of a number; [`ErrorCode::Unknown`] for a code of a newer server.
            #[must_use]
            pub const fn from_number(number: u16) -> Self {
                match number { $($code => Self::$name,)+ other => Self::Unknown(other) }
            }
        }
    };
}

error_codes! {
    /// The request is not well-formed HTTP or JSON.
    Malformed = 10001, 400, "The request could not be read.";
    /// One or more fields are invalid; `fields` lists them.
    Invalid = 10002, 422, "Some fields are not valid.";
    /// The body is larger than this endpoint accepts.
    TooLarge = 10003, 413, "The request is too large.";
    /// This endpoint does not accept the media type of the body.
    UnsupportedMedia = 10004, 415, "The media type is not supported.";
    /// The record does not exist in the caller's scope.
    NotFound = 10005, 404, "Not found.";
    /// The path does not exist.
    NoSuchPath = 10006, 404, "There is no such path.";
    /// The path does not support the method.
    MethodNotAllowed = 10007, 405, "The method is not allowed here.";
    /// The record was changed by another request in the meantime.
    Changed = 10008, 409, "The record was changed in the meantime.";
    /// A value that must be unique is already in use; `fields` names it.
    Taken = 10009, 409, "The value is already in use.";
    /// Other records depend on this one.
    HasDependents = 10010, 409, "Other records depend on this one.";
    /// Too many requests; the header `Retry-After` says when to try again.
    TooManyRequests = 10011, 429, "Too many requests. Try again later.";
    /// The server is overloaded at the moment.
    Overloaded = 10012, 503, "The server is busy. Try again later.";
    /// The job is not in a state that allows this action.
    JobState = 10013, 409, "The job's state does not allow this.";
    /// The file cannot be read as a table with the expected columns.
    UnreadableFile = 10014, 422, "The file cannot be read.";
    /// A provider that the server depends on is not configured, or does not respond.
    ProviderUnavailable = 10015, 502, "A provider that this needs is not available.";
    /// The `Idempotency-Key` was used with another request; use a new key for a new request.
    KeyReused = 10016, 409, "The idempotency key was used with another request.";
    /// An internal error; the server log has the cause.
    Internal = 10099, 500, "Internal error.";
    /// The access token is missing, forged or revoked, or its session has ended.
    Unauthenticated = 11001, 401, "Sign in first.";
    /// The access token has expired and must be renewed.
    AccessTokenExpired = 11002, 401, "Access token has expired.";
    /// The refresh token is unknown, expired, revoked or used twice.
    RefreshTokenInvalid = 11003, 401, "Refresh token has expired.";
    /// The caller may not do this.
    Forbidden = 11004, 403, "Not allowed.";
    /// The sign-in id and the password do not match.
    PasswordMismatch = 11005, 401, "Passwords do not match.";
    /// The password breaks the rules for passwords.
    PasswordRejected = 11006, 422, "The password is too weak.";
    /// The QR code is unknown, expired, declined, used, not confirmed, or was issued to another browser.
    QrCodeInvalid = 11007, 401, "The QR code is not valid.";
    /// The account's password was set by another user and must be changed first.
    PasswordChangeRequired = 11008, 403, "Change the password first.";
    /// The password is right, but the account uses two-step sign-in: `oneTimeCode` is required.
    OneTimeCodeRequired = 11009, 401, "A one-time code is required.";
    /// The code is wrong, already used, or expired.
    OneTimeCodeMismatch = 11010, 401, "The one-time code does not match.";
    /// The account's permission group requires two-step sign-in, which must be set up first.
    TwoStepsRequired = 11011, 403, "Set up two-step sign-in first.";
    /// The member has not agreed to required terms and must do so first.
    ConsentRequired = 11012, 403, "Agree to the terms first.";
    /// The password is right, but the account is dormant: sign in with `wakeUp` to reactivate it.
    Dormant = 11013, 401, "The account is dormant.";
}

#[cfg(test)]
mod tests {
    use super::ErrorCode;
    use std::collections::BTreeSet;

    #[test]
    fn a_code_survives_its_number_and_no_two_share_one() {
        let numbers: BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.number()).collect();
        assert_eq!(numbers.len(), ErrorCode::ALL.len());
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::from_number(code.number()), *code);
            assert!((400..600).contains(&code.status()), "{code:?}");
        }
    }

    #[test]
    fn a_code_of_a_newer_server_is_unknown_and_keeps_its_number() {
        assert_eq!(ErrorCode::from_number(12_345), ErrorCode::Unknown(12_345));
        assert_eq!(ErrorCode::Unknown(12_345).number(), 12_345);
    }

    #[test]
    fn a_wrong_password_has_the_code_of_the_catalogue() {
        assert_eq!(ErrorCode::PasswordMismatch.number(), 11_005);
    }
}
