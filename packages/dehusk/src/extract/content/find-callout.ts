import { attribute, findTag, type Page, sumOf, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { shortText } from "./short-text.ts";

const ASIDE = tagNumber("aside");
const DETAILS = tagNumber("details");
const H1 = tagNumber("h1");
const H6 = tagNumber("h6");
const SUMMARY = tagNumber("summary");
const media = ["img", "video", "audio", "iframe", "math math"].map(tagNumber);

/** A part that is set apart from the text around it: a note, a tip, a warning. */
export interface Callout {
  readonly kind: string;
  /** Its title, "" if that is only the name of its kind. */
  readonly title: string;
  /** The element of the title, -1 for none. */
  readonly titleNode: number;
}

/** Class names of such boxes: GitHub, Sphinx, MkDocs, Docusaurus, AsciiDoc, Obsidian, Confluence and others. */
const family =
  /(?:^|[\s_-])(?:admonition(?:block)?|callout|alert|hint|notecard|custom-(?:block|container)|information-macro|starlight-aside)(?=[\s_-]|$)/i;

/** Words for the kinds, the kind first; words that also name a colour are only used without others. */
const kindWords =
  "note|tip|info information seealso see-also|warning warn attention|caution|danger error|important|example|quote cite|success check done|question help faq|failure fail missing|bug|abstract summary tldr|todo";
const weakWords = "note secondary|info primary|tip hint";

function kindsOf(words: string): [string, string][] {
  return words.split("|").flatMap((line) => {
    const names = line.split(" ");
    return names.map((name): [string, string] => [name, names[0]]);
  });
}

const kinds = new Map(kindsOf(kindWords));
const weakKinds = new Map(kindsOf(weakWords).slice(1));

/** Maximum characters of a title. */
const longestTitle = 200;

/** Maximum nodes between the start of a callout and its title. */
const mostNodesBefore = 12;

/** Reads an element as a callout; undefined if it is not one. */
export function readCallout(page: Page, node: number): Callout | undefined {
  if (page.attributes[node].length === 0) return undefined;
  const kind = kindOf(page, node);
  if (kind === undefined) return undefined;
  const titleNode = findTitle(page, node);
  const text = titleNode < 0 ? "" : shortText(textOf(page, titleNode));
  const name = text.replace(/[\s!:.]+$/, "").toLowerCase();
  const isName = name === kind || (kinds.get(name) === kind && name !== "seealso");
  return { kind, title: isName ? "" : text, titleNode };
}

function kindOf(page: Page, node: number): string | undefined {
  const names = classNames(page, node);
  const own = attribute(page, node, "data-callout");
  if (own !== undefined && (names === "" || family.test(names))) return kinds.get(own.toLowerCase()) ?? "note";
  const role = attribute(page, node, "role");
  const named = names !== "" && family.test(names);
  const tag = page.tag[node];
  if (!named && role !== "note" && tag !== ASIDE && tag !== DETAILS) return undefined;
  const found = kindIn(names, !named && role !== "note");
  if (found !== undefined) return found;
  return role === "note" || (named && /(?:^|\s)admonition(?:\s|$)/.test(names)) ? "note" : undefined;
}

/** The kind that class names end in: "alert-info", "markdown-alert-tip", "admonition warning". */
function kindIn(names: string, whole: boolean): string | undefined {
  let weak: string | undefined;
  for (const name of names.toLowerCase().split(/\s+/)) {
    if (name === "hint" && /(?:^|\s)hint[\s_-]/.test(names)) continue;
    const word = whole ? name : (/(?:^|[_-])(see-?also|[a-z]+)$/.exec(name)?.[1] ?? "");
    const kind = kinds.get(word);
    if (kind !== undefined) return kind;
    weak ??= weakKinds.get(word);
  }
  return whole ? undefined : weak;
}

/** The title element at the start of a callout, if there is more below. */
function findTitle(page: Page, node: number): number {
  const end = Math.min(page.end[node], node + mostNodesBefore);
  const { characters } = page.sums;
  for (let i = node + 1; i < end; i++) {
    const size = sumOf(page, characters, i);
    if (size === 0 || size > longestTitle) continue;
    const tag = page.tag[i];
    const isHeading = tag === SUMMARY || (tag >= H1 && tag <= H6);
    if (!isHeading && !/title|heading|header|summary/i.test(classNames(page, i))) continue;
    // The whole text of a callout is not a title, nor is an element after other text.
    const isFirst = characters[i] === characters[node];
    return isFirst && (size < sumOf(page, characters, node) || holdsMedia(page, page.end[i], page.end[node])) ? i : -1;
  }
  return -1;
}

function holdsMedia(page: Page, from: number, to: number): boolean {
  return media.some((tag) => findTag(page, tag, from, to) >= 0);
}
