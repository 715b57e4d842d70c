import Testing

@testable import ExactNumbers

@Test func `a number stays exact while it has an exact form`() {
    expectExact(
        """
        1 3 /            → 1/3
        1 3 / 3 *        → 1
        0.1 0.2 +        → 3/10
        1 0.9 - 0.1 -    → 0
        10 3 / 3 *       → 10
        1e15 1e-15 +     → 1000000000000000000000000000001/1000000000000000
        -7 21 /          → -1/3
        110 %            → 11/10
        4 inv neg        → -1/4
        """)
}

@Test func `multiples of π are exact too`() {
    expectExact(
        """
        pi               → pi*1
        pi 7 /           → pi*1/7
        pi 3 / pi 6 / +  → pi*1/2
        pi 3 / pi 6 / /  → 2
        pi pi -          → 0
        pi 0 *           → 0
        pi 2 * pi 3 * cmp → -1
        """)
}

@Test func `exact numbers have up to 4096 digits`() {
    expectExact(
        """
        10 4000 pow 1 + 10 4000 pow -            → 1
        10 4094 pow 1 + 10 4094 pow -            → 1
        10 4095 pow 1 + 10 4095 pow -            → 0
        2 13000 pow 2 12999 pow /                → 2
        1 3 / 4000 pow 3 4000 pow *              → 1
        """)
}

@Test func `beyond 4096 digits a number is rounded`() {
    expectExact("10 5000 pow → ~1e+5000\n7 5000 pow 7 4999 pow / → 7")
    #expect(played("7 5000 pow").shown == "3.0917194013597692114173087449429e+4225")
}

@Test func `comparison is exact`() {
    expectExact(
        """
        1 3 / 0.33333333333333333333333333333333 cmp  → 1
        2 3 / 4 6 / cmp                               → 0
        -1 1 cmp                                      → -1
        3.1415926535897932384626433832795 pi cmp      → -1
        pi 3.1415926535897932384626433832795 cmp      → 1
        2 sqrt 1.4142135623730950488016887242096 cmp  → 1
        1e9999 -1e9999 cmp                            → 1
        """)
}

@Test func `magnitudes beyond 10 to the 9999th overflow`() {
    expectExact(
        """
        1e9999           → ~1e+9999
        1e-9999          → ~1e-9999
        1e9999 2 *       → error:overflow
        1e-9999 2 /      → error:overflow
        1e10000          → error:overflow
        -1e9999 1e9999 - → error:overflow
        10 9999 pow      → ~1e+9999
        10 1e9 pow       → error:overflow
        1e9 exp          → error:overflow
        -1e9 exp         → error:overflow
        10000 exp10      → error:overflow
        """)
}

@Test func `division by zero is an error`() {
    expectExact(
        """
        1 0 /     → error:divisionByZero
        0 0 /     → error:undefined
        pi 0 /    → error:divisionByZero
        2 sqrt 2 sqrt - inv → error:divisionByZero
        5 0 mod   → error:divisionByZero
        0 0 mod   → error:undefined
        0 inv     → error:divisionByZero
        """)
}

@Test func `equal numbers have equal representations`() {
    #expect(Natural(words: [7, 0, 0]) == Natural(7))
    #expect(Natural(words: [1, 2, 3]) - Natural(words: [0, 0, 3]) == Natural(words: [1, 2]))
    #expect(Integer(.zero, isNegative: true) == .zero)
    #expect(ExactNumber(piTimes: .zero) == .zero)
}
