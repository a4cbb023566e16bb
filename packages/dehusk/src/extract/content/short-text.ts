import { cutText } from "../../basics/index.ts";
import { closeDirections, tidyCharacters } from "../../page/index.ts";

/** Maximum length of titles and the like; a link's is repeated for each block within the link. */
const longest = 2000;

/** The text of a title or the like: white space collapsed, cut at a generous length. */
export function shortText(text: string): string {
  const clean = tidyCharacters(cutText(text, 4 * longest), false, false)
    .trim()
    .replace(/\s+/g, " ");
  return clean.length > longest ? closeDirections(cutText(clean, longest).trimEnd()) : clean;
}
