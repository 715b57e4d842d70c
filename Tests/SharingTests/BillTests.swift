import CalculatorEngine
import RoomClient
import SharedRoom
import Simulator
import Testing

private func amount(_ text: String) throws -> AmountText {
    try #require(AmountText(Array(text.utf8)))
}

private func name(_ text: String) throws -> PersonName {
    try #require(PersonName(Array(text.utf8)))
}

@Test func `R50 R51 R52 what was typed, sign and names are everybody's`() throws {
    let (world, ada, ben) = World.pair()
    ada.act(.bill(.amount(try amount("33.33333333333333333333333333"))))
    ada.act(.bill(.sign(try name("€"))))
    ben.act(.bill(.sign(try name("far too long a sign"))))
    ben.act(.bill(.addItem(try amount("4.50"), try name("Tea"))))
    world.settle()
    #expect(ben.voids == [.bill])
    #expect(try ben.confirmed.bill.bill.amount == 3_333)
    #expect(try ben.confirmed.bill.sign == name("€"))
    #expect(try ada.confirmed.bill.itemNames.map(\.name) == [name("Tea")])
    ada.act(.bill(.startOver))
    world.settle()
    #expect(try ben.confirmed.bill.itemNames.isEmpty)
    #expect(try ben.confirmed.bill.sign == name("€"))
    world.expectAgreement()
}

@Test func `R53 one debt that two people settle is two payments, and each is taken back`() throws {
    let (world, ada, ben) = World.pair()
    for step in [BillStep.add(1), .add(2), .amount(try amount("90")), .paid(1, try amount("90"))] {
        ada.act(.bill(step))
    }
    world.settle()
    let debt = BillStep.settle(2, 1, try amount("45"))
    ada.act(.bill(debt))
    ben.act(.bill(debt))
    world.settle()
    let settled = try ada.confirmed.bill.settled
    #expect(settled.count == 2)
    #expect(try ben.confirmed.bill.settlement().transfers.map(\.amount) == [4_500])
    ben.act(.bill(.unsettle(settled[1].number)))
    ada.act(.bill(.unsettle(settled[1].number)))
    world.settle()
    #expect(ada.voids.count + ben.voids.count == 1)
    #expect(try ada.confirmed.bill.settlement().transfers.isEmpty)
    world.expectAgreement()
}
