import { cutText } from "../../basics/index.ts";
import { closeDirections, tidyCharacters } from "../../page/index.ts";

/** Titles and the like are no longer; a link's is written again for each block that the link goes through. */
const longest = 2000;

/** The text of a title or the like: white space collapsed, cut when it is longer than any in good faith. */
export function shortText(text: string): string {
  const clean = tidyCharacters(cutText(text, 4 * longest), false, false)
    .trim()
    .replace(/\s+/g, " ");
  return clean.length > longest ? closeDirections(cutText(clean, longest).trimEnd()) : clean;
}
