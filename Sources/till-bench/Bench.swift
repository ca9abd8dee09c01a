/// Measures what can be measured without a reader. Figures are medians of one run; read them as ratios. Arguments name
/// what to measure: `codec`, `journal`, `sale`, `vault`, `console`; none is all.
@main
enum Bench {
    static func main() {
        let wanted = CommandLine.arguments.dropFirst()
        if wanted.isEmpty || wanted.contains("codec") {
            CodecBench.run()
            DatecsBench.run()
        }
        if wanted.isEmpty || wanted.contains("journal") { JournalBench.run() }
        if wanted.isEmpty || wanted.contains("sale") { SaleBench.run() }
        if wanted.isEmpty || wanted.contains("vault") { VaultBench.run() }
        if wanted.isEmpty || wanted.contains("console") { ConsoleBench.run() }
    }
}
