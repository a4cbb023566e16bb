import fc from "fast-check";
import { expect, test } from "vitest";
import { TreeMeeting } from "./part-meeting.ts";

test("two nodes meet where climbing from both says", () => {
  const climbs = fc.array(fc.nat({ max: 6 }), { maxLength: 40 });
  fc.assert(
    fc.property(climbs, (ups) => {
      const parent = [-1];
      for (const up of ups) {
        let at = parent.length - 1;
        for (let k = 0; k < up && at > 0; k++) at = parent[at];
        parent.push(at);
      }
      const end = parent.map((_, i) => i + 1);
      for (let i = parent.length - 1; i > 0; i--) end[parent[i]] = Math.max(end[parent[i]], end[i]);
      const above = (node: number): number[] => (node < 0 ? [] : [node, ...above(parent[node])]);
      const depth = parent.map((_, i) => above(i).length - 1);
      const meeting = new TreeMeeting(Int32Array.from(parent), Int32Array.from(end), Int32Array.from(depth));
      for (let p = 0; p < parent.length; p++) {
        for (let q = 0; q < parent.length; q++) {
          expect(meeting.of(p, q)).toBe(above(p).find((node) => above(q).includes(node)));
        }
      }
    }),
  );
});
