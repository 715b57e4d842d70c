import LoadGenerator

/// What somebody said about a load on the command line.
struct LoadSettings {
    private let arguments: Arguments
    let kind: LoadKind
    let addresses: [ServerAddress]
    /// Where a file is made to try the disk.
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
                throw .usage("\(text) is no address such as ws://127.0.0.1:8080.")
            }
            addresses.append(address)
        }
        self.kind = kind
        self.addresses = addresses
        file = arguments[Command.benchData] ?? StoreBenchmark.place()
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
            throw .usage("--server-pid takes the number of a process that runs, not \(text).")
        }
        return server
    }

    /// A load with what is the same for all kinds.
    func load(clients: Int, senders: Int, pace: Pace) throws(CommandError) -> Load {
        var load = Load(addresses, clientsInRoom: clients, sendersInRoom: senders, pace: pace)
        load.rooms = kind == .fanout ? 1 : try number(LoadOption.rooms, default: kind.rooms)
        load.dialect = dialect
        load.threads = try number(LoadOption.threads, default: 2, 1...16)
        return load
    }
}
