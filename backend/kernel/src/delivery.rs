//! Outgoing messages: e-mail by SMTP, and KakaoTalk by an HTTP gateway. The sender decides the content; this module
//! delivers it and reports the outcome.

use lettre::{
    Address, Message,
    message::{Mailbox, header::ContentType},
    transport::smtp::{
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{Certificate, SmtpConnection, TlsParameters},
        commands::{Data, Mail as From, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};
use std::{
    error::Error,
    io::ErrorKind,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU8, AtomicUsize, Ordering},
        mpsc,
    },
    time::Duration,
};
use uno_core::contract::messages::{SendingFailure, WayOfSending};

/// Timeout of one response of a mail server, and of a whole request to the gateway.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);
/// The time limit of a whole delivery, including the connection, as a multiple of that timeout.
const ANSWERS: u32 = 4;
/// How long to wait for a mail server once the outcome is known.
const FAREWELL: Duration = Duration::from_secs(2);
/// Number of conversations that may be abandoned without having ended, for example because a server keeps sending
/// single bytes. While there are more, no new one is started.
const MAX_GIVEN_UP: usize = 4;
static TALKING: AtomicUsize = AtomicUsize::new(0);

/// The state of a conversation. The thread that abandons it and the thread that goes on to the content both set it;
/// the first one wins.
const BEFORE_CONTENT: u8 = 0;
const AT_CONTENT: u8 = 1;
const GIVEN_UP: u8 = 2;

/// Where messages are sent; channels that are not configured are `None`.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// The mail server.
    pub mail: Option<MailServer>,
    /// The gateway to KakaoTalk.
    pub kakao: Option<Gateway>,
    /// Public address of the console without a trailing slash; links begin with it.
    pub console: String,
}

impl Delivery {
    /// Returns whether messages are sent through this channel automatically.
    #[must_use]
    pub fn has(&self, channel: WayOfSending) -> bool {
        match channel {
            WayOfSending::Email => self.mail.is_some(),
            WayOfSending::Kakao => self.kakao.is_some(),
            WayOfSending::Direct => false,
        }
    }
}

/// How the connection to a mail server is secured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// TLS from the start.
    Tls,
    /// STARTTLS before anything is sent; nothing is sent to a server that does not support it.
    StartTls,
    /// No encryption: only to this machine.
    Plain,
}

/// A mail server.
#[derive(Clone)]
pub struct MailServer {
    /// Host name or IP address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// How the connection is secured.
    pub security: Security,
    /// A certificate authority trusted besides the public ones, as PEM.
    pub authority: Option<Vec<u8>>,
    /// User and password, if the server requires them.
    pub credentials: Option<(String, String)>,
    /// The sender, with its domain in ASCII as [`in_ascii`] converts it.
    pub from: Mailbox,
    /// Timeout of one response, if it differs from the default.
    pub response_timeout: Option<Duration>,
}

impl std::fmt::Debug for MailServer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("MailServer").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

/// A gateway to KakaoTalk.
#[derive(Clone)]
pub struct Gateway {
    /// URL to which messages are posted.
    pub url: String,
    /// The API key of this installation.
    pub key: String,
    /// Timeout, if it differs from the default.
    pub response_timeout: Option<Duration>,
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Gateway").field("url", &self.url).finish_non_exhaustive()
    }
}

/// A message.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Id of the message, the same for every attempt.
    pub id: String,
    /// E-mail address or telephone number.
    pub to: String,
    /// Name of the gateway's template for this kind of message.
    pub template: &'static str,
    /// Language of the text.
    pub language: &'static str,
    /// Subject.
    pub subject: String,
    /// Text before the link.
    pub text: String,
    /// The link.
    pub link: String,
}

/// The outcome of an attempt to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The message was accepted.
    Sent,
    /// The message was not accepted; a retry may succeed.
    Failed(SendingFailure),
    /// The message was refused for good.
    Refused(SendingFailure),
    /// It is unknown whether the message was accepted.
    Uncertain(SendingFailure),
}

impl MailServer {
    /// Delivers an e-mail.
    ///
    /// The conversation runs on a separate thread: socket timeouts restart with every byte and cannot bound the
    /// total time.
    #[must_use]
    pub fn send(&self, letter: &Letter) -> Outcome {
        if TALKING.load(Ordering::Relaxed) > MAX_GIVEN_UP {
            return Outcome::Failed(SendingFailure::TimedOut);
        }
        let reached = Arc::new(AtomicU8::new(BEFORE_CONTENT));
        let (answer, answered) = mpsc::sync_channel(1);
        let (server, letter, own) = (self.clone(), letter.clone(), Arc::clone(&reached));
        let talk = move || {
            TALKING.fetch_add(1, Ordering::Relaxed);
            let outcome = catch_unwind(AssertUnwindSafe(|| server.talk(&letter, &own)));
            TALKING.fetch_sub(1, Ordering::Relaxed);
            if let Ok(outcome) = outcome {
                // The caller may have given up.
                let _ = answer.send(outcome);
            }
        };
        if std::thread::Builder::new().name("mail".into()).spawn(talk).is_err() {
            return Outcome::Failed(SendingFailure::Unreachable);
        }
        let most = self.response_timeout.unwrap_or(RESPONSE_TIMEOUT) * ANSWERS;
        answered.recv_timeout(most).unwrap_or_else(|_| {
            let given_up =
                reached.compare_exchange(BEFORE_CONTENT, GIVEN_UP, Ordering::AcqRel, Ordering::Acquire).is_ok();
            if given_up {
                Outcome::Failed(SendingFailure::TimedOut)
            } else {
                Outcome::Uncertain(SendingFailure::TimedOut)
            }
        })
    }

    /// Runs the steps one by one, because the meaning of a broken connection depends on where it broke: before the
    /// server has requested the content nothing was sent; after that only a response is conclusive.
    fn talk(&self, letter: &Letter, reached: &AtomicU8) -> Outcome {
        let Some(to) = letter.to.parse().ok().and_then(|to| in_ascii(&to)) else {
            return Outcome::Refused(SendingFailure::NoAddress);
        };
        let message = Message::builder()
            .message_id(Some(format!("<{}@{}>", letter.id, self.from.email.domain())))
            .from(self.from.clone())
            .to(to.clone().into())
            .subject(letter.subject.clone())
            .header(ContentType::TEXT_PLAIN)
            .body(format!("{}\n\n{}\n", letter.text, letter.link));
        let Ok(message) = message else { return Outcome::Refused(SendingFailure::Refused) };
        let content = message.formatted();
        let mut connection = match self.connect() {
            Ok(connection) => connection,
            Err(outcome) => return outcome,
        };
        // Everything but the local parts of addresses is encoded. These are sent as they are, which not every
        // server accepts.
        let parameters = if content.is_ascii() {
            Vec::new()
        } else if connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            vec![MailParameter::SmtpUtfEight, MailParameter::Body(MailBodyParameter::EightBitMime)]
        } else {
            part(connection);
            return Outcome::Refused(SendingFailure::Refused);
        };
        let asked = connection
            .command(From::new(Some(self.from.email.clone()), parameters))
            .map_err(|error| not_let_in(&error))
            .and_then(|_| connection.command(Rcpt::new(to, Vec::new())).map_err(|error| not_sent(&error)))
            .and_then(|_| connection.command(Data).map_err(|error| not_sent(&error)));
        if let Err(outcome) = asked {
            part(connection);
            return outcome;
        }
        if reached.compare_exchange(BEFORE_CONTENT, AT_CONTENT, Ordering::AcqRel, Ordering::Acquire).is_err() {
            return Outcome::Failed(SendingFailure::TimedOut);
        }
        let outcome = match connection.message(&content) {
            Ok(_) => Outcome::Sent,
            Err(error) if error.is_transient() || error.is_permanent() => not_sent(&error),
            Err(_) => Outcome::Uncertain(SendingFailure::Interrupted),
        };
        part(connection);
        outcome
    }

    /// Returns the TLS settings with the trusted certificate authorities.
    ///
    /// # Errors
    /// Returns an error if the configured certificate authority is invalid.
    pub fn trust(&self) -> Result<TlsParameters, lettre::transport::smtp::Error> {
        let mut tls = TlsParameters::builder(self.host.clone());
        if let Some(authority) = &self.authority {
            tls = tls.add_root_certificate(Certificate::from_pem(authority)?);
        }
        tls.build()
    }

    fn connect(&self) -> Result<SmtpConnection, Outcome> {
        let failed = |error: lettre::transport::smtp::Error| not_let_in(&error);
        let hello = ClientId::Domain(self.from.email.domain().to_owned());
        let tls = self.trust().map_err(failed)?;
        let wrapped = (self.security == Security::Tls).then_some(&tls);
        let response_timeout = Some(self.response_timeout.unwrap_or(RESPONSE_TIMEOUT));
        let mut connection =
            SmtpConnection::connect((self.host.as_str(), self.port), response_timeout, &hello, wrapped, None)
                .map_err(failed)?;
        if self.security == Security::StartTls {
            if !connection.can_starttls() {
                part(connection);
                return Err(Outcome::Failed(SendingFailure::NotSecure));
            }
            connection.starttls(&tls, &hello).map_err(failed)?;
        }
        if let Some((user, password)) = &self.credentials {
            let credentials = Credentials::new(user.clone(), password.clone());
            connection.auth(DEFAULT_MECHANISMS, &credentials).map_err(failed)?;
        }
        Ok(connection)
    }
}

/// Converts the domain of an address to ASCII (IDNA). The local part is the receiving domain's matter and stays
/// unchanged. Returns `None` if the domain is invalid.
#[must_use]
pub fn in_ascii(address: &Address) -> Option<Address> {
    if address.domain().is_ascii() {
        return Some(address.clone());
    }
    Address::new(address.user(), idna::domain_to_ascii(address.domain()).ok()?).ok()
}

/// Closes a connection from which nothing more is expected.
fn part(mut connection: SmtpConnection) {
    if connection.set_timeout(Some(FAREWELL)).is_ok() {
        connection.abort();
    }
}

/// Classifies an error that occurred before the content was sent, or in the response to it.
fn not_sent(error: &lettre::transport::smtp::Error) -> Outcome {
    if error.is_permanent() {
        return Outcome::Refused(SendingFailure::Refused);
    }
    Outcome::Failed(match () {
        () if error.is_transient() => SendingFailure::Deferred,
        () if timed_out(error) => SendingFailure::TimedOut,
        () if error.is_tls() || not_secure(error) => SendingFailure::NotSecure,
        () if error.is_response() || error.is_client() => SendingFailure::Deferred,
        () => SendingFailure::Unreachable,
    })
}

/// Classifies an error that occurred before a recipient was named: a refusal here concerns the installation, its
/// password or its sender, and e-mails wait until this is fixed.
fn not_let_in(error: &lettre::transport::smtp::Error) -> Outcome {
    match not_sent(error) {
        Outcome::Refused(_) => Outcome::Failed(SendingFailure::Deferred),
        other => other,
    }
}

/// Returns the I/O errors among the causes of an error.
fn of_sockets<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a std::io::Error> {
    std::iter::successors(Some(error), |&cause| cause.source()).filter_map(|cause| cause.downcast_ref())
}

/// Returns whether a socket timed out.
fn timed_out(error: &(dyn Error + 'static)) -> bool {
    of_sockets(error).any(|cause| matches!(cause.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock))
}

/// Returns whether a certificate is not trusted, or TLS negotiation failed; sockets report both at the first read
/// or write.
fn not_secure(error: &(dyn Error + 'static)) -> bool {
    of_sockets(error).any(|cause| cause.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()))
}

impl Gateway {
    /// Delivers a message. The gateway accepts messages with the same `Idempotency-Key` only once, so a message
    /// that it may have accepted can be sent again.
    #[must_use]
    pub fn send(&self, letter: &Letter) -> Outcome {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .timeout_global(Some(self.response_timeout.unwrap_or(RESPONSE_TIMEOUT)))
            .max_redirects(0)
            .http_status_as_error(false)
            .build()
            .into();
        let answer = agent
            .post(&self.url)
            .header("authorization", format!("Bearer {}", self.key))
            .header("idempotency-key", &letter.id)
            .send_json(serde_json::json!({
                "id": letter.id,
                "to": letter.to,
                "template": letter.template,
                "language": letter.language,
                "text": letter.text,
                "link": letter.link,
            }));
        match answer.map(|answer| answer.status().as_u16()) {
            Ok(200..=299) => Outcome::Sent,
            // 409: an earlier request with the same key is still in progress. 3xx, 401, 403 and 404 refuse the
            // installation, by its key or address, and not the message.
            Ok(300..=399 | 401 | 403 | 404 | 408 | 409 | 425 | 429 | 500..) => {
                Outcome::Failed(SendingFailure::Deferred)
            }
            Ok(_) => Outcome::Refused(SendingFailure::Refused),
            Err(ureq::Error::Timeout(_)) => Outcome::Failed(SendingFailure::TimedOut),
            Err(ureq::Error::Tls(_) | ureq::Error::Rustls(_)) => Outcome::Failed(SendingFailure::NotSecure),
            Err(ureq::Error::Protocol(_)) => Outcome::Failed(SendingFailure::Interrupted),
            Err(_) => Outcome::Failed(SendingFailure::Unreachable),
        }
    }
}
