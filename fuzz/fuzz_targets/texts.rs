//! Texts of actions, outcomes of chance, cards and bots: what is read is written the same, by two packs of cards.

#![no_main]

use std::fmt::Display;
use std::str::FromStr;
use std::sync::OnceLock;

use eights::{Action, ActionId, Card, Outcome, Pack, Rank, Suit, format_cards, parse_cards};
use eights_fuzz::target;

target!(check, texts);

/// The usual pack and one with other suits and ranks.
fn packs() -> &'static [Pack; 2] {
    static PACKS: OnceLock<[Pack; 2]> = OnceLock::new();
    PACKS.get_or_init(|| {
        let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades, Suit::V];
        let ranks: Vec<Rank> = Pack::standard().all_ranks().take(9).collect();
        [
            Pack::standard().clone(),
            Pack::new(&suits, &ranks).expect("few kinds"),
        ]
    })
}

fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for pack in packs() {
        pack.within(|| {
            reads_back::<Action>(text);
            reads_back::<Outcome>(text);
            reads_back::<Card>(text);
            match parse_cards(text) {
                Ok(cards) => assert_eq!(parse_cards(&format_cards(cards.iter().copied())), Ok(cards)),
                Err(why) => assert!(!why.to_string().is_empty()),
            }
        });
    }
    match eights::bot::by_name(text) {
        Ok(bot) => assert_eq!(bot.name(), text),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
    assert_eq!(eights::table::named(text, &[]), text);
}

/// Checks that a text is refused with a reason, or that what it is read as is written as a text that reads the same.
fn reads_back<T: FromStr<Err: Display> + Display + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string();
            let read = again
                .parse::<T>()
                .unwrap_or_else(|why| panic!("{text:?} is written {again:?}: {why}"));
            assert!(read == value, "{text:?} is written {again:?}");
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

fn texts() -> Vec<Vec<u8>> {
    let of_pack = |pack: &Pack| {
        let texts = || {
            (0..=u8::MAX)
                .filter_map(ActionId::new)
                .map(|id| Action::from_id(id).to_string())
                .collect()
        };
        pack.within::<Vec<String>>(texts)
    };
    let words = [
        "chance 8H",
        "chance suit S",
        "chance seat 1",
        "heuristic",
        "8H 5C *R",
        "Seat 1 plays",
        "chance 3",
    ];
    let actions = packs().iter().flat_map(of_pack);
    actions
        .chain(words.map(str::to_owned))
        .map(String::into_bytes)
        .collect()
}
