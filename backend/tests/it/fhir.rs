//! FHIR: reads, searches, exports and writes, their permissions, and the conformance of every resource to R4.

use crate::support::{Server, TestDatabase, World, becomes, group_of, link, member, mounted_raw, write_measurement};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::schema::{access_log, measurement, menu_item, permission},
    delivery::Delivery,
    settings::Settings,
};
use serde_json::{Value as Json, json};
use std::{collections::BTreeSet, time::Duration};
use uno_core::{
    contract::{
        Access, Method,
        companies::{CompanyId, CompanyPath},
        company_credentials::{CompanyCredentialSave, CredentialScope, IssueCompanyCredential},
        members::{CreateMember, Member, MemberSave},
    },
    domain::access::Authority,
};

const READ: &[CredentialScope] = &[CredentialScope::FhirRead];
const SEND: &[CredentialScope] = &[CredentialScope::MeasurementsWrite];

/// A response.
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
    }
}

/// Sends a FHIR request; `path` may be a full address.
pub fn ask(
    server: &Server,
    method: &str,
    path: &str,
    token: Option<&str>,
    headers: &[(&str, &str)],
    body: Option<&Json>,
) -> Answer {
    let address = if path.starts_with("http") { path.to_owned() } else { server.url(&format!("/fhir/r4{path}")) };
    let mut request = ureq::http::Request::builder().method(method).uri(address);
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    if body.is_some() && !headers.iter().any(|(name, _)| *name == "content-type") {
        request = request.header("content-type", "application/fhir+json");
    }
    let body = body.map(|body| body.as_str().map_or_else(|| body.to_string(), str::to_owned)).unwrap_or_default();
    let mut answer = server.agent.run(request.body(body).unwrap()).unwrap();
    let told = answer.headers().iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let headers = told.collect();
    Answer { status: answer.status().as_u16(), headers, text: answer.body_mut().read_to_string().unwrap_or_default() }
}

/// Reads a resource, or the outcome of a failed read; both are checked against their definitions.
pub fn get(server: &Server, token: &str, path: &str) -> (u16, Json) {
    let answer = ask(server, "GET", path, Some(token), &[], None);
    assert_eq!(answer.header("content-type"), "application/fhir+json", "{path}");
    assert_eq!(answer.header("x-request-id").len(), 16, "{path}");
    let told = answer.json();
    assert_is_defined(&told);
    (answer.status, told)
}

pub fn post(server: &Server, token: &str, path: &str, body: &Json) -> (u16, Json) {
    let answer = ask(server, "POST", path, Some(token), &[], Some(body));
    let told = answer.json();
    assert_is_defined(&told);
    (answer.status, told)
}

/// Returns the id of the observation at an address, ignoring the version.
fn id_at(location: &str) -> String {
    location.rsplit_once("/Observation/").unwrap().1.split('/').next().unwrap().to_owned()
}

/// Returns the ids on a page.
fn ids(bundle: &Json) -> Vec<String> {
    let entries = bundle["entry"].as_array().into_iter().flatten();
    let matches = entries.filter(|entry| entry["search"]["mode"] == "match");
    matches.map(|entry| entry["resource"]["id"].as_str().unwrap().to_owned()).collect()
}

fn next(bundle: &Json) -> Option<String> {
    let links = bundle["link"].as_array().unwrap().iter();
    links.filter(|link| link["relation"] == "next").map(|link| link["url"].as_str().unwrap().to_owned()).next()
}

/// Follows a search to its last page.
pub fn walked(server: &Server, token: &str, path: &str) -> Vec<String> {
    let (mut all, mut path, mut pages) = (Vec::new(), path.to_owned(), 0);
    loop {
        let (status, bundle) = get(server, token, &path);
        assert_eq!(status, 200, "{path}: {bundle}");
        all.extend(ids(&bundle));
        let Some(following) = next(&bundle) else { return all };
        (path, pages) = (following, pages + 1);
        assert!(pages < 200, "a search without an end");
    }
}

/// Returns the codes and the first expressions of an outcome's issues.
pub fn issues(outcome: &Json) -> Vec<(String, String)> {
    assert_eq!(outcome["resourceType"], "OperationOutcome", "{outcome}");
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    outcome["issue"].as_array().unwrap().iter().map(|one| (text(&one["code"]), text(&one["expression"][0]))).collect()
}

pub fn credential(world: &World, company_id: CompanyId, scopes: &[CredentialScope]) -> String {
    let in_a_month = uno_core::domain::time::Timestamp(kernel::clock::now().0 + 30 * 86_400_000).date_in_seoul();
    let save = CompanyCredentialSave {
        name: "병원 시스템".into(),
        scopes: scopes.to_vec(),
        expires_on: in_a_month,
        persons_per_day: None,
    };
    let path = CompanyPath { company_id };
    let issued = world.server.call::<IssueCompanyCredential>(Some(&world.admin), &path, &(), &save).unwrap();
    world.approve_credentials();
    issued.secret
}

/// Sends measurements through the intake of the contract.
pub fn send(world: &World, token: &str, body: &Json) {
    let text = body.to_string();
    let url = world.server.url("/api/v1/measurements");
    let (status, answer) = world.server.send(Method::Post, &url, Some(token), Some(text.as_bytes()));
    assert_eq!(status, 200, "{answer}");
    let answer: Json = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["refused"], 0, "{answer}");
}

/// Returns one measurement of every kind for a member.
fn everything(member_id: i64, hour: u32) -> Json {
    let at = format!("2026-01-05T{hour:02}:00:00+09:00");
    let with = |values: Json| {
        let mut item = json!({ "memberId": member_id, "measuredAt": at });
        for (name, value) in values.as_object().unwrap() {
            item[name] = value.clone();
        }
        json!([item])
    };
    json!({
        "physical": with(json!({
            "setting": "CLINIC", "heightCm": 180, "weightKg": 74.52, "bodyFatPercent": 20.1,
            "systolic": 140, "diastolic": 89, "pulse": 71,
            "arm": "RIGHT", "posture": "SITTING", "readingNumber": 2,
        })),
        "heartRate": with(json!({ "rate": 59, "context": "REST" })),
        "stress": with(json!({
            "heartRate": 72, "sdnn": 39.6, "rmssd": 29.7, "pnn50": 8, "tp": 1358.9, "lf": 417.3, "hf": 254.1,
            "stressIndex": 150, "durationSeconds": 300, "artifactPercent": 1.5, "pss10Total": 14, "bepsiKItems": [2, 2, 2, 2, 1], "gad7Total": 10, "cbiPersonal": 50,
            "bat12Mean": 2.54, "activationScore": 40,
        })),
        "vision": with(json!({
            "range": "DISTANCE", "rightUncorrected": 0.5, "rightPresenting": 1, "leftPresenting": "CF",
            "bothBestCorrected": 0.125, "rightSphere": -3, "rightCylinder": -1.5, "rightAxis": 90, "leftSphere": 0.25,
            "rightPressure": 15, "pupillaryDistance": 62, "colourVision": "NORMAL", "stereoAcuity": 40,
            "contrastSensitivity": 1.65,
        })),
        "dementia": with(json!({ "instrument": "KDSQ_P", "answers": [1, 0, 2, 1, 0] })),
        "psychological": with(json!({ "instrument": "GAD_7", "result": 10 })),
    })
}

// The elements that R4 defines for the resources in use, with cardinality. Written from the definitions: `!` is
// required, `*` is a list; unlisted elements are not allowed.

const META: &str = "versionId lastUpdated profile* tag*";
const DEFINED: &[(&str, &str)] = &[
    ("Patient", "id meta identifier* name* telecom* gender birthDate address* managingOrganization"),
    (
        "Observation",
        "id meta extension* identifier* status! category* code! subject effectiveDateTime issued performer* \
         valueQuantity valueString valueCodeableConcept interpretation* bodySite method device referenceRange* \
         derivedFrom* component*",
    ),
    ("QuestionnaireResponse", "id meta identifier questionnaire status! subject authored item*"),
    (
        "VisionPrescription",
        "id meta contained* identifier* status! created! patient! dateWritten! prescriber! lensSpecification*!",
    ),
    ("Bundle", "type! total link* entry*"),
    ("OperationOutcome", "issue*!"),
    ("CapabilityStatement", "status! date! kind! software implementation fhirVersion! format*! rest*"),
];

/// Checks a resource against these definitions.
fn assert_is_defined(resource: &Json) {
    let kind = resource["resourceType"].as_str().unwrap_or_else(|| panic!("no resource: {resource}"));
    let (_, elements) = DEFINED.iter().find(|(name, _)| *name == kind).unwrap_or_else(|| panic!("{kind}"));
    assert_elements(resource, elements, kind);
    if let Some(meta) = resource.get("meta") {
        assert_elements(meta, META, "meta");
    }
    if let Some(id) = resource["id"].as_str() {
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
        assert!((1..=64).contains(&id.len()) && id.chars().all(allowed), "{id}");
    }
    assert_nothing_empty(resource, kind);
    match kind {
        "Bundle" => {
            for entry in resource["entry"].as_array().into_iter().flatten() {
                assert_elements(entry, "fullUrl resource search response", "entry");
                let told = [&entry["resource"], &entry["response"]["outcome"]];
                told.into_iter().filter(|told| !told.is_null()).for_each(assert_is_defined);
            }
        }
        "OperationOutcome" => {
            for issue in resource["issue"].as_array().unwrap() {
                assert_elements(issue, "severity! code! diagnostics expression*", "issue");
            }
        }
        "Observation" => {
            let values = ["valueQuantity", "valueString", "valueCodeableConcept"];
            let told = values.iter().filter(|name| !resource[**name].is_null()).count();
            let parts = resource["component"].as_array().map_or(0, Vec::len);
            assert!((told == 1) != (parts > 0), "one value or parts: {resource}");
            assert!(["final", "amended"].contains(&resource["status"].as_str().unwrap()));
            assert!(!resource["code"]["coding"].as_array().unwrap().is_empty());
        }
        "VisionPrescription" => {
            for lens in resource["lensSpecification"].as_array().unwrap() {
                assert_elements(lens, "product! eye! sphere cylinder axis add note*", "lensSpecification");
            }
            // Only practitioners and practitioner roles may prescribe.
            for role in resource["contained"].as_array().into_iter().flatten() {
                assert_elements(role, "id! organization!", "PractitionerRole");
                assert_eq!(role["resourceType"], "PractitionerRole");
                let own = format!("#{}", role["id"].as_str().unwrap());
                assert_eq!(resource["prescriber"], json!({ "reference": own }));
            }
            assert!(resource["prescriber"].get("identifier").is_none(), "{resource}");
        }
        _ => {}
    }
}

fn assert_elements(value: &Json, elements: &str, what: &str) {
    let named: Vec<(&str, bool, bool)> = elements
        .split_whitespace()
        .map(|element| {
            let name = element.trim_end_matches(['!', '*']);
            (name, element.contains('*'), element.contains('!'))
        })
        .collect();
    for (name, own) in value.as_object().unwrap_or_else(|| panic!("{what}: {value}")) {
        if name == "resourceType" {
            continue;
        }
        let (_, is_list, _) = named.iter().find(|(known, ..)| known == name).unwrap_or_else(|| panic!("{what}.{name}"));
        assert_eq!(own.is_array(), *is_list, "{what}.{name}");
    }
    for (name, ..) in named.iter().filter(|(.., is_required)| *is_required) {
        assert!(value.get(*name).is_some(), "{what} without {name}: {value}");
    }
}

/// FHIR allows neither `null` nor empty values.
fn assert_nothing_empty(value: &Json, what: &str) {
    match value {
        Json::Null => panic!("{what} is null"),
        Json::String(text) => assert!(!text.is_empty(), "{what} is empty"),
        Json::Array(entries) => {
            assert!(!entries.is_empty(), "{what} is empty");
            entries.iter().for_each(|entry| assert_nothing_empty(entry, what));
        }
        Json::Object(entries) => {
            assert!(!entries.is_empty(), "{what} is empty");
            entries.iter().for_each(|(name, entry)| assert_nothing_empty(entry, &format!("{what}.{name}")));
        }
        Json::Bool(_) | Json::Number(_) => {}
    }
}

#[test]
fn every_measurement_is_told_by_its_codes_with_its_grade() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        send(&world, &world.admin, &everything(kim.member_id.0, 9));
        let (_, bundle) =
            get(&world.server, &world.admin, &format!("/Observation?patient={}&_count=200", kim.member_id.0));
        let found: Vec<&Json> = bundle["entry"].as_array().unwrap().iter().map(|entry| &entry["resource"]).collect();
        let of = |end: &str| -> &Json {
            found.iter().find(|one| one["id"].as_str().unwrap().ends_with(end)).unwrap_or_else(|| panic!("no {end}"))
        };
        for (end, code, value, unit) in [
            ("-height", "8302-2", json!(180), "cm"),
            ("-weight", "29463-7", json!(74.52), "kg"),
            ("-bmi", "39156-5", json!(23), "kg/m2"),
            ("-body-fat", "41982-0", json!(20.1), "%"),
            ("-pulse", "8867-4", json!(71), "/min"),
            ("-sdnn", "80404-7", json!(39.6), "ms"),
            ("-hrv-duration", "hrv-duration", json!(300), "s"),
            ("-hrv-artifacts", "hrv-artifacts", json!(1.5), "%"),
            ("-right-uncorrected", "251739003", json!(0.5), "1"),
            ("-both-best-corrected", "251739003", json!(0.125), "1"),
            ("-right-spherical-equivalent", "spherical-equivalent", json!(-3.75), "[diop]"),
            ("-kdsq-p", "KDSQ_P", json!(4), "{score}"),
        ] {
            let one = of(end);
            assert_eq!(one["code"]["coding"][0]["code"], code, "{end}");
            assert_eq!(one["valueQuantity"]["value"], value, "{end}");
            assert_eq!(one["valueQuantity"]["code"], unit, "{end}");
            assert_eq!(one["valueQuantity"]["system"], "http://unitsofmeasure.org", "{end}");
            assert_eq!(one["subject"]["reference"], format!("Patient/{}", kim.member_id.0), "{end}");
            assert_eq!(one["effectiveDateTime"], "2026-01-05T09:00:00.000+09:00", "{end}");
        }
        let grade = |end: &str, place: usize| &of(end)["interpretation"][place]["coding"][0];
        assert_eq!(grade("-bmi", 0)["system"], "urn:uno:fhir:grade:bmi");
        assert_eq!(grade("-bmi", 0)["code"], "OVERWEIGHT");
        assert_eq!(grade("-blood-pressure", 0)["code"], "STAGE_1");
        assert_eq!(grade("-blood-pressure", 1)["code"], "HYPERTENSION_1");
        assert_eq!(grade("-heart-rate", 0)["code"], "BRADYCARDIA");
        assert_eq!(of("-blood-pressure")["component"][0]["valueQuantity"]["value"], 140);
        let pressure = of("-blood-pressure");
        assert_eq!(pressure["bodySite"]["coding"][0]["code"], "368209003", "the right upper arm");
        let extension = |url: &str| {
            let mut all = pressure["extension"].as_array().unwrap().iter();
            all.find(|one| one["url"] == *url).unwrap_or_else(|| panic!("no {url}"))
        };
        let position = extension("http://hl7.org/fhir/StructureDefinition/observation-bodyPosition");
        assert_eq!(position["valueCodeableConcept"]["coding"][0]["code"], "33586001", "sitting");
        assert_eq!(extension("urn:uno:fhir:extension:reading-number")["valueInteger"], 2);
        let range = &of("-bmi")["referenceRange"][0];
        assert_eq!((&range["low"]["value"], &range["high"]["value"]), (&json!(18.5), &json!(23)));
        assert_eq!(of("-left-presenting")["valueString"], "CF");
        assert_eq!(of("-left-presenting")["bodySite"]["coding"][0]["code"], "8966001");
        let from = of("-pss-10")["derivedFrom"][0]["reference"].as_str().unwrap();
        let (status, response) = get(&world.server, &world.admin, &format!("/{from}"));
        assert_eq!((status, &response["questionnaire"]), (200, &json!("urn:uno:fhir:questionnaire:PSS_10")));
        assert_eq!(response["item"][0]["answer"][0]["valueDecimal"], json!(14), "as whole as it was answered");

        let responses = format!("/QuestionnaireResponse?patient={}&_count=50", kim.member_id.0);
        let found = walked(&world.server, &world.admin, &responses);
        let ends: BTreeSet<&str> = found.iter().map(|id| id.splitn(3, '-').nth(2).unwrap()).collect();
        assert_eq!(ends, ["pss-10", "bepsi-k", "gad-7", "cbi-personal", "bat-12", "kdsq-p"].into());
        let before = "/QuestionnaireResponse?questionnaire=urn:uno:fhir:questionnaire:PRE_SURVEY";
        assert_eq!(get(&world.server, &world.admin, before).1["entry"], Json::Null, "nothing was asked before");
        let asked = json!({ "stress": [{
            "memberId": kim.member_id, "measuredAt": "2026-01-06T09:00:00+09:00", "pss10Total": 14,
            "sleepHours": 6.5, "mealHoursAgo": 3, "alcohol": "NO", "medication": "TAKEN", "medicationNames": "혈압약",
        }] });
        send(&world, &world.admin, &asked);
        let (_, bundle) = get(&world.server, &world.admin, before);
        let answers = &bundle["entry"][0]["resource"]["item"];
        assert_eq!(answers.as_array().unwrap().len(), 4, "which medicine is not told: {answers}");
        assert_eq!(answers[0]["answer"][0]["valueDecimal"].as_f64(), Some(6.5));
        assert_eq!(answers[2]["answer"][0]["valueCoding"]["code"], "NO");
        assert_eq!(answers[3]["answer"][0]["valueDecimal"], json!(3));

        let (_, bundle) =
            get(&world.server, &world.admin, "/QuestionnaireResponse?questionnaire=urn:uno:fhir:questionnaire:KDSQ_P");
        assert_eq!(bundle["entry"][0]["resource"]["item"].as_array().unwrap().len(), 6, "five answers and the total");

        let (_, bundle) = get(&world.server, &world.admin, &format!("/VisionPrescription?patient={}", kim.member_id.0));
        let lenses = &bundle["entry"][0]["resource"]["lensSpecification"];
        assert_eq!(lenses[0]["eye"], "right");
        assert_eq!(
            (&lenses[0]["sphere"], &lenses[0]["cylinder"], &lenses[0]["axis"]),
            (&json!(-3), &json!(-1.5), &json!(90))
        );
        assert_eq!(lenses[1]["sphere"], json!(0.25));
    });
}

#[test]
fn a_search_finds_what_it_is_asked_for() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        let lee = world.add_member(world.retailer_id, "A-2", "이서연");
        send(&world, &world.admin, &everything(kim.member_id.0, 9));
        write_measurement(test, &lee, world.retailer_id, "2026-02-01T09:00:00+09:00");
        let found = |query: &str| walked(&world.server, &world.admin, &format!("/Observation?{query}"));
        let ends = |query: &str| -> BTreeSet<String> {
            found(query).iter().map(|id| id.splitn(3, '-').nth(2).unwrap().to_owned()).collect()
        };
        let set = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
        assert_eq!(ends("code=8302-2"), set(&["height"]));
        assert_eq!(ends("code=http://loinc.org%7C8302-2,29463-7"), set(&["height", "weight"]));
        assert_eq!(found("code=http://snomed.info/sct%7C8302-2"), Vec::<String>::new(), "of another system");
        assert_eq!(found("combo-code=8480-6").len(), 2, "the panel is found by its parts");
        assert_eq!(ends("combo-code=8480-6,8302-2"), set(&["blood-pressure", "height"]));
        assert_eq!(found("code=8480-6"), Vec::<String>::new(), "which are no code of its own");
        assert_eq!(ends("code=http://snomed.info/sct%7C419775003"), set(&["both-best-corrected"]));
        assert!(ends("category=vital-signs").contains("blood-pressure"));
        assert!(!ends("category=vital-signs").contains("rmssd"));
        // A search by category equals filtering all results.
        let (_, whole) = get(&world.server, &world.admin, "/Observation?_count=200");
        for category in ["vital-signs", "exam", "procedure", "survey"] {
            let of_it = whole["entry"].as_array().unwrap().iter().map(|entry| &entry["resource"]);
            let of_it = of_it.filter(|one| one["category"][0]["coding"][0]["code"] == category);
            let of_it: Vec<String> = of_it.map(|one| one["id"].as_str().unwrap().to_owned()).collect();
            assert!(!of_it.is_empty(), "{category}");
            assert_eq!(found(&format!("category={category}")), of_it);
        }
        assert_eq!(found(&format!("patient={}", lee.member_id.0)).len(), 1);
        assert_eq!(found(&format!("subject=Patient/{}", lee.member_id.0)).len(), 1);
        assert_eq!(found("date=2026-02-01").len(), 1);
        assert_eq!(found("date=ge2026-01-06&date=lt2026-02-01"), Vec::<String>::new());
        assert_eq!(found("date=gt2026-01-05").len(), 1);
        assert_eq!(found("date=sa2026-01-05").len(), 1);
        assert_eq!(found("date=eb2026-02-01"), found("date=2026-01-05"));
        assert_eq!(found("date=ne2026-01-05"), found("date=2026-02-01"));
        assert_eq!(found("date=ne2026-01-05&date=ne2026-02-01"), Vec::<String>::new());
        assert!(found("date=le2026-01").len() > 20);
        assert_eq!(found("status=amended"), Vec::<String>::new());
        let first = found("_sort=date").first().cloned().unwrap();
        assert_eq!(found("_sort=-date").last().map(|id| id[..9].to_owned()), Some(first[..9].to_owned()));
        let all = found("");
        let both = format!("_id={},{},physical-987654-bmi,nonsense", all[0], all[3]);
        assert_eq!(found(&both).into_iter().collect::<BTreeSet<_>>(), [all[0].clone(), all[3].clone()].into());

        // By elements of the observation itself.
        assert_eq!(found("code=29463-7&value-quantity=74.52").len(), 1);
        assert_eq!(found("code=29463-7&value-quantity=ge74.52%7C%7Ckg").len(), 1);
        assert_eq!(found("code=29463-7&value-quantity=gt74.52,lt74.52"), Vec::<String>::new());
        assert_eq!(found("code=29463-7&value-quantity=74.52%7C%7Cg"), Vec::<String>::new());
        assert_eq!(ends("component-code=8462-4&component-value-quantity=89"), set(&["blood-pressure"]));
        assert_eq!(ends("combo-value-quantity=140%7C%7Cmm[Hg]"), set(&["blood-pressure"]));
        assert_eq!(found("component-value-quantity=gt500"), Vec::<String>::new());
        // A code and a value of the same component.
        assert_eq!(ends("component-code-value-quantity=8480-6$gt139"), set(&["blood-pressure"]));
        assert_eq!(found("component-code-value-quantity=8462-4$gt139"), Vec::<String>::new());
        assert_eq!(
            ends("combo-code-value-quantity=http://loinc.org%7C8480-6$140%7C%7Cmm[Hg],29463-7$lt75"),
            set(&["blood-pressure", "weight"])
        );
        assert_eq!(ends("code-value-quantity=29463-7$74.52,8302-2$gt200"), set(&["weight"]));
        assert_eq!(ends("value-string=cf"), set(&["left-presenting"]));
        assert_eq!(ends("method=screening"), set(&["kdsq-p"]));
        assert_eq!(found("method=from-intervals"), Vec::<String>::new(), "the device has said its own");
        let response = found("code=70274-6").iter().find(|id| id.starts_with("stress")).cloned().unwrap();
        for asked in [response.clone(), format!("QuestionnaireResponse/{response}")] {
            assert_eq!(found(&format!("derived-from={asked}")), std::slice::from_ref(&response), "{asked}");
        }
        let company = world.retailer_id.0;
        for name in ["performer", "performer:identifier"] {
            assert_eq!(found(&format!("{name}={company}")), found(""), "{name}");
            assert_eq!(found(&format!("{name}=urn:uno:fhir:company%7C{company}")), found(""), "{name}");
            assert_eq!(found(&format!("{name}=urn:x%7C{company}")), Vec::<String>::new(), "{name}");
        }
        assert_eq!(found("device=1"), Vec::<String>::new(), "by none");
        let refractions = |query: &str| walked(&world.server, &world.admin, &format!("/VisionPrescription?{query}"));
        assert_eq!(refractions(&format!("prescriber={company}")).len(), 1);
        assert_eq!(refractions(&format!("prescriber:identifier={}", world.vendor_id.0)), Vec::<String>::new());
        assert_eq!(found("_lastUpdated=lt2026-01-05"), Vec::<String>::new(), "whenever it was measured");
        assert_eq!(found("_lastUpdated=ge2026-01-05"), found(""));
        assert_eq!(found("_lastUpdated=ne2026-01-05"), found(""));
        assert_eq!(found("identifier=nonsense"), Vec::<String>::new());

        let patients = |query: &str| walked(&world.server, &world.admin, &format!("/Patient?{query}"));
        assert_eq!(patients("_lastUpdated=lt2026-01-05"), Vec::<String>::new());
        assert_eq!(patients("_lastUpdated=ge2026-01-05").len(), 2);
        assert_eq!(patients("_lastUpdated=ne2026-01-05").len(), 2);
        let year = kernel::clock::today().text();
        assert_eq!(patients(&format!("_lastUpdated=ne{}", &year[..4])), Vec::<String>::new());
        assert_eq!(patients("name=%EA%B9%80"), [kim.member_id.0.to_string()]);
        assert_eq!(patients("identifier=A-2"), [lee.member_id.0.to_string()]);
        let system = format!("urn:uno:fhir:company:{}:member-number", world.retailer_id.0);
        assert_eq!(patients(&format!("identifier={system}%7CA-2")), [lee.member_id.0.to_string()]);
        assert_eq!(patients("identifier=urn:x%7CA-2"), Vec::<String>::new());
        assert_eq!(patients(&format!("identifier={system}%7C")).len(), 2, "all numbers of a company");
        assert_eq!(patients("identifier=urn:x%7C"), Vec::<String>::new());
        assert_eq!(patients("birthdate=1980-05-17").len(), 2);
        assert_eq!(patients(&format!("organization={company}")).len(), 2);
        assert_eq!(patients(&format!("organization:identifier=urn:uno:fhir:company%7C{company}")).len(), 2);
        assert_eq!(patients("organization=urn:x%7C1"), Vec::<String>::new());
        assert_eq!(patients(&format!("organization={}", world.other_retailer_id.0)), Vec::<String>::new());
        assert_eq!(patients("gender=female"), Vec::<String>::new());
        assert_eq!(patients("gender=male").len(), 2);
        assert_eq!(patients("gender=http://hl7.org/fhir/administrative-gender%7Cmale,unknown").len(), 2);
        assert_eq!(patients("gender=urn:x%7Cmale"), Vec::<String>::new(), "of another system");
        assert_eq!(patients(&format!("_id={}", kim.member_id.0)), [kim.member_id.0.to_string()]);

        // The same by POST, without a name in the address.
        let form = [("content-type", "application/x-www-form-urlencoded")];
        let body = json!("name=%EA%B9%80");
        let answer = ask(&world.server, "POST", "/Patient/_search", Some(&world.admin), &form, Some(&body));
        assert_eq!((answer.status, ids(&answer.json()).len()), (200, 1), "{}", answer.text);
        // Nor in the address of the next page.
        let body = json!("birthdate=1980-05-17&_count=1");
        let answer = ask(&world.server, "POST", "/Patient/_search", Some(&world.admin), &form, Some(&body));
        let first = answer.json();
        let following = next(&first).unwrap();
        assert!(!following.contains("birthdate"), "{following}");
        let (status, second) = get(&world.server, &world.admin, &following);
        assert_eq!((status, ids(&second).len(), next(&second)), (200, 1, None), "{second}");
        assert_ne!(ids(&first), ids(&second));
        let (start, _) = following.split_once("_asked=").unwrap();
        let (status, outcome) = get(&world.server, &world.admin, &format!("{start}_asked=x"));
        assert_eq!((status, issues(&outcome)[0].1.as_str()), (400, "http._asked"));
    });
}

#[test]
fn pages_follow_each_other_without_gap_or_double() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        for hour in 8..12 {
            send(&world, &world.admin, &everything(kim.member_id.0, hour));
        }
        let path = format!("/Observation?patient={}", kim.member_id.0);
        for sort in ["date", "-date"] {
            let whole = walked(&world.server, &world.admin, &format!("{path}&_count=200&_sort={sort}"));
            assert_eq!(whole.iter().collect::<BTreeSet<_>>().len(), whole.len());
            assert!(whole.len() > 100, "{}", whole.len());
            for count in [1, 7, 50] {
                let walked = walked(&world.server, &world.admin, &format!("{path}&_count={count}&_sort={sort}"));
                assert_eq!(walked, whole, "{count} {sort}");
            }
        }
        // The same for a search by ids, in any order.
        let newest = walked(&world.server, &world.admin, &path);
        let oldest: Vec<String> = walked(&world.server, &world.admin, &format!("{path}&_sort=date"));
        let some: Vec<String> = newest.iter().rev().step_by(7).cloned().collect();
        let among = |all: &[String]| all.iter().filter(|id| some.contains(id)).cloned().collect::<Vec<_>>();
        for count in [1, 4, 200] {
            for (sort, all) in [("-date", &newest), ("date", &oldest)] {
                let named = format!("/Observation?_id={}&_count={count}&_sort={sort}", some.join(","));
                assert_eq!(walked(&world.server, &world.admin, &named), among(all), "{count} {sort}");
            }
        }
        for number in 0..7 {
            world.add_member(world.retailer_id, &format!("B-{number}"), "박지훈");
        }
        for query in ["_count=3", "_count=3&name=%EB%B0%95"] {
            let found = walked(&world.server, &world.admin, &format!("/Patient?{query}"));
            let expected = if query.contains("name") { 7 } else { 8 };
            assert_eq!((found.len(), found.iter().collect::<BTreeSet<_>>().len()), (expected, expected), "{query}");
        }
        // A cursor is bound to its search and its caller.
        let (_, bundle) = get(&world.server, &world.admin, &format!("{path}&_count=5"));
        let following = next(&bundle).unwrap();
        let cursor = following.rsplit_once("_cursor=").unwrap().1;
        for (token, path) in [
            (&world.vendor, format!("{path}&_count=5&_cursor={cursor}")),
            (&world.admin, format!("/Observation?_count=5&_cursor={cursor}")),
            (&world.admin, "/Observation?_count=5&_cursor=x".to_owned()),
        ] {
            let (status, outcome) = get(&world.server, token, &path);
            assert_eq!((status, issues(&outcome)[0].1.as_str()), (400, "http._cursor"), "{path}");
        }
    });
}

#[test]
fn what_nothing_can_be_found_of_has_no_pages() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let kim = world.add_member(world.retailer_id, "A-1", "김민수");
    let at = |minute: i64| uno_core::domain::time::Timestamp(1_767_538_800_000 + minute * 60_000);
    let rates: Vec<Json> = (0..1_000)
        .map(|minute| json!({ "memberId": kim.member_id.0, "measuredAt": at(minute), "rate": 70, "context": "REST" }))
        .collect();
    send(&world, &world.admin, &json!({ "heartRate": rates }));
    send(&world, &world.admin, &everything(kim.member_id.0, 20));
    for path in [
        "/Observation?code=1-8",
        "/Observation?category=laboratory",
        "/Observation?status=entered-in-error",
        "/QuestionnaireResponse?questionnaire=urn:uno:fhir:questionnaire:NONE",
        "/VisionPrescription?status=draft",
    ] {
        let (status, bundle) = get(&world.server, &world.admin, path);
        assert_eq!((status, ids(&bundle).len(), next(&bundle)), (200, 0, None), "{path}");
    }
    // Rare results are on the first page, however many other measurements there are.
    for path in ["/Observation?code=KDSQ_P", "/Observation?category=exam", "/Observation?category=procedure"] {
        let (_, bundle) = get(&world.server, &world.admin, path);
        assert!(!ids(&bundle).is_empty() && next(&bundle).is_none(), "{path}");
    }
}

#[test]
fn nobody_reads_what_another_tree_has() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        send(&world, &world.admin, &everything(kim.member_id.0, 9));
        let all = walked(&world.server, &world.vendor, "/Observation?_count=200");
        assert!(all.len() > 30);
        let system = credential(&world, world.other_vendor_id, READ);
        for token in [&world.other_vendor, &system] {
            for path in ["/Observation", "/Patient", "/QuestionnaireResponse", "/VisionPrescription"] {
                assert_eq!(walked(&world.server, token, path), Vec::<String>::new(), "{path}");
            }
            let patient = kim.member_id.0;
            for path in [
                format!("/Observation?patient={patient}"),
                format!("/Observation?_id={}", all.join(",").split(',').take(50).collect::<Vec<_>>().join(",")),
                format!("/Patient?_id={patient}"),
                "/Patient?identifier=A-1".to_owned(),
            ] {
                assert_eq!(walked(&world.server, token, &path), Vec::<String>::new(), "{path}");
            }
            for path in [format!("/Patient/{patient}"), format!("/Observation/{}", all[0])] {
                let (status, outcome) = get(&world.server, token, &path);
                assert_eq!((status, issues(&outcome)[0].0.as_str()), (404, "not-found"), "{path}");
            }
        }
    });
}

#[test]
fn a_system_reads_members_in_full_and_is_written_down() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = MemberSave {
            phone_number: Some("010-1234-5678".into()),
            email: Some("kim@example.com".into()),
            ..member(world.retailer_id, "A-1")
        };
        let kim: Member = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap();
        let system = credential(&world, world.vendor_id, READ);
        let (_, bundle) = get(&world.server, &system, "/Patient?phone=01012345678");
        let patient = &bundle["entry"][0]["resource"];
        assert_eq!(patient["birthDate"], "1980-05-17");
        assert_eq!(patient["gender"], "male");
        assert_eq!(patient["telecom"][1]["value"], "kim@example.com");
        assert_eq!(patient["identifier"][0]["value"], "A-1");
        send(&world, &world.admin, &everything(kim.member_id.0, 9));
        assert!(!walked(&world.server, &system, "/Observation?code=8302-2").is_empty());
        let logged = || -> Vec<(String, String, i64, Option<String>)> {
            let rows = access_log::table.order(access_log::access_log_id).select((
                access_log::action,
                access_log::account_name,
                access_log::account_id,
                access_log::list,
            ));
            test.database.read_blocking(|connection| Ok(rows.load(connection)?)).unwrap()
        };
        let by_system = |list: &str| ("FHIR".to_owned(), "병원 시스템".to_owned(), 0, Some(list.to_owned()));
        assert_eq!(logged(), [by_system("member.title"), by_system("measurement.ofMember")]);

        // Staff receive the masked data of lists, and a full record only when read by its number, which is counted. Both
        // are logged.
        let (_, bundle) = get(&world.server, &world.vendor, "/Patient?name=%EA%B9%80");
        let part = &bundle["entry"][0]["resource"];
        assert_eq!((&part["birthDate"], &part["telecom"]), (&json!("1980"), &Json::Null));
        assert_eq!(part["meta"]["tag"][0]["code"], "SUBSETTED");
        let by_staff = ("FHIR".to_owned(), "vendor".to_owned(), Some("member.title".to_owned()));
        let last = || logged().pop().map(|(action, name, _, list)| (action, name, list));
        assert_eq!((logged().len(), last()), (3, Some(by_staff.clone())));
        let answer =
            ask(&world.server, "GET", &format!("/Patient/{}", kim.member_id.0), Some(&world.vendor), &[], None);
        assert_eq!(answer.json()["birthDate"], "1980-05-17");
        assert_eq!(answer.header("etag"), "W/\"1\"");
        assert_eq!((logged().len(), last()), (4, Some(by_staff)));
        let mut status = 200;
        for _ in 0..110 {
            let path = format!("/Patient/{}", kim.member_id.0);
            status = ask(&world.server, "GET", &path, Some(&world.vendor), &[], None).status;
        }
        assert_eq!(status, 429, "as often as personal data may be revealed");
        for query in [
            "telecom=010-1234-5678",
            "telecom=phone%7C01012345678",
            "phone=phone%7C01012345678",
            "email=kim@example.com",
            "telecom=email%7Ckim@example.com",
            "phone=01012345678&email=kim@example.com",
        ] {
            assert_eq!(walked(&world.server, &system, &format!("/Patient?{query}")).len(), 1, "{query}");
        }
    });
}

#[test]
fn a_member_reads_what_is_about_oneself() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (kim, lee) = (
            world.add_member(world.retailer_id, "A-1", "김민수"),
            world.add_member(world.retailer_id, "A-2", "이서연"),
        );
        for member in [&kim, &lee] {
            send(&world, &world.admin, &everything(member.member_id.0, 9));
        }
        assert_eq!(walked(&world.server, &world.member, "/Observation"), Vec::<String>::new(), "linked to nobody");
        link(test, &world, &world.member, kim.member_id);
        std::thread::sleep(Duration::from_millis(600));
        let own = walked(&world.server, &world.member, "/Observation?_count=200");
        let (_, one) = get(&world.server, &world.member, &format!("/Observation/{}", own[0]));
        assert_eq!(one["subject"]["reference"], format!("Patient/{}", kim.member_id.0));
        // Results of screenings and psychological tests are disclosed by staff in person.
        let told_in_person =
            [("Observation", "dementia"), ("QuestionnaireResponse", "psychological")].map(|(path, kind)| {
                let of_kim = format!("/{path}?patient={}&_count=200", kim.member_id.0);
                let all = walked(&world.server, &world.admin, &of_kim);
                (path, kind, all.into_iter().find(|id| id.starts_with(kind)).unwrap())
            });
        let logged = || -> i64 {
            test.database.read_blocking(|connection| Ok(access_log::table.count().get_result(connection)?)).unwrap()
        };
        let logged_of_staff = logged();
        for (path, kind, told) in told_in_person {
            assert_eq!(get(&world.server, &world.member, &format!("/{path}/{told}")).0, 404, "{told}");
            let found = walked(&world.server, &world.member, &format!("/{path}?_id={told}"));
            assert_eq!(found, Vec::<String>::new());
            let found = walked(&world.server, &world.member, &format!("/{path}?_count=200"));
            assert!(!found.is_empty() && found.iter().all(|id| !id.starts_with(kind)), "{found:?}");
        }
        assert_eq!(
            walked(&world.server, &world.member, &format!("/Observation?patient={}", lee.member_id.0)),
            Vec::<String>::new()
        );
        assert_eq!(walked(&world.server, &world.member, "/Patient"), [kim.member_id.0.to_string()]);
        let (status, _) = get(&world.server, &world.member, &format!("/Patient/{}", lee.member_id.0));
        assert_eq!(status, 404);
        assert_eq!(logged(), logged_of_staff, "who reads about oneself is not written down");
    });
}

#[test]
fn what_is_ones_own_stands_among_what_companies_have_measured() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        let lee = world.add_member(world.retailer_id, "A-2", "이서연");
        link(test, &world, &world.member, kim.member_id);
        let weighed = |token: &str, hour: u32, member_id: Option<i64>| {
            let at = format!("2026-01-05T{hour:02}:00:00+09:00");
            let one = json!({ "memberId": member_id, "measuredAt": at, "setting": "CLINIC", "weightKg": 60 + hour });
            send(&world, token, &json!({ "physical": [one] }));
        };
        for hour in [9, 11] {
            weighed(&world.admin, hour, Some(kim.member_id.0));
            weighed(&world.member, hour + 1, None);
            weighed(&world.admin, hour, Some(lee.member_id.0));
        }
        let newest = walked(&world.server, &world.member, "/Observation");
        let weights = newest.iter().map(|id| {
            let (_, one) = get(&world.server, &world.member, &format!("/Observation/{id}"));
            one["valueQuantity"]["value"].as_i64().unwrap()
        });
        assert_eq!(weights.collect::<Vec<_>>(), [72, 71, 70, 69]);
        let oldest: Vec<String> = newest.iter().rev().cloned().collect();
        for count in [1, 2, 3] {
            for (sort, expected) in [("-date", &newest), ("date", &oldest)] {
                let found = walked(&world.server, &world.member, &format!("/Observation?_sort={sort}&_count={count}"));
                assert_eq!(found, *expected, "{count} {sort}");
            }
        }
        // The same in the member's own list, page by page.
        for (page, weight) in [72, 71, 70, 69].into_iter().enumerate() {
            let path = format!("/api/v1/users/me/physical-measurements?pageSize=1&page={page}");
            let (status, answer) = world.server.send(Method::Get, &world.server.url(&path), Some(&world.member), None);
            let answer: Json = serde_json::from_str(&answer).unwrap();
            assert_eq!((status, answer["data"][0]["weightKg"].as_f64()), (200, Some(f64::from(weight))), "{answer}");
            assert_eq!(answer["total"], 4);
        }
    });
}

/// The accounts each endpoint admits, with the built-in permission groups; written by hand.
const WHO_MAY: &str = "
    FhirMetadata                        yes yes yes yes yes yes yes
    FhirReadPatient                     401 yes yes yes yes yes yes
    FhirSearchPatients                  401 yes yes yes yes yes yes
    FhirPostSearchPatients              401 yes yes yes yes yes yes
    FhirReadObservation                 401 yes yes yes yes yes yes
    FhirReadObservationVersion          401 yes yes yes yes yes yes
    FhirSearchObservations              401 yes yes yes yes yes yes
    FhirPostSearchObservations          401 yes yes yes yes yes yes
    FhirReadQuestionnaireResponse       401 yes yes yes yes yes yes
    FhirSearchQuestionnaireResponses    401 yes yes yes yes yes yes
    FhirPostSearchQuestionnaireResponses 401 yes yes yes yes yes yes
    FhirReadVisionPrescription          401 yes yes yes yes yes yes
    FhirSearchVisionPrescriptions       401 yes yes yes yes yes yes
    FhirPostSearchVisionPrescriptions   401 yes yes yes yes yes yes
    FhirSendObservation                 401 yes yes yes yes yes yes
    FhirSendBundle                      401 yes yes yes yes yes yes
    FhirExport                          401 yes yes yes yes yes 403
    FhirPostExport                      401 yes yes yes yes yes 403
    FhirFollowExport                    401 yes yes yes yes yes 403
    FhirEndExport                       401 yes yes yes yes yes 403
    FhirFetchExport                     401 yes yes yes yes yes 403
    FhirNothing                         yes yes yes yes yes yes yes
    FhirPostNothing                     yes yes yes yes yes yes yes
";

#[test]
fn each_call_lets_in_exactly_whom_the_reviewed_table_names() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let rows: Vec<Vec<&str>> = WHO_MAY
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        let calls = mounted_raw(&world.server.state);
        assert_eq!(
            rows.iter().map(|row| row[0]).collect::<BTreeSet<_>>(),
            calls.iter().map(|info| info.name).collect(),
            "each call has its line"
        );
        for row in &rows {
            let info = calls.iter().find(|info| info.name == row[0]).unwrap();
            let path = info.path.replace("{rest}*", "Nothing").replace("{id}", "987654321");
            let path = path.replace("{type}", "Patient").replace("{version}", "1-1");
            let path = path.strip_prefix("/fhir/r4").unwrap();
            let tokens = world.tokens();
            let tokens = std::iter::once(None).chain(tokens.iter().map(|(_, token)| Some(*token)));
            let found = tokens.map(|token| {
                let answer = ask(&world.server, info.method.as_str(), path, token, &[], None);
                assert_ne!(answer.status, 500, "{}: {}", info.name, answer.text);
                let told = answer.json();
                assert_is_defined(&told);
                match (answer.status, issues_or_none(&told).as_str()) {
                    (401, _) => "401",
                    // Operators see histories through the screens of their group; the endpoint itself is refused.
                    (403, _) if info.access == Access::AnyStaff => "403",
                    _ => "yes",
                }
            });
            assert_eq!(found.collect::<Vec<_>>(), row[1..], "{}", row[0]);
        }
        // A credential for another purpose is refused.
        for (scopes, path, method) in
            [(SEND, "/Observation", "GET"), (SEND, "/Patient", "GET"), (READ, "/Observation", "POST")]
        {
            let secret = credential(&world, world.vendor_id, scopes);
            let answer = ask(&world.server, method, path, Some(&secret), &[], None);
            assert_eq!((answer.status, issues(&answer.json())[0].0.as_str()), (403, "forbidden"), "{method} {path}");
        }
        let secret = credential(&world, world.vendor_id, READ);
        let answer = ask(&world.server, "GET", "/$export", Some(&secret), &[("prefer", "respond-async")], None);
        assert_eq!(answer.status, 401, "an export is an account's");
    });
}

fn issues_or_none(told: &Json) -> String {
    if told["resourceType"] == "OperationOutcome" { issues(told)[0].0.clone() } else { String::new() }
}

#[test]
fn staff_read_only_what_their_screens_show() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        send(&world, &world.admin, &everything(kim.member_id.0, 9));
        let vendors = group_of(Authority::Vendor);
        let own = permission::table.filter(permission::permission_group_id.eq(vendors.0));
        test.database.write_blocking(|connection| Ok(diesel::delete(own).execute(connection)?)).unwrap();
        for path in ["/Observation", "/Patient", "/QuestionnaireResponse", "/VisionPrescription"] {
            let (status, outcome) = get(&world.server, &world.vendor, path);
            assert_eq!((status, issues(&outcome)[0].0.as_str()), (403, "forbidden"), "{path}");
        }
        let prefer = [("prefer", "respond-async")];
        let answer = ask(&world.server, "GET", "/$export?reason=why", Some(&world.vendor), &prefer, None);
        assert_eq!(answer.status, 403, "{}", answer.text);
    });
}

#[test]
fn what_is_asked_wrongly_is_refused_with_its_place() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for (path, code, place) in [
        ("/Observation?colour=red", "not-supported", "http.colour"),
        ("/Observation?_lastUpdated=yesterday", "value", "http._lastUpdated"),
        ("/Observation?value-quantity=much", "value", "http.value-quantity"),
        ("/Observation?value-quantity=gt1e400", "value", "http.value-quantity"),
        ("/VisionPrescription?value-quantity=1", "not-supported", "http.value-quantity"),
        ("/Observation?_content=x", "not-supported", "http._content"),
        ("/Patient?_summary=count", "not-supported", "http._summary"),
        ("/Observation/physical-1-bmi?_summary=true", "not-supported", "http._summary"),
        ("/Observation?code:in=x", "not-supported", "http.code:in"),
        ("/Observation?patient=Group/1", "value", "http.patient"),
        ("/Observation?date=yesterday", "value", "http.date"),
        ("/Observation?date=ap2026", "value", "http.date"),
        ("/Observation?_count=-1", "value", "http._count"),
        ("/Patient?identifier=A%00", "value", "http.identifier"),
        ("/Observation?_sort=code", "value", "http._sort"),
        ("/Patient?phone=1234", "value", "http.phone"),
        ("/Patient?telecom=1234", "value", "http.telecom"),
        ("/Patient?email=kim@example.com", "business-rule", "http.email"),
        ("/Patient?telecom=email%7Ckim@example.com", "business-rule", "http.telecom"),
        ("/Observation?code-value-quantity=8480-6", "value", "http.code-value-quantity"),
        ("/Observation?combo-code-value-quantity=8480-6$high", "value", "http.combo-code-value-quantity"),
        ("/Patient?telecom=fax%7C01012345678", "value", "http.telecom"),
        ("/Patient?gender:not=male", "not-supported", "http.gender:not"),
        ("/Patient?gender=m", "value", "http.gender"),
        ("/Patient?birthdate=80", "value", "http.birthdate"),
    ] {
        let (status, outcome) = get(&world.server, &world.admin, path);
        assert_eq!((status, issues(&outcome)), (400, vec![(code.to_owned(), place.to_owned())]), "{path}");
    }
    for path in ["/Nothing", "/Observation/a/b/c", "/Practitioner/1", "/Observation/physical-0-bmi", "/Patient/0x1"] {
        let (status, outcome) = get(&world.server, &world.admin, path);
        assert_eq!((status, issues(&outcome)[0].0.as_str()), (404, "not-found"), "{path}");
    }
    let lenient = [("prefer", "handling=lenient")];
    let answer = ask(&world.server, "GET", "/Observation?colour=red&_count=5", Some(&world.admin), &lenient, None);
    let bundle = answer.json();
    assert_is_defined(&bundle);
    assert_eq!(answer.status, 200);
    let told = &bundle["entry"][0];
    assert_eq!(
        (&told["search"]["mode"], &told["resource"]["issue"][0]["severity"]),
        (&json!("outcome"), &json!("warning"))
    );
    assert!(!bundle["link"][0]["url"].as_str().unwrap().contains("colour"), "{bundle}");

    for (accept, status) in [
        ("application/fhir+json", 200),
        ("application/json;q=0.9, text/html", 200),
        ("*/*", 200),
        ("application/fhir+xml", 406),
        ("text/html", 406),
    ] {
        for path in ["/metadata", "/Observation"] {
            let answer = ask(&world.server, "GET", path, Some(&world.admin), &[("accept", accept)], None);
            assert_eq!(answer.status, status, "{path} as {accept}");
            assert_is_defined(&answer.json());
        }
    }
    for (kind, body, status) in [
        ("application/json", "name=x".to_owned(), 415),
        ("application/x-www-form-urlencoded; charset=utf-8", "name=x".to_owned(), 200),
        ("application/x-www-form-urlencoded", format!("name={}", "x".repeat(20_000)), 413),
    ] {
        let kind = [("content-type", kind)];
        let answer = ask(&world.server, "POST", "/Patient/_search", Some(&world.admin), &kind, Some(&json!(body)));
        assert_eq!(answer.status, status, "{}", answer.text);
        assert_is_defined(&answer.json());
    }
    // The client cannot determine the server's address by headers. A proxy may, but not a configured one.
    let forwarded = [("x-forwarded-host", "first.example, last.example"), ("x-forwarded-proto", "http, https")];
    let said = [&forwarded[..], &[("host", "host.example")]].concat();
    let proxied = Settings { behind_proxy: true, ..Settings::default() };
    let delivery = Delivery { console: "https://console.example".into(), ..Delivery::default() };
    let configured = Settings { delivery, behind_proxy: true, ..Settings::default() };
    let of = |server: &Server, said| {
        ask(server, "GET", "/metadata", None, said, None).json()["implementation"]["url"].clone()
    };
    assert_eq!(of(&world.server, &said), world.server.url("/fhir/r4"));
    let proxied = Server::start_with(&test, proxied);
    assert_eq!(of(&proxied, &said), "https://last.example/fhir/r4");
    assert_eq!(of(&proxied, &[("host", "host.example")]), proxied.url("/fhir/r4"));
    assert_eq!(of(&Server::start_with(&test, configured), &said), "https://console.example/fhir/r4");
    assert_eq!(get(&world.server, &world.admin, "/Observation?_format=xml").0, 406);
    assert_eq!(get(&world.server, &world.admin, "/Observation?_format=application/fhir%2Bjson").0, 200);
    let answer = ask(&world.server, "DELETE", "/Observation", Some(&world.admin), &[], None);
    assert_eq!((answer.status, answer.header("allow")), (405, "GET, HEAD, POST"), "{}", answer.text);
    assert_is_defined(&answer.json());
    // Reads can also be requested with HEAD, which starts nothing.
    for (path, status) in [("/metadata", 200), ("/Observation", 200), ("/Patient/0", 404), ("/$export", 405)] {
        let answer = ask(&world.server, "HEAD", path, Some(&world.admin), &[], None);
        assert_eq!((answer.status, answer.text.as_str()), (status, ""), "{path}");
        if status == 200 {
            assert!(answer.header("content-type").starts_with("application/fhir+json"), "{path}");
        }
    }
}

/// Returns an observation as another system sends it.
pub fn observation(member_id: i64, hour: u32, code: &str, value: &Json) -> Json {
    json!({
        "resourceType": "Observation",
        "status": "final",
        "code": { "coding": [{ "system": "http://loinc.org", "code": code }] },
        "subject": { "reference": format!("Patient/{member_id}") },
        "effectiveDateTime": format!("2026-03-01T{hour:02}:00:00+09:00"),
        "valueQuantity": value,
    })
}

pub fn quantity(value: f64, unit: &str) -> Json {
    json!({ "value": value, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit })
}

fn pressure(member_id: i64, hour: u32) -> Json {
    let part = |code: &str, value: f64| {
        let code = json!({ "coding": [{ "system": "http://loinc.org", "code": code }] });
        json!({ "code": code, "valueQuantity": quantity(value, "mm[Hg]") })
    };
    let mut sent = observation(member_id, hour, "85354-9", &Json::Null);
    sent.as_object_mut().unwrap().remove("valueQuantity");
    sent["component"] = json!([part("8480-6", 128.0), part("8462-4", 79.0)]);
    sent["extension"] = json!([{ "url": "urn:uno:fhir:extension:setting", "valueCode": "CLINIC" }]);
    sent
}

pub fn bundle(kind: &str, observations: &[Json]) -> Json {
    let entries: Vec<Json> = observations
        .iter()
        .map(|one| json!({ "resource": one, "request": { "method": "POST", "url": "Observation" } }))
        .collect();
    json!({ "resourceType": "Bundle", "type": kind, "entry": entries })
}

fn bundle_of(entries: &Json) -> Json {
    json!({ "resourceType": "Bundle", "type": "transaction", "entry": entries })
}

pub fn count(test: &TestDatabase) -> i64 {
    test.database.read_blocking(|connection| Ok(measurement::table.count().get_result(connection)?)).unwrap()
}

#[test]
fn an_observation_keeps_the_clock_that_it_was_sent_with() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        for (sent, told) in [
            ("2026-03-01T19:00:00-05:00", "2026-03-01T19:00:00.000-05:00"),
            ("2026-03-03T00:00:00Z", "2026-03-03T09:00:00.000+09:00"),
        ] {
            let mut weight = observation(kim, 8, "29463-7", &quantity(72.5, "kg"));
            weight["effectiveDateTime"] = sent.into();
            let answer = ask(&world.server, "POST", "/Observation", Some(&world.admin), &[], Some(&weight));
            assert_eq!(answer.status, 201, "{}", answer.text);
            let id = id_at(answer.header("location"));
            let (_, found) = get(&world.server, &world.admin, &format!("/Observation/{id}"));
            assert_eq!(found["effectiveDateTime"], told);
        }
    });
}

#[test]
fn an_observation_that_is_sent_is_a_measurement_that_is_graded() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        let system =
            credential(&world, world.vendor_id, &[CredentialScope::FhirRead, CredentialScope::MeasurementsWrite]);
        for (hour, token) in [(8, &world.admin), (9, &system)] {
            let mut weight = observation(kim, hour, "29463-7", &quantity(72_500.0, "g"));
            weight["identifier"] = json!([{ "system": "urn:other", "value": format!("w-{hour}") }]);
            let answer = ask(&world.server, "POST", "/Observation", Some(token), &[], Some(&weight));
            assert_eq!(answer.status, 201, "{}", answer.text);
            let id = id_at(answer.header("location"));
            let (_, told) = get(&world.server, token, &format!("/Observation/{id}"));
            assert_eq!(told["valueQuantity"], quantity(72.5, "kg"));
            assert_eq!(told["identifier"][0]["value"], format!("urn:other|w-{hour}"));
            // A repeated request returns the same observation.
            let again = ask(&world.server, "POST", "/Observation", Some(token), &[], Some(&weight));
            assert_eq!((again.status, again.header("location")), (200, answer.header("location")), "{}", again.text);
            // The location contains the version, and can be read while that version is current.
            let version = told["meta"]["versionId"].as_str().unwrap();
            assert!(answer.header("location").ends_with(&format!("/Observation/{id}/_history/{version}")));
            assert_eq!(answer.header("etag"), format!("W/\"{version}\""));
            assert!(answer.header("last-modified").ends_with(" GMT"), "{:?}", answer.headers);
            assert_eq!(get(&world.server, token, answer.header("location")), (200, told));
            assert_eq!(get(&world.server, token, &format!("/Observation/{id}/_history/0-0")).0, 404);
        }
        assert_eq!(count(test), 2);

        let sent = bundle(
            "transaction",
            &[
                observation(kim, 10, "8302-2", &quantity(1.8, "m")),
                observation(kim, 10, "29463-7", &quantity(74.52, "kg")),
                pressure(kim, 10),
                observation(kim, 11, "8867-4", &quantity(70.0, "/min")),
            ],
        );
        let (status, answer) = post(&world.server, &system, "", &sent);
        assert_eq!((status, &answer["type"]), (200, &json!("transaction-response")), "{answer}");
        assert_eq!(count(test), 4, "what belongs together is one measurement");
        let locations: Vec<&str> = answer["entry"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["response"]["location"].as_str().unwrap())
            .collect();
        let (height, bmi) = (locations[0], locations[0].replace("-height", "-bmi"));
        let told = ask(&world.server, "GET", height, Some(&world.admin), &[], None).json();
        let response = &answer["entry"][0]["response"];
        assert_eq!(told["valueQuantity"]["value"], 180);
        assert_eq!(response["lastModified"], told["meta"]["lastUpdated"]);
        assert_eq!(response["etag"], format!("W/\"{}\"", told["meta"]["versionId"].as_str().unwrap()));
        let told = ask(&world.server, "GET", &bmi, Some(&world.admin), &[], None).json();
        assert_eq!(told["interpretation"][0]["coding"][0]["code"], "OVERWEIGHT");
        let told = ask(&world.server, "GET", locations[2], Some(&world.admin), &[], None).json();
        assert_eq!(told["interpretation"][0]["coding"][0]["code"], "PRE_STAGE");
    });
}

#[test]
fn what_is_answered_can_be_sent_elsewhere() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        let lee = world.add_member(world.retailer_id, "A-2", "이서연").member_id.0;
        send(&world, &world.admin, &everything(kim, 9));
        let (_, found) = get(&world.server, &world.admin, &format!("/Observation?patient={kim}&_count=200"));
        let mut sent = Vec::new();
        for entry in found["entry"].as_array().unwrap() {
            let mut one = entry["resource"].clone();
            one["subject"]["reference"] = format!("Patient/{lee}").into();
            sent.push(one);
        }
        let (status, answer) = post(&world.server, &world.admin, "", &bundle("batch", &sent));
        assert_eq!(status, 200, "{answer}");
        let entries = answer["entry"].as_array().unwrap();
        assert_eq!(entries.len(), sent.len());
        let computed =
            ["bmi", "stress-score", "anxiety-score", "burnout-score", "distance-vision", "spherical-equivalent"];
        for (entry, one) in entries.iter().zip(&sent) {
            let id = one["id"].as_str().unwrap();
            let status = &entry["response"]["status"];
            if computed.iter().any(|end| id.ends_with(end)) {
                assert_eq!(issues(&entry["response"]["outcome"])[0].0, "business-rule", "{id}");
            } else if status != "201 Created" {
                // For another person, the heart rate of a stress measurement is received as a pulse too, and an
                // instrument has one result at a time.
                assert_eq!(issues(&entry["response"]["outcome"])[0].0, "duplicate", "{id}");
                assert!(["-pulse", "-gad-7"].iter().any(|end| id.ends_with(end)), "{id}: {entry}");
            }
        }
        let values = |member: i64, code: &str| -> BTreeSet<String> {
            let (_, found) = get(&world.server, &world.admin, &format!("/Observation?patient={member}&code={code}"));
            let entries = found["entry"].as_array().cloned().unwrap_or_default();
            entries.iter().map(|entry| entry["resource"]["valueQuantity"]["value"].to_string()).collect()
        };
        for code in ["8302-2", "29463-7", "39156-5", "80404-7", "40443-4", "70274-6", "251739003", "41633001"] {
            assert_eq!(values(lee, code), values(kim, code), "{code}");
        }
        let pressure = |member: i64| {
            let (_, found) = get(&world.server, &world.admin, &format!("/Observation?patient={member}&code=85354-9"));
            let told = &found["entry"][0]["resource"];
            ["bodySite", "extension", "component"].map(|name| told[name].clone())
        };
        assert_eq!(pressure(lee), pressure(kim), "with arm, posture and number of the reading");
    });
}

#[test]
fn what_is_sent_wrongly_is_refused_with_its_place_and_nothing_is_guessed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        let stranger = world.add_member(world.other_retailer_id, "B-1", "박지훈").member_id.0;
        let elsewhere = format!("https://other.example/fhir/Patient/{kim}");
        let numbers = format!("urn:uno:fhir:company:{}:member-number", world.retailer_id.0);
        let another = json!({ "system": numbers, "value": "A-2" });
        world.add_member(world.retailer_id, "A-2", "이서연");
        let with = |change: &dyn Fn(&mut Json)| {
            let mut sent = observation(kim, 9, "29463-7", &quantity(72.0, "kg"));
            change(&mut sent);
            sent
        };
        for (sent, code, place) in [
            (observation(kim, 9, "99999-9", &quantity(1.0, "kg")), "code-invalid", "Observation.code"),
            (
                observation(kim, 9, "29463-7", &quantity(160.0, "[lb_av]")),
                "code-invalid",
                "Observation.valueQuantity.code",
            ),
            (observation(kim, 9, "39156-5", &quantity(23.0, "kg/m2")), "business-rule", "Observation.code"),
            (observation(kim, 9, "8302-2", &quantity(17.0, "cm")), "value", "Observation.valueQuantity"),
            (observation(stranger, 9, "8302-2", &quantity(170.0, "cm")), "not-found", "Observation.subject"),
            (
                with(&|sent| sent["subject"]["reference"] = elsewhere.as_str().into()),
                "value",
                "Observation.subject.reference",
            ),
            (with(&|sent| sent["subject"]["identifier"] = another.clone()), "not-found", "Observation.subject"),
            (with(&|sent| sent["status"] = "entered-in-error".into()), "value", "Observation.status"),
            (with(&|sent| sent["effectiveDateTime"] = "2026-03-01".into()), "value", "Observation.effectiveDateTime"),
            (with(&|sent| sent["dataAbsentReason"] = json!({})), "not-supported", "Observation.dataAbsentReason"),
            (with(&|sent| sent["valueQuantity"]["value"] = json!(72.123)), "value", "Observation.valueQuantity.value"),
        ] {
            let (status, outcome) = post(&world.server, &world.vendor, "/Observation", &sent);
            assert_eq!((status, issues(&outcome)), (422, vec![(code.to_owned(), place.to_owned())]), "{sent}");
        }
        assert_eq!(count(test), 0);
        let good = observation(kim, 9, "8302-2", &quantity(170.0, "cm"));
        let bad = observation(kim, 10, "8302-2", &quantity(17.0, "cm"));
        let worse = observation(kim, 11, "99999-9", &quantity(1.0, "kg"));
        for (second, place) in [(&bad, "valueQuantity"), (&worse, "code")] {
            let (status, outcome) =
                post(&world.server, &world.vendor, "", &bundle("transaction", &[good.clone(), second.clone()]));
            let expected = format!("Bundle.entry[1].resource.{place}");
            assert_eq!((status, issues(&outcome)[0].1.as_str()), (422, expected.as_str()), "{outcome}");
            assert_eq!(count(test), 0, "a transaction is taken as a whole");
        }
        let (status, answer) = post(&world.server, &world.vendor, "", &bundle("batch", &[bad, good.clone(), worse]));
        let told: Vec<&str> = answer["entry"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["response"]["status"].as_str().unwrap())
            .collect();
        assert_eq!((status, told), (200, vec!["422 Unprocessable Entity", "201 Created", "422 Unprocessable Entity"]));
        assert_eq!(count(test), 1);
        for (body, place) in [
            (json!({ "resourceType": "Bundle", "type": "document" }), "Bundle.type"),
            (json!({ "resourceType": "Patient" }), "Bundle.resourceType"),
            (bundle_of(&json!([{ "request": { "method": "PUT" } }])), "Bundle.entry[0].request.method"),
            (bundle_of(&json!({ "resource": good })), "Bundle.entry"),
        ] {
            let (status, outcome) = post(&world.server, &world.vendor, "", &body);
            assert_eq!((status, issues(&outcome)[0].1.as_str()), (422, place), "{outcome}");
        }
        let text = [("content-type", "text/plain")];
        let answer = ask(&world.server, "POST", "/Observation", Some(&world.vendor), &text, Some(&json!("{}")));
        assert_eq!(answer.status, 415);
        let answer = ask(&world.server, "POST", "/Observation", Some(&world.vendor), &[], Some(&json!("{")));
        assert_eq!((answer.status, issues(&answer.json())[0].0.as_str()), (400, "structure"));
        // With a duplicate key, one value would be lost.
        let twice = good.to_string().replacen('{', r#"{"status":"preliminary","#, 1);
        let answer = ask(&world.server, "POST", "/Observation", Some(&world.vendor), &[], Some(&json!(twice)));
        assert_eq!((answer.status, issues(&answer.json())[0].1.as_str()), (400, "status"), "{}", answer.text);
        let condition = [("if-none-exist", "identifier=urn:x|7")];
        let answer = ask(&world.server, "POST", "/Observation", Some(&world.vendor), &condition, Some(&good));
        assert_eq!((answer.status, issues(&answer.json())[0].1.as_str()), (400, "http.If-None-Exist"));
        assert_eq!(count(test), 1);
    });
}

#[test]
fn what_may_not_be_sent_keeps_nothing_else_of_a_batch_out() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수").member_id.0;
        let of_stress = menu_item::table.filter(menu_item::url.eq("/stress_history")).select(menu_item::menu_item_id);
        let own = permission::table
            .filter(permission::permission_group_id.eq(group_of(Authority::Vendor).0))
            .filter(permission::menu_item_id.eq_any(of_stress));
        let taken_away = diesel::update(own).set(permission::can_create.eq(false));
        assert_eq!(test.database.write_blocking(|connection| Ok(taken_away.execute(connection)?)).unwrap(), 1);
        let sent = [
            observation(kim, 9, "80404-7", &quantity(39.6, "ms")),
            observation(kim, 9, "29463-7", &quantity(72.5, "kg")),
        ];
        let (status, answer) = post(&world.server, &world.vendor, "", &bundle("batch", &sent));
        let told = |place: usize| &answer["entry"][place]["response"];
        assert_eq!(status, 200, "{answer}");
        assert_eq!((&told(0)["status"], &told(1)["status"]), (&json!("403 Forbidden"), &json!("201 Created")));
        assert_eq!(issues(&told(0)["outcome"])[0].0, "forbidden");
        assert_eq!(count(test), 1);
        // A transaction is refused as a whole, and so is a single one.
        for (path, body) in [("", bundle("transaction", &sent)), ("/Observation", sent[0].clone())] {
            let (status, outcome) = post(&world.server, &world.vendor, path, &body);
            assert_eq!((status, issues(&outcome)[0].0.as_str()), (403, "forbidden"), "{path}");
        }
        assert_eq!(count(test), 1);
    });
}

/// Starts an export and follows it to its end; returns the files by type.
fn exported(server: &Server, token: &str, query: &str) -> Vec<(String, Vec<Json>)> {
    let prefer = [("prefer", "respond-async")];
    let answer = ask(server, "GET", &format!("/$export?{query}"), Some(token), &prefer, None);
    assert_eq!(answer.status, 202, "{}", answer.text);
    let place = answer.header("content-location").to_owned();
    let told = (0..600)
        .find_map(|_| {
            let answer = ask(server, "GET", &place, Some(token), &[], None);
            if answer.status == 202 {
                assert!(answer.header("x-progress").ends_with("resources"));
                std::thread::sleep(Duration::from_millis(50));
                return None;
            }
            assert_eq!(answer.status, 200, "{}", answer.text);
            Some(answer.json())
        })
        .expect("an export that ends");
    assert_eq!((&told["requiresAccessToken"], &told["error"]), (&json!(true), &json!([])));
    let output = told["output"].as_array().unwrap().iter();
    output
        .map(|part| {
            let answer = ask(server, "GET", part["url"].as_str().unwrap(), Some(token), &[], None);
            assert_eq!((answer.status, answer.header("content-type")), (200, "application/fhir+ndjson"));
            let lines: Vec<Json> = answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(lines.len() as i64, part["count"].as_i64().unwrap());
            (part["type"].as_str().unwrap().to_owned(), lines)
        })
        .collect()
}

#[test]
fn an_export_has_everything_that_is_reached_and_nothing_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (number, company_id) in [(1, world.retailer_id), (2, world.retailer_id), (3, world.other_retailer_id)] {
            let member = world.add_member(company_id, &format!("A-{number}"), "김민수");
            send(&world, &world.admin, &everything(member.member_id.0, 9));
        }
        for (token, members) in [(&world.admin, 3), (&world.vendor, 2), (&world.other_vendor, 1)] {
            let files = exported(&world.server, token, "");
            let of = |name: &str| files.iter().find(|(own, _)| own == name).map_or(&[][..], |(_, lines)| lines);
            assert_eq!(of("Patient").len(), members);
            assert_eq!(of("VisionPrescription").len(), members, "one for each measurement of eyes with a refraction");
            for name in ["Observation", "QuestionnaireResponse"] {
                let ids: BTreeSet<String> = of(name).iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
                let searched = walked(&world.server, token, &format!("/{name}?_count=200"));
                assert_eq!(ids, searched.into_iter().collect(), "{name}");
                assert_eq!(ids.len(), of(name).len());
            }
            files.iter().flat_map(|(_, lines)| lines).for_each(assert_is_defined);
            assert!(of("Patient").iter().all(|one| one["birthDate"] == "1980"), "what lists show");
        }
        let files = exported(&world.server, &world.vendor, "_type=VisionPrescription&_outputFormat=ndjson");
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["VisionPrescription"]);
        // Several types, one of them named twice: each has one file.
        let files = exported(&world.server, &world.vendor, "_type=VisionPrescription&_type=Patient,VisionPrescription");
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Patient", "VisionPrescription"]);
        assert_eq!(exported(&world.server, &world.vendor, "_since=2100-01-01T00:00:00Z").len(), 0);
        let logged: Vec<String> = test
            .database
            .read_blocking(|connection| {
                Ok(access_log::table
                    .select(access_log::action)
                    .distinct()
                    .order(access_log::action)
                    .load(connection)?)
            })
            .unwrap();
        assert_eq!(logged, ["DOWNLOAD", "EXPORT", "FHIR"]);
        // Fetching a file is logged as a read of every kind in it.
        let fetched: BTreeSet<Option<String>> = test
            .database
            .read_blocking(|connection| {
                let rows = access_log::table.filter(access_log::action.eq("DOWNLOAD")).select(access_log::list);
                Ok(rows.load::<Option<String>>(connection)?)
            })
            .unwrap()
            .into_iter()
            .collect();
        for list in ["member.title", "measurement.ofMember", "vision.ofMember", "dementia.title", "psychological.title"]
        {
            assert!(fetched.contains(&Some(list.to_owned())), "{list}: {fetched:?}");
        }
    });
}

#[test]
fn what_is_graded_again_has_changed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        send(&world, &world.admin, &everything(kim.member_id.0, 9));
        let bmi = walked(&world.server, &world.admin, "/Observation?code=39156-5").remove(0);
        let told = || get(&world.server, &world.admin, &format!("/Observation/{bmi}")).1;
        let before = told();
        assert_eq!(before["interpretation"][0]["coding"][0]["code"], "OVERWEIGHT");
        std::thread::sleep(Duration::from_millis(20));
        let since = kernel::clock::now();
        std::thread::sleep(Duration::from_millis(20));
        let url = world.server.url(&format!("/api/v1/members/{}", kim.member_id.0));
        let child = json!({ "birthDate": "2015-05-17" }).to_string();
        let (status, answer) = world.server.send(Method::Patch, &url, Some(&world.retailer), Some(child.as_bytes()));
        assert_eq!(status, 200, "{answer}");
        let after = told();
        assert_eq!(after["interpretation"], Json::Null, "a child has no adult grade");
        let changed = |one: &Json| one["meta"]["lastUpdated"].as_str().unwrap().to_owned();
        assert!(changed(&after) > changed(&before), "{after}");
        assert_ne!(after["meta"]["versionId"], before["meta"]["versionId"], "whoever keeps it knows that it is old");
        assert_eq!(told()["meta"]["versionId"], after["meta"]["versionId"]);
        let files = exported(&world.server, &world.admin, &format!("_type=Observation&_since={since}"));
        assert!(files[0].1.iter().any(|one| one["id"] == bmi.as_str()), "whoever follows what has changed gets it");
    });
}

#[test]
fn an_export_is_its_askers_alone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let kim = world.add_member(world.retailer_id, "A-1", "김민수");
        send(&world, &world.admin, &everything(kim.member_id.0, 9));
        let begin = |token: &str, query: &str, headers: &[(&str, &str)]| {
            ask(&world.server, "GET", &format!("/$export{query}"), Some(token), headers, None)
        };
        let prefer = [("prefer", "respond-async")];
        for (query, headers, place) in [
            ("", &[][..], "http.Prefer"),
            ("?_type=Device", &prefer[..], "http._type"),
            ("?_outputFormat=csv", &prefer[..], "http._outputFormat"),
            ("?_since=yesterday", &prefer[..], "http._since"),
            ("?patient=1", &prefer[..], "http.patient"),
            ("?reason=.", &prefer[..], "http.reason"),
        ] {
            let answer = begin(&world.vendor, query, headers);
            assert_eq!((answer.status, issues(&answer.json())[0].1.as_str()), (400, place), "{query}");
        }
        let answer = begin(&world.vendor, "", &prefer);
        let place = answer.header("content-location").to_owned();
        for token in [&world.admin, &world.dealer, &world.other_vendor] {
            for (method, path) in
                [("GET", place.clone()), ("DELETE", place.clone()), ("GET", format!("{place}/Patient"))]
            {
                assert_eq!(ask(&world.server, method, &path, Some(token), &[], None).status, 404, "{method} {path}");
            }
        }
        let is_running = || ask(&world.server, "GET", &place, Some(&world.vendor), &[], None).status == 202;
        assert!(becomes(|| !is_running()));
        let file =
            |name: &str| ask(&world.server, "GET", &format!("{place}/{name}"), Some(&world.vendor), &[], None).status;
        assert_eq!((file("Patient"), file("RESULT"), file("Device")), (200, 404, 404));
        assert_eq!(ask(&world.server, "DELETE", &place, Some(&world.vendor), &[], None).status, 202);
        assert_eq!(file("Patient"), 404);
        for method in ["GET", "DELETE"] {
            assert_eq!(ask(&world.server, method, &place, Some(&world.vendor), &[], None).status, 404, "{method}");
        }
        // With a Parameters resource, a name is a plain value, whatever characters it contains.
        let begin = |parameters: Json| {
            let sent = json!({ "resourceType": "Parameters", "parameter": parameters });
            ask(&world.server, "POST", "/$export", Some(&world.vendor), &prefer, Some(&sent))
        };
        assert_eq!(begin(json!([{ "name": "_type", "valueString": "Patient" }])).status, 202);
        let answer = begin(json!([{ "name": "_type=Patient&reason", "valueString": "why" }]));
        assert_eq!((answer.status, issues(&answer.json())[0].0.as_str()), (400, "not-supported"));
        let answer = begin(json!({ "name": "_type" }));
        assert_eq!((answer.status, issues(&answer.json())[0].1.as_str()), (422, "Parameters.parameter"));
    });
}

#[test]
fn the_capability_statement_names_what_there_is() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let answer = ask(&world.server, "GET", "/metadata", None, &[], None);
    let told = answer.json();
    assert_is_defined(&told);
    assert_eq!((answer.status, &told["fhirVersion"]), (200, &json!("4.0.1")));
    for resource in told["rest"][0]["resource"].as_array().unwrap() {
        let name = resource["type"].as_str().unwrap();
        for parameter in resource["searchParam"].as_array().unwrap() {
            // Every listed parameter is known; at most its value is rejected.
            let path = format!("/{name}?{}=", parameter["name"].as_str().unwrap());
            assert_eq!(get(&world.server, &world.admin, &path).0, 200, "{path}");
        }
    }
}
