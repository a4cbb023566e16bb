import { expect, test } from "vitest";
import { EngineClient } from "./engine-client.ts";
import { openWithResult } from "./first-answers.ts";
import { defaultSettings, judgingKey } from "./settings.ts";
import { LocalWorker } from "./testing/local-worker.ts";

const source = { content: "<p>Some words of content.</p>", url: null, name: "test" };

test("a page comes with its result, asked for before the page is there", async () => {
  const worker = new LocalWorker();
  const opening = openWithResult(new EngineClient(() => worker), source, defaultSettings);
  expect(worker.asked.map(({ kind }) => kind)).toEqual(["open", "judge", "result"]);
  const { page, first } = await opening;
  expect(page.size).toBeGreaterThan(3);
  expect(first?.key).toBe(judgingKey(defaultSettings));
  expect(first?.judgement.words).toBe(4);
  expect(first?.result.html).toContain("Some words");
});

test("a page does not wait for a result that fails or takes long", async () => {
  const unknown = { ...defaultSettings, model: "nowhere" };
  const failing = await openWithResult(new EngineClient(() => new LocalWorker()), source, unknown);
  expect(failing.page.size).toBeGreaterThan(3);
  expect(failing.first).toBeUndefined();
  const stuck = await openWithResult(new EngineClient(() => new LocalWorker("judge")), source, defaultSettings);
  expect(stuck.first).toBeUndefined();
});

test("a page that is none fails with its reason", async () => {
  const source = { content: "%PDF-1.7 and so on", url: null, name: "a.pdf" };
  const opening = openWithResult(new EngineClient(() => new LocalWorker()), source, defaultSettings);
  await expect(opening).rejects.toThrow("PDF");
});
