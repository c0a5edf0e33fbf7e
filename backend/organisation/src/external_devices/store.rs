//! External devices: storage. They belong to the installation; operators and apps name the ones that they use.

use crate::codes::store as codes;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper,
};
use kernel::{
    access::caller::Caller,
    db::{
        DatabaseConnection,
        narrow::Narrow,
        page::{self, Paging},
        schema::{code_entry, external_device, operator_external_device},
    },
    problem::Problem,
    records::{self, Record, Rows},
};
use uno_core::{
    contract::{
        codes::CodeList,
        external_devices::{
            ExternalDevice, ExternalDeviceFilter, ExternalDeviceId, ExternalDeviceOption, ExternalDevicePath,
            ExternalDeviceSave, ExternalDeviceSort, RadioId, RadioIdKind, SCREEN,
        },
        languages::NameInLanguage,
        page::{Can, Page},
        revisions::FieldChange,
    },
    domain::{
        access::Action,
        text::search_key,
        time::{Bound, Timestamp},
    },
};

/// The maximum number of choices in a picker.
const MAX_OPTIONS: i64 = 1_000;

kernel::row! {
    /// An external device without its radio ids and the names of its kind.
    struct Row of external_device as ExternalDevice {
        external_device_id: ExternalDeviceId,
        name: String,
        maker: String,
        model: String,
        kind: String,
        firmware: Option<String>,
        memo: Option<String>,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with { radio_ids: Vec<RadioId>, kind_name: String, kind_names: Vec<NameInLanguage>, can: Can }
    without { authors }
}

/// A row with its radio ids, the Korean name of its kind, and the kind's names in other languages.
type Found = (Row, String, String, String);

fn shown(caller: &Caller, (row, radio_ids, kind_name, kind_names): Found) -> Result<ExternalDevice, Problem> {
    let can = Can { update: caller.permit(SCREEN, Action::Update), delete: caller.permit(SCREEN, Action::Delete) };
    let radio_ids = serde_json::from_str(&radio_ids).map_err(Problem::internal)?;
    let kind_names = serde_json::from_str(&kind_names).map_err(Problem::internal)?;
    Ok(row.record(radio_ids, kind_name, kind_names, can))
}

/// Joins devices with the code of their kind.
macro_rules! with_kind {
    () => {
        external_device::table.inner_join(
            code_entry::table
                .on(code_entry::list.eq(external_device::kind_list).and(code_entry::code.eq(external_device::kind))),
        )
    };
}

/// The selected columns.
macro_rules! found {
    () => {
        (Row::as_select(), external_device::radio_ids, code_entry::name, code_entry::names)
    };
}

/// Narrows devices by a filter.
macro_rules! filtered {
    ($devices:expr, $filter:expr) => {
        $devices
            .into_boxed()
            .containing(external_device::name_key, $filter.name.as_ref())
            .containing(external_device::maker_key, $filter.maker.as_ref())
            .containing(external_device::model_key, $filter.model.as_ref())
            .containing(external_device::radio_key, $filter.radio_id.as_ref())
            .equal(external_device::kind, $filter.kind.clone())
            .since(external_device::created_at, $filter.start_created_at.map(Bound::first))
            .until(external_device::created_at, $filter.end_created_at.map(Bound::last))
    };
}

/// Returns a page of devices.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &ExternalDeviceFilter,
) -> Result<Page<ExternalDevice>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered!(with_kind!(), filter).select(found!()).page(paging);
        let (id, name, made) =
            (external_device::external_device_id, external_device::name_key, external_device::created_at);
        match filter.sort.unwrap_or(ExternalDeviceSort::Name) {
            ExternalDeviceSort::Newest => query.order((made.desc(), id.desc())),
            ExternalDeviceSort::Oldest => query.order((made.asc(), id.asc())),
            ExternalDeviceSort::Name => query.order((name.asc(), id.asc())),
            ExternalDeviceSort::NameDescending => query.order((name.desc(), id.desc())),
        }
        .load(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found = page::load(connection, paging, rows, |connection| {
        filtered!(external_device::table, filter).count().get_result(connection)
    })?;
    found.try_map(|found: Found| shown(caller, found))
}

/// Returns the devices of a picker.
///
/// # Errors
/// Returns an error if the database fails.
pub fn options(connection: &mut DatabaseConnection) -> Result<Vec<ExternalDeviceOption>, Problem> {
    let rows = external_device::table
        .order((external_device::name_key, external_device::external_device_id))
        .limit(MAX_OPTIONS)
        .select((
            external_device::external_device_id,
            external_device::name,
            external_device::maker,
            external_device::model,
        ))
        .load(connection)?;
    let option =
        |(external_device_id, name, maker, model)| ExternalDeviceOption { external_device_id, name, maker, model };
    Ok(rows.into_iter().map(option).collect())
}

/// Returns those of these devices that exist, with their names, ordered by id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn names(
    connection: &mut DatabaseConnection,
    ids: &[ExternalDeviceId],
) -> Result<Vec<(ExternalDeviceId, String)>, Problem> {
    Ok(external_device::table
        .filter(external_device::external_device_id.eq_any(ids.to_vec()))
        .order(external_device::external_device_id)
        .select((external_device::external_device_id, external_device::name))
        .load(connection)?)
}

/// Locks these devices against deletion until the transaction ends.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold(connection: &mut DatabaseConnection, ids: &[ExternalDeviceId]) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        let id = external_device::external_device_id;
        let named = external_device::table.filter(id.eq_any(ids.to_vec())).order(id).select(id);
        named.for_key_share().load::<i64>(connection)?;
    }
    Ok(())
}

/// Formats radio ids for a history or a file.
#[must_use]
pub fn describe_radio_ids(ids: &[RadioId]) -> String {
    ids.iter().map(|id| id.value.as_str()).collect::<Vec<_>>().join(", ")
}

/// Normalizes radio ids to upper case, except names, and removes duplicates.
fn normalize(ids: Vec<RadioId>) -> Vec<RadioId> {
    let mut kept: Vec<RadioId> = Vec::with_capacity(ids.len());
    for mut id in ids {
        if id.kind != RadioIdKind::Name {
            id.value.make_ascii_uppercase();
        }
        if !kept.contains(&id) {
            kept.push(id);
        }
    }
    kept
}

/// External devices as records, which are created, changed and deleted through their form.
pub struct ExternalDeviceRecord;

impl Record for ExternalDeviceRecord {
    const RESOURCE: &'static str = "externalDevice";
    type Form = ExternalDeviceSave;
}

impl Rows for ExternalDeviceRecord {
    type Path = ExternalDevicePath;
    type Shown = ExternalDevice;
    const UNIQUE: Option<&'static str> = Some("model");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<ExternalDevice, Problem> {
        let found = with_kind!().filter(external_device::external_device_id.eq(id)).select(found!());
        shown(caller, found.first(connection).optional()?.ok_or_else(Problem::not_found)?)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<ExternalDeviceSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn validated(
        connection: &mut DatabaseConnection,
        _: &Caller,
        standing: Option<(i64, &ExternalDeviceSave)>,
        mut save: ExternalDeviceSave,
    ) -> Result<ExternalDeviceSave, Problem> {
        let had = standing.map(|(_, before)| before.kind.as_str());
        codes::check(connection, "kind", CodeList::DeviceKind, &save.kind, had)?;
        save.radio_ids = normalize(save.radio_ids);
        Ok(save)
    }

    fn check_removable(connection: &mut DatabaseConnection, id: i64, _: &ExternalDeviceSave) -> Result<(), Problem> {
        let sites = operator_external_device::table.filter(operator_external_device::external_device_id.eq(id));
        records::dependents(&[("operatorsWithDevice", sites.count().get_result(connection)?)])
    }

    kernel::saved_columns! {
        external_device by external_device_id { name, maker, model, kind, firmware, memo }
        and |form| (
            external_device::name_key.eq(search_key(&form.name)),
            external_device::maker_key.eq(search_key(&form.maker)),
            external_device::model_key.eq(search_key(&form.model)),
            external_device::radio_ids.eq(serde_json::to_string(&form.radio_ids).map_err(Problem::internal)?),
            external_device::radio_key.eq(search_key(&describe_radio_ids(&form.radio_ids))),
        )
    }

    /// Shows radio ids by their values.
    fn describe_changes(
        _: &mut DatabaseConnection,
        mut changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        for change in changes.iter_mut().filter(|change| change.field == "radioIds") {
            for value in [&mut change.before, &mut change.after].into_iter().flatten() {
                let ids: Vec<RadioId> = serde_json::from_str(value).map_err(Problem::internal)?;
                *value = describe_radio_ids(&ids);
            }
        }
        Ok(changes)
    }
}
