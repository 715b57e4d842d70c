import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const source = readFileSync(new URL("../../static/offline/sw.js", import.meta.url), "utf8");
const version = "0123456789abcdef";

/** A service worker with the caches of earlier versions, and a server that answers as the test says. */
function worker({ kept = [], answer = async (path) => new Response(`fresh ${path}`) } = {}) {
    const listeners = {};
    const caches = new Map(kept.map((name) => [name, new Map()]));
    let hasSkipped = false;
    const pathOf = (request) => new URL(request.url ?? request, "http://here").pathname;
    const environment = {
        URL, Promise, setTimeout, fetch: (request) => answer(pathOf(request)),
        caches: {
            async open(name) {
                if (!caches.has(name)) caches.set(name, new Map());
                return {
                    async addAll(paths) {
                        const answers = await Promise.all(paths.map((path) => answer(path)));
                        if (answers.some(({ ok }) => !ok)) throw new TypeError("not all are there");
                        paths.forEach((path, index) => caches.get(name).set(path, answers[index]));
                    },
                };
            },
            delete: async (name) => caches.delete(name),
            keys: async () => [...caches.keys()],
            match: async (request) =>
                [...caches.values()].map((cache) => cache.get(pathOf(request))).find(Boolean),
        },
    };
    environment.self = {
        addEventListener: (type, listen) => (listeners[type] = listen),
        skipWaiting: async () => (hasSkipped = true),
    };
    const constants = `const version = "${version}", files = ["index.html", "app.js"];`;
    vm.runInNewContext(`${constants}\n${source}`, environment);
    const extended = async (type) => {
        let done;
        listeners[type]({ waitUntil: (promise) => (done = promise) });
        await done;
    };
    return {
        caches, install: () => extended("install"), activate: () => extended("activate"),
        hasSkipped: () => hasSkipped,
        /** The text of the answer, or nothing if the worker leaves the request to the browser. */
        async asks(path, mode = "cors") {
            let answered;
            listeners.fetch({
                request: { url: `http://here${path}`, mode }, respondWith: (promise) => (answered = promise),
            });
            return answered && (await (await answered).text());
        },
    };
}

test("a version is kept as a whole", async () => {
    const one = worker();
    await one.install();
    assert.deepEqual([...one.caches.get(version).keys()], [`/${version}/index.html`, `/${version}/app.js`]);
    assert.ok(one.hasSkipped());
});

test("a version of which a file is missing is not kept at all", async () => {
    const one = worker({
        kept: ["before"],
        answer: async (path) => new Response("", { status: path.endsWith("app.js") ? 404 : 200 }),
    });
    await assert.rejects(one.install());
    assert.deepEqual([...one.caches.keys()], ["before"]);
    assert.ok(!one.hasSkipped());
});

test("the version before stays for open pages, and older ones go", async () => {
    const one = worker({ kept: ["first", "second", "third"] });
    await one.install();
    await one.activate();
    assert.deepEqual([...one.caches.keys()], ["third", version]);
});

test("the server's page comes first, also with the answer to a name that no room can have", async () => {
    const one = worker();
    await one.install();
    assert.equal(await one.asks("/rooms/abc", "navigate"), "fresh /rooms/abc");
    assert.equal(await one.asks("/", "navigate"), "fresh /");
});

test("without a server, or with one that fails, the kept page comes", async () => {
    for (const answer of [
        async () => { throw new TypeError("no network"); },
        async () => new Response("broken", { status: 503 }),
    ]) {
        let isUp = true;
        const one = worker({ answer: async (path) => (isUp ? new Response(`kept ${path}`) : answer()) });
        await one.install();
        isUp = false;
        assert.equal(await one.asks("/rooms/abc", "navigate"), `kept /${version}/index.html`);
    }
});

test("a server that does not answer within a second is not waited for", async () => {
    let isUp = true;
    const silence = new Promise(() => {});
    const one = worker({ answer: async (path) => (isUp ? new Response(`kept ${path}`) : silence) });
    await one.install();
    isUp = false;
    assert.equal(await one.asks("/", "navigate"), `kept /${version}/index.html`);
});

test("parts of a version come from the cache, and everything else from the server", async () => {
    let isUp = true;
    const one = worker({ answer: async (path) => new Response(`${isUp ? "kept" : "fresh"} ${path}`) });
    await one.install();
    isUp = false;
    assert.equal(await one.asks(`/${version}/app.js`), `kept /${version}/app.js`);
    assert.equal(await one.asks("/fedcba9876543210/app.js"), "fresh /fedcba9876543210/app.js");
    for (const path of ["/rooms/abc/tape", "/app.js", "/keypads.json"]) {
        assert.equal(await one.asks(path), undefined);
    }
    assert.equal(await one.asks("/rooms/abc/tape.csv", "navigate"), undefined);
    // A kept page may not be framed.
    assert.equal(await one.asks("/rooms/abc?view=embed", "navigate"), undefined);
});
