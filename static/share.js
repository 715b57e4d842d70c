// What lets others in: the room's name, its link, and the link as a picture.

export function listenToSharing(room, path) {
    const element = (id) => document.getElementById(id);
    const link = element("share-link");
    element("share").onclick = () => {
        element("share-code").textContent = room;
        element("share-picture").src = `${path}/qr.svg`;
        link.value = `${location.origin}${path}`;
        element("sharing").showModal();
    };
    element("copy").onclick = async () => {
        link.select();
        try {
            await navigator.clipboard.writeText(link.value);
        } catch {
            // Over plain HTTP a page has no clipboard: then the selection is what can be copied.
            document.execCommand("copy");
        }
        element("copy").textContent = "Copied";
    };
}
