//! The address at which clients reach this server, for links in answers. It is never taken from what a client says.

use crate::settings::Settings;
use actix_web::{HttpRequest, web};
use std::net::SocketAddr;

/// The address of this server as far as it knows it itself.
pub struct PublicAddress {
    address: String,
    /// Whether `--public-address` names it. Otherwise a trusted proxy in front of the server may know better.
    is_configured: bool,
}

impl PublicAddress {
    /// Returns the configured address, or the one that the server listens on.
    #[must_use]
    pub fn of(settings: &Settings, listening: SocketAddr) -> Self {
        match settings.delivery.console.as_str() {
            "" => Self { address: format!("http://{listening}"), is_configured: false },
            configured => Self { address: configured.to_owned(), is_configured: true },
        }
    }
}

/// Returns the address of the server of a request, as scheme and host. Behind a proxy, the last `X-Forwarded-Host` and
/// `X-Forwarded-Proto` are the proxy's own; a client can write earlier ones, and `Host`.
#[must_use]
pub fn public_address(request: &HttpRequest, settings: &Settings) -> String {
    let known = request.app_data::<web::Data<PublicAddress>>();
    let last = |name: &str| {
        let text = request.headers().get_all(name).last()?.to_str().ok()?;
        text.rsplit(',').next().map(str::trim).filter(|word| !word.is_empty())
    };
    let from_proxy = || {
        let scheme = if last("x-forwarded-proto") == Some("https") { "https" } else { "http" };
        Some(format!("{scheme}://{}", last("x-forwarded-host")?))
    };
    let from_proxy = match known {
        Some(known) if known.is_configured => None,
        _ => settings.behind_proxy.then(from_proxy).flatten(),
    };
    from_proxy.or_else(|| known.map(|known| known.address.clone())).unwrap_or_default()
}
