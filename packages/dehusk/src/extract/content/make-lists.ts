import { type ContentNode, isContainer, Kind, newNode } from "./content-tree.ts";
import { isDoubtful, type ListSign, signOf } from "./list-sign.ts";
import { meltFormats } from "./melt-formats.ts";

/**
 * Makes lists of consecutive paragraphs that begin with the same bullet or with ascending numbers. Lines
 * that were separated for this and are not items become lines again. Linear in the nodes.
 */
export function makeLists(tree: ContentNode[]): ContentNode[] {
  const made = new Map<number, ContentNode[]>();
  let run: number[] = [];
  let last: ListSign | undefined;
  const ends = new Set<number>();
  for (let i = 0; i < tree.length; ) {
    const { kind, end } = tree[i];
    const sign = kind === Kind.Paragraph ? signOf(tree, i) : undefined;
    if (sign === undefined || !goesOn(last, sign) || ends.has(i)) endRun();
    if (sign !== undefined) run.push(i);
    last = sign;
    if (isContainer(kind)) ends.add(end);
    i = isContainer(kind) && kind !== Kind.Table ? i + 1 : end;
  }
  endRun();
  joinLines(tree, made);
  return made.size === 0 ? tree : insert(tree, made);

  function endRun(): void {
    const items = run;
    run = [];
    const first = items.length < 2 ? undefined : signOf(tree, items[0]);
    if (first === undefined || (isDoubtful(first) && (items.length < 3 || (first.sign !== "" && isTalk(items)))))
      return;
    const { value } = first;
    for (const item of items) made.set(item, [newNode(Kind.Item, tree[item].end)]);
    const list = newNode(value > 0 ? Kind.OrderedList : Kind.BulletList, tree[items[items.length - 1]].end);
    if (value > 1) list.attributes = [{ name: "start", value: String(value) }];
    made.get(items[0])?.unshift(list);
  }

  /** Whether lines after dashes are dialogue: most of them are sentences, or one is a question. */
  function isTalk(paragraphs: readonly number[]): boolean {
    const ends = paragraphs.map((paragraph) => /[.?!…»”"]\s*$/.exec(tree[tree[paragraph].end - 1].text)?.[0].trim());
    return ends.some((end) => end !== undefined && end !== ".") || 2 * ends.filter(Boolean).length > ends.length;
  }
}

/** Puts lines that are not items back into the paragraphs before them, with their formats. */
function joinLines(tree: ContentNode[], made: ReadonlyMap<number, unknown>): void {
  let before = -1;
  let isAnyJoined = false;
  for (let i = 0; i < tree.length; i++) {
    const { kind, end, spaced } = tree[i];
    if (kind !== Kind.Paragraph) continue;
    if (spaced && before >= 0 && tree[before].end === i && !made.has(before) && !made.has(i)) {
      tree[before].end = end;
      tree[i] = newNode(Kind.Break, i + 1);
      isAnyJoined = true;
    } else before = i;
  }
  if (isAnyJoined) meltFormats(tree);
}

function goesOn(last: ListSign | undefined, { sign, value }: ListSign): boolean {
  return last?.sign === sign && (value === 0 || value === last.value + 1);
}

/** Puts new nodes, whose ends are those of the old tree, before nodes of that tree. */
function insert(tree: readonly ContentNode[], made: ReadonlyMap<number, readonly ContentNode[]>): ContentNode[] {
  const out: ContentNode[] = [];
  const places = new Int32Array(tree.length + 1);
  for (let i = 0; i < tree.length; i++) {
    places[i] = out.length;
    out.push(...(made.get(i) ?? []), tree[i]);
  }
  places[tree.length] = out.length;
  for (const node of out) node.end = places[node.end];
  return out;
}
