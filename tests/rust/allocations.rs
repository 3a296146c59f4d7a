//! A warm batch steps without allocating memory. The allocator of the test binary counts requests per thread.

use std::alloc::{GlobalAlloc, Layout as Memory, System};
use std::cell::Cell;

use eights::batch::{Arrays, Autoreset, Batch, GamePool};
use eights::{Game, Options, Ruleset};

/// The system's allocator, with a count of the requests of each thread.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed unchanged to the system's allocator. The count is a plain thread-local number that needs no
// allocation, so counting does not allocate.
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

#[test]
fn a_warm_batch_steps_without_asking_for_memory() {
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        let players = 4.clamp(ruleset.players.min, ruleset.players.max);
        let options = Options {
            max_decisions: Some(300),
            ..Options::new(players)
        };
        let game = Game::new(&ruleset, options).expect(id);
        let mut batch = Batch::new(&game, ENVS, 1, Autoreset::SameStep).expect(id);
        let mut arrays = Arrays::<f32>::new(&batch);
        let mut actions = vec![0_i64; ENVS];
        let mut ended = 0;
        for step in 0..2000 {
            if step == 0 {
                batch.reset(None, None, arrays.buffers()).expect(id);
                continue;
            }
            let before = ASKED.get();
            batch.sample(None, &mut actions).expect(id);
            batch.step(&actions, None, arrays.buffers()).expect(id);
            assert!(step == 1 || ASKED.get() == before, "{id}: step {step}");
            ended += arrays
                .terminations
                .iter()
                .chain(&arrays.truncations)
                .filter(|&&end| end)
                .count();
        }
        // The steps above include resets, which must not allocate either.
        assert!(ended > 0, "{id}: no episode ended");
    }
}

#[test]
fn a_batch_that_is_back_from_a_pool_steps_without_asking_for_memory() {
    let uno = Ruleset::builtin("uno").expect("uno");
    let of = |cards: u8| {
        let options = Options {
            max_decisions: Some(40),
            ..Options::new(3)
        };
        let overrides = serde_json::from_value(serde_json::json!({"deal.cards": cards}));
        let ruleset = uno.with(&overrides.expect("a mapping")).expect("valid");
        Game::new(&ruleset, options).expect("uno")
    };
    let (game, other) = (of(7), of(6));
    let pool = GamePool::new(&[game.clone(), other]).expect("one shape");
    let mut batch = Batch::new(&game, ENVS, 1, Autoreset::SameStep).expect("room");
    let mut arrays = Arrays::<f32>::new(&batch);
    batch.reset(None, None, arrays.buffers()).expect("all envs");
    let mut actions = vec![0_i64; ENVS];
    let mut asked = |batch: &mut Batch, steps: u32| {
        let before = ASKED.get();
        for _ in 0..steps {
            batch.sample(None, &mut actions).expect("room");
            batch.step(&actions, None, arrays.buffers()).expect("legal");
        }
        ASKED.get() - before
    };
    batch.set_pool(&pool).expect("one shape");
    assert!(
        asked(&mut batch, 200) > 0,
        "games that follow others ask for memory"
    );
    batch.set_pool(&game).expect("one shape");
    // Warm up until every env has dealt an episode, then measure.
    asked(&mut batch, 60);
    assert_eq!(asked(&mut batch, 400), 0);
}
