// What the server writes above sw.js.

/** The version of the page, which is also the name of its folder. */
declare const version: string;
/** The files of that folder. */
declare const files: string[];
