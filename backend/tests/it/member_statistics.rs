//! Members by app: every figure matches the uses themselves, including those of users who have withdrawn since.

use crate::{
    exports::lines_of,
    support::{Dice, TestDatabase, World, add_account, code, date, group_of, link},
    user_apps::app,
};
use chrono::Datelike as _;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{app_use_spell, user_profile},
    },
};
use people::{
    user_apps::{
        spells,
        uses::{self, AppUse},
    },
    users::store as users,
};
use std::collections::BTreeSet;
use uno_core::{
    contract::{
        Endpoint,
        companies::CompanyId,
        divisions::{CreateDivision, DivisionSave},
        error::ErrorCode,
        languages::Language,
        members::{CreateMember, MemberSave},
        services::ServiceId,
        statistics::{
            ExportMemberTypesByUserApp, ExportServiceAppMemberStatistics, GetMemberTypesByServiceApp,
            GetMemberTypesByUserApp, GetServiceAppMemberStatistics, GetUserAppMemberStatistics, MemberCount,
            MemberStatistic, StatisticBucket, StatisticFilter,
        },
        user_apps::{AppPlatform, CreateUserApp, UpdateUserApp, UserAppId, UserAppPath, UserAppSave},
        users::{DeleteOwnUser, GetOwnProfile, UpdateOwnTracking, UserId, UserLevel, UserTrackingChange},
    },
    domain::{
        access::Authority,
        age::age_at,
        grade::Sex,
        time::{Date, Timestamp},
    },
};

const DAY: i64 = 86_400_000;

fn ago(days: i64) -> Timestamp {
    clock::now().plus_milliseconds(-days * DAY)
}

fn day(days_ago: i64) -> Date {
    ago(days_ago).date_in_seoul()
}

/// Returns a period given in days ago.
fn period(from: i64, to: i64, bucket: StatisticBucket) -> StatisticFilter {
    StatisticFilter {
        start: day(from),
        end: day(to),
        bucket: Some(bucket),
        compare: Some(true),
        company_id: None,
        division_id: None,
        service_ids: Vec::new(),
        sex: None,
        age_decades: Vec::new(),
    }
}

fn asked<E>(world: &World, token: &str, filter: &StatisticFilter) -> MemberStatistic
where
    E: Endpoint<Path = (), Query = StatisticFilter, Body = (), Ok = MemberStatistic>,
{
    world.server.call::<E>(Some(token), &(), filter, &()).unwrap()
}

fn add_app(world: &World, name: &str, service: i64) -> UserAppId {
    let save = UserAppSave { service_id: ServiceId(service), ..app(name, &format!("com.example.{name}")) };
    world.server.call::<CreateUserApp>(Some(&world.admin), &(), &(), &save).unwrap().user_app_id
}

/// A user as known to the test.
#[derive(Clone, Debug)]
struct Person {
    user_id: UserId,
    token: String,
    sex: Option<Sex>,
    birth_date: Option<Date>,
    level: UserLevel,
    companies: BTreeSet<CompanyId>,
    /// App and day of each use.
    uses: Vec<(UserAppId, i64)>,
    ended: Option<i64>,
}

/// Creates a user with these profile data.
fn person(test: &TestDatabase, world: &World, name: &str, about: (Option<Sex>, Option<Date>, UserLevel)) -> Person {
    let token = add_account(&world.server.state, name, Authority::Member, None);
    let user_id = world.server.call::<GetOwnProfile>(Some(&token), &(), &(), &()).unwrap().user_id;
    let (sex, birth_date, level) = about;
    let said = (
        user_profile::tracking_enabled.eq(true),
        user_profile::sex.eq(sex.map(Sex::as_str)),
        user_profile::birth_date.eq(birth_date),
        user_profile::level.eq(level),
    );
    let profile = diesel::update(user_profile::table.find(user_id)).set(said);
    test.database.write_blocking(|connection| Ok(profile.execute(connection)?)).unwrap();
    Person { user_id, token, sex, birth_date, level, companies: BTreeSet::new(), uses: Vec::new(), ended: None }
}

/// Records a use of an app some days ago.
fn used(test: &TestDatabase, person: &mut Person, user_app_id: UserAppId, days_ago: i64) {
    let told = AppUse { user_app_id, platform: AppPlatform::Android, app_version: "1.0".into() };
    let at = ago(days_ago);
    test.database.write_blocking(|connection| uses::write(connection, person.user_id, &told, at, at)).unwrap();
    person.uses.push((user_app_id, spells::day_of(at)));
}

/// Removes a user as of some days ago.
fn gone(test: &TestDatabase, person: &mut Person, days_ago: i64) {
    let at = ago(days_ago);
    let remove = |connection: &mut DatabaseConnection| {
        spells::end(connection, person.user_id, at)?;
        let own = user_profile::table.find(person.user_id).select(user_profile::account_id);
        let account_id: i64 = own.first(connection)?;
        users::erase(connection, account_id)
    };
    test.database.write_blocking(remove).unwrap();
    person.ended = Some(spells::day_of(at));
}

/// Returns the expected figures of persons for some apps, computed from the uses.
fn expected(persons: &[&Person], apps: &[UserAppId], (first, last): (i64, i64)) -> MemberCount {
    let today = spells::day_of(clock::now());
    let evening = last.min(today);
    let (mut new, mut cumulative, mut active, mut withdrawn) = (0, 0, 0, 0);
    for person in persons {
        let days: Vec<i64> = person.uses.iter().filter(|(app, _)| apps.contains(app)).map(|(_, day)| *day).collect();
        let Some(begun) = days.iter().min() else { continue };
        let is_gone = |day: i64| person.ended.is_some_and(|ended| ended <= day);
        new += i64::from((first..=last).contains(begun));
        cumulative += i64::from(*begun <= last && !is_gone(last));
        active += i64::from(!is_gone(evening) && days.iter().any(|used| (0..30).contains(&(evening - used))));
        withdrawn += i64::from(person.ended.is_some_and(|ended| (first..=last).contains(&ended)));
    }
    // Unknown for future days.
    let known = |number: i64| (first <= today).then_some(number);
    MemberCount { new: Some(new), cumulative: known(cumulative), active: known(active), withdrawn: Some(withdrawn) }
}

fn number(date: Date) -> i64 {
    i64::from(date.0.num_days_from_ce())
}

/// The identity of a row; `None` is the total.
type Row = Option<(Option<UserAppId>, ServiceId)>;

/// Compares every row of a statistic with the uses.
fn check(found: &MemberStatistic, persons: &[&Person], apps_of: &dyn Fn(Row) -> Vec<UserAppId>) {
    assert!(!found.frame.has_hidden && !found.frame.is_counting, "{:?}", found.frame);
    for row in found.rows.iter().chain(&found.total) {
        let apps = apps_of(row.service_id.map(|service_id| (row.user_app_id, service_id)));
        let own: Vec<&Person> =
            persons.iter().copied().filter(|one| row.level.is_none_or(|level| level == one.level)).collect();
        let days = |start: Date, end: Date| (number(start), number(end));
        let frame = &found.frame;
        let of = (&row.name, row.level);
        assert_eq!(row.count, expected(&own, &apps, days(frame.period.start, frame.period.end)), "{of:?}");
        let before = frame.previous.as_ref().map(|before| expected(&own, &apps, days(before.start, before.end)));
        assert_eq!(row.previous, before, "before: {of:?}");
        assert_eq!(row.by_bucket.len(), frame.buckets.len());
        for (bucket, count) in frame.buckets.iter().zip(&row.by_bucket) {
            assert_eq!(*count, expected(&own, &apps, days(bucket.start, bucket.end)), "{bucket:?}: {of:?}");
        }
    }
}

#[test]
fn who_uses_an_app_is_active_once_in_whatever_order_it_is_reported() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let app = add_app(&world, "one", 1);
        let orders = [[20, 45, 60, 110], [110, 60, 45, 20], [45, 110, 20, 60], [20, 60, 45, 110]];
        let persons: Vec<Person> = orders
            .iter()
            .enumerate()
            .map(|(index, days)| {
                let mut one = person(test, &world, &format!("user{index}"), (None, None, UserLevel::RegularMember));
                days.iter().for_each(|day| used(test, &mut one, app, *day));
                one
            })
            .collect();
        let of_row = |row: Row| match row {
            Some((_, ServiceId(2))) => Vec::new(),
            _ => vec![app],
        };
        let all: Vec<&Person> = persons.iter().collect();
        for filter in [period(120, 0, StatisticBucket::Day), period(30, 0, StatisticBucket::Week)] {
            check(&asked::<GetUserAppMemberStatistics>(&world, &world.admin, &filter), &all, &of_row);
        }
    });
}

#[test]
fn every_figure_is_that_of_the_uses() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let apps = [add_app(&world, "one", 1), add_app(&world, "two", 1), add_app(&world, "three", 2)];
        let mut dice = Dice(7);
        let mut persons = Vec::new();
        for index in 0..30_i64 {
            let sex = [None, Some(Sex::Male), Some(Sex::Female)][usize::try_from(dice.below(3_i64)).unwrap()];
            let birth = (index % 7 != 0).then(|| date(&format!("{}-02-{:02}", 1950 + dice.below(60), 1 + index % 28)));
            let level = UserLevel::ALL[usize::try_from(dice.below(5_i64)).unwrap()];
            let mut one = person(test, &world, &format!("user{index}"), (sex, birth, level));
            let companies = [
                vec![world.retailer_id],
                vec![world.other_retailer_id],
                vec![],
                vec![world.retailer_id, world.other_retailer_id],
            ];
            for company_id in &companies[usize::try_from(index % 4).unwrap()] {
                let member = world.add_member(*company_id, &format!("M{index}"), "윤지우");
                link(test, &world, &one.token, member.member_id);
                one.companies.insert(*company_id);
            }
            let mut at = dice.below(220);
            while at > 0 {
                used(test, &mut one, apps[usize::try_from(dice.below(3_i64)).unwrap()], at);
                at -= 1 + if dice.below(4) == 0 { 25 + dice.below(15) } else { dice.below(6) };
            }
            if index % 3 == 0 {
                let last = one.uses.iter().map(|(_, day)| spells::day_of(clock::now()) - day).min().unwrap_or_default();
                gone(test, &mut one, dice.below(last + 1));
            }
            persons.push(one);
        }
        // Later profile changes apply to all counts.
        let changed = persons.iter_mut().find(|one| one.ended.is_none() && !one.uses.is_empty()).unwrap();
        (changed.sex, changed.level) = (Some(Sex::Female), UserLevel::RegularVerified3Member);
        let said = (user_profile::sex.eq("FEMALE"), user_profile::level.eq(changed.level));
        let profile = diesel::update(user_profile::table.find(changed.user_id)).set(said);
        test.database.write_blocking(|connection| Ok(profile.execute(connection)?)).unwrap();

        let of_row = |row: Row| match row {
            None => apps.to_vec(),
            Some((Some(app), _)) => vec![app],
            Some((None, ServiceId(1))) => apps[..2].to_vec(),
            Some((None, ServiceId(2))) => apps[2..].to_vec(),
            Some(_) => Vec::new(),
        };
        let all: Vec<&Person> = persons.iter().collect();
        let mut filters = vec![
            period(40, 0, StatisticBucket::Day),
            period(230, 0, StatisticBucket::Week),
            period(150, -20, StatisticBucket::Month),
            period(10, -9, StatisticBucket::Day),
        ];
        filters.push(StatisticFilter { sex: Some(Sex::Female), ..filters[1].clone() });
        for filter in &filters {
            let own: Vec<&Person> =
                all.iter().copied().filter(|one| filter.sex.is_none() || one.sex == filter.sex).collect();
            check(&asked::<GetServiceAppMemberStatistics>(&world, &world.admin, filter), &own, &of_row);
            check(&asked::<GetUserAppMemberStatistics>(&world, &world.admin, filter), &own, &of_row);
            check(&asked::<GetMemberTypesByServiceApp>(&world, &world.admin, filter), &own, &of_row);
            check(&asked::<GetMemberTypesByUserApp>(&world, &world.admin, filter), &own, &of_row);
            for (token, company_id) in [
                (&world.vendor, world.retailer_id),
                (&world.retailer, world.retailer_id),
                (&world.other_vendor, world.other_retailer_id),
            ] {
                let of_company: Vec<&Person> =
                    own.iter().copied().filter(|one| one.companies.contains(&company_id)).collect();
                check(&asked::<GetServiceAppMemberStatistics>(&world, token, filter), &of_company, &of_row);
                check(&asked::<GetMemberTypesByUserApp>(&world, token, filter), &of_company, &of_row);
            }
            let below = StatisticFilter { company_id: Some(world.other_vendor_id), ..filter.clone() };
            let of_company: Vec<&Person> =
                own.iter().copied().filter(|one| one.companies.contains(&world.other_retailer_id)).collect();
            check(&asked::<GetUserAppMemberStatistics>(&world, &world.admin, &below), &of_company, &of_row);
        }
        // Withdrawn users keep only the year of birth, so only current users are compared by age.
        let aged = StatisticFilter { age_decades: vec![20, 40, 50], ..period(20, 0, StatisticBucket::Day) };
        let found = asked::<GetServiceAppMemberStatistics>(&world, &world.admin, &aged).total.unwrap();
        let of_age = |one: &&&Person| {
            let age = one.birth_date.and_then(|birth| age_at(birth, clock::today()));
            age.is_some_and(|age| [2, 4, 5].contains(&(age / 10)))
        };
        let there: Vec<&Person> = all.iter().filter(|one| one.ended.is_none()).filter(of_age).copied().collect();
        let today = spells::day_of(clock::now());
        assert_eq!(found.count.active, expected(&there, &apps, (today - 20, today)).active);

        // A single service has a total; for several but not all services, users cannot be counted once.
        let one = StatisticFilter { service_ids: vec![ServiceId(1)], ..filters[0].clone() };
        let found = asked::<GetServiceAppMemberStatistics>(&world, &world.admin, &one);
        assert_eq!(found.rows.len(), 1);
        assert_eq!(found.total.as_ref().map(|total| &total.by_bucket), Some(&found.rows[0].by_bucket));
        let found = asked::<GetUserAppMemberStatistics>(&world, &world.admin, &one);
        assert_eq!(found.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        let both = StatisticFilter { service_ids: vec![ServiceId(1), ServiceId(2)], ..filters[0].clone() };
        assert!(asked::<GetServiceAppMemberStatistics>(&world, &world.admin, &both).total.is_none());
    });
}

#[test]
fn divisions_and_foreign_companies_are_those_of_the_links() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = add_app(&world, "one", 1);
        let save = DivisionSave {
            company_id: world.retailer_id,
            parent_division_id: None,
            name: "개발팀".into(),
            position: 0,
            version: None,
        };
        let division_id = world.server.call::<CreateDivision>(Some(&world.admin), &(), &(), &save).unwrap().division_id;
        for (index, division_id) in (0..8).map(|index| (index, (index < 6).then_some(division_id))) {
            let save = MemberSave { division_id, ..crate::support::member(world.retailer_id, &format!("M{index}")) };
            let member = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap();
            let mut person = person(test, &world, &format!("user{index}"), (None, None, UserLevel::RegularGuest));
            link(test, &world, &person.token, member.member_id);
            used(test, &mut person, one, 3);
        }
        let cumulative = |token: &str, filter: &StatisticFilter| {
            asked::<GetUserAppMemberStatistics>(&world, token, filter).total.unwrap().count.cumulative
        };
        let week = period(6, 0, StatisticBucket::Day);
        let of_division = StatisticFilter { division_id: Some(division_id), ..week.clone() };
        assert_eq!(cumulative(&world.dealer, &week), Some(8));
        assert_eq!(cumulative(&world.dealer, &of_division), Some(6));
        assert_eq!(cumulative(&world.other_vendor, &week), Some(0));
        let foreign = |filter: &StatisticFilter| {
            let refused = world.server.call::<GetUserAppMemberStatistics>(Some(&world.other_vendor), &(), filter, &());
            code(&refused.unwrap_err())
        };
        assert_eq!(foreign(&of_division), ErrorCode::NotFound);
        assert_eq!(foreign(&StatisticFilter { company_id: Some(world.dealer_id), ..week }), ErrorCode::NotFound);
    });
}

#[test]
fn who_withdraws_or_forbids_it_stays_a_number_alone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = add_app(&world, "one", 1);
        let born = Some(date("1985-06-15"));
        let persons: Vec<Person> = (0..6)
            .map(|index| {
                let about = (Some(Sex::Female), born, UserLevel::RegularMember);
                let mut person = person(test, &world, &format!("user{index}"), about);
                let member = world.add_member(world.retailer_id, &format!("M{index}"), "윤지우");
                link(test, &world, &person.token, member.member_id);
                used(test, &mut person, one, 10);
                person
            })
            .collect();
        let week = period(6, 0, StatisticBucket::Day);
        let figures = |token: &str| {
            let count = asked::<GetServiceAppMemberStatistics>(&world, token, &week).total.unwrap().count;
            (count.cumulative, count.active, count.withdrawn)
        };
        assert_eq!(figures(&world.retailer), (Some(6), Some(6), Some(0)));
        world.server.call::<DeleteOwnUser>(Some(&persons[0].token), &(), &(), &()).unwrap();
        let track = |person: &Person, enabled: Option<bool>| {
            let is_use = enabled.is_none();
            let change = UserTrackingChange {
                enabled,
                package_id: is_use.then(|| "com.example.one".into()),
                platform: is_use.then_some(AppPlatform::Android),
                app_version: is_use.then(|| "1.1".into()),
            };
            world.server.call::<UpdateOwnTracking>(Some(&person.token), &(), &(), &change).unwrap();
        };
        track(&persons[1], Some(false));
        for token in [&world.retailer, &world.admin] {
            assert_eq!(figures(token), (Some(4), Some(4), Some(2)), "and the company still counts them");
        }
        // Only the year of birth and the counts remain of the person.
        let rest = test
            .database
            .read_blocking(|connection| {
                let rows = app_use_spell::table.filter(app_use_spell::ended_day.is_not_null());
                let rows = rows.select((app_use_spell::user_id, app_use_spell::born_on));
                Ok(rows.load::<(Option<i64>, Option<Date>)>(connection)?)
            })
            .unwrap();
        let left = vec![(None, Some(date("1985-01-01"))); 6];
        assert_eq!(rest, left);
        // A user who permits recording again counts as new.
        track(&persons[1], Some(true));
        track(&persons[1], None);
        let count = asked::<GetServiceAppMemberStatistics>(&world, &world.retailer, &week).total.unwrap().count;
        assert_eq!((count.new, count.cumulative, count.withdrawn), (Some(1), Some(5), Some(2)));
    });
}

#[test]
fn an_app_that_moves_to_another_service_leaves_its_past_behind() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = add_app(&world, "one", 1);
        let mut person = person(test, &world, "user", (None, None, UserLevel::RegularGuest));
        used(test, &mut person, one, 20);
        let save = UserAppSave { service_id: ServiceId(2), version: Some(1), ..app("one", "com.example.one") };
        let path = UserAppPath { user_app_id: one };
        let body = serde_json::to_string(&save).unwrap();
        let address = world.server.url(&format!("/api/v1/user-apps/{}", path.user_app_id.0));
        let method = <UpdateUserApp as Endpoint>::INFO.method;
        let (status, answer) = world.server.send(method, &address, Some(&world.admin), Some(body.as_bytes()));
        assert_eq!(status, 200, "{answer}");
        used(test, &mut person, one, 2);
        let found =
            asked::<GetServiceAppMemberStatistics>(&world, &world.admin, &period(30, 0, StatisticBucket::Month));
        let new: Vec<Option<i64>> = found.rows.iter().map(|row| row.count.new).collect();
        assert_eq!(new, [Some(1), Some(1), Some(0)]);
        assert_eq!(found.total.unwrap().count.new, Some(1), "one person, counted once");
    });
}

/// Revokes a group's permission to read users.
fn withhold_users(test: &TestDatabase, world: &World, authority: Authority, token: &str) {
    let urls = "('/member_management', '/online_member_management')";
    let statement = format!(
        "UPDATE permission SET can_read = FALSE, can_create = FALSE, can_update = FALSE, can_delete = FALSE \
         WHERE permission_group_id = {} AND menu_item_id IN \
         (SELECT menu_item_id FROM menu_item WHERE parent_id IS NOT NULL AND url IN {urls})",
        group_of(authority).0
    );
    test.database.connect().unwrap().batch_execute(&statement).unwrap();
    world.server.state.callers.forget(world.server.state.keys.claims(token).unwrap().sid);
}

#[test]
fn who_may_not_read_users_is_not_told_of_few_of_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let apps = [add_app(&world, "one", 1), add_app(&world, "two", 1)];
        for index in 0..12_i64 {
            let level = if index < 3 { UserLevel::RegularGuest } else { UserLevel::RegularMember };
            let mut person = person(test, &world, &format!("user{index}"), (None, None, level));
            let member = world.add_member(world.retailer_id, &format!("M{index}"), "윤지우");
            link(test, &world, &person.token, member.member_id);
            used(test, &mut person, apps[usize::from(index >= 9)], 5);
        }
        let week = period(6, 0, StatisticBucket::Day);
        let told = |world: &World| {
            let found = asked::<GetUserAppMemberStatistics>(world, &world.vendor, &week);
            let rows: Vec<_> = found.rows.iter().map(|row| row.count.cumulative).collect();
            (found.total.unwrap().count.cumulative, rows, found.frame.has_hidden)
        };
        assert_eq!(told(&world), (Some(12), vec![Some(9), Some(3)], false));
        withhold_users(test, &world, Authority::Vendor, &world.vendor);
        assert_eq!(told(&world), (Some(10), vec![None, None], true), "12 - 9 would tell");
        let types = asked::<GetMemberTypesByUserApp>(&world, &world.vendor, &week);
        let numbers = types.rows.iter().flat_map(|row| row.by_bucket.iter().chain([&row.count]));
        for count in numbers {
            for one in [count.new, count.cumulative, count.active, count.withdrawn] {
                assert!(one.is_none_or(|one| one == 0 || one >= 5), "{count:?}");
            }
        }
    });
}

#[test]
fn files_tell_the_same_figures() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = add_app(&world, "one", 1);
        for index in 0..5 {
            let mut person = person(test, &world, &format!("user{index}"), (None, None, UserLevel::RegularMember));
            used(test, &mut person, one, 1);
        }
        let days = period(1, 0, StatisticBucket::Day);
        let lines = lines_of::<ExportServiceAppMemberStatistics>(&world, &world.admin, &days, Language::Ko);
        let whole = format!("{},{},5,5,5,0", day(1), day(0));
        assert!(lines.iter().any(|line| *line == format!("브레인바디,{whole}")), "{lines:?}");
        assert!(lines.iter().any(|line| *line == format!("합계,{whole}")), "{lines:?}");
        let lines = lines_of::<ExportMemberTypesByUserApp>(&world, &world.admin, &days, Language::Ko);
        assert!(lines.iter().any(|line| *line == format!("one,정회원,{whole}")), "{lines:?}");
        assert!(lines.iter().any(|line| *line == format!("one,정회원,{},{},0,0,0,0", day(3), day(2))), "{lines:?}");
    });
}

#[test]
fn what_was_used_before_the_spells_were_kept_is_known_by_its_first_and_last_day() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = add_app(&world, "one", 1);
        let mut person = person(test, &world, "user", (None, None, UserLevel::RegularGuest));
        used(test, &mut person, one, 100);
        used(test, &mut person, one, 5);
        let connection = &mut test.database.connect().unwrap();
        crate::support::revert_to_before(connection, "0053");
        kernel::db::migrations::run(connection).unwrap();
        let found = asked::<GetUserAppMemberStatistics>(&world, &world.admin, &period(110, 0, StatisticBucket::Day));
        check(&found, &[&person], &|_| vec![one]);
    });
}
