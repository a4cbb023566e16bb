import { AUTO, length, Unit } from "./style-fields.ts";

/** What parsing values needs to know about the page. */
export interface ValueContext {
  /** Viewport width. */
  readonly viewport: number;
  /** Quirks mode: lengths need no unit. */
  readonly quirks: boolean;
  /** Custom properties of the root element. */
  readonly variables: Map<string, string>;
}

/** Parses a length or a math function. */
export function parseSize(text: string, context: ValueContext): number | undefined {
  const code = parseLength(text, context);
  if (code === undefined || (code & 7) !== Unit.Number) return code;
  return context.quirks ? (code & ~7) | Unit.Pixel : undefined;
}

/** Viewport height, for `vh`. */
export const viewportHeight = 1024;

/** Real numbers are shorter; the pattern below is quadratic on long runs of digits. */
const longestNumber = 40;
const numberPattern = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?)([a-z%]*)$/;

/**
 * Parses a length: "12px", "1.5em", "50%", "auto", "calc(100% - 20px)".
 *
 * @returns undefined if it is not a length.
 */
export function parseLength(text: string, context: ValueContext): number | undefined {
  const match = text.length <= longestNumber ? numberPattern.exec(text) : null;
  if (match !== null) return lengthOf(Number(match[1]), match[2], context);
  if (text === "auto") return AUTO;
  if (text === "none" || text === "normal" || text === "initial" || text === "unset") return Unit.None;
  if (text.startsWith("calc(") || text.startsWith("min(") || text.startsWith("max(") || text.startsWith("clamp(")) {
    const terms = parseMath(text, context);
    if (terms === undefined) return undefined;
    if (terms.percent !== 0 && terms.pixels === 0) return length(terms.percent, Unit.Percent);
    // Sums of percentages and pixels are taken at the viewport's width.
    return length((terms.percent * context.viewport) / 100 + terms.pixels, Unit.Pixel);
  }
  return undefined;
}

function lengthOf(value: number, unit: string, { viewport }: ValueContext): number | undefined {
  switch (unit) {
    case "px":
      return length(value, Unit.Pixel);
    case "%":
      return length(value, Unit.Percent);
    case "em":
      return length(value, Unit.Em);
    case "rem":
      return length(value, Unit.Rem);
    case "":
      return length(value, value === 0 ? Unit.Pixel : Unit.Number);
    case "vw":
    case "dvw":
    case "svw":
    case "vmax":
      return length((value * viewport) / 100, Unit.Pixel);
    case "vh":
    case "dvh":
    case "svh":
    case "lvh":
    case "vmin":
      return length((value * viewportHeight) / 100, Unit.Pixel);
    case "pt":
      return length((value * 4) / 3, Unit.Pixel);
    case "ex":
    case "ch":
      return length(value / 2, Unit.Em);
    case "pc":
      return length(value * 16, Unit.Pixel);
    case "in":
      return length(value * 96, Unit.Pixel);
    case "cm":
      return length(value * 37.8, Unit.Pixel);
    case "mm":
      return length(value * 3.78, Unit.Pixel);
    default:
      return undefined;
  }
}

export interface Terms {
  readonly percent: number;
  readonly pixels: number;
}

/**
 * Evaluates a math function to a percentage plus pixels, with 1em = 16px: `calc` with sums and products, and `min`,
 * `max` and `clamp` compared at the viewport's width.
 */
export function parseMath(text: string, context: ValueContext): Terms | undefined {
  if (text.length > 200) return undefined;
  const tokens = text.match(/[a-z-]+\(|[()+*/,]|-(?=\s)|[+-]?[\d.]+[a-z%]*/g) ?? [];
  const reader = { tokens, at: 0, depth: 0, context };
  const terms = readSum(reader);
  return reader.at === tokens.length ? terms : undefined;
}

interface MathReader {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
  readonly context: ValueContext;
}

function readSum(reader: MathReader): Terms | undefined {
  let sum = readProduct(reader);
  while (sum !== undefined && (reader.tokens[reader.at] === "+" || reader.tokens[reader.at] === "-")) {
    const sign = reader.tokens[reader.at++] === "+" ? 1 : -1;
    const next = readProduct(reader);
    sum = next && { percent: sum.percent + sign * next.percent, pixels: sum.pixels + sign * next.pixels };
  }
  return sum;
}

function readProduct(reader: MathReader): Terms | undefined {
  let product = readTerm(reader);
  while (product !== undefined && (reader.tokens[reader.at] === "*" || reader.tokens[reader.at] === "/")) {
    const divide = reader.tokens[reader.at++] === "/";
    const next = readTerm(reader);
    if (next === undefined || (divide && next.pixels === 0)) return undefined;
    product = divide
      ? scale(product, 1 / next.pixels)
      : product.percent !== 0
        ? scale(product, next.pixels)
        : scale(next, product.pixels);
  }
  return product;
}

function readTerm(reader: MathReader): Terms | undefined {
  const token = reader.tokens[reader.at++];
  if (token === undefined) return undefined;
  if (token.endsWith("(")) return readFunction(reader, token);
  const match = numberPattern.exec(token);
  if (match === null) return undefined;
  const value = Number(match[1]);
  const unit = match[2];
  if (unit === "%") return { percent: value, pixels: 0 };
  if (unit === "em" || unit === "rem") return { percent: 0, pixels: value * 16 };
  const code = unit === "" ? undefined : lengthOf(value, unit, reader.context);
  return { percent: 0, pixels: code === undefined ? value : (code >> 3) / 64 };
}

function readFunction(reader: MathReader, name: string): Terms | undefined {
  if (++reader.depth > 8) return undefined;
  const terms: Terms[] = [];
  do {
    const next = readSum(reader);
    if (next === undefined) return undefined;
    terms.push(next);
    const token = reader.tokens[reader.at++];
    if (token === ")") {
      reader.depth--;
      return choose(name, terms, reader.context.viewport);
    }
    if (token !== ",") return undefined;
  } while (terms.length < 8);
  return undefined;
}

function choose(name: string, terms: readonly Terms[], viewport: number): Terms | undefined {
  const width = ({ percent, pixels }: Terms): number => (percent * viewport) / 100 + pixels;
  const sorted = terms.toSorted((a, b) => width(a) - width(b));
  if (name === "min(") return sorted[0];
  if (name === "max(") return sorted[sorted.length - 1];
  return name === "clamp(" ? sorted[1] : terms[0];
}

function scale({ percent, pixels }: Terms, factor: number): Terms {
  return { percent: percent * factor, pixels: pixels * factor };
}

/** Substitutes the root's custom properties for `var(--name, fallback)`. */
export function replaceVariables(value: string, variables: ReadonlyMap<string, string>): string {
  let text = value;
  for (let round = 0; round < 8 && text.length < 1000; round++) {
    const start = text.indexOf("var(");
    const close = start < 0 ? -1 : closingBracket(text, start + 3);
    if (close < 0) return text;
    const inside = text.slice(start + 4, close);
    const comma = inside.indexOf(",");
    const name = (comma < 0 ? inside : inside.slice(0, comma)).trim();
    const found = variables.get(name) ?? (comma < 0 ? "" : inside.slice(comma + 1).trim());
    text = text.slice(0, start) + found + text.slice(close + 1);
  }
  return text;
}

/** The index of the bracket that closes `open`, -1 if none. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28) depth++;
    else if (code === 0x29 && --depth === 0) return at;
  }
  return -1;
}
