// What a room's documents say, read by the page.

/** The lines of a document, each of which is JSON. */
export async function linesOf(address) {
    const answer = await fetch(address);
    return JSON.parse(`[${(await answer.text()).trim().replaceAll("\n", ",")}]`);
}
