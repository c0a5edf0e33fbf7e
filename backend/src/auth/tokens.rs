//! Tokens: a short signed access token, and refresh tokens that follow from one another.
//!
//! The successor of a refresh token is its keyed hash: unpredictable without the server's secret, and
//! the same whenever it is computed again, so that an answer lost on the way can be repeated although
//! only hashes are stored.

use crate::{db::DatabaseConnection, problem::Problem};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use hmac::{Hmac, Mac};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uno_core::{
    contract::{auth::Token, error::ErrorCode},
    domain::{access::Authority, time::Timestamp},
};

/// How long an access token holds.
pub const ACCESS_MILLISECONDS: i64 = 15 * 60 * 1000;
/// How long a refresh token holds.
pub const REFRESH_MILLISECONDS: i64 = 14 * 24 * 60 * 60 * 1000;
const ISSUER: &str = "uno";

/// What an access token says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    /// Account, as text.
    pub sub: String,
    /// Session.
    pub sid: i64,
    /// What the account is.
    pub authority: Authority,
    /// Issued, seconds.
    pub iat: i64,
    /// Ends, seconds.
    pub exp: i64,
    /// Issuer.
    pub iss: String,
}

/// The server's keys, made of one secret that all instances share.
pub struct Keys {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    successor: Vec<u8>,
    secret: Vec<u8>,
}

impl Keys {
    /// Keys of a secret.
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
            secret: secret.to_vec(),
        }
    }

    /// The key of a purpose: whoever has one learns nothing about the others.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> Vec<u8> {
        keyed_hash(&self.secret, purpose.as_bytes())
    }

    /// The keys of a database: its secret is made when it is first needed.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub fn load(connection: &mut DatabaseConnection) -> Result<Self, Problem> {
        use crate::db::schema::setting::dsl::{name, setting, value};
        const NAME: &str = "token_secret";
        let read = |connection: &mut DatabaseConnection| {
            setting.filter(name.eq(NAME)).select(value).first::<String>(connection).optional()
        };
        if let Some(secret) = read(connection)? {
            return Ok(Self::of(&URL_SAFE_NO_PAD.decode(secret).map_err(Problem::internal)?));
        }
        let secret = random::<32>()?;
        let inserted = diesel::insert_into(setting)
            .values((name.eq(NAME), value.eq(URL_SAFE_NO_PAD.encode(secret))))
            .execute(connection);
        match (inserted, read(connection)?) {
            // Another instance may have been first; its secret counts.
            (_, Some(secret)) => Ok(Self::of(&URL_SAFE_NO_PAD.decode(secret).map_err(Problem::internal)?)),
            (Err(error), None) => Err(error.into()),
            (Ok(_), None) => Err(Problem::internal("the token secret was not kept")),
        }
    }

    /// An access token.
    ///
    /// # Errors
    /// When signing fails.
    pub fn access_token(
        &self,
        account_id: i64,
        session_id: i64,
        authority: Authority,
        now: Timestamp,
    ) -> Result<Token, Problem> {
        let expires_at = Timestamp((now.0 + ACCESS_MILLISECONDS) / 1000 * 1000);
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

    /// The claims of an access token.
    ///
    /// # Errors
    /// [`ErrorCode::AccessTokenExpired`], or [`ErrorCode::Unauthenticated`] for anything else.
    pub fn claims(&self, token: &str) -> Result<Claims, Problem> {
        match jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation) {
            Ok(data) => Ok(data.claims),
            Err(error) => Err(Problem::new(match error.kind() {
                jsonwebtoken::errors::ErrorKind::ExpiredSignature => ErrorCode::AccessTokenExpired,
                _ => ErrorCode::Unauthenticated,
            })),
        }
    }

    /// The refresh token that follows from `token`.
    #[must_use]
    pub fn successor(&self, token: &str) -> String {
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.successor, token.as_bytes()))
    }
}

/// A secret of 256 bits: a first refresh token, a QR code, what a browser is known by.
///
/// # Errors
/// When the system gives no random numbers.
pub fn random_token() -> Result<String, Problem> {
    Ok(URL_SAFE_NO_PAD.encode(random::<32>()?))
}

/// A token as it is stored.
#[must_use]
pub fn token_hash(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], Problem> {
    let mut bytes = [0_u8; LENGTH];
    getrandom::fill(&mut bytes).map_err(Problem::internal)?;
    Ok(bytes)
}

/// HMAC-SHA-256 of a message.
#[must_use]
pub fn keyed_hash(key: &[u8], message: &[u8]) -> Vec<u8> {
    // A key of any length is valid for HMAC.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{ACCESS_MILLISECONDS, Keys, random_token, token_hash};
    use crate::clock::now;
    use uno_core::{
        contract::error::ErrorCode,
        domain::{access::Authority, time::Timestamp},
    };

    #[test]
    fn an_access_token_says_who_and_what() {
        let keys = Keys::of(b"secret");
        let token = keys.access_token(7, 9, Authority::Dealer, now()).map(|token| token.token).unwrap_or_default();
        let claims = keys.claims(&token).map(|claims| (claims.sub, claims.sid, claims.authority));
        assert!(matches!(claims, Ok((sub, 9, Authority::Dealer)) if sub == "7"));
    }

    #[test]
    fn a_forged_expired_or_unsigned_token_is_refused() {
        let keys = Keys::of(b"secret");
        let issue = |keys: &Keys, at| {
            keys.access_token(7, 9, Authority::Admin, at).map(|token| token.token).unwrap_or_default()
        };
        let code = |token: &str| keys.claims(token).err().map(|problem| problem.code);
        assert_eq!(code(&issue(&Keys::of(b"other"), now())), Some(ErrorCode::Unauthenticated));
        let long_ago = Timestamp(now().0 - ACCESS_MILLISECONDS - 1000);
        assert_eq!(code(&issue(&keys, long_ago)), Some(ErrorCode::AccessTokenExpired));
        let token = issue(&keys, now());
        let payload = token.split('.').nth(1).unwrap_or_default();
        // {"alg":"none","typ":"JWT"}
        assert_eq!(code(&format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{payload}.")), Some(ErrorCode::Unauthenticated));
        assert_eq!(code(""), Some(ErrorCode::Unauthenticated));
    }

    #[test]
    fn a_successor_is_always_the_same_and_needs_the_secret() {
        let token = random_token().unwrap_or_default();
        let (keys, other) = (Keys::of(b"secret"), Keys::of(b"other"));
        assert_eq!(keys.successor(&token), keys.successor(&token));
        assert_ne!(keys.successor(&token), other.successor(&token));
        assert_ne!(keys.successor(&token), token);
        assert_ne!(token_hash(&token), token);
    }
}
