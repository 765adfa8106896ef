//! The inside of a search with moves as texts.

use crate::{ChildView, Game, IterationTrace, NodeView, PlayoutTrace, RecordTrace, TraceStep};

/// A node that was reached in `state`.
pub(super) fn node_in_texts<G: Game>(game: &G, state: &G::State, node: NodeView<G::Move>) -> NodeView<String> {
    let NodeView { player, visits, mean, proven, children, untried } = node;
    let untried = untried.into_iter().map(|mv| game.move_text(state, mv)).collect();
    NodeView { player, visits, mean, proven, children: children_in_texts(game, state, children), untried }
}

fn children_in_texts<G: Game>(game: &G, state: &G::State, children: Vec<ChildView<G::Move>>) -> Vec<ChildView<String>> {
    let child = |child: ChildView<G::Move>| {
        let ChildView { mv, visits, mean, proven, terms } = child;
        ChildView { mv: game.move_text(state, mv), visits, mean, proven, terms }
    };
    children.into_iter().map(child).collect()
}

/// An iteration of a search from `root`.
pub(super) fn trace_in_texts<G: Game>(
    game: &G,
    root: &G::State,
    trace: IterationTrace<G::Move>,
) -> IterationTrace<String> {
    let IterationTrace { number, steps, end, playouts, records } = trace;
    let mut state = root.clone();
    // The moves of the path, each with its text.
    let mut path = Vec::new();
    let mut in_texts = Vec::new();
    for TraceStep { player, mv, choice, children, proven_choice } in steps {
        let (text, proven_choice) = (game.move_text(&state, mv), proven_choice.map(|mv| game.move_text(&state, mv)));
        let children = children_in_texts(game, &state, children);
        in_texts.push(TraceStep { player, mv: text.clone(), choice, children, proven_choice });
        path.push((mv, text));
        game.play(&mut state, mv);
    }
    let records = records_in_texts(path, records);
    let playouts = playouts.into_iter().map(|playout| playout_in_texts(game, root, playout)).collect();
    IterationTrace { number, steps: in_texts, end, playouts, records }
}

fn playout_in_texts<G: Game>(game: &G, root: &G::State, playout: PlayoutTrace<G::Move>) -> PlayoutTrace<String> {
    let PlayoutTrace { line, moves, order, rewards } = playout;
    let mut state = root.clone();
    let mut in_texts = |moves: Vec<G::Move>| {
        let text = |mv| {
            let text = game.move_text(&state, mv);
            game.play(&mut state, mv);
            text
        };
        moves.into_iter().map(text).collect::<Vec<String>>()
    };
    let line = in_texts(line);
    PlayoutTrace { line, moves: in_texts(moves), order, rewards }
}

/// What was recorded on the way up: at each node of the path that is recorded, from the leaf on.
fn records_in_texts<M: Copy + Eq>(
    mut path: Vec<(M, String)>,
    records: Vec<RecordTrace<M>>,
) -> Vec<RecordTrace<String>> {
    let record = |RecordTrace { mv, reward, visits, mean, proven }: RecordTrace<M>| {
        let text = mv.and_then(|mv| {
            loop {
                let (other, text) = path.pop()?;
                if other == mv {
                    return Some(text);
                }
            }
        });
        RecordTrace { mv: text, reward, visits, mean, proven }
    };
    records.into_iter().map(record).collect()
}
