//! The OpenAPI 3.1 document, made of the endpoint declarations.

use crate::problem::Problem;
use std::collections::BTreeMap;
use uno_core::{
    contract::{
        Access, BodyKind, Endpoint, EndpointInfo,
        error::{ErrorBody, ErrorCode},
    },
    each_endpoint,
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ComponentsBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, PathItem, PathsBuilder, Ref, RefOr,
        Required, ResponseBuilder, Schema,
        path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

/// Named schemas found so far.
type Components = BTreeMap<String, RefOr<Schema>>;

/// The whole document.
#[must_use]
pub fn document() -> OpenApi {
    let mut components = Components::new();
    let mut paths = PathsBuilder::new();
    macro_rules! describe_each {
        ($($endpoint:path),+ $(,)?) => { $(paths = describe::<$endpoint>(paths, &mut components);)+ };
    }
    each_endpoint!(describe_each);
    schema_of::<ErrorBody>(&mut components);
    let mut builder = ComponentsBuilder::new().security_scheme(
        "accessToken",
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build()),
    );
    for (name, schema) in components {
        builder = builder.schema(name, schema);
    }
    OpenApiBuilder::new()
        .info(InfoBuilder::new().title("UNO").version(env!("CARGO_PKG_VERSION")).description(Some(catalogue())).build())
        .paths(paths.build())
        .components(Some(builder.build()))
        .build()
}

/// The document as it is kept in the repository.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn text() -> Result<String, Problem> {
    let mut text = document().to_pretty_json().map_err(Problem::internal)?;
    text.push('\n');
    Ok(text)
}

/// The error codes, as a table for people.
fn catalogue() -> String {
    let mut text = String::from(
        "The interface of the UNO console. Errors are answered as `ErrorBody` with one of these codes.\n\n\
         | Code | Status | Meaning |\n|---|---|---|\n",
    );
    for code in ErrorCode::ALL {
        text.push_str(&format!("| {} | {} | {} |\n", code.number(), code.status(), code.message()));
    }
    text
}

/// A reference to the schema of a type, which is added to the components with all that it refers to.
fn schema_of<T: ToSchema>(components: &mut Components) -> RefOr<Schema> {
    let mut nested = Vec::new();
    T::schemas(&mut nested);
    components.extend(nested);
    // Pages and lists are written out where they stand: their names would not tell of what.
    if std::any::type_name::<T>().contains('<') {
        return T::schema();
    }
    let name = T::name().into_owned();
    components.insert(name.clone(), T::schema());
    RefOr::Ref(Ref::from_schema_name(name))
}

fn describe<E>(paths: PathsBuilder, components: &mut Components) -> PathsBuilder
where
    E: Endpoint,
    E::Path: ToSchema,
    E::Query: ToSchema,
    E::Body: ToSchema,
    E::Ok: ToSchema,
{
    let info = E::INFO;
    let mut operation = OperationBuilder::new()
        .operation_id(Some(info.name))
        .tag(tag(&info))
        .summary(Some(info.summary.trim()))
        .description(Some(access(info.access)));
    if info.path.contains('{') {
        for parameter in parameters::<E::Path>(ParameterIn::Path, components) {
            operation = operation.parameter(parameter);
        }
    }
    if !info.query_form.fields.is_empty() {
        for parameter in parameters::<E::Query>(ParameterIn::Query, components) {
            operation = operation.parameter(parameter);
        }
    }
    let content = |schema| ContentBuilder::new().schema(Some(schema)).build();
    match info.body {
        BodyKind::None => {}
        BodyKind::Json => {
            let body = RequestBodyBuilder::new()
                .content("application/json", content(schema_of::<E::Body>(components)))
                .required(Some(Required::True));
            operation = operation.request_body(Some(body.build()));
        }
        BodyKind::File => {
            let body = RequestBodyBuilder::new()
                .content("application/octet-stream", content(E::Body::schema()))
                .required(Some(Required::True));
            operation = operation.request_body(Some(body.build()));
        }
    }
    let is_file = std::any::type_name::<E::Ok>() == std::any::type_name::<uno_core::contract::File>();
    let answer = if is_file {
        ResponseBuilder::new().description("The file.").content("application/octet-stream", content(E::Ok::schema()))
    } else {
        ResponseBuilder::new()
            .description("The answer.")
            .content("application/json", content(schema_of::<E::Ok>(components)))
    };
    let error = ResponseBuilder::new()
        .description("An error of the catalogue.")
        .content("application/json", content(RefOr::Ref(Ref::from_schema_name("ErrorBody"))));
    operation = operation.response("200", answer.build()).response("default", error.build());
    if info.access != Access::Public {
        operation = operation.security(SecurityRequirement::new("accessToken", Vec::<String>::new()));
    }
    let method = match info.method {
        uno_core::contract::Method::Get => HttpMethod::Get,
        uno_core::contract::Method::Post => HttpMethod::Post,
        uno_core::contract::Method::Put => HttpMethod::Put,
        uno_core::contract::Method::Patch => HttpMethod::Patch,
        uno_core::contract::Method::Delete => HttpMethod::Delete,
    };
    paths.path(info.path, PathItem::new(method, operation.build()))
}

/// The properties of a query or path type as parameters.
fn parameters<T: ToSchema>(place: ParameterIn, components: &mut Components) -> Vec<utoipa::openapi::path::Parameter> {
    let mut nested = Vec::new();
    T::schemas(&mut nested);
    components.extend(nested);
    let RefOr::T(Schema::Object(object)) = T::schema() else { return Vec::new() };
    object
        .properties
        .into_iter()
        .map(|(name, schema)| {
            let required = place == ParameterIn::Path || object.required.contains(&name);
            let description = match &schema {
                RefOr::T(Schema::Object(object)) => object.description.clone(),
                RefOr::T(Schema::Array(array)) => array.description.clone(),
                _ => None,
            };
            ParameterBuilder::new()
                .name(name)
                .parameter_in(place.clone())
                .required(if required { Required::True } else { Required::False })
                .description(description)
                .schema(Some(schema))
                .build()
        })
        .collect()
}

/// Endpoints stand together by the first word of their path.
fn tag(info: &EndpointInfo) -> String {
    info.path.trim_start_matches("/api/v1/").split('/').next().unwrap_or_default().into()
}

fn access(access: Access) -> String {
    match access {
        Access::Public => "Needs no token.".into(),
        Access::SignedIn => "For every signed-in account.".into(),
        Access::AnyStaff => "For staff.".into(),
        Access::Member => "For members, about themselves.".into(),
        Access::Staff { screen, action } => {
            format!("For staff whose permission group allows {} on `{screen}`.", action.as_str())
        }
    }
}
