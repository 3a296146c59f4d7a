//! Safetensors of policies: a file is refused with its reason, or is a network for every game.

#![no_main]

use eights::bot::Learned;
use eights_fuzz::target;

target!(check, files);

fn check(data: &[u8]) {
    if let Err(why) = Learned::check_file(data) {
        assert!(!why.to_string().is_empty());
    }
}

/// The file of weights, its header alone, and a file with one tensor.
fn files() -> Vec<Vec<u8>> {
    let whole = Learned::file();
    let header = usize::try_from(u64::from_le_bytes(whole[..8].try_into().expect("8 bytes"))).expect("short");
    let one =
        br#"{"__metadata__":{"inputs":"{}"},"plain":{"dtype":"I8","shape":[1,2],"data_offsets":[0,2]}}"#;
    let one = [&(one.len() as u64).to_le_bytes()[..], one, &[1, 2]].concat();
    vec![whole.to_vec(), whole[..8 + header].to_vec(), one]
}
