import SharedRoom

/// All that is told; docs/OPERATIONS.md has the same table for people, and a test compares them.
extension Metric {
    static var all: [Metric] {
        [
            Metric(name: "calcroom_info", help: "Always 1; its labels say what serves.") {
                loop, _ in
                .labels([
                    ("rules", "\(Room.rules)"), ("waiting_with", loop.context?.library.name ?? ""),
                ])
            },
            Metric(name: "calcroom_connections", help: "Connections that are open.") { loop, _ in
                .gauge(loop.connections.count)
            },
            Metric(
                name: "calcroom_connections_max",
                help: "Connections that may be open, as the system allows."
            ) {
                loop, _ in .gauge(loop.connectionsMax)
            },
            Metric(
                name: "calcroom_connections_accepted_total", help: "Connections that were taken."
            ) {
                loop, _ in
                .count(loop.counts.connectionsAccepted)
            },
            Metric(name: "calcroom_sessions", help: "WebSockets in a room or on the way to one.") {
                loop, _ in .gauge(loop.edge.sessionCount)
            },
            Metric(name: "calcroom_sessions_opened_total", help: "WebSockets that were opened.") {
                loop, _ in
                .count(loop.counts.sessionsOpened)
            },
            Metric(name: "calcroom_rooms", help: "Rooms in memory.") { loop, _ in
                .gauge(loop.edge.roomCount)
            },
            Metric(
                name: "calcroom_ring_bytes",
                help: "Recent events of all rooms, for those who are behind."
            ) {
                loop, _ in .gauge(loop.edge.ringByteCount)
            },
            Metric(name: "calcroom_events_taken_total", help: "Events that had an effect.") {
                loop, _ in
                .count(loop.edge.counts.eventsTaken)
            },
            Metric(name: "calcroom_events_void_total", help: "Events that had none.") { loop, _ in
                .counts("reason", loop.edge.counts.eventsVoid) { "\($0.name)" }
            },
            Metric(
                name: "calcroom_refusals_total",
                help: "Times that a session was told to send a key again later."
            ) {
                loop, _ in .counts("reason", loop.edge.counts.refusals) { "\($0.name)" }
            },
            Metric(name: "calcroom_closings_total", help: "Sessions that the server closed.") {
                loop, _ in
                .counts("reason", loop.edge.counts.closings) { "\($0.name)" }
            },
            Metric(
                name: "calcroom_welcomes_total",
                help: "Times that a session was told where its room is."
            ) {
                loop, _ in .counts("kind", loop.edge.counts.welcomes) { $0.rawValue }
            },
            Metric(name: "calcroom_frames_received_total", help: "Frames that sessions sent.") {
                loop, _ in
                .count(loop.counts.framesReceived)
            },
            Metric(name: "calcroom_frames_sent_total", help: "Frames that sessions were sent.") {
                loop, _ in
                .count(loop.counts.framesSent)
            },
            Metric(name: "calcroom_sent_bytes_total", help: "What these frames have in them.") {
                loop, _ in .count(loop.counts.bytesSent)
            },
            Metric(
                name: "calcroom_deliveries_total",
                help: "Events that sessions were sent, once for each session."
            ) {
                loop, _ in .count(loop.edge.counts.deliveries)
            },
            Metric(name: "calcroom_commit_events", help: "Events that were committed together.") {
                loop, _ in
                .histogram(loop.server.store.commits.events, .one)
            },
            Metric(name: "calcroom_commit_seconds", help: "How long a commit to the file took.") {
                loop, _ in
                .histogram(loop.server.store.commits.times, .nano)
            },
            Metric(
                name: "calcroom_commits_failed_total",
                help: "Commits that failed, with everything in them."
            ) { loop, _ in
                .count(Decimal(loop.server.store.commits.failed, .one))
            },
            Metric(
                name: "calcroom_turn_seconds",
                help: "From waking until everything was done that had come."
            ) {
                loop, _ in .histogram(loop.counts.turns, .nano)
            },
            Metric(
                name: "calcroom_lateness_seconds", help: "By how much an alarm was heard too late."
            ) {
                loop, _ in .histogram(loop.counts.lateness, .nano)
            },
            Metric(
                name: "calcroom_notices_total",
                help: "What the log has told, or left out as it was too often."
            ) {
                loop, _ in
                .counts("kind", loop.server.configuration.log.counts) { $0.rawValue }
            },
            Metric(name: "process_cpu_seconds_total", help: "Time that processors worked.") {
                _, process in
                .count(Decimal(Int64(process.processorMicroseconds), .micro))
            },
            Metric(name: "process_resident_memory_bytes", help: "Memory that the process takes.") {
                _, process in .gauge(process.residentBytes)
            },
            Metric(
                name: "process_start_time_seconds",
                help: "When the server began, in seconds since 1970."
            ) {
                loop, _ in .gauge(Decimal(loop.server.begun, .milli))
            },
        ]
    }
}
