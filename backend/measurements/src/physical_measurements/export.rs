//! What the spreadsheet of physical measurements tells.

use super::store::Physical;
use crate::export::Exported;
use kernel::{
    problem::Problem,
    reports::{
        sheet::{Cell, Column},
        words,
    },
};
use uno_core::contract::{
    Access, Endpoint,
    jobs::JobKind,
    physical_measurements::{ExportPhysicalMeasurements, PhysicalMeasurement},
};

impl Exported for Physical {
    const JOB: JobKind = JobKind::PhysicalMeasurementExport;
    const ACCESS: Access = ExportPhysicalMeasurements::INFO.access;
    const FILE: &'static str = "physical-measurements";
    const SHEET: &'static str = "신체 측정 결과";
    const COLUMNS: &'static [Column] = &[
        Column { title: "측정일시", width: 17.0 },
        Column { title: "회원번호", width: 16.0 },
        Column { title: "이름", width: 14.0 },
        Column { title: "업체", width: 22.0 },
        Column { title: "성별", width: 6.0 },
        Column { title: "만 나이", width: 8.0 },
        Column { title: "키(cm)", width: 9.0 },
        Column { title: "체중(kg)", width: 9.0 },
        Column { title: "BMI", width: 8.0 },
        Column { title: "BMI 등급", width: 12.0 },
        Column { title: "비만3단계", width: 10.0 },
        Column { title: "체지방률(%)", width: 12.0 },
        Column { title: "체지방 등급", width: 12.0 },
        Column { title: "수축기(mmHg)", width: 13.0 },
        Column { title: "이완기(mmHg)", width: 13.0 },
        Column { title: "혈압 등급", width: 10.0 },
        Column { title: "혈압 분류", width: 14.0 },
        Column { title: "고립성 수축기 고혈압", width: 20.0 },
        Column { title: "맥박(회/분)", width: 12.0 },
        Column { title: "측정장소", width: 10.0 },
    ];

    fn cells(row: &PhysicalMeasurement, write: impl FnOnce(&[Cell<'_>]) -> Result<(), Problem>) -> Result<(), Problem> {
        let flag = |set: bool| if set { Cell::Text("예") } else { Cell::Empty };
        write(&[
            Cell::Instant(row.measured_at),
            Cell::Text(&row.member_no),
            Cell::Text(&row.member_name),
            Cell::Text(&row.company_name),
            Cell::Text(words::sex(row.sex)),
            row.age.into(),
            row.height_cm.into(),
            row.weight_kg.into(),
            row.bmi.into(),
            row.bmi_grade.map(words::bmi).into(),
            flag(row.obesity_class_3),
            row.body_fat_percent.into(),
            row.body_fat_grade.map(words::body_fat).into(),
            row.systolic.into(),
            row.diastolic.into(),
            row.blood_pressure_grade.map(words::blood_pressure).into(),
            row.blood_pressure_class.map(words::blood_pressure_class).into(),
            flag(row.isolated_systolic),
            row.pulse.into(),
            Cell::Text(words::setting(row.setting)),
        ])
    }
}
