//! Laws of trees.

use super::*;

#[test]
fn nodes_are_small() {
    assert_eq!(size_of::<Node>(), 24);
}

#[test]
fn children_keep_their_order_and_statistics_while_the_block_grows() {
    let mut tree: Tree<u16> = Tree::new(1 << 20, Layout::default());
    tree.set_total(ROOT, 9);
    for mv in 0..9u16 {
        let child = tree.add_child(ROOT, mv * 10).expect("room for a node");
        tree.record(child, f64::from(mv) / 10.0);
    }
    assert_eq!(tree.add_child(ROOT, 99), None, "no child beyond the legal moves");
    assert_eq!(tree.child_moves(ROOT), [0, 10, 20, 30, 40, 50, 60, 70, 80]);
    let means: Vec<f64> = tree.children(ROOT).iter().map(Node::mean).collect();
    assert_eq!(means, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
}

#[test]
fn memory_is_a_limit_and_freed_blocks_are_used_again() {
    let mut tree: Tree<u8> = Tree::new(100 * 25, Layout::default());
    tree.set_total(ROOT, 64);
    let mut made = 0;
    while tree.add_child(ROOT, 0).is_some() {
        made += 1;
    }
    assert!(made >= 32, "{made} children in 100 nodes");
    assert!(tree.bytes() <= 100 * 25);
    let full = tree.bytes();
    let child = tree.child(ROOT, 0);
    tree.set_total(child, 4);
    for mv in 0..4 {
        assert!(tree.add_child(child, mv).is_some(), "blocks of 1, 2 and 4 were released");
    }
    assert_eq!(tree.bytes(), full);
}

#[test]
fn a_copied_subtree_is_the_same_tree() {
    let mut tree: Tree<u8> = Tree::new(1 << 16, Layout::default());
    tree.set_total(ROOT, 3);
    let mut last = ROOT;
    for mv in 0..3 {
        last = tree.add_child(ROOT, mv).expect("room for a node");
        tree.record(last, 0.25);
    }
    tree.set_total(last, 2);
    let deep = tree.add_child(last, 7).expect("room for a node");
    tree.prove(deep, Proof::Win, 1.0);
    let mut copy = Tree::new(1 << 16, Layout::default());
    tree.copy_subtree(last, &mut copy);
    assert_eq!((copy.node(ROOT).visits(), copy.node(ROOT).mean(), copy.node(ROOT).total()), (1, 0.25, 2));
    assert_eq!(copy.child_moves(ROOT), [7]);
    assert_eq!(copy.children(ROOT)[0].proof(), Some(Proof::Win));
}

#[test]
fn the_next_child_is_known_where_all_moves_have_children_and_kept_with_the_subtree() {
    let mut tree: Tree<u8> = Tree::new(1 << 16, Layout::default());
    tree.set_total(ROOT, 3);
    for mv in 0..3 {
        assert_eq!((tree.links(ROOT).next(), tree.node(ROOT).is_full()), (None, false));
        tree.add_child(ROOT, mv).expect("room for a node");
    }
    assert_eq!((tree.links(ROOT).next(), tree.node(ROOT).is_full()), (None, true));
    tree.set_next(ROOT, 2);
    let root = tree.node(ROOT);
    assert_eq!((tree.links(ROOT).next(), root.children(), root.total()), (Some(2), 3, 3));
    let child = tree.child(ROOT, 1);
    tree.set_total(child, 2);
    tree.add_child(child, 8).expect("room for a node");
    tree.add_child(child, 9).expect("room for a node");
    tree.set_next(child, 1);
    tree.prove(child, Proof::Draw, 0.5);
    assert_eq!((tree.links(child).next(), tree.node(child).proof()), (Some(1), Some(Proof::Draw)));
    let mut copy = Tree::new(1 << 16, Layout::default());
    tree.copy_subtree(child, &mut copy);
    assert_eq!((copy.links(ROOT).next(), copy.node(ROOT).proof()), (Some(1), Some(Proof::Draw)));
    assert_eq!(copy.child_moves(ROOT), [8, 9]);
}
