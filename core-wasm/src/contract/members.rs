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

/// Fewest digits of a full telephone number in a search.
const MIN_PHONE_DIGITS: usize = 7;

/// Menu URL of the screen that manages the members of companies.
pub const SCREEN: &str = "/member_management/company_member_management";

output! {
    /// A member; personal data is masked.
    pub struct Member {
        /// Member id.
        pub member_id: MemberId,
        /// Member number, unique within the company.
        pub member_no: String,
        /// Name.
        pub name: String,
        /// Company id.
        pub company_id: CompanyId,
        /// Name of the company.
        pub company_name: String,
        /// Division id within the company.
        pub division_id: Option<DivisionId>,
        /// Name of the division.
        pub division_name: Option<String>,
        /// Birth date, masked: `1990-**-**`.
        pub birth_date: String,
        /// Age today in Seoul, in completed years.
        pub age: Option<u16>,
        /// Sex.
        pub sex: Sex,
        /// Telephone number, masked: `010-****-5678`.
        pub phone_number: Option<String>,
        /// E-mail address, masked.
        pub email: Option<String>,
        /// Address, masked.
        pub address: Option<String>,
        /// When the member was registered.
        pub created_at: Timestamp,
        /// When the member was last changed.
        pub updated_at: Timestamp,
        /// Who registered the member and who made the last change. Absent in lists and in the response to a
        /// registration.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub authors: Option<Authors>,
        /// Version of the record, incremented with every change; send it back with an update.
        pub version: i64,
        /// What the caller may do with the member.
        pub can: Can,
    }
}

authored! { Member }

output! {
    /// The unmasked personal data of a member, and the internal note.
    pub struct MemberPersonalData {
        /// Birth date.
        pub birth_date: Date,
        /// Telephone number.
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
    /// Sort order of a list of members.
    pub enum MemberSort {
        Newest = "NEWEST",
        Oldest = "OLDEST",
        Name = "NAME",
        NameDescending = "NAME_DESC",
    }
}

value_enum! {
    /// How a name is matched.
    pub enum NameMatch { Beginning = "BEGINNING", Anywhere = "ANYWHERE" }
}

input! {
    /// Filter of the member list.
    pub struct MemberFilter {
        /// Name begins with this text, or contains it (see `nameMatch`).
        name: Option<String> => text(0, 100),
        /// How the name is matched; from its beginning by default.
        name_match: Option<NameMatch> => word(NameMatch::WORDS),
        /// Member number begins with this text.
        member_no: Option<String> => text(0, 50),
        /// Members of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Members of companies that offer one of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Members of these divisions and of the divisions below them.
        division_ids: Vec<DivisionId> => ids(),
        /// Born on this day.
        birth_date: Option<Date> => past_date(),
        /// Minimum age.
        min_age: Option<i64> => integer(0, 130),
        /// Maximum age.
        max_age: Option<i64> => integer(0, 130),
        /// Sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Telephone number: either the full number, or the last four digits, which lists show.
        phone_number: Option<String> => phone(),
        /// Registered at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Registered at or before this date or time; a date includes the whole day.
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

/// Rejects searches for other parts of a number: they would reveal digit by digit what lists mask.
pub(super) fn check_phone_search(value: &Value, violations: &mut Vec<Violation>) {
    if let Some(number) = value.get("phoneNumber").as_text() {
        let digits = phone_digits(number).len();
        if digits != PHONE_TAIL && digits < MIN_PHONE_DIGITS {
            violations.push(Violation::new("phoneNumber", "phoneSearch"));
        }
    }
}

input! {
    /// Fields to register or change a member.
    pub struct MemberSave {
        /// Company id; cannot be changed later.
        company_id: CompanyId => id(),
        /// Member number, unique within the company.
        member_no: String => text(1, 50),
        /// Division id within the company.
        division_id: Option<DivisionId> => id(),
        /// Name.
        name: String => text(1, 100),
        /// Birth date.
        birth_date: Date => past_date(),
        /// Sex.
        sex: Sex => word(Sex::WORDS),
        /// Telephone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Address.
        address: Option<String> => text(0, 200),
        /// Internal note.
        memo: Option<String> => lines(1000),
        /// Version that the caller read; required for a change.
        version: Option<i64> => integer(1, 9_007_199_254_740_991),
    }
}

input! {
    /// Fields that can be changed in several members at once.
    pub struct MemberChanges {
        /// Division id within their company; `null` for none.
        division_id: Option<DivisionId> => id(),
    }
}

record_calls! {
    Member at "/api/v1/members" "/{memberId}" by MemberPath on SCREEN,
    reads "member.title",
    /// Lists the members in the caller's scope, with personal data masked.
    list ListMembers(MemberFilter) refuses [TooManyRequests],
    /// Queues a job that exports the filtered members to a file, with personal data masked.
    export ExportMembers(MemberFilter),
    /// Queues a job that changes or deletes several members.
    bulk BulkMembers(MemberFilter by MemberChanges),
    /// Registers a member.
    create CreateMember(MemberSave) refuses [Taken],
    /// Returns a member, with personal data masked.
    show GetMember,
    /// Changes a member.
    update UpdateMember(MemberSave) refuses [Taken],
    /// Permanently deletes a member and the member's measurements.
    delete DeleteMember,
    /// Lists the changes of a member, newest first, with personal data masked.
    history ListMemberRevisions,
}

endpoint! {
    /// Returns a member's unmasked personal data; the read is recorded in the access log.
    pub RevealMember = Post "/api/v1/members/{memberId}/personal-data",
    auth: Staff { screen: SCREEN, action: Read },
    path: MemberPath,
    keyless: "It only reads.",
    refuses: [TooManyRequests],
    reads: Reading::BY_HANDLER,
    ok: MemberPersonalData
}
