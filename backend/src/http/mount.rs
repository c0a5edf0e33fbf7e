//! Mounting a declared endpoint: who may call it is checked before the handler runs, then what was
//! sent is read and validated; so no handler can forget either.

use super::{
    decode, gate,
    metrics::EndpointMetrics,
    respond::{self, SetCookie},
};
use crate::{
    access::caller::{self, Caller},
    clock,
    problem::Problem,
    state::State,
};
use actix_web::{
    HttpRequest, HttpResponse, Resource,
    dev::Payload,
    http::{Method as HttpMethod, header},
    web::{self, ServiceConfig},
};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    collections::BTreeMap,
    fs::File,
    future::Future,
    net::{IpAddr, SocketAddr},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use uno_core::contract::{
    Access, BodyKind, Endpoint, EndpointInfo, Method, error::ErrorCode, member_imports::MOST_BYTES,
};

/// Longest time that answering may take.
const MOST_TIME: Duration = Duration::from_secs(30);
/// Longest time that taking a file may take.
const MOST_FILE_TIME: Duration = Duration::from_secs(180);
/// Answers slower than this are logged.
const SLOW: Duration = Duration::from_millis(500);

/// A request as its handler gets it: checked and decoded.
pub struct Input<E: Endpoint> {
    /// The server's state.
    pub state: State,
    /// Who asks; for public endpoints nobody.
    pub caller: Option<Arc<Caller>>,
    /// Where from.
    pub address: String,
    /// Request id.
    pub request_id: String,
    /// Placeholders of the path.
    pub path: E::Path,
    /// Query.
    pub query: E::Query,
    /// Body.
    pub body: E::Body,
    /// The uploaded file.
    pub file: Option<File>,
    request: HttpRequest,
}

impl<E: Endpoint> Input<E> {
    /// Who asks.
    ///
    /// # Errors
    /// [`ErrorCode::Unauthenticated`] on a public endpoint.
    pub fn caller(&self) -> Result<Arc<Caller>, Problem> {
        self.caller.clone().ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))
    }

    /// A header as text; `None` where it is absent or no text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.request.headers().get(name)?.to_str().ok()
    }

    /// The value of a cookie.
    #[must_use]
    pub fn cookie(&self, name: &str) -> Option<String> {
        let cookies = self.request.headers().get_all(header::COOKIE).filter_map(|header| header.to_str().ok());
        cookies
            .flat_map(|header| header.split(';'))
            .find_map(|cookie| cookie.trim_start().strip_prefix(name)?.strip_prefix('='))
            .map(str::to_owned)
    }
}

type AddRoute = Arc<dyn Fn(Resource) -> Resource + Send + Sync>;

/// Collects handlers, and mounts them by path.
#[derive(Default)]
pub struct Api {
    routes: BTreeMap<&'static str, Vec<(Method, AddRoute)>>,
    names: Vec<&'static str>,
}

impl Api {
    /// Mounts a handler that answers JSON.
    pub fn on<E>(&mut self, state: &State, handler: impl AsyncHandler<Input<E>, Result<E::Ok, Problem>>)
    where
        E: Endpoint,
        E::Path: DeserializeOwned,
        E::Query: DeserializeOwned,
        E::Body: DeserializeOwned,
        E::Ok: Serialize,
    {
        self.add::<E, _>(state, move |input: Input<E>| {
            let (handler, request_id) = (handler.clone(), input.request_id.clone());
            async move { handler.call(input).await.map(|value| respond::json(&value, &request_id)) }
        });
    }

    /// Mounts a handler that answers JSON and may set a cookie.
    pub fn on_with_cookie<E>(
        &mut self,
        state: &State,
        handler: impl AsyncHandler<Input<E>, Result<(E::Ok, Option<SetCookie>), Problem>>,
    ) where
        E: Endpoint,
        E::Path: DeserializeOwned,
        E::Query: DeserializeOwned,
        E::Body: DeserializeOwned,
        E::Ok: Serialize,
    {
        self.add::<E, _>(state, move |input: Input<E>| {
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

    /// Mounts a handler that answers a file.
    pub fn on_file<E>(&mut self, state: &State, handler: impl AsyncHandler<Input<E>, Result<HttpResponse, Problem>>)
    where
        E: Endpoint<Ok = uno_core::contract::File>,
        E::Path: DeserializeOwned,
        E::Query: DeserializeOwned,
        E::Body: DeserializeOwned,
    {
        self.add::<E, _>(state, handler);
    }

    fn add<E, H>(&mut self, state: &State, handler: H)
    where
        E: Endpoint,
        E::Path: DeserializeOwned,
        E::Query: DeserializeOwned,
        E::Body: DeserializeOwned,
        H: AsyncHandler<Input<E>, Result<HttpResponse, Problem>>,
    {
        let info = &const { E::INFO };
        let (state, metrics) = (state.clone(), state.metrics.of(info.name));
        let add: AddRoute = Arc::new(move |resource: Resource| {
            let (state, metrics, handler) = (state.clone(), metrics.clone(), handler.clone());
            let shared = Rc::new((state, metrics, handler));
            resource.route(web::method(http_method(info.method)).to(
                move |request: HttpRequest, payload: web::Payload| {
                    let shared = Rc::clone(&shared);
                    async move {
                        let (state, metrics, handler) = &*shared;
                        serve::<E, H>(info, state, metrics, handler, request, payload.into_inner()).await
                    }
                },
            ))
        });
        self.routes.entry(info.path).or_default().push((info.method, add));
        self.names.push(info.name);
    }

    /// Names of the mounted endpoints.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Adds the routes to an application.
    pub fn configure(&self, config: &mut ServiceConfig) {
        for (path, routes) in &self.routes {
            let allowed = routes.iter().map(|(method, _)| method.as_str()).collect::<Vec<_>>().join(", ");
            let mut resource = web::resource(*path);
            for (_, add) in routes {
                resource = add(resource);
            }
            config.service(resource.default_service(web::to(move || {
                let answer = gate::method_not_allowed(&allowed);
                async { answer }
            })));
        }
    }
}

/// A handler: a function from the decoded request to a future.
pub trait AsyncHandler<In, Out>: Clone + Send + Sync + 'static {
    /// Runs it.
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

fn http_method(method: Method) -> HttpMethod {
    match method {
        Method::Get => HttpMethod::GET,
        Method::Post => HttpMethod::POST,
        Method::Put => HttpMethod::PUT,
        Method::Patch => HttpMethod::PATCH,
        Method::Delete => HttpMethod::DELETE,
    }
}

async fn serve<E, H>(
    info: &'static EndpointInfo,
    state: &State,
    metrics: &EndpointMetrics,
    handler: &H,
    request: HttpRequest,
    mut payload: Payload,
) -> HttpResponse
where
    E: Endpoint,
    E::Path: DeserializeOwned,
    E::Query: DeserializeOwned,
    E::Body: DeserializeOwned,
    H: AsyncHandler<Input<E>, Result<HttpResponse, Problem>>,
{
    let started = Instant::now();
    let request_id = request_id();
    let most_time = if info.body == BodyKind::File { MOST_FILE_TIME } else { MOST_TIME };
    let work = async {
        let caller = authorise(info, state, &request).await?;
        let path = decode::path(request.match_info().iter())?;
        let query = decode::query(request.query_string(), info.query_form)?;
        let declared =
            request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let (body, file) = match info.body {
            BodyKind::None => (none()?, None),
            BodyKind::File => (none()?, Some(decode::file(&mut payload, declared, MOST_BYTES).await?)),
            BodyKind::Json => {
                check_json(&request)?;
                let bytes = decode::body(&mut payload, declared, decode::MOST_JSON).await?;
                (decode::json(&bytes, info.body_form)?, None)
            }
        };
        let address = address_of(state, &request);
        let input = Input {
            state: state.clone(),
            caller,
            address,
            request_id: request_id.clone(),
            path,
            query,
            body,
            file,
            request: request.clone(),
        };
        handler.call(input).await
    };
    let answer = match tokio::time::timeout(most_time, work).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(problem)) => respond::problem(&problem, &request_id),
        Err(_) => {
            respond::problem(&Problem { cause: Some("took too long".into()), ..Problem::overloaded() }, &request_id)
        }
    };
    let (time, status) = (started.elapsed(), answer.status().as_u16());
    metrics.answered(time.as_secs_f64(), status);
    if info.method != Method::Get || status >= 500 || time > SLOW {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(request_id, endpoint = info.name, status, milliseconds, "answered");
    }
    answer
}

/// Where a request comes from. What a caller writes into the header itself stands before what the
/// proxy adds; some proxies add the port.
fn address_of(state: &State, request: &HttpRequest) -> String {
    let forwarded = || {
        let header = request.headers().get_all("x-forwarded-for").last()?.to_str().ok()?;
        let last = header.rsplit(',').next()?.trim();
        last.parse().ok().or_else(|| Some(last.parse::<SocketAddr>().ok()?.ip()))
    };
    let told = if state.settings.behind_proxy { forwarded() } else { None };
    let address = told.or_else(|| request.peer_addr().map(|address| address.ip()));
    address.map_or_else(String::new, |address: IpAddr| address.to_canonical().to_string())
}

fn none<T: DeserializeOwned>() -> Result<T, Problem> {
    serde_json::from_value(serde_json::Value::Null).map_err(Problem::internal)
}

fn check_json(request: &HttpRequest) -> Result<(), Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Problem::new(ErrorCode::UnsupportedMedia))
}

/// The caller of a request, if the endpoint lets the caller in.
async fn authorise(info: &EndpointInfo, state: &State, request: &HttpRequest) -> Result<Option<Arc<Caller>>, Problem> {
    if info.access == Access::Public {
        return Ok(None);
    }
    let token = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer"))
        .map(|(_, token)| token.trim())
        .ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))?;
    let claims = state.keys.claims(token)?;
    let caller = match state.callers.known(claims.sid) {
        Some(caller) => caller,
        None => {
            let now = clock::now().0;
            let caller = state.database.quick(move |connection| caller::load(connection, &claims, now)).await?;
            let caller = Arc::new(caller);
            state.callers.keep(&caller);
            caller
        }
    };
    caller.check(info.access)?;
    Ok(Some(caller))
}

static LAST_REQUEST: AtomicU64 = AtomicU64::new(0);

/// A request id: unlikely to be guessed or to repeat, 16 hexadecimal digits.
#[must_use]
pub fn request_id() -> String {
    // A counter through a bijection (the finaliser of SplitMix64), started at a random place.
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
