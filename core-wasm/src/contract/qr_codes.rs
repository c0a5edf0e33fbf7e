//! Sign-in by QR code: a browser shows a code, the member's app confirms it, and the browser signs in.
//!
//! A code is valid for 120 seconds, can be used once, and only by the browser that requested it: the status and token
//! calls must carry the HttpOnly cookie that was set with the code. A photograph of the code is therefore useless.

use super::{endpoint, input, output, page::Done, value_enum};
use crate::domain::time::Timestamp;

/// Validity of a code.
pub const VALID_MILLISECONDS: i64 = 120_000;

value_enum! {
    /// Status of a code.
    pub enum QrCodeStatus {
        /// Not confirmed yet.
        Pending = "PENDING",
        /// Confirmed by a member: the browser can request tokens.
        Success = "SUCCESS",
        /// Declined, expired, used, or not issued to this browser.
        Fail = "FAIL",
    }
}

output! {
    /// A code for this browser.
    pub struct QrCode {
        /// Content of the QR code.
        pub qr_code: String,
        /// The image as a base64-encoded PNG.
        pub qr_code_image_base64: String,
        /// When it expires, 120 seconds after issue.
        pub expires_at: Timestamp,
    }
}

output! {
    /// Status of a code.
    pub struct QrCodeState {
        /// Status.
        pub status: QrCodeStatus,
    }
}

output! {
    /// The browser that shows a code, so that the member can recognise it before confirming.
    pub struct QrCodeRequest {
        /// User agent of the browser; empty if it sends none.
        pub browser: String,
        /// Network address of the request.
        pub address: String,
        /// When the code was requested.
        pub requested_at: Timestamp,
        /// When the code expires.
        pub expires_at: Timestamp,
    }
}

input! {
    /// A reference to a code.
    pub struct QrCodeReference {
        /// Content of the QR code.
        qr_code: String => secret(200),
    }
}

input! {
    /// A member's answer to a code.
    pub struct QrCodeConfirmation {
        /// Content of the QR code.
        qr_code: String => secret(200),
        /// `true` confirms (default), `false` declines.
        approved: Option<bool> => flag(),
    }
}

endpoint! {
    /// Issues a code to this browser.
    pub CreateQrCode = Post "/api/v1/auth/qr-code",
    auth: Public,
    keyless: "A code that nobody reads expires after two minutes.",
    refuses: [TooManyRequests],
    ok: QrCode
}

endpoint! {
    /// Returns the status of a code of this browser.
    pub GetQrCodeStatus = Post "/api/v1/auth/qr-code/status",
    auth: Public,
    body: QrCodeReference,
    keyless: "It only reads.",
    ok: QrCodeState
}

endpoint! {
    /// Returns the browser that shows a code, before the member confirms it.
    pub InspectQrCode = Post "/api/v1/auth/qr-code/inspect",
    auth: EvenBeforeConsents,
    body: QrCodeReference,
    keyless: "It only reads.",
    refuses: [NotFound],
    ok: QrCodeRequest
}

endpoint! {
    /// Confirms or declines a code; a confirmation signs in the browser that shows it as the caller.
    pub ConfirmQrCode = Post "/api/v1/auth/qr-code/confirm",
    auth: EvenBeforeConsents,
    body: QrCodeConfirmation,
    keyless: "A code is answered once.",
    refuses: [NotFound],
    ok: Done
}
