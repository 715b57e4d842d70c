import RoomClient
import SharedRoom

/// A spectator's page, driven by the same calls as the exports of the WebAssembly module.
struct Page {
    private var page = PageReplica()

    init() {
        let join =
            #"{"join":{"secret":"golden-secret-of-22-letters","pen":"golden-pen-11","watch":true}}"#
        _ = page.begin(Array(join.utf8), saved: [], randomWord: { 7 })
        _ = page.handle(.connected, at: 0)
    }

    /// The hash of the page's answer to this event. `room` is the state after the event.
    mutating func answerHash(after event: Event, in room: Room) -> UInt64 {
        let message: ServerMessage
        if event.sequence == 1 {
            message = .welcome(welcome(.events([event]), to: room))
        } else {
            message = .events(
                EventFrame(first: event.sequence, events: [event], hash: room.hash))
        }
        return answerHash(after: message)
    }

    mutating func answerHash(afterSnapshotOf room: Room) -> UInt64 {
        answerHash(after: .welcome(welcome(.snapshot(room.snapshot), to: room)))
    }

    private func welcome(_ contents: Welcome.Contents, to room: Room) -> Welcome {
        Welcome(
            rules: Room.rules, you: nil, epoch: 1, sequence: room.sequence, hash: room.hash,
            contents: contents)
    }

    /// 0 if the page returns instructions: then its room differs.
    private mutating func answerHash(after message: ServerMessage) -> UInt64 {
        let answer = page.handle(.received(message.encoded), at: 1)
        guard answer.starts(with: Array(#"{"do":[],"view":"#.utf8)) || isWelcomed(answer) else {
            return 0
        }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in answer { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// The answer to a welcome sets a timer.
    private func isWelcomed(_ answer: [UInt8]) -> Bool {
        answer.starts(with: Array(#"{"do":[{"wake":25001}],"view":"#.utf8))
    }
}
