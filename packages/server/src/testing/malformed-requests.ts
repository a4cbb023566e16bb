import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/** Stands in all that is sent, and must not be in the log. */
export const secret = "Wheat-and-chaff-4711";

/** What the service is started with, for requests to be over its limits. */
export const limits = { bytes: 100_000, depth: 2000 } as const;

/** A request that is not as it should be, as it goes over the wire, and what is to be said of it. */
export interface MalformedRequest {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly bytes: Buffer;
}

type Headers = Readonly<Record<string, string>>;

const html: Headers = { "content-type": "text/html" };
const json: Headers = { "content-type": "application/json" };
const form: Headers = { "content-type": "multipart/form-data; boundary=XX" };
const page = `<p>${secret}</p>`;
const bomb = Buffer.alloc(30_000_000, `<p>${secret} `);

function send(method: string, path: string, headers: Headers = {}, body: string | Buffer = ""): Buffer {
  const length = method === "POST" ? { "content-length": String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host: "localhost", ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, "\r\n"].join("\r\n")), Buffer.from(body)]);
}

const get = (path: string): Buffer => send("GET", path);
const post = (path: string, headers = html, body: string | Buffer = page): Buffer => send("POST", path, headers, body);
const postJson = (body: string | Buffer, path = "/extract"): Buffer => post(path, json, body);
const postValue = (value: unknown, path?: string): Buffer => postJson(JSON.stringify(value), path);
const packed = (coding: string, body: string | Buffer, headers = html): Buffer =>
  post("/extract", { ...headers, "content-encoding": coding }, body);
const from = (headers: Headers): Buffer => post("/extract", { ...html, ...headers });
const wire = (lines: readonly string[], body = ""): Buffer =>
  Buffer.from([...lines, "", body].join("\r\n").replaceAll("HOST", "Host: localhost"));

const disposition = 'Content-Disposition: form-data; name="';
const file = `--XX\r\n${disposition}file"; filename="a.html"\r\nContent-Type: text/html\r\n\r\n${page}\r\n`;
const field = (name: string, value: string): string => `--XX\r\n${disposition}${name}"\r\n\r\n${value}\r\n`;
const postForm = (...parts: readonly string[]): Buffer => post("/extract", form, `${parts.join("")}--XX--\r\n`);

function all(status: number, code: string, requests: Readonly<Record<string, Buffer>>): MalformedRequest[] {
  return Object.entries(requests).map(([name, bytes]) => ({ name, status, code, bytes }));
}

export const malformedRequests: readonly MalformedRequest[] = [
  ...all(400, "bad-option", {
    "an option of the wrong type": post("/detect?penaltyFactor=much"),
    "a number without digits": post("/detect?penaltyFactor="),
    "a negative number": post("/segment?lambda=-1"),
    "a fraction for a whole number": post("/segment?trials=1.5"),
    "neither true nor false": post("/extract?explain=yes"),
    "an unknown preset": post(`/extract?preset=${secret}`),
    "an unknown option": post(`/extract?x=${secret}`),
    "an option given twice": post("/extract?preset=recall&preset=recall"),
    "an unknown field": post(`/extract?fields=title,${secret}`),
    "an option of another format": post("/extract?format=text&explain=true"),
    "an option of another model": post("/extract?recall=0.5"),
    "html that is no text": postValue({ html: [secret] }),
    "an option of the wrong type in JSON": postValue({ html: page, penaltyFactor: secret }, "/detect"),
    "a number as text in JSON": postValue({ html: page, penaltyFactor: "1" }, "/detect"),
    "an unknown option in JSON": postValue({ html: page, [secret]: 1 }),
    "a prototype in JSON": postJson(`{"html":"${page}","__proto__":{"preset":"recall"}}`),
    "a form with an unknown field": postForm(file, field(secret, secret)),
    "a site that is a way up": post("/sites/%2e%2e/pages"),
    "a site that is a path": post("/sites/..%2f..%2fetc/pages"),
    "a site that is a property": post("/sites/__proto__/pages"),
    "a site with a line break": post("/sites/a%0d%0ab/pages"),
    "a site with a long name": post(`/sites/${"a".repeat(300)}/pages`),
  }),
  ...all(400, "bad-request", {
    "JSON that breaks off": postJson(`{"html":"${secret}`),
    "no JSON at all": postJson(secret),
    "an empty JSON body": postJson(""),
    "deep JSON": postJson(`{"html":${"[".repeat(45_000)}"${secret}"${"]".repeat(45_000)}}`),
    "a constructor in JSON": postJson(`{"html":"${page}","constructor":{"prototype":{"x":1}}}`),
    "JSON of many values": postJson(`{"html":[${"{},".repeat(30_000)}"${secret}"]}`),
    "a list": postValue([page]),
    null: postValue(null),
    "an object without a page": postValue({}),
    "JSON that is not UTF-8": postJson(Buffer.from(`{"html":"${secret}\xff\xfe"}`, "latin1")),
    "gzip that is none": packed("gzip", page),
    "gzip that breaks off": packed("gzip", gzipSync(page).subarray(0, 20)),
    "an empty page": post("/extract", html, ""),
    "no body": post("/extract", {}, ""),
    "a form that breaks off": post("/extract", form, file.trimEnd()),
    "a form without a boundary": post("/extract", { "content-type": "multipart/form-data" }, file),
    "a form that is none": post("/extract", form, secret),
    "a form without a file": postForm(field("preset", "recall")),
    "a form with a field that is not the JSON it says": postForm(
      `--XX\r\n${disposition}preset"\r\nContent-Type: application/json\r\n\r\n{"${secret}\r\n`,
      file,
    ),
    "a form with a field twice": postForm(file, field("preset", "recall"), field("preset", "recall")),
    "a form with a prototype": postForm(file, field("__proto__", secret)),
    "an escape that is none": get("/sites/%ff"),
    "half an escape": get("/sites/%e"),
    "no HTTP": wire([secret, ""]),
    "two lengths": wire(["POST /extract HTTP/1.1", "HOST", "Content-Length: 5", "Content-Length: 6"], secret),
    "a length and chunks": wire(
      ["POST /extract HTTP/1.1", "HOST", "Content-Length: 5", "Transfer-Encoding: chunked"],
      "0\r\n\r\n",
    ),
    "a length that is none": wire(["POST /extract HTTP/1.1", "HOST", "Content-Length: -1"], secret),
    "chunks that are none": wire(
      ["POST /extract HTTP/1.1", "HOST", "Content-Type: text/html", "Transfer-Encoding: chunked"],
      `${secret}\r\n`,
    ),
    "no host": wire(["GET /healthz HTTP/1.1"]),
    "two hosts": wire(["GET /healthz HTTP/1.1", "HOST", "host: evil.example"]),
  }),
  ...all(413, "limit-bytes", {
    "a gzip bomb": packed("gzip", gzipSync(bomb)),
    "a brotli bomb": packed("br", brotliCompressSync(bomb)),
    "a deflate bomb in JSON": packed("deflate", deflateSync(bomb), json),
    "a body over the limit": post("/extract", html, secret.repeat(10_000)),
    "chunks over the limit": wire(
      ["POST /extract HTTP/1.1", "HOST", "Content-Type: text/html", "Transfer-Encoding: chunked"],
      `30d40\r\n${secret.repeat(10_000)}\r\n0\r\n\r\n`,
    ),
    "a file over the limit": post("/extract", form, `${file}${secret.repeat(10_000)}`),
  }),
  ...all(413, "limit-depth", {
    "a page that is too deep": post("/extract", html, `${"<b>".repeat(5000)}${secret}`),
  }),
  ...all(413, "bad-request", {
    "a form with two files": postForm(file, file),
    "a form with a thousand fields": postForm(file, ...Array.from({ length: 1000 }, (_, i) => field(`a${i}`, secret))),
  }),
  ...all(415, "wrong-type", {
    "JSON in another charset": post("/extract", { "content-type": "application/json; charset=utf-16" }, '{"html":"a"}'),
    "a form in an address's clothes": post("/extract", { "content-type": "application/x-www-form-urlencoded" }),
    "a picture": post("/extract", { "content-type": "image/png" }),
    "a type that is a property": post("/extract", { "content-type": "constructor" }),
    "a type that is none": post("/extract", { "content-type": `;;${secret}` }),
    "an unknown coding": packed("zstd", page),
    "two codings": packed("gzip, gzip", gzipSync(gzipSync(page))),
    "a compressed form": packed("gzip", gzipSync(file), form),
  }),
  ...all(403, "refused", {
    "an address, where nothing is fetched": postValue({ url: `http://127.0.0.1/${secret}` }),
    "/fetch, where nothing is fetched": postValue({ url: `file:///${secret}` }, "/fetch"),
    "another origin": from({ origin: "https://evil.example" }),
    "an origin without a name": from({ origin: "null" }),
    "another port of this machine": from({ origin: "http://localhost:1" }),
    "a browser that says so": from({ "sec-fetch-site": "cross-site" }),
    "a browser that says so in capitals": from({ "sec-fetch-site": "CROSS-SITE" }),
    "a preflight of another origin": send("OPTIONS", "/extract", { origin: "https://evil.example" }),
  }),
  ...all(421, "refused", {
    "another host": from({ host: "evil.example" }),
    "a host that begins like this machine": from({ host: "127.0.0.1.evil.example" }),
  }),
  ...all(404, "not-found", {
    "an unknown path": post(`/${secret}`),
    "an unknown path, before the body": wire(["POST /nothing HTTP/1.1", "HOST", "Content-Length: 90000"], secret),
    "a path out of the folder": get("/assets/../../package.json"),
    "the same in escapes": get("/assets/%2e%2e/%2e%2e/package.json"),
    "the same with backslashes": get("/assets/..%5c..%5cpackage.json"),
    "a null byte in a path": get("/assets/index%00.js"),
    "a hidden file": get("/assets/.env"),
  }),
  ...all(405, "wrong-method", {
    "a method that is not for the path": send("DELETE", "/sites/example.org"),
    "a page that is asked for": get("/extract"),
  }),
  ...all(431, "bad-request", {
    "headers without end": from({ "x-flood": secret.repeat(2000) }),
    "many headers": from(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`x-${i}`, "1"]))),
  }),
];
