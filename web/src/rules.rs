//! Rulesets, and their rules in English.

use pulldown_cmark::{Event, Parser, html::push_html};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::refused;

/// A ruleset.
#[wasm_bindgen]
pub struct Ruleset(eights::Ruleset);

#[wasm_bindgen]
impl Ruleset {
    /// A built-in ruleset.
    ///
    /// # Errors
    /// There is none of this id.
    pub fn builtin(id: &str) -> Result<Self, JsError> {
        eights::Ruleset::builtin(id).map(Self).map_err(refused)
    }

    /// Reads TOML, which names no file as its base.
    ///
    /// # Errors
    /// Every problem is listed, a line each.
    #[wasm_bindgen(js_name = fromToml)]
    pub fn from_toml(text: &str) -> Result<Self, JsError> {
        eights::Ruleset::from_toml(text).map(Self).map_err(refused)
    }

    /// The id.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn id(&self) -> String {
        self.0.id.clone()
    }

    /// The title, for people.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.0.name()
    }

    /// Fewest and most players.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn players(&self) -> Vec<u8> {
        vec![self.0.players.min, self.0.players.max]
    }

    /// The ruleset as TOML.
    #[must_use]
    #[wasm_bindgen(js_name = toToml)]
    pub fn to_toml(&self) -> String {
        self.0.to_toml()
    }

    /// The rules in English, as Markdown.
    #[must_use]
    pub fn describe(&self) -> String {
        self.0.describe()
    }

    /// The rules in English, as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        html(&self.0.describe())
    }
}

/// The text of a built-in ruleset in TOML; nothing if there is none of this id.
#[must_use]
#[wasm_bindgen(js_name = builtinToml)]
pub fn builtin_toml(id: &str) -> Option<String> {
    eights::ruleset::builtin_toml(id).map(str::to_owned)
}

/// The problems of a ruleset in TOML: `[{"key", "line", "message"}]` as JSON; lines count from 1, and are null where a
/// problem has none.
#[must_use]
#[wasm_bindgen]
pub fn problems(text: &str) -> String {
    let shown = |key: &str, line: Option<usize>, message: &str| json!({ "key": key, "line": line, "message": message });
    let found: Vec<Value> = match eights::Ruleset::load(text, None) {
        Ok(_) => Vec::new(),
        Err(eights::RulesetError::Invalid(all)) => all
            .iter()
            .map(|one| shown(&one.path, one.line, &one.message))
            .collect(),
        Err(why @ eights::RulesetError::Toml { line, .. }) => {
            vec![shown("", usize::try_from(line).ok(), &why.to_string())]
        }
        Err(why) => vec![shown("", None, &why.to_string())],
    };
    json!(found).to_string()
}

/// Renders Markdown, in which a ruleset can put no markup of its own.
#[must_use]
pub fn html(markdown: &str) -> String {
    let as_text = |event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    };
    let mut whole = String::new();
    push_html(&mut whole, Parser::new(markdown).map(as_text));
    whole
}
