// Shows the way into a room: its link and a picture of the link.
import { shownName } from "../home/room-name.js";
import { ownName } from "../offline/storage.js";
import { copy, open } from "../page/dialogs.js";
import { element, make, write } from "../page/dom.js";
import { fill, loadPart, texts } from "../text/texts.js";

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
        await copy(field.value);
        button.textContent = texts.room.copied;
    };
}

/** @param {Room} room */
export async function makeSharing({ room, path, told, nameOf }) {
    document.body.append(await loadPart("sharing"));
    const [sheet, link, picture] = [element("sharing"), element("share-link"), element("share-picture")];
    const name = shownName(room);
    element("share-code").textContent = name;
    element("board-open").href = `${path}?view=board`;
    const enlarge = (isLarge = !sheet.hasAttribute("data-large")) => sheet.toggleAttribute("data-large", isLarge);
    element("share-large").onclick = () => enlarge();
    sheet.addEventListener("cancel", (event) => {
        // Escape leaves the large picture first.
        if (sheet.hasAttribute("data-large")) event.preventDefault();
        enlarge(false);
    });
    sheet.onclose = () => enlarge(false);
    element("share-send").hidden = !navigator.share;
    element("share-send").onclick = () => navigator.share({ title: name, url: link.value }).catch(() => {
        // The person closed the system's sheet.
    });
    element("share-poster").onclick = printPoster;
    // A host without a name is asked here, too: this sheet covers the room while the first people join.
    const seenAs = make("span");
    const own = make("div", { className: "row" }, seenAs, make("button", {
        textContent: texts.people.yourName,
        onclick: () => {
            own.hidden = true;
            element("me").click();
        },
    }));
    link.after(own);
    return () => {
        const { you, door } = told.people ?? {};
        element("share-shut").hidden = door !== false;
        own.hidden = you === undefined || Boolean(ownName.read());
        write(seenAs, fill(texts.people.seenAs, nameOf(you ?? 0)));
        offerCopy(element("copy"), link);
        open(sheet);
        showWay(path, ({ host, href }, source) => {
            element("share-place").textContent = host;
            link.value = href;
            if (source) picture.src = source;
        });
    };

    async function printPoster() {
        const { printOnly } = await import("../tape/tape-print.js");
        const drawn = make("img", { src: picture.src });
        const title = make("h1", {}, name);
        title.style.setProperty("--length", `${[...name].length}`);
        const place = element("share-place").textContent ?? "";
        await drawn.decode();
        await printOnly("poster", title, drawn, make("p", {}, texts.sharing.hint, make("b", {}, place)));
    }
}
