//! `phase`: the decision to be made, and the seat that makes it.

use super::declare::part;
use super::field::PHASES;
use crate::engine::Phase;

part! {
    /// The phase, the seat that decides, and the seat whose turn it is.
    base Decision in Phase;
    |view| {
        // The first phase is chance, in which no seat decides.
        one_of(Phases) "" = view.actor().map(|_| view.phase().index() - 1).filter(|&phase| phase < PHASES);
            "the kind of decision"
        seat "actor" = view.actor(); "the seat that decides"
        seat "turn" = Some(view.turn()); "the seat whose turn it is"
    }
}

/// The numbers of words.
const WORDS: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];

part! {
    /// The word that is due.
    optional WordDue in Phase, "words are due" = |shape, rules| shape.has(!rules.tableau.words.is_empty());
    |view| let Phase::Word { word } = view.phase(); {
        one_of(Words(&WORDS)) "word_due" = Some(usize::from(word)); "the word that is due, by its number in the actions"
    }
}

part! {
    /// The card for which a pile is chosen.
    optional PileFor in Phase, "there can be several piles" = |shape, _| shape.piles > 1;
    |view|
    // Other seats may not know the card before its pile is chosen.
    let (Phase::Pile { card }, true) = (view.phase(), view.actor() == Some(view.seat()));
    {
        one_of(Kinds) "pile_for" = Some(card.index()); "the card for which the observer is to choose a pile"
    }
}
