//! Tokens: a short-lived signed access token, and a chain of refresh tokens.
//!
//! The successor of a refresh token is its keyed hash: unpredictable without the server's secret, and reproducible,
//! so that a lost response can be repeated although only hashes are stored. Tokens are stored as keyed hashes as
//! well: with another secret no stored hash matches any token, so changing the secret ends every session.

use crate::{clock, problem::Problem};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use uno_core::{
    contract::{error::ErrorCode, sign_in::Token},
    domain::{access::Authority, time::Timestamp},
};

/// Lifetime of an access token.
pub const ACCESS_MILLISECONDS: i64 = 15 * 60 * 1000;
/// Maximum difference between the clocks of instances.
const CLOCK_DIFFERENCE_SECONDS: i64 = 30;
const ISSUER: &str = "uno";

/// The claims of an access token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    /// Account id, as text.
    pub sub: String,
    /// Session id.
    pub sid: i64,
    /// The account's authority.
    pub authority: Authority,
    /// Time of issue in seconds.
    pub iat: i64,
    /// Time of expiry in seconds.
    pub exp: i64,
    /// Issuer.
    pub iss: String,
}

/// The server's keys, derived from one secret that all instances share.
pub struct Keys {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    successor: Vec<u8>,
    stored: Vec<u8>,
    secret: Vec<u8>,
}

impl Keys {
    /// Derives the keys from a secret.
    #[must_use]
    pub fn of(secret: &[u8]) -> Self {
        let derived = |purpose: &[u8]| keyed_hash(secret, purpose);
        let access = derived(b"access token");
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_required_spec_claims(&["exp", "iss", "sub"]);
        validation.leeway = 0;
        Self {
            encoding: EncodingKey::from_secret(&access),
            decoding: DecodingKey::from_secret(&access),
            validation,
            successor: derived(b"refresh token"),
            stored: derived(b"stored token"),
            secret: secret.to_vec(),
        }
    }

    /// Returns the key of a purpose; it reveals nothing about the other keys.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> Vec<u8> {
        keyed_hash(&self.secret, purpose.as_bytes())
    }

    /// Returns the key that encrypts an account's drafts on devices: they are readable only with a session of the
    /// account.
    #[must_use]
    pub fn of_drafts(&self, account_id: i64) -> String {
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.derive("drafts"), account_id.to_string().as_bytes()))
    }

    /// Issues an access token of a session that ends at `session_end`; the token never outlives the session.
    ///
    /// # Errors
    /// Returns an error if signing fails.
    pub fn access_token(
        &self,
        account_id: i64,
        session_id: i64,
        authority: Authority,
        session_end: Timestamp,
        now: Timestamp,
    ) -> Result<Token, Problem> {
        let expires_at = Timestamp((now.0 + ACCESS_MILLISECONDS).min(session_end.0) / 1000 * 1000);
        let claims = Claims {
            sub: account_id.to_string(),
            sid: session_id,
            authority,
            iat: now.0 / 1000,
            exp: expires_at.0 / 1000,
            iss: ISSUER.into(),
        };
        let token =
            jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(Problem::internal)?;
        Ok(Token { token, expires_at })
    }

    /// Verifies an access token and returns its claims. A token with claims that this server never issues (a longer
    /// life, an issue in the future) is refused even if its signature is valid.
    ///
    /// # Errors
    /// Returns [`ErrorCode::AccessTokenExpired`], or [`ErrorCode::Unauthenticated`] for anything else.
    pub fn claims(&self, token: &str) -> Result<Claims, Problem> {
        match jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation) {
            Ok(data) => {
                let Claims { iat, exp, .. } = data.claims;
                let too_long = exp.saturating_sub(iat) > ACCESS_MILLISECONDS / 1000;
                let too_early = iat > clock::now().0 / 1000 + CLOCK_DIFFERENCE_SECONDS;
                if too_long || too_early { Err(Problem::new(ErrorCode::Unauthenticated)) } else { Ok(data.claims) }
            }
            Err(error) => Err(Problem::new(match error.kind() {
                jsonwebtoken::errors::ErrorKind::ExpiredSignature => ErrorCode::AccessTokenExpired,
                _ => ErrorCode::Unauthenticated,
            })),
        }
    }

    /// Returns the successor of a refresh token.
    #[must_use]
    pub fn successor(&self, token: &str) -> String {
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.successor, token.as_bytes()))
    }

    /// Returns the hash under which a token is stored.
    #[must_use]
    pub fn stored(&self, token: &str) -> String {
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.stored, token.as_bytes()))
    }

    /// Returns whether a token matches a stored hash, compared in constant time.
    #[must_use]
    pub fn is_stored(&self, token: &str, stored: &str) -> bool {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.stored) else { return false };
        mac.update(token.as_bytes());
        URL_SAFE_NO_PAD.decode(stored).is_ok_and(|stored| mac.verify_slice(&stored).is_ok())
    }
}

/// Length of a [`random_token`] in characters.
pub const TOKEN_CHARACTERS: usize = 43;

/// Returns a secret of 256 bits, for example a first refresh token, a QR code, or the secret of a browser.
///
/// # Errors
/// Returns an error if the system provides no random numbers.
pub fn random_token() -> Result<String, Problem> {
    Ok(URL_SAFE_NO_PAD.encode(random::<32>()?))
}

fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], Problem> {
    let mut bytes = [0_u8; LENGTH];
    getrandom::fill(&mut bytes).map_err(Problem::internal)?;
    Ok(bytes)
}

/// Returns the HMAC-SHA-256 of a message.
#[must_use]
pub fn keyed_hash(key: &[u8], message: &[u8]) -> Vec<u8> {
    // HMAC accepts a key of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{ACCESS_MILLISECONDS, Claims, ISSUER, Keys, TOKEN_CHARACTERS, random_token};
    use crate::clock::now;
    use jsonwebtoken::{Algorithm, Header};
    use uno_core::{
        contract::error::ErrorCode,
        domain::{access::Authority, time::Timestamp},
    };

    fn issue(keys: &Keys, at: Timestamp) -> String {
        let end = Timestamp(i64::MAX);
        keys.access_token(7, 9, Authority::Dealer, end, at).map(|token| token.token).unwrap_or_default()
    }

    fn refusal(keys: &Keys, token: &str) -> Option<ErrorCode> {
        keys.claims(token).err().map(|problem| problem.code)
    }

    #[test]
    fn an_access_token_says_who_and_what() {
        let keys = Keys::of(b"secret");
        let claims = keys.claims(&issue(&keys, now())).map(|claims| (claims.sub, claims.sid, claims.authority));
        assert!(matches!(claims, Ok((sub, 9, Authority::Dealer)) if sub == "7"));
    }

    #[test]
    fn a_forged_expired_or_unsigned_token_is_refused() {
        let keys = Keys::of(b"secret");
        assert_eq!(refusal(&keys, &issue(&Keys::of(b"other"), now())), Some(ErrorCode::Unauthenticated));
        let long_ago = Timestamp(now().0 - ACCESS_MILLISECONDS - 1000);
        assert_eq!(refusal(&keys, &issue(&keys, long_ago)), Some(ErrorCode::AccessTokenExpired));
        let token = issue(&keys, now());
        let payload = token.split('.').nth(1).unwrap_or_default();
        // {"alg":"none","typ":"JWT"}
        let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{payload}.");
        assert_eq!(refusal(&keys, &unsigned), Some(ErrorCode::Unauthenticated));
        assert_eq!(refusal(&keys, ""), Some(ErrorCode::Unauthenticated));
    }

    #[test]
    fn a_token_that_lives_too_long_or_comes_from_the_future_is_refused_although_it_is_signed() {
        let keys = Keys::of(b"secret");
        let code = |issued_in: i64, life: i64| {
            let iat = now().0 / 1000 + issued_in;
            let claims = Claims {
                sub: "7".into(),
                sid: 9,
                authority: Authority::Dealer,
                iat,
                exp: iat.saturating_add(life),
                iss: ISSUER.into(),
            };
            let token = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &keys.encoding);
            refusal(&keys, &token.unwrap_or_default())
        };
        let refused = Some(ErrorCode::Unauthenticated);
        assert_eq!((code(0, 900), code(0, 901), code(0, 86_400 * 365)), (None, refused, refused));
        assert_eq!((code(20, 900), code(60, 900), code(3_600, 60)), (None, refused, refused), "clocks differ a little");
        assert_eq!((code(-800, 900), code(-86_400, 2 * 86_400), code(-1, 902)), (None, refused, refused));
    }

    #[test]
    fn an_access_token_ends_with_its_session_at_the_latest() {
        let keys = Keys::of(b"secret");
        let end = Timestamp(now().0 + 60_000);
        let token = keys.access_token(7, 9, Authority::Dealer, end, now());
        assert!(token.is_ok_and(|token| token.expires_at <= end));
    }

    #[test]
    fn a_successor_is_always_the_same_and_needs_the_secret() {
        let token = random_token().unwrap_or_default();
        let (keys, other) = (Keys::of(b"secret"), Keys::of(b"other"));
        assert_eq!(keys.successor(&token), keys.successor(&token));
        assert_ne!(keys.successor(&token), other.successor(&token));
        assert_ne!(keys.successor(&token), token);
    }

    #[test]
    fn a_stored_token_is_found_with_the_same_secret_only_and_is_no_token() {
        let token = random_token().unwrap_or_default();
        let (keys, other) = (Keys::of(b"secret"), Keys::of(b"other"));
        assert_eq!(keys.stored(&token), Keys::of(b"secret").stored(&token));
        assert_ne!(keys.stored(&token), other.stored(&token));
        assert!(keys.stored(&token) != token && keys.stored(&token) != keys.successor(&token));
        assert!(keys.is_stored(&token, &keys.stored(&token)) && token.len() == TOKEN_CHARACTERS);
        for stored in [other.stored(&token), keys.stored("x"), String::new(), "?".into(), token.clone()] {
            assert!(!keys.is_stored(&token, &stored), "{stored}");
        }
    }
}
