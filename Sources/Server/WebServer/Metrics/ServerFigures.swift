import RoomStore

/// The values from which the metrics of a server are computed.
struct ServerFigures {
    let server: Server
    let loops: LoopFigures
    let eventLibrary: String
    let commits: CommitCounts
    let process = ProcessFigures()

    init(_ server: Server, _ loops: LoopFigures, eventLibrary: String) {
        self.server = server
        self.loops = loops
        self.eventLibrary = eventLibrary
        commits = server.store.commits
    }

    /// All metrics in the format of Prometheus.
    var response: Response {
        var text = MetricsText()
        for metric in Metric.all { text.write(metric, metric.value(self)) }
        return .document("text/plain; version=0.0.4; charset=utf-8", text.bytes)
    }
}
