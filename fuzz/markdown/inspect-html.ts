/** Elements that Markdown and our writer can make, with the attributes that renderers give them. */
const attributes: Readonly<Record<string, RegExp>> = {
  a: /^(?: (?:href|title|id|class|data-footnote-ref|data-footnote-backref|aria-describedby|aria-label|dir)(?:="[^"]*")?)*$/,
  img: /^(?: (?:src|alt|title)="[^"]*")* ?\/?$/,
  code: /^(?: class="language-[a-z0-9+#.-]*")?$/,
  input: /^(?: (?:type="checkbox"|checked|disabled)(?:="")?)* ?\/?$/,
  ol: /^(?: (?:start="\d+"|class="contains-task-list"))*$/,
  ul: /^(?: class="contains-task-list")?$/,
  li: /^(?: (?:class="task-list-item"|id="user-content-fn-[^"]*"))*$/,
  td: /^(?: (?:align|style)="[a-z:; -]*")?$/,
  th: /^(?: (?:align|style)="[a-z:; -]*")?$/,
  h2: /^(?: (?:id="footnote-label"|class="sr-only"))*$/,
  section: /^(?: (?:data-footnotes(?:="")?|class="footnotes"))*$/,
  br: /^ ?\/?$/,
  hr: /^ ?\/?$/,
};
const bare = /^(?:p|h[1-6]|blockquote|pre|em|strong|del|s|table|thead|tbody|tr|sup|sub|kbd)$/;

/** What clean HTML may hold besides, in tables that Markdown keeps as HTML. */
const tableTags = new Set(
  (
    "table caption thead tbody tr th td p div figure figcaption details summary dl dt dd u s ins mark small samp var abbr q " +
    "cite dfn time ruby rt rp video audio math semantics annotation mi mo mn mtext mrow a img pre code ul ol li h1 h2 h3 h4 " +
    "h5 h6 blockquote em strong del sub sup kbd br hr"
  ).split(" "),
);
const tableAttributes =
  /^(?: (?:href|title|src|alt|id|class|colspan|rowspan|start|value|lang|dir|display|encoding|controls|poster|cite|data-callout|width|height|open|datetime|scope)="[^"]*")*$/;

/** Addresses that lead somewhere and run nothing. */
const safeAddress = /^(?:https?:|mailto:|tel:|ftp:|xmpp:|[^:]*(?:[/?#]|$))/i;

export interface Inspection {
  /** What has no place in a rendering of our Markdown. */
  readonly forbidden: readonly string[];
  /** How many elements there are of each name. */
  readonly counts: ReadonlyMap<string, number>;
  /** Addresses of links and pictures, decoded. */
  readonly addresses: readonly string[];
}

/**
 * Looks at every `<` of rendered HTML that could begin markup. What is not exactly an element as renderers write it is
 * forbidden, so a mistake here errs on the side of a find.
 *
 * @param withTables Whether tables may be those of clean HTML.
 */
export function inspectHtml(html: string, withTables = false): Inspection {
  const forbidden: string[] = [];
  const counts = new Map<string, number>();
  const addresses: string[] = [];
  for (const { index, 1: closing, 2: name = "", 3: rest = "" } of html.matchAll(tag)) {
    const start = html.slice(index, index + 120);
    const allowed = attributes[name] ?? (bare.test(name) ? /^$/ : undefined);
    const isPlain = allowed !== undefined && (closing === "/" ? rest === "" : allowed.test(rest));
    const isOfTable =
      withTables && tableTags.has(name.toLowerCase()) && (closing === "/" ? rest === "" : tableAttributes.test(rest));
    if (!isPlain && !isOfTable) {
      forbidden.push(start);
      continue;
    }
    if (closing === "/") continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [, value = ""] of rest.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      const address = decode(value);
      addresses.push(address);
      // Browsers drop tabs and line ends anywhere in an address, and controls before it.
      const read = address.replace(/[\t\n\r]/g, "").replace(/^[\0- ]+/, "");
      if (!safeAddress.test(read)) forbidden.push(start);
    }
  }
  return { forbidden, counts, addresses };
}

const tag = /<(?=[a-z/!?])(?:(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z-]*(?:="[^"]*")?| ?\/)*)>)?/gi;

const names: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  colon: ":",
  Tab: "\t",
  NewLine: "\n",
};

/** Character references as browsers read them in attributes, the final semicolon of numbers left out or not. */
function decode(value: string): string {
  return value.replace(
    /&(?:#x([\da-f]+);?|#(\d+);?|(\w+);)/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return names[name] ?? whole;
      const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
    },
  );
}
