import { expect, test, vi } from "vitest";
import { EngineClient } from "./engine-client.ts";
import { defaultSettings } from "./settings.ts";
import { LocalWorker } from "./testing/local-worker.ts";

const source = { content: "<p>Some words of content.</p>", url: null, name: "test" };

test("a worker that takes too long is terminated, and the next one knows the page", async () => {
  const workers = [new LocalWorker("segment"), new LocalWorker()];
  let started = 0;
  const client = new EngineClient(() => workers[started++]);
  await client.open(source);
  await expect(client.ask("segment", defaultSettings, { limit: 20 })).rejects.toThrow("was stopped");
  expect(workers[0]?.isEnded).toBe(true);
  const judged = await client.ask("judge", defaultSettings);
  expect(judged.allWords).toBe(4);
  expect(workers[1]?.asked.map(({ kind }) => kind)).toEqual(["open", "judge"]);
});

test("cancelling terminates the worker and rejects pending questions", async () => {
  const worker = new LocalWorker("segment");
  const client = new EngineClient(() => worker);
  await client.open(source);
  const asked = client.ask("segment", defaultSettings);
  client.cancel();
  await expect(asked).rejects.toMatchObject({ code: "cancelled" });
  expect(worker.isEnded).toBe(true);
});

test("nothing starts before the first question; an idle worker survives a cancellation", async () => {
  const start = vi.fn(() => new LocalWorker());
  const client = new EngineClient(start);
  client.use(source);
  client.cancelIfBusy();
  expect(start).not.toHaveBeenCalled();
  await client.ask("segment", defaultSettings);
  client.cancelIfBusy();
  await client.ask("segment", defaultSettings);
  expect(start).toHaveBeenCalledTimes(1);
});

test("a failure comes with its message, and the worker continues", async () => {
  const client = new EngineClient(() => new LocalWorker());
  await expect(client.ask("judge", defaultSettings)).rejects.toThrow("No page is open.");
  expect((await client.open(source)).size).toBeGreaterThan(3);
});
