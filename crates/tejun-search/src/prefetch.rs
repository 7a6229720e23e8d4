//! The one place with unsafe code: a hint to the processor.

/// Asks the processor to fetch `slice[index]` into its caches while other work goes on. It changes
/// no value; on a processor without such a hint, or past the end of the slice, it does nothing.
#[inline(always)]
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = slice.get(index) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of every x86-64 processor, and it reads nothing that a
        // program could observe; besides, the address is that of a living item.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
