/**
 * Known ways of smuggling script into a page, for tests of the HTML writer. Each vector calls `__xss()` when it runs
 * (`parent.__xss()` from within a frame), so a browser test can detect it; each also contains the harmless
 * word `keepword`, which must survive. Some run only after a click, some only in old browsers, and some only once
 * their output is parsed a second time; a test of the output must inspect all of them.
 */
export interface XssVector {
  readonly name: string;
  readonly html: string;
}

/** A vector after a paragraph of harmless text. */
export function after(name: string, payload: string): XssVector {
  return { name, html: `<p>keepword</p>${payload}` };
}

/** A vector that is a link's URL, as written between double quotes. */
export function link(name: string, href: string): XssVector {
  return { name, html: `<p>keepword <a href="${href}">link</a></p>` };
}
