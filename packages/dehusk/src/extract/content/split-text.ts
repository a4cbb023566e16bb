import type { TexDelimiters } from "./tex-delimiters.ts";
import { splitTex, type TexPiece } from "./tex-in-text.ts";

/** A piece of a text node: text, or an inline or display formula. */
export interface TextPiece extends TexPiece {
  /** Whether a line break comes before it. */
  readonly breaks: boolean;
}

/**
 * Splits a text at formulas, if it may contain any, and at visible line ends: vertical tabs, which stand for
 * `<br>`, and the others if white space is preserved.
 */
export function splitText(text: string, preserved: boolean, tex: TexDelimiters | undefined): TextPiece[] {
  const pieces: TextPiece[] = [];
  const parts = tex === undefined ? [{ source: text, tex: "", display: false }] : splitTex(text, tex);
  for (const part of parts) {
    if (part.tex !== "") pieces.push({ ...part, breaks: false });
    else {
      const lines = part.source.split(preserved ? /\r\n?|[\n\v]/ : "\v");
      for (let i = 0; i < lines.length; i++) pieces.push({ ...part, source: lines[i], breaks: i > 0 });
    }
  }
  return pieces;
}
