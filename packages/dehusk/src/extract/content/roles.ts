import { tagNumber } from "../../page/index.ts";
import { Kind } from "./content-tree.ts";

/** The handling of an element; elements without a role only separate or join the text around them, by `page.gap`. */
export const Role = {
  None: 0,
  Format: 1,
  Paragraph: 2,
  Heading: 3,
  Container: 4,
  List: 5,
  Item: 6,
  Table: 7,
  /** Part of a table. */
  Row: 8,
  Cell: 9,
  Caption: 10,
  Preformatted: 11,
  Link: 12,
  Media: 13,
  Frame: 14,
  Rule: 15,
  Break: 16,
  Input: 17,
} as const;

const roles = new Uint8Array(256);
const kinds = new Uint8Array(256);

function give(role: number, kind: Kind | 0, ...names: string[]): void {
  for (const name of names) {
    roles[tagNumber(name)] = role;
    kinds[tagNumber(name)] = kind;
  }
}

give(Role.Format, Kind.Emphasis, "em", "i");
give(Role.Format, Kind.Strong, "strong", "b");
give(Role.Format, Kind.Underline, "u");
give(Role.Format, Kind.Strike, "s", "strike");
give(Role.Format, Kind.Deleted, "del");
give(Role.Format, Kind.Inserted, "ins");
give(Role.Format, Kind.Marked, "mark");
give(Role.Format, Kind.Small, "small");
give(Role.Format, Kind.Subscript, "sub");
give(Role.Format, Kind.Superscript, "sup");
give(Role.Format, Kind.Keyboard, "kbd");
give(Role.Format, Kind.Sample, "samp");
give(Role.Format, Kind.Variable, "var");
give(Role.Format, Kind.Abbreviation, "abbr", "acronym");
give(Role.Format, Kind.Quotation, "q");
give(Role.Format, Kind.Citation, "cite");
give(Role.Format, Kind.Defined, "dfn");
give(Role.Format, Kind.Time, "time");
give(Role.Format, Kind.Ruby, "ruby");
give(Role.Format, Kind.RubyText, "rt");
give(Role.Format, Kind.Code, "code", "tt");
give(Role.Paragraph, Kind.Paragraph, "p");
give(Role.Heading, Kind.Heading, "h1", "h2", "h3", "h4", "h5", "h6");
give(Role.Container, Kind.Quote, "blockquote");
give(Role.Container, Kind.DefinitionList, "dl");
give(Role.Container, Kind.Figure, "figure");
give(Role.Container, Kind.FigureCaption, "figcaption");
give(Role.Container, Kind.Details, "details");
give(Role.Container, Kind.Summary, "summary");
give(Role.List, Kind.BulletList, "ul", "menu", "dir");
give(Role.List, Kind.OrderedList, "ol");
give(Role.Item, Kind.Item, "li");
give(Role.Item, Kind.Term, "dt");
give(Role.Item, Kind.Description, "dd");
give(Role.Table, Kind.Table, "table");
give(Role.Row, Kind.Row, "tr");
give(Role.Cell, Kind.Cell, "td", "th");
give(Role.Caption, Kind.Caption, "caption");
give(Role.Preformatted, Kind.CodeBlock, "pre", "listing", "xmp", "plaintext");
give(Role.Link, Kind.Link, "a");
give(Role.Media, Kind.Image, "img", "noscript");
give(Role.Media, Kind.Video, "video");
give(Role.Media, Kind.Audio, "audio");
give(Role.Frame, Kind.Link, "iframe");
give(Role.Rule, Kind.Rule, "hr");
give(Role.Break, Kind.Break, "br");
give(Role.Input, 0, "input");

export function roleOf(tag: number): number {
  return tag < roles.length ? roles[tag] : Role.None;
}

/** The kind of content that an element with a role makes. */
export function kindOf(tag: number): Kind {
  return kinds[tag] as Kind;
}
