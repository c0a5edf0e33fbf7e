//! Reports of the demonstration: created for some members of the first company after their last visit, and for a few
//! others.

use super::{HOUR_MILLISECONDS, hours, random::Random};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, dsl::max};
use kernel::{
    access::scope::Scope,
    clock,
    db::{
        DatabaseConnection,
        schema::{account, measurement, member},
    },
    problem::Problem,
};
use measurements::reports::store::{self as reports, Authorship, Snapshot};
use organisation::companies::store::Line;
use uno_core::{contract::members::MemberId, domain::time::Timestamp};

/// A separate seed, so that the other demonstration data does not depend on it.
const SEED: u64 = 49;
/// Number of members in the company of the demonstration accounts, and in all others.
const OWN: i64 = 24;
const OTHERS: i64 = 12;
/// Authors in the company of the demonstration accounts, and elsewhere.
const OWN_STAFF: [&str; 2] = ["retailer", "operator"];
const OTHER_STAFF: [&str; 1] = ["admin"];

/// Comments by staff, independent of the measurement.
const COMMENTS: [&str; 5] = [
    "측정 결과를 함께 보며 설명드렸습니다.",
    "변화 추이를 설명드리고, 다음 측정은 3개월 뒤로 안내했습니다.",
    "수면과 식사 습관을 상담했습니다.\n다음 방문 때 오늘 결과와 비교해 보기로 했습니다.",
    "궁금해하신 점을 설명드렸습니다. 걱정되는 부분은 진료를 받아보시도록 권했습니다.",
    "보고서를 인쇄해 전해드렸습니다.",
];

/// Creates the reports; `first` is the line of the demonstration accounts.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fill(connection: &mut DatabaseConnection, first: &Line) -> Result<(), Problem> {
    let random = &mut Random::of(SEED);
    let own = member::table
        .filter(member::retailer_id.eq(first.retailer_id))
        .order(member::member_id)
        .limit(OWN)
        .select((member::member_id, member::company_id))
        .load::<(i64, i64)>(connection)?;
    let others = member::table
        .filter(member::retailer_id.ne(first.retailer_id))
        .order(member::member_id)
        .limit(OTHERS)
        .select((member::member_id, member::company_id))
        .load::<(i64, i64)>(connection)?;
    let (own_staff, other_staff) = (staff(connection, &OWN_STAFF)?, staff(connection, &OTHER_STAFF)?);
    for (members, staff) in [(own, own_staff), (others, other_staff)] {
        for (member_id, company_id) in members {
            let Some((account_id, account_name)) = random.one_of(&staff).cloned() else { continue };
            let comment =
                (random.below(4) > 0).then(|| random.one_of(&COMMENTS)).flatten().map(|&text| text.to_owned());
            let later = random.between(1, 5) * HOUR_MILLISECONDS;
            let Some(at) = made_at(connection, member_id, later)? else { continue };
            let member_id = MemberId(member_id);
            if let Some(snapshot) = Snapshot::of(connection, Scope::All, |_| true, member_id)? {
                let authorship = Authorship { account_id, account_name, at };
                reports::write(connection, authorship, (member_id, company_id), snapshot, comment)?;
            }
        }
    }
    Ok(())
}

/// Returns the accounts with these sign-in ids, with their names.
fn staff(connection: &mut DatabaseConnection, login_ids: &[&str]) -> Result<Vec<(i64, String)>, Problem> {
    Ok(account::table
        .filter(account::login_id.eq_any(login_ids.to_vec()))
        .order(account::account_id)
        .select((account::account_id, account::name))
        .load(connection)?)
}

/// Returns a time after the member's last measurement, during opening hours.
fn made_at(connection: &mut DatabaseConnection, member_id: i64, later: i64) -> Result<Option<Timestamp>, Problem> {
    let last = measurement::table.filter(measurement::member_id.eq(member_id)).select(max(measurement::measured_at));
    let last = last.first::<Option<i64>>(connection).optional()?.flatten();
    Ok(last.map(|last| Timestamp(hours::within_opening_hours(last + later).clamp(last, clock::now().0.max(last)))))
}
