import SharedRoom
import Testing

@testable import LoadGenerator

/// The payloads of all complete frames, and the number of remaining bytes.
private func read(_ bytes: [UInt8]) -> (texts: [String], rest: Int) {
    bytes.withUnsafeBufferPointer { bytes in
        var reader = FrameReader(bytes)
        var texts: [String] = []
        while let frame = reader.next() {
            texts.append(frame.kind == .text ? String(decoding: frame.payload, as: UTF8.self) : "?")
        }
        return (texts, reader.rest.count)
    }
}

/// A text frame from a server.
private func frame(_ text: String) -> [UInt8] {
    let count = text.utf8.count
    switch count {
    case ..<126: return [0x81, UInt8(count)] + text.utf8
    case ..<65_536: return [0x81, 126, UInt8(count >> 8), UInt8(count & 0xFF)] + text.utf8
    default:
        return [0x81, 127] + (0..<8).map { UInt8(count >> (56 - 8 * $0) & 0xFF) } + text.utf8
    }
}

@Test func `frames are read wherever they are split`() {
    let texts = ["", "short", String(repeating: "x", count: 300), "end"]
    let bytes = texts.flatMap(frame)
    for cut in 0...bytes.count {
        let first = read(Array(bytes[..<cut]))
        let second = read(Array(bytes[(cut - first.rest)...]))
        #expect(first.texts + second.texts == texts)
        #expect(second.rest == 0)
    }
}

@Test func `a long frame is read`() {
    let text = String(repeating: "y", count: 70_000)
    #expect(read(frame(text)).texts == [text])
}

@Test(arguments: [[0x01, 0x00], [0x82, 0x00], [0x81, 0x80, 0, 0, 0, 0], [0x80, 0x00]])
func `fragments, binary frames and masked frames are not text frames`(bytes: [UInt8]) {
    #expect(read(bytes).texts.first == "?")
}

@Test(arguments: [Dialect.calcroom, .plain])
func `a key is written as a masked frame with its action number`(dialect: Dialect) {
    var writer = FrameWriter(seed: 3)
    writer.key(UInt8(ascii: "7"), 1_042, in: dialect)
    writer.key(UInt8(ascii: "C"), 1_043, in: dialect)
    let expected =
        dialect == .calcroom
        ? [#"{"n":1042,"press":"7"}"#, #"{"n":1043,"press":"C"}"#]
        : [#"{"press":"7","n":1042}"#, #"{"press":"C","n":1043}"#]
    #expect(UnmaskedFrames(Array(writer.contents)).texts == expected)
}

@Test func `a frame of heavy keys needs the longer header`() throws {
    var writer = FrameWriter(seed: 3)
    for count in [1, 999_999_999] { writer.heavyKeys(count) }
    let texts = UnmaskedFrames(Array(writer.contents)).texts
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.hasSuffix(#""=","AC"]}"#) })
    #expect(try #require(texts.last).hasPrefix(#"{"n":999999999,"press":["asin","#))
    let list = try #require(texts.first?.split(separator: "[").last)
    #expect(list.split(separator: ",").count == FrameWriter.heavyKeyCount)
    #expect(FrameWriter.heavyKeyCount <= ServiceLimits().keysPerFrameMax)
}
