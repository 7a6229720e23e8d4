use tejun_puzzlescript::*;
fn main() {
    for f in std::env::args().skip(1) {
        let c = compile_with_diagnostics(&std::fs::read_to_string(&f).unwrap());
        if let Some(g) = &c.game {
            println!("{f}: levels {} objects {} layers {} groups {}+{} rules {} random {} rt {:?} wins {} err {:?}", g.levels().count(), g.objects.len(), g.layers.len(), g.rules.groups.len(), g.late_rules.groups.len(), g.all_rules().count(), g.is_random(), g.settings.realtime_interval, g.wins.len(), c.diagnostics.first_error().map(|e| e.to_string()));
        } else { println!("{f}: none {:?}", c.diagnostics.first_error()); }
    }
}
