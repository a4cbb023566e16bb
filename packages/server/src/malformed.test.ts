import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits, malformedRequests, secret } from "./testing/malformed-requests.ts";
import { type Serving, sendRaw, startServe } from "./testing/start-serve.ts";

let serving: Serving;
beforeAll(async () => {
  const { bytes, depth } = limits;
  serving = await startServe(["--workers", "1", "--limit-bytes", String(bytes), "--limit-depth", String(depth)]);
});
afterAll(() => serving.stop());

describe("a malformed request", () => {
  test.each(malformedRequests)("$name: $status $code", async ({ bytes, status, code }) => {
    const answer = await sendRaw(serving.port, bytes);
    expect(answer.status, answer.body).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      version: 1,
      error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) },
    });
    const after = await serving.get(`/healthz`);
    expect(await after.json()).toEqual({ version: 1, status: "ok" });
  });

  test("does not prevent answers to others", async () => {
    const headers = { "content-type": "text/html" };
    const body = `<p>${"corn ".repeat(50)}`;
    const answer = await fetch(`${serving.address}/extract`, { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({ version: 1, words: 50 });
  });

  test("leaves nothing in the log", () => {
    const log = serving.log();
    const lines = log.split("\n").filter((line) => line.includes('"msg":"request"'));
    expect(lines.length).toBeGreaterThan(malformedRequests.length);
    expect(log).not.toContain(secret);
    expect(log).not.toContain("internal");
  });
});
