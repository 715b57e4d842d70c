import CLibWebSockets
import Foundation
public import RoomStore

/// A server of rooms: sockets on one side, a store on the other, and an edge between them.
///
/// ```
/// let server = try Server(configuration, store)
/// try server.run { print($0.address) }   // until somebody calls server.stop()
/// ```
public final class Server: Sendable {
    let configuration: ServerConfiguration
    let store: any RoomStore
    let access: Access
    let files: StaticFiles
    /// The one that it begins with.
    let certificate: Certificate?
    let reader: RoomReader
    let inbox = Inbox()
    let listener: ListeningSocket
    /// Milliseconds since 1970.
    let begun = Int64(Date().timeIntervalSince1970 * 1_000)

    /// Connections wait from now on; they are answered once it runs.
    public init(_ configuration: ServerConfiguration, _ store: any RoomStore) throws(ServerError) {
        self.configuration = configuration
        self.store = store
        reader = RoomReader(store)
        access = Access(configuration)
        files = try StaticFiles(in: configuration.staticFolder)
        certificate = try Self.certificate(configuration)
        listener = try ListeningSocket(host: configuration.host, port: configuration.port)
    }

    private static func certificate(
        _ configuration: ServerConfiguration
    ) throws(ServerError) -> Certificate? {
        guard let files = configuration.certificate else { return nil }
        do throws(CertificateError) {
            return try Certificate(files)
        } catch {
            throw .certificate(error)
        }
    }

    /// What there is to say about a server that serves.
    public struct Beginning: Sendable {
        /// For a browser on this machine.
        public let address: String
        /// For devices on the same network.
        public let networkAddresses: [String]
        /// What waits for sockets: `libev` or `poll`.
        public let eventLibrary: String
    }

    /// Serves until it is stopped, once. Everything happens on the thread that calls this.
    public func run(_ begun: (Beginning) -> Void) throws(ServerError) {
        let loop = try EdgeLoop(self, listener)
        let library = loop.context?.library.name ?? ""
        configuration.log.write(.started, "port \(port), waiting with \(library)")
        begun(
            Beginning(
                address: NetworkAddresses.local(configuration, listener.port),
                networkAddresses: NetworkAddresses.others(configuration, listener.port),
                eventLibrary: library))
        loop.run()
        configuration.log.write(.stopped)
    }

    public var port: UInt16 { listener.port }

    /// Whether there is something that `reload` would read.
    public var hasCertificate: Bool { configuration.certificate != nil }

    /// Reads the certificate again. Any thread may call it.
    public func reload() {
        inbox.reload()
    }

    /// Tells everybody to come back later, and ends. Any thread may call it.
    public func stop() {
        inbox.stop()
    }
}
