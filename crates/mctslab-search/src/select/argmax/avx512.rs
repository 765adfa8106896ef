//! The first of the greatest scores, eight children at a time (AVX-512).

#![expect(unsafe_code, reason = "vectors are read through pointers; the instructions exist by the cfg of this module")]

use std::arch::x86_64::{
    __m512d, _CMP_EQ_OQ, _CMP_GT_OQ, _CMP_ORD_Q, _mm256_castsi256_ps, _mm512_add_epi64, _mm512_add_pd,
    _mm512_castsi512_pd, _mm512_cmp_pd_mask, _mm512_cvtepi64_epi32, _mm512_cvtps_pd, _mm512_mask_blend_epi64,
    _mm512_mask_blend_pd, _mm512_mask_cmp_pd_mask, _mm512_mask_reduce_min_epi64, _mm512_maskz_loadu_epi64,
    _mm512_max_pd, _mm512_mul_pd, _mm512_permute_pd, _mm512_permutex2var_epi64, _mm512_set1_epi64, _mm512_set1_pd,
    _mm512_setr_epi64, _mm512_shuffle_f64x2,
};

use crate::tree::Node;

/// Children in a vector.
const LANES: usize = 8;

/// A node is three words: its mean, its rarity in the low half of the second, and the rest.
const WORDS: u32 = 3;
const _: () = assert!(size_of::<Node>() == 24 && Node::MEAN_AT == 0 && Node::RARITY_AT == 8);

/// The place of the greatest score, of equals the first.
#[inline]
pub(in crate::select) fn argmax(children: &[Node], scale: f64) -> usize {
    if children.len() <= LANES {
        let scores = scores(children, scale);
        return places_of_greatest(scores).trailing_zeros() as usize;
    }
    argmax_of_many(children, scale)
}

/// More children than one vector has: the best of each lane, then the best of those.
#[inline(never)]
fn argmax_of_many(children: &[Node], scale: f64) -> usize {
    // SAFETY: the whole build has the instructions.
    unsafe {
        let mut best = _mm512_set1_pd(f64::NEG_INFINITY);
        let mut places = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
        let mut here = places;
        for eight in children.chunks(LANES) {
            let scores = scores(eight, scale);
            let better = _mm512_cmp_pd_mask::<_CMP_GT_OQ>(scores, best);
            best = _mm512_mask_blend_pd(better, best, scores);
            places = _mm512_mask_blend_epi64(better, places, here);
            here = _mm512_add_epi64(here, _mm512_set1_epi64(LANES as i64));
        }
        _mm512_mask_reduce_min_epi64(places_of_greatest(best), places) as usize
    }
}

/// The scores of up to eight children: minus infinity where there is no child, and for a proven
/// loss without exploration, which has no score (0 · ∞).
#[inline]
fn scores(children: &[Node], scale: f64) -> __m512d {
    let count = children.len() as u32;
    let words = (1u32 << (WORDS * count)) - 1;
    let first = children.as_ptr().cast::<i64>();
    // SAFETY: the masks let no more words be read than the children have, and the whole build has
    // the instructions.
    unsafe {
        let low = _mm512_maskz_loadu_epi64(words as u8, first);
        let middle = _mm512_maskz_loadu_epi64((words >> 8) as u8, first.wrapping_add(8));
        let high = _mm512_maskz_loadu_epi64((words >> 16) as u8, first.wrapping_add(16));
        // Every third word, first from the two lower vectors, then from the last (8 to 15).
        let means = _mm512_permutex2var_epi64(low, _mm512_setr_epi64(0, 3, 6, 9, 12, 15, 0, 0), middle);
        let means = _mm512_permutex2var_epi64(means, _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 10, 13), high);
        let rarities = _mm512_permutex2var_epi64(low, _mm512_setr_epi64(1, 4, 7, 10, 13, 0, 0, 0), middle);
        let rarities = _mm512_permutex2var_epi64(rarities, _mm512_setr_epi64(0, 1, 2, 3, 4, 8, 11, 14), high);
        let rarities = _mm512_cvtps_pd(_mm256_castsi256_ps(_mm512_cvtepi64_epi32(rarities)));
        let scores = _mm512_add_pd(_mm512_castsi512_pd(means), _mm512_mul_pd(_mm512_set1_pd(scale), rarities));
        let known = _mm512_mask_cmp_pd_mask::<_CMP_ORD_Q>(((1u32 << count) - 1) as u8, scores, scores);
        _mm512_mask_blend_pd(known, _mm512_set1_pd(f64::NEG_INFINITY), scores)
    }
}

/// The lanes of the greatest score, one bit each.
#[inline]
fn places_of_greatest(scores: __m512d) -> u8 {
    // SAFETY: the whole build has the instructions.
    unsafe {
        // The greater of each lane and that four, two and one beside it.
        let four = _mm512_max_pd(scores, _mm512_shuffle_f64x2::<0b01_00_11_10>(scores, scores));
        let two = _mm512_max_pd(four, _mm512_shuffle_f64x2::<0b10_11_00_01>(four, four));
        let one = _mm512_max_pd(two, _mm512_permute_pd::<0b0101_0101>(two));
        _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(scores, one)
    }
}
