import { type Attribute, attribute, type Page } from "../../page/index.ts";
import { fragmentOf } from "./find-footnotes.ts";
import type { PageLinks } from "./page-links.ts";
import { safeLink } from "./safe-url.ts";
import { shortText } from "./short-text.ts";

/** Ids get a prefix, so that none can shadow names that scripts of the embedding page look up. */
const idPrefix = "user-content-";

export function ownId(id: string): string {
  const clean = id.replace(/[\s"'<>&]/g, "-");
  return clean.startsWith(idPrefix) ? clean : idPrefix + clean;
}

/** The id of a note without a link to it. */
export function noteId(label: string): string {
  return ownId(`fn-${label}`);
}

/** A link to write. */
export interface ReadLink {
  /** For HTML, in which links within the page stay within the output, if their target is there. */
  readonly attributes: readonly Attribute[];
  /** For Markdown, which has no ids: on the web, "" for none. */
  readonly address: string;
  /** Label of the target footnote, or "back" for a back link. */
  readonly label: string;
}

/** Reads an `<a>`; undefined if it has no target. */
export function readLink(page: Page, links: PageLinks, node: number): ReadLink | undefined {
  const href = attribute(page, node, "href");
  const address = href === undefined ? undefined : addresses(page, links, href);
  if (address === undefined) return undefined;
  const attributes: Attribute[] = [{ name: "href", value: address.html }];
  const title = shortText(attribute(page, node, "title") ?? "");
  if (title !== "") attributes.push({ name: "title", value: title });
  const label = links.backlinks.has(node) ? "back" : (links.references.get(node) ?? "");
  return { attributes, address: address.markdown, label };
}

function addresses(page: Page, links: PageLinks, href: string): { html: string; markdown: string } | undefined {
  const address = safeLink(page, href);
  const fragment = fragmentOf(page, href);
  if (fragment === undefined) return address === undefined ? undefined : { html: address, markdown: address };
  const web = address !== undefined && /^https?:/.test(address) ? address : "";
  if (links.targets.has(fragment)) return { html: `#${ownId(fragment)}`, markdown: web };
  return web === "" ? undefined : { html: web, markdown: web };
}
