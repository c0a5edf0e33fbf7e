//! Signing in by QR code: a browser shows a code, the member's app confirms it, the browser signs in.
//!
//! A code holds for 120 seconds, serves once, and only the browser that asked for it: an HttpOnly
//! cookie set with it must come with the status and token calls, so a photograph is worth nothing.

use super::{endpoint, input, output, page::Done, value_enum};
use crate::domain::time::Timestamp;

/// How long a code holds.
pub const VALID_MILLISECONDS: i64 = 120_000;

value_enum! {
    /// What has become of a code.
    pub enum QrCodeStatus {
        /// Nobody has confirmed it yet.
        Pending = "PENDING",
        /// A member has confirmed it: the browser can ask for tokens.
        Success = "SUCCESS",
        /// It was declined, has expired, was used, or is not this browser's.
        Fail = "FAIL",
    }
}

output! {
    /// A code for this browser.
    pub struct QrCode {
        /// What the image says.
        pub qr_code: String,
        /// The image: a PNG in base64.
        pub qr_code_image_base64: String,
        /// When it ends, 120 seconds after its issue.
        pub expires_at: Timestamp,
    }
}

output! {
    /// What has become of a code.
    pub struct QrCodeState {
        /// Status.
        pub status: QrCodeStatus,
    }
}

output! {
    /// Who shows a code, for the member to recognise before confirming.
    pub struct QrCodeRequest {
        /// The browser, as it describes itself; empty where it does not.
        pub browser: String,
        /// The address it asked from.
        pub address: String,
        /// When it asked.
        pub requested_at: Timestamp,
        /// When the code ends.
        pub expires_at: Timestamp,
    }
}

input! {
    /// A code.
    pub struct QrCodeReference {
        /// What the image says.
        qr_code: String => secret(200),
    }
}

input! {
    /// A member's answer to a code.
    pub struct QrCodeConfirmation {
        /// What the image says.
        qr_code: String => secret(200),
        /// `false` declines it; confirms where absent.
        approved: Option<bool> => flag(),
    }
}

endpoint! {
    /// Issues a code to this browser.
    pub CreateQrCode = Post "/api/v1/auth/qr-code",
    auth: Public,
    refuses: [TooManyRequests],
    ok: QrCode
}

endpoint! {
    /// Answers what has become of a code of this browser.
    pub GetQrCodeStatus = Post "/api/v1/auth/qr-code/status",
    auth: Public,
    body: QrCodeReference,
    ok: QrCodeState
}

endpoint! {
    /// Answers which browser shows a code, before the member confirms it.
    pub InspectQrCode = Post "/api/v1/auth/qr-code/inspect",
    auth: EvenBeforeConsents,
    body: QrCodeReference,
    refuses: [NotFound],
    ok: QrCodeRequest
}

endpoint! {
    /// Confirms or declines a code: the browser that shows it is signed in as the caller, or told no.
    pub ConfirmQrCode = Post "/api/v1/auth/qr-code/confirm",
    auth: EvenBeforeConsents,
    body: QrCodeConfirmation,
    refuses: [NotFound],
    ok: Done
}
