import Simulator
import Testing

@Test func `T1 a history follows from its seed`() {
    let (one, two) = (
        Simulation(seed: 5, steps: 1_000).run(), Simulation(seed: 5, steps: 1_000).run()
    )
    #expect(one.step == two.step)
    #expect(one.tally.rows.map(\.count) == two.tally.rows.map(\.count))
}
