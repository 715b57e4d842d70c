// Scripts/lib/merge.py and Scripts/lib/texts.py make the served files, which share one folder, of the source files,
// which have folders.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { folder as source, parts, sources } from "./sources.mjs";

const root = path.dirname(source);
const temporary = mkdtempSync(path.join(tmpdir(), "calcroom-page-"));
after(() => rmSync(temporary, { recursive: true }));

/** Runs one of the scripts, and returns the folder with what it made. */
function made(script, from) {
    const folder = mkdtempSync(path.join(temporary, "made-"));
    execFileSync("python3", [path.join(root, "Scripts/lib", script), from, folder], { stdio: "pipe" });
    return folder;
}

/** A folder with these files. */
function folderOf(files) {
    const folder = mkdtempSync(path.join(temporary, "static-"));
    for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
    }
    return folder;
}

/** The files that a script imports at once. */
const importsOf = (text) => [...text.matchAll(/^import (?:.+ from )?"(.+)";$/gm)].map(([, file]) => file);

test("no two files share a name, since all are served from one folder", () => {
    const names = sources().map((file) => path.basename(file));
    assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
});

test("no import is part of a cycle", () => {
    const imports = new Map(sources(".js").map((file) => [file, importsOf(readFileSync(file, "utf8"))
        .map((name) => path.resolve(path.dirname(file), name))]));
    const done = new Set();
    const follow = (file, before) => {
        assert.ok(!before.includes(file), [...before, file].map((one) => path.basename(one)).join(" → "));
        if (done.has(file)) return;
        imports.get(file).forEach((other) => follow(other, [...before, file]));
        done.add(file);
    };
    for (const file of imports.keys()) follow(file, []);
});

test("the texts and the replica are requested before scripts run that delay a slow phone", () => {
    const app = readFileSync(path.join(made("merge.py", source), "app.js"), "utf8");
    // The formats of numbers take a browser's first use of its locale data.
    for (const early of ["$texts", "$entrance"]) {
        const place = app.indexOf(`const ${early} =`);
        assert.ok(place > 0 && place < app.indexOf("const $numbers ="), early);
    }
});

/** Merges files, and returns the folder with what became of them. */
function merged(files) {
    const folder = made("merge.py", folderOf({ "app.css": "", ...files }));
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    return folder;
}

const scripts = {
    "app.js": 'import { double } from "./sums/twice.js";\nconst two = 1;\nglobalThis.doubled = double(two);\n',
    "sums/twice.js": 'import { two as factor } from "../two-times.js";\n\nexport const double = (number) => number * factor;\n',
    "two-times.js": "export async function unused() {}\nexport const { two, three } = { two: 2, three: 3 };\n",
    "late/later.js": 'import { two as both } from "../two-times.js";\nconst { one } = await import("../one.js");\nexport const three = both + one;\n',
    "one.js": "export const one = 1;\n",
};

test("scripts of every visit become one file, and keep their own names", async () => {
    const folder = merged(scripts);
    assert.deepEqual(["app", "twice", "two-times", "later", "one"].filter((name) =>
        existsSync(path.join(folder, `${name}.js`))), ["app", "later", "one"]);
    const app = await import(path.join(folder, "app.js"));
    assert.equal(globalThis.doubled, 2);
    // A script that is loaded on demand shares what it imports, and only that leaves the file.
    assert.deepEqual({ ...app }, { $twoTimes: { two: 2 } });
    assert.equal((await import(path.join(folder, "later.js"))).three, 3);
});

test("a script that cannot be merged is refused with its line", () => {
    for (const line of ["export let a;", "export default 1;", 'import "./one.js";', 'import * as one from "./one.js";']) {
        assert.throws(() => merged({ ...scripts, "sums/twice.js": `${line}\n` }), /twice\.js: cannot merge/, line);
    }
});

test("the style sheets that app.css imports become one file in their order", () => {
    const folder = merged({
        ...scripts, "app.css": '@import "./a/one.css";\n@import "./two.css";\nb { c: d; }\n',
        "a/one.css": "one { e: f; }\n", "two.css": "two { g: h; }\n",
    });
    assert.equal(readFileSync(path.join(folder, "app.css"), "utf8"), "one { e: f; }\n\ntwo { g: h; }\n\nb { c: d; }\n");
    assert.ok(!existsSync(path.join(folder, "one.css")));
});

test("texts are split by the parts of the page, and none is lost", () => {
    const folder = made("texts.py", source);
    for (const file of sources(".json", path.join(source, "text"))) {
        const ending = path.basename(file).replace("texts", "");
        const read = (place, name) => JSON.parse(readFileSync(path.join(place, name + ending), "utf8"));
        const all = read(path.join(source, "text"), "texts");
        const rest = read(folder, "texts");
        for (const part of parts) {
            assert.ok(!(part in rest), part);
            rest[part] = read(folder, part);
        }
        assert.deepEqual(rest, all);
    }
});
