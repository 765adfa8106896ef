//! Things that serve games of one type each, found by the type of the game.
//!
//! What is added while the program runs cannot be generic over games it has never seen. So it is
//! kept by the type that it serves, and whoever has a game of that type gets it back as it was:
//! nothing is converted, and a search runs the same code as if it had been built in.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use mctslab_core::Game;

/// One thing for each type of game that has one.
#[derive(Clone, Default)]
pub struct ByGame(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl ByGame {
    /// Keeps `thing` for games of the type `G`, in place of what there was.
    pub fn insert<G: Game, T: Any + Send + Sync>(&mut self, thing: T) {
        self.0.insert(TypeId::of::<G>(), Arc::new(thing));
    }

    /// The thing for games of the type `G`, if there is one of the type `T`.
    pub fn get<G: Game, T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<G>())?.downcast_ref()
    }
}
