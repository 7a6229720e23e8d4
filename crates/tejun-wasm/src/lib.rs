#![doc = include_str!("../README.md")]

#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub mod abi;
mod dispatcher;

pub use dispatcher::Dispatcher;

/// Makes the engine of a page from an expression of type [`Registry`](tejun_puzzles::Registry): the functions that the
/// page's worker calls. It belongs into the library of a crate, once. Compiled for anything but WebAssembly, it does nothing.
///
/// ```
/// tejun_wasm::export!(tejun_puzzles::Registry::standard());
/// ```
#[macro_export]
macro_rules! export {
    ($registry:expr) => {
        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code)]
        const _: () = {
            // The names are those that the worker links to.
            #[unsafe(no_mangle)]
            extern "C" fn room(length: usize) -> *mut u8 {
                $crate::abi::room(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn ask(head: usize) {
                $crate::abi::ask(head, || $registry);
            }
        };
    };
}
