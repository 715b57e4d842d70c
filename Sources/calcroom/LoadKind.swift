import LoadGenerator

/// What `calcroom bench` does with a running server.
enum LoadKind: String, CaseIterable {
    /// One room, of which some press.
    case fanout
    /// Many rooms, in which all press.
    case rooms
    /// Keys at a fixed rate, and how long they take.
    case latency
    /// Many connections of which nothing comes, and one room among them.
    case idle
    /// Newcomers.
    case joins
    /// Keys at a fixed rate beside what the disk takes alone.
    case durable
    /// Keys at a fixed rate beside somebody who means harm.
    case flood

    func run(_ arguments: Arguments) throws(CommandError) {
        let settings = try LoadSettings(arguments, kind: self)
        let report: LoadReport
        do {
            report = try measure(settings)
        } catch let error as LoadError {
            throw .failed(error.message)
        } catch let error as CommandError {
            throw error
        } catch { throw .failed("\(error)") }
        if settings.isJSON { print(report.json) } else { for line in report.lines { print(line) } }
        if report.isOfTheGenerator {
            StandardStreams.complain("The generator was too busy: it measured itself.")
        }
    }

    private func measure(_ settings: LoadSettings) throws -> LoadReport {
        switch self {
        case .fanout, .rooms, .latency: try settings.measurePressing()
        case .idle: try settings.measureIdle()
        case .joins: try settings.measureJoins()
        case .durable: try settings.measureDurable()
        case .flood: try settings.measureFlood()
        }
    }
}
