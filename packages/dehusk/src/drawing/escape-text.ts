const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML, in an element or between quotes: nothing in it can start a tag, an entity or a new attribute. */
export function escaped(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, " ").replace(/[&<>"']/g, (sign) => escapes[sign] as string);
}
