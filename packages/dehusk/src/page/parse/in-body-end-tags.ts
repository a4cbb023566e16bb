import { knownTagNames, tagNumber, tagNumbers } from "../tags.ts";
import { runAdoptionAgency } from "./adoption-agency.ts";
import type { Construction } from "./construction.ts";
import { closeTemplate } from "./in-head.ts";
import { type Again, Mode } from "./insertion-mode.ts";

const [BODY, BR, FORM, LI, P] = tagNumbers("body", "br", "form", "li", "p");

/** The effect of a known end tag in the body. */
const Act = {
  Any: 0,
  Formatting: 1,
  Paragraph: 2,
  Block: 3,
  Li: 4,
  Definition: 5,
  Heading: 6,
  Break: 7,
  Body: 8,
  Html: 9,
  Form: 10,
  Object: 11,
  Template: 12,
} as const;

const acts = new Uint8Array(knownTagNames.length);
for (const [act, names] of [
  [Act.Formatting, "a b big code em font i nobr s small strike strong tt u"],
  [Act.Paragraph, "p"],
  [
    Act.Block,
    "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header " +
      "hgroup listing main menu nav ol pre search section summary ul",
  ],
  [Act.Li, "li"],
  [Act.Definition, "dd dt"],
  [Act.Heading, "h1 h2 h3 h4 h5 h6"],
  [Act.Break, "br"],
  [Act.Body, "body"],
  [Act.Html, "html"],
  [Act.Form, "form"],
  [Act.Object, "applet marquee object"],
  [Act.Template, "template"],
] as const) {
  for (const name of names.split(" ")) acts[tagNumber(name)] = act;
}

/** The "in body" insertion mode: end tags. */
export function endTagInBody(p: Construction): Again {
  const { open } = p;
  const { name } = p.token;
  switch (name < acts.length ? acts[name] : Act.Any) {
    case Act.Formatting:
      if (!runAdoptionAgency(p, name)) closeAnyOther(p);
      return false;
    case Act.Paragraph:
      if (!open.hasInButtonScope(P)) p.insertImplied(P);
      p.closeParagraph();
      return false;
    case Act.Block:
      if (open.has(name)) {
        p.closeImplied();
        p.popUntil(name);
      }
      return false;
    case Act.Li:
      if (open.hasInItemScope(LI)) {
        p.closeImplied(LI);
        p.popUntil(LI);
      }
      return false;
    case Act.Definition:
      if (open.has(name)) {
        p.closeImplied(name);
        p.popUntil(name);
      }
      return false;
    case Act.Heading:
      if (open.isInScope(open.findHeading())) {
        p.closeImplied();
        p.popTo(open.findHeading());
      }
      return false;
    case Act.Break:
      p.reconstruct();
      p.insertImplied(BR);
      p.pop();
      p.framesetOk = false;
      return false;
    case Act.Body:
      endBody(p);
      return false;
    case Act.Html:
      if (!open.has(BODY)) return false;
      p.mode = Mode.AfterBody;
      return true;
    case Act.Form:
      return endForm(p);
    case Act.Object:
      if (open.has(name)) {
        p.closeImplied();
        p.popUntil(name);
        p.formatting.clearToMarker();
      }
      return false;
    case Act.Template:
      return closeTemplate(p);
    default:
      closeAnyOther(p);
      return false;
  }
}

function endBody(p: Construction): void {
  const { open } = p;
  if (!open.has(BODY)) return;
  p.mode = Mode.AfterBody;
  if (p.sourceRanges && open.tag[1] === BODY) {
    p.closeAt(1);
    p.bodyClosed = true;
  }
}

function endForm(p: Construction): Again {
  const { open, form } = p;
  const inTemplate = open.templates > 0;
  if (!inTemplate) p.form = 0;
  if ((form !== 0 || inTemplate) && open.has(FORM)) {
    p.closeImplied();
    if (inTemplate) p.popUntil(FORM);
    else p.remove(open.slotOf(form, FORM));
  }
  return false;
}

/** Any other end tag closes the topmost element with its name, unless a special element is above that. */
export function closeAnyOther(p: Construction): void {
  const { open } = p;
  const tag = p.tags.knownHtml(p.token.name);
  const slot = open.find(tag);
  if (slot <= 0 || open.hasSpecialAbove(slot)) return;
  p.closeImplied(tag);
  if (open.top >= slot) p.popTo(slot);
}
