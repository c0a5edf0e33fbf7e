//! Divisions: the departments of a company as a tree. A member belongs to at most one division of the member's company.

use super::{
    companies::{CompanyId, CompanyPath},
    endpoint, id_type, input, output, path_type, record, record_calls,
};

id_type! {
    /// A division of a company.
    DivisionId
}

path_type! { DivisionPath { division_id: DivisionId } }

/// Maximum depth of the tree.
pub const MAX_LEVELS: usize = 5;
/// Maximum number of divisions per company.
pub const MAX_DIVISIONS: i64 = 500;
/// Largest position among siblings.
pub const MAX_POSITION: i64 = 1_000_000_000_000;

record! {
    /// A division of a company.
    pub struct Division { division_id: DivisionId }
    /// Fields to create or change a division.
    pub struct DivisionSave {
        /// Company; cannot be changed later.
        company_id: CompanyId => id(),
        /// Parent division.
        parent_division_id: Option<DivisionId> => id(),
        /// Name, unique among its siblings.
        name: String => text(1, 50),
        /// Position among its siblings, in ascending order.
        position: i64 => integer(0, MAX_POSITION),
    }
    shown {
        /// Number of members directly in it, without the divisions below it.
        pub member_count: i64,
    }
}

endpoint! {
    /// Lists the divisions of a company in order, each after its parent.
    pub ListDivisions = Get "/api/v1/companies/{companyId}/divisions",
    auth: Staff { screen: "/company_management", action: Read },
    path: CompanyPath,
    ok: Vec<Division>
}

record_calls! {
    Division at "/api/v1/divisions" "/{divisionId}" by DivisionPath on "/company_management",
    /// Adds a division to a company.
    create CreateDivision(DivisionSave) refuses [Taken],
    /// Returns a division.
    show GetDivision,
    /// Changes or moves a division, with the divisions below it.
    update UpdateDivision(DivisionSave) refuses [Taken],
    /// Deletes a division without members and without divisions below it.
    delete DeleteDivision refuses [Changed, HasDependents],
    /// Lists the changes of a division, newest first.
    history ListDivisionRevisions,
}

output! {
    /// A division as an option for selection.
    pub struct DivisionOption {
        /// Division id.
        pub division_id: DivisionId,
        /// Name.
        pub name: String,
        /// Names of the parent divisions, topmost first.
        pub parent_names: Vec<String>,
        /// Name of the company.
        pub company_name: String,
    }
}

input! {
    /// Filter of the division options.
    pub struct DivisionOptionFilter {
        /// Divisions of this company.
        company_id: Option<CompanyId> => id(),
        /// Name contains this text.
        name: Option<String> => text(0, 50),
        /// Only these divisions.
        division_ids: Vec<DivisionId> => ids(),
    }
}

endpoint! {
    /// Lists at most 200 divisions in the caller's scope in the order of their companies, for selection.
    pub ListDivisionOptions = Get "/api/v1/division-options",
    auth: AnyStaff,
    query: DivisionOptionFilter,
    ok: Vec<DivisionOption>
}
