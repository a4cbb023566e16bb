import { tagNumber } from "../tags.ts";
import * as afterBody from "./after-body.ts";
import * as beforeHead from "./before-head.ts";
import type { Construction } from "./construction.ts";
import { endTagInForeign, startTagInForeign } from "./foreign-content.ts";
import { endTagInBody } from "./in-body-end-tags.ts";
import { startTagInBody } from "./in-body-start-tags.ts";
import * as head from "./in-head.ts";
import * as select from "./in-select.ts";
import * as table from "./in-table.ts";
import { endTagInTemplate, endTemplates, startTagInTemplate } from "./in-template.ts";
import { type Again, Mode } from "./insertion-mode.ts";
import type { DoctypeToken } from "./quirks-mode.ts";
import { endTableText } from "./text-in-modes.ts";

const BODY = tagNumber("body");

/** Processes the current token, a start tag, by the rules of the insertion mode, or by those for foreign content. */
export function processStartTag(p: Construction): void {
  p.skipNewline = false;
  do {
    if (p.inForeign && !startTagInForeign(p)) return;
  } while (startTagInMode(p));
}

function startTagInMode(p: Construction): Again {
  switch (p.mode) {
    case Mode.Initial:
      return beforeHead.leaveInitial(p);
    case Mode.BeforeHtml:
      return beforeHead.startTagBeforeHtml(p);
    case Mode.BeforeHead:
      return beforeHead.startTagBeforeHead(p);
    case Mode.InHead:
      return head.startTagInHead(p);
    case Mode.InHeadNoscript:
      return head.startTagInHeadNoscript(p);
    case Mode.AfterHead:
      return head.startTagAfterHead(p);
    case Mode.InBody:
      return startTagInBody(p);
    case Mode.InTable:
      return table.startTagInTable(p);
    case Mode.InTableText:
      endTableText(p);
      return true;
    case Mode.InCaption:
      return table.startTagInCaption(p);
    case Mode.InColumnGroup:
      return table.startTagInColumnGroup(p);
    case Mode.InTableBody:
      return table.startTagInTableBody(p);
    case Mode.InRow:
      return table.startTagInRow(p);
    case Mode.InCell:
      return table.startTagInCell(p);
    case Mode.InSelect:
      return select.startTagInSelect(p);
    case Mode.InSelectInTable:
      return select.startTagInSelectInTable(p);
    case Mode.InTemplate:
      return startTagInTemplate(p);
    case Mode.AfterBody:
    case Mode.AfterAfterBody:
      return afterBody.startTagAfterBody(p);
    case Mode.InFrameset:
      return afterBody.startTagInFrameset(p);
    default:
      return afterBody.startTagAfterFrameset(p);
  }
}

/** The same for an end tag. */
export function processEndTag(p: Construction): void {
  p.skipNewline = false;
  do {
    if (p.inForeign && !endTagInForeign(p)) return;
  } while (endTagInMode(p));
}

function endTagInMode(p: Construction): Again {
  switch (p.mode) {
    case Mode.Initial:
      return beforeHead.leaveInitial(p);
    case Mode.BeforeHtml:
      return beforeHead.opensHead(p.token.name) && beforeHead.openHtml(p);
    case Mode.BeforeHead:
      return beforeHead.opensHead(p.token.name) && beforeHead.openHead(p);
    case Mode.InHead:
      return head.endTagInHead(p);
    case Mode.InHeadNoscript:
      return head.endTagInHeadNoscript(p);
    case Mode.AfterHead:
      return head.endTagAfterHead(p);
    case Mode.InBody:
      return endTagInBody(p);
    case Mode.Text:
      p.pop();
      p.mode = p.originalMode;
      return false;
    case Mode.InTable:
      return table.endTagInTable(p);
    case Mode.InTableText:
      endTableText(p);
      return true;
    case Mode.InCaption:
      return table.endTagInCaption(p);
    case Mode.InColumnGroup:
      return table.endTagInColumnGroup(p);
    case Mode.InTableBody:
      return table.endTagInTableBody(p);
    case Mode.InRow:
      return table.endTagInRow(p);
    case Mode.InCell:
      return table.endTagInCell(p);
    case Mode.InSelect:
      return select.endTagInSelect(p);
    case Mode.InSelectInTable:
      return select.endTagInSelectInTable(p);
    case Mode.InTemplate:
      return endTagInTemplate(p);
    case Mode.AfterBody:
      return afterBody.endTagAfterBody(p);
    case Mode.AfterAfterBody:
      return afterBody.backToBody(p);
    case Mode.InFrameset:
      return afterBody.endTagInFrameset(p);
    case Mode.AfterFrameset:
      return afterBody.endTagAfterFrameset(p);
    default:
      return false;
  }
}

export function processComment(p: Construction, text: string, start: number, end: number): void {
  p.skipNewline = false;
  if (p.mode === Mode.InTableText) endTableText(p);
  const { open, mode } = p;
  let parent = open.top < 0 ? 0 : open.currentNode;
  if (!p.inForeign) {
    if (mode === Mode.AfterBody) parent = open.node[0];
    else if (mode === Mode.AfterAfterBody || mode === Mode.AfterAfterFrameset) parent = 0;
  }
  p.insertComment(parent, text, start, end);
}

export function processDoctype(p: Construction, doctype: DoctypeToken): void {
  p.skipNewline = false;
  if (p.mode === Mode.Initial) beforeHead.doctypeInInitial(p, doctype);
  else if (p.mode === Mode.InTableText) endTableText(p);
}

/** The end of input: adds the elements that every page has, and closes all. */
export function processEnd(p: Construction, end: number): void {
  p.token.open(end, false);
  while (endInMode(p)) {}
  if (p.sourceRanges) closeAll(p);
}

function endInMode(p: Construction): Again {
  switch (p.mode) {
    case Mode.Initial:
      return beforeHead.leaveInitial(p);
    case Mode.BeforeHtml:
      return beforeHead.openHtml(p);
    case Mode.BeforeHead:
      return beforeHead.openHead(p);
    case Mode.InHead:
      return head.leaveHead(p);
    case Mode.InHeadNoscript:
      return head.leaveHeadNoscript(p);
    case Mode.AfterHead:
      return head.openBody(p);
    case Mode.Text:
      p.pop();
      p.mode = p.originalMode;
      return true;
    case Mode.InTableText:
      endTableText(p);
      return true;
    case Mode.AfterBody:
    case Mode.InFrameset:
    case Mode.AfterFrameset:
    case Mode.AfterAfterBody:
    case Mode.AfterAfterFrameset:
      return false;
    default:
      return endTemplates(p);
  }
}

/** Sets the ends of elements that no tag closed. */
function closeAll(p: Construction): void {
  const { open } = p;
  for (let slot = open.top; slot >= 0; slot = open.below[slot]) {
    const isClosed = slot === 0 ? p.htmlClosed : slot === 1 && open.tag[1] === BODY && (p.bodyClosed || p.htmlClosed);
    if (!isClosed) p.closeAt(slot);
  }
}
