/**
 * Breaks by Dehusk's own account: of the blocks of explain(), which items of a list, rows of a table and halves of a
 * definition were kept. Exact, but only Dehusk has it; kept-breaks.mjs measures the same from outside.
 *
 * @typedef {{ path: string, kept: boolean, chance: number | null, text: string }} Block
 */

const LEAST_ITEMS = 3;
const LONGEST_DATA_BLOCK = 40;

/**
 * @param {readonly Block[]} blocks
 * @returns {import("./markdown-breaks.mjs").Break[]}
 */
export function findBlockBreaks(blocks) {
  const lists = new Map();
  const tables = new Map();
  const breaks = [];
  let term;
  for (const { path, kept, chance, text } of blocks) {
    const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
    if (!path || chance === null || words === 0) continue;
    const item = [...path.matchAll(/\/(li|dt|dd)\[\d+\]/g)].at(-1);
    if (item?.[1] === "li") {
      const end = item.index + item[0].length;
      addWords(lists, path.slice(0, item.index), path.slice(0, end), { words, kept, text });
    }
    const half = /^(.*\/dl\[\d+\](?:\/div\[\d+\])?)\/(dt|dd)\[\d+\]/.exec(path);
    if (half?.[2] === "dt") term = { of: half[1], kept, text };
    else if (half && term?.of === half[1] && kept !== term.kept) {
      breaks.push(
        kept ? breakOf("definition without its term", text) : breakOf("term without its definition", term.text),
      );
    }
    const table = path.lastIndexOf("/table[");
    const row = table < 0 ? null : /^\/table\[\d+\](?:\/t\w+\[\d+\])?\/tr\[\d+\]/.exec(path.slice(table));
    if (row) addWords(tables, path.slice(0, path.indexOf("/", table + 1)), row[0], { words, kept, text });
  }
  for (const items of lists.values()) breaks.push(...lookAtList([...items.values()]));
  for (const rows of tables.values()) breaks.push(...lookAtTable([...rows.values()]));
  return breaks;
}

function breakOf(kind, text) {
  return { kind: `explain(): ${kind}`, line: null, text };
}

function addWords(groups, group, member, { words, kept, text }) {
  const members = groups.get(group) ?? new Map();
  const sums = members.get(member) ?? { all: 0, kept: 0, blocks: 0, longest: 0, text };
  groups.set(group, members.set(member, sums));
  sums.all += words;
  sums.blocks += 1;
  sums.longest = Math.max(sums.longest, words);
  if (kept) sums.kept += words;
}

function lookAtList(items) {
  if (items.length < LEAST_ITEMS) return [];
  const dropped = items.find((item) => item.kept === 0);
  const parts = items.filter((item) => item.kept > 0 && item.kept < item.all);
  const breaks = parts.map(({ text }) => breakOf("list item kept in part", text));
  if (dropped && items.some((item) => item.kept / item.all > 0.5)) {
    breaks.push(breakOf("list with items kept and items dropped", dropped.text));
  }
  return breaks;
}

function lookAtTable(rows) {
  const isData =
    rows.length >= LEAST_ITEMS &&
    rows.every((row) => row.longest <= LONGEST_DATA_BLOCK) &&
    rows.filter((row) => row.blocks >= 2).length >= rows.length / 2;
  const broken = rows.find((row) => row.kept < row.all);
  return isData && broken && rows.some((row) => row.kept > 0) ? [breakOf("data table kept in part", broken.text)] : [];
}
