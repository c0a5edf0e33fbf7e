//! Trainings of the demonstration: one in twenty members follows a program, at home in the evening. A quarter of them
//! go on to its end, the others for two to eight days. Most finish the contents they start.

use super::{
    ROWS_PER_STATEMENT,
    batches::{Member, each_batch, every},
    random::Random,
    user,
};
use diesel::{Insertable, RunQueryDsl, connection::SimpleConnection};
use kernel::{
    clock,
    db::{DatabaseConnection, schema::training_participation},
    on_backend,
    problem::Problem,
};
use uno_core::domain::time::{DAY_MILLISECONDS as DAY, Timestamp};

/// A separate seed, so that the other demonstration data does not depend on it.
const SEED: u64 = 50;
const MINUTE: i64 = 60_000;
/// Days per unit.
const UNIT_DAYS: i64 = 7;

/// A program with its units and their contents.
struct Program {
    name: &'static str,
    /// Duration in days.
    days: i64,
    is_scored: bool,
    units: &'static [(&'static str, &'static [&'static str])],
}

const PROGRAMS: [Program; 4] = [
    Program {
        name: "스트레스 완화 3주",
        days: 21,
        is_scored: false,
        units: &[
            ("호흡과 이완", &["4-7-8 호흡", "점진적 근육 이완", "바디 스캔"]),
            ("마음챙김", &["3분 호흡 명상", "걷기 명상", "감정에 이름 붙이기"]),
            ("생각 다루기", &["생각 기록하기", "다른 관점에서 보기"]),
        ],
    },
    Program {
        name: "기억력 훈련 4주",
        days: 28,
        is_scored: true,
        units: &[
            ("주의력", &["숫자 찾기", "같은 그림 찾기"]),
            ("기억력", &["단어 외우기", "장소 기억하기", "순서 기억하기"]),
            ("언어", &["낱말 잇기", "이야기 듣고 답하기"]),
            ("계획력", &["길 찾기", "하루 계획 세우기"]),
        ],
    },
    Program {
        name: "눈 건강 2주",
        days: 14,
        is_scored: false,
        units: &[
            ("눈 근육 풀기", &["초점 이동 운동", "눈 굴리기"]),
            ("화면 사용 습관", &["20분마다 쉬기", "눈 깜빡이기"]),
        ],
    },
    Program {
        name: "수면 습관 2주",
        days: 14,
        is_scored: true,
        units: &[("잠들기 전", &["수면 일기", "화면 끄기"]), ("깊은 잠", &["몸의 긴장 풀기", "수면 음악"])],
    },
];

#[derive(Insertable)]
#[diesel(table_name = training_participation, treat_none_as_default_value = false)]
struct New {
    member_id: i64,
    company_id: i64,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
    source: String,
    source_id: String,
    program_name: &'static str,
    unit_name: &'static str,
    day: i64,
    content_name: &'static str,
    started_at: i64,
    ended_at: Option<i64>,
    completion: i64,
    score: Option<i64>,
    received_at: i64,
    updated_at: i64,
}

/// Writes the participations of all members.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fill(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let now = clock::now();
    each_batch(connection, every(20), |connection, members| {
        let mut rows = members.iter().flat_map(|member| of_member(member, now)).peekable();
        while rows.peek().is_some() {
            let some: Vec<New> = rows.by_ref().take(ROWS_PER_STATEMENT).collect();
            on_backend!(connection, |backend| diesel::insert_into(training_participation::table)
                .values(some)
                .execute(backend))?;
        }
        Ok(())
    })
}

/// Deletes the participations of users who do not permit their app use to be recorded.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_unrecorded(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    Ok(connection.batch_execute(
        "DELETE FROM training_participation WHERE member_id IN (SELECT member_link.member_id FROM member_link \
         JOIN user_profile ON user_profile.user_id = member_link.user_id \
         WHERE member_link.state = 'ACTIVE' AND NOT user_profile.tracking_enabled)",
    )?)
}

/// Returns the participations of a member.
fn of_member(member: &Member, now: Timestamp) -> Vec<New> {
    let Member { member_id, company_id, vendor_id, dealer_id, retailer_id, created_at, .. } = *member;
    let random = &mut Random::of(SEED.wrapping_add(u64::try_from(member_id).unwrap_or_default() << 8));
    let Some(program) = random.one_of(&PROGRAMS) else { return Vec::new() };
    let waited = random.between(0, 20);
    let persistence = if random.below(4) == 0 { program.days } else { random.between(2, 8) };
    let is_user = member_id == i64::from(user::NUMBER);
    let since = if is_user { now.0 - 10 * DAY } else { created_at + waited * DAY };
    let first = Timestamp::start_of_day_in_seoul(Timestamp(since).date_in_seoul());
    let usual = random.between(18 * 60, 21 * 60);
    // Scores increase from the starting level.
    let talent = random.between(48, 78);
    let mut found = Vec::new();
    for day in 1..=if is_user { program.days } else { persistence } {
        // Skips some evenings.
        if random.below(4) == 0 && day > 1 {
            continue;
        }
        let (contents, opened) = (1 + i64::from(random.below(2)), usual + random.between(-40, 40));
        let place = usize::try_from((day - 1) / UNIT_DAYS).unwrap_or_default();
        let Some((unit_name, names)) = program.units.get(place % program.units.len()) else { continue };
        for number in 0..contents {
            let started_at = first.0 + (day - 1) * DAY + (opened + number * 18) * MINUTE;
            let minutes = random.between(6, 16);
            let is_whole = random.below(8) > 0;
            let part = random.between(2, 18) * 5;
            let points = (talent + day + random.around(0, 9)).clamp(20, 100);
            let turn = usize::try_from(day + number).unwrap_or_default() % names.len();
            let Some(content_name) = names.get(turn).copied().filter(|_| started_at < now.0) else { continue };
            let ended_at = started_at + minutes * MINUTE;
            let has_ended = is_whole && ended_at < now.0;
            let told_at = if has_ended { ended_at } else { started_at };
            found.push(New {
                member_id,
                company_id,
                vendor_id,
                dealer_id,
                retailer_id,
                source: format!("c{company_id}"),
                source_id: format!("{day}-{}", number + 1),
                program_name: program.name,
                unit_name,
                day,
                content_name,
                started_at,
                ended_at: has_ended.then_some(ended_at),
                completion: if has_ended { 100 } else { part },
                score: (has_ended && program.is_scored).then_some(points * 100),
                received_at: told_at,
                updated_at: told_at,
            });
        }
    }
    found
}
