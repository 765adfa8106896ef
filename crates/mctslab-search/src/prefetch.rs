//! Prefetch: asks the processor for memory before it is needed.

/// Asks the processor to bring the memory of `items[place]`, and `lines - 1` lines behind it, near:
/// a hint, which does nothing where there is no such item or no such instruction.
#[inline]
pub(crate) fn prefetch<T>(items: &[T], place: usize, lines: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        /// Bytes that memory is read in.
        const LINE: usize = 64;
        let first = items.as_ptr().wrapping_add(place).cast::<i8>();
        for line in 0..lines {
            #[expect(unsafe_code, reason = "the only way to say it")]
            // SAFETY: a hint reads nothing, whatever the address.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(LINE * line));
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, place, lines);
}
