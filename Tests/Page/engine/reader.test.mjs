import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { before, test } from "node:test";
import { calculatorOf } from "./engine.mjs";

const denominatorMax = 2000, numberCount = 2000;

/** Random numbers that are the same in each run. */
let state = 77;
const below = (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
};
const digits = (count) => Array.from({ length: count }, () => `${below(10)}`);

/** The engine's texts with the ways in which the page shows them. */
const shown = [];
before(async () => {
    const calculator = await calculatorOf("scientific");
    const type = (...keys) => {
        calculator.display = calculator.type([]);
        calculator.shared.typeKeys(keys);
    };
    for (let bottom = 2; bottom <= denominatorMax; bottom++) {
        for (const top of [1, bottom - 1]) {
            type(...`${top}`, "/", ...`${bottom}`, "=");
            const forms = calculator.forms();
            const textOf = (kind) => forms.find((form) => form.kind === kind)?.text;
            shown.push(["number", textOf("decimal")]);
            if (textOf("recurring")) shown.push(["recurring", textOf("recurring"), textOf("fraction")]);
        }
    }
    for (let count = 0; count < numberCount; count++) {
        const sign = below(2) ? ["neg"] : [];
        const number = [...digits(1 + below(20)), ".", ...digits(below(12)), ...sign];
        const exponent = ["EE", ...(below(2) ? ["-"] : []), ...digits(1 + below(3))];
        type(...number, ...(below(2) ? exponent : []));
        shown.push(["number", calculator.display.main]);
        type(...number, below(2) ? "*" : "/", ...digits(1 + below(9)), "=");
        for (const { kind, text } of calculator.forms()) if (/decimal|scientific/.test(kind)) shown.push(["number", text]);
        const decimals = [0, 2, 3][below(3)];
        const money = `${1 + below(10 ** (1 + below(9)))}${decimals ? "." : ""}${digits(decimals).join("")}`;
        shown.push(["money", (sign.length > 0 ? "-" : "") + money]);
    }
});

const own = { "en-US": "en", "ja-JP": "ja", "ko-KR": "ko", "zh-CN": "zh-Hans", "zh-TW": "zh-Hant" };
/** Locales with other marks, whose people read the page in English. */
const others = ["de-DE", "de-CH", "fr-FR", "en-IN", "es-ES", "pl-PL", "ar-EG"];
for (const locale of [...Object.keys(own), ...others]) {
    const isOwn = locale in own;
    const language = own[locale] ?? "en";
    test(`people in ${locale} read and copy what the engine says`, async () => {
        assert.ok(shown.length > 3 * denominatorMax);
        const reader = spawn(process.execPath, [new URL("reader.mjs", import.meta.url).pathname], {
            env: { ...process.env, LC_ALL: `${locale.replace("-", "_")}.UTF-8`, PAGE_LANGUAGE: language },
            stdio: ["pipe", "pipe", "inherit"],
        });
        reader.stdin.end(JSON.stringify(isOwn ? shown : shown.filter((_, index) => index % 5 === 0)));
        let answer = "";
        for await (const part of reader.stdout) answer += part;
        assert.deepEqual(JSON.parse(answer), [locale, language, 0, []]);
    });
}
