import RoomStore
import SharedRoom

/// A store that keeps its rooms in a Redis cluster. Each partition is a store of its own, with its own connections,
/// store epoch and outages. All have the same node number, so an edge has one number in all of them.
final class ClusterStore: SharedStore {
    private let stores: [RedisStore]
    private let attaching = Guarded(())

    /// Connects to the primaries of all partitions.
    init(_ cluster: RedisCluster, report: @escaping @Sendable (StoreNotice) -> Void)
        throws(StoreError)
    {
        let notices = Guarded(ClusterNotices())
        var stores: [RedisStore] = []
        for partition in ClusterPartition.all {
            var options = cluster.options(for: partition)
            options.common.report = { notice in
                notices.withLock { if $0.isNews(notice, of: partition.index) { report(notice) } }
            }
            do throws(StoreError) {
                stores.append(try RedisStore(options, node: stores.first?.node ?? 0))
            } catch {
                for store in stores { store.close() }
                throw error
            }
        }
        self.stores = stores
    }

    func attach(together deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        // Each partition has a thread, and an edge must not receive two deliveries at once.
        let delivering = Guarded(())
        return attaching.withLock { _ in
            let edges = stores.map { store in
                store.attach(together: { reports in delivering.withLock { _ in deliver(reports) } })
            }
            precondition(Set(edges).count == 1, "an edge has several numbers")
            return edges[0]
        }
    }

    func submit(_ requests: [LogRequest], from edge: UInt32) {
        let groups = Dictionary(grouping: requests) { ClusterPartition.of($0.room).index }
        for (index, group) in groups { stores[index].submit(group, from: edge) }
    }

    func detach(_ edge: UInt32) {
        for store in stores { store.detach(edge) }
    }

    func makeReader() -> any LogReader { RedisLogReader(stores.map(\.options)) }

    /// The sums of all partitions. The cluster is failing while one of them is.
    var commits: CommitCounts {
        stores.map(\.commits).reduce(into: CommitCounts()) { $0 += $1 }
    }

    func close() {
        for store in stores { store.close() }
    }
}

/// Decides which notices of partitions are notices of the cluster, so that an outage is reported once.
struct ClusterNotices {
    private var failing: Set<Int> = []
    /// The details of notices about new epochs since the outage began.
    private var newEpochs: Set<String> = []

    mutating func isNews(_ notice: StoreNotice, of partition: Int) -> Bool {
        switch notice {
        case .cannotWrite:
            let isFirst = failing.isEmpty
            failing.insert(partition)
            if isFirst { newEpochs = [] }
            return isFirst
        case .canWriteAgain:
            failing.remove(partition)
            return failing.isEmpty
        case .newEpochs(let details): return newEpochs.insert(details).inserted
        case .setAside, .forgotUnvisited: return true
        }
    }
}
