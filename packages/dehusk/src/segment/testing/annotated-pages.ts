import { seededRandom } from "../../learn/index.ts";
import { nodeAt, parse } from "../../page/index.ts";
import type { LabelledView } from "../../train/segments/labelled-view.ts";
import { viewSegments } from "../segment-view.ts";

/** One line of a set of annotated pages, as data. */
export interface AnnotatedLine {
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly segments: readonly { id: string; label: string; level: number; paths: string[] }[];
  readonly css: Readonly<Record<string, string>>;
  readonly imageSizes: Readonly<Record<string, readonly [number, number]>>;
}

const words = "harbour boat quay rope sail tide gull mast oar deck net buoy anchor crew storm light pier wave".split(
  " ",
);

const blocks = {
  Header: "div[1]",
  Menu: "ul[1]",
  "First story": "div[2]/div[1]",
  "Second story": "div[2]/div[2]",
  "Third story": "div[2]/div[3]",
  LinkList: "div[3]",
  Footer: "div[4]",
} as const;

/**
 * A generated page: a header, a menu, three stories, a list of links beside them and a footer, all annotated. Sizes and
 * texts differ from page to page; the set's style sheet defines the columns.
 */
export function annotatedPage(number: number): AnnotatedLine {
  const random = seededRandom(1000 + number);
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const text = (count: number) => Array.from({ length: count }, () => words[from(0, words.length - 1)]).join(" ");
  const links = (count: number) =>
    Array.from({ length: count }, (_, i) => `<li><a href="/${i}">${text(from(1, 3))}</a></li>`).join("");
  const story = () => {
    const paragraphs = Array.from({ length: from(2, 3) }, () => `<p>${text(from(40, 90))}.</p>`).join("");
    return `<div class=story><h2>${text(4)}</h2><p class=by>By ${text(2)}</p>${paragraphs}</div>`;
  };
  const html =
    `<!doctype html><html><head><title>${text(4)}</title><link rel=stylesheet href=/look.css></head><body>` +
    `<div class=head><h1>${text(2)}</h1><p>${text(5)}</p></div><ul class=menu>${links(from(4, 6))}</ul>` +
    `<div class=middle>${story()}${story()}${story()}</div><div class=side><h3>${text(2)}</h3><ul>${links(from(5, 8))}</ul></div>` +
    `<div class=foot><p>${text(6)}</p><p>${text(4)}</p></div></body></html>`;
  return {
    id: `made-up/${number}`,
    url: `http://site${number}.example/`,
    html,
    segments: Object.entries(blocks).map(([label, path], i) => {
      return { id: `s${i}`, label, level: 2, paths: [`/html[1]/body[1]/${path}`] };
    }),
    css: { "/look.css": sheet },
    imageSizes: {},
  };
}

const sheet = `
body { margin: 0 }
.menu li { display: inline-block; padding: 0 12px }
.middle { float: left; width: 800px }
.story { margin: 30px }
.side { float: right; width: 300px }
.foot { clear: both; padding: 20px }
`;

/** The first generated pages. */
export function annotatedPages(count: number): AnnotatedLine[] {
  return Array.from({ length: count }, (_, number) => annotatedPage(number));
}

/** A generated page with its style sheet inlined. */
export function styledHtml({ html }: AnnotatedLine): string {
  return html.replace(/<link[^>]*>/, `<style>${sheet}</style>`);
}

/**
 * A generated page as training sees it.
 *
 * @param coarse Whether the annotators took all stories for one segment.
 */
export function labelledPage(number: number, coarse = false): LabelledView {
  const line = annotatedPage(number);
  const page = parse(styledHtml(line));
  const segment = new Int32Array(page.size).fill(-1);
  for (const [i, { label, paths }] of line.segments.entries()) {
    const node = nodeAt(page, paths[0]);
    segment.fill(coarse && label.endsWith("story") ? line.segments.length : i, node, page.end[node]);
  }
  const view = viewSegments(page);
  return { view, truth: view.leaf.map((leaf) => segment[leaf]) };
}
