//! Access control: pages of this server and programs on this machine may send requests. Pages of other sites
//! may not, whatever name they have pointed at this address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use tejun_api::{ApiError, ErrorKind};

use super::response::ErrorResponse;

/// Lets a request through if its `Host` is this server and it does not come from another site.
pub(super) async fn guard(State(bound): State<SocketAddr>, request: Request, next: Next) -> Response {
    match check(bound, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => ErrorResponse::from(error).into_response(),
    }
}

fn check(bound: SocketAddr, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let Some(host) = single(headers, header::HOST)? else {
        return Err(ApiError::malformed("the header Host is missing"));
    };
    let whole = request.uri().authority().map(Authority::as_str);
    if !is_ours(host, bound) || whole.is_some_and(|name| name != host) {
        return Err(forbidden(format!("this server is not {host}: open http://{bound}/")));
    }
    if let Some(origin) = single(headers, header::ORIGIN)?
        && origin.strip_prefix("http://") != Some(host)
    {
        return Err(forbidden(format!("pages of {origin} may not send requests to this server")));
    }
    if let Some(site) = single(headers, HeaderName::from_static("sec-fetch-site"))?
        && request.uri().path().starts_with("/api")
        && !matches!(site, "same-origin" | "none")
    {
        return Err(forbidden("pages of other sites may not send requests to this server"));
    }
    Ok(())
}

fn forbidden(message: impl Into<String>) -> ApiError {
    ApiError::new(403, ErrorKind::Forbidden, message)
}

/// The value of a header that may occur once.
fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, ApiError> {
    let mut values = headers.get_all(&name).iter();
    match (values.next().map(HeaderValue::to_str), values.next()) {
        (None, _) => Ok(None),
        (Some(Ok(value)), None) => Ok(Some(value)),
        _ => Err(ApiError::malformed(format!("the header {name} is invalid"))),
    }
}

/// Whether a `Host` is this server, which listens at `bound`. A name other than `localhost` never is, because
/// its owner can point it at any address (DNS rebinding).
fn is_ours(host: &str, bound: SocketAddr) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    if host.contains('@') || authority.port_u16().unwrap_or(80) != bound.port() {
        return false;
    }
    let name = authority.host();
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let address: Option<IpAddr> = match bare {
        Some(bare) => bare.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    };
    address.is_some_and(|address| {
        let loopback = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        bound.ip().is_unspecified() || address == bound.ip() || loopback.contains(&address)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(host: &str, bound: &str) -> bool {
        is_ours(host, bound.parse().unwrap())
    }

    #[test]
    fn addresses_and_localhost_with_its_port_are_ours() {
        for host in ["127.0.0.1:4567", "localhost:4567", "LOCALHOST:4567", "[::1]:4567"] {
            assert!(ours(host, "127.0.0.1:4567"), "{host}");
        }
        assert!(ours("localhost", "127.0.0.1:80") && ours("192.168.0.7:80", "192.168.0.7:80"));
        assert!(ours("192.168.0.8", "0.0.0.0:80") && ours("[fe80::1]", "[::]:80"));
    }

    #[test]
    fn other_names_and_ports_are_not() {
        for host in
            "localhost:4568 localhost example.org:4567 localhost.example.org:4567 192.168.0.7:4567 :4567 \
                     127.0.0.1.example.org:4567 user@localhost:4567 ::1:4567 [127.0.0.1]:4567 2130706433:4567"
                .split(' ')
        {
            assert!(!ours(host, "127.0.0.1:4567"), "{host}");
        }
        assert!(!ours("", "127.0.0.1:80") && !ours("example.org", "0.0.0.0:80"));
        assert!(!ours("192.168.0.8:80", "192.168.0.7:80"));
    }
}
