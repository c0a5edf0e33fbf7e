//! Two-step sign-in: in addition to the password, a code from an authenticator app (RFC 6238), or a recovery code that
//! was written down in case the phone is lost.

use super::{
    account_sessions::AccountPath, endpoint, input, managers::ACCOUNT_SCREENS, output, page::Done,
    sign_in::PasswordConfirmation,
};
use crate::domain::time::Timestamp;

/// Maximum length of a typed code, including spaces and hyphens.
pub const MAX_CODE: usize = 100;

output! {
    /// Two-step sign-in of the caller's account.
    pub struct TwoSteps {
        /// When it was turned on; `null` if it is off.
        pub confirmed_at: Option<Timestamp>,
        /// Number of unused recovery codes.
        pub recovery_codes_left: i64,
        /// Whether the permission group requires it.
        pub is_demanded: bool,
    }
}

output! {
    /// Configuration of an authenticator app; returned only once.
    pub struct TwoStepsKey {
        /// Configuration as a URI, `otpauth://totp/…`, for the QR code that the app scans.
        pub uri: String,
        /// The seed in base32, to be typed.
        pub secret: String,
    }
}

input! {
    /// A code.
    pub struct OneTimeCode {
        /// Six digits from the app, or a recovery code where one is allowed.
        one_time_code: String => secret(MAX_CODE),
    }
}

input! {
    /// Credentials to turn off two-step sign-in.
    pub struct TwoStepsEnd {
        /// Password of the account.
        password: String => secret(200),
        /// Six digits from the app, or a recovery code.
        one_time_code: String => secret(MAX_CODE),
    }
}

output! {
    /// Recovery codes, each of which replaces the app once; returned only once.
    pub struct RecoveryCodes {
        /// The codes.
        pub recovery_codes: Vec<String>,
    }
}

endpoint! {
    /// Returns the state of two-step sign-in of the caller's account.
    pub GetTwoSteps = Get "/api/v1/account/two-steps",
    auth: EvenBeforeTwoSteps,
    ok: TwoSteps
}

endpoint! {
    /// Returns a new seed for an authenticator app; it must be confirmed with a code within ten minutes.
    pub BeginTwoSteps = Post "/api/v1/account/two-steps",
    auth: EvenBeforeTwoSteps,
    body: PasswordConfirmation,
    keyless: "A key that is not confirmed is replaced by the next one.",
    refuses: [PasswordMismatch, Changed, TooManyRequests],
    ok: TwoStepsKey
}

endpoint! {
    /// Turns on two-step sign-in with a code of the app.
    ///
    /// Ends the account's other sessions and returns its recovery codes.
    pub ConfirmTwoSteps = Put "/api/v1/account/two-steps",
    auth: EvenBeforeTwoSteps,
    body: OneTimeCode,
    refuses: [OneTimeCodeMismatch, Changed, TooManyRequests],
    ok: RecoveryCodes
}

endpoint! {
    /// Generates new recovery codes; the previous ones become invalid.
    pub RenewRecoveryCodes = Post "/api/v1/account/two-steps/recovery-codes",
    auth: AnyStaff,
    body: OneTimeCode,
    refuses: [OneTimeCodeMismatch, Changed, TooManyRequests],
    ok: RecoveryCodes
}

endpoint! {
    /// Turns off two-step sign-in.
    pub EndTwoSteps = Post "/api/v1/account/two-steps/end",
    auth: AnyStaff,
    body: TwoStepsEnd,
    keyless: "What has ended stays ended.",
    refuses: [PasswordMismatch, OneTimeCodeMismatch, Changed, TooManyRequests],
    ok: Done
}

endpoint! {
    /// Turns off two-step sign-in for a staff account that has lost access to it; needs the caller's own password.
    ///
    /// Ends the sessions of that account.
    pub EndAccountTwoSteps = Post "/api/v1/accounts/{accountId}/two-steps/end",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Update },
    path: AccountPath,
    body: PasswordConfirmation,
    keyless: "What has ended stays ended.",
    refuses: [PasswordMismatch, Changed, TooManyRequests],
    ok: Done
}
