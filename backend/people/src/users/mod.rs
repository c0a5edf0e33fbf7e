//! Users: handlers. Registration needs no token; everything else concerns the caller alone.

pub mod dormancy;
pub mod store;

use crate::user_apps::uses::{self, AppUse};
use kernel::{
    access::caller::Caller,
    auth::{
        attempts::Attempt,
        login_id,
        password::{self, Owner},
        sessions,
    },
    clock,
    db::DatabaseConnection,
    http::mount::{Api, Input, PatchInput},
    problem::Problem,
    state::State,
};
use measurements::{
    kind::{Kind, MeasurementKind},
    physical_measurements::store::Physical,
    stress_measurements::store::Stress,
    training_participations,
    vision_measurements::store::Vision,
};
use std::sync::Arc;
use uno_core::contract::{
    Endpoint,
    error::ErrorCode,
    page::{Done, Page},
    physical_measurements::PhysicalMeasurementFilter,
    stress_measurements::StressMeasurementFilter,
    users::{
        DeleteOwnUser, GetOwnProfile, GetOwnRecords, ListOwnPhysicalMeasurements, ListOwnStressMeasurements,
        ListOwnVisionMeasurements, OwnMeasurementFilter, OwnRecordKind, OwnRecords, SignUp, UpdateOwnLevel,
        UpdateOwnProfile, UpdateOwnTracking, UserProfile, UserTrackingChange,
    },
    vision_measurements::VisionMeasurementFilter,
};

/// Converts the filter of a user's own measurements into a kind's filter.
macro_rules! own_filter {
    ($filter:ident, $request:expr) => {
        $filter {
            start_measured_at: $request.start_measured_at,
            end_measured_at: $request.end_measured_at,
            sort: $request.sort,
            page: $request.page,
            page_size: $request.page_size,
            after: $request.after.clone(),
            ..$filter::default()
        }
    };
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on_change::<SignUp>(create);
    api.on::<GetOwnProfile>(get);
    api.on_patch::<UpdateOwnProfile>(update);
    api.on::<UpdateOwnLevel>(update_level);
    api.on::<UpdateOwnTracking>(update_tracking);
    api.on::<ListOwnPhysicalMeasurements>(async |input: Input<ListOwnPhysicalMeasurements>| {
        let filter = own_filter!(PhysicalMeasurementFilter, input.query);
        list_measurements::<Physical, _>(input, filter).await
    });
    api.on::<ListOwnStressMeasurements>(async |input: Input<ListOwnStressMeasurements>| {
        let filter = own_filter!(StressMeasurementFilter, input.query);
        list_measurements::<Stress, _>(input, filter).await
    });
    api.on::<ListOwnVisionMeasurements>(async |input: Input<ListOwnVisionMeasurements>| {
        let filter = own_filter!(VisionMeasurementFilter, input.query);
        list_measurements::<Vision, _>(input, filter).await
    });
    api.read::<GetOwnRecords>(|connection, caller, _| records(connection, caller));
    api.on::<DeleteOwnUser>(withdraw);
}

async fn create(input: Input<SignUp>) -> Result<Done, Problem> {
    let Input { state, address, body, change, .. } = input;
    let attempt = Attempt::at_registering(&state.keys, &address);
    let early = attempt.clone();
    state.database.quick(move |connection| early.check(connection, clock::now())).await?;
    let turn = state.turns.take(attempt.lane()).await?;
    let owner = Owner { login_id: &body.login_id, name: &body.name, email: body.email.as_deref().unwrap_or_default() };
    password::approve(body.password.clone(), owner, "password").await?;
    let login_key = login_id::key(&body.login_id);
    // Counted in a transaction of its own, which a refusal does not roll back.
    let taken = state
        .database
        .write(move |connection| {
            attempt.begin(connection, clock::now())?;
            store::is_taken(connection, &login_key)
        })
        .await?;
    if taken {
        return Err(Problem::taken("loginId"));
    }
    let hash = password::hash(body.password.clone()).await?;
    drop(turn);
    let work = move |connection: &mut DatabaseConnection| {
        store::register(connection, &body, &hash, &address)?;
        Ok(Done {})
    };
    change.write(work).await
}

async fn get(input: Input<GetOwnProfile>) -> Result<UserProfile, Problem> {
    let caller = input.caller()?;
    let reader = Arc::clone(&caller);
    let known = input.state.database.quick(move |connection| store::known(connection, &reader)).await?;
    match known {
        Some(profile) => Ok(profile),
        None => change(&input.state, caller, |_, _, profile| Ok(profile)).await,
    }
}

async fn update(input: PatchInput<UpdateOwnProfile>) -> Result<UserProfile, Problem> {
    let PatchInput { state, caller, patch, .. } = input;
    let session_id = caller.session_id;
    let changed = change(&state, caller, move |connection, caller, _| {
        patch.retried(|| {
            let before = store::of(connection, caller)?;
            let save = patch.apply_to(&store::to_form(&before))?;
            store::update(connection, caller, &before, &save)
        })
    })
    .await?;
    // The cached caller includes the name.
    state.callers.forget(session_id);
    Ok(changed)
}

async fn update_level(input: Input<UpdateOwnLevel>) -> Result<UserProfile, Problem> {
    let level = input.body.level;
    let caller = input.caller()?;
    change(&input.state, caller, move |connection, caller, before| {
        store::update_level(connection, caller, &before, level)
    })
    .await
}

async fn update_tracking(input: Input<UpdateOwnTracking>) -> Result<UserProfile, Problem> {
    let caller = input.caller()?;
    let Input { state, body, .. } = input;
    let reader = Arc::clone(&caller);
    let request = body.clone();
    // Most requests report nothing new and write nothing.
    let known = move |connection: &mut DatabaseConnection| {
        let told = use_of(connection, &request)?;
        let Some(profile) = store::known(connection, &reader)? else { return Ok((told, None)) };
        let is_changed = request.enabled.is_some_and(|enabled| enabled != profile.tracking_enabled);
        let is_kept = request.enabled.unwrap_or(profile.tracking_enabled);
        let is_new_use = match &told {
            Some(told) if is_kept => uses::is_new(connection, profile.user_id, told, clock::now())?,
            _ => false,
        };
        Ok((told, Some(profile).filter(|_| !is_changed && !is_new_use)))
    };
    let (told, unchanged) = state.database.quick(known).await?;
    if let Some(profile) = unchanged {
        return Ok(profile);
    }
    change(&state, caller, move |connection, caller, before| {
        let after = match body.enabled {
            Some(enabled) => store::update_tracking(connection, caller, &before, enabled)?,
            None => before,
        };
        if !after.tracking_enabled {
            uses::forget(connection, after.user_id)?;
        }
        if let Some(told) = told.filter(|_| after.tracking_enabled) {
            uses::count_and_write(connection, caller.account_id, after.user_id, &told, clock::now())?;
        }
        Ok(after)
    })
    .await
}

/// Returns the reported use, if any.
fn use_of(connection: &mut DatabaseConnection, told: &UserTrackingChange) -> Result<Option<AppUse>, Problem> {
    let (Some(platform), Some(package), Some(version)) = (told.platform, &told.package_id, &told.app_version) else {
        return Ok(None);
    };
    uses::of_package(connection, platform, package, version).map(Some)
}

async fn withdraw(input: Input<DeleteOwnUser>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let session_id = caller.session_id;
    input.state.database.write(move |connection| store::withdraw(connection, &caller)).await?;
    input.state.callers.forget(session_id);
    Ok(Done {})
}

/// Changes the caller's profile in one transaction, creating it if the account has none. Locks the account: concurrent
/// requests of the user's devices see each other's changes, and nothing is written for a user who has just left.
async fn change(
    state: &State,
    caller: Arc<Caller>,
    work: impl FnOnce(&mut DatabaseConnection, &Caller, UserProfile) -> Result<UserProfile, Problem> + Send + 'static,
) -> Result<UserProfile, Problem> {
    state
        .database
        .write(move |connection| {
            if !sessions::hold(connection, caller.account_id)? {
                return Err(Problem::new(ErrorCode::Unauthenticated));
            }
            let profile = store::of(connection, &caller)?;
            work(connection, &caller, profile)
        })
        .await
}

/// Lists the caller's measurements of a kind. The caller's scope is the caller's own member, so no filter can reach
/// other people's.
async fn list_measurements<K: Kind, E>(input: Input<E>, filter: K::Filter) -> Result<Page<K::Measurement>, Problem>
where
    E: Endpoint<Query = OwnMeasurementFilter, Ok = Page<K::Measurement>>,
    K::Filter: Send,
    K::Measurement: Send,
{
    let caller = input.caller()?;
    let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
    let work = move |connection: &mut DatabaseConnection| {
        measurements::store::list::<K>(connection, database.totals(), &cursors, &caller, &filter)
    };
    input.state.database.read(work).await
}

/// Returns the members' page for a kind of measurement, if there is one. Staff communicate the results of dementia
/// screenings and psychological tests in person.
fn own_page(kind: MeasurementKind) -> Option<OwnRecordKind> {
    match kind {
        MeasurementKind::Physical => Some(OwnRecordKind::Physical),
        MeasurementKind::Stress => Some(OwnRecordKind::Stress),
        MeasurementKind::Vision => Some(OwnRecordKind::Vision),
        MeasurementKind::HeartRate | MeasurementKind::Dementia | MeasurementKind::Psychological => None,
    }
}

/// Returns which records exist about the caller, for the kinds that have tables.
fn records(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Vec<OwnRecords>, Problem> {
    let mut records = MeasurementKind::ALL
        .into_iter()
        .filter_map(|kind| Some((kind, own_page(kind)?)))
        .map(|(measured, kind)| {
            let (count, latest_at) = measurements::store::count_and_latest(connection, measured, caller.scope)?;
            Ok(OwnRecords { kind, count, latest_at })
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    let (count, latest_at) = training_participations::kept(connection, caller.scope)?;
    records.push(OwnRecords { kind: OwnRecordKind::Training, count, latest_at });
    Ok(records)
}
