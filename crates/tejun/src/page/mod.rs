//! The page: its files, served or written with the engine as a WebAssembly module.

mod bundle;
pub(crate) mod files;
pub(crate) mod module;
pub(crate) mod site;
mod squeeze;
