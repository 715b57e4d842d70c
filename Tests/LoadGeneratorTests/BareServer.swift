import Foundation
import Glibc

/// A bare broadcast server with a blocking thread for each connection, and faults of a broken server.
final class BareServer: @unchecked Sendable {
    enum Fault: Equatable {
        case none
        /// Omits a sequence number.
        case skipsSequenceNumber
        /// Sends an event twice.
        case repeatsEvent
        /// Closes the connections after some keys.
        case closesConnections
        /// Stops answering for a while.
        case stalls
        /// Answers the handshake with 404.
        case refusesUpgrade
    }

    let port: UInt16
    private let listener: Int32
    private let fault: Fault
    /// Protects all variables below.
    private let lock = NSLock()
    private var members: [(socket: Int32, room: String)] = []
    private var sequences: [String: Int] = [:]
    private var keyCount = 0
    private(set) var texts: [String] = []

    init(_ fault: Fault = .none) {
        self.fault = fault
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length)
                listen(listener, 64)
                getsockname(listener, $0, &length)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        Thread.detachNewThread { [listener] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { return }
                Thread.detachNewThread { self.serve(socket) }
            }
        }
    }

    /// Ends the listening thread. The other threads end with their clients.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    var allTexts: [String] { lock.withLock { texts } }

    private func serve(_ socket: Int32) {
        defer { close(socket) }
        var one: Int32 = 1
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let length = recv(socket, &bytes, bytes.count, 0)
        let request = String(decoding: bytes.prefix(max(0, length)), as: UTF8.self)
        let room = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let status = fault == .refusesUpgrade ? "404 Not Found" : "101 Switching Protocols"
        send(
            Array(
                ("HTTP/1.1 \(status)\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n").utf8),
            to: socket)
        let author = lock.withLock {
            members.append((socket, room))
            return members.count
        }
        var rest: [UInt8] = []
        while true {
            let count = recv(socket, &bytes, bytes.count, 0)
            guard count > 0 else { break }
            let frames = UnmaskedFrames(rest + bytes.prefix(count))
            rest = frames.rest
            for text in frames.texts { lock.withLock { broadcast(text, from: author, in: room) } }
        }
        lock.withLock { members.removeAll { $0.socket == socket } }
    }

    /// Broadcasts a key such as `{"press":"7","n":41}`.
    private func broadcast(_ text: String, from author: Int, in room: String) {
        texts.append(text)
        let pieces = text.split(separator: "\"")
        let number = Int(pieces.last?.filter(\.isNumber) ?? "") ?? 0
        // Larger action numbers belong to keys that clients send while they join.
        keyCount += number < 4_000_000_000 ? 1 : 0
        let isFaultDue = keyCount == 20
        if fault == .stalls, isFaultDue { usleep(300_000) }
        sequences[room, default: 0] += isFaultDue && fault == .skipsSequenceNumber ? 2 : 1
        let event =
            #"{"seq":\#(sequences[room] ?? 0),"by":\#(author),"#
            + #""n":\#(number),"key":"\#(pieces[3])"}"#
        for member in members where member.room == room {
            for _ in 0..<(isFaultDue && fault == .repeatsEvent ? 2 : 1) {
                send([0x81, UInt8(event.utf8.count)] + event.utf8, to: member.socket)
            }
            if isFaultDue, fault == .closesConnections { shutdown(member.socket, Int32(SHUT_RDWR)) }
        }
    }

    private func send(_ bytes: [UInt8], to socket: Int32) {
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
