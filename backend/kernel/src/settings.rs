//! Settings of the console and of access to the server: from flags, then from the environment. An invalid setting
//! is refused at startup, by name.

use crate::{
    auth::sessions::Limits,
    delivery::{Delivery, Gateway, MailServer, Security, in_ascii},
    problem::Problem,
};
use clap::{Args, ValueEnum};
use lettre::message::Mailbox;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;
use uno_core::domain::time::Date;

/// Pages without measurements, survey answers or identifying data, where a third-party script may run.
const TRANSLATION_PAGES: [&str; 4] =
    ["/app_management", "/company_management", "/content_and_survey_management", "/system_management"];

/// Minimum length of a token in characters.
const MIN_TOKEN_LENGTH: usize = 16;

/// The settings as given.
#[derive(Args, Clone, Debug, Default)]
pub struct SettingArguments {
    /// Shows developer tools on the login page.
    #[arg(long, env = "UNO_DEVELOPMENT")]
    pub development: bool,
    /// Last day of the renewal notice on the login page (YYYY-MM-DD).
    #[arg(long, env = "UNO_NOTICE_UNTIL", default_value = "2025-07-18")]
    pub notice_until: String,
    /// URL of the machine-translation widget's script. Without it, only the built-in catalogues are available.
    #[arg(long, env = "UNO_TRANSLATION_SCRIPT")]
    pub translation_script: Option<String>,
    /// Comma-separated origins from which the translation widget may load scripts, styles, frames and data, such as
    /// https://*.example.com. They are allowed on the pages of `--translation-pages` only.
    #[arg(long, env = "UNO_TRANSLATION_HOSTS", value_delimiter = ',')]
    pub translation_hosts: Vec<String>,
    /// Comma-separated path prefixes of the pages on which the translation widget runs. `/` allows all pages,
    /// including those with measurements.
    #[arg(long, env = "UNO_TRANSLATION_PAGES", value_delimiter = ',', default_values = TRANSLATION_PAGES)]
    pub translation_pages: Vec<String>,
    /// Store URL of the Android app.
    #[arg(long, env = "UNO_ANDROID_APP_URL")]
    pub android_app_url: Option<String>,
    /// Store URL of the iOS app.
    #[arg(long, env = "UNO_IOS_APP_URL")]
    pub ios_app_url: Option<String>,
    /// Comma-separated origins whose pages may call this server (such as the app's webviews), and which this server's
    /// console may call.
    #[arg(long, env = "UNO_TRUSTED_ORIGINS", value_delimiter = ',')]
    pub trusted_origins: Vec<String>,
    /// Trusts a reverse proxy in front of the server: the last address in X-Forwarded-For is the client's.
    #[arg(long, env = "UNO_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// Bearer token that gives access to /metrics; at least 16 characters.
    #[arg(long, env = "UNO_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// File with the secret that signs tokens: at least 32 bytes, readable by its owner only, the same on all instances.
    /// With SQLite it defaults to a file beside the database.
    #[arg(long, env = "UNO_TOKEN_SECRET_FILE")]
    pub token_secret_file: Option<PathBuf>,
    /// URL of an address search that is compatible with the Korean road-name address service. Without it, addresses are
    /// typed by hand.
    #[arg(long, env = "UNO_ADDRESS_PROVIDER")]
    pub address_provider: Option<String>,
    /// API key for the address search.
    #[arg(long, env = "UNO_ADDRESS_KEY", hide_env_values = true, default_value = "")]
    pub address_key: String,
    /// Public URL of the console, such as https://console.example.com. Links in messages start with it; required for
    /// sending messages.
    #[arg(long, env = "UNO_PUBLIC_ADDRESS")]
    pub public_address: Option<String>,
    /// Mail server: smtps://HOST:PORT, or smtp://HOST:PORT for STARTTLS (plain text is used only on the local host).
    /// Without it, mail stays in the outbox.
    #[arg(long, env = "UNO_SMTP_SERVER")]
    pub smtp_server: Option<String>,
    /// Sender of mail: an address, or a name followed by an address in angle brackets.
    #[arg(long, env = "UNO_SMTP_FROM")]
    pub smtp_from: Option<String>,
    /// User name on the mail server.
    #[arg(long, env = "UNO_SMTP_USER")]
    pub smtp_user: Option<String>,
    /// Password on the mail server.
    #[arg(long, env = "UNO_SMTP_PASSWORD", hide_env_values = true, default_value = "")]
    pub smtp_password: String,
    /// PEM file with the certificate of a private authority that has signed the mail server's certificate.
    #[arg(long, env = "UNO_SMTP_AUTHORITY")]
    pub smtp_authority: Option<PathBuf>,
    /// URL of the KakaoTalk gateway. Without it, KakaoTalk messages stay in the outbox.
    #[arg(long, env = "UNO_KAKAO_GATEWAY")]
    pub kakao_gateway: Option<String>,
    /// API key for the KakaoTalk gateway.
    #[arg(long, env = "UNO_KAKAO_KEY", hide_env_values = true, default_value = "")]
    pub kakao_key: String,
    /// Who approves a credential that reads people, besides its issuer: another account of the company's tree, one of
    /// the vendor or the installation, or none.
    #[arg(long, env = "UNO_CREDENTIAL_APPROVAL", value_enum, default_value_t)]
    pub credential_approval: SecondPerson,
    /// Maximum length of a staff session, in hours.
    #[arg(long, env = "UNO_SESSION_HOURS", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=24))]
    pub session_hours: u16,
    /// Idle time after which a staff session ends, in minutes.
    #[arg(long, env = "UNO_SESSION_IDLE_MINUTES", default_value_t = 30, value_parser = clap::value_parser!(u16).range(10..=720))]
    pub session_idle_minutes: u16,
}

/// The second person who approves a credential that reads people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SecondPerson {
    /// Another account that may issue it.
    #[default]
    Tree,
    /// Another such account, of the vendor or of the installation.
    Vendor,
    /// None is needed.
    None,
}

/// The settings that are embedded in the console's page.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct ConsoleSettings {
    development: bool,
    notice_until: String,
    translation_script: Option<String>,
    translation_pages: Vec<String>,
    trusted_origins: Vec<String>,
    android_app_url: Option<String>,
    ios_app_url: Option<String>,
    address_search: bool,
}

/// A provider of postal addresses for forms.
#[derive(Clone)]
pub struct AddressProvider {
    /// URL of the provider.
    pub url: String,
    /// The API key of this installation.
    pub key: String,
}

impl std::fmt::Debug for AddressProvider {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("AddressProvider").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The validated settings.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The console's settings, as JSON that is safe to embed in a page.
    pub console: String,
    /// Origins from which the translation widget loads, besides this server's own.
    pub translation_origins: Vec<String>,
    /// Pages on which the translation widget runs.
    pub translation_pages: Vec<String>,
    /// Other origins that may call this server, and that its console may call.
    pub trusted_origins: Vec<String>,
    /// Whether the client's address is taken from X-Forwarded-For.
    pub behind_proxy: bool,
    /// The token required to read /metrics.
    pub metrics_token: Option<String>,
    /// How long a client may accept no data, if it differs from the default.
    pub max_stall: Option<Duration>,
    /// The provider of postal addresses for forms; without one they are typed.
    pub address_provider: Option<AddressProvider>,
    /// Where messages are sent.
    pub delivery: Delivery,
    /// Lifetimes of staff sessions.
    pub sessions: Limits,
    /// Who approves a credential that reads people.
    pub credential_approval: SecondPerson,
}

impl Settings {
    /// Validates the settings.
    ///
    /// # Errors
    /// Returns the name of the first invalid setting.
    pub fn of(arguments: &SettingArguments) -> Result<Self, Problem> {
        let wrong =
            |name: &str, value: &str, expected: &str| Problem::internal(format!("--{name}: {value} is not {expected}"));
        if Date::parse(&arguments.notice_until).is_none() {
            return Err(wrong("notice-until", &arguments.notice_until, "a date as YYYY-MM-DD"));
        }
        for (name, value) in [
            ("android-app-url", &arguments.android_app_url),
            ("ios-app-url", &arguments.ios_app_url),
            ("address-provider", &arguments.address_provider),
            ("kakao-gateway", &arguments.kakao_gateway),
        ] {
            if let Some(value) = value
                && origin_of(value).is_none()
            {
                return Err(wrong(name, value, "an http or https address"));
            }
        }
        if arguments.metrics_token.as_ref().is_some_and(|token| token.len() < MIN_TOKEN_LENGTH || !token.is_ascii()) {
            return Err(Problem::internal("--metrics-token: at least 16 plain characters"));
        }
        for origin in &arguments.trusted_origins {
            if origin_of(origin).as_ref() != Some(origin) {
                return Err(wrong("trusted-origins", origin, "an origin such as https://app.example.com"));
            }
        }
        let mut translation_origins = Vec::new();
        match arguments.translation_script.as_deref() {
            None if arguments.translation_hosts.is_empty() => {}
            None => {
                let hosts = arguments.translation_hosts.join(",");
                return Err(wrong("translation-hosts", &hosts, "of use without --translation-script"));
            }
            Some(path) if path.starts_with('/') && !path.starts_with("//") => {}
            Some(script) => translation_origins.push(
                origin_of(script).ok_or_else(|| wrong("translation-script", script, "an http or https address"))?,
            ),
        }
        for host in &arguments.translation_hosts {
            // The part after a wildcard must be a valid origin.
            let origin = host.replacen("://*.", "://", 1);
            if origin_of(&origin).as_ref() != Some(&origin) {
                return Err(wrong("translation-hosts", host, "an origin such as https://*.example.com"));
            }
            translation_origins.push(host.clone());
        }
        let written = |page: &&String| page.starts_with('/') && !page.contains(['?', '#', '*', ' ']);
        if let Some(page) = arguments.translation_pages.iter().find(|page| !written(page)) {
            return Err(wrong("translation-pages", page, "the beginning of a path"));
        }
        // As prefixes of the paths below them: `/history/` becomes `/history`, and `/` covers all pages.
        let translation_pages: Vec<String> =
            arguments.translation_pages.iter().map(|page| page.trim_end_matches('/').to_owned()).collect();
        let console = ConsoleSettings {
            development: arguments.development,
            notice_until: arguments.notice_until.clone(),
            translation_script: arguments.translation_script.clone(),
            translation_pages: translation_pages.clone(),
            trusted_origins: arguments.trusted_origins.clone(),
            android_app_url: arguments.android_app_url.clone(),
            ios_app_url: arguments.ios_app_url.clone(),
            address_search: arguments.address_provider.is_some(),
        };
        Ok(Self {
            // Escaped, so that no tag can close the element that contains the JSON.
            console: serde_json::to_string(&console).map_err(Problem::internal)?.replace('<', "\\u003c"),
            translation_origins,
            translation_pages,
            trusted_origins: arguments.trusted_origins.clone(),
            behind_proxy: arguments.behind_proxy,
            metrics_token: arguments.metrics_token.clone(),
            max_stall: None,
            address_provider: arguments
                .address_provider
                .as_ref()
                .map(|url| AddressProvider { url: url.clone(), key: arguments.address_key.clone() }),
            delivery: delivery_of(arguments)?,
            sessions: Limits::of(arguments.session_hours.into(), arguments.session_idle_minutes.into()),
            credential_approval: arguments.credential_approval,
        })
    }
}

/// Host names of this machine.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Returns whether an http URL points to a host, whatever its port and path.
fn is_at(url: &str, host: &str) -> bool {
    url.strip_prefix("http://")
        .and_then(|rest| rest.strip_prefix(host))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/', '?', '#']))
}

/// Returns where messages are sent according to the settings.
fn delivery_of(arguments: &SettingArguments) -> Result<Delivery, Problem> {
    let wrong = |name: &str, expected: &str| Problem::internal(format!("--{name}: {expected}"));
    let console = match arguments.public_address.as_deref().map(|address| address.trim_end_matches('/')) {
        Some(address) if origin_of(address).as_deref() == Some(address) => address.to_owned(),
        Some(_) => return Err(wrong("public-address", "an origin such as https://console.example.com is needed")),
        None if arguments.smtp_server.is_some() || arguments.kakao_gateway.is_some() => {
            return Err(wrong("public-address", "needed where messages are sent"));
        }
        None => String::new(),
    };
    let mail = arguments.smtp_server.as_deref().map(|server| mail_server(arguments, server)).transpose()?;
    // Messages contain a telephone number and a link: they are sent unencrypted only to this machine.
    let in_the_clear = |url: &&String| url.starts_with("http://") && !LOCAL.iter().any(|host| is_at(url, host));
    if arguments.kakao_gateway.as_ref().is_some_and(|url| in_the_clear(&url)) {
        return Err(wrong("kakao-gateway", "an https address is needed, but on the same machine"));
    }
    let kakao = arguments.kakao_gateway.as_ref().map(|url| Gateway {
        url: url.clone(),
        key: arguments.kakao_key.clone(),
        response_timeout: None,
    });
    Ok(Delivery { mail, kakao, console })
}

fn mail_server(arguments: &SettingArguments, server: &str) -> Result<MailServer, Problem> {
    let wrong = |name: &str, expected: &str| Problem::internal(format!("--{name}: {expected}"));
    let expected = "smtps://HOST:PORT or smtp://HOST:PORT is needed";
    let (scheme, place) = server.split_once("://").ok_or_else(|| wrong("smtp-server", expected))?;
    let (host, port) = place.trim_end_matches('/').rsplit_once(':').ok_or_else(|| wrong("smtp-server", expected))?;
    let port = port.parse().map_err(|_| wrong("smtp-server", expected))?;
    let security = match scheme {
        "smtps" => Security::Tls,
        "smtp" if LOCAL.contains(&host) => Security::Plain,
        "smtp" => Security::StartTls,
        _ => return Err(wrong("smtp-server", expected)),
    };
    if host.is_empty() || host.contains(['/', '@', ' ']) {
        return Err(wrong("smtp-server", expected));
    }
    let from = arguments.smtp_from.as_deref().and_then(|from| from.parse().ok());
    let from = from.and_then(|Mailbox { name, email }| Some(Mailbox::new(name, in_ascii(&email)?)));
    let authority = arguments.smtp_authority.as_ref().map(std::fs::read_to_string).transpose();
    let authority = authority.map_err(|error| wrong("smtp-authority", &error.to_string()))?;
    // A file without any certificate would be accepted as an empty list.
    if authority.as_ref().is_some_and(|pem| !pem.contains("-----BEGIN CERTIFICATE-----")) {
        return Err(wrong("smtp-authority", "a file with a certificate as PEM is needed"));
    }
    let made = MailServer {
        host: host.trim_matches(['[', ']']).to_owned(),
        port,
        security,
        authority: authority.map(String::into_bytes),
        credentials: arguments.smtp_user.clone().map(|user| (user, arguments.smtp_password.clone())),
        from: from.ok_or_else(|| wrong("smtp-from", "an address such as UNO <no-reply@example.com> is needed"))?,
        response_timeout: None,
    };
    made.trust().map_err(|error| wrong("smtp-authority", &error.to_string()))?;
    Ok(made)
}

/// Returns the origin of an http or https URL, in lower case as browsers write it; `None` if it must not occur in a
/// content security policy.
fn origin_of(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let plain = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || matches!(character, '.' | '-' | ':' | '[' | ']')
    };
    let valid = matches!(scheme, "http" | "https") && !host.is_empty() && host.chars().all(plain);
    valid.then(|| format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::{SettingArguments, Settings, origin_of};

    fn arguments() -> SettingArguments {
        SettingArguments { notice_until: "2025-07-18".into(), ..SettingArguments::default() }
    }

    fn refusal(change: impl Fn(&mut SettingArguments)) -> String {
        let mut arguments = arguments();
        change(&mut arguments);
        Settings::of(&arguments).err().and_then(|problem| problem.cause).unwrap_or_default()
    }

    #[test]
    fn a_bad_setting_is_refused_by_its_name() {
        let text = |value: &str| Some(value.to_owned());
        assert!(refusal(|all| all.notice_until = "18.7.2025".into()).starts_with("--notice-until"));
        assert!(refusal(|all| all.translation_script = text("//evil")).starts_with("--translation-script"));
        assert!(refusal(|all| all.translation_script = text("https://a;script-src *")).starts_with("--translation"));
        assert!(refusal(|all| all.translation_hosts = vec!["https://a.example".into()]).starts_with("--translation-h"));
        let with_script = |host: &str| {
            refusal(|all| {
                all.translation_script = text("https://a.example/widget.js");
                all.translation_hosts = vec![host.to_owned()];
            })
        };
        assert_eq!(with_script("https://*.a.example"), "");
        for host in ["*", "https://*", "https://a.*", "https://a.example/x", "https://a.example; script-src *"] {
            assert!(with_script(host).starts_with("--translation-hosts"), "{host}");
        }
        assert!(refusal(|all| all.translation_pages = vec!["history".into()]).starts_with("--translation-pages"));
        assert!(refusal(|all| all.ios_app_url = text("javascript:alert(1)")).starts_with("--ios-app-url"));
        assert!(refusal(|all| all.address_provider = text("file:///etc/passwd")).starts_with("--address-provider"));
        assert!(refusal(|all| all.trusted_origins = vec!["https://a.example/path".into()]).starts_with("--trusted"));
        assert!(refusal(|all| all.metrics_token = text("short")).starts_with("--metrics-token"));
        assert!(refusal(|all| all.kakao_gateway = text("gateway")).starts_with("--kakao-gateway"));
        assert!(refusal(|all| all.kakao_gateway = text("https://a.example/x")).starts_with("--public-address"));
        let in_the_clear = |gateway: &str| {
            refusal(|all| {
                (all.kakao_gateway, all.public_address) = (text(gateway), text("https://a.example"));
            })
        };
        assert!(in_the_clear("http://a.example/x").starts_with("--kakao-gateway"));
        assert!(in_the_clear("http://localhost.a.example/x").starts_with("--kakao-gateway"));
        assert!(refusal(|all| all.public_address = text("https://a.example/x")).starts_with("--public-address"));
        let with_mail = |server: &str, from: &str| {
            refusal(|all| {
                (all.smtp_server, all.smtp_from) = (text(server), text(from));
                all.public_address = text("https://a.example");
            })
        };
        assert_eq!(with_mail("smtps://mail.example:465", "UNO <no-reply@a.example>"), "");
        for server in ["mail.example", "smtp://mail.example", "http://mail.example:25", "smtp://u:p@mail.example:25"] {
            assert!(with_mail(server, "no-reply@a.example").starts_with("--smtp-server"), "{server}");
        }
        assert!(with_mail("smtps://mail.example:465", "nobody").starts_with("--smtp-from"));
        assert_eq!(with_mail("smtps://mail.example:465", "UNO <no-reply@유노.example>"), "");
        let with_authority = |pem: &str| {
            let file = tempfile::NamedTempFile::new().and_then(|file| std::fs::write(file.path(), pem).map(|()| file));
            refusal(|all| {
                (all.smtp_server, all.smtp_from) = (text("smtps://mail.example:465"), text("no-reply@a.example"));
                all.public_address = text("https://a.example");
                all.smtp_authority = file.as_ref().ok().map(|file| file.path().to_owned());
            })
        };
        let hollow = "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n";
        for pem in ["", "a certificate", "-----BEGIN CERTIFICATE-----\n", hollow] {
            assert!(with_authority(pem).starts_with("--smtp-authority"), "{pem}");
        }
        assert_eq!(refusal(|_| ()), "");
    }

    #[test]
    fn an_origin_is_scheme_and_host() {
        assert_eq!(origin_of("https://a.example:8443/x?y").as_deref(), Some("https://a.example:8443"));
        assert_eq!(origin_of("ftp://a.example"), None);
        assert_eq!(origin_of("https://a b"), None);
    }

    #[test]
    fn the_page_has_tools_for_developing_only_where_they_are_asked_for() {
        let told = |development| {
            let arguments = SettingArguments { development, ..arguments() };
            Settings::of(&arguments).map(|settings| settings.console).unwrap_or_default()
        };
        assert!(told(true).contains(r#""development":true"#) && told(false).contains(r#""development":false"#));
    }

    #[test]
    fn no_setting_ends_the_element_it_stands_in() {
        let arguments = SettingArguments { translation_script: Some("/a</script><script>".into()), ..arguments() };
        let console = Settings::of(&arguments).map(|settings| settings.console).unwrap_or_default();
        assert!(console.contains("translationScript") && !console.contains('<'), "{console}");
    }
}
