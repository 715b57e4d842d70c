// Reads the documents of a room.

/**
 * Fetches a document that has one JSON value per line.
 * @template Line
 * @param {string} address
 * @returns {Promise<Line[]>}
 */
export async function linesOf(address) {
    const answer = await fetch(address);
    return JSON.parse(`[${(await answer.text()).trim().replaceAll("\n", ",")}]`);
}
