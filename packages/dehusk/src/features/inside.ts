import { attribute, isElement, type Page, tagNumber } from "../page/index.ts";

/** What a node is, or is in, by its own and its ancestors' tags and roles. */
export const Inside = {
  Navigation: 1,
  Header: 2,
  Footer: 4,
  Aside: 8,
  Article: 16,
  Main: 32,
  List: 64,
  Table: 128,
  Form: 256,
  Heading: 512,
  Paragraph: 1024,
  Quote: 2048,
  Figure: 4096,
  Preformatted: 8192,
  Link: 16384,
} as const;

const byTag = new Uint16Array(256);
for (const [bit, names] of [
  [Inside.Navigation, "nav,menu"],
  [Inside.Header, "header"],
  [Inside.Footer, "footer"],
  [Inside.Aside, "aside"],
  [Inside.Article, "article"],
  [Inside.Main, "main"],
  [Inside.List, "ul,ol,dl,dir"],
  [Inside.Table, "table"],
  [Inside.Form, "form,fieldset,select,button,label,textarea"],
  [Inside.Heading, "h1,h2,h3,h4,h5,h6"],
  [Inside.Paragraph, "p"],
  [Inside.Quote, "blockquote,q"],
  [Inside.Figure, "figure,picture,figcaption"],
  [Inside.Preformatted, "pre,code,listing"],
  [Inside.Link, "a"],
] as const) {
  for (const name of names.split(",")) byTag[tagNumber(name)] = bit;
}

const byRole: Readonly<Record<string, number>> = {
  navigation: Inside.Navigation,
  menu: Inside.Navigation,
  menubar: Inside.Navigation,
  banner: Inside.Header,
  contentinfo: Inside.Footer,
  complementary: Inside.Aside,
  search: Inside.Form,
  article: Inside.Article,
  main: Inside.Main,
};

/** {@link Inside} bits of each node, those of its ancestors included. */
export function insideOf(page: Page): Uint16Array {
  const inside = new Uint16Array(page.size);
  for (let i = 1; i < page.size; i++) {
    let bits = inside[page.parent[i]];
    if (isElement(page, i)) {
      bits |= byTag[page.tag[i]] ?? 0;
      const role = attribute(page, i, "role");
      if (role !== undefined && Object.hasOwn(byRole, role)) bits |= byRole[role];
    }
    inside[i] = bits;
  }
  return inside;
}
