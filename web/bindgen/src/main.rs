//! Writes JavaScript and its types for a module of WebAssembly: `eights-web-bindgen MODULE.wasm FOLDER`.

use std::env::args_os;
use std::path::PathBuf;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<PathBuf> = args_os().skip(1).map(PathBuf::from).collect();
    let [module, folder] = given.as_slice() else {
        return Err("usage: eights-web-bindgen MODULE.wasm FOLDER".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .out_name("eights")
        .input_path(module);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}
