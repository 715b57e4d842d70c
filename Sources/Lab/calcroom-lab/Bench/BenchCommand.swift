import CommandLineKit

extension Command {
    static let bench = Command(
        name: "bench",
        operands: "PORT…",
        summary: "Loads a server that runs with --limits none, and measures it.",
        details: """
            The clients make rooms of their own. Several ports belong to servers that share a store;
            then each room has clients at all of them. Prints the figures as a JSON object.

              calcroom-lab bench 8080 --rooms 1000 --clients 4 --rate 5000
            """,
        options: BenchOption.all
    ) { arguments throws(CommandError) in
        let figures = try Benchmark(arguments).run()
        print(figures.json)
        if figures.isGeneratorOverloaded {
            StandardStreams.printError(
                "The generator was too busy. The figures describe the generator, not the server.")
        }
    }
}

/// The options of `calcroom-lab bench`.
enum BenchOption {
    static let rooms = CommandOption(
        name: "rooms", value: "N", summary: "how many rooms (default 1)")
    static let clients = CommandOption(
        name: "clients", value: "N", summary: "clients in each room (default 4)")
    static let senders = CommandOption(
        name: "senders", value: "N", summary: "clients in each room that press keys (default: all)")
    static let window = CommandOption(
        name: "window", value: "N", summary: "unanswered keys of each sender (default 1)")
    static let rate = CommandOption(
        name: "rate", value: "N",
        summary: "presses this many keys a second in total, and measures their delay")
    static let idle = CommandOption(
        name: "idle", value: "N", summary: "measures again among this many idle connections")
    static let seconds = CommandOption(
        name: "seconds", value: "N", summary: "the duration of the measurement (default 3)")
    static let threads = CommandOption(
        name: "threads", value: "N", summary: "threads that generate the load (default 2)")
    static let serverPID = CommandOption(
        name: "server-pid", value: "PID",
        summary: "the server's process, to measure its processor time and memory")

    static let all = [rooms, clients, senders, window, rate, idle, seconds, threads, serverPID]
}

extension Benchmark {
    init(_ arguments: Arguments) throws(CommandError) {
        let ports = arguments.operands.compactMap(UInt16.init)
        guard !ports.isEmpty, ports.count == arguments.operands.count else {
            throw .usage("bench takes the port of a server on this machine, such as 8080.")
        }
        load = Load(ports: ports)
        load.rooms = try arguments.number(BenchOption.rooms) ?? load.rooms
        load.clientsInRoom = try arguments.number(BenchOption.clients) ?? load.clientsInRoom
        load.sendersInRoom = try arguments.number(BenchOption.senders)
        load.threads = try arguments.number(BenchOption.threads) ?? load.threads
        load.pace = .window(try arguments.number(BenchOption.window) ?? 1)
        if let rate = try arguments.number(BenchOption.rate) { load.pace = .rate(Double(rate)) }
        if let connections = try arguments.number(BenchOption.idle) {
            background = Load(
                ports: ports, rooms: max(1, connections / 4), pace: .silent, threads: load.threads)
        }
        let text = arguments[BenchOption.seconds] ?? "3"
        guard let seconds = Double(text), (0.1...600).contains(seconds) else {
            throw .usage("--seconds takes a number from 0.1 to 600, not \(text).")
        }
        self.seconds = seconds
        server = try arguments.number(BenchOption.serverPID).map { ServerProcess(identifier: $0) }
        guard server?.processorTime != nil || server == nil else {
            throw .usage("--server-pid takes the ID of a running process.")
        }
    }
}
