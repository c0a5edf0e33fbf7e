//! Sealing: text that only this server writes and reads, whoever keeps it.

use crate::problem::Problem;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};

/// Bytes of a nonce: so many that random ones never repeat.
const NONCE: usize = 24;

/// Seals and opens what is of one purpose.
#[derive(Clone)]
pub struct Seal(XChaCha20Poly1305);

impl Seal {
    /// The seal of a key.
    ///
    /// # Errors
    /// When the key has another length than the cipher's: 32 bytes.
    pub fn of(key: &[u8]) -> Result<Self, Problem> {
        XChaCha20Poly1305::new_from_slice(key).map(Self).map_err(Problem::internal)
    }

    /// Content as sealed text. `place` says what it is part of: anywhere else it cannot be opened.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn close(&self, place: &str, content: &[u8]) -> Result<String, Problem> {
        let mut nonce = [0_u8; NONCE];
        getrandom::fill(&mut nonce).map_err(Problem::internal)?;
        let payload = Payload { msg: content, aad: place.as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload).map_err(Problem::internal)?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce, sealed.as_slice()].concat()))
    }

    /// The content of a sealed text of this place; `None` where it was not sealed so.
    #[must_use]
    pub fn open(&self, place: &str, sealed: &str) -> Option<Vec<u8>> {
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: place.as_bytes() };
        self.0.decrypt(&XNonce::from(*nonce), payload).ok()
    }
}
