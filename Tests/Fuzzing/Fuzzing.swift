import Glibc

/// The functions that receive bytes from outside, for libFuzzer. `Scripts/lab fuzz` builds and runs them.
///
/// A function traps if a property of its result is violated. libFuzzer then writes the input to a file.
enum FuzzTarget: String, CaseIterable {
    case frames, room, heads, records, replies

    /// The target of this process.
    static let chosen: FuzzTarget = {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            fatalError("FUZZ_TARGET is one of \(allCases.map(\.rawValue))")
        }
        return target
    }()

    func run(_ bytes: [UInt8]) {
        switch self {
        case .frames: decodeFrames(bytes)
        case .room: applyEvents(bytes)
        case .heads: parseHead(bytes)
        case .records: decodeRecords(bytes)
        case .replies: decodeReply(bytes)
        }
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Traps with a message. `precondition` has no message in an optimized program.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

/// Values from the bytes of an input; zeros after its end.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func next(below limit: Int) -> Int { Int(byte()) % limit }

    mutating func bool() -> Bool { byte() & 1 == 1 }

    mutating func element<Element>(of list: [Element]) -> Element { list[next(below: list.count)] }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Mostly a small number, sometimes one of any size.
    mutating func number() -> Int64 {
        let first = byte()
        if first < 240 { return Int64(first) }
        return bytes(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
