// Keeps a whole version of the page, so that it opens without a network. The server writes two constants
// above this: `version`, and its `files`.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const folder = `/${version}/`;
/** Milliseconds that the page waits for the server. */
const patience = 1000;

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(forget()));
worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { pathname, search } = new URL(request.url);
    if (request.mode === "navigate") {
        // Only the server's own answer may be framed.
        if (search !== "?view=embed" && /^\/(rooms\/[^/]+)?$/.test(pathname)) event.respondWith(open(request));
    } else if (/^\/[0-9a-f]{16}\//.test(pathname)) event.respondWith(part(request));
});

/** Keeps all files or none. If one is missing, the version before stays in use. */
async function keep() {
    const cache = await caches.open(version);
    try {
        await cache.addAll(files.map((file) => folder + file));
    } catch (error) {
        await caches.delete(version);
        throw error;
    }
    await worker.skipWaiting();
}

/** Deletes all versions but this one and the one before, which open pages still use. */
async function forget() {
    const others = (await caches.keys()).filter((name) => name !== version);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * Answers with the server's page, which is the newest. If it does not come soon, answers with the kept one.
 * Both name the version of their parts.
 * @param {Request} request
 */
async function open(request) {
    const kept = await caches.match(`${folder}index.html`);
    const fresh = fetch(request);
    if (!kept) return fresh;
    /** @type {Promise<Response>} */
    const late = new Promise((resolve) => setTimeout(resolve, patience, kept));
    return Promise.race([late, fresh.then((own) => (own.status < 500 ? own : kept), () => kept)]);
}

/** @param {Request} request */
async function part(request) {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
