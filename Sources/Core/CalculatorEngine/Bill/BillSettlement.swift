/// The payments that settle a bill, given who has paid how much.
public struct BillSettlement: Equatable, Sendable {
    public enum Party: Equatable, Sendable {
        case person(UInt32)
        /// The people who will take the unassigned items.
        case unassigned
        /// The seller, who receives the unpaid part of the bill and returns an overpayment.
        case till
    }

    public struct Transfer: Equatable, Sendable {
        public let from: Party
        public let to: Party
        public let amount: Int64

        public init(from: Party, to: Party, amount: Int64) {
            self.from = from
            self.to = to
            self.amount = amount
        }
    }

    /// The payments. They are fewer than the parties, and afterwards no party owes anything.
    public private(set) var transfers: [Transfer] = []
}

/// A debt that one person has paid to another.
public struct BillPayment: Equatable, Sendable {
    public let from: UInt32
    public let to: UInt32
    public let amount: Int64

    public init(from: UInt32, to: UInt32, amount: Int64) {
        self.from = from
        self.to = to
        self.amount = amount
    }
}

extension Bill {
    /// The debts that remain after these payments.
    public func settlement(after payments: [BillPayment] = []) throws(BillError) -> BillSettlement {
        _ = try split()
        return BillSettlement(of: [self], after: payments)
    }
}

extension BillSettlement {
    /// The debts that remain after these payments, netted over bills with the same unit. Bills that cannot be split
    /// are left out.
    ///
    /// First matches debts with claims of exactly the same amount; then the largest debt with the
    /// largest claim, until all are settled. For equal amounts, the people shown first take
    /// precedence.
    public init(of bills: [Bill], after payments: [BillPayment]) {
        var balances = Balances()
        for bill in bills { balances.add(bill.rounded) }
        for payment in payments {
            let amount = bills.first?.unit.rounded(payment.amount) ?? 0
            balances.add(amount, to: payment.from)
            balances.add(-amount, to: payment.to)
        }
        let all = balances.all
        var debts = all.filter { $0.amount < 0 }
            .map { Balance(party: $0.party, amount: -$0.amount) }
        var claims = all.filter { $0.amount > 0 }
        for debt in debts.indices {
            if let claim = claims.firstIndex(where: { $0.amount == debts[debt].amount }) {
                settle(&debts[debt], &claims[claim])
            }
        }
        while let debt = Self.largest(debts), let claim = Self.largest(claims) {
            settle(&debts[debt], &claims[claim])
        }
    }

    private struct Balance {
        let party: Party
        var amount: Int64
    }

    /// The amount that each party paid beyond its share. The sum of all balances is zero.
    private struct Balances {
        private var people: [Balance] = []
        private var unassigned: Int64 = 0
        private var till: Int64 = 0

        var all: [Balance] {
            people + [
                Balance(party: .unassigned, amount: unassigned),
                Balance(party: .till, amount: till),
            ]
        }

        mutating func add(_ bill: Bill) {
            guard let split = try? bill.split() else { return }
            till += split.total
            unassigned -= split.unassigned
            for (person, share) in zip(bill.people, split.shares) {
                add(person.paid - share.amount, to: person.number)
                till -= person.paid
            }
        }

        mutating func add(_ amount: Int64, to person: UInt32) {
            let party = Party.person(person)
            if let index = people.firstIndex(where: { $0.party == party }) {
                people[index].amount += amount
            } else {
                people.append(Balance(party: party, amount: amount))
            }
        }
    }

    private static func largest(_ balances: [Balance]) -> Int? {
        var largest: Int?
        for (index, balance) in balances.enumerated() where balance.amount > 0 {
            if let found = largest, balances[found].amount >= balance.amount { continue }
            largest = index
        }
        return largest
    }

    private mutating func settle(_ debt: inout Balance, _ claim: inout Balance) {
        let amount = min(debt.amount, claim.amount)
        guard amount > 0 else { return }
        transfers.append(Transfer(from: debt.party, to: claim.party, amount: amount))
        debt.amount -= amount
        claim.amount -= amount
    }
}
