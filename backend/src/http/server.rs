//! The server: routes, limits, and a graceful stop.

use super::{docs, mount, openapi, respond, static_files};
use crate::{
    access::limits,
    auth::{attempts, sessions},
    clock,
    features::{self, qr_codes},
    jobs,
    problem::Problem,
    settings::Settings,
    state::State,
};
use actix_cors::Cors;
use actix_web::{
    App, HttpResponse, HttpServer,
    http::{StatusCode, header},
    middleware::Condition,
    web,
};
use std::{net::TcpListener, sync::Arc, time::Duration};

/// Longest time for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Longest time that a graceful stop waits for requests, in seconds.
const STOP_SECONDS: u64 = 10;
const MOST_CONNECTIONS: usize = 10_000;
const HOUSEKEEPING: Duration = Duration::from_secs(600);

/// Serves until the process is asked to stop. `bench_answer` is answered from memory at
/// `/bench/answer`, for benchmarks to compare with.
///
/// # Errors
/// When the server cannot be started.
pub async fn run(state: State, listener: TcpListener, bench_answer: Option<Vec<u8>>) -> Result<(), Problem> {
    let bench_answer = bench_answer.map(web::Bytes::from);
    let api = Arc::new(features::api(&state));
    let document = openapi::text()?;
    let runner = jobs::start(state.clone());
    let housekeeping = actix_web::rt::spawn(keep_house(state.clone()));
    let app_state = state.clone();
    let server = HttpServer::new(move || {
        let api = Arc::clone(&api);
        let bench_answer = bench_answer.clone();
        App::new()
            .wrap(cross_origin(&app_state.settings))
            .app_data(web::Data::new(app_state.clone()))
            .app_data(web::Data::new(document.clone()))
            .configure(|config| api.configure(config))
            .route("/healthz", web::get().to(|| async { HttpResponse::Ok().body("ok") }))
            .route("/readyz", web::get().to(ready))
            .route("/metrics", web::get().to(metrics))
            .route("/api/openapi.json", web::get().to(openapi_json))
            .route("/api/docs", web::get().to(docs_page))
            .configure(|config| {
                if let Some(bytes) = bench_answer {
                    config.route("/bench/answer", web::get().to(move || from_memory(bytes.clone())));
                }
            })
            .default_service(web::to(static_files::serve))
    })
    .client_request_timeout(HEAD_TIME)
    .keep_alive(KEEP_ALIVE)
    .max_connections(MOST_CONNECTIONS)
    .shutdown_timeout(STOP_SECONDS)
    .listen(listener)?
    .run();
    let served = server.await;
    housekeeping.abort();
    runner.stop().await;
    Ok(served?)
}

/// Lets the pages of trusted origins call the API, without cookies: they carry their own token.
/// Nobody else's pages may.
fn cross_origin(settings: &Settings) -> Condition<Cors> {
    let mut cors = Cors::default()
        .allowed_methods(["GET", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .expose_headers(["date", "retry-after", respond::REQUEST_ID])
        .block_on_origin_mismatch(false)
        .max_age(600);
    for origin in &settings.trusted_origins {
        cors = cors.allowed_origin(origin);
    }
    Condition::new(!settings.trusted_origins.is_empty(), cors)
}

async fn from_memory(bytes: web::Bytes) -> HttpResponse {
    respond::builder(StatusCode::OK, &mount::request_id()).content_type("application/json").body(bytes)
}

/// Removes what has ended, from time to time.
async fn keep_house(state: State) {
    loop {
        tokio::time::sleep(HOUSEKEEPING).await;
        let done = state
            .database
            .write(|connection| {
                attempts::forget_old(connection, clock::now())?;
                limits::forget_old(connection, clock::now())?;
                qr_codes::store::forget_old(connection, clock::now())?;
                sessions::forget_old(connection, clock::now())
            })
            .await;
        if let Err(problem) = done {
            tracing::warn!(cause = %problem, "housekeeping failed");
        }
    }
}

async fn ready(state: web::Data<State>) -> HttpResponse {
    use diesel::{QueryDsl, RunQueryDsl};
    let asked = state
        .database
        .read(|connection| Ok(crate::db::schema::service::table.count().get_result::<i64>(connection)?))
        .await;
    match asked {
        Ok(_) => HttpResponse::Ok().body("ready"),
        Err(problem) => {
            tracing::warn!(cause = %problem, "not ready");
            HttpResponse::ServiceUnavailable().body("not ready")
        }
    }
}

async fn metrics(state: web::Data<State>) -> HttpResponse {
    match state.metrics.text() {
        Ok(text) => HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text),
        Err(problem) => respond::problem(&problem, &mount::request_id()),
    }
}

async fn openapi_json(document: web::Data<String>) -> HttpResponse {
    respond::builder(StatusCode::OK, &mount::request_id())
        .content_type("application/json")
        .body(document.get_ref().clone())
}

async fn docs_page(document: web::Data<String>, state: web::Data<State>) -> HttpResponse {
    let page = static_files::nonce().and_then(|nonce| {
        let document = serde_json::from_str(&document).map_err(Problem::internal)?;
        Ok((docs::page(&document, &nonce)?, nonce))
    });
    match page {
        Ok((page, nonce)) => {
            let mut answer = HttpResponse::Ok();
            static_files::page_headers(&mut answer, &nonce, "/api/docs", &state.settings);
            answer.content_type("text/html; charset=utf-8").body(page)
        }
        Err(problem) => respond::problem(&problem, &mount::request_id()),
    }
}
