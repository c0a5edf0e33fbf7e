//! Divisions: the departments of a company as a tree. A member belongs to one of the own company at most.

use super::{
    companies::{CompanyId, CompanyPath},
    endpoint, id_type, input, output, path_type, record, record_calls,
};

id_type! {
    /// A division of a company.
    DivisionId
}

path_type! { DivisionPath { division_id: DivisionId } }

/// Most levels of divisions.
pub const MAX_LEVELS: usize = 5;
/// Most divisions of a company.
pub const MAX_DIVISIONS: i64 = 500;
/// Largest place among neighbours.
pub const MAX_POSITION: i64 = 1_000_000_000_000;

record! {
    /// A division of a company.
    pub struct Division { division_id: DivisionId }
    /// A division as made or changed.
    pub struct DivisionSave {
        /// Company; cannot be changed later.
        company_id: CompanyId => id(),
        /// The division above.
        parent_division_id: Option<DivisionId> => id(),
        /// Name, unlike those of its neighbours.
        name: String => text(1, 50),
        /// Place among its neighbours: the smallest comes first.
        position: i64 => integer(0, MAX_POSITION),
    }
    shown {
        /// Members in it, those below it not counted.
        pub member_count: i64,
    }
}

endpoint! {
    /// Lists the divisions of a company in their order, each after the one above it.
    pub ListDivisions = Get "/api/v1/companies/{companyId}/divisions",
    auth: Staff { screen: "/company_management", action: Read },
    path: CompanyPath,
    ok: Vec<Division>
}

record_calls! {
    Division at "/api/v1/divisions" "/{divisionId}" by DivisionPath on "/company_management",
    /// Adds a division to a company.
    create CreateDivision(DivisionSave) refuses [Taken],
    /// Answers a division.
    show GetDivision,
    /// Changes or moves a division, with those below it.
    update UpdateDivision(DivisionSave) refuses [Taken],
    /// Removes a division that has no members and none below it.
    delete DeleteDivision refuses [Changed, HasDependents],
    /// Lists the changes of a division, the newest first.
    history ListDivisionRevisions,
}

output! {
    /// A division as a choice.
    pub struct DivisionOption {
        /// Division.
        pub division_id: DivisionId,
        /// Name.
        pub name: String,
        /// Names of the divisions above, the highest first.
        pub parent_names: Vec<String>,
        /// Name of the company.
        pub company_name: String,
    }
}

input! {
    /// Which divisions to choose from.
    pub struct DivisionOptionFilter {
        /// Those of this company.
        company_id: Option<CompanyId> => id(),
        /// Those whose name contains this.
        name: Option<String> => text(0, 50),
        /// Exactly these.
        division_ids: Vec<DivisionId> => ids(),
    }
}

endpoint! {
    /// Lists at most 200 divisions of the caller's scope in the order of their companies, for choosing one.
    pub ListDivisionOptions = Get "/api/v1/division-options",
    auth: AnyStaff,
    query: DivisionOptionFilter,
    ok: Vec<DivisionOption>
}
