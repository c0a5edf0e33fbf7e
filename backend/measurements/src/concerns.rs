//! Alerts of grades: made with the measurement in its transaction, made anew when it is corrected or graded again,
//! and gone with it (a reference takes them along). Who hears of one is decided when it is read.
//!
//! Dangerous grades are always kept. Grades of attention are a third of all measurements, so they are kept only while
//! some account asks for them. Nothing is made of what was measured on trial, is nobody's yet, or was old: measured longer
//! than [`RECENT_DAYS`] before it was received, or longer ago than alerts are kept.

use crate::kind::Kind;
use diesel::{ExpressionMethods, Insertable, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{alert, alert_setting, measurement},
    },
    insert_rows,
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::{
    contract::alerts::{AlertKind, KEPT_DAYS, RECENT_DAYS},
    domain::{
        grade::concern::{Concern, GradedIndicator},
        time::DAY_MILLISECONDS,
    },
};

/// Alerts that are written with one statement: SQLite binds a limited number of values.
const AT_ONCE: usize = 1_000;

/// The bit of an indicator: its place among all of them. What is kept in databases depends on it.
#[must_use]
pub fn bit(indicator: GradedIndicator) -> i64 {
    let place = GradedIndicator::ALL.iter().position(|known| *known == indicator);
    place.map_or(0, |place| 1 << place)
}

/// The bits of indicators.
#[must_use]
pub fn bits(indicators: &[GradedIndicator]) -> i64 {
    indicators.iter().fold(0, |bits, indicator| bits | bit(*indicator))
}

/// Which grades of a measurement call for somebody, as bits of their indicators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concerns {
    /// Dangerous ones.
    pub dangers: i64,
    /// Those that are to be watched.
    pub attentions: i64,
}

impl Concerns {
    /// Those among the grades of a kind.
    #[must_use]
    pub fn of<K: Kind>(grades: i64) -> Self {
        let mut found = Self::default();
        for (indicator, grade) in K::graded_in_words(grades) {
            match indicator.concern(grade) {
                Concern::None => {}
                Concern::Attention => found.attentions |= bit(indicator),
                Concern::Danger => found.dangers |= bit(indicator),
            }
        }
        found
    }

    fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// The company of a measurement and those above it.
pub type Line = (Option<i64>, Option<i64>, Option<i64>, Option<i64>);

/// An alert that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct New {
    /// Of which measurement.
    pub measurement_id: i64,
    /// When that was made.
    pub measured_at: i64,
    /// When it was received: what was old by then makes no alert, however it is corrected later.
    pub received_at: i64,
    /// Its company's line.
    pub line: Line,
    /// Its grades that call for somebody.
    pub concerns: Concerns,
}

#[derive(Insertable)]
#[diesel(table_name = alert, treat_none_as_default_value = false)]
struct Row {
    kind: &'static str,
    created_at: i64,
    measurement_id: Option<i64>,
    measurement_kind: Option<i32>,
    dangers: i64,
    attentions: i64,
    company_id: Option<i64>,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
}

/// Makes the alerts of new measurements of a kind: one statement, and none where nothing calls for anybody.
///
/// # Errors
/// When the database fails.
pub fn raise<K: Kind>(connection: &mut DatabaseConnection, new: Vec<New>) -> Result<(), Problem> {
    let now = clock::now().0;
    let before = |at: i64, days: i64| at - days * DAY_MILLISECONDS;
    let is_recent = |new: &New| new.measured_at >= before(new.received_at, RECENT_DAYS).max(before(now, KEPT_DAYS));
    let mut new: Vec<New> = new.into_iter().filter(is_recent).collect();
    if new.iter().any(|new| new.concerns.attentions != 0) {
        let asked_for = asked_for(connection)?;
        for new in &mut new {
            new.concerns.attentions &= asked_for;
        }
    }
    let rows: Vec<Row> = new
        .into_iter()
        .filter(|new| !new.concerns.is_none())
        .map(|New { measurement_id, line: (company_id, vendor_id, dealer_id, retailer_id), concerns, .. }| Row {
            kind: AlertKind::DangerousGrade.as_str(),
            created_at: now,
            measurement_id: Some(measurement_id),
            measurement_kind: Some(K::KIND.number()),
            dangers: concerns.dangers,
            attentions: concerns.attentions,
            company_id,
            vendor_id,
            dealer_id,
            retailer_id,
        })
        .collect();
    for some in rows.chunks(AT_ONCE) {
        insert_rows!(connection, alert::table, some)?;
    }
    Ok(())
}

/// Which indicators some account wants to hear of from attention on.
fn asked_for(connection: &mut DatabaseConnection) -> Result<i64, Problem> {
    let asked = alert_setting::table
        .filter(alert_setting::from_attention.ne(0))
        .select(alert_setting::from_attention)
        .distinct()
        .load::<i64>(connection)?;
    Ok(asked.into_iter().fold(0, |all, some| all | some))
}

/// Takes away what was made of a measurement.
///
/// # Errors
/// When the database fails.
pub fn withdraw(connection: &mut DatabaseConnection, measurement_id: i64) -> Result<(), Problem> {
    diesel::delete(alert::table.filter(alert::measurement_id.eq(measurement_id))).execute(connection)?;
    Ok(())
}

type Standing =
    (i64, Option<i64>, Option<i64>, bool, i64, i64, i64, Option<i64>, Option<i64>, Option<i64>, Option<i64>);

/// Makes the alerts of these measurements of a kind what their grades and persons are now. One that says the same
/// stays, so that who has read it need not read it again.
///
/// # Errors
/// When the database fails.
pub fn review<K: Kind>(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<(), Problem> {
    let headers = measurement::table
        .filter(measurement::measurement_id.eq_any(ids.to_vec()))
        .select((
            measurement::measurement_id,
            measurement::member_id,
            measurement::user_id,
            measurement::trial,
            measurement::measured_at,
            measurement::received_at,
            measurement::grades,
            measurement::company_id,
            measurement::vendor_id,
            measurement::dealer_id,
            measurement::retailer_id,
        ))
        .load::<Standing>(connection)?;
    let made: HashMap<i64, (Concerns, Option<i64>)> = alert::table
        .filter(alert::measurement_id.eq_any(ids.iter().copied().map(Some).collect::<Vec<_>>()))
        .select((alert::measurement_id, alert::dangers, alert::attentions, alert::company_id))
        .load::<(Option<i64>, i64, i64, Option<i64>)>(connection)?
        .into_iter()
        .filter_map(|(id, dangers, attentions, company_id)| Some((id?, (Concerns { dangers, attentions }, company_id))))
        .collect();
    let asked_for = if made.is_empty() { 0 } else { asked_for(connection)? };
    let (mut withdrawn, mut new) = (Vec::new(), Vec::new());
    for (
        measurement_id,
        member_id,
        user_id,
        trial,
        measured_at,
        received_at,
        grades,
        company_id,
        vendor_id,
        dealer_id,
        retailer_id,
    ) in headers
    {
        let is_told_of = !trial && (member_id.is_some() || user_id.is_some());
        let concerns = if is_told_of { Concerns::of::<K>(grades) } else { Concerns::default() };
        if let Some((before, company_before)) = made.get(&measurement_id) {
            // What nobody had asked for was left out of it; what nobody asks for any more stays.
            let same = before.dangers == concerns.dangers
                && before.attentions & !concerns.attentions == 0
                && concerns.attentions & asked_for & !before.attentions == 0;
            if same && *company_before == company_id && !concerns.is_none() {
                continue;
            }
            withdrawn.push(Some(measurement_id));
        }
        if !concerns.is_none() {
            let line = (company_id, vendor_id, dealer_id, retailer_id);
            new.push(New { measurement_id, measured_at, received_at, line, concerns });
        }
    }
    if !withdrawn.is_empty() {
        diesel::delete(alert::table.filter(alert::measurement_id.eq_any(withdrawn))).execute(connection)?;
    }
    raise::<K>(connection, new)
}
