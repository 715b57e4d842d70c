import CalculatorEngine
import SharedRoom

/// The number of actions that the limits admit, and the reason why the next one is refused.
struct Admission {
    private(set) var count: Int
    private(set) var refusal: Member.Refusal?

    init(of count: Int, _ refusal: Member.Refusal? = nil) {
        self.count = count
        self.refusal = refusal
    }

    fileprivate mutating func narrow(
        to fitting: Int64, _ why: RefusalReason, _ reached: () -> ReachedLimit?
    ) {
        guard fitting < count, let reached = reached() else { return }
        count = Int(max(0, fitting))
        refusal = Member.Refusal(why: why, limit: reached.limit, retry: reached.retry ?? 0)
    }
}

/// The use of a session's limits, and of those that its address shares.
struct Budget {
    /// A bucket of the session, and its share in that of the address.
    private struct Use {
        var own: TokenBucket
        var share: Share

        init(_ own: Rate, in shared: Rate, at now: Int64) {
            self.own = TokenBucket(own, at: now)
            share = Share(of: shared, at: now)
        }

        /// The address pays only for tokens within the session's own limit, so that one flooding client does not
        /// delay a class. It pays the rest when the session ends, so that reconnecting gains nothing.
        mutating func charge(
            _ count: Int64, to shared: inout TokenBucket, among sessions: Int, at now: Int64
        ) {
            let allowed = min(count, max(0, own.tokens(at: now)))
            own.charge(count, at: now)
            share.charge(allowed, to: &shared, among: sessions, at: now)
        }

        mutating func debt(
            in shared: inout TokenBucket, among sessions: Int, at now: Int64
        ) -> ReachedLimit? {
            ReachedLimit.longest(
                own.debt(at: now), share.debt(in: &shared, among: sessions, at: now))
        }
    }

    private var keys: Use
    private var steps: Use
    private var traffic: Use
    /// Actions that the store has not answered.
    private(set) var inFlightCount = 0
    /// The number of them that may compute, or more after the store has refused some.
    private var computingCount = 0
    /// The most steps that were charged at once since the session's steps were complete.
    private var largestCost: Int64 = 0

    init(_ limits: Limits, at now: Int64) {
        keys = Use(limits.rate(.keysPerSecond), in: limits.rate(.addressKeysPerSecond), at: now)
        steps = Use(limits.rate(.stepsPerSecond), in: limits.rate(.addressStepsPerSecond), at: now)
        traffic = Use(
            limits.rate(.trafficPerSecond), in: limits.rate(.addressTrafficPerSecond), at: now)
    }
}

/// Actions.
extension Budget {
    /// Charges as many actions as the limits admit. Keys are charged last, because no later limit may refuse them.
    mutating func admit(
        _ actions: ArraySlice<ClientAction>, from address: inout Addresses.Address,
        _ limits: Limits, at now: Int64
    ) -> Admission {
        var admission = Admission(of: actions.count)
        limitSteps(of: actions, &admission, from: &address, at: now)
        admission.narrow(to: limits[.actionsInFlightMax] - Int64(inFlightCount), .busy) {
            ReachedLimit(.actionsInFlightMax, retry: limits[.storageRetry])
        }
        chargeKeys(&admission, from: &address, at: now)
        inFlightCount += admission.count
        changeComputingCount(
            by: actions.prefix(admission.count).count { $0.mayCompute }, at: &address)
        return admission
    }

    /// While a bucket is overdrawn, all actions wait. The steps of an action are known only when its event is
    /// applied. Until then an action that may compute reserves some, so that actions in flight do not use many times the
    /// remaining steps.
    private mutating func limitSteps(
        of actions: ArraySlice<ClientAction>, _ admission: inout Admission,
        from address: inout Addresses.Address, at now: Int64
    ) {
        let cost = min(
            steps.own.rate.burst / Self.reservationsPerBurst, Int64(EngineLimits.stepsMax))
        // After an expensive action, the session's other actions reserve as many steps.
        let ownCost = max(cost, largestCost)
        let reserved = (
            all: Int64(address.computingCount) * cost, own: Int64(computingCount) * ownCost
        )
        let own = Self.fitting(steps.own.tokens(at: now) - reserved.own, each: ownCost)
        let shared = steps.share.tokens(
            of: &address.steps, among: address.sessionCount, at: now, reserved: reserved)
        let fitting = min(own, Self.fitting(shared, each: cost))
        guard fitting < actions.count else { return }
        let debt = steps.debt(in: &address.steps, among: address.sessionCount, at: now)
        if debt != nil { return admission.narrow(to: 0, .work) { debt } }
        guard let first = actions.indexOfComputing(after: fitting) else { return }
        let limit = fitting == own ? steps.own.rate.limit : address.steps.rate.limit
        admission.narrow(to: Int64(first - actions.startIndex), .work) {
            ReachedLimit(limit, retry: Self.reservationRetry)
        }
    }

    /// A burst is enough for the reservations of four full frames.
    private static let reservationsPerBurst: Int64 = 256
    /// The milliseconds after which reservations have usually ended.
    private static let reservationRetry: Int64 = 100

    /// The number of actions that the tokens admit. The last one may overdraw the bucket.
    private static func fitting(_ tokens: Int64, each cost: Int64) -> Int64 {
        tokens < 0 ? 0 : tokens / max(1, cost) + 1
    }

    /// Charges the actions that all other limits admit.
    private mutating func chargeKeys(
        _ admission: inout Admission, from address: inout Addresses.Address, at now: Int64
    ) {
        let sessions = address.sessionCount
        let shared = keys.share.tokens(of: &address.keys, among: sessions, at: now)
        let count = Int64(admission.count)
        let fitting = min(count, max(0, min(keys.own.tokens(at: now), shared)))
        keys.charge(fitting, to: &address.keys, among: sessions, at: now)
        admission.narrow(to: fitting, .rate) {
            let rest = count - fitting
            return ReachedLimit.longest(
                keys.own.reached(for: rest, at: now),
                keys.share.reached(in: &address.keys, among: sessions, for: rest, at: now))
        }
    }

    private mutating func changeComputingCount(
        by count: Int, at address: inout Addresses.Address
    ) {
        computingCount += count
        address.computingCount += count
    }

    /// Ends actions that the store has refused, or an applied one. It is not known how many of the refused ones may
    /// compute, but no more actions may than are in flight.
    mutating func endActions(_ count: Int, at address: inout Addresses.Address) {
        inFlightCount -= count
        changeComputingCount(by: min(0, inFlightCount - computingCount), at: &address)
    }

    mutating func endApplied(_ action: Action, at address: inout Addresses.Address) {
        if action.mayCompute { changeComputingCount(by: -1, at: &address) }
        endActions(1, at: &address)
    }

    /// Charges the steps of an applied action, or of views.
    mutating func chargeSteps(
        _ count: Int64, from address: inout Addresses.Address, at now: Int64
    ) {
        guard count > 0 else { return }
        largestCost = steps.own.isFull(at: now) ? count : max(largestCost, count)
        steps.charge(count, to: &address.steps, among: address.sessionCount, at: now)
    }
}

extension Budget {
    /// Charges received bytes. Pings, fragments and empty frames cost a server processor time, too, and the limits of
    /// keys do not count them. Returns the limit that the session or its address has passed.
    mutating func charge(
        bytes: Int64, from address: inout Addresses.Address, at now: Int64
    ) -> ReachedLimit? {
        traffic.charge(bytes, to: &address.traffic, among: address.sessionCount, at: now)
        return traffic.debt(in: &address.traffic, among: address.sessionCount, at: now)
    }

    /// Ends the session: its address pays the excess, and its reservations end.
    mutating func end(at address: inout Addresses.Address, at now: Int64) {
        address.steps.charge(max(0, -steps.own.tokens(at: now)), at: now)
        address.traffic.charge(max(0, -traffic.own.tokens(at: now)), at: now)
        address.computingCount -= computingCount
    }
}

extension Collection<ClientAction> {
    /// The index of the computing action after the first `count` ones.
    fileprivate func indexOfComputing(after count: Int64) -> Index? {
        var left = count
        return firstIndex { action in
            if action.mayCompute { left -= 1 }
            return left < 0
        }
    }
}

extension ClientAction {
    fileprivate var mayCompute: Bool {
        switch self {
        case .plain(let action): action.mayCompute
        case .hostLink, .useLink: false
        }
    }
}

extension Action {
    /// True if applying the action may take computation steps.
    fileprivate var mayCompute: Bool {
        if case .press(let key) = self { key.mayCompute } else { has(.computes) }
    }
}
