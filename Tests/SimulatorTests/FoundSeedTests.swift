import Simulator
import Testing

/// Seeds that once broke a promise, with the bug that they found. Most bugs also have a test of their
/// own, since the history of a seed changes with the simulator.
private let found: [(seed: UInt64, bug: String)] = [
    (211, "after a refusal, a page waited forever for actions that another page had decided"),
    (480, "a duplicated page created new actions with the numbers that its copy was about to send"),
    (596, "keys typed before entering a closed room stayed pending forever"),
    (794, "actions typed while a page was joining were sent by the page and by its copy"),
    (474, "the copy of a page with a dropped pen sent the page's actions"),
    (461, "a client that may only watch still saw itself as present"),
    (790, "a page with a dropped pen resent actions of its copy"),
    (221, "nine pages that waited for answers kept displacing each other's pens"),
    (1118, "discarding actions renumbered actions that a copy had sent"),
    (201_505, "actions typed before the first welcome were sent by a page and by its copy"),
    (41, "the ring of a room that was being reopened was not counted"),
    (300_423, "a page whose clock was set back held its keys until the clock caught up"),
    (2118, "a second hash mismatch within ten seconds was never answered"),
    (4318, "a spectator was expected to return to a room that nobody could create again"),
    (53, "a copied page withdrew keys and sent the action after them with another number"),
    (70_273, "a copy was expected not to send what follows withdrawn keys"),
    (1001, "actions lost with a deleted room were reported as missing after a reload"),
]

@Test(arguments: found.indices)
func `seeds that once broke a promise pass`(index: Int) {
    let simulation = Simulation(seed: found[index].seed, steps: 2_000)
    guard let failure = simulation.run().failure else { return }
    Issue.record("\(found[index].bug)\n\(simulation.explanation(of: failure))")
}
