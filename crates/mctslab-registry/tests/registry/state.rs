//! States as values.

use mctslab_registry::Catalog;

#[test]
fn a_state_is_a_value() {
    let catalog = Catalog::standard();
    let start = |spec: &str| catalog.game(spec).expect("a game").any_state(None).expect("a state");
    let first = start("tic-tac-toe");
    let mv = first.moves()[4].clone();
    let second = first.play(&mv).expect("legal");
    assert_eq!((first.turn(), second.turn(), first.moves().len(), second.moves().len()), (Some(0), Some(1), 9, 8));
    assert!(first.equals(&*start("tic-tac-toe")) && !first.equals(&*second) && !first.equals(&*start("nim")));
    assert_eq!(first.hash(), start("tic-tac-toe").hash());
    assert!(second.play(&mv).is_err(), "a square is taken once");
    let read = second.game().any_state(Some(&second.text())).expect("its text is read");
    assert!(read.equals(&*second));
    assert_eq!(first.playouts(10, 3), first.playouts(10, 3));
    assert_eq!(first.playouts(10, 3).len(), 20);
    assert!(first.payoffs().is_none() && first.indices().iter().all(|&index| index < first.index_bound()));
}
