//! Users as staff see and manage them: who has signed up in the app, and whom staff have registered.

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

/// Menu url of what is above both screens.
pub const SCREENS: &str = "/member_management";
/// Menu url of the screen of users whom staff have registered.
pub const REGULAR_SCREEN: &str = "/member_management/member_management";
/// Menu url of the screen of users who have signed up.
pub const ONLINE_SCREEN: &str = "/member_management/online_member_management";

/// Menu url of the screen of users who have signed up, or of the others.
#[must_use]
pub const fn screen(is_online: bool) -> &'static str {
    if is_online { ONLINE_SCREEN } else { REGULAR_SCREEN }
}

value_enum! {
    /// Whether a user uses the product. Who has not for a year, neither by signing in nor by being measured, is dormant;
    /// for 30 days before, staff are told that it is about to happen.
    pub enum UserStatus { Active = "ACTIVE", SoonDormant = "SOON_DORMANT", Dormant = "DORMANT" }
}

record! {
    /// A user; personal data is masked.
    pub struct User { user_id: UserId }
    /// What staff say of a user; all else is the user's own to say.
    pub struct UserSave {
        /// How far the user is known.
        level: UserLevel => word(UserLevel::WORDS),
        /// How staff have made sure of a verified level.
        level_evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
    }
    shown {
        /// Name.
        pub name: String,
        /// Sign-in id; `null` where nobody can sign in, because there is no password.
        pub login_id: Option<String>,
        /// Whether the user has signed up, or was registered by staff.
        pub is_online: bool,
        /// Birth date, masked.
        pub birth_date: Option<String>,
        /// Completed years today in Seoul.
        pub age: Option<u16>,
        /// Sex.
        pub sex: Option<Sex>,
        /// Telephone, masked.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// Address, masked.
        pub address: Option<String>,
        /// Companies of the caller's scope that the user is linked with.
        pub company_names: Vec<String>,
        /// Whether the use of the apps may be recorded.
        pub tracking_enabled: bool,
        /// When the user signed in last.
        pub last_signed_in_at: Option<Timestamp>,
        /// Whether the user uses the product. Of who is dormant a company is told neither name nor personal data.
        pub status: UserStatus,
        /// Since when the user is dormant, or the day from which the user may be.
        pub dormant_from: Option<Timestamp>,
        /// Whether the caller may give the user a password.
        pub password: Permit,
    }
    also evidence_of_level
}

fn evidence_of_level(value: &Value, violations: &mut Vec<Violation>) {
    let is_verified = value.get("level").as_text().is_some_and(|level| UserLevel::VERIFIED_WORDS.contains(&level));
    match (is_verified, value.get("levelEvidence").as_text().is_some()) {
        (true, false) => violations.push(Violation::new("levelEvidence", "required")),
        (false, true) => violations.push(Violation::new("levelEvidence", "notAllowed")),
        _ => {}
    }
}

input! {
    /// Which users.
    pub struct UserFilter {
        /// Those whose name begins with this.
        name: Option<String> => text(0, 100),
        /// Those who have signed up, or those whom staff have registered.
        is_online: Option<bool> => flag(),
        /// Those born on this day.
        birth_date: Option<Date> => past_date(),
        /// Those with this telephone number, in full, or with its last four digits, which lists show.
        phone_number: Option<String> => phone(),
        /// Those of these levels.
        levels: Vec<UserLevel> => words(UserLevel::WORDS),
        /// Those who use the product like this.
        statuses: Vec<UserStatus> => words(UserStatus::WORDS),
        /// Registered from.
        start_created_at: Option<Bound> => bound(),
        /// Registered to, a day included.
        end_created_at: Option<Bound> => bound(),
    } list AccountSort also filter_ranges
}

fn filter_ranges(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
    members::check_phone_search(value, violations);
}

input! {
    /// What is changed of several users together.
    pub struct UserChanges {
        /// How sure staff are who they are.
        level: Option<UserLevel> => word(UserLevel::WORDS),
        /// By what.
        level_evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
    }
}

record_calls! {
    User at "/api/v1/users" "/{userId}" by UserPath on SCREENS,
    /// Lists the users of the screens that the caller may see: all, or those linked with a member of the caller's scope.
    list ListUsers(UserFilter) refuses [TooManyRequests],
    /// Queues a job that writes the filtered users to a file, personal data masked.
    export ExportUsers(UserFilter),
    /// Queues a job that changes or removes several users.
    bulk BulkUsers(UserFilter by UserChanges),
    /// Answers one user, personal data masked.
    show GetUser,
    /// Changes what staff say of a user.
    update UpdateUser(UserSave),
    /// Removes a user with the account and all that the user has said, for good; only for who reaches everybody.
    delete DeleteUser,
    /// Lists the changes of a user, the newest first, personal data masked.
    history ListUserRevisions,
}

output! {
    /// A link of a user with a member of the caller's scope.
    pub struct UserLink {
        /// Link.
        pub link_id: LinkId,
        /// Member.
        pub member_id: MemberId,
        /// Name of the member.
        pub member_name: String,
        /// Number of the member within the company.
        pub member_no: String,
        /// Name of the company.
        pub company_name: String,
        /// What has become of it.
        pub state: LinkState,
        /// How staff made sure who the user is, where they linked at once.
        pub evidence: Option<LevelEvidence>,
        /// When it was asked for.
        pub created_at: Timestamp,
        /// Since when it is active, or was.
        pub activated_at: Option<Timestamp>,
        /// When it was declined or ended.
        pub closed_at: Option<Timestamp>,
    }
}

endpoint! {
    /// Lists a user's last 50 links with members of the caller's scope, the latest first.
    pub ListUserLinks = Get "/api/v1/users/{userId}/links",
    auth: Staff { screen: SCREENS, action: Read },
    path: UserPath,
    ok: Vec<UserLink>
}

endpoint! {
    /// Lists the members of the caller's scope whom a user may be linked with; the reading is written to the access log.
    ///
    /// They have the user's birth date, and the user's telephone or e-mail address, and no link that is not closed.
    pub ListMemberCandidates = Get "/api/v1/users/{userId}/link-candidates",
    auth: Staff { screen: SCREENS, action: Update },
    path: UserPath,
    refuses: [TooManyRequests],
    ok: Vec<MemberCandidate>
}

endpoint! {
    /// Links a user with a member of the caller's scope: asks the user, or links at once.
    ///
    /// A member has one link that is not closed; a second is refused at `memberId`.
    pub CreateUserLink = Post "/api/v1/users/{userId}/links",
    auth: Staff { screen: SCREENS, action: Update },
    path: UserPath,
    body: UserLinkSave,
    refuses: [Taken, TooManyRequests],
    ok: UserLink
}

endpoint! {
    /// Ends a link of a user with a member of the caller's scope, or takes back what was asked.
    ///
    /// What is closed stays as it is.
    pub EndUserLink = Delete "/api/v1/users/{userId}/links/{linkId}",
    auth: Staff { screen: SCREENS, action: Update },
    path: UserLinkPath,
    ok: Done
}

output! {
    /// A user app that a user uses.
    pub struct UserAppUse {
        /// App.
        pub user_app_id: UserAppId,
        /// Name of the app.
        pub name: String,
        /// Name of its service.
        pub service_name: String,
        /// What it runs on.
        pub platform: AppPlatform,
        /// Its version when it was used last.
        pub app_version: String,
        /// When it was used first.
        pub first_used_at: Timestamp,
        /// When it was used last.
        pub last_used_at: Timestamp,
    }
}

endpoint! {
    /// Lists the user apps that a user uses and has allowed to be recorded, the last used first.
    ///
    /// A company is told of the apps that it, a company below it or one above it gives its members.
    pub ListUserAppUses = Get "/api/v1/users/{userId}/user-apps",
    auth: Staff { screen: SCREENS, action: Read },
    path: UserPath,
    ok: Vec<UserAppUse>
}

input! {
    /// How staff have made sure who a member is who is registered as a user.
    pub struct UserOfMember {
        /// How.
        evidence: LevelEvidence => word(LevelEvidence::WORDS),
        /// The verified level that this gives.
        level: UserLevel => word(UserLevel::VERIFIED_WORDS),
    }
}

input! {
    /// By what a user whom staff have registered is to sign in.
    pub struct UserSignIn {
        /// Sign-in id, with the first password and only with it: it cannot be changed later.
        login_id: Option<String> => login_id(),
        /// Password: 10 to 200 characters; where absent one is made.
        password: Option<String> => secret(200),
    }
}

endpoint! {
    /// Gives a user whom staff have registered a password, the first one with a sign-in id; ends the sessions.
    ///
    /// The user must change it at the next sign-in. Whoever has signed up has chosen a password that is nobody else's to
    /// set; and who is linked with a company that the caller does not reach is not this caller's to let in.
    pub SetUserPassword = Put "/api/v1/users/{userId}/password",
    auth: Staff { screen: REGULAR_SCREEN, action: Update },
    path: UserPath,
    body: UserSignIn,
    refuses: [PasswordRejected, Taken],
    ok: PasswordSet
}

output! {
    /// A user who was registered. Who it is the user's own screen tells whoever may see it.
    pub struct RegisteredUser {
        /// User.
        pub user_id: UserId,
        /// The active link with the member.
        pub link_id: LinkId,
    }
}

endpoint! {
    /// Registers a user who cannot sign in yet, from the data of a member with whom the user is linked.
    ///
    /// A member who is linked already is refused at `memberId`.
    pub RegisterUser = Post "/api/v1/members/{memberId}/user",
    auth: Staff { screen: REGULAR_SCREEN, action: Create },
    path: MemberPath,
    body: UserOfMember,
    refuses: [Taken],
    ok: RegisteredUser
}
