import CalculatorEngine
import SharedRoom

/// The number of actions that the limits admit, and the reason why the next one is refused.
struct Admission {
    private(set) var count: Int
    private(set) var refusal: Member.Refusal?

    init(of count: Int) {
        self.count = count
    }

    init(refusedBy refusal: Member.Refusal) {
        count = 0
        self.refusal = refusal
    }

    fileprivate mutating func narrow(to fitting: Int64, _ refusal: () -> Member.Refusal) {
        guard fitting < count else { return }
        self.refusal = refusal()
        count = Int(max(0, fitting))
    }
}

/// The limits of a connection's actions. The connections of an address share most of them.
extension Member {
    /// Charges as many actions as the limits admit.
    mutating func admit(
        _ actions: ArraySlice<ClientAction>, areVoid: Bool, recipients: Int64,
        from address: inout Addresses.Address, _ limits: ServiceLimits, at now: Int64
    ) -> Admission {
        var admission = Admission(of: actions.count)
        limitSteps(of: actions, &admission, from: &address, limits, at: now)
        limitDeliveries(each: recipients, &admission, from: &address, at: now)
        admission.narrow(to: Int64(limits.actionsInFlightMax - inFlightCount)) {
            Refusal(why: .busy, limit: .actionsInFlightMax, retry: limits.storageRetry)
        }
        chargeKeys(&admission, areVoid: areVoid, from: &address, limits, at: now)
        shares.deliveries.charge(
            Int64(admission.count) * recipients, to: &address.deliveries, at: now)
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
        from address: inout Addresses.Address, _ limits: ServiceLimits, at now: Int64
    ) {
        let cost = min(
            limits.steps.burst / Self.reservationsPerBurst, Int64(EngineLimits.stepsMax))
        // After an expensive action, the connection's other actions reserve as many steps.
        let ownCost = max(cost, largestCost)
        let reserved = (
            all: Int64(address.computingCount) * cost, own: Int64(computingCount) * ownCost
        )
        let own = steps.refill(limits.steps, at: now)
        let shared = shares.steps.tokens(of: &address.steps, at: now, reserved: reserved)
        let ownFitting = Self.fitting(own - reserved.own, each: ownCost)
        let fitting = min(ownFitting, Self.fitting(shared, each: cost))
        guard fitting < actions.count else { return }
        let debt = Edge.longestWait(
            (steps.debtTime(limits.steps, at: now), limits.steps),
            (shares.steps.debtTime(&address.steps, at: now), address.steps.rate))
        guard debt.time == 0 else {
            return admission.narrow(to: 0) {
                Refusal(why: .work, limit: debt.limit, retry: debt.time)
            }
        }
        guard let first = actions.indexOfComputing(after: fitting) else { return }
        admission.narrow(to: Int64(first - actions.startIndex)) {
            Refusal(
                why: .work,
                limit: fitting == ownFitting ? limits.steps.limit : address.steps.rate.limit,
                retry: Self.reservationRetry)
        }
    }

    /// A burst is enough for the reservations of four full frames.
    private static let reservationsPerBurst: Int64 = 256
    /// The milliseconds after which reservations have usually ended.
    private static let reservationRetry: Int64 = 100

    private mutating func limitDeliveries(
        each cost: Int64, _ admission: inout Admission, from address: inout Addresses.Address,
        at now: Int64
    ) {
        let tokens = shares.deliveries.tokens(of: &address.deliveries, at: now)
        admission.narrow(to: Self.fitting(tokens, each: cost)) {
            Refusal(
                why: .rate, limit: address.deliveries.rate.limit,
                retry: shares.deliveries.waitTime(address.deliveries))
        }
    }

    /// Charges the admitted actions, after all other limits.
    private mutating func chargeKeys(
        _ admission: inout Admission, areVoid: Bool, from address: inout Addresses.Address,
        _ limits: ServiceLimits, at now: Int64
    ) {
        let rate = areVoid ? limits.voidKeys : limits.keys
        var own = areVoid ? voidKeys : keys
        let shared = shares.keys.tokens(of: &address.keys, at: now)
        let count = Int64(admission.count)
        let fitting = min(count, max(0, min(own.refill(rate, at: now), shared)))
        own.charge(fitting, rate)
        shares.keys.charge(fitting, to: &address.keys, at: now)
        if areVoid { voidKeys = own } else { keys = own }
        admission.narrow(to: fitting) {
            let wait = Edge.longestWait(
                (own.waitTime(rate, for: count - fitting), rate),
                (shares.keys.waitTime(address.keys, for: count - fitting), address.keys.rate))
            return Refusal(why: .rate, limit: wait.limit, retry: wait.time)
        }
    }

    /// The number of actions that the tokens admit. The last one may overdraw the bucket.
    private static func fitting(_ tokens: Int64, each cost: Int64) -> Int64 {
        tokens < 0 ? 0 : tokens / max(1, cost) + 1
    }
}

/// Actions in flight, and the steps of those that were applied.
extension Member {
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

    /// Charges the steps of an applied action, or of views. The address pays only for steps within the connection's own
    /// limit. It pays the rest when the connection ends.
    mutating func chargeSteps(
        _ count: Int64, from address: inout Addresses.Address, _ limits: ServiceLimits,
        at now: Int64
    ) {
        guard count > 0 else { return }
        let own = steps.refill(limits.steps, at: now)
        let allowed = min(count, max(0, own))
        largestCost = own < limits.steps.burst ? max(largestCost, count) : count
        steps.charge(count, limits.steps)
        shares.steps.charge(allowed, to: &address.steps, at: now)
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
