import { knownTagNames, Mark, type Page, TEXT, tagNumber, tagNumbers } from "../page/index.ts";
import type { Arena } from "./arena.ts";
import { Inner, innerOf, Outer, outerOf } from "./box-kinds.ts";
import { dimension, HintCode, hintCode, presentationHint } from "./presentation-hints.ts";
import { RuleIndex, styleSheets } from "./rule-index.ts";
import { Align, AUTO, Display, Field, fieldCount, numberOf, pixels, Unit, WhiteSpace } from "./style-fields.ts";
import { type BlockPair, StyleTable } from "./style-table.ts";

/** Computed styles of a page's nodes. */
export interface ComputedStyles {
  readonly table: StyleTable;
  /** Fields of all styles; a node's start at `style[node]`. */
  readonly fields: Int32Array;
  readonly style: Int32Array;
  readonly outer: Uint8Array;
  readonly inner: Uint8Array;
  /** Inherited; text nodes have their parent's. */
  readonly fontSize: Float32Array;
  /** Width of text that is 1 em wide in Arial. */
  readonly advance: Float32Array;
  readonly lineHeight: Float32Array;
  readonly textAlign: Uint8Array;
  readonly whiteSpace: Uint8Array;
  /** Font size of the root element. */
  readonly rem: number;
}

const hiddenMarks = Mark.HiddenAttribute | Mark.HiddenStyle | Mark.NoScript | Mark.Template;
const largestFont = 1000;
/** `line-height: normal` of most fonts. */
const normalLineHeight = 1.15;
/** Times, in 64ths of Arial. */
const defaultFontWidth = 57;

const [HTML, BODY, BR, TABLE, TD, TH, DETAILS, SUMMARY] = tagNumbers(
  "html",
  "body",
  "br",
  "table",
  "td",
  "th",
  "details",
  "summary",
);
const replaced = flags(
  "img,image,iframe,object,applet,embed,video,audio,canvas,input,select,textarea,meter,progress,svg svg",
);

const lists = flags("ul,ol,menu,dir,dl");

/** Cascades every node's style: user agent, presentational attributes, style sheets, `style` attribute. */
export function computeStyles(page: Page, viewport: number, arena: Arena): ComputedStyles {
  return new StyleWalk(page, viewport, arena).run();
}

class StyleWalk {
  readonly #page: Page;
  readonly #table: StyleTable;
  readonly #rules: RuleIndex | undefined;
  readonly #style: Int32Array;
  readonly #outer: Uint8Array;
  readonly #inner: Uint8Array;
  readonly #fontSize: Float32Array;
  readonly #advance: Float32Array;
  /** Width and weight of the font, as in the fields. */
  readonly #fontWidth: Uint8Array;
  readonly #bold: Uint8Array;
  /** Line height as a multiple of the font size, or minus the pixels. */
  readonly #lineFactor: Float32Array;
  readonly #lineHeight: Float32Array;
  readonly #textAlign: Uint8Array;
  readonly #whiteSpace: Uint8Array;
  /** 1 inside lists: nested lists have no vertical margins. */
  readonly #inList: Uint8Array;
  readonly #cellPadding = new Map<number, number>();
  readonly #hints = new Map<number, Map<string, number>>();
  #rem = 16;

  constructor(page: Page, viewport: number, arena: Arena) {
    this.#page = page;
    this.#table = new StyleTable(viewport, page.quirks);
    const sheets = styleSheets(page, viewport);
    this.#rules = sheets.length > 0 ? new RuleIndex(page, sheets, this.#table, arena) : undefined;
    this.#style = arena.integers();
    this.#outer = arena.bytes();
    this.#inner = arena.bytes();
    this.#fontSize = arena.floats();
    this.#advance = arena.floats();
    this.#fontWidth = arena.bytes();
    this.#bold = arena.bytes();
    this.#lineFactor = arena.floats();
    this.#lineHeight = arena.floats();
    this.#textAlign = arena.bytes();
    this.#whiteSpace = arena.bytes();
    this.#inList = arena.bytes();
  }

  run(): ComputedStyles {
    const { size, tag, parent, end } = this.#page;
    this.#startDocument();
    for (let node = 1; node < size; ) {
      const number = tag[node];
      const above = parent[node];
      if (number === TEXT) {
        this.#outer[node] = Outer.Text;
        this.#inherit(node, above);
        node++;
      } else if (number < TEXT + 2) node++;
      else node = this.#styleElement(node, number, above) ? node + 1 : end[node];
    }
    this.#table.noteTraits();
    return {
      table: this.#table,
      fields: this.#table.rows,
      style: this.#style,
      outer: this.#outer,
      inner: this.#inner,
      fontSize: this.#fontSize,
      advance: this.#advance,
      lineHeight: this.#lineHeight,
      textAlign: this.#textAlign,
      whiteSpace: this.#whiteSpace,
      rem: this.#rem,
    };
  }

  #startDocument(): void {
    this.#style[0] = this.#table.tagRow(knownTagNames.length) * fieldCount;
    this.#outer[0] = Outer.Block;
    this.#fontSize[0] = 16;
    this.#fontWidth[0] = defaultFontWidth;
    this.#advance[0] = (16 * defaultFontWidth) / 64;
    this.#lineFactor[0] = normalLineHeight;
    this.#lineHeight[0] = 16 * normalLineHeight;
    this.#textAlign[0] = Align.Start;
    this.#whiteSpace[0] = WhiteSpace.Normal;
  }

  #inherit(node: number, above: number): void {
    this.#fontSize[node] = this.#fontSize[above];
    this.#advance[node] = this.#advance[above];
    this.#lineHeight[node] = this.#lineHeight[above];
    this.#textAlign[node] = this.#textAlign[above];
    this.#whiteSpace[node] = this.#whiteSpace[above];
  }

  /** @returns Whether its content has boxes too. */
  #styleElement(node: number, tag: number, above: number): boolean {
    const marks = this.#page.marks[node];
    const isReplaced = tag < replaced.length && replaced[tag] === 1;
    if ((marks & hiddenMarks) !== 0 || ((marks & Mark.Unseen) !== 0 && !isReplaced)) return false;
    const row = this.#rowOf(node, tag) * fieldCount;
    const fields = this.#table.rows;
    this.#style[node] = row;
    let display = fields[row + Field.Display];
    if (tag === HTML || tag === BODY) {
      // A script reveals a hidden body.
      if (display === Display.None) display = Display.Block;
      if (tag === HTML) this.#setRem(row);
    }
    this.#inheritInto(node, tag, above, row);
    const parentInner = this.#inner[above];
    const parentOuter = this.#outer[above];
    const float = fields[row + Field.Float];
    const position = fields[row + Field.Position];
    let outer = outerOf(display, float, position, parentOuter, parentInner);
    if (outer === Outer.Hidden || this.#isFolded(node, tag, above)) return false;
    if (tag === BR) {
      this.#outer[node] = Outer.Break;
      return false;
    }
    if (isReplaced) {
      if (outer === Outer.Inline) outer = Outer.Atom;
      this.#outer[node] = outer;
      this.#inner[node] = Inner.Replaced;
      return false;
    }
    this.#outer[node] = outer;
    this.#inner[node] =
      outer === Outer.Inline
        ? Inner.Flow
        : display === Display.Row && outer !== Outer.Row
          ? Inner.Table
          : innerOf(display, fields[row + Field.FlexDirection]);
    return true;
  }

  /** Whether an element is in a closed `<details>` but not its summary. */
  #isFolded(node: number, tag: number, above: number): boolean {
    return this.#page.tag[above] === DETAILS && tag !== SUMMARY && !hasAttribute(this.#page, above, "open") && node > 0;
  }

  #setRem(row: number): void {
    const code = this.#table.rows[row + Field.FontSize];
    if (code !== 0) this.#rem = Math.max(1, Math.min(100, pixels(code, 16, 16, 16)));
  }

  #inheritInto(node: number, tag: number, above: number, row: number): void {
    const fields = this.#table.rows;
    const outside = this.#fontSize[above];
    // In quirks mode tables do not inherit the font size.
    let size = tag === TABLE && this.#page.quirks ? 16 : outside;
    const sizeCode = fields[row + Field.FontSize];
    if (sizeCode !== 0) size = Math.max(0, Math.min(largestFont, pixels(sizeCode, outside, outside, this.#rem)));
    this.#fontSize[node] = size;
    const width = fields[row + Field.FontWidth] || this.#fontWidth[above];
    const weight = fields[row + Field.FontWeight] || this.#bold[above];
    this.#fontWidth[node] = width;
    this.#bold[node] = weight;
    this.#advance[node] = (size * width * (weight === 2 ? 1.07 : 1)) / 64;
    const factor = this.#lineFactorOf(fields[row + Field.LineHeight], size, above);
    this.#lineFactor[node] = factor;
    this.#lineHeight[node] = factor < 0 ? -factor : factor * size;
    const align = fields[row + Field.TextAlign];
    this.#textAlign[node] = align !== 0 ? align : tag === TABLE ? this.#alignInTable(above) : this.#textAlign[above];
    this.#whiteSpace[node] = fields[row + Field.WhiteSpace] || this.#whiteSpace[above];
  }

  /** `align="center"` around a table centres the table but not its text. */
  #alignInTable(above: number): number {
    const align = this.#textAlign[above];
    return align >= Align.CenterBlocks ? Align.Start : align;
  }

  #lineFactorOf(code: number, size: number, above: number): number {
    if (code === 0) return this.#lineFactor[above];
    if (code === AUTO) return normalLineHeight;
    if ((code & 7) === Unit.Number) return Math.max(0.01, Math.min(100, numberOf(code)));
    return -Math.max(0.01, Math.min(largestFont, pixels(code, size, size, this.#rem)));
  }

  #rowOf(node: number, tag: number): number {
    const table = this.#table;
    const list = this.#page.attributes[node];
    let row = table.tagRow(tag);
    const isInList = this.#inList[this.#page.parent[node]];
    const isList = tag < lists.length ? lists[tag] : 0;
    this.#inList[node] = isInList | isList;
    if ((isInList & isList) === 1) row = table.apply(row, table.block("margin-top:0;margin-bottom:0").normal);
    let inline: BlockPair | undefined;
    for (let i = 0; i < list.length; i++) {
      const { name, value } = list[i];
      const code = hintCode(name);
      if (code < 0) continue;
      if (code === HintCode.Style) inline = table.block(value);
      else if (code === HintCode.CellPadding) {
        if (tag === TABLE) this.#cellPadding.set(node, table.block(`padding:${dimension(value)}`).normal);
      } else {
        const block = this.#hint(tag, name, code, value);
        if (block >= 0) row = table.apply(row, block);
      }
    }
    if ((tag === TD || tag === TH) && this.#cellPadding.size > 0) row = this.#padCell(node, row);
    if (this.#rules !== undefined) row = this.#rules.apply(node, row, inline);
    else if (inline !== undefined && inline.normal >= 0) row = table.apply(row, inline.normal);
    return inline !== undefined && inline.important >= 0 ? table.apply(row, inline.important) : row;
  }

  /** The declarations of a presentational attribute, parsed once per tag, name and value. */
  #hint(tag: number, name: string, code: number, value: string): number {
    const key = tag * 32 + code;
    let known = this.#hints.get(key);
    if (known === undefined) {
      known = new Map();
      this.#hints.set(key, known);
    }
    let block = known.get(value);
    if (block === undefined) {
      const text = presentationHint(tag, name, value);
      block = text === "" ? -1 : this.#table.block(text).normal;
      if (known.size < 10_000) known.set(value, block);
    }
    return block;
  }

  #padCell(node: number, row: number): number {
    const { parent, tag } = this.#page;
    let above = parent[node];
    for (let steps = 0; steps < 3 && above > 0; steps++) {
      if (tag[above] === TABLE) {
        const block = this.#cellPadding.get(above) ?? -1;
        return block >= 0 ? this.#table.apply(row, block) : row;
      }
      above = parent[above];
    }
    return row;
  }
}

function hasAttribute(page: Page, node: number, name: string): boolean {
  return page.attributes[node].some((attribute) => attribute.name === name);
}

function flags(names: string): Uint8Array {
  const result = new Uint8Array(knownTagNames.length);
  for (const name of names.split(",")) result[tagNumber(name)] = 1;
  return result;
}
