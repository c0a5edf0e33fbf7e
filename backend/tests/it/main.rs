//! The server as its clients see it, on a real SQLite database and, where `UNO_TEST_POSTGRES_URL`
//! names a server, on PostgreSQL too. Requests go over real HTTP.

// Tests say what must hold; a failed expectation is their way to report it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod access;
mod addresses;
mod admin_boards;
mod audit;
mod auth;
mod board_content;
mod codes;
mod command_line;
mod companies;
mod company_credentials;
mod company_upgrades;
mod consents;
mod contract;
mod crossing;
mod dementia_screenings;
mod demo;
mod divisions;
mod document;
mod dormancy;
mod exports;
mod exposure;
mod external_devices;
mod far_pages;
mod gates;
mod grades;
mod heart_rate_measurements;
mod import_columns;
mod import_files;
mod imports;
mod intake;
mod jobs;
mod layers;
mod links;
mod managed_users;
mod meanwhile;
mod measurement_headers;
mod measurement_imports;
mod members;
mod menu_items;
mod oracle;
mod origins;
mod permission_groups;
mod physical_measurements;
mod preloads;
mod prints;
mod psychological_tests;
mod qr_codes;
mod report_links;
mod schema;
mod sessions;
mod sign_ins;
mod staff;
mod stress_measurements;
mod support;
mod terms;
mod two_steps;
mod undo;
mod user_apps;
mod user_imports;
mod users;
mod vision_measurements;
mod writing;
