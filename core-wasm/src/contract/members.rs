//! Members of companies: the people whose health is measured.

use super::{
    companies::CompanyId,
    divisions::DivisionId,
    endpoint, id_type, input, output,
    page::Can,
    path_type, record_calls,
    revisions::{Authors, authored},
    services::ServiceId,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::{
    grade::Sex,
    text::{PHONE_TAIL, phone_digits},
    time::{Bound, Date, Timestamp},
};

id_type! {
    /// A member.
    MemberId
}

path_type! { MemberPath { member_id: MemberId } }

/// Fewest digits of a telephone number that is sought in full.
const FEWEST_PHONE_DIGITS: usize = 7;

/// Menu url of the screen that manages the members of companies.
pub const SCREEN: &str = "/member_management/company_member_management";

output! {
    /// A member; personal data is masked.
    pub struct Member {
        /// Member.
        pub member_id: MemberId,
        /// Number within the company.
        pub member_no: String,
        /// Name.
        pub name: String,
        /// Company.
        pub company_id: CompanyId,
        /// Name of the company.
        pub company_name: String,
        /// Division of the company.
        pub division_id: Option<DivisionId>,
        /// Name of the division.
        pub division_name: Option<String>,
        /// Birth date, masked: `1990-**-**`.
        pub birth_date: String,
        /// Completed years today in Seoul.
        pub age: Option<u16>,
        /// Sex.
        pub sex: Sex,
        /// Telephone, masked: `010-****-5678`.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// Address, masked.
        pub address: Option<String>,
        /// When the member was registered.
        pub created_at: Timestamp,
        /// When the member was changed last.
        pub updated_at: Timestamp,
        /// Who registered the member and who made the last change. Absent in lists and in the answer to a registration.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub authors: Option<Authors>,
        /// Counts changes; sent back with an update.
        pub version: i64,
        /// What the caller may do with the member.
        pub can: Can,
    }
}

authored! { Member }

output! {
    /// The personal data of a member in full, and the internal note.
    pub struct MemberPersonalData {
        /// Birth date.
        pub birth_date: Date,
        /// Telephone.
        pub phone_number: Option<String>,
        /// E-mail address.
        pub email: Option<String>,
        /// Address.
        pub address: Option<String>,
        /// Internal note.
        pub memo: Option<String>,
    }
}

value_enum! {
    /// Order of a list of members.
    pub enum MemberSort {
        Newest = "NEWEST",
        Oldest = "OLDEST",
        Name = "NAME",
        NameDescending = "NAME_DESC",
    }
}

value_enum! {
    /// How a name is sought.
    pub enum NameMatch { Beginning = "BEGINNING", Anywhere = "ANYWHERE" }
}

input! {
    /// Which members.
    pub struct MemberFilter {
        /// Those whose name begins with this, or contains it.
        name: Option<String> => text(0, 100),
        /// How the name is sought: from its beginning where absent.
        name_match: Option<NameMatch> => word(NameMatch::WORDS),
        /// Those whose number begins with this.
        member_no: Option<String> => text(0, 50),
        /// Those of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Those of companies that offer one of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Those of these divisions and of the divisions below them.
        division_ids: Vec<DivisionId> => ids(),
        /// Those born on this day.
        birth_date: Option<Date> => past_date(),
        /// Those of at least this age.
        min_age: Option<i64> => integer(0, 130),
        /// Those of at most this age.
        max_age: Option<i64> => integer(0, 130),
        /// Those of this sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Those with this telephone number, in full, or with its last four digits, which lists show.
        phone_number: Option<String> => phone(),
        /// Registered from.
        start_created_at: Option<Bound> => bound(),
        /// Registered to, a day included.
        end_created_at: Option<Bound> => bound(),
    } list MemberSort by key also filter_ranges
}

fn filter_ranges(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
    if let (Some(min), Some(max)) = (value.get("minAge").as_number(), value.get("maxAge").as_number())
        && min > max
    {
        violations.push(Violation::new("maxAge", "order"));
    }
    check_phone_search(value, violations);
}

/// Parts of a number would tell digit by digit what lists hide.
pub(super) fn check_phone_search(value: &Value, violations: &mut Vec<Violation>) {
    if let Some(number) = value.get("phoneNumber").as_text() {
        let digits = phone_digits(number).len();
        if digits != PHONE_TAIL && digits < FEWEST_PHONE_DIGITS {
            violations.push(Violation::new("phoneNumber", "phoneSearch"));
        }
    }
}

input! {
    /// A member as registered or changed.
    pub struct MemberSave {
        /// Company; cannot be changed later.
        company_id: CompanyId => id(),
        /// Number within the company, unique there.
        member_no: String => text(1, 50),
        /// Division of the company.
        division_id: Option<DivisionId> => id(),
        /// Name.
        name: String => text(1, 100),
        /// Birth date.
        birth_date: Date => past_date(),
        /// Sex.
        sex: Sex => word(Sex::WORDS),
        /// Telephone.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Address.
        address: Option<String> => text(0, 200),
        /// Internal note.
        memo: Option<String> => lines(1000),
        /// The version that was read; needed for a change.
        version: Option<i64> => integer(1, 9_007_199_254_740_991),
    }
}

input! {
    /// What is changed of several members together.
    pub struct MemberChanges {
        /// Division of their company; `null` for none.
        division_id: Option<DivisionId> => id(),
    }
}

record_calls! {
    Member at "/api/v1/members" "/{memberId}" by MemberPath on SCREEN,
    /// Lists the members in the caller's scope, personal data masked.
    list ListMembers(MemberFilter) refuses [TooManyRequests],
    /// Queues a job that writes the filtered members to a file, personal data masked.
    export ExportMembers(MemberFilter),
    /// Queues a job that changes or removes several members.
    bulk BulkMembers(MemberFilter by MemberChanges),
    /// Registers a member.
    create CreateMember(MemberSave) refuses [Taken],
    /// Answers one member, personal data masked.
    show GetMember,
    /// Changes a member.
    update UpdateMember(MemberSave) refuses [Taken],
    /// Removes a member and the member's measurements, for good.
    delete DeleteMember,
    /// Lists the changes of a member, the newest first, personal data masked.
    history ListMemberRevisions,
}

endpoint! {
    /// Answers a member's personal data in full; the reading is written to the access log.
    pub RevealMember = Post "/api/v1/members/{memberId}/personal-data",
    auth: Staff { screen: SCREEN, action: Read },
    path: MemberPath,
    refuses: [TooManyRequests],
    ok: MemberPersonalData
}
