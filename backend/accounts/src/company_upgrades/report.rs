//! The report of an upgrade: the moved rows and the changed roles.

use super::{Parameters, rows::above};
use kernel::{
    problem::Problem,
    reports::sheet::{Cell, Column, Spreadsheet},
};
use std::fs::File;
use uno_core::contract::companies::CompanyType;

const COLUMNS: [Column; 4] = [
    Column { title: "항목", width: 20.0 },
    Column { title: "이전", width: 30.0 },
    Column { title: "이후", width: 30.0 },
    Column { title: "수", width: 12.0 },
];

const fn tier(tier: CompanyType) -> &'static str {
    match tier {
        CompanyType::Vendor => "총판",
        CompanyType::Dealer => "대리점",
        CompanyType::Retailer => "판매점",
    }
}

/// Writes the report to a temporary file.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(company: &str, parameters: &Parameters) -> Result<File, Problem> {
    let mut sheet = Spreadsheet::new("승급 결과", &COLUMNS)?;
    let Some(moved) = &parameters.moved else { return sheet.finish() };
    let to = above(parameters.from).unwrap_or(parameters.from);
    let (before, after) = (tier(parameters.from), tier(to));
    sheet.write(&[Cell::Text(company), Cell::Text(before), Cell::Text(after), Cell::Empty])?;
    let (old, new) = &moved.parents;
    sheet.write(&[Cell::Text("상위 업체"), old.as_deref().into(), new.as_deref().into(), Cell::Empty])?;
    for (name, login_id) in &moved.managers {
        let who = format!("{name} ({login_id})");
        sheet.write(&[Cell::Text(&who), Cell::Text(before), Cell::Text(after), Cell::Empty])?;
    }
    let counts = &moved.counts;
    for (name, count) in [
        ("업체", counts.companies),
        ("매니저", counts.managers),
        ("운영자", counts.operators),
        ("그 밖의 계정", counts.accounts),
        ("회원", counts.members),
        ("측정 기록", counts.measurements),
        ("훈련 참여", counts.trainings),
        ("회원 연결", counts.links),
        ("부서", counts.divisions),
        ("폐기된 인증키", counts.credentials),
    ] {
        sheet.write(&[Cell::Text(name), Cell::Empty, Cell::Empty, Cell::Whole(count)])?;
    }
    sheet.finish()
}
