//! Operations on sets of squares that are stored as bits.

/// The position of the `n`-th set bit of `bits`, counting from 0 at the low end. `n` is below the
/// number of set bits.
///
/// ```
/// # use mctslab_games::boards::bits::nth_set_bit;
/// assert_eq!(nth_set_bit(0b1010_0100, 1), 5);
/// ```
#[inline]
pub fn nth_set_bit(bits: u64, n: u32) -> u32 {
    isolate_nth(bits, n).trailing_zeros()
}

/// The `n`-th set bit of `bits` alone. `n` is below the number of set bits.
#[inline]
pub fn isolate_nth(bits: u64, n: u32) -> u64 {
    debug_assert!(n < bits.count_ones());
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        #[expect(
            unsafe_code,
            reason = "one instruction for a loop of six steps; the instruction exists by the cfg above"
        )]
        // SAFETY: the whole build has the feature that the intrinsic needs.
        unsafe {
            std::arch::x86_64::_pdep_u64(1 << n, bits)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        1 << nth_set_bit_plain(bits, n)
    }
}

/// [`nth_set_bit`] without special instructions: halves the word while counting.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn nth_set_bit_plain(bits: u64, mut n: u32) -> u32 {
    let mut at = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let below = ((bits >> at) & ((1u64 << width) - 1)).count_ones();
        if n >= below {
            n -= below;
            at += width;
        }
    }
    at
}

/// The same word, made opaque to the compiler, so that it does not join words like it into a
/// vector.
///
/// Several words side by side, each of which takes some steps, are faster than the lanes of a
/// vector where they come from words and go into words in every ply: filling and emptying vectors
/// takes longer than the steps.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "`black_box` does it by way of memory; this takes no instruction")]
#[inline]
pub fn apart(mut word: u64) -> u64 {
    // SAFETY: no instruction, and the register keeps its value.
    unsafe { std::arch::asm!("/* {} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
    word
}

/// The same word: for other processors it is not known whether their vectors are slower.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn apart(word: u64) -> u64 {
    word
}

/// The positions of the set bits, lowest first.
#[inline]
pub fn positions(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let at = bits.trailing_zeros();
        bits &= bits - 1;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mctslab_core::Rng;

    #[test]
    fn the_nth_bit_is_the_nth_position_in_both_ways() {
        let mut rng = Rng::new(5);
        for density in 0..200 {
            let bits = rng.bits() & if density % 2 == 0 { u64::MAX } else { rng.bits() };
            for (n, at) in positions(bits).enumerate() {
                assert_eq!(nth_set_bit(bits, n as u32), at, "bit {n} of {bits:#x}, seed 5");
                assert_eq!(nth_set_bit_plain(bits, n as u32), at, "bit {n} of {bits:#x}, seed 5");
            }
        }
        assert_eq!(nth_set_bit_plain(u64::MAX, 63), 63);
        assert_eq!(nth_set_bit(1 << 63, 0), 63);
    }
}
