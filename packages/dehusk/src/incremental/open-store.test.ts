import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { openStore } from "./open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "dehusk-open-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function failure(place: string): Promise<DehuskError> {
  try {
    await (await openStore(place)).close();
  } catch (error) {
    if (error instanceof DehuskError) return error;
    throw error;
  }
  throw new Error(`${place} was opened`);
}

/** A folder whose file of that name has this content. */
function folderWith(name: string, content: Uint8Array | string): string {
  const path = mkdtempSync(join(folder, "x-"));
  writeFileSync(join(path, name), content);
  return path;
}

describe("a folder that cannot be used", () => {
  test("a file, something below a file", async () => {
    const path = folderWith("file", "text");
    for (const place of [join(path, "file"), join(path, "file", "below")]) {
      const error = await failure(place);
      expect(error.code).toBe("bad-model");
      expect(error.message).toContain(place);
    }
    expect((await failure(join(path, "file"))).message).toContain("it is a file, not a folder");
  });

  test("its log is a folder", async () => {
    const path = mkdtempSync(join(folder, "x-"));
    mkdirSync(join(path, "1.log"));
    expect(await failure(path)).toMatchObject({ code: "bad-model", message: expect.stringContaining("1.log") });
  });

  test("it holds other things", async () => {
    expect((await failure(folderWith("page.html", "<p>Mine"))).message).toContain('such as "page.html"');
  });
});

test("a folder is made where it is not, with all above it", async () => {
  const place = join(folder, "new.store", "ä b", "c");
  const store = await openStore(place);
  await store.settings("x");
  await store.close();
  const again = await openStore(place);
  expect(await again.settings("y")).toBe("x");
  await again.close();
});

describe("a PostgreSQL that is not there", () => {
  test.each([
    "postgres://user:hush-hush@127.0.0.1:1/db",
    "postgresql://user:hush-hush@localhost:1/db",
    "POSTGRES://user:hush-hush@localhost:1/db?x=%ff",
    "postgres://localhost:1/db?user=u&password=hush@hush-hush&ssl=0",
    // Not valid URLs, because of the password.
    "postgres://user:1/hush-hush@localhost:1/db",
    "postgres://user:1#hush-hush@localhost:1/db",
    "postgres://user:hush-hush@a@localhost:1/db",
    "postgres://user:hush-hush@localhost:999999/db",
    "postgres://user:hush-hush@/db?host=%2Fno%2Fsuch%2Ffolder",
  ])("%s", async (place) => {
    const error = await failure(place);
    expect(error.code).toBe("bad-model");
    expect(error.message).toMatch(/^The store "postgres(ql)?:\/\/.*" cannot be used: .+\.$/i);
    expect(error.message).toContain("localhost".slice(0, place.includes("localhost") ? 9 : 0));
    expect(`${error.message} ${JSON.stringify(error.cause)}`).not.toContain("hush-hush");
  });
});
