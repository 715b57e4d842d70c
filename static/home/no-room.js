// The page for an address that cannot be a room's. Its HTML has English texts for browsers without script.
import { fillTexts, textsAreThere } from "../text/texts.js";

await textsAreThere;
fillTexts();
