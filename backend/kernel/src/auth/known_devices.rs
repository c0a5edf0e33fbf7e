//! Known devices: devices on which an account has signed in before, recognised by a cookie. They are not paused
//! when others try passwords for the account.
//!
//! The cookie holds an entry for each of the most recent accounts: a random number, the time of issue, and a
//! signature over both and the account. Only the server can tell which account an entry belongs to.

use super::tokens::Keys;
use crate::problem::Problem;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use uno_core::domain::time::{DAY_MILLISECONDS, Timestamp};

/// Name of the cookie. The prefix prevents other hosts and insecure connections from setting it.
pub const COOKIE: &str = "__Host-uno_known_device";
/// How long a device is known after a sign-in.
pub const KNOWN_MILLISECONDS: i64 = 180 * DAY_MILLISECONDS;
/// Maximum number of accounts per device.
const MAX_ACCOUNTS: usize = 5;

const NUMBER: usize = 16;
const TIME: usize = 4;
const SIGNATURE: usize = 16;
/// Length of an entry in base64.
const ENTRY: usize = (NUMBER + TIME + SIGNATURE) * 4 / 3;

/// The entries of a device, newest first.
#[derive(Clone, Debug, Default)]
pub struct KnownDevice(Vec<String>);

impl KnownDevice {
    /// Reads the cookie of a request; malformed entries are ignored.
    #[must_use]
    pub fn of(cookie: Option<&str>) -> Self {
        let possible = |entry: &&str| entry.len() == ENTRY && URL_SAFE_NO_PAD.decode(entry).is_ok();
        Self(cookie.unwrap_or_default().split('.').filter(possible).take(MAX_ACCOUNTS).map(str::to_owned).collect())
    }

    /// Returns the counter key of the device for the account, if the account has signed in on it before.
    #[must_use]
    pub fn number_for(&self, keys: &Keys, account_id: i64, now: Timestamp) -> Option<String> {
        self.0.iter().find(|entry| holds(keys, entry, account_id, now)).cloned()
    }

    /// Returns the cookie's value after a sign-in: with a new entry for the account in place of its previous one.
    ///
    /// # Errors
    /// Returns an error if the system provides no random numbers.
    pub fn signed_in(&self, keys: &Keys, account_id: i64, now: Timestamp) -> Result<String, Problem> {
        let mut entry = vec![0_u8; NUMBER];
        getrandom::fill(&mut entry).map_err(Problem::internal)?;
        entry.extend_from_slice(&u32::try_from(now.0 / 1000).unwrap_or(u32::MAX).to_be_bytes());
        let signature = signature(keys, &entry, account_id)?.finalize().into_bytes();
        entry.extend_from_slice(&signature[..SIGNATURE]);
        let others = self.0.iter().filter(|known| !holds(keys, known, account_id, now)).cloned();
        let entries: Vec<String> =
            std::iter::once(URL_SAFE_NO_PAD.encode(&entry)).chain(others).take(MAX_ACCOUNTS).collect();
        Ok(entries.join("."))
    }
}

/// Returns when an entry was issued. Does not verify the signature: the entry must have been verified.
#[must_use]
pub fn issued_at(entry: &str) -> Timestamp {
    let bytes = URL_SAFE_NO_PAD.decode(entry).unwrap_or_default();
    let time = bytes.get(NUMBER..NUMBER + TIME).and_then(|time| time.try_into().ok()).map_or(0, u32::from_be_bytes);
    Timestamp(i64::from(time) * 1000)
}

fn holds(keys: &Keys, entry: &str, account_id: i64, now: Timestamp) -> bool {
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(entry) else { return false };
    let (Some(signed), Some(given)) = (bytes.get(..NUMBER + TIME), bytes.get(NUMBER + TIME..)) else { return false };
    let time = signed.get(NUMBER..).and_then(|time| time.try_into().ok()).map_or(0, u32::from_be_bytes);
    let age = now.0 - i64::from(time) * 1000;
    age < KNOWN_MILLISECONDS
        && given.len() == SIGNATURE
        && signature(keys, signed, account_id).is_ok_and(|mac| mac.verify_truncated_left(given).is_ok())
}

fn signature(keys: &Keys, signed: &[u8], account_id: i64) -> Result<Hmac<Sha256>, Problem> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&keys.derive("known device")).map_err(Problem::internal)?;
    mac.update(signed);
    mac.update(&account_id.to_be_bytes());
    Ok(mac)
}

#[cfg(test)]
mod tests {
    use super::{KNOWN_MILLISECONDS, KnownDevice};
    use crate::{auth::tokens::Keys, clock::now};

    fn signed_in(device: &KnownDevice, keys: &Keys, account_id: i64) -> KnownDevice {
        KnownDevice::of(device.signed_in(keys, account_id, now()).ok().as_deref())
    }

    #[test]
    fn a_device_is_known_for_the_accounts_that_signed_in_on_it_and_for_no_other() {
        let keys = Keys::of(b"secret");
        let first = signed_in(&KnownDevice::default(), &keys, 7);
        let both = signed_in(&first, &keys, 8);
        assert!(both.number_for(&keys, 7, now()).is_some() && both.number_for(&keys, 8, now()).is_some());
        assert_ne!(both.number_for(&keys, 7, now()), both.number_for(&keys, 8, now()));
        assert!(both.number_for(&keys, 9, now()).is_none());
        assert!(both.number_for(&Keys::of(b"other"), 7, now()).is_none());
    }

    #[test]
    fn an_entry_ends_by_itself_and_a_changed_one_is_none() {
        let keys = Keys::of(b"secret");
        let device = signed_in(&KnownDevice::default(), &keys, 7);
        assert!(device.number_for(&keys, 7, now().plus_milliseconds(KNOWN_MILLISECONDS + 1000)).is_none());
        let entry = device.number_for(&keys, 7, now()).unwrap_or_default();
        for index in 0..entry.len() {
            let mut changed = entry.clone().into_bytes();
            changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
            let changed = KnownDevice::of(std::str::from_utf8(&changed).ok());
            assert!(changed.number_for(&keys, 7, now()).is_none(), "{index}");
        }
    }

    #[test]
    fn the_last_five_accounts_are_kept_each_once() {
        let keys = Keys::of(b"secret");
        let mut device = KnownDevice::of(Some("nonsense.and.more"));
        for account_id in [1, 2, 3, 3, 4, 5, 6] {
            device = signed_in(&device, &keys, account_id);
        }
        let known = (1..=6).filter(|id| device.number_for(&keys, *id, now()).is_some()).collect::<Vec<_>>();
        assert_eq!((known, device.0.len()), (vec![2, 3, 4, 5, 6], 5));
    }
}
