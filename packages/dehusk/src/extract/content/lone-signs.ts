const longestBreak = 200;

/** Whether a line is a row of signs that people draw for a rule: "* * *", "-----", "• • •", "==". */
export function isSectionBreak(text: string): boolean {
  if (text.length < 2 || text.length > longestBreak) return false;
  return /^\s*(?:[-–—=_](?:\s*[-–—=_])+|[-–—=_*~#•·+◆◇☆★✦⁂](?:\s*[-–—=_*~#•·+◆◇☆★✦⁂]){2,})\s*$/.test(text);
}
