import CalculatorEngine
import Foundation
import RunningPrograms
import SharedRoom
import Testing

@testable import RoomClient

/// A page may be reloaded with a newer version while it has actions that it has not sent.
@Test func `a page restores the actions and offers that version 0 1 0 has saved`() throws {
    let promise: Comment = "Broken promise: a page restores what a page of version 0.1.0 has saved."
    let sample = try #require(try Samples.rows(of: "saved-page.txt").first?.first)
    let saved = Array(try #require(Data(base64Encoded: sample)))
    let replica = try #require(
        Replica(saved: saved, Page.join("mina"), randomWord: Page.random(1)), promise)
    #expect(
        replica.pending.map(\.content) == [
            .action(.plain(.press(key("7")))), .action(.plain(.hand(isUp: true))), .undo(step: 0),
            .redo(step: 0), .type([key("5"), key("+")], after: 0),
            .action(.plain(.press(key("+")))),
        ], promise)
    let offered = ["3", "="].map { ClientAction.plain(.press(key($0))) }
    #expect(
        replica.offers == [Offer(actions: offered, result: utf8("84"), isUnsure: true)], promise)
    #expect(replica.pen.name == Page.secret("mina-pen-0123456") && replica.you == 1, promise)
}
