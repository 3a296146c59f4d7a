//! The deal and the starter of each game under explicit chance: all that happens before the first turn.

use eights::ruleset::{CreatedBy, DealDirection, Selector, Special, StarterTurned, ids};
use eights::{
    Action, Card, Chance, ChanceMode, EpisodeKind, Event, Game, Options, Outcome, Phase, Ruleset, Seat, State,
};
use serde_json::{Value, json};

use crate::tables::nearest_of;

/// A game whose chance the test decides, and its events so far.
struct Table {
    game: Game,
    state: State,
    events: Vec<Event>,
}

fn explicit(id: &str, players: u8, overrides: &Value) -> Game {
    let ruleset = Ruleset::builtin(id).expect("builtin");
    let ruleset = ruleset
        .with(overrides.as_object().expect("a mapping"))
        .expect("valid overrides");
    let options = Options {
        chance: ChanceMode::Explicit,
        ..Options::new(players)
    };
    Game::new(&ruleset, options).expect("a game")
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

/// The games that deal equally many cards to each seat and then turn one. The others have cases for their deals.
fn deal_first() -> impl Iterator<Item = &'static str> {
    ids().filter(|id| {
        let ruleset = Ruleset::builtin(id).expect("builtin");
        let adds_rules = ruleset.created.most > 0 && ruleset.created.by == CreatedBy::Dealer;
        let asks_after = ruleset.deal.direction == DealDirection::DealerAfterDeal;
        let alike = ruleset.deal.dealer_extra == 0
            && ruleset.starter.turned != StarterTurned::BeforeDeal
            && !asks_after;
        alike && !adds_rules && ruleset.second_pile.cards.is_none()
    })
}

impl Table {
    /// Plays up to the starter with this dealer. The lowest cards are dealt, except `spared`.
    fn dealt(id: &str, players: u8, overrides: &Value, dealer: u8, spared: &str) -> Self {
        let game = explicit(id, players, overrides);
        let mut events = Vec::new();
        let state = game.deal(0, &mut events);
        let mut table = Self { game, state, events };
        table.chance(Outcome::Seat(Seat(dealer)));
        while matches!(table.state.phase(), Phase::Chance(Chance::Param { .. })) {
            let first = table.game.chance_outcomes(&table.state)[0].0;
            table.chance(first);
        }
        if table.state.phase() == Phase::DealerChoice {
            table.act("option 0");
        }
        if table.state.phase() == Phase::Direction {
            table.act("option 0");
        }
        while matches!(
            table.state.phase(),
            Phase::Chance(Chance::Deal { .. } | Chance::Back)
        ) {
            table.chance_but(card(spared));
        }
        let turned = table.game.ruleset().starter.is_turned();
        assert_eq!(table.state.phase() == Phase::Chance(Chance::Starter), turned);
        table
    }

    /// Returns the seat that comes `steps` after the dealer in the order of play, and the direction.
    fn in_order(&self, dealer: u8, steps: u8) -> (u8, i64) {
        let players = self.game.players();
        if self.game.ruleset().deal.direction == DealDirection::Anticlockwise {
            return (clockwise(dealer, players - steps, players), -1);
        }
        (clockwise(dealer, steps, players), 1)
    }

    /// Plays up to the starter and turns this card.
    fn started(id: &str, players: u8, overrides: &Value, dealer: u8, starter: &str) -> Self {
        let mut table = Self::dealt(id, players, overrides, dealer, starter);
        table.turn(starter);
        table
    }

    fn chance(&mut self, outcome: Outcome) {
        self.game
            .apply_outcome(&mut self.state, outcome, &mut self.events)
            .expect("possible");
    }

    /// Applies the lowest card that chance may give except `spared`.
    fn chance_but(&mut self, spared: Card) {
        let outcomes = self.game.chance_outcomes(&self.state);
        let other = outcomes
            .iter()
            .map(|(outcome, _)| *outcome)
            .find(|o| *o != Outcome::Card(spared));
        self.chance(other.expect("another card"));
    }

    fn turn(&mut self, starter: &str) {
        self.chance(Outcome::Card(card(starter)));
        while self.state.phase() == Phase::Chance(Chance::Back) {
            let first = self.game.chance_outcomes(&self.state)[0].0;
            self.chance(first);
        }
    }

    fn act(&mut self, action: &str) {
        let action = action.parse().expect("an action");
        self.game
            .apply(&mut self.state, action, &mut self.events)
            .expect("legal");
    }

    fn position(&self) -> Value {
        self.game.to_value(&self.state)
    }

    fn direction(&self) -> i64 {
        self.position()["direction"].as_i64().unwrap_or(1)
    }

    fn pending(&self) -> i64 {
        self.position()["pending"]["draw"].as_i64().unwrap_or(0)
    }

    fn hand_sizes(&self) -> Vec<usize> {
        let position = self.position();
        let hands = position["hands"].as_array().expect("a list");
        hands
            .iter()
            .map(|hand| hand.as_str().expect("text").split_whitespace().count())
            .collect()
    }

    /// Checks that this seat begins an ordinary turn in this direction, and that nothing counts as played.
    #[track_caller]
    fn begins(&self, seat: u8, direction: i64) {
        let about = || {
            format!(
                "{} with {}: {}",
                self.game.ruleset().id,
                self.game.players(),
                self.position()
            )
        };
        assert_eq!(self.state.phase(), Phase::Play, "{}", about());
        assert_eq!(self.state.actor(), Some(Seat(seat)), "{}", about());
        assert_eq!(self.state.seat(), Seat(seat), "{}", about());
        assert_eq!(self.direction(), direction, "{}", about());
        assert_eq!(
            self.position().get("plays"),
            None,
            "a starter is not a play: {}",
            about()
        );
        assert!(
            !self.events.iter().any(|event| matches!(event, Event::Played(..))),
            "{}",
            about()
        );
        assert_eq!(self.game.check(&self.state), Vec::<String>::new());
    }

    /// The cards that may be played, and true if a draw is legal.
    fn legal(&self) -> (Vec<String>, bool) {
        let legal = self.game.legal(&self.state);
        (
            legal.cards().iter().map(|card| card.to_string()).collect(),
            legal.contains(Action::Draw),
        )
    }
}

/// The seat that is `steps` clockwise of another.
fn clockwise(seat: u8, steps: u8, players: u8) -> u8 {
    Seat(seat).clockwise_by(steps, players).0
}

fn plain() -> Value {
    json!({})
}

/// Tables of a ruleset: the fewest to the most players, with each dealer.
fn tables(id: &str) -> Vec<(u8, u8)> {
    let ruleset = Ruleset::builtin(id).expect("builtin");
    let players = ruleset.players.min..=ruleset.players.max;
    players
        .flat_map(|players| (0..players).map(move |dealer| (players, dealer)))
        .collect()
}

#[test]
fn the_first_dealer_is_any_seat_with_equal_chance() {
    for id in ids() {
        for players in nearest_of(id, &[2, 5, 10]) {
            let game = explicit(id, players, &plain());
            let state = game.new_initial_state(0);
            assert_eq!(state.phase(), Phase::Chance(Chance::Dealer));
            let chance = 1.0 / f64::from(players);
            let expected: Vec<_> = (0..players)
                .map(|seat| (Outcome::Seat(Seat(seat)), chance))
                .collect();
            assert_eq!(game.chance_outcomes(&state), expected, "{id}");
        }
    }
}

#[test]
fn cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() {
    for id in deal_first() {
        for (players, dealer) in tables(id) {
            let table = Table::dealt(id, players, &plain(), dealer, "3C");
            assert_eq!(table.events[0], Event::Dealer(Seat(dealer)));
            let drawn =
                |event: &&Event| !matches!(event, Event::Param(..) | Event::Direction(_) | Event::Back(..));
            for (n, event) in table.events[1..].iter().filter(drawn).enumerate() {
                let (to, _) = table.in_order(dealer, n as u8 % players + 1);
                assert!(
                    matches!(event, Event::Dealt(seat, _) if *seat == Seat(to)),
                    "{id}: card {n}: {event:?}"
                );
            }
        }
    }
}

#[test]
fn a_sampled_deal_goes_the_same_way_as_an_explicit_one() {
    for id in deal_first() {
        let ruleset = Ruleset::builtin(id).expect("builtin");
        let players = nearest_of(id, &[4])[0];
        let sampled = Game::new(&ruleset, Options::new(players)).expect("a game");
        let mut events = Vec::new();
        let mut state = sampled.deal(3, &mut events);
        if state.phase() == Phase::DealerChoice {
            let fewest = "option 0".parse().expect("an action");
            sampled.apply(&mut state, fewest, &mut events).expect("legal");
        }
        if state.phase() == Phase::Direction {
            let clockwise = "option 0".parse().expect("an action");
            sampled.apply(&mut state, clockwise, &mut events).expect("legal");
        }
        let Some(Event::Dealer(dealer)) = events.first() else {
            panic!("{id}: {events:?}");
        };
        let table = Table::dealt(id, players, &plain(), dealer.0, "3C");
        let receivers = |events: &[Event]| -> Vec<Seat> {
            let dealt = |event: &Event| match event {
                Event::Dealt(seat, _) => Some(*seat),
                _ => None,
            };
            events.iter().filter_map(dealt).collect()
        };
        assert_eq!(receivers(&events), receivers(&table.events), "{id}");
    }
}

/// Checks the size of the deck and the number of cards dealt to each player, by number of players from 2 to 10.
#[track_caller]
fn deals(id: &str, overrides: &Value, deck: [u8; 9], each: [u8; 9]) {
    for (players, (deck, each)) in (2..).zip(deck.into_iter().zip(each)) {
        let mut table = Table::dealt(id, players, overrides, 0, "3C");
        let dealt = players * each;
        assert_eq!(
            table.hand_sizes(),
            vec![usize::from(each); usize::from(players)],
            "{id} with {players}"
        );
        assert_eq!(table.state.stock_size(), deck - dealt, "{id} with {players}");
        table.turn("3C");
        assert_eq!(table.state.stock_size(), deck - dealt - 1, "{id} with {players}");
        assert_eq!(table.position()["pile"], "3C");
    }
}

const ONE_PACK_UP_TO_FIVE: [u8; 9] = [52, 52, 52, 52, 104, 104, 104, 104, 104];
const FIVE_OR_SEVEN: [u8; 9] = [7, 5, 5, 5, 5, 5, 5, 5, 5];

#[test]
fn crazy_eights_deals_five_or_seven_with_two_from_one_pack_up_to_five_players() {
    for id in ["crazy_eights", "crazy_eights_special", "crazy_eights_openspiel"] {
        deals(id, &plain(), ONE_PACK_UP_TO_FIVE, FIVE_OR_SEVEN);
    }
}

#[test]
fn the_online_guide_deals_eight() {
    deals("classic_eights", &plain(), ONE_PACK_UP_TO_FIVE, [8; 9]);
    let jokers = [54, 54, 54, 54, 108, 108, 108, 108, 108];
    deals("classic_eights", &json!({ "variant": "jokers" }), jokers, [8; 9]);
}

#[test]
fn kings_reverse_deals_ten_from_two_packs_with_four_jokers_and_a_third_for_more_than_five() {
    deals(
        "kings_reverse",
        &plain(),
        [108, 108, 108, 108, 162, 162, 162, 162, 162],
        [10; 9],
    );
    deals(
        "kings_reverse",
        &json!({ "variant": "two-packs" }),
        [108; 9],
        [10; 9],
    );
    let without_jokers = [104, 104, 104, 104, 156, 156, 156, 156, 156];
    deals(
        "kings_reverse",
        &json!({ "variant": "before-2015" }),
        without_jokers,
        [10; 9],
    );
}

#[test]
fn kings_reverse_has_as_many_red_as_black_jokers() {
    for (players, each) in [(2, 2.0), (5, 2.0), (6, 3.0), (10, 3.0)] {
        let game = explicit("kings_reverse", players, &plain());
        let mut state = game.new_initial_state(0);
        game.apply_outcome(&mut state, Outcome::Seat(Seat(0)), &mut ())
            .expect("possible");
        let all = f64::from(state.stock_size());
        for joker in ["*R", "*B"] {
            let outcomes = game.chance_outcomes(&state);
            let chance = outcomes
                .iter()
                .find(|(o, _)| *o == Outcome::Card(card(joker)))
                .expect("a Joker")
                .1;
            assert!((chance * all - each).abs() < 1e-9, "{players} players");
        }
    }
}

#[test]
fn other_blackjack_deals_seven() {
    deals("other_blackjack", &plain(), ONE_PACK_UP_TO_FIVE, [7; 9]);
}

#[test]
fn after_an_ordinary_starter_the_seat_after_the_dealer_acts_first_clockwise() {
    for id in deal_first() {
        let ruleset = Ruleset::builtin(id).expect("builtin");
        let plain_card = |starter: &&&str| {
            let is_special = |special: &Special| special.cards.cards().contains(card(starter));
            let copies = &ruleset.deck.copies;
            let parsed = |text: &String| ruleset.pack().within(|| text.parse::<Selector>());
            let listed = |text: &String| parsed(text).expect("cards").cards();
            let in_deck = copies.is_empty() || copies.keys().any(|text| listed(text).contains(card(starter)));
            ruleset.starter.is_turned() && in_deck && !ruleset.special.values().any(is_special)
        };
        let starters = ["4D", "5H", "6S", "TC"];
        let mut starters = starters.iter().filter(plain_card).cycle();
        for (players, dealer) in tables(id) {
            let Some(starter) = starters.next() else { break };
            let table = Table::started(id, players, &plain(), dealer, starter);
            let (first, direction) = table.in_order(dealer, 1);
            table.begins(first, direction);
            assert_eq!(table.state.upcard(), Some(card(starter)));
            let last = table
                .events
                .iter()
                .rfind(|event| !matches!(event, Event::Back(..)));
            assert_eq!(last, Some(&Event::Starter(card(starter))));
            assert_eq!((table.pending(), table.state.nominated()), (0, None));
        }
    }
}

#[test]
fn for_a_starter_eight_the_dealer_nominates_after_the_deal() {
    for id in ["crazy_eights", "crazy_eights_special", "classic_eights"] {
        for (players, dealer) in tables(id) {
            let mut table = Table::started(id, players, &plain(), dealer, "8D");
            assert_eq!(table.state.phase(), Phase::Nominate, "{id}");
            assert_eq!(table.state.actor(), Some(Seat(dealer)));
            let suits: Vec<String> = table
                .game
                .legal(&table.state)
                .iter()
                .map(|a| a.to_string())
                .collect();
            assert_eq!(suits, ["suit C", "suit D", "suit H", "suit S"]);
            table.act("suit S");
            assert_eq!(
                table.events.last(),
                Some(&Event::Nominated(Seat(dealer), eights::Suit::Spades))
            );
            let first = clockwise(dealer, 1, players);
            table.begins(first, 1);
            assert_eq!(table.position()["suit"], "S");
            for played in table.legal().0 {
                assert!(
                    played.ends_with('S') || played.starts_with('8'),
                    "{played} on an Eight, spades nominated"
                );
            }
        }
    }
}

#[test]
fn on_a_starter_eight_an_eight_or_the_nominated_suit_follows() {
    let game = explicit("crazy_eights", 2, &plain());
    let position = json!({
        "hands": ["8C 3S KS 3D 4D 8H 2C", "2D 2H 2S 4C 4H 4S 5C"], "pile": "8D", "seat": 1, "dealer": 1,
        "actor": 1, "phase": "nominate",
    });
    let state = game.position(&position, 0).expect("a position");
    let mut table = Table {
        game,
        state,
        events: Vec::new(),
    };
    table.act("suit S");
    table.begins(0, 1);
    assert_eq!(
        table.legal(),
        (["3S", "8C", "8H", "KS"].map(str::to_owned).to_vec(), true)
    );
}

#[test]
fn specials_of_other_games_are_ordinary_starters_in_the_basic_game() {
    for id in ["crazy_eights", "classic_eights", "crazy_eights_openspiel"] {
        for (players, dealer) in tables(id) {
            for starter in ["AH", "2D", "QC", "JS", "KD", "7H", "3S"] {
                let table = Table::started(id, players, &plain(), dealer, starter);
                table.begins(clockwise(dealer, 1, players), 1);
                assert_eq!((table.pending(), table.state.nominated()), (0, None));
            }
        }
    }
}

#[test]
fn with_special_cards_a_starter_ace_makes_the_seat_before_the_dealer_first_anticlockwise() {
    for (players, dealer) in tables("crazy_eights_special") {
        let mut table = Table::started("crazy_eights_special", players, &plain(), dealer, "AH");
        if players == 2 {
            // With two players a reverse has no effect.
            table.begins(1 - dealer, 1);
            continue;
        }
        table.begins(clockwise(dealer, players - 1, players), -1);
        assert!(table.events.contains(&Event::Reversed));
        table.act("draw");
        table.chance_but(card("AH"));
        assert_eq!(table.state.seat(), Seat(clockwise(dealer, players - 2, players)));
    }
}

#[test]
fn with_special_cards_a_starter_two_attacks_the_first_player() {
    for (players, dealer) in tables("crazy_eights_special") {
        let mut table = Table::started("crazy_eights_special", players, &plain(), dealer, "2H");
        let first = clockwise(dealer, 1, players);
        table.begins(first, 1);
        assert_eq!(table.pending(), 2);
        assert_eq!(table.position()["pending"]["target"], first);
        let (cards, draw) = table.legal();
        assert!(
            draw && cards.iter().all(|card| card.starts_with('2')),
            "only a Two answers: {cards:?}"
        );
        // After the draw the turn passes, and no attack is pending.
        let before = table.hand_sizes()[usize::from(first)];
        table.act("draw");
        table.chance_but(card("AH"));
        assert_eq!(
            table.state.phase(),
            Phase::Chance(Chance::Draw { seat: Seat(first) })
        );
        table.chance_but(card("AH"));
        assert_eq!(table.hand_sizes()[usize::from(first)], before + 2);
        table.begins(clockwise(dealer, 2, players), 1);
        assert_eq!(table.pending(), 0);
    }
}

#[test]
fn with_special_cards_a_two_answers_a_starter_two() {
    // The lowest cards are dealt first, so the seat after the dealer holds 2C.
    let mut table = Table::started("crazy_eights_special", 3, &plain(), 0, "2H");
    assert!(table.legal().0.contains(&"2C".to_owned()));
    table.act("play 2C");
    assert_eq!((table.state.seat(), table.pending()), (Seat(2), 4));
}

#[test]
fn with_special_cards_after_a_starter_queen_the_first_player_is_two_seats_from_the_dealer() {
    for (players, dealer) in tables("crazy_eights_special") {
        let table = Table::started("crazy_eights_special", players, &plain(), dealer, "QD");
        // With two players this seat is the dealer.
        table.begins(clockwise(dealer, 2, players), 1);
        assert!(
            table
                .events
                .contains(&Event::Skipped(Seat(clockwise(dealer, 1, players))))
        );
    }
}

#[test]
fn in_kings_reverse_a_starter_joker_goes_back_and_another_card_is_turned() {
    for (players, dealer) in tables("kings_reverse") {
        let mut table = Table::dealt("kings_reverse", players, &plain(), dealer, "5H");
        let (stock, outcomes) = (table.state.stock_size(), table.game.chance_outcomes(&table.state));
        for joker in ["*R", "*B", "*R", "*R", "*R"] {
            table.turn(joker);
            assert_eq!(table.events.last(), Some(&Event::TurnedAgain(card(joker))));
            assert_eq!(table.state.phase(), Phase::Chance(Chance::Starter));
            assert_eq!(table.state.stock_size(), stock);
            assert_eq!(
                table.game.chance_outcomes(&table.state),
                outcomes,
                "the Joker is in the stock again"
            );
        }
        table.turn("5H");
        table.begins(clockwise(dealer, 1, players), 1);
        assert_eq!(table.position()["pile"], "5H");
    }
}

#[test]
fn in_kings_reverse_a_starter_ace_of_spades_has_no_effect() {
    for (players, dealer) in tables("kings_reverse") {
        let table = Table::started("kings_reverse", players, &plain(), dealer, "AS");
        table.begins(clockwise(dealer, 1, players), 1);
        assert_eq!(table.hand_sizes(), vec![10; usize::from(players)]);
    }
}

#[test]
fn in_kings_reverse_a_starter_seven_costs_the_first_player_two_cards_and_the_turn() {
    for (players, dealer) in tables("kings_reverse") {
        let mut table = Table::started("kings_reverse", players, &plain(), dealer, "7D");
        let victim = clockwise(dealer, 1, players);
        for _ in 0..2 {
            assert_eq!(
                table.state.phase(),
                Phase::Chance(Chance::Draw { seat: Seat(victim) })
            );
            table.chance_but(card("7D"));
        }
        assert_eq!(table.hand_sizes()[usize::from(victim)], 12);
        assert!(table.events.contains(&Event::Skipped(Seat(victim))));
        table.begins(clockwise(dealer, 2, players), 1);
        assert_eq!(table.pending(), 0);
    }
}

#[test]
fn in_kings_reverse_a_starter_eight_skips_the_first_player() {
    for (players, dealer) in tables("kings_reverse") {
        let table = Table::started("kings_reverse", players, &plain(), dealer, "8D");
        table.begins(clockwise(dealer, 2, players), 1);
        assert_eq!(table.state.nominated(), None, "an Eight is not wild here");
    }
}

#[test]
fn in_kings_reverse_a_starter_king_reverses_and_with_two_players_skips() {
    for (players, dealer) in tables("kings_reverse") {
        let table = Table::started("kings_reverse", players, &plain(), dealer, "KD");
        if players == 2 {
            table.begins(dealer, 1);
            assert!(table.events.contains(&Event::Skipped(Seat(1 - dealer))));
        } else {
            table.begins(clockwise(dealer, players - 1, players), -1);
        }
    }
}

#[test]
fn in_kings_reverse_a_starter_jack_keeps_its_own_suit() {
    for (players, dealer) in tables("kings_reverse") {
        let table = Table::started("kings_reverse", players, &plain(), dealer, "JD");
        table.begins(clockwise(dealer, 1, players), 1);
        assert_eq!(table.state.nominated(), None);
        for played in table.legal().0 {
            assert!(
                played.ends_with('D') || played.starts_with('J') || played.starts_with('*'),
                "{played} on a Jack of diamonds"
            );
        }
    }
}

#[test]
fn in_kings_reverse_no_marriage_and_no_giving_goes_with_a_starter() {
    // The dealer holds QD. The test deals by hand, so that a cover could be offered.
    for starter in ["KD", "AS", "QD"] {
        let game = explicit("kings_reverse", 3, &plain());
        let state = game.new_initial_state(0);
        let mut table = Table {
            game,
            state,
            events: Vec::new(),
        };
        table.chance(Outcome::Seat(Seat(0)));
        let mut kept = [card("KD"), card("QD")]
            .into_iter()
            .filter(|held| *held != card(starter))
            .peekable();
        while let Phase::Chance(Chance::Deal { to }) = table.state.phase() {
            match kept.next_if(|_| to == Seat(0)) {
                Some(held) => table.chance(Outcome::Card(held)),
                None => table.chance_but(card(starter)),
            }
        }
        table.turn(starter);
        assert_eq!(table.state.phase(), Phase::Play, "{starter}");
        assert_eq!(table.hand_sizes(), [10, 10, 10]);
    }
}

#[test]
fn in_other_blackjack_no_starter_has_an_effect() {
    for (players, dealer) in tables("other_blackjack") {
        for starter in ["AH", "2H", "3H", "8H", "QH", "KH", "JS", "JC", "JD"] {
            let table = Table::started("other_blackjack", players, &plain(), dealer, starter);
            table.begins(clockwise(dealer, 1, players), 1);
            assert_eq!((table.pending(), table.state.nominated()), (0, None), "{starter}");
            assert!(table.legal().1, "one may draw");
            for played in table.legal().0 {
                assert!(
                    played.ends_with(&starter[1..]) || played.starts_with(&starter[..1]),
                    "{played} on {starter}"
                );
            }
        }
    }
}

#[test]
fn in_openspiels_game_a_starter_eight_goes_back() {
    for (players, dealer) in tables("crazy_eights_openspiel") {
        let mut table = Table::dealt("crazy_eights_openspiel", players, &plain(), dealer, "5H");
        let (stock, outcomes) = (table.state.stock_size(), table.game.chance_outcomes(&table.state));
        for eight in ["8C", "8S", "8C"] {
            if !outcomes
                .iter()
                .any(|(outcome, _)| *outcome == Outcome::Card(card(eight)))
            {
                continue;
            }
            table.turn(eight);
            assert_eq!(table.events.last(), Some(&Event::TurnedAgain(card(eight))));
            assert_eq!(
                (table.state.phase(), table.state.stock_size()),
                (Phase::Chance(Chance::Starter), stock)
            );
            assert_eq!(table.game.chance_outcomes(&table.state), outcomes);
        }
        table.turn("5H");
        table.begins(clockwise(dealer, 1, players), 1);
    }
}

#[test]
fn a_blank_joker_as_starter_lets_any_card_follow() {
    let table = Table::started("classic_eights", 3, &json!({ "variant": "jokers" }), 1, "*R");
    table.begins(2, 1);
    let held = table.position()["hands"][2]
        .as_str()
        .expect("text")
        .split_whitespace()
        .count();
    assert_eq!(table.legal().0.len(), held);
    assert_eq!(table.state.nominated(), None);
}

#[test]
fn a_starter_counts_as_if_the_dealer_had_played_it_but_for_what_needs_cards_of_the_dealers_hand() {
    let on = json!({ "starter.effects": "usual" });
    for (starter, first, direction, pending) in [
        ("2H", 1, 1, 2),
        ("3H", 3, -1, 0),
        ("8H", 2, 1, 0),
        ("QH", 1, 1, 0),
        ("KH", 1, 1, 1),
        ("JS", 1, 1, 7),
    ] {
        let table = Table::started("other_blackjack", 4, &on, 0, starter);
        table.begins(first, direction);
        assert_eq!(table.pending(), pending, "{starter}");
    }
    let mut ace = Table::started("other_blackjack", 4, &on, 0, "AH");
    assert_eq!(
        (ace.state.phase(), ace.state.actor()),
        (Phase::Nominate, Some(Seat(0)))
    );
    ace.act("suit C");
    ace.begins(1, 1);
}

#[test]
fn a_starter_joker_that_stays_is_a_penalty_that_nobody_can_challenge() {
    let stays = json!({ "starter.card.joker": false });
    let mut table = Table::started("kings_reverse", 4, &stays, 1, "*B");
    assert_eq!(
        (table.state.phase(), table.state.actor()),
        (Phase::Nominate, Some(Seat(1)))
    );
    table.act("suit H");
    for _ in 0..4 {
        assert_eq!(table.state.phase(), Phase::Chance(Chance::Draw { seat: Seat(2) }));
        table.chance_but(card("*B"));
    }
    table.begins(3, 1);
    assert_eq!(table.position()["suit"], "H");
}

#[test]
fn an_effect_that_is_switched_off_is_off_for_every_starter() {
    let off = json!({ "starter.effects": "none" });
    for starter in ["AH", "2H", "QH", "8H"] {
        let table = Table::started("crazy_eights_special", 4, &off, 2, starter);
        table.begins(3, 1);
        assert_eq!((table.pending(), table.state.nominated()), (0, None), "{starter}");
    }
}

#[test]
fn the_deal_moves_one_seat_clockwise_each_round() {
    for direction in [1, -1] {
        let options = Options {
            chance: ChanceMode::Explicit,
            episode: EpisodeKind::Match,
            ..Options::new(3)
        };
        let game = Game::new(
            &Ruleset::builtin("crazy_eights_special").expect("builtin"),
            options,
        )
        .expect("a game");
        let position = json!({
            "hands": ["4C", "KD 3D", "KH 3H"], "pile": "TC", "dealer": 2, "seat": 0, "direction": direction,
        });
        let state = game.position(&position, 0).expect("a position");
        let mut table = Table {
            game,
            state,
            events: Vec::new(),
        };
        table.act("play 4C");
        assert_eq!(table.state.phase(), Phase::Chance(Chance::Deal { to: Seat(1) }));
        assert_eq!(table.events.last(), Some(&Event::Dealer(Seat(0))));
        assert_eq!(table.direction(), 1, "a round begins clockwise");
        assert_eq!(table.state.stock_size(), 52);
    }
}
