import { parseLength, parseMath, parseSize, replaceVariables, type ValueContext } from "./css-values.ts";
import { type GridStore, parseAreas, parseTracks } from "./grid-tracks.ts";
import { keywordFields } from "./keywords.ts";
import { AUTO, Field, length, Unit, WhiteSpace } from "./style-fields.ts";

/** What declarations set: alternating field and value, `!important` ones apart. */
export interface Declarations {
  readonly normal: readonly number[];
  readonly important: readonly number[];
}

export interface DeclarationContext extends ValueContext {
  readonly grids: GridStore;
}

type Setter = (field: number, value: number) => void;
type Reader = (value: string, set: Setter, context: DeclarationContext) => void;

const longest = 20_000;

/** Parses `name: value; name: value`, ignoring unknown properties. */
export function parseDeclarations(text: string, context: DeclarationContext): Declarations {
  const normal: number[] = [];
  const important: number[] = [];
  const setNormal: Setter = (field, value) => normal.push(field, value);
  const setImportant: Setter = (field, value) => important.push(field, value);
  const source = text.length > longest ? text.slice(0, longest) : text;
  let colon = -1;
  for (let from = 0; from < source.length; ) {
    let to = source.indexOf(";", from);
    if (to < 0) to = source.length;
    if (colon < from) colon = source.indexOf(":", from);
    if (colon < 0) break;
    if (colon < to) {
      const reader = readers.get(propertyName(source, from, colon));
      if (reader !== undefined) {
        let value = source
          .slice(colon + 1, to)
          .trim()
          .toLowerCase();
        let set = setNormal;
        const mark = value.indexOf("!");
        if (mark >= 0) {
          if (value.includes("important", mark)) set = setImportant;
          value = value.slice(0, mark).trim();
        }
        if (value.includes("var(")) value = replaceVariables(value, context.variables).trim();
        reader(value, set, context);
      }
    }
    from = to + 1;
  }
  return { normal, important };
}

/** The lower-case name before a colon. */
function propertyName(source: string, from: number, colon: number): string {
  let start = from;
  let end = colon;
  while (start < end && source.charCodeAt(start) <= 0x20) start++;
  while (end > start && source.charCodeAt(end - 1) <= 0x20) end--;
  for (let i = start; i < end; i++) {
    const code = source.charCodeAt(i);
    if (code >= 0x41 && code <= 0x5a) return source.slice(start, end).toLowerCase();
  }
  return source.slice(start, end);
}

function lengthReader(field: number): Reader {
  return (value, set, context) => {
    const code = parseSize(value, context);
    if (code !== undefined) set(field, code);
  };
}

const readWidth: Reader = (value, set, context) => {
  if (value.includes("(")) {
    const terms = parseMath(value, context);
    if (terms !== undefined && terms.percent !== 0) {
      set(Field.Width, length(terms.percent, Unit.Percent));
      set(Field.WidthPlus, length(terms.pixels, Unit.Pixel));
      return;
    }
  }
  const code = parseSize(value, context);
  if (code !== undefined) {
    set(Field.Width, code);
    set(Field.WidthPlus, 0);
  }
};

/** One to four values for top, right, bottom and left. */
function sidesReader(first: number, read: (value: string, context: ValueContext) => number | undefined): Reader {
  return (value, set, context) => {
    const parts = splitValues(value);
    const codes = parts.map((part) => read(part, context));
    if (codes.length > 4 || codes.includes(undefined)) return;
    const [top, right = top, bottom = top, left = right] = codes as [number, ...number[]];
    set(first, top);
    set(first + 1, right);
    set(first + 2, bottom);
    set(first + 3, left);
  };
}

/** Start and end of an axis: `margin-inline`, `padding-block`. */
function axisReader(start: number, end: number): Reader {
  return (value, set, context) => {
    const [first, last = first] = splitValues(value).map((part) => parseLength(part, context));
    if (first !== undefined) set(start, first);
    if (last !== undefined) set(end, last);
  };
}

/** Splits at white space outside brackets. */
function splitValues(value: string): string[] {
  return value.includes("(") ? (value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []) : value.split(/\s+/);
}

const borderWidths: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5, none: 0, hidden: 0 };

function borderWidth(value: string, context: ValueContext): number | undefined {
  const named = borderWidths[value];
  return named !== undefined ? length(named, Unit.Pixel) : parseSize(value, context);
}

/** `1px solid red` on the sides from `first` to `last`. */
function borderReader(first: number, last: number): Reader {
  return (value, set, context) => {
    const parts = splitValues(value);
    const none = parts.includes("none") || parts.includes("hidden");
    const styled = parts.some((part) => /^(?:solid|dotted|dashed|double|groove|ridge|inset|outset)$/.test(part));
    let code = length(none || !styled ? 0 : 3, Unit.Pixel);
    if (styled) for (const part of parts) code = borderWidth(part, context) ?? code;
    for (let field = first; field <= last; field++) set(field, code);
  };
}

const fontSizes: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
};

const readFontSize: Reader = (value, set, context) => {
  const named = fontSizes[value];
  if (named !== undefined) set(Field.FontSize, length(named, Unit.Pixel));
  else if (value === "inherit") set(Field.FontSize, 0);
  else if (value === "smaller") set(Field.FontSize, length(5 / 6, Unit.Em));
  else if (value === "larger") set(Field.FontSize, length(1.2, Unit.Em));
  else {
    const code = parseSize(value, context);
    if (code === undefined || code === AUTO) return;
    // A percentage of the parent's font size is a number of ems.
    set(Field.FontSize, (code & 7) === Unit.Percent ? length((code >> 3) / 6400, Unit.Em) : code);
  }
};

const readLineHeight: Reader = (value, set, context) => {
  if (value === "normal") set(Field.LineHeight, AUTO);
  if (value === "inherit") set(Field.LineHeight, 0);
  const code = parseLength(value, context);
  if (code === undefined || (code & 7) === Unit.None) return;
  set(Field.LineHeight, (code & 7) === Unit.Percent ? length((code >> 3) / 6400, Unit.Em) : code);
};

/** Width of a font's text, in 64ths of Arial's; by the first known family. */
const families: readonly (readonly [RegExp, number])[] = [
  [/verdana|dejavu/, 75],
  [/mono|courier|consolas|menlo/, 79],
  [/condensed|narrow|oswald/, 52],
  [/times|garamond/, 57],
  [/georgia|merriweather|lora|playfair|palatino/, 64],
  [/open sans|lato|montserrat|poppins|trebuchet|tahoma|arial|helvetica|roboto|sans|segoe|system-ui|ubuntu/, 64],
  [/serif/, 57],
];

const readFontFamily: Reader = (value, set) => {
  if (value === "inherit") return set(Field.FontWidth, 0);
  for (const family of value.split(",", 8)) {
    const known = families.find(([pattern]) => pattern.test(family));
    if (known !== undefined) return set(Field.FontWidth, known[1]);
  }
};

/** `bold 12px/1.5 Arial, sans-serif` */
const readFont: Reader = (value, set, context) => {
  if (value === "inherit") {
    for (const field of [Field.FontSize, Field.LineHeight, Field.FontWidth, Field.FontWeight]) set(field, 0);
    return;
  }
  const match =
    /(?:^|\s)([\d.]+(?:px|em|rem|pt|%|vw)|xx?-small|small|medium|large|xx?-large|smaller|larger)\s*(?:\/\s*([\w.%]+))?\s+(.+)$/.exec(
      value.slice(0, 300),
    );
  if (match === null) return;
  readFontSize(match[1], set, context);
  if (match[2] === undefined) set(Field.LineHeight, AUTO);
  else readLineHeight(match[2], set, context);
  readFontFamily(match[3], set, context);
  readFontWeight(/\b(?:bold|[6-9]00)\b/.test(value.slice(0, match.index)) ? "bold" : "normal", set, context);
};

const readFontWeight: Reader = (value, set) => {
  if (value === "inherit") return set(Field.FontWeight, 0);
  set(Field.FontWeight, value.startsWith("bold") || Number(value) >= 600 ? 2 : 1);
};

const readFlex: Reader = (value, set, context) => {
  const parts = splitValues(value);
  if (value === "none" || value === "auto" || value === "initial") {
    set(Field.FlexGrow, length(value === "auto" ? 1 : 0, Unit.Number));
    set(Field.FlexShrink, length(value === "none" ? 1 : 2, Unit.Number));
    set(Field.FlexBasis, AUTO);
    return;
  }
  const numbers = parts.filter((part) => /^[\d.]+$/.test(part)).map(Number);
  const basis = parts.find((part) => !/^[\d.]+$/.test(part)) ?? (numbers.length > 0 ? "0px" : "auto");
  set(Field.FlexGrow, length(numbers[0] ?? 1, Unit.Number));
  set(Field.FlexShrink, length((numbers[1] ?? 1) + 1, Unit.Number));
  const code = numbers.length > 2 ? length(0, Unit.Pixel) : parseLength(basis, context);
  set(Field.FlexBasis, code ?? AUTO);
};

const readGap: Reader = (value, set, context) => {
  const [row, column = row] = splitValues(value).map((part) => parseLength(part, context));
  if (row !== undefined) set(Field.RowGap, row);
  if (column !== undefined) set(Field.ColumnGap, column);
};

/** `1 / 3`, `span 2`, `2 / span 3`, `1 / -1` */
const readGridColumn: Reader = (value, set) => {
  const [start = "", end = ""] = value.split("/").map((part) => part.trim());
  const first = Number(start);
  const last = Number(end);
  const spanned = /span\s+(\d+)/.exec(value);
  if (first > 0) set(Field.GridColumn, Math.min(first, 1000));
  if (spanned !== null) set(Field.GridSpan, Math.min(Number(spanned[1]), 1000));
  else if (last < 0) set(Field.GridSpan, 1000);
  else if (last > first && first > 0) set(Field.GridSpan, Math.min(last - first, 1000));
};

/** Internal property: generated content after the element clears floats. */
export const clearAfter = "-dehusk-clear-after";

const readers = new Map<string, Reader>([
  [clearAfter, (_, set) => set(Field.ClearAfter, 1)],
  ["width", readWidth],
  ["font-size", readFontSize],
  ["line-height", readLineHeight],
  ["font-family", readFontFamily],
  ["font-weight", readFontWeight],
  ["font", readFont],
  ["flex", readFlex],
  ["gap", readGap],
  ["grid-gap", readGap],
  ["grid-column", readGridColumn],
  ["margin", sidesReader(Field.MarginTop, parseSize)],
  ["padding", sidesReader(Field.PaddingTop, parseSize)],
  ["border-width", sidesReader(Field.BorderTop, borderWidth)],
  ["inset", sidesReader(Field.Top, parseSize)],
  ["margin-inline", axisReader(Field.MarginLeft, Field.MarginRight)],
  ["margin-block", axisReader(Field.MarginTop, Field.MarginBottom)],
  ["padding-inline", axisReader(Field.PaddingLeft, Field.PaddingRight)],
  ["padding-block", axisReader(Field.PaddingTop, Field.PaddingBottom)],
  ["border", borderReader(Field.BorderTop, Field.BorderLeft)],
  [
    "border-style",
    (value, set) => {
      if (value === "none") for (let field: number = Field.BorderTop; field <= Field.BorderLeft; field++) set(field, 0);
    },
  ],
  [
    "border-collapse",
    (value, set) => {
      if (value === "collapse") set(Field.BorderSpacing, length(0, Unit.Pixel));
    },
  ],
  [
    "white-space",
    (value, set) => {
      const wraps = value.includes("wrap") && value !== "nowrap";
      if (value.startsWith("pre") && value !== "pre-line")
        set(Field.WhiteSpace, wraps ? WhiteSpace.PreWrap : WhiteSpace.Pre);
      else if (value === "break-spaces" || value === "pre-line") set(Field.WhiteSpace, WhiteSpace.PreWrap);
      else if (value === "inherit") set(Field.WhiteSpace, WhiteSpace.Inherit);
      else set(Field.WhiteSpace, value === "nowrap" ? WhiteSpace.NoWrap : WhiteSpace.Normal);
    },
  ],
  [
    "flex-flow",
    (value, set) => {
      if (value.includes("column")) set(Field.FlexDirection, value.includes("reverse") ? 3 : 2);
      else if (value.includes("row")) set(Field.FlexDirection, value.includes("reverse") ? 1 : 0);
      set(Field.FlexWrap, /(?<!no)wrap/.test(value) ? 1 : 0);
    },
  ],
  [
    "flex-grow",
    (value, set) => {
      if (Number(value) >= 0) set(Field.FlexGrow, length(Number(value), Unit.Number));
    },
  ],
  [
    "flex-shrink",
    (value, set) => {
      if (Number(value) >= 0) set(Field.FlexShrink, length(Number(value) + 1, Unit.Number));
    },
  ],
  ["grid-template-columns", (value, set, context) => set(Field.GridColumns, parseTracks(value, context))],
  ["grid-template-areas", (value, set, context) => set(Field.GridAreas, parseAreas(value, context.grids))],
  [
    "grid-template",
    (value, set, context) => {
      if (value.includes('"') || value.includes("'")) set(Field.GridAreas, parseAreas(value, context.grids));
      const slash = value.lastIndexOf("/");
      if (slash >= 0) set(Field.GridColumns, parseTracks(value.slice(slash + 1).trim(), context));
    },
  ],
  [
    "grid-area",
    (value, set, context) => {
      if (/^[a-z_][\w-]*$/.test(value)) set(Field.GridArea, context.grids.nameNumber(value));
    },
  ],
]);

const lengthFields: readonly (readonly [string, number])[] = [
  ["min-width", Field.MinWidth],
  ["max-width", Field.MaxWidth],
  ["height", Field.Height],
  ["min-height", Field.MinHeight],
  ["max-height", Field.MaxHeight],
  ["top", Field.Top],
  ["right", Field.Right],
  ["bottom", Field.Bottom],
  ["left", Field.Left],
  ["row-gap", Field.RowGap],
  ["column-gap", Field.ColumnGap],
  ["flex-basis", Field.FlexBasis],
  ["border-spacing", Field.BorderSpacing],
];
for (const [name, field] of lengthFields) readers.set(name, lengthReader(field));
for (const [index, side] of ["top", "right", "bottom", "left"].entries()) {
  readers.set(`margin-${side}`, lengthReader(Field.MarginTop + index));
  readers.set(`padding-${side}`, lengthReader(Field.PaddingTop + index));
  readers.set(`border-${side}`, borderReader(Field.BorderTop + index, Field.BorderTop + index));
  readers.set(`border-${side}-width`, (value, set, context) => {
    const code = borderWidth(value, context);
    if (code !== undefined) set(Field.BorderTop + index, code);
  });
}
for (const [name, { field, values }] of keywordFields) {
  readers.set(name, (value, set) => {
    const code = values.get(value);
    if (code !== undefined) set(field, code);
  });
}
