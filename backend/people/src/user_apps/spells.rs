//! Spells of use: periods of days on whose evening a user's last use of an app was within 30 days. Member statistics
//! count only these. Spells are kept per app, per service and for all apps, so that a user of several apps counts once.
//! The spells of a deleted user remain as anonymous counts.

use chrono::Datelike as _;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{app_use_spell, app_use_spell_company, member_link, user_app, user_profile},
    },
    on_backend,
    problem::Problem,
};
use std::collections::HashSet;
use uno_core::{
    contract::{
        member_links::LinkState,
        user_apps::{ACTIVE_DAYS, UserAppId},
        users::UserId,
    },
    domain::time::{Date, Timestamp},
};

/// The circle of one app.
pub const APP: &str = "APP";
/// The circle of all apps of a service: the service that the app belonged to when it was used.
pub const SERVICE: &str = "SERVICE";
/// The circle of all apps, with id 0.
pub const ALL: &str = "ALL";

/// Returns the number of a day in Seoul, counted from the start of year 1.
#[must_use]
pub fn day_of(at: Timestamp) -> i64 {
    i64::from(at.date_in_seoul().0.num_days_from_ce())
}

/// Returns the last day on whose evening a use on a day counts as recent.
const fn active_until(day: i64) -> i64 {
    day + ACTIVE_DAYS - 1
}

/// A user's spell.
struct Spell {
    id: i64,
    circle: String,
    circle_id: i64,
    began: i64,
    until: i64,
}

fn of_user(connection: &mut DatabaseConnection, user_id: UserId) -> Result<Vec<Spell>, Problem> {
    let rows = app_use_spell::table
        .filter(app_use_spell::user_id.eq(user_id.0))
        .select((
            app_use_spell::app_use_spell_id,
            app_use_spell::circle,
            app_use_spell::circle_id,
            app_use_spell::began_day,
            app_use_spell::active_until_day,
        ))
        .load::<(i64, String, i64, i64, i64)>(connection)?;
    let spell = |(id, circle, circle_id, began, until)| Spell { id, circle, circle_id, began, until };
    Ok(rows.into_iter().map(spell).collect())
}

/// Locks a user until the transaction ends, where there are several writers.
fn hold(connection: &mut DatabaseConnection, user_id: UserId) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        let user = user_profile::table.find(user_id).select(user_profile::user_id);
        user.for_no_key_update().load::<UserId>(connection)?;
    }
    Ok(())
}

/// A spell to be written.
struct NewSpell {
    circle: &'static str,
    circle_id: i64,
    /// The first day, and the last active one.
    days: (i64, i64),
    is_first: i32,
}

fn of_circle<'a>(known: &'a [Spell], (circle, circle_id): (&'a str, i64)) -> impl Iterator<Item = &'a Spell> {
    known.iter().filter(move |spell| spell.circle == circle && spell.circle_id == circle_id)
}

/// Returns whether a later use has been recorded before this one, which is not within its spell.
fn is_out_of_order(known: &[Spell], circle: (&str, i64), day: i64) -> bool {
    let is_within = |spell: &Spell| spell.began <= day && active_until(day) <= spell.until;
    of_circle(known, circle).any(|spell| spell.began > day) && !of_circle(known, circle).any(is_within)
}

/// Returns the spells of some days, earliest first: those that touch are one, so that nobody is active twice.
fn joined(own: &[&Spell], new: (i64, i64)) -> Vec<(i64, i64)> {
    let mut all: Vec<(i64, i64)> = own.iter().map(|spell| (spell.began, spell.until)).chain([new]).collect();
    all.sort_unstable();
    let mut spells: Vec<(i64, i64)> = Vec::with_capacity(all.len());
    for (began, until) in all {
        match spells.last_mut() {
            Some((_, last)) if began <= *last + 1 => *last = until.max(*last),
            _ => spells.push((began, until)),
        }
    }
    spells
}

/// Records that a user has used an app: extends the current spell, or begins one. Another use on the same day writes
/// nothing. A use that is reported after a later one joins the spells that it touches.
///
/// # Errors
/// Returns an error if the database fails.
pub fn record_use(
    connection: &mut DatabaseConnection,
    user_id: UserId,
    user_app_id: UserAppId,
    at: Timestamp,
) -> Result<(), Problem> {
    let day = day_of(at);
    let service = user_app::table.find(user_app_id.0).select(user_app::service_id);
    let Some(service_id) = service.first::<i64>(connection).optional()? else { return Ok(()) };
    let circles = [(APP, user_app_id.0), (SERVICE, service_id), (ALL, 0)];
    let mut known = of_user(connection, user_id)?;
    if circles.iter().any(|circle| is_out_of_order(&known, *circle, day)) {
        // Two reports at once must not both replace what they found.
        hold(connection, user_id)?;
        known = of_user(connection, user_id)?;
    }
    let (mut extended, mut replaced): (Vec<i64>, Vec<i64>) = (Vec::new(), Vec::new());
    let mut started: Vec<NewSpell> = Vec::new();
    for (circle, circle_id) in circles {
        let own: Vec<&Spell> = of_circle(&known, (circle, circle_id)).collect();
        if is_out_of_order(&known, (circle, circle_id), day) {
            replaced.extend(own.iter().map(|spell| spell.id));
            started.extend(
                joined(&own, (day, active_until(day))).into_iter().enumerate().map(|(place, days)| NewSpell {
                    circle,
                    circle_id,
                    days,
                    is_first: i32::from(place == 0),
                }),
            );
            continue;
        }
        match own.iter().find(|spell| spell.began <= day && day <= spell.until + 1) {
            Some(spell) if spell.until < active_until(day) => extended.push(spell.id),
            Some(_) => {}
            None => started.push(NewSpell {
                circle,
                circle_id,
                days: (day, active_until(day)),
                is_first: i32::from(own.is_empty()),
            }),
        }
    }
    if !replaced.is_empty() {
        diesel::delete(app_use_spell::table.filter(app_use_spell::app_use_spell_id.eq_any(replaced)))
            .execute(connection)?;
    }
    if !extended.is_empty() {
        diesel::update(app_use_spell::table.filter(app_use_spell::app_use_spell_id.eq_any(extended)))
            .set(app_use_spell::active_until_day.eq(active_until(day)))
            .execute(connection)?;
    }
    if started.is_empty() {
        return Ok(());
    }
    let (level, sex, born_on) = user_profile::table
        .find(user_id)
        .select((user_profile::level, user_profile::sex, user_profile::birth_date))
        .first::<(String, Option<String>, Option<Date>)>(connection)?;
    let rows: Vec<_> = started
        .into_iter()
        .map(|NewSpell { circle, circle_id, days: (began, until), is_first }| {
            (
                app_use_spell::user_id.eq(user_id.0),
                app_use_spell::circle.eq(circle),
                app_use_spell::circle_id.eq(circle_id),
                app_use_spell::began_day.eq(began),
                app_use_spell::active_until_day.eq(until),
                app_use_spell::is_first.eq(is_first),
                app_use_spell::level.eq(level.clone()),
                app_use_spell::sex.eq(sex.clone()),
                app_use_spell::born_on.eq(born_on),
            )
        })
        .collect();
    // If two devices report at once, one inserts the spell and the other finds it.
    on_backend!(connection, |inner| {
        diesel::insert_into(app_use_spell::table).values(rows).on_conflict_do_nothing().execute(inner)
    })?;
    Ok(())
}

/// Ends a user's spells on the day before and makes them anonymous: they keep the companies that the user is linked
/// with, and of the birth date only the year. Counts of the days before remain.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end(connection: &mut DatabaseConnection, user_id: UserId, at: Timestamp) -> Result<(), Problem> {
    let spells = of_user(connection, user_id)?;
    if spells.is_empty() {
        return Ok(());
    }
    let day = day_of(at);
    let linked = member_link::table
        .filter(member_link::user_id.eq(user_id))
        .filter(member_link::state.eq(LinkState::Active))
        .select(member_link::company_id);
    let companies: HashSet<i64> = linked.load::<i64>(connection)?.into_iter().collect();
    let rows: Vec<_> = spells
        .iter()
        .flat_map(|spell| companies.iter().map(move |company| (spell.id, *company)))
        .map(|(spell, company)| {
            (app_use_spell_company::app_use_spell_id.eq(spell), app_use_spell_company::company_id.eq(company))
        })
        .collect();
    on_backend!(connection, |inner| {
        diesel::insert_into(app_use_spell_company::table).values(rows).on_conflict_do_nothing().execute(inner)
    })?;
    let born = user_profile::table.find(user_id).select(user_profile::birth_date);
    let born: Option<Date> = born.first(connection).optional()?.flatten();
    let own = || app_use_spell::table.filter(app_use_spell::user_id.eq(user_id.0));
    diesel::update(own().filter(app_use_spell::active_until_day.ge(day)))
        .set(app_use_spell::active_until_day.eq(day - 1))
        .execute(connection)?;
    diesel::update(own())
        .set((
            app_use_spell::user_id.eq(None::<i64>),
            app_use_spell::ended_day.eq(day),
            app_use_spell::born_on.eq(born.and_then(|date| Date::new(date.year(), 1, 1))),
        ))
        .execute(connection)?;
    Ok(())
}
