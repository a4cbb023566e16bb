import { attribute } from "../page/index.ts";
import { columnsOf, logarithm, namesOf } from "./feature.ts";
import { Inside } from "./inside.ts";
import type { TreeMeeting } from "./part-meeting.ts";
import type { PartView } from "./part-view.ts";

/** Features that are the same for all pairs that meet in an element. */
const meetingNames = [
  "areaAround",
  "heightAround",
  "widthAround",
  "unlikeAround",
  "headingsAround",
  "textAround",
  "piecesAround",
] as const;
const meeting = /* @__PURE__ */ columnsOf(meetingNames);

const branchNames = [
  "branchesApart",
  "branchesGap",
  "branchesHeight",
  "branchesSingle",
  "branchesSizes",
  "branchesGround",
] as const;
const branch = /* @__PURE__ */ columnsOf(branchNames);

/**
 * Features of the element in which two parts of a page meet, and of its branches with these parts. A menu or an
 * article has a limited size, children of one kind, or one heading; an element that is larger, or has branches of
 * different kinds, is more likely part of the page's frame. All grow as one segment becomes less likely.
 */
export const surroundingNames: readonly SurroundingFeature[] = /* @__PURE__ */ namesOf<SurroundingFeature>([
  { names: meetingNames },
  { names: branchNames },
]);

export type SurroundingFeature = (typeof meetingNames)[number] | (typeof branchNames)[number];

/** Writes the features of two parts that meet in a third. */
export type FillSurroundings = (first: number, second: number, meet: number, row: Float32Array, at: number) => void;

/** Prepares to compare parts; linear in parts and nodes. A pair costs O(log n). */
export function pairSurroundings(view: PartView, tree: TreeMeeting): FillSurroundings {
  const { page, boxes, parts, inside, ground } = view;
  const { size, x, y, w, h, parent, from, to, node } = parts;
  const ofMeeting = meetingNames.length;
  const kind = kindsOf(view);
  const table = new Float32Array(size * ofMeeting);
  const headings = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const up = i === 0 ? 0 : inside[page.parent[i]];
    headings[i + 1] = headings[i] + (inside[i] & ~up & Inside.Heading ? 1 : 0);
  }
  const { unlike, alike } = comparedBranches(parent, kind);
  const pageArea = Math.max(1, boxes.width * boxes.height);
  const { words } = page.sums;
  for (let part = 0; part < size; part++) {
    const [first, end] = [from[part], to[part]];
    const at = part * ofMeeting;
    const [wide, high] = [w[part], h[part]];
    table[at + meeting.areaAround] = Math.min(1, Math.sqrt(Math.max(0, wide * high) / pageArea));
    table[at + meeting.heightAround] = Math.min(1.5, logarithm(Math.max(0, high)) / 12);
    table[at + meeting.widthAround] = Math.min(1, Math.max(0, wide) / Math.max(1, boxes.width));
    table[at + meeting.unlikeAround] = unlike[part];
    table[at + meeting.headingsAround] = logarithm(headings[end] - headings[first]) / 5;
    table[at + meeting.textAround] = Math.min(1.5, logarithm(words[end] - words[first]) / 12);
    table[at + meeting.piecesAround] = Math.min(1.5, logarithm(parts.pieces[part]) / 10);
  }
  return (first, second, meet, row, at) => {
    for (let k = 0; k < ofMeeting; k++) row[at + k] = table[meet * ofMeeting + k];
    const p = first === meet ? second : tree.below(meet, first);
    const q = second === meet ? p : tree.below(meet, second);
    const next = at + ofMeeting;
    const [across, down] = [gap(x, w, p, q), gap(y, h, p, q)];
    row[next + branch.branchesApart] = kind[p] === kind[q] ? 0 : 1;
    row[next + branch.branchesGap] = Math.min(1.5, logarithm(Math.max(0, across, down)) / 10);
    row[next + branch.branchesHeight] = Math.min(1.5, logarithm(Math.max(0, Math.min(h[p], h[q]))) / 12);
    row[next + branch.branchesSingle] = kind[p] === kind[q] ? 1 / alike[p] : 1;
    const ratio = Math.log2(Math.max(1, h[p]) / Math.max(1, h[q]));
    row[next + branch.branchesSizes] = Math.min(1.5, Math.abs(ratio) / 4);
    row[next + branch.branchesGround] = greysApart(ground[node[p]], ground[node[q]]);
  };
}

function gap(from: Float32Array, length: Float32Array, p: number, q: number): number {
  const [a, b] = [from[p], from[q]];
  return Math.max(a, b) - Math.min(a + length[p], b + length[q]);
}

function greysApart(one: number, other: number): number {
  const channel = (shift: number) => Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255));
  return (channel(24) + channel(16) + channel(8)) / 765;
}

/** Numbers of tag and class of the topmost element with a part and nothing else of its parent. */
function kindsOf({ page, parts }: PartView): Int32Array {
  const numbers = new Map<string, number>();
  const kind = new Int32Array(parts.size);
  for (let part = 1; part < parts.size; part++) {
    const above = parts.node[parts.parent[part]];
    let top = parts.node[part];
    while (top !== above && page.parent[top] > above) top = page.parent[top];
    const name = `${page.tag[top]} ${attribute(page, top, "class") ?? ""}`;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    kind[part] = number;
  }
  return kind;
}

/** Per part, the share of its children that are not of the most frequent kind; and its siblings of its own kind, including itself. */
function comparedBranches(parent: Int32Array, kind: Int32Array): { unlike: Float32Array; alike: Int32Array } {
  const counts = new Map<number, Map<number, number>>();
  for (let part = 1; part < parent.length; part++) {
    const up = parent[part];
    const own = counts.get(up) ?? new Map<number, number>();
    counts.set(up, own.set(kind[part], (own.get(kind[part]) ?? 0) + 1));
  }
  const unlike = new Float32Array(parent.length);
  for (const [part, own] of counts) {
    let [most, all] = [0, 0];
    for (const count of own.values()) {
      most = Math.max(most, count);
      all += count;
    }
    unlike[part] = all === 0 ? 0 : 1 - most / all;
  }
  const alike = kind.map((own, part) => counts.get(parent[part])?.get(own) ?? 1);
  return { unlike, alike };
}
