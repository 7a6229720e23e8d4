//! `mcp`: serves the verbs as tools for as long as standard input lasts.

use anyhow::Result;
use tejun_puzzles::Registry;

use super::args::Shared;
use super::serve::allowance;
use crate::mcp;
use crate::status::ExitStatus;

pub(super) fn run(registry: Registry, searches: Option<u16>, shared: &Shared) -> Result<ExitStatus> {
    mcp::serve(registry, allowance(searches, shared))?;
    Ok(ExitStatus::Done)
}
