//! The command line, as used by the administrator of the server.

use crate::support::{PASSWORD, TestDatabase};
use diesel::{ExpressionMethods as _, RunQueryDsl as _};
use kernel::db::schema::setting;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, Command, Output, Stdio},
};
use uno_server::backup::without_password;

fn uno(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uno"));
    command.args(arguments).stdin(Stdio::null());
    for setting in ["DATABASE_URL", "UNO_LISTEN", "UNO_TOKEN_SECRET_FILE"] {
        command.env_remove(setting);
    }
    command
}

fn run(arguments: &[&str]) -> Output {
    uno(arguments).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Starts a server, returns the lines it printed until it was ready, and kills it.
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
        (vec!["serve", "--session-hours", "0"], "--session-hours"),
        (vec!["serve", "--session-idle-minutes", "9"], "--session-idle-minutes"),
        (vec!["backup", "copy.age", "--recipient", "ssh-ed25519 AAAA"], "--recipient"),
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

#[test]
fn of_several_first_starts_on_one_empty_database_one_fills_it_and_the_others_wait() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("token-secret");
    kernel::auth::secret::read_or_make(&secret).unwrap();
    let secret = secret.to_str().unwrap();
    let postgres = std::env::var("UNO_TEST_POSTGRES_URL").ok();
    for server in [None].into_iter().chain(postgres.as_deref().map(Some)) {
        let url = TestDatabase::without_schema(server, folder.path());
        let serve =
            ["serve", "--listen", "127.0.0.1:0", "--demo", "--database-url", &url, "--token-secret-file", secret];
        std::thread::scope(|threads| {
            let starts: Vec<_> = (0..3).map(|_| threads.spawn(|| first_lines(&serve, 1))).collect();
            for start in starts {
                assert!(start.join().unwrap()[0].starts_with("UNO is ready"), "{url}");
            }
        });

        let url = TestDatabase::without_schema(server, folder.path());
        std::thread::scope(|threads| {
            let url = &url;
            let make = |_| threads.spawn(move || errors(&create_admin_at(url, "root", PASSWORD)));
            let told: Vec<String> =
                (0..4).map(make).collect::<Vec<_>>().into_iter().map(|one| one.join().unwrap()).collect();
            assert_eq!(told.iter().filter(|told| told.is_empty()).count(), 1, "one is made: {told:?}");
            assert!(told.iter().all(|told| told.is_empty() || told.contains("is taken")), "{told:?}");
        });
    }
}

#[test]
fn a_database_that_cannot_be_used_is_told_in_a_sentence_with_the_setting() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "no database").unwrap();
    for (url, reason) in [
        ("postgres://nobody@127.0.0.1:1/none".to_owned(), "PostgreSQL: connection to server at"),
        (format!("sqlite://{}", file.display()), "file is not a database"),
        (format!("sqlite://{}/below/uno.db", file.display()), "Not a directory"),
    ] {
        let told = errors(&run(&["migrate", "--database-url", &url]));
        let told = told.lines().last().unwrap_or_default();
        assert!(told.starts_with("uno: --database-url: ") && told.contains(reason), "{told}");
    }
}

#[test]
fn a_demonstration_whose_filling_was_interrupted_is_not_served() {
    let test = TestDatabase::sqlite();
    assert!(run(&["migrate", "--database-url", &test.url]).status.success());
    test.database
        .write_blocking(|connection| {
            // The first transaction of a fill writes the mark with the companies; accounts come last.
            let mark = (setting::name.eq("demo"), setting::value.eq("1"));
            Ok(diesel::insert_into(setting::table).values(mark).execute(connection)?)
        })
        .unwrap();
    let output = run(&["serve", "--listen", "127.0.0.1:0", "--demo", "--database-url", &test.url]);
    assert!(!output.status.success());
    assert!(errors(&output).contains("was interrupted"), "{}", errors(&output));
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
        sign_in::{CreateToken, TokenPair},
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
                use kernel::db::schema::member;
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

/// A running server, killed on drop.
struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut command = uno(&["serve", "--listen", "127.0.0.1:0"]);
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let ready = BufReader::new(child.stdout.take().unwrap()).lines().next().expect("a line").unwrap();
        Self { child, address: ready.trim_start_matches("UNO is ready: ").to_owned() }
    }

    /// Requests tokens; returns the refresh token if granted.
    fn tokens(&self, body: &serde_json::Value) -> Option<String> {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut answer = agent.post(format!("{}/api/v1/auth/token", self.address)).send_json(body).unwrap();
        let answer: serde_json::Value = answer.body_mut().read_json().unwrap();
        Some(answer["refreshToken"]["token"].as_str()?.to_owned())
    }

    fn sign_in(&self) -> Option<String> {
        self.tokens(&serde_json::json!({ "grantType": "password", "loginId": "root", "password": PASSWORD }))
    }

    fn renew(&self, token: &str) -> Option<String> {
        self.tokens(&serde_json::json!({ "grantType": "refresh_token", "refreshToken": token }))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn mode(file: impl AsRef<Path>) -> u32 {
    fs::metadata(file).unwrap().permissions().mode() & 0o777
}

#[test]
fn without_its_secret_a_server_that_starts_again_knows_no_session() {
    let test = TestDatabase::sqlite();
    create_admin(&test, "root", PASSWORD);
    let secret = format!("{}.token-secret", test.database.target());
    let arguments = ["--database-url", &test.url];

    let first = Running::start(&arguments);
    assert_eq!(mode(&secret), 0o600);
    let token = first.sign_in().unwrap();
    let instance = Running::start(&arguments);
    let token = instance.renew(&token).expect("instances beside each other share it");
    drop((first, instance));

    let again = Running::start(&arguments);
    let token = again.renew(&token).expect("a start ends nothing");
    drop(again);

    fs::remove_file(&secret).unwrap();
    let without = Running::start(&arguments);
    assert_eq!(without.renew(&token), None);
    assert!(without.sign_in().is_some());
}

#[test]
fn a_secret_that_others_may_know_is_refused_with_the_name_of_its_setting() {
    let test = TestDatabase::sqlite();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    let refused = |content: &str, mode: u32| {
        fs::write(&file, content).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let path = file.to_str().unwrap();
        let output =
            run(&["serve", "--listen", "127.0.0.1:0", "--database-url", &test.url, "--token-secret-file", path]);
        assert!(!output.status.success());
        errors(&output)
    };
    for (content, mode, reason) in [("short", 0o600, "5 bytes"), (&"x".repeat(43), 0o644, "chmod 600")] {
        let message = refused(content, mode);
        assert!(message.contains("--token-secret-file") && message.contains(reason), "{message}");
    }
    fs::remove_file(&file).unwrap();
    let missing =
        ["serve", "--listen", "127.0.0.1:0", "--database-url", &test.url, "--token-secret-file", "/nowhere/x"];
    assert!(errors(&run(&missing)).contains("--token-secret-file: /nowhere/x"));
}

#[test]
fn the_secret_is_in_no_database_and_in_no_backup() {
    let test = TestDatabase::sqlite();
    create_admin(&test, "root", PASSWORD);
    let server = Running::start(&["--database-url", &test.url]);
    let token = server.sign_in().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    assert!(run(&["backup", copy.to_str().unwrap(), "--database-url", &test.url]).status.success());
    let file = test.database.target();
    let secret = fs::read(format!("{file}.token-secret")).unwrap();
    for kept in [file.to_owned(), format!("{file}-wal"), copy.to_str().unwrap().to_owned()] {
        let content = fs::read(&kept).unwrap();
        for sought in [secret.trim_ascii(), token.as_bytes()] {
            assert!(!content.windows(sought.len()).any(|part| part == sought), "{kept}");
        }
    }
    let from_copy = Running::start(&["--database-url", &format!("sqlite://{}", copy.display())]);
    assert_eq!(from_copy.renew(&token), None, "whoever has a backup has no session");
}

#[test]
fn a_database_and_its_backups_are_their_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data/uno.db");
    let url = format!("sqlite://{}", file.display());
    assert!(run(&["migrate", "--database-url", &url]).status.success());
    assert_eq!(mode(&file), 0o600);
    // A file that an earlier start left readable for everyone.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    create_admin_at(&url, "root", PASSWORD);
    assert_eq!(mode(&file), 0o600);
    let _server = Running::start(&["--database-url", &url]);
    for part in ["-wal", "-shm"] {
        assert_eq!(mode(format!("{}{part}", file.display())), 0o600, "{part}");
    }
    let copy = folder.path().join("copy.db");
    assert!(run(&["backup", copy.to_str().unwrap(), "--database-url", &url]).status.success());
    assert_eq!(mode(&copy), 0o600);
}

#[test]
fn a_backup_for_a_public_key_is_read_with_its_private_key_only() {
    use age::secrecy::ExposeSecret as _;
    TestDatabase::each(|test| {
        create_admin(test, "root", PASSWORD);
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let key = |name: &str| {
            let key = age::x25519::Identity::generate();
            fs::write(path(name), format!("# a comment\n{}\n", key.to_string().expose_secret())).unwrap();
            key.to_public().to_string()
        };
        let (mine, second, _other) = (key("mine"), key("second"), key("other"));
        let sealed = path("sealed.age");
        let arguments = ["backup", &sealed, "--recipient", &mine, "--recipient", &second, "--database-url", &test.url];
        let output = run(&arguments);
        assert!(output.status.success(), "{}", errors(&output));
        assert_eq!(mode(&sealed), 0o600);
        let content = fs::read(&sealed).unwrap();
        assert!(content.starts_with(b"age-encryption.org/v1"));
        assert!(!content.windows(6).any(|part| part == b"SQLite" || part == b"PGDMP\x01"));

        let open =
            |key: &str, sealed: &str, to: &str| run(&["decrypt-backup", sealed, &path(to), "--identity", &path(key)]);
        assert!(!open("other", &sealed, "none").status.success());
        let mut changed = content.clone();
        *changed.last_mut().unwrap() ^= 1;
        fs::write(path("changed.age"), changed).unwrap();
        assert!(!open("mine", &path("changed.age"), "none").status.success());
        assert!(!Path::new(&path("none")).exists(), "nothing stands where nothing was decrypted");
        for key in ["mine", "second"] {
            let output = open(key, &sealed, key.to_uppercase().as_str());
            assert!(output.status.success(), "{}", errors(&output));
            let plain = path(&key.to_uppercase());
            assert_eq!(mode(&plain), 0o600);
            if test.url.starts_with("sqlite") {
                let again = create_admin_at(&format!("sqlite://{plain}"), "root", PASSWORD);
                assert!(errors(&again).contains("is taken"), "{}", errors(&again));
            } else {
                let listed = Command::new("pg_restore").args(["--list", &plain]).output().unwrap();
                assert!(String::from_utf8_lossy(&listed.stdout).contains("TABLE DATA public account"));
            }
        }
        let left: Vec<_> = fs::read_dir(Path::new(test.database.target()).parent().unwrap_or(folder.path()))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with(".tmp"))
            .collect();
        assert!(left.is_empty(), "no plain copy is left behind: {left:?}");
    });
}

#[test]
fn nobody_reads_the_password_of_the_database_on_the_command_line_of_pg_dump() {
    TestDatabase::each(|test| {
        let Some(rest) = test.url.strip_prefix("postgres://postgres@") else { return };
        let url = format!("postgres://postgres:p%40ss%20word@{rest}");
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let script = "#!/bin/sh\ntr '\\0' ' ' </proc/$$/cmdline >\"$RECORD.arguments\"; env >\"$RECORD.environment\"; echo archive\n";
        fs::write(path("pg_dump"), script).unwrap();
        fs::set_permissions(path("pg_dump"), fs::Permissions::from_mode(0o755)).unwrap();
        let search = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
        let mut command = uno(&["backup", &path("copy")]);
        let output =
            command.env("DATABASE_URL", &url).env("PATH", search).env("RECORD", path("seen")).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let arguments = fs::read_to_string(path("seen.arguments")).unwrap();
        assert!(arguments.contains("--dbname=postgres://postgres@") && !arguments.contains("%20word"), "{arguments}");
        assert!(!arguments.contains("p@ss"), "{arguments}");
        let environment = fs::read_to_string(path("seen.environment")).unwrap();
        assert!(environment.lines().any(|line| line == "PGPASSWORD=p@ss word"), "{environment}");
        assert!(!environment.contains("p%40ss"), "{environment}");
        assert_eq!((fs::read_to_string(path("copy")).unwrap().as_str(), mode(path("copy"))), ("archive\n", 0o600));

        fs::write(path("pg_dump"), "#!/bin/sh\necho half; exit 1\n").unwrap();
        let search = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
        let failed = uno(&["backup", &path("half")]).env("DATABASE_URL", &url).env("PATH", search).output().unwrap();
        assert!(!failed.status.success() && !Path::new(&path("half")).exists(), "half a copy is none");
    });
}

#[test]
fn with_postgresql_the_secret_has_to_be_named() {
    TestDatabase::each(|test| {
        if test.url.starts_with("postgres") {
            let output = run(&["serve", "--listen", "127.0.0.1:0", "--database-url", &test.url]);
            assert!(errors(&output).contains("--token-secret-file"), "{}", errors(&output));
        }
    });
}

#[test]
fn the_logs_are_verified_from_the_command_line_and_a_broken_row_is_named() {
    use diesel::connection::SimpleConnection as _;
    let test = TestDatabase::sqlite();
    let verify = || run(&["audit", "verify", "--database-url", &test.url]);
    let admin = |login_id: &str| {
        let mut command = uno(&["admin", "create", "--login-id", login_id, "--database-url", &test.url]);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
        assert!(child.wait().unwrap().success());
    };
    admin("root");
    let output = verify();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("access_log: 0 rows verified"), "{said}");
    let forged = "INSERT INTO access_log (account_id, action, created_at, request_id, address) \
                  VALUES (1, 'REVEAL', 1, 'r', 'a')";
    test.database.connect().unwrap().batch_execute(forged).unwrap();
    let output = verify();
    assert!(!output.status.success());
    assert!(
        errors(&output).contains("access_log: the row at 0 (id 1) was not written by the server"),
        "{}",
        errors(&output)
    );
}

#[test]
fn the_password_is_taken_out_of_an_address_however_it_is_written() {
    for (url, bare, password) in [
        ("postgres://u:s%20e%40c@h:5432/d?sslmode=require", "postgres://u@h:5432/d?sslmode=require", Some("s e@c")),
        ("postgresql://u@h/d", "postgresql://u@h/d", None),
        (
            "postgres://h/d?user=u&password=%EA%B9%80&connect_timeout=3",
            "postgres://h/d?user=u&connect_timeout=3",
            Some("김"),
        ),
        ("postgres://u:@h/d?password=x", "postgres://u@h/d", Some("x")),
        ("postgres:///d?host=/run&password=a:b", "postgres:///d?host=/run", Some("a:b")),
        ("postgres://u:p@/d@e", "postgres://u@/d@e", Some("p")),
        ("postgres://u:p@h", "postgres://u@h", Some("p")),
    ] {
        let taken = without_password(url).ok();
        assert_eq!(taken, Some((bare.to_owned(), password.map(str::to_owned))), "{url}");
    }
}

#[test]
fn what_cannot_be_kept_off_the_command_line_is_refused() {
    for url in ["postgres://u:%zz@h/d", "postgres://u:%f@h/d", "postgres://u:%ff@h/d", "postgres://u@h/d?sslpassword=x"]
    {
        let refused = without_password(url).err().and_then(|problem| problem.cause).unwrap_or_default();
        assert!(refused.starts_with("--database-url"), "{url}");
    }
}
