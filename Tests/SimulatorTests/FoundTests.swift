import Simulator
import Testing

/// Seeds that broke a promise once. What they found has a test of its own too, where the rule says so;
/// the histories that the seeds stand for change with the simulator.
private let found: [(seed: UInt64, what: String)] = [
    (211, "W48: after a refusal, what another page had decided was waited for for ever"),
    (480, "C47: a doubled page wrote anew what its copy was about to send"),
    (596, "C59: keys typed before a closed room was entered were pending for ever"),
    (794, "C42: what was typed while a page settled was sent by it and by its copy"),
    (474, "C45: the copy of a page with a forgotten pen sent what the page would send"),
    (461, "C59: whoever may only look still saw themselves among those who are here"),
    (790, "C45: a page with a forgotten pen sent what its copy had sent"),
    (221, "C45: nine pages that waited for answers took each other's pens for ever"),
    (1118, "C52: discarding gave other numbers to what a copy had sent"),
    (201_505, "C42: what was typed before the first welcome was sent by a page and by its copy"),
    (41, "L6: the ring of a room that was being opened anew was not counted"),
    (300_423, "C75: a page whose clock was set back held its keys until the clock had caught up"),
    (2118, "W54: a second check that failed within ten seconds was never answered"),
    (4318, "C76: a board whose room was deleted for everybody else was to come back to it"),
    (1001, "C108: what went with a deleted room was missed when the page was loaded again"),
]

@Test(arguments: found.indices)
func `T8 what was found once is not found again`(index: Int) {
    let simulation = Simulation(seed: found[index].seed, steps: 2_000)
    guard let failure = simulation.run().failure else { return }
    Issue.record("\(found[index].what)\n\(simulation.explanation(of: failure))")
}
