import { expect, test } from "vitest";
import { runDehusk } from "./testing/run-dehusk.ts";

const story = "The river rose in the night and by morning the mill stood in water to its sills. ".repeat(12);
const html = `<!doctype html><title>t</title><nav><a href=/a>one</a> <a href=/b>two</a></nav><main><h1>Flood</h1><p id=p>${story}</p>
<script>document.getElementById("p").insertAdjacentHTML("afterend", "<p>${story.replaceAll("mill", "windmill")}</p>")</script></main>`;

test("extract --render reads the page that Chromium makes, with its scripts if asked", async () => {
  const plain = await runDehusk(["extract", "--render", "--format", "text"], html);
  expect(plain).toMatchObject({ status: 0 });
  expect(plain.stdout).toContain("the mill stood");
  expect(plain.stdout).not.toContain("windmill");
  // The default model needs no layout.
  expect(plain.stderr).toBe("");
  const paper = await runDehusk(["extract", "--render", "--model", "page-level"], html);
  expect(paper.stderr).toContain("estimated layouts");
  const scripted = await runDehusk(["extract", "--render", "--javascript", "--format", "text", "-q"], html);
  expect(scripted).toMatchObject({ status: 0, stderr: "" });
  expect(scripted.stdout).toContain("windmill");
});

test("detect --render names the geometry of the boxes", async () => {
  const { status, stdout } = await runDehusk(["detect", "--render", "--viewport", "600x800", "--format", "json"], html);
  const { geometry, nodes } = JSON.parse(stdout);
  expect([status, geometry, nodes[0].box[2]]).toEqual([0, "rendered", 600]);
});

test("what cannot be rendered ends with the documented status", async () => {
  const missing = await runDehusk(["extract", "--render", "--browser", "/nowhere/chromium", "--errors", "json"], html);
  expect(missing.status).toBe(5);
  expect(JSON.parse(missing.stderr).error).toMatchObject({ code: "no-browser" });
  const endless = ["extract", "--render", "--javascript", "--limit-ms", "3000", "-q"];
  expect((await runDehusk(endless, "<p>x<script>for(;;);</script>")).status).toBe(4);
  expect((await runDehusk(["detect", "--viewport", "600x800"], html)).status).toBe(2);
  expect((await runDehusk(["detect", "--render", "--viewport", "600"], html)).status).toBe(2);
});
