// Reads the documents of a room.

/**
 * Fetches a document of which each line is JSON.
 * @template Line
 * @param {string} address
 * @returns {Promise<Line[]>}
 */
export async function linesOf(address) {
    const answer = await fetch(address);
    return JSON.parse(`[${(await answer.text()).trim().replaceAll("\n", ",")}]`);
}
