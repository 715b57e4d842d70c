// The lines that the server adds at the top of sw.js.

/** The version of the page, which is also the name of its folder. */
declare const version: string;
/** The files of that folder. */
declare const files: string[];
