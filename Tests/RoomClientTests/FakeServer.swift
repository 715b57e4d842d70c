import CalculatorEngine
import Testing

@testable import RoomClient
@testable import SharedRoom

/// A room and the codec: what a server is to one client after another, without rings or rates.
///
/// Every socket has a number. What it was sent waits in `outbox` until a test delivers it.
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
    /// What a pen's number was taken for.
    var taken: [String: [Action]] = [:]
    /// Whether a snapshot is sent even where events would do.
    var sendsSnapshots = false
    /// Whether nobody may enter any more, as in a closed room.
    var turnsAwayAsWatchers = false
    var received: [ClientMessage] = []

    init(keypad: Keypad = .formula) {
        append(Draft(.make(Making(keypad: keypad, salt: Fingerprint(high: 1, low: 2)))))
    }

    mutating func append(_ draft: Draft) {
        time += 1
        let event = Event(sequence: room.sequence + 1, time: time, draft: draft)
        let verdict = room.apply(event).verdict
        log.append(event)
        if let signature = event.signature, verdict != .void(.again), verdict != .void(.gap) {
            taken["\(signature.author).\(signature.pen).\(signature.count)", default: []]
                .append(event.action)
        }
        let frame = EventFrame(first: event.sequence, events: [event], hash: room.hash)
        for number in sockets.keys {
            sockets[number]?.outbox.append(ServerMessage.events(frame).encoded)
        }
    }

    /// Takes a frame of a client in.
    mutating func receive(_ frame: [UInt8], from socket: Int) throws {
        let message = try #require(try ClientMessage.decode(frame, limits: ServiceLimits()))
        received.append(message)
        switch message {
        case .join(let join): enter(join, from: socket)
        case .act(let first, let actions):
            guard let session = sockets[socket] else { return }
            for (index, action) in actions.enumerated() {
                let signature = Signature(
                    author: session.you, pen: session.pen, count: first + Int64(index))
                append(Draft(logged(action), signature: signature))
            }
        case .alive(let number): send(.alive(number, sequence: room.sequence), to: socket)
        case .mismatch:
            guard let session = sockets[socket] else { return }
            let last = room.people[session.you]?.pen(number: session.pen)?.last
            sendWelcome(to: socket, last: last, contents: .snapshot(room.form))
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
        if join.isWatching || turnsAwayAsWatchers {
            sockets[socket] = Socket(you: 0, pen: 0)
            return sendWelcome(to: socket, last: nil, contents: .snapshot(room.form))
        }
        let identity = Fingerprint(high: 9, low: hash(of: join.secret))
        let pen = hash(of: join.pen ?? join.secret)
        let known = room.people.participant(with: identity)?.pen(id: pen)
        if known == nil {
            append(Draft(.enter(Entrance(identity: identity, pen: pen, name: join.name))))
        }
        guard let you = room.people.participant(with: identity), let line = you.pen(id: pen) else {
            return
        }
        sockets[socket] = Socket(you: you.number, pen: line.number)
        var contents = Welcome.Contents.snapshot(room.form)
        if let since = join.since, since.epoch == epoch, !sendsSnapshots {
            contents = .events(Array(log.drop { $0.sequence <= since.sequence }))
        }
        sendWelcome(to: socket, last: known?.last, contents: contents)
    }

    private mutating func sendWelcome(to socket: Int, last: Int64?, contents: Welcome.Contents) {
        guard let session = sockets[socket] else { return }
        let you = Welcome.You(number: session.you, pen: session.pen, last: last)
        let view = RoomView(keypad: .formula, display: [48], expression: [], isLocked: false)
        send(
            .welcome(
                Welcome(
                    rules: rules, you: session.you == 0 ? nil : you,
                    epoch: epoch, sequence: room.sequence, hash: room.hash, contents: contents,
                    view: view)),
            to: socket)
    }
}
