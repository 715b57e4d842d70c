import CLibWebSockets
import Glibc
import RoomServer
import SharedRoom

// A loop: what drives an edge. It hears sockets, the clock and the store, tells the edge, and does
// what the edge says; it decides nothing itself.
//
// **A turn** is what comes of one waiting: libwebsockets calls `hear` for each thing that happened,
// then `endTurn` takes what the store has reported, and the edge writes one frame for everybody who
// is behind. So whatever comes together goes out together.
//
// **Writing** is straight into the socket. What a socket does not take at once libwebsockets keeps,
// and the edge leaves the session out until the socket says that it takes more: a slow reader has no
// queue here.
//
// **Time, the store and newcomers** are descriptors that become readable, like sockets: an alarm, a
// bell and a listening socket.
final class EdgeLoop {
    let server: Server
    var edge: Edge
    /// Of those that are WebSockets, by the slot of their session.
    var connections: [Connection?] = []
    var alarmTime = Int64.max
    let alarm = Alarm()
    let listener: ListeningSocket
    private(set) var context: Context?
    private var edgeNumber: UInt32 = 0
    /// Whether something happened in this turn.
    private var isAwake = false
    var padded = PaddedFrame()

    init(_ server: Server, _ listener: ListeningSocket) throws(ServerError) {
        self.server = server
        self.listener = listener
        var random = SystemRandomNumberGenerator()
        edge = Edge(
            limits: server.configuration.limits, digest: Digest.sha256,
            chance: { random.next() })
        context = try Context(Unmanaged.passUnretained(self).toOpaque())
        edgeNumber = server.store.attach { [inbox = server.inbox] in inbox.deliver($0) }
        for descriptor in [listener.descriptor, alarm.descriptor, dup(server.inbox.bell)] {
            follow(descriptor)
        }
    }

    func run() {
        guard let context else { return }
        while true {
            context.library.turn(context.context)
            endTurn()
        }
    }

    /// Notes that something happened, before the first thing in a turn is done.
    func noteEvent() {
        guard !isAwake else { return }
        isAwake = true
        server.inbox.wakeLoop()
    }

    private func endTurn() {
        guard isAwake else { return }
        let news = server.inbox.take()
        let now = Alarm.now
        for report in news.reports { perform(edge.report(report, at: now)) }
        perform(edge.endTurn(at: now))
        isAwake = false
        server.inbox.letLoopSleep()
    }

    func submit(_ request: LogRequest) {
        server.store.submit(request, from: edgeNumber)
    }

    /// Has the loop wake up whenever the descriptor is readable.
    private func follow(_ descriptor: Int32) {
        guard let context else { return }
        var file = lws_sock_file_fd_type()
        file.filefd = descriptor
        lws_adopt_descriptor_vhost(context.vhost, LWS_ADOPT_RAW_FILE_DESC, file, "http", nil)
    }
}
