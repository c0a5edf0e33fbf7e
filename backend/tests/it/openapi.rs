//! Generates the OpenAPI 3.1 document from the endpoint declarations.
//!
//! Requests are described by the tables that validate them (`contract/schema.rs`), responses by the serialized types,
//! and errors by the requirements of each declaration.

use kernel::http::{decode::CHANGES, respond::REQUEST_ID};
use serde_json::{Map, Value as Json, json};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use uno_core::{
    contract::{
        Access, Answer, BodyKind, Endpoint, EndpointInfo, EventStream, File, Upload,
        bulk::BulkRequest,
        company_credentials::IssueCompanyCredential,
        error::{ErrorBody, ErrorCode},
        measurement_imports::DownloadMeasurementImportSample,
        member_imports::DownloadMemberImportSample,
        qr_codes::CreateQrCode,
        schema::Place,
        sign_in::CreateToken,
        validation::{Form, Kind, Rules as _, camel_case},
    },
    each_endpoint,
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

/// Components described once and referenced by name.
#[derive(Default)]
struct Components {
    schemas: BTreeMap<String, Json>,
    responses: BTreeMap<String, Json>,
}

/// How a type describes itself. These are function pointers, so that the code that uses them is compiled once instead
/// of for each endpoint.
struct Shape {
    type_name: &'static str,
    name: fn() -> Cow<'static, str>,
    schema: fn() -> RefOr<Schema>,
    nested: fn(&mut Vec<(String, RefOr<Schema>)>),
}

impl Shape {
    fn of<T: ToSchema>() -> Self {
        Self { type_name: std::any::type_name::<T>(), name: T::name, schema: T::schema, nested: T::schemas }
    }

    /// Returns whether it is the shape of this type.
    fn is<T>(&self) -> bool {
        self.type_name == std::any::type_name::<T>()
    }

    fn json(&self) -> Json {
        json_of((self.schema)())
    }
}

/// An endpoint with the types of its declaration.
struct Described {
    info: EndpointInfo,
    path: Shape,
    query: Shape,
    body: Shape,
    ok: Shape,
    row: Shape,
}

impl Described {
    fn of<E>() -> Self
    where
        E: Endpoint,
        E::Path: ToSchema,
        E::Query: ToSchema,
        E::Body: ToSchema,
        E::Ok: ToSchema + Answer,
    {
        Self {
            info: E::INFO,
            path: Shape::of::<E::Path>(),
            query: Shape::of::<E::Query>(),
            body: Shape::of::<E::Body>(),
            ok: Shape::of::<E::Ok>(),
            row: Shape::of::<<E::Ok as Answer>::Row>(),
        }
    }
}

const ABOUT: &str = "The API of the UNO console.

* Ids and counts are numbers below 2^53. Timestamps are ISO 8601 in UTC.
* Text is normalised to Unicode NFC and trimmed before its length is checked. Blank text counts as absent.
* A list in a query is a repeated key. An unknown parameter or field is an error.
* `x-rules-between-fields` marks a body with rules between its fields; its description states them, such as \"a period \
ends after it begins\".
* Every response has an id in `x-request-id`, including responses that are not listed: an unknown path is answered with \
`10006`, a method that a path does not support with `10007` and the header `Allow`.

Errors are returned as `ErrorBody` with one of these codes.

| Code | Status | Meaning |
|---|---|---|
";

/// Returns the whole document.
#[must_use]
pub fn document() -> Json {
    let mut components = Components::default();
    let mut paths = Map::new();
    let mut tags = BTreeSet::new();
    macro_rules! describe_each {
        ($($endpoint:path),+ $(,)?) => { &[$(Described::of::<$endpoint>),+] };
    }
    let all: &[fn() -> Described] = each_endpoint!(describe_each);
    for describe in all {
        let described = describe();
        tags.insert(tag(&described.info));
        let path = paths.entry(described.info.path).or_insert_with(|| json!({}));
        path[described.info.method.as_str().to_ascii_lowercase()] = operation(&described, &mut components);
    }
    add(&Shape::of::<ErrorBody>(), &mut components);
    let mut about = String::from(ABOUT);
    for code in ErrorCode::ALL {
        about.push_str(&format!("| {} | {} | {} |\n", code.number(), code.status(), code.message()));
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "UNO", "version": env!("CARGO_PKG_VERSION"), "description": about },
        "servers": [{ "url": "/" }],
        "tags": tags.into_iter().map(|name| json!({ "name": name })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "schemas": components.schemas,
            "responses": components.responses,
            "parameters": {
                "IdempotencyKey": {
                    "name": "Idempotency-Key",
                    "in": "header",
                    "required": false,
                    "description": "Names the request: sent again with the same key, it is not carried out again and gets \
                                    the first answer, for 24 hours. With another request, the key is refused. A \
                                    structured-field string (RFC 8941) of 1 to 255 characters, with or without its \
                                    quotation marks.",
                    "schema": {
                        "type": "string",
                        "pattern": r#"^("([ !#-\[\]-~]|\\["\\]){1,255}"|[!#-+\--:<-\[\]-~]{1,255})$"#,
                    },
                },
            },
            "headers": {
                "RequestId": {
                    "description": "Identifies the request in the server's log.",
                    "required": true,
                    "schema": { "type": "string", "pattern": "^[0-9a-f]{16}$" },
                },
                "RetryAfter": {
                    "description": "Seconds to wait before trying again.",
                    "required": true,
                    "schema": { "type": "integer", "minimum": 0 },
                },
                "Authenticate": {
                    "description": "The authentication scheme.",
                    "required": true,
                    "schema": { "type": "string", "const": "Bearer" },
                },
            },
            "securitySchemes": {
                "accessToken": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "JWT",
                    "description": format!("The access token returned by `{}`.", CreateToken::INFO.name),
                },
                "companyCredential": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": format!(
                        "The secret of a company credential, which `{}` returns once. It is accepted only where this scheme is listed.",
                        IssueCompanyCredential::INFO.name
                    ),
                },
            },
        },
    })
}

/// Returns the document as stored in the repository and embedded in the server.
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&document()).unwrap();
    text.push('\n');
    text
}

fn operation(described: &Described, components: &mut Components) -> Json {
    let info = &described.info;
    let mut parameters = Vec::new();
    if info.path.contains('{') {
        parameters.extend(path_parameters(&described.path, components));
    }
    parameters.extend(query_parameters(&described.query, info.query_form));
    if info.takes_key {
        parameters.push(json!({ "$ref": "#/components/parameters/IdempotencyKey" }));
    }
    let mut operation = json!({
        "operationId": info.name,
        "tags": [tag(info)],
        "summary": info.summary.trim(),
        "description": format!("{}{}{}", paragraph(info.details), access(info.access), keyless(info)),
        "parameters": parameters,
        "responses": responses(described, components),
        "security": security(info.access),
    });
    let (kind, schema) = match info.body {
        BodyKind::None => return operation,
        BodyKind::Json => ("application/json", body(&described.body, info.body_form, components)),
        BodyKind::Batch => ("application/json", batch(&described.body, info.body_form, components)),
        BodyKind::Bulk => ("application/json", bulk(&described.body, info.body_form, components)),
        BodyKind::Patch => ("application/json", patch(&described.body, info.body_form, components)),
        BodyKind::File => ("application/octet-stream", json_of(Upload::schema())),
    };
    operation["requestBody"] = json!({ "required": true, "content": { kind: { "schema": schema } } });
    operation
}

/// Returns the tag of an endpoint: the first segment of its path.
fn tag(info: &EndpointInfo) -> &'static str {
    info.path.trim_start_matches("/api/v1/").trim_start_matches('/').split('/').next().unwrap_or_default()
}

/// Returns the security requirements.
fn security(access: Access) -> Json {
    match access {
        Access::Public => json!([]),
        Access::Credential(_) => json!([{ "companyCredential": [] }]),
        Access::SignedInOrCredential(_) => json!([{ "accessToken": [] }, { "companyCredential": [] }]),
        _ => json!([{ "accessToken": [] }]),
    }
}

fn access(access: Access) -> String {
    match access {
        Access::Public => "Requires no token.".into(),
        Access::EvenBeforePasswordChange => {
            "For every signed-in account, including those that must change their password first.".into()
        }
        Access::EvenBeforeTwoSteps => "For staff, including those who must set up two-step sign-in first.".into(),
        Access::EvenBeforeConsents => {
            "For members, about themselves, including those who must agree to terms first.".into()
        }
        Access::SignedIn => "For every signed-in account.".into(),
        Access::AnyStaff => "For staff.".into(),
        Access::Member => "For members, about themselves.".into(),
        Access::Staff { screen, action } => {
            format!("For staff whose permission group allows {} on `{screen}`.", action.as_str())
        }
        Access::Credential(scope) => {
            format!("For company systems, with a credential of the scope `{}`.", scope.as_str())
        }
        Access::SignedInOrCredential(scope) => format!(
            "For signed-in accounts, and for company systems with a credential of the scope `{}`.",
            scope.as_str()
        ),
    }
}

/// Says why a POST takes no key.
fn keyless(info: &EndpointInfo) -> String {
    info.keyless.map_or_else(String::new, |reason| format!("\n\nTakes no `Idempotency-Key`: {}", lower_first(reason)))
}

fn lower_first(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(1);
    format!("{}{rest}", first.to_lowercase())
}

/// Returns the lines of a comment as a paragraph.
fn paragraph(lines: &str) -> String {
    let text: Vec<_> = lines.lines().map(str::trim).collect();
    let text = text.join("\n");
    if text.trim().is_empty() { String::new() } else { format!("{}\n\n", text.trim()) }
}

fn path_parameters(path: &Shape, components: &mut Components) -> Vec<Json> {
    add_nested(path, components);
    let of = path.json();
    let properties = of["properties"].as_object().into_iter().flatten();
    properties.map(|(name, schema)| json!({ "name": name, "in": "path", "required": true, "schema": schema })).collect()
}

fn query_parameters(query: &Shape, form: &Form) -> Vec<Json> {
    let described = query.json();
    let parameter = |field: &uno_core::contract::validation::Field| {
        let name = camel_case(field.name);
        json!({
            "name": name,
            "in": "query",
            "required": field.required,
            "allowEmptyValue": !field.required,
            "description": description(&described["properties"][&name]),
            "schema": field.json_schema(Place::Query),
        })
    };
    form.fields.iter().map(parameter).collect()
}

/// Returns a reference to the schema of a merge patch: the fields of a form, all optional.
fn patch(shape: &Shape, form: &Form, components: &mut Components) -> Json {
    let derived = shape.json();
    let mut schema = form.json_schema(&description(&derived), |name| description(&derived["properties"][name]));
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("required");
    }
    let name = format!("{}Patch", form.name);
    components.schemas.insert(name.clone(), schema);
    reference(&name)
}

/// Returns a reference to the schema of a body.
fn body(shape: &Shape, form: &Form, components: &mut Components) -> Json {
    let derived = shape.json();
    let schema = form.json_schema(&description(&derived), |name| description(&derived["properties"][name]));
    components.schemas.insert(form.name.into(), schema);
    reference(form.name)
}

/// Returns a reference to the schema of a body whose records are validated one by one. An invalid record is rejected by
/// itself, so the schema permits anything in its place.
fn batch(shape: &Shape, form: &Form, components: &mut Components) -> Json {
    let reference = body(shape, form, components);
    let properties = components.schemas.get_mut(form.name).and_then(|schema| schema["properties"].as_object_mut());
    for (name, schema) in properties.into_iter().flatten() {
        let Some(field) = form.fields.iter().find(|field| camel_case(field.name) == *name) else { continue };
        if matches!(field.kind, Kind::Forms { .. }) {
            let record = schema["items"].take();
            schema["items"] = json!({ "anyOf": [record, { "description": "Anything else is refused by itself." }] });
        }
    }
    reference
}

/// Returns a reference to the schema of a bulk action, with the fields that change.
fn bulk(shape: &Shape, form: &Form, components: &mut Components) -> Json {
    let changes = patch(shape, form, components);
    let request = Shape::of::<BulkRequest>().json();
    let described = |name: &str| description(&request["properties"][name]);
    let mut schema = BulkRequest::FORM.json_schema(&description(&request), described);
    schema["properties"][CHANGES] = json!({ "anyOf": [changes, { "type": "null" }] });
    let name = format!("{}Bulk", form.name);
    components.schemas.insert(name.clone(), schema);
    reference(&name)
}

/// Returns the description of a schema; for a nullable schema, that of the other alternative.
fn description(schema: &Json) -> String {
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let said = std::iter::once(schema).chain(choices).find_map(|schema| schema["description"].as_str());
    said.unwrap_or_default().into()
}

fn responses(described: &Described, components: &mut Components) -> Json {
    let info = &described.info;
    let mut headers = json!({ REQUEST_ID: { "$ref": "#/components/headers/RequestId" } });
    if info.name == CreateQrCode::INFO.name {
        headers["set-cookie"] = header("The secret of this browser, which belongs to the code.");
    }
    if info.name == CreateToken::INFO.name {
        headers["set-cookie"] =
            header("After a sign-in by password: what this browser is known by when it comes again.");
        headers["set-cookie"]["required"] = false.into();
    }
    let is_file = described.ok.is::<File>();
    let is_stream = described.ok.is::<EventStream>();
    if is_file {
        headers["content-disposition"] = header("The name of the file.");
    }
    let kinds: &[&str] = match info.name {
        name if name == DownloadMemberImportSample::INFO.name || name == DownloadMeasurementImportSample::INFO.name => {
            &[File::XLSX, File::CSV]
        }
        _ if is_file => &[File::XLSX],
        _ if is_stream => &[EventStream::KIND],
        _ => &["application/json"],
    };
    let schema = answer(described, components);
    let content: Map<_, _> = kinds.iter().map(|kind| ((*kind).to_owned(), json!({ "schema": schema }))).collect();
    let mut responses = json!({
        "200": {
            "description": if is_file {
                "The file."
            } else if is_stream {
                "The events, for as long as the stream lasts."
            } else {
                "The answer."
            },
            "headers": headers,
            "content": content,
        },
    });
    let mut by_status = BTreeMap::<u16, Vec<ErrorCode>>::new();
    for code in refusals(info) {
        by_status.entry(code.status()).or_default().push(code);
    }
    for (status, codes) in by_status {
        let numbers: Vec<_> = codes.iter().map(|code| code.number().to_string()).collect();
        let name = format!("Refused{}", numbers.join("_"));
        responses[status.to_string()] = json!({ "$ref": format!("#/components/responses/{name}") });
        components.responses.entry(name).or_insert_with(|| refusal(status, &codes));
    }
    responses
}

fn header(description: &str) -> Json {
    json!({ "description": description, "required": true, "schema": { "type": "string" } })
}

/// Returns every error of an endpoint.
fn refusals(info: &EndpointInfo) -> BTreeSet<ErrorCode> {
    use ErrorCode as Code;
    let mut codes = BTreeSet::from([Code::Invalid, Code::TooLarge, Code::Overloaded, Code::Internal]);
    let is_credential = matches!(info.access, Access::Credential(_));
    let may_be_credential = is_credential || matches!(info.access, Access::SignedInOrCredential(_));
    if info.access != Access::Public {
        codes.insert(Code::Unauthenticated);
    }
    if info.access != Access::Public && !is_credential {
        codes.insert(Code::AccessTokenExpired);
    }
    if !matches!(info.access, Access::Public | Access::EvenBeforePasswordChange) && !is_credential {
        codes.insert(Code::PasswordChangeRequired);
    }
    if !matches!(info.access, Access::Public | Access::EvenBeforePasswordChange | Access::EvenBeforeTwoSteps) {
        codes.insert(Code::TwoStepsRequired);
    }
    if matches!(info.access, Access::Member | Access::SignedIn | Access::SignedInOrCredential(_)) {
        codes.insert(Code::ConsentRequired);
    }
    if !matches!(info.access, Access::Public | Access::EvenBeforePasswordChange | Access::SignedIn) {
        codes.insert(Code::Forbidden);
    }
    if may_be_credential {
        codes.insert(Code::TooManyRequests);
    }
    if info.path.contains('{') {
        codes.insert(Code::NotFound);
    }
    match info.body {
        BodyKind::None => {}
        BodyKind::Json | BodyKind::Patch | BodyKind::Batch | BodyKind::Bulk => {
            codes.extend([Code::Malformed, Code::UnsupportedMedia])
        }
        BodyKind::File => codes.extend([Code::Malformed]),
    }
    if info.takes_key {
        codes.extend([Code::Malformed, Code::KeyReused]);
    }
    codes.extend(info.refusals);
    codes
}

fn refusal(status: u16, codes: &[ErrorCode]) -> Json {
    let meanings: Vec<_> = codes.iter().map(|code| format!("`{}` {}", code.number(), code.message())).collect();
    let mut headers = json!({ REQUEST_ID: { "$ref": "#/components/headers/RequestId" } });
    match status {
        401 => headers["www-authenticate"] = json!({ "$ref": "#/components/headers/Authenticate" }),
        429 | 503 => headers["retry-after"] = json!({ "$ref": "#/components/headers/RetryAfter" }),
        _ => {}
    }
    let mut schema = reference("ErrorBody");
    let numbers: Vec<_> = codes.iter().map(|code| code.number()).collect();
    schema["properties"] = json!({ "code": { "enum": numbers } });
    json!({
        "description": meanings.join("\n\n"),
        "headers": headers,
        "content": { "application/json": { "schema": schema } },
    })
}

/// Returns the schema of a response. Lists are inlined, because their type names would not identify the row type.
fn answer(Described { ok, row, .. }: &Described, components: &mut Components) -> Json {
    add_nested(ok, components);
    if ok.type_name == row.type_name {
        let schema = add(ok, components);
        return if ok.is::<File>() || ok.is::<EventStream>() { ok.json() } else { schema };
    }
    add(row, components);
    answered(ok.json())
}

/// Adds the schema of a type with everything it references; returns a reference.
fn add(shape: &Shape, components: &mut Components) -> Json {
    add_nested(shape, components);
    let name = (shape.name)();
    components.schemas.insert(name.clone().into(), answered(shape.json()));
    reference(&name)
}

fn add_nested(shape: &Shape, components: &mut Components) {
    let mut nested = Vec::new();
    (shape.nested)(&mut nested);
    components.schemas.extend(nested.into_iter().map(|(name, schema)| (name, answered(json_of(schema)))));
}

/// Marks nullable properties as required: responses always contain them.
fn answered(mut schema: Json) -> Json {
    let Some(properties) = schema["properties"].as_object() else { return schema };
    let listed = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let nullable = properties.iter().filter(|(_, property)| may_be_null(property)).map(|(name, _)| name.as_str());
    let required: BTreeSet<String> = listed.chain(nullable).map(str::to_owned).collect();
    schema["required"] = json!(required);
    schema
}

fn may_be_null(schema: &Json) -> bool {
    let names = schema["type"].as_array().into_iter().flatten();
    let choices = schema["oneOf"].as_array().into_iter().flatten().map(|choice| &choice["type"]);
    names.chain(choices).any(|name| name == "null")
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn json_of(schema: impl serde::Serialize) -> Json {
    serde_json::to_value(schema).unwrap_or_default()
}
