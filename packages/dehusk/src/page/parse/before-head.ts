import { tagNumbers } from "../tags.ts";
import type { Construction } from "./construction.ts";
import { addHtmlAttributes } from "./in-head.ts";
import { type Again, Mode } from "./insertion-mode.ts";
import { type DoctypeToken, isQuirky } from "./quirks-mode.ts";

const [BODY, BR, HEAD, HTML] = tagNumbers("body", "br", "head", "html");

/** The "initial" insertion mode. */
export function doctypeInInitial(p: Construction, doctype: DoctypeToken): void {
  const { name = "", publicId = "", systemId = "" } = doctype;
  p.tree.doctype = { name, publicId, systemId };
  p.tree.quirks = isQuirky(doctype);
  p.mode = Mode.BeforeHtml;
}

/** A page without a doctype. */
export function leaveInitial(p: Construction): Again {
  p.tree.quirks = true;
  p.mode = Mode.BeforeHtml;
  return true;
}

/** The "before html" insertion mode. */
export function startTagBeforeHtml(p: Construction): Again {
  if (p.token.name !== HTML) return openHtml(p);
  p.insert(HTML);
  p.mode = Mode.BeforeHead;
  return false;
}

/** End tags that are not ignored before the head. */
export function opensHead(name: number): boolean {
  return name === HTML || name === HEAD || name === BODY || name === BR;
}

export function openHtml(p: Construction): Again {
  p.insertImplied(HTML);
  p.mode = Mode.BeforeHead;
  return true;
}

/** The "before head" insertion mode. */
export function startTagBeforeHead(p: Construction): Again {
  if (p.token.name === HTML) return addHtmlAttributes(p);
  if (p.token.name !== HEAD) return openHead(p);
  p.head = p.insert(HEAD);
  p.mode = Mode.InHead;
  return false;
}

export function openHead(p: Construction): Again {
  p.head = p.insertImplied(HEAD);
  p.mode = Mode.InHead;
  return true;
}
