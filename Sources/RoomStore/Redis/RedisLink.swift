import SharedRoom

/// What a node has of Redis while it is there: a connection for what it asks, and one for what it is
/// told.
final class RedisLink {
    let commands: RedisConnection
    let news: RedisConnection
    /// The life that all rooms have in common. Another one begins when something may have been lost.
    private(set) var life: UInt64
    let node: UInt32
    /// Which of the node's connections this is. Redis takes appends from the last one alone.
    let number: Int64
    private var scripts: [RedisScript: [UInt8]] = [:]
    /// Subscriptions that were asked for and not confirmed.
    private var awaited = 0
    /// How often a sign was asked for since anything has come.
    private var signsMissing = 0

    /// - Parameter node: The number that the node had, or 0.
    init(_ options: RedisOptions, node: UInt32) throws(RedisFailure) {
        let patience = options.limits.patience
        commands = try RedisConnection(options.address, patience: patience)
        news = try RedisConnection(options.address, patience: patience)
        for script in RedisScript.allCases {
            let answer = try commands.ask([
                Array("SCRIPT".utf8), Array("LOAD".utf8), script.text,
            ])
            if case .failure(let message) = answer { throw RedisFailure(message: message) }
            scripts[script] = answer.bytes
        }
        let run = try Self.run(of: commands)
        let keeps = try Self.keeps(commands)
        commands.send(
            [Array("EVALSHA".utf8), scripts[.connect] ?? [], Array("3".utf8)]
                + [RedisWords.life, RedisWords.nodes, RedisWords.nodePrefix]
                + [
                    run, Array(keeps ? "1".utf8 : "0".utf8),
                    RedisWords.word(epoch: options.random()), RedisWords.word(node),
                    RedisWords.word(Self.nodesMax), RedisWords.word(options.limits.nodePatience),
                ])
        let answer = try commands.answer()
        if case .failure(let message) = answer { throw RedisFailure(message: message) }
        guard let parts = answer.list, parts.count == 3,
            let life = parts[0].text.flatMap({ UInt64($0, radix: 16) }),
            let given = parts[1].integer, let number = parts[2].integer
        else { throw RedisFailure(message: "it has keys of another program with Calcroom's names") }
        self.life = life
        self.node = UInt32(clamping: given)
        self.number = number
    }

    /// Of a node. The first is that of a node without edges.
    static let edgesMax: UInt32 = 4_096
    private static let nodesMax = UInt32.max / edgesMax - 1

    /// What was told before is not vouched for any more.
    func beginLife(_ number: UInt64) throws(RedisFailure) {
        let text = String(number, radix: 16)
        try commands.demand([
            "HSET", String(decoding: RedisWords.life, as: UTF8.self), "number", text,
        ])
        life = number
    }

    /// A connection that only listens does not notice that it is gone.
    func askForSign() {
        signsMissing += 1
        news.send([Array("PING".utf8)])
    }

    func evaluate(_ script: RedisScript, keys: [[UInt8]], _ arguments: [[UInt8]]) {
        commands.send(
            [Array("EVALSHA".utf8), scripts[script] ?? [], RedisWords.word(keys.count)] + keys
                + arguments)
    }

    func listen(to rooms: [RoomName]) {
        awaited += rooms.count
        // Some thousands fit into one command.
        for start in stride(from: 0, to: rooms.count, by: 1_000) {
            let names = rooms[start..<min(start + 1_000, rooms.count)]
            news.send([Array("SUBSCRIBE".utf8)] + names.map(RedisWords.room))
        }
    }

    func stopListening(to room: RoomName) {
        news.send([Array("UNSUBSCRIBE".utf8), RedisWords.room(room)])
    }

    /// What was published, once all subscriptions are confirmed.
    func takeNews() throws(RedisFailure) -> [(room: RoomName, text: [UInt8])] {
        var taken: [(room: RoomName, text: [UInt8])] = []
        try news.flush()
        var isWaiting = true
        while isWaiting {
            let replies = try news.news(within: awaited > 0 ? Self.confirmationTime : 0)
            if !replies.isEmpty { signsMissing = 0 }
            if replies.isEmpty && (awaited > 0 || signsMissing > Self.signsMissingMax) {
                throw RedisFailure(message: "it does not answer")
            }
            for reply in replies {
                guard let parts = reply.list, let kind = parts.first?.text else { continue }
                if kind == "subscribe" { awaited -= 1 }
                guard kind == "message", parts.count == 3, let channel = parts[1].bytes,
                    let name = RedisWords.name(ofChannel: channel), let text = parts[2].bytes
                else { continue }
                taken.append((name, text))
            }
            isWaiting = awaited > 0 || !replies.isEmpty
        }
        return taken
    }

    private static let confirmationTime: Int32 = 2_000
    private static let signsMissingMax = 2

    private static func run(of connection: RedisConnection) throws(RedisFailure) -> [UInt8] {
        let text = try connection.demand(["INFO", "server"]).text ?? ""
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("run_id:") }
        return Array((line?.dropFirst("run_id:".count) ?? "").utf8)
    }

    /// Whether what it confirms survives a power cut.
    private static func keeps(_ connection: RedisConnection) throws(RedisFailure) -> Bool {
        for (setting, value) in [("appendonly", "yes"), ("appendfsync", "always")] {
            // Whoever may not ask has to expect the worst.
            let words = ["CONFIG", "GET", setting].map { Array($0.utf8) }
            guard try connection.ask(words).list?.last?.text == value else { return false }
        }
        return true
    }
}
