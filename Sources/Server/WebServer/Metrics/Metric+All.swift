import SharedRoom

/// All metrics. A test compares them with the table in docs/operations.md.
extension Metric {
    static var all: [Metric] { connections + events + times }

    private static var connections: [Metric] {
        [
            .labels(
                "calcroom_info",
                "Always 1; its labels name the rules version and the event library."
            ) { [("rules", "\(Room.rules)"), ("waiting_with", $0.loops.eventLibrary)] },
            .gauge("calcroom_loops", "Event loops, one thread each.", \.server.configuration.loops),
            .gauge("calcroom_connections", "Open connections.", \.loops.connections),
            .gauge(
                "calcroom_connections_max", "Limit of open connections.", \.server.connectionsMax),
            .count(
                "calcroom_connections_accepted_total", "Accepted connections.",
                \.loops.connectionsAccepted),
            .gauge("calcroom_sessions", "Open WebSockets.", \.loops.sessions),
            .count("calcroom_sessions_opened_total", "Opened WebSockets.", \.loops.sessionsOpened),
            .gauge(
                "calcroom_rooms", "Rooms in memory, counted once per event loop.", \.loops.rooms),
            .gauge(
                "calcroom_ring_bytes", "Bytes of recent events, kept for sessions that are behind.",
                \.loops.ringBytes),
        ]
    }

    private static var events: [Metric] {
        [
            .count(
                "calcroom_events_applied_total", "Applied events from clients of this server.",
                \.loops.edge.eventsApplied),
            .counts(
                "calcroom_events_void_total", "Void events from clients of this server.",
                by: "reason", \.loops.edge.eventsVoid, named: { "\($0.name)" }),
            .counts(
                "calcroom_refusals_total", "Refusals of actions, which clients send again later.",
                by: "reason", \.loops.edge.refusals, named: { "\($0.name)" }),
            .counts(
                "calcroom_closings_total", "Sessions that the server closed.",
                by: "reason", \.loops.edge.closings, named: { "\($0.name)" }),
            .counts(
                "calcroom_welcomes_total", "Welcome messages.",
                by: "kind", \.loops.edge.welcomes, named: \.rawValue),
            .count(
                "calcroom_frames_received_total", "Frames received from sessions.",
                \.loops.framesReceived),
            .count("calcroom_frames_sent_total", "Frames sent to sessions.", \.loops.framesSent),
            .count("calcroom_sent_bytes_total", "Bytes in the frames sent.", \.loops.bytesSent),
            .count(
                "calcroom_deliveries_total", "Events sent, counted once per session.",
                \.loops.edge.deliveries),
        ]
    }

    private static var times: [Metric] {
        [
            .histogram("calcroom_commit_events", "Events per commit.", in: .one, \.commits.events),
            .histogram(
                "calcroom_commit_seconds", "Duration of a commit to the file or to Redis.",
                in: .nano, \.commits.times),
            .count("calcroom_commits_failed_total", "Failed commits.") { Int($0.commits.failed) },
            .gauge(
                "calcroom_commits_unconfirmed", "Commits that wait for replicas.",
                \.commits.unconfirmed),
            .gauge("calcroom_store_writable", "0 while the store cannot write, else 1.") {
                $0.commits.failingSince == nil ? 1 : 0
            },
            .histogram(
                "calcroom_tick_seconds", "Duration of an event-loop tick.",
                in: .nano, \.loops.tickTimes),
            .histogram(
                "calcroom_lateness_seconds", "Delay of a timer after its deadline.",
                in: .nano, \.loops.lateness),
            .counts(
                "calcroom_notices_total", "Log messages, including suppressed ones.",
                by: "kind", \.server.configuration.log.counts, named: \.rawValue),
            .count(
                "process_cpu_seconds_total", "Processor time.",
                in: .micro, \.process.processorMicroseconds),
            .gauge("process_resident_memory_bytes", "Resident memory.", \.process.residentBytes),
            .gauge(
                "process_start_time_seconds", "Start time, in seconds since 1970.", in: .milli
            ) { Int($0.server.startTime) },
        ]
    }
}
