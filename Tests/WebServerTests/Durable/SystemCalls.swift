import Foundation
import SharedRoom

/// What a program asked of the system, as `strace -f -xx -y` has written it down.
struct SystemCalls {
    struct Call {
        let name: String
        /// The file or socket that it is about.
        let target: String
        let bytes: [UInt8]
        var result: Int?
    }

    /// A call that ran while another thread called is told in two parts.
    enum Line {
        case begins(Call)
        case returns(Call)
    }

    private(set) var lines: [Line] = []

    /// The words before the program's own.
    static func tracer(into file: String) -> [String] {
        let calls = "pwrite64,fdatasync,fsync,write,writev,send,sendto,sendmsg"
        return ["/usr/bin/strace", "-f", "-xx", "-y", "-s", "100000", "-o", file]
            + ["-e", "trace=\(calls)"]
    }

    /// Why the system does not let anybody be traced here; nil if it does.
    static let obstacle: String? = {
        guard
            let program = try? RunningProgram(
                ["/bin/true"], binary: URL(filePath: tracer(into: "")[0]))
        else { return "there is no strace" }
        return (try? program.status()) == 0 ? nil : program.errorLines.first ?? "strace fails"
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
        // What is written in several pieces is one text all the same.
        let strings = text[greater...].split(separator: "\"", omittingEmptySubsequences: false)
        let pieces = strings.indices.filter { !$0.isMultiple(of: 2) }.map { strings[$0] }
        return Call(
            name: String(text[..<open]),
            target: String(decoding: bytes(text[less..<greater]), as: UTF8.self),
            bytes: pieces.flatMap { bytes($0) }, result: nil)
    }

    /// Of `\x7b\x22`, and of nothing else.
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
