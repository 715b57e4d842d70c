// Keeps a whole version of the page, so that it opens without a network. In front of this the server
// says which `version` that is, and names its `files`.
const folder = `/${version}/`;
const patience = 1000;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
    const { request } = event;
    const { pathname } = new URL(request.url);
    if (request.mode === "navigate") {
        if (/^\/(rooms\/[^/]+)?$/.test(pathname)) event.respondWith(open(request));
    } else if (/^\/[0-9a-f]{16}\//.test(pathname)) event.respondWith(part(request));
});

/** All files or none: without one of them, the version before goes on. */
async function keep() {
    const cache = await caches.open(version);
    try {
        await cache.addAll(files.map((file) => folder + file));
    } catch (error) {
        await caches.delete(version);
        throw error;
    }
    await skipWaiting();
}

/** The version before stays, for pages that are open. */
async function forget() {
    const others = (await caches.keys()).filter((name) => name !== version);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The server's page, as it is the newest, and as the server knows what is no room's name; soon, or if it
    cannot be had, the one that is kept. Each names the version of its parts. */
async function open(request) {
    const kept = await caches.match(`${folder}index.html`);
    const fresh = fetch(request);
    if (!kept) return fresh;
    const late = new Promise((resolve) => setTimeout(resolve, patience, kept));
    return Promise.race([late, fresh.then((own) => (own.status < 500 ? own : kept), () => kept)]);
}

async function part(request) {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
