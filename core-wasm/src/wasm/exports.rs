//! The exports to JavaScript.

use super::{
    calculations::today_in_seoul,
    qr_sign_in, session, settings, store,
    transport::Failure,
    value::{self, must, set, text},
};
use crate::contract::{
    CONTRACT, endpoint_named,
    error::ErrorCode,
    menu_items::PermittedMenuItem,
    validation::{Field, Form, Kind, LOGIN_ID_LENGTHS, Value, Violation, camel_case},
};
use crate::domain::{
    access::{Authority, access_of as domain_access_of},
    time::Timestamp,
};
use js_sys::{Array, Error, Function, Object, Promise};
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A rule of a form's field. */
export interface FormField { path: string; required: boolean; kind: FieldKind; min?: number; max?: number; words?: string[] }
export type FieldKind = "text" | "lines" | "loginId" | "secret" | "email" | "phone" | "pastDate" | "date" | "bound" | "instant" | "integer" | "decimal" | "decimalOrWord" | "word" | "words" | "id" | "ids" | "integers" | "flag" | "forms";
/** A failed call; `retryAfter` is in seconds. If the server did not respond, `status` is 0, `cause` has the reason, and `code` is 0, or 10099 if the token store failed. If it is unknown whether the change was made, `idempotencyKey` is the key with which the call can be repeated safely. */
export interface UnoError extends Error { name: "UnoError"; code: number; status: number; fields?: Violation[] | undefined; requestId?: string | undefined; retryAfter?: number | undefined; idempotencyKey?: string | undefined; cause?: unknown }
/** Settings of a host app; absent ones have their default. */
export interface Settings {
    /** Base URL of the API; the page's own origin by default. */
    baseUrl?: string | null | undefined;
    /** Stores the tokens; cookies by default, memory if there are none. */
    store?: TokenStore | null | undefined;
    /** Returns milliseconds since 1970; `Date.now` by default. */
    clock?: (() => number) | null | undefined;
    /** Sends a request; the global `fetch` by default. */
    fetch?: ((request: Request) => Promise<Response>) | null | undefined;
}
/** A token store of the host app. Both methods are synchronous: read an asynchronous store into memory first. */
export interface TokenStore {
    /** Returns the stored tokens, or `null`. */
    load(): StoredTokens | null;
    /** Replaces the stored tokens; `null` removes them. */
    save(tokens: StoredTokens | null): void;
}
/** Tokens as stored. */
export interface StoredTokens { accessToken: StoredToken; refreshToken: StoredToken }
/** A token and its expiry, in milliseconds since 1970 by the clock of this device. */
export interface StoredToken { token: string; expiresAt: number }
/** State of a QR sign-in, or of the confirmation of a person, which ends as `SIGNED_IN`. */
export interface QrSignInState {
    phase: "ISSUING" | "WAITING" | "SIGNING_IN" | "SIGNED_IN" | "STOPPED";
    /** The current code, if any. */
    qrCode?: string;
    /** The code as a PNG image in base64. */
    image?: string;
    /** Seconds until the code is replaced, from 120 down to 1. */
    secondsLeft?: number;
    /** A code could not be issued. It is retried after a pause; `refresh` retries at once. */
    issueFailed?: boolean;
    /** Why a confirmed code did not sign in; reported once. With `STOPPED`, the token store has failed. */
    error?: UnoError;
}
/** A QR sign-in that runs until a user is signed in or it is stopped. */
export interface QrSignIn {
    /** Requests a new code at once. */
    refresh(): void;
    /** Stops; nothing is sent any more. */
    stop(): void;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// TypeScript type of violations.
    #[wasm_bindgen(typescript_type = "Violation[]")]
    pub type Violations;
    /// TypeScript type of form fields.
    #[wasm_bindgen(typescript_type = "FormField[]")]
    pub type FormFields;
    /// TypeScript type of menu items.
    #[wasm_bindgen(typescript_type = "PermittedMenuItem[]")]
    pub type PermittedMenuItems;
    /// TypeScript type of a permission.
    #[wasm_bindgen(typescript_type = "Permission")]
    pub type PermissionValue;
    /// TypeScript type of a listener.
    #[wasm_bindgen(typescript_type = "(authority: string) => void")]
    pub type Listener;
    /// TypeScript type of the function that stops a listener.
    #[wasm_bindgen(typescript_type = "() => void")]
    pub type Stop;
    /// TypeScript type of settings.
    #[wasm_bindgen(typescript_type = "Settings")]
    pub type Settings;
    /// TypeScript type of a listener to a sign-in by QR code.
    #[wasm_bindgen(typescript_type = "(state: QrSignInState) => void")]
    pub type QrListener;
    /// TypeScript type of a sign-in by QR code.
    #[wasm_bindgen(typescript_type = "QrSignIn")]
    pub type QrSignIn;
}

/// Replaces all settings of the host app.
#[wasm_bindgen]
pub fn configure(settings: &Settings) -> Result<(), JsValue> {
    settings::configure(settings)?;
    store::forget_unsaved();
    Ok(())
}

/// Calls an endpoint by name. Rejects with an `UnoError`, with a `TypeError` for an invalid argument, or with the
/// reason of the signal if the call was aborted.
#[wasm_bindgen(unchecked_return_type = "Promise<any>")]
pub fn call(
    #[wasm_bindgen(unchecked_param_type = "string")] endpoint: &JsValue,
    path: &JsValue,
    query: &JsValue,
    body: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "AbortSignal | null | undefined")] signal: &JsValue,
    #[wasm_bindgen(js_name = idempotencyKey, unchecked_param_type = "string | null | undefined")]
    idempotency_key: &JsValue,
) -> Promise {
    // Prepared synchronously, so that later changes of the arguments by the caller have no effect.
    let prepared = text(endpoint, "endpoint").map_err(Failure::caught).and_then(|endpoint| {
        let Some(info) = endpoint_named(&endpoint) else {
            let message = ["There is no endpoint ", &endpoint, "."].concat();
            return Err(Failure::caught(value::error(&message, ErrorCode::NoSuchPath.number(), 0).into()));
        };
        session::prepare(info, path, query, body, (signal, idempotency_key))
    });
    session::promise(async move { session::call(prepared?).await })
}

/// Signs in by password and stores the tokens. If the account uses two-step sign-in, the call fails with the code
/// 11009; repeat it with a code of the authenticator app or a recovery code. If the account is dormant, it fails with
/// 11013; repeat it with `wakeUp`.
#[wasm_bindgen(js_name = signIn, unchecked_return_type = "Promise<void>")]
pub fn sign_in(
    #[wasm_bindgen(js_name = loginId, unchecked_param_type = "string")] login_id: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] password: JsValue,
    #[wasm_bindgen(js_name = oneTimeCode, unchecked_optional_param_type = "string")] one_time_code: JsValue,
    #[wasm_bindgen(js_name = wakeUp, unchecked_optional_param_type = "boolean")] wake_up: JsValue,
) -> Promise {
    session::promise(async move {
        let login_id = text(&login_id, "loginId").map_err(Failure::caught)?;
        let password = text(&password, "password").map_err(Failure::caught)?;
        let one_time_code = match one_time_code.is_undefined() {
            true => None,
            false => Some(text(&one_time_code, "oneTimeCode").map_err(Failure::caught)?),
        };
        session::sign_in(&login_id, &password, one_time_code, wake_up.is_truthy()).await
    })
}

/// Shows codes until a member confirms one and is signed in. Calls the listener on every change, including the seconds
/// left.
#[wasm_bindgen(js_name = startQrSignIn)]
pub fn start_qr_sign_in(#[wasm_bindgen(js_name = onChange)] on_change: QrListener) -> Result<QrSignIn, JsValue> {
    Ok(QrSignIn::from(qr_sign_in::start(None, function(on_change.into(), "onChange")?)))
}

/// Shows codes until the person of a measurement agrees by one and the measurement is assigned to that person's member.
/// Calls the listener on every change. If the person declines or the assignment fails, the state has an `error`, and a
/// new code follows.
#[wasm_bindgen(js_name = confirmPersonByQrCode)]
pub fn confirm_person_by_qr_code(
    #[wasm_bindgen(unchecked_param_type = "PersonCodeRequest")] measurement: JsValue,
    #[wasm_bindgen(js_name = onChange)] on_change: QrListener,
) -> Result<QrSignIn, JsValue> {
    must(measurement.is_object(), "measurement", "an object")?;
    Ok(QrSignIn::from(qr_sign_in::start(Some(measurement), function(on_change.into(), "onChange")?)))
}

/// Signs in by a QR code that a member has confirmed and stores the tokens; for pages that do their own polling.
#[wasm_bindgen(js_name = signInByQrCode, unchecked_return_type = "Promise<void>")]
pub fn sign_in_by_qr_code(
    #[wasm_bindgen(js_name = qrCode, unchecked_param_type = "string")] qr_code: JsValue,
) -> Promise {
    session::promise(async move {
        let qr_code = text(&qr_code, "qrCode").map_err(Failure::caught)?;
        let pair = JsFuture::from(session::request_by_qr_code(qr_code, None)).await.map_err(Failure::caught)?;
        session::keep(&store::from_pair(&pair))?;
        Ok(JsValue::UNDEFINED)
    })
}

/// Ends the session.
#[wasm_bindgen(js_name = signOut, unchecked_return_type = "Promise<void>")]
pub fn sign_out() -> Promise {
    session::promise(session::sign_out())
}

/// Records the time of the user's last activity, in milliseconds since 1970. For a page that calls this, only user
/// activity keeps a staff session alive, not the requests that the page makes on its own. Returns when the session ends
/// unless it is used again, in milliseconds since 1970; `Infinity` if there is no session.
#[wasm_bindgen(js_name = noteActivity, unchecked_return_type = "Promise<number>")]
#[allow(clippy::cast_possible_truncation)]
pub fn note_activity(#[wasm_bindgen(unchecked_param_type = "number")] at: JsValue) -> Promise {
    session::promise(async move {
        let time = at.as_f64().filter(|time| time.is_finite());
        must(time.is_some(), "at", "a number").map_err(Failure::caught)?;
        session::note_activity(Timestamp(time.unwrap_or_default() as i64)).await
    })
}

/// Returns the authority of the signed-in account, or `ANONYMOUS`.
#[wasm_bindgen]
pub fn authority() -> String {
    session::authority()
}

/// Calls the listener on every sign-in or sign-out, here or in another tab. Returns a function that stops it.
#[wasm_bindgen(js_name = onSessionChange)]
pub fn on_session_change(listener: Listener) -> Result<Stop, JsValue> {
    let number = session::listen(function(listener.into(), "listener")?);
    let stop: Closure<dyn Fn()> = Closure::new(move || session::unlisten(number));
    Ok(Stop::from(stop.into_js_value()))
}

fn function(value: JsValue, name: &str) -> Result<Function, JsValue> {
    must(value.is_function(), name, "a function").map(|()| Function::from(value))
}

/// Returns whether a caught value is an error of this module.
#[wasm_bindgen(js_name = isUnoError, unchecked_return_type = "error is UnoError")]
pub fn is_uno_error(error: &JsValue) -> bool {
    value::get(error, "name").as_string().as_deref() == Some(value::ERROR_NAME)
}

/// Returns all violations of a form's value, by the same rules as the server.
#[wasm_bindgen]
pub fn validate(
    #[wasm_bindgen(unchecked_param_type = "string")] form: &JsValue,
    value: &JsValue,
) -> Result<Violations, JsValue> {
    let violations = form_named(form)?.violations(&value::from_js(value), today_in_seoul());
    let told = Array::new();
    for Violation { path, code, params } in &violations {
        let values = Object::new();
        for (name, value) in params.iter() {
            set(&values, name, value);
        }
        told.push(&value::violation(path, code, &values));
    }
    Ok(JsValue::from(told).into())
}

/// Returns the fields of a form with their rules.
#[wasm_bindgen(js_name = formFields)]
pub fn form_fields(#[wasm_bindgen(unchecked_param_type = "string")] form: &JsValue) -> Result<FormFields, JsValue> {
    let told = Array::new();
    for field in form_named(form)?.fields {
        told.push(&field_to_js(field));
    }
    Ok(JsValue::from(told).into())
}

#[allow(clippy::cast_precision_loss)]
fn field_to_js(field: &Field) -> JsValue {
    let characters = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let (kind, limits, words) = match field.kind {
        Kind::Text { min, max, lines } => {
            (if lines { "lines" } else { "text" }, Some((characters(min), characters(max))), None)
        }
        Kind::LoginId => {
            let (fewest, most) = LOGIN_ID_LENGTHS;
            ("loginId", Some((characters(fewest), characters(most))), None)
        }
        Kind::Secret { max } => ("secret", Some((0, characters(max))), None),
        Kind::Email => ("email", None, None),
        Kind::Phone => ("phone", None, None),
        Kind::PastDate => ("pastDate", None, None),
        Kind::Date => ("date", None, None),
        Kind::Bound => ("bound", None, None),
        Kind::Instant => ("instant", None, None),
        Kind::Integer { min, max } => ("integer", Some((min, max)), None),
        Kind::Decimal { min, max } => ("decimal", Some((min / 100, max / 100)), None),
        Kind::DecimalOrWord { words, .. } => ("decimalOrWord", None, Some(words)),
        Kind::Word(words) => ("word", None, Some(words)),
        Kind::Words(words) => ("words", None, Some(words)),
        Kind::Id => ("id", None, None),
        Kind::Ids => ("ids", None, None),
        Kind::Integers { min, max, .. } => ("integers", Some((min, max)), None),
        Kind::Flag => ("flag", None, None),
        Kind::Forms { max, .. } => ("forms", Some((0, characters(max))), None),
    };
    let told = Object::new();
    set(&told, "path", camel_case(field.name).as_str());
    set(&told, "required", field.required);
    set(&told, "kind", kind);
    if let Some((min, max)) = limits {
        set(&told, "min", min as f64);
        set(&told, "max", max as f64);
    }
    if let Some(words) = words {
        set(&told, "words", words.iter().map(|word| JsValue::from_str(word)).collect::<Array>());
    }
    told.into()
}

/// Returns the form with this name: the form of an endpoint, or the login form, which is sent as a token request.
fn form_named(name: &JsValue) -> Result<&'static Form, JsValue> {
    let name = text(name, "form")?;
    let form = CONTRACT.forms.iter().find(|form| form.name == name);
    form.copied().ok_or_else(|| Error::new(&["There is no form ", &name, "."].concat()).into())
}

/// Returns the permission of an account on the page at `path`.
#[wasm_bindgen(js_name = accessOf)]
pub fn access_of(
    #[wasm_bindgen(unchecked_param_type = "string")] path: &JsValue,
    items: &PermittedMenuItems,
    #[wasm_bindgen(unchecked_param_type = "string")] authority: &JsValue,
) -> Result<PermissionValue, JsValue> {
    let (path, authority) = (text(path, "path")?, text(authority, "authority")?);
    let Value::List(items) = value::from_js(items) else {
        return Err(value::wrong("items", "an array"));
    };
    let items: Vec<PermittedMenuItem> = items.iter().map(PermittedMenuItem::read).collect();
    let permission =
        Authority::parse(&authority).map(|authority| domain_access_of(&path, &items, authority)).unwrap_or_default();
    let shown = Object::new();
    for (name, allowed) in [
        ("read", permission.read),
        ("create", permission.create),
        ("update", permission.update),
        ("delete", permission.delete),
    ] {
        set(&shown, name, allowed);
    }
    Ok(JsValue::from(shown).into())
}
