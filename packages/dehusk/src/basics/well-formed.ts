/** A lone surrogate. */
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with lone surrogates replaced by U+FFFD, as decoders do. */
export function wellFormed(text: string): string {
  // Not in older browsers, nor in the types of ES2023.
  const known = text as string & { isWellFormed?(): boolean };
  return known.isWellFormed?.() === true ? text : text.replace(lone, "\ufffd");
}

/** The first characters of a text, not cut between the halves of a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
