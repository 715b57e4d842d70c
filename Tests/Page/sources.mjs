// The source files of the page.
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const folder = fileURLToPath(new URL("../../static/", import.meta.url));

/** The paths of all files in all folders whose names have this ending. */
export const sources = (ending = "", from = folder) =>
    readdirSync(from, { withFileTypes: true }).flatMap((entry) => {
        const place = path.join(from, entry.name);
        if (entry.isDirectory()) return sources(ending, place);
        return place.endsWith(ending) ? [place] : [];
    }).sort();

/** The names of the parts of the page that scripts load when they are needed. */
export const parts = sources(".html").map((file) => path.basename(file, ".html")).filter((name) => name !== "index");
