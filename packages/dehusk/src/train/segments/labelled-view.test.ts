import { expect, test } from "vitest";
import { parse, tagName } from "../../page/index.ts";
import { viewSegments } from "../../segment/segment-view.ts";
import { mixed, segmentsOfParts, unknown } from "./labelled-view.ts";

test("a part has the segment of all its known leaves", () => {
  const html = "<body><div><p>one</p><p>two</p></div><ul><li>three</li><li>four</li></ul><form>five</form>";
  const view = viewSegments(parse(html));
  const known: Readonly<Record<string, number>> = { one: 7, two: 7, three: 7, four: 2 };
  const truth = Array.from(view.leaf, (leaf) => known[view.page.strings[leaf]] ?? -5);
  const own = segmentsOfParts({ view, truth });
  const tags = Array.from(own, (_, part) => tagName(view.page, view.parts.node[part]));
  const of = (tag: string) => own[tags.indexOf(tag)];
  expect({ div: of("div"), ul: of("ul") }).toEqual({ div: 7, ul: mixed });
  expect(own[0]).toBe(mixed);
  expect(Array.from(view.part, (part) => own[part])).toEqual([7, 7, 7, 2, unknown]);
});
