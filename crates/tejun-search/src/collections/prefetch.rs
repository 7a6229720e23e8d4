//! The only unsafe code: a prefetch hint to the processor.

/// Asks the processor to load `slice[index]` into its caches while other work proceeds. It changes no value.
/// It does nothing past the end of the slice, or on a processor without such a hint.
#[inline(always)]
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = slice.get(index) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction, and it has no effect that a program
        // could observe. The address is that of a live item.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
