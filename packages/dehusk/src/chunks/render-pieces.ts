import type { Piece } from "./split-leaf.ts";

/** Pieces that follow each other as Markdown that can be read alone: not set in, with what must stand around them. */
export function renderPieces(pieces: readonly Piece[], markdown: string, from = pieces[0]?.from ?? 0): string {
  const first = pieces[0];
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return "";
  const text = first.before + markdown.slice(from, last.to) + last.after;
  const indent = /^ */.exec(text)?.[0] ?? "";
  const outdented = indent === "" ? text : text.replace(new RegExp(`^ {1,${indent.length}}`, "gm"), "");
  return outdented.trim();
}
