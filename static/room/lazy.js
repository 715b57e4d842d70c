// Loads a part of the page on demand.

/**
 * A part of the page that is loaded once, on demand. A failed load is repeated at the next one.
 * @template Part
 * @param {() => Promise<Part>} load
 */
export function lazy(load) {
    /** @type {{ loaded?: Promise<Part>, load(): Promise<Part> }} */
    const part = {
        load: () => (part.loaded ??= load().catch((error) => {
            delete part.loaded;
            throw error;
        })),
    };
    return part;
}
