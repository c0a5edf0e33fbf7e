//! Drives the state machine of `domain::qr_login`: timers, requests and notifications of the page. No rules.
//!
//! The same machine shows the codes with which a person confirms that a measurement is theirs: instead of signing in,
//! the last request assigns the measurement to the person.

use super::{
    exports, session,
    settings::now,
    store,
    transport::Failure,
    value::{get, set, warn},
};
use crate::contract::{
    Endpoint,
    person_confirmations::{ConfirmPersonByCode, CreatePersonCode, GetPersonCodeStatus},
    qr_codes::{CreateQrCode, GetQrCodeStatus, QrCodeStatus},
};
use crate::domain::{
    qr_login::{Answer, Phase, QrLogin, Request, Step, View},
    time::Timestamp,
};
use js_sys::{Function, Object, Promise};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen::{JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(handler: &JsValue, milliseconds: i32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

/// A sign-in by QR code. The machine is never borrowed while JavaScript runs, because the page may call back.
struct QrSignIn {
    machine: RefCell<QrLogin>,
    /// The measurement that the person is to confirm; `None` for a sign-in.
    measurement: Option<JsValue>,
    on_change: Function,
    notified: Cell<Option<View>>,
    /// The response to the last issue that counted.
    code: Cell<JsValue>,
    /// The error of the last request.
    failure: Cell<JsValue>,
    /// Whether tokens were received but the host's store failed to save them.
    is_unsaved: Cell<bool>,
    in_flight: Cell<Option<(u32, AbortController)>>,
    timer: Cell<JsValue>,
    /// The callback of the timer; empty once the sign-in is over.
    wake: Cell<JsValue>,
}

/// Starts a sign-in. Returns an object with `refresh` and `stop`.
pub fn start(measurement: Option<JsValue>, on_change: Function) -> JsValue {
    let attempt = Rc::new(QrSignIn {
        machine: RefCell::default(),
        measurement,
        on_change,
        notified: Cell::default(),
        code: Cell::default(),
        failure: Cell::default(),
        is_unsaved: Cell::default(),
        in_flight: Cell::default(),
        timer: Cell::default(),
        wake: Cell::default(),
    });
    attempt.wake.set(attempt.function(|_| ()));
    let handle = Object::new();
    set(&handle, "refresh", attempt.function(QrLogin::refresh));
    set(&handle, "stop", attempt.function(QrLogin::cancel));
    // Deferred, so that the page has its handle before the first notification. If it stops immediately, no request is
    // sent.
    attempt.set_timer(Some(0));
    handle.into()
}

impl QrSignIn {
    /// Creates a JavaScript function that acts on the machine.
    fn function(self: &Rc<Self>, act: fn(&mut QrLogin)) -> JsValue {
        let attempt = Rc::clone(self);
        let called: Closure<dyn Fn()> = Closure::new(move || {
            act(&mut attempt.machine.borrow_mut());
            attempt.run();
        });
        called.into_js_value()
    }

    /// Executes all steps that are due.
    fn run(self: &Rc<Self>) {
        let wait = loop {
            let now = now();
            let step = self.machine.borrow_mut().next(now);
            match step {
                Step::Send { number, request } => self.send(number, request),
                Step::WaitUntil(at) => break Some(at.0 - now.0),
                Step::Done(_) => break None,
            }
        };
        self.abort_unless(self.machine.borrow().pending_request());
        self.set_timer(wait);
        self.notify();
    }

    fn send(self: &Rc<Self>, number: u32, request: Request) {
        self.abort_unless(None);
        let Ok(controller) = AbortController::new() else { return };
        let promise = send_request(&request, self.measurement.as_ref(), controller.signal());
        self.in_flight.set(Some((number, controller)));
        let attempt = Rc::clone(self);
        spawn_local(async move {
            let answer = JsFuture::from(promise).await;
            attempt.take(number, &request, answer);
            attempt.run();
        });
    }

    fn take(&self, number: u32, request: &Request, answer: Result<JsValue, JsValue>) {
        let now = now();
        let (interpreted, value) = match answer {
            Ok(answer) => (interpret(request, &answer), answer),
            Err(error) => {
                let refused = Failure::caught(error.clone()).is_refusal();
                (if refused { Answer::Refused } else { Answer::Failed }, error)
            }
        };
        let failed = matches!(interpreted, Answer::Refused | Answer::Failed);
        if !self.machine.borrow_mut().on_response(now, number, interpreted) {
            return;
        }
        if failed {
            warn("QR sign-in:", &value);
            self.failure.set(value);
            return;
        }
        match request {
            Request::Issue => self.code.set(value),
            Request::SignIn(_) if self.measurement.is_none() => {
                if let Err(failure) = session::keep(&store::from_pair(&value)) {
                    self.failure.set(failure.error);
                    self.is_unsaved.set(true);
                }
            }
            Request::Status(_) | Request::SignIn(_) => {}
        }
    }

    /// Aborts the request in flight unless it has this number.
    fn abort_unless(&self, number: Option<u32>) {
        match self.in_flight.take() {
            Some((sent, controller)) if Some(sent) == number => self.in_flight.set(Some((sent, controller))),
            Some((_, controller)) => controller.abort(),
            None => {}
        }
    }

    /// Schedules the next turn; none once the sign-in is over.
    #[allow(clippy::cast_possible_truncation)]
    fn set_timer(&self, wait: Option<i64>) {
        clear_timeout(&self.timer.take());
        // Once it is over, dropping the callback releases everything that it captures, including this object.
        let wake = self.wake.take();
        if let Some(wait) = wait {
            self.timer.set(set_timeout(&wake, wait as i32));
            self.wake.set(wake);
        }
    }

    /// Notifies the page of changes.
    fn notify(&self) {
        let (view, failed) = {
            let mut machine = self.machine.borrow_mut();
            (machine.view(), machine.take_failed_sign_in())
        };
        if self.notified.replace(Some(view)) == Some(view) {
            return;
        }
        let state = Object::new();
        let is_unsaved = self.is_unsaved.get();
        set(&state, "phase", if is_unsaved { Phase::Stopped } else { view.phase }.as_str());
        if view.code.is_some() {
            let code = self.code.take();
            set(&state, "qrCode", get(&code, "qrCode"));
            set(&state, "image", get(&code, "qrCodeImageBase64"));
            self.code.set(code);
        }
        #[allow(clippy::cast_possible_truncation)]
        if let Some(seconds) = view.seconds_left {
            set(&state, "secondsLeft", seconds as i32);
        }
        if view.issue_failed {
            set(&state, "issueFailed", true);
        }
        if failed || is_unsaved {
            set(&state, "error", self.failure.take());
        }
        if let Err(error) = self.on_change.call1(&JsValue::UNDEFINED, &state) {
            warn("QR sign-in:", &error);
        }
    }
}

fn send_request(request: &Request, measurement: Option<&JsValue>, signal: AbortSignal) -> Promise {
    let (endpoint, code) = match (request, measurement) {
        (Request::Issue, None) => (CreateQrCode::INFO.name, None),
        (Request::Issue, Some(_)) => (CreatePersonCode::INFO.name, None),
        (Request::Status(code), None) => (GetQrCodeStatus::INFO.name, Some(code)),
        (Request::Status(code), Some(_)) => (GetPersonCodeStatus::INFO.name, Some(code)),
        (Request::SignIn(code), None) => return session::request_by_qr_code(code.clone(), Some(signal)),
        (Request::SignIn(code), Some(_)) => (ConfirmPersonByCode::INFO.name, Some(code)),
    };
    let body = match code {
        Some(code) => {
            let body = Object::new();
            set(&body, "qrCode", code.as_str());
            body.into()
        }
        None => measurement.cloned().unwrap_or(JsValue::NULL),
    };
    exports::call(&endpoint.into(), &JsValue::NULL, &JsValue::NULL, &body, &signal, &JsValue::UNDEFINED)
}

/// Interprets a response; an unreadable one is a failure.
fn interpret(request: &Request, answer: &JsValue) -> Answer {
    let text = |name: &str| get(answer, name).as_string();
    let interpreted = match request {
        Request::Issue => text("qrCode")
            .zip(text("expiresAt").and_then(|end| Timestamp::parse(&end)))
            .map(|(qr_code, expires_at)| Answer::Issued { qr_code, expires_at }),
        Request::Status(_) => text("status").and_then(|status| QrCodeStatus::parse(&status)).map(Answer::Status),
        Request::SignIn(_) => Some(Answer::SignedIn),
    };
    interpreted.unwrap_or(Answer::Failed)
}
