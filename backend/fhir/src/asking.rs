//! Who asks: an account within its rights, or a company's system with a credential that is good for it; and the log of
//! what was read.

use crate::measured::{Header, screen};
use kernel::{
    access::{
        caller::Caller,
        credentials::CompanySystem,
        log::{self, Reader},
        scope::Scope,
    },
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

/// Who asks.
#[derive(Clone, Debug)]
pub enum Asker {
    /// An account.
    Account(Arc<Caller>),
    /// A company's system.
    System(Arc<CompanySystem>),
}

impl Asker {
    /// Who sends a request.
    ///
    /// # Errors
    /// [`ErrorCode::Unauthenticated`] where nobody is known.
    pub fn of(raw: &Raw) -> Result<Self, Problem> {
        match (&raw.caller, &raw.system) {
            (Some(caller), _) => Ok(Self::Account(Arc::clone(caller))),
            (None, Some(system)) => Ok(Self::System(Arc::clone(system))),
            (None, None) => Err(Problem::new(ErrorCode::Unauthenticated)),
        }
    }

    /// Which rows are reached.
    #[must_use]
    pub fn scope(&self) -> Scope {
        match self {
            Self::Account(caller) => caller.scope,
            Self::System(system) => system.scope,
        }
    }

    /// Whether it is a person who asks about oneself.
    #[must_use]
    pub fn is_oneself(&self) -> bool {
        matches!(self, Self::Account(caller) if caller.authority == Authority::Member)
    }

    /// The staff that asks.
    #[must_use]
    pub fn staff(&self) -> Option<&Arc<Caller>> {
        match self {
            Self::Account(caller) if caller.authority != Authority::Member => Some(caller),
            Self::Account(_) | Self::System(_) => None,
        }
    }

    /// The kinds of measurements that may be read: those whose histories staff may see, of oneself those that nobody
    /// tells in person, and all for systems.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`] where there is none.
    pub fn kinds(&self, among: &[MeasurementKind]) -> Result<Vec<MeasurementKind>, Problem> {
        let may = |kind: &MeasurementKind| match self {
            Self::System(_) => true,
            Self::Account(_) if self.is_oneself() => !KindOfMeasurements::from(*kind).is_told_in_person(),
            Self::Account(caller) => caller.may(screen(*kind), Action::Read),
        };
        let kinds: Vec<MeasurementKind> = among.iter().copied().filter(may).collect();
        if kinds.is_empty() { Err(Problem::new(ErrorCode::Forbidden)) } else { Ok(kinds) }
    }

    /// Whether members may be read.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`] otherwise.
    pub fn check_members(&self) -> Result<(), Problem> {
        match self.staff() {
            Some(caller) if !caller.may(members::SCREEN, Action::Read) => Err(Problem::new(ErrorCode::Forbidden)),
            _ => Ok(()),
        }
    }

    /// As the access log names who reads.
    #[must_use]
    pub fn reader(&self, raw: &Raw) -> Reader {
        let account_id = match self {
            Self::Account(caller) => caller.account_id,
            Self::System(_) => 0,
        };
        Reader { account_id, request_id: raw.request_id.clone(), address: raw.address.clone() }
    }

    /// Writes that something of these members was read; who reads about oneself is not written down.
    ///
    /// # Errors
    /// When the database fails.
    pub fn log(
        &self,
        connection: &mut DatabaseConnection,
        reader: &Reader,
        list: &'static str,
        member_ids: &[i64],
    ) -> Result<(), Problem> {
        match self {
            Self::System(system) => {
                log::write_by_system(connection, reader, system.company_credential_id, list, member_ids)
            }
            Self::Account(_) if self.is_oneself() => Ok(()),
            Self::Account(_) => log::write_sheets(connection, reader, AccessAction::Fhir, list, member_ids),
        }
    }

    /// The same of measurements: a row for each person and kind.
    ///
    /// # Errors
    /// When the database fails.
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
