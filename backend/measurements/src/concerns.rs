//! Alerts about grades. An alert is created in the measurement's transaction, replaced when the measurement is
//! corrected or regraded, and deleted with it by a foreign key. Who sees an alert is decided when it is read.
//!
//! Dangerous grades and urgent values always raise an alert. Grades of attention are a third of all measurements, so they raise one only
//! while some account subscribes to them. No alert is raised for measurements that are on trial, unassigned or old:
//! measured more than [`RECENT_DAYS`] before they were received, or longer ago than alerts are kept.

use crate::{
    grades::{UrgentSides, unpacked},
    kind::Kind,
};
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
        grade::{
            concern::{Concern, GradedIndicator},
            safety::UrgentSide,
        },
        time::DAY_MILLISECONDS,
    },
};

/// Alerts per statement: SQLite limits the number of bound values.
const AT_ONCE: usize = 1_000;

/// Returns the bit of an indicator: its position among all of them. Stored data depends on it.
#[must_use]
pub fn bit(indicator: GradedIndicator) -> i64 {
    let place = GradedIndicator::ALL.iter().position(|known| *known == indicator);
    place.map_or(0, |place| 1 << place)
}

/// Returns the bits of indicators.
#[must_use]
pub fn bits(indicators: &[GradedIndicator]) -> i64 {
    indicators.iter().fold(0, |bits, indicator| bits | bit(*indicator))
}

/// Returns the bit of a side. Stored data depends on it.
#[must_use]
pub const fn side_bit(side: UrgentSide) -> i64 {
    match side {
        UrgentSide::Low => 1,
        UrgentSide::High => 2,
    }
}

/// The grades of a measurement that raise an alert, as bits of their indicators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concerns {
    /// Dangerous grades.
    pub dangers: i64,
    /// Grades of attention.
    pub attentions: i64,
    /// The sides of urgent values: 1 low, 2 high. They raise an alert whatever the grades.
    pub urgent: i64,
}

impl Concerns {
    /// Returns the concerns among a kind's packed grades.
    #[must_use]
    pub fn of<K: Kind>(grades: i64) -> Self {
        let sides = unpacked::<UrgentSides>(grades).map(UrgentSides::each).unwrap_or_default();
        let mut found = Self { urgent: sides.into_iter().map(side_bit).sum(), ..Self::default() };
        for (indicator, grade) in K::graded_by_name(grades) {
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

/// A possible alert for a measurement.
#[derive(Clone, Copy, Debug)]
pub struct NewAlertRow {
    /// The measurement.
    pub measurement_id: i64,
    /// The time of measuring.
    pub measured_at: i64,
    /// The time of receipt. A measurement that was old by then raises no alert, however it is corrected later.
    pub received_at: i64,
    /// The line of its company.
    pub line: Line,
    /// The grades that raise an alert.
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
    urgent: i64,
    company_id: Option<i64>,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
}

/// Inserts the alerts of new measurements of a kind, if there are any.
///
/// # Errors
/// Returns an error if the database fails.
pub fn raise<K: Kind>(connection: &mut DatabaseConnection, new: Vec<NewAlertRow>) -> Result<(), Problem> {
    let now = clock::now().0;
    let before = |at: i64, days: i64| at - days * DAY_MILLISECONDS;
    let is_recent =
        |new: &NewAlertRow| new.measured_at >= before(new.received_at, RECENT_DAYS).max(before(now, KEPT_DAYS));
    let mut new: Vec<NewAlertRow> = new.into_iter().filter(is_recent).collect();
    if new.iter().any(|new| new.concerns.attentions != 0) {
        let subscribed = subscribed(connection)?;
        for new in &mut new {
            new.concerns.attentions &= subscribed;
        }
    }
    let rows: Vec<Row> = new
        .into_iter()
        .filter(|new| !new.concerns.is_none())
        .map(
            |NewAlertRow {
                 measurement_id, line: (company_id, vendor_id, dealer_id, retailer_id), concerns, ..
             }| Row {
                kind: if concerns.urgent == 0 { AlertKind::DangerousGrade } else { AlertKind::UrgentValue }.as_str(),
                created_at: now,
                measurement_id: Some(measurement_id),
                measurement_kind: Some(K::KIND.number()),
                dangers: concerns.dangers,
                attentions: concerns.attentions,
                urgent: concerns.urgent,
                company_id,
                vendor_id,
                dealer_id,
                retailer_id,
            },
        )
        .collect();
    for some in rows.chunks(AT_ONCE) {
        insert_rows!(connection, alert::table, some)?;
    }
    Ok(())
}

/// Returns the indicators for which some account subscribes to grades of attention.
fn subscribed(connection: &mut DatabaseConnection) -> Result<i64, Problem> {
    let asked = alert_setting::table
        .filter(alert_setting::from_attention.ne(0))
        .select(alert_setting::from_attention)
        .distinct()
        .load::<i64>(connection)?;
    Ok(asked.into_iter().fold(0, |all, some| all | some))
}

/// Deletes the alert of a measurement.
///
/// # Errors
/// Returns an error if the database fails.
pub fn withdraw(connection: &mut DatabaseConnection, measurement_id: i64) -> Result<(), Problem> {
    diesel::delete(alert::table.filter(alert::measurement_id.eq(measurement_id))).execute(connection)?;
    Ok(())
}

type HeaderRow =
    (i64, Option<i64>, Option<i64>, bool, i64, i64, i64, Option<i64>, Option<i64>, Option<i64>, Option<i64>);

/// Updates the alerts of these measurements of a kind to their current grades and persons. An alert with the same
/// content stays, so that accounts that have read it need not read it again.
///
/// # Errors
/// Returns an error if the database fails.
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
        .load::<HeaderRow>(connection)?;
    let made: HashMap<i64, (Concerns, Option<i64>)> = alert::table
        .filter(alert::measurement_id.eq_any(ids.iter().copied().map(Some).collect::<Vec<_>>()))
        .select((alert::measurement_id, alert::dangers, alert::attentions, alert::urgent, alert::company_id))
        .load::<(Option<i64>, i64, i64, i64, Option<i64>)>(connection)?
        .into_iter()
        .filter_map(|(id, dangers, attentions, urgent, company_id)| {
            Some((id?, (Concerns { dangers, attentions, urgent }, company_id)))
        })
        .collect();
    let subscribed = if made.is_empty() { 0 } else { subscribed(connection)? };
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
        let raises_alerts = !trial && (member_id.is_some() || user_id.is_some());
        let concerns = if raises_alerts { Concerns::of::<K>(grades) } else { Concerns::default() };
        if let Some((before, company_before)) = made.get(&measurement_id) {
            // Indicators without a subscriber were left out of the alert; indicators that have lost their subscribers
            // stay in it.
            let same = before.dangers == concerns.dangers
                && before.urgent == concerns.urgent
                && before.attentions & !concerns.attentions == 0
                && concerns.attentions & subscribed & !before.attentions == 0;
            if same && *company_before == company_id && !concerns.is_none() {
                continue;
            }
            withdrawn.push(Some(measurement_id));
        }
        if !concerns.is_none() {
            let line = (company_id, vendor_id, dealer_id, retailer_id);
            new.push(NewAlertRow { measurement_id, measured_at, received_at, line, concerns });
        }
    }
    if !withdrawn.is_empty() {
        diesel::delete(alert::table.filter(alert::measurement_id.eq_any(withdrawn))).execute(connection)?;
    }
    raise::<K>(connection, new)
}
