import type { Random } from "../random.ts";
import { hrefs } from "./texts.ts";

const schemes = [
  "http:",
  "https:",
  "HTTP:",
  "javascript:",
  "java\tscript:",
  " javascript:",
  "data:",
  "vbscript:",
  "mailto:",
  "tel:",
  "ftp:",
  "file:",
  "blob:",
  "about:",
  "ws:",
  "x:",
  ":",
  "",
];
const hosts = [
  "//e.example",
  "//[::1]",
  "//127.1",
  "//user:pw@e.example",
  "//e.example:99999",
  "//xn--nxasmq6b",
  "//é.example",
  "//",
  "///",
  "\\\\e.example",
  "//%65.example",
  "//e..example",
  "",
  "//\u0000",
];
const paths = [
  "/",
  "/a/../b",
  "/%2e%2e/",
  "/a b",
  "?q=<x>&lt;",
  "#x",
  "#javascript:__xss()",
  "alert(1)",
  "/\ud800",
  "/😀",
  "/\u202e",
  ";base64,AA",
  "text/html,<script>1</script>",
  "",
  ".",
  "..",
  "/a:b",
  "/%",
  "/%zz",
];

/** An address as pages have them, and as none has. */
export function address(random: Random): string {
  if (random.chance(0.3)) return random.pick(hrefs);
  return (
    random.pick(schemes) + random.pick(hosts) + random.pick(paths) + (random.chance(0.2) ? random.pick(paths) : "")
  );
}
