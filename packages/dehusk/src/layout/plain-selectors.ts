import type { ElementNames } from "./element-names.ts";
import type { Bucket, CompoundTest } from "./rule.ts";
import { longestSelector, mostCompounds, Specificity } from "./selectors.ts";

/** Compounds from right to left; empty if the page lacks one of their names. */
export interface PlainSelector {
  readonly tests: readonly CompoundTest[];
  readonly specificity: number;
}

const missing: PlainSelector = { tests: [], specificity: 0 };

/**
 * Parses a selector of tags, classes, ids and combinators, as most are, directly against the page's names: three times
 * as fast as the general parser, since most name something the page does not have.
 *
 * @returns undefined for any other selector.
 */
export function readPlainSelector(text: string, names: ElementNames): PlainSelector | undefined {
  if (text.length > longestSelector || text.includes("\\")) return undefined;
  const tests: CompoundTest[] = [];
  let specificity = 0;
  let tag = -1;
  let id: string | undefined;
  let classes: Bucket[] = [];
  let end = text.length;
  for (let at = end - 1; at >= -1; at--) {
    const code = at < 0 ? 0x20 : text.charCodeAt(at);
    if (isNameCode(code)) continue;
    const isEnd = code <= 0x20 || code === 0x3e || code === 0x2b || code === 0x7e;
    if (code === 0x2e) {
      const bucket = names.classes.get(text.slice(at + 1, end));
      if (bucket === undefined) return missing;
      classes.push(bucket);
      specificity += Specificity.Class;
    } else if (code === 0x23) {
      if (id !== undefined) return missing;
      id = text.slice(at + 1, end);
      if (!names.ids.has(id)) return missing;
      specificity += Specificity.Id;
    } else if (!isEnd) return undefined;
    else if (at + 1 < end) {
      tag = names.tagNumber(text.slice(at + 1, end).toLowerCase());
      if (tag < 0) return missing;
      specificity += Specificity.Tag;
    }
    end = at;
    if (!isEnd) continue;
    if (tag < 0 && id === undefined && classes.length === 0) return undefined;
    let combinator = at < 0 ? "" : " ";
    for (; at >= 0 && !isCompoundCode(text.charCodeAt(at)); at--) {
      if (text.charCodeAt(at) <= 0x20) continue;
      if (combinator !== " ") return undefined;
      combinator = text[at];
    }
    tests.push({ tag, id, classes, rest: undefined, combinator });
    if (at < 0) return combinator === "" && tests.length <= mostCompounds ? { tests, specificity } : undefined;
    end = at + 1;
    // Steps back one character: it may be a lone `.` or `#`.
    at++;
    tag = -1;
    id = undefined;
    classes = [];
  }
  return undefined;
}

function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x5f
  );
}

/** Anything but white space and combinators. */
function isCompoundCode(code: number): boolean {
  return code > 0x20 && code !== 0x3e && code !== 0x2b && code !== 0x7e;
}
