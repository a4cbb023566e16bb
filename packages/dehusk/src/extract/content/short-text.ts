/** Titles and the like are no longer; a link's is written again for each block that the link goes through. */
const longest = 2000;

/** The text of a title or the like: white space collapsed, cut when it is longer than any in good faith. */
export function shortText(text: string): string {
  const part = text.length > 4 * longest ? text.slice(0, 4 * longest) : text;
  const clean = part.trim().replace(/\s+/g, " ");
  if (clean.length <= longest) return clean;
  // Not between the halves of a surrogate pair.
  const code = clean.charCodeAt(longest - 1);
  return clean.slice(0, code >= 0xd800 && code <= 0xdbff ? longest - 1 : longest).trimEnd();
}
