import { attribute, isElement, isShown, isText, type Page, splitWords, tagName, textOf } from "../../page/index.ts";

/** An element of a style tree by the letter of the paper: strings and recursion, whatever the cost. */
export interface SlowElement {
  /** Pages that have it. */
  readonly m: number;
  readonly node: number;
  readonly composite: number;
  /** Style nodes by the kinds of their elements. */
  readonly styles: Map<string, SlowElement[]>;
}

type Place = readonly [page: Page, node: number];

/** The style tree of some pages. */
export function slowStyleTree(pages: readonly Page[], links = false, gamma = 0.9): SlowElement {
  return slowElement(
    pages.map((page) => [page, bodyOf(page)]),
    links,
    gamma,
  );
}

/** The noise of a page by the paper's mapping. */
export function slowNoise(page: Page, tree: SlowElement, threshold: number): Uint8Array {
  const marks = new Uint8Array(page.size);
  clean(tree, bodyOf(page));
  return marks;

  function clean(element: SlowElement, node: number): void {
    if (isNoisy(element, threshold)) marks.fill(1, node, page.end[node]);
    else {
      const children = childrenOf(page, node);
      element.styles.get(keyOf(page, children))?.forEach((below, k) => {
        clean(below, children[k]);
      });
    }
  }
}

function isNoisy(element: SlowElement, threshold: number): boolean {
  return element.composite < threshold && [...element.styles.values()].flat().every((e) => isNoisy(e, threshold));
}

function slowElement(places: readonly Place[], links: boolean, gamma: number): SlowElement {
  const m = places.length;
  const groups = new Map<string, Place[]>();
  for (const [page, node] of places) {
    const children = childrenOf(page, node);
    const key = keyOf(page, children);
    if (children.length > 0) groups.set(key, [...(groups.get(key) ?? []), [page, node]]);
  }
  const styles = new Map<string, SlowElement[]>();
  for (const [key, group] of groups) {
    const lists = group.map(([page, node]) => childrenOf(page, node).map((child): Place => [page, child]));
    const elements = lists[0].map((_, k) => {
      return slowElement(
        lists.map((list) => list[k]),
        links,
        gamma,
      );
    });
    styles.set(key, elements);
  }
  if (m === 1) return { m, node: 1, composite: 1, styles };
  if (styles.size === 0) return { m, node: 0, composite: slowLeaf(places, links), styles };
  let node = 0;
  let below = 0;
  for (const [key, elements] of styles) {
    const p = (groups.get(key) as Place[]).length / m;
    node -= (p * Math.log(p)) / Math.log(m);
    below += (p * elements.reduce((sum, e) => sum + e.composite, 0)) / elements.length;
  }
  const attenuation = gamma ** styles.size;
  return { m, node, composite: (1 - attenuation) * node + attenuation * below, styles };
}

function slowLeaf(places: readonly Place[], links: boolean): number {
  const m = places.length;
  const pagesOf = new Map<string, Set<number>>();
  places.forEach(([page, node], number) => {
    for (const feature of featuresOf(page, node, links)) {
      pagesOf.set(feature, (pagesOf.get(feature) ?? new Set()).add(number));
    }
  });
  if (pagesOf.size === 0) return 0;
  let entropies = 0;
  for (const having of pagesOf.values()) {
    for (const _ of having) entropies -= (1 / having.size) * (Math.log(1 / having.size) / Math.log(m));
  }
  return 1 - entropies / pagesOf.size;
}

function featuresOf(page: Page, node: number, links: boolean): string[] {
  const features: string[] = [];
  for (let i = node; i < page.end[node]; i++) {
    if (isText(page, i)) features.push(...splitWords(textOf(page, i)).map((word) => `word ${word.toLowerCase()}`));
    else if (isElement(page, i)) {
      for (const name of links ? ["src", "value", "href"] : ["src", "value"]) {
        const value = attribute(page, i, name);
        if (value !== undefined) features.push(`${name} ${value}`);
      }
    }
  }
  return features;
}

function bodyOf(page: Page): number {
  for (let i = 0; i < page.size; i++) if (tagName(page, i) === "body") return i;
  throw new Error("A page without a body.");
}

function childrenOf(page: Page, node: number): number[] {
  const children: number[] = [];
  if (isText(page, node) || isLink(page, node)) return children;
  for (let i = node + 1; i < page.end[node]; i = page.end[i]) {
    if (showsSomething(page, i)) children.push(i);
  }
  return children;
}

function isLink(page: Page, node: number): boolean {
  return tagName(page, node) === "a" && attribute(page, node, "href") !== undefined;
}

function showsSomething(page: Page, node: number): boolean {
  if (!isShown(page, node)) return false;
  if (isText(page, node)) return textOf(page, node).trim() !== "";
  if (tagName(page, node) === "img" || tagName(page, node) === "input") return true;
  for (let i = node + 1; i < page.end[node]; i++) if (showsSomething(page, i)) return true;
  return false;
}

function keyOf(page: Page, nodes: readonly number[]): string {
  return nodes.map((node) => (isLink(page, node) ? "a[href]" : tagName(page, node))).join(" ");
}
