import CalculatorEngine
import Foundation
import RunningPrograms
import Testing

@testable import SharedRoom

// The lists in the schemas of the protocol equal the tables of the server. Tests/Protocol/API checks the messages.

/// A file in docs/api.
private func schema(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: Checkout.root.appending(path: "docs/api/\(name)"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}

/// The values of a definition: `{"enum":["a","b"]}` or `{"oneOf":[{"const":"a"},{"const":"b"}]}`.
private func values(_ name: String) throws -> Set<String> {
    let definitions = try #require(try schema("protocol.schema.json")["$defs"] as? [String: Any])
    let definition = try #require(definitions[name] as? [String: Any])
    let alternatives = definition["oneOf"] as? [[String: Any]]
    let constants = alternatives?.compactMap { $0["const"] as? String }
    return Set(try #require(definition["enum"] as? [String] ?? constants))
}

@Test func `the schema of messages lists all keys, keypads and reasons`() throws {
    #expect(try values("key") == Set(Key.all.map { "\($0.name)" }))
    #expect(try values("keypad") == Set(Keypad.allCases.map { "\($0.name)" }))
    #expect(try values("refusalReason") == Set(RefusalReason.allCases.map { "\($0.name)" }))
    #expect(try values("closeReason") == Set(CloseReason.allCases.map { "\($0.name)" }))
    // No log contains an event that is out of sequence.
    let reasons = VoidReason.allCases.filter { $0 != .sequence }
    #expect(try values("voidReason") == Set(reasons.map { "\($0.name)" }))
}

@Test func `the description of the WebSocket lists all close codes`() throws {
    let channels = try schema("asyncapi.json")["channels"] as? [String: [String: Any]]
    let rows = try #require(channels?["room"]?["x-close-codes"] as? [[String: Any]])
    let listed = rows.compactMap { row -> String? in
        guard let code = row["code"] as? Int, let name = row["name"] as? String,
            let meaning = row["meaning"] as? String, let mayRetry = row["again"] as? Bool
        else { return nil }
        return "\(code) \(name): \(meaning), \(mayRetry)"
    }
    let reasons = CloseReason.allCases.map {
        "\($0.code) \($0.name): \($0.text), \($0.mayRetry)"
    }
    #expect(listed.sorted() == reasons.sorted())
}
