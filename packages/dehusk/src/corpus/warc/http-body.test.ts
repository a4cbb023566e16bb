import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makePage } from "../testing/make-warc.ts";
import { parseHeaders } from "./header-block.ts";
import { decodeBody } from "./http-body.ts";

const page = makePage(1, 5000);

function decode(body: Uint8Array | string, headers: string, limitBytes = 1_000_000): string {
  const { headers: parsed } = parseHeaders(`\n${headers}`);
  const decoded = decodeBody(Buffer.from(body), parsed, limitBytes);
  return decoded.problem === undefined ? decoded.bytes.toString() : `${decoded.problem}: ${decoded.reason}`;
}

function chunked(body: Uint8Array, size: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(
      Buffer.from(`${piece.length.toString(16).toUpperCase()};x="y"\r\n`),
      Buffer.from(piece),
      Buffer.from("\r\n"),
    );
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\nTrailer: x\r\n\r\n")]);
}

const codings = [
  ["gzip", gzipSync(page)],
  ["x-gzip", gzipSync(page)],
  ["deflate", deflateSync(page)],
  ["Deflate", deflateRawSync(page)],
  ["br", brotliCompressSync(page)],
  ["deflate, gzip", gzipSync(deflateSync(page))],
  ["identity", Buffer.from(page)],
] as const;

describe("decodeBody", () => {
  test.each(codings)("decodes %s, also in chunks", (coding, body) => {
    expect(decode(body, `Content-Encoding: ${coding}`)).toBe(page);
    const headers = `Content-Encoding: ${coding}\nTransfer-Encoding: chunked`;
    for (const size of [1, 7, 1000, 100_000]) expect(decode(chunked(body, size), headers)).toBe(page);
  });

  test("takes a body as is if the archive has already decoded it", () => {
    for (const coding of ["gzip", "deflate", "br", "zstd", "utf-8"]) {
      expect(decode(page, `Content-Encoding: ${coding}\nTransfer-Encoding: chunked`)).toBe(page);
    }
    // "fade" could be the size of a chunk, but no chunk of that size follows.
    for (const text of ["fade\r\nand more", "1\nline\n", "3\r\nabcdef"]) {
      expect(decode(text, "Transfer-Encoding: chunked")).toBe(text === "fade\r\nand more" ? "and more" : text);
    }
  });

  test("takes a truncated body as far as it goes", () => {
    for (const [coding, body] of codings) {
      const found = decode(
        chunked(body, 1000).subarray(0, 2000),
        `Content-Encoding: ${coding}\nTransfer-Encoding: chunked`,
      );
      expect(found.length).toBeGreaterThan(1000);
      expect(page.startsWith(found)).toBe(true);
    }
  });

  test("a bomb is over the limit, also a nested one", () => {
    const much = Buffer.alloc(50_000_000, 97);
    for (const [coding, body] of [
      ["gzip", gzipSync(much)],
      ["deflate", deflateSync(much)],
      ["deflate", deflateRawSync(much)],
      ["br", brotliCompressSync(much)],
      ["gzip, gzip", gzipSync(gzipSync(much))],
    ] as const) {
      expect(decode(body, `Content-Encoding: ${coding}`, 100_000)).toMatch(/^limit: /);
    }
    expect(decode(gzipSync("x".repeat(1000)), "Content-Encoding: gzip", 1000)).toHaveLength(1000);
    expect(decode(gzipSync("x".repeat(1001)), "Content-Encoding: gzip", 1000)).toMatch(/^limit: /);
  });

  test("an undecodable body that does not look like a page is a problem", () => {
    const damaged = Buffer.from(gzipSync(page));
    damaged.fill(0xff, 100, 200);
    expect(decode(damaged, "Content-Encoding: gzip")).toMatch(/^coding: /);
    expect(decode(brotliCompressSync(page).fill(0xff, 10, 60), "Content-Encoding: br")).toMatch(/^coding: /);
    expect(decode(gzipSync(page), "Content-Encoding: zstd")).toBe('coding: unknown coding "zstd"');
    expect(decode("x", `Content-Encoding: ${"gzip,".repeat(9)}`)).toMatch(/^coding: /);
  });
});
