import SharedRoom

/// A word of a command: bytes, text or a number.
struct RedisWord: ExpressibleByStringInterpolation, Hashable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(stringLiteral text: String) { bytes = Array(text.utf8) }
    init(epoch: UInt64) { self.init(stringLiteral: String(epoch, radix: 16)) }

    /// An event in the form of frames, without its time.
    init(body draft: Draft) {
        var writer = JSONWriter(capacity: 64)
        draft.writeBody(to: &writer)
        bytes = writer.bytes
    }

    /// `3,17`
    init(people: some Sequence<UInt32>) {
        self.init(stringLiteral: people.map(String.init).joined(separator: ","))
    }
}

/// A change that Redis executes in one step.
enum RedisScript: CaseIterable {
    case connect, append, confirm, open, compact, forget, announce, adopt

    var text: [UInt8] {
        switch self {
        case .connect: PackageResources.connect_lua
        case .append: PackageResources.append_lua
        case .confirm: PackageResources.confirm_lua
        case .open: PackageResources.open_lua
        case .compact: PackageResources.compact_lua
        case .forget: PackageResources.forget_lua
        case .announce: PackageResources.announce_lua
        case .adopt: PackageResources.adopt_lua
        }
    }
}

/// A script with its keys and arguments.
struct RedisCall {
    let script: RedisScript
    let keys: [RedisWord]
    let arguments: [RedisWord]

    init(_ script: RedisScript, keys: [RedisWord], _ arguments: [RedisWord]) {
        self.script = script
        self.keys = keys
        self.arguments = arguments
    }

    /// Reads a room from the event after this one on; 0 stands for everything.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of a room that has none; nil to create none.
    ///   - time: The milliseconds until the room expires, if it is visited.
    static func open(
        _ name: RoomName, _ keys: RedisKeys, after sequence: Int64, creating epoch: UInt64? = nil,
        time: Int64 = 0
    ) -> RedisCall {
        RedisCall(
            .open,
            keys: [
                keys.room(name), keys.events(name), keys.present(name), keys.nodePrefix,
                keys.store,
            ],
            [
                epoch.map { RedisWord(epoch: $0) } ?? "", "\(emptyRoomTime)", "\(time)",
                "\(sequence == 0 ? -1 : sequence)", "\(RedisConnector.edgesMax)",
            ])
    }

    /// The time that Redis keeps the epoch of an empty room.
    static let emptyRoomTime: Int64 = 120_000

    /// The command for a script that was loaded.
    func words(digests: [RedisScript: RedisWord]) -> [RedisWord] {
        ["EVALSHA", digests[script] ?? "", "\(keys.count)"] + keys + arguments
    }

    /// The command for a script that may not be loaded.
    var wordsWithText: [RedisWord] {
        ["EVAL", RedisWord(script.text), "\(keys.count)"] + keys + arguments
    }
}
