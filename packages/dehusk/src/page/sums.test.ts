import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalHtml } from "./canonical-html.ts";
import { attribute, hiddenMarks, isElement, isShown, isText, Mark, type Page, sumOf, tagName, textOf } from "./page.ts";
import { parse } from "./parse.ts";
import { tagSoup } from "./testing/random-html.ts";
import { splitWords } from "./words.ts";

/** Where each word of the text starts. */
function wordStarts(page: Page): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const word of splitWords(page.text)) {
    at = page.text.indexOf(word, at);
    starts.push(at);
    at += word.length;
  }
  return starts;
}

/** The figures of a subtree, counted naively from text and nodes. */
function naiveFigures(page: Page, node: number, starts: readonly number[]) {
  const end = page.end[node];
  const nodes = Array.from({ length: end - node }, (_, i) => node + i);
  const texts = nodes.filter((i) => isText(page, i) && isShown(page, i) && textOf(page, i) !== "");
  const shown = nodes.filter((i) => isElement(page, i) && isShown(page, i));
  const anchors = texts.filter((i) => {
    for (let up = i; up >= 0; up = page.parent[up]) if (isLink(page, up)) return true;
    return false;
  });
  const wordsIn = (list: number[]): number[] =>
    list.flatMap((i) => {
      const from = page.textFrom[i];
      const to = page.textTo[i + 1];
      return starts.filter((start) => start >= from && start < to);
    });
  const count = (list: number[], pattern: RegExp): number =>
    list.reduce((sum, i) => sum + (textOf(page, i).match(pattern)?.length ?? 0), 0);
  return {
    characters: count(texts, /[^\s\u200b]/gu),
    words: wordsIn(texts).length,
    capitals: wordsIn(texts).filter((start) => /^\p{Lu}/u.test(page.text.slice(start))).length,
    digits: count(texts, /(?!\p{Script=Han})\p{N}/gu),
    punctuation: count(texts, /\p{P}/gu) - count(texts, /_/g),
    anchorCharacters: count(anchors, /[^\s\u200b]/gu),
    anchorWords: wordsIn(anchors).length,
    links: shown.filter((i) => isLink(page, i)).length,
    htmlLength: canonicalHtml(page, node).length,
    elements: nodes.filter((i) => isElement(page, i)).length,
    images: shown.filter((i) => /^(?:svg )?image$|^img$/.test(tagName(page, i))).length,
    controls: shown.filter((i) => /^(?:input|select|textarea|button|keygen|meter|progress)$/.test(tagName(page, i)))
      .length,
  };
}

function isLink(page: Page, node: number): boolean {
  const name = tagName(page, node);
  if (name === "svg a") return ["href", "xlink:href"].some((href) => attribute(page, node, href) !== undefined);
  return name === "a" && attribute(page, node, "href") !== undefined;
}

describe("running sums", () => {
  test("match a naive count for every subtree", () => {
    fc.assert(
      fc.property(tagSoup, (html) => {
        const page = parse(html, { url: "https://example.org/a/" });
        const starts = wordStarts(page);
        for (let node = 0; node < page.size; node++) {
          const naive = naiveFigures(page, node, starts);
          const sums = Object.fromEntries(
            Object.keys(naive).map((name) => [name, sumOf(page, page.sums[name as keyof typeof naive], node)]),
          );
          expect(sums).toEqual(naive);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("of a long page, which take over memory of its tree, have each its own", () => {
    const count = 15_000;
    const part = '<p>One. <a href="/2">Two 3</a> <a href="https://four.example/">4</a><img><input><p hidden>No';
    const parsed = (html: string) => parse(html, { url: "https://one.example/" });
    const [short, long] = [parsed(part), parsed(part.repeat(count))];
    expect(long.size).toBeGreaterThan(2 ** 17);
    for (const name of Object.keys(short.sums) as (keyof Page["sums"])[]) {
      const inBody = ({ sums, size }: Page) => sums[name][size] - sums[name][4];
      expect(inBody(short), name).toBeGreaterThan(0);
      expect(inBody(long), name).toBe(count * inBody(short));
    }
  });

  test("count sentences as a reader would", () => {
    const sentences = (text: string): number => {
      const page = parse(`<p>${text}`);
      return page.sums.sentences[page.size];
    };
    expect(sentences("One. Two! Three?")).toBe(3);
    expect(sentences("Version 1.2.3 of example.org is out")).toBe(0);
    expect(sentences("Really?! Yes... He said “no.” And left.")).toBe(4);
    expect(sentences("這是一句。這是兩句！對嗎？")).toBe(3);
    expect(sentences("यह एक वाक्य है। यह दूसरा है।")).toBe(2);
    expect(sentences("هل هذا سؤال؟ نعم.")).toBe(2);
  });

  test("tell internal from external links", () => {
    const page = parse(
      `<a href="/x">1</a><a href="?q">2</a><a href="#f">3</a><a href="https://www.example.org/y">4</a>
       <a href="//blog.example.org/">5</a><a href="HTTP://EXAMPLE.ORG:8080/">6</a><a href="javascript:void 0">7</a>
       <a href="https://other.example/">8</a><a href="https://notexample.org/">9</a><a href="mailto:a@example.org">10</a>
       <a href="https://example.org.evil.example/">11</a><a>no link</a>`,
      { url: "https://example.org/a" },
    );
    expect(page.sums.links[page.size]).toBe(11);
    expect(page.sums.intraLinks[page.size]).toBe(7);
  });

  test("use the declared address if none is given", () => {
    const page = parse(
      '<link rel="canonical" href="https://shop.example/p/1"><a href="https://shop.example/">in</a><a href="https://x.example/">out</a>',
    );
    expect(page.url).toBe("https://shop.example/p/1");
    expect(page.sums.intraLinks[page.size]).toBe(1);
  });

  test("count a relative link by the host of <base>", () => {
    const page = parse('<base href="https://cdn.example/"><a href="x">1</a>', { url: "https://example.org/" });
    expect(page.sums.intraLinks[page.size]).toBe(0);
  });
});

describe("marks", () => {
  const markOf = (html: string): number => {
    const page = parse(html);
    const node = Array.from({ length: page.size }, (_, i) => i).find((i) => page.strings[i]?.includes("secret")) ?? -1;
    return page.marks[node] & hiddenMarks;
  };

  test.each([
    ["<p hidden>secret", Mark.HiddenAttribute],
    ["<div hidden><p><b>secret", Mark.HiddenAttribute],
    ["<p>long shown text<p aria-hidden=true>secret", Mark.AriaHidden],
    ["<p style='color:red; DISPLAY : None'>secret", Mark.HiddenStyle],
    ["<p style='visibility:hidden!important'>secret", Mark.HiddenStyle],
    ["<body><noscript>secret</noscript>", Mark.NoScript],
    ["<body><template>secret</template>", Mark.Template],
    ["<script>secret</script>", Mark.Unseen],
    ["<title>secret</title>", Mark.Unseen],
    ["<svg><title>secret</title></svg>", Mark.Unseen],
    ["<math><semantics><mi>x</mi><annotation>secret</annotation></semantics></math>", Mark.Unseen],
    ["<dialog>secret</dialog>", Mark.HiddenAttribute],
    ["<dialog open>secret</dialog>", 0],
    ["<p hidden='until-found'>secret", 0],
    ["<body style='display:none'>secret", 0],
    ["<body hidden aria-hidden=true>secret", 0],
    ["<details><summary>s</summary>secret</details>", 0],
    ["<p style='background: url(none)'>secret", 0],
    ["<p aria-hidden=false>secret", 0],
  ])("%s", (html, mark) => {
    expect(markOf(html)).toBe(mark);
  });

  test("a hidden node's text is kept, but not shown or counted", () => {
    const page = parse("<p>shown</p><p hidden>secret words</p>");
    expect(page.text).toBe("shown");
    expect(page.sums.words[page.size]).toBe(1);
    expect(page.strings).toContain("secret words");
  });

  test("aria-hidden is ignored when it would hide most of the page", () => {
    const article = "All of the long article text. ".repeat(40);
    const page = parse(`<div aria-hidden=true><p>${article}</p></div><div role=dialog>Cookies?</div>`);
    expect(page.text).toContain("article");
    expect(page.warnings.map(({ code }) => code)).toEqual(["aria-hidden-ignored"]);
  });

  test("so are hiding styles and attributes, which a script would remove", () => {
    const article = "All of the long article text. ".repeat(40);
    for (const hide of ["style='visibility:hidden'", "hidden", "style='display:none'"]) {
      const page = parse(`<div ${hide}><p>${article}</p></div><p>Loading</p>`);
      expect(page.text).toContain("article");
      expect(page.warnings.map(({ code }) => code)).toEqual(["hidden-ignored"]);
      const menu = parse(`<div ${hide}><p>${article}</p></div><p>${article}</p>`);
      expect(menu.sums.words[menu.size]).toBe(240);
    }
  });

  test("text that is only in noscript is shown, unless scripting is set", () => {
    const html = `<div id=app></div><noscript><h1>Title</h1><p>${"Text for other readers. ".repeat(40)}</noscript>`;
    expect(parse(html).text).toContain("Title");
    expect(parse(html).warnings.map(({ code }) => code)).toEqual(["noscript-shown"]);
    expect(parse(html, { scripting: true }).text).toBe("");
    expect(parse("<p>text</p><noscript>Please turn scripts on.</noscript>").text).toBe("text");
  });

  test("noscript is shown when scripts do not run", () => {
    expect(parse("<noscript><p>plain</noscript>", { scripting: false }).text).toBe("plain");
  });
});
