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
    /// Name of the person or device behind an account.
    pub struct PersonInformation {
        /// Name.
        pub name: String,
    }
}

output! {
    /// What the caller's group allows.
    pub struct OwnPermissionGroup {
        /// Name of the group.
        pub name: String,
        /// Services that its members work with.
        pub allowed_service_ids: Vec<ServiceId>,
        /// Menu items with what is allowed there.
        pub allowed_menu_items: Vec<PermittedMenuItem>,
    }
}

output! {
    /// The caller.
    pub struct Account {
        /// Account.
        pub account_id: AccountId,
        /// Sign-in id.
        pub login_id: String,
        /// What the account is.
        pub role: Authority,
        /// The company that the account belongs to.
        pub company_id: Option<CompanyId>,
        /// Its name.
        pub company_name: Option<String>,
        /// Whether the password must be changed before anything else is allowed.
        pub must_change_password: bool,
        /// Whether a second step of signing in must be set up before anything else is allowed.
        pub must_set_up_two_steps: bool,
        /// Whether required terms must be agreed to before anything else is allowed.
        pub must_agree_to_terms: bool,
        /// The key of what the console keeps on a device of forms that are not saved yet: 32 bytes, base64url. It is the
        /// account's, in every session.
        pub draft_key: String,
        /// What its group allows.
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
    /// Answers who the caller is and what the caller may do.
    pub GetAccount = Get "/api/v1/account/me",
    auth: EvenBeforePasswordChange,
    ok: Account
}

input! {
    /// A new password for the caller's own account.
    pub struct PasswordChange {
        /// The password until now.
        current_password: String => secret(200),
        /// The password from now on: 10 to 200 characters.
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
    /// What the caller's own account of staff says of its person.
    pub struct OwnDetails {
        /// Name.
        pub name: String,
        /// Phone number.
        pub phone_number: Option<String>,
        /// E-mail address.
        pub email: Option<String>,
        /// Counts changes; sent back with a change.
        pub version: i64,
    }
}

input! {
    /// What the caller's own account says of its person, as changed.
    pub struct OwnDetailsSave {
        /// Name.
        name: String => text(1, 50),
        /// Phone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// The password of the account, where phone number or e-mail address become others.
        current_password: Option<String> => secret(200),
        /// The version that was read.
        version: Option<i64> => integer(1, 9_007_199_254_740_991),
    }
}

endpoint! {
    /// Answers the name, the phone number and the e-mail address of the caller's own account.
    pub GetOwnDetails = Get "/api/v1/account/details",
    auth: AnyStaff,
    ok: OwnDetails
}

endpoint! {
    /// Changes the name, the phone number or the e-mail address of the caller's own account.
    ///
    /// Another phone number or e-mail address needs the password: by these its person is reached, and a session that was
    /// left open must not be worth them.
    pub UpdateOwnDetails = Patch "/api/v1/account/details",
    auth: AnyStaff,
    patch: OwnDetailsSave,
    refuses: [Changed, PasswordMismatch, TooManyRequests],
    ok: OwnDetails
}

path_type! { OwnSessionPath { session_id: SessionId } }

endpoint! {
    /// Lists the sessions of the caller's own account, the last used first.
    pub ListOwnSessions = Get "/api/v1/account/sessions",
    auth: SignedIn,
    ok: Vec<AccountSession>
}

endpoint! {
    /// Ends all sessions of the caller's own account, but for the one that asks.
    pub EndOtherSessions = Delete "/api/v1/account/sessions",
    auth: SignedIn,
    ok: Done
}

endpoint! {
    /// Ends a session of the caller's own account; the one that asks, too.
    pub EndOwnSession = Delete "/api/v1/account/sessions/{sessionId}",
    auth: SignedIn,
    path: OwnSessionPath,
    ok: Done
}

/// For how many days the own account tells of its sign-ins and of what it has read.
pub const OWN_HISTORY_DAYS: i64 = 90;

endpoint! {
    /// Lists who signed in to the caller's account or failed to, in 90 days.
    pub ListOwnSignIns = Get "/api/v1/account/sign-ins",
    auth: AnyStaff,
    query: SignInFilter,
    ok: Page<SignIn>
}

endpoint! {
    /// Lists the personal data that the caller's account has read in 90 days, the latest first.
    pub ListOwnAccessLogs = Get "/api/v1/account/access-logs",
    auth: AnyStaff,
    query: RevisionFilter,
    ok: Page<OwnAccess>
}
