//! What all kinds share beside the header: details are read with the names of their owners, inserted and replaced, and
//! the response combines the header's fields with the kind's.

use crate::{grades::is_urgent, store::Header};

/// A header with its detail, the number and name of the member, and the name of the company.
pub(crate) type Named<Row> = (Header, Row, Option<String>, Option<String>, Option<String>);

/// Converts a small number for a response; `None` if it is out of range, which the database's constraints rule out.
pub(crate) fn unit<Number: TryFrom<i32>>(value: Option<i32>) -> Option<Number> {
    value.and_then(|value| Number::try_from(value).ok())
}

/// Returns whether a measurement has an urgent value or was graded by another version than the product's first.
pub(crate) fn needs_rules(header: &Header) -> bool {
    is_urgent(header.grades) || header.rule_version.is_some_and(|version| version > 1)
}

/// Implements loading, inserting and replacing details for a [`crate::kind::Kind`] with one detail table.
///
/// ```ignore
/// details_in!(heart_rate_measurement, Row, measurement_of);
/// ```
macro_rules! details_in {
    ($table:ident, $row:ty, $measurement_of:path) => {
        fn load(
            connection: &mut kernel::db::DatabaseConnection,
            scope: kernel::access::scope::Scope,
            can: &uno_core::contract::page::Can,
            ids: &[i64],
        ) -> Result<Vec<Self::Measurement>, kernel::problem::Problem> {
            use diesel::{
                ExpressionMethods as _, NullableExpressionMethods as _, QueryDsl as _, RunQueryDsl as _,
                SelectableHelper as _,
            };
            use kernel::{
                access::scope::Scoped as _,
                db::schema::{company, measurement, member, $table},
            };
            let query = measurement::table
                .in_scope(scope)
                .inner_join($table::table)
                .left_join(member::table)
                .left_join(company::table)
                .filter(measurement::measurement_id.eq_any(ids.to_vec()))
                .select((
                    $crate::store::Header::as_select(),
                    <$row>::as_select(),
                    member::member_no.nullable(),
                    member::name.nullable(),
                    company::name.nullable(),
                ));
            let found = query.load::<$crate::detail::Named<$row>>(connection)?;
            let needs_rules = found.iter().any(|named| $crate::detail::needs_rules(&named.0));
            let mut found =
                found.into_iter().map(|named| $measurement_of(named, can)).collect::<Result<Vec<_>, _>>()?;
            if needs_rules {
                <Self as $crate::kind::Kind>::complete(connection, &mut found)?;
            }
            Ok(found)
        }

        fn insert_details(
            connection: &mut kernel::db::DatabaseConnection,
            details: Vec<(i64, Self::Detail)>,
        ) -> Result<(), kernel::problem::Problem> {
            use diesel::{ExpressionMethods as _, RunQueryDsl as _};
            use kernel::db::schema::$table;
            let rows: Vec<_> = details.iter().map(|(id, detail)| ($table::measurement_id.eq(*id), detail)).collect();
            kernel::insert_rows!(connection, $table::table, rows)?;
            Ok(())
        }

        fn replace_detail(
            connection: &mut kernel::db::DatabaseConnection,
            id: i64,
            detail: Self::Detail,
        ) -> Result<(), kernel::problem::Problem> {
            use diesel::{QueryDsl as _, RunQueryDsl as _};
            use kernel::db::schema::$table;
            diesel::update($table::table.find(id)).set(&detail).execute(connection)?;
            Ok(())
        }
    };
}
pub(crate) use details_in;

/// Builds the response for a measurement: the fields of the header and its owner, then the fields of its kind.
///
/// ```ignore
/// answer!(header, (member_no, member_name, company_name), can => HeartRateMeasurement {
///     heart_rate_measurement_id: HeartRateMeasurementId,
///     rate: row.rate.into(),
/// })
/// ```
macro_rules! answer {
    (
        $header:ident, ($member_no:ident, $member_name:ident, $company_name:ident), $can:ident =>
        $measurement:ident { $id:ident: $id_type:ident, $($field:ident $(: $value:expr)?),+ $(,)? }
    ) => {
        $measurement {
            $($field $(: $value)?,)+
            $id: $id_type($header.measurement_id),
            member_id: $header.member_id.map(uno_core::contract::members::MemberId),
            member_no: $member_no,
            member_name: $member_name,
            company_id: $header.company_id.map(uno_core::contract::companies::CompanyId),
            company_name: $company_name,
            measured_at: uno_core::domain::time::Timestamp($header.measured_at),
            measured_at_offset: $header.measured_at_offset.into(),
            received_at: uno_core::domain::time::Timestamp($header.received_at),
            sex: $header.sex.as_deref().and_then(uno_core::domain::grade::Sex::parse),
            age: $crate::detail::unit($header.age),
            urgent: Vec::new(),
            unusual: $header.unusual(),
            far_from_last: $header.far_from_last(),
            trial: $header.trial,
            service_id: $header.service_id.map(uno_core::contract::services::ServiceId),
            external_device_id: $header
                .external_device_id
                .map(uno_core::contract::external_devices::ExternalDeviceId),
            updated_at: $header.updated_at(),
            authors: None,
            version: $header.version,
            source_id: $header.source_id,
            import_job_id: $header.import_id.map(uno_core::contract::jobs::JobId),
            rule_set: $header.rule_set,
            rule_version: $header.rule_version,
            can: $can.clone(),
        }
    };
}
pub(crate) use answer;
