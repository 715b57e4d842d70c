import CLibWebSockets
import Glibc
import RoomServer
import RoomStore

/// The connections of an event loop that are not WebSockets: accepts them, reads requests, and writes responses.
///
/// A connection that asks for a WebSocket moves to the `Sessions` of the loop that has the room. If it uses TLS, that
/// loop's `HTTPService` keeps it and relays its bytes.
final class HTTPService {
    let server: Server
    /// The index of the loop in the server.
    let number: Int
    let wakeUps: WakeUps
    let listener: ListeningSocket
    var connections: HTTPConnections
    /// The requests that other threads answer.
    var pendingRequests: [Int: (connection: HTTPConnection, head: RequestHead)] = [:]
    var lastRequest = 0
    /// The time of the next timeout.
    var wakeTime = Int64.max
    private(set) var acceptedCount = 0

    init(_ server: Server, _ number: Int, _ wakeUps: WakeUps) {
        self.server = server
        self.number = number
        self.wakeUps = wakeUps
        listener = server.listeners[number]
        connections = HTTPConnections(server.configuration.times)
    }

    var now: Int64 { wakeUps.now }

    func acceptConnections() {
        takeTurns {
            guard let (descriptor, address) = listener.accept() else { return false }
            let origin = ClientAddress(address)
            if isAdmitted(origin) {
                begin(descriptor, from: origin)
            } else {
                Glibc.close(descriptor)
            }
            return true
        }
    }

    /// Takes one step after the other until one returns false, for a millisecond at most. Then the keys that
    /// have arrived take their turn, and the next tick continues.
    private func takeTurns(_ step: () -> Bool) {
        let end = MonotonicClock.nanoseconds + Self.turnsTime
        while step(), MonotonicClock.nanoseconds < end {}
        wakeTime = connections.next?.time ?? .max
    }

    private static let turnsTime: Int64 = 1_000_000

    private func begin(_ descriptor: Int32, from origin: ClientAddress) {
        acceptedCount += 1
        let tcp = Int32(IPPROTO_TCP)
        ListeningSocket.set(TCP_NODELAY, 1, tcp, descriptor)
        // All readers of a file share the server's copy, but the kernel makes a copy for each slow reader.
        ListeningSocket.set(TCP_NOTSENT_LOWAT, Self.unsentBytesMax, tcp, descriptor)
        // Limits the kernel memory of a flood. It suffices for everything that a client may send at once.
        ListeningSocket.set(SO_RCVBUF, Self.receivedBytesMax, SOL_SOCKET, descriptor)
        let stream = SocketStream(descriptor, server.certificate?.current)
        let connection = connections.insert(stream, from: origin, at: now)
        read(connection)
        if connections[connection.number] != nil { closeOldestWaiting(after: connection) }
    }

    private static let unsentBytesMax: Int32 = 131_072
    private static let receivedBytesMax: Int32 = 65_536

    /// Counts the connection. If the address has too many, another one gives way. If none does, or the server has too
    /// many, logs that and returns false.
    private func isAdmitted(_ origin: ClientAddress) -> Bool {
        let isProxy = server.configuration.trustsProxy
        let countsHandshakes = server.certificate != nil && !isProxy
        let (isServerFull, reached) = server.addresses.withLock {
            addresses -> (Bool, Limit?) in
            if addresses.connectionCount >= server.connectionsMax { return (true, nil) }
            if countsHandshakes, let reached = addresses.admitHandshake(from: origin, at: now) {
                return (false, reached.limit)
            }
            let isAdmitted = addresses.admitConnection(from: origin, isProxy: isProxy)
            return (false, isAdmitted ? nil : .connectionsPerAddressMax)
        }
        if isServerFull { server.log(.serverFull) }
        guard let reached else { return !isServerFull }
        server.log(reached, of: origin)
        guard reached == .connectionsPerAddressMax,
            let other = connections.leastUseful(from: origin)
        else { return false }
        close(other)
        return server.addresses.withLock { $0.admitConnection(from: origin) }
    }

    /// Closes the oldest connection without a request, if a new one makes them too many.
    private func closeOldestWaiting(after connection: HTTPConnection) {
        let isProxy = server.configuration.trustsProxy
        let isAddressFull =
            !isProxy
            && connections.readingCount(from: connection.origin)
                > server.loopLimits[.waitingPerAddressMax]
        let isFull = connections.readingCount > server.loopLimits[.waitingMax]
        guard isAddressFull || isFull,
            let oldest = connections.oldestReading(from: isAddressFull ? connection.origin : nil)
        else { return }
        server.log(isAddressFull ? .waitingPerAddressMax : .waitingMax, of: oldest.origin)
        close(oldest)
    }

    func handleReady(_ watcher: SocketWatcher) {
        watcher.findReady()
        takeTurns {
            guard let number = watcher.nextReady() else { return false }
            // Handling an earlier connection may have closed this one.
            if let connection = connections[number] { handle(connection) }
            return true
        }
    }

    /// The turn of a ready connection.
    private func handle(_ connection: HTTPConnection) {
        switch connection.stage {
        case .reading: read(connection)
        case .writing: continueWriting(connection)
        case .draining: drain(connection)
        case .relaying, .stalled: relay(connection)
        // Only the end of the connection is reported in these stages.
        case .answering, .continuing: close(connection)
        case .removed: break
        }
    }

    /// Closes the connections whose stage has timed out, such as those of clients that read too slowly.
    func wake() {
        guard wakeTime <= now else { return }
        takeTurns {
            guard let (time, connection) = connections.next, time <= now else { return false }
            if connection.stage == .writing, isReading(connection) {
                connections.move(connection, to: .writing, at: now)
                return true
            }
            if connection.stage == .writing || connection.stage == .stalled {
                server.log(.slow, from: connection.origin)
            }
            close(connection)
            return true
        }
    }

    /// True if the client has received enough since the last call. The bytes that the socket has accepted would not
    /// show it: the system accepts some for a client that reads nothing, and on a slow network none for a long time.
    private func isReading(_ connection: HTTPConnection) -> Bool {
        guard let traffic = SocketTraffic(of: connection.stream.descriptor) else { return false }
        defer { connection.acknowledged = traffic.acknowledged }
        let progress = traffic.acknowledged - connection.acknowledged
        return progress >= server.configuration.times.progressBytesMin
    }

    /// Reads once, and answers one request at most. Clients may send many requests at once, and send faster
    /// than the server reads.
    private func read(_ connection: HTTPConnection) {
        guard connection.stream.detectProtocol() else { return connection.watch(for: .reading) }
        if connection.needsInput {
            guard connection.countRead() else { return close(connection) }
            switch connection.stream.read({ connection.receive($0) }) {
            case .moved: break
            case .awaits(let interest): return connection.watch(for: interest)
            case .ended: return close(connection)
            }
        }
        answerRequest(of: connection)
    }

    private func answerRequest(of connection: HTTPConnection) {
        // Nothing of the last request applies to this one.
        (connection.client, connection.isForeign) = (connection.origin, false)
        switch RequestHead.parse(connection.input) {
        case .incomplete:
            connection.awaitInput()
            connection.watch(for: .reading)
        case .refused(let error):
            connection.closesAfterResponse = true
            send(error.response, to: .get, on: connection)
        case .head(let head, let count):
            connection.removeInput(count)
            connection.closesAfterResponse =
                head.closesConnection || head.method == .other || wakeUps.isStopping
            answer(head, on: connection)
        }
    }

    /// Waits for the next request. If some of it has arrived, the connection takes another turn as soon as the socket
    /// is writable, since a response could not be sent before.
    private func awaitTurn(of connection: HTTPConnection) {
        connection.watch(for: connection.needsInput ? .reading : .writing)
    }

    func send(_ response: Response, to method: RequestHead.Method, on connection: HTTPConnection) {
        let hasBody = response.status != .notModified
        let head = response.head(
            hasBody ? ("Content-Length", "\(response.body.count)") : nil,
            closesConnection: connection.closesAfterResponse)
        send([head, method == .head ? [] : response.body], on: connection)
    }

    func send(_ parts: [[UInt8]], on connection: HTTPConnection) {
        connection.output = .init(parts)
        let count = parts.reduce(0) { $0 + $1.count }
        server.addresses.withLock {
            $0.chargeAnswer(
                count, from: connection.client, isForeign: connection.isForeign, at: now)
        }
        connections.move(connection, to: .writing, at: now)
        continueWriting(connection)
    }

    private func continueWriting(_ connection: HTTPConnection) {
        switch connection.output.write(to: connection.stream) {
        case .moved:
            connection.output = .init()
            if connection.awaitsPart { return awaitNextPart(on: connection) }
            endRequest(of: connection)
            guard connection.closesAfterResponse || wakeUps.isStopping else {
                connections.move(connection, to: .reading, at: now)
                return awaitTurn(of: connection)
            }
            connection.stream.endWriting()
            connections.move(connection, to: .draining, at: now)
            drain(connection)
        case .awaits(let interest): connection.watch(for: interest)
        case .ended: close(connection)
        }
    }

    /// Discards data until the client closes the connection.
    private func drain(_ connection: HTTPConnection) {
        if connection.countRead(), connection.stream.discard() {
            connection.watch(for: .reading)
        } else {
            close(connection)
        }
    }

    private func endRequest(of connection: HTTPConnection) {
        if let request = connection.request { pendingRequests[request] = nil }
        connection.request = nil
        if let document = connection.document { server.documents.end(document) }
        connection.document = nil
    }

    func close(_ connection: HTTPConnection) {
        endRequest(of: connection)
        connections.remove(connection)
        connection.relay = nil
        connection.stream.close()
        release(connection)
    }

    /// Closes the connections that have no response to write.
    func closeIdle() {
        for connection in connections.all where [.reading, .answering].contains(connection.stage) {
            close(connection)
        }
    }

    func release(_ connection: HTTPConnection) {
        if connection.isWebSocket { return releaseWebSocket(from: connection.origin) }
        server.addresses.withLock { $0.releaseConnection(from: connection.origin, at: now) }
    }

    func releaseWebSocket(from origin: ClientAddress) {
        server.addresses.withLock { $0.releaseWebSocket(from: origin, at: now) }
    }

    // MARK: - WebSockets over TLS

    /// Starts a relay for a client that uses TLS, and returns the plain end of its pair of sockets; nil if no
    /// descriptors are left.
    func beginRelay(for pending: PendingWebSocket) -> (Int32, HTTPConnection)? {
        var ends: [Int32] = [0, 0]
        let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        guard socketpair(AF_UNIX, Int32(type), 0, &ends) == 0 else { return nil }
        // A small buffer, so that libwebsockets soon notices a client that does not read.
        ListeningSocket.set(SO_SNDBUF, 32_768, SOL_SOCKET, ends[0])
        let connection = connections.insert(
            pending.stream, isRelay: true, from: pending.origin, at: now)
        connection.relay = TLSRelay(pending.stream, ends[1])
        connection.isWebSocket = true
        connections.move(connection, to: .relaying, at: now)
        return (ends[0], connection)
    }

    func relay(_ connection: HTTPConnection) {
        guard let state = connection.relay?.copy(connection.watcher, as: connection.number) else {
            return
        }
        switch state {
        case .moving:
            if connection.stage == .stalled { connections.move(connection, to: .relaying, at: now) }
        case .stalled:
            if connection.stage == .relaying { connections.move(connection, to: .stalled, at: now) }
        case .finished:
            connection.relay = nil
            connection.stream.endWriting()
            connections.move(connection, to: .draining, at: now)
            drain(connection)
        case .broken: close(connection)
        }
    }
}
