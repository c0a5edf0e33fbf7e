//! Random writes in random order: afterwards every tally, segment and grade matches the rows.
//!
//! `UNO_CHANGES` sets the number of changes per database.

mod truth;

pub use truth::assert_counted;

use crate::support::{Dice, Server, TestDatabase, World, add_account, member, session};
use diesel::connection::SimpleConnection as _;
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, VecDeque},
    process::Command,
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        Method,
        companies::{CompanyId, CompanyPath, CompanyType},
        company_credentials::{CompanyCredentialSave, CredentialScope, IssueCompanyCredential},
    },
    domain::{access::Authority, time::Timestamp},
};

/// Default number of changes per database.
const CHANGES: usize = 400;

/// A kind of measurement: its list in the intake, its path, the name of its id, and its code.
struct Kind(&'static str, &'static str, &'static str, &'static str);

const KINDS: [Kind; 6] = [
    Kind("physical", "physical-measurements", "physicalMeasurementId", "PHYSICAL"),
    Kind("stress", "stress-measurements", "stressMeasurementId", "STRESS"),
    Kind("vision", "vision-measurements", "visionMeasurementId", "VISION"),
    Kind("heartRate", "heart-rate-measurements", "heartRateMeasurementId", "HEART_RATE"),
    Kind("dementia", "dementia-screenings", "dementiaScreeningId", "DEMENTIA"),
    Kind("psychological", "psychological-tests", "psychologicalTestId", "PSYCHOLOGICAL"),
];

struct Known {
    id: i64,
    number: String,
    company: i64,
    born: String,
    phone: String,
}

/// The state of a run.
struct Course<'a> {
    test: &'a TestDatabase,
    world: &'a World,
    /// A second instance.
    other: Server,
    dice: Dice,
    /// Number of days over which measurements are spread.
    days: usize,
    /// Credential of a sender that identifies members by number only.
    system: String,
    /// Tokens, which expire within 15 minutes.
    admin: String,
    operator: String,
    /// Users who measure themselves: sign-in id and token.
    people: Vec<(String, String)>,
    members: Vec<Known>,
    measurements: Vec<(usize, i64)>,
    /// Measurements received without a person.
    nobodys: Vec<(usize, i64)>,
    sent: VecDeque<(String, Json)>,
    companies: Vec<i64>,
    divisions: Vec<(i64, i64)>,
    /// Undoable changes; for the removal of a division, with its company.
    undoable: Vec<(i64, Option<i64>)>,
    /// Background jobs.
    jobs: Vec<i64>,
    count: usize,
    /// How often each action succeeded and was rejected.
    done: BTreeMap<&'static str, [usize; 2]>,
}

fn merged(mut one: Json, other: &Json) -> Json {
    one.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
    one
}

impl<'a> Course<'a> {
    fn new(test: &'a TestDatabase, world: &'a World, changes: usize) -> Self {
        let in_a_month = Timestamp(kernel::clock::now().0 + 30 * 86_400_000).date_in_seoul();
        let scopes = vec![CredentialScope::MeasurementsWrite];
        let save =
            CompanyCredentialSave {
                name: "기기 서버".into(), scopes, expires_on: in_a_month, persons_per_day: None
            };
        let path = CompanyPath { company_id: world.vendor_id };
        let issued = world.server.call::<IssueCompanyCredential>(Some(&world.admin), &path, &(), &save).unwrap();
        let mut course = Self {
            test,
            world,
            other: Server::start(test),
            dice: Dice(2_026),
            days: 40 + changes / 300,
            system: issued.secret,
            admin: world.admin.clone(),
            operator: world.operator.clone(),
            people: Vec::new(),
            members: Vec::new(),
            measurements: Vec::new(),
            nobodys: Vec::new(),
            sent: VecDeque::new(),
            companies: vec![world.vendor_id.0, world.dealer_id.0, world.retailer_id.0, world.other_retailer_id.0],
            divisions: Vec::new(),
            undoable: Vec::new(),
            jobs: Vec::new(),
            count: 0,
            done: BTreeMap::new(),
        };
        for _ in 0..3 {
            course.join();
        }
        for _ in 0..20 {
            course.add_member();
        }
        course
    }

    /// Renews all tokens and clears the rate limits.
    fn renew(&mut self) {
        let state = &self.world.server.state;
        let token = |login_id: &str, authority| session(state, login_id, authority).access_token.token;
        self.admin = token("root", Authority::Admin);
        self.operator = token("operator", Authority::Operator);
        for (login_id, own) in &mut self.people {
            *own = token(login_id, Authority::Member);
        }
        self.sent.clear();
        self.test.database.connect().unwrap().batch_execute("DELETE FROM rate_limit").unwrap();
    }

    /// Adds a user who measures without a company.
    fn join(&mut self) {
        let login_id = format!("person.{}", self.source_id());
        let token = add_account(&self.world.server.state, &login_id, Authority::Member, None);
        self.people.push((login_id, token));
    }

    /// Sends a request to one of the two instances.
    fn ask_as(&mut self, token: &str, method: Method, path: &str, body: Option<&Json>) -> (u16, Json) {
        let server = if self.dice.below(2) == 0 { &self.world.server } else { &self.other };
        let text = body.map(Json::to_string);
        let url = server.url(&format!("/api/v1/{path}"));
        let (status, answer) = server.send(method, &url, Some(token), text.as_deref().map(str::as_bytes));
        // No request is rate-limited, and none fails with a server error.
        assert!(status < 500 && status != 429, "{path}: {status} {answer}");
        (status, serde_json::from_str(&answer).unwrap_or(Json::Null))
    }

    fn ask(&mut self, method: Method, path: &str, body: Option<&Json>) -> Option<Json> {
        let token = self.admin.clone();
        let (status, answer) = self.ask_as(&token, method, path, body);
        (status == 200).then_some(answer)
    }

    fn moment(&mut self) -> String {
        // Days around a leap day and the end of a year, often around midnight in Seoul.
        let day = self.dice.below(self.days);
        let hour = [0, 0, 23, 23, 9, 14][self.dice.below(6)];
        let minute = [0, 59, self.dice.below(60)][self.dice.below(3)];
        let first = Timestamp::parse("2023-12-20T00:00:00+09:00").unwrap();
        let minutes = i64::try_from((day * 24 + hour) * 60 + minute).unwrap();
        let at = Timestamp(first.0 + minutes * 60_000 + self.dice.below(3_i64) * 999);
        at.text_at_offset([540, 540, 540, 0, -300][self.dice.below(5)])
    }

    fn values(&mut self, kind: usize) -> Json {
        let dice = &mut self.dice;
        match kind {
            0 => {
                let mut values = json!({ "setting": if dice.below(4) == 0 { "HOME" } else { "CLINIC" } });
                if dice.below(3) > 0 {
                    values["heightCm"] = (150 + dice.below(40)).into();
                    values["weightKg"] = (45 + dice.below(60)).into();
                }
                if dice.below(2) > 0 {
                    values["bodyFatPercent"] = (8 + dice.below(30)).into();
                }
                if dice.below(3) > 0 {
                    values["systolic"] = (100 + dice.below(70)).into();
                    values["diastolic"] = (60 + dice.below(39)).into();
                }
                values["pulse"] = (50 + dice.below(60)).into();
                values
            }
            1 => match dice.below(4) {
                0 => json!({ "pss10Total": dice.below(41), "gad7Total": dice.below(22) }),
                1 => {
                    json!({ "sdnn": 40.5, "rmssd": 30, "cbiPersonal": dice.below(101), "activationScore": dice.below(101) })
                }
                2 => {
                    json!({ "bepsiKMean": 1 + dice.below(5), "bat12Mean": 1 + dice.below(5), "stressIndex": dice.below(900) })
                }
                _ => {
                    let intervals: Vec<usize> = (0..110).map(|_| 700 + dice.below(200)).collect();
                    json!({ "nnIntervals": intervals })
                }
            },
            2 => {
                let mut acuity =
                    || [json!(0.03), json!(0.1), json!(0.4), json!(1), json!(1.5), json!("CF")][dice.below(6)].clone();
                let mut values = json!({ "rightPresenting": acuity(), "leftPresenting": acuity() });
                values["range"] = if dice.below(4) == 0 { "NEAR" } else { "DISTANCE" }.into();
                if dice.below(2) == 0 {
                    values["rightSphere"] = json!(-0.25 * dice.below(30) as f64);
                }
                values
            }
            3 => {
                json!({ "rate": 45 + dice.below(80), "context": if dice.below(3) == 0 { "AFTER_EXERCISE" } else { "REST" } })
            }
            4 => match dice.below(4) {
                0 => json!({ "instrument": "CIST", "total": dice.below(31), "educationYears": dice.below(17) }),
                1 => json!({ "instrument": "KDSQ_C", "total": dice.below(31) }),
                2 => {
                    json!({ "instrument": "KDSQ_P", "answers": [dice.below(3), 0, 1, 2, if dice.below(3) == 0 { -1 } else { 1 }] })
                }
                _ => json!({ "instrument": "MMSE_KC", "total": dice.below(31) }),
            },
            _ => match dice.below(6) {
                0 => json!({ "instrument": "PSS_10", "result": dice.below(41) }),
                1 => json!({ "instrument": "GAD_7", "result": dice.below(22) }),
                2 => json!({ "instrument": "CBI", "result": dice.below(101) }),
                3 => json!({ "instrument": "CBI_WORK", "result": dice.below(101) }),
                4 => json!({ "instrument": "BEPSI_K", "result": 1 + dice.below(5) }),
                _ => json!({ "instrument": "BAT_12", "result": 1 + dice.below(5) }),
            },
        }
    }

    /// Returns a measurement to send; occasionally an invalid one.
    fn item(&mut self, kind: usize) -> Json {
        let (measured_at, values) = (self.moment(), self.values(kind));
        let mut item = merged(json!({ "measuredAt": measured_at }), &values);
        match self.dice.below(40) {
            0 => item["measuredAt"] = "2999-01-01T00:00:00Z".into(),
            1 => item["unheardOf"] = 1.into(),
            2 => item["memberId"] = 987_654_321.into(),
            _ => {}
        }
        item
    }

    fn source_id(&mut self) -> String {
        self.count += 1;
        format!("n{}", self.count)
    }

    /// Sends several measurements of several kinds: as staff, as a company's system, as an operator without a person,
    /// or as a user.
    fn intake(&mut self) -> bool {
        let mut body = json!({ "source": format!("기기 {}", self.dice.below(3)) });
        let way = self.dice.below(10);
        let token = match way {
            0..6 => self.admin.clone(),
            6 => self.system.clone(),
            7 | 8 => self.operator.clone(),
            _ => self.dice.any(&self.people).map(|(_, token)| token.clone()).unwrap_or_default(),
        };
        for _ in 0..1 + self.dice.below(6) {
            let kind = self.dice.below(KINDS.len());
            let mut item = self.item(kind);
            item["sourceId"] = self.source_id().into();
            let one = self.dice.any(&self.members);
            match (way, one) {
                (0..6, Some(one)) => item["memberId"] = one.id.into(),
                (6, Some(one)) => {
                    item["memberNo"] = one.number.clone().into();
                    item["companyId"] = one.company.into();
                }
                _ => {}
            }
            body.as_object_mut()
                .unwrap()
                .entry(KINDS[kind].0)
                .or_insert_with(|| json!([]))
                .as_array_mut()
                .unwrap()
                .push(item);
        }
        self.send(token, body) > 0
    }

    /// Returns how many were accepted, now or before.
    fn send(&mut self, token: String, body: Json) -> i64 {
        let (status, answer) = self.ask_as(&token, Method::Post, "measurements", Some(&body));
        assert!(status == 200 || token != self.admin, "{answer}");
        let is_nobodys = token == self.operator;
        for result in answer["results"].as_array().into_iter().flatten() {
            let Some(id) = result["measurementId"].as_i64().filter(|_| result["outcome"] == "CREATED") else {
                continue;
            };
            let list = result["path"].as_str().unwrap().split('[').next().unwrap();
            let kind = KINDS.iter().position(|kind| kind.0 == list).unwrap();
            if is_nobodys { &mut self.nobodys } else { &mut self.measurements }.push((kind, id));
        }
        if self.sent.len() > 40 {
            self.sent.pop_front();
        }
        self.sent.push_back((token, body));
        ["created", "known"].iter().filter_map(|taken| answer[*taken].as_i64()).sum()
    }

    /// Sends an earlier request again; its measurements may have been corrected or removed since.
    fn send_again(&mut self) -> bool {
        let place = self.dice.below(self.sent.len().max(1));
        let Some((token, body)) = self.sent.get(place).cloned() else { return false };
        self.send(token, body) > 0
    }

    fn by_hand(&mut self) -> bool {
        let kind = self.dice.below(KINDS.len());
        let mut item = self.item(kind);
        let Some(one) = self.dice.any(&self.members) else { return false };
        item["memberId"] = one.id.into();
        let made = self.ask(Method::Post, KINDS[kind].1, Some(&item));
        let id = made.and_then(|made| made[KINDS[kind].2].as_i64());
        self.measurements.extend(id.map(|id| (kind, id)));
        id.is_some()
    }

    /// Corrects time, member, values, or all of them.
    fn correct(&mut self) -> bool {
        let of_nobody = self.dice.below(8) == 0;
        let all = if of_nobody { &self.nobodys } else { &self.measurements };
        let Some((kind, id)) = self.dice.any(all).copied() else { return false };
        let mut body = json!({});
        let what = self.dice.below(8);
        if matches!(what, 0..3 | 7) {
            body["measuredAt"] = self.moment().into();
        }
        if matches!(what, 3 | 4 | 7) {
            body = merged(body, &self.values(kind));
        }
        if let (5..8, Some(one)) = (what, self.dice.any(&self.members)) {
            body["memberId"] = one.id.into();
        }
        let path = format!("{}/{id}", KINDS[kind].1);
        let done = self.ask(Method::Patch, &path, Some(&body)).is_some();
        if done && self.dice.below(6) == 0 {
            self.remember(&path);
        }
        done
    }

    /// Records the latest change of a record as undoable.
    fn remember(&mut self, path: &str) {
        let history = self.ask(Method::Get, &format!("{path}/revisions"), None);
        let latest = history.and_then(|found| found["data"][0]["revisionId"].as_i64());
        self.undoable.extend(latest.map(|revision| (revision, None)));
    }

    fn remove(&mut self) -> bool {
        let of_nobody = self.dice.below(8) == 0;
        let all = if of_nobody { &mut self.nobodys } else { &mut self.measurements };
        if all.is_empty() {
            return false;
        }
        let (kind, id) = all.swap_remove(self.dice.below(all.len()));
        self.ask(Method::Delete, &format!("{}/{id}", KINDS[kind].1), None).is_some()
    }

    fn birth(&mut self) -> String {
        let (year, month, day) = (1930 + self.dice.below(85), 1 + self.dice.below(12), 1 + self.dice.below(28));
        match self.dice.below(10) {
            0 => "2004-02-29".into(),
            _ => format!("{year}-{month:02}-{day:02}"),
        }
    }

    fn division_of(&mut self, company: i64) -> Option<i64> {
        let own: Vec<i64> = self.divisions.iter().filter(|of| of.0 == company).map(|of| of.1).collect();
        if self.dice.below(3) == 0 { None } else { self.dice.any(&own).copied() }
    }

    fn add_member(&mut self) -> bool {
        let Some(company) = self.dice.any(&self.companies).copied() else { return false };
        let (number, born) = (format!("M{}", self.source_id()), self.birth());
        let phone = format!("010-{:04}-{:04}", self.dice.below(10_000), self.dice.below(10_000));
        let mut body = serde_json::to_value(member(CompanyId(company), &number)).unwrap();
        body["birthDate"] = born.clone().into();
        body["phoneNumber"] = phone.clone().into();
        body["sex"] = if self.dice.below(2) == 0 { "MALE" } else { "FEMALE" }.into();
        body["divisionId"] = json!(self.division_of(company));
        let made = self.ask(Method::Post, "members", Some(&body));
        let Some(id) = made.and_then(|made| made["memberId"].as_i64()) else { return false };
        self.members.push(Known { id, number, company, born, phone });
        true
    }

    fn change_member(&mut self) -> bool {
        if self.members.is_empty() {
            return false;
        }
        let place = self.dice.below(self.members.len());
        let born = self.birth();
        let body = match self.dice.below(4) {
            0 => json!({ "sex": if self.dice.below(2) == 0 { "MALE" } else { "FEMALE" } }),
            1 => json!({ "divisionId": self.division_of(self.members[place].company) }),
            _ => json!({ "birthDate": born }),
        };
        let path = format!("members/{}", self.members[place].id);
        let done = self.ask(Method::Patch, &path, Some(&body)).is_some();
        if done && body["birthDate"].is_string() {
            self.members[place].born = born;
        }
        if done && self.dice.below(3) == 0 {
            self.remember(&path);
        }
        done
    }

    fn remove_member(&mut self) -> bool {
        if self.members.len() < 10 {
            return false;
        }
        let gone = self.members.swap_remove(self.dice.below(self.members.len()));
        self.ask(Method::Delete, &format!("members/{}", gone.id), None).is_some()
    }

    /// Assigns a measurement received without a person.
    fn confirm(&mut self) -> bool {
        if self.nobodys.is_empty() {
            return false;
        }
        let place = self.dice.below(self.nobodys.len());
        let (kind, id) = self.nobodys[place];
        let Some(one) = self.dice.any(&self.members) else { return false };
        let mut said = json!({
            "kind": KINDS[kind].3, "measurementId": id, "memberId": one.id, "birthDate": one.born,
            "phoneNumber": one.phone,
        });
        let Some(found) = self.ask(Method::Get, &format!("{}/{id}", KINDS[kind].1), None) else { return false };
        said["version"] = found["version"].clone();
        let done = self.ask(Method::Post, "measurements/person-confirmations", Some(&said)).is_some();
        if done {
            self.nobodys.swap_remove(place);
            self.measurements.push((kind, id));
        }
        done
    }

    fn start_import(&mut self, path: &str, query: &str, start: &Json, text: &str) -> bool {
        let url = self.world.server.url(&format!("/api/v1/{path}?fileName=file&format=CSV&{query}"));
        let sent = Some(text.as_bytes());
        let (status, answer) = self.world.server.send(Method::Post, &url, Some(&self.admin), sent);
        assert_eq!(status, 200, "{answer}");
        let preview: Json = serde_json::from_str(&answer).unwrap();
        let Some(job) = preview["job"]["jobId"].as_i64() else { return false };
        let kind = path.rsplit('/').next().unwrap();
        if self.ask(Method::Post, &format!("{kind}/{job}/start"), Some(start)).is_none() {
            return false;
        }
        self.jobs.push(job);
        true
    }

    /// Imports a file of measurements of a company's members, concurrently with other changes.
    fn import_measurements(&mut self) -> bool {
        let Some(company) = self.dice.any(&self.members).map(|one| one.company) else { return false };
        let numbers: Vec<String> =
            self.members.iter().filter(|one| one.company == company).map(|one| one.number.clone()).collect();
        let (query, columns) = match self.dice.below(3) {
            0 => ("kind=HEART_RATE", "심박수,측정 상태"),
            1 => ("kind=PSYCHOLOGICAL", "검사 도구,결과"),
            _ => ("kind=PHYSICAL", "키,체중"),
        };
        let mut text = format!("회원번호,측정일시,{columns}\n");
        for _ in 0..5 {
            let Some(number) = self.dice.any(&numbers).cloned() else { return false };
            let values = match query {
                "kind=HEART_RATE" => format!("{},안정 시", 50 + self.dice.below(60)),
                "kind=PSYCHOLOGICAL" => format!("PSS-10,{}", self.dice.below(41)),
                _ => format!("{},{}", 150 + self.dice.below(40), 45 + self.dice.below(60)),
            };
            text += &format!("{number},{},{values}\n", self.moment());
        }
        let path = format!("companies/{company}/measurement-imports");
        self.start_import(&path, query, &json!({ "leaveOut": [] }), &text)
    }

    /// Imports a file of members with measurements: new members, and updates of existing ones.
    fn import_members(&mut self) -> bool {
        let Some(company) = self.dice.any(&self.companies).copied() else { return false };
        let mut text = String::from("회원번호,성별,생년월일,이름,키,체중,측정일시\n");
        let known: Vec<(String, String)> = self
            .members
            .iter()
            .filter(|one| one.company == company)
            .map(|one| (one.number.clone(), one.born.clone()))
            .collect();
        for round in 0..3 {
            let (number, born) = match self.dice.any(&known) {
                Some(one) if round > 0 => one.clone(),
                _ => (format!("F{}", self.source_id()), self.birth()),
            };
            let sex = if self.dice.below(2) == 0 { "남" } else { "여" };
            let weight = 45 + self.dice.below(60);
            text += &format!("{number},{sex},{born},김하나,170,{weight},{}\n", self.moment());
        }
        let start = json!({ "acceptChanges": self.dice.below(2) == 0, "leaveOut": [] });
        self.start_import(&format!("companies/{company}/member-imports"), "", &start, &text)
    }

    fn change_divisions(&mut self) -> bool {
        let Some(company) = self.dice.any(&self.companies).copied() else { return false };
        let above = self.division_of(company);
        if self.divisions.len() < 6 || self.dice.below(3) == 0 {
            let body = json!({
                "companyId": company, "parentDivisionId": above, "name": self.source_id(), "position": 1000,
            });
            let made = self.ask(Method::Post, "divisions", Some(&body));
            let Some(id) = made.and_then(|made| made["divisionId"].as_i64()) else { return false };
            self.divisions.push((company, id));
            return true;
        }
        let place = self.dice.below(self.divisions.len());
        let path = format!("divisions/{}", self.divisions[place].1);
        if self.dice.below(2) == 0 {
            let above = self.division_of(self.divisions[place].0);
            return self.ask(Method::Patch, &path, Some(&json!({ "parentDivisionId": above }))).is_some();
        }
        // The division has no members left.
        let mut connection = self.test.database.connect().unwrap();
        if self.dice.below(2) == 0 {
            let of = self.divisions[place].1;
            let own = format!("UPDATE member SET division_id = NULL WHERE division_id = {of}");
            connection.batch_execute(&own).unwrap();
        }
        drop(connection);
        let Some(removed) = self.ask(Method::Delete, &path, None) else { return false };
        let (company, _) = self.divisions.swap_remove(place);
        self.undoable.extend(removed["revisionId"].as_i64().map(|revision| (revision, Some(company))));
        true
    }

    fn undo(&mut self) -> bool {
        if self.undoable.is_empty() {
            return false;
        }
        let (revision, company) = self.undoable.swap_remove(self.dice.below(self.undoable.len()));
        let Some(back) = self.ask(Method::Post, &format!("revisions/{revision}/undo"), Some(&json!({}))) else {
            return false;
        };
        self.divisions.extend(company.map(|company| (company, back["recordId"].as_i64().unwrap())));
        true
    }

    /// Creates companies, upgrades them with their subtrees, and removes some.
    fn change_companies(&mut self) -> bool {
        let world = self.world;
        if self.dice.below(3) == 0 {
            let kind = [CompanyType::Retailer, CompanyType::Dealer][self.dice.below(2)];
            let above = [world.vendor_id, world.other_vendor_id, world.dealer_id][self.dice.below(3)];
            let body = json!({
                "type": kind, "name": self.source_id(), "parentCompanyId": above, "serviceIds": [],
            });
            let made = self.ask(Method::Post, "companies", Some(&body));
            let Some(id) = made.and_then(|made| made["companyId"].as_i64()) else { return false };
            self.companies.push(id);
            return true;
        }
        let Some(company) = self.dice.any(&self.companies).copied() else { return false };
        let above = [None, Some(world.vendor_id), Some(world.other_vendor_id)][self.dice.below(3)];
        let body = json!({ "parentCompanyId": above, "dryRun": false });
        let asked = self.ask(Method::Post, &format!("companies/{company}/upgrade"), Some(&body));
        let job = asked.and_then(|asked| asked["job"]["jobId"].as_i64());
        self.jobs.extend(job);
        job.is_some()
    }

    /// Loads norms, which regrade every screening; or launches an operator, from when on measurements at the site
    /// count.
    fn change_rules(&mut self) -> bool {
        if self.dice.below(4) == 0 {
            let cut = 15 + self.dice.below(10);
            let content =
                format!("ageFrom,ageTo,educationFrom,educationTo,cut\n0,69,0,6,{cut}\n0,69,7,,24\n70,,0,,{cut}\n");
            let body = json!({ "fileName": "norms.csv", "content": content });
            return self.ask(Method::Post, "dementia-norms", Some(&body)).is_some();
        }
        let at = if self.dice.below(3) == 0 { "NULL" } else { "1" };
        let id = crate::support::account_id(&self.world.server.state, "operator");
        let mut connection = self.test.database.connect().unwrap();
        let launched = format!(
            "INSERT INTO operator (account_id, launched_at) VALUES ({id}, {at}) \
             ON CONFLICT (account_id) DO UPDATE SET launched_at = {at}"
        );
        connection.batch_execute(&launched).unwrap();
        true
    }

    /// A user deletes the account with all personal data.
    fn leave(&mut self) -> bool {
        if self.people.len() < 2 {
            self.join();
            return true;
        }
        let (_, token) = self.people.swap_remove(self.dice.below(self.people.len()));
        self.ask_as(&token, Method::Delete, "users/me", None).0 == 200
    }

    fn step(&mut self) {
        let (name, work): (_, fn(&mut Self) -> bool) = match self.dice.below(1_000) {
            0..300 => ("intake", Self::intake),
            300..340 => ("sent again", Self::send_again),
            340..420 => ("by hand", Self::by_hand),
            420..620 => ("corrected", Self::correct),
            620..690 => ("removed", Self::remove),
            690..740 => ("member added", Self::add_member),
            740..820 => ("member changed", Self::change_member),
            820..840 => ("member removed", Self::remove_member),
            840..880 => ("confirmed", Self::confirm),
            880..910 => ("file of measurements", Self::import_measurements),
            910..920 => ("file of members", Self::import_members),
            920..960 => ("divisions", Self::change_divisions),
            960..975 => ("undone", Self::undo),
            975..990 => ("companies", Self::change_companies),
            990..998 => ("rules", Self::change_rules),
            _ => ("left", Self::leave),
        };
        let done = work(self);
        self.done.entry(name).or_default()[usize::from(!done)] += 1;
    }

    /// Waits for the background jobs.
    fn settle(&mut self) {
        let begun = Instant::now();
        for job in std::mem::take(&mut self.jobs) {
            loop {
                let state = self.ask(Method::Get, &format!("jobs/{job}"), None).unwrap()["state"].clone();
                if state != "QUEUED" && state != "RUNNING" {
                    assert_eq!(state, "SUCCEEDED", "job {job}");
                    break;
                }
                assert!(begun.elapsed() < Duration::from_secs(120), "job {job}: {state}");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        loop {
            let tables = self.ask(Method::Get, "dementia-norms", None).unwrap()["tables"].clone();
            if tables[0].is_null() || !tables[0]["gradedAt"].is_null() {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "the norms");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Recounts everything with the command line.
fn rebuild(test: &TestDatabase) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uno"));
    let output = command.args(["statistics", "rebuild", "--database-url", &test.url]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn whatever_is_changed_in_whatever_order_everything_that_counts_is_what_the_rows_say() {
    let changes = std::env::var("UNO_CHANGES").ok().and_then(|text| text.parse().ok()).unwrap_or(CHANGES);
    let every = (changes / 10).max(CHANGES / 2);
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut course = Course::new(test, &world, changes);
        let begun = Instant::now();
        for number in 1..=changes {
            course.step();
            if number % 300 == 0 {
                course.renew();
            }
            if number % every == 0 {
                course.settle();
                let (measurements, segments) = truth::assert_true(test, || rebuild(test));
                // Shown with `--nocapture`, for long runs.
                println!(
                    "{number} changes in {:.1} s: {measurements} measurements, {segments} segments: {:?}",
                    begun.elapsed().as_secs_f64(),
                    course.done
                );
                assert!(measurements > 100 && segments > 200);
            }
        }
        let refused: Vec<_> = course.done.iter().filter(|(_, [done, refused])| *done == 0 && *refused > 4).collect();
        assert!(changes < CHANGES || refused.is_empty(), "never done: {refused:?}");
        let [done, asked] = course.done.values().fold([0, 0], |sum, own| [sum[0] + own[0], sum[1] + own[0] + own[1]]);
        assert!(done * 2 > asked, "most is done: {done} of {asked}");
    });
}
