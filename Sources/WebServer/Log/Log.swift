import Foundation
import RoomServer
import RoomStore
import SharedRoom

/// Lines for an operator. They have no secrets in them, and addresses of people only on demand.
public final class Log: Sendable {
    public enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    private let format: Format
    private let showsAddresses: Bool
    private let output: @Sendable (String) -> Void
    private struct State {
        /// When a line of each kind was written last, and how many were not written since.
        var last: [LogKind: (time: Int64, missing: Int)] = [:]
        var counts = Tally<LogKind>()
    }

    private let state = Guarded(State())

    /// `output` takes a line without its end.
    public init(
        _ format: Format, showsAddresses: Bool, output: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.showsAddresses = showsAddresses
        self.output = output
    }

    /// One line a second of each kind: nobody can fill a disk from outside.
    func write(_ kind: LogKind, _ detail: String = "", from address: ClientAddress? = nil) {
        let now = MonotonicClock.milliseconds
        let missing: Int? = state.withLock { state in
            state.counts.add(kind)
            if let entry = state.last[kind], now < entry.time + 1_000 {
                state.last[kind]?.missing += 1
                return nil
            }
            defer { state.last[kind] = (now, 0) }
            return state.last[kind]?.missing ?? 0
        }
        guard let missing else { return }
        let shown = showsAddresses ? address?.text : nil
        output(line(kind, Self.harmless(detail), shown, missing))
    }

    /// How often there was something to write, whether it was written or not.
    var counts: Tally<LogKind> { state.withLock { $0.counts } }

    private func line(_ kind: LogKind, _ detail: String, _ address: String?, _ missing: Int)
        -> String
    {
        let time = Date().formatted(.iso8601)
        switch format {
        case .text:
            let details = [
                detail, address.map { "from \($0)" } ?? "",
                missing == 0 ? "" : "and \(missing) more before it",
            ].filter { !$0.isEmpty }
            return ([time + " " + kind.text] + details).joined(separator: "; ")
        case .json:
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("at", Array(time.utf8))
            writer.member("event", Array(kind.rawValue.utf8))
            writer.member("text", Array(kind.text.utf8))
            if !detail.isEmpty { writer.member("detail", Array(detail.utf8)) }
            if let address { writer.member("address", Array(address.utf8)) }
            if missing > 0 { writer.member("missing", Int64(missing)) }
            writer.endObject()
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    /// What strangers have sent makes no lines of its own.
    private static func harmless(_ text: String) -> String {
        String(
            text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }.prefix(200).map(
                Character.init))
    }
}
