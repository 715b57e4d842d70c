import Foundation
import SharedRoom
import Testing

@testable import RoomStore

/// A server with a room file.
private struct FileBackedServer {
    let path = FileManager.default.temporaryDirectory
        .appending(path: "calcroom-\(UUID().uuidString)/rooms.db").path
    let store: SQLiteStore
    let server: TestServer

    init() throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        store = try SQLiteStore(
            SQLiteOptions(
                path: path, clock: { 1_790_000_000_000 },
                random: { .random(in: .min ... .max) }))
        server = try TestServer(store: store)
    }

    func end() throws {
        try server.stop()
        store.close()
        try FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }
}

@Test func `deleting a room removes its event log, tape and names from the files`() throws {
    let backed = try FileBackedServer()
    let room = "secret-lesson"
    let ada = try WebSocket.joined(
        backed.server, "a", room: room, WebSocket.make + #","name":"Ada Lovelace""#)
    let ben = try WebSocket.joined(backed.server, "b", room: room, #","name":"Ben Okonkwo""#)
    try ada.send(#"{"n":1,"press":["4","7","1","1","+","8","0","8","="]}"#)
    try ben.receive(until: #""press":"=""#)
    let texts = ["secret-lesson", "Ada Lovelace", "Ben Okonkwo", #""press":"7""#]
    #expect(texts.allSatisfy(backed.contains))
    try ada.send(#"{"n":10,"delete":true}"#)
    #expect(try ben.receiveClose().code == CloseReason.deleted.code)
    #expect(try HTTPReply(backed.server, "GET /rooms/\(room)/log HTTP/1.1").status == 404)
    // The write-ahead log is emptied soon after.
    for text in texts { try Wait.until { backed.contains(text) ? nil : () } }
    try backed.end()
}

extension FileBackedServer {
    /// True if a file of the store contains the text.
    func contains(_ text: String) -> Bool {
        ["", "-wal"].contains { end in
            let file = try? Data(contentsOf: URL(filePath: path + end))
            return file?.range(of: Data(text.utf8)) != nil
        }
    }
}
