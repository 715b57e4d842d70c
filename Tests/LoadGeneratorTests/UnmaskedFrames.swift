/// The payloads of client frames, read without the generator's code.
struct UnmaskedFrames {
    private(set) var texts: [String] = []
    /// The received part of an incomplete frame.
    private(set) var rest: [UInt8]

    init(_ bytes: [UInt8]) {
        rest = bytes
        while let text = removeFirstFrame() { texts.append(text) }
    }

    private mutating func removeFirstFrame() -> String? {
        guard rest.count >= 2 else { return nil }
        var length = Int(rest[1] & 0x7F)
        var head = 2
        if length == 126 {
            guard rest.count >= 4 else { return nil }
            length = Int(rest[2]) << 8 | Int(rest[3])
            head = 4
        }
        guard rest.count >= head + 4 + length else { return nil }
        let mask = rest[head..<head + 4].map { $0 }
        let payload = rest[(head + 4)..<(head + 4 + length)].enumerated().map { index, byte in
            byte ^ mask[index % 4]
        }
        let isMasked = rest[1] & 0x80 != 0
        rest.removeFirst(head + 4 + length)
        return isMasked ? String(decoding: payload, as: UTF8.self) : "not masked"
    }
}
