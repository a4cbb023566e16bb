import { describe, expect, test } from "vitest";
import type { DehuskError } from "../basics/index.ts";
import { parse } from "../page/index.ts";
import { SiteBuilder } from "./site-builder.ts";
import { templateNodes } from "./template-nodes.ts";
import { readTemplates, writeTemplates } from "./templates-file.ts";
import { sitePage, sitePages } from "./testing/made-up-site.ts";

function builtText(count = 8): string {
  const builder = new SiteBuilder({ dropAttributes: ["title"] });
  for (const page of sitePages(count)) builder.add(page);
  return writeTemplates(builder.finish());
}

describe("templates file", () => {
  test("round-trips and marks the same nodes", () => {
    const text = builtText();
    const read = readTemplates(text);
    expect(writeTemplates(read)).toBe(text);
    const builder = new SiteBuilder({ dropAttributes: ["title"] });
    for (const page of sitePages(8)) builder.add(page);
    const page = parse(sitePage(50));
    expect(templateNodes(page, read)).toEqual(templateNodes(page, builder.finish()));
    expect(templateNodes(page, read).includes(1)).toBe(true);
  });

  test("the same pages give the same text, one line per template", () => {
    expect(builtText()).toBe(builtText());
    const lines = builtText().split("\n");
    expect(lines.some((line) => /"tag":"nav","text":"Home News Shop About us Contact"/.test(line))).toBe(true);
    expect(readTemplates(writeTemplates(new SiteBuilder().finish())).templates).toEqual([]);
  });

  test("says what is wrong with an invalid file", () => {
    const good = JSON.parse(builtText()) as Record<string, unknown>;
    const first = (good["templates"] as object[])[0];
    const broken: [unknown, RegExp][] = [
      ["", /not JSON/],
      ["{", /not JSON/],
      [null, /no "kind"/],
      [[], /no "kind"/],
      [{ ...good, kind: "model" }, /no "kind"/],
      [{ ...good, version: 2 }, /version is 2, this program reads version 1/],
      [{ ...good, version: undefined }, /version is missing/],
      [{ ...good, canonical: "constructor" }, /"canonical" is "constructor"/],
      [{ ...good, pages: -1 }, /"pages" of the file is -1/],
      [{ ...good, theta: "0.1" }, /"theta" is "0.1"/],
      [{ ...good, coverage: 3 }, /"coverage" is 3/],
      [{ ...good, dropAttributes: "id" }, /"dropAttributes" is not a list/],
      [{ ...good, templates: {} }, /"templates" is not a list/],
      [{ ...good, templates: [null] }, /template 1 is not an object/],
      [{ ...good, templates: [{ ...first, tag: 1 }] }, /template 1 has no "tag"/],
      [{ ...good, templates: [first, { ...first, fingerprint: "xyz" }] }, /template 2 has the fingerprint "xyz"/],
      [{ ...good, templates: [{ ...first, parts: ["0x"] }] }, /fingerprint "0x"/],
      [{ ...good, templates: [{ ...first, pages: 1.5 }] }, /"pages" of template 1 is 1.5/],
    ];
    for (const [file, reason] of broken) {
      const text = typeof file === "string" ? file : JSON.stringify(file);
      expect(() => readTemplates(text)).toThrow(reason);
      expect(() => readTemplates(text)).toThrow(expect.objectContaining({ code: "bad-model" }) as DehuskError);
    }
  });

  test("names of prototype properties are plain names", () => {
    const text = builtText().replace("{", '{"__proto__": {"polluted": true}, "constructor": 1,');
    const read = readTemplates(text);
    expect(Object.keys(read)).not.toContain("constructor");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect((read as unknown as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
