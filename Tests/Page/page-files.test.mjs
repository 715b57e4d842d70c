import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { part } from "../../static/offline/page-files.js";

test("a part that is missing or unreachable is reported as an import that failed", async () => {
    const own = globalThis.fetch;
    try {
        globalThis.fetch = async () => new Response("", { status: 404 });
        await assert.rejects(part("bill.html"), /no import of bill.html/);
        globalThis.fetch = async () => { throw new TypeError("network"); };
        await assert.rejects(part("bill.html"), /no import of bill.html/);
    } finally {
        globalThis.fetch = own;
    }
});
