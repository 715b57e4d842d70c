import SharedRoom

/// All that is told; docs/OPERATIONS.md has the same table for people, and a test compares them.
extension Metric {
    static var all: [Metric] {
        [
            Metric(name: "calcroom_info", help: "Always 1; its labels say what serves.") {
                figures in
                .labels([
                    ("rules", "\(Room.rules)"), ("waiting_with", figures.eventLibrary),
                ])
            },
            Metric(name: "calcroom_loops", help: "Loops, each with a thread of its own.") {
                figures in
                .gauge(figures.server.configuration.loops)
            },
            Metric(name: "calcroom_connections", help: "Connections that are open.") { figures in
                .gauge(figures.loops.connections)
            },
            Metric(
                name: "calcroom_connections_max",
                help: "Connections that may be open, as the system allows."
            ) {
                figures in .gauge(figures.server.connectionsMax)
            },
            Metric(
                name: "calcroom_connections_accepted_total", help: "Connections that were taken."
            ) {
                figures in
                .count(figures.loops.loop.connectionsAccepted)
            },
            Metric(name: "calcroom_sessions", help: "WebSockets in a room or on the way to one.") {
                figures in .gauge(figures.loops.sessions)
            },
            Metric(name: "calcroom_sessions_opened_total", help: "WebSockets that were opened.") {
                figures in
                .count(figures.loops.loop.sessionsOpened)
            },
            Metric(
                name: "calcroom_rooms", help: "Rooms in memory, once for each loop that has them."
            ) { figures in
                .gauge(figures.loops.rooms)
            },
            Metric(
                name: "calcroom_ring_bytes",
                help: "Recent events of all rooms, for those who are behind."
            ) {
                figures in .gauge(figures.loops.ringBytes)
            },
            Metric(
                name: "calcroom_events_taken_total",
                help: "Events that came through here and had an effect."
            ) {
                figures in
                .count(figures.loops.edge.eventsTaken)
            },
            Metric(name: "calcroom_events_void_total", help: "Events that had none.") { figures in
                .counts("reason", figures.loops.edge.eventsVoid) { "\($0.name)" }
            },
            Metric(
                name: "calcroom_refusals_total",
                help: "Times that a session was told to send a key again later."
            ) {
                figures in .counts("reason", figures.loops.edge.refusals) { "\($0.name)" }
            },
            Metric(name: "calcroom_closings_total", help: "Sessions that the server closed.") {
                figures in
                .counts("reason", figures.loops.edge.closings) { "\($0.name)" }
            },
            Metric(
                name: "calcroom_welcomes_total",
                help: "Times that a session was told where its room is."
            ) {
                figures in .counts("kind", figures.loops.edge.welcomes) { $0.rawValue }
            },
            Metric(name: "calcroom_frames_received_total", help: "Frames that sessions sent.") {
                figures in
                .count(figures.loops.loop.framesReceived)
            },
            Metric(name: "calcroom_frames_sent_total", help: "Frames that sessions were sent.") {
                figures in
                .count(figures.loops.loop.framesSent)
            },
            Metric(name: "calcroom_sent_bytes_total", help: "What these frames have in them.") {
                figures in .count(figures.loops.loop.bytesSent)
            },
            Metric(
                name: "calcroom_deliveries_total",
                help: "Events that sessions were sent, once for each session."
            ) {
                figures in .count(figures.loops.edge.deliveries)
            },
            Metric(name: "calcroom_commit_events", help: "Events that were committed together.") {
                figures in
                .histogram(figures.commits.events, .one)
            },
            Metric(
                name: "calcroom_commit_seconds",
                help: "How long a commit to the file or to Redis took."
            ) {
                figures in
                .histogram(figures.commits.times, .nano)
            },
            Metric(
                name: "calcroom_commits_failed_total",
                help: "Commits that failed, with everything in them."
            ) { figures in
                .count(Decimal(figures.commits.failed, .one))
            },
            Metric(
                name: "calcroom_turn_seconds",
                help: "From waking until everything was done that had come."
            ) {
                figures in .histogram(figures.loops.loop.turns, .nano)
            },
            Metric(
                name: "calcroom_lateness_seconds", help: "By how much an alarm was heard too late."
            ) {
                figures in .histogram(figures.loops.loop.lateness, .nano)
            },
            Metric(
                name: "calcroom_notices_total",
                help: "What the log has told, or left out as it was too often."
            ) {
                figures in
                .counts("kind", figures.server.configuration.log.counts) { $0.rawValue }
            },
            Metric(name: "process_cpu_seconds_total", help: "Time that processors worked.") {
                figures in
                .count(Decimal(Int64(figures.process.processorMicroseconds), .micro))
            },
            Metric(name: "process_resident_memory_bytes", help: "Memory that the process takes.") {
                figures in .gauge(figures.process.residentBytes)
            },
            Metric(
                name: "process_start_time_seconds",
                help: "When the server began, in seconds since 1970."
            ) {
                figures in .gauge(Decimal(figures.server.begun, .milli))
            },
        ]
    }
}
