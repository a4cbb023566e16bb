import { describe, expect, test } from "vitest";
import { SiteTables } from "./site-tables.ts";

const never = new AbortController().signal;

describe("SiteTables", () => {
  test("takes turns, and drops one at once if its client is gone", async () => {
    const tables = await SiteTables.open("memory");
    const done: string[] = [];
    let finish = (): void => {};
    const first = tables.inTurn("a", never, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      done.push("first");
    });
    const client = new AbortController();
    const second = tables.inTurn("a", client.signal, async () => done.push("second"));
    const third = tables.inTurn("a", never, async () => done.push("third"));
    await tables.inTurn("b", never, async () => done.push("other"));
    client.abort();
    await expect(second).rejects.toMatchObject({ status: 499 });
    await expect(tables.inTurn("a", client.signal, async () => {})).rejects.toMatchObject({ status: 499 });
    expect(done).toEqual(["other"]);
    finish();
    await Promise.all([first, third]);
    expect(done).toEqual(["other", "first", "third"]);
  });

  test("continues after a failed turn", async () => {
    const tables = await SiteTables.open("memory");
    const failed = tables.inTurn("a", never, () => Promise.reject(new Error("no")));
    const next = tables.inTurn("a", never, async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  test("refuses pages when the tables in memory are full, and accepts them again when these are smaller", async () => {
    const tables = await SiteTables.open("memory", 1000);
    const append = (site: string, page: number) =>
      tables.call({ call: 1, method: "append", parameters: [{ site, page, bytes: new Uint8Array(400) }] });
    await append("a", 1);
    await append("b", 1);
    await tables.checkRoom("a");
    await append("a", 2);
    await expect(tables.checkRoom("a")).rejects.toMatchObject({ status: 507, code: "limit-sites" });
    await tables.call({ call: 2, method: "compact", parameters: ["a", 2, new Uint8Array(500)] });
    await tables.checkRoom("a");
  });
});
