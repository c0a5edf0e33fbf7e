//! The export file of users: the columns of the list, with personal data masked.

use super::store::{self, UserRecord};
use crate::members::sought;
use kernel::{
    access::{
        caller::Caller,
        log::{Person, Reader},
    },
    db::{DatabaseConnection, page::Paging},
    exports::{Column, Exported, RowsAfter, Value},
    problem::Problem,
    state::State,
};
use uno_core::{
    contract::managed_users::{
        BulkUsers, DeleteUser, ExportUsers, ONLINE_SCREEN, REGULAR_SCREEN, UpdateUser, User, UserChanges, UserFilter,
    },
    domain::{access::Action, grade::Sex},
};

/// Users as a file.
pub struct UserExport;

/// A user with the names of the companies as one text.
pub struct Row {
    user: User,
    companies: String,
}

kernel::bulk! {
    /// Users that are changed or removed together.
    pub UserBulk: BulkUsers of UserRecord in UserExport by user.user_id as name;
    update UpdateUser [UserChanges], delete DeleteUser
}

impl Exported for UserExport {
    type Call = ExportUsers;
    type Row = Row;
    const COLUMNS: &'static [Column<Row>] = &[
        Column::new("member.name", 14.0, |row| (&row.user.name).into()),
        Column::new("account.loginId", 16.0, |row| (&row.user.login_id).into()),
        Column::new("me.level", 16.0, |row| Value::Word("userLevel", row.user.level.as_str())),
        Column::new("member.company", 26.0, |row| (&row.companies).into()),
        Column::new("member.birthDate", 13.0, |row| (&row.user.birth_date).into()),
        Column::new("member.age", 8.0, |row| row.user.age.into()),
        Column::new("member.sex", 8.0, |row| Value::word("sex", row.user.sex.map(Sex::as_str))),
        Column::new("member.phone", 16.0, |row| (&row.user.phone_number).into()),
        Column::new("member.email", 24.0, |row| (&row.user.email).into()),
        Column::new("staff.lastSignIn", 17.0, |row| row.user.last_signed_in_at.into()),
        Column::new("me.since", 17.0, |row| row.user.created_at.into()),
    ];

    fn title(filter: &UserFilter) -> &'static str {
        match filter.is_online {
            Some(false) => "user.regular",
            Some(true) => "user.online",
            None => "log.resource.user",
        }
    }

    fn admit(
        connection: &mut DatabaseConnection,
        state: &State,
        reader: &Reader,
        filter: &UserFilter,
    ) -> Result<(), Problem> {
        let sought = sought(state, filter.phone_number.as_deref(), filter.birth_date);
        sought.map_or(Ok(()), |sought| sought.count(connection, reader))
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &UserFilter,
    ) -> Result<Option<i64>, Problem> {
        Self::total(connection, caller, filter).map(Some)
    }

    fn person(row: &Row) -> Option<Person> {
        Some(Person::User(row.user.user_id.0))
    }

    /// The screens of the kinds of users in the file.
    fn screens(caller: &Caller, filter: &UserFilter) -> Result<Vec<&'static str>, Problem> {
        let kinds = store::kinds(caller, Action::Read, filter.is_online)?;
        Ok(kinds.into_iter().map(|online| if online { ONLINE_SCREEN } else { REGULAR_SCREEN }).collect())
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &UserFilter) -> Result<i64, Problem> {
        store::count(connection, caller, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &UserFilter,
        after: RowsAfter<'_, Row>,
    ) -> Result<Vec<Row>, Problem> {
        let users = store::page(connection, caller, filter, Paging { page: after.page, size: after.most })?;
        Ok(users.into_iter().map(|user| Row { companies: user.company_names.join(", "), user }).collect())
    }
}
