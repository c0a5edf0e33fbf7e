//! Keys that bind sessions to a browser: the browser creates a non-extractable key and signs every renewal with it,
//! so a stolen refresh token is useless elsewhere.

use base64::{
    Engine as _,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use p256::{
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
    pkcs8::DecodePublicKey,
};
use uno_core::contract::sign_in::PROOF_PREFIX;

/// base64url with optional padding: browsers omit it, other clients may not.
const BASE64URL: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns whether a text is a public key that a session can be bound to.
#[must_use]
pub fn is_public_key(text: &str) -> bool {
    parse(text).is_some()
}

/// Returns whether `proof` is a signature of the renewal of `refresh_token` by the key pair of `public_key`.
#[must_use]
pub fn proves(public_key: &str, refresh_token: &str, proof: &str) -> bool {
    let signature = BASE64URL.decode(proof).ok().and_then(|bytes| Signature::from_slice(&bytes).ok());
    match (parse(public_key), signature) {
        (Some(key), Some(signature)) => {
            key.verify([PROOF_PREFIX, refresh_token].concat().as_bytes(), &signature).is_ok()
        }
        _ => false,
    }
}

fn parse(text: &str) -> Option<VerifyingKey> {
    VerifyingKey::from_public_key_der(&BASE64URL.decode(text).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::{BASE64URL, is_public_key, proves};
    use base64::Engine as _;
    use p256::{
        ecdsa::{Signature, SigningKey, signature::Signer},
        pkcs8::EncodePublicKey,
    };

    fn key(seed: u8) -> (SigningKey, String) {
        let key = SigningKey::from_slice(&[seed; 32]).unwrap_or_else(|_| unreachable!());
        let public = key.verifying_key().to_public_key_der().map(|der| BASE64URL.encode(der.as_bytes()));
        (key, public.unwrap_or_default())
    }

    fn sign(key: &SigningKey, text: &str) -> String {
        let signature: Signature = key.sign(text.as_bytes());
        BASE64URL.encode(signature.to_bytes())
    }

    #[test]
    fn only_the_key_itself_proves_and_only_for_its_token() {
        let ((mine, public), (other, _)) = (key(1), key(2));
        assert!(is_public_key(&public));
        assert!(proves(&public, "token", &sign(&mine, "uno-renewal:token")));
        assert!(!proves(&public, "token", &sign(&other, "uno-renewal:token")));
        assert!(!proves(&public, "later", &sign(&mine, "uno-renewal:token")));
        assert!(!proves(&public, "token", &sign(&mine, "token")));
    }

    #[test]
    fn what_is_no_key_or_no_signature_proves_nothing() {
        let (mine, public) = key(1);
        for text in ["", "AAAA", "not base64!", &public[..40]] {
            assert!(!is_public_key(text), "{text}");
            assert!(!proves(text, "token", &sign(&mine, "uno-renewal:token")), "{text}");
            assert!(!proves(&public, "token", text), "{text}");
        }
    }
}
