public import SharedRoom

/// What an operator says about a server.
public struct ServerConfiguration: Sendable {
    /// An address or a name of this machine; nil for all of them.
    public var host: String?
    /// 0 is any that is free.
    public var port: UInt16 = 8_080
    /// Where the page is.
    public var staticFolder: String
    public var limits = ServiceLimits()

    public init(staticFolder: String) {
        self.staticFolder = staticFolder
    }
}
