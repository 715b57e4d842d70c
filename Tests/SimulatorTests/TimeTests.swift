import Simulator
import Testing

/// Answers whatever it hears, at once.
private final class Chatterbox: Caller {
    private(set) var count = 0

    func arrived(_ frame: [UInt8], by link: Link) {
        count += 1
        link.say(Array(#"{"alive":1}"#.utf8))
    }

    func ended(_ link: Link, code: UInt16, text: [UInt8]) {}
}

@Test func `T10 whoever goes on for ever at one instant breaks a promise and hangs nothing`() throws
{
    let world = World()
    let ada = world.client("ada")
    world.settle()
    let chatterbox = Chatterbox()
    let link = try #require(world.edges[0].accept(chatterbox, room: "class"))
    link.say(Array(#"{"join":{"secret":"chatterbox------------"}}"#.utf8))
    world.settle()
    #expect(chatterbox.count > 10_000)
    let failure = try #require(world.failure)
    #expect(failure.promise == .bounded && failure.room == nil)
    #expect(failure.description == "P8 bounded: time stands still at 0 ms")
    // What was done before stays, and the time can go on.
    #expect(ada.display == "0")
    link.hangUp()
    let before = world.now
    world.after(1)
    #expect(world.now == before + 1)
}

@Test
func `a history in which time does not advance ends there with the usual report`() throws {
    let simulations = Simulations(
        running: (1...10).map {
            Simulation(seed: $0, steps: 2_000, sabotage: .pageReconnectsWithoutPause)
        })
    let (simulation, failure) = try #require(simulations.failed.first)
    #expect(failure.promise == .bounded && failure.room == nil)
    let lines = simulation.explanation(of: failure).split(separator: "\n")
    #expect(lines.dropLast().last?.contains(": P8 bounded: time stands still at ") == true)
    let again = "simulate --seed \(simulation.seed) --steps 2000 --canary pageReconnectsWithoutPause"
    #expect(lines.last.map(String.init) == "Again: calcroom-lab \(again)")
}
