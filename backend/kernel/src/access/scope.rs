//! Scopes: the rows that a caller may access. The functions of stores take the caller or its scope, and apply the scope
//! in SQL.

use crate::db::{
    Db,
    schema::{
        access_log, account, alert, app_use_spell_company, company, company_credential, company_user_app, division,
        import_column, job, linked_user, linked_user_tally, measurement, member, member_link, message, past_form,
        permission_group, removed_division, report, training_participation, user_profile,
    },
};
use diesel::{BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, dsl::exists};
use serde::{Deserialize, Serialize};
use uno_core::contract::{
    companies::{CompanyId, CompanyType},
    member_links::LinkState,
    users::UserId,
};

/// The rows that a caller may access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// Every row.
    All,
    /// The rows of a company and of the companies below it.
    Company {
        /// The company at the top.
        company_id: CompanyId,
        /// The company's tier, which selects the column (vendor, dealer or retailer) that holds its id.
        tier: CompanyType,
    },
    /// Data of the members linked to a user, by the links at the time of reading.
    Oneself {
        /// The user.
        user_id: UserId,
    },
    /// No row.
    Nothing,
}

impl Scope {
    /// Returns the company at the top of the scope; `None` if the scope is not a company's.
    #[must_use]
    pub fn company_id(self) -> Option<i64> {
        match self {
            Self::Company { company_id, .. } => Some(company_id.0),
            Self::All | Self::Oneself { .. } | Self::Nothing => None,
        }
    }
}

/// Restricts a boxed query to retailers that offer one of the services, if any are given. The condition is checked
/// row by row, so that a list keeps walking the index it is ordered by.
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

/// A table whose rows belong to companies or persons; it is read through the caller's scope.
pub trait Scoped {
    /// A query of its rows.
    type Rows;

    /// Restricts a query to the scope.
    fn within(rows: Self::Rows, scope: Scope) -> Self::Rows;
    /// Returns a query of the rows in the scope.
    fn in_scope(self, scope: Scope) -> Self::Rows;
}

/// Declares the owner of each table's rows. Every table with a company column must be listed here, except those that
/// are read only for companies already found in the scope. `tests/it/layers.rs` checks this, and that the lists of
/// companies, accounts, members and measurements are made with their scope.
///
/// A `line` table has the ids of the vendor, the dealer and the retailer above a row. `person` names the column of
/// the member that a row is about, `or` the user's own column; a user reaches the rows of members with an active link,
/// and its own ones. An `owned` table names one company. Rows without one are visible only to unrestricted scopes; with
/// `else everybody` also to every company. A `kept for` table has separate rows for every company, which cover
/// everything the company reaches.
macro_rules! scoped {
    ($($table:ident: line $(, person $member_id:ident $(or $own_id:ident)?)?;)+) => { $(
        impl Scoped for $table::table {
            type Rows = $table::BoxedQuery<'static, Db>;

            fn within(rows: Self::Rows, scope: Scope) -> Self::Rows {
                let nothing = $table::company_id.eq(-1);
                match scope {
                    Scope::All => rows,
                    Scope::Company { company_id, tier: CompanyType::Vendor } => {
                        rows.filter($table::vendor_id.eq(company_id.0))
                    }
                    Scope::Company { company_id, tier: CompanyType::Dealer } => {
                        rows.filter($table::dealer_id.eq(company_id.0))
                    }
                    Scope::Company { company_id, tier: CompanyType::Retailer } => {
                        rows.filter($table::retailer_id.eq(company_id.0))
                    }
                    $(Scope::Oneself { user_id } => {
                        let linked = member_link::table
                            .filter(member_link::user_id.eq(user_id))
                            .filter(member_link::state.eq(LinkState::Active))
                            .select(member_link::member_id.nullable());
                        let about_members = $table::$member_id.nullable().eq_any(linked);
                        rows.filter(scoped!(@person about_members $(, $table::$own_id.eq(user_id.0))?))
                    })?
                    #[allow(unreachable_patterns)]
                    Scope::Oneself { .. } | Scope::Nothing => rows.filter(nothing),
                }
            }

            fn in_scope(self, scope: Scope) -> Self::Rows {
                Self::within(self.into_boxed(), scope)
            }
        }
    )+ };
    (@person $linked:ident) => { $linked };
    (@person $linked:ident, $own:expr) => { $linked.or($own) };
    (@own $own:ident, $of:expr) => { $own.eq_any($of) };
    (@own $own:ident, $of:expr, everybody) => { $own.eq_any($of).or($own.is_null()) };
    ($($table:ident: kept for $company_id:ident;)+) => { $(
        impl Scoped for $table::table {
            type Rows = $table::BoxedQuery<'static, Db>;

            fn within(rows: Self::Rows, scope: Scope) -> Self::Rows {
                match scope {
                    Scope::All => rows,
                    Scope::Company { company_id, .. } => rows.filter($table::$company_id.eq(company_id.0)),
                    Scope::Oneself { .. } | Scope::Nothing => rows.filter($table::$company_id.eq(-1)),
                }
            }

            fn in_scope(self, scope: Scope) -> Self::Rows {
                Self::within(self.into_boxed(), scope)
            }
        }
    )+ };
    ($($table:ident: owned by $company_id:ident $(, else $everybody:ident)?;)+) => { $(
        impl Scoped for $table::table {
            type Rows = $table::BoxedQuery<'static, Db>;

            fn within(rows: Self::Rows, scope: Scope) -> Self::Rows {
                let of = company::table.select(company::company_id.nullable());
                let (top, tier) = match scope {
                    Scope::All => return rows,
                    Scope::Company { company_id, tier } => (company_id.0, tier),
                    Scope::Oneself { .. } | Scope::Nothing => return rows.filter($table::$company_id.eq(-1)),
                };
                let own = $table::$company_id.nullable();
                match tier {
                    CompanyType::Vendor => rows.filter(scoped!(@own own, of.filter(company::vendor_id.eq(top)) $(, $everybody)?)),
                    CompanyType::Dealer => rows.filter(scoped!(@own own, of.filter(company::dealer_id.eq(top)) $(, $everybody)?)),
                    CompanyType::Retailer => rows.filter(scoped!(@own own, of.filter(company::retailer_id.eq(top)) $(, $everybody)?)),
                }
            }

            fn in_scope(self, scope: Scope) -> Self::Rows {
                Self::within(self.into_boxed(), scope)
            }
        }
    )+ };
}

scoped! {
    company: line;
    account: line;
    member: line, person member_id;
    member_link: line;
    measurement: line, person member_id or user_id;
    training_participation: line, person member_id;
    alert: line;
}
scoped! {
    job: owned by company_id;
    company_credential: owned by company_id;
    company_user_app: owned by company_id;
    app_use_spell_company: owned by company_id;
    division: owned by company_id;
    removed_division: owned by company_id;
    import_column: owned by company_id;
    access_log: owned by company_id;
    report: owned by company_id;
    // Messages are for users, who belong to no company: only administrators see them.
    message: owned by company_id;
    past_form: owned by company_id, else everybody;
    permission_group: owned by company_id, else everybody;
}
scoped! {
    linked_user: kept for company_id;
    linked_user_tally: kept for company_id;
}

/// A user is in scope of the companies that the user is linked to, while the links are active. The condition is
/// checked row by row; a list of a company's users walks along `linked_user` instead
/// (`people/src/managed_users/listed.rs`).
impl Scoped for user_profile::table {
    type Rows = user_profile::BoxedQuery<'static, Db>;

    fn within(rows: Self::Rows, scope: Scope) -> Self::Rows {
        let active = || member_link::table.filter(member_link::state.eq(LinkState::Active));
        let (top, tier) = match scope {
            Scope::All => return rows,
            Scope::Company { company_id, tier } => (company_id.0, tier),
            Scope::Oneself { user_id } => return rows.filter(user_profile::user_id.eq(user_id)),
            Scope::Nothing => return rows.filter(user_profile::user_id.eq(-1)),
        };
        macro_rules! linked_below {
            ($own:ident) => {
                rows.filter(exists(
                    active().filter(member_link::$own.eq(top)).filter(member_link::user_id.eq(user_profile::user_id)),
                ))
            };
        }
        match tier {
            CompanyType::Vendor => linked_below!(vendor_id),
            CompanyType::Dealer => linked_below!(dealer_id),
            CompanyType::Retailer => linked_below!(retailer_id),
        }
    }

    fn in_scope(self, scope: Scope) -> Self::Rows {
        Self::within(self.into_boxed(), scope)
    }
}
