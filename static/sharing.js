// The way into a room, as others find it, and the sheet that shows it.
import { element } from "./elements.js";
import { copy, open } from "./sheets.js";
import { texts } from "./texts.js";

/** Gives `draw` the room's address, and then that of the server's picture, with the picture. They differ
 where a page has a name for the server that leads nobody else there. `secret` is a host's link's. */
export async function showWay(path, draw, secret) {
    draw(new URL(secret ? `${path}#host=${secret}` : path, location));
    try {
        const headers = secret ? { "X-Host-Link": secret } : {};
        const drawn = await (await fetch(`${path}/qr.svg`, { headers })).text();
        const picture = new DOMParser().parseFromString(drawn, "image/svg+xml");
        const address = picture.querySelector("title").textContent;
        draw(new URL(address), `data:image/svg+xml,${encodeURIComponent(drawn)}`);
    } catch {
        // Without the server, or a picture, the page's own address has to do.
    }
}

/** Has a button copy what stands in a field, and say so. */
export function offerCopy(button, field) {
    button.textContent = texts.room.copyLink;
    button.onclick = async () => {
        await copy(field.value, field);
        button.textContent = texts.room.copied;
    };
}

export function make({ room, path }) {
    const [link, picture] = ["share-link", "share-picture"].map(element);
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
