/// Measures what can be measured without a reader. Figures are medians of one run; read them as ratios.
@main
enum Bench {
    static func main() {
        CodecBench.run()
    }
}
