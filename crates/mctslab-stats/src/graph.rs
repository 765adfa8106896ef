//! Who was compared with whom: reachability in the graph of comparisons.
//!
//! A chain of players, each of whom took points from the next, is what bounds the difference of its two ends from below (Ford,
//! "Solution of a ranking problem from binary comparisons", 1957). Players whom no chain of games links cannot be compared.

/// For each node the nodes that can be reached from it, itself included.
pub(crate) fn reachable(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut next = vec![Vec::new(); nodes];
    for &(from, to) in edges {
        next[from].push(to);
    }
    (0..nodes).map(|start| reachable_from(start, &next)).collect()
}

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

/// The sets of nodes that edges link, in whatever direction; each in rising order, ordered by their first.
pub(crate) fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let both: Vec<(usize, usize)> = edges.iter().flat_map(|&(from, to)| [(from, to), (to, from)]).collect();
    let reach = reachable(nodes, &both);
    let members = |node: usize| (0..nodes).filter(|&other| reach[node][other]).collect::<Vec<usize>>();
    (0..nodes).map(|node| (node, members(node))).filter(|(node, set)| set[0] == *node).map(|(_, set)| set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_followed_one_way_and_components_both_ways() {
        let edges = [(0, 3), (3, 4), (2, 1)];
        let reach = reachable(6, &edges);
        assert!(reach[0][4] && !reach[4][0] && reach[5][5] && !reach[0][2]);
        assert_eq!(components(6, &edges), vec![vec![0, 3, 4], vec![1, 2], vec![5]]);
        assert!(components(0, &[]).is_empty());
    }
}
