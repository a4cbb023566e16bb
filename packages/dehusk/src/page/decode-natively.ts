import type { Decoded } from "./decode.ts";
import { labelWarnings } from "./label-warnings.ts";

/** Bytes searched for a declaration. */
const prescanLength = 4096;

/**
 * `decode` with the browser's own decoders and without language detection; replaces it in the browser builds.
 * Undeclared bytes that are not UTF-8 are decoded as windows-1252, with a warning.
 *
 * @param label Encoding from outside, such as the charset of a Content-Type header; unknown labels are ignored, with a warning.
 */
export function decode(bytes: Uint8Array, label?: string): Decoded {
  const declared = decoderFor(markedEncoding(bytes)) ?? decoderFor(label) ?? decoderFor(declaredEncoding(bytes));
  const notes = labelWarnings(label, decoderFor(label) === undefined);
  const whole = decodeUtf8(bytes);
  if (declared === undefined && whole !== undefined) return { html: whole, encoding: "utf-8", warnings: notes };
  const decoder = declared ?? new TextDecoder("windows-1252");
  const { encoding } = decoder;
  const html = decoder.decode(bytes);
  if (declared === undefined) {
    const message = `The page declares no usable character encoding; ${encoding} is a guess.`;
    return { html, encoding, warnings: [...notes, { code: "encoding-guessed", message }] };
  }
  if (encoding !== "utf-8" || whole !== undefined) return { html, encoding, warnings: notes };
  const message = "Some bytes of the page are not valid UTF-8; they are replaced by U+FFFD.";
  return { html, encoding, warnings: [...notes, { code: "encoding-errors", message }] };
}

/** The encoding of a byte order mark. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

const declaration =
  /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)|^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"'>]+)/i;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("windows-1252").decode(bytes.subarray(0, prescanLength));
  const found = declaration.exec(start.replace(/<!--[\s\S]*?-->/g, ""));
  const label = found?.[1] ?? found?.[2];
  // A declaration readable as ASCII is not in UTF-16.
  return label !== undefined && /^\s*(?:utf-16|unicode$|ucs-2$)/i.test(label) ? "utf-8" : label;
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
