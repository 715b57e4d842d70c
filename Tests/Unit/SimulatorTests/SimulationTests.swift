import Simulator
import Testing

@Test func `a seed determines the history, with and without a trace`() {
    var steps = 0
    let one = Simulation(seed: 5, steps: 1_000).run()
    let two = Simulation(seed: 5, steps: 1_000).run { _ in steps += 1 }
    #expect(one.step == two.step && one.step >= 1_000)
    #expect(one.counts.rows.map(\.count) == two.counts.rows.map(\.count))
    #expect(steps > 500)
    let three = Simulation(seed: 6, steps: 1_000).run()
    #expect(one.counts.rows.map(\.count) != three.counts.rows.map(\.count))
}

@Test
func `two hundred fixed histories and fifty derived from the sources keep all promises`() throws {
    let derived = try SourceFiles.hash() >> 8
    let seeds = (1...200).map(UInt64.init) + (0..<50).map { derived &+ $0 }
    let simulations = Simulations(running: seeds.map { Simulation(seed: $0, steps: 2_000) })
    for failed in simulations.failed.prefix(3) {
        Issue.record("\(failed.simulation.explanation(of: failed.failure))")
    }
    let idle = simulations.counts.rows.filter { $0.count == 0 }.map(\.name)
    #expect(idle == [], "never happened")
}

@Test func `the report on a broken promise has its last steps and the command to replay it`() throws
{
    let simulation = Simulation(seed: 1, steps: 2_000, canary: .clientChangesResentAction)
    let failure = try #require(simulation.run().failure)
    let room = try #require(failure.room)
    let lines = simulation.explanation(of: failure).split(separator: "\n")
    let replay =
        "Replay: calcroom-lab simulate --seed 1 --steps 2000 --canary clientChangesResentAction"
    #expect(lines.last.map(String.init) == replay)
    #expect(lines.dropLast().last?.hasPrefix("Seed 1, step ") == true)
    #expect(lines.dropLast().last?.contains("P2 once: in \(room), ") == true)
    #expect((20...52).contains(lines.count))
    let others = lines.dropLast(2).filter { !$0.contains(" ms  \(room)  ") }
    #expect(others.allSatisfy { $0.contains(" ms  fault ") })
}

@Test func `a world is deallocated after use`() {
    weak var released: World?
    do {
        let world = World(edges: 2)
        let ada = world.client("ada")
        world.settle()
        ada.press("1 + 2 =")
        world.settle()
        #expect(ada.display == "3")
        released = world
    }
    #expect(released == nil)
}
