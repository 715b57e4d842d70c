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

@Test(arguments: PlantedBug.allCases)
func `the node simulation finds each planted bug within 20 seeds`(bug: PlantedBug) throws {
    let isFound = try (UInt64(0)..<20).contains { seed in
        let simulation = try NodeSimulation(seed: seed, nodes: 2, bug: bug)
        return (0..<15).contains { _ in
            simulation.run()
            return !simulation.faults.isEmpty
        }
    }
    #expect(isFound)
}
