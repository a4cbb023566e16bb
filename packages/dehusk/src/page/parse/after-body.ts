import { tagNumbers } from "../tags.ts";
import type { Construction } from "./construction.ts";
import { addHtmlAttributes, startTagInHead } from "./in-head.ts";
import { type Again, Mode } from "./insertion-mode.ts";

const [BODY, FRAME, FRAMESET, HTML, NOFRAMES] = tagNumbers("body", "frame", "frameset", "html", "noframes");

/** The "after body" and "after after body" insertion modes. */
export function startTagAfterBody(p: Construction): Again {
  return p.token.name === HTML ? addHtmlAttributes(p) : backToBody(p);
}

export function endTagAfterBody(p: Construction): Again {
  if (p.token.name !== HTML) return backToBody(p);
  p.mode = Mode.AfterAfterBody;
  if (p.sourceRanges) closeHtml(p);
  return false;
}

/** Anything else belongs to the body after all. */
export function backToBody(p: Construction): Again {
  p.mode = Mode.InBody;
  return true;
}

function closeHtml(p: Construction): void {
  p.closeAt(0);
  p.htmlClosed = true;
  if (!p.bodyClosed && p.open.top > 0 && p.open.tag[1] === BODY) p.closeAt(1);
}

/** The "in frameset" insertion mode. */
export function startTagInFrameset(p: Construction): Again {
  switch (p.token.name) {
    case HTML:
      return addHtmlAttributes(p);
    case FRAMESET:
      p.insert(FRAMESET);
      return false;
    case FRAME:
      p.insertVoid(FRAME);
      return false;
    case NOFRAMES:
      return startTagInHead(p);
    default:
      return false;
  }
}

export function endTagInFrameset(p: Construction): Again {
  if (p.token.name !== FRAMESET || p.open.top === 0) return false;
  p.pop();
  if (p.open.currentTag !== FRAMESET) p.mode = Mode.AfterFrameset;
  return false;
}

/** The "after frameset" and "after after frameset" insertion modes. */
export function startTagAfterFrameset(p: Construction): Again {
  if (p.token.name === HTML) return addHtmlAttributes(p);
  return p.token.name === NOFRAMES && startTagInHead(p);
}

export function endTagAfterFrameset(p: Construction): Again {
  if (p.token.name === HTML) p.mode = Mode.AfterAfterFrameset;
  return false;
}
