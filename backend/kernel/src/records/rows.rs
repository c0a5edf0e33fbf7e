//! Macros to read and write the rows of records whose columns have the names of the fields.

/// Declares a row of a table with the columns that a record has as fields, and its conversion into the record.
///
/// ```ignore
/// row! {
///     /// Terms without their content, which lists do not need.
///     struct Row of terms as Terms { terms_id: TermsId, kind: TermsKind }
///     with { content: Option<String>, can: Can }
///     without { authors }
/// }
/// ```
///
/// The fields under `without` are filled in only where a single record is shown.
#[macro_export]
macro_rules! row {
    (
        $(#[$meta:meta])*
        $vis:vis struct $row:ident of $table:ident as $record:ident { $($column:ident: $type:ty),+ $(,)? }
        with { $($more:ident: $more_type:ty),* $(,)? }
        $(without { $($absent:ident),+ })?
    ) => {
        $(#[$meta])*
        #[derive(diesel::Queryable, diesel::Selectable)]
        #[diesel(table_name = $table)]
        $vis struct $row {
            $($column: $type),+
        }

        impl $row {
            /// Converts the row into the record; the arguments are the fields that are not columns.
            #[allow(clippy::too_many_arguments)] // As many as stand in other tables.
            $vis fn record(self, $($more: $more_type),*) -> $record {
                $record { $($column: self.$column,)+ $($more,)* $($($absent: None,)+)? }
            }
        }
    };
}

/// Implements [`crate::records::Rows::lock`] for the rows of a table.
#[macro_export]
macro_rules! locked_rows {
    ($table:ident by $id:ident) => {
        fn lock(connection: &mut $crate::db::DatabaseConnection, ids: &[i64]) -> Result<(), $crate::problem::Problem> {
            use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
            if let $crate::db::DatabaseConnection::Postgres(connection) = connection {
                let rows = $table::table.filter($table::$id.eq_any(ids)).order($table::$id);
                rows.select($table::$id).for_update().load::<i64>(connection)?;
            }
            Ok(())
        }
    };
}

/// Implements the writing methods inside [`crate::records::Rows`]: form fields are saved into columns of the same
/// names, further columns are computed from the form. The table has `created_at`, `updated_at` and `version`.
///
/// ```ignore
/// saved_columns! { admin_board by admin_board_id { category, name } and |form| admin_board::name_key.eq(…) }
/// ```
#[macro_export]
macro_rules! saved_columns {
    ($table:ident by $id:ident { $($column:ident),+ $(,)? } $(and |$form:ident| $more:expr)?) => {
        $crate::locked_rows! { $table by $id }

        fn insert(
            connection: &mut $crate::db::DatabaseConnection,
            id: Option<i64>,
            form: &Self::Form,
            at: uno_core::domain::time::Timestamp,
        ) -> Result<i64, $crate::problem::Problem> {
            use diesel::{ExpressionMethods as _, RunQueryDsl as _};
            let saved = ($($table::$column.eq(&form.$column),)+ $({ let $form = form; $more },)?);
            let changed_at = if id.is_some() { $crate::clock::now() } else { at };
            let row = (saved, $table::created_at.eq(at.0), $table::updated_at.eq(changed_at.0));
            let new = diesel::insert_into($table::table);
            Ok(match id {
                None => new.values(row).returning($table::$id).get_result(connection)?,
                Some(id) => {
                    let version = $table::version.eq(form.version.unwrap_or_default() + 1);
                    new.values(($table::$id.eq(id), version, row)).returning($table::$id).get_result(connection)?
                }
            })
        }

        fn replace(
            connection: &mut $crate::db::DatabaseConnection,
            id: i64,
            before: &Self::Form,
            form: &Self::Form,
        ) -> Result<usize, $crate::problem::Problem> {
            use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
            let version = before.version.unwrap_or_default();
            let saved = ($($table::$column.eq(&form.$column),)+ $({ let $form = form; $more },)?);
            let now = $crate::clock::now().0;
            Ok(diesel::update($table::table.find(id).filter($table::version.eq(version)))
                .set((saved, $table::updated_at.eq(now), $table::version.eq(version + 1)))
                .execute(connection)?)
        }

        fn remove(
            connection: &mut $crate::db::DatabaseConnection,
            id: i64,
            before: &Self::Form,
        ) -> Result<Option<uno_core::domain::time::Timestamp>, $crate::problem::Problem> {
            use diesel::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, RunQueryDsl as _};
            let version = before.version.unwrap_or_default();
            let row = diesel::delete($table::table.find(id).filter($table::version.eq(version)));
            Ok(row.returning($table::created_at).get_result(connection).optional()?)
        }
    };
}
