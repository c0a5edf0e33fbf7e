//! The export: the filtered measurements of the account's scope as a spreadsheet. Of the personal
//! data it has the name and the member number.

use super::store;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller, scope::Scope},
    db::schema::job,
    jobs::{Interrupted, Run},
    problem::Problem,
    reports::{
        sheet::{self, Cell, Column, Spreadsheet},
        words,
    },
};
use uno_core::contract::{
    Endpoint,
    physical_measurements::{ExportPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter},
};

/// Rows that are read at once.
const CHUNK: i64 = 2_000;

const COLUMNS: [Column; 20] = [
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

/// Runs an export from its beginning: what an earlier attempt has written is gone with it.
///
/// # Errors
/// Why the job does not go on.
pub fn run(run: &Run<'_>) -> Result<(), Interrupted> {
    let filter: PhysicalMeasurementFilter = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let scope = scope(run)?;
    let total = run.read(|connection| store::export_total(connection, scope, &filter))?;
    progress(run, 0, total)?;
    let mut spreadsheet = Spreadsheet::new("신체 측정 결과", &COLUMNS)?;
    let mut after = None;
    let mut written = 0_i64;
    loop {
        let rows = run.read(|connection| store::export_chunk(connection, scope, &filter, after, CHUNK))?;
        let Some(last) = rows.last() else { break };
        after = Some((last.measured_at, last.physical_measurement_id));
        for row in &rows {
            write_row(&mut spreadsheet, row)?;
        }
        written += i64::try_from(rows.len()).map_err(Problem::internal)?;
        progress(run, written, total.max(written))?;
    }
    let file = spreadsheet.finish()?;
    run.succeed(|connection| {
        // Whose rows the file has decides who may have the file.
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::total.eq(written), job::company_id.eq(scope.company_id())))
            .execute(connection)?;
        sheet::keep(connection, run.job.job_id, &file)
    })
}

/// What the account reaches now, which may be less than when it asked.
fn scope(run: &Run<'_>) -> Result<Scope, Interrupted> {
    let caller = run.read(|connection| caller::of_account(connection, run.job.account_id))?;
    caller
        .filter(|caller| caller.check(ExportPhysicalMeasurements::INFO.access).is_ok())
        .map(|caller| caller.scope)
        .ok_or(Interrupted::Refused("forbidden"))
}

fn progress(run: &Run<'_>, written: i64, total: i64) -> Result<(), Interrupted> {
    run.batch(|connection| {
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::progress.eq(written), job::total.eq(total)))
            .execute(connection)?;
        Ok(())
    })
}

fn write_row(spreadsheet: &mut Spreadsheet<'_>, row: &PhysicalMeasurement) -> Result<(), Problem> {
    let flag = |set: bool| if set { Cell::Text("예") } else { Cell::Empty };
    spreadsheet.write(&[
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
