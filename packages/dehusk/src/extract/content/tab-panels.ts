import {
  attribute,
  findTag,
  isElement,
  isShown,
  isText,
  Mark,
  type Page,
  tagNumber,
  textOf,
} from "../../page/index.ts";

const PRE = tagNumber("pre");

/** Maximum levels between code and its panel, and between a panel and the element that also has the tabs. */
const mostLevels = 6;
const mostPanels = 20;

/** Panels of code of which one is shown at a time: the same for other systems or languages. */
interface TabSet {
  readonly panels: readonly number[];
  /** The element with the tabs, -1 for none. */
  readonly tabs: number;
  /** The labels of the tabs, empty unless there is one per panel. */
  readonly labels: readonly string[];
}

/** Finds sets of panels with code of which some is hidden; skips pages without such code. */
function findTabSets(page: Page): TabSet[] {
  const sets = new Map<number, TabSet>();
  for (let i = findTag(page, PRE); i >= 0; i = findTag(page, PRE, i + 1)) {
    if (isShown(page, i)) continue;
    const named = upTo(page, i, "tabpanel");
    const panel = named < 0 ? hiddenAround(page, i) : named;
    const parent = panel < 0 ? -1 : page.parent[panel];
    if (parent < 0 || sets.has(parent)) continue;
    const panels = named < 0 ? panelsLike(page, panel) : withRole(page, parent, "tabpanel");
    const tabs = tabsOf(page, parent);
    const labels = tabs < 0 ? [] : withRole(page, tabs, "tab").map((tab) => textOf(page, tab).trim());
    sets.set(parent, { panels, tabs, labels: labels.length === panels.length ? labels : [] });
  }
  return [...sets.values()];
}

/** Keeps all panels of a set if any is kept: hidden ones are content like visible ones. */
export function keepTabPanels(page: Page, kept: Uint8Array): void {
  for (const { panels, tabs, labels } of findTabSets(page)) {
    if (!panels.some((panel) => isShown(page, panel) && kept[panel] === 1)) continue;
    const unseen = Mark.Unseen | Mark.NoScript | Mark.Template | Mark.AriaHidden;
    for (const panel of panels) {
      for (let i = panel; i < page.end[panel]; i++) if ((page.marks[i] & unseen) === 0) kept[i] = 1;
    }
    if (labels.length > 0) kept.fill(0, tabs, page.end[tabs]);
  }
}

/** The line above each panel, in sets with kept hidden panels, by panel. */
export function findTabLabels(page: Page, kept: Uint8Array): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { panels, labels } of findTabSets(page)) {
    const isWhole = panels.every((panel) => kept[panel] === 1);
    if (isWhole) for (let i = 0; i < labels.length; i++) found.set(panels[i], labels[i]);
  }
  return found;
}

function upTo(page: Page, node: number, role: string): number {
  for (let i = page.parent[node], level = 0; i > 0 && level < mostLevels; i = page.parent[i], level++) {
    if (attribute(page, i, "role") === role) return i;
  }
  return -1;
}

/** The outermost hidden element around some hidden code, or itself; -1 if that is far. */
function hiddenAround(page: Page, code: number): number {
  for (let i = code, level = 0; level < mostLevels; i = page.parent[i], level++) {
    if (isShown(page, page.parent[i])) return i;
  }
  return -1;
}

/** Panels without a role: similar siblings with little but code. A copy of visible code is not one. */
function panelsLike(page: Page, panel: number): number[] {
  const parent = page.parent[panel];
  const make = (node: number) => (attribute(page, node, "class") ?? "").split(/\s+/, 1)[0];
  const found: number[] = [];
  const texts = new Set<string>();
  for (let i = parent + 1; i < page.end[parent] && found.length < mostPanels; i = page.end[i]) {
    if (page.tag[i] !== page.tag[panel] || make(i) !== make(panel)) continue;
    const code = codeOf(page, i);
    if (code === "" || texts.has(code)) continue;
    texts.add(code);
    found.push(i);
  }
  return found;
}

/** Maximum characters of a panel besides its code. */
const mostBeside = 100;

/** The code in an element with little else, "" for others. */
function codeOf(page: Page, node: number): string {
  let code = "";
  let beside = 0;
  let codeEnd = 0;
  for (let i = node; i < page.end[node] && beside <= mostBeside; i++) {
    if (page.tag[i] === PRE) codeEnd = page.end[i];
    if (!isText(page, i)) continue;
    if (i < codeEnd) code += page.strings[i];
    else beside += page.strings[i].trim().length;
  }
  return beside <= mostBeside ? code.trim() : "";
}

function withRole(page: Page, parent: number, role: string): number[] {
  const found: number[] = [];
  for (let i = parent + 1; i < page.end[parent] && found.length < mostPanels; i++) {
    if (!isElement(page, i) || attribute(page, i, "role") !== role) continue;
    found.push(i);
    i = page.end[i] - 1;
  }
  return found;
}

/** The list of tabs nearest to some panels. */
function tabsOf(page: Page, panels: number): number {
  for (let i = panels, level = 0; i > 0 && level < 3; i = page.parent[i], level++) {
    const [tabs] = withRole(page, i, "tablist");
    if (tabs !== undefined) return tabs;
  }
  return -1;
}
