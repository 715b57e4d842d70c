import Foundation
import SharedRoom

/// The system calls of a program, from the output of `strace -f -xx -y`.
struct SystemCalls {
    struct Call {
        let name: String
        /// The file or socket of the call.
        let target: String
        let bytes: [UInt8]
        var result: Int?
    }

    /// strace reports a call in two parts if another thread makes a call before it returns.
    enum Line {
        case begins(Call)
        case returns(Call)
    }

    private(set) var lines: [Line] = []

    private static let strace = "/usr/bin/strace"

    /// The words of a command that traces another command.
    static func tracer(into file: String) -> [String] {
        let calls = "pwrite64,fdatasync,fsync,write,writev,send,sendto,sendmsg"
        return [strace, "-f", "-xx", "-y", "-s", "100000", "-o", file]
            + ["-e", "trace=\(calls)"]
    }

    /// True if tracing is permitted here.
    static let arePossible: Bool = {
        let program = try? RunningProgram([], binary: URL(filePath: "/bin/true"), through: [strace])
        return (try? program?.status()) == 0
    }()

    init(_ text: String) {
        var unfinished: [Substring: Call] = [:]
        for line in text.split(separator: "\n") {
            let thread = line.prefix { $0 != " " }
            let rest = line.dropFirst(thread.count).drop { $0 == " " }
            if rest.hasPrefix("<... ") {
                guard var call = unfinished.removeValue(forKey: thread) else { continue }
                call.result = Self.result(rest)
                lines.append(.returns(call))
            } else if var call = Self.call(rest) {
                lines.append(.begins(call))
                if rest.contains("<unfinished ...>") {
                    unfinished[thread] = call
                } else {
                    call.result = Self.result(rest)
                    lines.append(.returns(call))
                }
            }
        }
    }

    /// `pwrite64(5<\x2f\x74>, "\x7b\x22", 2, 0) = 2`
    private static func call(_ text: Substring) -> Call? {
        guard let open = text.firstIndex(of: "("), let less = text.firstIndex(of: "<"),
            let greater = text[less...].firstIndex(of: ">")
        else { return nil }
        // The strings of one call are joined.
        let strings = text[greater...].split(separator: "\"", omittingEmptySubsequences: false)
        let pieces = strings.indices.filter { !$0.isMultiple(of: 2) }.map { strings[$0] }
        return Call(
            name: String(text[..<open]),
            target: String(decoding: bytes(text[less..<greater]), as: UTF8.self),
            bytes: pieces.flatMap { bytes($0) }, result: nil)
    }

    /// Decodes escapes such as `\x7b\x22`.
    private static func bytes(_ text: Substring) -> [UInt8] {
        text.utf8.split(separator: UInt8(ascii: "\\")).compactMap { piece in
            piece.first == UInt8(ascii: "x")
                ? UInt8(String(decoding: piece.dropFirst(), as: UTF8.self), radix: 16) : nil
        }
    }

    private static func result(_ text: Substring) -> Int? {
        guard let equals = text.range(of: " = ", options: .backwards) else { return nil }
        return Int(text[equals.upperBound...].prefix { $0.isNumber || $0 == "-" })
    }
}
