import RunningPrograms
import SeededNumbers
import Testing

@testable import CalculatorEngine

private let seeds = 0..<UInt64(Effort.count(2_000, full: 200_000))

private func randomBill(_ seed: UInt64) throws -> Bill {
    var numbers = SplitMix(seed: seed)
    var bill = Bill()
    let people = UInt32.random(in: 1...8, using: &numbers)
    let digits = Int.random(in: 1...15, using: &numbers)
    let largest = (0..<digits).reduce(Int64(1)) { power, _ in power * 10 } - 1
    try bill.apply(.setAmount(.random(in: 0...largest, using: &numbers)))
    try bill.apply(.setTax(.random(in: 0...bill.amount, using: &numbers)))
    for person in 1...people {
        try bill.apply([
            .addPerson(person),
            .setPaid(.random(in: -largest...largest, using: &numbers), person: person),
        ])
    }
    for item in 1...UInt64.random(in: 1...6, using: &numbers) {
        try bill.apply(.addItem(item, amount: .random(in: 0...largest, using: &numbers)))
        for _ in 0..<Int.random(in: 0...4, using: &numbers) {
            try bill.apply(.addOwner(.random(in: 1...people, using: &numbers), item: item))
        }
    }
    try bill.apply([
        .setTip(BillTip(tenThousandths: .random(in: 0...300_000, using: &numbers))),
        .setTipBase(Bool.random(using: &numbers) ? .pretax : .total),
        .setBasis(Bool.random(using: &numbers) ? .amount : .items),
    ])
    for person in 1...people {
        try bill.apply(.setWeight(.random(in: 0...4, using: &numbers), person: person))
    }
    try bill.apply(.setWeight(3, person: .random(in: 1...people, using: &numbers)))
    return bill
}

private func refund(_ bill: Bill) throws -> Bill {
    var refund = bill
    try refund.apply([.setAmount(-bill.amount), .setTax(-bill.tax)])
    try refund.apply(bill.items.map { .setItemAmount(-$0.amount, item: $0.number) })
    try refund.apply(bill.people.map { .setPaid(-$0.paid, person: $0.number) })
    return refund
}

@Test func `the shares of random bills add up`() throws {
    for seed in seeds {
        let split = try randomBill(seed).split()
        let sum = split.shares.reduce(split.unassigned) { $0 + $1.amount }
        #expect(sum == split.total, "bill \(seed)")
    }
}

@Test func `random refunds mirror their bills`() throws {
    for seed in seeds {
        let bill = try randomBill(seed)
        let (split, mirrored) = (try bill.split(), try refund(bill).split())
        #expect(mirrored.total == -split.total, "bill \(seed)")
        #expect(mirrored.unassigned == -split.unassigned, "bill \(seed)")
        #expect(mirrored.shares.map(\.amount) == split.shares.map { -$0.amount }, "bill \(seed)")
        let debts = try bill.settlement().transfers
        let debtsBack = try refund(bill).settlement().transfers
        #expect(
            debts.reduce(0) { $0 + $1.amount } == debtsBack.reduce(0) { $0 + $1.amount },
            "bill \(seed)")
    }
}

@Test func `random shares are within a unit of exact and keep the order of weights`() throws {
    for seed in seeds {
        var bill = try randomBill(seed)
        let weighted = bill.people.map { BillChange.setWeight($0.weight, person: $0.number) }
        try bill.apply([.setBasis(.amount)] + weighted)
        let split = try bill.split()
        let weights = bill.people.map { Int128($0.weight) }
        let weight = weights.reduce(0, +)
        for (share, part) in zip(split.shares, weights) {
            let off = Int128(share.amount) * weight - Int128(split.total) * part
            #expect(off.magnitude < weight.magnitude * 10, "bill \(seed)")
            if part == 0 { #expect(share.amount == 0, "bill \(seed)") }
        }
        for (one, part) in zip(split.shares, weights) {
            for (other, otherPart) in zip(split.shares, weights) where part > otherPart {
                #expect(one.amount >= other.amount, "bill \(seed)")
            }
        }
    }
}

@Test func `with equal weights people shown first pay no less`() throws {
    for seed in seeds {
        var bill = try randomBill(seed)
        try bill.apply(.setBasis(.amount))
        try bill.apply(bill.people.map { .setWeight(1, person: $0.number) })
        let amounts = try bill.split().shares.map(\.amount)
        #expect(amounts == amounts.sorted(by: >), "bill \(seed)")
        #expect((amounts.max() ?? 0) - (amounts.min() ?? 0) <= 10, "bill \(seed)")
    }
}

@Test func `after random settlements nobody owes anything`() throws {
    for seed in seeds {
        let bill = try randomBill(seed)
        let split = try bill.split()
        let transfers = try bill.settlement().transfers
        func gave(_ party: BillSettlement.Party) -> Int64 {
            transfers.reduce(0) {
                $0 + ($1.from == party ? $1.amount : $1.to == party ? -$1.amount : 0)
            }
        }
        let people = bill.rounded.people
        let open = split.total - people.reduce(0) { $0 + $1.paid }
        for (person, share) in zip(people, split.shares) {
            #expect(gave(.person(person.number)) == share.amount - person.paid, "bill \(seed)")
        }
        #expect(gave(.unassigned) == split.unassigned, "bill \(seed)")
        #expect(gave(.till) == -open, "bill \(seed)")
        #expect(transfers.allSatisfy { $0.amount > 0 }, "bill \(seed)")
        #expect(transfers.count < bill.people.count + 2, "bill \(seed)")
    }
}
