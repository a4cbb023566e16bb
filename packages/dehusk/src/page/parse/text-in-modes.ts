import { backToBody } from "./after-body.ts";
import { leaveInitial, openHead, openHtml } from "./before-head.ts";
import { readReference, referenceEnd } from "./character-references.ts";
import type { Construction } from "./construction.ts";
import { ElementClass } from "./element-classes.ts";
import { leaveHead, leaveHeadNoscript, openBody } from "./in-head.ts";
import { leaveColumnGroup } from "./in-table.ts";
import { type Again, Mode } from "./insertion-mode.ts";

/** Kinds of characters that the rules distinguish. */
const Kind = { Blank: 0, Nul: 1, Other: 2 } as const;

const LINE_FEED = 0x0a;

/** Text between tags. In the body, where most of it is, it is inserted as a whole. */
export function insertTextRange(p: Construction, from: number, to: number): void {
  if (isBodyMode(p.mode) && !p.inForeignOnly && !p.skipNewline && !p.text.hasNul(from, to)) {
    const isSource = !p.text.hasAmpersand(from, to);
    const text = isSource ? p.text.source.slice(from, to) : p.text.decoded(from, to);
    p.reconstruct();
    p.insertText(text, from, to, isSource);
    if (p.framesetOk && !isAllBlank(text)) p.framesetOk = false;
  } else insertRuns(p, from, to, true);
}

function isBodyMode(mode: number): boolean {
  return mode === Mode.InBody || mode === Mode.InCell || mode === Mode.InCaption || mode === Mode.InTemplate;
}

/** The text of an element that holds only text, with NUL replaced. */
export function insertRawText(p: Construction, from: number, to: number, decodes: boolean): void {
  let text = decodes ? p.text.decoded(from, to) : p.text.source.slice(from, to);
  if (p.text.hasNul(from, to)) text = text.replaceAll("\0", "\ufffd");
  let start = from;
  if (p.skipNewline && text.charCodeAt(0) === LINE_FEED) {
    text = text.slice(1);
    if (!isBlank(text.charCodeAt(0))) start++;
  }
  p.skipNewline = false;
  if (text !== "") p.insertText(text, start, to);
}

/** The rest of a page after `<plaintext>`. */
export function insertPlaintext(p: Construction, from: number, to: number): void {
  insertRuns(p, from, to, false, "\ufffd");
}

/** Inserts text run by run, where white space and NUL are handled separately. */
export function insertRuns(p: Construction, from: number, to: number, decodes: boolean, nul = "\0"): void {
  const { source } = p.text;
  let run = "";
  let start = from;
  let copied = from;
  let kind = -1;
  for (let at = from; at < to; ) {
    const code = source.charCodeAt(at);
    let value = "";
    let next = at + 1;
    if (code === 0x26 && decodes) {
      value = readReference(source, at, to, false);
      if (value !== "") next = referenceEnd;
    } else if (code === 0 && nul !== "\0") value = nul;
    const own = kindOf(value === "" ? code : value.charCodeAt(0));
    if (own !== kind) {
      if (kind >= 0) insertRun(p, kind, run + source.slice(copied, at), start, at);
      run = "";
      start = at;
      copied = at;
      kind = own;
    }
    if (value !== "") {
      run += source.slice(copied, at) + value;
      copied = next;
    }
    at = next;
  }
  if (kind >= 0) insertRun(p, kind, run + source.slice(copied, to), start, to);
}

function kindOf(code: number): number {
  if (isBlank(code)) return Kind.Blank;
  return code === 0 ? Kind.Nul : Kind.Other;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === LINE_FEED || code === 0x09 || code === 0x0c || code === 0x0d;
}

function isAllBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isBlank(text.charCodeAt(i))) return false;
  return true;
}

function insertRun(p: Construction, kind: number, run: string, from: number, to: number): void {
  let text = run;
  let start = from;
  const skips = p.skipNewline;
  p.skipNewline = false;
  if (skips && kind === Kind.Blank && text.charCodeAt(0) === LINE_FEED) {
    text = text.slice(1);
    if (text === "") return;
    start = from;
  }
  if (p.inForeignOnly) {
    p.insertText(kind === Kind.Nul ? "\ufffd" : text, start, to);
    if (kind === Kind.Other) p.framesetOk = false;
    return;
  }
  while (insertInMode(p, kind, text, start, to)) {}
}

function insertInMode(p: Construction, kind: number, text: string, from: number, to: number): Again {
  switch (p.mode) {
    case Mode.Initial:
      return kind !== Kind.Blank && leaveInitial(p);
    case Mode.BeforeHtml:
      return kind !== Kind.Blank && openHtml(p);
    case Mode.BeforeHead:
      return kind !== Kind.Blank && openHead(p);
    case Mode.InHead:
      return kind === Kind.Blank ? insert(p, text, from, to) : leaveHead(p);
    case Mode.InHeadNoscript:
      return kind === Kind.Blank ? insert(p, text, from, to) : leaveHeadNoscript(p);
    case Mode.AfterHead:
      return kind === Kind.Blank ? insert(p, text, from, to) : openBody(p);
    case Mode.InBody:
    case Mode.InCaption:
    case Mode.InCell:
    case Mode.InTemplate:
      return kind !== Kind.Nul && insertInBody(p, kind, text, from, to);
    case Mode.Text:
      return insert(p, text, from, to);
    case Mode.InSelect:
    case Mode.InSelectInTable:
      return kind !== Kind.Nul && insert(p, text, from, to);
    case Mode.InTable:
    case Mode.InTableBody:
    case Mode.InRow:
      return textInTable(p, kind, text, from, to);
    case Mode.InTableText:
      if (kind !== Kind.Nul) p.tableText.push({ text, isBlank: kind === Kind.Blank, from, to });
      return false;
    case Mode.InColumnGroup:
      return kind === Kind.Blank ? insert(p, text, from, to) : leaveColumnGroup(p);
    case Mode.AfterBody:
    case Mode.AfterAfterBody:
      return kind === Kind.Blank ? insertInBody(p, kind, text, from, to) : backToBody(p);
    case Mode.AfterAfterFrameset:
      return kind === Kind.Blank && insertInBody(p, kind, text, from, to);
    default:
      return kind === Kind.Blank && insert(p, text, from, to);
  }
}

function insert(p: Construction, text: string, from: number, to: number): Again {
  p.insertText(text, from, to);
  return false;
}

function insertInBody(p: Construction, kind: number, text: string, from: number, to: number): Again {
  p.reconstruct();
  p.insertText(text, from, to);
  if (kind === Kind.Other) p.framesetOk = false;
  return false;
}

/** Text in a table is held back until it is known whether it is more than white space. */
function textInTable(p: Construction, kind: number, text: string, from: number, to: number): Again {
  const { open } = p;
  if ((open.classes[open.top] & ElementClass.Fosters) !== 0) {
    p.tableText.length = 0;
    p.originalMode = p.mode;
    p.mode = Mode.InTableText;
    return kind !== Kind.Nul;
  }
  if (kind === Kind.Nul) return false;
  insertFostered(p, kind, text, from, to);
  return false;
}

function insertFostered(p: Construction, kind: number, text: string, from: number, to: number): void {
  const saved = p.fosterParenting;
  p.fosterParenting = true;
  insertInBody(p, kind, text, from, to);
  p.fosterParenting = saved;
}

/** Inserts the text held back, before any other token. */
export function endTableText(p: Construction): void {
  p.mode = p.originalMode;
  const isBlankOnly = p.tableText.every((run) => run.isBlank);
  for (const run of p.tableText) {
    if (isBlankOnly) p.insertText(run.text, run.from, run.to);
    else insertFostered(p, run.isBlank ? Kind.Blank : Kind.Other, run.text, run.from, run.to);
  }
  p.tableText.length = 0;
}
