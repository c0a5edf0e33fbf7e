//! Accounts: sign-in, QR codes, the caller's own account, the menu, saved views of lists, and the accounts of staff.

pub mod account_sessions;
pub mod company_upgrades;
pub mod given_access;
pub mod managers;
pub mod menu_items;
pub mod operators;
pub mod own_account;
pub mod own_details;
pub mod permission_groups;
pub mod qr_codes;
pub mod saved_views;
pub mod sign_in;
pub mod staff;
pub mod two_steps;
mod unchanged_passwords;
