//! Codes: lists of words that the product's choices use.

mod export;
pub mod store;

pub use export::CodeExport;
use kernel::{exports, http::mount::Api};
use store::CodeRecord;
use uno_core::contract::codes::{
    CreateCode, DeleteCode, GetCode, ListCodeOptions, ListCodeRevisions, ListCodes, UpdateCode,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    exports::mount::<CodeExport>(api);
    api.read::<ListCodes>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.create::<CodeRecord, CreateCode>();
    api.show::<CodeRecord, GetCode>();
    api.update::<CodeRecord, UpdateCode>();
    api.delete::<CodeRecord, DeleteCode>();
    api.history::<CodeRecord, ListCodeRevisions>();
    api.quick::<ListCodeOptions>(|connection, _, sent| store::options(connection, &sent.query));
}
