//! The contract: every endpoint with its types, rules and errors, declared once.
//!
//! Each resource has its own file. `endpoint!` declares an endpoint; `input!` a request type with its validation rules;
//! `output!` a response type; `value_enum!` a closed set of string values; `id_type!` an identifier. The server mounts
//! its routes from these declarations, the client builds its requests from them, and the OpenAPI document and the
//! TypeScript types are generated from them.

pub mod account_sessions;
pub mod addresses;
pub mod admin_boards;
pub mod alerts;
pub mod bulk;
pub mod codes;
pub mod companies;
pub mod company_credentials;
pub mod company_upgrades;
pub mod consents;
pub mod dementia_norms;
pub mod dementia_screenings;
pub mod divisions;
pub mod error;
pub mod exports;
pub mod external_devices;
pub mod grade_rules;
pub mod heart_rate_measurements;
pub mod imports;
pub mod jobs;
pub mod languages;
pub mod logs;
pub mod managed_users;
pub mod managers;
pub mod measurement_imports;
pub mod measurements;
pub mod member_imports;
pub mod member_links;
pub mod members;
pub mod menu_items;
pub mod messages;
pub mod operators;
pub mod own_account;
pub mod own_reports;
#[cfg(not(feature = "server"))]
pub mod packed;
pub mod page;
pub mod permission_groups;
pub mod person_confirmations;
pub mod physical_measurements;
pub mod psychological_tests;
pub mod qr_codes;
#[cfg(feature = "server")]
pub mod readings;
pub mod report_links;
pub mod reports;
pub mod revisions;
pub mod saved_views;
#[cfg(feature = "server")]
pub mod schema;
#[cfg(feature = "server")]
pub mod screens;
pub mod services;
pub mod sign_in;
pub mod statistics;
pub mod stress_measurements;
pub mod terms;
pub mod training_participations;
pub mod two_steps;
pub mod user_apps;
pub mod users;
pub mod validation;
pub mod vision_measurements;

use crate::domain::access::Action;
use company_credentials::CredentialScope;
use validation::Form;

/// The HTTP method of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Reads.
    Get,
    /// Creates a record, changes one as a whole, or performs an action.
    Post,
    /// Replaces.
    Put,
    /// Changes some fields.
    Patch,
    /// Deletes.
    Delete,
}

impl Method {
    /// Returns the method name as sent on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// Who may call an endpoint. The server checks it before the handler runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Any caller, without a token.
    Public,
    /// Every signed-in account, even before it changes a password that another user set, sets up two-step sign-in or
    /// agrees to terms. Until the password is changed, the account can call only these and public endpoints.
    EvenBeforePasswordChange,
    /// Every signed-in staff account, including one whose permission group requires two-step sign-in that it has not
    /// set up. Until it has, it can call only these endpoints, [`Self::EvenBeforePasswordChange`] ones and public ones.
    EvenBeforeTwoSteps,
    /// Members, about themselves, including those who have not agreed to required terms. Until they agree, they can
    /// call only these endpoints, [`Self::EvenBeforePasswordChange`] ones and public ones.
    EvenBeforeConsents,
    /// Every signed-in account.
    SignedIn,
    /// Every signed-in account that is not a member.
    AnyStaff,
    /// Members, about themselves.
    Member,
    /// Staff whose permission group allows the action on the screen or on any screen below it. Members never qualify.
    Staff {
        /// Menu URL of the screen.
        screen: &'static str,
        /// The action performed there.
        action: Action,
    },
    /// A company's own system, by a company credential with this scope; accounts are not accepted.
    Credential(CredentialScope),
    /// Every signed-in account, and a company's own system by a credential with this scope. The handler decides what
    /// each caller may do.
    SignedInOrCredential(CredentialScope),
}

/// What the body of a request contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Nothing.
    None,
    /// JSON, validated by a form.
    Json,
    /// JSON with only the fields of a form that change (merge patch, RFC 7396).
    Patch,
    /// JSON, validated by a form with long lists of records. Each record is validated on its own: an invalid record
    /// does not cause the others to be rejected.
    Batch,
    /// JSON with an action, the records it applies to, and the form fields that change.
    Bulk,
    /// The bytes of a file.
    File,
}

/// A body whose records are validated one by one. It is kept as raw JSON because an invalid record cannot be
/// deserialized.
#[derive(Clone, Debug)]
pub struct Batch<T> {
    /// The body as sent. Each list of records that the form names is known to be a list within its maximum length.
    #[cfg(feature = "server")]
    pub sent: serde_json::Value,
    form: std::marker::PhantomData<T>,
}

impl<T: validation::Rules> validation::Rules for Batch<T> {
    const KIND: BodyKind = BodyKind::Batch;
    const FORM: &'static Form = T::FORM;

    #[cfg(all(test, not(target_arch = "wasm32")))]
    fn refusal() -> String {
        T::refusal()
    }
}

#[cfg(feature = "server")]
impl<T: utoipa::ToSchema> utoipa::PartialSchema for Batch<T> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        T::schema()
    }
}

#[cfg(feature = "server")]
impl<T: utoipa::ToSchema> utoipa::ToSchema for Batch<T> {
    fn name() -> std::borrow::Cow<'static, str> {
        T::name()
    }

    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        T::schemas(schemas);
    }
}

#[cfg(feature = "server")]
impl<'de, T> serde::Deserialize<'de> for Batch<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let sent = serde_json::Value::deserialize(deserializer)?;
        Ok(Self { sent, form: std::marker::PhantomData })
    }
}

/// A declared endpoint.
pub trait Endpoint: 'static {
    /// Path parameters.
    type Path;
    /// Query parameters.
    type Query;
    /// Request body.
    type Body;
    /// Response body of a successful call.
    type Ok;
    /// The declaration as data.
    const INFO: EndpointInfo;
}

/// The declaration of an endpoint as data, for code that handles endpoints without knowing their types.
#[derive(Clone, Copy, Debug)]
pub struct EndpointInfo {
    /// Name; also the operation id in OpenAPI and the key in TypeScript.
    pub name: &'static str,
    /// Method.
    pub method: Method,
    /// Path with placeholders such as `{companyId}`.
    pub path: &'static str,
    /// Whether it can be called without a token.
    pub is_public: bool,
    /// Whether a request may carry an `Idempotency-Key`, so that it can be repeated without a second change.
    pub takes_key: bool,
    /// What the body contains.
    pub body: BodyKind,
    /// Validation rules of the query.
    pub query_form: &'static Form,
    /// Validation rules of the body.
    pub body_form: &'static Form,
    /// Who may call it.
    #[cfg(feature = "server")]
    pub access: Access,
    /// Error codes that do not follow from the other parts of the declaration.
    #[cfg(feature = "server")]
    pub refusals: &'static [error::ErrorCode],
    /// Why a POST takes no key: what a repeat does.
    #[cfg(feature = "server")]
    pub keyless: Option<&'static str>,
    /// What the access log records when staff call it.
    #[cfg(feature = "server")]
    pub reading: readings::Reading,
    /// First line of the documentation: the summary.
    #[cfg(feature = "server")]
    pub summary: &'static str,
    /// Remaining lines of the documentation.
    #[cfg(feature = "server")]
    pub details: &'static str,
}

impl EndpointInfo {
    /// Returns the declaration without the rules of its forms: all that is needed to send a request.
    #[must_use]
    pub const fn without_forms(self) -> Self {
        Self { query_form: validation::EMPTY, body_form: validation::EMPTY, ..self }
    }
}

/// Returns whether the placeholders of `path` and `fields` are the same set. Fields are written in snake case,
/// placeholders in camel case. Evaluated at compile time.
#[must_use]
pub const fn placeholders_match(path: &str, fields: &[&str]) -> bool {
    let path = path.as_bytes();
    let (mut at, mut found) = (0, 0);
    while at < path.len() {
        if path[at] == b'{' {
            let mut known = false;
            let mut field = 0;
            while field < fields.len() {
                known |= same_name(path, at + 1, fields[field].as_bytes());
                field += 1;
            }
            if !known {
                return false;
            }
            found += 1;
        }
        at += 1;
    }
    found == fields.len()
}

const fn same_name(path: &[u8], mut at: usize, field: &[u8]) -> bool {
    let mut index = 0;
    while index < field.len() {
        if field[index] == b'_' {
            index += 1;
            continue;
        }
        if at >= path.len() || path[at].to_ascii_lowercase() != field[index] {
            return false;
        }
        at += 1;
        index += 1;
    }
    at < path.len() && path[at] == b'}'
}

/// Declares an endpoint: a unit type with its [`Endpoint`] implementation and its TypeScript entry.
///
/// ```ignore
/// endpoint! {
///     /// Lists the companies in the caller's scope.
///     pub ListCompanies = Get "/api/v1/companies",
///     auth: Staff { screen: "/company_management", action: Read },
///     query: CompanyFilter,
///     ok: Page<Company>
/// }
/// ```
///
/// The first documentation line becomes the OpenAPI summary, the other lines the description.
///
/// Optional parts, in this order: `path: Type`, `query: Type`, and one of `body: Type`, `patch: Type` (accepts some of
/// the fields of the type and leaves the others unchanged), `batch: Type` and `bulk: Type`; then `keyless: "reason"` and
/// `refuses: [ErrorCode]` with the errors that do not follow from the rest. Errors caused by a body or a token are
/// derived; a duplicate name is not. Last, before `ok`, comes `reads: Reading` if the answer has data of people: what
/// the access log records.
///
/// Every POST takes an `Idempotency-Key`. One that only reads, or that can be repeated anyway, is `keyless` and says why.
macro_rules! endpoint {
    (
        $(#[doc = $doc:literal])+
        pub $name:ident = $method:ident $path:tt,
        auth: $access:expr,
        $(path: $path_type:ident,)?
        $(query: $query:ident,)?
        $(body: $body:ident,)?
        $(patch: $patch:ident,)?
        $(batch: $batch:ident,)?
        $(bulk: $bulk:ident,)?
        $(keyless: $keyless:literal,)?
        $(refuses: [$($refusal:ident),*],)?
        $(reads: $reading:expr,)?
        ok: $($ok:tt)+
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        $(
            const _: () = assert!(
                $crate::contract::placeholders_match($path, $path_type::FIELDS),
                "the placeholders of the path and its fields differ"
            );
        )?

        impl $crate::contract::Endpoint for $name {
            type Path = $crate::contract::endpoint!(@or $($path_type)?);
            type Query = $crate::contract::endpoint!(@or $($query)?);
            type Body = $crate::contract::endpoint!(@body_type $($body)? $($patch)? $(batch $batch)? $(bulk $bulk)?);
            type Ok = $($ok)+;
            const INFO: $crate::contract::EndpointInfo = {
                #[allow(unused_imports)]
                use $crate::{contract::{Access::*, BodyKind, validation::Rules}, domain::access::Action::*};
                $crate::contract::EndpointInfo {
                    name: stringify!($name),
                    method: $crate::contract::Method::$method,
                    path: $path,
                    is_public: matches!($access, Public),
                    takes_key: $crate::contract::endpoint!(@takes_key $method $($keyless)?),
                    body: $crate::contract::endpoint!(@kind Self $(, $patch)? $(, batch $batch)? $(, bulk $bulk)?),
                    query_form: <<Self as $crate::contract::Endpoint>::Query as Rules>::FORM,
                    body_form: <<Self as $crate::contract::Endpoint>::Body as Rules>::FORM,
                    #[cfg(feature = "server")]
                    access: $access,
                    #[cfg(feature = "server")]
                    refusals: &[$($($crate::contract::error::ErrorCode::$refusal),*)?],
                    #[cfg(feature = "server")]
                    keyless: $crate::contract::endpoint!(@keyless $($keyless)?),
                    #[cfg(feature = "server")]
                    reading: {
                        #[allow(unused_imports)]
                        use $crate::contract::readings::Reading::{self, *};
                        $crate::contract::endpoint!(@reading $($reading)?)
                    },
                    #[cfg(feature = "server")]
                    summary: $crate::contract::endpoint!(@first $($doc)+),
                    #[cfg(feature = "server")]
                    details: $crate::contract::endpoint!(@rest $($doc)+),
                }
            };
        }

        #[cfg(target_arch = "wasm32")]
        const _: () = {
            #[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
            const ENDPOINT: &str = concat!(
                "/** The endpoints by name. */\nexport interface Endpoints {\n",
                "    /**", $($doc, "\n",)+ "    */\n    ",
                stringify!($name), ": { path: ",
                $crate::contract::endpoint!(@text $($path_type)?), "; query: ",
                $crate::contract::endpoint!(@text $($query)?), "; body: ",
                $crate::contract::endpoint!(@body $($body)? $($batch)? $(bulk $bulk)? $(=> $patch)?), "; ok: ",
                $crate::contract::endpoint!(@answer $($ok)+), "; takesKey: ",
                $crate::contract::endpoint!(@takes_key $method $($keyless)?), " };\n}\n"
            );
        };
    };
    (@takes_key Post) => { true };
    (@takes_key $($other:tt)+) => { false };
    (@keyless) => { None };
    (@keyless $reason:literal) => { Some($reason) };
    (@kind $name:ty) => { <<$name as $crate::contract::Endpoint>::Body as Rules>::KIND };
    (@kind $name:ty, $patch:ident) => { BodyKind::Patch };
    (@kind $name:ty, batch $batch:ident) => { BodyKind::Batch };
    (@kind $name:ty, bulk $bulk:ident) => { BodyKind::Bulk };
    (@body_type) => { () };
    (@body_type batch $type:ident) => { $crate::contract::Batch<$type> };
    (@body_type bulk $type:ident) => { $crate::contract::bulk::Bulk<$type> };
    (@body_type $type:ident) => { $type };
    (@body $($type:ident)?) => { $crate::contract::endpoint!(@text $($type)?) };
    (@body bulk $type:ident) => { concat!("Bulk<", stringify!($type), ">") };
    (@body => $type:ident) => { concat!("Partial<", stringify!($type), ">") };
    (@reading) => { Nothing };
    (@reading $reading:expr) => { $reading };
    (@or) => { () };
    (@or $type:ident) => { $type };
    (@answer Vec<$type:ident>) => { concat!(stringify!($type), "[]") };
    (@answer $($type:tt)+) => { stringify!($($type)+) };
    (@text) => { "null" };
    (@text $type:ident) => { stringify!($type) };
    (@first $first:literal $($rest:literal)*) => { $first };
    (@rest $first:literal $($rest:literal)*) => { concat!($($rest, "\n"),*) };
}

/// Declares a response type: a struct in camel case on the wire, described in OpenAPI and TypeScript.
macro_rules! output {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
        pub struct $name { $($body)* }

        #[cfg(feature = "server")]
        impl $crate::contract::Answer for $name {
            type Row = Self;
        }
    };
}

/// Declares a request type: a struct in which every field names its validation rule. A field is required unless it is
/// an `Option` or a `Vec`. A field whose wire name is a Rust keyword is declared as `kind as "type": …`, because
/// serde's own renaming would not reach the rules. Names are captured as tokens because a derive cannot see through a
/// captured literal.
///
/// A list query ends with `list Sort`, which adds the sort order, the page number and the page size. `list Sort by key`
/// also adds the cursor of the next page.
macro_rules! input {
    (
        $(#[$meta:meta])*
        pub struct $name:ident { $($fields:tt)* }
        list $sort:ident
        $(also $check:path)?
    ) => {
        $crate::contract::input! {
            $(#[$meta])*
            #[derive(Default)]
            pub struct $name {
                $($fields)*
                /// Sort order.
                sort: Option<$sort> => word($sort::WORDS),
                /// Page number, from 0.
                page: Option<i64> => integer(0, $crate::contract::page::MAX_PAGE),
                /// Rows per page; 20 by default.
                page_size: Option<i64> => integer(1, $crate::contract::page::MAX_PAGE_SIZE),
            }
            $(also $check)?
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident { $($fields:tt)* }
        list $sort:ident by key
        $(also $check:path)?
    ) => {
        $crate::contract::input! {
            $(#[$meta])*
            pub struct $name {
                $($fields)*
                /// Cursor: the `next` value of a page, to get the rows that follow it.
                after: Option<String> => text(0, $crate::contract::page::MAX_CURSOR),
            }
            list $sort
            $(also $check)?
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident { $($fields:tt)* }
        $(also $check:path)?
    ) => {
        $crate::contract::input! { @read [$(#[$meta])*] $name [$($check)?] [] $($fields)* }
    };
    // Reads one field at a time; an absent optional field deserializes as its default.
    (@read $meta:tt $name:ident $check:tt [$($read:tt)*]
        $(#[$doc:meta])+ $field:ident $(as $wire:tt)?: Option<$type:ty> => $rule:expr, $($rest:tt)*) => {
        $crate::contract::input! { @read $meta $name $check
            [$($read)* { $(#[$doc])+ #[serde(default)] } $field [$($wire)?] [Option<$type>] [$rule]] $($rest)* }
    };
    (@read $meta:tt $name:ident $check:tt [$($read:tt)*]
        $(#[$doc:meta])+ $field:ident $(as $wire:tt)?: Vec<$type:ty> => $rule:expr, $($rest:tt)*) => {
        $crate::contract::input! { @read $meta $name $check
            [$($read)* { $(#[$doc])+ #[serde(default)] } $field [$($wire)?] [Vec<$type>] [$rule]] $($rest)* }
    };
    (@read $meta:tt $name:ident $check:tt [$($read:tt)*]
        $(#[$doc:meta])+ $field:ident $(as $wire:tt)?: $type:ty => $rule:expr, $($rest:tt)*) => {
        $crate::contract::input! { @read $meta $name $check
            [$($read)* { $(#[$doc])+ } $field [$($wire)?] [$type] [$rule]] $($rest)* }
    };
    (@read [$(#[$meta:meta])*] $name:ident [$($check:path)?]
        [$({ $(#[$field_meta:meta])+ } $field:ident [$($wire:tt)?] [$type:ty] [$rule:expr])+]) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
        pub struct $name {
            $(
                $(#[$field_meta])+
                $(#[serde(rename = $wire)])?
                pub $field: $type,
            )+
        }

        impl $crate::contract::validation::Rules for $name {
            const KIND: $crate::contract::BodyKind = $crate::contract::BodyKind::Json;
            const FORM: &'static $crate::contract::validation::Form = &{
                #[allow(unused_imports)]
                use $crate::contract::validation::kinds::*;
                $crate::contract::validation::Form {
                    name: stringify!($name),
                    fields: &[$($crate::contract::validation::Field {
                        name: $crate::contract::input!(@wire $field $($wire)?),
                        required: <$type as $crate::contract::validation::Presence>::REQUIRED,
                        kind: $rule,
                    }),+],
                    also: $crate::contract::input!(@also $($check)?),
                }
            };

            #[cfg(all(test, not(target_arch = "wasm32")))]
            fn refusal() -> String {
                serde_json::from_str::<Self>(r#"{"?":0}"#).err().map(|error| error.to_string()).unwrap_or_default()
            }
        }
    };
    (@wire $field:ident) => { stringify!($field) };
    (@wire $field:ident $wire:tt) => { $wire };
    (@also) => { None };
    (@also $check:path) => { Some($check) };
}

/// Declares a record: each field once, with its validation rule, for both the response and the form that saves it.
///
/// ```ignore
/// record! {
///     /// Terms.
///     pub struct Terms { terms_id: TermsId }
///     /// Fields to create or change terms.
///     pub struct TermsSave {
///         /// Edition.
///         edition: String => text(1, 20),
///     }
///     alone {
///         /// HTML.
///         content: String => lines(60_000),
///     }
/// }
/// ```
///
/// Fields under `alone` are returned with the single record and are absent in lists. Fields under `shown` are
/// read-only: returned, never sent. Every record has a version, timestamps and the caller's permissions.
macro_rules! record {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident { $id:ident: $id_type:ty }
        $(#[doc = $save_doc:literal])+
        pub struct $save:ident { $($fields:tt)* }
        $(alone { $($alone:tt)* })?
        $(shown { $($shown:tt)* })?
        $(also $check:path)?
    ) => {
        $crate::contract::input! {
            $(#[doc = $save_doc])+
            pub struct $save {
                $($fields)*
                $($($alone)*)?
                /// Version that the caller read. If the record has changed since then, the update is rejected.
                version: Option<i64> => integer(1, $crate::contract::validation::MAX_SAFE_INTEGER),
            }
            $(also $check)?
        }
        $crate::contract::record! {
            @answer [$(#[doc = $doc])+] $name $save $id $id_type { $($fields)* } { $($($alone)*)? } { $($($shown)*)? }
        }
    };
    (
        @answer [$(#[doc = $doc:literal])+] $name:ident $save:ident $id:ident $id_type:ty
        { $($(#[doc = $field_doc:literal])+ $field:ident $(as $wire:tt)?: $type:ty => $rule:expr,)* }
        { $($(#[doc = $alone_doc:literal])+ $alone:ident: $alone_type:ty => $alone_rule:expr,)* }
        { $($shown:tt)* }
    ) => {
        $crate::contract::output! {
            $(#[doc = $doc])+
            pub struct $name {
                /// Identifier of the record.
                pub $id: $id_type,
                $($(#[doc = $field_doc])+ $(#[serde(rename = $wire)])? pub $field: $type,)*
                $(
                    $(#[doc = $alone_doc])+
                    #[doc = " Absent in lists."]
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
                    pub $alone: Option<$alone_type>,
                )*
                $($shown)*
                /// When the record was created.
                pub created_at: $crate::domain::time::Timestamp,
                /// When the record was last changed.
                pub updated_at: $crate::domain::time::Timestamp,
                /// Who created the record and who last changed it. Absent in lists.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
                pub authors: Option<$crate::contract::revisions::Authors>,
                /// Version of the record, incremented with every change; send it back with an update.
                pub version: i64,
                /// What the caller may do with the record.
                pub can: $crate::contract::page::Can,
            }
        }

        $crate::contract::revisions::authored! { $name }

        #[cfg(feature = "server")]
        impl $name {
            /// Returns the single record as the form that would save it again.
            #[must_use]
            pub fn form(&self) -> $save {
                $save {
                    $($field: self.$field.clone(),)*
                    $($alone: self.$alone.clone().unwrap_or_default(),)*
                    version: Some(self.version),
                }
            }
        }
    };
}

/// Declares the standard endpoints of a record, as many as it has.
///
/// ```ignore
/// record_calls! {
///     Terms at "/api/v1/terms" "/{termsId}" by TermsPath on SCREEN,
///     // For records of people: the key of the text by which the access log names them.
///     reads "terms.title",
///     /// Lists the terms.
///     list ListTerms(TermsFilter),
///     /// Queues a job that exports the filtered terms to a file.
///     export ExportTerms(TermsFilter),
///     /// Creates a draft, or publishes terms immediately.
///     create CreateTerms(TermsSave) refuses [Taken],
///     …
/// }
/// ```
macro_rules! record_calls {
    (
        $record:ident at $list_path:literal $one_path:literal by $path:ident on $screen:expr,
        reads $list:literal,
        $($calls:tt)+
    ) => {
        $crate::contract::record_calls! { @each [$list] $record at $list_path $one_path by $path ($screen) $($calls)+ }
    };
    (
        $record:ident at $list_path:literal $one_path:literal by $path:ident on $screen:expr,
        $($calls:tt)+
    ) => {
        $crate::contract::record_calls! { @each [] $record at $list_path $one_path by $path ($screen) $($calls)+ }
    };
    (
        @each $list:tt $record:ident at $list_path:literal $one_path:literal by $path:ident ($screen:expr)
        $($(#[doc = $doc:literal])+ $verb:ident $name:ident $(($form:ident $(by $save:ident)?))? $(refuses [$($refusal:ident),+])?,)+
    ) => {
        #[allow(unused_imports)]
        use $crate::contract::record_parts::*;

        $($crate::contract::record_calls! {
            @$verb $list_path, (concat!($list_path, $one_path)), (concat!($list_path, $one_path, "/revisions")),
            $record $path ($screen; $list) [$(#[doc = $doc])+] $name [$($form $(by $save)?)?] [$($($refusal),+)?]
        })+
    };
    (@list $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [$form:ident] [$($refusal:ident),*]) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Get $all,
            auth: Staff { screen: $screen, action: Read },
            query: $form,
            refuses: [$($refusal),*],
            $(reads: List($list),)?
            ok: Page<$record>
        }
    };
    (@create $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [$form:ident] [$($refusal:ident),*]) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Post $all,
            auth: Staff { screen: $screen, action: Create },
            body: $form,
            refuses: [$($refusal),*],
            ok: $record
        }
    };
    (@show $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [] []) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Get $one,
            auth: Staff { screen: $screen, action: Read },
            path: $path,
            $(reads: Record($list),)?
            ok: $record
        }
    };
    (@update $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [$form:ident] [$($refusal:ident),*]) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Patch $one,
            auth: Staff { screen: $screen, action: Update },
            path: $path,
            patch: $form,
            refuses: [Changed $(, $refusal)*],
            ok: $record
        }
    };
    (@delete $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [] [$($refusal:ident),*]) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Delete $one,
            auth: Staff { screen: $screen, action: Delete },
            path: $path,
            refuses: [$($refusal),*],
            ok: Removed
        }
    };
    (@export $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [$form:ident] []) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Post (concat!($all, "/exports")),
            auth: Staff { screen: $screen, action: Read },
            query: $form,
            body: ExportOptions,
            refuses: [TooManyRequests],
            ok: Job
        }
    };
    (@bulk $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [$form:ident by $save:ident] []) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Post (concat!($all, "/bulk")),
            auth: Staff { screen: $screen, action: Read },
            query: $form,
            bulk: $save,
            refuses: [TooManyRequests],
            ok: Job
        }
    };
    (@history $all:tt, $one:tt, $past:tt, $record:ident $path:ident ($screen:expr; [$($list:literal)?]) [$($doc:tt)+] $name:ident [] []) => {
        $crate::contract::endpoint! {
            $($doc)+
            pub $name = Get $past,
            auth: Staff { screen: $screen, action: Read },
            path: $path,
            query: RevisionFilter,
            $(reads: History($list),)?
            ok: Page<Revision>
        }
    };
}

/// Types that the declarations of the standard endpoints use.
pub(crate) mod record_parts {
    pub(crate) use super::{
        exports::ExportOptions,
        jobs::Job,
        page::Page,
        revisions::{Removed, Revision, RevisionFilter},
    };
}

/// Declares a closed set of values: an enum in Rust, a string on the wire, text in the database. The strings are
/// captured as tokens because a derive cannot see through a captured literal.
macro_rules! value_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:tt),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "server", derive(utoipa::ToSchema, diesel::expression::AsExpression, diesel::deserialize::FromSqlRow))]
        #[cfg_attr(feature = "server", diesel(sql_type = diesel::sql_types::Text))]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $word)] $variant),+
        }

        $crate::domain::column! {
            $name as Text: String => |word| Self::parse(&word).ok_or_else(|| concat!("no ", stringify!($name)).into()),
            str => |value| value.as_str()
        }

        impl $crate::contract::validation::Presence for $name {
            const REQUIRED: bool = true;
        }

        impl $name {
            /// All wire values, in declaration order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// All variants, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the value on the wire and in the database.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Parses a wire value.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

/// Declares an identifier: a BIGINT in the database, a number below 2^53 in JavaScript.
macro_rules! id_type {
    ($(#[doc = $doc:literal])+ $name:ident) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "server", derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow))]
        #[cfg_attr(feature = "server", diesel(sql_type = diesel::sql_types::BigInt))]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        pub struct $name(pub i64);

        $crate::domain::column! { $name as BigInt: i64 => |id| Ok(Self(id)), i64 => |value| &value.0 }

        impl $crate::contract::validation::Presence for $name {
            const REQUIRED: bool = true;
        }

        #[cfg(feature = "server")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::contract::schema::id(concat!($($doc),+))
            }
        }

        #[cfg(feature = "server")]
        impl utoipa::ToSchema for $name {}
    };
}

/// Declares the path parameters of a resource. A path with one identifier names a record.
macro_rules! path_type {
    ($name:ident { $field:ident: $type:ident }) => {
        $crate::contract::path_type! { @all $name { $field: $type } }

        #[cfg(feature = "server")]
        impl $crate::contract::RecordPath for $name {
            fn record_id(&self) -> i64 {
                self.$field.0
            }
        }
    };
    ($name:ident { $($field:ident: $type:ident),+ }) => {
        $crate::contract::path_type! { @all $name { $($field: $type),+ } }
    };
    (@all $name:ident { $($field:ident: $type:ident),+ }) => {
        $crate::contract::output! {
            /// Path parameters.
            pub struct $name {
                $(
                    #[doc = concat!("Value of the placeholder for `", stringify!($field), "`.")]
                    pub $field: $type,
                )+
            }
        }

        impl $name {
            /// The fields, in snake case.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($field)),+];
        }
    };
}

pub(crate) use {endpoint, id_type, input, output, path_type, record, record_calls, value_enum};

/// A path that names one record.
#[cfg(feature = "server")]
pub trait RecordPath {
    /// Returns the identifier of the record.
    fn record_id(&self) -> i64;
}

/// A file as a response; a `Blob` in the browser.
#[derive(Clone, Copy, Debug)]
pub struct File;

impl File {
    /// Media type of a spreadsheet.
    pub const XLSX: &'static str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    /// Media type of comma-separated text.
    pub const CSV: &'static str = "text/csv";
}

/// A stream of server-sent events (`text/event-stream`) as a response. A caller that uses the package passes a `fetch`
/// that reads the events itself; the call then returns what that `fetch` returns.
#[derive(Clone, Copy, Debug)]
pub struct EventStream;

impl EventStream {
    /// Media type of the response.
    pub const KIND: &'static str = "text/event-stream";
}

/// A file as a request body: the raw bytes. The query contains its name.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
pub struct Upload;

/// A response type, as the OpenAPI document needs it: it names the row type of a list.
#[cfg(feature = "server")]
pub trait Answer {
    /// The row type of a list; the type itself if it is not a list.
    type Row: utoipa::ToSchema;
}

#[cfg(feature = "server")]
impl<T: utoipa::ToSchema> Answer for Vec<T> {
    type Row = T;
}

#[cfg(feature = "server")]
impl Answer for File {
    type Row = Self;
}

#[cfg(feature = "server")]
impl Answer for EventStream {
    type Row = Self;
}

#[cfg(feature = "server")]
impl utoipa::PartialSchema for EventStream {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::schema::Type::String).into()
    }
}

#[cfg(feature = "server")]
impl utoipa::ToSchema for EventStream {}

/// Implements the OpenAPI schema of binary content.
#[cfg(feature = "server")]
macro_rules! as_bytes {
    ($($type:ident),+) => { $(
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::Binary)))
                    .into()
            }
        }

        impl utoipa::ToSchema for $type {}
    )+ };
}
#[cfg(feature = "server")]
as_bytes!(File, Upload);

#[cfg(target_arch = "wasm32")]
const _: () = {
    #[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
    const FILES: &str = "export type File = Blob;\nexport type Upload = Blob;\nexport type EventStream = unknown;\n";
};

/// Calls a macro with every declared endpoint. This is the only list of them.
#[macro_export]
macro_rules! each_endpoint {
    ($callback:ident) => {
        $crate::each_endpoint! { @in $callback
            sign_in::{CreateToken, ConfirmPassword, SignOut},
            qr_codes::{CreateQrCode, GetQrCodeStatus, InspectQrCode, ConfirmQrCode},
            own_account::{
                GetAccount, ChangePassword, GetOwnDetails, UpdateOwnDetails, ListOwnSessions, EndOtherSessions, EndOwnSession,
                ListOwnSignIns, ListOwnAccessLogs
            },
            two_steps::{GetTwoSteps, BeginTwoSteps, ConfirmTwoSteps, RenewRecoveryCodes, EndTwoSteps, EndAccountTwoSteps},
            menu_items::{ListMenuItems, ListManagedMenuItems, CreateMenuItem, GetMenuItem, UpdateMenuItem, DeleteMenuItem,
                ListMenuItemRevisions},
            permission_groups::{ListPermissionGroups, ExportPermissionGroups, BulkPermissionGroups, CreatePermissionGroup, GetPermissionGroup, UpdatePermissionGroup,
                DeletePermissionGroup, ListPermissionGroupRevisions, ListGrantableMenuItems},
            services::{ListServices},
            codes::{ListCodes, ExportCodes, BulkCodes, CreateCode, GetCode, UpdateCode, DeleteCode, ListCodeRevisions, ListCodeOptions},
            external_devices::{ListExternalDevices, ExportExternalDevices, BulkExternalDevices, CreateExternalDevice, GetExternalDevice,
                UpdateExternalDevice, DeleteExternalDevice, ListExternalDeviceRevisions, ListExternalDeviceOptions},
            addresses::{SearchAddresses},
            companies::{ListCompanies, ExportCompanies, BulkCompanies, ListCompanyOptions, CreateCompany, GetCompany, UpdateCompany,
                DeleteCompany, ListCompanyRevisions},
            company_credentials::{ListCompanyCredentials, IssueCompanyCredential, ApproveCompanyCredential,
                RevokeCompanyCredential,
                ListSystemCompanies},
            company_upgrades::{UpgradeCompany},
            divisions::{ListDivisions, CreateDivision, GetDivision, UpdateDivision, DeleteDivision, ListDivisionRevisions,
                ListDivisionOptions},
            managers::{ListManagers, ExportManagers, BulkManagers, CreateManager, GetManager, UpdateManager, DeleteManager,
                ListManagerRevisions, SetManagerPassword, GetManagerGivenAccess, TakeOverManagerGivenAccess, ListPermissionGroupChoices},
            operators::{ListOperators, ExportOperators, BulkOperators, CreateOperator, GetOperator, UpdateOperator, DeleteOperator,
                ListOperatorRevisions, SetOperatorPassword, GetOperatorGivenAccess, TakeOverOperatorGivenAccess, LaunchOperators, CancelOperatorLaunch, GetOwnOperator,
                ListMainManagerChoices},
            account_sessions::{ListAccountSessions, EndAccountSessions, EndAccountSession, ListAccountSignIns},
            members::{ListMembers, ExportMembers, BulkMembers, CreateMember, GetMember, UpdateMember, DeleteMember, RevealMember,
                ListMemberRevisions},
            member_imports::{GetMemberImportGuide, DownloadMemberImportSample, PreviewMemberImport, ReviewMemberImport,
                StartMemberImport},
            member_links::{ListMemberLinks, ListLinkCandidates, CreateMemberLink, EndMemberLink, ListOwnLinks,
                AnswerOwnLink},
            measurements::{TakeMeasurements, PrintMeasurements},
            person_confirmations::{ConfirmPerson, CreatePersonCode, GetPersonCodeStatus, ConfirmPersonByCode,
                InspectPersonCode, AnswerPersonCode},
            measurement_imports::{GetMeasurementImportGuide, DownloadMeasurementImportSample, PreviewMeasurementImport,
                ReviewMeasurementImport, StartMeasurementImport},
            physical_measurements::{ListPhysicalMeasurements, ExportPhysicalMeasurements, BulkPhysicalMeasurements, CreatePhysicalMeasurement,
                GetPhysicalMeasurement, UpdatePhysicalMeasurement, DeletePhysicalMeasurement,
                ListPhysicalMeasurementRevisions},
            stress_measurements::{ListStressMeasurements, ExportStressMeasurements, BulkStressMeasurements, CreateStressMeasurement,
                GetStressMeasurement, UpdateStressMeasurement, DeleteStressMeasurement,
                ListStressMeasurementRevisions},
            vision_measurements::{ListVisionMeasurements, ExportVisionMeasurements, BulkVisionMeasurements, CreateVisionMeasurement,
                GetVisionMeasurement, UpdateVisionMeasurement, DeleteVisionMeasurement,
                ListVisionMeasurementRevisions},
            heart_rate_measurements::{ListHeartRateMeasurements, ExportHeartRateMeasurements, BulkHeartRateMeasurements,
                CreateHeartRateMeasurement, GetHeartRateMeasurement, UpdateHeartRateMeasurement,
                DeleteHeartRateMeasurement, ListHeartRateMeasurementRevisions},
            dementia_screenings::{ListDementiaScreenings, ExportDementiaScreenings, BulkDementiaScreenings, CreateDementiaScreening,
                GetDementiaScreening, UpdateDementiaScreening, DeleteDementiaScreening,
                ListDementiaScreeningRevisions},
            dementia_norms::{ListDementiaNorms, LoadDementiaNorms},
            psychological_tests::{ListPsychologicalTests, ExportPsychologicalTests, BulkPsychologicalTests, CreatePsychologicalTest,
                GetPsychologicalTest, UpdatePsychologicalTest, DeletePsychologicalTest,
                ListPsychologicalTestRevisions},
            grade_rules::{ListGradeRuleVersions, CreateGradeRuleVersion, GetGradeRuleVersion, UpdateGradeRuleVersion,
                DeleteGradeRuleVersion, ListGradeRuleVersionRevisions},
            report_links::{SendReports, SendStoredReports, RevokeReportLink, OpenReport},
            messages::{ListMessages, GetMessage, RetryMessage},
            own_reports::{PrintOwnMeasurements, ShareOwnMeasurements, ListOwnReportLinks, RevokeOwnReportLink},
            statistics::{GetServiceAppMemberStatistics, GetUserAppMemberStatistics, GetMemberTypesByServiceApp, GetMemberTypesByUserApp, GetTestCaseStatistics, GetTestCategoryStatistics, GetIndicatorAverages, GetCompanyTestStatistics, GetAttentionStatistics, ListPeopleWhoNeedAttention, GetDashboard, ExportServiceAppMemberStatistics, ExportUserAppMemberStatistics, ExportMemberTypesByServiceApp, ExportMemberTypesByUserApp, ExportTestCaseStatistics, ExportTestCategoryStatistics, ExportIndicatorAverages, ExportCompanyTestStatistics, ExportAttentionStatistics, ExportPeopleWhoNeedAttention},
            reports::{ListReports, CreateReport, GetReport, PrintReports, DeleteReport},
            training_participations::{TakeTrainingParticipations, ListTrainingParticipations,
                ExportTrainingParticipations, GetTrainingParticipation, ListOwnTrainingParticipations},
            managed_users::{ListUsers, ExportUsers, BulkUsers, GetUser, UpdateUser, DeleteUser, ListUserRevisions, ListUserLinks,
                ListMemberCandidates, CreateUserLink, EndUserLink, ListUserAppUses, RegisterUser, SetUserPassword},
            consents::{ListOwnConsents, GiveConsents, WithdrawConsent, ListUserConsents},
            users::{SignUp, GetOwnProfile, UpdateOwnProfile, UpdateOwnLevel, UpdateOwnTracking,
                ListOwnPhysicalMeasurements, ListOwnStressMeasurements, ListOwnVisionMeasurements, GetOwnRecords,
                DeleteOwnUser},
            user_apps::{ListUserApps, ExportUserApps, BulkUserApps, CreateUserApp, GetUserApp, UpdateUserApp, DeleteUserApp,
                ListUserAppRevisions, ListUserAppOptions, ListCompanyUserApps, ExportCompanyUserApps, BulkCompanyUserApps,
                CreateCompanyUserApp, GetCompanyUserApp, UpdateCompanyUserApp, DeleteCompanyUserApp,
                ListCompanyUserAppRevisions, GrantUserApp},
            admin_boards::{ListAdminBoards, ExportAdminBoards, BulkAdminBoards, CreateAdminBoard, GetAdminBoard, UpdateAdminBoard, DeleteAdminBoard,
                ListAdminBoardRevisions, ListAnnouncements, GetAnnouncement},
            terms::{ListTerms, ExportTerms, CreateTerms, GetTerms, UpdateTerms, DeleteTerms, ListTermsRevisions,
                ListCurrentTerms, GetPublishedTerms},
            revisions::{ListDeletedRecords, UndoRevision},
            logs::{ListAccessLogs, ExportAccessLogs, GetAccessLog, ListMemberAccessLogs, ListUserAccessLogs, ListChangeLogs,
                ExportChangeLogs, GetChangeLog, VerifyLogs},
            alerts::{ListAlerts, GetAlert, MarkAlertsRead, GetAlertSettings, SaveAlertSettings, StreamAlerts},
            saved_views::{ListSavedViews, CreateSavedView, UpdateSavedView, DeleteSavedView},
            jobs::{ListJobs, GetJob, CancelJob, DownloadJobFile, DeleteJobFile},
            bulk::{ListBulkRows, StartBulk, UndoBulk},
        }
    };
    (@in $callback:ident $($module:ident::{$($endpoint:ident),+},)+) => {
        $callback! { $($($crate::contract::$module::$endpoint,)+)+ }
    };
}

macro_rules! infos {
    ($($endpoint:path),+ $(,)?) => {
        /// All declared endpoints as data.
        pub const ENDPOINTS: &[EndpointInfo] = &[$(<$endpoint as Endpoint>::INFO),+];
    };
}
each_endpoint!(infos);

/// The contract as the client has it.
#[cfg(not(feature = "server"))]
pub static CONTRACT: std::sync::LazyLock<packed::Contract> = std::sync::LazyLock::new(|| packed::CONTRACT.read());

#[cfg(not(feature = "server"))]
fn endpoints() -> &'static [EndpointInfo] {
    &CONTRACT.endpoints
}

#[cfg(feature = "server")]
fn endpoints() -> &'static [EndpointInfo] {
    ENDPOINTS
}

/// Returns the declaration of the endpoint with this name.
#[must_use]
pub fn endpoint_named(name: &str) -> Option<&'static EndpointInfo> {
    endpoints().iter().find(|info| info.name == name)
}

#[cfg(test)]
mod tests {
    use super::{
        BodyKind, ENDPOINTS, Endpoint, Method, placeholders_match,
        validation::{Rules, camel_case},
    };
    use std::collections::BTreeSet;

    #[test]
    fn no_two_endpoints_share_a_name_or_a_method_and_path() {
        let names: BTreeSet<_> = ENDPOINTS.iter().map(|info| info.name).collect();
        let calls: BTreeSet<_> = ENDPOINTS.iter().map(|info| (info.method, info.path)).collect();
        assert_eq!((names.len(), calls.len()), (ENDPOINTS.len(), ENDPOINTS.len()));
    }

    #[test]
    fn reading_sends_no_body() {
        for info in ENDPOINTS.iter().filter(|info| matches!(info.method, Method::Get | Method::Delete)) {
            assert_eq!(info.body, BodyKind::None, "{}", info.name);
        }
    }

    #[test]
    fn placeholders_and_fields_must_be_the_same() {
        assert!(placeholders_match("/a/{companyId}/b/{memberId}", &["company_id", "member_id"]));
        assert!(!placeholders_match("/a/{companyId}", &["company"]));
        assert!(!placeholders_match("/a/{companyId}", &[]));
        assert!(!placeholders_match("/a", &["company_id"]));
    }

    macro_rules! refusals {
        ($($endpoint:path),+ $(,)?) => {
            vec![$(
                (<<$endpoint as Endpoint>::Query as Rules>::FORM, <<$endpoint as Endpoint>::Query as Rules>::refusal()),
                (<<$endpoint as Endpoint>::Body as Rules>::FORM, <<$endpoint as Endpoint>::Body as Rules>::refusal()),
            )+]
        };
    }

    #[test]
    fn the_rules_of_a_form_name_its_fields_as_serde_reads_them() {
        let mut seen = 0;
        for (form, refusal) in each_endpoint!(refusals) {
            let read: BTreeSet<_> = refusal.split('`').skip(3).step_by(2).map(str::to_owned).collect();
            let ruled: BTreeSet<_> = form.fields.iter().map(|field| camel_case(field.name)).collect();
            assert_eq!(ruled, read, "{}: {refusal}", form.name);
            seen += read.len();
        }
        assert!(seen > 50, "{seen}");
    }

    #[cfg(feature = "server")]
    #[test]
    fn every_endpoint_says_what_it_does_in_one_sentence() {
        for info in ENDPOINTS {
            assert!(info.summary.trim().ends_with('.'), "{}: {}", info.name, info.summary);
        }
    }
}
