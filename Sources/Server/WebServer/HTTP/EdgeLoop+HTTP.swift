import CLibWebSockets
import Glibc
import RoomServer
import RoomStore

/// A request that another thread answers.
struct PendingRequest {
    let connection: HTTPConnection
    let head: RequestHead
}

/// Accepts connections, reads requests, writes responses, and relays WebSockets over TLS.
extension EdgeLoop {
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
        wakeTimes.http = http.nextDeadline
    }

    private static let turnsTime: Int64 = 1_000_000

    private func begin(_ descriptor: Int32, from origin: ClientAddress) {
        counts.connectionsAccepted += 1
        let tcp = Int32(IPPROTO_TCP)
        ListeningSocket.set(TCP_NODELAY, 1, tcp, descriptor)
        // All readers of a file share the server's copy, but the kernel makes a copy for each slow reader.
        ListeningSocket.set(TCP_NOTSENT_LOWAT, Self.unsentBytesMax, tcp, descriptor)
        // Limits the kernel memory of a flood. It suffices for everything that a client may send at once.
        ListeningSocket.set(SO_RCVBUF, Self.receivedBytesMax, SOL_SOCKET, descriptor)
        let stream = SocketStream(descriptor, server.certificate?.context)
        let connection = http.insert(stream, from: origin, at: now)
        read(connection)
        if http[connection.number] != nil { closeOldestWaiting(after: connection) }
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
        if isServerFull { log(.serverFull) }
        guard let reached else { return !isServerFull }
        log(reached, of: origin)
        guard reached == .connectionsPerAddressMax, let other = http.leastUseful(from: origin)
        else { return false }
        close(other)
        return server.addresses.withLock { $0.admitConnection(from: origin) }
    }

    /// Closes the oldest connection without a request, if a new one makes them too many.
    private func closeOldestWaiting(after connection: HTTPConnection) {
        let isProxy = server.configuration.trustsProxy
        let isAddressFull =
            !isProxy
            && http.readingCount(from: connection.origin) > edge.limits[.waitingPerAddressMax]
        let isFull = http.readingCount > edge.limits[.waitingMax]
        guard isAddressFull || isFull,
            let oldest = http.oldestReading(from: isAddressFull ? connection.origin : nil)
        else { return }
        log(isAddressFull ? .waitingPerAddressMax : .waitingMax, of: oldest.origin)
        close(oldest)
    }

    func handleReady(_ watcher: SocketWatcher) {
        watcher.findReady()
        takeTurns {
            guard let number = watcher.nextReady() else { return false }
            // Handling an earlier connection may have closed this one.
            if let connection = http[number] { handle(connection) }
            return true
        }
    }

    /// The turn of a ready connection.
    private func handle(_ connection: HTTPConnection) {
        switch connection.stage {
        case .reading: read(connection)
        case .writing: write(connection)
        case .draining: drain(connection)
        case .relaying, .stalled: relay(connection)
        // Only the end of the connection is reported in these stages.
        case .answering, .continuing: close(connection)
        case .removed: break
        }
    }

    /// Closes the connections whose stage has timed out, such as those of clients that read too slowly.
    func closeOverdue() {
        takeTurns {
            guard let connection = http.overdue(at: now) else { return false }
            if connection.stage == .writing, isReading(connection) {
                http.move(connection, to: .writing, at: now)
                return true
            }
            if connection.stage == .writing || connection.stage == .stalled {
                log(.slow, from: connection.origin)
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
        if !connection.hasHead {
            switch receive(on: connection) {
            case .moved: break
            case .awaitsReading: return connection.watch(for: .reading)
            case .awaitsWriting: return connection.watch(for: .writing)
            case .ended: return close(connection)
            }
        }
        if connection.hasHead { answerRequest(of: connection) }
        if connection.stage == .reading { awaitTurn(of: connection) }
    }

    private func receive(on connection: HTTPConnection) -> SocketStream.Outcome {
        guard connection.countRead() else { return .ended }
        // A whole TLS record, so that OpenSSL keeps nothing that the watcher does not know of.
        return withUnsafeTemporaryAllocation(byteCount: SocketStream.recordBytesMax, alignment: 1) {
            let outcome = connection.stream.read(into: $0)
            if case .moved(let count) = outcome { connection.receive($0.prefix(count)) }
            return outcome
        }
    }

    private func answerRequest(of connection: HTTPConnection) {
        // Nothing of the last request applies to this one.
        (connection.client, connection.isForeign) = (connection.origin, false)
        switch RequestHead.parse(connection.input) {
        case .incomplete: connection.awaitInput()
        case .refused(let error):
            connection.closesAfterResponse = true
            send(error.response, to: .get, on: connection)
        case .head(let head, let count):
            connection.removeInput(count)
            connection.closesAfterResponse =
                head.closesConnection || head.method == .other || isStopping
            answer(head, on: connection)
        }
    }

    /// Waits for the next request. If it has arrived, the connection takes another turn as soon as the socket
    /// is writable, since a response could not be sent before.
    private func awaitTurn(of connection: HTTPConnection) {
        connection.watch(for: connection.hasHead ? .writing : .reading)
    }

    func send(_ response: Response, to method: RequestHead.Method, on connection: HTTPConnection) {
        let length =
            response.status == .notModified ? nil : Response.Length.known(response.body.count)
        let head = response.head(length, closesConnection: connection.closesAfterResponse)
        send([head, method == .head ? [] : response.body], on: connection)
    }

    private func send(_ parts: [[UInt8]], on connection: HTTPConnection) {
        connection.output = .init(parts)
        let count = parts.reduce(0) { $0 + $1.count }
        server.addresses.withLock {
            $0.chargeAnswer(
                count, from: connection.client, isForeign: connection.isForeign, at: now)
        }
        http.move(connection, to: .writing, at: now)
        continueWriting(connection)
    }

    private func write(_ connection: HTTPConnection) {
        continueWriting(connection)
        if connection.stage == .reading { awaitTurn(of: connection) }
    }

    private func continueWriting(_ connection: HTTPConnection) {
        switch connection.output.write(to: connection.stream) {
        case .moved:
            connection.output = .init()
            if connection.awaitsPart { return awaitNextPart(on: connection) }
            endRequest(of: connection)
            guard connection.closesAfterResponse || isStopping else {
                return http.move(connection, to: .reading, at: now)
            }
            connection.stream.endWriting()
            http.move(connection, to: .draining, at: now)
            drain(connection)
        case .awaitsReading: connection.watch(for: .reading)
        case .awaitsWriting: connection.watch(for: .writing)
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

    /// Sends a part of a response from another thread to the connection that waits for it.
    func continueRequest(_ number: Int, with part: ResponsePart) {
        guard let pending = pendingRequests[number] else { return }
        let (connection, head) = (pending.connection, pending.head)
        if let route = DocumentRoute(head.path) {
            chargeDocument(of: route.room, part, from: connection.client)
        }
        connection.awaitsPart = !part.isLast && head.method != .head
        switch part.content {
        case .head(let response) where part.isLast:
            if response.status == .tooManyRequests { noteLockout(of: connection) }
            send(response, to: head.method, on: connection)
        case .head(let response): beginParts(of: response, head, on: connection)
        case .body(let bytes):
            send(chunk(bytes, isLast: part.isLast, on: connection), on: connection)
        case .failure:
            // The document has lost its place while the client reads.
            if connection.stage == .writing { log(.slow, from: connection.origin) }
            abort(connection)
        }
        if connection.stage == .reading { awaitTurn(of: connection) }
        wakeTimes.http = http.nextDeadline
    }

    /// Sends the first part of a response whose length is not known.
    private func beginParts(
        of response: Response, _ head: RequestHead, on connection: HTTPConnection
    ) {
        // A client of HTTP/1.0 finds the end of the response by the end of the connection.
        connection.isChunked = head.isCurrentVersion
        let text = response.head(
            head.isCurrentVersion ? .chunked : .untilEnd,
            closesConnection: connection.closesAfterResponse)
        let body =
            head.method == .head ? [] : chunk(response.body, isLast: false, on: connection)
        send([text] + body, on: connection)
    }

    private func chunk(
        _ bytes: [UInt8], isLast: Bool, on connection: HTTPConnection
    ) -> [[UInt8]] {
        guard connection.isChunked else { return [bytes] }
        let start = bytes.isEmpty ? "" : "\(String(bytes.count, radix: 16))\r\n"
        let end = (bytes.isEmpty ? "" : "\r\n") + (isLast ? "0\r\n\r\n" : "")
        return [Array(start.utf8), bytes, Array(end.utf8)]
    }

    private func awaitNextPart(on connection: HTTPConnection) {
        http.move(connection, to: .continuing, at: now)
        connection.watch(for: [])
        if let document = connection.document { server.documents.resume(document) }
    }

    private func endRequest(of connection: HTTPConnection) {
        if let request = connection.request { pendingRequests[request] = nil }
        connection.request = nil
        if let document = connection.document { server.documents.end(document) }
        connection.document = nil
    }

    /// Closes the connection so that the client notices that the response is incomplete.
    private func abort(_ connection: HTTPConnection) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            connection.stream.descriptor, SOL_SOCKET, SO_LINGER, &option,
            socklen_t(MemoryLayout<linger>.size))
        close(connection)
    }

    /// Starts to wait for a response from another thread. Returns the number of the request, which the
    /// response must carry.
    func awaitResponse(to head: RequestHead, on connection: HTTPConnection) -> Int {
        lastRequest += 1
        pendingRequests[lastRequest] = PendingRequest(connection: connection, head: head)
        connection.request = lastRequest
        connection.awaitsPart = true
        http.move(connection, to: .answering, at: now)
        connection.watch(for: [])
        return lastRequest
    }

    func close(_ connection: HTTPConnection) {
        endRequest(of: connection)
        http.remove(connection)
        connection.relay = nil
        connection.stream.close()
        release(connection)
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
        let connection = http.insert(
            pending.stream, isRelay: true, from: pending.origin, at: now)
        connection.relay = TLSRelay(pending.stream, ends[1])
        connection.isWebSocket = true
        http.move(connection, to: .relaying, at: now)
        return (ends[0], connection)
    }

    func relay(_ connection: HTTPConnection) {
        guard let state = connection.relay?.copy(connection.watcher, as: connection.number) else {
            return
        }
        switch (state, connection.stage) {
        case (.moving, .stalled): http.move(connection, to: .relaying, at: now)
        case (.stalled, .relaying): http.move(connection, to: .stalled, at: now)
        case (.moving, _), (.stalled, _): break
        case (.finished, _):
            connection.relay = nil
            connection.stream.endWriting()
            http.move(connection, to: .draining, at: now)
            drain(connection)
        case (.broken, _): close(connection)
        }
    }
}
