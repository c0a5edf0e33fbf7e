//! The files a page preloads.

use uno_server::serve::static_files::Preloads;

#[test]
fn the_page_of_a_path_asks_for_its_own_files_and_nobody_else_for_those_of_the_console() {
    let preloads: Preloads = serde_json::from_str(
        r#"{"login": ["a/login.js"], "console": ["a/core.wasm", "a/frame.css"],
            "pages": {"/": ["a/home.js"], "/members": ["a/list.js"], "/members/:id": ["a/member.js"]}}"#,
    )
    .unwrap();
    let files = |path, signed_in| {
        let links = preloads.links(path, signed_in);
        links
            .split("href=\"/a/")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
            .collect::<Vec<_>>()
    };
    assert_eq!(files("/members", false), ["login.js"]);
    assert_eq!(files("/members", true), ["core.wasm", "frame.css", "list.js"]);
    assert_eq!(files("/members/7/edit", true), ["core.wasm", "frame.css", "member.js"]);
    assert_eq!(files("/members/new", true), ["core.wasm", "frame.css", "list.js"]);
    assert_eq!(files("/members2", true), ["core.wasm", "frame.css"]);
    assert_eq!(files("/", true), ["core.wasm", "frame.css", "home.js"]);
    assert_eq!(files("/nowhere", true), ["core.wasm", "frame.css"]);
}
