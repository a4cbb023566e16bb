import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings } from "../engine/settings.ts";
import { otherDefaults, readAddress, writeAddress } from "./address.ts";

const standard = readAddress("");

test("defaults need no address", () => {
  expect(writeAddress(standard)).toBe("");
  expect(standard).toEqual({
    view: "inspect",
    settings: defaultSettings,
    other: otherDefaults,
    example: null,
    url: null,
  });
});

test("what is written is read back", () => {
  const settings = fc.record({
    model: fc.constantFrom("shipped", "plain"),
    preset: fc.constantFrom("balanced", "precision", "everything"),
    penaltyFactor: fc.constantFrom(0, 0.01, 2.5),
    penaltyMost: fc.constantFrom(0.7, Number.POSITIVE_INFINITY),
    links: fc.boolean(),
    tables: fc.boolean(),
    frontmatter: fc.boolean(),
  });
  const address = fc.record({
    view: fc.constantFrom("inspect" as const, "sites" as const, "compare" as const),
    example: fc.option(fc.string()),
    url: fc.option(fc.webUrl()),
  });
  fc.assert(
    fc.property(address, settings, settings, (rest, a, b) => {
      const given = { ...rest, settings: { ...defaultSettings, ...a }, other: { ...otherDefaults, ...b } };
      const read = readAddress(writeAddress(given as typeof standard));
      expect(read).toEqual(given.view === "compare" ? given : { ...given, other: otherDefaults });
    }),
  );
});

test("wrong values and models of files are ignored", () => {
  expect(readAddress("#preset=evil&penaltyFactor=-1&lambda=x&links=maybe&model=file:a&view=?&tables=no")).toEqual({
    ...standard,
    settings: { ...defaultSettings, tables: false },
  });
  expect(writeAddress({ ...standard, settings: { ...defaultSettings, model: "file:mine.json:1" } })).toBe("");
});
