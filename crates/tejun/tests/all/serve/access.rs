//! Who may send requests: pages of this server and programs of this machine.

use super::client::{Response, Server};

#[test]
fn only_its_own_pages_may_send_requests() {
    let server = Server::start(&[]);
    let port = server.host.rsplit_once(':').unwrap().1;
    let status = |headers: &[&str]| server.request("GET", "/api/status", headers, "").status;
    let (host, local) = (format!("Host: {}", server.host), format!("Host: localhost:{port}"));
    let origin = |host: &str| host.replace("Host: ", "Origin: http://");
    for ours in [
        &[host.as_str()][..],
        &[&local],
        &[&format!("Host: [::1]:{port}")],
        &[&host, &origin(&host)],
        &[&local, &origin(&local), "Sec-Fetch-Site: same-origin"],
        &[&host, "Sec-Fetch-Site: none"],
    ] {
        assert_eq!(status(ours), 200, "{ours:?}");
    }
    for foreign in [
        &[format!("Host: example.org:{port}").as_str()][..],
        &["Host: localhost:1"],
        &["Host: localhost"],
        &["Host: "],
        &[&format!("Host: 127.0.0.1.example.org:{port}")],
        &[&host, "Origin: http://example.org"],
        &[&host, "Origin: null"],
        &[&host, &origin(&local)],
        &[&host, &origin(&host).replace("http:", "https:")],
        &[&host, "Sec-Fetch-Site: cross-site"],
        &[&host, "Sec-Fetch-Site: same-site"],
    ] {
        assert_eq!(status(foreign), 403, "{foreign:?}");
    }
    assert_eq!(server.request("GET", "/", &["Host: example.org"], "").status, 403);
    // A link on another site may open the page.
    assert_eq!(server.request("GET", "/", &[&host, "Sec-Fetch-Site: cross-site"], "").status, 200);
    assert_eq!(status(&[&host, &local]), 400);
    assert_eq!(Response::read(server.send("GET / HTTP/1.1", "")).status, 400);
}

#[test]
fn bound_to_every_address_it_goes_by_addresses_only() {
    let server = Server::start(&["--bind", "0.0.0.0"]);
    let port = server.host.rsplit_once(':').unwrap().1;
    let status = |host: &str| server.request("GET", "/", &[&format!("Host: {host}:{port}")], "").status;
    assert_eq!((status("192.168.0.7"), status("localhost"), status("example.org")), (200, 200, 403));
}
