//! The logs: the access log of personal data and the change log. The rows of each form a hash chain that can be
//! verified.

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

/// Menu URL of the access log screen.
pub const ACCESS_SCREEN: &str = "/log_management/access_log";
/// Menu URL of the change log screen.
pub const CHANGE_SCREEN: &str = "/log_management/audit_log";

value_enum! {
    /// How personal data was accessed.
    pub enum AccessAction {
        Reveal = "REVEAL",
        SearchByPhone = "SEARCH_BY_PHONE",
        SearchByBirthDate = "SEARCH_BY_BIRTH_DATE",
        LinkCandidates = "LINK_CANDIDATES",
        /// A user was requested to link with a member, or was linked directly, which reveals that both have the same
        /// data.
        LinkRequest = "LINK_REQUEST",
        Consents = "CONSENTS",
        /// A single record was read.
        Read = "READ",
        /// The history of a single record was read.
        ReadHistory = "READ_HISTORY",
        /// People were listed: in one row the pages of a list that an account has read with a filter in a minute.
        List = "LIST",
        /// Measurements of a member were printed or shown in print view.
        Print = "PRINT",
        /// A link to measurements of a member was created, to be sent to the person.
        SendReport = "SEND_REPORT",
        /// The recipients and addresses of such links were shown.
        TrySending = "TRY_SENDING",
        /// Such a link was revoked before it expired.
        RevokeReport = "REVOKE_REPORT",
        /// Such a link was opened, with the birth date and without an account.
        OpenReport = "OPEN_REPORT",
        /// A check whether a person who was measured without identification is this member.
        Confirm = "CONFIRM",
        /// Data of a member was read as FHIR, by an account or by a company's system.
        Fhir = "FHIR",
        Export = "EXPORT",
        /// The file of an export was downloaded.
        Download = "DOWNLOAD",
        /// The file of an export was deleted by the user who requested it.
        DeleteFile = "DELETE_FILE",
    }
}

value_enum! {
    /// Kind of the changed record.
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
    /// Sort order of a log.
    pub enum LogSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

output! {
    /// An access to personal data: who, when, from where, whose data, how and why.
    pub struct AccessLog {
        /// Log row id.
        pub access_log_id: AccessLogId,
        /// Time of the access.
        pub created_at: Timestamp,
        /// Name of the account at the time.
        pub account_name: String,
        /// Kind of access.
        pub action: AccessAction,
        /// Member whose data it was, if it was a single member.
        pub member_id: Option<MemberId>,
        /// Name of that member; `null` if the member no longer exists.
        pub member_name: Option<String>,
        /// User whose data it was, if it was a single user.
        pub user_id: Option<UserId>,
        /// Name of that user; `null` if the user no longer exists.
        pub user_name: Option<String>,
        /// Company of the member, or else of the account.
        pub company_name: Option<String>,
        /// Number of persons whose data was accessed; `null` for a search.
        pub persons: Option<i64>,
        /// Number of pages that were read of a list; `null` for other accesses.
        pub pages: Option<i64>,
        /// Names of the fields by which a list was filtered. Their values are not kept.
        pub filters: Vec<String>,
        /// Reason.
        pub reason: Option<String>,
        /// Key of the text that names the list or the kind of record: `member.title`.
        pub list: Option<String>,
        /// Network address.
        pub address: String,
        /// Id of the request in the server log.
        pub request_id: String,
        /// Position in the chain; `null` until the row is chained.
        pub position: Option<i64>,
    }
}

input! {
    /// Filter of the access log.
    pub struct AccessLogFilter {
        /// At or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// At or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
        /// Account name contains this text.
        account_name: Option<String> => text(0, 100),
        /// Name of the member or user begins with this text.
        member_name: Option<String> => text(0, 100),
        /// Accesses to this member's data.
        member_id: Option<MemberId> => id(),
        /// Accesses to this user's data.
        user_id: Option<UserId> => id(),
        /// Accesses that concern this company and the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Accesses of these kinds.
        actions: Vec<AccessAction> => words(AccessAction::WORDS),
        /// Accesses to this list, by the key of the text that names it.
        list: Option<String> => text(0, 100),
        /// Accesses from this network address.
        address: Option<String> => text(0, 100),
    } list LogSort by key also filter_period
}

output! {
    /// An access to a member's data, as shown to staff who manage the member.
    pub struct MemberAccess {
        /// Log row id.
        pub access_log_id: AccessLogId,
        /// Time of the access.
        pub created_at: Timestamp,
        /// Name of the account at the time.
        pub account_name: String,
        /// Kind of access.
        pub action: AccessAction,
        /// Key of the text that names the list or the kind of record: `member.title`.
        pub list: Option<String>,
        /// Reason.
        pub reason: Option<String>,
    }
}

output! {
    /// An access to the data of a user or of a member linked with the user, as shown to staff who manage the user.
    pub struct UserAccess {
        /// Log row id.
        pub access_log_id: AccessLogId,
        /// Time of the access.
        pub created_at: Timestamp,
        /// Name of the account at the time; masked if the account is outside the caller's scope.
        pub account_name: String,
        /// Kind of access.
        pub action: AccessAction,
        /// Key of the text that names the list or the kind of record: `member.title`.
        pub list: Option<String>,
        /// Reason.
        pub reason: Option<String>,
        /// Member whose data it was; `null` if it was the user's own.
        pub member_id: Option<MemberId>,
        /// Name of the member's company.
        pub company_name: Option<String>,
    }
}

output! {
    /// An access to personal data, as shown to the account that made it.
    pub struct OwnAccess {
        /// Log row id.
        pub access_log_id: AccessLogId,
        /// Time of the access.
        pub created_at: Timestamp,
        /// Kind of access.
        pub action: AccessAction,
        /// Member whose data it was, if it was a single member who is still in the caller's scope.
        pub member_id: Option<MemberId>,
        /// Name of that member.
        pub member_name: Option<String>,
        /// User whose data it was, if it was a single user who is still in the caller's scope.
        pub user_id: Option<UserId>,
        /// Name of that user.
        pub user_name: Option<String>,
        /// Number of persons whose data was accessed; `null` for a search.
        pub persons: Option<i64>,
        /// Key of the text that names the exported list: `member.title`.
        pub list: Option<String>,
        /// Reason.
        pub reason: Option<String>,
        /// Network address.
        pub address: String,
    }
}

output! {
    /// A change of a record.
    pub struct ChangeLog {
        /// Log row id.
        pub change_log_id: ChangeLogId,
        /// Time of the change.
        pub created_at: Timestamp,
        /// Name of the account at the time.
        pub account_name: String,
        /// Kind of the record.
        pub resource: String,
        /// Id of the record.
        pub record_id: i64,
        /// Action.
        pub action: RevisionAction,
        /// The changed fields. Their values are visible only to callers with access to everything.
        pub changes: Vec<FieldChange>,
        /// Position in the chain; `null` until the row is chained.
        pub position: Option<i64>,
    }
}

input! {
    /// Filter of the change log.
    pub struct ChangeLogFilter {
        /// At or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// At or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
        /// Account name contains this text.
        account_name: Option<String> => text(0, 100),
        /// Changes of records of these kinds.
        resources: Vec<ChangedResource> => words(ChangedResource::WORDS),
        /// Changes of the record with this id.
        record_id: Option<i64> => integer(1, 9_007_199_254_740_991),
        /// Changes with these actions.
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
    /// Kind of flaw. `ALTERED`: the row differs from the one chained at this position (changed, inserted or moved).
    /// `MISSING`: a chained row is gone. `FOREIGN`: the row was not written by the server. `SHORTENED`: rows before this
    /// position were removed although their retention period had not ended.
    pub enum LogFlawKind { Altered = "ALTERED", Missing = "MISSING", Foreign = "FOREIGN", Shortened = "SHORTENED" }
}

output! {
    /// The first row of a log that does not match the chain.
    pub struct LogFlaw {
        /// Kind of flaw.
        pub kind: LogFlawKind,
        /// Position in the chain; 0 for a row without one.
        pub position: i64,
        /// Id of the row at that position.
        pub row_id: Option<i64>,
    }
}

output! {
    /// The result of verifying a log.
    pub struct VerifiedLog {
        /// The log.
        pub log: LogKind,
        /// Number of verified rows.
        pub rows: i64,
        /// Number of rows that are not chained yet.
        pub waiting: i64,
        /// Number of rows deleted after their retention period.
        pub expired: i64,
        /// When the oldest row was written; `null` if there is none.
        pub oldest_at: Option<Timestamp>,
        /// Number of rows whose values were erased with the person they concern.
        pub erased: i64,
        /// Position of the last row.
        pub end_position: i64,
        /// Hash of the last row.
        pub end_hash: String,
        /// The first flaw.
        pub flaw: Option<LogFlaw>,
    }
}

output! {
    /// The result of verifying both logs.
    pub struct LogVerification {
        /// `false` while the verification is running. Call again to get the result of the same verification.
        pub is_finished: bool,
        /// Result for each log; empty while the verification is running.
        pub logs: Vec<VerifiedLog>,
    }
}

record_calls! {
    AccessLog at "/api/v1/access-logs" "/{accessLogId}" by AccessLogPath on ACCESS_SCREEN,
    reads "log.access",
    /// Lists accesses to personal data.
    list ListAccessLogs(AccessLogFilter),
    /// Queues a job that exports accesses to personal data to a file; a reason is required.
    export ExportAccessLogs(AccessLogFilter),
    /// Returns an access to personal data.
    show GetAccessLog,
}

endpoint! {
    /// Lists accesses to a member's personal data, latest first.
    pub ListMemberAccessLogs = Get "/api/v1/members/{memberId}/access-logs",
    auth: Staff { screen: members::SCREEN, action: Read },
    path: MemberPath,
    query: RevisionFilter,
    reads: List("log.whoRead"),
    ok: Page<MemberAccess>
}

endpoint! {
    /// Lists accesses to the personal data of a user and of the members linked with the user, latest first.
    ///
    /// Accesses to members' data are included only if the caller may see the members: those in the caller's scope, with
    /// the permission to read members.
    pub ListUserAccessLogs = Get "/api/v1/users/{userId}/access-logs",
    auth: Staff { screen: managed_users::SCREENS, action: Read },
    path: UserPath,
    query: RevisionFilter,
    reads: List("log.whoRead"),
    ok: Page<UserAccess>
}

record_calls! {
    ChangeLog at "/api/v1/change-logs" "/{changeLogId}" by ChangeLogPath on CHANGE_SCREEN,
    reads "log.changes",
    /// Lists changes of records.
    list ListChangeLogs(ChangeLogFilter),
    /// Queues a job that exports changes of records to a file; a reason is required.
    export ExportChangeLogs(ChangeLogFilter),
    /// Returns a change.
    show GetChangeLog,
}

endpoint! {
    /// Verifies that no row of either log was changed, deleted, inserted or moved.
    ///
    /// Only for callers with access to everything. A long verification continues in the background after the response.
    pub VerifyLogs = Post "/api/v1/log-verifications",
    auth: Staff { screen: CHANGE_SCREEN, action: Read },
    keyless: "It only reads.",
    ok: LogVerification
}
