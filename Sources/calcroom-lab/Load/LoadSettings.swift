import CommandLineKit
import LoadGenerator

/// The load that the command line describes.
struct LoadSettings {
    private let arguments: Arguments
    let kind: LoadKind
    let addresses: [ServerAddress]
    /// The temporary file for measuring the disk.
    let file: String

    init(_ arguments: Arguments, kind: LoadKind) throws(CommandError) {
        self.arguments = arguments
        guard arguments.operands.count >= 2 else {
            throw .usage(
                "bench \(kind.rawValue) takes the address of a server: ws://127.0.0.1:8080")
        }
        var addresses: [ServerAddress] = []
        for text in arguments.operands.dropFirst() {
            guard let address = ServerAddress(text) else {
                throw .usage("\(text) is not an address such as ws://127.0.0.1:8080.")
            }
            addresses.append(address)
        }
        self.kind = kind
        self.addresses = addresses
        file = arguments[Command.benchData] ?? StoreBenchmark.temporaryPath
    }

    var isJSON: Bool { arguments.contains(LoadOption.json) }

    var dialect: Dialect { arguments.contains(LoadOption.plain) ? .plain : .calcroom }

    func seconds() throws(CommandError) -> Double {
        guard let text = arguments[LoadOption.seconds] else { return 3 }
        guard let seconds = Double(text), (0.1...600).contains(seconds) else {
            throw .usage("--seconds takes a number from 0.1 to 600, not \(text).")
        }
        return seconds
    }

    func number(
        _ option: CommandOption, default usual: Int, _ range: ClosedRange<Int> = 1...1_000_000
    ) throws(CommandError) -> Int {
        guard let text = arguments[option] else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(option.name) takes a number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(text).")
        }
        return number
    }

    func server() throws(CommandError) -> ServerProcess? {
        guard let text = arguments[LoadOption.serverPID] else { return nil }
        guard let identifier = Int32(text), let server = ServerProcess(identifier) else {
            throw .usage("--server-pid takes the ID of a running process, not \(text).")
        }
        return server
    }

    /// A load with the options that all kinds share.
    func load(clients: Int, senders: Int, pace: Pace) throws(CommandError) -> Load {
        var load = Load(addresses, clientsInRoom: clients, sendersInRoom: senders, pace: pace)
        load.rooms = kind == .fanout ? 1 : try number(LoadOption.rooms, default: kind.rooms)
        load.dialect = dialect
        load.threads = try number(LoadOption.threads, default: 2, 1...16)
        return load
    }
}

/// The options of the kinds that measure a running server.
enum LoadOption {
    static let rooms = CommandOption(
        name: "rooms", value: "N",
        summary: "how many rooms (default 1000; 100 in flood, 1 in idle)")
    static let clients = CommandOption(
        name: "clients", value: "N",
        summary: "clients in each room (default 4; 500 in fanout, 30 in joins)")
    static let senders = CommandOption(
        name: "senders", value: "N", summary: "clients that press keys in fanout (default 4)")
    static let window = CommandOption(
        name: "window", value: "N",
        summary: "unacknowledged keys of each client (default 64 in fanout, 1 in rooms)")
    static let rate = CommandOption(
        name: "rate", value: "N",
        summary:
            "keys a second of all clients together (default 5000; 1000 in durable and flood, 200 in idle)"
    )
    static let connections = CommandOption(
        name: "connections", value: "N",
        summary:
            "connections that are idle (default 20000, or the system's limit), flood (500), or join at once (64)"
    )
    static let frames = CommandOption(
        name: "frames", value: "N", summary: "frames a second of the flood (default 1000)")
    static let seconds = CommandOption(
        name: "seconds", value: "N", summary: "the duration of the measurement (default 3)")
    static let threads = CommandOption(
        name: "threads", value: "N", summary: "threads that generate the load (default 2)")
    static let plain = CommandOption(
        name: "plain", value: nil, summary: "the server is a bare broadcast, for comparison")
    static let serverPID = CommandOption(
        name: "server-pid", value: "PID",
        summary: "the server's process, to measure its processor time and memory")
    static let json = CommandOption(
        name: "json", value: nil, summary: "prints one JSON object instead of lines")

    static let all = [
        rooms, clients, senders, window, rate, connections, frames, seconds, threads, plain,
        serverPID, json,
    ]
}
