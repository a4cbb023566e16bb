import { Readable } from "node:stream";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { extract } from "./extract.ts";
import { extractFrom } from "./extract-from.ts";

const html = `<title>Dew | The Daily</title><nav><a href="/">Home</a></nav><h1>Dew</h1>
<p>It was cold in the valley that morning, and every blade of grass had a drop at its end. Für Käthe was it a wonder.
<p>By noon nothing was left of it but a <a href="deep">deeper</a> green along the river and the old mill road.`;
const bytes = new TextEncoder().encode(html);
const address = "https://daily.example/a/dew";
const expected = extract(html, { url: address }).toJSON();

describe("common inputs", () => {
  test("an ArrayBuffer and a URL object", () => {
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    expect(extract(copy as ArrayBuffer, { url: new URL(address) }).toJSON()).toEqual(expected);
    expect(expected.markdown).toContain("https://daily.example/a/deep");
  });

  test("a Response gives its URL and encoding", async () => {
    const response = new Response(Buffer.from(html, "latin1"), {
      headers: { "content-type": 'text/html; charset="ISO-8859-1"' },
    });
    Object.defineProperty(response, "url", { value: address });
    expect((await extractFrom(Promise.resolve(response))).toJSON()).toEqual(expected);
    const empty = await extractFrom(new Response(null));
    expect(empty.warnings.map(({ code }) => code)).toContain("empty-input");
  });

  test.each([
    ["a web stream", () => new Blob([bytes]).stream()],
    ["a Node stream", () => Readable.from([bytes.subarray(0, 50), bytes.subarray(50)])],
    ["a Blob", () => new Blob([bytes])],
    ["a page", () => parse(html, { url: address })],
    ["a string", () => html],
  ])("%s", async (_, source) => {
    expect((await extractFrom(source(), { url: address })).toJSON()).toEqual(expected);
  });

  test("a stream is read up to the limit, and one that breaks off is an error", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read++;
        yield bytes;
      }
    }
    await expect(extractFrom(endless(), { limits: { bytes: 5000 } })).rejects.toMatchObject({ code: "limit-bytes" });
    expect(read).toBeLessThan(20);
    async function* broken() {
      yield bytes;
      throw new Error("connection lost");
    }
    await expect(extractFrom(broken())).rejects.toMatchObject({ code: "unreadable", message: /connection lost/ });
  });

  test("extract itself says what to do with asynchronous input, and with a URL", () => {
    const inputs = [
      new Response("x"),
      new Blob(["x"]),
      new Response("x").body,
      Readable.from(["x"]),
      Promise.resolve("x"),
    ];
    for (const input of inputs) expect(() => extract(input as never)).toThrow(/Read it with `await extractFrom/);
    expect(() => extract(new URL(address) as never)).toThrow(/not URL\. Fetch the page: `await extractFrom\(fetch/);
  });
});

test("console.log, JSON.stringify and structuredClone have all values", () => {
  const result = extract(html, { url: address });
  expect(inspect(result)).toContain("title: 'Dew'");
  expect(inspect(result)).not.toContain("[Getter");
  expect(JSON.parse(JSON.stringify(result))).toEqual(structuredClone(result.toJSON()));
  expect(result.toJSON()).toMatchObject({ version: 1, title: "Dew", words: result.words });
  expect(Object.keys({ ...result })).not.toContain("toJSON");
});

test("a URL in place of HTML and an unknown encoding give warnings", () => {
  const codes = (input: string | Uint8Array, options = {}) => extract(input, options).warnings.map(({ code }) => code);
  expect(codes(" https://example.org/story\n")).toContain("url-as-html");
  expect(codes("<p>https://example.org/story")).not.toContain("url-as-html");
  expect(codes(bytes, { encoding: "utf-9" })).toEqual(["encoding-unknown"]);
  expect(codes(bytes, { encoding: "utf-8" })).toEqual([]);
});
