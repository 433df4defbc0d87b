//! The one place for processor-specific code.
#![allow(unsafe_code)]

/// Asks the processor to bring the cache line of `place` near; does nothing where it cannot be asked.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching never faults, and every x86-64 processor has the instruction (SSE).
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
