// What every part of the page makes elements with.

export const element = (id) => document.getElementById(id);

/** `make("p", { className: "calm" }, "text", child)` */
export function make(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

const drawing = "http://www.w3.org/2000/svg";

export function draw(tag, attributes, ...children) {
    const made = document.createElementNS(drawing, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}
