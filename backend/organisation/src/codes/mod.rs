//! Codes: the lists of words behind the product's choices.

mod export;
pub mod store;

pub use export::CodeExport;
use kernel::{bulk, exports, http::mount::Api};
use store::CodeRecord;
use uno_core::contract::codes::{
    BulkCodes, CodeChanges, CreateCode, DeleteCode, GetCode, ListCodeOptions, ListCodeRevisions, ListCodes, UpdateCode,
};

kernel::bulk! {
    /// Codes that are changed or removed together.
    pub CodeBulk: BulkCodes of CodeRecord in CodeExport by code_id as name;
    update UpdateCode [CodeChanges], delete DeleteCode
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    exports::mount::<CodeExport>(api);
    bulk::mount::<CodeBulk>(api);
    api.read::<ListCodes>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.create::<CodeRecord, CreateCode>();
    api.show::<CodeRecord, GetCode>();
    api.update::<CodeRecord, UpdateCode>();
    api.delete::<CodeRecord, DeleteCode>();
    api.history::<CodeRecord, ListCodeRevisions>();
    api.quick::<ListCodeOptions>(|connection, _, sent| store::options(connection, &sent.query));
}
