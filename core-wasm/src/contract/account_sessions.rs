//! What an account of staff is used for signing in with: its sessions, which can be ended, and who signed in or failed
//! to.

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
    /// A sign-in, or an attempt at one.
    SignInId
}

path_type! { AccountPath { account_id: AccountId } }
path_type! { AccountSessionPath { account_id: AccountId, session_id: SessionId } }

output! {
    /// A session of an account.
    pub struct AccountSession {
        /// Session.
        pub session_id: SessionId,
        /// When it began.
        pub created_at: Timestamp,
        /// When its person did something last.
        pub used_at: Timestamp,
        /// When it ends unless it is used.
        pub expires_at: Timestamp,
        /// Where it began.
        pub address: Option<String>,
        /// How the browser describes itself.
        pub browser: Option<String>,
        /// Whether it is the one that asks.
        pub is_current: bool,
    }
}

value_enum! {
    /// What became of a sign-in.
    pub enum SignInOutcome {
        Success = "SUCCESS",
        /// One of the recovery codes stood in for the code of the second step, and is used up.
        RecoveryCode = "RECOVERY_CODE",
        WrongPassword = "WRONG_PASSWORD",
        /// The password was right, and the code of the second step was not.
        WrongCode = "WRONG_CODE",
        Suspended = "SUSPENDED",
    }
}

output! {
    /// A sign-in, or an attempt at one.
    pub struct SignIn {
        /// Its number.
        pub sign_in_id: SignInId,
        /// When.
        pub created_at: Timestamp,
        /// What became of it.
        pub outcome: SignInOutcome,
        /// From where.
        pub address: String,
        /// How the browser describes itself.
        pub browser: String,
    }
}

input! {
    /// A page of sign-ins, the newest first.
    pub struct SignInFilter {
        /// Page, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows of a page.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the sessions of a manager's or an operator's account, the last used first.
    pub ListAccountSessions = Get "/api/v1/accounts/{accountId}/sessions",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Read },
    path: AccountPath,
    ok: Vec<AccountSession>
}

endpoint! {
    /// Ends all sessions of an account, but for the one that asks.
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
    /// Lists who signed in to an account or failed to, in two years.
    pub ListAccountSignIns = Get "/api/v1/accounts/{accountId}/sign-ins",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Read },
    path: AccountPath,
    query: SignInFilter,
    ok: Page<SignIn>
}
