//! Saved views of lists, private or shared with colleagues. They are preferences, so they have no history.

mod lists;
mod store;

use kernel::http::mount::Api;
use uno_core::contract::saved_views::{CreateSavedView, DeleteSavedView, ListSavedViews, UpdateSavedView};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListSavedViews>(|connection, caller, sent| store::list(connection, caller, &sent.query.list));
    api.write::<CreateSavedView>(|connection, caller, sent| store::create(connection, caller, &sent.body));
    api.patch::<UpdateSavedView>(
        |connection, caller, path| store::standing(connection, caller, path.saved_view_id),
        |connection, caller, path, before, save| store::update(connection, caller, path.saved_view_id, before, &save),
    );
    api.write::<DeleteSavedView>(|connection, caller, sent| store::remove(connection, caller, sent.path.saved_view_id));
}
