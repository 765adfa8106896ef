//! The first of the greatest scores, four children at a time (AVX2).

#![expect(unsafe_code, reason = "vectors are read through pointers; the instructions exist by the cfg of this module")]

use std::arch::x86_64::{
    __m256d, _CMP_EQ_OQ, _CMP_GT_OQ, _mm256_add_pd, _mm256_blend_pd, _mm256_blendv_pd, _mm256_castpd_ps,
    _mm256_castps256_ps128, _mm256_cmp_pd, _mm256_cvtps_pd, _mm256_loadu_pd, _mm256_max_pd, _mm256_movemask_pd,
    _mm256_mul_pd, _mm256_permute_pd, _mm256_permute2f128_pd, _mm256_permute4x64_pd, _mm256_permutevar8x32_ps,
    _mm256_set1_pd, _mm256_setr_epi32, _mm256_setr_pd, _mm256_storeu_pd,
};

use super::scalar;
use crate::tree::Node;

/// Children in a vector.
const LANES: usize = 4;

const _: () = assert!(size_of::<Node>() == 24 && Node::MEAN_AT == 0 && Node::RARITY_AT == 8);

/// The place of the greatest score, of equals the first.
#[inline]
pub(in crate::select) fn argmax(children: &[Node], scale: f64) -> usize {
    if let (Some(low), Some(high)) = (children.first_chunk(), children.last_chunk())
        && children.len() <= 2 * LANES
    {
        // Where there are fewer than eight, the second vector has some of the first once more.
        let (low, high) = (scores(low, scale), scores(high, scale));
        let greatest = greatest(low, high);
        let places = places_of(greatest, low) | places_of(greatest, high) << (children.len() - LANES);
        return places.trailing_zeros() as usize;
    }
    argmax_of_any(children, scale)
}

/// Fewer children than one vector has, or more than two have: the best of each lane, then the best
/// of those.
#[inline(never)]
fn argmax_of_any(children: &[Node], scale: f64) -> usize {
    let Some(last) = children.last_chunk() else { return scalar::argmax(children, scale) };
    let (fours, _) = children.as_chunks();
    // SAFETY: the whole build has the instructions, and as many numbers are stored as there is
    // room for.
    unsafe {
        let mut best = _mm256_set1_pd(f64::NEG_INFINITY);
        let mut places = _mm256_setr_pd(0.0, 1.0, 2.0, 3.0);
        let first = places;
        let mut consider = |four: &[Node; LANES], here: __m256d| {
            let scores = scores(four, scale);
            let better = _mm256_cmp_pd::<_CMP_GT_OQ>(scores, best);
            best = _mm256_max_pd(scores, best);
            places = _mm256_blendv_pd(places, here, better);
        };
        let mut here = first;
        for four in fours {
            consider(four, here);
            here = _mm256_add_pd(here, _mm256_set1_pd(LANES as f64));
        }
        // The last four again, or what was left of them.
        consider(last, _mm256_add_pd(first, _mm256_set1_pd((children.len() - LANES) as f64)));
        let among = places_of(greatest(best, best), best);
        let mut numbers = [0.0; LANES];
        _mm256_storeu_pd(numbers.as_mut_ptr(), places);
        let lanes = (0..LANES).filter(|lane| among & 1 << lane != 0);
        lanes.map(|lane| numbers[lane] as usize).min().unwrap_or(0)
    }
}

/// The scores of four children: minus infinity for a proven loss without exploration, which has no
/// score (0 · ∞).
#[inline]
fn scores(children: &[Node; LANES], scale: f64) -> __m256d {
    let first = children.as_ptr().cast::<f64>();
    // SAFETY: four children are twelve words, and the whole build has the instructions.
    unsafe {
        // A node is three words: its mean (m), its rarity in the low half of the second (r), and
        // the rest: m0 r0 – m1 | r1 – m2 r2 | – m3 r3 –.
        let (low, middle, high) =
            (_mm256_loadu_pd(first), _mm256_loadu_pd(first.add(LANES)), _mm256_loadu_pd(first.add(2 * LANES)));
        // m0 m3 m2 m1 and r1 r0 r3 r2.
        let means = _mm256_blend_pd::<0b0010>(_mm256_blend_pd::<0b0100>(low, middle), high);
        let rarities = _mm256_blend_pd::<0b0100>(_mm256_blend_pd::<0b1001>(low, middle), high);
        let means = _mm256_permute4x64_pd::<0b01_10_11_00>(means);
        let halves = _mm256_setr_epi32(2, 0, 6, 4, 0, 0, 0, 0);
        let rarities = _mm256_permutevar8x32_ps(_mm256_castpd_ps(rarities), halves);
        let rarities = _mm256_cvtps_pd(_mm256_castps256_ps128(rarities));
        let scores = _mm256_add_pd(means, _mm256_mul_pd(_mm256_set1_pd(scale), rarities));
        // The second where one of them is not a number.
        _mm256_max_pd(scores, _mm256_set1_pd(f64::NEG_INFINITY))
    }
}

/// The greatest of eight scores, in every lane.
#[inline]
fn greatest(scores: __m256d, others: __m256d) -> __m256d {
    // SAFETY: the whole build has the instructions.
    unsafe {
        // The greater of each lane and that two and one beside it.
        let four = _mm256_max_pd(scores, others);
        let two = _mm256_max_pd(four, _mm256_permute2f128_pd::<0b0000_0001>(four, four));
        _mm256_max_pd(two, _mm256_permute_pd::<0b0101>(two))
    }
}

/// The lanes that have this score, one bit each.
#[inline]
fn places_of(score: __m256d, scores: __m256d) -> u32 {
    // SAFETY: the whole build has the instructions.
    unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(scores, score)) as u32 }
}
