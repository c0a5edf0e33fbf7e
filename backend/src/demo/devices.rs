//! External devices of the demonstration, one or two of each kind, and the operators' sites they are at. Manufacturers
//! are fictional; the Bluetooth services are those of real devices.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{operator, operator_external_device},
    },
    on_backend,
    problem::Problem,
    records::Rows as _,
};
use organisation::external_devices::store::ExternalDeviceRecord;
use uno_core::{
    contract::external_devices::{ExternalDeviceSave, RadioId, RadioIdKind},
    domain::time::DAY_MILLISECONDS as DAY,
};

/// Name, manufacturer, model, kind, radio ids, firmware.
type Model =
    (&'static str, &'static str, &'static str, &'static str, &'static [(RadioIdKind, &'static str)], &'static str);

const MODELS: [Model; 6] = [
    (
        "팔뚝형 혈압계",
        "한빛메디텍",
        "HB-BP700",
        "BLOOD_PRESSURE_MONITOR",
        &[(RadioIdKind::Service, "1810"), (RadioIdKind::Name, "HB-BP")],
        "1.8.2",
    ),
    (
        "손목형 혈압계",
        "한빛메디텍",
        "HB-BP300W",
        "BLOOD_PRESSURE_MONITOR",
        &[(RadioIdKind::Service, "1810"), (RadioIdKind::Name, "HB-BP300")],
        "1.2.0",
    ),
    (
        "체성분 체중계",
        "다온헬스",
        "BodyOn 20",
        "BODY_COMPOSITION_ANALYZER",
        &[(RadioIdKind::Service, "181B"), (RadioIdKind::Service, "181D"), (RadioIdKind::Address, "0C:A1:5E")],
        "3.0.5",
    ),
    (
        "전문가용 체성분 분석기",
        "다온헬스",
        "BodyOn Pro",
        "BODY_COMPOSITION_ANALYZER",
        &[(RadioIdKind::Service, "181B"), (RadioIdKind::Name, "BodyOn")],
        "3.1.0",
    ),
    (
        "탁상형 시력 측정기",
        "새봄옵틱스",
        "VT-1000",
        "VISION_TESTER",
        &[(RadioIdKind::Service, "5A3F1C20-7B44-4E0B-9C61-2F6D0A8E4B11"), (RadioIdKind::Name, "VT1000")],
        "2.4.1",
    ),
    (
        "스트레스 측정기",
        "가온바이오",
        "PulseCalm S2",
        "HRV_METER",
        &[(RadioIdKind::Service, "180D"), (RadioIdKind::Name, "PulseCalm")],
        "4.0.3",
    ),
];

/// Creates the devices. Each operator has a stress meter and a vision tester, some have more.
pub fn fill(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let mut ids = Vec::new();
    for ((name, maker, model, kind, radio_ids, firmware), number) in MODELS.into_iter().zip(1..) {
        let radio_id = |(kind, value): &(RadioIdKind, &str)| RadioId { kind: *kind, value: (*value).to_owned() };
        let save = ExternalDeviceSave {
            name: name.into(),
            maker: maker.into(),
            model: model.into(),
            kind: kind.into(),
            radio_ids: radio_ids.iter().map(radio_id).collect(),
            firmware: Some(firmware.into()),
            memo: None,
            version: None,
        };
        let made_at = clock::now().plus_milliseconds(-(720 - number * 45) * DAY);
        ids.push(ExternalDeviceRecord::insert(connection, None, &save, made_at)?);
    }
    let operators: Vec<i64> =
        operator::table.order(operator::account_id).select(operator::account_id).load(connection)?;
    let mut rows = Vec::new();
    for (place, account_id) in operators.into_iter().enumerate() {
        let stands = [place % 2, 2 + place % 2, 4, 5];
        let most = if place == 0 { stands.len() } else { 2 + place % 3 };
        for device in stands.into_iter().rev().take(most) {
            rows.extend(ids.get(device).map(|device| {
                (
                    operator_external_device::account_id.eq(account_id),
                    operator_external_device::external_device_id.eq(*device),
                )
            }));
        }
    }
    on_backend!(connection, |backend| diesel::insert_into(operator_external_device::table)
        .values(rows)
        .execute(backend))?;
    Ok(())
}
