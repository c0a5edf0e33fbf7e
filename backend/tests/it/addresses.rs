//! Address search through an external provider; its failures are reported and never block.

use crate::support::{Server, TestDatabase, add_account, code};
use kernel::settings::{AddressProvider, Settings};
use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        addresses::{AddressFilter, FoundAddress, SearchAddresses},
        error::{ErrorBody, ErrorCode},
    },
    domain::access::Authority,
};

const KEY: &str = "devU01TX0FVVEgyMDI2";

/// A fake of the road-name address service. The response depends on the keyword. Runs until the test process ends.
fn stand_in() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    format!("http://{address}/addrlink/addrLinkApi.do")
}

fn answer(mut stream: TcpStream) {
    let mut line = String::new();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    reader.read_line(&mut line).unwrap();
    let mut head = String::new();
    while reader.read_line(&mut head).is_ok_and(|read| read > 2) {
        head.clear();
    }
    let sought = |text: &str| line.contains(&format!("keyword={text}"));
    let place = |zip: &str, road: &str, building: &str| {
        format!(
            r#"{{"roadAddr":"{road} ({building})","roadAddrPart1":"{road}","roadAddrPart2":"({building})","jibunAddr":"서울특별시 중구 태평로1가 31","engAddr":"","zipNo":"{zip}","bdNm":"{building}","siNm":"서울특별시"}}"#
        )
    };
    let found = |code: &str, places: &[String]| {
        format!(
            r#"{{"results":{{"common":{{"errorCode":"{code}","errorMessage":"","totalCount":"{}","currentPage":1,"countPerPage":50}},"juso":[{}]}}}}"#,
            places.len(),
            places.join(",")
        )
    };
    let (status, body) = match () {
        () if !line.contains(&format!("confmKey={KEY}")) => (200, found("E0001", &[])),
        () if sought("stalls") => {
            std::thread::sleep(Duration::from_secs(10));
            return;
        }
        () if sought("breaks") => (500, "no".to_owned()),
        () if sought("garbage") => (200, "<html>".to_owned()),
        () if sought("moved") => (302, String::new()),
        () if sought("huge") => (200, found("0", &vec![place("04524", "서울특별시 중구 세종대로 110", "시청"); 5_000])),
        () if sought("wide") => (200, found("E0006", &[])),
        () if sought("none") => (200, r#"{"results":{"common":{"errorCode":"0"},"juso":null}}"#.to_owned()),
        () if sought("odd") => (
            200,
            found(
                "0",
                &[
                    place("4524", "가", ""),
                    place("04524", "", ""),
                    place("0452A", "가", ""),
                    r#"{"zipNo":null,"bdNm":null}"#.to_owned(),
                    place("04524", &"가".repeat(201), ""),
                    place("04524", "가\\u0000나", ""),
                    place("04524", "서울특별시 중구 세종대로 110", ""),
                ],
            ),
        ),
        () => (200, found("0", &[place("04524", "서울특별시 중구 세종대로 110", "서울특별시청")])),
    };
    let _ = write!(
        stream,
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}

fn server(test: &TestDatabase, provider: Option<(&str, &str)>) -> (Server, String) {
    let address_provider = provider.map(|(url, key)| AddressProvider { url: url.into(), key: key.into() });
    let server = Server::start_with(test, Settings { address_provider, ..Settings::default() });
    let token = add_account(&server.state, "root", Authority::Admin, None);
    (server, token)
}

fn find((server, token): &(Server, String), keyword: &str) -> Result<Vec<FoundAddress>, ErrorBody> {
    let filter = AddressFilter { keyword: keyword.into() };
    server.call::<SearchAddresses>(Some(token), &(), &filter, &())
}

#[test]
fn addresses_are_found_by_their_road_and_those_that_cannot_be_saved_are_left_out() {
    let test = TestDatabase::sqlite();
    let server = server(&test, Some((&stand_in(), KEY)));
    let found = find(&server, "세종대로 110").unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].postal_code, "04524");
    assert_eq!(found[0].address, "서울특별시 중구 세종대로 110");
    assert_eq!(found[0].building_name.as_deref(), Some("서울특별시청"));
    assert_eq!(found[0].lot_address.as_deref(), Some("서울특별시 중구 태평로1가 31"));
    assert_eq!(find(&server, "odd").unwrap().len(), 1);
    assert_eq!(find(&server, "none").unwrap().len(), 0);
    assert_eq!(find(&server, "wide").unwrap().len(), 0, "a keyword that the provider cannot use finds nothing");
}

#[test]
fn a_provider_that_fails_in_any_way_is_told_as_unavailable_within_two_seconds() {
    let test = TestDatabase::sqlite();
    let url = stand_in();
    let server_with = |key| server(&test, Some((&url, key)));
    let known = server_with(KEY);
    for keyword in ["breaks", "garbage", "moved", "huge", "stalls"] {
        let begun = Instant::now();
        assert_eq!(code(&find(&known, keyword).unwrap_err()), ErrorCode::ProviderUnavailable, "{keyword}");
        assert!(begun.elapsed() < Duration::from_secs(4), "{keyword}: {:?}", begun.elapsed());
    }
    assert_eq!(find(&known, "세종대로").unwrap().len(), 1, "it goes on afterwards");
}

#[test]
fn a_wrong_key_and_no_provider_are_told_alike() {
    let url = stand_in();
    for provider in [None, Some((url.as_str(), "another"))] {
        let test = TestDatabase::sqlite();
        let refused = find(&server(&test, provider), "세종대로").unwrap_err();
        assert_eq!(code(&refused), ErrorCode::ProviderUnavailable);
        assert!(!format!("{refused:?}").contains("E0001"), "nothing of the inside leaks");
    }
}

#[test]
fn one_letter_is_no_keyword() {
    let test = TestDatabase::sqlite();
    let refused = find(&server(&test, None), " 세 ").unwrap_err();
    assert_eq!((refused.fields[0].path.as_str(), refused.fields[0].code.as_str()), ("keyword", "tooShort"));
}
