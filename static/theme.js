// Light or dark, as the device has it or as somebody chose.
import { element } from "./elements.js";
import { theme } from "./kept.js";

export function applyTheme() {
    document.documentElement.dataset.theme = theme.read() ?? "system";
}

export function listenToTheme() {
    const choices = element("theme").elements;
    choices.namedItem("theme").value = document.documentElement.dataset.theme;
    element("theme").onchange = (event) => {
        theme.write(event.target.value);
        applyTheme();
    };
}
