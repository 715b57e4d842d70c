import RunningPrograms
import Testing

@Test(.serialized, arguments: SimulatedWorld.seeds(Effort.count(60, full: 2_000)))
func `nodes that share a failing Redis agree in the end`(seed: Int) throws {
    let faults = try SimulatedWorld.of(.nodes, seed).faultsOfRounds()
    #expect(faults == [], "seed \(seed)")
}

@Test(.serialized, arguments: SimulatedWorld.seeds(Effort.count(20, full: 1_000)))
func `a server on a failing disk keeps what it reports, and nothing that it refuses`(
    seed: Int
) throws {
    let faults = try SimulatedWorld.of(.file, seed).faultsOfRounds()
    #expect(faults == [], "seed \(seed)")
}

@Test(arguments: PlantedBug.allCases)
func `the simulations find each planted bug within 60 seeds`(bug: PlantedBug) throws {
    for kind in bug.worlds {
        let seed = try (0..<60).first { seed in
            try !SimulatedWorld.of(kind, seed, bug).faultsOfRounds().isEmpty
        }
        #expect(seed != nil, "\(kind)")
    }
}

extension SimulatedWorld {
    fileprivate static func of(
        _ kind: Kind, _ seed: Int, _ bug: PlantedBug? = nil
    ) throws -> SimulatedWorld {
        switch kind {
        case .nodes: try NodeSimulation(seed: UInt64(seed), nodes: 1 + seed % 3, bug: bug)
        case .file: FileSimulation(seed: UInt64(seed), bug: bug)
        }
    }

    /// The faults of the first round that has some.
    fileprivate func faultsOfRounds() -> [String] {
        for _ in 0..<15 where faults.isEmpty { run() }
        return faults
    }
}
