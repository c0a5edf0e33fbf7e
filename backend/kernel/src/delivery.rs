//! Messages that leave the server: mail by SMTP, and KakaoTalk by a gateway that is asked by HTTP. What is sent is said
//! by whoever sends it; here is how, and what can be said of it afterwards.

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

/// How long one answer of a mail server, or the whole of a gateway's, is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// Handing over one message may take so many times as long altogether, connecting included.
const ANSWERS: u32 = 4;
/// How long a mail server is waited for once nothing depends on it.
const FAREWELL: Duration = Duration::from_secs(2);
/// Conversations that were given up and have not ended: a server that sends a byte now and then keeps them. No other is
/// begun while there are so many.
const MOST_GIVEN_UP: usize = 4;
static TALKING: AtomicUsize = AtomicUsize::new(0);

/// How far a conversation is. Who gives it up and who goes on to the content both write here, and the first has it.
const BEFORE_CONTENT: u8 = 0;
const AT_CONTENT: u8 = 1;
const GIVEN_UP: u8 = 2;

/// Where messages go; a way that is not set is none.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// The mail server.
    pub mail: Option<MailServer>,
    /// The gateway to KakaoTalk.
    pub kakao: Option<Gateway>,
    /// Address of the console as its readers reach it, without a slash at its end: links begin with it.
    pub console: String,
}

impl Delivery {
    /// Whether messages go this way by themselves.
    #[must_use]
    pub fn has(&self, channel: WayOfSending) -> bool {
        match channel {
            WayOfSending::Email => self.mail.is_some(),
            WayOfSending::Kakao => self.kakao.is_some(),
            WayOfSending::Direct => false,
        }
    }
}

/// How a mail server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// Encrypted from the beginning.
    Tls,
    /// Encrypted by STARTTLS before anything is said; a server without it is sent nothing.
    StartTls,
    /// Not at all: to this machine alone.
    Plain,
}

/// A mail server.
#[derive(Clone)]
pub struct MailServer {
    /// Name or address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// How it is spoken to.
    pub security: Security,
    /// Whose certificates are believed besides those of the public authorities, as PEM.
    pub authority: Option<Vec<u8>>,
    /// User and password, where it asks for them.
    pub credentials: Option<(String, String)>,
    /// From whom mail comes, with a domain as [`in_ascii`] makes it.
    pub from: Mailbox,
    /// How long one answer is waited for, where it is not the usual time.
    pub patience: Option<Duration>,
}

impl std::fmt::Debug for MailServer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("MailServer").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

/// A gateway to KakaoTalk.
#[derive(Clone)]
pub struct Gateway {
    /// Where messages are posted.
    pub url: String,
    /// The key that it knows this installation by.
    pub key: String,
    /// How long its answer is waited for, where it is not the usual time.
    pub patience: Option<Duration>,
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Gateway").field("url", &self.url).finish_non_exhaustive()
    }
}

/// A message.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Names the message, the same at every attempt.
    pub id: String,
    /// Address or telephone number.
    pub to: String,
    /// What it is, by the word that the gateway knows its template by.
    pub template: &'static str,
    /// Language of its words.
    pub language: &'static str,
    /// Subject.
    pub subject: String,
    /// What it says before the link.
    pub text: String,
    /// The link.
    pub link: String,
}

/// What can be said of an attempt to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was taken over.
    Sent,
    /// It was not taken over, and may be the next time.
    Failed(SendingFailure),
    /// It was not taken over, and never will be.
    Refused(SendingFailure),
    /// Nobody knows whether it was taken over.
    Uncertain(SendingFailure),
}

impl MailServer {
    /// Hands a mail over.
    ///
    /// The conversation has a thread of its own: the time of its sockets begins anew with every byte, and cannot bound
    /// the whole.
    #[must_use]
    pub fn send(&self, letter: &Letter) -> Outcome {
        if TALKING.load(Ordering::Relaxed) > MOST_GIVEN_UP {
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
                // Whoever has given it up is gone.
                let _ = answer.send(outcome);
            }
        };
        if std::thread::Builder::new().name("mail".into()).spawn(talk).is_err() {
            return Outcome::Failed(SendingFailure::Unreachable);
        }
        let most = self.patience.unwrap_or(PATIENCE) * ANSWERS;
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

    /// The steps are taken one by one, because what a broken connection means depends on where it broke: until the
    /// server has asked for the content nothing was sent; behind it only an answer tells.
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
        // All but names before the sign is encoded: these go as they are, and not every server takes them.
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

    /// Whose certificates are believed.
    ///
    /// # Errors
    /// When the authority of one's own is none.
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
        let patience = Some(self.patience.unwrap_or(PATIENCE));
        let mut connection = SmtpConnection::connect((self.host.as_str(), self.port), patience, &hello, wrapped, None)
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

/// An address with its domain in the letters of the domain name system; the name before the sign is the domain's own and
/// stays as it is. None where the domain can be none.
#[must_use]
pub fn in_ascii(address: &Address) -> Option<Address> {
    if address.domain().is_ascii() {
        return Some(address.clone());
    }
    Address::new(address.user(), idna::domain_to_ascii(address.domain()).ok()?).ok()
}

/// Ends a conversation of which nothing is awaited any more.
fn part(mut connection: SmtpConnection) {
    if connection.set_timeout(Some(FAREWELL)).is_ok() {
        connection.abort();
    }
}

/// What an error means before a mail's content was sent, or where the server has answered it.
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

/// What an error means before it was said to whom a mail goes: where somebody is refused, it is the installation, its
/// password or its sender, and mails wait until that is mended.
fn not_let_in(error: &lettre::transport::smtp::Error) -> Outcome {
    match not_sent(error) {
        Outcome::Refused(_) => Outcome::Failed(SendingFailure::Deferred),
        other => other,
    }
}

/// The sockets' errors among the causes of an error.
fn of_sockets<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a std::io::Error> {
    std::iter::successors(Some(error), |&cause| cause.source()).filter_map(|cause| cause.downcast_ref())
}

/// Whether time has run out, as sockets say it.
fn timed_out(error: &(dyn Error + 'static)) -> bool {
    of_sockets(error).any(|cause| matches!(cause.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock))
}

/// Whether a certificate is not believed, or there is no other agreement on how to encrypt: a socket fails of it when it
/// is read or written first.
fn not_secure(error: &(dyn Error + 'static)) -> bool {
    of_sockets(error).any(|cause| cause.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()))
}

impl Gateway {
    /// Hands a message over. The gateway takes messages of the same `Idempotency-Key` once, so what it may have taken
    /// is asked again.
    #[must_use]
    pub fn send(&self, letter: &Letter) -> Outcome {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .timeout_global(Some(self.patience.unwrap_or(PATIENCE)))
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
            // 409: what was asked before under the same key is not done yet.
            // 3xx, 401, 403 and 404 refuse the installation, by its key or address, and not the message.
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
