import Foundation
import FoundationXML
import Testing

@testable import WebServer

@Test func `the QR code of an address is an SVG image with a title`() throws {
    let address = "http://192.168.1.20:8080/rooms/caf%C3%A9?make=tip&view=board"
    let svg = try #require(RoomDocuments.qrCode(of: address)).text
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 "#))
    #expect(svg.contains(#" role="img" "#))
    #expect(svg.contains("<title>\(address.replacing("&", with: "&amp;"))</title>"))
    #expect(svg.components(separatedBy: "<path ").count == 2)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
}

@Test func `the path has every dark module once, and a margin of four modules`() throws {
    let address = "http://calc.local/rooms/k7m2qx"
    let code = try #require(QRCode(address))
    let svg = try #require(RoomDocuments.qrCode(of: address)).text
    let size = code.width + 8
    #expect(svg.contains(#"viewBox="0 0 \#(size) \#(size)""#))
    var dark = Set<[Int]>()
    var count = 0
    for run in svg.matches(of: /M([0-9]+) ([0-9]+)h([0-9]+)v1h-([0-9]+)z/) {
        #expect(run.3 == run.4)
        let (column, row) = (try #require(Int(run.1)), try #require(Int(run.2)))
        let length = try #require(Int(run.3))
        for offset in 0..<length { dark.insert([row - 4, column + offset - 4]) }
        count += length
    }
    #expect(count == dark.count)
    for row in 0..<code.width {
        for column in 0..<code.width {
            #expect(dark.contains([row, column]) == code.isDark(row: row, column: column))
        }
    }
    // A corner of a finder pattern, which scanners search for.
    #expect((0..<7).allSatisfy { code.isDark(row: 0, column: $0) })
    #expect(!code.isDark(row: 0, column: 7) && !code.isDark(row: 1, column: 1))
    #expect(dark.allSatisfy { $0.allSatisfy { (0..<code.width).contains($0) } })
}

@Test func `an empty or too long text has no QR code`() {
    #expect(RoomDocuments.qrCode(of: "") == nil)
    #expect(RoomDocuments.qrCode(of: String(repeating: "x", count: 2_331)) != nil)
    #expect(RoomDocuments.qrCode(of: String(repeating: "x", count: 2_332)) == nil)
}
