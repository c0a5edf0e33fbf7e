//! The session of a client: which token to send, and when it must be renewed first.

use crate::domain::time::Timestamp;

/// An access token that expires within this time is renewed before use, because requests take time and clocks differ.
const MARGIN_MILLISECONDS: i64 = 5_000;

/// A token and its expiry, as stored by the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// The token.
    pub token: String,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// The tokens that the client stores between calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredTokens {
    /// Sent with calls.
    pub access: Option<StoredToken>,
    /// Exchanged for the next pair.
    pub refresh: Option<StoredToken>,
}

/// What to do before a call that needs a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this access token.
    Send(String),
    /// Exchange this refresh token first.
    Renew(String),
    /// There is no session.
    Anonymous,
    /// There was a session, but the refresh token has expired: clear the session.
    Ended,
}

impl StoredTokens {
    /// Returns what to do at `now`.
    #[must_use]
    pub fn step(&self, now: Timestamp) -> Step {
        if let Some(access) = &self.access
            && now.plus_milliseconds(MARGIN_MILLISECONDS) < access.expires_at
        {
            return Step::Send(access.token.clone());
        }
        match &self.refresh {
            Some(refresh) if now < refresh.expires_at => Step::Renew(refresh.token.clone()),
            Some(_) => Step::Ended,
            None if self.access.is_some() => Step::Ended,
            None => Step::Anonymous,
        }
    }
}

/// Returns the payload of a JSON Web Token as text. The client reads it to show the right screens; only the server
/// verifies the signature.
#[must_use]
pub fn token_payload(token: &str) -> Option<String> {
    let payload = token.split('.').nth(1)?;
    let mut bytes = Vec::with_capacity(payload.len() * 3 / 4);
    let (mut buffer, mut bits) = (0_u32, 0_u32);
    for byte in payload.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        buffer = (buffer << 6 | u32::from(value)) & 0xFFFF;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits & 0xFF) as u8);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{Step, StoredToken, StoredTokens, token_payload};
    use crate::domain::time::Timestamp;

    fn tokens(access_end: Option<i64>, refresh_end: Option<i64>) -> StoredTokens {
        let token = |name: &str, end: i64| StoredToken { token: name.into(), expires_at: Timestamp(end) };
        StoredTokens {
            access: access_end.map(|end| token("access", end)),
            refresh: refresh_end.map(|end| token("refresh", end)),
        }
    }

    #[test]
    fn the_token_that_is_sent_depends_on_the_ends_of_both() {
        let now = Timestamp(1_000_000);
        for (access, refresh, expected) in [
            (Some(1_005_001), Some(2_000_000), Step::Send("access".into())),
            (Some(1_005_000), Some(2_000_000), Step::Renew("refresh".into())),
            (Some(1), Some(1_000_001), Step::Renew("refresh".into())),
            (Some(1), Some(1_000_000), Step::Ended),
            (Some(1), None, Step::Ended),
            (None, Some(2_000_000), Step::Renew("refresh".into())),
            (Some(2_000_000), None, Step::Send("access".into())),
            (None, None, Step::Anonymous),
        ] {
            assert_eq!(tokens(access, refresh).step(now), expected, "{access:?} {refresh:?}");
        }
    }

    #[test]
    fn the_payload_of_a_token_is_read_without_its_signature() {
        assert_eq!(token_payload("x.eyJzdWIiOiI3In0.y").as_deref(), Some(r#"{"sub":"7"}"#));
        for text in ["", "a", "a.b!c.d", "a.__8.c"] {
            assert_eq!(token_payload(text), None, "{text}");
        }
    }
}
