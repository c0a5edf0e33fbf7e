//! The caller's own account.

use super::{
    account_sessions::{AccountSession, SessionId, SignIn, SignInFilter},
    companies::CompanyId,
    endpoint, id_type, input,
    logs::OwnAccess,
    menu_items::PermittedMenuItem,
    output,
    page::{Done, Page},
    path_type,
    revisions::RevisionFilter,
    services::ServiceId,
};
use crate::domain::access::Authority;

id_type! {
    /// An account.
    AccountId
}

output! {
    /// Name of the person or device that an account belongs to.
    pub struct PersonInformation {
        /// Name.
        pub name: String,
    }
}

output! {
    /// What the caller's permission group allows.
    pub struct OwnPermissionGroup {
        /// Name of the group.
        pub name: String,
        /// Services that the members of the group work with.
        pub allowed_service_ids: Vec<ServiceId>,
        /// Menu items with the actions allowed there.
        pub allowed_menu_items: Vec<PermittedMenuItem>,
    }
}

output! {
    /// The caller's account.
    pub struct Account {
        /// Account id.
        pub account_id: AccountId,
        /// Sign-in id.
        pub login_id: String,
        /// Role of the account.
        pub role: Authority,
        /// The company that the account belongs to.
        pub company_id: Option<CompanyId>,
        /// Name of that company.
        pub company_name: Option<String>,
        /// Whether the password must be changed before anything else is allowed.
        pub must_change_password: bool,
        /// Whether two-step sign-in must be set up before anything else is allowed.
        pub must_set_up_two_steps: bool,
        /// Whether required terms must be agreed to before anything else is allowed.
        pub must_agree_to_terms: bool,
        /// Key for the unsaved forms that the console stores on a device: 32 bytes, base64url. It is the same in all
        /// sessions of the account.
        pub draft_key: String,
        /// What the permission group allows.
        pub permission_group: OwnPermissionGroup,
        /// For administrators, vendors, dealers and retailers.
        pub manager_information: Option<PersonInformation>,
        /// For operators.
        pub operator_information: Option<PersonInformation>,
        /// For members.
        pub user_information: Option<PersonInformation>,
    }
}

endpoint! {
    /// Returns the caller's account and permissions.
    pub GetAccount = Get "/api/v1/account/me",
    auth: EvenBeforePasswordChange,
    ok: Account
}

input! {
    /// A new password for the caller's own account.
    pub struct PasswordChange {
        /// Current password.
        current_password: String => secret(200),
        /// New password: 10 to 200 characters.
        new_password: String => secret(200),
    }
}

endpoint! {
    /// Changes the caller's own password and ends every other session of the account.
    pub ChangePassword = Put "/api/v1/account/password",
    auth: EvenBeforePasswordChange,
    body: PasswordChange,
    refuses: [PasswordMismatch, PasswordRejected, TooManyRequests],
    ok: Done
}

output! {
    /// Contact details of the caller's own staff account.
    pub struct OwnDetails {
        /// Name.
        pub name: String,
        /// Phone number.
        pub phone_number: Option<String>,
        /// E-mail address.
        pub email: Option<String>,
        /// Version of the record, incremented with every change; send it back with an update.
        pub version: i64,
    }
}

input! {
    /// Fields to change the contact details of the caller's own account.
    pub struct OwnDetailsSave {
        /// Name.
        name: String => text(1, 50),
        /// Phone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Current password; required to change the phone number or e-mail address.
        current_password: Option<String> => secret(200),
        /// Version that the caller read.
        version: Option<i64> => integer(1, 9_007_199_254_740_991),
    }
}

endpoint! {
    /// Returns the name, phone number and e-mail address of the caller's own account.
    pub GetOwnDetails = Get "/api/v1/account/details",
    auth: AnyStaff,
    ok: OwnDetails
}

endpoint! {
    /// Changes the name, phone number or e-mail address of the caller's own account.
    ///
    /// Changing the phone number or e-mail address requires the password. They are the means to reach the account's
    /// owner, so access to an unattended session must not be enough to change them.
    pub UpdateOwnDetails = Patch "/api/v1/account/details",
    auth: AnyStaff,
    patch: OwnDetailsSave,
    refuses: [Changed, PasswordMismatch, TooManyRequests],
    ok: OwnDetails
}

path_type! { OwnSessionPath { session_id: SessionId } }

endpoint! {
    /// Lists the sessions of the caller's own account, most recently used first.
    pub ListOwnSessions = Get "/api/v1/account/sessions",
    auth: SignedIn,
    ok: Vec<AccountSession>
}

endpoint! {
    /// Ends all sessions of the caller's own account except the current one.
    pub EndOtherSessions = Delete "/api/v1/account/sessions",
    auth: SignedIn,
    ok: Done
}

endpoint! {
    /// Ends a session of the caller's own account; it may be the current one.
    pub EndOwnSession = Delete "/api/v1/account/sessions/{sessionId}",
    auth: SignedIn,
    path: OwnSessionPath,
    ok: Done
}

/// Number of days for which users can see their own sign-ins and access log.
pub const OWN_HISTORY_DAYS: i64 = 90;

endpoint! {
    /// Lists the successful and failed sign-ins of the caller's account within the last 90 days.
    pub ListOwnSignIns = Get "/api/v1/account/sign-ins",
    auth: AnyStaff,
    query: SignInFilter,
    ok: Page<SignIn>
}

endpoint! {
    /// Lists the personal data that the caller's account has read within the last 90 days, latest first.
    pub ListOwnAccessLogs = Get "/api/v1/account/access-logs",
    auth: AnyStaff,
    query: RevisionFilter,
    reads: Reading::OWN,
    ok: Page<OwnAccess>
}
