import { chunks, type ExtractOptions, extract } from "dehusk";
import { parse } from "dehusk/internal/page";
import { things, thingsMarkdown } from "dehusk/things";
import { checkWriters } from "../check-writers.ts";
import type { Find } from "../find.ts";
import { styles } from "../grammars/css.ts";
import { escapeHtml, HtmlGrammar } from "../grammars/html.ts";
import { selector } from "../grammars/selectors.ts";
import { thingPage } from "../grammars/things.ts";
import { address } from "../grammars/urls.ts";
import { inspectHtml } from "../markdown/inspect-html.ts";
import { renderers } from "../markdown/renderers.ts";
import { mutateBytes, mutateText } from "../mutate.ts";
import type { Random } from "../random.ts";
import { attempt, checkStrings, type Target } from "../target.ts";

/** Pages through text, Markdown and HTML, each held against the others. */
export const writers: Target = {
  name: "writers",
  run(random) {
    const grammar = new HtmlGrammar(random);
    const html = random.chance(0.95) ? grammar.page() : grammar.hollow();
    return checkWriters(random.chance(0.8) ? html : mutateText(html, random), random);
  },
};

/** Pages through `extract` with options, all of its answer read. */
export const extraction: Target = {
  name: "extract",
  run(random) {
    const finds: Find[] = [];
    const grammar = new HtmlGrammar(random);
    const page = random.chance(0.1)
      ? grammar.hollow()
      : `<h1>Heading</h1>${grammar.page()}<p>${"Some words of a sentence that goes on. ".repeat(random.below(4))}</p>`;
    const html = random.chance(0.5) ? page : mutateText(page, random);
    const options = {
      ...(random.chance(0.5) ? { url: address(random) } : {}),
      ...(random.chance(0.5)
        ? { preset: random.pick(["balanced", "precision", "recall", "everything"] as const) }
        : {}),
      ...(random.chance(0.3) ? { headline: random.chance(0.5) } : {}),
      ...(random.chance(0.3) ? { include: selector(random) } : {}),
      ...(random.chance(0.3) ? { exclude: random.many(1, 3, () => selector(random)) } : {}),
      ...(random.chance(0.3) ? { spans: random.pick(["empty", "repeat", "html"] as const) } : {}),
    };
    const result = attempt(finds, () => ({ ...extract(html, options) }));
    if (result === undefined) return finds;
    const again = attempt(finds, () => ({ ...extract(html, options) }));
    if (JSON.stringify(result) !== JSON.stringify(again)) finds.push({ oracle: "deterministic", detail: "" });
    checkStrings(finds, result);
    const blocks = attempt(finds, () => result.explain());
    checkStrings(finds, blocks ?? []);
    if (random.chance(0.1)) finds.push(...checkChunks(html, options));
    const { confidence } = result;
    if (confidence !== null && !(confidence >= 0 && confidence <= 1)) {
      finds.push({ oracle: "confidence is from 0 to 1", detail: String(confidence) });
    }
    return finds;
  },
};

/** Each chunk is safe by itself. */
function checkChunks(html: string, options: ExtractOptions): Find[] {
  const { spans = "empty" } = options;
  return chunks(extract(html, { ...options, frontmatter: true }), { maxTokens: 16 }).flatMap(({ text }) =>
    Object.entries(renderers).flatMap(([name, render]) =>
      inspectHtml(render(text), spans === "html").forbidden.map((what) => ({
        oracle: `chunks are safe in ${name}`,
        detail: `${what} in ${text}`,
      })),
    ),
  );
}

/** Threads, products, recipes, events and questions, as Markdown that is safe, and as data. */
export const thingPages: Target = {
  name: "things",
  run(random) {
    const finds: Find[] = [];
    const page = thingPage(random);
    const html = random.chance(0.8) ? page : mutateText(page, random);
    const options = random.chance(0.7) ? { url: "https://example.org/t/7" } : {};
    const result = attempt(finds, () => extract(html, { ...options, frontmatter: random.chance(0.5) }));
    if (result === undefined) return finds;
    checkStrings(finds, things(result));
    const markdown = thingsMarkdown(result);
    const code = result.html.match(/<pre/g)?.length ?? 0;
    for (const [name, render] of Object.entries(renderers)) {
      const { forbidden, counts } = inspectHtml(render(markdown));
      for (const detail of forbidden) finds.push({ oracle: `things are safe in ${name}`, detail });
      if ((counts.get("pre") ?? 0) > code) finds.push({ oracle: "no code of its own", detail: name });
    }
    return finds;
  },
};

const charsets = (
  "utf-8 utf8 UTF-16 utf-16le utf-16be windows-1252 latin1 shift_jis euc-jp iso-2022-jp gbk gb18030 big5 euc-kr koi8-r " +
  "macintosh x-user-defined replacement utf-7 iso-2022-kr hz-gb-2312 unknown-1 ibm866 windows-874"
).split(" ");

const marks = [[], [], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0x2b, 0x2f, 0x76]];

/** Bytes in all sorts of encodings, declared rightly, wrongly or not at all. */
export const bytes: Target = {
  name: "bytes",
  run(random) {
    const finds: Find[] = [];
    const charset = random.pick(charsets);
    const declared = random.chance(0.5)
      ? random.pick([`<meta charset=${charset}>`, `<?xml encoding="${charset}"?>`])
      : "";
    const html = declared + new HtmlGrammar(random).page();
    const encoded = Buffer.from(html, random.pick(["utf8", "utf16le", "latin1"] as const));
    const raw = Buffer.concat([Buffer.from(random.pick(marks)), encoded]);
    const input = new Uint8Array(random.chance(0.7) ? mutateBytes(raw, random) : raw);
    const options = random.chance(0.3) ? { encoding: random.pick(charsets) } : {};
    const page = attempt(finds, () => parse(input, options));
    if (page === undefined) return finds;
    checkStrings(finds, [page.text, page.warnings]);
    if (parse(input, options).text !== page.text) finds.push({ oracle: "deterministic", detail: "" });
    return finds;
  },
};

/** Inline styles and style sheets around text, through layout, detection and segmentation. */
export const css: Target = {
  name: "css",
  run(random) {
    const finds: Find[] = [];
    const part = (): string => `<div style="${escapeHtml(styles(random))}" class=a>words of text <b>in it</b></div>`;
    const html = `<style>${styles(random)}{${styles(random)}}</style>${random.many(1, 5, part).join("")}`;
    const result = attempt(finds, () => ({ ...extract(html, { preset: "balanced" }) }));
    if (result !== undefined) checkStrings(finds, result);
    return finds;
  },
};

/** Addresses in links, pictures, bases and options: none that is written runs anything. */
export const urls: Target = {
  name: "urls",
  run(random: Random) {
    const finds: Find[] = [];
    const base = random.chance(0.3) ? `<base href="${escapeHtml(address(random))}">` : "";
    const link = (): string =>
      `<p>some text <a href="${escapeHtml(address(random))}">link</a> <img src="${escapeHtml(address(random))}" alt=a></p>`;
    const html = `${base}${random.many(1, 4, link).join("")}`;
    const options = random.chance(0.6)
      ? { url: address(random), preset: "everything" as const }
      : { preset: "everything" as const };
    const result = attempt(finds, () => extract(html, options));
    if (result === undefined) return finds;
    for (const [, value = ""] of result.html.matchAll(/ (?:href|src|poster|cite)="([^"]*)"/g)) {
      const read = value.replace(/[\t\n\r]/g, "").replace(/^[\0- ]+/, "");
      if (!/^(?:https?:|mailto:|tel:|data:image\/(?!svg)|[^:]*(?:[/?#]|&#|&amp;#|$))/i.test(read))
        finds.push({ oracle: "addresses run nothing", detail: value });
    }
    checkStrings(finds, { ...result });
    return finds;
  },
};
