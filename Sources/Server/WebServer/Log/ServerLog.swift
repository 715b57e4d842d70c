import Foundation
import RoomServer
public import RoomStore
import SharedRoom

/// The server log, for operators. It contains no secrets, and client addresses only if configured.
public final class ServerLog: Sendable {
    public enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    private let format: Format
    private let showsAddresses: Bool
    private let output: @Sendable (String) -> Void
    /// A message about a client.
    fileprivate struct Report: Hashable {
        let kind: LogMessageKind
        let detail: String
        let address: ClientAddress
    }

    fileprivate struct State {
        /// The time of the last line of each kind, and the number of messages suppressed since then.
        var last: [LogMessageKind: (time: Int64, suppressed: Int)] = [:]
        /// The times of the reports in the last minute: at most one of each kind per second.
        var reports: [Report: Int64] = [:]
        var counts = CountByKind<LogMessageKind>()
    }

    private let state = Guarded(State())

    /// - Parameter output: Writes a line, which has no line feed.
    public init(
        _ format: Format, showsAddresses: Bool, output: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.showsAddresses = showsAddresses
        self.output = output
    }

    /// Writes a line, but not the same about the same client within a minute, and not of the same kind within a
    /// second, so that clients cannot fill the disk.
    func write(
        _ kind: LogMessageKind, _ detail: String = "", from address: ClientAddress? = nil,
        at now: Int64 = MonotonicClock.milliseconds
    ) {
        let report = address.map { Report(kind: kind, detail: detail, address: $0) }
        guard let suppressed = state.withLock({ $0.add(kind, report, at: now) }) else { return }
        let shown = showsAddresses ? address?.text : nil
        output(line(kind, Self.printable(detail), shown, suppressed))
    }

    /// The number of messages of each kind, including suppressed ones.
    var counts: CountByKind<LogMessageKind> { state.withLock { $0.counts } }

    private func line(
        _ kind: LogMessageKind, _ detail: String, _ address: String?, _ suppressed: Int
    ) -> String {
        let time = Date().formatted(.iso8601)
        switch format {
        case .text:
            let details = [
                detail, address.map { "from \($0)" } ?? "",
                suppressed == 0 ? "" : "and \(suppressed) more before it",
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
            if suppressed > 0 { writer.member("suppressed", Int64(suppressed)) }
            writer.endObject()
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    /// Keeps only printable ASCII, so that text from clients cannot add lines. Shortens long text.
    private static func printable(_ text: String) -> String {
        String(
            text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }.prefix(200).map(
                Character.init))
    }
}

extension ServerLog.State {
    /// Counts a message. Returns the number of messages of the kind that were suppressed before it; nil if it
    /// is suppressed itself.
    fileprivate mutating func add(
        _ kind: LogMessageKind, _ report: ServerLog.Report?, at now: Int64
    ) -> Int? {
        counts.add(kind)
        let isSoon = last[kind].map { now < $0.time + 1_000 } ?? false
        guard !isSoon, isNew(report, at: now) else {
            last[kind]?.suppressed += 1
            return nil
        }
        defer { last[kind] = (now, 0) }
        return last[kind]?.suppressed ?? 0
    }

    /// Remembers a report for a minute; false if it was remembered.
    private mutating func isNew(_ report: ServerLog.Report?, at now: Int64) -> Bool {
        guard let report else { return true }
        reports = reports.filter { now < $0.value + 60_000 }
        guard reports[report] == nil else { return false }
        reports[report] = now
        return true
    }
}

extension ServerLog {
    /// Writes a notice of a store.
    public func writeNotice(_ notice: StoreNotice) {
        switch notice {
        case .cannotWrite(let why): write(.cannotWrite, why)
        case .canWriteAgain: write(.canWriteAgain)
        case .newEpochs(let why): write(.newEpochs, why)
        case .setAside(let room, let why):
            write(.setAside, "\(RoomAddress.path(of: room)): \(why)")
        case .forgotUnvisited(let count): write(.forgotUnvisited, "\(count)")
        }
    }
}

extension Server {
    func log(_ kind: LogMessageKind, _ detail: String = "", from address: ClientAddress? = nil) {
        configuration.log.write(kind, detail, from: address)
    }

    /// Notes in the server log that a client met a limit.
    func log(_ limit: Limit, of address: ClientAddress) {
        log(.limit, limit.name, from: address)
    }
}
