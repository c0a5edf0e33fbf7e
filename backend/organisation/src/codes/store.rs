//! Codes: storage. They belong to the installation. A foreign key from each use of a code prevents its deletion.

use diesel::{
    EscapeExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper, TextExpressionMethods,
};
use kernel::{
    access::caller::Caller,
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow,
        page::{self, Paging, like_pattern},
        schema::{code_entry, external_device},
    },
    problem::Problem,
    records::{self, Record, Rows},
};
use uno_core::{
    contract::{
        codes::{
            Code, CodeFilter, CodeId, CodeList, CodeOption, CodeOptionFilter, CodePath, CodeSave, CodeSort, SCREEN,
        },
        languages::{NameInLanguage, name_in},
        page::{Can, Page},
        revisions::FieldChange,
    },
    domain::{access::Action, text::search_key, time::Timestamp},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = code_entry)]
struct Row {
    code_entry_id: CodeId,
    list: CodeList,
    code: String,
    name: String,
    names: String,
    position: i64,
    is_active: bool,
    attributes: String,
    created_at: Timestamp,
    updated_at: Timestamp,
    version: i64,
}

fn shown(caller: &Caller, row: Row) -> Result<Code, Problem> {
    Ok(Code {
        code_id: row.code_entry_id,
        list: row.list,
        code: row.code,
        name: row.name,
        names: serde_json::from_str(&row.names).map_err(Problem::internal)?,
        position: row.position,
        is_active: row.is_active,
        attributes: serde_json::from_str(&row.attributes).map_err(Problem::internal)?,
        created_at: row.created_at,
        updated_at: row.updated_at,
        authors: None,
        version: row.version,
        can: Can { update: caller.permit(SCREEN, Action::Update), delete: caller.permit(SCREEN, Action::Delete) },
    })
}

/// Returns the codes with a text in one of their names. Names in other languages have no column of their own: an
/// installation has a few hundred codes, so all are read.
fn named(connection: &mut DatabaseConnection, name: &str) -> Result<Vec<i64>, Problem> {
    let sought = search_key(name);
    let all = code_entry::table.select((code_entry::code_entry_id, code_entry::name_key, code_entry::names));
    let mut found = Vec::new();
    for (id, key, names) in all.load::<(i64, String, String)>(connection)? {
        let names: Vec<NameInLanguage> = serde_json::from_str(&names).map_err(Problem::internal)?;
        if key.contains(&sought) || names.iter().any(|one| search_key(&one.name).contains(&sought)) {
            found.push(id);
        }
    }
    Ok(found)
}

fn filtered(filter: &CodeFilter, named: Option<&Vec<i64>>) -> code_entry::BoxedQuery<'static, Db> {
    let mut query = code_entry::table
        .into_boxed()
        .among(code_entry::list, &filter.lists)
        .equal(code_entry::is_active, filter.is_active);
    if let Some(named) = named {
        query = query.filter(code_entry::code_entry_id.eq_any(named.clone()));
    }
    match filter.code.as_deref() {
        // Codes are upper case; the user may type lower case.
        Some(code) => query.filter(code_entry::code.like(like_pattern(&code.trim().to_ascii_uppercase())).escape('\\')),
        None => query,
    }
}

/// Returns a page of codes.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(connection: &mut DatabaseConnection, caller: &Caller, filter: &CodeFilter) -> Result<Page<Code>, Problem> {
    let named = filter.name.as_deref().map(|name| named(connection, name)).transpose()?;
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(filter, named.as_ref()).select(Row::as_select()).page(paging);
        let id = code_entry::code_entry_id;
        match filter.sort.unwrap_or(CodeSort::Place) {
            CodeSort::Place => query.order((code_entry::list, code_entry::position, id)),
            CodeSort::Newest => query.order(id.desc()),
            CodeSort::Oldest => query.order(id.asc()),
        }
        .load(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let count = |connection: &mut DatabaseConnection| filtered(filter, named.as_ref()).count().get_result(connection);
    let found = page::load(connection, paging, rows, count)?;
    found.try_map(|row: Row| shown(caller, row))
}

/// Returns the codes of a picker.
///
/// # Errors
/// Returns an error if the database fails.
pub fn options(connection: &mut DatabaseConnection, filter: &CodeOptionFilter) -> Result<Vec<CodeOption>, Problem> {
    let rows: Vec<Row> = code_entry::table
        .into_boxed()
        .filter(code_entry::is_active.eq(true))
        .among(code_entry::list, &filter.lists)
        .order((code_entry::list, code_entry::position, code_entry::code_entry_id))
        .select(Row::as_select())
        .load(connection)?;
    let option = |row: Row| {
        let names: Vec<_> = serde_json::from_str(&row.names).map_err(Problem::internal)?;
        let name = name_in(&names, filter.language).map_or(row.name, str::to_owned);
        Ok(CodeOption { list: row.list, code: row.code, name })
    };
    rows.into_iter().map(option).collect()
}

/// Checks that a record may have a code of a list: an active code, or the one that the record already has. Locks a new
/// code against deletion until the transaction ends.
///
/// # Errors
/// Returns `notFound` for the field if there is no such active code.
pub fn check(
    connection: &mut DatabaseConnection,
    field: &str,
    list: CodeList,
    code: &str,
    standing: Option<&str>,
) -> Result<(), Problem> {
    if standing == Some(code) {
        return Ok(());
    }
    let known = code_entry::table.filter(code_entry::list.eq(list)).filter(code_entry::code.eq(code));
    let known = known.select(code_entry::is_active);
    let active = match connection {
        DatabaseConnection::Sqlite(connection) => known.first::<bool>(connection),
        DatabaseConnection::Postgres(connection) => known.for_key_share().first(connection),
    }
    .optional()?;
    if active == Some(true) { Ok(()) } else { Err(Problem::invalid_field(field, "notFound")) }
}

/// Codes as records, which are created, changed and deleted through their form.
pub struct CodeRecord;

impl Record for CodeRecord {
    const RESOURCE: &'static str = "code";
    type Form = CodeSave;
}

macro_rules! columns {
    ($save:ident) => {
        (
            code_entry::name.eq(&$save.name),
            code_entry::name_key.eq(search_key(&$save.name)),
            code_entry::names.eq(serde_json::to_string(&$save.names).map_err(Problem::internal)?),
            code_entry::position.eq($save.position),
            code_entry::is_active.eq($save.is_active),
            code_entry::attributes.eq(serde_json::to_string(&$save.attributes).map_err(Problem::internal)?),
            code_entry::updated_at.eq(clock::now()),
        )
    };
}

impl Rows for CodeRecord {
    type Path = CodePath;
    type Shown = Code;
    const UNIQUE: Option<&'static str> = Some("code");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Code, Problem> {
        let row = code_entry::table.find(id).select(Row::as_select()).first(connection).optional()?;
        shown(caller, row.ok_or_else(Problem::not_found)?)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<CodeSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn validated(
        _: &mut DatabaseConnection,
        _: &Caller,
        standing: Option<(i64, &CodeSave)>,
        mut save: CodeSave,
    ) -> Result<CodeSave, Problem> {
        // Records refer to the code, so another list or code would change their meaning.
        if let Some((_, before)) = standing {
            for (field, changes) in [("list", before.list != save.list), ("code", before.code != save.code)] {
                if changes {
                    return Err(Problem::invalid_field(field, "fixed"));
                }
            }
        }
        save.names.sort_unstable_by_key(|name| name.language);
        Ok(save)
    }

    /// A foreign key in the database prevents deletion where uses are not counted here.
    fn check_removable(connection: &mut DatabaseConnection, _: i64, before: &CodeSave) -> Result<(), Problem> {
        if before.list != CodeList::DeviceKind {
            return Ok(());
        }
        let devices = external_device::table.filter(external_device::kind.eq(&before.code)).count();
        records::dependents(&[("externalDevices", devices.get_result(connection)?)])
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        save: &CodeSave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let fixed = (code_entry::list.eq(save.list), code_entry::code.eq(&save.code), code_entry::created_at.eq(at));
        let row = (columns!(save), fixed);
        let new = diesel::insert_into(code_entry::table);
        Ok(match id {
            None => new.values(row).returning(code_entry::code_entry_id).get_result(connection)?,
            Some(id) => {
                let version = code_entry::version.eq(save.version.unwrap_or_default() + 1);
                let row = (code_entry::code_entry_id.eq(id), version, row);
                new.values(row).returning(code_entry::code_entry_id).get_result(connection)?
            }
        })
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &CodeSave,
        save: &CodeSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        Ok(diesel::update(code_entry::table.find(id).filter(code_entry::version.eq(version)))
            .set((columns!(save), code_entry::version.eq(version + 1)))
            .execute(connection)?)
    }

    fn remove(connection: &mut DatabaseConnection, id: i64, before: &CodeSave) -> Result<Option<Timestamp>, Problem> {
        let version = before.version.unwrap_or_default();
        let row = diesel::delete(code_entry::table.find(id).filter(code_entry::version.eq(version)));
        Ok(row.returning(code_entry::created_at).get_result(connection).optional()?)
    }

    /// Shows each language by itself, and attributes as `name=value`.
    fn describe_changes(_: &mut DatabaseConnection, changes: Vec<FieldChange>) -> Result<Vec<FieldChange>, Problem> {
        let mut changes = records::describe_names(changes)?;
        for change in changes.iter_mut().filter(|change| change.field == "attributes") {
            for value in [&mut change.before, &mut change.after].into_iter().flatten() {
                let attributes: Vec<uno_core::contract::codes::CodeAttribute> =
                    serde_json::from_str(value).map_err(Problem::internal)?;
                let told: Vec<_> = attributes.iter().map(|noted| format!("{}={}", noted.name, noted.value)).collect();
                *value = told.join(", ");
            }
        }
        Ok(changes)
    }
}
