//! Sealing: authenticated encryption of text that only this server writes and reads, wherever it is stored.

use crate::problem::Problem;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};

/// Length of a nonce in bytes: long enough that random ones practically never repeat.
const NONCE: usize = 24;

/// Seals and opens text for one purpose.
#[derive(Clone)]
pub struct Seal(XChaCha20Poly1305);

impl std::fmt::Debug for Seal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Seal")
    }
}

impl Seal {
    /// Creates a seal from a key.
    ///
    /// # Errors
    /// Returns an error if the key does not have the cipher's length of 32 bytes.
    pub fn of(key: &[u8]) -> Result<Self, Problem> {
        XChaCha20Poly1305::new_from_slice(key).map(Self).map_err(Problem::internal)
    }

    /// Seals content as text. `place` identifies its context: it cannot be opened in any other.
    ///
    /// # Errors
    /// Returns an error if the system provides no random numbers.
    pub fn close(&self, place: &str, content: &[u8]) -> Result<String, Problem> {
        let mut nonce = [0_u8; NONCE];
        getrandom::fill(&mut nonce).map_err(Problem::internal)?;
        let payload = Payload { msg: content, aad: place.as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload).map_err(Problem::internal)?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce, sealed.as_slice()].concat()))
    }

    /// Opens a sealed text of this context; returns `None` if it was not sealed for it.
    #[must_use]
    pub fn open(&self, place: &str, sealed: &str) -> Option<Vec<u8>> {
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: place.as_bytes() };
        self.0.decrypt(&XNonce::from(*nonce), payload).ok()
    }
}
