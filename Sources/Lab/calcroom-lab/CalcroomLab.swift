import CommandLineKit

/// The developers' tools: benchmarks and simulations.
@main
enum CalcroomLab {
    static let program = CommandLineProgram(
        name: "calcroom-lab",
        summary: "Measures a running server, and tests Calcroom under simulated faults.",
        commands: [.bench, .simulate])

    static func main() {
        program.main()
    }
}

extension Arguments {
    /// The number that an option gives, or nil if the option is not given.
    func number(_ option: CommandOption) throws(CommandError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), number > 0 else {
            throw .usage("--\(option.name) takes a whole number from 1 on, not \(text).")
        }
        return number
    }
}
