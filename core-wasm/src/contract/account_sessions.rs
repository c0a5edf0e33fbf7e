//! Sessions and sign-ins of staff accounts: the sessions, which can be ended, and the successful and failed sign-ins.

use super::{
    endpoint, id_type, input, managers::ACCOUNT_SCREENS, output, own_account::AccountId, page::Done, page::Page,
    path_type, value_enum,
};
use crate::domain::time::Timestamp;

id_type! {
    /// A session.
    SessionId
}

id_type! {
    /// A sign-in attempt, successful or not.
    SignInId
}

path_type! { AccountPath { account_id: AccountId } }
path_type! { AccountSessionPath { account_id: AccountId, session_id: SessionId } }

output! {
    /// A session of an account.
    pub struct AccountSession {
        /// Session id.
        pub session_id: SessionId,
        /// When it began.
        pub created_at: Timestamp,
        /// When the user was last active.
        pub used_at: Timestamp,
        /// When it expires unless it is used.
        pub expires_at: Timestamp,
        /// Network address from which it was started.
        pub address: Option<String>,
        /// User agent of the browser.
        pub browser: Option<String>,
        /// Whether it is the session of this request.
        pub is_current: bool,
    }
}

value_enum! {
    /// Outcome of a sign-in attempt.
    pub enum SignInOutcome {
        Success = "SUCCESS",
        /// A recovery code was used instead of the second-step code; it cannot be used again.
        RecoveryCode = "RECOVERY_CODE",
        WrongPassword = "WRONG_PASSWORD",
        /// The password was right, but the second-step code was wrong.
        WrongCode = "WRONG_CODE",
        Suspended = "SUSPENDED",
    }
}

output! {
    /// A sign-in attempt, successful or not.
    pub struct SignIn {
        /// Sign-in id.
        pub sign_in_id: SignInId,
        /// When it happened.
        pub created_at: Timestamp,
        /// Outcome.
        pub outcome: SignInOutcome,
        /// Network address.
        pub address: String,
        /// User agent of the browser.
        pub browser: String,
    }
}

input! {
    /// A page of sign-ins, newest first.
    pub struct SignInFilter {
        /// Page number, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows per page.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the sessions of a manager's or an operator's account, most recently used first.
    pub ListAccountSessions = Get "/api/v1/accounts/{accountId}/sessions",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Read },
    path: AccountPath,
    ok: Vec<AccountSession>
}

endpoint! {
    /// Ends all sessions of an account except the current one.
    pub EndAccountSessions = Delete "/api/v1/accounts/{accountId}/sessions",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Update },
    path: AccountPath,
    ok: Done
}

endpoint! {
    /// Ends a session of an account.
    pub EndAccountSession = Delete "/api/v1/accounts/{accountId}/sessions/{sessionId}",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Update },
    path: AccountSessionPath,
    ok: Done
}

endpoint! {
    /// Lists the successful and failed sign-ins of an account within the last two years.
    pub ListAccountSignIns = Get "/api/v1/accounts/{accountId}/sign-ins",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Read },
    path: AccountPath,
    query: SignInFilter,
    ok: Page<SignIn>
}
