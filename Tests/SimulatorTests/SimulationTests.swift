import Simulator
import Testing

@Test func `T1 a history follows from its seed, with a trace or without`() {
    var steps = 0
    let one = Simulation(seed: 5, steps: 1_000).run()
    let two = Simulation(seed: 5, steps: 1_000).run { _ in steps += 1 }
    #expect(one.step == two.step && one.step >= 1_000)
    #expect(one.tally.rows.map(\.count) == two.tally.rows.map(\.count))
    #expect(steps > 500)
    let three = Simulation(seed: 6, steps: 1_000).run()
    #expect(one.tally.rows.map(\.count) != three.tally.rows.map(\.count))
}

@Test
func `T2 T3 T4 T5 two hundred fixed histories and fifty drawn from the sources keep all promises`()
    throws
{
    let drawn = try Sources.hash() >> 8
    let seeds = (1...200).map(UInt64.init) + (0..<50).map { drawn &+ $0 }
    let simulations = Simulations(running: seeds.map { Simulation(seed: $0, steps: 2_000) })
    for failed in simulations.failed.prefix(3) {
        Issue.record("\(failed.simulation.explanation)")
    }
    let idle = simulations.tally.rows.filter { $0.count == 0 }.map(\.name)
    #expect(idle == [], "never happened")
}

@Test func `T6 a broken promise is told with its steps and how to play it again`() {
    let simulation = Simulation(
        seed: 1, steps: 2_000, sabotage: .clientChangesWhatItSent)
    let lines = simulation.explanation.split(separator: "\n")
    #expect(
        lines.last
            == "Again: calcroom simulate --seed 1 --steps 2000 --canary clientChangesWhatItSent")
    #expect(lines.dropLast().last?.hasPrefix("Seed 1, step ") == true)
    #expect(lines.dropLast().last?.contains("P2 once") == true)
    #expect((20...52).contains(lines.count))
    #expect(Simulation(seed: 1, steps: 100).explanation == "Seed 1 keeps every promise.")
}
