//! An account's alert subscriptions, and the alert up to which it has read everything.

use crate::concerns::{bit, bits};
use diesel::{ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::Caller,
    db::{
        DatabaseConnection,
        schema::{account, alert_setting},
    },
    on_backend,
    problem::Problem,
};
use uno_core::{
    contract::alerts::{AlertKind, AlertSettings, AlertSettingsSave},
    domain::grade::concern::GradedIndicator,
};

/// Returns the bit of a kind: its position among all of them.
fn bit_of(kind: AlertKind) -> i64 {
    AlertKind::ALL.iter().position(|known| *known == kind).map_or(0, |place| 1 << place)
}

/// An account's alert settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// When the account was created: earlier alerts are not shown.
    pub since: i64,
    /// All alerts up to this id are read.
    pub read_through: i64,
    kinds: i64,
    from_danger: i64,
    from_attention: i64,
}

impl Settings {
    /// Returns whether the account subscribes to a kind.
    pub fn wants(self, kind: AlertKind) -> bool {
        self.kinds & bit_of(kind) != 0
    }

    /// Returns the indicators whose dangerous grades the account subscribes to, as bits.
    pub fn dangers(self) -> i64 {
        self.from_danger | self.from_attention
    }

    /// Returns the indicators whose grades of attention the account subscribes to, as bits.
    pub fn attentions(self) -> i64 {
        self.from_attention
    }

    /// Returns the settings as a response.
    pub fn answer(self) -> AlertSettings {
        let among = |all: i64| GradedIndicator::ALL.iter().copied().filter(|of| all & bit(*of) != 0).collect();
        AlertSettings {
            kinds: AlertKind::ALL.iter().copied().filter(|kind| self.wants(*kind)).collect(),
            from_danger: among(self.from_danger & !self.from_attention),
            from_attention: among(self.from_attention),
        }
    }
}

/// Returns the saved settings of an account, or the default: every kind, and dangerous grades of every indicator.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn of(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Settings, Problem> {
    type Saved = (i64, i64, i64, i64);
    let (since, saved) = account::table
        .left_join(alert_setting::table)
        .filter(account::account_id.eq(caller.account_id))
        .select((
            account::created_at,
            (
                alert_setting::read_through,
                alert_setting::kinds,
                alert_setting::from_danger,
                alert_setting::from_attention,
            )
                .nullable(),
        ))
        .first::<(i64, Option<Saved>)>(connection)?;
    let defaults = (0, AlertKind::ALL.iter().fold(0, |all, kind| all | bit_of(*kind)), bits(GradedIndicator::ALL), 0);
    let (read_through, kinds, from_danger, from_attention) = saved.unwrap_or(defaults);
    Ok(Settings { since, read_through, kinds, from_danger, from_attention })
}

/// Returns the settings of an account, and inserts its row if there is none. After this, each writer updates only its
/// own columns, because another may update the others concurrently.
fn ensure_row(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Settings, Problem> {
    let settings = of(connection, caller)?;
    let row = (
        alert_setting::account_id.eq(caller.account_id),
        alert_setting::read_through.eq(settings.read_through),
        alert_setting::kinds.eq(settings.kinds),
        alert_setting::from_danger.eq(settings.from_danger),
        alert_setting::from_attention.eq(settings.from_attention),
    );
    on_backend!(connection, |connection| {
        diesel::insert_into(alert_setting::table).values(row).on_conflict_do_nothing().execute(connection)
    })?;
    Ok(settings)
}

/// Saves an account's subscriptions.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn save(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    save: &AlertSettingsSave,
) -> Result<Settings, Problem> {
    let settings = Settings {
        kinds: save.kinds.iter().fold(0, |all, kind| all | bit_of(*kind)),
        from_danger: bits(&save.from_danger),
        from_attention: bits(&save.from_attention),
        ..ensure_row(connection, caller)?
    };
    diesel::update(alert_setting::table.find(caller.account_id))
        .set((
            alert_setting::kinds.eq(settings.kinds),
            alert_setting::from_danger.eq(settings.from_danger),
            alert_setting::from_attention.eq(settings.from_attention),
        ))
        .execute(connection)?;
    Ok(settings)
}

/// Marks all alerts up to this one as read. The mark never moves backward.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn read_through(connection: &mut DatabaseConnection, caller: &Caller, through: i64) -> Result<(), Problem> {
    ensure_row(connection, caller)?;
    diesel::update(alert_setting::table.find(caller.account_id))
        .filter(alert_setting::read_through.lt(through))
        .set(alert_setting::read_through.eq(through))
        .execute(connection)?;
    Ok(())
}
