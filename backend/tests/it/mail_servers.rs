//! Sending through a real mail server (aiosmtpd, `scripts/mail-server.py`): encryption and certificate checks,
//! authentication, rejected, deferred and uncertain mail, and internationalized addresses.

use crate::{
    report_links::{BORN, execute, get, instance, make_due, one_held, open, rates, send_all, token_in},
    support::{TestDatabase, World},
};
use kernel::{
    delivery::{Delivery, MailServer, Security},
    settings::{SettingArguments, Settings},
};
use serde::Deserialize;
use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{LazyLock, mpsc},
    time::Duration,
};
use uno_core::contract::{
    messages::{SendingFailure, SendingState, WayOfSending},
    report_links::ReportLinkId,
};

/// The Python interpreter with the mail server's dependencies.
static PYTHON: LazyLock<PathBuf> = LazyLock::new(|| {
    let made = Command::new(script("python-tools.sh")).stderr(Stdio::inherit()).output().unwrap();
    assert!(made.status.success(), "scripts/python-tools.sh says why");
    Path::new(String::from_utf8(made.stdout).unwrap().trim()).join("python3")
});

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts").join(name)
}

/// A mail as received by the server.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    pub is_encrypted: bool,
    user: Option<String>,
    from: String,
    pub to: Vec<String>,
    options: Vec<String>,
    header: String,
    pub subject: String,
    pub text: String,
}

/// The mail server; stopped at the end of the test.
pub struct Running {
    process: Child,
    ports: HashMap<String, u16>,
    mails: mpsc::Receiver<Mail>,
    folder: tempfile::TempDir,
}

impl Running {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(&*PYTHON);
        command.arg(script("mail-server.py")).arg(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let ports = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        let (taken, mails) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = taken.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self { process, ports, mails, folder }
    }

    fn pem(&self, name: &str) -> Option<Vec<u8>> {
        Some(std::fs::read(self.folder.path().join(name)).unwrap())
    }

    /// Returns the settings for one of its ports, as an installation would have them.
    pub fn at(&self, port: &str) -> MailServer {
        MailServer {
            host: "localhost".into(),
            port: self.ports[port],
            security: if port.starts_with("starttls") { Security::StartTls } else { Security::Tls },
            authority: self.pem("authority.pem"),
            credentials: Some(("uno".into(), "a password of the tests".into())),
            from: "UNO <no-reply@uno.example>".parse().unwrap(),
            response_timeout: Some(Duration::from_secs(2)),
        }
    }

    pub fn next(&self) -> Mail {
        self.mails.recv_timeout(Duration::from_secs(10)).unwrap()
    }

    pub fn has_taken_nothing(&self) -> bool {
        self.mails.recv_timeout(Duration::from_millis(50)).is_err()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends what is due; returns the resulting state of the message.
fn sent(
    test: &TestDatabase,
    (world, id): (&World, ReportLinkId),
    mail: MailServer,
) -> (SendingState, Option<SendingFailure>) {
    send_all(&instance(
        test,
        &Delivery { mail: Some(mail), console: "https://console.example".into(), ..Delivery::default() },
    ));
    let shown = get(world, id);
    (shown.state, shown.failure)
}

/// Resets the only message for a first delivery to this address.
fn write_to(test: &TestDatabase, address: &str) {
    execute(test, &format!("UPDATE member SET email = '{address}'"));
    execute(test, "UPDATE message SET state = 'WAITING', due_at = 0, failures = 0");
}

#[test]
fn a_mail_goes_encrypted_from_the_beginning_or_by_starttls_and_its_link_opens() {
    let server = Running::start();
    for port in ["tls", "starttls"] {
        TestDatabase::each(|test| {
            let (world, id) = one_held(test, WayOfSending::Email);
            make_due(test);
            assert_eq!(sent(test, (&world, id), server.at(port)), (SendingState::Sent, None), "{port}");
            let mail = server.next();
            assert!(mail.is_encrypted, "{port}");
            assert_eq!(mail.user.as_deref(), Some("uno"), "{port}");
            assert_eq!((mail.from.as_str(), mail.header.as_str()), ("no-reply@uno.example", "a1@person.example"));
            assert_eq!(mail.to, ["a1@person.example"]);
            assert!(mail.options.is_empty(), "{:?}", mail.options);
            assert!(!mail.subject.is_empty());
            assert_eq!(rates(&open(&world.server, &token_in(&mail.text), BORN).unwrap()), [70]);
        });
    }
}

#[test]
fn a_mail_server_of_the_settings_is_believed_by_the_authority_that_they_name() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let held = one_held(&test, WayOfSending::Email);
    make_due(&test);
    let settings = SettingArguments {
        notice_until: "2025-07-18".into(),
        public_address: Some("https://console.example".into()),
        smtp_server: Some(format!("smtps://localhost:{}", server.ports["tls"])),
        smtp_from: Some("유노 <no-reply@유노.example>".into()),
        smtp_user: Some("uno".into()),
        smtp_password: "a password of the tests".into(),
        smtp_authority: Some(server.folder.path().join("authority.pem")),
        ..SettingArguments::default()
    };
    let mail = Settings::of(&settings).unwrap().delivery.mail.unwrap();
    assert_eq!(sent(&test, (&held.0, held.1), mail), (SendingState::Sent, None));
    assert_eq!(server.next().from, "no-reply@xn--o80br42b.example");
}

#[test]
fn nothing_is_said_to_a_server_whose_certificate_is_not_believed() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let (world, id) = one_held(&test, WayOfSending::Email);
    let unknown = MailServer { authority: None, ..server.at("tls") };
    let unknown_later = MailServer { authority: None, ..server.at("starttls") };
    let stranger = MailServer { authority: server.pem("stranger.pem"), ..server.at("tls") };
    let cases = [
        ("of an authority that nobody knows", unknown),
        ("the same by STARTTLS", unknown_later),
        ("of another authority than the named one", stranger),
        ("of another host", server.at("tlsElsewhere")),
        ("of another host by STARTTLS", server.at("starttlsElsewhere")),
        ("that is over", server.at("tlsExpired")),
    ];
    for (case, mail) in cases {
        write_to(&test, "a1@person.example");
        let said = sent(&test, (&world, id), mail);
        assert_eq!(said, (SendingState::Waiting, Some(SendingFailure::NotSecure)), "{case}");
    }
    assert!(server.has_taken_nothing());
}

#[test]
fn what_a_real_server_refuses_puts_off_or_leaves_open_is_known_as_such() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let (world, id) = one_held(&test, WayOfSending::Email);
    let again = |port: &str| sent(&test, (&world, id), server.at(port));

    write_to(&test, "nobody@person.example");
    assert_eq!(again("tls"), (SendingState::Failed, Some(SendingFailure::Refused)));
    write_to(&test, "unwanted@person.example");
    assert_eq!(again("starttls"), (SendingState::Failed, Some(SendingFailure::Refused)));
    assert!(server.has_taken_nothing());

    write_to(&test, "later@person.example");
    assert_eq!(again("tls"), (SendingState::Waiting, Some(SendingFailure::Deferred)));
    assert_eq!(again("tls"), (SendingState::Waiting, Some(SendingFailure::Deferred)), "it is not due yet");
    assert!(server.has_taken_nothing());
    execute(&test, "UPDATE message SET due_at = 0");
    assert_eq!(again("tls"), (SendingState::Sent, None));
    assert_eq!(server.next().to, ["later@person.example"]);
}

#[test]
fn a_mail_whose_taking_is_not_answered_is_left_to_a_person_and_not_sent_again() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let (world, id) = one_held(&test, WayOfSending::Email);
    write_to(&test, "stall@person.example");
    let uncertain = (SendingState::Uncertain, Some(SendingFailure::Interrupted));
    assert_eq!(sent(&test, (&world, id), server.at("tls")), uncertain);
    assert_eq!(server.next().to, ["stall@person.example"], "it has it, and has not said so");
    execute(&test, "UPDATE message SET due_at = 0");
    assert_eq!(sent(&test, (&world, id), server.at("tls")), uncertain);
    assert!(server.has_taken_nothing());
}

#[test]
fn a_password_that_the_server_does_not_take_keeps_mails_waiting_until_it_is_mended() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let (world, id) = one_held(&test, WayOfSending::Email);
    write_to(&test, "a1@person.example");
    for credentials in [None, Some(("uno".into(), "another".into()))] {
        let mail = MailServer { credentials, ..server.at("starttls") };
        let said = sent(&test, (&world, id), mail);
        assert_eq!(said, (SendingState::Waiting, Some(SendingFailure::Deferred)));
        execute(&test, "UPDATE message SET due_at = 0");
    }
    assert!(server.has_taken_nothing());
    assert_eq!(sent(&test, (&world, id), server.at("starttls")), (SendingState::Sent, None));
}

#[test]
fn a_domain_of_any_letters_is_encoded_and_needs_nothing_of_the_server() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let (world, id) = one_held(&test, WayOfSending::Email);
    write_to(&test, "a1@한국.example");
    assert_eq!(sent(&test, (&world, id), server.at("withoutUtf8")), (SendingState::Sent, None));
    let mail = server.next();
    assert_eq!((mail.to[0].as_str(), mail.header.as_str()), ("a1@xn--3e0b707e.example", "a1@xn--3e0b707e.example"));
}

#[test]
fn a_name_of_any_letters_goes_only_where_it_is_taken() {
    let (test, server) = (TestDatabase::sqlite(), Running::start());
    let (world, id) = one_held(&test, WayOfSending::Email);
    write_to(&test, "김하나@bücher.example");
    assert_eq!(sent(&test, (&world, id), server.at("tls")), (SendingState::Sent, None));
    let mail = server.next();
    assert_eq!(
        (mail.to[0].as_str(), mail.header.as_str()),
        ("김하나@xn--bcher-kva.example", "김하나@xn--bcher-kva.example")
    );
    assert!(mail.options.contains(&"SMTPUTF8".to_owned()), "{:?}", mail.options);

    let test = TestDatabase::sqlite();
    let (world, id) = one_held(&test, WayOfSending::Email);
    write_to(&test, "김하나@person.example");
    let refused = (SendingState::Failed, Some(SendingFailure::Refused));
    assert_eq!(sent(&test, (&world, id), server.at("withoutUtf8")), refused);
    assert!(server.has_taken_nothing());
}
