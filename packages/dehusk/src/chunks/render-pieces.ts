import type { Piece } from "./split-leaf.ts";

/** Consecutive pieces as self-contained Markdown: not indented, with the fences and headers they need. */
export function renderPieces(pieces: readonly Piece[], markdown: string, from = pieces[0]?.from ?? 0): string {
  const first = pieces[0];
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return "";
  const text = first.before + markdown.slice(from, last.to) + last.after;
  const indent = /^ */.exec(text)?.[0] ?? "";
  const outdented = indent === "" ? text : text.replace(new RegExp(`^ {1,${indent.length}}`, "gm"), "");
  return outdented.trim();
}
