//! Undo of changes in the histories: one endpoint for the records of all resources, and one list of deleted
//! records. The available resources and the required rights follow from their mounted endpoints.

use super::{
    decode,
    mount::{Api, retry_if_changed},
};
use crate::{
    access::caller::Caller,
    db::DatabaseConnection,
    problem::Problem,
    records::{
        self, Bin, Rows,
        past::{self, Past},
    },
};
use serde_json::Value as Json;
use std::{collections::BTreeMap, sync::Arc};
use uno_core::contract::{
    Access,
    error::ErrorCode,
    revisions::{ListDeletedRecords, Restored, RevisionAction, UndoRevision},
    validation::{Form, Rules, camel_case},
};

type Undoing = fn(&mut DatabaseConnection, &Caller, &Past, Option<i64>) -> Result<Restored, Problem>;

/// How the records of a resource are restored, and the access this requires.
#[derive(Clone, Copy, Default)]
pub(super) struct Undoable {
    /// Access required to update them.
    pub(super) update: Option<Access>,
    /// Access required to delete them.
    pub(super) delete: Option<Access>,
    pub(super) undo: Option<Undoing>,
    /// The deleted records that a caller may restore; see [`Rows::bin`].
    pub(super) bin: Option<fn(&Caller) -> Bin>,
}

/// Keeps the fields of a stored record that its form still has: a field may have been removed since.
fn known(form: &Json, rules: &Form) -> Json {
    let names = rules.fields.iter().map(|field| camel_case(field.name));
    Json::Object(names.filter_map(|name| form.get(&name).cloned().map(|value| (name, value))).collect())
}

/// Restores a record of a resource.
pub(crate) fn undo_revision<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    past: &Past,
    version: Option<i64>,
) -> Result<Restored, Problem> {
    let kept = known(&past.form, R::Form::FORM);
    if past.action == RevisionAction::Delete {
        let form = decode::typed(decode::checked(kept, R::Form::FORM, Vec::new())?)?;
        return records::restore::<R>(connection, caller, past, form);
    }
    let before = R::standing(connection, caller, past.record_id)?;
    let standing = serde_json::to_value(&before).map_err(Problem::internal)?;
    if version.is_some_and(|version| standing.get(records::VERSION) != Some(&version.into())) {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let form = decode::merged(standing, &kept, R::Form::FORM)?;
    records::revert::<R>(connection, caller, past.record_id, &before, form)
}

/// Mounts both endpoints, for all resources mounted so far.
pub fn mount(api: &mut Api) {
    let resources: Arc<BTreeMap<&'static str, Undoable>> = Arc::new(api.undoables().clone());
    let known = Arc::clone(&resources);
    api.read::<ListDeletedRecords>(move |connection, caller, sent| {
        let resource = known.get(sent.query.resource.as_str()).and_then(|resource| resource.delete.zip(resource.bin));
        let (access, bin) = resource.ok_or_else(|| Problem::invalid_field("resource", "choice"))?;
        caller.check(access)?;
        past::list(connection, caller, &sent.query, &bin(caller))
    });
    api.write::<UndoRevision>(move |connection, caller, sent| {
        let past = past::find(connection, caller, sent.path.revision_id)?;
        let resource = resources.get(past.resource.as_str()).copied().unwrap_or_default();
        let access = if past.action == RevisionAction::Delete { resource.delete } else { resource.update };
        let (Some(access), Some(undo)) = (access, resource.undo) else { return Err(Problem::not_found()) };
        // A caller who may not see the records must not learn that one existed.
        caller.check(access).map_err(|_| Problem::not_found())?;
        // Without a version, the undo applies to the current state.
        let most_tries = if sent.body.version.is_some() { 1 } else { super::mount::MAX_TRIES };
        retry_if_changed(most_tries, || undo(connection, caller, &past, sent.body.version))
    });
}
