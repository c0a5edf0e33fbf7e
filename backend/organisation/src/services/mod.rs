//! Services.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{page::Paging, schema::service},
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::contract::{
    page::Page,
    services::{ListServices, Service, ServiceId},
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<ListServices>(list);
}

async fn list(input: Input<ListServices>) -> Result<Page<Service>, Problem> {
    let allowed: Vec<i64> = input.caller()?.service_ids.iter().map(|id| id.0).collect();
    let paging = Paging::of(input.query.page, input.query.page_size);
    input
        .state
        .database
        .quick(move |connection| {
            let total = i64::try_from(allowed.len()).unwrap_or(i64::MAX);
            let rows = service::table
                .filter(service::service_id.eq_any(allowed))
                .order(service::service_id)
                .offset(paging.offset())
                .limit(paging.size)
                .select((service::service_id, service::code, service::name))
                .load::<(i64, String, String)>(connection)?;
            let data = rows.into_iter().map(|(id, code, name)| Service { id: ServiceId(id), code, name }).collect();
            Ok(paging.answer(data, (total, true)))
        })
        .await
}
