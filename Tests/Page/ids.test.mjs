import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sources } from "./sources.mjs";

const types = {
    a: "HTMLAnchorElement", button: "HTMLButtonElement", dialog: "HTMLDialogElement",
    fieldset: "HTMLFieldSetElement", form: "HTMLFormElement", img: "HTMLImageElement",
    input: "HTMLInputElement", ol: "HTMLOListElement", select: "HTMLSelectElement",
    template: "HTMLTemplateElement",
};

/** Sorted lines such as `code: HTMLInputElement`. */
function idsOfHTML() {
    const found = sources(".html").flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/<(?!symbol)(\w+)(?=[^>]*\bid="([^"]+)")/g)]);
    // Parts are loaded into index.html.
    const ids = found.map(([, , id]) => id);
    assert.deepEqual(ids.filter((id, index) => ids.indexOf(id) !== index), [], "an id is there twice");
    return found.map(([, tag, id]) => `${id}: ${types[tag] ?? "HTMLElement"}`).sort();
}

test("ids.d.ts has the ids and types of all HTML files", () => {
    const source = readFileSync(new URL("ids.d.ts", import.meta.url), "utf8");
    const declared = [...source.matchAll(/Record<([^>]*),\s*(\w+)>/g)].flatMap(([, ids, type]) =>
        [...ids.matchAll(/"([^"]+)"/g)].map(([, id]) => `${id}: ${type}`));
    assert.deepEqual(declared.sort(), idsOfHTML());
});
