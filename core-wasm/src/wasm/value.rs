//! Conversions between JavaScript values and Rust values.

use crate::contract::validation::Value;
use js_sys::{Array, Error, Function, Object, Reflect, TypeError};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = console, js_name = warn)]
    fn console_warn(message: &str, cause: &JsValue) -> Result<(), JsValue>;
    /// `catch`, because exceptions of a getter or a proxy must not unwind through this module.
    #[wasm_bindgen(catch, js_namespace = Object, js_name = entries)]
    fn entries(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Array, js_name = from)]
    fn items(list: &JsValue) -> Result<Array, JsValue>;
    /// Returns `[object Object]` for a plain object and for an instance of a class that is not built in.
    #[wasm_bindgen(catch, js_namespace = ["Object", "prototype", "toString"], js_name = call)]
    fn tag(value: &JsValue) -> Result<String, JsValue>;
}

/// Logs a warning for developers.
pub fn warn(message: &str, cause: &JsValue) {
    let _ = console_warn(message, cause);
}

/// More levels than any data of the contract has.
const MAX_LEVELS: usize = 32;

/// A value that cannot be sent. NaN violates every rule and is rejected by every request; leaving the value out would
/// be silent.
const UNSENDABLE: Value = Value::Number(f64::NAN);

/// Reads a JavaScript value as JSON would, including `toJSON`, so that a `Date` becomes its ISO text. Functions,
/// symbols, bigints, objects such as `Map`, and cycles become [`UNSENDABLE`].
pub fn from_js(value: &JsValue) -> Value {
    read(value, &mut Vec::new())
}

/// `ancestors` contains the enclosing objects.
fn read(value: &JsValue, ancestors: &mut Vec<JsValue>) -> Value {
    if is_absent(value) {
        return Value::Nothing;
    }
    if let Some(text) = value.as_string() {
        return Value::Text(text);
    }
    if let Some(number) = value.as_f64() {
        return Value::Number(number);
    }
    if let Some(flag) = value.as_bool() {
        return Value::Bool(flag);
    }
    if !value.is_object() || ancestors.len() == MAX_LEVELS || ancestors.contains(value) {
        return UNSENDABLE;
    }
    ancestors.push(value.clone());
    let found = read_object(value, ancestors);
    ancestors.pop();
    found.unwrap_or(UNSENDABLE)
}

fn read_object(value: &JsValue, ancestors: &mut Vec<JsValue>) -> Option<Value> {
    if let Some(to_json) = get(value, "toJSON").dyn_ref::<Function>() {
        let json = read(&to_json.call0(value).ok()?, ancestors);
        // An invalid date is `null` in JSON.
        return (json != Value::Nothing).then_some(json);
    }
    if Array::is_array(value) {
        return Some(Value::List(items(value).ok()?.iter().map(|item| read(&item, ancestors)).collect()));
    }
    if !is_tagged(value, &["Object"]) {
        return None;
    }
    let mut found = Vec::new();
    for entry in entries(value).ok()? {
        let entry = Array::from(&entry);
        let value = read(&entry.get(1), ancestors);
        if value != Value::Nothing {
            found.push((entry.get(0).as_string()?, value));
        }
    }
    Some(Value::Object(found))
}

/// Returns whether a value is an object of one of these classes, from any window.
pub fn is_tagged(value: &JsValue, classes: &[&str]) -> bool {
    let tag = tag(value).unwrap_or_default();
    let class = tag.strip_prefix("[object ").and_then(|rest| rest.strip_suffix(']'));
    class.is_some_and(|class| classes.contains(&class))
}

/// Reads a text argument of an export.
pub fn text(value: &JsValue, name: &str) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| wrong(name, "a string"))
}

/// Returns a `TypeError` that names an invalid argument. Every export checks its arguments, because the types exist
/// only in TypeScript and callers may be JavaScript.
#[cold]
pub fn wrong(name: &str, expected: &str) -> JsValue {
    TypeError::new(&[name, " must be ", expected].concat()).into()
}

/// Returns an error unless the argument is valid.
pub fn must(holds: bool, name: &str, expected: &str) -> Result<(), JsValue> {
    if holds { Ok(()) } else { Err(wrong(name, expected)) }
}

/// Returns whether an optional part is absent.
pub fn is_absent(value: &JsValue) -> bool {
    value.is_undefined() || value.is_null()
}

/// Sets a property; this cannot fail on the plain objects created here.
pub fn set(target: &JsValue, name: &str, value: impl Into<JsValue>) {
    let _ = Reflect::set(target, &JsValue::from_str(name), &value.into());
}

/// Returns a property; `undefined` if there is none.
pub fn get(target: &JsValue, name: &str) -> JsValue {
    Reflect::get(target, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// Creates a violation as a JavaScript object.
pub fn violation(path: &str, code: &str, params: &JsValue) -> Object {
    let violation = Object::new();
    set(&violation, "path", path);
    set(&violation, "code", code);
    set(&violation, "params", params);
    violation
}

/// Name of the errors of this module.
pub const ERROR_NAME: &str = "UnoError";

/// Creates an `Error` with a code of the catalogue; status 0 if there was no response.
pub fn error(message: &str, code: u16, status: u16) -> Error {
    let error = Error::new(message);
    error.set_name(ERROR_NAME);
    set(&error, "code", code);
    set(&error, "status", status);
    error
}
