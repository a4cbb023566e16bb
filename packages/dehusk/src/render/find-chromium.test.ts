import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findChromium } from "./find-chromium.ts";
import { Renderer } from "./renderer.ts";

const folder = mkdtempSync(join(tmpdir(), "dehusk-find-"));
afterAll(() => rmSync(folder, { recursive: true }));

function program(path: string, script = "#!/bin/sh\nexit 1\n"): string {
  const file = join(folder, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return file;
}

test("the path given comes first, then DEHUSK_CHROMIUM, then the PATH", () => {
  const given = program("given");
  const named = program("named");
  const found = program("bin/chromium-browser");
  const PATH = ["", join(folder, "none"), join(folder, "bin")].join(delimiter);
  expect(findChromium(given, { DEHUSK_CHROMIUM: named, PATH })).toBe(given);
  expect(findChromium(undefined, { DEHUSK_CHROMIUM: named, PATH })).toBe(named);
  expect(findChromium(undefined, { DEHUSK_CHROMIUM: "", PATH })).toBe(found);
});

test("without a browser, the error says what to install", () => {
  const missing = {
    code: "no-browser",
    message: expect.stringMatching(/apt-get install chromium.*--browser PATH.*DEHUSK_CHROMIUM/),
  };
  expect(() => findChromium(undefined, { PATH: join(folder, "none") })).toThrow(expect.objectContaining(missing));
  expect(() => findChromium(join(folder, "none"), {})).toThrow(expect.objectContaining(missing));
  expect(() => findChromium(folder, {})).toThrow(expect.objectContaining(missing));
});

test("a program other than Chromium is reported as no-browser", async () => {
  const browser = program("broken");
  await expect(Renderer.open({ browser })).rejects.toMatchObject({ code: "no-browser" });
});
