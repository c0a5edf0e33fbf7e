//! How string values, identifiers, dates and timestamps are stored in database columns.

/// Implements reading a type from a column and writing it to one; only for the server.
///
/// ```ignore
/// column! { Timestamp as BigInt: i64 => |at| Ok(Self(at)), i64 => |value| &value.0 }
/// ```
macro_rules! column {
    (
        $type:ident as $sql:ident: $read:ty => |$stored:ident| $made:expr,
        $written:ty => |$value:ident| $given:expr
    ) => {
        #[cfg(feature = "server")]
        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::$sql, DB> for $type
        where
            DB: diesel::backend::Backend,
            $read: diesel::deserialize::FromSql<diesel::sql_types::$sql, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let $stored = <$read as diesel::deserialize::FromSql<diesel::sql_types::$sql, DB>>::from_sql(bytes)?;
                $made
            }
        }

        #[cfg(feature = "server")]
        impl<DB> diesel::serialize::ToSql<diesel::sql_types::$sql, DB> for $type
        where
            DB: diesel::backend::Backend,
            $written: diesel::serialize::ToSql<diesel::sql_types::$sql, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, DB>) -> diesel::serialize::Result {
                let $value = self;
                <$written as diesel::serialize::ToSql<diesel::sql_types::$sql, DB>>::to_sql($given, out)
            }
        }
    };
}
pub(crate) use column;
