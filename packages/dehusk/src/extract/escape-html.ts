const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "`": "&#96;",
};

/** Text as HTML: nothing in it can start a tag or an entity. */
export function escapeText(text: string): string {
  return /[&<>\0\r]/.test(text) ? text.replace(/[\0\r]/g, " ").replace(/[&<>]/g, (sign) => escapes[sign]) : text;
}

/**
 * A value for between double quotes. No tag can hide in it even if a reader takes the HTML for text, and no
 * old browser can take its backticks for quotes.
 */
export function escapeAttribute(value: string): string {
  return value.replace(/[\0\r\n\t]/g, " ").replace(/[&<>"`]/g, (sign) => escapes[sign]);
}
