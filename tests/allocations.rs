//! A batch that is warm steps without asking for memory: counted by an allocator of its own, so in a binary of its own.

use std::alloc::{GlobalAlloc, Layout as Memory, System};
use std::cell::Cell;

use eights::action::NUM_ACTIONS;
use eights::batch::{Autoreset, Batch, Buffers};
use eights::engine::{Game, Options};
use eights::observe::Layout;
use eights::ruleset::Ruleset;

/// The system's allocator, counting what this thread asks of it.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator as it came; the count is a plain number of the thread, made without
// memory, so that counting asks for none.
#[allow(unsafe_code, reason = "an allocator cannot be written otherwise")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, memory: Memory) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        unsafe { System.alloc(memory) }
    }

    unsafe fn dealloc(&self, at: *mut u8, memory: Memory) {
        unsafe { System.dealloc(at, memory) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const ENVS: usize = 16;

/// Rulesets with piles, words or created rules beside the state, some of which are listed anew as they are asked for.
const BESIDE: [&str; 5] = [
    "fat_buddah",
    "larbys_switch",
    "rose_mau",
    "stalin",
    "thirty_eights",
];

#[test]
fn a_warm_batch_steps_without_asking_for_memory() {
    for id in eights::ruleset::ids().filter(|id| !BESIDE.contains(id)) {
        let ruleset = Ruleset::builtin(id).expect(id);
        let players = 4.clamp(ruleset.players.min, ruleset.players.max);
        let options = Options {
            max_decisions: Some(300),
            ..Options::new(players)
        };
        let game = Game::new(&ruleset, options).expect(id);
        let size = ENVS * Layout::new(&game).size();
        let mut batch = Batch::new(&game, ENVS, 1, Autoreset::SameStep).expect(id);
        let (mut observations, mut final_observations) = (vec![0_f32; size], vec![0_f32; size]);
        let mut action_masks = vec![false; ENVS * NUM_ACTIONS];
        let (mut players, mut final_players) = (vec![0; ENVS], vec![0; ENVS]);
        let mut rewards = vec![0.0; ENVS * usize::from(game.players())];
        let (mut terminations, mut truncations) = (vec![false; ENVS], vec![false; ENVS]);
        let mut actions = vec![0_i64; ENVS];
        let mut ended = 0;
        for step in 0..2000 {
            let buffers = Buffers {
                observations: &mut observations,
                action_masks: &mut action_masks,
                players: &mut players,
                rewards: &mut rewards,
                terminations: &mut terminations,
                truncations: &mut truncations,
                final_observations: &mut final_observations,
                final_players: &mut final_players,
            };
            if step == 0 {
                batch.reset(None, None, buffers).expect(id);
                continue;
            }
            let before = ASKED.get();
            batch.sample(&mut actions).expect(id);
            batch.step(&actions, None, buffers).expect(id);
            assert!(step == 1 || ASKED.get() == before, "{id}: step {step}");
            ended += terminations
                .iter()
                .chain(&truncations)
                .filter(|&&end| end)
                .count();
        }
        // Resets, too, ask for nothing.
        assert!(ended > 0, "{id}: no episode ended");
    }
}
