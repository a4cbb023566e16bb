/**
 * Which elements are shown in the frame, and as what. An allow-list: anything else is left out, or becomes one of our
 * own elements, `<dh-…>`, which browsers treat as unknown.
 */

/** What the HTML parser does with a tag, as far as it could move elements; see `written-names.ts`. */
export const Trait = {
  /** Has no end tag. */
  Void: 1,
  /** Ends an open paragraph. */
  EndsParagraph: 2,
  /** Open elements outside of it do not matter inside: cells and captions. */
  Scope: 4,
  Heading: 8,
  /** Only allows certain children: tables, rows and the like. */
  Structure: 16,
  /** Only allowed in certain parents. */
  Part: 32,
  /** Ends the search for an open list item. */
  Special: 64,
  /** Of SVG. */
  Svg: 128,
  /** Of MathML. */
  Math: 256,
  /** Of MathML, with text content only. */
  MathText: 512,
  /** Left out with all its content. */
  Dropped: 1024,
  /** Always written as one of our own elements. */
  Neutral: 2048,
  /** Its content is not shown: a placeholder replaces it. */
  Placeholder: 4096,
} as const;

/** How elements of a tag are written. */
export interface FrameTag {
  /** The page's tag, without namespace. */
  readonly tag: string;
  readonly traits: number;
}

const kinds: readonly (readonly [number, string])[] = [
  [0, "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter progress q rp rt ruby s"],
  [0, "samp small span strike strong sub sup time tt u var"],
  [Trait.Void, "br wbr"],
  [Trait.Void | Trait.Special, "img input"],
  [Trait.Void | Trait.EndsParagraph | Trait.Special, "hr"],
  [Trait.Special, "button"],
  [
    Trait.EndsParagraph | Trait.Special,
    "address article aside blockquote center details dir div dl fieldset figcaption",
  ],
  [Trait.EndsParagraph | Trait.Special, "figure footer header hgroup main menu nav ol pre section summary ul"],
  [Trait.EndsParagraph | Trait.Special, "p li dd dt"],
  // Older parsers do not treat it as special.
  [Trait.EndsParagraph, "search"],
  [0, "legend"],
  [Trait.EndsParagraph | Trait.Special | Trait.Heading, "h1 h2 h3 h4 h5 h6"],
  [Trait.EndsParagraph | Trait.Special | Trait.Structure, "table"],
  [Trait.Structure | Trait.Part | Trait.Special, "colgroup thead tbody tfoot tr"],
  [Trait.Part | Trait.Scope | Trait.Special, "caption td th"],
  [Trait.Part | Trait.Void | Trait.Special, "col"],
  [
    Trait.Neutral,
    "blink dialog form frameset listing marquee nobr noscript optgroup option output picture plaintext rb",
  ],
  [Trait.Neutral, "rtc select slot textarea xmp map"],
  [Trait.Neutral | Trait.Placeholder, "applet audio canvas embed frame iframe object portal video"],
  [
    Trait.Dropped,
    "area base basefont bgsound command datalist head keygen link meta noembed noframes param script source",
  ],
  [Trait.Dropped, "style template title track"],
];

const svgTags =
  "svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask " +
  "symbol use marker pattern";
const mathTags =
  "math mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts " +
  "mprescripts none mtable mtr mtd menclose mspace semantics";
const mathTextTags = "mi mo mn ms mtext";

const tags = new Map<string, FrameTag>();
for (const [traits, names] of kinds) for (const tag of names.split(" ")) tags.set(tag, { tag, traits });
for (const tag of svgTags.split(" ")) tags.set(`svg ${tag}`, { tag, traits: Trait.Svg });
for (const tag of mathTags.split(" ")) tags.set(`math ${tag}`, { tag, traits: Trait.Math });
for (const tag of mathTextTags.split(" ")) tags.set(`math ${tag}`, { tag, traits: Trait.Math | Trait.MathText });
// Browsers read it as an image.
tags.set("image", { tag: "img", traits: Trait.Void | Trait.Special });

/** Stands for unknown tags. */
const unknown: FrameTag = { tag: "x", traits: Trait.Neutral };
const dropped: FrameTag = { tag: "x", traits: Trait.Dropped };

/** Prefix of our own element names and, after `data-`, attribute names. */
export const ownPrefix = "dh-";

/** Custom element names; without scripts, browsers treat them as unknown. */
const customName = /^(?!dh-)[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){1,5}$/;

/**
 * How elements of a tag are written.
 *
 * @param name As in `page.tagNames`: "div", "svg path".
 */
export function frameTag(name: string): FrameTag {
  const known = tags.get(name);
  if (known !== undefined) return known;
  if (name.includes(" ")) return dropped;
  return customName.test(name) ? { tag: name, traits: 0 } : unknown;
}

const children: Readonly<Record<string, readonly string[]>> = {
  table: ["caption", "colgroup", "thead", "tbody", "tfoot"],
  colgroup: ["col"],
  thead: ["tr"],
  tbody: ["tr"],
  tfoot: ["tr"],
  tr: ["td", "th"],
};

/** Whether the parser leaves a child of a table, a row or the like in place. */
export function fitsInto(tag: string, parent: string): boolean {
  return children[parent]?.includes(tag) ?? false;
}

/** Tags that are always written as our own elements. */
export const neutralTags: ReadonlySet<string> = new Set(
  kinds.flatMap(([traits, names]) => ((traits & Trait.Neutral) !== 0 ? names.split(" ") : [])),
);
