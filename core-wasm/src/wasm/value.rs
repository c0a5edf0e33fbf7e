//! Between JavaScript values and the crate's.

use crate::contract::validation::Value;
use js_sys::{Array, Error, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Tells developers what nobody else needs to know.
    #[wasm_bindgen(js_namespace = console)]
    pub fn warn(message: &str, cause: &JsValue);
}

/// What was sent, read from a JavaScript value; what is no data (a function, a symbol) is nothing.
pub fn from_js(value: &JsValue) -> Value {
    if let Some(text) = value.as_string() {
        return Value::Text(text);
    }
    if let Some(number) = value.as_f64() {
        return Value::Number(number);
    }
    if let Some(flag) = value.as_bool() {
        return Value::Bool(flag);
    }
    if Array::is_array(value) {
        return Value::List(Array::from(value).iter().map(|item| from_js(&item)).collect());
    }
    match value.dyn_ref::<Object>() {
        Some(object) => Value::Object(
            Object::entries(object)
                .iter()
                .map(|entry| {
                    let entry = Array::from(&entry);
                    (entry.get(0).as_string().unwrap_or_default(), from_js(&entry.get(1)))
                })
                .filter(|(_, value)| *value != Value::Nothing)
                .collect(),
        ),
        None => Value::Nothing,
    }
}

/// Sets a property; on the plain objects made here that cannot fail.
pub fn set(target: &JsValue, name: &str, value: impl Into<JsValue>) {
    let _ = Reflect::set(target, &JsValue::from_str(name), &value.into());
}

/// A property; `undefined` where there is none.
pub fn get(target: &JsValue, name: &str) -> JsValue {
    Reflect::get(target, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// The name by which the errors of this module are known.
pub const ERROR_NAME: &str = "UnoError";

/// An `Error` with a code of the catalogue; status 0 when nothing was answered.
pub fn error(message: &str, code: u16, status: u16) -> Error {
    let error = Error::new(message);
    error.set_name(ERROR_NAME);
    set(&error, "code", code);
    set(&error, "status", status);
    error
}
