//! What a file may hold, and a file to begin with; both from the list of columns that the import reads.

use actix_web::{HttpResponse, http::StatusCode};
use kernel::{
    http::{mount::Input, respond},
    problem::Problem,
};
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use uno_core::{
    contract::{
        File,
        member_imports::{
            COLUMNS, Column, DownloadMemberImportSample, GetMemberImportGuide, ImportColumn, ImportFormat, MAX_BYTES,
            MAX_ROWS, MemberImportGuide, MemberImportRow, REQUIRED_COLUMNS, WORDS,
        },
        validation::{Kind, Rules},
    },
    domain::decimal::Hundredths,
};

/// Rows of the sample that are prepared for what people type.
const PREPARED_ROWS: u32 = 1_000;
const COLUMN_WIDTH: f64 = 18.0;

/// What a file may hold.
pub async fn answer(_: Input<GetMemberImportGuide>) -> Result<MemberImportGuide, Problem> {
    let columns = COLUMNS.iter().zip(MemberImportRow::FORM.fields).map(|(column, field)| {
        let (min, max) = match field.kind {
            Kind::Integer { min, max } => (Some(min.to_string()), Some(max.to_string())),
            Kind::Decimal { min, max } => (Some(Hundredths(min).to_string()), Some(Hundredths(max).to_string())),
            _ => (None, None),
        };
        let words = match field.kind {
            Kind::Word(words) => WORDS
                .iter()
                .filter(|(word, _)| words.contains(word))
                .flat_map(|(word, synonyms)| synonyms.iter().chain([word]))
                .map(|word| (*word).to_owned())
                .collect(),
            _ => Vec::new(),
        };
        ImportColumn {
            field: column.name.into(),
            names: column.aliases.iter().chain([&column.name]).map(|name| (*name).to_owned()).collect(),
            required: field.required,
            unit: column.units.first().map(|unit| (*unit).to_owned()),
            min,
            max,
            words,
        }
    });
    Ok(MemberImportGuide {
        columns: columns.collect(),
        most_rows: i64::try_from(MAX_ROWS).map_err(Problem::internal)?,
        most_bytes: i64::try_from(MAX_BYTES).map_err(Problem::internal)?,
    })
}

/// A file with every column and two rows.
pub async fn sample(input: Input<DownloadMemberImportSample>) -> Result<HttpResponse, Problem> {
    let (bytes, kind, name) = match input.query.format {
        ImportFormat::Csv => (csv(), format!("{}; charset=utf-8", File::CSV), "member-import-sample.csv"),
        ImportFormat::Xlsx => (xlsx()?, File::XLSX.to_owned(), "member-import-sample.xlsx"),
    };
    Ok(respond::builder(StatusCode::OK, &input.request_id)
        .content_type(kind)
        .insert_header(("content-disposition", format!("attachment; filename=\"{name}\"")))
        .body(bytes))
}

fn title(column: &Column) -> &'static str {
    column.aliases.first().copied().unwrap_or(column.name)
}

/// UTF-8 with its mark, which spreadsheet programs ask for.
fn csv() -> Vec<u8> {
    let mut text = String::from("\u{FEFF}");
    let mut row = |cells: &mut dyn Iterator<Item = &'static str>| {
        text.push_str(&cells.collect::<Vec<_>>().join(","));
        text.push_str("\r\n");
    };
    row(&mut COLUMNS.iter().map(title));
    for index in 0..2 {
        row(&mut COLUMNS.iter().map(|column| column.examples.get(index).copied().unwrap_or_default()));
    }
    text.into_bytes()
}

/// All cells are text, so that what people type keeps its zeros and stays as typed.
fn xlsx() -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let (text, bold) = (Format::new().set_num_format("@"), Format::new().set_bold());
    sheet.set_freeze_panes(1, 0)?;
    for (index, column) in (0_u16..).zip(&COLUMNS) {
        let is_required = usize::from(index) < REQUIRED_COLUMNS;
        let title = if is_required { format!("{}*", title(column)) } else { title(column).to_owned() };
        sheet.set_column_width(index, COLUMN_WIDTH)?;
        sheet.write_string_with_format(0, index, title, &bold)?;
        for (row, example) in (1_u32..).zip(column.examples) {
            sheet.write_string_with_format(row, index, example, &text)?;
        }
        for row in 3..PREPARED_ROWS {
            sheet.write_blank(row, index, &text)?;
        }
    }
    workbook.save_to_buffer()
}
