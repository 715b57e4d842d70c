import SharedRoom

/// All metrics. A test compares them with the table in docs/operations.md.
extension Metric {
    static var all: [Metric] {
        [
            Metric(
                name: "calcroom_info",
                help: "Always 1; its labels name the rules version and the event library."
            ) { figures in
                .labels([
                    ("rules", "\(Room.rules)"), ("waiting_with", figures.eventLibrary),
                ])
            },
            Metric(name: "calcroom_loops", help: "Event loops, one thread each.") {
                figures in
                .gauge(figures.server.configuration.loops)
            },
            Metric(name: "calcroom_connections", help: "Open connections.") { figures in
                .gauge(figures.loops.connections)
            },
            Metric(
                name: "calcroom_connections_max",
                help: "Limit of open connections."
            ) {
                figures in .gauge(figures.server.connectionsMax)
            },
            Metric(
                name: "calcroom_connections_accepted_total", help: "Accepted connections."
            ) {
                figures in
                .count(figures.loops.loop.connectionsAccepted)
            },
            Metric(name: "calcroom_sessions", help: "Open WebSockets.") {
                figures in .gauge(figures.loops.sessions)
            },
            Metric(name: "calcroom_sessions_opened_total", help: "Opened WebSockets.") {
                figures in
                .count(figures.loops.loop.sessionsOpened)
            },
            Metric(
                name: "calcroom_rooms", help: "Rooms in memory, counted once per event loop."
            ) { figures in
                .gauge(figures.loops.rooms)
            },
            Metric(
                name: "calcroom_ring_bytes",
                help: "Bytes of recent events, kept for sessions that are behind."
            ) {
                figures in .gauge(figures.loops.ringBytes)
            },
            Metric(
                name: "calcroom_events_applied_total",
                help: "Applied events from clients of this server."
            ) {
                figures in
                .count(figures.loops.edge.eventsApplied)
            },
            Metric(
                name: "calcroom_events_void_total", help: "Void events from clients of this server."
            ) { figures in
                .counts("reason", figures.loops.edge.eventsVoid) { "\($0.name)" }
            },
            Metric(
                name: "calcroom_refusals_total",
                help: "Refusals of actions, which clients send again later."
            ) {
                figures in .counts("reason", figures.loops.edge.refusals) { "\($0.name)" }
            },
            Metric(name: "calcroom_closings_total", help: "Sessions that the server closed.") {
                figures in
                .counts("reason", figures.loops.edge.closings) { "\($0.name)" }
            },
            Metric(
                name: "calcroom_welcomes_total",
                help: "Welcome messages."
            ) {
                figures in .counts("kind", figures.loops.edge.welcomes) { $0.rawValue }
            },
            Metric(name: "calcroom_frames_received_total", help: "Frames received from sessions.") {
                figures in
                .count(figures.loops.loop.framesReceived)
            },
            Metric(name: "calcroom_frames_sent_total", help: "Frames sent to sessions.") {
                figures in
                .count(figures.loops.loop.framesSent)
            },
            Metric(name: "calcroom_sent_bytes_total", help: "Bytes in the frames sent.") {
                figures in .count(figures.loops.loop.bytesSent)
            },
            Metric(
                name: "calcroom_deliveries_total",
                help: "Events sent, counted once per session."
            ) {
                figures in .count(figures.loops.edge.deliveries)
            },
            Metric(name: "calcroom_commit_events", help: "Events per commit.") {
                figures in
                .histogram(figures.commits.events, .one)
            },
            Metric(
                name: "calcroom_commit_seconds",
                help: "Duration of a commit to the file or to Redis."
            ) {
                figures in
                .histogram(figures.commits.times, .nano)
            },
            Metric(
                name: "calcroom_commits_failed_total",
                help: "Failed commits."
            ) { figures in
                .count(ScaledDecimal(figures.commits.failed, .one))
            },
            Metric(
                name: "calcroom_commits_unconfirmed",
                help: "Commits that wait for replicas."
            ) { figures in
                .gauge(figures.commits.unconfirmed)
            },
            Metric(
                name: "calcroom_store_writable",
                help: "0 while the store cannot write, else 1."
            ) { figures in
                .gauge(figures.commits.failingSince == nil ? 1 : 0)
            },
            Metric(
                name: "calcroom_tick_seconds",
                help: "Duration of an event-loop tick."
            ) {
                figures in .histogram(figures.loops.loop.tickTimes, .nano)
            },
            Metric(
                name: "calcroom_lateness_seconds", help: "Delay of a timer after its deadline."
            ) {
                figures in .histogram(figures.loops.loop.lateness, .nano)
            },
            Metric(
                name: "calcroom_notices_total",
                help: "Log messages, including suppressed ones."
            ) {
                figures in
                .counts("kind", figures.server.configuration.log.counts) { $0.rawValue }
            },
            Metric(name: "process_cpu_seconds_total", help: "Processor time.") {
                figures in
                .count(ScaledDecimal(Int64(figures.process.processorMicroseconds), .micro))
            },
            Metric(name: "process_resident_memory_bytes", help: "Resident memory.") {
                figures in .gauge(figures.process.residentBytes)
            },
            Metric(
                name: "process_start_time_seconds",
                help: "Start time, in seconds since 1970."
            ) {
                figures in .gauge(ScaledDecimal(figures.server.startTime, .milli))
            },
        ]
    }
}
