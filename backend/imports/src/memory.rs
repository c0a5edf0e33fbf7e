//! Remembered decisions about columns in a company's earlier imports: fields by column name.

use crate::decisions::Remembered;
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::{
    access::scope::{Scope, Scoped as _},
    clock,
    db::{DatabaseConnection, schema::import_column},
    on_backend,
    problem::Problem,
};
use uno_core::contract::companies::CompanyId;

/// Maximum number of remembered columns per company and kind of import; the oldest are dropped.
const MAX_REMEMBERED: i64 = 500;

/// Returns a company's remembered decisions for a kind of import.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of(
    connection: &mut DatabaseConnection,
    scope: Scope,
    company_id: CompanyId,
    what: &str,
) -> Result<Remembered, Problem> {
    Ok(import_column::table
        .in_scope(scope)
        .filter(import_column::company_id.eq(company_id.0))
        .filter(import_column::what.eq(what.to_owned()))
        .order(import_column::updated_at.desc())
        .limit(MAX_REMEMBERED)
        .select((import_column::name, import_column::field))
        .load(connection)?)
}

/// Remembers decisions about columns, in place of earlier ones about the same columns.
///
/// # Errors
/// Returns an error if the database fails.
pub fn keep(
    connection: &mut DatabaseConnection,
    company_id: CompanyId,
    what: &str,
    said: &Remembered,
) -> Result<(), Problem> {
    if said.is_empty() {
        return Ok(());
    }
    let of_company = || {
        import_column::table
            .filter(import_column::company_id.eq(company_id.0))
            .filter(import_column::what.eq(what.to_owned()))
    };
    let names: Vec<&str> = said.iter().map(|(name, _)| name.as_str()).collect();
    diesel::delete(of_company().filter(import_column::name.eq_any(names))).execute(connection)?;
    let mut rows: Vec<_> = Vec::with_capacity(said.len());
    for (at, (name, field)) in said.iter().enumerate() {
        // Two columns may have the same name; the decision about the first counts.
        if said.iter().take(at).any(|(before, _)| before == name) {
            continue;
        }
        rows.push((
            import_column::company_id.eq(company_id.0),
            import_column::what.eq(what),
            import_column::name.eq(name),
            import_column::field.eq(field.as_deref()),
            import_column::updated_at.eq(clock::now().0),
        ));
    }
    on_backend!(connection, |connection| {
        diesel::insert_into(import_column::table).values(rows).on_conflict_do_nothing().execute(connection)
    })?;
    let too_many: Vec<String> = of_company()
        .order(import_column::updated_at.desc())
        .offset(MAX_REMEMBERED)
        .limit(MAX_REMEMBERED)
        .select(import_column::name)
        .load(connection)?;
    if !too_many.is_empty() {
        diesel::delete(of_company().filter(import_column::name.eq_any(too_many))).execute(connection)?;
    }
    Ok(())
}
