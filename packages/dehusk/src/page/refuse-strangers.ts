import { DehuskError } from "../basics/index.ts";

/** Signatures of files that turn up in place of pages. */
const strangers: readonly (readonly [string, RegExp])[] = [
  ["a picture", /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|II\*\0|MM\0\*|\0\0\0.ftyp(?:avif|heic|mif1)|\0\0\x01\0)/s],
  [
    "audio or video",
    /^(?:ID3[\x02-\x04]|OggS\0|fLaC\0|RIFF....(?:AVI |WAVE)|\0\0\0.ftyp|\x1a\x45\xdf\xa3|\xff[\xf3\xfa\xfb])/s,
  ],
  ["a PDF", /^%PDF-/],
  ["a web archive", /^WARC\/\d/],
  ["a ZIP archive", /^PK\x03\x04/],
  ["an archive", /^(?:Rar!\x1a|7z\xbc\xaf)/],
  ["compressed data", /^(?:\x1f\x8b|\x28\xb5\x2f\xfd|BZh\d1AY|\xfd7zXZ)/],
  ["a font", /^(?:wOF[F2]\0|wOF[F2]OTTO|OTTO\0|\0\x01\0\0\0)/],
  ["a program", /^(?:\x7fELF|MZ.\0|\0asm)/s],
  ["an office document", /^\xd0\xcf\x11\xe0/],
  ["JSON lines", /^\s*\{[^\n]*"html"\s*:\s*"/],
  ["JSON", /^\s*\{\s*"\w+"\s*:/],
];

/** Signatures of files that contain pages. */
const holders = new Set(["a web archive", "JSON lines"]);

/** Number of bytes checked for signs of text, as in browsers. */
const lookedAt = 1445;

/** Maximum percentage of binary bytes in text. */
const mostStrange = 2;

/**
 * Refuses input that is not a page: by its first bytes, as browsers do (MIME Sniffing Standard), and other data by bytes
 * that text does not have, if there is no tag among them.
 *
 * @throws DehuskError `not-html`.
 */
export function refuseStrangers(input: string | Uint8Array): void {
  const start =
    typeof input === "string" ? input.slice(0, lookedAt) : String.fromCharCode(...input.subarray(0, lookedAt));
  const kind = strangers.find(([, pattern]) => pattern.test(start))?.[0];
  if (kind !== undefined) {
    const way = holders.has(kind) ? ": dehusk extract and dehusk batch read the pages in it" : "";
    throw new DehuskError("not-html", `The input is ${kind}, not a page${way}.`);
  }
  if (typeof input !== "string" && isData(start)) {
    throw new DehuskError("not-html", "The input is binary data, not a page.");
  }
}

function isData(start: string): boolean {
  // The zeros of UTF-16 do not count: every other byte of its markup is one.
  if (/^(?:\xff\xfe|\xfe\xff)|<\0?[a-z!/?]/i.test(start)) return false;
  let strange = 0;
  for (const _ of start.matchAll(/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/g)) strange++;
  return 100 * strange > mostStrange * start.length;
}
