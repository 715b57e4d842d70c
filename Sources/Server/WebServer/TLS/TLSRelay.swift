import Glibc

/// Copies the bytes of a WebSocket between a client that uses TLS and libwebsockets, which has the
/// other end of a pair of sockets.
final class TLSRelay {
    private let client: SocketStream
    private let library: SocketStream
    private var toLibrary = CopyDirection()
    private var toClient = CopyDirection()
    /// False while the client may send nothing, because it sent too much.
    var readsClient = true

    enum State {
        case moving
        /// The client's socket accepts no data now.
        case stalled
        /// libwebsockets has closed its end, and all its data is sent.
        case finished
        /// The client has closed the connection.
        case broken
    }

    init(_ client: SocketStream, _ descriptor: Int32) {
        self.client = client
        library = SocketStream(descriptor, nil)
    }

    /// Copies some bytes in both directions, and watches for more.
    func copy(_ watcher: SocketWatcher, as number: UInt64) -> State {
        let inbound = readsClient ? toLibrary.copy(from: client, to: library) : Halt()
        let outbound = toClient.copy(from: library, to: client)
        if outbound.sourceEnded { return .finished }
        if inbound.sourceEnded || outbound.sinkEnded { return .broken }
        for (stream, interest) in [
            (client, inbound.source.union(outbound.sink)),
            (library, outbound.source.union(inbound.sink)),
        ] {
            if interest.isEmpty {
                // Otherwise the end of the connection would be reported again and again.
                watcher.unwatch(stream.descriptor)
            } else {
                watcher.watch(stream.descriptor, for: interest, as: number)
            }
        }
        return outbound.sink.isEmpty ? .moving : .stalled
    }
}

/// The reason why copying has stopped: what each end must become, or which end is closed.
private struct Halt {
    var source: SocketWatcher.Interest = []
    var sink: SocketWatcher.Interest = []
    var sourceEnded = false
    var sinkEnded = false
}

/// Copies bytes in one direction. It reads more only after it has written all bytes that it has, and once each
/// time, because a client may send faster than the server reads.
private struct CopyDirection {
    private var output = HTTPConnection.Output()

    mutating func copy(from source: SocketStream, to sink: SocketStream) -> Halt {
        if let halt = writeAll(to: sink) { return halt }
        switch source.read({ output = .init([Array($0)]) }) {
        case .moved: return writeAll(to: sink) ?? Halt(source: .reading)
        case .awaits(let interest): return Halt(source: interest)
        case .ended: return Halt(sourceEnded: true)
        }
    }

    /// Nil if all bytes are written.
    private mutating func writeAll(to sink: SocketStream) -> Halt? {
        switch output.write(to: sink) {
        case .moved: nil
        case .awaits(let interest): Halt(sink: interest)
        case .ended: Halt(sinkEnded: true)
        }
    }
}
