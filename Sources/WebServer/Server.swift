import CLibWebSockets
public import RoomStore

/// A server of rooms: sockets on one side, a store on the other, and an edge between them.
///
/// ```
/// let server = try Server(configuration, store)
/// try server.run()   // until somebody calls server.stop()
/// ```
public final class Server: Sendable {
    let configuration: ServerConfiguration
    let store: any RoomStore
    let files: StaticFiles
    let inbox = Inbox()
    private let listener: ListeningSocket

    /// Accepts connections from now on; they are answered once it runs.
    public init(_ configuration: ServerConfiguration, _ store: any RoomStore) throws(ServerError) {
        self.configuration = configuration
        self.store = store
        files = try StaticFiles(in: configuration.staticFolder)
        listener = try ListeningSocket(host: configuration.host, port: configuration.port)
    }

    public var port: UInt16 { listener.port }

    /// Serves until it is stopped. Everything happens on the thread that calls this.
    public func run() throws(ServerError) {
        let loop = try EdgeLoop(self, listener)
        loop.run()
    }

    /// Tells everybody to come back later, and ends. Any thread may call it.
    public func stop() {
        inbox.stop()
    }
}
