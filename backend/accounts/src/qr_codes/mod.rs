//! Sign-in by QR code: a browser requests a code, a member confirms it, the browser claims it.
//!
//! The browser is identified by a cookie that scripts cannot read and other sites cannot send.

pub mod store;

use kernel::{
    auth::{network, tokens::random_token},
    clock,
    http::{
        mount::{Api, Input},
        respond::SetCookie,
    },
    problem::Problem,
    qr_image,
};
use uno_core::contract::{
    Endpoint,
    page::Done,
    qr_codes::{
        ConfirmQrCode, CreateQrCode, GetQrCodeStatus, InspectQrCode, QrCode, QrCodeRequest, QrCodeState, QrCodeStatus,
        VALID_MILLISECONDS,
    },
};

/// The cookie of the browser that shows codes. The `__Host-` prefix prevents other hosts and insecure connections from
/// setting it; browsers treat localhost as secure.
const COOKIE: &str = "__Host-uno_qr_browser";
/// Maximum length of the stored user agent.
const MAX_BROWSER: usize = 300;

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on_with_cookie::<CreateQrCode>(create);
    api.on::<GetQrCodeStatus>(status);
    api.on::<InspectQrCode>(inspect);
    api.on::<ConfirmQrCode>(confirm);
}

/// Returns the hash of the secret that identifies the browser of a request.
pub fn browser_hash<E: Endpoint>(input: &Input<E>) -> Option<String> {
    input.cookie(COOKIE).filter(|secret| secret.len() == 43).map(|secret| input.state.keys.stored(&secret))
}

async fn create(input: Input<CreateQrCode>) -> Result<(QrCode, Option<SetCookie>), Problem> {
    let now = clock::now();
    let expires_at = now.plus_milliseconds(VALID_MILLISECONDS);
    // The browser keeps its secret, so that codes in other tabs stay valid.
    let secret = match input.cookie(COOKIE).filter(|secret| secret.len() == 43) {
        Some(secret) => secret,
        None => random_token()?,
    };
    let code = random_token()?;
    let new = store::NewCode {
        code_hash: input.state.keys.stored(&code),
        browser_hash: input.state.keys.stored(&secret),
        browser: input.header("user-agent").unwrap_or_default().chars().take(MAX_BROWSER).collect(),
        address: input.address.clone(),
        network: network::of(&input.address),
        created_at: now.0,
        expires_at: expires_at.0,
    };
    input.state.database.write(move |connection| store::insert(connection, &new)).await?;
    let qr_code_image_base64 = qr_image::png_base64(&code)?;
    let cookie = SetCookie::for_browser(COOKIE, &secret, VALID_MILLISECONDS / 1000);
    Ok((QrCode { qr_code: code, qr_code_image_base64, expires_at }, Some(cookie)))
}

async fn status(input: Input<GetQrCodeStatus>) -> Result<QrCodeState, Problem> {
    // A code of another browser is answered like one that does not exist.
    let Some(browser_hash) = browser_hash(&input) else {
        return Ok(QrCodeState { status: QrCodeStatus::Fail });
    };
    let code_hash = input.state.keys.stored(&input.body.qr_code);
    let status = input
        .state
        .database
        .quick(move |connection| store::status(connection, &code_hash, &browser_hash, clock::now()))
        .await?;
    Ok(QrCodeState { status })
}

async fn inspect(input: Input<InspectQrCode>) -> Result<QrCodeRequest, Problem> {
    let code_hash = input.state.keys.stored(&input.body.qr_code);
    let found =
        input.state.database.quick(move |connection| store::inspect(connection, &code_hash, clock::now())).await?;
    found.ok_or_else(Problem::not_found)
}

async fn confirm(input: Input<ConfirmQrCode>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let code_hash = input.state.keys.stored(&input.body.qr_code);
    let approved = input.body.approved.unwrap_or(true);
    let answered = input
        .state
        .database
        .write(move |connection| store::answer(connection, &code_hash, &caller, approved, clock::now()))
        .await?;
    if answered { Ok(Done {}) } else { Err(Problem::not_found()) }
}
