//! Scopes: which rows a caller reaches. Every store function takes one and applies it in SQL.

use uno_core::contract::companies::{CompanyId, CompanyType};

/// Which rows a caller reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every row.
    All,
    /// Rows of a company and of the companies below it.
    Company {
        /// The company at the top.
        company_id: CompanyId,
        /// Its tier: which column of a line holds it.
        tier: CompanyType,
    },
    /// No row.
    Nothing,
}

/// Adds the scope to a boxed query of a table with the columns of a line.
#[macro_export]
macro_rules! in_scope {
    ($query:expr, $scope:expr, $table:ident) => {{
        use diesel::{ExpressionMethods as _, QueryDsl as _};
        use uno_core::contract::companies::CompanyType;
        match $scope {
            $crate::access::scope::Scope::All => $query,
            $crate::access::scope::Scope::Company { company_id, tier } => match tier {
                CompanyType::Vendor => $query.filter($table::vendor_id.eq(company_id.0)),
                CompanyType::Dealer => $query.filter($table::dealer_id.eq(company_id.0)),
                CompanyType::Retailer => $query.filter($table::retailer_id.eq(company_id.0)),
            },
            $crate::access::scope::Scope::Nothing => $query.filter($table::company_id.eq(-1)),
        }
    }};
}
