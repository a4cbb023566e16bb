import { expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { runConsensus } from "./consensus.ts";
import { segmentModelOf } from "./open-segment-model.ts";
import { viewSegments } from "./segment-view.ts";

const links = (name: string) =>
  ["one", "two", "three"].map((each) => `<li><a href=/${name}/${each}>${name} ${each}</a>`).join("");
const html = `<ul>${links("Menu")}</ul><h1>Windmills</h1><p>They turn where the wind blows, and grind what was sown.</p>
<p>Where no wind blows they stand still, and nobody minds them much.</p><div><h2>Others</h2><ul>${links("Other")}</ul></div>`;

test("where VIPS sees two blocks and GCuts no others, they are the segments", () => {
  const view = viewSegments(parse(html));
  const model = segmentModelOf("default", "estimate");
  const joining = { ...model, lambda: { ...model.lambda, gcuts: 1e6 } };
  const menu = view.parts.end[view.parts.parent[view.piece[0]]];
  const blocks = view.blocks.map((block) => block.map((_, part) => (part < menu ? 0 : 1)));
  const { group, energy } = runConsensus({ ...view, blocks }, joining);
  expect([...group]).toEqual(Array.from(view.piece, (part) => (part < menu ? 0 : 1)));
  expect(energy).toBeLessThan(-0.5);
});
