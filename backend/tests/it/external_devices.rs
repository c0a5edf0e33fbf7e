//! External devices: models that apps discover by radio, and the sites they are at.

use crate::{
    exports::lines_of,
    support::{Server, TestDatabase, World, code, operator, revert_to_before},
    undo::undo,
};
use diesel::RunQueryDsl as _;
use kernel::clock;
use uno_core::{
    contract::{
        codes::{CodeFilter, CodeList, CodePath, CodeSave, DeleteCode, ListCodes, UpdateCode},
        error::{ErrorBody, ErrorCode},
        external_devices::{
            CreateExternalDevice, DeleteExternalDevice, ExportExternalDevices, ExternalDevice, ExternalDeviceFilter,
            ExternalDeviceId, ExternalDevicePath, ExternalDeviceSave, GetExternalDevice, ListExternalDeviceOptions,
            ListExternalDeviceRevisions, ListExternalDevices, RadioId, RadioIdKind, UpdateExternalDevice,
        },
        languages::Language,
        operators::{
            CreateOperator, DeleteOperator, ExportOperators, GetOperator, ListOperatorRevisions, ListOperators,
            Operator, OperatorFilter, OperatorPath, OperatorSave, UpdateOperator,
        },
        revisions::{Revision, RevisionFilter},
    },
    domain::time::Bound,
};

const ANY_PAGE: RevisionFilter = RevisionFilter { page: None, page_size: None };

fn radio(kind: RadioIdKind, value: &str) -> RadioId {
    RadioId { kind, value: value.into() }
}

/// Returns a device without optional fields.
fn device(model: &str) -> ExternalDeviceSave {
    ExternalDeviceSave {
        name: format!("혈압계 {model}"),
        maker: "한빛전자".into(),
        model: model.into(),
        kind: "BLOOD_PRESSURE_MONITOR".into(),
        radio_ids: vec![],
        firmware: None,
        memo: None,
        version: None,
    }
}

fn create(world: &World, save: &ExternalDeviceSave) -> Result<ExternalDevice, ErrorBody> {
    world.server.call::<CreateExternalDevice>(Some(&world.admin), &(), &(), save)
}

fn path(device: &ExternalDevice) -> ExternalDevicePath {
    ExternalDevicePath { external_device_id: device.external_device_id }
}

fn update(world: &World, device: &ExternalDevice, save: &ExternalDeviceSave) -> Result<ExternalDevice, ErrorBody> {
    world.server.call::<UpdateExternalDevice>(Some(&world.admin), &path(device), &(), save)
}

fn remove(world: &World, device: &ExternalDevice) -> Result<i64, ErrorBody> {
    let removed = world.server.call::<DeleteExternalDevice>(Some(&world.admin), &path(device), &(), &())?;
    Ok(removed.revision_id.unwrap().0)
}

/// Returns the models that match a filter.
fn found(world: &World, token: &str, filter: &str) -> Vec<String> {
    let filter: ExternalDeviceFilter = serde_json::from_str(filter).unwrap();
    let page = world.server.call::<ListExternalDevices>(Some(token), &(), &filter, &()).unwrap();
    assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
    page.data.into_iter().map(|device| device.model).collect()
}

/// Returns the code of an error, and its first violation with its count.
fn said(error: &ErrorBody) -> (ErrorCode, String) {
    let field = error.fields.first().map(|field| {
        let count = field.params.get("count").map(|count| format!(" {count}")).unwrap_or_default();
        format!("{} {}{count}", field.path, field.code)
    });
    (code(error), field.unwrap_or_default())
}

fn at_site(world: &World, login_id: &str, devices: &[ExternalDeviceId]) -> Result<Operator, ErrorBody> {
    let save = OperatorSave { external_device_ids: devices.to_vec(), ..operator(login_id, world.retailer_id) };
    world.server.call::<CreateOperator>(Some(&world.vendor), &(), &(), &save)
}

fn operator_path(operator: &Operator) -> OperatorPath {
    OperatorPath { operator_id: operator.operator_id }
}

fn changes_of(revision: &Revision, field: &str) -> (Option<String>, Option<String>) {
    let change = revision.changes.iter().find(|change| change.field == field).unwrap();
    (change.before.clone(), change.after.clone())
}

#[test]
fn a_device_is_registered_changed_removed_and_restored_with_its_radio_ids() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let ids = [
            radio(RadioIdKind::Service, "0000181b-0000-1000-8000-00805f9b34fb"),
            radio(RadioIdKind::Address, "aa:bb:cc"),
            radio(RadioIdKind::Address, "AA:BB:CC"),
            radio(RadioIdKind::Name, "Bp-7"),
        ];
        let made = create(&world, &ExternalDeviceSave { radio_ids: ids.to_vec(), ..device("BP-7") }).unwrap();
        let values: Vec<&str> = made.radio_ids.iter().map(|id| id.value.as_str()).collect();
        assert_eq!(values, ["0000181B-0000-1000-8000-00805F9B34FB", "AA:BB:CC", "Bp-7"], "in one way, each once");
        assert_eq!(made.kind_name, "혈압계");
        assert!(made.kind_names.iter().any(|named| named.name == "Blood pressure monitor"));
        assert!(made.can.update.allowed && made.can.delete.allowed);

        let save = ExternalDeviceSave {
            firmware: Some("2.1.0".into()),
            radio_ids: vec![radio(RadioIdKind::Service, "1810")],
            ..made.form()
        };
        let changed = update(&world, &made, &save).unwrap();
        assert_eq!((changed.version, changed.firmware.as_deref()), (2, Some("2.1.0")));
        let told = world.server.call::<ListExternalDeviceRevisions>(Some(&world.admin), &path(&made), &ANY_PAGE, &());
        let before = Some("0000181B-0000-1000-8000-00805F9B34FB, AA:BB:CC, Bp-7".to_owned());
        assert_eq!(changes_of(&told.unwrap().data[0], "radioIds"), (before, Some("1810".into())));
        assert_eq!(code(&update(&world, &made, &made.form()).unwrap_err()), ErrorCode::Changed, "read before");

        let revision = remove(&world, &made).unwrap();
        let gone = world.server.call::<GetExternalDevice>(Some(&world.admin), &path(&made), &(), &());
        assert_eq!(code(&gone.unwrap_err()), ErrorCode::NotFound);
        undo(&world, &world.admin, uno_core::contract::revisions::RevisionId(revision), None).unwrap();
        let back = world.server.call::<GetExternalDevice>(Some(&world.admin), &path(&made), &(), &()).unwrap();
        assert_eq!((back.radio_ids, back.version), (changed.radio_ids, changed.version + 1));
    });
}

#[test]
fn what_is_no_device_is_refused_at_its_field() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        create(&world, &device("BP-7")).unwrap();
        let refused = |save: ExternalDeviceSave| said(&create(&world, &save).unwrap_err());
        let wrong = |field: &str| (ErrorCode::Invalid, field.to_owned());
        let id = |kind, value: &str| ExternalDeviceSave {
            radio_ids: vec![radio(RadioIdKind::Name, "x"), radio(kind, value)],
            ..device("BP-8")
        };
        assert_eq!(refused(id(RadioIdKind::Service, "18")), wrong("radioIds[1].value radioService"));
        assert_eq!(refused(id(RadioIdKind::Address, "AABBCC")), wrong("radioIds[1].value radioAddress"));
        let of_kind = |kind: &str| ExternalDeviceSave { kind: kind.into(), ..device("BP-8") };
        assert_eq!(refused(of_kind("NOTHING")), wrong("kind notFound"));
        assert_eq!(refused(of_kind("STRESS")), wrong("kind notFound"), "a code of another list");
        let again = ExternalDeviceSave { maker: "한빛전자 ".into(), ..device("bp-7") };
        assert_eq!(
            refused(again),
            (ErrorCode::Taken, "model taken".into()),
            "one of a maker's model, whatever the case"
        );
        create(&world, &ExternalDeviceSave { maker: "새봄전자".into(), ..device("BP-7") }).unwrap();
    });
}

#[test]
fn the_list_is_narrowed_by_each_of_its_filters() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let scale = ExternalDeviceSave {
            name: "체성분계".into(),
            maker: "새봄전자".into(),
            kind: "BODY_COMPOSITION_ANALYZER".into(),
            radio_ids: vec![radio(RadioIdKind::Service, "181B")],
            ..device("SC_1")
        };
        create(&world, &scale).unwrap();
        create(&world, &device("BP-7")).unwrap();
        let all = |filter: &str| found(&world, &world.admin, filter);
        assert_eq!(all("{}"), ["SC_1", "BP-7"], "by name");
        assert_eq!(all(r#"{"sort":"NEWEST"}"#), ["BP-7", "SC_1"]);
        for filter in [
            r#"{"name":"체성분"}"#,
            r#"{"maker":"새봄"}"#,
            r#"{"model":"sc_"}"#,
            r#"{"kind":"BODY_COMPOSITION_ANALYZER"}"#,
            r#"{"radioId":"181b"}"#,
        ] {
            assert_eq!(all(filter), ["SC_1"], "{filter}");
        }
        let since = |day: &str| format!(r#"{{"startCreatedAt":"{day}"}}"#);
        assert_eq!(all(&since("2099-01-01")).len(), 0);
        assert_eq!(all(&since("2020-01-01")).len(), 2);
        let until = ExternalDeviceFilter {
            end_created_at: Some(Bound::Day(clock::today())),
            ..serde_json::from_str("{}").unwrap()
        };
        let today = world.server.call::<ListExternalDevices>(Some(&world.admin), &(), &until, &()).unwrap();
        assert_eq!(today.total, 2, "the last day is included");
    });
}

#[test]
fn a_kind_that_devices_have_stays_and_is_kept_when_it_can_be_chosen_no_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &device("BP-7")).unwrap();
        let filter = CodeFilter { lists: vec![CodeList::DeviceKind], ..serde_json::from_str("{}").unwrap() };
        let codes = world.server.call::<ListCodes>(Some(&world.admin), &(), &filter, &()).unwrap().data;
        let kind = codes.into_iter().find(|code| code.code == made.kind).unwrap();
        let code_path = CodePath { code_id: kind.code_id };
        let refused = world.server.call::<DeleteCode>(Some(&world.admin), &code_path, &(), &()).unwrap_err();
        assert_eq!(said(&refused), (ErrorCode::HasDependents, "externalDevices hasDependents 1".into()));
        let off = CodeSave { is_active: false, ..kind.form() };
        world.server.call::<UpdateCode>(Some(&world.admin), &code_path, &(), &off).unwrap();
        let save = ExternalDeviceSave { memo: Some("예비".into()), ..made.form() };
        assert_eq!(update(&world, &made, &save).unwrap().kind_name, "혈압계");
        assert_eq!(said(&create(&world, &device("BP-8")).unwrap_err()).1, "kind notFound");
    });
}

#[test]
fn companies_see_devices_and_administrators_alone_change_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &device("BP-7")).unwrap();
        for token in [&world.vendor, &world.dealer, &world.retailer] {
            assert_eq!(found(&world, token, "{}"), ["BP-7"]);
            let shown = world.server.call::<GetExternalDevice>(Some(token), &path(&made), &(), &()).unwrap();
            assert!(!shown.can.update.allowed && !shown.can.delete.allowed);
            let refused = world.server.call::<CreateExternalDevice>(Some(token), &(), &(), &device("BP-8"));
            assert_eq!(code(&refused.unwrap_err()), ErrorCode::Forbidden);
            let options = world.server.call::<ListExternalDeviceOptions>(Some(token), &(), &(), &()).unwrap();
            assert_eq!(options[0].name, "혈압계 BP-7");
        }
        let refused = world.server.call::<ListExternalDeviceOptions>(Some(&world.member), &(), &(), &());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::Forbidden);
    });
}

#[test]
fn the_file_has_the_kind_in_the_language_of_who_asks() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let ids = vec![radio(RadioIdKind::Service, "1810"), radio(RadioIdKind::Name, "BP")];
        create(&world, &ExternalDeviceSave { radio_ids: ids, ..device("BP-7") }).unwrap();
        create(&world, &device("BP-8")).unwrap();
        let filter: ExternalDeviceFilter = serde_json::from_str(r#"{"model":"BP-7"}"#).unwrap();
        let lines = |language| lines_of::<ExportExternalDevices>(&world, &world.vendor, &filter, language);
        let english = lines(Language::En);
        assert_eq!(english.len(), 2, "{english:?}");
        let begins = "혈압계 BP-7,한빛전자,BP-7,Blood pressure monitor,\"1810, BP\",";
        assert!(english[1].starts_with(begins), "{english:?}");
        assert!(lines(Language::Ko)[1].contains(",BP-7,혈압계,"));
    });
}

#[test]
fn an_operator_has_the_devices_of_its_site_and_its_history_names_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &device("BP-7")).unwrap();
        let second = create(&world, &device("BP-8")).unwrap();
        let (one, two) = (first.external_device_id, second.external_device_id);
        let made = at_site(&world, "site.one", &[two, one, two]).unwrap();
        assert_eq!(made.external_device_ids, [one, two], "each once, in their order");
        assert_eq!(made.external_device_names, ["혈압계 BP-7", "혈압계 BP-8"]);
        let unknown = at_site(&world, "site.two", &[one, ExternalDeviceId(987_654)]).unwrap_err();
        assert_eq!(said(&unknown), (ErrorCode::Invalid, "externalDeviceIds notFound".into()));

        let having = |device: ExternalDeviceId| {
            let filter = OperatorFilter { external_device_id: Some(device), ..OperatorFilter::default() };
            let page = world.server.call::<ListOperators>(Some(&world.vendor), &(), &filter, &()).unwrap();
            page.data.into_iter().map(|operator| operator.login_id).collect::<Vec<_>>()
        };
        assert_eq!(having(two), ["site.one"]);
        let save = OperatorSave { external_device_ids: vec![one], ..made.form() };
        let path = operator_path(&made);
        world.server.call::<UpdateOperator>(Some(&world.vendor), &path, &(), &save).unwrap();
        assert!(having(two).is_empty());
        let told = world.server.call::<ListOperatorRevisions>(Some(&world.vendor), &path, &ANY_PAGE, &()).unwrap().data;
        let both = Some("혈압계 BP-7, 혈압계 BP-8".to_owned());
        assert_eq!(changes_of(&told[0], "externalDeviceIds"), (both.clone(), Some("혈압계 BP-7".into())));
        assert_eq!(changes_of(&told[1], "externalDeviceIds"), (None, both));
    });
}

#[test]
fn a_device_that_stands_somewhere_stays() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &device("BP-7")).unwrap();
        let operator = at_site(&world, "site.one", &[made.external_device_id]).unwrap();
        at_site(&world, "site.two", &[made.external_device_id]).unwrap();
        let refused = (ErrorCode::HasDependents, "operatorsWithDevice hasDependents 2".to_owned());
        assert_eq!(said(&remove(&world, &made).unwrap_err()), refused);
        let path = operator_path(&operator);
        world.server.call::<DeleteOperator>(Some(&world.vendor), &path, &(), &()).unwrap();
        assert!(said(&remove(&world, &made).unwrap_err()).1.ends_with(" 1"));
    });
}

#[test]
fn a_file_of_operators_tells_the_devices_at_their_sites() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let devices = ["BP-7", "BP-8"].map(|model| create(&world, &device(model)).unwrap().external_device_id);
    at_site(&world, "site.one", &devices).unwrap();
    let lines = lines_of::<ExportOperators>(&world, &world.vendor, &serde_json::from_str("{}").unwrap(), Language::En);
    assert!(lines[0].contains(",External devices,"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("\"혈압계 BP-7, 혈압계 BP-8\"")), "{lines:?}");
}

#[test]
fn an_operator_is_restored_with_those_of_its_devices_that_are_still_there() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let stays = create(&world, &device("BP-7")).unwrap();
        let goes = create(&world, &device("BP-8")).unwrap();
        let operator = at_site(&world, "site.one", &[stays.external_device_id, goes.external_device_id]).unwrap();
        let path = operator_path(&operator);
        let removed = world.server.call::<DeleteOperator>(Some(&world.vendor), &path, &(), &()).unwrap();
        remove(&world, &goes).unwrap();
        let restored = undo(&world, &world.vendor, removed.revision_id.unwrap(), None).unwrap();
        assert_eq!(restored.altered_fields, ["externalDeviceIds"], "who restores it is told");
        let back = world.server.call::<GetOperator>(Some(&world.vendor), &path, &(), &()).unwrap();
        assert_eq!(back.external_device_ids, [stays.external_device_id]);
        let removed = world.server.call::<DeleteOperator>(Some(&world.vendor), &path, &(), &()).unwrap();
        let restored = undo(&world, &world.vendor, removed.revision_id.unwrap(), None).unwrap();
        assert!(restored.altered_fields.is_empty(), "all that it had is there");
    });
}

#[test]
fn an_installation_from_before_keeps_its_operators_and_gets_the_screen() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = operator("site.one", world.retailer_id);
        let made = world.server.call::<CreateOperator>(Some(&world.vendor), &(), &(), &save).unwrap();
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0036");
        let own = "url LIKE '%external_device_management'";
        let of_menu = format!("menu_item_id IN (SELECT menu_item_id FROM menu_item WHERE {own})");
        for (table, rows) in [("permission", of_menu.as_str()), ("menu_item", own), ("given_screen", own)] {
            diesel::sql_query(format!("DELETE FROM {table} WHERE {rows}")).execute(&mut connection).unwrap();
        }
        kernel::db::migrations::run(&mut connection).unwrap();
        let upgraded = Server::start(test);
        let device = upgraded.call::<CreateExternalDevice>(Some(&world.admin), &(), &(), &device("BP-7")).unwrap();
        let told = upgraded.call::<GetExternalDevice>(Some(&world.dealer), &path(&device), &(), &()).unwrap();
        assert_eq!(told.model, "BP-7");
        let save = OperatorSave { external_device_ids: vec![device.external_device_id], ..made.form() };
        let path = operator_path(&made);
        let after = upgraded.call::<UpdateOperator>(Some(&world.vendor), &path, &(), &save).unwrap();
        assert_eq!((after.login_id.as_str(), after.external_device_names.len()), ("site.one", 1));
    });
}
