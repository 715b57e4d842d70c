public import SharedRoom

/// What an operator says about a server.
public struct ServerConfiguration: Sendable {
    /// An address or a name of this machine; nil for all of them.
    public var host: String?
    /// 0 is any that is free.
    public var port: UInt16 = 8_080
    /// Where the page is.
    public var staticFolder: String
    /// Each has a thread, sockets and an edge of its own, and is worth a core.
    public var loops = ServerConfiguration.loopsUsual
    public var limits = ServiceLimits()
    public var addressLimits = AddressLimits()
    /// Other servers whose pages may open rooms: `https://school.example`
    public var origins: [String] = []
    /// Under which address people reach this server, if that is another than its own.
    public var publicURL: String?
    /// Whether a proxy says where people come from.
    public var trustsProxy = false
    /// Who is told what the server has counted.
    public var metrics = MetricsAudience.local
    /// With them it speaks HTTPS, and nothing else.
    public var certificate: CertificateFiles?
    public var log: Log
    var times = SocketTimes()
    /// Tests try both ways of waiting, also where libev is installed.
    var usesLibev = true
    /// Tests have one room at several loops, as several servers would.
    var keepsRoomsTogether = true

    public init(staticFolder: String, log: Log) {
        self.staticFolder = staticFolder
        self.log = log
    }
}

extension ServerConfiguration {
    var scheme: String { certificate == nil ? "http" : "https" }
    /// The port that an address means when it names none.
    var defaultPort: String { certificate == nil ? "80" : "443" }

    /// Whether this is where a server may be: `https://calc.example`.
    public static func isAddress(_ text: String) -> Bool {
        Authority(ofAddress: text) != nil
    }

    /// One for each core, but no more than the rooms of one server have a use for.
    public static var loopsUsual: Int { min(8, Processors.count) }
    /// Beyond that, what a limit divided among them comes to is nothing.
    public static let loopsMax = 64
}
