//! `serve`: serves the page for as long as the program runs.

use std::net::{IpAddr, SocketAddr};

use anyhow::Result;
use tejun_puzzles::Registry;

use super::args::Shared;
use super::output::print_line;
use crate::program::program;
use crate::status::ExitStatus;
use crate::web::{self, Allowance};

pub(super) fn run(registry: Registry, bind: IpAddr, port: u16, most: Allowance) -> Result<ExitStatus> {
    web::serve_within(registry, SocketAddr::new(bind, port), most, |address| {
        print_line(&format!("{}: http://{address}/ (Ctrl-C ends it)", program())).map(drop)
    })?;
    Ok(ExitStatus::Done)
}

/// What all clients together may use: the options of searches are the most that a request may ask for.
pub(super) fn allowance(searches: Option<u16>, shared: &Shared) -> Allowance {
    let options = &shared.given.options;
    Allowance::new(searches.map(usize::from)).at_most(
        options.number("threads").map(|threads| threads as usize),
        options.number("memory"),
        options.time("time"),
    )
}
