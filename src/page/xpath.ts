import { DehuskError } from "./dehusk-error.ts";
import type { Page } from "./page.ts";
import { COMMENT, TEXT } from "./tags.ts";

/**
 * The XPath of a node from the root, with every position written out: `/html[1]/body[1]/p[2]/text()[1]`. Elements of
 * SVG and MathML are named by a test that works without namespaces: `*[name()="svg"][1]`. The content of a template is
 * addressed as its children. Time is linear in the siblings along the way.
 */
export function xpathOf(page: Page, node: number): string {
  const steps: string[] = [];
  for (let i = node; i > 0; i = page.parent[i] as number) {
    steps.push(`/${stepOf(page, i)}`);
  }
  return steps.length === 0 ? "/" : steps.reverse().join("");
}

/**
 * The node at an XPath of the kind that {@link xpathOf} writes; a step without a position means the first. -1 when the
 * page has no such node.
 *
 * @throws DehuskError `bad-input` when the path is not of that kind.
 */
export function nodeAt(page: Page, path: string): number {
  if (path === "/") return 0;
  if (!pathPattern.test(path)) {
    throw new DehuskError("bad-input", `"${path}" is not a path of steps like /html[1]/body[1]/p[2].`);
  }
  let node = 0;
  for (const match of path.matchAll(stepPattern)) {
    node = childAt(page, node, testOf(page, match), Number(match[4] ?? 1));
    if (node < 0) return -1;
  }
  return node;
}

const stepPattern = /\/(?:\*\[name\(\)=(?:"([^"]+)"|'([^']+)')\]|([^/[\]]+))(?:\[(\d+)\])?/g;
const pathPattern = new RegExp(`^(?:${stepPattern.source})+$`);

/** Which nodes a step means: those with a certain tag number, or all elements with a local name in any namespace. */
type Test = { readonly tag: number; readonly localName: string | undefined };

function testOf(page: Page, match: RegExpExecArray): Test {
  const localName = match[1] ?? match[2];
  if (localName !== undefined) return { tag: -1, localName };
  const name = match[3] as string;
  if (name === "text()") return { tag: TEXT, localName };
  if (name === "comment()") return { tag: COMMENT, localName };
  return { tag: page.tagNames.indexOf(name), localName };
}

function matches(page: Page, node: number, test: Test): boolean {
  const tag = page.tag[node] as number;
  return test.localName === undefined ? tag === test.tag : tag > COMMENT && localNameOf(page, tag) === test.localName;
}

function childAt(page: Page, parent: number, test: Test, position: number): number {
  let left = position;
  const end = page.end[parent] as number;
  for (let child = parent + 1; child < end; child = page.end[child] as number) {
    if (matches(page, child, test) && --left === 0) return child;
  }
  return -1;
}

/** The last step of a node's path: what it is called, and how many siblings up to it answer to that. */
function stepOf(page: Page, node: number): string {
  const tag = page.tag[node] as number;
  const name = page.tagNames[tag] as string;
  const plain = tag <= COMMENT || /^[a-z][a-z0-9_-]*$/.test(name);
  const test: Test = plain ? { tag, localName: undefined } : { tag: -1, localName: localNameOf(page, tag) };
  let position = 1;
  for (let sibling = (page.parent[node] as number) + 1; sibling < node; sibling = page.end[sibling] as number) {
    if (matches(page, sibling, test)) position++;
  }
  const called =
    tag === TEXT ? "text()" : tag === COMMENT ? "comment()" : plain ? name : quoted(test.localName as string);
  return `${called}[${position}]`;
}

function quoted(name: string): string {
  return name.includes('"') ? `*[name()='${name}']` : `*[name()="${name}"]`;
}

function localNameOf(page: Page, tag: number): string {
  const name = page.tagNames[tag] as string;
  return name.slice(name.indexOf(" ") + 1);
}
