//! What the host app decides: the API's address, where tokens are kept, the clock, the network.

use super::value::get;
use crate::domain::time::Timestamp;
use js_sys::{Function, Promise};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Request;

#[derive(Default)]
struct Settings {
    base: String,
    /// `undefined` without one, as are the next.
    store: JsValue,
    clock: JsValue,
    fetch: JsValue,
}

thread_local! {
    static SETTINGS: RefCell<Settings> = RefCell::default();
}

/// Takes the host's settings in place of all earlier ones. A developer's override of the address in
/// the local storage goes before the host's.
pub fn configure(settings: &JsValue) {
    let chosen = get(&get(&js_sys::global(), "localStorage"), "api_url");
    let base = [chosen, get(settings, "baseUrl")].iter().filter_map(JsValue::as_string).find(|base| !base.is_empty());
    SETTINGS.set(Settings {
        base: base.unwrap_or_default(),
        store: get(settings, "store"),
        clock: get(settings, "clock"),
        fetch: get(settings, "fetch"),
    });
}

/// The API's base address; empty for the page's own origin.
pub fn base() -> String {
    SETTINGS.with_borrow(|settings| settings.base.clone())
}

/// The host's token store, if it has one.
pub fn store() -> Option<JsValue> {
    SETTINGS.with_borrow(|settings| settings.store.is_object().then(|| settings.store.clone()))
}

/// Now, by the host's clock or the device's.
#[allow(clippy::cast_possible_truncation)]
pub fn now() -> Timestamp {
    let clock = SETTINGS.with_borrow(|settings| settings.clock.clone());
    let told = clock.dyn_ref::<Function>().and_then(|clock| clock.call0(&JsValue::UNDEFINED).ok()?.as_f64());
    Timestamp(told.filter(|told| told.is_finite()).unwrap_or_else(js_sys::Date::now) as i64)
}

/// Sends a request by the host's `fetch` or the global one. Called here and not by gloo-net, which
/// makes a copy of the error and panics on an abort reason that is no `Error`.
pub fn fetch(request: &Request) -> Result<Promise, JsValue> {
    let fetch = SETTINGS.with_borrow(|settings| settings.fetch.clone());
    let fetch = if fetch.is_function() { fetch } else { get(&js_sys::global(), "fetch") };
    Function::from(fetch).call1(&JsValue::UNDEFINED, request).map(|answer| Promise::resolve(&answer))
}
