import { expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { segmentModelOf } from "./open-segment-model.ts";
import { plainSegmentModel } from "./plain-model.ts";
import { viewSegments } from "./segment-view.ts";
import { runTreeCut } from "./tree-cut.ts";

const links = (name: string) =>
  ["one", "two", "three"].map((each) => `<li><a href=/${name}/${each}>${name} ${each}</a>`);
const html = `<ul>${links("Menu").join("")}</ul><h1>Windmills</h1><p>They turn where the wind blows, and grind what was sown.</p>
<p>Where no wind blows they stand still, and nobody minds them much.</p><div><h2>Others</h2><ul>${links("Other").join("")}</ul></div>`;

test("one view can be cut with many λ and models, in any order, as a fresh one is", () => {
  const models = [segmentModelOf("default", "estimate"), plainSegmentModel("estimate")];
  const view = viewSegments(parse(html));
  const found = [0.7, 1.7, 0.7].flatMap((lambda) =>
    models.map((model) => {
      const { group, energy } = runTreeCut(view, model, lambda);
      expect({ group, energy }).toEqual(runTreeCut(viewSegments(parse(html)), model, lambda));
      return energy;
    }),
  );
  // Otherwise a view that mixed them up would not show.
  expect(new Set(found).size).toBe(4);
});
