//! The integration tests, one binary.
#[test]
fn load() {
    for id in eights::ruleset::ids() {
        let r = eights::ruleset::Ruleset::builtin(id).unwrap_or_else(|e| panic!("{id}: {e}"));
        println!("{} {}", id, r.fingerprint());
        assert_eq!(
            eights::ruleset::Ruleset::from_toml(&r.to_toml()).unwrap(),
            r
        );
    }
    println!("{}", eights::ruleset::Ruleset::from_toml("id='a b'\n[special.x]\ncards='8 ?'\nskipp=3\n[deal]\ncards='x'\nfoo=1\n[stock]\nempty='gone'\n[deck]\npacks={'2-9'=1, '4-5'=2}\n").unwrap_err());
}
