//! The engine of tejun's own page: `web/build` makes it.
#![allow(missing_docs)]

tejun_wasm::export!(tejun_puzzles::Registry::standard());
