//! The ruleset of a seed is fixed, and its id and title name the changes.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::*;

/// The rulesets of the first seeds, drawn once for all tests.
static FIRST: LazyLock<Vec<Ruleset>> =
    LazyLock::new(|| (0..600).map(|seed| Ruleset::sample(seed, Split::All)).collect());

#[test]
fn every_house_rule_goes_with_some_ruleset_and_is_drawn() {
    let mut rng = Rng::new(1, Stream::Chance);
    for row in ROWS {
        for setting in *row {
            let usual = Ruleset::builtin("crazy_eights").expect("builtin");
            let house = setting.choose(&usual, &mut rng);
            assert!(!house.overrides.is_empty(), "{} is not JSON", setting.tag);
            let fits = |id: &&str| {
                let base = Ruleset::builtin(id).expect("builtin");
                base.with(&house.overrides_of(&base))
                    .is_ok_and(|changed| changed.fingerprint() != base.fingerprint())
            };
            assert!(builtin::SAMPLED.iter().any(fits), "{} changes nothing", house.tag);
        }
    }
    for setting in ROWS.iter().copied().flatten() {
        let words: Vec<&str> = setting.phrase.split(['{', '}']).step_by(2).collect();
        let said = |ruleset: &Ruleset| words.iter().all(|word| ruleset.title.contains(word));
        assert!(FIRST.iter().any(said), "{} is never drawn", setting.tag);
    }
}

#[test]
fn a_sampled_ruleset_says_what_was_changed() {
    let ruleset = Ruleset::sample(0, Split::All);
    let (base, tags) = ruleset
        .id
        .split_once("_with_")
        .expect("a base and its house rules");
    let original = Ruleset::builtin(base).expect("builtin");
    assert!(ruleset.title.starts_with(&original.title), "{}", ruleset.title);
    assert!(!tags.is_empty());
    assert_ne!(ruleset.fingerprint(), original.fingerprint());
    assert!(ruleset.decisions[0].contains("seed 0"));
    assert_eq!(Ruleset::from_toml(&ruleset.to_toml()), Ok(ruleset));
}

#[test]
fn house_rules_name_cards_as_the_ruleset_does() {
    let titles: Vec<&str> = FIRST
        .iter()
        .filter(|ruleset| ruleset.id.starts_with("uno_with_"))
        .map(|ruleset| ruleset.title.as_str())
        .collect();
    assert!(titles.len() > 10);
    for title in &titles {
        for usual in ["Kings", "Aces", "Sevens", "black"] {
            assert!(!title.contains(usual), "{title}");
        }
    }
    let says = |word: &str| titles.iter().any(|title| title.contains(word));
    assert!(
        says("Skips") || says("Reverses") || says("Draw Twos"),
        "{titles:?}"
    );
    assert!(says("red and blue "), "{titles:?}");
}

#[test]
fn splits_are_apart_by_fingerprint() {
    let of = |split| -> BTreeSet<String> {
        (0..60)
            .map(|seed| Ruleset::sample(seed, split).fingerprint())
            .collect()
    };
    let (train, test) = (of(Split::Train), of(Split::Test));
    assert!(train.is_disjoint(&test));
    assert!(
        train.len() > 55 && test.len() > 55,
        "{} {}",
        train.len(),
        test.len()
    );
    let held_out = FIRST[..300]
        .iter()
        .map(Ruleset::fingerprint)
        .filter(|print| Split::Test.holds(print, SAMPLE_VERSION))
        .count();
    assert!((40..=80).contains(&held_out), "{held_out} of 300");
}

#[test]
fn nobody_who_wins_rounds_of_a_sampled_ruleset_loses_by_it() {
    for (seed, ruleset) in FIRST[..300].iter().enumerate() {
        assert_eq!(ruleset.match_warnings(), [], "seed {seed}: {}", ruleset.title);
    }
}

/// A change of any of these requires a new version: a seed means the same rules for ever.
#[test]
fn the_version_is_pinned() {
    assert_eq!(SAMPLE_VERSION, 1);
    let drawn = [
        (0, Split::All),
        (1, Split::All),
        (0, Split::Train),
        (0, Split::Test),
        (7, Split::Train),
        (7, Split::Test),
        (u64::MAX, Split::All),
    ]
    .map(|(seed, split)| {
        let ruleset = Ruleset::sample(seed, split);
        format!("{} {}", ruleset.fingerprint(), ruleset.id)
    });
    assert_eq!(drawn, PINNED);
}

const PINNED: [&str; 7] = [
    "65052596cd7e3daa grandads_game_with_attack_jacks_wild_tens_draw_if_unable_last_card_served_answered_skip_nines",
    "648dc7d8557e84f5 one_card_with_others_draw_black_twos_winner_scores_penalty_1_tens_give_fours",
    "65052596cd7e3daa grandads_game_with_attack_jacks_wild_tens_draw_if_unable_last_card_served_answered_skip_nines",
    "bae1f4ef163626ee tschau_sepp_with_again_eights_cover_banners_draw_up_to_5_attack_aces",
    "0a98939cf14c002f sevens_and_eights_with_again_queens_penalty_1_kings_plain_starter_skip_fours_call_3",
    "35ad8eb5aedeebfa hollywood_with_nominating_jacks_deal_5",
    "2f9fc4b13c1566d9 switch_runs_with_reverse_fives_identical_skip_2_aces",
];
