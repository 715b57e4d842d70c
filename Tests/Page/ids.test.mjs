import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sources } from "./sources.mjs";

const types = {
    a: "HTMLAnchorElement", button: "HTMLButtonElement", dialog: "HTMLDialogElement",
    fieldset: "HTMLFieldSetElement", form: "HTMLFormElement", img: "HTMLImageElement",
    input: "HTMLInputElement", ol: "HTMLOListElement", select: "HTMLSelectElement",
    template: "HTMLTemplateElement", textarea: "HTMLTextAreaElement",
};

/** Sorted lines such as `code: HTMLInputElement`. */
function idsOfHTML() {
    const found = sources(".html").flatMap((file) => [...readFileSync(file, "utf8")
        .matchAll(/<(\w+)(?=[^>]*\bid="([^"]+)")/g)].map(([, tag, id]) => [path.basename(file), tag, id]));
    const ids = found.filter(([, tag]) => tag !== "symbol");
    // Parts are loaded into index.html, and no-room.html is a page of its own.
    const shared = ids.filter(([name]) => name !== "no-room.html").map(([, , id]) => id);
    assert.deepEqual(shared.filter((id, index) => shared.indexOf(id) !== index), [], "an id is there twice");
    return [...new Set(ids.map(([, tag, id]) => `${id}: ${types[tag] ?? "HTMLElement"}`))].sort();
}

test("ids.d.ts has the ids and types of all HTML files", () => {
    const source = readFileSync(new URL("ids.d.ts", import.meta.url), "utf8");
    const declared = [...source.matchAll(/Record<([^>]*),\s*(\w+)>/g)].flatMap(([, ids, type]) =>
        [...ids.matchAll(/"([^"]+)"/g)].map(([, id]) => `${id}: ${type}`));
    assert.deepEqual(declared.sort(), idsOfHTML());
});
