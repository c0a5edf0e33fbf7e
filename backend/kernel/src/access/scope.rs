//! Scopes: which rows a caller reaches. Every store function takes one and applies it in SQL.

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

/// Which rows a caller reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// What is about the members whom a user is linked to, as the links are when it is read.
    Oneself {
        /// The user.
        user_id: UserId,
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

/// A table whose rows belong to companies, or to persons: it is read through the scope of who asks.
pub trait Scoped {
    /// A query of its rows.
    type Rows;

    /// Keeps of a query what the scope reaches.
    fn within(rows: Self::Rows, scope: Scope) -> Self::Rows;
    /// The rows that the scope reaches.
    fn in_scope(self, scope: Scope) -> Self::Rows;
}

/// States whose the rows of each table are. Every table that has a company's column stands here, which
/// `tests/it/layers.rs` sees to, as that no list is made of one without its scope.
///
/// A `line` has the ids of the vendor, the dealer and the retailer above a row; `person` names the column of the
/// member whom a row is about, which is what users reach, `or` the user's own. What is `owned` names one company; without one it is for
/// who reaches all, or `else everybody`.
/// What is `kept for` a company tells it of all that it reaches, so that companies below it have rows of their own.
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
    // Notices are to users, who are no company's: administrators alone see them.
    message: owned by company_id;
    past_form: owned by company_id, else everybody;
    permission_group: owned by company_id, else everybody;
}
scoped! {
    linked_user: kept for company_id;
    linked_user_tally: kept for company_id;
}

/// A user is reached by the companies that the user is linked with, for as long as the links are active. Asked row by
/// row: whoever lists the users of a company walks along `linked_user` instead (`people/src/managed_users/listed.rs`).
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
