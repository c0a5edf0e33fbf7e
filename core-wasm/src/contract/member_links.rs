//! Links between users and members of companies: staff request a link or link directly, the user accepts, and either
//! side can end it. A linked user sees the member's measurements.

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
    /// State of a link. `REQUESTED` changes to any of the others, `ACTIVE` to `ENDED`.
    pub enum LinkState { Requested = "REQUESTED", Active = "ACTIVE", Declined = "DECLINED", Ended = "ENDED" }
}

value_enum! {
    /// The party that closed a link.
    pub enum LinkParty { User = "USER", Staff = "STAFF" }
}

value_enum! {
    /// What a user and a member have in common besides the birth date.
    pub enum LinkMatch { Phone = "PHONE", Email = "EMAIL" }
}

output! {
    /// A link of a member, as staff see it.
    pub struct MemberLink {
        /// Link id.
        pub link_id: LinkId,
        /// User id.
        pub user_id: UserId,
        /// Name of the user; masked unless the link is active and the user has accepted it.
        pub user_name: String,
        /// Telephone number of the user, masked; `null` unless the link is active and accepted.
        pub phone_number: Option<String>,
        /// Verification level of the user; `null` unless the link is active and accepted.
        pub level: Option<UserLevel>,
        /// State of the link.
        pub state: LinkState,
        /// How staff verified the user's identity, if they linked directly.
        pub evidence: Option<LevelEvidence>,
        /// Name of the account that requested or created the link.
        pub requested_by: Option<String>,
        /// When the link was requested or created.
        pub created_at: Timestamp,
        /// When the link became active.
        pub activated_at: Option<Timestamp>,
        /// When the user accepted the link. One that staff made in person waits for it: until then the company sees
        /// nothing new of the user.
        pub accepted_at: Option<Timestamp>,
        /// When it was declined or ended.
        pub closed_at: Option<Timestamp>,
        /// Who declined or ended it.
        pub closed_by: Option<LinkParty>,
    }
}

output! {
    /// A user with the member's birth date and telephone number or e-mail address; personal data is masked.
    pub struct LinkCandidate {
        /// User id.
        pub user_id: UserId,
        /// Name, masked: `윤*우`.
        pub name: String,
        /// Whether the name is the same as the member's.
        pub has_same_name: bool,
        /// Birth date, masked.
        pub birth_date: String,
        /// Telephone number, masked.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// What they have in common besides the birth date.
        pub matches: Vec<LinkMatch>,
        /// Verification level of the user.
        pub level: UserLevel,
        /// When the user registered.
        pub created_at: Timestamp,
    }
}

input! {
    /// Links a member with a user. With `evidence` and `level`, staff confirm the user's identity and the link is
    /// active immediately, if both have the same name and sex; without them the user is asked.
    pub struct MemberLinkSave {
        /// User id: one of the candidates.
        user_id: UserId => id(),
        /// How staff verified the identity.
        evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
        /// The resulting verified level; a higher one is kept.
        level: Option<UserLevel> => word(UserLevel::VERIFIED_WORDS),
    } also evidence_with_level
}

output! {
    /// A member with the user's birth date and telephone number or e-mail address; personal data is masked.
    pub struct MemberCandidate {
        /// Member id.
        pub member_id: MemberId,
        /// Name, masked: `윤*우`.
        pub name: String,
        /// Whether the name is the same as the user's.
        pub has_same_name: bool,
        /// Member number within the company.
        pub member_no: String,
        /// Name of the company.
        pub company_name: String,
        /// Birth date, masked.
        pub birth_date: String,
        /// Telephone number, masked.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// What they have in common besides the birth date.
        pub matches: Vec<LinkMatch>,
        /// When the member was registered.
        pub created_at: Timestamp,
    }
}

input! {
    /// Links a user with a member. With `evidence` and `level`, staff confirm the user's identity and the link is
    /// active immediately; without them the user is asked.
    pub struct UserLinkSave {
        /// Member id: one of the candidates.
        member_id: MemberId => id(),
        /// How staff verified the identity.
        evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
        /// The resulting verified level; a higher one is kept.
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
        /// Link id.
        pub link_id: LinkId,
        /// Name of the company.
        pub company_name: String,
        /// Member number within the company.
        pub member_no: String,
        /// State of the link.
        pub state: LinkState,
        /// How staff verified the caller's identity, if they linked directly.
        pub evidence: Option<LevelEvidence>,
        /// When the company requested or created the link.
        pub created_at: Timestamp,
        /// When the link became active.
        pub activated_at: Option<Timestamp>,
        /// When the caller accepted the link; until then the company sees neither sign-in id nor full name.
        pub accepted_at: Option<Timestamp>,
        /// When it was declined or ended.
        pub closed_at: Option<Timestamp>,
        /// Who declined or ended it.
        pub closed_by: Option<LinkParty>,
    }
}

input! {
    /// Filter of the caller's own links.
    #[derive(Default)]
    pub struct OwnLinkFilter {
        /// Links in these states; in any state if empty.
        states: Vec<LinkState> => words(LinkState::WORDS),
        /// Page number, from 0.
        page: Option<i64> => integer(0, MAX_PAGE),
        /// Links per page; 20 by default.
        page_size: Option<i64> => integer(1, MAX_PAGE_SIZE),
    }
}

input! {
    /// The user's decision about a link.
    pub struct OwnLinkAnswer {
        /// A requested link can become `ACTIVE` (accepted) or `DECLINED`, an active one `ACTIVE` (accepted) or `ENDED`.
        state: LinkState => word(&["ACTIVE", "DECLINED", "ENDED"]),
    }
}

endpoint! {
    /// Lists the last 50 links of a member, latest first.
    pub ListMemberLinks = Get "/api/v1/members/{memberId}/links",
    auth: Staff { screen: members::SCREEN, action: Read },
    path: MemberPath,
    reads: List("link.title"),
    ok: Vec<MemberLink>
}

endpoint! {
    /// Lists the users that a member may be linked with; the read is recorded in the access log.
    ///
    /// They have the member's birth date and the member's telephone number or e-mail address.
    pub ListLinkCandidates = Get "/api/v1/members/{memberId}/link-candidates",
    auth: Staff { screen: members::SCREEN, action: Update },
    path: MemberPath,
    refuses: [TooManyRequests],
    reads: Reading::BY_HANDLER,
    ok: Vec<LinkCandidate>
}

endpoint! {
    /// Links a member with a user: requests the user's consent, or links directly.
    ///
    /// A member can have only one open link; a second is rejected with an error at `userId`.
    pub CreateMemberLink = Post "/api/v1/members/{memberId}/links",
    auth: Staff { screen: members::SCREEN, action: Update },
    path: MemberPath,
    body: MemberLinkSave,
    refuses: [Taken, TooManyRequests],
    ok: MemberLink
}

endpoint! {
    /// Ends a link of a member, or withdraws a request; a closed link stays unchanged.
    pub EndMemberLink = Delete "/api/v1/members/{memberId}/links/{linkId}",
    auth: Staff { screen: members::SCREEN, action: Update },
    path: MemberLinkPath,
    ok: Done
}

endpoint! {
    /// Lists the caller's links, latest first.
    pub ListOwnLinks = Get "/api/v1/users/me/links",
    auth: Member,
    query: OwnLinkFilter,
    ok: Page<OwnLink>
}

endpoint! {
    /// Accepts, declines or ends a link of the caller.
    ///
    /// Accepting also confirms an active link that staff made in person. Fails with `Changed` if the state of the link has changed in the meantime.
    pub AnswerOwnLink = Put "/api/v1/users/me/links/{linkId}",
    auth: Member,
    path: OwnLinkPath,
    body: OwnLinkAnswer,
    refuses: [Changed],
    ok: OwnLink
}
