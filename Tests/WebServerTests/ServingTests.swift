import Testing

@testable import WebServer

@Test(arguments: [2, 10, 50], [true, false])
func `all participants of a room receive every key once`(count: Int, usesLibev: Bool) throws {
    let server = try TestServer { $0.usesLibev = usesLibev }
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var people = [try WebSocket.joined(server, letters[0], WebSocket.make)]
    for letter in letters[1..<count] { people.append(try .joined(server, letter)) }
    for person in people { try person.send(#"{"n":1,"press":["1","+"]}"#) }
    var seen: [[String]] = []
    for person in people {
        var keys: [String] = []
        while keys.count < 2 * count {
            keys += try person.receiveEvents().filter { $0.contains("press") }
        }
        seen.append(keys)
    }
    #expect(Set(seen).count == 1)
    #expect(Set(seen[0]).count == 2 * count)
}
