import Foundation
public import RoomStore
import SharedRoom

/// A server of rooms: sockets on one side, a store on the other, and loops between them.
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
    /// Nil where HTTP is spoken in plain.
    let certificate: CertificateInForce?
    let reader: RoomReader
    /// What addresses do is counted at all loops together. Nobody looks here for a key.
    let addresses: Guarded<AddressBook>
    let connectionsMax: Int
    /// Each loop has one of them.
    let inboxes: [Inbox]
    let listeners: [ListeningSocket]
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
        addresses = Guarded(AddressBook(configuration.addressLimits))
        DescriptorLimit.raise()
        // A WebSocket over TLS takes three descriptors: its own and a pair.
        connectionsMax = max(1, DescriptorLimit.connectionsMax / (certificate == nil ? 1 : 3))
        inboxes = (0..<configuration.loops).map { _ in Inbox() }
        listeners = try ListeningSocket.several(
            configuration.loops, host: configuration.host, port: configuration.port)
    }

    private static func certificate(
        _ configuration: ServerConfiguration
    ) throws(ServerError) -> CertificateInForce? {
        guard let files = configuration.certificate else { return nil }
        do throws(CertificateError) {
            return try CertificateInForce(files)
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
        public let loops: Int
    }

    /// Serves until it is stopped, once. The first loop runs on the thread that calls this.
    public func run(_ begun: (Beginning) -> Void) throws(ServerError) {
        var loops: [EdgeLoop] = []
        for number in 0..<configuration.loops { loops.append(try EdgeLoop(self, number)) }
        let library = loops[0].context?.library.name ?? ""
        begun(
            Beginning(
                address: NetworkAddresses.local(configuration, port),
                networkAddresses: NetworkAddresses.others(configuration, port),
                eventLibrary: library, loops: loops.count))
        configuration.log.write(
            .started, "port \(port), waiting with \(library), loops: \(loops.count)")
        let others = loops.dropFirst().map { LoopThread($0) }
        loops[0].run()
        for other in others { other.join() }
        configuration.log.write(.stopped)
    }

    /// The number of the loop that has the room: all who are in it are best served there.
    func loop(of room: RoomName) -> Int {
        Int(UInt(bitPattern: room.hashValue) % UInt(inboxes.count))
    }

    public var port: UInt16 { listeners[0].port }

    /// Whether there is something that `reload` would read.
    public var hasCertificate: Bool { configuration.certificate != nil }

    /// Reads the certificate again. Any thread may call it.
    public func reload() {
        guard let certificate else { return }
        do throws(CertificateError) {
            try certificate.readAgain()
            configuration.log.write(.certificateRead)
        } catch {
            configuration.log.write(.certificateRefused, error.message)
        }
    }

    /// Tells everybody to come back later, and ends. Any thread may call it.
    public func stop() {
        for inbox in inboxes { inbox.stop() }
    }
}
