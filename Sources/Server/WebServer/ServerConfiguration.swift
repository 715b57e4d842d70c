import Foundation
public import RoomServer

/// The configuration of a server.
public struct ServerConfiguration: Sendable {
    /// The address or name to listen on; nil for all addresses of this machine.
    public var host: String?
    /// 0 selects a free port.
    public var port: UInt16 = 8_080
    /// The folder with the files of the page.
    public var staticFolder: String
    /// The number of event loops. Each has its own thread, sockets and edge, and can use one core.
    public var loops = ServerConfiguration.defaultLoopCount
    public var limits = Limits()
    /// Other servers whose pages may open rooms: `https://school.example`
    public var origins: [String] = []
    /// The origins whose pages may show the embed view of a room in a frame. They are part of a header, so all are
    /// results of `embeddingOrigin(_:)`.
    public var embeddingOrigins: [String] = []
    /// The URL of this server for its users, if it differs from the server's own address.
    public var publicURL: String?
    /// True if a proxy adds the address of the client to each request.
    public var trustsProxy = false
    public var metrics = MetricsAudience.local
    /// If set, the server accepts only HTTPS.
    public var certificate: CertificateFiles?
    public var log: ServerLog
    var times = SocketTimes()
    /// False in tests that need poll on machines with libev.
    var usesLibev = true
    /// True if a connection moves to the loop that its room belongs to. Tests disable this to have one room in
    /// several loops, as with several servers.
    var keepsRoomsTogether = true

    public init(staticFolder: String, log: ServerLog) {
        self.staticFolder = staticFolder
        self.log = log
    }
}

extension ServerConfiguration {
    var scheme: String { certificate == nil ? "http" : "https" }
    /// The port of URLs without a port.
    var defaultPort: String { certificate == nil ? "80" : "443" }

    /// True if the text is the URL of a server: `https://calc.example`, with no path except `/`.
    public static func isServerURL(_ text: String) -> Bool {
        Authority(ofOrigin: text.hasSuffix("/") ? String(text.dropLast()) : text) != nil
    }

    /// The origin in lower case; nil if the text is not an origin that a Content-Security-Policy can name. This is
    /// stricter than `isServerURL`: no path, no IPv6 address, no wildcard, and nothing that ends a directive.
    public static func embeddingOrigin(_ text: String) -> String? {
        let text = text.lowercased()
        let label = #/[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?/#
        guard let parts = text.wholeMatch(of: #/https?:\/\/([a-z0-9.\-]+)(?::([0-9]{1,5}))?/#),
            parts.1.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy({ $0.wholeMatch(of: label) != nil }),
            parts.2.map({ UInt16($0) ?? 0 > 0 }) ?? true
        else { return nil }
        return text
    }

    /// One loop per core. More than eight have no use on one server.
    public static var defaultLoopCount: Int { min(8, Processors.count) }
    /// Limits are divided among the loops. With more loops, some would become zero.
    public static let loopsMax = 64
}

/// Timeouts of sockets, in milliseconds unless the name says otherwise.
struct SocketTimes: Sendable {
    /// The time to receive the head of a request, from the connection or the previous response.
    var requestHeadSeconds = 10
    /// The time between two sweeps. Each connection is pinged every 125 sweeps, and closed if it does not
    /// answer within 50. Because the sweeps are many and small, no key waits for thousands of pings.
    var sweepPeriod: Int64 = 200
    /// The time until a WebSocket that reads nothing is closed.
    var writeTimeout: Int64 = 30_000
    /// The time in which a client must receive `progressBytesMin` of a response. On a slow network, nothing new may
    /// arrive for half a minute after a packet was lost.
    var progressTimeout: Int64 = 60_000
    /// A phone on a slow network receives six times as many bytes in `progressTimeout`.
    var progressBytesMin: Int64 = 20_480
    /// The time that the client has to close the connection after the last response.
    var lingerTime: Int64 = 2_000
    /// The time for closing handshakes when the server stops: long enough for a slow network, and short
    /// enough for an operator who waits.
    var closeTimeout: Int64 = 5_000
}

/// The clients that may read the metrics.
public enum MetricsAudience: String, CaseIterable, Sendable {
    /// Programs on the same machine, except requests through a proxy.
    case local
    /// Every client.
    case all
    /// No client.
    case off
}

/// The processor cores that this process may use, which `taskset` and service managers can restrict.
private enum Processors {
    static var count: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") } ?? ""
        return max(
            1, line.drop { $0 != "\t" }.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount })
    }
}
