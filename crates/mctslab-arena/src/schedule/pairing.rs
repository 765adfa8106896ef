//! Pairings of rounds that depend on results.
//!
//! Swiss: agents are ranked by points (ties by their place in the list). The best agent without a
//! table plays the next best that it has not met; where that would leave others without a table of
//! strangers, in this round or a later one, the one after (see `swiss`). An agent without a table
//! gets a bye, paid like a mean result; agents that had a bye are the last to get another.
//!
//! Knock-out: agents are seeded by their place in the list. As many tables play as reduce the
//! number of agents to a power of the table size; the best seeds advance without a game. At each
//! table the best seeds meet the weakest, and the agent with most points advances; of agents with
//! equal points, the better seed.

use super::swiss::Strangers;
use crate::Seats;

/// The tables of a round of a Swiss tournament, and the agents without one. `met[a][b]` is the
/// number of times that two agents have met; `rounds` are still to be played, including this one.
pub(super) fn swiss(
    points: &[f64],
    met: &[Vec<u32>],
    byes: &[u32],
    seats: usize,
    rounds: u64,
) -> (Vec<Seats>, Vec<usize>) {
    let mut ranked: Vec<usize> = (0..points.len()).collect();
    ranked.sort_by(|&a, &b| points[b].total_cmp(&points[a]).then(a.cmp(&b)));
    Strangers::pair(&ranked, met, byes, seats, rounds).unwrap_or_else(|| greedy(ranked, met, byes, seats))
}

/// Tables where rematches cannot be avoided, or agents are too many for a search: every agent plays
/// the next best that it has met least often.
fn greedy(mut ranked: Vec<usize>, met: &[Vec<u32>], byes: &[u32], seats: usize) -> (Vec<Seats>, Vec<usize>) {
    let mut resting = Vec::new();
    for _ in 0..ranked.len() % seats {
        // The lowest ranked of the agents with the fewest byes.
        let least = ranked.iter().map(|&agent| byes[agent]).min().expect("more agents than byes");
        let place = ranked.iter().rposition(|&agent| byes[agent] == least).expect("the least is one of them");
        resting.push(ranked.remove(place));
    }
    let mut tables = Vec::new();
    while !ranked.is_empty() {
        let mut table = vec![ranked.remove(0)];
        while table.len() < seats {
            let often = |agent: usize| table.iter().map(|&other| met[agent][other]).sum::<u32>();
            let fewest = ranked.iter().map(|&agent| often(agent)).min().expect("tables are full");
            let place = ranked.iter().position(|&agent| often(agent) == fewest).expect("the fewest is one of them");
            table.push(ranked.remove(place));
        }
        tables.push(Seats::new(&table));
    }
    (tables, resting)
}

/// The tables of a round of a knock-out tournament among the agents that remain, the best seed
/// first; the others advance.
pub(super) fn knockout(left: &[usize], seats: usize) -> Vec<Seats> {
    let mut power = 1;
    while power * seats < left.len() {
        power *= seats;
    }
    // `left` is above `power`; each table removes all agents but one.
    let tables = (left.len() - power) / (seats - 1);
    let playing = &left[left.len() - tables * seats..];
    let table = |number: usize| {
        // Seeds are assigned to the tables in alternating directions.
        let place = |row: usize| row * tables + if row.is_multiple_of(2) { number } else { tables - 1 - number };
        let agents: Vec<usize> = (0..seats).map(|row| playing[place(row)]).collect();
        Seats::new(&agents)
    };
    (0..tables).map(table).collect()
}

/// The total number of tables of a knock-out tournament; `None` if some would not be full.
pub(super) fn knockout_tables(agents: usize, seats: usize) -> Option<usize> {
    (seats >= 2 && agents >= seats && (agents - 1).is_multiple_of(seats - 1)).then(|| (agents - 1) / (seats - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knockout_of_any_size_leaves_one() {
        for (seats, sizes) in [(2, vec![2, 3, 4, 5, 6, 7, 8, 13]), (3, vec![3, 5, 7, 9, 11])] {
            for agents in sizes {
                let mut left: Vec<usize> = (0..agents).collect();
                let mut tables = 0;
                while left.len() > 1 {
                    for table in knockout(&left, seats) {
                        assert_eq!(table.len(), seats);
                        let winner = table.iter().min().expect("a table has agents");
                        left.retain(|&agent| agent == winner || table.seat_of(agent).is_none());
                        tables += 1;
                    }
                }
                assert_eq!((left, Some(tables)), (vec![0], knockout_tables(agents, seats)), "{agents} agents");
            }
        }
        assert_eq!(knockout_tables(4, 3), None);
        let first: Vec<String> = knockout(&[0, 1, 2, 3], 2).iter().map(Seats::to_string).collect();
        assert_eq!(first, ["0 3", "1 2"], "the best meet the weakest");
        let byes: Vec<String> = knockout(&[0, 1, 2, 3, 4], 2).iter().map(Seats::to_string).collect();
        assert_eq!(byes, ["3 4"], "the best seeds need not play");
    }

    #[test]
    fn swiss_rounds_pair_equals_who_have_not_met_and_rest_in_turn() {
        let mut met = vec![vec![0; 5]; 5];
        let (tables, resting) = swiss(&[0.0; 5], &met, &[0; 5], 2, 2);
        assert_eq!((tables, resting), (vec![Seats::new(&[0, 1]), Seats::new(&[2, 3])], vec![4]));
        for (a, b) in [(0, 1), (2, 3)] {
            met[a][b] = 1;
            met[b][a] = 1;
        }
        let (tables, resting) = swiss(&[1.0, 0.0, 1.0, 0.0, 0.5], &met, &[0, 0, 0, 0, 1], 2, 1);
        assert_eq!(resting, vec![3], "4 has rested already, 3 is the last of the others");
        assert_eq!(tables, vec![Seats::new(&[0, 2]), Seats::new(&[4, 1])]);
    }
}
