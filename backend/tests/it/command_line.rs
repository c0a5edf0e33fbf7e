//! The command line, as the person who runs the server uses it.

use crate::support::{PASSWORD, TestDatabase};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Output, Stdio},
};

fn uno(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uno"));
    command.args(arguments).env_remove("DATABASE_URL").env_remove("UNO_LISTEN").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    uno(arguments).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Starts a server and answers what it printed until it was ready; the server is killed.
fn first_lines(arguments: &[&str], lines: usize) -> Vec<String> {
    let mut server = uno(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let printed = BufReader::new(server.stdout.take().unwrap()).lines().take(lines).map(Result::unwrap).collect();
    server.kill().unwrap();
    server.wait().unwrap();
    printed
}

#[test]
fn a_bad_setting_is_refused_with_its_name() {
    for (arguments, name) in [
        (vec!["migrate", "--database-url", "mysql://h/d"], "--database-url"),
        (vec!["serve", "--database-url", "sqlite://"], "--database-url"),
        (vec!["demo", "--members", "many"], "--members"),
    ] {
        let output = run(&arguments);
        assert!(!output.status.success());
        assert!(errors(&output).contains(name), "{arguments:?}: {}", errors(&output));
    }
    let test = TestDatabase::sqlite();
    let output = run(&["serve", "--listen", "nowhere", "--database-url", &test.url]);
    assert!(errors(&output).contains("--listen"), "{}", errors(&output));
}

#[test]
fn the_demonstration_fills_an_empty_database_and_refuses_any_other() {
    let test = TestDatabase::sqlite();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--demo", "--database-url", &test.url];
    let printed = first_lines(&serve, 2);
    assert!(printed[0].starts_with("UNO is ready: http://127.0.0.1:"), "{printed:?}");
    assert!(printed[1].contains("admin, vendor, dealer, retailer, vendor2, operator, member"), "{printed:?}");
    assert_eq!(first_lines(&serve, 2).len(), 2, "it starts again on its own database");
    let output = run(&["serve", "--listen", "127.0.0.1:0", "--database-url", &test.url]);
    assert!(errors(&output).contains("demonstration accounts"), "not without --demo: {}", errors(&output));

    let real = TestDatabase::sqlite();
    create_admin(&real, "root", PASSWORD);
    let output = run(&["serve", "--listen", "127.0.0.1:0", "--demo", "--database-url", &real.url]);
    assert!(errors(&output).contains("--demo"), "{}", errors(&output));
}

fn create_admin(test: &TestDatabase, login_id: &str, password: &str) -> Output {
    create_admin_at(&test.url, login_id, password)
}

fn create_admin_at(url: &str, login_id: &str, password: &str) -> Output {
    let mut command = uno(&["admin", "create", "--login-id", login_id, "--database-url", url]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn an_administrator_is_made_with_a_password_from_standard_input() {
    let test = TestDatabase::sqlite();
    assert!(create_admin(&test, "root", PASSWORD).status.success());
    let again = create_admin(&test, "ROOT", PASSWORD);
    assert!(errors(&again).contains("is taken"), "{}", errors(&again));
    let weak = create_admin(&test, "other", "short");
    assert!(errors(&weak).contains("tooShort"), "{}", errors(&weak));
    let guessable = create_admin(&test, "other", "password123");
    assert!(errors(&guessable).contains("guessableCommon"), "{}", errors(&guessable));
    let holding = create_admin(&test, "other", "kettle 0ther drum");
    assert!(errors(&holding).contains("containsLoginId"), "{}", errors(&holding));
    for login_id in ["관리자", "abc", "ro ot", "root@a.example"] {
        let refused = create_admin(&test, login_id, PASSWORD);
        assert!(errors(&refused).contains("--login-id"), "{login_id}: {}", errors(&refused));
    }
}

#[test]
fn what_people_paste_is_no_matter_for_the_log() {
    use uno_core::contract::{
        Endpoint,
        admin_boards::CreateAdminBoard,
        auth::{CreateToken, TokenPair},
    };
    let test = TestDatabase::sqlite();
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut server = uno(&["serve", "--listen", "127.0.0.1:0", "--demo", "--database-url", &test.url])
        .stdout(Stdio::piped())
        .stderr(log.reopen().unwrap())
        .spawn()
        .unwrap();
    let mut printed = BufReader::new(server.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = printed.next().unwrap().rsplit_once(' ').unwrap().1.to_owned();
    let sign_in = serde_json::json!({ "grantType": "password", "loginId": "admin", "password": "Uno-demo-2026!" });
    let pair: TokenPair = ureq::post(format!("{address}{}", CreateToken::INFO.path))
        .send_json(&sign_in)
        .unwrap()
        .body_mut()
        .read_json()
        .unwrap();
    let mut board = serde_json::to_value(crate::support::board("표")).unwrap();
    board["content"] = "<table>text<tr>text<td><p></table></b><svg></p></svg>".into();
    let made = ureq::post(format!("{address}{}", CreateAdminBoard::INFO.path))
        .header("authorization", format!("Bearer {}", pair.access_token.token))
        .send_json(&board);
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(made.is_ok_and(|answer| answer.status() == 200));
    let log = std::fs::read_to_string(log.path()).unwrap();
    assert!(log.contains("CreateAdminBoard") && !log.contains("html5ever"), "{log}");
}

#[test]
fn the_same_seed_gives_the_same_demonstration() {
    let members = |seed: &str| {
        let test = TestDatabase::sqlite();
        let output = run(&["demo", "--members", "300", "--seed", seed, "--database-url", &test.url]);
        assert!(output.status.success(), "{}", errors(&output));
        let names: Vec<(String, String)> = test
            .database
            .read_blocking(|connection| {
                use diesel::{QueryDsl, RunQueryDsl};
                use uno_server::db::schema::member;
                Ok(member::table.order(member::member_id).select((member::member_no, member::name)).load(connection)?)
            })
            .unwrap();
        names
    };
    assert_eq!(members("7").len(), 300);
    assert_eq!(members("7"), members("7"));
    assert_ne!(members("7"), members("8"));
}

#[test]
fn a_backup_is_a_whole_database_and_overwrites_nothing() {
    let test = TestDatabase::sqlite();
    create_admin(&test, "root", PASSWORD);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let file = file.to_str().unwrap();
    let output = run(&["backup", file, "--database-url", &test.url]);
    assert!(output.status.success(), "{}", errors(&output));
    let again = create_admin_at(&format!("sqlite://{file}"), "root", PASSWORD);
    assert!(errors(&again).contains("is taken"), "the copy has the account: {}", errors(&again));
    assert!(errors(&run(&["backup", file, "--database-url", &test.url])).contains("exists already"));
}

#[test]
fn a_start_on_an_existing_database_migrates_nothing_twice() {
    let test = TestDatabase::sqlite();
    let output = run(&["migrate", "--database-url", &test.url]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "nothing to migrate");
}
