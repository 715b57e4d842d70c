import Testing

@Test func `simulate prints how often each event happened`() throws {
    let outcome = try Program.runLab("simulate --seed 3 --seeds 2 --steps 300")
    #expect(outcome.status == 0 && outcome.errorOutput.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    let steps = try #require(lines.first { $0.hasSuffix(" steps") }?.split(separator: " ").first)
    #expect((Int(steps) ?? 0) >= 600)
    #expect(lines.contains { $0.hasSuffix(" resumes by snapshot") })
}

@Test func `a broken promise sets the exit status to 1 and prints the last steps`() throws {
    let outcome = try Program.runLab(
        "simulate --steps 500 --canary storeSwapsEvents --trace")
    #expect(outcome.status == 1)
    #expect(outcome.errorOutput.contains("1 of 1 histories broke a promise."))
    #expect(outcome.errorOutput.contains("Seed 1, step "))
    #expect(outcome.errorOutput.contains("P1 order"))
    #expect(outcome.output.contains("opens a page at edge"))
}

@Test func `an invalid option value is reported with the valid ones`() throws {
    let zero = try Program.runLab("simulate --steps 0")
    #expect(zero.status == 2)
    #expect(zero.errorOutput.contains("--steps takes a whole number from 1 on, not 0."))
    let canary = try Program.runLab("simulate --canary storeSwapsEvent")
    #expect(canary.status == 2)
    #expect(canary.errorOutput.contains("Did you mean storeSwapsEvents or"))
    let penguin = try Program.runLab("simulate --canary emperorPenguin")
    #expect(penguin.errorOutput.contains("Choose one of: storeReportsBeforeFlush, "))
    #expect(penguin.errorOutput.hasSuffix("boardShowsAnswersEarly.\n"), "\(penguin.errorOutput)")
}
