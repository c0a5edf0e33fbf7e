//! Codes: lists of words with names in every language, which keep the words that records use.

use crate::support::{TestDatabase, World, code as code_of};
use diesel::{RunQueryDsl as _, connection::SimpleConnection as _};
use kernel::problem::Problem;
use uno_core::contract::{
    codes::{
        Code, CodeAttribute, CodeFilter, CodeList, CodeOptionFilter, CodePath, CodeSave, CreateCode, DeleteCode,
        ListCodeOptions, ListCodes, UpdateCode,
    },
    error::{ErrorBody, ErrorCode},
    languages::{Language, NameInLanguage},
};

fn own(code: &str) -> CodeSave {
    CodeSave {
        list: CodeList::ConcernCategory,
        code: code.into(),
        name: "경제".into(),
        names: vec![],
        position: 5,
        is_active: true,
        attributes: vec![],
        version: None,
    }
}

fn create(world: &World, save: &CodeSave) -> Result<Code, ErrorBody> {
    world.server.call::<CreateCode>(Some(&world.admin), &(), &(), save)
}

fn path(code: &Code) -> CodePath {
    CodePath { code_id: code.code_id }
}

fn update(world: &World, code: &Code, save: &CodeSave) -> Result<Code, ErrorBody> {
    world.server.call::<UpdateCode>(Some(&world.admin), &path(code), &(), save)
}

fn field(error: &ErrorBody) -> (&str, &str) {
    (error.fields[0].path.as_str(), error.fields[0].code.as_str())
}

fn choices(world: &World, language: Option<Language>) -> Vec<(String, String)> {
    let filter = CodeOptionFilter { lists: vec![CodeList::ConcernCategory], language };
    let found = world.server.call::<ListCodeOptions>(Some(&world.member), &(), &filter, &()).unwrap();
    found.into_iter().map(|option| (option.code, option.name)).collect()
}

#[test]
fn every_list_comes_with_names_in_every_language() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let filter: CodeFilter = serde_json::from_str(r#"{"pageSize":200}"#).unwrap();
        let all = world.server.call::<ListCodes>(Some(&world.admin), &(), &filter, &()).unwrap().data;
        for list in CodeList::ALL {
            assert!(all.iter().any(|code| code.list == *list), "{list:?}");
        }
        for code in &all {
            let named: Vec<_> = code.names.iter().map(|name| name.language).collect();
            assert_eq!(named, Language::ALL[1..], "{:?} {}", code.list, code.code);
        }
    });
}

#[test]
fn what_is_chosen_from_is_active_in_its_order_and_in_the_readers_language() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &own("MONEY")).unwrap();
        let english = choices(&world, Some(Language::En));
        assert_eq!(english[0], ("MONEY".into(), "경제".into()), "without a name in it, the Korean one");
        assert_eq!(english[1], ("STRESS".into(), "Stress".into()));
        update(&world, &made, &CodeSave { is_active: false, ..made.form() }).unwrap();
        assert!(choices(&world, None).iter().all(|(code, _)| code != "MONEY"));
    });
}

#[test]
fn codes_are_found_by_their_code_and_by_their_name_in_any_language() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let found = |filter: &str| -> Vec<String> {
            let filter: CodeFilter = serde_json::from_str(filter).unwrap();
            let page = world.server.call::<ListCodes>(Some(&world.admin), &(), &filter, &()).unwrap();
            assert!(page.total >= i64::try_from(page.data.len()).unwrap());
            page.data.into_iter().map(|code| code.code).collect()
        };
        let names = vec![NameInLanguage { language: Language::Ru, name: "Деньги %".into() }];
        create(&world, &CodeSave { names, ..own("MONEY_1") }).unwrap();
        for filter in [
            r#"{"code": "money_"}"#,
            r#"{"code": "NEY_1"}"#,
            r#"{"name": "деньги"}"#,
            r#"{"name": "경제"}"#,
            r#"{"name": "%"}"#,
            r#"{"name": "ДЕНЬГИ", "code": "1", "isActive": true}"#,
        ] {
            assert_eq!(found(filter), ["MONEY_1"], "{filter}");
        }
        assert!(found(r#"{"name": "stress"}"#).contains(&"STRESS".to_owned()));
        for filter in [r#"{"code": "%"}"#, r#"{"name": "language"}"#, r#"{"name": "деньги", "isActive": false}"#]
        {
            assert!(found(filter).is_empty(), "{filter}");
        }
    });
}

#[test]
fn there_is_one_of_a_code_in_a_list_and_records_keep_what_it_says() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &own("MONEY")).unwrap();
        let again = create(&world, &own("MONEY")).unwrap_err();
        assert_eq!((code_of(&again), field(&again)), (ErrorCode::Taken, ("code", "taken")));
        create(&world, &CodeSave { list: CodeList::DeviceKind, ..own("MONEY") }).unwrap();
        let other = CodeSave { code: "CASH".into(), ..made.form() };
        assert_eq!(field(&update(&world, &made, &other).unwrap_err()), ("code", "fixed"));
        assert_eq!(field(&create(&world, &own("money!")).unwrap_err()), ("code", "codeCharacters"));
        let noted = |name: &str| CodeAttribute { name: name.into(), value: "1".into() };
        let twice = CodeSave { attributes: vec![noted("a"), noted("a")], ..own("X") };
        assert_eq!(field(&create(&world, &twice).unwrap_err()), ("attributes[1].name", "repeated"));
    });
}

#[test]
fn a_code_that_is_used_is_not_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &own("MONEY")).unwrap();
        let id = made.code_id.0;
        test.database
            .write_blocking(move |connection| {
                connection
                    .batch_execute("CREATE TABLE user_of_codes (id BIGINT REFERENCES code_entry (code_entry_id))")?;
                diesel::sql_query(format!("INSERT INTO user_of_codes VALUES ({id})")).execute(connection)?;
                Ok::<_, Problem>(())
            })
            .unwrap();
        let remove = || world.server.call::<DeleteCode>(Some(&world.admin), &path(&made), &(), &());
        assert_eq!(code_of(&remove().unwrap_err()), ErrorCode::HasDependents);
        test.database
            .write_blocking(|connection| {
                diesel::sql_query("DELETE FROM user_of_codes").execute(connection)?;
                Ok::<_, Problem>(())
            })
            .unwrap();
        remove().unwrap();
    });
}
