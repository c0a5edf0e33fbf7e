//! Test fixtures: a fresh database of either kind, a real server on it, and a world of companies and accounts.

use crate::document;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_types::BigInt};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use kernel::{
    access::{caller::Callers, readings::Readings, scope::Scope},
    auth::{
        accounts::{self, NewAccount},
        password, secret,
        sessions::{self, Limits, NewSession, Origin},
        tokens::Keys,
    },
    clock,
    db::{Database, DatabaseConnection, migrations, schema::account},
    metrics::Metrics,
    problem::Problem,
    settings::Settings,
    state::State,
};
use measurements::{
    physical_measurements::store::{self as physical_measurements, NewMeasurement},
    store::Owner,
};
use organisation::companies::store as companies;
use people::links::store::{self as links, NewLink};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    fmt::Debug,
    net::{SocketAddr, TcpListener},
    sync::{
        Arc, Barrier, LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};
use uno_core::{
    client::request,
    contract::{
        BodyKind, Endpoint, Method,
        admin_boards::{AdminBoardCategory, AdminBoardSave},
        companies::{Company, CompanyId, CompanySave, CompanyType, CreateCompany},
        error::{ErrorBody, ErrorCode},
        managers::{AccountStatus, ManagerRole, ManagerSave, PermissionGroupId},
        members::{CreateMember, Member, MemberId, MemberSave},
        operators::OperatorSave,
        services::ServiceId,
        sign_in::TokenPair,
        statistics::{GetDashboard, Overview, StatisticFilter},
        users::{GetOwnProfile, UserRegistration},
        validation::Value,
    },
    domain::{
        access::Authority,
        grade::{Sex, physical::Setting},
        time::{Date, Timestamp},
    },
};
use uno_server::{api, serve::server};

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// The file of an SQLite database with the current schema; tests start with a copy.
static SQLITE_TEMPLATE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("template.db");
    let connection = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
    migrations::run(&mut DatabaseConnection::Sqlite(connection)).unwrap();
    std::fs::read(path).unwrap()
});

/// Creates a database on a server as a copy of a template; returns its url.
fn postgres_database(server: &str, name: &str, template: &str) -> String {
    let mut connection = PgConnection::establish(server).expect("the PostgreSQL server of the tests");
    diesel::sql_query(format!("CREATE DATABASE {name} TEMPLATE {template}")).execute(&mut connection).unwrap();
    let (base, options) =
        server.split_once('?').map_or((server, String::new()), |(base, options)| (base, format!("?{options}")));
    let base = base.rsplit_once('/').expect("a url with a database").0;
    format!("{base}/{name}{options}")
}

/// A database for one test, deleted afterwards.
pub struct TestDatabase {
    pub database: Database,
    pub url: String,
    folder: tempfile::TempDir,
}

impl TestDatabase {
    /// Runs a test on SQLite and, if a server is configured, on PostgreSQL.
    pub fn each(test: impl Fn(&Self)) {
        test(&Self::sqlite());
        if let Ok(server) = std::env::var("UNO_TEST_POSTGRES_URL") {
            test(&Self::postgres(&server));
        }
    }

    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        std::fs::write(&path, &*SQLITE_TEMPLATE).unwrap();
        Self::open(format!("sqlite://{}", path.display()), folder)
    }

    fn postgres(server: &str) -> Self {
        static TEMPLATE: std::sync::OnceLock<String> = std::sync::OnceLock::new();
        let template = TEMPLATE.get_or_init(|| {
            let name = format!("uno_template_{}", std::process::id());
            let connection = PgConnection::establish(&postgres_database(server, &name, "template1")).unwrap();
            migrations::run(&mut DatabaseConnection::Postgres(connection)).unwrap();
            name
        });
        let name = format!("uno_test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        Self::open(postgres_database(server, &name, template), tempfile::tempdir().unwrap())
    }

    /// Opens an empty database of another server, and brings it to the current schema.
    pub fn empty_at(url: &str) -> Self {
        let test = Self::open(url.to_owned(), tempfile::tempdir().unwrap());
        test.database.alone(|| test.database.migrate()).unwrap();
        test
    }

    /// Creates an empty database without a schema; returns its address. On SQLite, the caller keeps the folder.
    pub fn without_schema(server: Option<&str>, folder: &std::path::Path) -> String {
        let name = format!("uno_empty_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        match server {
            Some(server) => postgres_database(server, &name, "template1"),
            None => format!("sqlite://{}", folder.join(format!("{name}.db")).display()),
        }
    }

    /// Returns the secret file shared by all servers of this database.
    pub fn secret_file(&self) -> std::path::PathBuf {
        self.folder.path().join("token-secret")
    }

    fn open(url: String, folder: tempfile::TempDir) -> Self {
        Self { database: Database::open(&url).unwrap(), url, folder }
    }

    pub fn state(&self) -> State {
        let keys = Keys::of(&secret::read_or_make(&self.secret_file()).unwrap());
        State {
            database: self.database.clone(),
            readings: Arc::new(Readings::new(&keys, NEVER)),
            turns: Arc::default(),
            longest_login_id: Arc::default(),
            keys: Arc::new(keys),
            callers: Arc::new(Callers::default()),
            credentials: Arc::default(),
            metrics: Arc::new(Metrics::new().unwrap()),
            settings: Arc::default(),
            job_added: Arc::new(tokio::sync::Notify::new()),
            news: Arc::default(),
        }
    }
}

/// Readings are written when a test asks for it: other tests look at the rows of the access log that are written at once.
const NEVER: Duration = Duration::from_secs(3600);

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Reverts the database to the schema before this migration, given by its number.
pub fn revert_to_before(connection: &mut DatabaseConnection, migration: &str) {
    loop {
        let reverted = match connection {
            DatabaseConnection::Sqlite(connection) => connection.revert_last_migration(SQLITE),
            DatabaseConnection::Postgres(connection) => connection.revert_last_migration(POSTGRES),
        };
        if reverted.unwrap().to_string() == migration {
            return;
        }
    }
}

/// A server on a free port, stopped on drop: its threads would slow down later tests.
pub struct Server {
    pub address: SocketAddr,
    pub state: State,
    /// Keeps its connections, as browsers do.
    pub agent: ureq::Agent,
    /// The server stops when this is dropped.
    _running: tokio::sync::oneshot::Sender<()>,
}

impl Server {
    pub fn start(test: &TestDatabase) -> Self {
        Self::start_with(test, Settings::default())
    }

    pub fn start_with(test: &TestDatabase, settings: Settings) -> Self {
        Self::serve(State { settings: Arc::new(settings), ..test.state() })
    }

    /// Starts an instance with this state.
    pub fn serve(state: State) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let served = state.clone();
        let (running, stopped) = tokio::sync::oneshot::channel::<()>();
        let stop = async { drop(stopped.await) };
        let serve = move || actix_web::rt::System::new().block_on(server::run(served, listener.into(), None, stop));
        std::thread::spawn(serve);
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_idle_connections_per_host(32)
            .middleware(document::checked)
            .build();
        Self { address, state, agent: agent.into(), _running: running }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Calls an endpoint as a client would, with typed values.
    pub fn call<E: Endpoint>(
        &self,
        token: Option<&str>,
        path: &E::Path,
        query: &E::Query,
        body: &E::Body,
    ) -> Result<E::Ok, ErrorBody>
    where
        E::Path: Serialize,
        E::Query: Serialize,
        E::Body: Serialize,
        E::Ok: DeserializeOwned,
    {
        let value = |json: serde_json::Value| Value::from(&json);
        let info = E::INFO;
        let address = request::address(
            &info,
            &self.url(""),
            &value(serde_json::to_value(path).unwrap()),
            &value(serde_json::to_value(query).unwrap()),
            info.body != BodyKind::None,
        )
        .unwrap();
        let body = matches!(info.body, BodyKind::Json | BodyKind::Patch).then(|| serde_json::to_string(body).unwrap());
        let (status, text) = self.send(info.method, &address, token, body.as_deref().map(str::as_bytes));
        if status == 200 {
            Ok(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}: {text}", info.name)))
        } else {
            Err(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {status} {error}: {text}", info.name)))
        }
    }

    /// Sends a raw request; returns status and body.
    pub fn send(&self, method: Method, address: &str, token: Option<&str>, body: Option<&[u8]>) -> (u16, String) {
        let kind = if body.is_some_and(|body| !body.starts_with(b"{")) {
            "application/octet-stream"
        } else {
            "application/json"
        };
        let mut request = ureq::http::Request::builder().method(method.as_str()).uri(address);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header("content-type", kind);
        }
        let mut answer = self.agent.run(request.body(body.unwrap_or_default()).unwrap()).unwrap();
        if let (200, Some(body)) = (answer.status().as_u16(), body) {
            document::check_accepted(method.as_str(), address, body);
        }
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap_or_default())
    }
}

/// Returns the code of an error.
pub fn code(error: &ErrorBody) -> ErrorCode {
    ErrorCode::from_number(error.code)
}

/// Two trees of companies: the first with an account of every authority, the second with a vendor.
pub struct World {
    pub server: Server,
    pub admin: String,
    pub vendor: String,
    pub dealer: String,
    pub retailer: String,
    pub operator: String,
    pub member: String,
    pub other_vendor: String,
    pub vendor_id: CompanyId,
    pub dealer_id: CompanyId,
    pub retailer_id: CompanyId,
    pub other_vendor_id: CompanyId,
    pub other_retailer_id: CompanyId,
}

impl World {
    pub fn build(test: &TestDatabase) -> Self {
        let server = Server::start(test);
        let admin = add_account(&server.state, "root", Authority::Admin, None);
        let add = |kind, name: &str, parent| {
            let save = CompanySave { parent_company_id: parent, ..company(kind, name) };
            server.call::<CreateCompany>(Some(&admin), &(), &(), &save).unwrap().company_id
        };
        let vendor_id = add(CompanyType::Vendor, "한빛 헬스케어", None);
        let dealer_id = add(CompanyType::Dealer, "한빛 메디컬", Some(vendor_id));
        let retailer_id = add(CompanyType::Retailer, "한빛 건강센터", Some(dealer_id));
        let other_vendor_id = add(CompanyType::Vendor, "새봄 헬스케어", None);
        let other_retailer_id = add(CompanyType::Retailer, "새봄 건강센터", Some(other_vendor_id));
        let account =
            |login_id, authority, company: CompanyId| add_account(&server.state, login_id, authority, Some(company));
        Self {
            vendor: account("vendor", Authority::Vendor, vendor_id),
            dealer: account("dealer", Authority::Dealer, dealer_id),
            retailer: account("retailer", Authority::Retailer, retailer_id),
            operator: account("operator", Authority::Operator, retailer_id),
            member: account("member", Authority::Member, retailer_id),
            other_vendor: account("vendor2", Authority::Vendor, other_vendor_id),
            admin,
            server,
            vendor_id,
            dealer_id,
            retailer_id,
            other_vendor_id,
            other_retailer_id,
        }
    }

    /// Returns the tokens by authority.
    pub fn tokens(&self) -> [(Authority, &str); 6] {
        [
            (Authority::Admin, &self.admin),
            (Authority::Vendor, &self.vendor),
            (Authority::Dealer, &self.dealer),
            (Authority::Retailer, &self.retailer),
            (Authority::Operator, &self.operator),
            (Authority::Member, &self.member),
        ]
    }

    /// Returns the same world at another instance.
    pub fn at(&self, server: Server) -> Self {
        let token = String::clone;
        Self {
            server,
            admin: token(&self.admin),
            vendor: token(&self.vendor),
            dealer: token(&self.dealer),
            retailer: token(&self.retailer),
            operator: token(&self.operator),
            member: token(&self.member),
            other_vendor: token(&self.other_vendor),
            vendor_id: self.vendor_id,
            dealer_id: self.dealer_id,
            retailer_id: self.retailer_id,
            other_vendor_id: self.other_vendor_id,
            other_retailer_id: self.other_retailer_id,
        }
    }

    /// Approves all credentials, as second persons do.
    pub fn approve_credentials(&self) {
        use diesel::ExpressionMethods as _;
        use kernel::db::schema::company_credential::{approved_at, table};
        let approve = |connection: &mut DatabaseConnection| {
            let pending = diesel::update(diesel::QueryDsl::filter(table, approved_at.is_null()));
            Ok(diesel::RunQueryDsl::execute(pending.set(approved_at.eq(clock::now().0)), connection)?)
        };
        self.server.state.database.write_blocking(approve).unwrap();
    }

    pub fn add_member(&self, company_id: CompanyId, number: &str, name: &str) -> Member {
        let save = MemberSave { name: name.into(), ..member(company_id, number) };
        self.server.call::<CreateMember>(Some(&self.admin), &(), &(), &save).unwrap()
    }

    pub fn add_company(&self, kind: CompanyType, name: &str, parent: Option<CompanyId>) -> Company {
        let save = CompanySave { parent_company_id: parent, ..company(kind, name) };
        self.server.call::<CreateCompany>(Some(&self.admin), &(), &(), &save).unwrap()
    }

    /// Returns the totals of the start page, for all or for these services.
    pub fn overview(&self, token: &str, service_ids: &[ServiceId]) -> Overview {
        let filter = StatisticFilter {
            start: date("2025-01-01"),
            end: date("2025-01-31"),
            bucket: None,
            compare: None,
            company_id: None,
            division_id: None,
            service_ids: service_ids.to_vec(),
            sex: None,
            age_decades: Vec::new(),
        };
        self.server.call::<GetDashboard>(Some(token), &(), &filter, &()).unwrap().overview
    }
}

/// The password of accounts created here.
pub const PASSWORD: &str = "correct horse battery";

static HASH: LazyLock<String> = LazyLock::new(|| password::hash_blocking(PASSWORD).unwrap());

/// Creates an account; returns an access token of a new session.
pub fn add_account(state: &State, login_id: &str, authority: Authority, company: Option<CompanyId>) -> String {
    let new =
        NewAccount { login_id, password_hash: &HASH, authority, name: login_id, company_id: company.map(|id| id.0) };
    state.database.write_blocking(|connection| accounts::insert(connection, &new)).unwrap();
    session(state, login_id, authority).access_token.token
}

/// Starts a session of an account without its password.
pub fn session(state: &State, login_id: &str, authority: Authority) -> TokenPair {
    use diesel::{ExpressionMethods, QueryDsl};
    state
        .database
        .write_blocking(|connection| {
            let id = account::table
                .filter(account::login_key.eq(login_id))
                .select(account::account_id)
                .first::<i64>(connection)
                .map_err(Problem::from)?;
            let new = NewSession { account_id: id, authority, public_key: None, origin: &Origin::default() };
            sessions::start(connection, &state.keys, Limits::default(), &new, clock::now())
        })
        .unwrap()
}

/// Returns a company without optional fields.
pub fn company(kind: CompanyType, name: &str) -> CompanySave {
    CompanySave {
        kind,
        name: name.into(),
        parent_company_id: None,
        business_number: None,
        representative_name: None,
        phone_number: None,
        email: None,
        postal_code: None,
        address: None,
        address_detail: None,
        memo: None,
        service_ids: Vec::new(),
        version: None,
    }
}

/// Returns a member without optional fields.
pub fn member(company_id: CompanyId, number: &str) -> MemberSave {
    MemberSave {
        company_id,
        member_no: number.into(),
        division_id: None,
        name: "김민수".into(),
        birth_date: date("1980-05-17"),
        sex: Sex::Male,
        phone_number: None,
        email: None,
        address: None,
        memo: None,
        version: None,
    }
}

/// Returns the built-in group of an authority.
pub fn group_of(authority: Authority) -> PermissionGroupId {
    let place = Authority::ALL.iter().position(|known| *known == authority).unwrap();
    PermissionGroupId(i64::try_from(place).unwrap() + 1)
}

/// Returns a manager without optional fields.
pub fn manager(login_id: &str, role: ManagerRole, company_id: Option<CompanyId>) -> ManagerSave {
    ManagerSave {
        login_id: login_id.into(),
        name: "문매니".into(),
        role,
        company_id,
        permission_group_id: group_of(role.authority()),
        phone_number: None,
        email: None,
        status: AccountStatus::Active,
        memo: None,
        version: None,
    }
}

/// Returns an operator without optional fields.
pub fn operator(login_id: &str, company_id: CompanyId) -> OperatorSave {
    OperatorSave {
        login_id: login_id.into(),
        name: "한운영".into(),
        company_id,
        main_manager_id: None,
        permission_group_id: group_of(Authority::Operator),
        service_ids: Vec::new(),
        external_device_ids: Vec::new(),
        phone_number: None,
        email: None,
        postal_code: None,
        address: None,
        address_detail: None,
        status: AccountStatus::Active,
        memo: None,
        version: None,
    }
}

/// Returns the id of an account.
pub fn account_id(state: &State, login_id: &str) -> i64 {
    use diesel::{ExpressionMethods, QueryDsl};
    let sought = account::table.filter(account::login_key.eq(login_id)).select(account::account_id);
    state.database.read_blocking(|connection| Ok(sought.first(connection)?)).unwrap()
}

/// Returns a board that is not a popup.
pub fn board(name: &str) -> AdminBoardSave {
    AdminBoardSave {
        category: AdminBoardCategory::Notice,
        name: name.into(),
        sub_name: None,
        content: "<p>내용</p>".into(),
        is_popup: false,
        popup_target: None,
        popup_from: None,
        popup_to: None,
        version: None,
    }
}

/// Returns a registration without optional fields.
pub fn registration(login_id: &str) -> UserRegistration {
    UserRegistration {
        login_id: login_id.into(),
        password: PASSWORD.into(),
        name: "윤지우".into(),
        birth_date: None,
        sex: None,
        phone_number: None,
        email: None,
        agreed_terms_ids: Vec::new(),
    }
}

/// Links the account of a member's token with a company's member, as staff do for a person who is present.
pub fn link(test: &TestDatabase, world: &World, token: &str, member_id: MemberId) {
    let profile = world.server.call::<GetOwnProfile>(Some(token), &(), &(), &()).unwrap();
    let now = clock::now();
    let new = NewLink::requested(profile.user_id, member_id, "staff", now).accepted(now);
    test.database.write_blocking(|connection| links::insert(connection, &new)).unwrap();
    // The cached caller does not know the profile yet.
    world.server.state.callers.forget(world.server.state.keys.claims(token).unwrap().sid);
}

/// Writes a measurement of a member as a device would.
pub fn write_measurement(test: &TestDatabase, member: &Member, company_id: CompanyId, at: &str) {
    let new = NewMeasurement {
        measured_at: Timestamp::parse(at).unwrap(),
        height: None,
        weight: None,
        body_fat: None,
        systolic: Some(120),
        diastolic: Some(79),
        pulse: None,
        setting: Setting::Clinic,
        arm: None,
        posture: None,
        reading_number: None,
    };
    test.database
        .write_blocking(|connection| {
            let line = companies::line(connection, Scope::All, company_id)?.unwrap();
            let graded = physical_measurements::graded(&new, date("1980-05-17"), Sex::Male, &[]);
            physical_measurements::insert(connection, None, &[(Owner::of(&line, member.member_id), graded)])
        })
        .unwrap();
}

pub fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// Returns whether the condition becomes true within a minute.
pub fn becomes(mut is_so: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Reproducible pseudo-random numbers.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a number from 0 to `end - 1`.
    pub fn below<N: TryFrom<u64, Error: Debug> + TryInto<u64, Error: Debug>>(&mut self, end: N) -> N {
        // The constants of Knuth's MMIX; the high bits have the best randomness.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        N::try_from((self.0 >> 33) % end.try_into().unwrap()).unwrap()
    }

    /// Returns one of the items.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns one of the items, or `None` if there are none.
    pub fn any<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { Some(&of[self.below(of.len())]) }
    }
}

/// Returns the `count` column of a query with one row.
pub fn count(connection: &mut DatabaseConnection, query: &str) -> i64 {
    #[derive(QueryableByName)]
    struct Counted {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    diesel::sql_query(query).get_result::<Counted>(connection).unwrap().count
}

/// Runs `work` for each round on several threads, which start every round together; returns the results by round.
pub fn at_once<T: Send>(threads: usize, rounds: usize, work: impl Fn(usize, usize) -> T + Sync) -> Vec<Vec<T>> {
    let barrier = Barrier::new(threads);
    let mut answers: Vec<Vec<T>> = (0..rounds).map(|_| Vec::with_capacity(threads)).collect();
    std::thread::scope(|scope| {
        let (barrier, work) = (&barrier, &work);
        let callers: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    // A thread that panics still takes part in the following rounds; otherwise the others would wait
                    // forever.
                    let answer = |round| {
                        barrier.wait();
                        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(thread, round)))
                    };
                    (0..rounds).map(answer).collect::<Vec<std::thread::Result<T>>>()
                })
            })
            .collect();
        for caller in callers {
            for (round, answer) in caller.join().unwrap().into_iter().enumerate() {
                answers[round].push(answer.unwrap_or_else(|cause| std::panic::resume_unwind(cause)));
            }
        }
    });
    answers
}

/// Returns the names of the mounted endpoints.
pub fn mounted(state: &State) -> Vec<&'static str> {
    api::api(state).names().to_vec()
}

/// Returns the names of the endpoints that can store their result under a key.
pub fn mounted_keeping(state: &State) -> Vec<&'static str> {
    api::api(state).keeping().to_vec()
}

/// Returns the mounted endpoints outside the contract.
pub fn mounted_raw(state: &State) -> Vec<&'static uno_core::contract::EndpointInfo> {
    api::api(state).raw_endpoints().to_vec()
}
