//! Driving the machine of `domain::qr_login`: timers, requests, telling the page. No rules.

use super::{
    session,
    settings::now,
    transport::{Failure, unreadable},
    value::{get, set, warn},
};
use crate::client::session::StoredTokens;
use crate::contract::{
    Endpoint, EndpointInfo,
    qr_codes::{CreateQrCode, GetQrCodeStatus, QrCodeStatus},
};
use crate::domain::{
    qr_login::{Answer, QrLogin, Request, Step, View},
    time::Timestamp,
};
use js_sys::{Function, Object};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen::{JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, AbortSignal};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(handler: &JsValue, milliseconds: i32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

/// One sign-in by QR code. No cell is borrowed while JavaScript runs, because the page may call back.
struct QrSignIn {
    machine: RefCell<QrLogin>,
    on_change: Function,
    told: Cell<Option<View>>,
    /// What the server answered to the last issue that counted.
    code: RefCell<JsValue>,
    /// What the last sign-in failed with.
    failure: RefCell<JsValue>,
    in_flight: RefCell<Option<(u32, AbortController)>>,
    timer: RefCell<JsValue>,
    /// What a timer calls; nothing when it is over.
    wake: RefCell<JsValue>,
}

/// Starts one; answers what refreshes and what stops it.
pub fn start(on_change: Function) -> JsValue {
    let attempt = Rc::new(QrSignIn {
        machine: RefCell::default(),
        on_change,
        told: Cell::default(),
        code: RefCell::default(),
        failure: RefCell::default(),
        in_flight: RefCell::default(),
        timer: RefCell::default(),
        wake: RefCell::default(),
    });
    *attempt.wake.borrow_mut() = attempt.function(|_| ());
    let handle = Object::new();
    set(&handle, "refresh", attempt.function(QrLogin::refresh));
    set(&handle, "stop", attempt.function(QrLogin::cancel));
    // The page gets its handle before it hears anything. What is stopped at once asks for nothing.
    spawn_local(async move { attempt.turn() });
    handle.into()
}

/// What a request brought.
enum Brought {
    /// An answer, with what belongs to it in JavaScript.
    Answer(Answer, JsValue),
    Tokens(StoredTokens),
}

impl QrSignIn {
    /// A function for JavaScript that does something to the machine.
    fn function(self: &Rc<Self>, act: fn(&mut QrLogin)) -> JsValue {
        let attempt = Rc::clone(self);
        let called: Closure<dyn Fn()> = Closure::new(move || {
            act(&mut attempt.machine.borrow_mut());
            attempt.turn();
        });
        called.into_js_value()
    }

    /// Does what is to be done now.
    fn turn(self: &Rc<Self>) {
        let wait = loop {
            let now = now();
            let step = self.machine.borrow_mut().next(now);
            match step {
                Step::Send { number, request } => self.send(number, request),
                Step::WaitUntil(at) => break Some((now, at)),
                Step::Done(_) => break None,
            }
        };
        self.give_up_unless(self.machine.borrow().awaits());
        self.set_timer(wait);
        self.tell();
    }

    fn send(self: &Rc<Self>, number: u32, request: Request) {
        self.give_up_unless(None);
        let Ok(controller) = AbortController::new() else { return };
        let signal = controller.signal();
        self.in_flight.replace(Some((number, controller)));
        let attempt = Rc::clone(self);
        spawn_local(async move {
            let brought = ask(&request, &signal).await;
            attempt.take(number, brought);
        });
    }

    fn take(self: &Rc<Self>, number: u32, brought: Result<Brought, Failure>) {
        let now = now();
        let answer = match &brought {
            Ok(Brought::Answer(answer, _)) => answer.clone(),
            Ok(Brought::Tokens(_)) => Answer::SignedIn,
            Err(failure) if failure.is_refusal() => Answer::Refused,
            Err(_) => Answer::Failed,
        };
        let counts = self.machine.borrow_mut().on_response(now, number, answer);
        if counts {
            match brought {
                Ok(Brought::Answer(Answer::Issued { .. }, code)) => {
                    self.code.replace(code);
                }
                Ok(Brought::Answer(..)) => {}
                Ok(Brought::Tokens(tokens)) => session::keep(&tokens),
                Err(failure) => {
                    warn("Signing in by QR code:", &failure.error);
                    self.failure.replace(failure.error);
                }
            }
        }
        self.turn();
    }

    /// Gives up the request in flight unless it has this number.
    fn give_up_unless(&self, number: Option<u32>) {
        let outdated = self.in_flight.borrow_mut().take_if(|(sent, _)| Some(*sent) != number);
        if let Some((_, controller)) = outdated {
            controller.abort();
        }
    }

    #[allow(clippy::cast_possible_truncation)]
    fn set_timer(&self, wait: Option<(Timestamp, Timestamp)>) {
        clear_timeout(&self.timer.take());
        match wait {
            Some((now, at)) => {
                let timer = set_timeout(&self.wake.borrow(), (at.0 - now.0) as i32);
                self.timer.replace(timer);
            }
            // What it holds, itself among it, is free to go.
            None => {
                self.wake.take();
            }
        }
    }

    /// Tells the page what it has not been told.
    fn tell(&self) {
        let view = self.machine.borrow().view();
        let failed = self.machine.borrow_mut().take_failed_sign_in();
        if self.told.replace(Some(view)) == Some(view) && !failed {
            return;
        }
        let state = Object::new();
        set(&state, "phase", view.phase.as_str());
        if view.code.is_some() {
            let code = self.code.borrow().clone();
            set(&state, "qrCode", get(&code, "qrCode"));
            set(&state, "image", get(&code, "qrCodeImageBase64"));
        }
        #[allow(clippy::cast_possible_truncation)]
        if let Some(seconds) = view.seconds_left {
            set(&state, "secondsLeft", seconds as i32);
        }
        if view.issue_failed {
            set(&state, "issueFailed", true);
        }
        if failed {
            set(&state, "error", self.failure.take());
        }
        if let Err(error) = self.on_change.call1(&JsValue::UNDEFINED, &state) {
            warn("The listener of a sign-in by QR code has failed.", &error);
        }
    }
}

async fn ask(request: &Request, signal: &AbortSignal) -> Result<Brought, Failure> {
    let call = async |info: &'static EndpointInfo, body: &JsValue| {
        session::call(info, &JsValue::NULL, &JsValue::NULL, body, Some(signal)).await
    };
    let (answer, brought) = match request {
        Request::Issue => {
            let code = call(&CreateQrCode::INFO, &JsValue::NULL).await?;
            let text = |name: &str| get(&code, name).as_string();
            let issued = text("qrCode").zip(text("expiresAt").and_then(|end| Timestamp::parse(&end)));
            (issued.map(|(qr_code, expires_at)| Answer::Issued { qr_code, expires_at }), code)
        }
        Request::Status(qr_code) => {
            let body = Object::new();
            set(&body, "qrCode", qr_code.as_str());
            let state = call(&GetQrCodeStatus::INFO, &body).await?;
            let status = get(&state, "status").as_string();
            (status.and_then(|status| QrCodeStatus::parse(&status)).map(Answer::Status), state)
        }
        Request::SignIn(qr_code) => {
            return session::tokens_by_qr_code(qr_code, Some(signal)).await.map(Brought::Tokens);
        }
    };
    answer.map(|answer| Brought::Answer(answer, brought)).ok_or_else(unreadable)
}
