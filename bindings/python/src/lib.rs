//! The engine of the Python package `tejun`. What a person calls is in `python/tejun`; this module takes and gives what
//! needs no thought on the way: texts, and answers as the text of a JSON object.

mod engine;
mod error;
mod generate;
mod options;
mod position;
mod run;
mod search;
mod states;
mod stream;

use pyo3::prelude::*;

/// The module `tejun._tejun`.
#[pymodule]
mod _tejun {
    #[pymodule_export]
    use crate::engine::library;
    #[pymodule_export]
    use crate::generate::generate;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::search::search;
    #[pymodule_export]
    use crate::stream::Stream;
}
