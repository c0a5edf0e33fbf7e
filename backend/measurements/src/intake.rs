//! The intake: measurements of any kind from operators, apps and companies' systems. Each measurement is validated by
//! itself; all accepted ones are written in one transaction. A measurement with a sender's number is written once,
//! however often and from however many instances it is sent: the database's unique index decides.

use crate::{
    chosen_dates::{self, Learner},
    concerns::{self, Concerns},
    each_kind,
    entry::{check_time, may_register},
    kind::{FarValue, Findings, Kind, MeasurementKind, Person, named_far},
    owners::{self, MemberOwner, Owners},
    store::{self, Assessed, Origin, Owner},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, credentials::CompanySystem, limits, log::Reader, scope::Scope},
    clock,
    db::{DatabaseConnection, schema::measurement},
    http::{
        decode,
        idempotency::Change,
        mount::{Api, Input},
    },
    problem::Problem,
    workers,
};
use organisation::companies::store as companies;
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};
use uno_core::{
    contract::{
        error::ErrorCode,
        jobs::JobId,
        measurements::{
            CommonFields, IntakeOutcome, IntakeReport, IntakeResult, MeasurementForm as _, TakeMeasurements,
        },
        validation::{Rules as _, Violation, path_in},
    },
    domain::{access::Authority, grade::RuleSet, time::Timestamp},
};

/// Headers per statement: SQLite limits the number of bound values.
const AT_ONCE: usize = 500;

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on_change::<TakeMeasurements>(take);
}

/// The sender of measurements.
#[derive(Clone)]
pub enum Sender {
    /// An account.
    Account(Arc<Caller>),
    /// A company's system.
    System(Arc<CompanySystem>),
}

impl Sender {
    /// Returns the reader for the access log: a sender learns the ages of those it sends measurements of.
    #[must_use]
    pub fn reader(&self, request_id: &str, address: &str) -> Reader {
        let account_id = match self {
            Self::Account(caller) => caller.account_id,
            Self::System(_) => 0,
        };
        Reader { account_id, request_id: request_id.to_owned(), address: address.to_owned() }
    }
}

async fn take(input: Input<TakeMeasurements>) -> Result<IntakeReport, Problem> {
    let sender = match (&input.caller, &input.system) {
        (Some(caller), _) => Sender::Account(Arc::clone(caller)),
        (None, Some(system)) => Sender::System(Arc::clone(system)),
        (None, None) => return Err(Problem::new(ErrorCode::Unauthenticated)),
    };
    let reader = sender.reader(&input.request_id, &input.address);
    receive(&input.change, (sender, reader), input.body.sent, WriteMode::Each).await
}

/// What happens to the other measurements if some are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// The others are written.
    Each,
    /// None is written.
    AllOrNone,
}

/// Writes measurements in the lists of the contract's intake. With [`WriteMode::AllOrNone`], refused measurements make the
/// request fail. The error names their fields by position, such as `physical[3].heightCm`.
///
/// # Errors
/// Returns an error if the sender may not send a kind, sends too many, or the database fails.
pub async fn receive(
    change: &Change<IntakeReport>,
    (sender, reader): (Sender, Reader),
    mut sent: Json,
    mode: WriteMode,
) -> Result<IntakeReport, Problem> {
    // Decoding a thousand measurements takes longer than writing them and needs no transaction.
    let read = move || {
        let source = sent.get("source").and_then(Json::as_str).unwrap_or_default().to_owned();
        let mut lists: Vec<ReadList> = Vec::new();
        macro_rules! each {
            ($($kind:ty),+) => { $(
                if let Some(Json::Array(items)) = sent.get_mut(<$kind>::LIST).map(Json::take) && !items.is_empty() {
                    check::<$kind>(&sender)?;
                    let read = read::<$kind>(items)?;
                    lists.push(Box::new(move |context, connection| context.take::<$kind>(connection, read)));
                }
            )+ };
        }
        each_kind!(each);
        Ok::<_, Problem>((sender, source, lists))
    };
    let (sender, source, lists) = workers::run_blocking(read).await?;
    let work = move |connection: &mut DatabaseConnection| {
        let report = taken(connection, (&sender, reader), &source, lists)?;
        if mode == WriteMode::AllOrNone && report.refused > 0 {
            let refused = report.results.into_iter().filter(|result| result.outcome == IntakeOutcome::Refused);
            let placed = refused.flat_map(|result| {
                let place = result.path;
                result
                    .fields
                    .into_iter()
                    .map(move |field| Violation { path: format!("{place}.{}", field.path), ..field })
            });
            return Err(Problem::invalid(placed.collect()));
        }
        Ok(report)
    };
    change.write(work).await
}

/// Writes the decoded measurements of a kind.
type ReadList = Box<dyn FnOnce(&RequestContext, &mut DatabaseConnection) -> Result<Vec<IntakeResult>, Problem> + Send>;

/// A decoded measurement.
struct Read<Save> {
    /// The sender's number, also of a refused measurement.
    source_id: Option<String>,
    /// The form with a digest of it, or its violations.
    save: Result<(Save, i64), Vec<Violation>>,
}

/// Decodes measurements of a kind.
fn read<K: Kind>(items: Vec<Json>) -> Result<Vec<Read<K::Save>>, Problem> {
    let one = |item: Json| {
        let source_id = item.get("sourceId").and_then(Json::as_str).map(str::to_owned);
        let save = match decode::record::<K::Save>(item, K::Save::FORM) {
            Ok(mut save) => {
                // The digest excludes the clock offset: a measurement sent with another offset is still the same.
                let offset = save.clock_offset().take();
                let digest = digest(&save)?;
                *save.clock_offset() = offset;
                Ok((save, digest))
            }
            Err(fields) => Err(fields),
        };
        Ok(Read { source_id, save })
    };
    items.into_iter().map(one).collect()
}

/// Checks that the sender may send measurements of a kind.
fn check<K: Kind>(sender: &Sender) -> Result<(), Problem> {
    let may = match sender {
        Sender::Account(caller) => caller.authority == Authority::Member || may_register::<K>(caller),
        Sender::System(_) => true,
    };
    if may { Ok(()) } else { Err(Problem::new(ErrorCode::Forbidden)) }
}

/// Returns whether the sender may send measurements of a kind. [`receive`] refuses the whole request if one kind is not
/// allowed.
#[must_use]
pub fn may_send(sender: &Sender, kind: MeasurementKind) -> bool {
    macro_rules! each {
        ($($own:ty),+) => {
            $(if <$own>::KIND == kind { return check::<$own>(sender).is_ok(); })+
        };
    }
    each_kind!(each);
    false
}

/// Writes measurements of a kind from an account's file.
///
/// # Errors
/// Returns an error if the account may not send such measurements, or the database fails.
pub(crate) fn take_from_file<K: Kind>(
    connection: &mut DatabaseConnection,
    caller: Arc<Caller>,
    (import, request_id): (JobId, &str),
    items: Vec<Json>,
) -> Result<Vec<IntakeResult>, Problem> {
    let sender = Sender::Account(caller);
    check::<K>(&sender)?;
    let read = read::<K>(items)?;
    let reader = sender.reader(request_id, "");
    let context = RequestContext::of(connection, (&sender, reader), "")?;
    let context = RequestContext { is_file: true, import: Some(import), ..context };
    context.take::<K>(connection, read)
}

/// Writes the measurements of a request.
fn taken(
    connection: &mut DatabaseConnection,
    (sender, reader): (&Sender, Reader),
    source: &str,
    lists: Vec<ReadList>,
) -> Result<IntakeReport, Problem> {
    // Requests with credentials are counted on admission.
    if let Sender::Account(caller) = sender {
        let limit = if caller.authority == Authority::Member { &limits::SENDING_OWN } else { &limits::SENDING };
        limits::count(connection, limit, caller.account_id, clock::now())?;
    }
    let context = RequestContext::of(connection, (sender, reader), source)?;
    let mut results = Vec::new();
    for take in lists {
        results.extend(take(&context, connection)?);
    }
    let count = |outcome: IntakeOutcome| results.iter().filter(|result| result.outcome == outcome).count();
    let number = |outcome| i64::try_from(count(outcome)).unwrap_or(i64::MAX);
    let (created, known, refused) =
        (number(IntakeOutcome::Created), number(IntakeOutcome::Known), number(IntakeOutcome::Refused));
    Ok(IntakeReport { results, created, known, refused })
}

/// The context of one request.
struct RequestContext {
    scope: Scope,
    /// The sender and its source. A sender's number is unique within this.
    source: String,
    /// The operator whose site this is, and whether the site is on trial.
    site: Option<(i64, bool)>,
    /// The user, if the sender is one. A user's own measurements need no company.
    user: Option<(i64, Person)>,
    /// The owner columns of measurements without a person.
    nobody: Option<Owner>,
    /// The job, if the measurements are of a file.
    import: Option<JobId>,
    /// Who learns the ages of others; `None` for a user.
    learner: Option<Learner>,
    /// Whether a file is read, each of whose rows is judged by itself, limits included.
    is_file: bool,
}

/// The owner of a measurement.
enum ResolvedOwner {
    Member(MemberOwner),
    User(i64, Person),
    Nobody(Owner),
}

/// A measurement that is ready to be written.
struct Ready<Detail> {
    place: usize,
    owner: Owner,
    assessed: Assessed,
    origin: Origin,
    detail: Detail,
    unusual: Vec<&'static str>,
}

impl<Detail> Ready<Detail> {
    /// Returns whether it belongs to a person.
    fn is_assigned(&self) -> bool {
        self.owner.is_member() || self.origin.user_id.is_some()
    }

    /// Returns what no other measurement of its list may have: a person has one measurement at a moment, whatever its
    /// number.
    fn key(&self) -> store::Key {
        let mut key = store::key_of(&(self.owner, &self.assessed, &self.origin));
        if self.is_assigned() {
            key.4 = None;
        }
        key
    }
}

impl RequestContext {
    fn of(
        connection: &mut DatabaseConnection,
        (sender, reader): (&Sender, Reader),
        named: &str,
    ) -> Result<Self, Problem> {
        let (scope, who) = match sender {
            Sender::Account(caller) => (caller.scope, format!("a{}", caller.account_id)),
            Sender::System(system) => (system.scope, format!("c{}", system.scope.company_id().unwrap_or_default())),
        };
        let (site, user) = match sender {
            Sender::Account(caller) => (owners::site(connection, caller)?, own_profile(connection, caller)?),
            Sender::System(_) => (None, None),
        };
        let nobody = match scope.company_id() {
            Some(id) => companies::held_lines(connection, &[id])?.get(&id).map(Owner::unassigned_at),
            None => None,
        };
        let learner = match sender {
            Sender::Account(_) if user.is_some() => None,
            Sender::Account(_) => Some(Learner::Account(reader)),
            Sender::System(system) => Some(Learner::System(Arc::clone(system), reader)),
        };
        Ok(Self { scope, source: format!("{who}:{named}"), site, user, nobody, learner, is_file: false, import: None })
    }

    /// Writes the measurements of a kind.
    fn take<K: Kind>(
        &self,
        connection: &mut DatabaseConnection,
        sent: Vec<Read<K::Save>>,
    ) -> Result<Vec<IntakeResult>, Problem> {
        let mut results: Vec<IntakeResult> = Vec::with_capacity(sent.len());
        let mut read: Vec<(usize, K::Save, CommonFields, i64)> = Vec::with_capacity(sent.len());
        for (place, Read { source_id, save }) in sent.into_iter().enumerate() {
            let fields = match save {
                Ok((save, digest)) => {
                    let about = save.about();
                    read.push((place, save, about, digest));
                    Vec::new()
                }
                Err(fields) => fields,
            };
            results.push(IntakeResult {
                path: path_in(K::LIST, place, ""),
                source_id,
                outcome: IntakeOutcome::Refused,
                measurement_id: None,
                fields,
                unusual: Vec::new(),
            });
        }
        let known = self.known(connection, read.iter().filter_map(|(_, _, about, _)| about.source_id.as_deref()))?;
        let abouts: Vec<CommonFields> = read.iter().map(|(_, _, about, _)| about.clone()).collect();
        let owners = Owners::of(connection, self.scope, &abouts)?;
        let rules = K::lock_versions(connection)?;
        let far = far_from_last::<K>(connection, &owners, &read)?;
        let now = clock::now();
        let mut ready: Vec<Ready<K::Detail>> = Vec::with_capacity(read.len());
        let mut keys = HashSet::new();
        let mut numbers: HashMap<String, (usize, i64)> = HashMap::new();
        let mut repeats = Vec::new();
        for ((place, save, about, digest), far) in read.into_iter().zip(far) {
            if let Some(number) = &about.source_id {
                if let Some((id, before)) = known.get(number) {
                    set(&mut results, place, |result| is_known(result, *id, *before == Some(digest)));
                    continue;
                }
                if let Some((first, before)) = numbers.get(number) {
                    repeats.push((place, *first, *before == digest));
                    continue;
                }
                numbers.insert(number.clone(), (place, digest));
            }
            let assessed = self.assess::<K>(&owners, &rules, now, (place, &save, &about, digest));
            let assessed = assessed.and_then(|mut new| {
                new.origin.far_from_last = named_far(&far);
                for value in far.iter().filter(|value| !new.unusual.contains(&value.field)).collect::<Vec<_>>() {
                    new.unusual.push(value.field);
                }
                let is_first = keys.insert(new.key());
                if is_first { Ok(new) } else { Err(Violation::new("measuredAt", "taken")) }
            });
            match assessed {
                Ok(new) => ready.push(new),
                Err(violation) => set(&mut results, place, |result| result.fields.push(violation)),
            }
        }
        let ready = self.learnt(connection, ready, &mut results)?;
        self.write::<K>(connection, ready, &mut results)?;
        for (place, first, is_same) in repeats {
            let id = results.get(first).and_then(|result| result.measurement_id);
            match id {
                Some(id) => set(&mut results, place, |result| is_known(result, id, is_same)),
                None => {
                    let fields = results.get(first).map(|result| result.fields.clone()).unwrap_or_default();
                    set(&mut results, place, |result| result.fields = fields);
                }
            }
        }
        Ok(results)
    }

    /// Counts the days at which the sender learns ages, and keeps what it may learn. Only the rows of a file are refused
    /// one by one: a system or an app sends everything again later.
    fn learnt<Detail>(
        &self,
        connection: &mut DatabaseConnection,
        ready: Vec<Ready<Detail>>,
        results: &mut [IntakeResult],
    ) -> Result<Vec<Ready<Detail>>, Problem> {
        let Some(learner) = &self.learner else { return Ok(ready) };
        let chosen = ready
            .iter()
            .filter_map(|new| Some((new.owner.member_id?, Timestamp(new.assessed.measured_at).date_in_seoul())));
        let mut refused = chosen_dates::count(connection, learner, chosen)?;
        if !self.is_file {
            return refused.pop().map_or(Ok(ready), |(_, problem)| Err(problem));
        }
        let is_refused = |new: &Ready<Detail>| refused.iter().any(|(id, _)| new.owner.member_id == Some(*id));
        let (refused_rows, ready): (Vec<_>, Vec<_>) = ready.into_iter().partition(is_refused);
        for new in refused_rows {
            set(results, new.place, |result| result.fields.push(Violation::new("measuredAt", "tooManyDates")));
        }
        Ok(ready)
    }

    /// Grades a measurement for its owner.
    fn assess<K: Kind>(
        &self,
        owners: &Owners,
        rules: &[RuleSet],
        now: Timestamp,
        (place, save, about, digest): (usize, &K::Save, &CommonFields, i64),
    ) -> Result<Ready<K::Detail>, Violation> {
        owners.check_references(about, None)?;
        let (owner, person, user_id) = match self.found(owners, about)? {
            ResolvedOwner::Member(member) => (member.row(), member.person, None),
            ResolvedOwner::User(user_id, person) => (Owner::default(), person, Some(user_id)),
            // A measurement without a person is identified by its number alone.
            ResolvedOwner::Nobody(_) if about.source_id.is_none() => {
                return Err(Violation::new("memberId", "required"));
            }
            ResolvedOwner::Nobody(owner) => (owner, Person::default(), None),
        };
        if let Some(violation) = check_time(about.measured_at, person) {
            return Err(violation);
        }
        let findings: Findings<K::Detail> = K::findings_by(save, person, rules);
        let assessed = Assessed::of::<K>(about.measured_at, now, person, &findings);
        let origin = Origin {
            user_id,
            operator_id: self.site.map(|(operator_id, _)| operator_id),
            trial: self.site.is_some_and(|(_, trial)| trial),
            source: about.source_id.as_ref().map(|_| self.source.clone()),
            content_hash: about.source_id.as_ref().map(|_| digest),
            import_id: self.import.map(|job| job.0),
            ..Origin::of(about, now)
        };
        Ok(Ready { place, owner, assessed, origin, detail: findings.detail, unusual: findings.unusual })
    }

    /// Returns the owner of a measurement.
    fn found(&self, owners: &Owners, about: &CommonFields) -> Result<ResolvedOwner, Violation> {
        if let Some(member) = owners.of_measurement(about)? {
            return Ok(ResolvedOwner::Member(member));
        }
        if let Some((user_id, person)) = self.user {
            return match about.company_id {
                // A user's own measurement belongs to no company.
                Some(_) => Err(Violation::new("companyId", "notFound")),
                None => Ok(ResolvedOwner::User(user_id, person)),
            };
        }
        let owner = match about.company_id {
            Some(company_id) => Some(owners.unassigned_at(company_id)?),
            None => self.nobody,
        };
        owner.map(ResolvedOwner::Nobody).ok_or_else(|| Violation::new("memberId", "required"))
    }

    /// Loads what this source has sent before under these numbers: the measurement and the digest of the form.
    fn known<'b>(
        &self,
        connection: &mut DatabaseConnection,
        numbers: impl Iterator<Item = &'b str>,
    ) -> Result<HashMap<String, (i64, Option<i64>)>, Problem> {
        let numbers: Vec<&str> = numbers.collect();
        if numbers.is_empty() {
            return Ok(HashMap::new());
        }
        let rows = measurement::table
            .filter(measurement::source.eq(&self.source))
            .filter(measurement::source_id.eq_any(numbers))
            .select((measurement::source_id, measurement::measurement_id, measurement::content_hash))
            .load::<(Option<String>, i64, Option<i64>)>(connection)?;
        Ok(rows.into_iter().filter_map(|(number, id, digest)| Some((number?, (id, digest)))).collect())
    }

    /// Writes the ready measurements and refuses those that conflict with a stored one. If a concurrent request has
    /// written the same number with the same content, the measurement counts as known.
    fn write<K: Kind>(
        &self,
        connection: &mut DatabaseConnection,
        mut ready: Vec<Ready<K::Detail>>,
        results: &mut [IntakeResult],
    ) -> Result<(), Problem> {
        // Two requests with the same measurements, in whatever order, wait for each other instead of deadlocking.
        ready.sort_by_cached_key(Ready::key);
        let (mut overtaken, mut new_alerts) = (Vec::new(), Vec::new());
        let mut ready = ready.into_iter().peekable();
        while ready.peek().is_some() {
            let some: Vec<_> = ready.by_ref().take(AT_ONCE).collect();
            let headers = some.iter().map(|new| (new.owner, &new.assessed, &new.origin)).collect();
            let ids = store::insert(connection, headers)?;
            let mut details = Vec::with_capacity(some.len());
            for (id, new) in ids.into_iter().zip(some) {
                let Some(id) = id else {
                    overtaken.push((new.place, new.origin));
                    continue;
                };
                if new.is_assigned() && !new.origin.trial {
                    new_alerts.push(concerns::NewAlertRow {
                        measurement_id: id,
                        measured_at: new.assessed.measured_at,
                        received_at: new.assessed.received_at,
                        line: new.owner.line(),
                        concerns: Concerns::of::<K>(new.assessed.grades),
                    });
                }
                details.push((id, new.detail));
                set(results, new.place, |result| {
                    result.outcome = IntakeOutcome::Created;
                    result.measurement_id = Some(id);
                    result.unusual = new.unusual.iter().map(|name| (*name).to_owned()).collect();
                });
            }
            K::insert_details(connection, details)?;
        }
        concerns::raise::<K>(connection, new_alerts)?;
        if overtaken.is_empty() {
            return Ok(());
        }
        let known = self.known(connection, overtaken.iter().filter_map(|(_, origin)| origin.source_id.as_deref()))?;
        for (place, origin) in overtaken {
            let written = origin.source_id.as_ref().and_then(|number| known.get(number));
            set(results, place, |result| match written {
                Some((id, digest)) => is_known(result, *id, *digest == origin.content_hash),
                None => result.fields.push(Violation::new("measuredAt", "taken")),
            });
        }
        Ok(())
    }
}

/// Returns the values of each measurement that are implausibly far from its member's previous ones.
fn far_from_last<K: Kind>(
    connection: &mut DatabaseConnection,
    owners: &Owners,
    read: &[(usize, K::Save, CommonFields, i64)],
) -> Result<Vec<Vec<FarValue>>, Problem> {
    let mut far: Vec<Vec<FarValue>> = read.iter().map(|_| Vec::new()).collect();
    let (mut places, mut measured) = (Vec::new(), Vec::new());
    for (place, (_, save, about, _)) in read.iter().enumerate() {
        if let Ok(Some(owner)) = owners.of_measurement(about) {
            places.push(place);
            measured.push((owner.member_id.0, save, owner.person.age_at(Timestamp(about.measured_at))));
        }
    }
    for (place, found) in places.into_iter().zip(K::far_from_last(connection, &measured, None)?) {
        if let Some(far) = far.get_mut(place) {
            *far = found;
        }
    }
    Ok(far)
}

/// Reports a number that was written before: as known if the content is the same, otherwise as a violation.
fn is_known(result: &mut IntakeResult, id: i64, is_same: bool) {
    if is_same {
        result.outcome = IntakeOutcome::Known;
        result.measurement_id = Some(id);
    } else {
        result.fields.push(Violation::new("sourceId", "taken"));
    }
}

fn set(results: &mut [IntakeResult], place: usize, change: impl FnOnce(&mut IntakeResult)) {
    if let Some(result) = results.get_mut(place) {
        change(result);
    }
}

/// Returns a digest of a form, which identifies repeated content.
fn digest(save: &impl serde::Serialize) -> Result<i64, Problem> {
    let text = serde_json::to_vec(save).map_err(Problem::internal)?;
    let digest = Sha256::digest(text);
    let first = digest.first_chunk::<8>().copied().ok_or_else(|| Problem::internal("a digest without bytes"))?;
    Ok(i64::from_be_bytes(first))
}

/// Returns the user's profile, if the caller is a user. A user's own measurements need no company.
fn own_profile(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Option<(i64, Person)>, Problem> {
    let Scope::Oneself { user_id } = caller.scope else { return Ok(None) };
    Ok(owners::person_of_user(connection, user_id)?.map(|person| (user_id.0, person)))
}
