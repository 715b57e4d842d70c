import CLibWebSockets
import Glibc
import RoomServer
import SharedRoom

/// What sockets say.
extension EdgeLoop {
    func hear(_ event: SocketEvent) -> SocketAnswer {
        noteEvent()
        switch event.reason {
        case LWS_CALLBACK_RAW_RX_FILE:
            hearFile(event)
            return .goOn
        case LWS_CALLBACK_HTTP: return answer(event)
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(event)
        case LWS_CALLBACK_ESTABLISHED: return establish(event)
        case LWS_CALLBACK_RECEIVE: receive(event)
        case LWS_CALLBACK_SERVER_WRITEABLE: return write(event)
        case LWS_CALLBACK_CLOSED: disconnect(event)
        case LWS_CALLBACK_WSI_DESTROY: forget(event)
        default: break
        }
        return .goOn
    }

    private func hearFile(_ event: SocketEvent) {
        let descriptor = lws_get_socket_fd(event.socket)
        if descriptor == listener.descriptor { return acceptAll() }
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout<UInt64>.size)
        guard descriptor == alarm.descriptor else { return }
        alarmTime = .max
        perform(edge.wake(at: Alarm.now))
    }

    private func acceptAll() {
        while let (descriptor, address) = listener.accept() {
            guard let context else { return }
            var one: Int32 = 1
            setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one,
                socklen_t(MemoryLayout<Int32>.size))
            var file = lws_sock_file_fd_type()
            file.sockfd = descriptor
            let type = lws_adoption_type(LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_SOCKET.rawValue)
            guard let socket = lws_adopt_descriptor_vhost(context.vhost, type, file, "http", nil)
            else { continue }
            let connection = Connection(socket, address)
            lws_set_opaque_user_data(socket, Unmanaged.passRetained(connection).toOpaque())
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
        Unmanaged<Connection>.fromOpaque(data).release()
    }

    private func establish(_ event: SocketEvent) -> SocketAnswer {
        guard let connection = connection(event), let room = Request(event.socket).room else {
            return .hangUp
        }
        let (session, actions) = edge.connect(room, at: Alarm.now)
        connection.session = session
        while connections.count <= session.slot { connections.append(nil) }
        connections[session.slot] = connection
        perform(actions)
        return .goOn
    }

    private func receive(_ event: SocketEvent) {
        guard let connection = connection(event), let session = connection.session else { return }
        connection.frame.append(contentsOf: event.bytes)
        let isWhole =
            lws_is_final_fragment(event.socket) != 0
            && lws_remaining_packet_payload(event.socket) == 0
        // What is too long already need not be waited for: the edge closes it.
        guard isWhole || connection.frame.count > server.configuration.limits.frameBytesMax
        else { return }
        let frame = connection.frame
        connection.frame = []
        perform(edge.receive(frame, from: session, at: Alarm.now))
    }

    private func write(_ event: SocketEvent) -> SocketAnswer {
        guard let connection = connection(event) else { return .goOn }
        if let farewell = connection.farewell {
            var text = farewell.text
            let status = lws_close_status(UInt32(farewell.code))
            lws_close_reason(event.socket, status, &text, text.count)
            return .hangUp
        }
        guard connection.blockedSince != nil else { return .goOn }
        connection.blockedSince = nil
        if let session = connection.session { edge.unblock(session) }
        return .goOn
    }

    private func disconnect(_ event: SocketEvent) {
        guard let connection = connection(event), let session = connection.session else { return }
        connections[session.slot] = nil
        connection.session = nil
        perform(edge.disconnect(session, at: Alarm.now))
    }
}
