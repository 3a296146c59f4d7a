//! Descriptions of actions and events, for people who watch or play.

mod option;

use crate::action::Action;
use crate::card::{Card, CardSet, Rank, Suit};
use crate::engine::{Chance, Demanded, Event, Game, Outcome, Phase, State};
use crate::ruleset::describe::nouns::article;
use crate::ruleset::describe::words::capital;
use crate::ruleset::{CreatedRule, Labels};
use crate::seat::Seat;
use crate::view::View;
use option::{option, word_text};

/// Describes an action of the seat to act, such as "take the 4 pending cards".
///
/// The description uses only what is public and the actor's own hand; an action that is not legal in the position is
/// described by its general meaning.
///
/// ```
/// use eights::{Action, Game, Options, Ruleset, describe_action};
/// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(2))?;
/// let state = game.new_initial_state(7);
/// assert_eq!(describe_action(&game, &state, Action::Draw), "draw a card");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn describe_action(game: &Game, state: &State, action: Action) -> String {
    let view = View::new(game, state, state.actor().unwrap_or(state.seat()));
    let labels = labels(game);
    match action {
        Action::Play(card) => play(&view, card),
        Action::Draw if view.pending() > 0 => giving_in(&view),
        Action::Draw if view.phase() == Phase::Continue => "play no more, and draw for it".to_owned(),
        Action::Draw => "draw a card".to_owned(),
        Action::Pass => pass(&view),
        Action::Suit(suit) => format!("nominate {}", labels.suit(suit)),
        Action::Rank(rank) => format!("name the rank {}", labels.rank(rank)),
        Action::Seat(steps) => {
            let seat = active_clockwise(&view, steps);
            match view.phase() {
                Phase::Catch { .. } => format!("catch seat {}'s missing call", seat.0),
                Phase::Swap => format!("swap hands with seat {}", seat.0),
                Phase::Choose => format!("name seat {}", seat.0),
                Phase::Play => format!("ask seat {} for the missing call", seat.0),
                _ => format!("choose seat {}", seat.0),
            }
        }
        Action::Say(word) => format!("say {}", word_text(game, word)),
        Action::Challenge => match view.phase() {
            Phase::Challenge { player } => format!("challenge seat {}'s {}", player.0, upcard_name(&view)),
            _ => "challenge the last play".to_owned(),
        },
        Action::Option(k) if view.phase() == Phase::DealerChoice => match game.rules().deal.cards + k {
            1 => "deal 1 card to each player".to_owned(),
            cards => format!("deal {cards} cards to each player"),
        },
        Action::Option(0) if view.phase() == Phase::Direction => "let play go clockwise".to_owned(),
        Action::Option(_) if view.phase() == Phase::Direction => "let play go anticlockwise".to_owned(),
        Action::Option(k) => option(&view, k),
    }
}

/// Describes an outcome of chance, such as "seat 1 draws the Eight of hearts".
///
/// Like the outcome itself, the description is for whoever decides chance: it names the card.
#[must_use]
pub fn describe_outcome(game: &Game, state: &State, outcome: Outcome) -> String {
    let card = match outcome {
        Outcome::Seat(seat) => {
            return match state.phase() {
                Phase::Chance(Chance::Lot) => format!("seat {} is the last to slap", seat.0),
                Phase::Chance(Chance::Scramble) => format!("seat {} begins the second pile", seat.0),
                _ => format!("seat {} deals", seat.0),
            };
        }
        Outcome::Suit(suit) => return suit_to_follow(labels(game), suit),
        Outcome::Card(card) => labels(game).the_card(card),
        Outcome::Index(cards) if state.phase() == Phase::Chance(Chance::Amount) => {
            return match cards {
                1 => "1 card is to be drawn".to_owned(),
                _ => format!("{cards} cards are to be drawn"),
            };
        }
        Outcome::Index(index) => return format!("choice {index} of the rule that is drawn"),
    };
    match state.phase() {
        Phase::Chance(Chance::Deal { to }) => format!("seat {} is dealt {card}", to.0),
        Phase::Chance(Chance::Draw { seat }) => format!("seat {} draws {card}", seat.0),
        Phase::Chance(Chance::Rogue { .. } | Chance::TurnUp) => format!("{card} is for the second pile"),
        Phase::Chance(Chance::Split) => format!("{card} is dealt to one of two piles"),
        Phase::Chance(Chance::Param { .. }) => format!("{card} is drawn for the episode"),
        _ => format!("{card} is turned to begin the pile"),
    }
}

/// Describes playing, giving or answering with a card.
fn play(view: &View<'_>, card: Card) -> String {
    let name = labels(view.game()).the_card(card);
    match view.phase() {
        Phase::Give { to } => return format!("give {name} to seat {}", to.0),
        Phase::Continue => return format!("play {name} as well"),
        Phase::Keep => return format!("keep {name}"),
        Phase::NameRank => return format!("name {name}"),
        Phase::Claim => return format!("play {name} out of turn"),
        Phase::Mirror => return format!("mirror with {name}"),
        _ => {}
    }
    let [answer, cancel, pass_on] = view.answering();
    if cancel.contains(card) {
        return format!("cancel the attack with {name}");
    }
    if answer.contains(card) {
        return format!("answer with {name}");
    }
    if pass_on.contains(card) {
        return format!("pass the attack on with {name}");
    }
    if view.is_bluff(card) {
        return format!("play {name} as a bluff");
    }
    format!("play {name}")
}

/// Describes passing.
fn pass(view: &View<'_>) -> String {
    let meaning = match view.phase() {
        Phase::Continue => "play no more",
        Phase::Give { to } => return format!("give seat {} nothing", to.0),
        Phase::Speak { .. } | Phase::Word { .. } => "say nothing",
        Phase::Challenge { .. } => "accept",
        Phase::Catch { .. } => "let it pass",
        Phase::Swap => "keep your hand",
        Phase::Claim | Phase::Mirror => "play nothing",
        Phase::CrossOut => "cross out no more",
        Phase::Play if view.pending_turns() > 0 => return giving_in(view),
        _ if view.collected().drawn > 0 => "play nothing and end the turn",
        _ => "end the turn",
    };
    meaning.to_owned()
}

/// Returns the active seat this many places clockwise from the viewer.
fn active_clockwise(view: &View<'_>, steps: u8) -> Seat {
    (1..=view.players())
        .map(|k| view.relative(k))
        .filter(|&seat| view.active().contains(seat))
        .nth(usize::from(steps.saturating_sub(1)))
        .unwrap_or_else(|| view.relative(steps % view.players()))
}

/// Returns the short name of the upcard, such as "Joker" or "Eight".
pub(crate) fn upcard_name(view: &View<'_>) -> String {
    view.upcard()
        .map_or_else(|| "play".to_owned(), |card| labels(view.game()).kind(card))
}

/// Returns the names of suits and cards in a game.
pub(crate) fn labels(game: &Game) -> &Labels {
    &game.rules().labels
}

/// Describes an event in one line, such as "Seat 2 plays the Eight of hearts".
///
/// The viewer's own acts are described as "You …", and a card that the viewer may not know is left out; without a viewer
/// every card is named.
///
/// ```
/// use eights::{Event, Game, Options, Pack, Ruleset, Seat, describe_event};
/// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(3))?;
/// let event = Event::Drew(Seat(2), Pack::standard().red_joker(), false);
/// assert_eq!(describe_event(&game, &event, Some(Seat(0))), "Seat 2 draws a card");
/// assert_eq!(describe_event(&game, &event, Some(Seat(2))), "You draw the red Joker");
/// assert_eq!(describe_event(&game, &event, None), "Seat 2 draws the red Joker");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn describe_event(game: &Game, event: &Event, viewer: Option<Seat>) -> String {
    let labels = labels(game);
    let the_card = |card: Card| labels.the_card(card);
    let does =
        |seat: Seat, verb: &str| format!("{} {}", subject(seat, viewer), conjugate(seat, viewer, verb));
    let is = |seat: Seat| {
        format!(
            "{} {}",
            subject(seat, viewer),
            if viewer == Some(seat) { "are" } else { "is" }
        )
    };
    let card_or = |card: Card, hidden: &str| {
        if viewer.is_none_or(|seat| event.is_open_to(seat)) {
            the_card(card)
        } else {
            hidden.to_owned()
        }
    };
    match *event {
        Event::Param(_, card) => format!("{} is drawn for the episode", capital(&the_card(card))),
        Event::Dealer(seat) => does(seat, "deal"),
        Event::Direction(direction) => format!("Play goes {}", direction.name()),
        Event::Dealt(seat, card) => format!("{} dealt {}", is(seat), card_or(card, "a card")),
        Event::Starter(card) => format!("{} is turned to begin the pile", capital(&the_card(card))),
        Event::Begins(seat, card) => begins(labels, seat, card, viewer),
        Event::TurnedAgain(card) => format!(
            "{} is turned and goes back into the stock",
            capital(&the_card(card))
        ),
        Event::Played(seat, card) => format!("{} {}", does(seat, "play"), the_card(card)),
        Event::Drew(seat, card, open) => {
            let seen = if open { ", which all can see" } else { "" };
            format!("{} {}{seen}", does(seat, "draw"), card_or(card, "a card"))
        }
        Event::Passed(seat) => does(seat, "pass"),
        Event::Nominated(seat, suit) => format!("{} {}", does(seat, "nominate"), labels.suit(suit)),
        Event::SuitByLot(suit) => format!("By lot {}", suit_to_follow(labels, suit)),
        Event::Gave(from, to, card) => {
            format!(
                "{} {} {}",
                does(from, "give"),
                object(to, viewer),
                card_or(card, "a card")
            )
        }
        Event::Said(seat, word) => format!("{} {}", does(seat, "say"), word_text(game, word)),
        Event::Caught(seat, owner) => {
            let whose = if viewer == Some(owner) {
                "your".to_owned()
            } else {
                format!("seat {}'s", owner.0)
            };
            format!("{} {whose} missing call", does(seat, "catch"))
        }
        Event::Charged(seat) => format!("{} for a missing call", does(seat, "pay")),
        Event::Challenged(seat, player, rightly) => {
            let how = if rightly { "rightly" } else { "wrongly" };
            format!("{} {}, {how}", does(seat, "challenge"), object(player, viewer))
        }
        Event::TookBack(seat, card) => format!("{} {} back", does(seat, "take"), the_card(card)),
        Event::Mistake(seat, card) => {
            format!("{} {}, which is not allowed", does(seat, "try"), the_card(card))
        }
        Event::Skipped(seat) => format!("{} skipped", is(seat)),
        Event::HandsMoved(_, by) => hands_move(by),
        Event::CountedDown(seat, score) => format!("{} out and counts down to {score}", is(seat)),
        Event::Placed(seat, 0) => format!("{} back in the round", is(seat)),
        Event::Placed(seat, place) => format!("{} out in place {place}", is(seat)),
        Event::SeatByLot(seat) => format!("{} the last to slap", is(seat)),
        Event::Back(seat, back) => format!("The back of {} is {}", card_of(seat, viewer), the_card(back)),
        Event::TurnedOver => "All cards are turned over".to_owned(),
        Event::AmountByLot(1) => "By lot 1 card is to be drawn".to_owned(),
        Event::AmountByLot(cards) => format!("By lot {cards} cards are to be drawn"),
        Event::Chosen(seat, other) => format!("{} {}", does(seat, "name"), object(other, viewer)),
        Event::Swapped(seat, other) => format!("{} hands with {}", does(seat, "swap"), object(other, viewer)),
        Event::Named(seat, Demanded::Rank(rank)) => {
            format!("{} the rank {}", does(seat, "name"), labels.rank(rank))
        }
        Event::Named(seat, Demanded::Card(card)) => format!("{} {}", does(seat, "name"), the_card(card)),
        Event::Mirrored(seat, hit) => format!("{} it onto {}", does(seat, "mirror"), object(hit, viewer)),
        Event::FalseWin(seat) => format!("{} a false win: the pile becomes stock", does(seat, "make")),
        Event::Returned(seat, 1) => format!("{} 1 card to the stock", does(seat, "return")),
        Event::Returned(seat, cards) => format!("{} {cards} cards to the stock", does(seat, "return")),
        Event::CrossedOut(seat, index) => format!("{} out created rule {index}", does(seat, "cross")),
        Event::Offered(..) | Event::Stands(..) | Event::Created(..) => rule_event(event, viewer),
        Event::Split => "The pile is dealt into two".to_owned(),
        Event::Reversed => "The direction of play turns".to_owned(),
        Event::Renewed(true) => "The pile is shuffled and becomes the stock".to_owned(),
        Event::Renewed(false) => "The pile is turned over and becomes the stock".to_owned(),
        Event::RoundEnded(Some(seat)) => format!("{} out, and the round ends", is(seat)),
        Event::RoundEnded(None) => "The round ends with nobody out".to_owned(),
        Event::Ended => "The game ends".to_owned(),
    }
}

/// Names the card that a seat was dealt or drew, or the card on the pile.
fn card_of(seat: Option<Seat>, viewer: Option<Seat>) -> String {
    seat.map_or_else(
        || "the card on the pile".to_owned(),
        |seat| format!("the card that {} got", object(seat, viewer)),
    )
}

/// Describes how far all hands move: "All hands move one seat clockwise".
fn hands_move(by: i8) -> String {
    let way = if by < 0 { "anticlockwise" } else { "clockwise" };
    let seats = if by.unsigned_abs() == 1 {
        "one seat".to_owned()
    } else {
        format!("{} seats", by.unsigned_abs())
    };
    format!("All hands move {seats} {way}")
}

/// Names the suit to follow: "the suit to follow is hearts".
fn suit_to_follow(labels: &Labels, suit: Suit) -> String {
    format!("the {} to follow is {}", labels.suit_word(), labels.suit(suit))
}

/// Describes an event of a created rule, and names the rule to those who may know it.
fn rule_event(event: &Event, viewer: Option<Seat>) -> String {
    let open = viewer.is_none_or(|seat| event.is_open_to(seat));
    let told = |words: String, rule: &CreatedRule| {
        if open {
            format!("{words} the rule: {rule}")
        } else {
            format!("{words} a rule")
        }
    };
    let does =
        |seat: Seat, verb: &str| format!("{} {}", subject(seat, viewer), conjugate(seat, viewer, verb));
    let is = |seat: Seat, what: &str| {
        let verb = if viewer == Some(seat) { "are" } else { "is" };
        format!("{} {verb} {what}", subject(seat, viewer))
    };
    match event {
        Event::Offered(seat, rule, _) => told(is(*seat, "offered"), rule),
        Event::Stands(Some(seat), rule) => told(is(*seat, "shown"), rule),
        Event::Stands(None, rule) => format!("A rule stands: {rule}"),
        Event::Created(seat, rule, _) => told(does(*seat, "add"), rule),
        _ => String::new(),
    }
}

/// Names a pile: "pile" where there is one, else "first pile" and so on, from left to right.
pub(crate) fn pile_name(index: u8, count: u8) -> String {
    let place = match index {
        _ if count < 2 => return "pile".to_owned(),
        0 => "first",
        1 => "second",
        2 => "third",
        _ => "fourth",
    };
    format!("{place} pile")
}

/// Names a seat at the beginning of a sentence: "You" for the viewer.
pub(crate) fn subject(seat: Seat, viewer: Option<Seat>) -> String {
    capital(&object(seat, viewer))
}

/// Names a seat within a sentence: "you" for the viewer.
pub(crate) fn object(seat: Seat, viewer: Option<Seat>) -> String {
    if viewer == Some(seat) {
        "you".to_owned()
    } else {
        format!("seat {}", seat.0)
    }
}

/// Describes how a seat gets the first turn: by a card that it shows, or since nobody has one to show.
fn begins(labels: &Labels, seat: Seat, card: Option<Card>, viewer: Option<Seat>) -> String {
    let begins = conjugate(seat, viewer, "begin");
    let who = subject(seat, viewer);
    card.map_or_else(
        || format!("{who} {begins}"),
        |card| {
            let shows = conjugate(seat, viewer, "show");
            format!("{who} {shows} {} and {begins}", labels.the_card(card))
        },
    )
}

/// Conjugates a verb for "you" or for a seat.
pub(crate) fn conjugate(seat: Seat, viewer: Option<Seat>, verb: &str) -> String {
    if viewer == Some(seat) {
        return verb.to_owned();
    }
    match verb.strip_suffix('y') {
        Some(stem) if verb == "try" => format!("{stem}ies"),
        _ if verb.ends_with("ch") || verb.ends_with("ss") => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}

/// Names any card of a set: "a Two", "a black Jack or the Ace of hearts", "a Draw Two".
pub(crate) fn any_of(labels: &Labels, set: CardSet) -> String {
    if labels.all().minus(set).is_empty() {
        return "any card".to_owned();
    }
    let pack = labels.pack();
    let mut kinds = Vec::new();
    for rank in pack.all_ranks() {
        let (all, cards) = (labels.of_rank(rank), set.and(labels.of_rank(rank)));
        if cards.is_empty() {
            continue;
        }
        let a = |noun: String| format!("{} {noun}", article(&noun));
        let usual = labels.is_off();
        if cards == all && (usual || rank != Rank::JOKER) {
            kinds.push(a(labels.rank(rank)));
        } else if !usual {
            kinds.extend(cards.iter().map(|card| a(labels.card(card))));
        } else if cards == all.and(pack.black()) {
            kinds.push(format!("a black {}", rank.name()));
        } else if cards == all.and(pack.red()) {
            kinds.push(format!("a red {}", rank.name()));
        } else {
            kinds.extend(cards.iter().map(|card| labels.the_card(card)));
        }
    }
    join(&kinds, "or")
}

/// Joins things: "a", "a or b", "a, b or c".
pub(crate) fn join(things: &[String], last: &str) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Describes the consequence of not answering: "take the 4 pending cards", "lose the turn".
pub(crate) fn giving_in(view: &View<'_>) -> String {
    let (cards, turns) = (view.pending(), view.pending_turns());
    let take = (cards > 0).then(|| format!("take the {}", pending_cards(cards)));
    let lose = match turns {
        0 => None,
        1 => Some("lose the turn".to_owned()),
        _ => Some(format!("lose {turns} turns")),
    };
    let both: Vec<String> = take.into_iter().chain(lose).collect();
    join(&both, "and")
}

/// Names the cards and turns of an attack: "2 cards", "1 turn", "2 cards and 1 turn".
pub(crate) fn cards_and_turns(cards: u8, turns: u8) -> String {
    let both = [(cards, "card"), (turns, "turn")];
    let said = both
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| {
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {noun}{plural}")
        });
    join(&said.collect::<Vec<_>>(), "and")
}

/// Names a number of pending cards: "pending card", "4 pending cards".
fn pending_cards(count: u8) -> String {
    if count == 1 {
        "pending card".to_owned()
    } else {
        format!("{count} pending cards")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::pack::Pack;
    use crate::ruleset::Ruleset;
    use crate::seat::SeatSet;

    fn game(labelled: bool) -> Game {
        let mut ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
        if labelled {
            ruleset.labels = Labels::uno();
        }
        Game::new(&ruleset, Options::new(3)).expect("game")
    }

    #[test]
    fn sets_of_cards_are_named_by_rank_and_colour() {
        let set = |text: &str| {
            text.split(' ')
                .map(|c| c.parse::<Card>().expect("card"))
                .collect::<CardSet>()
        };
        assert_eq!(
            any_of(&Labels::default(), Pack::standard().of_rank(Rank::ACE)),
            "an Ace"
        );
        assert_eq!(any_of(&Labels::default(), set("JC JS")), "a black Jack");
        assert_eq!(
            any_of(&Labels::default(), set("JD JH *R *B")),
            "a red Jack or a Joker"
        );
        assert_eq!(
            any_of(&Labels::default(), set("2C 2H *R")),
            "the Two of clubs, the Two of hearts or the red Joker"
        );
        assert_eq!(any_of(&Labels::default(), CardSet::ALL), "any card");
    }

    #[test]
    fn cards_are_called_by_their_labels() {
        let game = game(true);
        let set = |text: &str| {
            crate::card_text::parse_cards(text)
                .expect("cards")
                .into_iter()
                .collect()
        };
        for (cards, said) in [
            ("AC AD AH AS", "a Draw Two"),
            ("TC TD TH TS *B", "an 8 or a Wild Draw Four"),
            ("*R *B", "a Wild or a Wild Draw Four"),
            ("7C KS", "a red 5 or a blue Reverse"),
        ] {
            assert_eq!(any_of(&Labels::uno(), set(cards)), said);
        }
        let told = |event| describe_event(&game, &event, None);
        assert_eq!(
            told(Event::Played(Seat(0), Card::of(50))),
            "Seat 0 plays the green Draw Two"
        );
        assert_eq!(
            told(Event::Starter(Pack::standard().red_joker())),
            "The Wild is turned to begin the pile"
        );
        assert_eq!(
            told(Event::Nominated(Seat(2), Suit::Clubs)),
            "Seat 2 nominates red"
        );
        let state = game.new_initial_state(7);
        let meaning = |action| describe_action(&game, &state, action);
        assert_eq!(meaning(Action::Suit(Suit::Spades)), "nominate blue");
        assert_eq!(meaning(Action::Rank(Rank::ACE)), "name the rank Draw Two");
        assert_eq!(
            meaning(Action::Play(Pack::standard().black_joker())),
            "play the Wild Draw Four"
        );
    }

    #[test]
    fn what_the_viewer_does_is_told_as_you() {
        let game = game(false);
        let me = Some(Seat(1));
        let told = |event| describe_event(&game, &event, me);
        let eight = Card::of(26);
        assert_eq!(
            told(Event::Played(Seat(1), eight)),
            "You play the Eight of hearts"
        );
        assert_eq!(
            told(Event::Played(Seat(0), eight)),
            "Seat 0 plays the Eight of hearts"
        );
        assert_eq!(told(Event::Passed(Seat(0))), "Seat 0 passes");
        assert_eq!(
            told(Event::Mistake(Seat(0), eight)),
            "Seat 0 tries the Eight of hearts, which is not allowed"
        );
        assert_eq!(told(Event::Said(Seat(0), 0)), "Seat 0 says \"last card\"");
        assert_eq!(
            told(Event::Caught(Seat(0), Seat(1))),
            "Seat 0 catches your missing call"
        );
        assert_eq!(
            told(Event::Challenged(Seat(1), Seat(2), true)),
            "You challenge seat 2, rightly"
        );
        assert_eq!(
            told(Event::HandsMoved(SeatSet::first(3), -1)),
            "All hands move one seat anticlockwise"
        );
        assert_eq!(
            told(Event::HandsMoved(SeatSet::first(3), 2)),
            "All hands move 2 seats clockwise"
        );
        assert_eq!(told(Event::Skipped(Seat(1))), "You are skipped");
        assert_eq!(
            told(Event::Starter(eight)),
            "The Eight of hearts is turned to begin the pile"
        );
    }

    #[test]
    fn cards_are_told_only_to_those_who_may_know_them() {
        let table = game(false);
        let gave = Event::Gave(Seat(0), Seat(1), Card::of(12));
        assert_eq!(
            describe_event(&table, &gave, Some(Seat(2))),
            "Seat 0 gives seat 1 a card"
        );
        assert_eq!(
            describe_event(&table, &gave, Some(Seat(1))),
            "Seat 0 gives you the Five of clubs"
        );
        assert_eq!(
            describe_event(&table, &gave, None),
            "Seat 0 gives seat 1 the Five of clubs"
        );
        let dealt = Event::Dealt(Seat(0), Card::of(12));
        assert_eq!(
            describe_event(&table, &dealt, Some(Seat(2))),
            "Seat 0 is dealt a card"
        );
    }
}
