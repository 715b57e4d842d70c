import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

/// A minimal server: a room and the codec, without rings or rate limits.
///
/// Every socket has a number. Frames for it wait in `outbox` until a test delivers them.
struct FakeServer {
    struct Socket {
        var you: UInt32
        var pen: UInt32
        var outbox: [[UInt8]] = []
    }

    var room = Room()
    var log: [Event] = []
    var epoch: UInt64 = 0xA
    var rules = Room.rules
    var sockets: [Int: Socket] = [:]
    var time: Int64 = 1_790_000_000_000
    /// The actions that each action number of a pen was decided for.
    var decidedActions: [String: [Action]] = [:]
    /// True to send a snapshot even if events would suffice.
    var sendsSnapshots = false
    /// True to admit clients only as spectators, as a closed room does.
    var admitsOnlySpectators = false
    var received: [ClientMessage] = []

    init(keypad: Keypad = .formula) {
        append(Draft(.make(RoomSetup(keypad: keypad, salt: Fingerprint(high: 1, low: 2)))))
    }

    mutating func append(_ draft: Draft) {
        time += 1
        let event = Event(sequence: room.sequence + 1, time: time, draft: draft)
        let verdict = room.apply(event).verdict
        log.append(event)
        if let signature = event.signature, verdict != .void(.again), verdict != .void(.gap) {
            decidedActions["\(signature.author).\(signature.pen).\(signature.number)", default: []]
                .append(event.action)
        }
        let frame = EventFrame(first: event.sequence, events: [event], hash: room.hash)
        for number in sockets.keys {
            sockets[number]?.outbox.append(ServerMessage.events(frame).encoded)
        }
    }

    /// Handles a frame of a client.
    mutating func receive(_ frame: [UInt8], from socket: Int) throws {
        let message = try #require(try ClientMessage.decode(frame))
        received.append(message)
        switch message {
        case .join(let join): enter(join, from: socket)
        case .act(let first, let actions):
            guard let session = sockets[socket] else { return }
            for (index, action) in actions.enumerated() {
                let signature = Signature(
                    author: session.you, pen: session.pen, number: first + Int64(index))
                append(Draft(logged(action), signature: signature))
            }
        case .alive(let number): send(.alive(number, sequence: room.sequence), to: socket)
        case .mismatch:
            guard let session = sockets[socket] else { return }
            let last = room.people[session.you]?.pen(number: session.pen)?.last
            sendWelcome(to: socket, last: last, contents: .snapshot(room.snapshot))
        }
    }

    mutating func send(_ message: ServerMessage, to socket: Int) {
        sockets[socket]?.outbox.append(message.encoded)
    }

    func hash(of secret: Secret) -> UInt64 {
        secret.bytes.reduce(7) { ($0 &* 31) &+ UInt64($1) }
    }

    private func logged(_ action: ClientAction) -> Action {
        switch action {
        case .plain(let action): action
        case .hostLink(let secret): .hostLink(Fingerprint(high: 0, low: hash(of: secret)))
        case .useLink(let secret): .useLink(Fingerprint(high: 0, low: hash(of: secret)))
        }
    }

    private mutating func enter(_ join: Join, from socket: Int) {
        if join.isWatching || admitsOnlySpectators {
            sockets[socket] = Socket(you: 0, pen: 0)
            return sendWelcome(to: socket, last: nil, contents: .snapshot(room.snapshot))
        }
        let identity = Fingerprint(high: 9, low: hash(of: join.secret))
        let pen = hash(of: join.pen ?? join.secret)
        let known = room.people.participant(with: identity)?.pen(id: pen)
        if known == nil {
            var entrance = Entrance(identity: identity, pen: pen, name: join.name)
            let replaceable = room.people.all.first { room.mayBeReplaced($0) }
            if room.isFull, let replaceable { entrance.replaces = replaceable.lastActed }
            append(Draft(.enter(entrance)))
        }
        guard let you = room.people.participant(with: identity), let line = you.pen(id: pen) else {
            return
        }
        sockets[socket] = Socket(you: you.number, pen: line.number)
        var contents = Welcome.Contents.snapshot(room.snapshot)
        if let since = join.since, since.epoch == epoch, !sendsSnapshots {
            contents = .events(Array(log.drop { $0.sequence <= since.sequence }))
        }
        sendWelcome(to: socket, last: known?.last, contents: contents)
    }

    private mutating func sendWelcome(to socket: Int, last: Int64?, contents: Welcome.Contents) {
        guard let session = sockets[socket] else { return }
        let you = Welcome.You(number: session.you, pen: session.pen, last: last)
        let view = Room().view
        send(
            .welcome(
                Welcome(
                    rules: rules, you: session.you == 0 ? nil : you,
                    epoch: epoch, sequence: room.sequence, hash: room.hash, contents: contents,
                    view: view)),
            to: socket)
    }
}
