//! Layers: which room of a crate may know which. Between crates the compiler sees to it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The rooms of each crate, in the order in which they may know each other: each only those before it.
const ROOMS: &[(&str, &[&str])] = &[
    (
        "kernel",
        &[
            "problem",
            "clock",
            "private_files",
            "workers",
            "rich_text",
            "metrics",
            "db",
            "auth",
            "access",
            "records",
            "settings",
            "state",
            "http",
            "jobs",
            "reports",
        ],
    ),
    ("organisation", &["tally", "services", "companies", "overview"]),
    ("measurements", &["grades", "kind", "store", "export", "physical_measurements"]),
    ("people", &["members", "member_imports", "users"]),
    ("accounts", &["menu_items", "qr_codes", "sign_in", "own_account"]),
    ("content", &["admin_boards", "terms"]),
    (".", &["api", "serve", "backup", "demo"]),
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

/// The names behind `crate::` in what is no test and no comment: `crate::{a::{b, c}, d}` names `a` and `d`.
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
