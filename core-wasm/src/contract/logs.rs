//! The logs: who read personal data, and who changed what; each a chain that can be verified.

use super::{
    companies::CompanyId,
    endpoint, id_type, input,
    managed_users::{self, UserPath},
    members::{self, MemberId, MemberPath},
    output,
    page::Page,
    path_type, record_calls,
    revisions::{FieldChange, RevisionAction, RevisionFilter},
    users::UserId,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Timestamp};

id_type! {
    /// A row of the access log.
    AccessLogId
}

id_type! {
    /// A row of the change log.
    ChangeLogId
}

path_type! { AccessLogPath { access_log_id: AccessLogId } }
path_type! { ChangeLogPath { change_log_id: ChangeLogId } }

/// Menu url of the screen of the access log.
pub const ACCESS_SCREEN: &str = "/log_management/access_log";
/// Menu url of the screen of the change log.
pub const CHANGE_SCREEN: &str = "/log_management/audit_log";

value_enum! {
    /// How personal data was read.
    pub enum AccessAction {
        Reveal = "REVEAL",
        SearchByPhone = "SEARCH_BY_PHONE",
        SearchByBirthDate = "SEARCH_BY_BIRTH_DATE",
        LinkCandidates = "LINK_CANDIDATES",
        /// A user was asked to be linked with a member, or linked at once, which says that both have the same data.
        LinkRequest = "LINK_REQUEST",
        Consents = "CONSENTS",
        /// Members were listed by what their measurements say.
        List = "LIST",
        /// Measurements of a member were printed, or shown as they are printed.
        Print = "PRINT",
        /// A link to measurements of a member was made, to be sent to the person.
        SendReport = "SEND_REPORT",
        /// It was told to whom such links can be sent, and where.
        TrySending = "TRY_SENDING",
        /// Such a link was ended before its time.
        RevokeReport = "REVOKE_REPORT",
        /// Such a link was opened, with the birth date and without an account.
        OpenReport = "OPEN_REPORT",
        /// It was asked whether somebody is this member, who had been measured without a name.
        Confirm = "CONFIRM",
        /// What is known of a member was read as FHIR, by an account or by a company's system.
        Fhir = "FHIR",
        Export = "EXPORT",
        /// The file of an export was fetched.
        Download = "DOWNLOAD",
        /// The file of an export was deleted by whom it was written for.
        DeleteFile = "DELETE_FILE",
    }
}

value_enum! {
    /// What was changed.
    pub enum ChangedResource {
        Member = "member",
        Company = "company",
        Division = "division",
        User = "user",
        MemberLink = "memberLink",
        PhysicalMeasurement = "physicalMeasurement",
        StressMeasurement = "stressMeasurement",
        VisionMeasurement = "visionMeasurement",
        HeartRateMeasurement = "heartRateMeasurement",
        DementiaScreening = "dementiaScreening",
        DementiaNorms = "dementiaNorms",
        PsychologicalTest = "psychologicalTest",
        AdminBoard = "adminBoard",
        Terms = "terms",
        Manager = "manager",
        Operator = "operator",
        PermissionGroup = "permissionGroup",
        MenuItem = "menuItem",
        Code = "code",
        UserApp = "userApp",
        CompanyUserApp = "companyUserApp",
        ExternalDevice = "externalDevice",
        GradeRuleVersion = "gradeRuleVersion",
        Report = "report",
    }
}

value_enum! {
    /// Order of a log.
    pub enum LogSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

output! {
    /// Who read personal data: when, from where, whose, how and why.
    pub struct AccessLog {
        /// Row.
        pub access_log_id: AccessLogId,
        /// When.
        pub created_at: Timestamp,
        /// Name of the account at the time.
        pub account_name: String,
        /// How.
        pub action: AccessAction,
        /// Whose, where it was one member's.
        pub member_id: Option<MemberId>,
        /// Name of that member; `null` where the member is there no more.
        pub member_name: Option<String>,
        /// Whose, where it was one user's.
        pub user_id: Option<UserId>,
        /// Name of that user; `null` where the user is there no more.
        pub user_name: Option<String>,
        /// Company of the member, otherwise of the account.
        pub company_name: Option<String>,
        /// How many persons were read; `null` for a search.
        pub persons: Option<i64>,
        /// Why.
        pub reason: Option<String>,
        /// Key of the text that names the list of which a file was asked for: `member.title`.
        pub list: Option<String>,
        /// From which address.
        pub address: String,
        /// The request, as the server's own log names it.
        pub request_id: String,
        /// Place in the chain; `null` until it has one.
        pub position: Option<i64>,
    }
}

input! {
    /// Which readings.
    pub struct AccessLogFilter {
        /// From.
        start_created_at: Option<Bound> => bound(),
        /// To, a day included.
        end_created_at: Option<Bound> => bound(),
        /// Those by accounts whose name has this in it.
        account_name: Option<String> => text(0, 100),
        /// Those of members and of users whose name begins with this.
        member_name: Option<String> => text(0, 100),
        /// Those of this member.
        member_id: Option<MemberId> => id(),
        /// Those of this user.
        user_id: Option<UserId> => id(),
        /// Those that concern this company and the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Those of these kinds.
        actions: Vec<AccessAction> => words(AccessAction::WORDS),
        /// Those of this list, by the key of the text that names it.
        list: Option<String> => text(0, 100),
        /// Those from this address.
        address: Option<String> => text(0, 100),
    } list LogSort by key also filter_period
}

output! {
    /// A reading of one member's data, as whoever works with the member is told of it.
    pub struct MemberAccess {
        /// Row.
        pub access_log_id: AccessLogId,
        /// When.
        pub created_at: Timestamp,
        /// Name of the account at the time.
        pub account_name: String,
        /// How.
        pub action: AccessAction,
        /// Why.
        pub reason: Option<String>,
    }
}

output! {
    /// A reading of one user's data, or of a member's whom the user is linked with, as whoever works with the user is told
    /// of it.
    pub struct UserAccess {
        /// Row.
        pub access_log_id: AccessLogId,
        /// When.
        pub created_at: Timestamp,
        /// Name of the account at the time; masked where the caller does not reach the account.
        pub account_name: String,
        /// How.
        pub action: AccessAction,
        /// Why.
        pub reason: Option<String>,
        /// The member whose data it was; `null` where it was the user's own.
        pub member_id: Option<MemberId>,
        /// Name of the member's company.
        pub company_name: Option<String>,
    }
}

output! {
    /// A reading of personal data, as its reader is told of it.
    pub struct OwnAccess {
        /// Row.
        pub access_log_id: AccessLogId,
        /// When.
        pub created_at: Timestamp,
        /// How.
        pub action: AccessAction,
        /// Whose, where it was one member's whom the reader still reaches.
        pub member_id: Option<MemberId>,
        /// Name of that member.
        pub member_name: Option<String>,
        /// Whose, where it was one user's whom the reader still reaches.
        pub user_id: Option<UserId>,
        /// Name of that user.
        pub user_name: Option<String>,
        /// How many persons were read; `null` for a search.
        pub persons: Option<i64>,
        /// Key of the text that names the list of which a file was asked for: `member.title`.
        pub list: Option<String>,
        /// Why.
        pub reason: Option<String>,
        /// From which address.
        pub address: String,
    }
}

output! {
    /// Who changed what.
    pub struct ChangeLog {
        /// Row.
        pub change_log_id: ChangeLogId,
        /// When.
        pub created_at: Timestamp,
        /// Name of the account at the time.
        pub account_name: String,
        /// Kind of the record.
        pub resource: String,
        /// Number of the record.
        pub record_id: i64,
        /// What was done.
        pub action: RevisionAction,
        /// The fields that changed; their values are told to who reaches everything alone.
        pub changes: Vec<FieldChange>,
        /// Place in the chain; `null` until it has one.
        pub position: Option<i64>,
    }
}

input! {
    /// Which changes.
    pub struct ChangeLogFilter {
        /// From.
        start_created_at: Option<Bound> => bound(),
        /// To, a day included.
        end_created_at: Option<Bound> => bound(),
        /// Those by accounts whose name has this in it.
        account_name: Option<String> => text(0, 100),
        /// Those of records of these kinds.
        resources: Vec<ChangedResource> => words(ChangedResource::WORDS),
        /// Those of the record of this number.
        record_id: Option<i64> => integer(1, 9_007_199_254_740_991),
        /// What was done.
        actions: Vec<RevisionAction> => words(RevisionAction::WORDS),
    } list LogSort by key also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

value_enum! {
    /// A log.
    pub enum LogKind { Access = "ACCESS", Change = "CHANGE" }
}

value_enum! {
    /// What is wrong with a row: it is not the one that was chained there (changed, put in or moved), there
    /// is none where one was chained, or nobody of the server has written it.
    pub enum LogFlawKind { Altered = "ALTERED", Missing = "MISSING", Foreign = "FOREIGN" }
}

output! {
    /// The first row of a log that does not stand as it was chained.
    pub struct LogFlaw {
        /// What is wrong.
        pub kind: LogFlawKind,
        /// Place in the chain; 0 for a row that has none.
        pub position: i64,
        /// The row that stands there.
        pub row_id: Option<i64>,
    }
}

output! {
    /// What the verification of a log has found.
    pub struct VerifiedLog {
        /// Which log.
        pub log: LogKind,
        /// Rows that were verified.
        pub rows: i64,
        /// Rows that are not chained yet.
        pub waiting: i64,
        /// Rows that were kept for as long as they have to be, and have gone.
        pub expired: i64,
        /// Rows whose values were erased with the person whom they told of.
        pub erased: i64,
        /// Place of the last row.
        pub end_position: i64,
        /// Hash of the last row.
        pub end_hash: String,
        /// The first broken row.
        pub flaw: Option<LogFlaw>,
    }
}

output! {
    /// What verifying both logs has found.
    pub struct LogVerification {
        /// `false` while it goes on: asked again, the same verification answers.
        pub is_finished: bool,
        /// Each log; empty while it goes on.
        pub logs: Vec<VerifiedLog>,
    }
}

record_calls! {
    AccessLog at "/api/v1/access-logs" "/{accessLogId}" by AccessLogPath on ACCESS_SCREEN,
    /// Lists who read personal data.
    list ListAccessLogs(AccessLogFilter),
    /// Queues a job that writes who read personal data to a file; a reason is needed.
    export ExportAccessLogs(AccessLogFilter),
    /// Answers one reading of personal data.
    show GetAccessLog,
}

endpoint! {
    /// Lists who read a member's personal data, the latest first.
    pub ListMemberAccessLogs = Get "/api/v1/members/{memberId}/access-logs",
    auth: Staff { screen: members::SCREEN, action: Read },
    path: MemberPath,
    query: RevisionFilter,
    ok: Page<MemberAccess>
}

endpoint! {
    /// Lists who read a user's personal data, the latest first, with that of the members whom the user is linked with.
    ///
    /// Of members only where the caller may see them: those of the caller's scope, with the right to read members.
    pub ListUserAccessLogs = Get "/api/v1/users/{userId}/access-logs",
    auth: Staff { screen: managed_users::SCREENS, action: Read },
    path: UserPath,
    query: RevisionFilter,
    ok: Page<UserAccess>
}

record_calls! {
    ChangeLog at "/api/v1/change-logs" "/{changeLogId}" by ChangeLogPath on CHANGE_SCREEN,
    /// Lists who changed what.
    list ListChangeLogs(ChangeLogFilter),
    /// Queues a job that writes who changed what to a file; a reason is needed.
    export ExportChangeLogs(ChangeLogFilter),
    /// Answers one change.
    show GetChangeLog,
}

endpoint! {
    /// Verifies that no row of either log was changed, removed, put in or moved.
    ///
    /// Only for who reaches everything. A long verification goes on when this has answered.
    pub VerifyLogs = Post "/api/v1/log-verifications",
    auth: Staff { screen: CHANGE_SCREEN, action: Read },
    ok: LogVerification
}
