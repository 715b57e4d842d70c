// The page for what can be no room's name. Its own words are there where no script runs.
import { fillTexts, textsAreThere } from "./texts.js";

await textsAreThere;
fillTexts();
