import { TextDecoder as ExactDecoder } from "@exodus/bytes/encoding-browser.js";
import { ResultType, Sniffer } from "encoding-sniffer/sniffer";
import type { Warning } from "../basics/index.ts";
import { detectEncoding } from "./detect-encoding.ts";
import { labelWarnings } from "./label-warnings.ts";

/** Bytes of text given to the detector: enough to be sure, few enough to be fast. */
const detectionLength = 64 * 1024;

/** Bytes searched for a `<meta charset>`; browsers prescan 1024 but accept it later too. */
const prescanLength = 4096;

type Decoder = InstanceType<typeof ExactDecoder>;

export interface Decoded {
  readonly html: string;
  /** Name in the Encoding Standard. */
  readonly encoding: string;
  readonly warnings: readonly Warning[];
}

/**
 * Decodes a page as browsers do: a byte order mark wins, then the transport's label, then the page's own declaration.
 * Without any, valid UTF-8 is UTF-8, and other encodings are guessed, with a warning.
 *
 * @param label Encoding from outside, such as the charset of a Content-Type header; unknown labels are ignored, with a warning.
 */
export function decode(bytes: Uint8Array, label?: string): Decoded {
  const sniffer = new Sniffer({
    maxBytes: prescanLength,
    defaultEncoding: "windows-1252",
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
  });
  sniffer.write(bytes.subarray(0, prescanLength));
  const declared = sniffer.resultType === ResultType.DEFAULT ? undefined : decoderFor(sniffer.encoding);
  const notes = labelWarnings(label, label !== undefined && decoderFor(label) === undefined);
  if (declared !== undefined) return decodeWith(declared, bytes, notes);
  const guess = guessEncoding(bytes);
  if (guess.encoding === "utf-8") return decodeWith(guess, bytes, notes);
  const message = `The page declares no usable character encoding; ${guess.encoding} is a guess from its bytes.`;
  return decodeWith(guess, bytes, [...notes, { code: "encoding-guessed", message }]);
}

/** The decoder for a label; undefined for unknown labels and encodings that browsers refuse. */
function decoderFor(label: string): Decoder | undefined {
  try {
    return new ExactDecoder(label);
  } catch {
    return undefined;
  }
}

function decodeWith(decoder: Decoder, bytes: Uint8Array, warnings: readonly Warning[]): Decoded {
  const html = decoder.decode(bytes);
  const { encoding } = decoder;
  if (encoding !== "utf-8" || !html.includes("\ufffd") || isUtf8(bytes)) return { html, encoding, warnings };
  const message = "Some bytes of the page are not valid UTF-8; they are replaced by U+FFFD.";
  return { html, encoding, warnings: [...warnings, { code: "encoding-errors", message }] };
}

function guessEncoding(bytes: Uint8Array): Decoder {
  const wide = guessUtf16(bytes);
  if (wide !== undefined) return new ExactDecoder(wide);
  if (isUtf8(bytes)) return new ExactDecoder("utf-8");
  return decoderFor(detectEncoding(textBytes(bytes)) ?? "") ?? new ExactDecoder("windows-1252");
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 without a byte order mark: markup is ASCII, so every other byte is zero. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, 512) & ~1;
  if (length < 8) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const pairs = length / 2;
  if (odd > pairs * 0.7 && even < pairs * 0.1) return "utf-16le";
  if (even > pairs * 0.7 && odd < pairs * 0.1) return "utf-16be";
  return undefined;
}

/** The first bytes outside tags: markup is ASCII and would dilute the language. */
function textBytes(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(Math.min(bytes.length, detectionLength));
  let length = 0;
  let inTag = false;
  for (let i = 0; i < bytes.length && length < text.length; i++) {
    const byte = bytes[i];
    if (byte === 0x3c) inTag = true;
    else if (byte === 0x3e && inTag) {
      inTag = false;
      text[length++] = 0x20;
    } else if (!inTag) text[length++] = byte;
  }
  return text.subarray(0, length);
}
