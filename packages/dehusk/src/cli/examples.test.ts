import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runDehusk } from "./testing/run-dehusk.ts";

const folder = fileURLToPath(new URL("../../../../examples/", import.meta.url));
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
const endings = { text: "txt", markdown: "md", html: "html", json: "json" };

test("there are examples of many kinds", () => {
  expect(pages.length).toBeGreaterThanOrEqual(12);
});

describe.each(pages)("dehusk extract --preset everything %s", (page) => {
  test.each(Object.entries(endings))("as %s is what it was", async (format, ending) => {
    const { status, stdout, stderr } = await runDehusk(
      ["extract", "--preset", "everything", "--format", format, page],
      "",
      folder,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    await expect(stdout).toMatchFileSnapshot(`../../../../examples/golden/${page.replace(".html", "")}.${ending}`);
  });
});

test.each(pages)("dehusk extract %s is what it was", async (page) => {
  const { status, stdout, stderr } = await runDehusk(["extract", page], "", folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  await expect(stdout).toMatchFileSnapshot(`../../../../examples/golden/${page.replace(".html", "")}.content.md`);
});
