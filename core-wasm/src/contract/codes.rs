//! Codes: lists of selectable values, each with names in every language.

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

/// Menu URL of the screen that manages the codes.
pub const SCREEN: &str = "/system_management/code_management";

/// Maximum number of attributes of a code.
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
    /// An attribute that an installation attaches to a code for its own systems.
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
    /// Fields to create or change a code. A code is unique within its list.
    pub struct CodeSave {
        /// List of the code; cannot be changed later.
        list: CodeList => word(CodeList::WORDS),
        /// Value stored in records: letters, digits and `_`; cannot be changed later.
        code: String => text(1, 40),
        /// Korean name.
        name: String => text(1, 50),
        /// Names in other languages. For languages without a name, the Korean name is used.
        names: Vec<NameInLanguage> => forms(NameInLanguage::FORM, MAX_NAMES),
        /// Position in its list, in ascending order.
        position: i64 => integer(0, 1_000_000_000),
        /// Whether it can be selected. Records that already use it keep it.
        is_active: bool => flag(),
        /// Additional attributes.
        attributes: Vec<CodeAttribute> => forms(CodeAttribute::FORM, MAX_ATTRIBUTES),
    }
    also check_code
}

fn check_code(value: &Value, violations: &mut Vec<Violation>) {
    check_names(value, violations);
    check_distinct(value, "attributes", "name", violations);
    let plain = |letter: u8| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'_';
    if value.get("code").as_text().is_some_and(|code| !code.trim().bytes().all(plain)) {
        violations.push(Violation::new("code", "codeCharacters"));
    }
}

value_enum! {
    /// Sort order of a list of codes.
    pub enum CodeSort { Place = "PLACE", Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Filter of the code list.
    pub struct CodeFilter {
        /// Codes of these lists.
        lists: Vec<CodeList> => words(CodeList::WORDS),
        /// Name in any language contains this text.
        name: Option<String> => text(0, 50),
        /// Code contains this text.
        code: Option<String> => text(0, 40),
        /// `true` for selectable codes, `false` for others.
        is_active: Option<bool> => flag(),
    } list CodeSort
}

output! {
    /// A code as an option for selection.
    pub struct CodeOption {
        /// List of the code.
        pub list: CodeList,
        /// Code value.
        pub code: String,
        /// Name in the requested language, or else in Korean.
        pub name: String,
    }
}

input! {
    /// Filter of the code options.
    #[derive(Default)]
    pub struct CodeOptionFilter {
        /// Codes of these lists; all by default.
        lists: Vec<CodeList> => words(CodeList::WORDS),
        /// Language of the names.
        language: Option<Language> => word(Language::WORDS),
    }
}

input! {
    /// Fields that can be changed in several codes at once.
    pub struct CodeChanges {
        /// Whether they can be selected.
        is_active: Option<bool> => flag(),
    }
}

record_calls! {
    Code at "/api/v1/codes" "/{codeId}" by CodePath on SCREEN,
    /// Lists the codes.
    list ListCodes(CodeFilter),
    /// Queues a job that exports the filtered codes to a file.
    export ExportCodes(CodeFilter),
    /// Queues a job that changes or deletes several codes.
    bulk BulkCodes(CodeFilter by CodeChanges),
    /// Adds a code to a list.
    create CreateCode(CodeSave) refuses [Taken],
    /// Returns a code.
    show GetCode,
    /// Changes a code.
    update UpdateCode(CodeSave) refuses [Taken],
    /// Deletes a code that is not in use.
    delete DeleteCode refuses [Changed, HasDependents],
    /// Lists the changes of a code, newest first.
    history ListCodeRevisions,
}

endpoint! {
    /// Lists the selectable codes in their order.
    pub ListCodeOptions = Get "/api/v1/codes/options",
    auth: SignedIn,
    query: CodeOptionFilter,
    ok: Vec<CodeOption>
}
