//! People: the members of companies, their import, and the users of the app.

pub mod consents;
pub mod links;
pub mod managed_users;
pub mod member_imports;
pub mod members;
pub mod user_apps;
pub mod users;
