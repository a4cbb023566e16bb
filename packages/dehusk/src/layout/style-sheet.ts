import { matchesMedia } from "./media-query.ts";

/**
 * Receives the rules of a style sheet in order: selectors from `from` to the brace before `bodyFrom`, declarations from
 * there to `bodyTo`.
 */
export type RuleSink = (css: string, from: number, bodyFrom: number, bodyTo: number) => void;

/**
 * Finds the rules of a style sheet that apply on a screen, in one pass that mostly jumps from brace to brace: selectors
 * and declarations are parsed later, since most rules match nothing on the page. At-rules that contain rules are
 * entered if their condition holds; others are skipped.
 */
export function scanStyleSheet(source: string, viewport: number, sink: RuleSink): void {
  const css = withoutComments(source);
  /** Whether blocks are entered, by prelude. */
  const entered = new Map<string, boolean>();
  let at = 0;
  let open = -1;
  let semicolon = -1;
  for (;;) {
    at = skipBetweenRules(css, at);
    if (at >= css.length) return;
    if (open < at) open = indexOrEnd(css, "{", at);
    if (css.charCodeAt(at) === 0x40) {
      if (semicolon < at) semicolon = indexOrEnd(css, ";", at);
      if (semicolon < open) {
        at = semicolon + 1;
        continue;
      }
      if (open === css.length) return;
      const prelude = css.slice(at, open);
      const isKnown = entered.get(prelude);
      const enters = isKnown ?? isEntered(prelude, viewport);
      if (isKnown === undefined) entered.set(prelude, enters);
      at = enters ? open + 1 : endOfBlock(css, open);
      continue;
    }
    if (open === css.length) return;
    const close = css.indexOf("}", open);
    const bodyEnd = close < 0 ? css.length : close;
    const nested = indexOrEnd(css, "{", open + 1);
    if (nested >= bodyEnd) {
      sink(css, at, open + 1, bodyEnd);
      at = bodyEnd + 1;
      open = nested;
    } else {
      const own = css.slice(open + 1, nested).lastIndexOf(";");
      sink(css, at, open + 1, open + 1 + Math.max(0, own));
      at = endOfBlock(css, open);
    }
  }
}

function indexOrEnd(css: string, mark: string, from: number): number {
  const index = css.indexOf(mark, from);
  return index < 0 ? css.length : index;
}

/** Skips white space, closing braces of entered blocks, and the `<!--` of old pages. */
function skipBetweenRules(css: string, from: number): number {
  let at = from;
  for (; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code <= 0x20 || code === 0x7d || code === 0x3b) continue;
    if (code === 0x3c && css.startsWith("<!--", at)) at += 3;
    else if (code === 0x2d && css.startsWith("-->", at)) at += 2;
    else break;
  }
  return at;
}

function isEntered(prelude: string, viewport: number): boolean {
  const match = /^@([a-z-]+)/i.exec(prelude);
  switch (match?.[1]?.toLowerCase()) {
    case "media":
      return matchesMedia(prelude.slice(6), viewport);
    case "supports":
      return !/^@supports\s+not\b/i.test(prelude);
    case "layer":
      return true;
    default:
      return false;
  }
}

/** One past the brace that closes the block opened at `open`. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return at + 1;
  }
  return css.length;
}

/** Joining also makes a flat string: reading single characters of a substring is slow. */
function withoutComments(css: string): string {
  let open = css.indexOf("/*");
  const parts: string[] = [];
  let from = 0;
  while (open >= 0) {
    parts.push(css.slice(from, open));
    const close = css.indexOf("*/", open + 2);
    if (close < 0) return parts.join(" ");
    from = close + 2;
    open = css.indexOf("/*", from);
  }
  parts.push(css.slice(from), "");
  return parts.join(" ");
}
