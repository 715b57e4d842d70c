/// The options of the kinds of `calcroom bench` that are about a running server.
enum LoadOption {
    static let rooms = CommandOption(
        name: "rooms", value: "N",
        summary: "how many rooms (default 1000; 100 beside a flood, 1 among idle connections)")
    static let clients = CommandOption(
        name: "clients", value: "N",
        summary: "how many clients in a room (default 4, for fanout 500, for joins 30)")
    static let senders = CommandOption(
        name: "senders", value: "N", summary: "how many of them press keys in fanout (default 4)")
    static let window = CommandOption(
        name: "window", value: "N",
        summary: "keys of each on the way (default 64 in fanout, 1 in rooms)")
    static let rate = CommandOption(
        name: "rate", value: "N",
        summary:
            "keys a second from all together (default 5000; 1000 in durable and beside a flood, "
            + "200 among idle connections)")
    static let connections = CommandOption(
        name: "connections", value: "N",
        summary:
            "how many are idle (default 20000, or as many as are allowed), flood (500), or join at a time (64)"
    )
    static let frames = CommandOption(
        name: "frames", value: "N", summary: "frames a second of the flood (default 1000)")
    static let seconds = CommandOption(
        name: "seconds", value: "N", summary: "how long is measured (default 3)")
    static let threads = CommandOption(
        name: "threads", value: "N", summary: "how many threads make the load (default 2)")
    static let plain = CommandOption(
        name: "plain", value: nil, summary: "the server is a bare broadcast, for comparison")
    static let serverPID = CommandOption(
        name: "server-pid", value: "PID",
        summary: "the server's process, to tell what it takes of processors and memory")
    static let json = CommandOption(
        name: "json", value: nil, summary: "prints one object in place of lines")

    static let all = [
        rooms, clients, senders, window, rate, connections, frames, seconds, threads, plain,
        serverPID, json,
    ]
}
