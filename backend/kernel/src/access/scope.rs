//! Scopes: which rows a caller reaches. Every store function takes one and applies it in SQL.

use uno_core::contract::{
    companies::{CompanyId, CompanyType},
    members::MemberId,
};

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
    /// What is about one member: that of a user.
    Oneself {
        /// The member that the user is.
        member_id: MemberId,
    },
    /// No row.
    Nothing,
}

impl Scope {
    /// The company at the top of what is reached; `None` for everything, and where no company is.
    #[must_use]
    pub fn company_id(self) -> Option<i64> {
        match self {
            Self::Company { company_id, .. } => Some(company_id.0),
            Self::All | Self::Oneself { .. } | Self::Nothing => None,
        }
    }
}

/// Keeps of a boxed query what belongs to retailers that offer one of the services, where any is named.
/// Asked row by row, so that a list goes on walking the index that it is ordered by.
#[macro_export]
macro_rules! of_services {
    ($query:expr, $service_ids:expr, $table:ident) => {{
        use diesel::{ExpressionMethods as _, NullableExpressionMethods as _, QueryDsl as _};
        use $crate::db::schema::company_service;
        let ids: Vec<i64> = $service_ids.iter().map(|id| id.0).collect();
        if ids.is_empty() {
            $query
        } else {
            let offering = company_service::table
                .filter(company_service::company_id.nullable().eq($table::retailer_id))
                .filter(company_service::service_id.eq_any(ids));
            $query.filter(diesel::dsl::exists(offering))
        }
    }};
}

/// Adds the scope to a boxed query of a table with the columns of a line. Users reach no company.
#[macro_export]
macro_rules! in_scope {
    (@oneself $query:expr, $member_id:ident, company) => {{
        let _: uno_core::contract::members::MemberId = $member_id;
        $query.filter(company::company_id.eq(-1))
    }};
    (@oneself $query:expr, $member_id:ident, $table:ident) => {
        $query.filter($table::member_id.eq($member_id.0))
    };
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
            $crate::access::scope::Scope::Oneself { member_id } => {
                $crate::in_scope!(@oneself $query, member_id, $table)
            }
            $crate::access::scope::Scope::Nothing => $query.filter($table::company_id.eq(-1)),
        }
    }};
}
