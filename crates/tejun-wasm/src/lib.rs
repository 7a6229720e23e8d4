//! The requests of the HTTP API, answered in a WebAssembly module: `web/build` makes it, and a worker of the
//! page sends it requests. `abi.rs` is the boundary, and all that needs the platform; the rest runs anywhere.

#[cfg(target_family = "wasm")]
mod abi;
mod dispatcher;

pub use dispatcher::Dispatcher;
