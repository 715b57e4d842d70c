import RunningPrograms
import SeededNumbers
import SharedRoom
import Testing
import WebServer

private func text(_ name: RoomName?) -> String? {
    name.map { String(decoding: $0.bytes, as: UTF8.self) }
}

@Test(arguments: [
    ("party", "party"), ("Party-7", "party-7"), ("K7M2QX", "k7m2qx"),
    ("caf%C3%A9", "café"), ("caf%c3%a9", "café"), ("CAFE%CC%81", "caf\u{E9}"),
    ("café", "caf\u{E9}"),
    ("%CE%A3%CE%91%CE%A3", "σας"), ("%C4%B0", "i\u{307}"), ("数学", "数学"), ("गणित", "गणित"),
    ("%D9%A3", "٣"), ("-", "-"),
])
func `a name has one normal form, however it is typed`(component: String, name: String) throws {
    let found = try #require(RoomAddress.name(fromPathComponent: component.utf8))
    #expect(found.bytes == Array(name.utf8))
    #expect(RoomAddress.name(fromPathComponent: name.utf8) == found)
    let path = RoomAddress.path(of: found)
    #expect(path.hasPrefix("/rooms/") && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(RoomAddress.name(fromPathComponent: path.utf8.dropFirst(7)) == found)
}

@Test(arguments: [
    "", "a b", "a%20b", "a/b", "a%2Fb", "..", "a.b", "a_b", "%", "%4", "%zz", "%FF", "%C3", "%00",
    "%ED%A0%80", "\u{301}a", "%E2%80%8B", "%E3%85%A4", "a\u{FE0F}", "😀", "½", "a%0A", "%2541",
])
func `an invalid name is rejected`(component: String) {
    #expect(text(RoomAddress.name(fromPathComponent: component.utf8)) == nil)
}

@Test func `a name has at most 64 characters`() {
    let longest = String(repeating: "𝔞", count: 64)
    #expect(text(RoomAddress.name(fromPathComponent: longest.utf8)) == longest)
    #expect(RoomAddress.name(fromPathComponent: (longest + "a").utf8) == nil)
    // The limit applies after conversion to lower case, which can make a name longer.
    #expect(RoomAddress.name(String(repeating: "İ", count: 33)) == nil)
    #expect(RoomAddress.name(String(repeating: "a", count: 1_000_000)) == nil)
}

@Test func `a name that is not UTF-8 is rejected`() {
    #expect(RoomAddress.name(fromPathComponent: [0x61, 0xFF]) == nil)
}

/// Unicode letters and marks, alone and next to others: all in the range of most scripts, and a sample of
/// the rest.
@Test func `normalizing a name twice changes nothing`() throws {
    var random = SplitMix(seed: 30)
    let scalars = (0..<0x11_0000).compactMap { Unicode.Scalar($0 as UInt32) }.filter {
        ![.unassigned, .privateUse].contains($0.properties.generalCategory)
            && RoomAddress.name("a\($0)") != nil
    }
    #expect(scalars.count > 130_000)
    for (index, scalar) in scalars.enumerated()
    where Effort.isFull || scalar.value < 0x2000 || index.isMultiple(of: 50) {
        let others = (0..<3).map { _ in scalars[random.next(below: scalars.count)] }
        for text in [
            "\(scalar)", "\(scalar)\(others[0])", "σΣ\(scalar)Σ\(others[1])\(others[2])Σ-Σ",
        ] {
            guard let name = RoomAddress.name(text) else { continue }
            guard RoomAddress.name(fromPathComponent: name.bytes) != name else { continue }
            Issue.record("\(text.unicodeScalars.map { $0.value }) has no stable normal form")
            return
        }
    }
}
