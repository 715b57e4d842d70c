/// Bytes that a joined client sends, and the reaction that RFC 6455 requires. The names begin with its
/// sections.
struct FrameRow: Sendable {
    enum Reaction: Equatable {
        /// The connection stays open. The server sends these pongs, and answers these heartbeats.
        case answers(pongs: [[UInt8]] = [], heartbeats: [Int] = [])
        /// The code of the server's close frame, 0 without a code; nil if it closes the socket without a close
        /// frame, which section 7.1.7 allows.
        case closes(Int?)
    }

    let name: String
    let bytes: [UInt8]
    let reaction: Reaction

    private init(_ name: String, _ frames: [WebSocket.Frame], _ reaction: Reaction) {
        self.init(name, bytes: frames.flatMap(\.encoded), reaction)
    }

    private init(_ name: String, bytes: [UInt8], _ reaction: Reaction) {
        self.name = name
        self.bytes = bytes
        self.reaction = reaction
    }

    static let all: [FrameRow] = [
        basics, reserved, opcodes, masks, shortTexts, lengths, fragments, pongs, pings, closes,
        closeCodes, invalidTexts, texts, deviations,
    ].flatMap { $0 }

    private static let heartbeat = Array(#"{"alive":1}"#.utf8)
    private static let text = WebSocket.Frame(code: 1, bytes: heartbeat)
    private static let isHeard = Reaction.answers(heartbeats: [1])

    private static let basics: [FrameRow] = [
        .init("5.6 a text", [text], isHeard),
        .init("5.6 two texts", [text, text], .answers(heartbeats: [1, 1])),
        .init("7.1.7 frames after an invalid one", [.init(code: 3), text], .closes(1002)),
    ]

    private static let reserved: [FrameRow] = [1, 8, 9, 10].flatMap { code in
        (1...7).map { bits in
            FrameRow(
                "5.2 reserved bits \(bits) in frame \(code)", [.init(reserved: bits, code: code)],
                .closes(1002))
        }
    }

    private static let opcodes: [FrameRow] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { code in
        FrameRow("5.2 unknown opcode \(code)", [.init(code: code)], .closes(1002))
    }

    private static let masks: [FrameRow] = [[0, 0, 0, 0], [255, 255, 255, 255], [1, 2, 3, 4]].map {
        FrameRow("5.3 mask \($0)", [.init(code: 1, bytes: heartbeat, mask: $0)], isHeard)
    }

    private static let shortTexts: [FrameRow] = [125, 126, 127, 128, 300, 4_096].map { count in
        let spaces = Array(repeating: UInt8(ascii: " "), count: count - heartbeat.count)
        return FrameRow(
            "5.2 a text of \(count) bytes", [.init(code: 1, bytes: heartbeat + spaces)], isHeard)
    }

    private static let lengths: [FrameRow] = [
        .init(
            "10.4 a text that is too long",
            [.init(code: 1, bytes: Array(repeating: 32, count: 4_097))], .closes(1009)),
        .init(
            "10.4 fragments that are too long together",
            [
                .init(isFinal: false, code: 1, bytes: Array(repeating: 32, count: 3_000)),
                .init(code: 0, bytes: Array(repeating: 32, count: 3_000)),
            ], .closes(1009)),
        .init(
            "10.4 a length of 2^62",
            bytes: [0x81, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0] + Array(repeating: 0, count: 8_000),
            .closes(1009)),
        .init(
            "5.2 a length of 2^63", bytes: [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
            .closes(nil)),
    ]

    private static let fragments: [FrameRow] = [
        .init(
            "5.4 three fragments",
            [
                .init(isFinal: false, code: 1, bytes: Array(heartbeat[..<4])),
                .init(isFinal: false, code: 0, bytes: Array(heartbeat[4..<8])),
                .init(code: 0, bytes: Array(heartbeat[8...])),
            ], isHeard),
        .init(
            "5.4 empty fragments",
            [
                .init(isFinal: false, code: 1), .init(isFinal: false, code: 0),
                .init(isFinal: false, code: 0, bytes: heartbeat), .init(code: 0),
            ], isHeard),
        .init(
            "5.4 a ping and a pong between fragments",
            [
                .init(isFinal: false, code: 1, bytes: Array(heartbeat[..<4])),
                .init(code: 10, bytes: [8]), .init(code: 9, bytes: [7]),
                .init(code: 0, bytes: Array(heartbeat[4...])),
            ], .answers(pongs: [[7]], heartbeats: [1])),
        .init(
            "5.4 a close between fragments",
            [.init(isFinal: false, code: 1, bytes: heartbeat), .init(code: 8)], .closes(0)),
        .init("5.4 a continuation without a beginning", [.init(code: 0)], .closes(1002)),
        .init(
            "5.4 a continuation that is not the last one", [.init(isFinal: false, code: 0)],
            .closes(1002)),
        .init("5.4 a continuation after a whole text", [text, .init(code: 0)], .closes(1002)),
        .init(
            "5.4 a text within another", [.init(isFinal: false, code: 1, bytes: [0x7B]), text],
            .closes(1002)),
        .init(
            "5.4 a binary message within a text",
            [.init(isFinal: false, code: 1, bytes: [0x7B]), .init(code: 2)], .closes(1002)),
        .init("5.5 a fragmented close", [.init(isFinal: false, code: 8)], .closes(1002)),
        .init("5.5 a fragmented ping", [.init(isFinal: false, code: 9)], .closes(1002)),
        .init("5.5 a fragmented pong", [.init(isFinal: false, code: 10)], .closes(1002)),
    ]

    private static let pongs: [FrameRow] = [0, 1, 124, 125].map { count in
        let body = Array(repeating: UInt8(7), count: count)
        return FrameRow(
            "5.5.3 a ping of \(count) bytes", [.init(code: 9, bytes: body)],
            .answers(pongs: [body]))
    }

    private static let pings: [FrameRow] = [
        .init(
            "5.5 a ping of 126 bytes",
            [.init(code: 9, bytes: Array(repeating: 1, count: 126))], .closes(nil)),
        .init(
            "5.5 a pong of 126 bytes",
            [.init(code: 10, bytes: Array(repeating: 1, count: 126))], .closes(nil)),
        .init(
            "5.5.3 pongs without a ping", [.init(code: 10, bytes: [1]), .init(code: 10), text],
            isHeard),
    ]

    private static let closes: [FrameRow] = [
        .init("5.5.1 an empty close", [.init(code: 8)], .closes(0)),
        .init("5.5.1 a close of one byte", [.init(code: 8, bytes: [3])], .closes(nil)),
        .init(
            "5.5.1 a close with a reason",
            [.init(code: 8, bytes: [3, 232] + Array("reason".utf8))], .closes(1000)),
        .init(
            "5.5 a close of 125 bytes",
            [.init(code: 8, bytes: [3, 232] + Array(repeating: 97, count: 123))], .closes(1000)),
        .init(
            "5.5 a close of 126 bytes",
            [.init(code: 8, bytes: [3, 232] + Array(repeating: 97, count: 124))], .closes(nil)),
        .init(
            "5.5.1 a close with a reason that is not UTF-8",
            [.init(code: 8, bytes: [3, 232, 0xC3, 0x28])], .closes(nil)),
        .init("5.5.1 a text after a close", [.init(code: 8), text], .closes(0)),
        .init("5.5.2 a ping before a close", [.init(code: 9), .init(code: 8)], .closes(0)),
        .init("5.5.2 a ping after a close", [.init(code: 8), .init(code: 9)], .closes(0)),
    ]

    private static let closeCodes: [FrameRow] = [
        closing([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]) {
            .closes($0)
        },
        closing([0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999]) { _ in .closes(1002) },
        // The registry is newer than libwebsockets.
        closing([1012, 1013, 1014]) { _ in .closes(1002) },
        closing([5000, 65_535]) { _ in .closes(nil) },
    ].flatMap { $0 }

    private static func closing(
        _ codes: [Int], _ reaction: (Int) -> Reaction
    ) -> [FrameRow] {
        codes.map { code in
            let bytes = [UInt8(code >> 8), UInt8(code & 255)]
            return FrameRow(
                "7.4 close code \(code)", [.init(code: 8, bytes: bytes)], reaction(code))
        }
    }

    private static let invalidTexts: [FrameRow] = [
        [0xFF], [0xC3, 0x28], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2],
    ].map { (character: [UInt8]) in
        let bytes = Array(#"{"alive":1,"x":""#.utf8) + character + Array(#""}"#.utf8)
        return FrameRow(
            "8.1 invalid UTF-8 \(character)", [.init(code: 1, bytes: bytes)], .closes(4000))
    }

    private static let texts: [FrameRow] = [
        .init(
            "8.1 a character in two fragments",
            [
                .init(isFinal: false, code: 1, bytes: Array(#"{"alive":1,"x":""#.utf8) + [0xE2]),
                .init(code: 0, bytes: [0x82, 0xAC] + Array(#""}"#.utf8)),
            ], isHeard),
        .init("5.6 an empty text", [.init(code: 1)], .closes(4000)),
        .init("5.6 a binary message", [.init(code: 2, bytes: heartbeat)], .closes(4000)),
        .init(
            "5.6 an incomplete binary message", [.init(isFinal: false, code: 2, bytes: [1])],
            .closes(4000)),
    ]

    /// The deviations of libwebsockets, which docs/security.md explains.
    private static let deviations: [FrameRow] = [
        .init(
            "5.1 deviation: a text without a mask",
            [.init(code: 1, bytes: heartbeat, isMasked: false)], isHeard),
        .init(
            "5.1 deviation: a ping without a mask", [.init(code: 9, bytes: [7], isMasked: false)],
            .answers(pongs: [[7]])),
        .init(
            "5.2 deviation: a length in 16 bits instead of 7",
            bytes: [0x81, 0xFE, 0, 11, 0, 0, 0, 0] + heartbeat, isHeard),
        .init(
            "5.2 deviation: a length in 64 bits instead of 7",
            bytes: [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0] + heartbeat, isHeard),
        .init(
            "5.5.3 deviation: of pings that arrive together, the first one is answered",
            (1...3).map { .init(code: 9, bytes: [$0]) }, .answers(pongs: [[1]])),
    ]
}
