//! The export file of members: the columns of the list, with personal data masked.

use super::{sought, store};
use kernel::{
    access::{
        caller::Caller,
        log::{Person, Reader},
    },
    clock,
    db::DatabaseConnection,
    exports::{Column, Exported, RowsAfter, Value},
    problem::Problem,
    state::State,
};
use uno_core::contract::{
    companies::CompanyId,
    members::{ExportMembers, Member, MemberFilter},
};

/// Members as a file.
pub struct MemberExport;

impl Exported for MemberExport {
    type Call = ExportMembers;
    type Row = Member;
    const COLUMNS: &'static [Column<Member>] = &[
        Column::new("member.name", 14.0, |row| (&row.name).into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("member.division", 18.0, |row| (&row.division_name).into()),
        Column::new("member.birthDate", 13.0, |row| (&row.birth_date).into()),
        Column::new("member.age", 8.0, |row| row.age.into()),
        Column::new("member.sex", 8.0, |row| Value::Word("sex", row.sex.as_str())),
        Column::new("member.phone", 16.0, |row| (&row.phone_number).into()),
        Column::new("member.email", 24.0, |row| (&row.email).into()),
        Column::new("member.address", 30.0, |row| (&row.address).into()),
        Column::new("member.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("member.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &MemberFilter) -> &'static str {
        "member.title"
    }

    /// Counts and logs a search by personal data, whatever its result.
    fn admit(
        connection: &mut DatabaseConnection,
        state: &State,
        reader: &Reader,
        filter: &MemberFilter,
    ) -> Result<(), Problem> {
        let sought = sought(state, filter.phone_number.as_deref(), filter.birth_date);
        sought.map_or(Ok(()), |sought| sought.count(connection, reader))
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &MemberFilter,
    ) -> Result<Option<i64>, Problem> {
        Self::total(connection, caller, filter).map(Some)
    }

    fn company(filter: &MemberFilter) -> Option<CompanyId> {
        filter.company_id
    }

    fn person(row: &Member) -> Option<Person> {
        Some(Person::Member(row.member_id.0))
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &MemberFilter) -> Result<i64, Problem> {
        store::count(connection, caller.scope, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &MemberFilter,
        behind: RowsAfter<'_, Member>,
    ) -> Result<Vec<Member>, Problem> {
        let filter = MemberFilter { page: None, page_size: Some(behind.most), after: None, ..filter.clone() };
        let Some(narrowed) = store::narrow(connection, caller.scope, &filter)? else { return Ok(Vec::new()) };
        let after = behind.last.map(|last| store::Place::behind(&filter, last));
        let mut rows = store::rows(connection, caller, &filter, after.as_ref(), narrowed, clock::today())?;
        // One extra row was read to detect a further page.
        rows.truncate(usize::try_from(behind.most).unwrap_or(usize::MAX));
        Ok(rows)
    }
}
