//! The boundary to the worker (`web/offline/engine.js`), which [`export`](crate::export) makes for a registry.
//!
//! The worker asks for room, writes a request there and calls `ask`, which calls `tell` with each message
//! about it and returns when it is done. The module is one thread: it receives no messages while it works, so it polls
//! `stopped`. Names that others link to are unsafe to declare, because nothing checks that both
//! sides mean the same by them; they carry numbers and ranges of bytes only.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tejun_puzzles::Registry;

use crate::dispatcher::Dispatcher;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since any moment that stays the same.
    safe fn now() -> f64;
    /// Whether the request is to stop: 0 or 1.
    safe fn stopped() -> u32;
    /// Takes a message of `length` bytes: a name, a line feed, and the text of a JSON object.
    safe fn tell(message: *const u8, length: usize);
}

/// The request: a head, as in `POST solve`, and the body.
static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static DISPATCHER: OnceLock<Dispatcher> = OnceLock::new();

/// Reports to the worker that an allocation failed: a module that breaks then is out of memory, and any other has a bug. A
/// panic ends the module without a message (`tejun page`).
struct ReportingAllocator;

#[global_allocator]
static ALLOCATOR: ReportingAllocator = ReportingAllocator;

fn report_failure(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        const NONE: &str = "memory\n";
        tell(NONE.as_ptr(), NONE.len());
    }
    memory
}

// SAFETY: it is the system's allocator.
unsafe impl GlobalAlloc for ReportingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what holds for this call holds for that one; here and below.
        report_failure(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        report_failure(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        report_failure(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

fn send(name: &str, data: &str) {
    let message = format!("{name}\n{data}");
    tell(message.as_ptr(), message.len());
}

/// Returns where to write a request of `length` bytes.
pub fn room(length: usize) -> *mut u8 {
    let mut request = REQUEST.lock().expect("nothing panics while it holds the request");
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// Answers the request, whose first `head` bytes are its head, about the families of a registry, which is made once.
pub fn ask(head: usize, registry: impl FnOnce() -> Registry) {
    let request = std::mem::take(&mut *REQUEST.lock().expect("nothing panics while it holds the request"));
    let (head, body) = request.split_at(head.min(request.len()));
    let dispatcher =
        DISPATCHER.get_or_init(|| Dispatcher::new(registry(), || Duration::from_secs_f64(now() / 1000.0)));
    dispatcher.answer(&String::from_utf8_lossy(head), body, Arc::new(|| stopped() != 0), &mut send);
}
