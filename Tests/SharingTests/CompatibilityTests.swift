import RunningPrograms
import SharedRoom
import Testing

private let promises: [String: Comment] = [
    "client": "Broken promise: a server understands this frame of clients of version 0.1.0.",
    "server": "Broken promise: a client understands this frame, and servers write its members.",
    "event": "Broken promise: stored and exported events keep this form.",
    "tape": "Broken promise: stored and exported lines of the tape keep this form.",
    "close": "Broken promise: this reason to close a connection keeps its code and its name.",
    "void": "Broken promise: this reason of void events keeps its name.",
]

@Test func `frames, events and reasons of version 0 1 0 keep their form and meaning`() throws {
    for row in try Samples.rows(of: "frames.tsv") {
        let promise = try #require(promises[row[0]], "\(row)")
        #expect(isKept(row[1], as: row[0]), "\(promise)\n\(row[1])")
    }
}

/// True if this version reads the sample, and writes all of its members again.
private func isKept(_ sample: String, as kind: String) -> Bool {
    let bytes = Array(sample.utf8)
    let again: [UInt8]? =
        switch kind {
        case "client": try? ClientMessage.decode(bytes, limits: ServiceLimits())?.encoded
        case "server": try? ServerMessage.decode(bytes)?.encoded
        case "event": try? Event.decode(line: bytes).line()
        case "tape": try? TapeEntry.decode(line: bytes).line
        default: nil
        }
    if let again { return Samples.isSample(sample, in: again) }
    switch kind {
    case "close": return CloseReason.allCases.contains { "\($0.code) \($0.name)" == sample }
    case "void": return VoidReason.allCases.contains { "\($0.name)" == sample }
    default: return false
    }
}
