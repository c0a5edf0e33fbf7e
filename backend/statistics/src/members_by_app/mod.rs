//! Members by app: new, cumulative, active and withdrawn users of each app or of all apps of a service, in total or by
//! level.

mod export;
mod store;

use crate::{
    disclosure::Disclosure,
    file::FileOf,
    frame::{Counting, Days, StatisticRequest},
    hidden::{self, Size},
    units,
};
use diesel::{QueryDsl, RunQueryDsl};
pub use export::{ServiceAppMemberExport, ServiceAppTypeExport, UserAppMemberExport, UserAppTypeExport};
use kernel::{
    access::caller::Caller,
    clock,
    db::{
        DatabaseConnection,
        narrow::Narrow as _,
        schema::{service, user_app},
    },
    exports,
    http::mount::Api,
    problem::Problem,
};
use people::user_apps::spells;
use store::{AppUserFilter, Change, Changes};
use uno_core::{
    contract::{
        managed_users::{ONLINE_SCREEN, REGULAR_SCREEN},
        services::ServiceId,
        statistics::{
            GetMemberTypesByServiceApp, GetMemberTypesByUserApp, GetServiceAppMemberStatistics,
            GetUserAppMemberStatistics, LeftOut, MemberCount, MemberStatistic, MemberStatisticRow, StatisticFilter,
        },
        user_apps::{UserAppId, UserAppStatus},
        users::UserLevel,
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<GetServiceAppMemberStatistics>(|connection, caller, sent| {
        statistic(connection, caller, &sent.query, Grouping::Service, Levels::Together)
    });
    api.read::<GetUserAppMemberStatistics>(|connection, caller, sent| {
        statistic(connection, caller, &sent.query, Grouping::App, Levels::Together)
    });
    api.read::<GetMemberTypesByServiceApp>(|connection, caller, sent| {
        statistic(connection, caller, &sent.query, Grouping::Service, Levels::Apart)
    });
    api.read::<GetMemberTypesByUserApp>(|connection, caller, sent| {
        statistic(connection, caller, &sent.query, Grouping::App, Levels::Apart)
    });
    exports::mount::<FileOf<ServiceAppMemberExport>>(api);
    exports::mount::<FileOf<UserAppMemberExport>>(api);
    exports::mount::<FileOf<ServiceAppTypeExport>>(api);
    exports::mount::<FileOf<UserAppTypeExport>>(api);
}

/// The screens of the people counted.
const PEOPLE: [&str; 2] = [REGULAR_SCREEN, ONLINE_SCREEN];

/// Returns whether a caller sees small groups.
fn may_read(caller: &Caller) -> bool {
    PEOPLE.iter().all(|screen| caller.may(screen, Action::Read))
}

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// All apps of a service.
    Service,
    /// An app.
    App,
}

/// Whether levels have separate rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Levels {
    /// One row per level.
    Apart,
    /// All levels in one row.
    Together,
}

/// An app or service, with its number among the circles of its kind.
struct NamedCircle {
    circle_id: i64,
    user_app_id: Option<UserAppId>,
    service_id: Option<ServiceId>,
    name: String,
    /// Whether it has a row even if nobody has used it.
    is_standing: bool,
}

/// Returns the requested services, or their apps, by name.
fn named(
    connection: &mut DatabaseConnection,
    filter: &StatisticFilter,
    by: Grouping,
) -> Result<Vec<NamedCircle>, Problem> {
    Ok(match by {
        Grouping::Service => service::table
            .into_boxed()
            .among(service::service_id, &filter.service_ids)
            .order((service::name, service::service_id))
            .select((service::service_id, service::name))
            .load::<(ServiceId, String)>(connection)?
            .into_iter()
            .map(|(id, name)| NamedCircle {
                circle_id: id.0,
                user_app_id: None,
                service_id: Some(id),
                name,
                is_standing: true,
            })
            .collect(),
        Grouping::App => user_app::table
            .into_boxed()
            .among(user_app::service_id, &filter.service_ids)
            .order((user_app::name_key, user_app::user_app_id))
            .select((user_app::user_app_id, user_app::name, user_app::service_id, user_app::status))
            .load::<(UserAppId, String, ServiceId, UserAppStatus)>(connection)?
            .into_iter()
            .map(|(id, name, service_id, status)| NamedCircle {
                circle_id: id.0,
                user_app_id: Some(id),
                service_id: Some(service_id),
                name,
                is_standing: status == UserAppStatus::Active,
            })
            .collect(),
    })
}

/// Cumulative sums of the changes, by day.
struct CumulativeChanges(Vec<(i64, Change)>);

impl CumulativeChanges {
    /// Sums the changes of several levels.
    fn of<'a>(changes: impl IntoIterator<Item = &'a Vec<(i64, Change)>>) -> Self {
        let mut days: Vec<(i64, Change)> = changes.into_iter().flatten().copied().collect();
        days.sort_unstable_by_key(|(day, _)| *day);
        let mut sum = Change::default();
        for (_, change) in &mut days {
            sum = sum.and(*change);
            *change = sum;
        }
        Self(days)
    }

    /// Returns the sum up to the end of a day.
    fn until(&self, day: i64) -> Change {
        let before = self.0.partition_point(|(own, _)| *own <= day);
        before.checked_sub(1).and_then(|last| self.0.get(last)).map_or_else(Change::default, |(_, sum)| *sum)
    }

    /// Returns the figures of a period. Active members are counted on the evening of its last day, or today if that day
    /// lies in the future. For a period that has not begun, the cumulative and the active members are unknown (`None`).
    fn figures(&self, (first, last): Days, today: i64) -> Figures {
        let (before, after) = (self.until(first - 1), self.until(last));
        let of_late = self.until(last.min(today));
        let has_begun = first <= today;
        Figures {
            new: after.new - before.new,
            cumulative: has_begun.then_some(after.new - after.withdrawn),
            active: has_begun.then_some(of_late.begun - of_late.ceased),
            withdrawn: after.withdrawn - before.withdrawn,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Figures {
    new: i64,
    cumulative: Option<i64>,
    active: Option<i64>,
    withdrawn: i64,
}

/// The figures of a row: of the period, of the previous one, and of each bucket.
struct Line {
    count: Figures,
    previous: Option<Figures>,
    buckets: Vec<Figures>,
}

impl Line {
    fn of(course: &CumulativeChanges, request: &StatisticRequest, today: i64) -> Self {
        Self {
            count: course.figures(request.days, today),
            previous: request.previous.map(|days| course.figures(days, today)),
            buckets: request.buckets.iter().map(|days| course.figures(*days, today)).collect(),
        }
    }
}

/// A line with hidden numbers removed.
struct VisibleLine {
    count: MemberCount,
    previous: Option<MemberCount>,
    by_bucket: Vec<MemberCount>,
}

/// Converts lines to counts; the first line is the total of the others. Small groups are hidden from callers who may
/// not read the people, and other numbers rounded.
fn visible(
    lines: &[Line],
    (disclosure, request): (&Disclosure, &StatisticRequest),
    has_hidden: &mut bool,
) -> Vec<VisibleLine> {
    let size = |number: i64| {
        let number = u64::try_from(number).unwrap_or_default();
        Size { people: number, tests: number }
    };
    // New and withdrawn members of a period are the sums over its buckets. Cumulative and active members are those of
    // its last bucket.
    let of_sums = |figure: fn(&Figures) -> i64| -> Vec<Vec<bool>> {
        let table: Vec<Vec<Size>> = lines
            .iter()
            .map(|line| [&line.count].into_iter().chain(&line.buckets).map(|own| size(figure(own))).collect())
            .collect();
        hidden::in_table(&table)
    };
    let of_column = |number: &dyn Fn(&Line) -> i64| -> Vec<bool> {
        hidden::in_sum(&lines.iter().map(|line| size(number(line))).collect::<Vec<_>>())
    };
    let of_evenings = |figure: fn(&Figures) -> i64| -> Vec<Vec<bool>> {
        let mut rows: Vec<Vec<bool>> = lines.iter().map(|_| Vec::new()).collect();
        let columns = lines.first().map_or(0, |line| line.buckets.len() + 1);
        for column in 0..columns {
            let own = |line: &Line| match column.checked_sub(1) {
                None => figure(&line.count),
                Some(bucket) => line.buckets.get(bucket).map_or(0, figure),
            };
            for (row, is_hidden) in rows.iter_mut().zip(of_column(&own)) {
                row.push(is_hidden);
            }
        }
        rows
    };
    let of_previous = |figure: fn(&Figures) -> i64| -> Vec<Vec<bool>> {
        let hidden = of_column(&|line| line.previous.as_ref().map_or(0, figure));
        hidden.into_iter().map(|is_hidden| vec![is_hidden]).collect()
    };
    let new = |own: &Figures| own.new;
    let cumulative = |own: &Figures| own.cumulative.unwrap_or_default();
    let active = |own: &Figures| own.active.unwrap_or_default();
    let withdrawn = |own: &Figures| own.withdrawn;
    let hidden_now = [of_sums(new), of_evenings(cumulative), of_evenings(active), of_sums(withdrawn)];
    let hidden_before = [of_previous(new), of_previous(cumulative), of_previous(active), of_previous(withdrawn)];
    let mut visible_count = |figures: &Figures, hidden: &[Vec<Vec<bool>>; 4], row: usize, column: usize| {
        let mut one = |number: Option<i64>, table: &Vec<Vec<bool>>| {
            let is_kept = !disclosure.is_exact() && table.get(row).and_then(|row| row.get(column)) == Some(&true);
            *has_hidden |= is_kept;
            let is_told = match column.checked_sub(1) {
                None => disclosure.has_days(request.days),
                Some(bucket) => request.has_bucket(disclosure, bucket),
            };
            number.filter(|_| is_told && !is_kept).map(|number| disclosure.count(number))
        };
        let [new, cumulative, active, withdrawn] = hidden;
        MemberCount {
            new: one(Some(figures.new), new),
            cumulative: one(figures.cumulative, cumulative),
            active: one(figures.active, active),
            withdrawn: one(Some(figures.withdrawn), withdrawn),
        }
    };
    let mut all = Vec::with_capacity(lines.len());
    for (row, line) in lines.iter().enumerate() {
        let count = visible_count(&line.count, &hidden_now, row, 0);
        let previous = line.previous.as_ref().map(|figures| visible_count(figures, &hidden_before, row, 0));
        let buckets = line.buckets.iter().enumerate();
        let by_bucket = buckets.map(|(bucket, figures)| visible_count(figures, &hidden_now, row, bucket + 1)).collect();
        all.push(VisibleLine { count, previous, by_bucket });
    }
    all
}

fn row(named: Option<&NamedCircle>, level: Option<UserLevel>, visible: VisibleLine) -> MemberStatisticRow {
    MemberStatisticRow {
        user_app_id: named.and_then(|named| named.user_app_id),
        service_id: named.and_then(|named| named.service_id),
        name: named.map(|named| named.name.clone()).unwrap_or_default(),
        level,
        count: visible.count,
        previous: visible.previous,
        by_bucket: visible.by_bucket,
    }
}

/// Returns members by service or app for a caller.
///
/// # Errors
/// Returns "not found" if the company or the division is outside the caller's scope, and an error that names the bucket
/// if there are too many.
pub fn statistic(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &StatisticFilter,
    by: Grouping,
    levels: Levels,
) -> Result<MemberStatistic, Problem> {
    let request = StatisticRequest::of(filter.start, filter.end, filter.bucket, filter.compare.unwrap_or_default())?;
    let scope = units::reached(connection, caller.scope, filter.company_id)?;
    let divisions = match filter.division_id {
        Some(division_id) => Some(units::divisions(connection, scope, division_id)?.1),
        None => None,
    };
    let now = clock::now();
    let today = now.date_in_seoul();
    let user_filter =
        AppUserFilter { scope, divisions, sex: filter.sex, age_decades: filter.age_decades.clone(), today };
    // Nothing is ever waiting: uses are counted in the transaction that writes them. The time is taken first.
    let counting = Counting { counted_at: now, is_counting: false };
    // Uses of apps are no measurements.
    let disclosure = Disclosure::to(Vec::new(), may_read(caller));
    let (_, until) = disclosure.counted(request.days);
    let circle = if by == Grouping::Service { spells::SERVICE } else { spells::APP };
    let (_, day) = disclosure.counted((0, spells::day_of(now)));
    let told = (&disclosure, &request);
    let changes = store::changes(connection, circle, &user_filter, until)?;
    let of = |changes: &Changes, id: i64| CumulativeChanges::of(levels_of(changes, id));
    let mut names = named(connection, filter, by)?;
    let has_changes = |id: i64| UserLevel::ALL.iter().any(|level| changes.contains_key(&(id, *level)));
    names.retain(|named| named.is_standing || has_changes(named.circle_id));
    let mut has_hidden = false;
    let mut rows = Vec::new();
    let mut total = None;
    match levels {
        Levels::Together => {
            let everybody = match filter.service_ids.as_slice() {
                [] => Some(of(&store::changes(connection, spells::ALL, &user_filter, until)?, 0)),
                [only] if by == Grouping::Service => Some(of(&changes, only.0)),
                [only] => Some(of(&store::changes(connection, spells::SERVICE, &user_filter, until)?, only.0)),
                _ => None,
            };
            let is_told = everybody.is_some();
            // A user of several services is counted in each of them. The suppression of small groups allows for that.
            let sum = || CumulativeChanges::of(names.iter().flat_map(|named| levels_of(&changes, named.circle_id)));
            let mut lines = vec![Line::of(&everybody.unwrap_or_else(sum), &request, day)];
            lines.extend(names.iter().map(|named| Line::of(&of(&changes, named.circle_id), &request, day)));
            let mut visible = visible(&lines, told, &mut has_hidden).into_iter();
            total = visible.next().filter(|_| is_told).map(|visible| row(None, None, visible));
            rows.extend(names.iter().zip(visible).map(|(named, visible)| row(Some(named), None, visible)));
        }
        Levels::Apart => {
            for named in &names {
                let known: Vec<UserLevel> = UserLevel::ALL
                    .iter()
                    .copied()
                    .filter(|level| changes.contains_key(&(named.circle_id, *level)))
                    .collect();
                // Another statistic reports the total over all levels, from which a single hidden level could be
                // derived.
                let mut lines = vec![Line::of(&of(&changes, named.circle_id), &request, day)];
                let courses = known.iter().map(|level| CumulativeChanges::of(changes.get(&(named.circle_id, *level))));
                lines.extend(courses.map(|course| Line::of(&course, &request, day)));
                let visible = visible(&lines, told, &mut has_hidden).into_iter().skip(1);
                rows.extend(
                    known.into_iter().zip(visible).map(|(level, visible)| row(Some(named), Some(level), visible)),
                );
            }
        }
    }
    let frame = request.frame(counting, has_hidden, &disclosure, LeftOut::default());
    Ok(MemberStatistic { frame, total, rows })
}

/// Returns the changes of all levels of a circle.
fn levels_of(changes: &Changes, id: i64) -> impl Iterator<Item = &Vec<(i64, Change)>> {
    UserLevel::ALL.iter().filter_map(move |level| changes.get(&(id, *level)))
}
