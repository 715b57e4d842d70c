import Testing

@Test func `powers are exact when the result is a fraction`() {
    expectExact(
        """
        2 10 pow        → 1024
        -2 3 pow        → -8
        2 -2 pow        → 1/4
        0 0 pow         → 1
        0 3 pow         → 0
        0 -1 pow        → error:divisionByZero
        8 1 3 / pow     → 2
        8 2 3 / neg pow → 1/4
        -8 1 3 / pow    → -2
        -8 2 3 / pow    → 4
        0.25 1.5 pow    → 1/8
        -4 0.5 pow      → error:invalidInput
        -2 2 sqrt pow   → error:invalidInput
        -1 1e30 pow     → 1
        1 2 sqrt pow    → 1
        pi 1 pow        → pi*1
        """)
}

@Test func `inexact powers have 32 correct digits`() {
    expectShown(
        """
        2 0.5 pow             → 1.4142135623730950488016887242097
        1.0000001 100000000 pow → 22026.454781577306636469428124636
        2 pi pow              → 8.824977827076287623856429604208
        pi sq                 → 9.8696044010893586188344909998762
        1 1e-30 + 1e30 pow    → 2.7182818284590452353602874713513
        """)
}

@Test func `roots of perfect powers are exact`() {
    expectExact(
        """
        16 sqrt          → 4
        2.25 sqrt        → 3/2
        0 sqrt           → 0
        -16 sqrt         → error:invalidInput
        8 3 root         → 2
        -8 3 root        → -2
        -16 4 root       → error:invalidInput
        27 8 / 3 root    → 3/2
        10 3000 pow 3 root 10 1000 pow - → 0
        123456789 sq sq sq 8 root → 123456789
        2 0 root         → error:divisionByZero
        """)
    #expect(played("100 7 root").shown == "1.9306977288832501670070747998402")
}

@Test func `logarithms and exponentials are exact if possible`() {
    expectExact(
        """
        1 ln       → 0
        0 ln       → error:invalidInput
        -1 log     → error:invalidInput
        100 log    → 2
        0.001 log  → -3
        1 log      → 0
        0 exp      → 1
        3 exp10    → 1000
        -2 exp10   → 1/100
        """)
}

@Test func `inexact logarithms and exponentials have 32 correct digits`() {
    expectShown(
        """
        2 ln            → 0.69314718055994530941723212145818
        2 log           → 0.30102999566398119521373889472449
        1 1e-30 + ln    → 0.0000000000000000000000000000009999999999999999999999999999995
        1e300 ln        → 690.77552789821370520539743640531
        1 exp           → 2.7182818284590452353602874713527
        -20 exp         → 0.0000000020611536224385578279659403801558
        0.5 exp10       → 3.1622776601683793319988935444327
        """)
}

@Test func `sine cosine and tangent are exact at the exact angles`() {
    expectExact(
        """
        30 sin:deg         → 1/2
        -30 sin:deg        → -1/2
        150 sin:deg        → 1/2
        210 sin:deg        → -1/2
        330 sin:deg        → -1/2
        180 sin:deg        → 0
        270 sin:deg        → -1
        60 cos:deg         → 1/2
        0 cos:rad          → 1
        120 cos:deg        → -1/2
        90 cos:deg         → 0
        45 tan:deg         → 1
        135 tan:deg        → -1
        90 tan:deg         → error:undefined
        3600000030 sin:deg → 1/2
        pi sin:rad         → 0
        pi 6 / sin:rad     → 1/2
        pi 2 / tan:rad     → error:undefined
        """)
}

@Test func `inexact sines, cosines and tangents have 32 correct digits`() {
    expectShown(
        """
        1 sin:rad       → 0.8414709848078965066525023216303
        1 cos:rad       → 0.54030230586813971740093660744298
        1 tan:rad       → 1.5574077246549022305069748074584
        36 cos:deg      → 0.80901699437494742410229341718282
        10 tan:deg      → 0.17632698070846497347109038686862
        31 sin:deg      → 0.51503807491005421008163193639814
        1e-40 sin:rad   → 1e-40
        89.999999999999999999999999 tan:deg → 57295779513082320876798154.814105
        pi 1e-30 + sin:rad → -0.000000000000000000000000000001
        """)
}

@Test func `large angles are reduced exactly`() {
    expectShown(
        """
        10000000000000000000 sin:rad → -0.92706316604865038523412228966494
        1e22 sin:rad                 → -0.85220084976718880177270589375303
        1e300 1 + 360 mod sin:deg    → -0.98162718344766395349650489981814
        1e300 1 + sin:deg            → -0.98162718344766395349650489981814
        pi 1e30 * cos:deg            → -0.93668981705885153229673358952057
        """)
}

@Test func `inverse functions are exact if possible`() {
    expectExact(
        """
        0.5 asin:deg   → 30
        1 asin:deg     → 90
        -0.5 acos:deg  → 120
        1 acos:rad     → 0
        0.5 asin:rad   → pi*1/6
        -1 acos:rad    → pi*1
        1 atan:deg     → 45
        -1 atan:rad    → pi*-1/4
        2 asin:deg     → error:invalidInput
        -1.5 acos:rad  → error:invalidInput
        """)
}

@Test func `inexact inverse functions have 32 correct digits`() {
    expectShown(
        """
        0.3 asin:deg         → 17.457603123722092290246045792445
        1 1e-30 - acos:rad   → 0.0000000000000014142135623730950488016887242098
        0.1 acos:deg         → 84.26082952273321368748509109607
        10 atan:deg          → 84.289406862500357487304118651766
        1e40 atan:rad        → 1.5707963267948966192313216916398
        1e-40 atan:rad       → 1e-40
        """)
}

@Test func `the factorial accepts whole numbers only`() {
    expectExact(
        """
        0 fact    → 1
        5 fact    → 120
        3 fact fact → 720
        -1 fact   → error:invalidInput
        2.5 fact  → error:invalidInput
        3249 fact → error:overflow
        1e40 fact → error:overflow
        """)
    #expect(played("170 fact").shown == "7.2574156153079989673967282111293e+306")
    #expect(played("3248 fact").shown == "1.9736342530860425312047080034031e+9997")
}

@Test func `the remainder has the sign of the divisor`() {
    expectExact(
        """
        7 3 mod     → 1
        -7 3 mod    → 2
        7 -3 mod    → -2
        -7 -3 mod   → -1
        7.5 2 mod   → 3/2
        pi 7 * pi 2 * mod → pi*1
        10 4000 pow 7 mod → 4
        """)
    expectShown(
        """
        10 pi mod                                → 0.57522203923062028461206985016149
        397982065092389582058319745527393 pi mod → 3.1415926535897932384626433832795
        8 sqrt 2 sqrt mod                        → 0
        """)
}

@Test func `function values next to a half are rounded correctly`() {
    expectShown(
        """
        1.03943910611917833955104112312425e-36 atan:rad → 1.0394391061191783395510411231242e-36
        1.06255073933518094264029270280625e-96 sin:rad → 1.0625507393351809426402927028062e-96
        1.26884743958504121874945183725055e-40 asin:rad → 1.2688474395850412187494518372506e-40
        2.22663936813094002393121704060915e-41 tan:rad → 2.2266393681309400239312170406092e-41
        1 2.15627627205484374943334363462325e-84 + ln → 2.1562762720548437494333436346232e-84
        1.0000000000000000000000000000001 sqrt → 1
        0.99999999999999999999999999999999 2 root → 0.99999999999999999999999999999999
        """)
    expectShown(
        "3.409746287352398099591819687112845769714039670642221544132358680283730589817300091"
            + "832058342276978750000000000000000000000000000000000000001e+80 3 root"
            + " → 698619475568794765001667489.31864")
}
