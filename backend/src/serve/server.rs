//! The server: routes, limits, and a graceful stop.

use super::{connection::Connection, docs, logs, static_files};
use crate::{api, texts};
use accounts::qr_codes;
use actix_cors::Cors;
use actix_http::HttpService;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer, Resource, Route,
    dev::{AppConfig, Server},
    http::{StatusCode, header, header::HeaderName},
    middleware::{Condition, from_fn},
    rt::net::TcpStream,
    web::{self, Bytes},
};
use kernel::{
    access::{credentials, limits, readings},
    alerts::news::{self, Signal},
    auth::{attempts, sessions, sign_in_log},
    clock,
    http::{
        gate::{self, MAX_STALL},
        idempotency, mount,
        public_address::PublicAddress,
        respond,
    },
    jobs,
    problem::Problem,
    settings::Settings,
    state::State,
};
use measurements::{messages::outbox, person_codes};
use statistics::fold;
use std::{
    net::TcpListener,
    sync::{Arc, OnceLock},
    time::Duration,
};
use subtle::ConstantTimeEq;
use uno_core::contract::error::ErrorCode;

/// Maximum time to receive the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a closing connection keeps reading input: if it were closed at once, the client would not read the error.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Maximum time that a graceful stop waits for requests, in seconds.
const STOP_SECONDS: u64 = 10;
const MAX_CONNECTIONS: usize = 10_000;
/// Blocking threads per worker, for disk and database access; each keeps the memory it has used.
const BLOCKING_THREADS: usize = 8;
const MAX_METRICS_CONNECTIONS: usize = 64;
const CLEANING_INTERVAL: Duration = Duration::from_secs(600);

/// The listening sockets of the server.
pub struct Listeners {
    /// Everything.
    pub all: TcpListener,
    /// Metrics only.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(all: TcpListener) -> Self {
        Self { all, metrics: None }
    }
}

/// Serves until the process is asked to stop or `stop` completes. `bench_answer` is served from memory at
/// `/bench/answer`, as a baseline for benchmarks.
///
/// # Errors
/// Returns an error if the server cannot be started.
pub async fn run(
    state: State,
    listeners: Listeners,
    bench_answer: Option<Vec<u8>>,
    stop: impl Future<Output = ()> + 'static,
) -> Result<(), Problem> {
    let bench_answer = bench_answer.map(Bytes::from);
    let api = Arc::new(api::api(&state));
    let docs_made = web::Data::new(DocsPage::new());
    let index = web::Data::new(static_files::Index::of(&state.settings));
    let metrics_server = listeners.metrics.map(|listener| serve_metrics(state.clone(), listener)).transpose()?;
    let runner = jobs::start(state.clone(), &api::WORKS);
    let outbox = outbox::start(state.clone(), texts::catalogue);
    let folder = fold::start(&state);
    let writing_readings = readings::start(&state.database, &state.readings);
    let housekeeping = actix_web::rt::spawn(delete_expired(state.clone()));
    let watching = actix_web::rt::spawn(news::watch(state.database.clone(), Arc::clone(&state.news)));
    let chaining = actix_web::rt::spawn(logs::chain_waiting(state.clone()));
    let app_state = state.clone();
    let address = web::Data::new(PublicAddress::of(&state.settings, listeners.all.local_addr()?));
    let stall = state.settings.max_stall.unwrap_or(MAX_STALL);
    let builder = actix_server::Server::build()
        .max_concurrent_connections(MAX_CONNECTIONS)
        .worker_max_blocking_threads(BLOCKING_THREADS)
        .shutdown_timeout(STOP_SECONDS);
    let stopping = builder.graceful_shutdown_signal();
    let (news, begins) = (Arc::clone(&state.news), stopping.clone());
    // Event streams would otherwise continue until the browsers disconnect.
    let ending = actix_web::rt::spawn(async move {
        begins.notified().await;
        news.send(Signal::Stopping);
    });
    let application = move || {
        let api = Arc::clone(&api);
        let bench_answer = bench_answer.clone();
        App::new()
            .wrap(cross_origin(&app_state.settings))
            .wrap(from_fn(gate::gate))
            .app_data(web::Data::new(app_state.clone()))
            .app_data(docs_made.clone())
            .app_data(index.clone())
            .app_data(address.clone())
            .configure(|config| api.configure(config))
            .service(reading("/healthz", web::get().to(|| async { HttpResponse::Ok().body("ok") })))
            .service(reading("/readyz", web::get().to(ready)))
            .service(reading("/metrics", web::get().to(metrics_for_token)))
            .service(reading("/api/openapi.json", web::get().to(openapi_json)))
            .service(reading("/api/docs", web::get().to(docs_page)))
            .configure(|config| {
                if let Some(bytes) = bench_answer {
                    config.route("/bench/answer", web::get().to(move || from_memory(bytes.clone())));
                }
            })
            .default_service(web::to(static_files::serve))
    };
    let server = builder.listen("uno", listeners.all, move || {
        let stopping = stopping.clone();
        let application = application().into_factory().map_err(|error: actix_web::Error| error.error_response());
        let service = HttpService::build()
            .client_request_timeout(HEAD_TIME)
            .client_disconnect_timeout(DISCONNECT_TIMEOUT)
            .keep_alive(KEEP_ALIVE)
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .h1(map_config(application, |()| AppConfig::default()));
        let accepted = move |stream: TcpStream| {
            let peer = stream.peer_addr().ok();
            std::future::ready(Ok((Connection::new(stream, stall), peer)))
        };
        fn_service(accepted).and_then(service)
    })?;
    let server = server.run();
    let handle = server.handle();
    let stopper = actix_web::rt::spawn(async move {
        stop.await;
        handle.stop(true).await;
    });
    let metrics_server = metrics_server.map(actix_web::rt::spawn);
    let served = server.await;
    if let Some(server) = metrics_server {
        server.abort();
    }
    stopper.abort();
    housekeeping.abort();
    chaining.abort();
    watching.abort();
    ending.abort();
    runner.stop().await;
    outbox.stop(Duration::from_secs(STOP_SECONDS)).await;
    folder.stop(Duration::from_secs(STOP_SECONDS)).await;
    writing_readings.stop(Duration::from_secs(STOP_SECONDS)).await;
    Ok(served?)
}

/// Permits the pages of trusted origins to call the API, without cookies: they send their own token. No other origin is
/// permitted.
fn cross_origin(settings: &Settings) -> Condition<Cors> {
    let mut cors = Cors::default()
        .allowed_methods(["GET", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE, HeaderName::from_static(idempotency::HEADER)])
        .expose_headers(["date", "retry-after", respond::REQUEST_ID, respond::RIGHTS])
        .block_on_origin_mismatch(false)
        .max_age(600);
    for origin in &settings.trusted_origins {
        cors = cors.allowed_origin(origin);
    }
    Condition::new(!settings.trusted_origins.is_empty(), cors)
}

async fn from_memory(bytes: Bytes) -> HttpResponse {
    respond::builder(StatusCode::OK, &mount::request_id()).content_type("application/json").body(bytes)
}

/// Periodically deletes expired rows.
async fn delete_expired(state: State) {
    loop {
        tokio::time::sleep(CLEANING_INTERVAL).await;
        let done = state
            .database
            .write(|connection| {
                attempts::delete_old(connection, clock::now())?;
                limits::delete_old(connection, clock::now())?;
                credentials::delete_old(connection, clock::now())?;
                qr_codes::store::delete_old(connection, clock::now())?;
                person_codes::delete_old(connection, clock::now())?;
                sign_in_log::delete_old(connection, clock::now())?;
                sessions::delete_old(connection, clock::now())
            })
            .await;
        if let Err(problem) = done {
            tracing::warn!(cause = %problem, "housekeeping failed");
        }
        if let Err(problem) = idempotency::expire(&state.database).await {
            tracing::warn!(cause = %problem, "old results could not be removed");
        }
        logs::expire(&state).await;
    }
}

async fn ready(state: web::Data<State>) -> HttpResponse {
    match state.database.check_ready().await {
        Ok(()) => HttpResponse::Ok().body("ready"),
        Err(problem) => {
            tracing::warn!(cause = %problem, "not ready");
            HttpResponse::ServiceUnavailable().insert_header((header::RETRY_AFTER, "1")).body("not ready")
        }
    }
}

/// Creates a read-only resource.
fn reading(path: &str, route: Route) -> Resource {
    web::resource(path).route(route).default_service(web::to(|| async { gate::method_not_allowed("GET") }))
}

/// Serves the metrics on their own address, without authentication.
fn serve_metrics(state: State, listener: TcpListener) -> Result<Server, Problem> {
    let server = HttpServer::new(move || {
        App::new()
            .app_data(web::Data::new(state.clone()))
            .service(reading("/metrics", web::get().to(metrics)))
            .default_service(web::to(|| async { no_such_path() }))
    });
    let server = server.workers(1).disable_signals().client_request_timeout(HEAD_TIME).keep_alive(KEEP_ALIVE);
    Ok(server.max_connections(MAX_METRICS_CONNECTIONS).listen(listener)?.run())
}

/// Serves the metrics to requests with the token; for others the path does not exist.
async fn metrics_for_token(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    match &state.settings.metrics_token {
        Some(token) if bool::from(token.as_bytes().ct_eq(given.as_bytes())) => metrics(state).await,
        _ => no_such_path(),
    }
}

fn no_such_path() -> HttpResponse {
    respond::problem(&Problem::new(ErrorCode::NoSuchPath), &mount::request_id())
}

async fn metrics(state: web::Data<State>) -> HttpResponse {
    match state.metrics.text() {
        Ok(text) => HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text),
        Err(problem) => respond::problem(&problem, &mount::request_id()),
    }
}

async fn openapi_json() -> HttpResponse {
    respond::builder(StatusCode::OK, &mount::request_id())
        .content_type("application/json")
        .body(Bytes::from_static(docs::OPENAPI.as_bytes()))
}

/// The page, rendered on the first request: rendering takes more time and memory than starting the server.
type DocsPage = OnceLock<Bytes>;

async fn docs_page(made: web::Data<DocsPage>, state: web::Data<State>) -> HttpResponse {
    let page = match made.get() {
        Some(page) => page.clone(),
        None => match web::block(docs::page).await.map_err(Problem::internal).flatten() {
            Ok(page) => made.get_or_init(|| page.into()).clone(),
            Err(problem) => return respond::problem(&problem, &mount::request_id()),
        },
    };
    let mut answer = HttpResponse::Ok();
    static_files::page_headers(&mut answer, &docs::style_source(), "/api/docs", &state.settings);
    answer.content_type("text/html; charset=utf-8").body(page)
}
