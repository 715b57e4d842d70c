import RunningPrograms
import Testing

@Test(.serialized, arguments: NodeSimulation.seeds(Effort.count(60, full: 2_000)))
func `nodes that share a failing Redis agree in the end`(seed: Int) throws {
    let simulation = try NodeSimulation(seed: UInt64(seed), nodes: 1 + seed % 3)
    for round in 0..<15 {
        simulation.run()
        try #require(simulation.faults == [], "seed \(seed), round \(round)")
    }
}
