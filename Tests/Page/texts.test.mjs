import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import "./browser.mjs";
import { parts, sources } from "./sources.mjs";
import {
    face, fill, firstOf, languageFor, languages, nameOf, nameOfAction, spoken, texts,
} from "../../static/text/texts.js";

/** The paths of all source files by their names. */
const files = new Map(sources().map((file) => [path.basename(file), file]));
const names = [...files.keys()];
const read = (name) => readFileSync(files.get(name), "utf8");
const load = (language) => JSON.parse(read(`texts.${language}.json`));

/** All texts by their paths, such as `room.undo`. */
function leaves(part, path = "") {
    if (typeof part === "string" || Array.isArray(part)) return new Map([[path, part]]);
    return new Map(Object.entries(part).flatMap(([name, inner]) =>
        [...leaves(inner, path ? `${path}.${name}` : name)]));
}

const english = leaves(load("en"));
const placeholders = (text) => [...JSON.stringify(text).matchAll(/\{\w*\}/g)].flat().sort();

test("each file of texts is a language that the reader can choose", () => {
    const found = names.filter((name) => name.startsWith("texts.") && name.endsWith(".json"));
    assert.deepEqual(found.map((name) => name.split(".")[1]).sort(), Object.keys(languages).sort());
});

for (const language of Object.keys(languages).filter((name) => name !== "en")) {
    const translated = leaves(load(language));

    test(`${language} has every text and no other`, () => {
        assert.deepEqual([...translated.keys()].sort(), [...english.keys()].sort());
    });

    test(`${language} has text of the same kind with the same placeholders`, () => {
        for (const [path, text] of english) {
            const other = translated.get(path);
            assert.equal(Array.isArray(other), Array.isArray(text), path);
            assert.equal(Array.isArray(text) ? other.length : other.length > 0,
                Array.isArray(text) ? text.length : true, path);
            assert.deepEqual(placeholders(other), placeholders(text), path);
        }
    });

    test(`${language} translates every word`, () => {
        // Signs and names of keys are the same in all languages.
        const same = [...english].filter(([path, text]) => /[a-z]{3}/.test(text)
            && JSON.stringify(translated.get(path)) === JSON.stringify(text)
            && !/^(faces|angles|shortcuts)\./.test(path));
        assert.deepEqual(same.map(([path]) => path), ["home.title"],
            "translate these texts, or allow words that both languages have");
        assert.deepEqual(load(language).faces, load("en").faces);
    });
}

test("a browser without JavaScript shows a sentence in every language", () => {
    const [sentences] = read("index.html").match(/<noscript>[^]*<\/noscript>/) ?? [""];
    const others = [...sentences.matchAll(/ lang="([\w-]+)"/g)].map(([, language]) => language);
    assert.deepEqual(["en", ...others].sort(), Object.keys(languages).sort());
});

test("steps have the names of the reader's language", () => {
    const { undo, redo } = texts.spoken;
    Object.assign(texts.spoken, { undo: "復原", redo: "重做" });
    assert.deepEqual(["undo", "redo"].map(nameOfAction), ["復原", "重做"]);
    Object.assign(texts.spoken, { undo, redo });
});

test("every text that HTML names exists", () => {
    for (const file of names.filter((name) => name.endsWith(".html"))) {
        for (const [, path] of read(file).matchAll(/data-(?:text|label|hint)="([\w.]+)"/g)) {
            assert.equal(typeof english.get(path), "string", `${file}: ${path}`);
        }
    }
});

test("each part that a script loads has HTML, a style sheet and texts", () => {
    const loaded = names.filter((name) => name.endsWith(".js")).flatMap((name) =>
        [...read(name).matchAll(/\bloadPart\("(\w+)"\)/g)].map(([, part]) => part));
    assert.deepEqual(loaded.sort(), parts.sort());
    for (const part of parts) {
        assert.ok(files.has(`${part}.css`), part);
        assert.ok([...english.keys()].some((path) => path.startsWith(`${part}.`)), part);
    }
});

const choices = [
    [null, ["en-GB"], "en"], [null, ["zh-TW"], "zh-Hant"], [null, ["zh-HK"], "zh-Hant"],
    [null, ["zh-MO"], "zh-Hant"], [null, ["zh-Hant-CN"], "zh-Hant"], [null, ["zh-CN"], "zh-Hans"],
    [null, ["zh-SG"], "zh-Hans"], [null, ["zh"], "zh-Hans"], [null, ["zh-Hans-TW"], "zh-Hans"],
    [null, ["ja"], "ja"], [null, ["ko-KR"], "ko"], [null, ["de-DE", "ja-JP", "en"], "ja"],
    [null, ["fr", "sw"], "en"], [null, ["en-US@posix", "ko"], "ko"], [null, [], "en"],
    ["ja", ["en"], "ja"], ["de", ["ko"], "ko"], ["toString", [], "en"],
];
for (const [chosen, locales, language] of choices) {
    test(`a browser for [${locales}] with the choice ${chosen} shows ${language}`, () => {
        assert.equal(languageFor(chosen, locales), language);
    });
}

test("values replace placeholders in their order, and text in them stays", () => {
    assert.equal(fill("{} of {}", 1, "{}"), "1 of {}");
    assert.equal(fill("nothing"), "nothing");
    assert.equal(fill("{}", "$&"), "$&");
});

test("the rest of a long list is a number", () => {
    const names = ["Ada", "Ben", "Cem"];
    assert.deepEqual([1, 2, 3].map((max) => firstOf(names, max)), ["Ada +2", "Ada, Ben +1", "Ada, Ben, Cem"]);
});

test("people without a name have a number", () => {
    assert.equal(nameOf({ who: 3, name: "" }), "Person 3");
    assert.equal(nameOf({ who: 3, name: "Ada" }), "Ada");
});

test("keys and actions have names", () => {
    assert.deepEqual(["*", "-", ".", "7", "sqrt"].map(face), ["×", "−", ".", "7", "√"]);
    assert.deepEqual(["*", "7", "inverse"].map(spoken), ["times", "7", "inverse functions"]);
    const actions = ["7", "/", "tip", "undo", null];
    assert.deepEqual(actions.map(nameOfAction), ["7", "÷", "Tip", "undo", texts.something]);
});

test("scripts name no key but those with a meaning for the page", () => {
    const file = new URL("../../Sources/Core/CalculatorEngine/Keys/Key+Names.swift", import.meta.url);
    const table = readFileSync(file, "utf8");
    const keys = [...table.matchAll(/\("([^" ]{2,})", \./g)].map(([, key]) => key);
    assert.ok(keys.length > 30);
    // Comments have types.
    const script = names.filter((name) => name.endsWith(".js")).map(read).join("").replaceAll(/\/\*[^]*?\*\//g, "");
    // Keys for a pasted number, for the start of an answer, a raised exponent, units of angles, a look of keys, and a
    // document.
    assert.deepEqual(keys.filter((key) => script.includes(`"${key}"`)),
        ["neg", "back", "CE", "AC", "log", "EE", "deg", "rad"]);
});

test("no module makes HTML of data", () => {
    const found = names.filter((name) => name.endsWith(".js")).flatMap((name) =>
        [...read(name).matchAll(/\.?(innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b)/g)]
            .map(([, word]) => `${name}: ${word}`));
    // `loadPart` reads a file of the page itself.
    assert.deepEqual(found, ["texts.js: innerHTML"]);
});
