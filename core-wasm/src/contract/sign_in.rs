//! Signing in and out: tokens by password, by a confirmed QR code or by the previous refresh token.

use super::{
    endpoint, input, output,
    page::Done,
    two_steps::MAX_CODE,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::time::Timestamp;

value_enum! {
    /// By what a token is asked for; each also by the word that the first clients of the service had for it.
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
    /// Asks for tokens. `password` (or `ID_PASSWORD`) needs `loginId` and `password`, `qr_code` (or `QR_CODE`) needs
    /// `qrCode`, `refresh_token` (or `refresh`) needs `refreshToken`.
    pub struct TokenRequest {
        /// By what.
        grant_type: GrantType => word(GrantType::WORDS),
        /// Sign-in id.
        login_id: Option<String> => text(1, 100),
        /// Password.
        password: Option<String> => secret(200),
        /// With a password, where the account is signed in to in two steps: six digits of the authenticator app, or a
        /// recovery code.
        one_time_code: Option<String> => secret(MAX_CODE),
        /// With a password: whether the account is to be used again, where it is dormant.
        wake_up: Option<bool> => flag(),
        /// The refresh token of the last answer.
        refresh_token: Option<String> => secret(200),
        /// The QR code that the member has confirmed, asked for by the browser that it was issued to.
        qr_code: Option<String> => secret(200),
        /// With a password or a QR code: an ECDSA P-256 public key (SubjectPublicKeyInfo, base64url without padding).
        /// The session is bound to it: every renewal then carries a proof.
        public_key: Option<String> => secret(200),
        /// With the refresh token of a bound session: the ECDSA P-256 SHA-256 signature (64 bytes, r and
        /// s, base64url without padding) of `uno-renewal:` followed by the refresh token.
        proof: Option<String> => secret(200),
        /// With a refresh token: for how many seconds the person has done nothing. What a page asks by
        /// itself keeps no session of staff alive. Absent, the renewal counts as use.
        idle_seconds: Option<i64> => integer(0, 31_536_000),
    } also needs_of_grant
}

impl TokenRequest {
    /// A request by this grant with nothing else said.
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

/// What stands before the refresh token in the text that a bound session signs to renew itself.
pub const PROOF_PREFIX: &str = "uno-renewal:";

fn needs_of_grant(value: &Value, violations: &mut Vec<Violation>) {
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
    /// A token and its end.
    pub struct Token {
        /// The token.
        pub token: String,
        /// When it ends.
        pub expires_at: Timestamp,
    }
}

output! {
    /// The answer to a sign-in.
    pub struct TokenPair {
        /// Sent with every call, short-lived.
        pub access_token: Token,
        /// Exchanged once for the next pair.
        pub refresh_token: Token,
    }
}

endpoint! {
    /// Gives tokens for a password, for a confirmed QR code or for a refresh token.
    ///
    /// A refresh token is exchanged once. The one before is still honoured for a few seconds and
    /// answered with the same successor, for answers lost on the way; any older one ends the session.
    /// The end of the refresh token is the end of the session unless it is renewed before. A password alone is refused
    /// where the account is signed in to in two steps, or where it is dormant: the same request with `oneTimeCode`, or with
    /// `wakeUp`, succeeds.
    pub CreateToken = Post "/api/v1/auth/token",
    auth: Public,
    body: TokenRequest,
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
    /// Confirms that the caller knows the account's password.
    pub ConfirmPassword = Post "/api/v1/auth/password/confirm",
    auth: SignedIn,
    body: PasswordConfirmation,
    refuses: [PasswordMismatch, TooManyRequests],
    ok: Done
}

endpoint! {
    /// Ends the session of the access token on every instance.
    pub SignOut = Post "/api/v1/auth/sign-out",
    auth: EvenBeforePasswordChange,
    ok: Done
}
