// What the bookmarklet and the extension run on a page: shows the overlay, or closes the one that is open.
import { closeOverlay, showOverlay } from "./overlay.js";

if (!closeOverlay()) showOverlay(document);
