//! Signing in: passwords, tokens, sessions, limits.

pub mod accounts;
pub mod attempts;
pub mod dormancy;
pub mod given_passwords;
pub mod known_devices;
pub mod login_id;
pub mod network;
pub mod password;
pub mod secret;
pub mod session_key;
pub mod sessions;
pub mod sign_in_log;
pub mod tokens;
pub mod turns;
pub mod two_steps;
