//! Accounts: signing in, QR codes, one's own account, the menu it sees and its views of lists; the accounts of staff.

pub mod account_sessions;
pub mod company_upgrades;
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
