//! The browser side: conversions and loops around the rules of the crate; no rules of its own.

pub mod calculations;
pub mod exports;
mod qr_sign_in;
mod session;
mod session_key;
mod settings;
mod store;
mod transport;
mod value;

/// The allocator; its code is half the size of the standard one.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
