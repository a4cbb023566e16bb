import { expect, test } from "vitest";
import { practise } from "./practise.ts";
import { createEngine } from "./run-task.ts";
import { defaultSettings } from "./settings.ts";

test("practice runs the whole way of a page: most of it is kept, and something is dropped", async () => {
  const engine = createEngine();
  await practise(engine, () => false);
  const { words, allWords } = engine.judge(defaultSettings, () => {});
  expect(words / allWords).toBeGreaterThan(0.5);
  expect(words).toBeLessThan(allWords);
});

test("practice stops before its next step once the engine is needed", async () => {
  const engine = createEngine();
  await practise(engine, () => true);
  expect(() => engine.judge(defaultSettings, () => {})).toThrow("No page is open.");
});
