//! The export file of companies.

use super::{
    readable,
    store::{self, CompanyRecord},
};
use diesel::{QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, log::Person},
    db::{DatabaseConnection, schema::service},
    exports::{Column, Exported, RowsAfter, Value},
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::contract::companies::{
    BulkCompanies, Company, CompanyChanges, CompanyFilter, CompanyType, DeleteCompany, ExportCompanies, UpdateCompany,
};

/// Companies as a file.
pub struct CompanyExport;

/// A company with the names of its services.
pub struct Row {
    company: Company,
    services: String,
}

kernel::bulk! {
    /// Companies that are changed or removed together.
    pub CompanyBulk: BulkCompanies of CompanyRecord in CompanyExport by company.company_id as name;
    update UpdateCompany [CompanyChanges], delete DeleteCompany
}

impl Exported for CompanyExport {
    type Call = ExportCompanies;
    type Row = Row;
    const COLUMNS: &'static [Column<Row>] = &[
        Column::new("company.name", 24.0, |row| (&row.company.name).into()),
        Column::new("field.name.type", 10.0, |row| Value::Word("role", row.company.kind.as_str())),
        Column::new("company.parent", 20.0, |row| (&row.company.parent_company_name).into()),
        Column::new("company.businessNumber", 15.0, |row| (&row.company.business_number).into()),
        Column::new("company.representative", 12.0, |row| (&row.company.representative_name).into()),
        Column::new("company.phone", 16.0, |row| (&row.company.phone_number).into()),
        Column::new("company.email", 24.0, |row| (&row.company.email).into()),
        Column::new("company.members", 10.0, |row| row.company.member_count.into()),
        Column::new("company.postalCode", 10.0, |row| (&row.company.postal_code).into()),
        Column::new("company.address", 30.0, |row| (&row.company.address).into()),
        Column::new("company.addressDetail", 20.0, |row| (&row.company.address_detail).into()),
        Column::new("company.services", 24.0, |row| (&row.services).into()),
        Column::new("company.createdAt", 17.0, |row| row.company.created_at.into()),
        Column::new("company.updatedAt", 17.0, |row| row.company.updated_at.into()),
    ];

    fn title(filter: &CompanyFilter) -> &'static str {
        match filter.types.as_slice() {
            [CompanyType::Vendor] => "company.vendors",
            [CompanyType::Dealer] => "company.dealers",
            [CompanyType::Retailer] => "company.retailers",
            _ => "log.resource.company",
        }
    }

    /// Each row has personal data of the company's representative.
    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &CompanyFilter,
    ) -> Result<Option<i64>, Problem> {
        Self::total(connection, caller, filter).map(Some)
    }

    fn person(row: &Row) -> Option<Person> {
        Some(Person::Other(row.company.company_id.0))
    }

    /// The screens of the tiers in the file.
    fn screens(caller: &Caller, filter: &CompanyFilter) -> Result<Vec<&'static str>, Problem> {
        Ok(readable(caller, filter)?.types.into_iter().map(CompanyType::screen).collect())
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &CompanyFilter) -> Result<i64, Problem> {
        store::count(connection, caller.scope, &readable(caller, filter)?)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &CompanyFilter,
        behind: RowsAfter<'_, Row>,
    ) -> Result<Vec<Row>, Problem> {
        let services: HashMap<i64, String> =
            service::table.select((service::service_id, service::name)).load(connection)?.into_iter().collect();
        let last = behind.last.map(|row| &row.company);
        let found = store::behind(connection, caller, &readable(caller, filter)?, last, behind.most)?;
        let rows = found.into_iter().map(|company| {
            let names: Vec<&str> =
                company.service_ids.iter().filter_map(|id| services.get(&id.0)).map(String::as_str).collect();
            Row { services: names.join(", "), company }
        });
        Ok(rows.collect())
    }
}
