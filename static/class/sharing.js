// Shows the way into a room: its link and a picture of the link.
import { copy, open } from "../page/dialogs.js";
import { element } from "../page/dom.js";
import { texts } from "../text/texts.js";

/**
 * Gives `draw` the page's address of the room at once, and then the address in the server's picture with the
 * picture. They differ if the page's name for the server works on this machine only.
 * @param {string} path
 * @param {(address: URL, picture?: string) => void} draw
 * @param {string} [secret] of a host's link
 */
export async function showWay(path, draw, secret) {
    draw(new URL(secret ? `${path}#host=${secret}` : path, location.href));
    try {
        const drawn = await (await fetch(`${path}/qr.svg`, {
            headers: secret ? [["X-Host-Link", secret]] : [],
        })).text();
        const picture = new DOMParser().parseFromString(drawn, "image/svg+xml");
        const address = picture.querySelector("title")?.textContent ?? "";
        draw(new URL(address), `data:image/svg+xml,${encodeURIComponent(drawn)}`);
    } catch {
        // Without the server or its picture, the page's own address remains.
    }
}

/**
 * Makes a button copy the text of a field.
 * @param {HTMLButtonElement} button
 * @param {HTMLInputElement} field
 */
export function offerCopy(button, field) {
    button.textContent = texts.room.copyLink;
    button.onclick = async () => {
        await copy(field.value, field);
        button.textContent = texts.room.copied;
    };
}

/** @param {Room} room */
export function make({ room, path }) {
    const [link, picture] = [element("share-link"), element("share-picture")];
    element("share-code").textContent = room;
    element("board-open").href = `${path}?view=board`;
    return () => {
        offerCopy(element("copy"), link);
        open(element("sharing"));
        showWay(path, ({ host, href }, source) => {
            element("share-place").textContent = host;
            link.value = href;
            if (source) picture.src = source;
        });
    };
}
