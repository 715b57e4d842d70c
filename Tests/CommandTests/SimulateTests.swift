import Testing

@Test func `T9 simulate prints how much happened`() throws {
    let outcome = try Program.runLab("simulate --seed 3 --seeds 2 --steps 300")
    #expect(outcome.status == 0 && outcome.complaint.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    let steps = try #require(lines.first { $0.hasSuffix(" steps") }?.split(separator: " ").first)
    #expect((Int(steps) ?? 0) >= 600)
    #expect(lines.contains { $0.hasSuffix(" resumes by snapshot") })
}

@Test func `T9 T6 a broken promise makes the exit status 1, with the steps that led there`() throws
{
    let outcome = try Program.runLab(
        "simulate --steps 500 --canary storeSwapsTwoEvents --trace")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("1 of 1 histories broke a promise."))
    #expect(outcome.complaint.contains("Seed 1, step "))
    #expect(outcome.complaint.contains("P1 order"))
    #expect(outcome.output.contains("opens a page at edge"))
}

@Test func `T9 what cannot be simulated is told with what can`() throws {
    let zero = try Program.runLab("simulate --steps 0")
    #expect(zero.status == 2)
    #expect(zero.complaint.contains("--steps takes a whole number from 1 on, not 0."))
    let canary = try Program.runLab("simulate --canary storeSwapsTwoEvent")
    #expect(canary.status == 2)
    #expect(canary.complaint.contains("Did you mean storeSwapsTwoEvents?"))
    let penguin = try Program.runLab("simulate --canary emperorPenguin")
    #expect(penguin.complaint.contains("There are: storeReportsBeforeItIsDurable, "))
    #expect(penguin.complaint.hasSuffix("ChangeTheBill.\n"), "\(penguin.complaint)")
}
