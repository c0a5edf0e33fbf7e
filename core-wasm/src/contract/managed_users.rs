//! Users as staff see and manage them: who has signed up in the app, and whom staff have registered.

use super::{
    endpoint, input,
    managers::AccountSort,
    member_links::{LinkId, LinkState},
    members::{self, MemberId, MemberPath},
    output, path_type, record, record_calls,
    users::{LevelEvidence, UserId, UserLevel},
    validation::{Value, Violation, check_period},
};
use crate::domain::{
    grade::Sex,
    time::{Bound, Date, Timestamp},
};

path_type! { UserPath { user_id: UserId } }

/// Menu url of what is above both screens.
pub const SCREENS: &str = "/member_management";
/// Menu url of the screen of users whom staff have registered.
pub const REGULAR_SCREEN: &str = "/member_management/member_management";
/// Menu url of the screen of users who have signed up.
pub const ONLINE_SCREEN: &str = "/member_management/online_member_management";

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
        /// Sign-in id; `null` where there is no account to sign in to.
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

record_calls! {
    User at "/api/v1/users" "/{userId}" by UserPath on SCREENS,
    /// Lists the users of the screens that the caller may see: all, or those linked with a member of the caller's scope.
    list ListUsers(UserFilter) refuses [TooManyRequests],
    /// Queues a job that writes the filtered users to a file, personal data masked.
    export ExportUsers(UserFilter),
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

input! {
    /// How staff have made sure who a member is who is registered as a user.
    pub struct UserOfMember {
        /// How.
        evidence: LevelEvidence => word(LevelEvidence::WORDS),
        /// The verified level that this gives.
        level: UserLevel => word(UserLevel::VERIFIED_WORDS),
    }
}

endpoint! {
    /// Registers a user who has no account to sign in to, from the data of a member with whom the user is linked.
    ///
    /// A member who is linked already is refused at `memberId`.
    pub RegisterUser = Post "/api/v1/members/{memberId}/user",
    auth: Staff { screen: REGULAR_SCREEN, action: Create },
    path: MemberPath,
    body: UserOfMember,
    refuses: [Taken],
    ok: User
}
