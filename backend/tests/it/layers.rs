//! Layers: the permitted dependencies between the modules of a crate. The compiler checks those between crates.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The modules of each crate in dependency order: each may use only those before it.
const ROOMS: &[(&str, &[&str])] = &[
    (
        "kernel",
        &[
            "problem",
            "qr_image",
            "clock",
            "private_files",
            "background",
            "workers",
            "rich_text",
            "sealed",
            "metrics",
            "db",
            "auth",
            "access",
            "records",
            "delivery",
            "settings",
            "alerts",
            "state",
            "http",
            "jobs",
            "reports",
            "exports",
            "bulk",
        ],
    ),
    (
        "imports",
        &[
            "reading",
            "spelling",
            "layout",
            "values",
            "decisions",
            "columns",
            "records",
            "understood",
            "memory",
            "guide",
            "readers",
            "report",
        ],
    ),
    (
        "organisation",
        &["tally", "services", "codes", "external_devices", "addresses", "companies", "divisions", "overview"],
    ),
    (
        "measurements",
        &[
            "names",
            "words",
            "grades",
            "rules",
            "kind",
            "concerns",
            "store",
            "detail",
            "owners",
            "chosen_dates",
            "entry",
            "intake",
            "file_imports",
            "physical_measurements",
            "stress_measurements",
            "vision_measurements",
            "heart_rate_measurements",
            "dementia_screenings",
            "psychological_tests",
            "readable",
            "prints",
            "person_confirmations",
            "person_codes",
            "alerts",
            "grade_rules",
            "reports",
            "report_links",
            "uses",
            "messages",
            "training_participations",
        ],
    ),
    ("people", &["members", "consents", "user_apps", "users", "links", "managed_users", "member_imports"]),
    (
        "statistics",
        &[
            "period",
            "bytes",
            "people",
            "cells",
            "rows",
            "fold",
            "hidden",
            "disclosure",
            "frame",
            "answers",
            "units",
            "words",
            "file",
            "read",
            "tests",
            "averages",
            "attention",
            "attention_people",
            "members_by_app",
            "dashboard",
        ],
    ),
    (
        "accounts",
        &[
            "unchanged_passwords",
            "given_access",
            "permission_groups",
            "menu_items",
            "qr_codes",
            "sign_in",
            "own_account",
            "saved_views",
            "staff",
            "managers",
            "operators",
            "own_details",
            "company_upgrades",
            "account_sessions",
            "two_steps",
        ],
    ),
    ("content", &["admin_boards", "terms"]),
    ("audit", &["pages", "access_logs", "field_names", "change_logs", "verifications"]),
    (
        "fhir",
        &[
            "calls",
            "codes",
            "answer",
            "ranges",
            "grammar",
            "dates",
            "parameters",
            "contents",
            "measured",
            "asking",
            "observation",
            "questionnaire_response",
            "vision_prescription",
            "patient",
            "search",
            "intake",
            "export",
            "metadata",
        ],
    ),
    (".", &["memory", "texts", "api", "serve", "backup", "demo"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    found.sort();
    found
}

/// Returns the modules used through `crate::` outside tests and comments: `crate::{a::{b, c}, d}` uses `a` and `d`.
fn known(source: &str) -> BTreeSet<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with('$') {
            continue;
        }
        let behind = &code[at + "crate::".len()..];
        let word = |text: &str| {
            text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().map(str::to_owned)
        };
        let Some(group) = behind.strip_prefix('{') else {
            names.extend(word(behind));
            continue;
        };
        let mut depth = 0;
        let mut starts = true;
        for (index, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => starts = true,
                letter if starts && !letter.is_whitespace() => {
                    starts = false;
                    names.extend(word(&group[index..]));
                }
                _ => {}
            }
        }
    }
    names
}

#[test]
fn the_names_of_a_use_are_those_behind_crate() {
    let source = "use crate::{\n    a::{b, c},\n    d, // e\n};\nfn f() { crate::g::h() }\n#[cfg(test)]\nuse crate::i;";
    assert_eq!(known(source), ["a", "d", "g"].map(str::to_owned).into());
}

#[test]
fn a_room_knows_only_the_rooms_before_it() {
    let backend = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, rooms) in ROOMS {
        let folder = backend.join(name).join("src");
        let place = |room: &str| rooms.iter().position(|other| *other == room);
        for path in sources(&folder) {
            let inside = path.strip_prefix(&folder).unwrap();
            let room = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
            if ["lib", "main"].contains(&room) {
                continue;
            }
            let own = place(room).unwrap_or_else(|| panic!("{name}: {room} has no place in the layers"));
            for other in known(&fs::read_to_string(&path).unwrap()) {
                if let Some(theirs) = place(&other) {
                    assert!(theirs <= own, "{name}: {} knows {other}, which stands above it", inside.display());
                }
            }
        }
    }
}

/// Tables with a company column that have no scope: they are read only for companies already found in the scope.
const BESIDE_SCOPES: &[&str] = &["company_service", "tally", "statistic_segment"];

#[test]
fn every_table_with_a_companys_column_says_whose_its_rows_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = fs::read_to_string(root.join("kernel/src/db/schema.rs")).unwrap();
    let scopes = fs::read_to_string(root.join("kernel/src/access/scope.rs")).unwrap();
    let mut found = 0;
    for table in schema.split("diesel::table! {").skip(1) {
        let name = table.trim_start().split(' ').next().unwrap_or_default();
        let has_company = ["company_id ->", "retailer_id ->"].iter().any(|column| table.contains(column));
        if has_company && !BESIDE_SCOPES.contains(&name) {
            assert!(scopes.contains(&format!("\n    {name}: ")), "{name} states no scope in access/scope.rs");
            found += 1;
        }
    }
    assert!(found >= 4, "{found}");
}

#[test]
fn every_table_with_a_line_is_moved_when_a_company_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = fs::read_to_string(root.join("kernel/src/db/schema.rs")).unwrap();
    let moved = fs::read_to_string(root.join("accounts/src/company_upgrades/rows.rs")).unwrap();
    let lines = schema.split("diesel::table! {").filter(|table| table.contains("vendor_id ->"));
    let names: Vec<&str> = lines.filter_map(|table| table.split_whitespace().next()).collect();
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        assert!(
            moved.contains(&format!("connection, tier_move, {name}, ")),
            "an upgrade leaves the rows of {name} behind"
        );
    }
}

#[test]
fn no_list_is_made_of_a_scoped_table_without_its_scope() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for area in ["organisation", "measurements", "people", "statistics", "accounts", "content"] {
        for path in sources(&root.join(area).join("src")) {
            let source: String = fs::read_to_string(&path).unwrap().split_whitespace().collect();
            for table in ["company", "account", "member", "measurement"] {
                let bare = format!("{table}::table.into_boxed()");
                let at = source.match_indices(&bare).find(|(at, _)| !source[..*at].ends_with('_'));
                assert!(at.is_none(), "{}: {bare} instead of {table}::table.in_scope(…)", path.display());
            }
        }
    }
}

#[test]
fn a_crate_that_is_not_compiled_for_tests_has_none() {
    let backend = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut without = 0;
    for (name, _) in ROOMS {
        let manifest = fs::read_to_string(backend.join(name).join("Cargo.toml")).unwrap();
        let library = manifest.split("[lib]").nth(1).unwrap_or_default().split("\n[").next().unwrap_or_default();
        if library.contains("\ntest = false") {
            without += 1;
            for path in sources(&backend.join(name).join("src")) {
                let source = fs::read_to_string(&path).unwrap();
                assert!(!source.contains("#[test]"), "{}: never run", path.display());
            }
        }
        for path in sources(&backend.join(name).join("src")) {
            let source = fs::read_to_string(&path).unwrap();
            let mut fences = source.lines().filter(|line| line.trim_start().starts_with("/// ```"));
            while let Some(begins) = fences.next() {
                fences.next();
                assert!(!begins.ends_with("```"), "{}: an example that is never run", path.display());
            }
        }
    }
    assert!(without >= 3, "{without}");
}
