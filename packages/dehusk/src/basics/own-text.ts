/**
 * The text as a string of its own. V8 keeps a piece of a longer string, and strings put together of such pieces, as views
 * of it, and with them all of a page's source in memory; what is cut from a new string is a view of that one.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
