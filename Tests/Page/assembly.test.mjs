// Scripts/lib/strip.py, Scripts/lib/merge.py and Scripts/lib/texts.py make the served files, which share one folder,
// of the source files, which have folders.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { folder as source, sources } from "./sources.mjs";

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
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    return folder;
}

const stripped = (name, text) =>
    readFileSync(path.join(made("strip.py", folderOf({ [name]: text })), name), "utf8");

const compiler = realpathSync(execFileSync("sh", ["-c", "command -v tsc"], { encoding: "utf8" }).trim());
const typescript = createRequire(compiler)("../lib/typescript.js");

/**
 * The tokens of a script, which comments and indentation must not change, and the files that it imports. An
 * import's token has only the name of the file, since its folder changes.
 */
function readScript(text) {
    const tokens = [];
    const imports = [];
    const file = typescript.createSourceFile("a.js", text, typescript.ScriptTarget.ES2022, true);
    const isImported = ({ parent }) =>
        typescript.isImportDeclaration(parent) || parent.expression?.kind === typescript.SyntaxKind.ImportKeyword;
    const visit = (node) => {
        const children = node.getChildren(file).filter(({ kind }) => !typescript.isJSDoc({ kind }));
        if (typescript.isStringLiteral(node) && isImported(node)) {
            imports.push(node.text);
            tokens.push(`import of ${path.basename(node.text)}`);
        } else if (children.length === 0) tokens.push(`${node.kind} ${node.getText(file)}`);
        else children.forEach(visit);
    };
    visit(file);
    return { tokens, imports };
}

const served = made("strip.py", source);
/** The text of a source file and that of the served file. */
const versions = (file) =>
    [file, path.join(served, path.basename(file))].map((one) => readFileSync(one, "utf8"));

test("no two files share a name, since all are served from one folder", () => {
    const names = sources().map((file) => path.basename(file));
    assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
});

test("every script imports files next to it when it is served", () => {
    for (const file of sources(".js")) {
        const [before, now] = versions(file).map((text) => readScript(text).imports);
        assert.deepEqual(now, before.map((name) => `./${path.basename(name)}`), file);
        for (const name of now) assert.ok(existsSync(path.join(served, name)), `${file}: ${name}`);
    }
});

test("no import is part of a cycle", () => {
    const imports = new Map(sources(".js").map((file) => [file, readScript(readFileSync(file, "utf8")).imports
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

test("every script means the same without its comments, and keeps its line numbers", () => {
    for (const file of sources(".js")) {
        const name = path.basename(file);
        const [before, now] = versions(file);
        assert.deepEqual(readScript(now).tokens, readScript(before).tokens, name);
        assert.equal(now.split("\n").length, before.split("\n").length, name);
        assert.doesNotMatch(now, /^\s*\/[/*]|@type|@param/m, name);
    }
});

test("every style sheet keeps its rules and line numbers", () => {
    const rules = (text) => text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\s+/g, " ").trim();
    for (const file of sources(".css")) {
        const name = path.basename(file);
        const [before, now] = versions(file);
        assert.equal(rules(now), rules(before), name);
        assert.equal(now.split("\n").length, before.split("\n").length, name);
    }
});

const scripts = [
    ["a line comment goes", "// why\nrun();\n", "\nrun();\n"],
    ["a block goes, and its lines stay empty", "    /**\n     * Why.\n     */\n    run();", "\n\n\nrun();"],
    ["code after a block stays", "/* a */ run(/* b */);", "run(/* b */);"],
    ["a cast goes", "const a = /** @type {Map<string, () => void>} */ (b);", "const a = (b);"],
    ["a comment after code stays", "run(); // why", "run(); // why"],
    ["an address in a string stays", 'const a = "http://here"; // why', 'const a = "http://here"; // why'],
    ["a comment's sign in a string stays", 'const a = "/*";\nrun();', 'const a = "/*";\nrun();'],
    ["a regular expression stays", "a = /\\/*x*/;\nb = /[/*]/;", "a = /\\/*x*/;\nb = /[/*]/;"],
    ["blanks in a template literal stay", "  f(`a  // b`);", "f(`a  // b`);"],
    ["a template literal in a comment is no template literal", "// don't `do\nrun();", "\nrun();"],
    ["an import loses its folder", 'import { a } from "../b/c.js";', 'import { a } from "./c.js";'],
    ["an import for its effects loses its folder", 'import "./b/c.js";', 'import "./c.js";'],
    ["an import on demand loses its folder", 'await import("../../b/c.js");', 'await import("./c.js");'],
    ["an import from the same folder stays", 'import { a } from "./b.js";', 'import { a } from "./b.js";'],
    ["a path that is not imported stays", 'open("../b/c.js");', 'open("../b/c.js");'],
];
const examples = made("strip.py", folderOf(Object.fromEntries(
    scripts.map(([, before], index) => [`${index}.js`, before]))));
scripts.forEach(([what, , now], index) => test(what, () => {
    assert.equal(readFileSync(path.join(examples, `${index}.js`), "utf8"), now);
}));

test("a template literal that spans lines is refused with its place", () => {
    const script = "run();\nconst a = `\n  // not a comment\n`;";
    assert.throws(() => stripped("a.js", script), /a\.js: line 2: end the template literal/);
});

test("a style sheet's comments go, and an address stays", () => {
    const sheet = "/* why\n   so */\n  b { c: d; } /* e */\n//f\n";
    assert.equal(stripped("a.css", sheet), "\n\nb { c: d; } /* e */\n//f\n");
});

/** Merges the files of a folder, and returns the folder. */
function merged(files) {
    const folder = folderOf({ "app.css": "", ...files });
    execFileSync("python3", [path.join(root, "Scripts/lib/merge.py"), folder], { stdio: "pipe" });
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    return folder;
}

const parts = {
    "app.js": 'import { double } from "./twice.js";\nconst two = 1;\nglobalThis.doubled = double(two);\n',
    "twice.js": 'import { two as factor } from "./two-times.js";\n\nexport const double = (number) => number * factor;\n',
    "two-times.js": "export async function unused() {}\nexport const { two, three } = { two: 2, three: 3 };\n",
    "later.js": 'import { two as both } from "./two-times.js";\nimport { one } from "./one.js";\nexport const three = both + one;\n',
    "one.js": "export const one = 1;\n",
};

test("scripts of every visit become one file, and keep their own names", async () => {
    const folder = merged(parts);
    assert.deepEqual(["app", "twice", "two-times", "later", "one"].filter((name) =>
        existsSync(path.join(folder, `${name}.js`))), ["app", "later", "one"]);
    const { $twice, $twoTimes } = await import(path.join(folder, "app.js"));
    assert.equal(globalThis.doubled, 2);
    assert.deepEqual([$twice.double(4), $twoTimes.two, $twoTimes.three], [8, 2, 3]);
    // A script that is loaded on demand shares them.
    assert.equal((await import(path.join(folder, "later.js"))).three, 3);
});

test("a script that cannot be merged is refused with its line", () => {
    for (const line of ["export let a;", "export default 1;", 'import "./one.js";', 'import * as one from "./one.js";']) {
        assert.throws(() => merged({ ...parts, "twice.js": `${line}\n` }), /twice\.js: cannot merge/, line);
    }
});

test("the style sheets that app.css imports become one file in their order", () => {
    const folder = merged({
        ...parts, "app.css": '@import "./a/one.css";\n@import "./two.css";\nb { c: d; }\n',
        "one.css": "\none { e: f; }\n", "two.css": "two { g: h; }\n",
    });
    assert.equal(readFileSync(path.join(folder, "app.css"), "utf8"), "one { e: f; }\ntwo { g: h; }\nb { c: d; }\n");
    assert.ok(!existsSync(path.join(folder, "one.css")));
});

test("texts are split by the parts of the page, and none is lost", () => {
    const folder = made("texts.py", source);
    for (const language of ["en", "ja", "ko", "zh-Hans", "zh-Hant"]) {
        const read = (place, name) =>
            JSON.parse(readFileSync(path.join(place, `${name}.${language}.json`), "utf8"));
        const all = read(path.join(source, "text"), "texts");
        const rest = read(folder, "texts");
        for (const part of ["alone", "bill", "board", "editor", "forms", "hands", "lesson", "question", "replay",
            "shortcuts"]) {
            assert.ok(!(part in rest), part);
            rest[part] = read(folder, part);
        }
        assert.deepEqual(rest, all);
    }
});
