import ExactNumbers
import Testing

@testable import RoomClient
@testable import SharedRoom

// Every number that a page saves or receives at its extremes: it is rejected, or the page continues.

private let extremes: [UInt64] =
    [0, 1, UInt64(UInt32.max) - 1, UInt64(UInt32.max), UInt64(RoomLimits.numberMax) - 1]
    + [UInt64(RoomLimits.numberMax), UInt64(Int64.max), .max]

/// The bytes with each number in turn replaced by each extreme.
private func variants(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.indices.flatMap { place -> [[UInt8]] in
        var reader = ByteReader(bytes[place...])
        guard (try? reader.number()) != nil else { return [] }
        return extremes.map { extreme in
            var writer = ByteWriter(capacity: 16)
            writer.append(number: extreme)
            return bytes[..<place] + writer.bytes + bytes.suffix(reader.count)
        }
    }
}

/// Lets the page type, connect and wait. The server requires that each frame is valid.
private func use(_ page: inout Page, _ server: inout FakeServer) throws {
    page.press("1", "+")
    page.perform(page.replica.undo(at: page.now))
    try page.exchangeFrames(&server)
    page.press("2")
    page.wait(60_000)
    try page.exchangeFrames(&server)
}

@Test func `saved actions with an extreme number are rejected, or settled`() throws {
    var (page, server) = try joined()
    page.press("7", "8")
    try page.exchangeFrames(&server)
    page.lose(&server)
    page.press("9")
    page.perform(page.replica.undo(at: page.now))
    var accepted = 0
    for saved in variants(of: page.stored) {
        guard var later = Page(stored: saved, "mina", seed: 2, at: page.now) else { continue }
        accepted += 1
        var copy = server
        try use(&later, &copy)
    }
    #expect(accepted > 0)
}

@Test func `a kept room with an extreme number is ignored, or shown until the welcome`() throws {
    var (page, server) = try joined()
    page.press("7", "+", "8", "=")
    try page.exchangeFrames(&server)
    page.hangUp()
    for kept in variants(of: page.replica.kept) {
        var (later, copy) = (Page("mina", pen: "mina-pen-later", seed: 2), server)
        later.replica.restore(from: kept)
        try use(&later, &copy)
        #expect(later.replica.confirmed?.hash == copy.room.hash)
    }
}

@Test(arguments: [
    #"{"seq":3,"events":[{"at":1790000000250,"by":1,"n":1,"press":"7"}]}"#,
    #"{"seq":3,"events":[{"at":1790000000250,"by":1,"pen":1,"n":2,"undo":{"by":1,"pen":1,"n":1}}]}"#,
    #"{"refused":{"n":1,"why":"rate","retry":1000}}"#, #"{"alive":1,"seq":2}"#,
    #"{"here":{"all":[{"who":1,"name":"Ada"}],"count":3,"watching":2}}"#,
    #"{"here":{"came":[{"who":2,"name":"Ada"}],"gone":[1],"count":3}}"#,
    #"{"bye":{"why":"restart","retry":1000}}"#,
    #"{"welcome":{"rules":\#(Room.rules),"you":1,"pen":0,"last":0,"epoch":"000000000000000a","seq":2,"#
        + #""hash":"00000000000000aa","read":"00000000000000000000000000000000","events":[]}}"#,
])
func `a frame with an extreme number does not stop the page`(frame: String) throws {
    for number in frame.matches(of: /[:\[]([0-9]+)/).map(\.output.1) {
        for extreme in extremes {
            var (page, server) = try joined()
            page.press("7")
            page.wait(25_000)
            page.receive(frame[..<number.startIndex] + "\(extreme)" + frame[number.endIndex...])
            _ = page.replica.view.presentCount
            page.press("8")
            page.wait(1_000)
            page.hangUp()
            page.perform(page.replica.disconnected(code: 1_006, at: page.now))
            page.wait(600_000)
            try page.exchangeFrames(&server)
        }
    }
}
