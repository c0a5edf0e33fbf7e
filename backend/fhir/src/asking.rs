//! The requester, either an account with its permissions or a company's system with a suitable credential, and the
//! access log entries of its reads.

use crate::measured::Header;
use kernel::{
    access::{
        caller::Caller,
        credentials::{self, CompanySystem},
        log::{self, Reader},
        scope::Scope,
    },
    clock,
    db::DatabaseConnection,
    http::mount::Raw,
    problem::Problem,
};
use measurements::{kind::MeasurementKind, prints};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use uno_core::{
    contract::{error::ErrorCode, logs::AccessAction, measurements::KindOfMeasurements, members},
    domain::access::{Action, Authority},
};

/// The requester.
#[derive(Clone, Debug)]
pub enum Requester {
    /// An account.
    Account(Arc<Caller>),
    /// A company's system.
    System(Arc<CompanySystem>),
}

impl Requester {
    /// Returns the sender of a request.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Unauthenticated`] if there is no authenticated sender.
    pub fn of(raw: &Raw) -> Result<Self, Problem> {
        match (&raw.caller, &raw.system) {
            (Some(caller), _) => Ok(Self::Account(Arc::clone(caller))),
            (None, Some(system)) => Ok(Self::System(Arc::clone(system))),
            (None, None) => Err(Problem::new(ErrorCode::Unauthenticated)),
        }
    }

    /// Returns the scope of the readable rows.
    #[must_use]
    pub fn scope(&self) -> Scope {
        match self {
            Self::Account(caller) => caller.scope,
            Self::System(system) => system.scope,
        }
    }

    /// Returns whether it is a member, who reads their own data.
    #[must_use]
    pub fn is_oneself(&self) -> bool {
        matches!(self, Self::Account(caller) if caller.authority == Authority::Member)
    }

    /// Returns the caller if it is staff.
    #[must_use]
    pub fn staff(&self) -> Option<&Arc<Caller>> {
        match self {
            Self::Account(caller) if caller.authority != Authority::Member => Some(caller),
            Self::Account(_) | Self::System(_) => None,
        }
    }

    /// Returns the kinds of measurements that may be read. For staff, those whose histories they may see; for members,
    /// those that do not have to be disclosed in person; for systems, all.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Forbidden`] if there is none.
    pub fn kinds(&self, among: &[MeasurementKind]) -> Result<Vec<MeasurementKind>, Problem> {
        let may = |kind: &MeasurementKind| match self {
            Self::System(_) => true,
            Self::Account(_) if self.is_oneself() => !KindOfMeasurements::from(*kind).is_explained_in_person(),
            Self::Account(caller) => kind.is_read_by(caller),
        };
        let kinds: Vec<MeasurementKind> = among.iter().copied().filter(may).collect();
        if kinds.is_empty() { Err(Problem::new(ErrorCode::Forbidden)) } else { Ok(kinds) }
    }

    /// Checks that members may be read.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Forbidden`] otherwise.
    pub fn check_members(&self) -> Result<(), Problem> {
        match self.staff() {
            Some(caller) if !caller.may(members::SCREEN, Action::Read) => Err(Problem::new(ErrorCode::Forbidden)),
            _ => Ok(()),
        }
    }

    /// Returns the reader for the access log.
    #[must_use]
    pub fn reader(&self, raw: &Raw) -> Reader {
        let account_id = match self {
            Self::Account(caller) => caller.account_id,
            Self::System(_) => 0,
        };
        Reader { account_id, request_id: raw.request_id.clone(), address: raw.address.clone() }
    }

    /// Writes access log entries for these members, and counts them if the requester is a system. Members who read their
    /// own data are not logged.
    ///
    /// # Errors
    /// Returns "too many" if a system has read its people of the day.
    pub fn log(
        &self,
        connection: &mut DatabaseConnection,
        reader: &Reader,
        list: &'static str,
        member_ids: &[i64],
    ) -> Result<(), Problem> {
        match self {
            Self::System(system) => {
                credentials::count_persons(connection, system, member_ids, clock::now())?;
                log::write_by_system(connection, reader, system.company_credential_id, list, member_ids)
            }
            Self::Account(_) if self.is_oneself() => Ok(()),
            Self::Account(_) => log::write_sheets(connection, reader, AccessAction::Fhir, list, member_ids),
        }
    }

    /// Writes access log entries for measurements: one row per person and kind.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn log_measured(
        &self,
        connection: &mut DatabaseConnection,
        reader: &Reader,
        headers: &[Header],
    ) -> Result<(), Problem> {
        let mut members: BTreeMap<&'static str, BTreeSet<i64>> = BTreeMap::new();
        for header in headers {
            let list = prints::title(KindOfMeasurements::from(header.kind));
            members.entry(list).or_default().extend(header.member_id);
        }
        for (list, ids) in members {
            self.log(connection, reader, list, &ids.into_iter().collect::<Vec<_>>())?;
        }
        Ok(())
    }
}
