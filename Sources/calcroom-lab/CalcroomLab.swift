import CommandLineKit

/// The developers' tools: benchmarks, load generation and simulation.
@main
enum CalcroomLab {
    static let program = CommandLineProgram(
        name: "calcroom-lab",
        summary: "Measures Calcroom, and tests it under simulated faults.",
        commands: [.bench, .simulate])

    static func main() {
        program.main()
    }
}
