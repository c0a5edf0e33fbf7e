//! PostgreSQL servers of a test's own, from the installed packages: a primary with its standby, and a pooler.

use std::{
    ffi::OsString,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Returns a free port of the loopback address.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Returns the folder of the newest installed PostgreSQL's programs.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let installed = versions.map(|version| version.path().join("bin")).filter(|path| path.join("initdb").exists());
    let version = |path: &PathBuf| path.parent()?.file_name()?.to_str()?.parse::<u32>().ok();
    installed.max_by_key(version).expect("apt-get install postgresql")
}

/// A folder for servers. They refuse to run as root, so root runs them as the user of the packages.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::Builder::new().prefix("uno-servers").tempdir_in("/tmp").unwrap());
        if is_root() {
            assert!(Command::new("chown").arg("postgres").arg(folder.path()).status().unwrap().success());
        }
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let done = self.command(&programs().join(program), arguments).stderr(Stdio::piped()).output().unwrap();
        assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
    }

    fn start(&self, data: &str, port: u16) {
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={} -c fsync=off \
             -c synchronous_commit=off -c max_connections=100 -c wal_receiver_status_interval=1s",
            self.path().display()
        );
        self.run("pg_ctl", &["-D", data, "-l", &format!("{data}.log"), "-o", &options, "-w", "start"]);
    }

    fn stop(&self, data: &str) {
        let mut command = self.command(&programs().join("pg_ctl"), &["-D", data, "-m", "immediate", "-w", "stop"]);
        let _ = command.stderr(Stdio::null()).status();
    }
}

fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0
}

/// A primary and its standby. Stopped when dropped.
pub struct Pair {
    folder: Folder,
    pub primary: u16,
    pub standby: u16,
}

impl Pair {
    pub fn start() -> Self {
        let pair = Self { folder: Folder::new(), primary: free_port(), standby: free_port() };
        let folder = &pair.folder;
        folder.run(
            "initdb",
            &["-D", "primary", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
        );
        folder.start("primary", pair.primary);
        let primary = pair.primary.to_string();
        let copied = ["-D", "standby", "-h", "127.0.0.1", "-p", &primary, "-U", "postgres", "-R", "-c", "fast"];
        folder.run("pg_basebackup", &[&copied[..], &["--no-sync"]].concat());
        folder.start("standby", pair.standby);
        pair
    }

    /// Returns the address of both, the primary first.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{},127.0.0.1:{}/postgres", self.primary, self.standby)
    }

    /// Returns the address of one of them.
    pub fn url_of(port: u16) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/postgres")
    }

    pub fn stop_primary(&self) {
        self.folder.stop("primary");
    }

    pub fn stop_standby(&self) {
        self.folder.stop("standby");
    }

    pub fn start_standby(&self) {
        self.folder.start("standby", self.standby);
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        self.stop_primary();
        self.stop_standby();
    }
}

/// A pooler (PgBouncer) in front of a server. Stopped when dropped.
pub struct Pooler {
    process: std::process::Child,
    folder: Folder,
    pub port: u16,
}

impl Pooler {
    /// Starts a pooler with a few sessions for each database of the server of this URL.
    pub fn start(server: &str, mode: &str) -> Self {
        let program =
            ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].map(Path::new).into_iter().find(|path| path.exists());
        let program = program.expect("apt-get install pgbouncer");
        let (folder, port) = (Folder::new(), free_port());
        let address = server.rsplit_once('@').unwrap().1.split('/').next().unwrap();
        let (host, server_port) = address.split_once(':').unwrap();
        let settings = format!(
            "[databases]\n* = host={host} port={server_port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = any\npool_mode = {mode}\ndefault_pool_size = 6\nmax_client_conn = 500\n\
             logfile = {}\n",
            folder.path().join("pooler.log").display()
        );
        // With "any" the pooler signs in as the user of each database.
        let settings = settings.replace(&format!("port={server_port}"), &format!("port={server_port} user=postgres"));
        let file = folder.path().join("pooler.ini");
        std::fs::write(&file, settings).unwrap();
        let mut process =
            folder.command(program, &[&OsString::from(&file).to_string_lossy()]).stderr(Stdio::null()).spawn().unwrap();
        let answers = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
        if !crate::support::becomes(answers) {
            let _ = process.kill();
            panic!("{}", std::fs::read_to_string(folder.path().join("pooler.log")).unwrap_or_default());
        }
        Self { process, folder, port }
    }

    /// Returns the address of a database through the pooler.
    pub fn url(&self, database: &str) -> String {
        let name = database.rsplit_once('/').unwrap().1;
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        // The process may be the one that changes the user, which passes the signal on.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
        let _ = self.folder.path();
    }
}
