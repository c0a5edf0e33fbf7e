//! A description of importable files, and a sample file; both are derived from the list of columns that the import
//! reads.

use crate::layout::{Layout, Role};
use actix_web::{HttpResponse, http::StatusCode};
use kernel::{http::respond, problem::Problem};
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use uno_core::{
    contract::{
        File,
        imports::{Column, ImportColumn, ImportFormat, ImportGuide, MAX_BYTES, MAX_ROWS},
        validation::Kind,
    },
    domain::decimal::{Hundredths, Thousandths},
};

/// Number of rows of the sample that are formatted for input.
const PREPARED_ROWS: u32 = 1_000;
const COLUMN_WIDTH: f64 = 18.0;

/// Describes the files that can be imported.
///
/// # Errors
/// Never.
pub fn answer(layout: &Layout) -> Result<ImportGuide, Problem> {
    let columns = layout.known.iter().enumerate().map(|(place, known)| {
        let column = known.column;
        let (min, max) = match known.role {
            Role::Field(Kind::Integer { min, max }) => (Some(min.to_string()), Some(max.to_string())),
            Role::Field(Kind::Decimal { min, max }) => {
                (Some(Hundredths(min).to_string()), Some(Hundredths(max).to_string()))
            }
            Role::Field(Kind::DecimalOrWord { min, max, .. }) => {
                (Some(Thousandths(min).to_string()), Some(Thousandths(max).to_string()))
            }
            _ => (None, None),
        };
        let words = match known.role {
            Role::Field(Kind::Word(words) | Kind::DecimalOrWord { words, .. }) => layout
                .words
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
            required: place < layout.required,
            unit: column.units.first().map(|unit| (*unit).to_owned()),
            min,
            max,
            words,
        }
    });
    Ok(ImportGuide {
        columns: columns.collect(),
        most_rows: i64::try_from(MAX_ROWS).map_err(Problem::internal)?,
        most_bytes: i64::try_from(MAX_BYTES).map_err(Problem::internal)?,
    })
}

/// Creates a sample file with a column for every field and two rows.
///
/// # Errors
/// Returns an error if the spreadsheet cannot be written.
pub fn sample(layout: &Layout, format: ImportFormat, name: &str, request_id: &str) -> Result<HttpResponse, Problem> {
    let (bytes, kind, ending) = match format {
        ImportFormat::Csv => (csv(layout), format!("{}; charset=utf-8", File::CSV), "csv"),
        ImportFormat::Xlsx => (xlsx(layout)?, File::XLSX.to_owned(), "xlsx"),
    };
    Ok(respond::builder(StatusCode::OK, request_id)
        .content_type(kind)
        .insert_header(("content-disposition", format!("attachment; filename=\"{name}.{ending}\"")))
        .body(bytes))
}

fn fields(layout: &Layout) -> impl Iterator<Item = Column> {
    layout.known.iter().filter(|known| matches!(known.role, Role::Field(_))).map(|known| known.column)
}

fn title(column: Column) -> &'static str {
    column.aliases.first().copied().unwrap_or(column.name)
}

/// Creates UTF-8 text with the byte order mark that spreadsheet programs require.
fn csv(layout: &Layout) -> Vec<u8> {
    let mut text = String::from("\u{FEFF}");
    let mut row = |cells: &mut dyn Iterator<Item = &'static str>| {
        text.push_str(&cells.collect::<Vec<_>>().join(","));
        text.push_str("\r\n");
    };
    row(&mut fields(layout).map(title));
    for index in 0..2 {
        row(&mut fields(layout).map(|column| column.examples.get(index).copied().unwrap_or_default()));
    }
    text.into_bytes()
}

/// Creates a spreadsheet with text cells only, so that typed values keep leading zeros and stay unchanged.
fn xlsx(layout: &Layout) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let (text, bold) = (Format::new().set_num_format("@"), Format::new().set_bold());
    sheet.set_freeze_panes(1, 0)?;
    for (index, column) in (0_u16..).zip(fields(layout)) {
        let is_required = usize::from(index) < layout.required;
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
