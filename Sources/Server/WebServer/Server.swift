import Foundation
import RoomServer
public import RoomStore
import SharedRoom

/// A server of rooms. Event loops connect the sockets of clients with a store.
///
/// ```
/// let server = try Server(configuration, store)
/// try server.run { print($0.url) }   // returns after server.stop()
/// ```
public final class Server: Sendable {
    let configuration: ServerConfiguration
    let store: any RoomStore
    let access: AccessPolicy
    let files: StaticFiles
    /// Nil for plain HTTP.
    let certificate: CurrentCertificate?
    let documents: DocumentReader
    /// The counters of client addresses, shared by all loops. Connections and requests lock them; keys do not.
    let addresses: Guarded<AddressLimiter>
    let connectionsMax: Int
    /// One for each loop.
    let inboxes: [Inbox]
    let listeners: [ListeningSocket]
    /// The limits of one loop.
    let loopLimits: Limits
    /// Milliseconds since 1970.
    let startTime = Int64(Date().timeIntervalSince1970 * 1_000)

    /// Begins to listen. The system queues connections until `run` accepts them.
    public init(_ configuration: ServerConfiguration, _ store: any RoomStore) throws(ServerError) {
        self.configuration = configuration
        self.store = store
        documents = DocumentReader(store)
        access = AccessPolicy(configuration)
        files = try StaticFiles(in: configuration.staticFolder)
        certificate = try Self.certificate(configuration)
        addresses = Guarded(AddressLimiter(configuration.limits))
        loopLimits = configuration.limits.divided(among: configuration.loops)
        // A WebSocket over TLS needs three descriptors: its own and a socket pair.
        connectionsMax = max(1, DescriptorLimit.raise() / (certificate == nil ? 1 : 3))
        inboxes = (0..<configuration.loops).map { _ in Inbox() }
        listeners = try ListeningSocket.open(
            count: configuration.loops, host: configuration.host, port: configuration.port)
    }

    private static func certificate(
        _ configuration: ServerConfiguration
    ) throws(ServerError) -> CurrentCertificate? {
        guard let files = configuration.certificate else { return nil }
        do throws(CertificateError) {
            return try CurrentCertificate(files) { [log = configuration.log] problem in
                log.write(.certificateInvalid, problem)
            }
        } catch {
            throw .certificate(error)
        }
    }

    /// The facts about a started server.
    public struct StartInfo: Sendable {
        /// The URL for a browser on this machine.
        public let url: String
        /// The URLs for devices on the same network.
        public let networkURLs: [String]
        /// The event library: `libev` or `poll`.
        public let eventLibrary: String
        public let loops: Int
    }

    /// Serves until `stop` is called. Can be called once. The first loop runs on the calling thread.
    ///
    /// - Parameter started: Called when the event loops are ready, before they run.
    public func run(_ started: (StartInfo) -> Void) throws(ServerError) {
        var loops: [EdgeLoop] = []
        for number in 0..<configuration.loops { loops.append(try EdgeLoop(self, number)) }
        let library = loops[0].context?.library ?? ""
        started(
            StartInfo(
                url: ServerURLs.local(configuration, port),
                networkURLs: ServerURLs.network(configuration, port),
                eventLibrary: library, loops: loops.count))
        configuration.log.write(
            .started, "port \(port), event loops: \(loops.count), with \(library)")
        certificate?.reportProblem()
        let reading = JoinedThread("documents") { [documents] in documents.run() }
        let others = loops.dropFirst().map { loop in
            JoinedThread("loop \(loop.number)") { loop.run() }
        }
        loops[0].run()
        for other in others { other.join() }
        documents.stop()
        reading.join()
        configuration.log.write(.stopped)
    }

    /// The number of the loop that serves the room. Connections of the room move there.
    func loop(of room: RoomName) -> Int {
        Int(UInt(bitPattern: room.hashValue) % UInt(inboxes.count))
    }

    public var port: UInt16 { listeners[0].port }

    public var hasCertificate: Bool { configuration.certificate != nil }

    /// Reads the files of the certificate again. Any thread may call it.
    public func reloadCertificate() {
        guard let certificate else { return }
        do throws(CertificateError) {
            try certificate.reload()
            configuration.log.write(.certificateRead)
        } catch {
            configuration.log.write(.certificateRefused, error.message)
        }
    }

    /// Asks all clients to reconnect later, and ends the event loops. Any thread may call it.
    public func stop() {
        for inbox in inboxes { inbox.post(.stop) }
    }
}
