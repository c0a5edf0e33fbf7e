//! Codes: lists of words that the product's choices use, each with its names in every language.

use super::{
    endpoint, id_type, input,
    languages::{Language, MAX_NAMES, NameInLanguage, check_names},
    output, path_type, record, record_calls,
    validation::{Value, Violation, check_distinct},
    value_enum,
};

id_type! {
    /// A code.
    CodeId
}

path_type! { CodePath { code_id: CodeId } }

/// Menu url of the screen that manages the codes.
pub const SCREEN: &str = "/system_management/code_management";

/// Most attributes of a code.
pub const MAX_ATTRIBUTES: usize = 20;

value_enum! {
    /// A list of codes.
    pub enum CodeList {
        ConcernCategory = "CONCERN_CATEGORY",
        ContentCategory = "CONTENT_CATEGORY",
        SurveyGroup = "SURVEY_GROUP",
        SurveySubgroup = "SURVEY_SUBGROUP",
        CounselingKind = "COUNSELING_KIND",
        DeviceKind = "DEVICE_KIND",
    }
}

input! {
    /// What an installation notes about a code, for its own systems.
    pub struct CodeAttribute {
        /// Name.
        name: String => text(1, 40),
        /// Value.
        value: String => text(1, 200),
    }
}

record! {
    /// A code.
    pub struct Code { code_id: CodeId }
    /// A code as made or changed. There is one of a code in a list.
    pub struct CodeSave {
        /// The list; stays as it was made.
        list: CodeList => word(CodeList::WORDS),
        /// The code that records hold: letters, digits and `_`; stays as it was made.
        code: String => text(1, 40),
        /// Korean name.
        name: String => text(1, 50),
        /// Names in other languages; who reads another one sees the Korean name.
        names: Vec<NameInLanguage> => forms(NameInLanguage::FORM, MAX_NAMES),
        /// Place in its list: the smallest comes first.
        position: i64 => integer(0, 1_000_000_000),
        /// Whether it can be chosen; records that have it keep it.
        is_active: bool => flag(),
        /// What else is noted about it.
        attributes: Vec<CodeAttribute> => forms(CodeAttribute::FORM, MAX_ATTRIBUTES),
    }
    also between
}

fn between(value: &Value, violations: &mut Vec<Violation>) {
    check_names(value, violations);
    check_distinct(value, "attributes", "name", violations);
    let plain = |letter: u8| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'_';
    if value.get("code").as_text().is_some_and(|code| !code.trim().bytes().all(plain)) {
        violations.push(Violation::new("code", "codeCharacters"));
    }
}

value_enum! {
    /// Order of a list of codes.
    pub enum CodeSort { Place = "PLACE", Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Which codes.
    pub struct CodeFilter {
        /// Those of these lists.
        lists: Vec<CodeList> => words(CodeList::WORDS),
        /// Those with this in their name, whichever language it is in.
        name: Option<String> => text(0, 50),
        /// Those with this in their code.
        code: Option<String> => text(0, 40),
        /// Those that can be chosen, or those that cannot.
        is_active: Option<bool> => flag(),
    } list CodeSort
}

output! {
    /// A code to choose.
    pub struct CodeOption {
        /// The list.
        pub list: CodeList,
        /// The code.
        pub code: String,
        /// Name in the language asked for, or else in Korean.
        pub name: String,
    }
}

input! {
    /// Which codes to choose from.
    #[derive(Default)]
    pub struct CodeOptionFilter {
        /// Those of these lists; all where absent.
        lists: Vec<CodeList> => words(CodeList::WORDS),
        /// Language of the names.
        language: Option<Language> => word(Language::WORDS),
    }
}

input! {
    /// What is changed of several codes together.
    pub struct CodeChanges {
        /// Whether they can be chosen.
        is_active: Option<bool> => flag(),
    }
}

record_calls! {
    Code at "/api/v1/codes" "/{codeId}" by CodePath on SCREEN,
    /// Lists the codes.
    list ListCodes(CodeFilter),
    /// Exports the codes as a file, in a job.
    export ExportCodes(CodeFilter),
    /// Queues a job that changes or removes several codes.
    bulk BulkCodes(CodeFilter by CodeChanges),
    /// Adds a code to a list.
    create CreateCode(CodeSave) refuses [Taken],
    /// Answers a code.
    show GetCode,
    /// Changes a code.
    update UpdateCode(CodeSave) refuses [Taken],
    /// Removes a code that nothing uses.
    delete DeleteCode refuses [Changed, HasDependents],
    /// Lists the changes of a code, the newest first.
    history ListCodeRevisions,
}

endpoint! {
    /// Lists the codes that can be chosen, in their order.
    pub ListCodeOptions = Get "/api/v1/codes/options",
    auth: SignedIn,
    query: CodeOptionFilter,
    ok: Vec<CodeOption>
}
