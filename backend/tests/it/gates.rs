//! Password attempts: who is paused and who is not, and that a flood of attempts delays nobody else.

use crate::support::{PASSWORD, Server, TestDatabase, add_account, at_once, registration};
use accounts::qr_codes::store::NewCode;
use kernel::{
    auth::attempts::Attempt,
    clock,
    db::DatabaseConnection,
    settings::{SettingArguments, Settings},
};
use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        Endpoint, Method,
        error::{ErrorBody, ErrorCode},
        own_account::{ChangePassword, PasswordChange},
        qr_codes::CreateQrCode,
        sign_in::{ConfirmPassword, CreateToken, PasswordConfirmation},
        users::{SignUp, UserRegistration},
    },
    domain::access::Authority,
};
use uno_server::serve::server::{self, Listeners};

/// Starts a server that takes the client's address from X-Forwarded-For, so that tests can use many.
fn behind_proxy(test: &TestDatabase) -> Server {
    Server::start_with(test, Settings { behind_proxy: true, ..Settings::default() })
}

struct Answer {
    status: u16,
    body: String,
    retry_after: Option<i64>,
    /// The cookie as a browser would return it.
    cookie: Option<String>,
    set_cookie: String,
    took: Duration,
}

impl Answer {
    fn code(&self) -> ErrorCode {
        serde_json::from_str::<ErrorBody>(&self.body)
            .map_or(ErrorCode::Unknown(0), |error| crate::support::code(&error))
    }
}

fn post(server: &Server, path: &str, from: &str, headers: &[(&str, &str)], body: &serde_json::Value) -> Answer {
    let started = Instant::now();
    let mut request = server.agent.post(server.url(path)).header("x-forwarded-for", from);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut answer = request.content_type("application/json").send(body.to_string()).unwrap();
    let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let set_cookie = header("set-cookie").unwrap_or_default();
    Answer {
        status: answer.status().as_u16(),
        retry_after: header("retry-after").and_then(|seconds| seconds.parse().ok()),
        cookie: set_cookie.split(';').next().filter(|cookie| !cookie.is_empty()).map(str::to_owned),
        set_cookie,
        body: answer.body_mut().read_to_string().unwrap_or_default(),
        took: started.elapsed(),
    }
}

fn sign_in(server: &Server, from: &str, login_id: &str, password: &str, cookie: Option<&str>) -> Answer {
    let body = serde_json::json!({ "grantType": "password", "loginId": login_id, "password": password });
    let headers: Vec<_> = cookie.map(|cookie| ("cookie", cookie)).into_iter().collect();
    post(server, CreateToken::INFO.path, from, &headers, &body)
}

/// Sends wrong passwords from an address until it is paused; returns how many were verified.
fn try_until_paused(server: &Server, from: &str, login_id: &str, cookie: Option<&str>) -> usize {
    let tried = at_once(16, 1, |_, _| sign_in(server, from, login_id, "wrong", cookie).code());
    assert!(tried[0].contains(&ErrorCode::TooManyRequests), "{tried:?}");
    tried[0].iter().filter(|code| **code == ErrorCode::PasswordMismatch).count()
}

#[test]
fn who_tries_passwords_pauses_the_account_for_the_own_network_and_for_nobody_else() {
    TestDatabase::each(|test| {
        let server = behind_proxy(test);
        add_account(&server.state, "dealer", Authority::Dealer, None);
        add_account(&server.state, "vendor", Authority::Vendor, None);
        assert_eq!(try_until_paused(&server, "203.0.113.9", "dealer", None), 10);
        let paused = sign_in(&server, "203.0.113.9", "dealer", PASSWORD, None);
        assert_eq!(paused.code(), ErrorCode::TooManyRequests, "the right password as well");
        assert!(paused.retry_after.is_some_and(|seconds| (1..=300).contains(&seconds)));
        assert_eq!(sign_in(&server, "203.0.113.9", "vendor", PASSWORD, None).status, 200, "another account");
        assert_eq!(sign_in(&server, "198.51.100.7", "dealer", PASSWORD, None).status, 200, "the owner elsewhere");
    });
}

#[test]
fn addresses_of_one_network_of_ipv6_are_one() {
    let test = TestDatabase::sqlite();
    let server = behind_proxy(&test);
    add_account(&server.state, "dealer", Authority::Dealer, None);
    let looked_at = (0..16)
        .filter(|number| {
            let from = format!("2001:db8:7:1::{number:x}");
            sign_in(&server, &from, "dealer", "wrong", None).code() == ErrorCode::PasswordMismatch
        })
        .count();
    assert_eq!(looked_at, 10);
    assert_eq!(sign_in(&server, "2001:db8:7:2::1", "dealer", PASSWORD, None).status, 200);
}

#[test]
fn a_known_device_is_not_paused_by_others_behind_the_same_address() {
    TestDatabase::each(|test| {
        let server = behind_proxy(test);
        add_account(&server.state, "dealer", Authority::Dealer, None);
        add_account(&server.state, "vendor", Authority::Vendor, None);
        let first = sign_in(&server, "203.0.113.9", "dealer", PASSWORD, None);
        for part in ["__Host-uno_known_device=", "HttpOnly", "Secure", "SameSite=Strict", "Path=/"] {
            assert!(first.set_cookie.contains(part), "{}", first.set_cookie);
        }
        let cookie = first.cookie.unwrap();
        assert!(!cookie.contains("dealer"));
        try_until_paused(&server, "203.0.113.9", "dealer", None);
        try_until_paused(&server, "203.0.113.9", "vendor", None);
        let known = sign_in(&server, "203.0.113.9", "dealer", PASSWORD, Some(&cookie));
        assert_eq!(known.status, 200, "{}", known.body);
        let other = sign_in(&server, "203.0.113.9", "vendor", PASSWORD, Some(&cookie));
        assert_eq!(other.code(), ErrorCode::TooManyRequests, "it is known for the one account alone");
        let last = if cookie.ends_with('A') { 'B' } else { 'A' };
        let forged = format!("{}{last}", &cookie[..cookie.len() - 1]);
        let forged = sign_in(&server, "203.0.113.9", "dealer", PASSWORD, Some(&forged));
        assert_eq!(forged.code(), ErrorCode::TooManyRequests);
    });
}

#[test]
fn a_stolen_device_is_worth_ten_tries_whatever_its_owner_does() {
    TestDatabase::each(|test| {
        let server = behind_proxy(test);
        add_account(&server.state, "dealer", Authority::Dealer, None);
        let cookie = sign_in(&server, "203.0.113.9", "dealer", PASSWORD, None).cookie.unwrap();
        for number in 0..10 {
            if number == 5 {
                let owner = sign_in(&server, "203.0.113.9", "dealer", PASSWORD, Some(&cookie));
                assert_eq!(owner.status, 200, "the owner signs in meanwhile");
            }
            let thief = sign_in(&server, "198.51.100.7", "dealer", "wrong", Some(&cookie));
            assert_eq!(thief.code(), ErrorCode::PasswordMismatch);
        }
        assert_eq!(try_until_paused(&server, "198.51.100.7", "dealer", Some(&cookie)), 10, "as any other device");
        let paused = sign_in(&server, "198.51.100.7", "dealer", PASSWORD, Some(&cookie));
        assert_eq!(paused.code(), ErrorCode::TooManyRequests);
    });
}

#[test]
fn an_account_tried_from_many_networks_leaves_its_owner_tries_and_each_network_three() {
    TestDatabase::each(|test| {
        let state = test.state();
        let now = clock::now();
        let fail = |from: &str| {
            let attempt = Attempt::at_password(&state.keys, "dealer", from, None);
            test.database.write_blocking(|connection| attempt.begin(connection, now)).is_ok()
        };
        for number in 0..100 {
            assert!(fail(&format!("198.51.100.{number}")), "{number}");
        }
        let tries = |from: &str| (0..12).filter(|_| fail(from)).count();
        assert_eq!(tries("203.0.113.1"), 3, "while it is wary");
        assert_eq!(tries("203.0.113.2"), 3, "and so each network, the owner's too");
        let later = now.plus_milliseconds(61 * 60_000);
        let attempt = Attempt::at_password(&state.keys, "dealer", "203.0.113.1", None);
        assert!(test.database.write_blocking(|connection| attempt.begin(connection, later)).is_ok());
    });
}

#[test]
fn an_account_that_does_not_exist_is_paused_and_answered_like_one_that_does() {
    let test = TestDatabase::sqlite();
    let server = behind_proxy(&test);
    add_account(&server.state, "dealer", Authority::Dealer, None);
    let answers = |login_id: &str, from: &str| -> Vec<(u16, ErrorCode, bool, String)> {
        (0..12)
            .map(|_| sign_in(&server, from, login_id, "wrong", None))
            .map(|answer| (answer.status, answer.code(), answer.retry_after.is_some(), answer.set_cookie))
            .collect()
    };
    assert_eq!(answers("dealer", "203.0.113.1"), answers("nobody", "203.0.113.2"));
}

#[test]
fn a_session_gives_ten_tries_of_the_password_and_is_not_paused_by_others() {
    TestDatabase::each(|test| {
        let server = behind_proxy(test);
        let token = add_account(&server.state, "dealer", Authority::Dealer, None);
        let bearer = format!("Bearer {token}");
        let confirm = |from: &str, password: &str| {
            let body = serde_json::to_value(PasswordConfirmation { password: password.into() }).unwrap();
            post(&server, ConfirmPassword::INFO.path, from, &[("authorization", &bearer)], &body)
        };
        try_until_paused(&server, "203.0.113.9", "dealer", None);
        assert_eq!(confirm("203.0.113.9", PASSWORD).status, 200, "others have not paused it");
        let tried = at_once(32, 1, |_, _| confirm("198.51.100.7", "wrong").code());
        let looked_at = tried[0].iter().filter(|code| **code == ErrorCode::PasswordMismatch).count();
        assert_eq!(looked_at, 20, "ten of the session, then those of the network: {tried:?}");
        assert_eq!(confirm("198.51.100.7", PASSWORD).code(), ErrorCode::TooManyRequests);
        let change = PasswordChange { current_password: "wrong".into(), new_password: "a new long password".into() };
        let url = server.url(ChangePassword::INFO.path);
        let body = serde_json::to_vec(&change).unwrap();
        let (status, _) = server.send(Method::Put, &url, Some(&token), Some(&body));
        assert_eq!(status, 401, "changing it is counted with confirming it, elsewhere too");
    });
}

#[test]
fn twenty_people_sign_in_while_forty_addresses_flood() {
    let test = TestDatabase::sqlite();
    let server = behind_proxy(&test);
    let people: Vec<String> = (0..20).map(|number| format!("person{number}")).collect();
    for login_id in &people {
        add_account(&server.state, login_id, Authority::Retailer, None);
    }
    /// Ends the flood, even if the unaffected part fails.
    struct Over<'a>(&'a AtomicBool);
    impl Drop for Over<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let (over, flooded) = (AtomicBool::new(false), AtomicUsize::new(0));
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let ends = Over(&over);
        for attacker in 0..160 {
            let (server, over, flooded) = (&server, &over, &flooded);
            scope.spawn(move || {
                let from = format!("203.0.113.{}", attacker % 40);
                let mut number = 0;
                while !over.load(Ordering::Relaxed) {
                    number += 1;
                    let login_id = format!("nobody-{attacker}-{number}");
                    if sign_in(server, &from, &login_id, "wrong", None).code() == ErrorCode::PasswordMismatch {
                        flooded.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        std::thread::sleep(Duration::from_secs(2));
        let signing_in: Vec<_> = people
            .iter()
            .enumerate()
            .map(|(number, login_id)| {
                let server = &server;
                scope.spawn(move || sign_in(server, &format!("198.51.100.{number}"), login_id, PASSWORD, None))
            })
            .collect();
        let answers: Vec<Answer> = signing_in.into_iter().map(|answer| answer.join().unwrap()).collect();
        drop(ends);
        for answer in &answers {
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
        answers.iter().map(|answer| answer.took).collect()
    });
    assert!(flooded.load(Ordering::Relaxed) > 0, "the flood was looked at as well");
    // Two seconds on an idle machine; compilers and other tests may run concurrently here.
    let longest = times.iter().max().copied().unwrap_or_default();
    assert!(longest < Duration::from_secs(10), "{times:?}");
}

#[test]
fn a_sign_in_id_is_plain_and_compared_by_what_it_looks_like() {
    TestDatabase::each(|test| {
        let server = behind_proxy(test);
        let register = |login_id: &str| {
            let body = serde_json::to_value(UserRegistration { ..registration(login_id) }).unwrap();
            post(&server, SignUp::INFO.path, "203.0.113.9", &[], &body)
        };
        assert_eq!(register("Ｋｉｍ.MinSu").status, 200);
        assert_eq!(sign_in(&server, "203.0.113.9", "kim.minsu", PASSWORD, None).status, 200);
        assert_eq!(sign_in(&server, "203.0.113.9", "ＫＩＭ.ｍｉｎｓｕ", PASSWORD, None).status, 200);
        assert_eq!(register("KIM.MINSU").code(), ErrorCode::Taken);
        for (login_id, code) in [
            ("kim minsu", "loginIdCharacters"),
            ("김민수님", "loginIdCharacters"),
            ("kim", "tooShort"),
            ("kim-minsu-kim-minsu-kim-minsu-1", "tooLong"),
        ] {
            let error: ErrorBody = serde_json::from_str(&register(login_id).body).unwrap();
            assert_eq!((error.fields[0].path.as_str(), error.fields[0].code.as_str()), ("loginId", code));
        }
    });
}

#[test]
fn an_account_of_an_older_kind_of_sign_in_id_still_signs_in() {
    TestDatabase::each(|test| {
        use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
        use kernel::db::schema::account;
        let server = behind_proxy(test);
        add_account(&server.state, "관리자 1호점", Authority::Dealer, None);
        add_account(&server.state, "circled", Authority::Dealer, None);
        let renamed = diesel::update(account::table.filter(account::login_key.eq("circled")))
            .set((account::login_id.eq("①Admin"), account::login_key.eq("①admin")));
        test.database.write_blocking(|connection| Ok(renamed.execute(connection)?)).unwrap();
        for login_id in ["관리자 1호점", "①Admin", "①ADMIN"] {
            assert_eq!(sign_in(&server, "203.0.113.9", login_id, PASSWORD, None).status, 200, "{login_id}");
        }
    });
}

#[test]
fn a_password_that_is_easy_to_guess_is_refused_with_its_reason_and_field() {
    let test = TestDatabase::sqlite();
    let server = behind_proxy(&test);
    let token = add_account(&server.state, "dealer", Authority::Dealer, None);
    let change = |new: &str| {
        let change = PasswordChange { current_password: PASSWORD.into(), new_password: new.into() };
        let body = serde_json::to_vec(&change).unwrap();
        let (_, text) = server.send(Method::Put, &server.url(ChangePassword::INFO.path), Some(&token), Some(&body));
        let error: ErrorBody = serde_json::from_str(&text).unwrap();
        (error.code, error.fields[0].path.clone(), error.fields[0].code.clone())
    };
    for (password, code) in [
        ("password123", "guessableCommon"),
        ("1q2w3e4r5t", "guessableCommon"),
        ("kettle D3@LER drum", "containsLoginId"),
    ] {
        assert_eq!(change(password), (11_006, "newPassword".into(), code.into()), "{password}");
    }
    let new = UserRegistration {
        name: "Margarethe Lindqvist".into(),
        password: "margarethelindqvist".into(),
        ..registration("somebody")
    };
    let body = serde_json::to_value(&new).unwrap();
    let error = post(&server, SignUp::INFO.path, "203.0.113.9", &[], &body);
    assert_eq!(error.code(), ErrorCode::PasswordRejected, "the own name: {}", error.body);
}

#[test]
fn codes_are_limited_by_the_network_that_asks_for_them() {
    use diesel::{ExpressionMethods, RunQueryDsl};
    use kernel::db::schema::qr_code;
    let test = TestDatabase::sqlite();
    let server = behind_proxy(&test);
    let code = |number: i64| NewCode {
        code_hash: number.to_string(),
        browser_hash: String::new(),
        browser: String::new(),
        address: format!("2001:db8:7:1::{number:x}"),
        network: "2001:db8:7:1::/64".into(),
        created_at: clock::now().0,
        expires_at: clock::now().0 + 120_000,
    };
    let insert = |connection: &mut DatabaseConnection| {
        for number in 0..300 {
            let values = (code(number), qr_code::state.eq("PENDING"));
            diesel::insert_into(qr_code::table).values(values).execute(connection)?;
        }
        Ok(())
    };
    test.database.write_blocking(insert).unwrap();
    let ask = |from: &str| post(&server, CreateQrCode::INFO.path, from, &[], &serde_json::json!({})).status;
    assert_eq!((ask("2001:db8:7:1:a:b:c:d"), ask("2001:db8:7:2::1")), (429, 200));
}

/// Returns the response to raw bytes; the connection is closed by the server or after a timeout.
fn raw(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let (mut answer, mut piece) = (Vec::new(), [0_u8; 4096]);
    while let Ok(length @ 1..) = stream.read(&mut piece) {
        answer.extend_from_slice(&piece[..length]);
        if answer.ends_with(b"}") {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn methods_that_no_path_has_are_refused_as_errors_of_the_interface() {
    let test = TestDatabase::sqlite();
    let server = Server::start(&test);
    for request in
        ["TRACE / ", "TRACE /api/v1/members ", "CONNECT a.example:443 ", "BREW /metrics ", "POST / ", "PUT /login "]
    {
        let answer = raw(&server, &format!("{request}HTTP/1.1\r\nhost: a\r\nx-secret: 7\r\ncontent-length: 0\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 405"), "{request}: {answer}");
        assert!(answer.contains("\"code\":10007") && !answer.contains("x-secret"), "{request}: {answer}");
    }
    let answer = raw(&server, "POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 405") && answer.contains("\"code\":10007"), "{answer}");
}

#[test]
fn a_line_of_a_request_that_ends_with_a_line_feed_alone_is_refused() {
    let test = TestDatabase::sqlite();
    let server = Server::start(&test);
    for request in [
        "GET /healthz HTTP/1.1\nhost: a\r\n\r\n",
        "GET /healthz HTTP/1.1\nhost: a\n\n",
        "GET /healthz HTTP/1.1\r\nhost: a\n\r\n",
        "GET /healthz HTTP/1.1\r\nhost: a\nx: y\r\n\r\n",
    ] {
        let answer = raw(&server, request);
        assert!(answer.starts_with("HTTP/1.1 400"), "{request:?}: {answer}");
    }
    let both = "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\nGET /healthz HTTP/1.1\nhost: a\r\n\r\n";
    let answer = raw(&server, both);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("HTTP/1.1 400"), "{answer}");
}

#[test]
fn metrics_are_there_for_the_token_and_at_their_own_address_alone() {
    let test = TestDatabase::sqlite();
    let get = |url: &str, authorization: &str| {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut answer = agent.get(url).header("authorization", authorization).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    };
    let closed = Server::start(&test);
    assert_eq!(get(&closed.url("/metrics"), "Bearer ").0, 404);
    let arguments = SettingArguments {
        notice_until: "2025-07-18".into(),
        metrics_token: Some("a token of metrics".into()),
        ..SettingArguments::default()
    };
    let open = Server::start_with(&test, Settings::of(&arguments).unwrap());
    for wrong in ["", "Bearer ", "Bearer a token of metric", "a token of metrics"] {
        let (status, body) = get(&open.url("/metrics"), wrong);
        assert_eq!(status, 404, "{wrong}");
        assert!(body.contains("\"code\":10006"), "like any path that is not there: {body}");
    }
    let (status, body) = get(&open.url("/metrics"), "Bearer a token of metrics");
    assert!(status == 200 && body.contains("uno_request_seconds"), "{status}");

    let bind = || {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        listener
    };
    let listeners = Listeners { all: bind(), metrics: Some(bind()) };
    let own = format!("http://{}", listeners.metrics.as_ref().unwrap().local_addr().unwrap());
    let state = test.state();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(server::run(state, listeners, None, std::future::pending()))
    });
    let (status, body) = get(&format!("{own}/metrics"), "");
    assert!(status == 200 && body.contains("uno_request_seconds"), "{status}");
    assert_eq!(get(&format!("{own}/healthz"), "").0, 404, "nothing else is there");
}

#[test]
fn browsers_are_told_to_come_back_over_tls_where_the_proxy_says_that_they_came_so() {
    let test = TestDatabase::sqlite();
    let told = |server: &Server, proto: &str| {
        let answer = server.agent.get(server.url("/healthz")).header("x-forwarded-proto", proto).call().unwrap();
        answer.headers().get("strict-transport-security").is_some()
    };
    let behind = behind_proxy(&test);
    assert!(told(&behind, "https") && told(&behind, "http, https"));
    assert!(!told(&behind, "http") && !told(&behind, "https, http"));
    assert!(!told(&Server::start(&test), "https"), "nobody else says so");
}

#[test]
fn who_does_not_read_the_answer_is_cut_off_and_holds_little_meanwhile() {
    let test = TestDatabase::sqlite();
    let server = Server::start_with(&test, Settings { max_stall: Some(Duration::from_secs(2)), ..Settings::default() });
    let started = Instant::now();
    let mut stream = TcpStream::connect(server.address).unwrap();
    // More responses than the connection's buffers hold.
    let request = "GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(200);
    stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    // Reads nothing while sending continuously. Writing fails once the server closes the connection.
    let cut_off = loop {
        std::thread::sleep(Duration::from_millis(50));
        if stream.write_all(b"GET /").is_err() {
            break true;
        }
        if started.elapsed() > Duration::from_secs(45) {
            break false;
        }
    };
    assert!(cut_off, "after {:?}", started.elapsed());
}

#[test]
fn at_most_fifty_violations_are_answered_and_a_body_of_very_many_costs_little() {
    let test = TestDatabase::sqlite();
    let server = Server::start(&test);
    let entries: Vec<String> = (0..20_000).map(|number| format!("\"x{number}\":1")).collect();
    let body = format!("{{{}}}", entries.join(","));
    let started = Instant::now();
    let (status, text) = server.send(Method::Post, &server.url(SignUp::INFO.path), None, Some(body.as_bytes()));
    let error: ErrorBody = serde_json::from_str(&text).unwrap();
    assert_eq!((status, error.fields.len()), (422, 50));
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}
