import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { download } from "./download.ts";

const bytes = randomBytes(100_000);
let folder: string;
let server: Server;
let asked: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-download-"));
  server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    asked.push(`${from}-${to}`);
    if (request.url === "/gone") response.writeHead(404).end("no such file");
    else if (request.url === "/whole") response.writeHead(200).end(bytes);
    else {
      const piece = bytes.subarray(Number(from), Number(to) + 1);
      const etag = request.url === "/changing" ? from : "same";
      const range = `bytes ${from}-${Number(from) + piece.length - 1}/${bytes.length}`;
      response.writeHead(206, { "content-range": range, etag }).end(piece);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

function get(path: string): Promise<void> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return download(url, join(folder, "file"), { addresses: () => true, pieceBytes: 40_000 });
}

test("puts the pieces of a file together", async () => {
  asked = [];
  await get("/file.warc.gz");
  expect(asked).toEqual(["0-39999", "40000-79999", "80000-119999"]);
  const found = await readFile(join(folder, "file"));
  expect(createHash("sha256").update(found).digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test.each(["/gone", "/whole", "/changing"])("%s gives an error", async (path) => {
  await expect(get(path)).rejects.toMatchObject({ code: expect.stringMatching(/unreadable|limit-bytes/) });
});

test("private addresses are refused", async () => {
  const { port } = server.address() as AddressInfo;
  await expect(download(`http://127.0.0.1:${port}/file`, join(folder, "x"))).rejects.toMatchObject({ code: "refused" });
});
