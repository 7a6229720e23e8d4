//! `serve`: serves the page for as long as the program runs.

use std::net::{IpAddr, SocketAddr};

use anyhow::Result;
use tejun_puzzles::Registry;

use super::output::print_line;
use crate::program::program;
use crate::status::ExitStatus;
use crate::web;

pub(super) fn run(
    registry: Registry,
    bind: IpAddr,
    port: u16,
    searches: Option<usize>,
) -> Result<ExitStatus> {
    web::serve(registry, SocketAddr::new(bind, port), searches, |address| {
        print_line(&format!("{}: http://{address}/ (Ctrl-C ends it)", program())).map(drop)
    })?;
    Ok(ExitStatus::Done)
}
