//! Users as staff see and manage them: those who signed up in the app, and those registered by staff.

use super::{
    endpoint, input,
    managers::{AccountSort, PasswordSet},
    member_links::{LinkId, LinkState, MemberCandidate, UserLinkSave},
    members::{self, MemberId, MemberPath},
    output,
    page::{Done, Permit},
    path_type, record, record_calls,
    user_apps::{AppPlatform, UserAppId},
    users::{LevelEvidence, UserId, UserLevel},
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::{
    grade::Sex,
    time::{Bound, Date, Timestamp},
};

path_type! { UserPath { user_id: UserId } }
path_type! { UserLinkPath { user_id: UserId, link_id: LinkId } }

/// Menu URL of the parent of both screens.
pub const SCREENS: &str = "/member_management";
/// Menu URL of the screen of users registered by staff.
pub const REGULAR_SCREEN: &str = "/member_management/member_management";
/// Menu URL of the screen of users who signed up.
pub const ONLINE_SCREEN: &str = "/member_management/online_member_management";

/// Returns the menu URL of the screen of users who signed up, or of the others.
#[must_use]
pub const fn screen(is_online: bool) -> &'static str {
    if is_online { ONLINE_SCREEN } else { REGULAR_SCREEN }
}

value_enum! {
    /// Activity of a user. A user who has neither signed in nor been measured for a year is dormant; `SOON_DORMANT`
    /// covers the 30 days before.
    pub enum UserStatus { Active = "ACTIVE", SoonDormant = "SOON_DORMANT", Dormant = "DORMANT" }
}

record! {
    /// A user; personal data is masked.
    pub struct User { user_id: UserId }
    /// Fields of a user that staff can change; all others belong to the user.
    pub struct UserSave {
        /// Verification level.
        level: UserLevel => word(UserLevel::WORDS),
        /// How staff verified the identity; required for verified levels.
        level_evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
    }
    shown {
        /// Name.
        pub name: String,
        /// Sign-in id; `null` if the user has no password and cannot sign in.
        pub login_id: Option<String>,
        /// Whether the user signed up (`true`) or was registered by staff.
        pub is_online: bool,
        /// Birth date, masked.
        pub birth_date: Option<String>,
        /// Age today in Seoul, in completed years.
        pub age: Option<u16>,
        /// Sex.
        pub sex: Option<Sex>,
        /// Telephone number, masked.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// Address, masked.
        pub address: Option<String>,
        /// Companies in the caller's scope that the user is linked with.
        pub company_names: Vec<String>,
        /// Whether app usage may be recorded.
        pub tracking_enabled: bool,
        /// When the user last signed in.
        pub last_signed_in_at: Option<Timestamp>,
        /// Activity of the user. Companies see neither the name nor the personal data of a dormant user.
        pub status: UserStatus,
        /// When the user became dormant, or the day from which the user may become dormant.
        pub dormant_from: Option<Timestamp>,
        /// Whether the caller may set a password for the user.
        pub password: Permit,
    }
    also check_evidence
}

fn check_evidence(value: &Value, violations: &mut Vec<Violation>) {
    let is_verified = value.get("level").as_text().is_some_and(|level| UserLevel::VERIFIED_WORDS.contains(&level));
    match (is_verified, value.get("levelEvidence").as_text().is_some()) {
        (true, false) => violations.push(Violation::new("levelEvidence", "required")),
        (false, true) => violations.push(Violation::new("levelEvidence", "notAllowed")),
        _ => {}
    }
}

input! {
    /// Filter of the user list.
    pub struct UserFilter {
        /// Name begins with this text.
        name: Option<String> => text(0, 100),
        /// `true` for users who signed up, `false` for users registered by staff.
        is_online: Option<bool> => flag(),
        /// Born on this day.
        birth_date: Option<Date> => past_date(),
        /// Telephone number: either the full number, or the last four digits, which lists show.
        phone_number: Option<String> => phone(),
        /// Users of these levels.
        levels: Vec<UserLevel> => words(UserLevel::WORDS),
        /// Users with one of these statuses.
        statuses: Vec<UserStatus> => words(UserStatus::WORDS),
        /// Registered at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Registered at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
    } list AccountSort also filter_ranges
}

fn filter_ranges(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
    members::check_phone_search(value, violations);
}

input! {
    /// Fields that can be changed in several users at once.
    pub struct UserChanges {
        /// Verification level.
        level: Option<UserLevel> => word(UserLevel::WORDS),
        /// How staff verified the identity.
        level_evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
    }
}

record_calls! {
    User at "/api/v1/users" "/{userId}" by UserPath on SCREENS,
    reads "log.resource.user",
    /// Lists the users of the screens that the caller may see.
    ///
    /// These are all users, or those linked with a member in the caller's scope.
    list ListUsers(UserFilter) refuses [TooManyRequests],
    /// Queues a job that exports the filtered users to a file, with personal data masked.
    export ExportUsers(UserFilter),
    /// Queues a job that changes or deletes several users.
    bulk BulkUsers(UserFilter by UserChanges),
    /// Returns a user, with personal data masked.
    show GetUser,
    /// Changes the fields of a user that staff manage.
    update UpdateUser(UserSave),
    /// Permanently deletes a user with the account and all provided data; only for callers whose scope is everyone.
    delete DeleteUser,
    /// Lists the changes of a user, newest first, with personal data masked.
    history ListUserRevisions,
}

output! {
    /// A link between a user and a member in the caller's scope.
    pub struct UserLink {
        /// Link id.
        pub link_id: LinkId,
        /// Member id.
        pub member_id: MemberId,
        /// Name of the member.
        pub member_name: String,
        /// Member number within the company.
        pub member_no: String,
        /// Name of the company.
        pub company_name: String,
        /// State of the link.
        pub state: LinkState,
        /// How staff verified the user's identity, if they linked directly.
        pub evidence: Option<LevelEvidence>,
        /// When the link was requested.
        pub created_at: Timestamp,
        /// When the link became active.
        pub activated_at: Option<Timestamp>,
        /// When the user accepted the link; until then the company sees neither sign-in id nor full name.
        pub accepted_at: Option<Timestamp>,
        /// When it was declined or ended.
        pub closed_at: Option<Timestamp>,
    }
}

endpoint! {
    /// Lists a user's last 50 links with members in the caller's scope, latest first.
    pub ListUserLinks = Get "/api/v1/users/{userId}/links",
    auth: Staff { screen: SCREENS, action: Read },
    path: UserPath,
    reads: List("link.title"),
    ok: Vec<UserLink>
}

endpoint! {
    /// Lists the members in the caller's scope that a user may be linked with; the read is recorded in the access log.
    ///
    /// They have the user's birth date and the user's telephone number or e-mail address, and no open link.
    pub ListMemberCandidates = Get "/api/v1/users/{userId}/link-candidates",
    auth: Staff { screen: SCREENS, action: Update },
    path: UserPath,
    refuses: [TooManyRequests],
    reads: Reading::BY_HANDLER,
    ok: Vec<MemberCandidate>
}

endpoint! {
    /// Links a user with a member in the caller's scope: requests the user's consent, or links directly.
    ///
    /// A member can have only one open link; a second is rejected with an error at `memberId`.
    pub CreateUserLink = Post "/api/v1/users/{userId}/links",
    auth: Staff { screen: SCREENS, action: Update },
    path: UserPath,
    body: UserLinkSave,
    refuses: [Taken, TooManyRequests],
    ok: UserLink
}

endpoint! {
    /// Ends a link of a user with a member in the caller's scope, or withdraws a request.
    ///
    /// A closed link stays unchanged.
    pub EndUserLink = Delete "/api/v1/users/{userId}/links/{linkId}",
    auth: Staff { screen: SCREENS, action: Update },
    path: UserLinkPath,
    ok: Done
}

output! {
    /// A user app that a user uses.
    pub struct UserAppUse {
        /// App id.
        pub user_app_id: UserAppId,
        /// Name of the app.
        pub name: String,
        /// Name of its service.
        pub service_name: String,
        /// Platform.
        pub platform: AppPlatform,
        /// Version at the last use.
        pub app_version: String,
        /// When it was first used.
        pub first_used_at: Timestamp,
        /// When it was last used.
        pub last_used_at: Timestamp,
    }
}

endpoint! {
    /// Lists the apps that a user uses and has allowed to be recorded, most recently used first.
    ///
    /// A company sees only the apps that it, a company below it or a company above it provides to its members.
    pub ListUserAppUses = Get "/api/v1/users/{userId}/user-apps",
    auth: Staff { screen: SCREENS, action: Read },
    path: UserPath,
    reads: List("user.apps"),
    ok: Vec<UserAppUse>
}

input! {
    /// How staff verified the identity of a member who is registered as a user.
    pub struct UserOfMember {
        /// Method of verification.
        evidence: LevelEvidence => word(LevelEvidence::WORDS),
        /// The resulting verified level.
        level: UserLevel => word(UserLevel::VERIFIED_WORDS),
    }
}

input! {
    /// Credentials for a user registered by staff.
    pub struct UserSignIn {
        /// Sign-in id; required with the first password and not allowed later, because it cannot be changed.
        login_id: Option<String> => login_id(),
        /// Password: 10 to 200 characters; generated if absent.
        password: Option<String> => secret(200),
    }
}

endpoint! {
    /// Sets the password of a user registered by staff, the first time with a sign-in id; ends the user's sessions.
    ///
    /// The user must change it at the next sign-in. Staff cannot set the password of users who signed up themselves.
    /// Nor can a caller set the password of a user linked with a company outside the caller's scope.
    pub SetUserPassword = Put "/api/v1/users/{userId}/password",
    auth: Staff { screen: REGULAR_SCREEN, action: Update },
    path: UserPath,
    body: UserSignIn,
    refuses: [PasswordRejected, Taken],
    ok: PasswordSet
}

output! {
    /// A newly registered user. The user's data is on the user screen, for callers who may see it.
    pub struct RegisteredUser {
        /// User id.
        pub user_id: UserId,
        /// The active link with the member.
        pub link_id: LinkId,
    }
}

endpoint! {
    /// Registers a user from the data of a member and links both; the user cannot sign in yet.
    ///
    /// A member who is already linked is rejected with an error at `memberId`.
    pub RegisterUser = Post "/api/v1/members/{memberId}/user",
    auth: Staff { screen: REGULAR_SCREEN, action: Create },
    path: MemberPath,
    body: UserOfMember,
    refuses: [Taken],
    ok: RegisteredUser
}
