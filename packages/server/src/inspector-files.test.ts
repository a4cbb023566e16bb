import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspectorFile, inspectorPage } from "./inspector-files.ts";

const top = mkdtempSync(join(tmpdir(), "dehusk-inspector-"));
const folder = pathToFileURL(`${join(top, "inspector")}/`);
const policy = "default-src 'none'; script-src 'self' 'sha256-abc'";

beforeAll(() => {
  mkdirSync(new URL("assets/", folder), { recursive: true });
  writeFileSync(new URL("index.html", folder), "<!doctype html>");
  writeFileSync(new URL("csp.json", folder), JSON.stringify({ version: 1, policy }));
  writeFileSync(new URL("icon.svg", folder), "<svg/>");
  writeFileSync(new URL("assets/main-abc.js", folder), "1");
  writeFileSync(new URL("assets/.hidden.js", folder), "1");
  writeFileSync(join(top, "secret.js"), "1");
});
afterAll(() => rmSync(top, { recursive: true }));

describe("the inspector", () => {
  test("is a page under the policy that its build wrote", async () => {
    const { bytes, headers } = await inspectorPage(folder);
    expect(bytes.toString()).toBe("<!doctype html>");
    expect(headers).toMatchObject({ "content-security-policy": policy, "cache-control": "no-cache" });
  });

  test("is missing if it was not built", async () => {
    await expect(inspectorPage(new URL("other/", folder))).rejects.toMatchObject({ status: 404, code: "not-found" });
  });

  test("has files that are cached forever if their names have a hash", async () => {
    const script = await inspectorFile(folder, "assets/main-abc.js");
    expect(script.headers).toMatchObject({ "content-type": "text/javascript; charset=utf-8" });
    expect(script.headers["cache-control"]).toContain("immutable");
    const icon = await inspectorFile(folder, "icon.svg");
    expect(icon.headers).toMatchObject({ "content-type": "image/svg+xml", "cache-control": "no-cache" });
  });

  test.each([
    "../secret.js",
    "assets/../../secret.js",
    "assets/..%2f..%2fsecret.js",
    "/etc/passwd",
    "assets//main-abc.js",
    "assets\\..\\..\\secret.js",
    "assets/.hidden.js",
    "assets/main-abc.js\0.txt",
    "file:///etc/hosts.txt",
    "csp.json",
    "assets",
    "",
  ])("gives nothing for %j", async (path) => {
    await expect(inspectorFile(folder, path)).rejects.toMatchObject({ status: 404 });
  });
});
