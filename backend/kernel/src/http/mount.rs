//! Mounts declared endpoints. Access is checked before the handler runs, then the request is read and validated, so
//! no handler can forget either.
//!
//! Most handlers are a verb and a function of a store: [`Api::quick`], [`Api::read`] and [`Api::write`] choose how
//! the function runs, [`Api::patch`] changes an existing record. The usual endpoints of a record need only its
//! [`Rows`]: [`Api::create`], [`Api::show`], [`Api::update`], [`Api::delete`], [`Api::history`]. [`Api::on`] mounts
//! any other handler.

use super::{
    decode, gate,
    idempotency::{self, Change, IdempotentRequest},
    reading::Notice,
    respond::{self, SetCookie},
    undo::{self, Undoable},
};
use crate::{
    access::{
        caller::{self, Caller},
        credentials::{self, CompanySystem},
        log::Reader,
    },
    clock,
    db::DatabaseConnection,
    metrics::EndpointMetrics,
    problem::Problem,
    records::{self, Rows},
    sealed::Seal,
    state::State,
    workers,
};
use actix_web::{
    HttpRequest, HttpResponse, Resource, Scope,
    dev::Payload,
    http::{Method as HttpMethod, header},
    web::{self, Bytes, ServiceConfig},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    future::Future,
    marker::PhantomData,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use uno_core::contract::{
    Access, BodyKind, Endpoint, EndpointInfo, Method, RecordPath as _,
    error::ErrorCode,
    imports::MAX_BYTES,
    page::Page,
    revisions::{Removed, Revision, RevisionFilter},
    validation::Rules,
};

/// Time limit of a request.
const MAX_TIME: Duration = Duration::from_secs(30);
/// Time limit of a request that uploads a file.
const MAX_FILE_TIME: Duration = Duration::from_secs(180);
/// Maximum number of attempts for a change that names no version, when concurrent writers get in first.
pub(crate) const MAX_TRIES: usize = 4;
/// Responses slower than this are logged.
const SLOW: Duration = Duration::from_millis(500);

/// An authorised request before it is decoded into types. Its handling does not depend on the endpoint's type, so
/// it is compiled only once.
struct Incoming {
    state: State,
    caller: Option<Arc<Caller>>,
    system: Option<Arc<CompanySystem>>,
    address: String,
    request_id: String,
    path: Json,
    query: Json,
    body: Json,
    file: Option<File>,
    bytes: Bytes,
    /// The request as named by its key, if it has one.
    named: Option<IdempotentRequest>,
    request: HttpRequest,
}

/// A request in the format of another standard. Authorisation is the same as for any other request; the handler
/// decodes the body itself.
pub struct Raw {
    /// The server's state.
    pub state: State,
    /// The calling account; `None` on public endpoints and when a company's system calls.
    pub caller: Option<Arc<Caller>>,
    /// The calling system, where the endpoint accepts company credentials.
    pub system: Option<Arc<CompanySystem>>,
    /// The client's IP address.
    pub address: String,
    /// Request id.
    pub request_id: String,
    /// The raw body.
    pub body: Bytes,
    /// The rest of the request.
    pub request: HttpRequest,
}

impl Raw {
    /// Returns a path parameter.
    #[must_use]
    pub fn part(&self, name: &str) -> &str {
        self.request.match_info().get(name).unwrap_or_default()
    }

    /// Returns a header as text; `None` if it is absent or not valid text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.request.headers().get(name)?.to_str().ok()
    }
}

/// Renders a refusal as a response; the text is the request id.
pub type Refusal = fn(&Problem, &str) -> HttpResponse;

/// A checked and decoded request, as passed to a handler.
pub struct Input<E: Endpoint> {
    /// The server's state.
    pub state: State,
    /// The calling account; `None` on public endpoints.
    pub caller: Option<Arc<Caller>>,
    /// The calling system, where the endpoint requires company credentials.
    pub system: Option<Arc<CompanySystem>>,
    /// The client's IP address.
    pub address: String,
    /// Request id.
    pub request_id: String,
    /// Path parameters.
    pub path: E::Path,
    /// Query.
    pub query: E::Query,
    /// Body.
    pub body: E::Body,
    /// The uploaded file.
    pub file: Option<File>,
    /// The change that the request makes. The handler of an endpoint that takes a key makes it through this, so that a
    /// repeat of the request is no second change.
    pub change: Change<E::Ok>,
    request: HttpRequest,
}

impl<E: Decoded> Input<E> {
    fn of(incoming: Incoming) -> Result<Self, Problem> {
        let Incoming { state, caller, system, address, request_id, path, query, body, file, named, request, .. } =
            incoming;
        let (path, query, body) = (decode::typed(path)?, decode::typed(query)?, decode::typed(body)?);
        let change = Change::new(&state.database, named);
        Ok(Self { state, caller, system, address, request_id, path, query, body, file, change, request })
    }
}

/// The decoded request, as passed to the functions of stores.
pub struct Sent<E: Endpoint> {
    /// Path parameters.
    pub path: E::Path,
    /// Query.
    pub query: E::Query,
    /// Body.
    pub body: E::Body,
}

/// An endpoint whose path, query and body can be decoded from a request.
pub trait Decoded:
    Endpoint<Path: DeserializeOwned + Send, Query: DeserializeOwned + Send, Body: DeserializeOwned + Send>
{
}

impl<E> Decoded for E where
    E: Endpoint<Path: DeserializeOwned + Send, Query: DeserializeOwned + Send, Body: DeserializeOwned + Send>
{
}

/// How the function of a store runs; see [`crate::db`].
#[derive(Clone, Copy)]
enum Run {
    Quick,
    Read,
    Write,
}

impl<E: Endpoint> Input<E> {
    /// Returns the calling account.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Unauthenticated`] on a public endpoint.
    pub fn caller(&self) -> Result<Arc<Caller>, Problem> {
        self.caller.clone().ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))
    }

    /// Returns the caller as the access log records a reader.
    #[must_use]
    pub fn reader(&self, caller: &Caller) -> Reader {
        Reader { account_id: caller.account_id, request_id: self.request_id.clone(), address: self.address.clone() }
    }

    /// Returns the calling system.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Unauthenticated`] on an endpoint for accounts.
    pub fn system(&self) -> Result<Arc<CompanySystem>, Problem> {
        self.system.clone().ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))
    }

    /// Returns a header as text; `None` if it is absent or not valid text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.request.headers().get(name)?.to_str().ok()
    }

    /// Returns the value of a cookie.
    #[must_use]
    pub fn cookie(&self, name: &str) -> Option<String> {
        decode::cookie(&self.request, name).map(str::to_owned)
    }
}

/// A merge patch (RFC 7396) of a form, as sent.
pub struct Patch<F> {
    sent: Json,
    /// The version the client has read. Without one, the patch applies to whichever version is current.
    version: Option<Json>,
    form: PhantomData<fn() -> F>,
}

impl<F: Serialize + DeserializeOwned + Rules> Patch<F> {
    async fn of(sent: Json, rich: &'static [&'static str]) -> Result<Self, Problem> {
        let sent = decode::sanitise_rich_text(sent, rich, F::FORM).await?;
        // A version that is not a number is reported when the whole form is validated.
        let version = sent.get("version").filter(|version| version.is_number()).cloned();
        Ok(Self { sent, version, form: PhantomData })
    }

    /// Returns a text field of the patch.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.sent.get(field)?.as_str()
    }

    /// Applies the patch to the current form.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Changed`] if the client has read another version, or a validation error if the
    /// resulting form violates its rules.
    pub fn apply_to(&self, standing: &F) -> Result<F, Problem> {
        let standing = serde_json::to_value(standing).map_err(Problem::internal)?;
        if self.version.is_some() && self.version.as_ref() != standing.get("version") {
            return Err(Problem::new(ErrorCode::Changed));
        }
        decode::merged(standing, &self.sent, F::FORM)
    }

    /// Runs the change, and retries it when a concurrent writer got in first, unless the patch names a version.
    ///
    /// # Errors
    /// Returns the error of the change.
    pub fn retried<T>(&self, change: impl FnMut() -> Result<T, Problem>) -> Result<T, Problem> {
        retry_if_changed(if self.version.is_some() { 1 } else { MAX_TRIES }, change)
    }
}

/// A change by a merge patch, as passed to a handler.
pub struct PatchInput<E: Endpoint> {
    /// The server's state.
    pub state: State,
    /// The calling account.
    pub caller: Arc<Caller>,
    /// The client's IP address.
    pub address: String,
    /// Path parameters.
    pub path: E::Path,
    /// The merge patch.
    pub patch: Patch<E::Body>,
}

impl<E: Endpoint<Path: DeserializeOwned, Body: Serialize + DeserializeOwned + Rules>> PatchInput<E> {
    /// Decodes a request; also returns its id.
    async fn of(incoming: Incoming, rich: &'static [&'static str]) -> Result<(String, Self), Problem> {
        let Incoming { state, caller, address, request_id, path, body, .. } = incoming;
        let caller = caller.ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))?;
        let (path, patch) = (decode::typed(path)?, Patch::of(body, rich).await?);
        Ok((request_id, Self { state, caller, address, path, patch }))
    }
}

type Answered = Pin<Box<dyn Future<Output = Result<HttpResponse, Problem>>>>;
type Handler = dyn Fn(Incoming) -> Answered + Send + Sync;

/// What a handler does with repeated requests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    /// It stores no results.
    Unknown,
    /// It is one transaction, which fails at its end if the request is a repeat. A first request pays for nothing else.
    AnsweredLast,
    /// It does more, such as counting an attempt or reading a file, which a repeat must not do again.
    AnsweredFirst,
}

/// An endpoint with its handler.
struct MountedEndpoint {
    info: &'static EndpointInfo,
    state: State,
    metrics: EndpointMetrics,
    handler: Box<Handler>,
    /// Whether the handler reads the request itself.
    is_raw: bool,
    repeats: Repeats,
    refusal: Refusal,
}

/// Collects handlers and mounts them by path.
pub struct Api {
    state: State,
    routes: BTreeMap<&'static str, Vec<Arc<MountedEndpoint>>>,
    names: Vec<&'static str>,
    /// The endpoints whose results can be stored under a key.
    keeping: Vec<&'static str>,
    raw: Vec<&'static EndpointInfo>,
    undoables: BTreeMap<&'static str, Undoable>,
}

impl Api {
    /// Returns an `Api` without endpoints.
    #[must_use]
    pub fn new(state: &State) -> Self {
        match Seal::of(&state.keys.derive("past form")) {
            Ok(seal) => state.database.set_past_seal(seal),
            Err(problem) => tracing::error!(cause = %problem, "past states cannot be sealed"),
        }
        Self {
            state: state.clone(),
            routes: BTreeMap::new(),
            names: Vec::new(),
            keeping: Vec::new(),
            raw: Vec::new(),
            undoables: BTreeMap::new(),
        }
    }

    /// Mounts a handler whose read queries cost the same however large the table is.
    pub fn quick<E: Decoded<Ok: Serialize + Send>>(
        &mut self,
        work: impl Fn(&mut DatabaseConnection, &Caller, &Sent<E>) -> Result<E::Ok, Problem> + Send + Sync + 'static,
    ) {
        self.verb(Run::Quick, work);
    }

    /// Mounts a handler that reads.
    pub fn read<E: Decoded<Ok: Serialize + Send>>(
        &mut self,
        work: impl Fn(&mut DatabaseConnection, &Caller, &Sent<E>) -> Result<E::Ok, Problem> + Send + Sync + 'static,
    ) {
        self.verb(Run::Read, work);
    }

    /// Mounts a handler that writes, in a transaction that is rolled back on failure.
    pub fn write<E: Decoded<Ok: Serialize + Send>>(
        &mut self,
        work: impl Fn(&mut DatabaseConnection, &Caller, &Sent<E>) -> Result<E::Ok, Problem> + Send + Sync + 'static,
    ) {
        self.verb(Run::Write, work);
    }

    fn verb<E: Decoded<Ok: Serialize + Send>>(
        &mut self,
        run: Run,
        work: impl Fn(&mut DatabaseConnection, &Caller, &Sent<E>) -> Result<E::Ok, Problem> + Send + Sync + 'static,
    ) {
        let work = Arc::new(work);
        let repeats = if matches!(run, Run::Write) { Repeats::AnsweredLast } else { Repeats::Unknown };
        self.add(&const { E::INFO }, repeats, move |incoming| {
            let work = Arc::clone(&work);
            Box::pin(async move {
                let Input { state, caller, request_id, path, query, body, change, .. } = Input::<E>::of(incoming)?;
                let caller = caller.ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))?;
                let sent = Sent { path, query, body };
                let work = move |connection: &mut DatabaseConnection| work(connection, &caller, &sent);
                let value = match run {
                    Run::Quick => state.database.quick(work).await?,
                    Run::Read => state.database.read(work).await?,
                    Run::Write => change.write(work).await?,
                };
                Ok(respond::json(&value, &request_id))
            })
        });
    }

    /// Mounts a change of a record by a merge patch (RFC 7396): absent fields keep their value, `null` clears a
    /// field, and the resulting form must satisfy all rules of the form. If the patch names a version that is no
    /// longer current, it is refused. `find` returns the current form, `write` saves the patched one. `write` must
    /// report a conflict with a concurrent change before it writes anything.
    pub fn patch<E>(
        &mut self,
        find: impl Fn(&mut DatabaseConnection, &Caller, &E::Path) -> Result<E::Body, Problem> + Send + Sync + 'static,
        write: impl Fn(&mut DatabaseConnection, &Caller, &E::Path, &E::Body, E::Body) -> Result<E::Ok, Problem>
        + Send
        + Sync
        + 'static,
    ) where
        E: Endpoint<Path: DeserializeOwned + Send, Body: Serialize + DeserializeOwned + Rules, Ok: Serialize + Send>,
    {
        self.patch_rich::<E>(&[], find, write);
    }

    fn patch_rich<E>(
        &mut self,
        rich: &'static [&'static str],
        find: impl Fn(&mut DatabaseConnection, &Caller, &E::Path) -> Result<E::Body, Problem> + Send + Sync + 'static,
        write: impl Fn(&mut DatabaseConnection, &Caller, &E::Path, &E::Body, E::Body) -> Result<E::Ok, Problem>
        + Send
        + Sync
        + 'static,
    ) where
        E: Endpoint<Path: DeserializeOwned + Send, Body: Serialize + DeserializeOwned + Rules, Ok: Serialize + Send>,
    {
        let work = Arc::new((find, write));
        self.add(&const { E::INFO }, Repeats::Unknown, move |incoming| {
            let work = Arc::clone(&work);
            Box::pin(async move {
                let (request_id, input) = PatchInput::<E>::of(incoming, rich).await?;
                let PatchInput { state, caller, path, patch, .. } = input;
                let change = move |connection: &mut DatabaseConnection| {
                    patch.retried(|| {
                        let before = (work.0)(connection, &caller, &path)?;
                        let save = patch.apply_to(&before)?;
                        (work.1)(connection, &caller, &path, &before, save)
                    })
                };
                Ok(respond::json(&state.database.write(change).await?, &request_id))
            })
        });
    }

    /// Mounts a change by a merge patch that does more than find, apply and write.
    pub fn on_patch<E>(&mut self, handler: impl AsyncHandler<PatchInput<E>, Result<E::Ok, Problem>>)
    where
        E: Endpoint<Path: DeserializeOwned, Body: Serialize + DeserializeOwned + Rules, Ok: Serialize>,
    {
        self.add(&const { E::INFO }, Repeats::Unknown, move |incoming| {
            let handler = handler.clone();
            Box::pin(async move {
                let (request_id, input) = PatchInput::<E>::of(incoming, &[]).await?;
                Ok(respond::json(&handler.call(input).await?, &request_id))
            })
        });
    }

    /// Mounts the creation of a record.
    pub fn create<R, E>(&mut self)
    where
        R: Rows<Form: Send> + 'static,
        E: Decoded<Body = R::Form, Ok = R::Shown>,
        R::Shown: Serialize + Send,
    {
        self.add(&const { E::INFO }, Repeats::AnsweredLast, move |incoming| {
            Box::pin(async move {
                let Incoming { state, caller, request_id, body, named, .. } = incoming;
                let caller = caller.ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))?;
                let form = decode::typed(decode::sanitise_rich_text(body, R::RICH_TEXT, R::Form::FORM).await?)?;
                let work = move |connection: &mut DatabaseConnection| records::create::<R>(connection, &caller, form);
                Ok(respond::json(&Change::new(&state.database, named).write(work).await?, &request_id))
            })
        });
    }

    /// Mounts reading a record.
    pub fn show<R, E>(&mut self)
    where
        R: Rows + 'static,
        E: Decoded<Path = R::Path, Ok = R::Shown>,
        R::Shown: Serialize + Send,
    {
        self.quick::<E>(|connection, caller, sent| records::shown::<R>(connection, caller, sent.path.record_id()));
    }

    /// Mounts the update of a record by a merge patch, and registers it for undo.
    pub fn update<R, E>(&mut self)
    where
        R: Rows + 'static,
        E: Endpoint<Path = R::Path, Body = R::Form, Ok = R::Shown>,
        R::Path: DeserializeOwned + Send,
        R::Shown: Serialize + Send,
    {
        let undoable = self.undoables.entry(R::RESOURCE).or_default();
        undoable.update = Some(const { E::INFO }.access);
        undoable.undo = Some(undo::undo_revision::<R>);
        self.patch_rich::<E>(
            R::RICH_TEXT,
            |connection, caller, path| R::standing(connection, caller, path.record_id()),
            |connection, caller, path, before, form| {
                records::update::<R>(connection, caller, path.record_id(), before, form)
            },
        );
    }

    /// Mounts the update of a record by a whole form, which names the version the client has read; registers it for
    /// undo.
    pub fn replace<R, E>(&mut self)
    where
        R: Rows<Form: Clone> + 'static,
        E: Decoded<Path = R::Path, Body = R::Form, Ok = R::Shown>,
        R::Shown: Serialize + Send,
    {
        let undoable = self.undoables.entry(R::RESOURCE).or_default();
        undoable.update = Some(const { E::INFO }.access);
        undoable.undo = Some(undo::undo_revision::<R>);
        self.write::<E>(|connection, caller, sent| {
            let id = sent.path.record_id();
            let before = R::standing(connection, caller, id)?;
            records::check_version(&before, &sent.body)?;
            records::update::<R>(connection, caller, id, &before, sent.body.clone())
        });
    }

    /// Mounts the deletion of a record, and registers it for undo. Deleted personal data cannot be restored.
    pub fn delete<R, E>(&mut self)
    where
        R: Rows + 'static,
        E: Decoded<Path = R::Path, Ok = Removed>,
    {
        let undoable = self.undoables.entry(R::RESOURCE).or_default();
        undoable.delete = Some(const { E::INFO }.access);
        undoable.bin = Some(R::bin);
        undoable.undo = Some(undo::undo_revision::<R>);
        self.write::<E>(|connection, caller, sent| {
            retry_if_changed(MAX_TRIES, || records::delete::<R>(connection, caller, sent.path.record_id()))
        });
    }

    /// Mounts a record's history.
    pub fn history<R, E>(&mut self)
    where
        R: Rows + 'static,
        E: Decoded<Path = R::Path, Query = RevisionFilter, Ok = Page<Revision>>,
    {
        self.read::<E>(|connection, caller, sent| {
            records::history::<R>(connection, caller, sent.path.record_id(), &sent.query)
        });
    }

    /// Mounts a handler that returns JSON.
    pub fn on<E: Decoded<Ok: Serialize>>(&mut self, handler: impl AsyncHandler<Input<E>, Result<E::Ok, Problem>>) {
        self.on_file(move |input: Input<E>| {
            let (handler, request_id) = (handler.clone(), input.request_id.clone());
            async move { handler.call(input).await.map(|value| respond::json(&value, &request_id)) }
        });
    }

    /// Mounts a handler that makes its change through [`Input::change`].
    pub fn on_change<E: Decoded<Ok: Serialize>>(
        &mut self,
        handler: impl AsyncHandler<Input<E>, Result<E::Ok, Problem>>,
    ) {
        self.add(&const { E::INFO }, Repeats::AnsweredFirst, move |incoming| {
            let handler = handler.clone();
            Box::pin(async move {
                let input = Input::<E>::of(incoming)?;
                let request_id = input.request_id.clone();
                handler.call(input).await.map(|value| respond::json(&value, &request_id))
            })
        });
    }

    /// Mounts a handler that returns JSON and may set a cookie.
    pub fn on_with_cookie<E: Decoded<Ok: Serialize>>(
        &mut self,
        handler: impl AsyncHandler<Input<E>, Result<(E::Ok, Option<SetCookie>), Problem>>,
    ) {
        self.on_file(move |input: Input<E>| {
            let (handler, request_id) = (handler.clone(), input.request_id.clone());
            async move {
                let (value, cookie) = handler.call(input).await?;
                let answer = respond::json(&value, &request_id);
                Ok(match cookie {
                    Some(cookie) => respond::with_cookie(answer, cookie),
                    None => answer,
                })
            }
        });
    }

    /// Mounts a handler that builds the response itself, such as a file.
    pub fn on_file<E: Decoded>(&mut self, handler: impl AsyncHandler<Input<E>, Result<HttpResponse, Problem>>) {
        self.add(&const { E::INFO }, Repeats::Unknown, move |incoming| {
            let handler = handler.clone();
            Box::pin(async move { handler.call(Input::of(incoming)?).await })
        });
    }

    fn add(
        &mut self,
        info: &'static EndpointInfo,
        repeats: Repeats,
        handler: impl Fn(Incoming) -> Answered + Send + Sync + 'static,
    ) {
        let (state, metrics) = (self.state.clone(), self.state.metrics.of(info.name));
        let (handler, refusal): (Box<Handler>, Refusal) = (Box::new(handler), respond::problem);
        let mounted = MountedEndpoint { info, state, metrics, handler, is_raw: false, repeats, refusal };
        self.routes.entry(info.path).or_default().push(Arc::new(mounted));
        self.names.push(info.name);
        if repeats != Repeats::Unknown {
            self.keeping.push(info.name);
        }
    }

    /// Mounts an endpoint that uses the format of another standard and is described there instead of in the
    /// contract. Access is checked as everywhere; the handler reads the request itself, and refusals use the
    /// standard's format.
    pub fn raw(
        &mut self,
        info: &'static EndpointInfo,
        refusal: Refusal,
        handler: impl AsyncHandler<Raw, Result<HttpResponse, Problem>>,
    ) {
        let (state, metrics) = (self.state.clone(), self.state.metrics.of(info.name));
        let handler: Box<Handler> = Box::new(move |incoming: Incoming| {
            let handler = handler.clone();
            let Incoming { state, caller, system, address, request_id, bytes, request, .. } = incoming;
            Box::pin(async move {
                handler.call(Raw { state, caller, system, address, request_id, body: bytes, request }).await
            })
        });
        let repeats = Repeats::Unknown;
        let mounted = MountedEndpoint { info, state, metrics, handler, is_raw: true, repeats, refusal };
        self.routes.entry(info.path).or_default().push(Arc::new(mounted));
        self.raw.push(info);
    }

    /// Returns the endpoints that are not part of the contract.
    #[must_use]
    pub fn raw_endpoints(&self) -> &[&'static EndpointInfo] {
        &self.raw
    }

    /// Returns the resources whose records can be restored.
    pub(super) fn undoables(&self) -> &BTreeMap<&'static str, Undoable> {
        &self.undoables
    }

    /// Returns the names of the mounted endpoints.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Returns the names of the endpoints that can store their result under a key.
    #[must_use]
    pub fn keeping(&self) -> &[&'static str] {
        &self.keeping
    }

    /// Adds the routes to an application. Routes with a common prefix share a scope: the router tries routes one
    /// after the other, and it compares the part before the first parameter without a pattern.
    pub fn configure(&self, config: &mut ServiceConfig) {
        let beginnings: BTreeSet<&str> = self.routes.keys().map(|path| beginning(path)).collect();
        let mut scopes: BTreeMap<&str, Scope> = BTreeMap::new();
        for (path, routes) in &self.routes {
            // A scope captures every path with its prefix, so scopes must not nest. The shortest prefix sorts
            // first.
            let whole = beginning(path);
            let begin = beginnings.iter().find(|begin| is_within(whole, begin)).copied().unwrap_or(whole);
            let scope = scopes.remove(begin).unwrap_or_else(|| web::scope(begin));
            scopes.insert(begin, scope.service(resource(path.strip_prefix(begin).unwrap_or(path), routes)));
        }
        for scope in scopes.into_values() {
            config.service(scope);
        }
    }
}

/// Returns the prefix that names a path's resource: at most the first three segments, without parameters.
fn beginning(path: &str) -> &str {
    let ends = path.match_indices('/').map(|(at, _)| at).skip(1).chain([path.len()]);
    let fixed = path.find('{').unwrap_or(path.len());
    let end = ends.take_while(|end| *end <= fixed).take(3).last();
    end.and_then(|end| path.get(..end)).unwrap_or_default()
}

fn is_within(path: &str, beginning: &str) -> bool {
    path.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Builds the resource of one path: its methods, and a refusal listing them for any other method.
fn resource(path: &str, routes: &[Arc<MountedEndpoint>]) -> Resource {
    let methods = |route: &MountedEndpoint| {
        let head = serves_head(route).then_some(HttpMethod::HEAD);
        [Some(http_method(route.info.method)), head].into_iter().flatten()
    };
    let allowed: Vec<String> =
        routes.iter().flat_map(|route| methods(route)).map(|method| method.to_string()).collect();
    let allowed = allowed.join(", ");
    let refusal = routes.first().map_or(respond::problem as Refusal, |route| route.refusal);
    let mut resource = web::resource(path);
    for route in routes {
        for method in methods(route) {
            let mounted = Arc::clone(route);
            let asked = web::method(method);
            resource = resource.route(asked.to(move |request: HttpRequest, payload: web::Payload| {
                let mounted = Arc::clone(&mounted);
                async move { mounted.serve(request, payload.into_inner()).await }
            }));
        }
    }
    resource.default_service(web::to(move || {
        let answer = gate::not_allowed(&allowed, refusal);
        async { answer }
    }))
}

/// Runs a change, and retries it if a concurrent change got in first; nothing has been written in that case.
pub(crate) fn retry_if_changed<T>(
    most_tries: usize,
    mut work: impl FnMut() -> Result<T, Problem>,
) -> Result<T, Problem> {
    let mut tries = 1;
    loop {
        match work() {
            Err(problem) if problem.code == ErrorCode::Changed && tries < most_tries => tries += 1,
            done => return done,
        }
    }
}

/// A handler: an async function of the decoded request.
pub trait AsyncHandler<In, Out>: Clone + Send + Sync + 'static {
    /// Calls the handler.
    fn call(&self, input: In) -> impl Future<Output = Out>;
}

impl<In, Out, Work, Answer> AsyncHandler<In, Out> for Work
where
    Work: Fn(In) -> Answer + Clone + Send + Sync + 'static,
    Answer: Future<Output = Out>,
{
    fn call(&self, input: In) -> impl Future<Output = Out> {
        self(input)
    }
}

/// Returns whether a GET endpoint also serves HEAD, without the body of the response, as FHIR requires. Only raw
/// endpoints do, except those whose GET starts an operation; such operations have a `$` in their path.
fn serves_head(route: &MountedEndpoint) -> bool {
    route.is_raw && route.info.method == Method::Get && !route.info.path.contains('$')
}

fn http_method(method: Method) -> HttpMethod {
    match method {
        Method::Get => HttpMethod::GET,
        Method::Post => HttpMethod::POST,
        Method::Put => HttpMethod::PUT,
        Method::Patch => HttpMethod::PATCH,
        Method::Delete => HttpMethod::DELETE,
    }
}

impl MountedEndpoint {
    async fn serve(&self, request: HttpRequest, payload: Payload) -> HttpResponse {
        let started = Instant::now();
        let request_id = request_id();
        let most_time = if self.info.body == BodyKind::File { MAX_FILE_TIME } else { MAX_TIME };
        let answer = match tokio::time::timeout(most_time, self.answer(request, payload, &request_id)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(problem)) => (self.refusal)(&problem, &request_id),
            Err(_) => {
                (self.refusal)(&Problem { cause: Some("took too long".into()), ..Problem::overloaded() }, &request_id)
            }
        };
        let (time, status) = (started.elapsed(), answer.status().as_u16());
        self.metrics.answered(time.as_secs_f64(), status);
        if self.info.method != Method::Get || status >= 500 || time > SLOW {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            tracing::info!(request_id, endpoint = self.info.name, status, milliseconds, "answered");
        }
        answer
    }

    async fn answer(
        &self,
        request: HttpRequest,
        mut payload: Payload,
        request_id: &str,
    ) -> Result<HttpResponse, Problem> {
        let (info, state) = (self.info, &self.state);
        let (caller, system) = authorise(info, state, &request).await?;
        let path = decode::path(request.match_info().iter());
        let query = if self.is_raw { Json::Null } else { decode::query(request.query_string(), info.query_form)? };
        let declared =
            request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let bytes = if self.is_raw && info.method != Method::Get {
            decode::body(&mut payload, declared, decode::MAX_BATCH).await?
        } else {
            Bytes::new()
        };
        let (body, file) = match info.body {
            BodyKind::None => (Json::Null, None),
            BodyKind::File => (Json::Null, Some(decode::file(&mut payload, declared, MAX_BYTES).await?)),
            BodyKind::Json | BodyKind::Patch | BodyKind::Bulk => {
                check_json(&request)?;
                let bytes = decode::body(&mut payload, declared, decode::MAX_JSON).await?;
                let read = match info.body {
                    BodyKind::Patch => decode::patch,
                    BodyKind::Bulk => decode::bulk,
                    _ => decode::json,
                };
                (read(&bytes, info.body_form)?, None)
            }
            BodyKind::Batch => {
                check_json(&request)?;
                let bytes = decode::body(&mut payload, declared, decode::MAX_BATCH).await?;
                let form = info.body_form;
                let read = workers::run_blocking(move || decode::batch(&bytes, form)).await?;
                (read, None)
            }
        };
        let address = address_of(state, &request);
        let about = (state, &request, &query);
        let notice = Notice::of(info.reading, caller.as_deref(), about, (&address, request_id));
        let rights = caller.as_ref().map(|caller| caller.rights);
        let incoming = Incoming {
            state: state.clone(),
            caller,
            system,
            address,
            request_id: request_id.to_owned(),
            path,
            query,
            body,
            file,
            bytes,
            named: None,
            request,
        };
        let key = if info.takes_key { idempotency::key(&incoming.request)? } else { None };
        let mut answer = match key {
            Some(key) => self.answer_once(&key, incoming).await?,
            None => (self.handler)(incoming).await?,
        };
        if let Some(notice) = notice {
            answer = notice.keep(&self.state, answer).await?;
        }
        Ok(respond::with_rights(answer, rights))
    }

    /// Carries out a request that is named by a key, or answers what it was answered before.
    async fn answer_once(&self, key: &str, incoming: Incoming) -> Result<HttpResponse, Problem> {
        let (state, request_id) = (incoming.state.clone(), incoming.request_id.clone());
        let (mut incoming, named) = named(self.info, key, incoming).await?;
        let earlier = async |named: IdempotentRequest| {
            let found = state.database.quick(move |connection| named.result(connection)).await?;
            Ok::<_, Problem>(found.map(|result| respond::earlier(result, &request_id)))
        };
        if self.repeats == Repeats::AnsweredFirst
            && let Some(answer) = earlier(named.clone()).await?
        {
            return Ok(answer);
        }
        incoming.named = Some(named.clone());
        let problem = match (self.handler)(incoming).await {
            Ok(answer) => return Ok(answer),
            Err(problem) => problem,
        };
        // What is refused may be a repeat, whose change is made already.
        match earlier(named).await {
            Ok(Some(answer)) => Ok(answer),
            Err(reused) if reused.code == ErrorCode::KeyReused => Err(reused),
            _ => Err(problem),
        }
    }
}

/// Describes a request by its key and its content.
async fn named(
    info: &EndpointInfo,
    key: &str,
    mut incoming: Incoming,
) -> Result<(Incoming, IdempotentRequest), Problem> {
    let mut file_hash = Vec::new();
    if let Some(file) = incoming.file.take() {
        let (file, hash) = idempotency::hash_of(file).await?;
        (incoming.file, file_hash) = (Some(file), hash);
    }
    let content = serde_json::to_vec(&(&incoming.path, &incoming.query, &incoming.body, file_hash));
    let content = content.map_err(Problem::internal)?;
    let sender = (incoming.caller.as_deref(), incoming.system.as_deref());
    let named = IdempotentRequest::of(&incoming.state.keys, info.name, sender, key, &content)?;
    Ok((incoming, named))
}

/// Returns the client's IP address. Only the last entry of `X-Forwarded-For` counts: the proxy appends it, while a
/// caller can forge those before it. Some proxies add the port.
fn address_of(state: &State, request: &HttpRequest) -> String {
    let forwarded = || {
        let header = request.headers().get_all("x-forwarded-for").last()?.to_str().ok()?;
        let last = header.rsplit(',').next()?.trim();
        last.parse().ok().or_else(|| Some(last.parse::<SocketAddr>().ok()?.ip()))
    };
    let forwarded_address = if state.settings.behind_proxy { forwarded() } else { None };
    let address = forwarded_address.or_else(|| request.peer_addr().map(|address| address.ip()));
    address.map_or_else(String::new, |address: IpAddr| address.to_canonical().to_string())
}

fn check_json(request: &HttpRequest) -> Result<(), Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Problem::new(ErrorCode::UnsupportedMedia))
}

/// The caller of a request: an account, a company's system, or neither on public endpoints.
type CallerOrSystem = (Option<Arc<Caller>>, Option<Arc<CompanySystem>>);

/// Authorises the caller of a request: an account by its session or, where the endpoint accepts credentials, a
/// company's system. Neither is accepted in place of the other, except on endpoints declared for both.
async fn authorise(info: &EndpointInfo, state: &State, request: &HttpRequest) -> Result<CallerOrSystem, Problem> {
    if info.access == Access::Public {
        return Ok((None, None));
    }
    let token = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer"))
        .map(|(_, token)| token.trim())
        .ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))?;
    let asked = match info.access {
        Access::Credential(scope) => Some(scope),
        Access::SignedInOrCredential(scope) if credentials::is_secret(token) => Some(scope),
        _ => None,
    };
    if let Some(scope) = asked {
        let system = state.credentials.admit(&state.database, &state.keys, token, scope).await?;
        return Ok((None, Some(system)));
    }
    let claims = state.keys.claims(token)?;
    let caller = match state.callers.known(claims.sid) {
        Some(caller) => caller,
        None => {
            let now = clock::now().0;
            let caller = state.database.quick(move |connection| caller::load(connection, &claims, now)).await?;
            let caller = Arc::new(caller.with_past_seal(state.database.past_seal()));
            state.callers.keep(&caller);
            caller
        }
    };
    caller.check(info.access)?;
    Ok((Some(caller), None))
}

static LAST_REQUEST: AtomicU64 = AtomicU64::new(0);

/// Returns a request id of 16 hexadecimal digits, which is unlikely to repeat. It is not a secret: further ids can be
/// computed from one.
#[must_use]
pub fn request_id() -> String {
    // A counter passed through a bijection (the finaliser of SplitMix64), started at a random value.
    let mut number = LAST_REQUEST.fetch_add(1, Ordering::Relaxed);
    if number == 0 {
        let mut seed = [0_u8; 8];
        let _ = getrandom::fill(&mut seed);
        LAST_REQUEST.fetch_add(u64::from_le_bytes(seed) >> 1, Ordering::Relaxed);
        number = u64::from_le_bytes(seed);
    }
    number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    format!("{:016x}", number ^ (number >> 31))
}
