import CommandLineKit
import LoadGenerator

/// The kinds of `calcroom-lab bench` that measure a running server.
enum LoadKind: String, CaseIterable {
    /// One room with many clients. A few of them press keys.
    case fanout
    /// Many rooms whose clients all press keys.
    case rooms
    /// Keys at a fixed rate, and their delay.
    case latency
    /// Active rooms alone, and among many idle connections.
    case idle
    /// Clients that join rooms.
    case joins
    /// Keys at a fixed rate, compared with the disk alone.
    case durable
    /// Keys at a fixed rate, with and without hostile clients.
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
        if report.isGeneratorOverloaded {
            StandardStreams.printError(
                "The generator was too busy. The figures describe the generator, not the server.")
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

/// The defaults of the options.
extension LoadKind {
    var rooms: Int {
        switch self {
        case .fanout, .idle: 1
        case .rooms, .latency, .durable: 1_000
        case .flood: 100
        case .joins: 0
        }
    }

    var clientsInRoom: Int {
        switch self {
        case .fanout: 500
        case .joins: 30
        case .rooms, .latency, .idle, .durable, .flood: 4
        }
    }

    var window: Int { self == .fanout ? 64 : 1 }

    var keysPerSecond: Int {
        switch self {
        case .idle: 200
        case .durable, .flood: 1_000
        case .fanout, .rooms, .latency, .joins: 5_000
        }
    }

    var connections: Int {
        switch self {
        case .idle: min(20_000, Descriptors.connectionsMax)
        case .joins: 64
        case .flood: 500
        case .fanout, .rooms, .latency, .durable: 0
        }
    }
}
