import assert from "node:assert/strict";
import { test } from "node:test";
import { calculatorOf, keypads } from "./engine.mjs";

for (const keypad of keypads) {
    test(`${keypad}: several numbers are added after one click, and change nothing before`, async () => {
        const calculator = await calculatorOf(keypad);
        for (const key of "99") calculator.press(key);
        const before = calculator.display;
        for (const [text, shown, sum] of [
            ["3\n4\n5", "3 + 4 + 5", 12], ["3\t4", "3 + 4", 7], ["12 34", "12 + 34", 46], ["1,000円\n-500円", "1,000 + −500", 500],
            ["1\n2\n3\n4\n5\n6\n7\n8\n9\n10", "1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + … (10)", 55],
        ]) {
            await calculator.paste(text);
            if (sum === 12) assert.deepEqual(calculator.display, before);
            assert.deepEqual([calculator.offered.text, calculator.offered.label], [`Add them: ${shown}`, "Add"]);
            await calculator.offered.act();
            assert.equal(Number(calculator.display.main), sum);
        }
        assert.deepEqual(calculator.said, []);
    });

    test(`${keypad}: powers and fractions that no key types are typed as expressions`, async () => {
        for (const [text, value] of [
            ["5²", 25], ["5^2", 25], ["5³", 125], ["4⁻¹", 0.25], ["2¹⁰", 1024], ["0.(3)", 1 / 3], ["-0.1(6)", -1 / 6],
            ["3 1/2", 3.5], ["-1 3/4", -1.75], ["7/2", 3.5], ["1.5e-7", 1.5e-7], ["2×10^3", 2000],
        ]) {
            const calculator = await calculatorOf(keypad);
            await calculator.paste(text);
            if (!/[( ]/.test(text)) calculator.press("=");
            const shown = Number(calculator.display.main);
            // Amounts have two decimals.
            assert.ok(Math.abs(shown - value) < (keypad === "tip" ? 0.006 : 1e-6), `${text} ${shown}`);
        }
    });
}

test("a pasted number takes the place of the number being typed, and an expression that of the whole calculation", async () => {
    for (const [keypad, typed, text, keys] of [
        ["standard", "5 + 7", "1,234.5", "CE 1 2 3 4 . 5"], ["chain", "5 + 7", "−1.5e−7", "CE 1 . 5 neg EE - 7"],
    ]) {
        const calculator = await calculatorOf(keypad);
        for (const key of typed.split(" ")) calculator.press(key);
        calculator.pressed.length = 0;
        await calculator.paste(text);
        assert.equal(calculator.pressed.join(" "), keys);
        assert.equal(calculator.display.expression, "5 +");
    }
});

test("a text that is not typed as a whole changes nothing and has a reason", async () => {
    for (const [keypad, text, why] of [
        ["standard", "twelve", "Not understood: “twelve”."], ["standard", "12:30", "Not understood: “:30”."],
        ["scientific", "2 + 3 4.5", "An operator is missing before “4.5”."],
        ["standard", "2 + 3 4.5", "An operator is missing before “4.5”."],
        ["scientific", "2 × 3\n(4 + 5)", "An operator is missing before “(4 + 5)”."],
        ["standard", "2 + 3 × 4", "This keypad cannot type “× 4”."], ["scientific", "1.2.3", "Not understood: “.3”."],
        ["scientific", "5'10", "Not understood: “'10”."], ["scientific", "", "Not understood: “”."],
        ["scientific", "7".repeat(10_001), "expression is full"],
        ["scientific", "7".repeat(65), `This keypad cannot type “${"7".repeat(33)}”.`],
        ["formula", "1\n".repeat(65), "expression is full"], ["scientific", "1+".repeat(65) + "1", "expression is full"],
        ["standard", "12.50\n".repeat(60), "expression is full"],
        ["scientific", "Ans + 1", "there is no result yet"], ["chain", "12345678901 + 1", "This keypad cannot type “01 + 1”."],
    ]) {
        const calculator = await calculatorOf(keypad);
        for (const key of "99") calculator.press(key);
        const before = calculator.display;
        await calculator.paste(text);
        assert.deepEqual([calculator.display, calculator.said, calculator.offered], [before, [why], undefined], text.slice(0, 40));
    }
    const chain = await calculatorOf("chain");
    for (const key of ["5", "+", "7"]) chain.press(key);
    await chain.paste("12345678.9");
    assert.deepEqual([chain.display.main, chain.display.expression, chain.said.at(-1)], ["0", "5 +", "no point here"]);
});

test("in the editor a pasted text goes in at the cursor, and a reason is shown there", async () => {
    const calculator = await calculatorOf("scientific");
    const inserted = [];
    calculator.shared.editing = {
        insert: (keys) => inserted.push(keys.join(" ")), note: (text) => inserted.push(text), before: () => ["2", "*"],
    };
    for (const text of ["12.5", "3 + 4", "0.(3)", "twelve"]) await calculator.paste(text);
    await calculator.paste("3\n4");
    await calculator.offered.act();
    assert.deepEqual(inserted, ["1 2 . 5", "3 + 4", "( 1 / 3 )", "Not understood: “twelve”.", "3 + 4"]);
    assert.deepEqual([calculator.pressed, calculator.said], [[], []]);
});
