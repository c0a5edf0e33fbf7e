//! The command line: serve, migrate, demo, admin, audit, statistics, openapi, backup.

mod memory;

use clap::{Parser, Subcommand};
use kernel::{
    access::{
        caller::Callers,
        readings::{self, Readings},
    },
    auth::{accounts, secret, tokens::Keys},
    clock,
    db::{
        Database,
        chain::{self, FlawKind, Log, Verification},
    },
    metrics::Metrics,
    problem::Problem,
    settings::{SettingArguments, Settings},
    state::State,
};
use statistics::fold;
use std::{
    io::{BufRead as _, Write as _},
    net::TcpListener,
    process::ExitCode,
    sync::Arc,
    time::Instant,
};
use tracing_subscriber::EnvFilter;
use uno_core::domain::time::Timestamp;
use uno_server::{
    backup, demo,
    serve::{
        docs,
        server::{self, Listeners},
    },
};

/// The UNO console in one binary.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// sqlite://PATH or postgres://…
    #[arg(long, global = true, env = "DATABASE_URL", default_value = "sqlite://data/uno.db")]
    database_url: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the console and its API.
    Serve {
        /// Address and port to listen on.
        #[arg(long, env = "UNO_LISTEN", default_value = "127.0.0.1:8080")]
        listen: String,
        /// Separate address and port that serve only /metrics.
        #[arg(long, env = "UNO_METRICS_LISTEN")]
        metrics_listen: Option<String>,
        /// Serves a demonstration: fills an empty database with data and accounts, and refuses any other database.
        #[arg(long)]
        demo: bool,
        #[command(flatten)]
        settings: Box<SettingArguments>,
        /// Also answers the bytes of this file at /bench/answer, to compare a handler with memory.
        #[arg(long, hide = true)]
        bench_answer: Option<std::path::PathBuf>,
    },
    /// Upgrades the database to the current schema.
    Migrate,
    /// Fills an empty database with members and measurements, to try the product at scale.
    Demo {
        /// Number of members.
        #[arg(long, default_value_t = 1_000)]
        members: u32,
        /// How many of the members also have a user account.
        #[arg(long, default_value_t = 0)]
        users: u32,
        /// The same seed gives the same data, with times that count back from now.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Administrator accounts.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// The access log and the change log.
    Audit {
        #[command(subcommand)]
        command: AuditCommand,
    },
    /// The aggregates that statistics are read from.
    Statistics {
        #[command(subcommand)]
        command: StatisticsCommand,
    },
    /// Prints the OpenAPI document.
    Openapi,
    /// Writes a consistent copy of the database. Works while the server runs.
    Backup {
        /// The file to write; it must not exist.
        file: std::path::PathBuf,
        /// Encrypts the copy for this age public key (age1…); may be repeated.
        #[arg(long, value_parser = backup::recipient)]
        recipient: Vec<age::x25519::Recipient>,
    },
    /// Decrypts a copy that was encrypted with --recipient.
    DecryptBackup {
        /// The encrypted copy.
        copy: std::path::PathBuf,
        /// The file to write; it must not exist.
        file: std::path::PathBuf,
        /// Private key file, as written by age-keygen.
        #[arg(long)]
        identity: std::path::PathBuf,
    },
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Creates an administrator; reads the password from standard input.
    Create {
        /// Sign-in id.
        #[arg(long)]
        login_id: String,
    },
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Verifies that no row of the logs was changed, removed, inserted or moved. Works while the server runs.
    Verify,
}

#[derive(Subcommand)]
enum StatisticsCommand {
    /// Recomputes all aggregates. Works while the server runs; statistics are incomplete until it has finished.
    Rebuild,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    tracing_subscriber::fmt().json().with_env_filter(log_filter()).with_writer(std::io::stderr).init();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            // The user of the command line needs the cause; there is no client to hide it from.
            let _ = writeln!(std::io::stderr(), "uno: {}", problem.cause.as_deref().unwrap_or(problem.code.message()));
            ExitCode::FAILURE
        }
    }
}

/// Returns the log filter from UNO_LOG. The HTML parser warns of every oddity in pasted text, which is irrelevant to
/// this server.
fn log_filter() -> EnvFilter {
    const QUIET: &str = "html5ever=error";
    let given = std::env::var("UNO_LOG").unwrap_or_default();
    EnvFilter::try_new(format!("{QUIET},{given}"))
        .ok()
        .filter(|_| !given.trim().is_empty())
        .unwrap_or_else(|| format!("{QUIET},info").into())
}

fn print_line(text: &str) {
    // A closed pipe is not an error.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn run(arguments: &Arguments) -> Result<(), Problem> {
    if let Command::Openapi = arguments.command {
        print_line(docs::OPENAPI.trim_end());
        return Ok(());
    }
    if let Command::DecryptBackup { copy, file, identity } = &arguments.command {
        backup::decrypt(copy, identity, file)?;
        print_line(&format!("written: {}", file.display()));
        return Ok(());
    }
    let database = Database::open(&arguments.database_url)?;
    match &arguments.command {
        Command::Serve { listen, metrics_listen, demo, settings, bench_answer } => {
            let listeners = Listeners {
                all: bind("listen", listen)?,
                metrics: metrics_listen.as_ref().map(|listen| bind("metrics-listen", listen)).transpose()?,
            };
            serve(database, listeners, *demo, settings, bench_answer.as_deref())
        }
        Command::Migrate => {
            let ran = database.alone(|| database.migrate())?;
            print_line(&if ran.is_empty() {
                "nothing to migrate".into()
            } else {
                format!("migrated: {}", ran.join(", "))
            });
            Ok(())
        }
        Command::Demo { members, users, seed } => {
            let filled = database.alone(|| {
                database.migrate()?;
                let filled = demo::fill(&database, *members, *seed)?;
                demo::add_users(&database, *users)?;
                Ok(filled)
            })?;
            print_line(&format!(
                "{} rows ({} companies, {} members, {} measurements) in {:.1} s",
                filled.rows(),
                filled.companies,
                filled.members,
                filled.measurements,
                filled.seconds
            ));
            Ok(())
        }
        Command::Admin { command: AdminCommand::Create { login_id } } => {
            let mut password = String::new();
            std::io::stdin().lock().read_line(&mut password)?;
            database.alone(|| {
                database.migrate()?;
                accounts::create_admin(&database, login_id, password.trim_end_matches(['\r', '\n']))
            })?;
            print_line(&format!("administrator {login_id} created"));
            Ok(())
        }
        Command::Audit { command: AuditCommand::Verify } => verify(&database),
        Command::Statistics { command: StatisticsCommand::Rebuild } => {
            database.alone(|| database.migrate())?;
            let begun = Instant::now();
            database.write_blocking(fold::mark_everything)?;
            fold::fold_everything(&mut database.connect()?, &mut database.connect()?)?;
            print_line(&format!("all measurements counted in {:.1} s", begun.elapsed().as_secs_f64()));
            Ok(())
        }
        Command::Backup { file, recipient } => {
            backup::write(&database, file, recipient)?;
            print_line(&format!("written: {}", file.display()));
            Ok(())
        }
        Command::Openapi | Command::DecryptBackup { .. } => Ok(()),
    }
}

/// Verifies both logs, the second even if the first is broken.
fn verify(database: &Database) -> Result<(), Problem> {
    let mut broken = Vec::new();
    for log in Log::ALL {
        let begun = Instant::now();
        let kept_since = clock::now().0 - log.retention();
        let found =
            chain::verify(log, kept_since, &mut |question| database.read_blocking(|connection| question(connection)))?;
        let Verification { rows, waiting, expired, erased, oldest, end: (position, hash), flaw, .. } = &found;
        let oldest = oldest.map_or_else(|| "none".into(), |oldest| Timestamp(oldest).to_string());
        print_line(&format!(
            "{}: {rows} rows verified in {:.1} s, {waiting} not chained yet, {expired} expired, {erased} with erased \
             values; the oldest is of {oldest}; the chain ends at {position} with {hash}",
            log.table(),
            begun.elapsed().as_secs_f64()
        ));
        if let Some(flaw) = flaw {
            let row = flaw.id.map(|id| format!(" (id {id})")).unwrap_or_default();
            let kind = match flaw.kind {
                FlawKind::Altered => "is not the row that was chained there",
                FlawKind::Missing => "is missing",
                FlawKind::Foreign => "was not written by the server",
                FlawKind::Shortened => "is the first, although the rows before it had not expired",
            };
            broken.push(format!("{}: the row at {}{row} {kind}", log.table(), flaw.position));
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(Problem::internal(broken.join("; "))) }
}

fn bind(setting: &str, address: &str) -> Result<TcpListener, Problem> {
    let listener =
        TcpListener::bind(address).map_err(|error| Problem::internal(format!("--{setting} {address}: {error}")))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn serve(
    database: Database,
    listeners: Listeners,
    with_demo: bool,
    settings: &SettingArguments,
    bench_answer: Option<&std::path::Path>,
) -> Result<(), Problem> {
    let mut settings = settings.clone();
    if with_demo {
        settings.development = true;
        settings.android_app_url.get_or_insert_with(|| demo::ANDROID_APP_URL.into());
    }
    memory::start_returning_memory()?;
    let secret_file = settings.token_secret_file.clone();
    let settings = Settings::of(&settings)?;
    let bench_answer = bench_answer.map(std::fs::read).transpose()?;
    database.alone(|| {
        database.migrate()?;
        demo::check_mode(&database, with_demo)
    })?;
    let keys = Keys::of(&secret::load(secret_file.as_deref(), &database)?);
    let state = State {
        database,
        readings: Arc::new(Readings::new(&keys, readings::INTERVAL)),
        keys: Arc::new(keys),
        turns: Arc::default(),
        longest_login_id: Arc::default(),
        callers: Arc::new(Callers::default()),
        credentials: Arc::default(),
        metrics: Arc::new(Metrics::new()?),
        settings: Arc::new(settings),
        job_added: Arc::new(tokio::sync::Notify::new()),
        news: Arc::default(),
    };
    print_line(&format!("UNO is ready: http://{}", listeners.all.local_addr()?));
    if with_demo {
        print_line(&format!("Accounts: {} (password {})", demo::ACCOUNTS.join(", "), demo::PASSWORD));
    }
    actix_web::rt::System::new().block_on(server::run(state, listeners, bench_answer, std::future::pending()))
}
