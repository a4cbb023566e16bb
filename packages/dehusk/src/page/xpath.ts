import { DehuskError } from "../basics/index.ts";
import type { Page } from "./page.ts";
import { COMMENT, TEXT } from "./tags.ts";

/**
 * The absolute XPath of a node, with every position written out: `/html[1]/body[1]/p[2]/text()[1]`. SVG and MathML
 * elements are named by a test that works without namespaces: `*[name()="svg"][1]`. Template content is addressed as
 * the template's children. Time is linear in the siblings along the way; for all nodes, use {@link xpathsOf}.
 */
export function xpathOf(page: Page, node: number): string {
  const steps: string[] = [];
  for (let i = node; i > 0; i = page.parent[i]) {
    const test = testFor(page, page.tag[i]);
    let position = 1;
    for (let sibling = page.parent[i] + 1; sibling < i; sibling = page.end[sibling]) {
      if (matches(page, sibling, test)) position++;
    }
    steps.push(`/${writtenTest(test, page)}[${position}]`);
  }
  return steps.length === 0 ? "/" : steps.reverse().join("");
}

/**
 * The XPaths of all nodes, or of some with their ancestors, in linear time. Each shares its parent's string, so memory is
 * linear too until a path is flattened.
 */
export function xpathsOf(page: Page, nodes?: readonly number[]): string[] {
  const wanted = nodes && new Uint8Array(page.size);
  for (const node of nodes ?? []) for (let i = node; i >= 0 && wanted?.[i] === 0; i = page.parent[i]) wanted[i] = 1;
  const paths = new Array<string>(page.size).fill("/");
  const tests = page.tagNames.map((_, tag) => testFor(page, tag));
  const written = tests.map((test) => writtenTest(test, page));
  // Per parent: how many children had each tag, and each local name.
  const tagCounts = new Map<number, number>();
  const nameCounts = new Map<string, number>();
  for (let parent = 0; parent < page.size; parent++) {
    if (wanted?.[parent] === 0) continue;
    tagCounts.clear();
    nameCounts.clear();
    const above = parent === 0 ? "" : paths[parent];
    const end = page.end[parent];
    for (let child = parent + 1; child < end; child = page.end[child]) {
      const tag = page.tag[child];
      const sameTag = countUp(tagCounts, tag);
      const sameName = tag > COMMENT ? countUp(nameCounts, localNameOf(page, tag)) : 0;
      const position = tests[tag]?.localName === undefined ? sameTag : sameName;
      if (wanted?.[child] !== 0) paths[child] = `${above}/${written[tag]}[${position}]`;
    }
  }
  return paths;
}

/**
 * The node at an XPath as written by {@link xpathOf}; a step without a position means the first. -1 if there is no such
 * node.
 *
 * @throws DehuskError `bad-input` for other kinds of path.
 */
export function nodeAt(page: Page, path: string): number {
  let node = 0;
  for (const { test, position } of path === "/" ? [] : readSteps(page, path)) {
    node = childAt(page, node, test, position);
    if (node < 0) return -1;
  }
  return node;
}

/** The nodes a step selects: those with a tag number, or elements with a local name in any namespace. */
interface Test {
  readonly tag: number;
  readonly localName: string | undefined;
}

function testFor(page: Page, tag: number): Test {
  const plain = tag <= COMMENT || /^[a-z][a-z0-9_-]*$/.test(page.tagNames[tag]);
  return plain ? { tag, localName: undefined } : { tag: -1, localName: localNameOf(page, tag) };
}

function writtenTest({ tag, localName }: Test, page: Page): string {
  if (localName !== undefined) return localName.includes('"') ? `*[name()='${localName}']` : `*[name()="${localName}"]`;
  if (tag === TEXT) return "text()";
  return tag === COMMENT ? "comment()" : page.tagNames[tag];
}

const stepPattern = /\/(?:\*\[name\(\)=(?:"([^"]+)"|'([^']+)')\]|([^/[\]]+))(?:\[(\d+)\])?/y;

function readSteps(page: Page, path: string): { test: Test; position: number }[] {
  const steps: { test: Test; position: number }[] = [];
  stepPattern.lastIndex = 0;
  while (stepPattern.lastIndex < path.length) {
    const match = stepPattern.exec(path);
    if (match === null) {
      throw new DehuskError("bad-input", `"${path}" is not a path like /html[1]/body[1]/p[2].`);
    }
    const [, doubleQuoted, singleQuoted, name, position = "1"] = match;
    const localName = doubleQuoted ?? singleQuoted;
    steps.push({
      test: { tag: localName === undefined ? tagOf(page, name as string) : -1, localName },
      position: Number(position),
    });
  }
  return steps;
}

function tagOf(page: Page, name: string): number {
  if (name === "text()") return TEXT;
  return name === "comment()" ? COMMENT : page.tagNames.indexOf(name);
}

function matches(page: Page, node: number, test: Test): boolean {
  const tag = page.tag[node];
  return test.localName === undefined ? tag === test.tag : tag > COMMENT && localNameOf(page, tag) === test.localName;
}

function childAt(page: Page, parent: number, test: Test, position: number): number {
  let left = position;
  const end = page.end[parent];
  for (let child = parent + 1; child < end; child = page.end[child]) {
    if (matches(page, child, test) && --left === 0) return child;
  }
  return -1;
}

function localNameOf(page: Page, tag: number): string {
  const name = page.tagNames[tag];
  return name.slice(name.indexOf(" ") + 1);
}

function countUp<Key>(counts: Map<Key, number>, key: Key): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
