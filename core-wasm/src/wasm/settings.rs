//! Settings of the host app: the API's address, the token store, the clock, the network.

use super::value::{get, is_absent, must};
use crate::domain::time::Timestamp;
use js_sys::Function;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

#[derive(Default)]
struct Settings {
    base: String,
    /// `undefined` or `null` if the host has none, as are the next two fields.
    store: JsValue,
    clock: JsValue,
    fetch: JsValue,
}

thread_local! {
    static SETTINGS: RefCell<Settings> = RefCell::default();
}

/// Replaces all settings of the host; an invalid value changes nothing.
pub fn configure(settings: &JsValue) -> Result<(), JsValue> {
    must(settings.is_object(), "settings", "an object")?;
    let part = |name: &str| get(settings, name);
    let (base, store) = (part("baseUrl"), part("store"));
    must(is_absent(&base) || base.is_string(), "settings.baseUrl", "a string")?;
    let complete = ["load", "save"].iter().all(|method| get(&store, method).is_function());
    must(is_absent(&store) || complete, "settings.store", "an object with the functions load and save")?;
    let function = |name: &str, label: &str| {
        let given = part(name);
        must(is_absent(&given) || given.is_function(), label, "a function").map(|()| given)
    };
    SETTINGS.set(Settings {
        base: base.as_string().unwrap_or_default(),
        store,
        clock: function("clock", "settings.clock")?,
        fetch: function("fetch", "settings.fetch")?,
    });
    Ok(())
}

/// Returns the API's base address; empty for the page's own origin.
pub fn base() -> String {
    SETTINGS.with_borrow(|settings| settings.base.clone())
}

/// Returns the host's token store, if it has one.
pub fn store() -> Option<JsValue> {
    SETTINGS.with_borrow(|settings| settings.store.is_object().then(|| settings.store.clone()))
}

/// Returns the current time, by the host's clock or the device's.
#[allow(clippy::cast_possible_truncation)]
pub fn now() -> Timestamp {
    let clock = SETTINGS.with_borrow(|settings| settings.clock.clone());
    let told = clock.dyn_ref::<Function>().and_then(|clock| instant(&clock.call0(&JsValue::UNDEFINED).ok()?));
    told.unwrap_or_else(|| Timestamp(js_sys::Date::now() as i64))
}

/// Converts milliseconds since 1970; `None` if the value is not a number or outside the range of JavaScript dates.
#[allow(clippy::cast_possible_truncation)]
pub fn instant(milliseconds: &JsValue) -> Option<Timestamp> {
    let milliseconds = milliseconds.as_f64().filter(|milliseconds| milliseconds.abs() <= 8.64e15)?;
    Some(Timestamp(milliseconds as i64))
}

/// Returns the host's `fetch` or the global one.
pub fn fetch() -> JsValue {
    let fetch = SETTINGS.with_borrow(|settings| settings.fetch.clone());
    if fetch.is_function() { fetch } else { get(&js_sys::global(), "fetch") }
}
