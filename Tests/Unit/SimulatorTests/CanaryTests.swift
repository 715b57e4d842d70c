import Simulator
import Testing

/// The promise that each canary breaks and the number of seeds that must find it.
private let canaries: [(kind: Canary.Kind, promise: Failure.Promise, seeds: Int)] = [
    (.storeReportsBeforeFlush, .durable, 20),
    (.storeRepeatsEvent, .order, 3),
    (.storeSwapsEvents, .order, 3),
    (.resumeOmitsEvent, .resume, 10),
    (.edgeForgetsSession, .resume, 10),
    (.clientChangesResentAction, .once, 3),
    (.replicaReadsWrongDigit, .agree, 10),
    (.slowReaderIsNotDisconnected, .bounded, 20),
    (.joinIsAnsweredFromOldState, .resume, 20),
    (.forbiddenActionIsLogged, .control, 10),
    (.pageReconnectsWithoutPause, .bounded, 10),
    (.lockedParticipantChangesBill, .control, 10),
    (.offeredActionsAreSent, .once, 10),
    (.resentAnswerCountsTwice, .once, 10),
    (.boardShowsAnswersEarly, .control, 10),
]

@Test(arguments: canaries.indices)
func `each canary breaks its promise within the given number of seeds`(index: Int) throws {
    let canary = canaries[index]
    let simulations = Simulations(
        running: (1...canary.seeds).map {
            Simulation(seed: UInt64($0), steps: 2_000, canary: canary.kind)
        })
    let found = simulations.failed.map(\.failure.promise)
    #expect(found.contains(canary.promise), "\(canary.kind)")
}

@Test func `the table of canaries is complete`() {
    #expect(canaries.map(\.kind) == Canary.Kind.allCases)
}
