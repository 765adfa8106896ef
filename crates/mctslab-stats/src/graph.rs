//! The graph of comparisons: players whom no chain of games links cannot be compared.

/// Whether each node can be reached from `start`.
fn reachable_from(start: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    seen[start] = true;
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for &other in &next[node] {
            if !seen[other] {
                seen[other] = true;
                open.push(other);
            }
        }
    }
    seen
}

/// The connected components, each in ascending order, ordered by their first node.
pub(crate) fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); nodes];
    for &(a, b) in edges {
        next[a].push(b);
        next[b].push(a);
    }
    let mut placed = vec![false; nodes];
    let mut sets = Vec::new();
    for node in 0..nodes {
        if !placed[node] {
            let seen = reachable_from(node, &next);
            let set: Vec<usize> = (0..nodes).filter(|&other| seen[other]).collect();
            for &other in &set {
                placed[other] = true;
            }
            sets.push(set);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_edges_link_is_one_set() {
        assert_eq!(components(6, &[(0, 3), (4, 3), (2, 1)]), vec![vec![0, 3, 4], vec![1, 2], vec![5]]);
        assert!(components(0, &[]).is_empty());
    }
}
