use super::*;

/// So many games with each of two actions, what they brought, and what is done where the first is less probable.
fn advised(visits: u64, values: [f64; 2], probable: f32) -> usize {
    let actions = [Action::Draw, Action::Pass];
    let mut counts = Counts::new();
    let mut priors = [0.0; NUM_ACTIONS];
    let mut legal = ActionSet::EMPTY;
    for ((action, value), prior) in actions.into_iter().zip(values).zip([probable, 1.0 - probable]) {
        counts.visits[action.id().index()] = visits;
        counts.returns[action.id().index()] = value * visits as f64;
        priors[action.id().index()] = prior;
        legal = legal.with(action);
    }
    let best = counts.advised(legal, &priors);
    actions
        .iter()
        .position(|&action| action == best)
        .expect("one of them")
}

#[test]
fn a_policy_counts_for_less_the_more_was_played() {
    // Of what is done once in a hundred, 0.15 more is to be expected after 2,000 games, 0.5 more after 200.
    assert_eq!(advised(1000, [0.5, 0.3], 0.01), 0);
    assert_eq!(advised(1000, [0.5, 0.4], 0.01), 1);
    assert_eq!(advised(100, [0.5, 0.3], 0.01), 1);
    assert_eq!(advised(100, [0.5, 0.3], 0.5), 0);
}

#[test]
fn what_a_policy_never_does_is_done_where_it_wins() {
    assert_eq!(advised(1000, [1.0, 0.0], 0.0), 0);
    assert_eq!(advised(1000, [0.1, 0.0], 0.0), 1);
}

#[test]
fn what_was_not_played_brings_as_much_as_the_rest() {
    assert_eq!(advised(0, [0.0, 0.0], 0.6), 0);
    assert_eq!(advised(0, [0.0, 0.0], 0.4), 1);
}
