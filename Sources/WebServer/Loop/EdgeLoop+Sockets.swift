import CLibWebSockets
import Glibc
import RoomServer
import SharedRoom

/// What sockets say.
extension EdgeLoop: SocketListener {
    func hear(_ event: SocketEvent) -> SocketAnswer {
        noteEvent()
        switch event.reason {
        case LWS_CALLBACK_RAW_RX_FILE:
            hearFile(event)
            return .goOn
        case LWS_CALLBACK_HTTP: return answer(event)
        case LWS_CALLBACK_HTTP_WRITEABLE: return writeResponse(event)
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(event)
        case LWS_CALLBACK_ESTABLISHED: return establish(event)
        case LWS_CALLBACK_RECEIVE: receive(event)
        case LWS_CALLBACK_RECEIVE_PONG: connection(event)?.isAlive = true
        case LWS_CALLBACK_SERVER_WRITEABLE: return write(event)
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            // Half a code is none, and libwebsockets would say it back.
            return event.bytes.count == 1 ? .hangUp : .goOn
        case LWS_CALLBACK_CLOSED:
            if let connection = connection(event) { endSession(of: connection) }
        case LWS_CALLBACK_WSI_DESTROY: forget(event)
        case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
            if let context = event.bytes.baseAddress {
                server.certificate?.serve(OpaquePointer(context))
            }
        default: break
        }
        return .goOn
    }

    private func hearFile(_ event: SocketEvent) {
        let descriptor = lws_get_socket_fd(event.socket)
        if descriptor == listener.descriptor { return acceptAll() }
        event.readCount()
        if descriptor == alarm.descriptor { hearAlarm() }
    }

    private func acceptAll() {
        while let (descriptor, address) = listener.accept() {
            let origin = ClientAddress(address)
            if let reason = reasonAgainst(origin) {
                log(reason, from: origin)
                close(descriptor)
                continue
            }
            let newcomer = Newcomer(descriptor: descriptor, origin: origin)
            let loop = server.loop(for: newcomer) ?? number
            if loop == number { welcome(newcomer) } else { server.inboxes[loop].hand(newcomer) }
        }
    }

    /// Serves a connection that was counted.
    func welcome(_ newcomer: Newcomer) {
        var one: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(newcomer.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, length)
        guard let socket = adopt(newcomer.descriptor) else {
            return server.addresses.withLock {
                $0.releaseConnection(from: newcomer.origin, at: now)
            }
        }
        counts.connectionsAccepted += 1
        let connection = Connection(socket, from: newcomer.origin)
        connections.insert(connection)
        lws_set_opaque_user_data(socket, Unmanaged.passRetained(connection).toOpaque())
        sweepLater(at: now)
    }

    /// Nil if it is closed: there is no room for it, or the loop that handed it on did not know yet that all
    /// of them stop.
    private func adopt(_ descriptor: Int32) -> OpaquePointer? {
        guard isStopping else { return context?.adopt(descriptor) }
        close(descriptor)
        return nil
    }

    /// Counts a connection, unless there is a reason against it.
    private func reasonAgainst(_ origin: ClientAddress) -> LogKind? {
        let isProxy = server.configuration.trustsProxy
        return server.addresses.withLock { addresses in
            guard addresses.connectionCount < server.connectionsMax else { return .serverFull }
            return addresses.admitConnection(from: origin, isProxy: isProxy)
                ? nil : .tooManyConnections
        }
    }

    func connection(_ event: SocketEvent) -> Connection? {
        lws_get_opaque_user_data(event.socket).map {
            Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private func forget(_ event: SocketEvent) {
        guard let data = lws_get_opaque_user_data(event.socket) else { return }
        lws_set_opaque_user_data(event.socket, nil)
        let connection = Unmanaged<Connection>.fromOpaque(data).takeRetainedValue()
        endSession(of: connection)
        connection.patienceEnd = nil
        forgetRequest(of: connection)
        server.addresses.withLock { $0.releaseConnection(from: connection.origin, at: now) }
        connections.remove(connection)
    }

    private func establish(_ event: SocketEvent) -> SocketAnswer {
        guard let connection = connection(event), let room = Request(event.socket).room else {
            return .hangUp
        }
        connection.isWebSocket = true
        connection.patienceEnd = nil
        let (session, actions) = edge.connect(room, from: connection.origin.number, at: now)
        connections.begin(session, on: connection)
        counts.sessionsOpened += 1
        perform(actions)
        return .goOn
    }

    private func receive(_ event: SocketEvent) {
        guard let connection = connection(event) else { return }
        connection.isAlive = true
        guard let session = connection.session else { return }
        // Nearly every frame comes in one piece, and one place serves them all.
        frame.removeAll(keepingCapacity: true)
        if !connection.frame.isEmpty {
            frame = connection.frame
            connection.frame = []
        }
        // A frame of bytes has no text: to the edge it is an empty one.
        let isText = lws_frame_is_binary(event.socket) == 0
        if isText { frame.append(contentsOf: event.bytes) }
        let isWhole =
            lws_is_final_fragment(event.socket) != 0
            && lws_remaining_packet_payload(event.socket) == 0
        // What is wrong already need not be waited for: the edge closes it.
        let isWrong = !isText || frame.count > server.configuration.limits.frameBytesMax
        guard isWhole || isWrong else { return swap(&frame, &connection.frame) }
        perform(edge.receive(frame, from: session, at: now))
        noteFrame()
    }

    private func write(_ event: SocketEvent) -> SocketAnswer {
        guard let connection = connection(event) else { return .goOn }
        if let farewell = connection.farewell {
            var text = farewell.text
            let status = lws_close_status(UInt32(farewell.code))
            lws_close_reason(event.socket, status, &text, text.count)
            return .hangUp
        }
        guard connection.patienceEnd != nil else { return .goOn }
        connection.patienceEnd = nil
        if let session = connection.session { edge.unblock(session) }
        return .goOn
    }

    private func endSession(of connection: Connection) {
        guard let session = connection.session else { return }
        connections.endSession(of: connection)
        perform(edge.disconnect(session, at: now))
    }
}
