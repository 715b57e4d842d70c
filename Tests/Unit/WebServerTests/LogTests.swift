import Foundation
import RoomServer
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

@Test func `the server log has no secrets and no addresses`() throws {
    let server = try TestServer()
    let headers = ["Sec-WebSocket-Protocol: calcroom.v1", "Origin: https://evil.example"]
    #expect(try WebSocket(server, headers: headers).status == 403)
    let ada = try WebSocket.joined(server, "s", WebSocket.make)
    _ = try server.log.line(with: "page of another server")
    try server.stop()
    #expect(try ada.receiveClose().code == 1012)
    let lines = server.log.all
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { !$0.contains("sssss") && !$0.contains("127.0.0.1") })
}

@Test func `a line can be JSON and can have the address of the client`() throws {
    let lines = LogLines()
    let log = ServerLog(.json, showsAddresses: true) { lines.append($0) }
    let evil = "--origin https://evil\u{1B}[31m\".example\n would allow it"
    log.write(.foreignOrigin, evil, from: ClientAddress(forwarded: "192.0.2.1"))
    let line = try #require(lines.all.first)
    #expect(line.contains(#""event":"foreignOrigin""#) && line.contains(#""address":"192.0.2.1""#))
    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: String])
}

@Test func `each notice of a store is a line in the log`() throws {
    let room = try #require(RoomAddress.name("7b"))
    let notices: [StoreNotice] = [
        .cannotWrite("full"), .canWriteAgain, .newEpochs("new"), .setAside(room, "torn"),
        .forgotUnvisited(3),
    ]
    let lines = LogLines()
    let log = ServerLog(.text, showsAddresses: false) { lines.append($0) }
    for notice in notices { log.writeNotice(notice) }
    #expect(lines.all.count == notices.count)
}

@Test func `the server log has at most one line per second of each kind`() {
    let lines = LogLines()
    let log = ServerLog(.text, showsAddresses: true) { lines.append($0) }
    for _ in 0..<1_000 { log.write(.foreignHost, "x") }
    log.write(.slow)
    #expect(lines.all.count == 2)
}

@Test func `the server log has a limit of a client once a minute`() throws {
    let lines = LogLines()
    let log = ServerLog(.text, showsAddresses: true) { lines.append($0) }
    let addresses = try (1...2).map { try #require(ClientAddress(forwarded: "192.0.2.\($0)")) }
    for now in stride(from: Int64(0), to: 60_000, by: 500) {
        for address in addresses { log.write(.limit, "keysPerSecond", from: address, at: now) }
    }
    #expect(lines.all.map { $0.contains("192.0.2.1") } == [true, false])
    log.write(.limit, "joinTime", from: addresses[0], at: 59_000)
    #expect(try #require(lines.all.last).hasSuffix("192.0.2.1; and 234 more before it"))
    log.write(.limit, "keysPerSecond", from: addresses[0], at: 60_000)
    #expect(lines.all.count == 4)
}

@Test func `the table in the operations document lists every kind of message, and no other`()
    throws
{
    let rows = try OperationsDocument.rows()
    let kinds = LogMessageKind.allCases.map { [$0.rawValue, $0.text] }
    let names = LogMessageKind.allCases.map(\.rawValue)
    #expect(rows.filter { $0.count == 2 && names.contains($0[0]) } == kinds)
    // The rows are adjacent, so a kind that does not exist would be between or after them.
    let first = try #require(rows.firstIndex(of: kinds[0]))
    #expect(Array(rows[first..<first + kinds.count]) == kinds)
    let next = rows.dropFirst(first + kinds.count).first
    #expect(next.map { LogMessageKind(rawValue: $0[0]) == nil } ?? true)
}
