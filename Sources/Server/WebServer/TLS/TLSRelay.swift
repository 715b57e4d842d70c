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
        let inbound = readsClient ? toLibrary.copy(from: client, to: library) : nil
        let outbound = toClient.copy(from: library, to: client)
        switch (inbound, outbound) {
        case (_, .sourceEnded): return .finished
        case (.sourceEnded, _), (_, .sinkEnded): return .broken
        default: break
        }
        var (clientInterest, libraryInterest) = (SocketWatcher.Interest(), SocketWatcher.Interest())
        if case .source(let interest) = inbound { clientInterest.formUnion(interest) }
        if case .sink(let interest) = inbound { libraryInterest.formUnion(interest) }
        if case .source(let interest) = outbound { libraryInterest.formUnion(interest) }
        if case .sink(let interest) = outbound { clientInterest.formUnion(interest) }
        for (stream, interest) in [(client, clientInterest), (library, libraryInterest)] {
            if interest.isEmpty {
                // Otherwise the end of the connection would be reported again and again.
                watcher.unwatch(stream.descriptor)
            } else {
                watcher.watch(stream.descriptor, for: interest, as: number)
            }
        }
        if case .sink = outbound { return .stalled }
        return .moving
    }
}

/// Copies bytes in one direction. It reads more only after it has written all bytes that it has, and once each
/// time, because a client may send faster than the server reads.
private struct CopyDirection {
    private var bytes: [UInt8] = []
    private var written = 0

    /// The reason why copying has stopped.
    enum Halt {
        case source(SocketWatcher.Interest)
        case sink(SocketWatcher.Interest)
        case sourceEnded
        case sinkEnded
    }

    mutating func copy(from source: SocketStream, to sink: SocketStream) -> Halt {
        if let halt = writeAll(to: sink) { return halt }
        let outcome = withUnsafeTemporaryAllocation(
            byteCount: SocketStream.recordBytesMax, alignment: 1
        ) {
            let outcome = source.read(into: $0)
            if case .moved(let count) = outcome { bytes = Array($0.prefix(count)) }
            return outcome
        }
        switch outcome {
        case .moved: return writeAll(to: sink) ?? .source(.reading)
        case .awaitsReading: return .source(.reading)
        case .awaitsWriting: return .source(.writing)
        case .ended: return .sourceEnded
        }
    }

    /// Nil if all bytes are written.
    private mutating func writeAll(to sink: SocketStream) -> Halt? {
        while written < bytes.count {
            let outcome = bytes.withUnsafeBytes {
                sink.write(UnsafeRawBufferPointer(rebasing: $0[written...]))
            }
            switch outcome {
            case .moved(let count): written += count
            case .awaitsReading: return .sink(.reading)
            case .awaitsWriting: return .sink(.writing)
            case .ended: return .sinkEnded
            }
        }
        bytes = []
        written = 0
        return nil
    }
}
