//! How an import of members is taken back: its measurements, the users that it registered, and the members themselves.
//! What somebody has used or changed since is left as it is.

use crate::{
    members::store::{self as members, MemberRecord},
    users::store as users,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, scope::Scoped},
    bulk::import_undo::{self, MEASUREMENT, Undoing, Written},
    db::{
        DatabaseConnection,
        schema::{
            account, consent, import_change, measurement, member, member_link, message, report, training_participation,
            user_profile,
        },
    },
    problem::Problem,
    records::{
        self, Rows as _,
        revisions::{self, Author},
    },
};
use measurements::{
    entry,
    physical_measurements::store::{self as physical, NewMeasurement, Physical},
};
use uno_core::{
    contract::{
        bulk::BulkOutcome,
        error::ErrorCode,
        jobs::JobId,
        member_links::LinkState,
        members::{MemberId, MemberSave, SCREEN},
        revisions::RevisionAction,
    },
    domain::access::Action,
};

/// Taking back requires the rights to change and to delete members: a file must not do what the account may not do one
/// by one.
pub static UNDOING: Undoing =
    Undoing { may: |caller| caller.may(SCREEN, Action::Delete) && caller.may(SCREEN, Action::Update), undo, name };

fn undo(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    import: JobId,
    id: i64,
    written: &Written,
) -> Result<BulkOutcome, Problem> {
    match (written.resource.as_str(), written.change_id) {
        (MEASUREMENT, _) => {
            entry::take_back::<Physical>(connection, caller, id, written.version)?;
            Ok(BulkOutcome::Deleted)
        }
        (physical::RESOURCE, Some(_)) => {
            let before: NewMeasurement = import_undo::before(connection, caller, import, (id, written))?;
            let version =
                entry::put_back::<Physical>(connection, caller, (id, written.version), |form| before.over(form))?;
            import_undo::restored(connection, (&written.resource, id), (written.version - 1, version))?;
            Ok(BulkOutcome::Restored)
        }
        (users::RESOURCE, None) => remove_user(connection, caller, id, written),
        (members::RESOURCE, Some(_)) => restore_member(connection, caller, import, (id, written)),
        (members::RESOURCE, None) => remove_member(connection, caller, import, (id, written)),
        _ => Err(Problem::internal("an import has written what nobody takes back")),
    }
}

fn name(connection: &mut DatabaseConnection, caller: &Caller, id: i64, written: &Written) -> Option<String> {
    match written.resource.as_str() {
        MEASUREMENT | physical::RESOURCE => entry::name(connection, caller, id),
        users::RESOURCE => {
            let profile = user_profile::table.in_scope(caller.scope).filter(user_profile::user_id.eq(id));
            profile.inner_join(account::table).select(account::name).first(connection).ok()
        }
        _ => {
            let own = member::table.in_scope(caller.scope).filter(member::member_id.eq(id));
            own.select(member::name).first(connection).ok()
        }
    }
}

/// Returns a member in its current state, locked, if nobody has changed it since the import.
fn unchanged(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (id, written): (i64, &Written),
) -> Result<MemberSave, Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        member::table.find(id).select(member::member_id).for_update().load::<MemberId>(connection)?;
    }
    let standing = MemberRecord::standing(connection, caller, id)?;
    if standing.version == Some(written.version) { Ok(standing) } else { Err(Problem::new(ErrorCode::Changed)) }
}

fn restore_member(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    import: JobId,
    (id, written): (i64, &Written),
) -> Result<BulkOutcome, Problem> {
    let standing = unchanged(connection, caller, (id, written))?;
    let before: MemberSave = import_undo::before(connection, caller, import, (id, written))?;
    members::replace(connection, &Author::from(caller), MemberId(id), &standing, &before)?;
    import_undo::restored(connection, (&written.resource, id), (written.version - 1, written.version + 1))?;
    Ok(BulkOutcome::Restored)
}

/// Deletes a member that the import created, unless something else hangs on it by now.
fn remove_member(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    import: JobId,
    (id, written): (i64, &Written),
) -> Result<BulkOutcome, Problem> {
    unchanged(connection, caller, (id, written))?;
    // The import's own measurements and links go with it, in a dry run in another transaction.
    let others = measurement::table.filter(measurement::member_id.eq(id)).filter(
        measurement::import_id.is_null().or(measurement::import_id.ne(import.0)).or(measurement::version.gt(1)),
    );
    let measurements: i64 = others.count().get_result(connection)?;
    let reports: i64 = report::table.filter(report::member_id.eq(id)).count().get_result(connection)?;
    let messages: i64 = message::table.filter(message::member_id.eq(id)).count().get_result(connection)?;
    let trainings = training_participation::table.filter(training_participation::member_id.eq(id));
    let trainings: i64 = trainings.count().get_result(connection)?;
    let by_import = import_change::table
        .filter(import_change::job_id.eq(import.0))
        .filter(import_change::resource.eq(users::RESOURCE))
        .select(import_change::record_id);
    let links = member_link::table.filter(member_link::member_id.eq(id)).filter(member_link::user_id.ne_all(by_import));
    let links: i64 = links.count().get_result(connection)?;
    records::dependents(&[
        ("measurements", measurements),
        ("reports", reports),
        ("messages", messages),
        ("trainingParticipations", trainings),
        ("links", links),
    ])?;
    records::delete::<MemberRecord>(connection, caller, id)?;
    Ok(BulkOutcome::Deleted)
}

/// Deletes a user that the import registered, with its link: nobody has a password for it, and it is linked with
/// nobody else.
fn remove_user(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    written: &Written,
) -> Result<BulkOutcome, Problem> {
    let found = user_profile::table
        .in_scope(caller.scope)
        .filter(user_profile::user_id.eq(id))
        .inner_join(account::table)
        .select((account::account_id, account::password_hash, user_profile::version))
        .first::<(i64, String, i64)>(connection)
        .optional()?;
    let (account_id, password_hash, version) = found.ok_or_else(Problem::not_found)?;
    let links = member_link::table.filter(member_link::user_id.eq(id)).select(member_link::state);
    let links: Vec<String> = links.load(connection)?;
    let own: i64 = measurement::table.filter(measurement::user_id.eq(id)).count().get_result(connection)?;
    let consents: i64 = consent::table.filter(consent::account_id.eq(account_id)).count().get_result(connection)?;
    let is_untouched = version == written.version
        && password_hash.is_empty()
        && links == [LinkState::Active.as_str()]
        && own == 0
        && consents == 0;
    if !is_untouched {
        return Err(Problem::new(ErrorCode::Changed));
    }
    users::erase(connection, account_id)?;
    revisions::record(connection, &Author::from(caller), users::RESOURCE, id, RevisionAction::Delete, &[])?;
    revisions::forget(connection, users::RESOURCE, &[id])?;
    Ok(BulkOutcome::Deleted)
}
