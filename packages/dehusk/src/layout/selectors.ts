/** Simple selectors that must all match one element. */
export interface Compound {
  /** Tag name; "" for any. */
  readonly tag: string;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly tests: readonly StructureTest[];
  /** Compounds of `:is` and `:where`, one of which must match, and of `:not`, none of which may. */
  readonly any: readonly (readonly Compound[])[];
  readonly none: readonly Compound[];
}

interface AttributeTest {
  readonly name: string;
  /** "" for presence, otherwise "=", "~=", "|=", "^=", "$=", "*=". */
  readonly operator: string;
  readonly value: string;
}

/** Sibling position: every `step`-th from `first`; `last` only tests for the last. */
type StructureTest =
  | { readonly kind: "nth"; readonly step: number; readonly first: number }
  | { readonly kind: "last" | "empty" | "link" };

/** A selector: compounds from right to left, each with the combinator to the one on its right. */
export interface Selector {
  readonly compounds: readonly Compound[];
  readonly combinators: readonly string[];
  /** CSS specificity as one number. */
  readonly specificity: number;
}

/** Splits a selector list at commas outside brackets. */
function splitSelectors(list: string): readonly string[] {
  if (!list.includes(",")) return [list.trim()];
  if (!list.includes("(")) return list.split(",").map((text) => text.trim());
  const selectors: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < list.length; i++) {
    const code = list.charCodeAt(i);
    if (code === 0x28) depth++;
    else if (code === 0x29) depth--;
    else if (code === 0x2c && depth <= 0) {
      selectors.push(list.slice(from, i).trim());
      from = i + 1;
    }
  }
  selectors.push(list.slice(from).trim());
  return selectors;
}

export const mostCompounds = 12;
export const longestSelector = 400;
/** Weights: 100 tags equal a class, 100 classes an id. */
export const Specificity = { Tag: 1, Class: 100, Id: 10_000 } as const;
const matchNothing = Symbol("nothing");

interface Draft {
  tag: string;
  ids: string[];
  classes: string[];
  attributes: AttributeTest[];
  tests: StructureTest[];
  any: (readonly Compound[])[];
  none: Compound[];
  specificity: number;
}

/** Parses a selector; undefined if it is unknown or never matches a static page. */
export function parseSelector(text: string): Selector | undefined {
  if (text.length > longestSelector) return undefined;
  const parts = text.trim().match(/\s*[>+~]\s*|\s+|(?:[^\s>+~([]|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])+/g) ?? [];
  const compounds: Compound[] = [];
  const combinators: string[] = [];
  let specificity = 0;
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      combinators.unshift(part.trim() || " ");
      continue;
    }
    const compound = parseCompound(part, 0);
    if (compound === undefined) return undefined;
    compounds.unshift(compound);
    specificity += compound.specificity;
  }
  if (compounds.length === 0 || compounds.length > mostCompounds || combinators.length !== compounds.length - 1) {
    return undefined;
  }
  return { compounds, combinators, specificity };
}

const simple = /[#.]?(?:[\w-]|[^\0-\x7f]|\\.)+|\*|\[[^\]]*\]|::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?/gy;

function parseCompound(text: string, depth: number): (Compound & { specificity: number }) | undefined {
  const draft: Draft = { tag: "", ids: [], classes: [], attributes: [], tests: [], any: [], none: [], specificity: 0 };
  const tokens = plainCompound.test(text) ? splitCompound(text) : tokensOf(text);
  if (tokens === undefined) return undefined;
  for (const token of tokens) if (readSimple(token, draft, depth) === matchNothing) return undefined;
  return draft;
}

const plainCompound = /^[\w\-.#]+$/;

function splitCompound(text: string): string[] {
  const tokens: string[] = [];
  let from = 0;
  for (let i = 1; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0x2e;
    if (code !== 0x2e && code !== 0x23) continue;
    tokens.push(text.slice(from, i));
    from = i;
  }
  return tokens;
}

function tokensOf(text: string): string[] | undefined {
  simple.lastIndex = 0;
  const tokens: string[] = [];
  let length = 0;
  for (let match = simple.exec(text); match !== null; match = simple.exec(text)) {
    tokens.push(match[0]);
    length += match[0].length;
  }
  return length === text.length ? tokens : undefined;
}

function readSimple(token: string, draft: Draft, depth: number): typeof matchNothing | undefined {
  switch (token.charCodeAt(0)) {
    case 0x23: // #
      draft.ids.push(unescaped(token.slice(1)));
      draft.specificity += Specificity.Id;
      return undefined;
    case 0x2e: // .
      draft.classes.push(unescaped(token.slice(1)));
      draft.specificity += Specificity.Class;
      return undefined;
    case 0x5b: // [
      draft.specificity += Specificity.Class;
      return readAttribute(token, draft);
    case 0x3a: // :
      return readPseudo(token.toLowerCase() === token ? token : lowerName(token), draft, depth);
    case 0x2a: // *
      return undefined;
    default:
      draft.tag = token.toLowerCase();
      draft.specificity += Specificity.Tag;
      return undefined;
  }
}

function readAttribute(token: string, draft: Draft): typeof matchNothing | undefined {
  const match = /^\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]]+))\s*[is]?\s*)?\]$/.exec(token);
  if (match === null) return matchNothing;
  const value = match[3] ?? match[4] ?? match[5] ?? "";
  draft.attributes.push({ name: match[1].toLowerCase(), operator: match[2] ?? "", value });
  return undefined;
}

function readPseudo(token: string, draft: Draft, depth: number): typeof matchNothing | undefined {
  const open = token.indexOf("(");
  const name = open < 0 ? token : token.slice(0, open);
  const inside = open < 0 ? "" : token.slice(open + 1, -1).trim();
  draft.specificity += name === ":where" ? 0 : Specificity.Class;
  switch (name) {
    case ":root":
      draft.tag = "html";
      return undefined;
    case ":first-child":
      draft.tests.push({ kind: "nth", step: 0, first: 1 });
      return undefined;
    case ":last-child":
      draft.tests.push({ kind: "last" });
      return undefined;
    case ":empty":
      draft.tests.push({ kind: "empty" });
      return undefined;
    case ":link":
    case ":any-link":
      draft.tests.push({ kind: "link" });
      return undefined;
    case ":nth-child":
      return readNth(inside, draft);
    case ":is":
    case ":where":
    case ":not": {
      if (depth > 2) return matchNothing;
      const compounds = splitSelectors(inside).map((part) => parseCompound(part, depth + 1));
      const known = compounds.filter((compound) => compound !== undefined);
      if (name === ":not") draft.none.push(...known);
      else if (known.length === 0) return matchNothing;
      else draft.any.push(known);
      return undefined;
    }
    default:
      return matchNothing;
  }
}

function readNth(text: string, draft: Draft): typeof matchNothing | undefined {
  const value = text === "odd" ? "2n+1" : text === "even" ? "2n" : text;
  const match = /^(?:([+-]?\d*)n\s*)?([+-]?\s*\d+)?$/.exec(value);
  if (match === null || value === "") return matchNothing;
  const step =
    match[1] === undefined ? 0 : match[1] === "" || match[1] === "+" ? 1 : match[1] === "-" ? -1 : Number(match[1]);
  draft.tests.push({ kind: "nth", step, first: Number((match[2] ?? "0").replace(/\s+/g, "")) });
  return undefined;
}

function lowerName(token: string): string {
  return token.replace(/^::?[\w-]+/, (name) => name.toLowerCase());
}

function unescaped(name: string): string {
  return name.includes("\\") ? name.replace(/\\(.)/g, "$1") : name;
}

/**
 * The index key of the rightmost compound of the selector in [start, end): "#id", ".class", "tag", "[attribute", or ""
 * for any element. Reads only the end, so that rules that match nothing cost next to nothing.
 *
 * @returns undefined for pseudo-elements and states a static page is never in.
 */
export function lookupKey(css: string, start: number, end: number): string | undefined {
  let from = end;
  let key = -1;
  let kind = 0;
  let depth = 0;
  let isEscaped = false;
  for (; from > start; from--) {
    const code = css.charCodeAt(from - 1);
    if (code === 0x29 || code === 0x5d) depth++;
    else if (code === 0x28 || code === 0x5b) depth--;
    else if (depth > 0) continue;
    else if (hasEscape(css, from, start)) isEscaped = true;
    else if (code <= 0x20 || code === 0x3e || code === 0x2b || code === 0x7e) break;
    else if (code === 0x23 || (code === 0x2e && kind !== 1)) {
      key = from - 1;
      kind = code === 0x23 ? 1 : 2;
    } else if (code === 0x3a && isDynamic(css, from - 1)) return undefined;
  }
  if (key < 0) {
    key = from;
    const code = from < end ? css.charCodeAt(from) : 0x2a;
    if (code === 0x5b) return attributeKey(css, from);
    if (code === 0x2a || code === 0x3a) return code === 0x3a && css.startsWith(":root", from) ? "html" : "";
  }
  let to = key + 1;
  for (; to < end; to++) {
    const code = css.charCodeAt(to);
    if (code === 0x5c) to++;
    else if (code === 0x2e || code === 0x23 || code === 0x3a || code === 0x5b) break;
  }
  const name = css.slice(key, Math.min(to, end));
  if (kind === 0) return name.toLowerCase();
  return isEscaped ? unescaped(name) : name;
}

/** Whether the character before `at` is escaped. */
function hasEscape(css: string, at: number, start: number): boolean {
  return at - 2 >= start && css.charCodeAt(at - 2) === 0x5c;
}

/** "[name" of the attribute test at `from`. */
function attributeKey(selector: string, from: number): string {
  const match = /\[\s*([\w-]+)/y;
  match.lastIndex = from;
  return `[${match.exec(selector)?.[1]?.toLowerCase() ?? ""}`;
}

const dynamic = /^:(?::|before|after|hover|focus|active|visited|target|checked|disabled|first-l|has|selection|-)/;

function isDynamic(selector: string, at: number): boolean {
  return dynamic.test(selector.slice(at, at + 10).toLowerCase());
}
