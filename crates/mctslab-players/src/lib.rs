//! Agents that know one game: programs by others, played as their authors wrote them, and the list
//! of them.
//!
//! An agent is added with one file, its `mod` line and one row of the list here, as in
//! `mctslab_search::agents`.

mod divilly;
mod mancala_alphabeta;
mod nfriends_floyd;
mod othello_simple;
mod score4;

mctslab_search::agent_list! {
    nfriends_floyd::NFriendsFloyd,
    score4::Score4,
    divilly::Divilly,
    mancala_alphabeta::MancalaAlphaBeta,
    othello_simple::OthelloSimple,
}
