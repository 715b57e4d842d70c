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
        BillSettlement(of: rounded, split: try split(), after: payments)
    }
}

extension BillSettlement {
    private struct Balance {
        let party: Party
        var amount: Int64
    }

    /// First matches debts with claims of exactly the same amount; then the largest debt with the
    /// largest claim, until all are settled. For equal amounts, the people shown first take
    /// precedence.
    fileprivate init(of bill: Bill, split: BillSplit, after payments: [BillPayment]) {
        var balances = Self.balances(of: bill, split: split)
        for payment in payments {
            let amount = bill.unit.rounded(payment.amount)
            Self.add(amount, to: payment.from, in: &balances)
            Self.add(-amount, to: payment.to, in: &balances)
        }
        var debts = balances.filter { $0.amount < 0 }
            .map { Balance(party: $0.party, amount: -$0.amount) }
        var claims = balances.filter { $0.amount > 0 }
        for debt in debts.indices {
            if let claim = claims.firstIndex(where: { $0.amount == debts[debt].amount }) {
                settle(&debts[debt], &claims[claim])
            }
        }
        while let debt = Self.largest(debts), let claim = Self.largest(claims) {
            settle(&debts[debt], &claims[claim])
        }
    }

    /// The amount that each party paid beyond its share. The sum of all balances is zero.
    private static func balances(of bill: Bill, split: BillSplit) -> [Balance] {
        var balances: [Balance] = []
        var open = split.total
        for (person, share) in zip(bill.people, split.shares) {
            balances.append(
                Balance(party: .person(person.number), amount: person.paid - share.amount))
            open -= person.paid
        }
        balances.append(Balance(party: .unassigned, amount: -split.unassigned))
        balances.append(Balance(party: .till, amount: open))
        return balances
    }

    private static func add(_ amount: Int64, to person: UInt32, in balances: inout [Balance]) {
        for index in balances.indices where balances[index].party == .person(person) {
            balances[index].amount += amount
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
