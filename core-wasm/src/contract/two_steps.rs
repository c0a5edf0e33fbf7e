//! Signing in with a second step: beside the password a code that an authenticator app shows (RFC 6238), or one of the
//! codes that were written down for the day when the telephone is gone.

use super::{
    account_sessions::AccountPath, endpoint, input, managers::ACCOUNT_SCREENS, output, page::Done,
    sign_in::PasswordConfirmation,
};
use crate::domain::time::Timestamp;

/// Most characters of a code as it may be typed, spaces and hyphens included.
pub const MAX_CODE: usize = 100;

output! {
    /// Whether the caller's account is signed in to with a second step.
    pub struct TwoSteps {
        /// Since when; `null` where it is not.
        pub confirmed_at: Option<Timestamp>,
        /// Recovery codes that have not been used.
        pub recovery_codes_left: i64,
        /// Whether the permission group demands it.
        pub is_demanded: bool,
    }
}

output! {
    /// What an authenticator app needs; it is answered once.
    pub struct TwoStepsKey {
        /// All of it in one address, `otpauth://totp/…`: what a QR code for the app says.
        pub uri: String,
        /// The seed by itself in base32, for who types it.
        pub secret: String,
    }
}

input! {
    /// A code.
    pub struct OneTimeCode {
        /// Six digits that the app shows; or a recovery code, where one may stand in.
        one_time_code: String => secret(MAX_CODE),
    }
}

input! {
    /// What ends the second step.
    pub struct TwoStepsEnd {
        /// The password of the account.
        password: String => secret(200),
        /// Six digits that the app shows, or a recovery code.
        one_time_code: String => secret(MAX_CODE),
    }
}

output! {
    /// Codes that each stand in for the app once; they are answered once.
    pub struct RecoveryCodes {
        /// The codes.
        pub recovery_codes: Vec<String>,
    }
}

endpoint! {
    /// Answers whether the caller's account is signed in to with a second step.
    pub GetTwoSteps = Get "/api/v1/account/two-steps",
    auth: EvenBeforeTwoSteps,
    ok: TwoSteps
}

endpoint! {
    /// Answers a new seed for an authenticator app, which counts when a code of it has confirmed it within ten minutes.
    pub BeginTwoSteps = Post "/api/v1/account/two-steps",
    auth: EvenBeforeTwoSteps,
    body: PasswordConfirmation,
    refuses: [PasswordMismatch, Changed, TooManyRequests],
    ok: TwoStepsKey
}

endpoint! {
    /// Switches the second step on by a code of the app, ends the account's other sessions, and answers its recovery codes.
    pub ConfirmTwoSteps = Put "/api/v1/account/two-steps",
    auth: EvenBeforeTwoSteps,
    body: OneTimeCode,
    refuses: [OneTimeCodeMismatch, Changed, TooManyRequests],
    ok: RecoveryCodes
}

endpoint! {
    /// Makes new recovery codes; those of before are worth nothing any more.
    pub RenewRecoveryCodes = Post "/api/v1/account/two-steps/recovery-codes",
    auth: AnyStaff,
    body: OneTimeCode,
    refuses: [OneTimeCodeMismatch, Changed, TooManyRequests],
    ok: RecoveryCodes
}

endpoint! {
    /// Switches the second step off.
    pub EndTwoSteps = Post "/api/v1/account/two-steps/end",
    auth: AnyStaff,
    body: TwoStepsEnd,
    refuses: [PasswordMismatch, OneTimeCodeMismatch, Changed, TooManyRequests],
    ok: Done
}

endpoint! {
    /// Takes the second step off the account of staff who have lost it, by the caller's own password.
    ///
    /// It ends the account's sessions.
    pub EndAccountTwoSteps = Post "/api/v1/accounts/{accountId}/two-steps/end",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Update },
    path: AccountPath,
    body: PasswordConfirmation,
    refuses: [PasswordMismatch, Changed, TooManyRequests],
    ok: Done
}
