//! FHIR's search grammar, asked for as other systems write it: escapes, alternatives, repeated parameters, modifiers,
//! decimals, dates and references; and batches whose entries are independent.

use crate::{
    fhir::{ask, bundle, count, credential, get, issues, observation, post, quantity, send, walked},
    support::{TestDatabase, World, member},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use uno_core::contract::{
    company_credentials::CredentialScope,
    members::{CreateMember, Member, MemberSave},
};

fn person(world: &World, number: &str, name: &str, change: impl FnOnce(&mut MemberSave)) -> Member {
    let mut save = MemberSave { name: name.into(), ..member(world.retailer_id, number) };
    change(&mut save);
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
}

fn weights(member_id: i64, values: &[(u32, f64)]) -> Json {
    let of = |(hour, weight): &(u32, f64)| {
        json!({
            "memberId": member_id, "measuredAt": format!("2026-02-01T{hour:02}:00:00+09:00"), "setting": "CLINIC",
            "weightKg": weight,
        })
    };
    json!({ "physical": values.iter().map(of).collect::<Vec<_>>() })
}

#[test]
fn people_are_found_by_what_is_written_and_by_nothing_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let born = |text: &str| uno_core::domain::time::Date::parse(text).unwrap();
        let kim = person(&world, "VC|2", "김민수", |save| save.birth_date = born("1990-05-17"));
        let lee = person(&world, "VC,1", "이서연", |save| {
            save.birth_date = born("1990-04-30");
            save.email = Some("Hong@Example.com".into());
        });
        let park = person(&world, "A-3", "박지훈", |save| save.birth_date = born("1989-12-31"));
        let system = credential(&world, world.vendor_id, &[CredentialScope::FhirRead]);
        let found = |query: &str| -> BTreeSet<String> {
            walked(&world.server, &system, &format!("/Patient?{query}")).into_iter().collect()
        };
        let ids = |people: &[&Member]| -> BTreeSet<String> {
            people.iter().map(|person| person.member_id.0.to_string()).collect()
        };
        let base = world.server.url("/fhir/r4");
        let company = world.retailer_id.0;
        for (query, people) in [
            ("identifier=VC%5C%7C2", vec![&kim]),
            ("identifier=VC%5C,1", vec![&lee]),
            ("identifier=VC%5C%7C2,VC%5C,1", vec![&kim, &lee]),
            ("name=%EA%B9%80,%EC%9D%B4", vec![&kim, &lee]),
            ("name=%EA%B9%80&name=%EA%B9%80%EB%AF%BC", vec![&kim]),
            ("name=%EA%B9%80&name=%EC%9D%B4", vec![]),
            // The same name in decomposed letters.
            ("name=%E1%84%80%E1%85%B5%E1%86%B7", vec![&kim]),
            ("birthdate=1990", vec![&kim, &lee]),
            ("birthdate=1990-05", vec![&kim]),
            ("birthdate=ge1990-05-01", vec![&kim]),
            ("birthdate=ge1990-01-01&birthdate=lt1990-05-01", vec![&lee]),
            ("birthdate=1989-12-31,1990-05-17", vec![&kim, &park]),
            ("birthdate=ne1990", vec![&park]),
            ("email=hong@example.com", vec![&lee]),
            ("email=HONG@EXAMPLE.COM", vec![&lee]),
            (&format!("organization=Organization/{company}"), vec![&kim, &lee, &park]),
            (&format!("organization={base}/Organization/{company}"), vec![&kim, &lee, &park]),
            ("organization=Organization/987654", vec![]),
            (&format!("_id={},{}", kim.member_id.0, park.member_id.0), vec![&kim, &park]),
            (&format!("_id={}&_id={}", kim.member_id.0, park.member_id.0), vec![]),
        ] {
            assert_eq!(found(query), ids(&people), "{query}");
        }
        for count in [1, 2] {
            let pages = walked(&world.server, &system, &format!("/Patient?name=%EA%B9%80,%EB%B0%95&_count={count}"));
            assert_eq!(pages, [kim.member_id.0.to_string(), park.member_id.0.to_string()], "in the order of names");
        }
        for (query, total) in [("", 3), ("&name=%EA%B9%80,%EC%9D%B4", 2), ("&name=x", 0)] {
            let (status, bundle) = get(&world.server, &system, &format!("/Patient?_count=0{query}"));
            assert_eq!((status, &bundle["total"], bundle.get("entry")), (200, &json!(total), None), "{query}");
        }
        for (query, place) in [
            ("gender=other,", "http.gender"),
            ("identifier=nope,", "http.identifier"),
            ("identifier=%20", "http.identifier"),
            ("name=a%5Cb", "http.name"),
            ("organization=Organization/", "http.organization"),
        ] {
            let (status, outcome) = get(&world.server, &system, &format!("/Patient?{query}"));
            assert_eq!((status, issues(&outcome)[0].1.as_str()), (400, place), "{query}");
        }
        let lenient = [("prefer", "handling=lenient")];
        let answer = ask(&world.server, "GET", "/Patient?gender:not=male", Some(&system), &lenient, None);
        assert_eq!(answer.status, 400, "an unknown modifier changes what is asked for: {}", answer.text);
    });
}

#[test]
fn each_value_that_staff_search_by_counts_as_a_search() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        person(&world, "A-1", "김민수", |_| {});
        let dates = |year: u32| -> String {
            let all = (0..60).map(|day| format!("{year}-{:02}-{:02}", day / 28 + 1, day % 28 + 1));
            format!("/Patient?birthdate={}", all.collect::<Vec<_>>().join(","))
        };
        // A hundred searches an hour.
        assert_eq!(get(&world.server, &world.vendor, &dates(1980)).0, 200);
        assert_eq!(get(&world.server, &world.vendor, &dates(1981)).0, 429, "a list is no way around the limit");
        assert_eq!(get(&world.server, &world.vendor, &dates(1980)).0, 200, "the same searches again are no new ones");
        assert_eq!(get(&world.server, &world.vendor, "/Patient?birthdate=1980").0, 200, "lists show the year");
    });
}

#[test]
fn measurements_are_found_to_the_digit_the_minute_and_the_reference() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        let lee = world.add_member(world.retailer_id, "A-2", "이서연").member_id.0;
        send(&world, &world.admin, &weights(kim, &[(9, 72.35), (10, 72.45), (11, 55.0)]));
        send(&world, &world.admin, &weights(lee, &[(9, 60.5)]));
        let found = |query: &str| walked(&world.server, &world.admin, &format!("/Observation?code=29463-7&{query}"));
        let base = world.server.url("/fhir/r4");
        for (query, expected) in [
            ("value-quantity=72.4".to_owned(), 1),
            ("value-quantity=72.35,72.45".to_owned(), 2),
            ("value-quantity=ge55&value-quantity=lt61".to_owned(), 2),
            ("value-quantity=ge55&value-quantity=lt60.5".to_owned(), 1),
            (format!("patient={kim},{lee}"), 4),
            (format!("patient={kim}&patient={lee}"), 0),
            (format!("subject={base}/Patient/{lee}"), 1),
            (format!("subject:Patient={lee}"), 1),
            ("date=2026-02-01T10:00".to_owned(), 1),
            ("date=2026-02-01T10:00:00%2B09:00,2026-02-01T11:00:00%2B09:00".to_owned(), 2),
            ("date=2026-02-01,2026-03-01".to_owned(), 4),
            ("date=2026-02-01&date=2026-03-01".to_owned(), 0),
            ("status=http://hl7.org/fhir/observation-status%7Cfinal".to_owned(), 4),
            ("status=http://wrong%7Cfinal".to_owned(), 0),
            (format!("performer=Organization/{}", world.retailer_id.0), 4),
            (format!("performer=Organization/{}", world.vendor_id.0), 0),
            ("code=29463-7&code=8302-2".to_owned(), 0),
        ] {
            assert_eq!(found(&query).len(), expected, "{query}");
        }
        let (_, bundle) = get(&world.server, &world.admin, &format!("/Observation?patient={kim}&_count=0"));
        assert_eq!((&bundle["total"], bundle.get("entry")), (&json!(3), None));
        let (_, bundle) = get(&world.server, &world.admin, "/Observation?_count=0&value-quantity=gt70");
        assert_eq!(bundle["total"], 2);
        for query in ["code=8462-4,", "identifier=nope,", "code=%20"] {
            let (status, _) = get(&world.server, &world.admin, &format!("/Observation?patient={kim}&{query}"));
            assert_eq!(status, 400, "{query}");
        }
    });
}

#[test]
fn a_number_of_the_sender_may_have_commas_and_bars() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        let mut sent = Vec::new();
        for (hour, number) in [(8, "b"), (9, "a,b"), (10, "a|b")] {
            let mut weight = observation(kim, hour, "29463-7", &quantity(70.0 + f64::from(hour), "kg"));
            weight["identifier"] = json!([{ "value": number }]);
            sent.push(weight);
        }
        let (_, answer) = post(&world.server, &world.admin, "", &bundle("batch", &sent));
        assert_eq!(answer["entry"][2]["response"]["status"], "201 Created", "{answer}");
        for (asked, weight) in [("b", 78), ("a%5C,b", 79), ("a%5C%7Cb", 80)] {
            let (_, found) = get(&world.server, &world.admin, &format!("/Observation?identifier={asked}"));
            let values: Vec<&Json> = found["entry"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| &one["resource"]["valueQuantity"]["value"])
                .collect();
            assert_eq!(values, [&json!(weight)], "{asked}");
        }
    });
}

#[test]
fn entries_of_a_batch_are_independent() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        let system =
            credential(&world, world.vendor_id, &[CredentialScope::FhirRead, CredentialScope::MeasurementsWrite]);
        let sent = [
            observation(kim, 9, "8302-2", &quantity(170.0, "cm")),
            observation(kim, 9, "29463-7", &quantity(7000.0, "kg")),
            observation(kim, 9, "41982-0", &quantity(21.5, "%")),
        ];
        let (status, answer) = post(&world.server, &system, "", &bundle("batch", &sent));
        let statuses: Vec<&str> = answer["entry"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["response"]["status"].as_str().unwrap())
            .collect();
        assert_eq!(status, 200);
        assert_eq!(statuses, ["201 Created", "422 Unprocessable Entity", "201 Created"], "{answer}");
        let outcome = &answer["entry"][1]["response"]["outcome"];
        assert!(issues(outcome)[0].1.starts_with("Bundle.entry[1].resource.valueQuantity"), "{outcome}");
        assert_eq!(count(test), 1, "what is left of a moment is still one measurement");
        let (status, _) = post(&world.server, &system, "", &bundle("transaction", &sent));
        assert_eq!((status, count(test)), (422, 1), "a transaction is taken as a whole or not at all");

        let mut weight = observation(kim, 10, "29463-7", &quantity(70.0, "kg"));
        weight["valueQuantity"]["value"] = json!("70");
        let answer = ask(&world.server, "POST", "/Observation", Some(&system), &[], Some(&weight));
        let outcome = answer.json();
        assert_eq!(issues(&outcome)[0].1, "Observation.valueQuantity.value");
        assert!(outcome["issue"][0]["diagnostics"].as_str().unwrap().ends_with("type"), "{outcome}");
        weight["valueQuantity"]["value"] = json!(70);
        let older = [("content-type", "application/fhir+json; fhirVersion=3.0")];
        assert_eq!(ask(&world.server, "POST", "/Observation", Some(&system), &older, Some(&weight)).status, 415);
        let same = [("content-type", "application/fhir+json; fhirVersion=4.0")];
        assert_eq!(ask(&world.server, "POST", "/Observation", Some(&system), &same, Some(&weight)).status, 201);
    });
}
