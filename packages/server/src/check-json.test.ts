import { describe, expect, test } from "vitest";
import { checkJson } from "./check-json.ts";

const check = (text: string): void => checkJson(Buffer.from(text));
const refused = expect.objectContaining({ status: 400, code: "bad-request" });

describe("checkJson", () => {
  test("accepts a page, options and a list of fields", () => {
    check(JSON.stringify({ html: "<p>", fields: ["title", "text"], explain: true }));
    check("no JSON at all");
  });

  test.each([
    ["many values", `{"html":[${"{},".repeat(100)}0]}`],
    ["many members", `{${'"a":1,'.repeat(150)}"b":1}`],
    ["depth", '{"html":[[1]]}'],
    ["values after a text that ends in an escaped backslash", `{"html":"\\\\",${"[],".repeat(100)}`],
    ["values between texts", `[${'"a",'.repeat(201)}`],
  ])("refuses %s", (_, text) => {
    expect(() => check(text)).toThrow(refused);
  });

  test("ignores the contents of strings", () => {
    const marks = '{[",:]}\\"\\ü\u{1f33d}'.repeat(300);
    check(JSON.stringify({ html: marks, [marks]: marks }));
    check(`{"html":"${'\\\\\\"[{,'.repeat(300)}"}`);
  });
});
