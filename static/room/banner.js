// A line over the screen with one button, which stays for some seconds.
import { element } from "../page/dom.js";

const shownTime = 12_000;

/**
 * Makes the banner. `announce` tells screen readers the line.
 * @param {(text: string, about: string) => void} announce
 */
export function makeBanner(announce) {
    const [banner, button] = [element("banner"), element("banner-act")];
    /**
     * The subject of the line.
     * @type {string | undefined}
     */
    let shown;
    /** @type {number | undefined} */
    let timer;
    element("banner-close").onclick = () => hide();

    /**
     * Shows a line and a button, in place of another line.
     * @param {string} about
     * @param {string} text
     * @param {string} label
     * @param {() => void} act
     */
    function show(about, text, label, act) {
        shown = about;
        element("banner-text").textContent = text;
        Object.assign(button, { textContent: label, hidden: false });
        button.onclick = () => {
            hide();
            act();
        };
        banner.hidden = false;
        announce(text, about);
        clearTimeout(timer);
        timer = setTimeout(hide, shownTime);
    }

    /**
     * Hides the line about a subject, or any line.
     * @param {string} [about]
     */
    function hide(about = shown) {
        if (about === shown) banner.hidden = true;
    }

    /**
     * Offers the button of the line about a subject only to those who may use it.
     * @param {string} about
     * @param {boolean} isOffered
     */
    function offer(about, isOffered) {
        if (about === shown) button.hidden = !isOffered;
    }

    return { show, hide, offer };
}
