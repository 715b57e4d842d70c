import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { fetchFile, lazy } from "../../static/offline/page-files.js";

test("a file that is missing or unreachable is reported as an import that failed", async () => {
    const own = globalThis.fetch;
    try {
        globalThis.fetch = async () => new Response("", { status: 404 });
        await assert.rejects(fetchFile("bill.html"), /no import of bill.html/);
        globalThis.fetch = async () => { throw new TypeError("network"); };
        await assert.rejects(fetchFile("bill.html"), /no import of bill.html/);
    } finally {
        globalThis.fetch = own;
    }
});

test("a part is loaded once, and again only after a failure", async () => {
    let count = 0;
    const part = lazy(async () => {
        if (++count === 1) throw new Error("no network");
        return count;
    });
    assert.equal(part.loaded, undefined);
    await assert.rejects(part.load(), /no network/);
    assert.equal(part.loaded, undefined);
    assert.deepEqual(await Promise.all([part.load(), part.load()]), [2, 2]);
    assert.equal(await part.loaded, 2);
});

test("a script is imported only if it could be fetched", async () => {
    const own = globalThis.fetch;
    try {
        let count = 0;
        const part = lazy(async () => ++count, "tape.js");
        globalThis.fetch = async () => { throw new TypeError("network"); };
        await assert.rejects(part.load(), /no import of tape.js/);
        assert.equal(count, 0);
        globalThis.fetch = async () => new Response("");
        assert.equal(await part.load(), 1);
    } finally {
        globalThis.fetch = own;
    }
});
