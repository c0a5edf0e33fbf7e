//! How the cost of a list grows with the table: `lists SMALL_URL LARGE_URL`.
//!
//! Both are databases made by `uno demo`. Prints the median time of the store function on each and
//! the ratio between them, and what the total adds to the rows (known for a
//! while; the last column is the time when it has to be counted).

#![allow(clippy::expect_used, missing_docs)]

use diesel::{ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, scope::Scope},
    clock,
    db::{Database, DatabaseConnection, cursor::Cursors, schema::account, totals::Totals},
};
use people::members::store::{self, Place};
use std::time::{Duration, Instant};
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        members::{MemberFilter, NameMatch},
        page::DEFAULT_PAGE_SIZE,
    },
    domain::access::Authority,
};

const RUNS: usize = 300;
/// Stands for the number of the last page.
const LAST: i64 = -1;

fn caller(scope: Scope) -> Caller {
    Caller {
        account_id: 1,
        session_id: 1,
        login_id: String::new(),
        name: String::new(),
        authority: Authority::Dealer,
        scope,
        company_name: None,
        group_id: 1,
        group_name: String::new(),
        items: Vec::new(),
        service_ids: Vec::new(),
        must_change_password: false,
        must_set_up_two_steps: false,
        must_agree_to_terms: false,
        are_two_steps_demanded: false,
        rights: 0,
        past_seal: None,
    }
}

fn dealer(connection: &mut DatabaseConnection) -> Scope {
    let id: i64 = account::table
        .filter(account::login_key.eq("dealer"))
        .select(account::company_id.assume_not_null())
        .first(connection)
        .expect("a database made by uno demo");
    Scope::Company { company_id: CompanyId(id), tier: CompanyType::Dealer }
}

fn median(mut work: impl FnMut()) -> Duration {
    let started = Instant::now();
    let mut times: Vec<Duration> = (0..RUNS)
        .map_while(|run| {
            let begun = Instant::now();
            work();
            (run < 10 || started.elapsed() < Duration::from_secs(5)).then(|| begun.elapsed())
        })
        .collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn main() {
    let urls: Vec<String> = std::env::args().skip(1).filter(|argument| argument.contains("://")).collect();
    let [small, large] = urls.as_slice() else {
        println!("usage: lists SMALL_URL LARGE_URL");
        return;
    };
    let mut connections: Vec<DatabaseConnection> = [small, large]
        .map(|url| Database::open(url).and_then(|database| database.connect()).expect("a database"))
        .into();
    let text = |name: &str| Some(name.to_owned());
    let filters = [
        ("first page", MemberFilter::default(), 1.2),
        ("next page", MemberFilter { page: Some(1), ..MemberFilter::default() }, 1.2),
        ("page 300 by key", MemberFilter { page: Some(300), ..MemberFilter::default() }, 1.2),
        ("last page by number", MemberFilter { page: Some(LAST), ..MemberFilter::default() }, f64::NAN),
        ("name begins 김 (frequent)", MemberFilter { name: text("김"), ..MemberFilter::default() }, 1.5),
        ("name begins 남 (rare)", MemberFilter { name: text("남"), ..MemberFilter::default() }, 1.5),
        (
            "민 anywhere in the name",
            MemberFilter { name: text("민"), name_match: Some(NameMatch::Anywhere), ..MemberFilter::default() },
            f64::NAN,
        ),
        (
            "탁민 anywhere in the name",
            MemberFilter { name: text("탁민"), name_match: Some(NameMatch::Anywhere), ..MemberFilter::default() },
            f64::NAN,
        ),
    ];
    println!(
        "{:<8} {:<28} {:>10} {:>10} {:>7} {:>7} {:>12} {:>10}",
        "scope", "list", "small", "large", "ratio", "target", "total adds", "if counted"
    );
    let cursors = Cursors::of(&[7; 32]).expect("cursors");
    for scope in ["all", "dealer"] {
        for (name, filter, target) in &filters {
            let mut times = Vec::new();
            let (mut share, mut counted) = (0.0, Duration::ZERO);
            for connection in &mut connections {
                let caller = caller(if scope == "all" { Scope::All } else { dealer(connection) });
                let mut filter = filter.clone();
                let mut after = None;
                let totals = Totals::default();
                match filter.page {
                    None => {}
                    Some(LAST) => {
                        let (members, _) =
                            store::total(connection, caller.scope, &MemberFilter::default(), None, clock::today())
                                .expect("a total");
                        filter.page = Some((members - 1) / DEFAULT_PAGE_SIZE);
                    }
                    Some(page) => {
                        let before = MemberFilter { page: Some(page - 1), ..filter.clone() };
                        let before = store::list(connection, &totals, &cursors, &caller, &before).expect("a page");
                        after = before.data.last().map(|row| Place::Time(row.created_at.0, row.member_id.0));
                        filter.after = before.next;
                    }
                }
                let rows = median(|| {
                    let rows = store::rows(connection, &caller, &filter, after.as_ref(), None, clock::today());
                    std::hint::black_box(rows.expect("rows"));
                });
                let whole = median(|| {
                    std::hint::black_box(store::list(connection, &totals, &cursors, &caller, &filter).expect("a page"));
                });
                let begun = Instant::now();
                let _ = store::total(connection, caller.scope, &filter, None, clock::today()).expect("a total");
                counted = begun.elapsed();
                share = whole.as_secs_f64() / rows.as_secs_f64() - 1.0;
                times.push(whole);
            }
            let ratio = times[1].as_secs_f64() / times[0].as_secs_f64();
            println!(
                "{scope:<8} {name:<28} {:>8.0}µs {:>8.0}µs {ratio:>7.2} {:>7} {:>10.0} % {:>8.0}µs",
                times[0].as_secs_f64() * 1e6,
                times[1].as_secs_f64() * 1e6,
                if target.is_nan() { "50 ms".to_owned() } else { format!("{target}") },
                share * 100.0,
                counted.as_secs_f64() * 1e6
            );
        }
    }
}
