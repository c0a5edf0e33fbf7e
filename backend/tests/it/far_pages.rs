//! Pages far behind: sought from the nearer end of a list, they show what following the list shows.

use crate::support::{Server, TestDatabase, session};
use diesel::connection::SimpleConnection as _;
use uno_core::{
    contract::{
        members::{ListMembers, MemberFilter, MemberSort},
        page::Page,
        physical_measurements::{ListPhysicalMeasurements, MeasurementSort, PhysicalMeasurementFilter},
    },
    domain::access::Authority,
};
use uno_server::demo;

/// Follows a list to its end, and asks for each page by its number too.
fn compare<T>(what: &str, ask: impl Fn(i64, Option<String>) -> Page<T>, id: fn(&T) -> i64) {
    let mut after = None;
    let mut rows = 0;
    for number in 0.. {
        let followed = ask(number, after);
        let numbered = ask(number, None);
        let ids = |page: &Page<T>| page.data.iter().map(id).collect::<Vec<_>>();
        assert_eq!(ids(&numbered), ids(&followed), "{what}: page {number}");
        assert_eq!(numbered.next.is_some(), followed.next.is_some(), "{what}: what follows page {number}");
        rows += numbered.data.len();
        after = followed.next;
        if after.is_none() {
            assert_eq!(i64::try_from(rows).unwrap(), followed.total, "{what}: every row");
            assert!(ask(number + 1, None).data.is_empty(), "{what}: behind the last page");
            return;
        }
    }
}

#[test]
fn a_page_by_its_number_is_the_one_that_is_come_to() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 4_999, 1).unwrap();
        // Many share a time, so that it does not order them alone; names are shared anyway.
        let same_times = "UPDATE member SET created_at = created_at - created_at % 100000000000";
        test.database.connect().unwrap().batch_execute(same_times).unwrap();
        let server = Server::start(test);
        let admin = session(&server.state, "admin", Authority::Admin).access_token.token;
        for sort in MemberSort::ALL {
            let ask = |page, after| {
                let filter = MemberFilter {
                    sort: Some(*sort),
                    page: Some(page),
                    page_size: Some(200),
                    after,
                    ..MemberFilter::default()
                };
                server.call::<ListMembers>(Some(&admin), &(), &filter, &()).unwrap()
            };
            compare(sort.as_str(), ask, |member| member.member_id.0);
        }
        for sort in MeasurementSort::ALL {
            let ask = |page, after| {
                let filter = PhysicalMeasurementFilter {
                    sort: Some(*sort),
                    page: Some(page),
                    page_size: Some(200),
                    after,
                    ..PhysicalMeasurementFilter::default()
                };
                server.call::<ListPhysicalMeasurements>(Some(&admin), &(), &filter, &()).unwrap()
            };
            compare(sort.as_str(), ask, |measurement| measurement.physical_measurement_id.0);
        }
        // Names that many have and numbers that few have are found in different ways.
        let many = PhysicalMeasurementFilter { member_name: Some("김".into()), ..Default::default() };
        let few = PhysicalMeasurementFilter { member_no: Some("U000123".into()), ..Default::default() };
        for (filter, most) in [(many, 4_000), (few, 20)] {
            let ask = |page, after| {
                let filter = PhysicalMeasurementFilter {
                    page: Some(page),
                    page_size: Some(if most == 20 { 4 } else { 200 }),
                    after,
                    ..filter.clone()
                };
                let found = server.call::<ListPhysicalMeasurements>(Some(&admin), &(), &filter, &()).unwrap();
                assert!((10..most).contains(&found.total), "{}", found.total);
                for row in &found.data {
                    assert!(row.member_name.starts_with('김') || row.member_no.starts_with("U000123"));
                }
                found
            };
            compare("of some members", ask, |measurement| measurement.physical_measurement_id.0);
        }
    });
}
