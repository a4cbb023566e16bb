import { knownTagNames, tagNumber, tagNumbers } from "../tags.ts";
import { runAdoptionAgency } from "./adoption-agency.ts";
import { type Construction, Content } from "./construction.ts";
import { insertForeign } from "./foreign-elements.ts";
import { closeAnyOther } from "./in-body-end-tags.ts";
import { addHtmlAttributes, startTagInHead } from "./in-head.ts";
import { type Again, Mode } from "./insertion-mode.ts";
import { MATH, SVG, TYPE } from "./tag-tokens.ts";

const [A, BODY, BUTTON, DD, DT, FRAMESET, H1, H6, IMG, LI, NOBR, OPTION, RTC, RUBY] = tagNumbers(
  "a",
  "body",
  "button",
  "dd",
  "dt",
  "frameset",
  "h1",
  "h6",
  "img",
  "li",
  "nobr",
  "option",
  "rtc",
  "ruby",
);

/** The effect of a known start tag in the body. */
const Act = {
  Any: 0,
  Formatting: 1,
  Link: 2,
  Heading: 3,
  Block: 4,
  Item: 5,
  Void: 6,
  Rule: 7,
  RubyBase: 8,
  RubyText: 9,
  Pre: 10,
  Xmp: 11,
  Html: 12,
  Head: 13,
  Body: 14,
  Form: 15,
  Nobr: 16,
  Table: 17,
  Input: 18,
  Source: 19,
  Image: 20,
  Button: 21,
  Object: 22,
  Iframe: 23,
  Select: 24,
  Option: 25,
  Rawtext: 26,
  Frameset: 27,
  Textarea: 28,
  Noscript: 29,
  Plaintext: 30,
  Ignored: 31,
} as const;

const acts = new Uint8Array(knownTagNames.length);
for (const [act, names] of [
  [Act.Formatting, "b big code em font i s small strike strong tt u"],
  [Act.Link, "a"],
  [Act.Heading, "h1 h2 h3 h4 h5 h6"],
  [
    Act.Block,
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup " +
      "main menu nav ol p search section summary ul",
  ],
  [Act.Item, "li dd dt"],
  [Act.Void, "area br embed img keygen wbr"],
  [Act.Rule, "hr"],
  [Act.RubyBase, "rb rtc"],
  [Act.RubyText, "rp rt"],
  [Act.Pre, "pre listing"],
  [Act.Xmp, "xmp"],
  [Act.Html, "html"],
  [Act.Head, "base basefont bgsound link meta script style template title"],
  [Act.Body, "body"],
  [Act.Form, "form"],
  [Act.Nobr, "nobr"],
  [Act.Table, "table"],
  [Act.Input, "input"],
  [Act.Source, "param source track"],
  [Act.Image, "image"],
  [Act.Button, "button"],
  [Act.Object, "applet marquee object"],
  [Act.Iframe, "iframe"],
  [Act.Select, "select"],
  [Act.Option, "optgroup option"],
  [Act.Rawtext, "noembed noframes"],
  [Act.Frameset, "frameset"],
  [Act.Textarea, "textarea"],
  [Act.Noscript, "noscript"],
  [Act.Plaintext, "plaintext"],
  [Act.Ignored, "caption col colgroup frame head tbody td tfoot th thead tr"],
] as const) {
  for (const name of names.split(" ")) acts[tagNumber(name)] = act;
}

/** The "in body" insertion mode: start tags. */
export function startTagInBody(p: Construction): Again {
  const { name } = p.token;
  switch (name < acts.length ? acts[name] : Act.Any) {
    case Act.Formatting:
      p.reconstruct();
      p.insertFormatting(name);
      return false;
    case Act.Link:
      return startLink(p);
    case Act.Heading:
      p.closeParagraph();
      if (p.open.currentTag >= H1 && p.open.currentTag <= H6) p.pop();
      p.insert(name);
      return false;
    case Act.Block:
      p.closeParagraph();
      p.insert(name);
      return false;
    case Act.Item:
      return startItem(p);
    case Act.Void:
      p.reconstruct();
      p.insertVoid(name);
      p.framesetOk = false;
      return false;
    case Act.Rule:
      p.closeParagraph();
      p.insertVoid(name);
      p.framesetOk = false;
      return false;
    case Act.RubyBase:
      if (p.open.has(RUBY)) p.closeImplied();
      p.insert(name);
      return false;
    case Act.RubyText:
      if (p.open.has(RUBY)) p.closeImplied(RTC);
      p.insert(name);
      return false;
    case Act.Pre:
      p.closeParagraph();
      p.insert(name);
      p.skipNewline = true;
      p.framesetOk = false;
      return false;
    case Act.Html:
      return addHtmlAttributes(p);
    case Act.Head:
      return startTagInHead(p);
    case Act.Body:
      return mergeBody(p);
    case Act.Form:
      return startForm(p);
    case Act.Nobr:
      p.reconstruct();
      if (p.open.has(NOBR)) {
        if (!runAdoptionAgency(p, NOBR)) closeAnyOther(p);
        p.reconstruct();
      }
      p.insertFormatting(NOBR);
      return false;
    case Act.Table:
      if (!p.tree.quirks) p.closeParagraph();
      p.insert(name);
      p.framesetOk = false;
      p.mode = Mode.InTable;
      return false;
    case Act.Input:
      p.reconstruct();
      p.insertVoid(name);
      if (!isHiddenInput(p)) p.framesetOk = false;
      return false;
    case Act.Source:
      p.insertVoid(name);
      return false;
    case Act.Image:
      p.reconstruct();
      p.insertVoid(IMG);
      p.framesetOk = false;
      return false;
    case Act.Button:
      if (p.open.has(BUTTON)) {
        p.closeImplied();
        p.popUntil(BUTTON);
      }
      p.reconstruct();
      p.insert(name);
      p.framesetOk = false;
      return false;
    case Act.Object:
      p.reconstruct();
      p.insert(name);
      p.formatting.addMarker();
      p.framesetOk = false;
      return false;
    case Act.Select:
      p.reconstruct();
      p.insert(name);
      p.framesetOk = false;
      p.mode = isTableMode(p.mode) ? Mode.InSelectInTable : Mode.InSelect;
      return false;
    case Act.Option:
      if (p.open.currentTag === OPTION) p.pop();
      p.reconstruct();
      p.insert(name);
      return false;
    case Act.Frameset:
      return startFrameset(p);
    case Act.Ignored:
      return false;
    default:
      return name < acts.length ? startText(p, acts[name]) : startAnyOther(p);
  }
}

/** Start tags of elements that contain only text. */
function startText(p: Construction, act: number): Again {
  const { name } = p.token;
  switch (act) {
    case Act.Xmp:
      p.closeParagraph();
      p.reconstruct();
      p.framesetOk = false;
      break;
    case Act.Iframe:
      p.framesetOk = false;
      break;
    case Act.Rawtext:
      break;
    case Act.Noscript:
      if (!p.scripting) return startAnyOther(p);
      break;
    case Act.Textarea:
      p.insert(name);
      p.skipNewline = true;
      p.framesetOk = false;
      p.readText(Content.Rcdata);
      return false;
    case Act.Plaintext:
      p.closeParagraph();
      p.insert(name);
      p.content = Content.Plaintext;
      return false;
    default:
      return startAnyOther(p);
  }
  p.insert(name);
  p.readText(Content.Rawtext);
  return false;
}

function startAnyOther(p: Construction): Again {
  const { name } = p.token;
  p.reconstruct();
  if (name === SVG || name === MATH) insertForeign(p, name === SVG);
  else p.insert(p.tags.html(name));
  return false;
}

function startLink(p: Construction): Again {
  const entry = p.formatting.findTag(A);
  if (entry !== undefined) {
    runAdoptionAgency(p, A);
    if (p.isOpen(entry)) p.remove(entry.slot);
    p.formatting.remove(entry);
  }
  p.reconstruct();
  p.insertFormatting(A);
  return false;
}

function startItem(p: Construction): Again {
  const { open } = p;
  const { name } = p.token;
  p.framesetOk = false;
  const item = name === LI ? open.find(LI) : Math.max(open.find(DD), open.find(DT));
  if (item >= 0 && !open.hasItemBoundaryAbove(item)) {
    const tag = open.tag[item];
    p.closeImplied(tag);
    p.popUntil(tag);
  }
  p.closeParagraph();
  p.insert(name);
  return false;
}

function mergeBody(p: Construction): Again {
  const { open } = p;
  if (hasBody(p) && open.templates === 0) {
    p.framesetOk = false;
    p.mergeAttributes(open.node[1]);
  }
  return false;
}

/** Whether the second open element is the body. */
function hasBody({ open }: Construction): boolean {
  return open.top >= 1 && open.tag[1] === BODY && open.node[1] >= 0;
}

function startForm(p: Construction): Again {
  const inTemplate = p.open.templates > 0;
  if (p.form !== 0 && !inTemplate) return false;
  p.closeParagraph();
  const node = p.insert(p.token.name);
  if (!inTemplate) p.form = node;
  return false;
}

function startFrameset(p: Construction): Again {
  if (!p.framesetOk || !hasBody(p)) return false;
  p.tree.detach(p.open.node[1]);
  p.popTo(1);
  p.insert(FRAMESET);
  p.mode = Mode.InFrameset;
  return false;
}

export function isHiddenInput(p: Construction): boolean {
  return p.token.value(TYPE).toLowerCase() === "hidden";
}

function isTableMode(mode: number): boolean {
  return (
    mode === Mode.InTable ||
    mode === Mode.InCaption ||
    mode === Mode.InTableBody ||
    mode === Mode.InRow ||
    mode === Mode.InCell
  );
}
