//! Links between users and members of companies: staff ask or link at once, the user accepts, either ends it. Whoever
//! is linked sees the member's measurements.

use super::{
    endpoint, id_type, input,
    members::{self, MemberId, MemberPath},
    output,
    page::{Done, MAX_PAGE, MAX_PAGE_SIZE, Page},
    path_type,
    users::{LevelEvidence, UserId, UserLevel},
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::time::Timestamp;

id_type! {
    /// A link between a user and a member.
    LinkId
}

path_type! { MemberLinkPath { member_id: MemberId, link_id: LinkId } }
path_type! { OwnLinkPath { link_id: LinkId } }

value_enum! {
    /// What has become of a link. From `REQUESTED` it goes on to one of the others, from `ACTIVE` to `ENDED`.
    pub enum LinkState { Requested = "REQUESTED", Active = "ACTIVE", Declined = "DECLINED", Ended = "ENDED" }
}

value_enum! {
    /// Who has closed a link.
    pub enum LinkParty { User = "USER", Staff = "STAFF" }
}

value_enum! {
    /// What a user and a member have in common beside the birth date.
    pub enum LinkMatch { Phone = "PHONE", Email = "EMAIL" }
}

output! {
    /// A link of a member, as staff see it.
    pub struct MemberLink {
        /// Link.
        pub link_id: LinkId,
        /// User.
        pub user_id: UserId,
        /// Name of the user; masked unless the link is active.
        pub user_name: String,
        /// Telephone of the user, masked; `null` unless the link is active.
        pub phone_number: Option<String>,
        /// How far the user is known; `null` unless the link is active.
        pub level: Option<UserLevel>,
        /// What has become of it.
        pub state: LinkState,
        /// How staff made sure who the user is, where they linked at once.
        pub evidence: Option<LevelEvidence>,
        /// Name of the account that asked or linked.
        pub requested_by: Option<String>,
        /// When that was.
        pub created_at: Timestamp,
        /// Since when it is active, or was.
        pub activated_at: Option<Timestamp>,
        /// When it was declined or ended.
        pub closed_at: Option<Timestamp>,
        /// Who did that.
        pub closed_by: Option<LinkParty>,
    }
}

output! {
    /// A user of the member's birth date and telephone or e-mail address; personal data is masked.
    pub struct LinkCandidate {
        /// User.
        pub user_id: UserId,
        /// Name, masked: `윤*우`.
        pub name: String,
        /// Whether it is the member's.
        pub has_same_name: bool,
        /// Birth date, masked.
        pub birth_date: String,
        /// Telephone, masked.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// What they have in common beside the birth date.
        pub matches: Vec<LinkMatch>,
        /// How far the user is known.
        pub level: UserLevel,
        /// When the user registered.
        pub created_at: Timestamp,
    }
}

input! {
    /// Whom a member is linked with. Where staff have made sure who stands there, they say how and what level that
    /// gives, and the link is active at once; otherwise the user is asked.
    pub struct MemberLinkSave {
        /// User: one of the candidates.
        user_id: UserId => id(),
        /// How staff have made sure who it is.
        evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
        /// The verified level that this gives; a higher one stays.
        level: Option<UserLevel> => word(UserLevel::VERIFIED_WORDS),
    } also evidence_with_level
}

output! {
    /// A member of the user's birth date and telephone or e-mail address; personal data is masked.
    pub struct MemberCandidate {
        /// Member.
        pub member_id: MemberId,
        /// Name, masked: `윤*우`.
        pub name: String,
        /// Whether it is the user's.
        pub has_same_name: bool,
        /// Number of the member within the company.
        pub member_no: String,
        /// Name of the company.
        pub company_name: String,
        /// Birth date, masked.
        pub birth_date: String,
        /// Telephone, masked.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// What they have in common beside the birth date.
        pub matches: Vec<LinkMatch>,
        /// When the member was registered.
        pub created_at: Timestamp,
    }
}

input! {
    /// Whom a user is linked with. Where staff have made sure who stands there, they say how and what level that gives,
    /// and the link is active at once; otherwise the user is asked.
    pub struct UserLinkSave {
        /// Member: one of the candidates.
        member_id: MemberId => id(),
        /// How staff have made sure who it is.
        evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
        /// The verified level that this gives; a higher one stays.
        level: Option<UserLevel> => word(UserLevel::VERIFIED_WORDS),
    } also evidence_with_level
}

fn evidence_with_level(value: &Value, violations: &mut Vec<Violation>) {
    let has = |field: &str| value.get(field).as_text().is_some();
    match (has("evidence"), has("level")) {
        (true, false) => violations.push(Violation::new("level", "required")),
        (false, true) => violations.push(Violation::new("evidence", "required")),
        _ => {}
    }
}

output! {
    /// A link of the caller.
    pub struct OwnLink {
        /// Link.
        pub link_id: LinkId,
        /// Name of the company.
        pub company_name: String,
        /// Number of the member within the company.
        pub member_no: String,
        /// What has become of it.
        pub state: LinkState,
        /// How staff made sure who the caller is, where they linked at once.
        pub evidence: Option<LevelEvidence>,
        /// When the company asked or linked.
        pub created_at: Timestamp,
        /// Since when it is active, or was.
        pub activated_at: Option<Timestamp>,
        /// When it was declined or ended.
        pub closed_at: Option<Timestamp>,
        /// Who did that.
        pub closed_by: Option<LinkParty>,
    }
}

input! {
    /// Which of the caller's links.
    #[derive(Default)]
    pub struct OwnLinkFilter {
        /// In these states; in any where none is named.
        states: Vec<LinkState> => words(LinkState::WORDS),
        /// Page, from 0.
        page: Option<i64> => integer(0, MAX_PAGE),
        /// Links of a page: 20 where absent.
        page_size: Option<i64> => integer(1, MAX_PAGE_SIZE),
    }
}

input! {
    /// What a user makes of a link.
    pub struct OwnLinkAnswer {
        /// What is asked for is accepted (`ACTIVE`) or `DECLINED`; what is active is `ENDED`.
        state: LinkState => word(&["ACTIVE", "DECLINED", "ENDED"]),
    }
}

endpoint! {
    /// Lists the last 50 links of a member, the latest first.
    pub ListMemberLinks = Get "/api/v1/members/{memberId}/links",
    auth: Staff { screen: members::SCREEN, action: Read },
    path: MemberPath,
    ok: Vec<MemberLink>
}

endpoint! {
    /// Lists the users whom a member may be linked with; the reading is written to the access log.
    ///
    /// They have the member's birth date, and the member's telephone or e-mail address.
    pub ListLinkCandidates = Get "/api/v1/members/{memberId}/link-candidates",
    auth: Staff { screen: members::SCREEN, action: Update },
    path: MemberPath,
    refuses: [TooManyRequests],
    ok: Vec<LinkCandidate>
}

endpoint! {
    /// Links a member with a user: asks the user, or links at once.
    ///
    /// A member has one link that is not closed; a second is refused at `userId`.
    pub CreateMemberLink = Post "/api/v1/members/{memberId}/links",
    auth: Staff { screen: members::SCREEN, action: Update },
    path: MemberPath,
    body: MemberLinkSave,
    refuses: [Taken, TooManyRequests],
    ok: MemberLink
}

endpoint! {
    /// Ends a link of a member, or takes back what was asked; what is closed stays as it is.
    pub EndMemberLink = Delete "/api/v1/members/{memberId}/links/{linkId}",
    auth: Staff { screen: members::SCREEN, action: Update },
    path: MemberLinkPath,
    ok: Done
}

endpoint! {
    /// Lists the caller's links, the latest first.
    pub ListOwnLinks = Get "/api/v1/users/me/links",
    auth: Member,
    query: OwnLinkFilter,
    ok: Page<OwnLink>
}

endpoint! {
    /// Accepts, declines or ends a link of the caller.
    ///
    /// Refused as changed where the link has gone another way meanwhile.
    pub AnswerOwnLink = Put "/api/v1/users/me/links/{linkId}",
    auth: Member,
    path: OwnLinkPath,
    body: OwnLinkAnswer,
    refuses: [Changed],
    ok: OwnLink
}
