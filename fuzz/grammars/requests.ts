import { mutateText } from "../mutate.ts";
import type { Random } from "../random.ts";
import { HtmlGrammar } from "./html.ts";
import { selector } from "./selectors.ts";
import { address } from "./urls.ts";

const verbs = [
  "extract",
  "extract",
  "extract",
  "detect",
  "segment",
  "site",
  "keywords",
  "duplicates",
  "classify",
  "stream",
  "reduce",
  "train",
  "help",
  "nonsense",
  "--help",
  "--version",
  "",
];
const flags = [
  ["--format", "json"],
  ["--format", "text"],
  ["--format", "html"],
  ["--format", "x"],
  ["--url", "https://example.org/a"],
  ["--url", "javascript:1"],
  ["--preset", "balanced"],
  ["--preset", "__proto__"],
  ["--limit-bytes", "10"],
  ["--limit-nodes", "-1"],
  ["--limit-ms", "1e9"],
  ["--limit-ms", "NaN"],
  ["--json"],
  ["--errors", "json"],
  ["--quiet"],
  ["--spans", "html"],
  ["--include", "p > b"],
  ["--exclude", ":not("],
  ["--explain"],
  ["--algorithm", "cclus"],
  ["--lambda", "2"],
  ["--model", "no-such-model"],
  ["--site", "/dev/null"],
  ["--config", "/no/such/file"],
  ["--unknown"],
  ["-o"],
  ["-o", "/proc/none/page"],
  ["--store", "/proc/none/store"],
  ["--", "-"],
  ["\u001b[31m"],
  ["no-such-file.html"],
  ["/dev/null"],
  ["--format=json"],
  ["--url="],
];

/** Arguments as people and scripts give them, and as neither does. */
export function commandLine(random: Random): string[] {
  const args = [random.pick(verbs), ...random.many(0, 4, () => random.pick(flags)).flat()];
  // Nothing may be written outside of the folder in which it runs.
  return args.map((arg) => (random.chance(0.05) ? mutateText(arg, random).replace(/[/\0]|\.\./g, "") : arg));
}

const routes = [
  "/extract",
  "/extract",
  "/detect",
  "/segment",
  "/chunk",
  "/stream",
  "/healthz",
  "/metrics",
  "/openapi.json",
  "/",
  "/..%2f",
  "/extract?preset=x",
  "/extract?format=text",
  "/nothing",
];
const methods = ["POST", "POST", "POST", "GET", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "post", "X"];
const types = [
  "text/html",
  "application/json",
  "text/html; charset=utf-16",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "",
  "x/y",
];
const extras = [
  "",
  "Transfer-Encoding: chunked\r\n",
  "Content-Encoding: gzip\r\n",
  "Expect: 100-continue\r\n",
  "Connection: upgrade\r\nUpgrade: h2c\r\n",
  "Host: evil.example\r\n",
  "Origin: https://evil.example\r\n",
  "Accept: text/plain\r\n",
  "Authorization: Bearer x\r\n",
  "Range: bytes=0-\r\n",
  "X: \u0000\r\n",
];

/** An HTTP request, whole or broken. */
export function request(random: Random): string {
  const html = new HtmlGrammar(random).page();
  const bodies = [
    html,
    JSON.stringify({ html, url: address(random) }),
    JSON.stringify({ html, options: { preset: "x" } }),
    JSON.stringify({ html, options: { include: selector(random), exclude: [selector(random)], spans: "html" } }),
    "{",
    "[]",
    "null",
    '{"html":1}',
    "",
  ];
  const body = random.pick(bodies);
  const length = random.chance(0.9) ? Buffer.byteLength(body) : random.pick([-1, 0, 5, 1e9]);
  return (
    `${random.pick(methods)} ${random.pick(routes)} HTTP/${random.chance(0.95) ? "1.1" : "9"}\r\nHost: 127.0.0.1\r\n` +
    `Content-Type: ${random.pick(types)}\r\nContent-Length: ${length}\r\nConnection: close\r\n${random.pick(extras)}\r\n${body}`
  );
}
