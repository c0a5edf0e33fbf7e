//! Signing in and out: tokens by password, by a confirmed QR code, or by the previous refresh token.

use super::{
    endpoint, input, output,
    page::Done,
    two_steps::MAX_CODE,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::time::Timestamp;

value_enum! {
    /// Type of a token request. Each type also has the name that the first clients of the service used.
    pub enum GrantType {
        Password = "password",
        QrCode = "qr_code",
        RefreshToken = "refresh_token",
        IdPassword = "ID_PASSWORD",
        QrCodeInCapitals = "QR_CODE",
        Refresh = "refresh",
    }
}

input! {
    /// A token request. `password` (or `ID_PASSWORD`) needs `loginId` and `password`, `qr_code` (or `QR_CODE`) needs
    /// `qrCode`, `refresh_token` (or `refresh`) needs `refreshToken`.
    pub struct TokenRequest {
        /// Type of the request.
        grant_type: GrantType => word(GrantType::WORDS),
        /// Sign-in id.
        login_id: Option<String> => text(1, 100),
        /// Password.
        password: Option<String> => secret(200),
        /// With a password, if the account uses two-step sign-in: six digits from the authenticator app, or a recovery
        /// code.
        one_time_code: Option<String> => secret(MAX_CODE),
        /// With a password: whether to reactivate the account if it is dormant.
        wake_up: Option<bool> => flag(),
        /// The refresh token from the last response.
        refresh_token: Option<String> => secret(200),
        /// A QR code that the member has confirmed; only valid from the browser that it was issued to.
        qr_code: Option<String> => secret(200),
        /// With a password or a QR code: an ECDSA P-256 public key (SubjectPublicKeyInfo, base64url without padding).
        /// The session is bound to the key: every renewal must carry a proof.
        public_key: Option<String> => secret(200),
        /// With the refresh token of a bound session: the ECDSA P-256 SHA-256 signature (64 bytes, r and
        /// s, base64url without padding) of `uno-renewal:` followed by the refresh token.
        proof: Option<String> => secret(200),
        /// With a refresh token: the number of seconds since the user's last activity. Requests that a page makes on
        /// its own do not keep a staff session alive. If absent, the renewal counts as activity.
        idle_seconds: Option<i64> => integer(0, 31_536_000),
    } also check_grant_fields
}

impl TokenRequest {
    /// Returns a request of this type with all other fields empty.
    #[must_use]
    pub fn by(grant_type: GrantType) -> Self {
        Self {
            grant_type,
            login_id: None,
            password: None,
            one_time_code: None,
            wake_up: None,
            refresh_token: None,
            qr_code: None,
            public_key: None,
            proof: None,
            idle_seconds: None,
        }
    }
}

/// Prefix of the refresh token in the text that a bound session signs for its renewal.
pub const PROOF_PREFIX: &str = "uno-renewal:";

fn check_grant_fields(value: &Value, violations: &mut Vec<Violation>) {
    let needed: &[&str] = match value.get("grantType").as_text() {
        Some("refresh_token" | "refresh") => &["refreshToken"],
        Some("qr_code" | "QR_CODE") => &["qrCode"],
        Some("password" | "ID_PASSWORD") => &["loginId", "password"],
        _ => &[],
    };
    for name in needed {
        if value.get(name).as_text().is_none_or(str::is_empty) {
            violations.push(Violation::new(name, "required"));
        }
    }
}

input! {
    /// The login form.
    pub struct SignInForm {
        /// Sign-in id.
        login_id: String => text(1, 100),
        /// Password.
        password: String => secret(200),
    }
}

output! {
    /// A token and its expiry.
    pub struct Token {
        /// The token.
        pub token: String,
        /// When it expires.
        pub expires_at: Timestamp,
    }
}

output! {
    /// The response to a token request.
    pub struct TokenPair {
        /// Access token: short-lived, sent with every request.
        pub access_token: Token,
        /// Refresh token: can be exchanged once for the next pair.
        pub refresh_token: Token,
    }
}

endpoint! {
    /// Issues tokens for a password, for a confirmed QR code or for a refresh token.
    ///
    /// A refresh token can be exchanged once. The previous one is still accepted for a few seconds and returns the same
    /// successor, in case a response was lost; any older one ends the session. The session ends when the refresh token
    /// expires, unless it is renewed before. A password alone is rejected if the account uses two-step sign-in or is
    /// dormant; the same request with `oneTimeCode` or `wakeUp` succeeds.
    pub CreateToken = Post "/api/v1/auth/token",
    auth: Public,
    body: TokenRequest,
    keyless: "Each sign-in is a session of its own, and an unused one ends by itself.",
    refuses: [PasswordMismatch, OneTimeCodeRequired, OneTimeCodeMismatch, Dormant, RefreshTokenInvalid, QrCodeInvalid,
        TooManyRequests],
    ok: TokenPair
}

input! {
    /// The caller's own password.
    pub struct PasswordConfirmation {
        /// Password.
        password: String => secret(200),
    }
}

endpoint! {
    /// Checks the password of the caller's account.
    pub ConfirmPassword = Post "/api/v1/auth/password/confirm",
    auth: SignedIn,
    body: PasswordConfirmation,
    keyless: "It only reads.",
    refuses: [PasswordMismatch, TooManyRequests],
    ok: Done
}

endpoint! {
    /// Ends the session of the access token on all instances.
    pub SignOut = Post "/api/v1/auth/sign-out",
    auth: EvenBeforePasswordChange,
    keyless: "What has ended stays ended.",
    ok: Done
}
