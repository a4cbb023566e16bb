import { splitTex, type TexPiece } from "./tex-in-text.ts";

/** A piece of a text node: text or a formula, on a line of its own or not. */
export interface TextPiece extends TexPiece {
  /** Whether a line break comes before it. */
  readonly breaks: boolean;
}

/** Parts a text node at the line ends that are shown, if its white space is preserved, and at formulas, if it may hold any. */
export function splitText(text: string, preserved: boolean, withTex: boolean): TextPiece[] {
  const lines = preserved && /[\n\r]/.test(text) ? text.split(/\r\n?|\n/) : [text];
  const pieces: TextPiece[] = [];
  for (let line = 0; line < lines.length; line++) {
    const source = lines[line];
    const parts = withTex ? splitTex(source) : [{ source, tex: "", display: false }];
    if (parts.length === 0) parts.push({ source: "", tex: "", display: false });
    for (let i = 0; i < parts.length; i++) pieces.push({ ...parts[i], breaks: line > 0 && i === 0 });
  }
  return pieces;
}
