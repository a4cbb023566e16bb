const longestBreak = 200;

const dashes = /^\s*(?:[-–—=_](?:\s*[-–—=_])+|[-–—=_*~#•·+](?:\s*[-–—=_*~#•·+]){2,})\s*$/;
const sameSign = /^\s*([^\s\p{L}\p{N}.?!…★☆⭐✓✔])(?:\s+\1){2,}\s*$/u;

/** Whether a line is a row of signs that people use as a rule: "* * *", "-----", "☼ ☼ ☼", "==". */
export function isSectionBreak(text: string): boolean {
  return text.length >= 2 && text.length <= longestBreak && (dashes.test(text) || sameSign.test(text));
}

/**
 * Whether a line has only bullets, separators, brackets or quotes, which mean nothing without their neighbours.
 * Signs that mean something alone do not count: an ellipsis, a smiley, "?", "✓", "=".
 */
export function isSeparator(text: string): boolean {
  if (text.length > longestBreak || /\.\s?\.|…|[:;]-?[()]/.test(text)) return false;
  return /^[\s\u200b-\u200d\u2060\ufeff\u00ad|¦‖•·∙●○◦▪▫■□‣⁃»«›‹❯❮<>←-↙▲▶▸►▼▾/\\\-–—_*~:;,.#^()[\]{}"'“”„‘’。、，：；（）「」『』【】]+$/.test(
    text,
  );
}

/** Whether a line is the end of the sentence before it. */
export function isClosing(text: string): boolean {
  return /^\s*[.,;:!?)\]}”’»。、，：；！？）」』】]+\s*$/.test(text);
}
