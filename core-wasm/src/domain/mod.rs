//! The business rules, as pure code: no clock, no network, no browser.

pub mod access;
pub mod age;
mod column;
pub mod decimal;
mod districts;
pub mod grade;
pub mod mask;
pub mod plausible;
pub mod pre_survey;
pub mod qr_login;
pub mod text;
pub mod time;
pub mod week;

pub(crate) use column::column;
