//! Signing in: passwords, tokens, sessions, limits.

pub mod attempts;
pub mod password;
pub mod session_key;
pub mod sessions;
pub mod tokens;
