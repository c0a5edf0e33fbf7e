//! Accounts: signing in, QR codes, one's own account and the menu it sees.

pub mod menu_items;
pub mod own_account;
pub mod qr_codes;
pub mod sign_in;
