// Loads and updates the files of this page.

/**
 * A part of the page that is loaded once, on demand. A failed load is repeated at the next one.
 * @template Part
 * @param {() => Promise<Part>} load
 * @param {string} [script] the script that it imports. Many browsers never repeat an import that failed, so the script
 *     is fetched first, and the import finds it in the cache
 */
export function lazy(load, script) {
    const fetched = async () => script && (await fetchFile(script)).arrayBuffer();
    /** @type {{ loaded?: Promise<Part>, load(): Promise<Part> }} */
    const part = {
        load: () => (part.loaded ??= fetched().then(load).catch((error) => {
            delete part.loaded;
            throw error;
        })),
    };
    return part;
}

/**
 * Fetches a file of this page's own version, which is in the folder of its scripts.
 * @param {string} name
 */
export async function fetchFile(name) {
    const answer = await fetch(new URL(name, import.meta.url)).catch(() => undefined);
    if (!answer?.ok) throw new Error(`no import of ${name}`);
    return answer;
}

/** Lets sw.js keep the page. Browsers allow this over HTTPS and on the server's own machine. */
export function keepPage() {
    navigator.serviceWorker?.register("/sw.js").catch(() => {
        // Browsers refuse it if the reader accepted the certificate by hand.
    });
}

/** Loads the newest page. If it were not kept before, a slow server would bring the old one again. */
export async function loadNewestPage() {
    try {
        const registration = await navigator.serviceWorker?.getRegistration();
        await registration?.update();
        const worker = registration?.installing ?? registration?.waiting;
        if (worker) await settled(worker);
    } catch {
        // Load whatever the server has.
    }
    location.reload();
}

/**
 * Resolves when a worker is active, or never will be.
 * @param {ServiceWorker} worker
 * @returns {Promise<void>}
 */
const settled = (worker) => new Promise((resolve) => {
    const check = () => {
        if (["activated", "redundant"].includes(worker.state)) resolve();
    };
    worker.onstatechange = check;
    check();
});
