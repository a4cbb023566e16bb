import type { Attribute } from "../../page/index.ts";

/**
 * Kinds of content. Containers have blocks; paragraphs and headings have formats and inline leaves; formats
 * have formats and inline leaves; leaves are empty. So no paragraph is in a paragraph and no block in a link.
 */
export const Kind = {
  /** `label`: of a callout, its kind; `text`: its title. */
  Quote: 1,
  BulletList: 2,
  OrderedList: 3,
  /** `number`: a `Task`. `label`: of the footnote that it is. */
  Item: 4,
  DefinitionList: 5,
  Term: 6,
  Description: 7,
  Table: 8,
  Caption: 9,
  /** `number`: 1 in a table head. */
  Row: 10,
  /** `number`: 1 for a header cell. */
  Cell: 11,
  Figure: 12,
  FigureCaption: 13,
  Details: 14,
  Summary: 15,
  /** A footnote other than a list item; `label` is its mark. */
  Footnote: 16,

  /** `number`: 1 for a marked paragraph, 0 for loose text in a container. */
  Paragraph: 20,
  /** `number`: the level. */
  Heading: 21,

  /** `text`: the code; `label`: its language. */
  CodeBlock: 22,
  Rule: 23,
  /** `text`: TeX; `label`: plain text if the page has no TeX of its own; `element`: the page's MathML, -1 for none. */
  MathBlock: 24,

  /** `text`: the address for Markdown; `label`: of the footnote that it leads to, or "back" for a link from one. */
  Link: 30,
  Emphasis: 31,
  Strong: 32,
  Underline: 33,
  Strike: 34,
  Deleted: 35,
  Inserted: 36,
  Marked: 37,
  Small: 38,
  Subscript: 39,
  Superscript: 40,
  Keyboard: 41,
  Sample: 42,
  Variable: 43,
  Abbreviation: 44,
  Quotation: 45,
  Citation: 46,
  Defined: 47,
  Time: 48,
  Ruby: 49,
  RubyText: 50,
  /** Always the innermost format. */
  Code: 51,

  Text: 60,
  Break: 61,
  Image: 62,
  Video: 63,
  Audio: 64,
  /** As MathBlock, within a line. */
  Math: 65,
  /** A target of links within the page. */
  Anchor: 66,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** A task in a list: an item with a check box. */
export const Task = { None: 0, Open: 1, Done: 2 } as const;

/**
 * All kinds share one shape, which keeps the writers fast. The meaning of `text`, `label` and `number` depends on the kind:
 * see `Kind`, and read `number` by the functions below.
 */
export interface ContentNode {
  readonly kind: Kind;
  /** One past the last descendant, as in a `Page`. */
  end: number;
  text: string;
  label: string;
  number: number;
  /** Attributes for clean HTML. */
  attributes: readonly Attribute[];
  /** The page's node it comes from if a writer must look there again, else -1. */
  readonly element: number;
  /** The page's node at which it begins, -1 for additions. */
  readonly source: number;
  /** For a container: the number of paragraphs in clean HTML that are its direct children; see `countParagraphs`. */
  paragraphs: number;
  /** For an item or list: whether its blocks are separated by blank lines. For a paragraph: whether it may be a line. */
  spaced: boolean;
}

export function newNode(kind: Kind, end: number): ContentNode {
  return {
    kind,
    end,
    text: "",
    label: "",
    number: 0,
    attributes: [],
    element: -1,
    source: -1,
    paragraphs: 0,
    spaced: false,
  };
}

/** Content in document order, nested by ranges as a `Page` is. */
export type ContentTree = readonly ContentNode[];

export function isContainer(kind: Kind): boolean {
  return kind < Kind.Paragraph;
}

export function isHolder(kind: Kind): boolean {
  return kind === Kind.Paragraph || kind === Kind.Heading;
}

export function isFormat(kind: Kind): boolean {
  return kind >= Kind.Link && kind <= Kind.Code;
}

export function isList(kind: Kind): boolean {
  return kind === Kind.BulletList || kind === Kind.OrderedList;
}

/** For an item: one of `Task`. */
export function taskOf(item: ContentNode): number {
  return item.number;
}

export function headingLevel(heading: ContentNode): number {
  return heading.number;
}

export function isInTableHead(row: ContentNode): boolean {
  return row.number === 1;
}

export function isHeaderCell(cell: ContentNode): boolean {
  return cell.number === 1;
}

/** Whether the page marks it as a paragraph; false for loose text in a container. */
export function isMarkedParagraph(paragraph: ContentNode): boolean {
  return paragraph.number === 1;
}

/** The value of an attribute, undefined if there is none of that name. */
export function contentAttribute(node: ContentNode, name: string): string | undefined {
  return node.attributes.find((attribute) => attribute.name === name)?.value;
}
